"""SGF as Boardspace writes it: examples, games that Boardspace can have, and functions that write and read them."""

from __future__ import annotations

import io
from typing import Final

from hypothesis import strategies as st

from support.data import DATA
from support.located import located
from support.strategies import randoms, walk
from volo import Game, Position, RecordError
from volo.records import read_records, write_records

EXAMPLES: Final = {path.name: path for path in sorted((DATA / "boardspace").glob("*.sgf"))}
"""Records made by hand after Boardspace's source. `examples.volo` has the same games as native records."""

_NAME = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=12)
_COMMENT = st.text(st.one_of(st.just("\n"), st.characters(exclude_categories=["Cs", "Cc"])), min_size=1, max_size=30)


@st.composite
def boardspace_games(draw: st.DrawFn) -> Game:
    """Games with names and comments: finished by one flock, resigned, won on time, or unfinished."""
    game = Game(draw(st.sampled_from(["boardspace", "boardspace-6"])))
    for move, _ in walk(draw(randoms), game.start, draw(st.sampled_from([0, 3, 20, 400]))):
        game.push(move)
    for color in ("Orange", "Blue"):
        name = draw(st.one_of(_NAME, st.just("Dumbot")))
        if name.strip() not in ("", "?"):
            game.tags[color] = name
    game.tags |= draw(st.fixed_dictionaries({}, optional={"Date": st.just("2026.11.19"), "Speed": st.just("slow")}))
    game.comments = draw(st.dictionaries(st.integers(0, len(game)), _COMMENT, max_size=3))
    end = draw(st.sampled_from([None, "resignation", "time"]))
    if game.outcome() is None and end is not None:
        wins = str(game.position.turn if end == "time" else game.position.turn.other)
        game.tags |= {"Result": "1-0" if wins == "orange" else "0-1", "Termination": end}
    return game


def written(*games: Game) -> str:
    file = io.StringIO()
    write_records(file, games, format="boardspace")
    return file.getvalue()


def read(text: str | bytes, *, lenient: bool = False) -> Game:
    """Read the only game of a file."""
    data = text.encode() if isinstance(text, str) else text
    (game,) = read_records(io.BytesIO(data), lenient=lenient, format="boardspace")
    return game


def refused(text: str | bytes, *, lenient: bool = False) -> RecordError:
    """The error about the first game that is refused."""
    data = text.encode() if isinstance(text, str) else text
    try:
        for _ in read_records(io.BytesIO(data), lenient=lenient, format="boardspace"):
            pass
    except RecordError as error:
        return located(error, data)
    raise AssertionError(f"not refused: {text!r}")


def node(seat: int, text: str) -> str:
    """A node with an action."""
    return f"; P{seat}[{text}]\n"


def sgf(*actions: str, size: str = "Volo", head: str = "", end: str = "") -> str:
    """A game with these actions, such as `0 Dropb H 7`: the player and the action.

    Args:
        actions: the actions after Start P0.
        size: the value of SU.
        head: further properties of the root.
        end: further nodes.
    """
    nodes = "".join(node(int(action[0]), action[2:]) for action in ("0 Start P0", *actions))
    return f"(;\nGM[volo]VV[1]\nSU[{size}]\n{head}\n{nodes}{end})\n"


def record(*moves: str, size: int = 7) -> Game:
    return Game(Position("boardspace" if size == 7 else "boardspace-6"), moves)
