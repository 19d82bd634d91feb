"""A game of a match."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import Final

from volo.color import Color
from volo.engine.match.clocks import Clocks
from volo.engine.match.players import Player
from volo.engine.match.time_control import TimeControl
from volo.errors import EngineBusyError, EngineClosedError, EngineError, EngineTimeoutError
from volo.game import Game

__all__ = ["PlayedGame", "play"]

_RESULTS: Final = {Color.ORANGE: "1-0", Color.BLUE: "0-1", None: "1/2-1/2"}
_LONGEST_COMMENT: Final = 500


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of a match.

    Attributes:
        game: the moves, with tags and comments for a record.
        winner: the player who won; None for a draw.
        failure: why the loser lost without a result by the rules, such as an illegal move or no time left; None
            otherwise.
    """

    game: Game
    winner: Color | None
    failure: str | None = None

    @property
    def is_lost_on_time(self) -> bool:
        """Whether the loser had no time left, or was another program that did not answer in time."""
        return self.failure is not None and self.game.termination == "time"


def play(opening: Game, orange: Player, blue: Player, max_plies: int, control: TimeControl | None = None) -> PlayedGame:
    """Play a game from an opening to its end.

    A player that raises an ``EngineError`` or has no time left loses. After ``max_plies`` plies, the game is a draw by
    adjudication.

    Raises:
        EngineClosedError: a player was closed.
    """
    game = opening.copy()
    clocks = None if control is None else Clocks(control)
    while game.outcome() is None:
        if len(game) >= max_plies:
            return _ended(game, None, "adjudication")
        mover = game.position.turn
        player = orange if mover is Color.ORANGE else blue
        began = perf_counter()
        try:
            move = player.move(game, None if clocks is None else clocks.limit)
        except (EngineBusyError, EngineClosedError):
            # A function used an engine for two games at once, or the match was stopped. No player is to blame.
            raise
        except EngineError as error:
            termination = "time" if isinstance(error, EngineTimeoutError) else "forfeit"
            return _ended(game, mover.other, termination, str(error))
        seconds = perf_counter() - began
        if clocks is not None and not clocks.spend(mover, seconds):
            late = f"{mover.name.title()} moved after {seconds:.3f} s and had {clocks.left(mover):.3f} s left"
            return _ended(game, mover.other, "time", late)
        game.push(move)
    outcome = game.outcome()
    return PlayedGame(game, None if outcome is None else outcome.winner)


def _ended(game: Game, winner: Color | None, termination: str, failure: str | None = None) -> PlayedGame:
    """A game with a result that the rules do not give."""
    game.tags |= {"Result": _RESULTS[winner], "Termination": termination}
    if failure is not None:
        plain = "".join(letter if letter.isprintable() and letter not in "{}" else " " for letter in failure)
        game.comments[len(game)] = plain[:_LONGEST_COMMENT].strip()
    return PlayedGame(game, winner, failure)
