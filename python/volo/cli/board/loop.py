"""The game on the screen: keys and the engine change it, and it is drawn again."""

from __future__ import annotations

import sys

from volo.cli.board.frame import frame
from volo.cli.board.picture import ASCII, UNICODE, Glyphs
from volo.cli.board.screen import opened
from volo.cli.board.search import Search
from volo.cli.board.session import Session
from volo.cli.signals import interruptible
from volo.cli.sitting import Sitting
from volo.cli.terminal import has_color
from volo.engine import Engine, Limit

__all__ = ["play_on_screen"]

# How often a search is asked for its result.
_SECONDS = 0.02


def play_on_screen(sitting: Sitting, engine: Engine, limit: Limit) -> None:
    """Play a game on the whole screen of the terminal, until the person leaves.

    Raises:
        click.exceptions.Exit: a signal ended the game. The terminal is restored.
    """
    session = Session(sitting)
    glyphs = _glyphs()
    with interruptible(), opened(color=has_color()) as screen, Search(engine, limit) as search:
        while not session.is_left:
            search.follow(session)
            if screen.size != session.size:
                session.size = screen.size
                screen.clear()
            screen.show(frame(session, glyphs, search.info))
            keys = screen.keys(_SECONDS if search.is_running else None)
            if keys is None:
                return
            for key in keys:
                if key == "ctrl-l":
                    screen.clear()
                elif not session.is_left:
                    session.press(key)


def _glyphs() -> Glyphs:
    """The characters of the board that standard output can write."""
    try:
        "".join((UNICODE.orange, UNICODE.blue, UNICODE.vacant)).encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return ASCII
    return UNICODE
