"""A pair of games of a match."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from volo.color import Color
from volo.engine.match.game import PlayedGame, play
from volo.engine.match.players import Player
from volo.engine.match.spec import Spec
from volo.engine.match.time_control import TimeControl
from volo.errors import EngineClosedError
from volo.game import Game

__all__ = ["MOST_PAIRS", "Pair", "Terms", "pair_of", "play_pair"]

MOST_PAIRS: Final = 10_000_000
"""The largest number of pairs in a match."""

# The seeds of games are below this number. A player whose engine accepts fewer maps them into its range.
_SEEDS: Final = 1 << 31


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games with the same opening, in which the players exchange colours.

    Attributes:
        number: the number of the pair, from 1.
        games: the game in which the first player is Orange, and the one in which that player is Blue.
        points: the points of the first player: 1 for a win, 1/2 for a draw.
    """

    number: int
    games: tuple[PlayedGame, PlayedGame]
    points: float


@dataclass(frozen=True, slots=True)
class Terms:
    """What all pairs of a match have in common.

    Attributes:
        specs: the two players.
        seed: the seed of the match.
        max_plies: the number of plies after which a game is a draw.
        control: the time that each player has for a game; None without clocks.
    """

    specs: tuple[Spec, Spec]
    seed: int
    max_plies: int
    control: TimeControl | None


def play_pair(
    terms: Terms,
    players: tuple[Player, Player],
    number: int,
    opening: Game,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Pair:
    """Play both games of a pair.

    Args:
        terms: what all pairs of the match have in common.
        players: the players that ``terms`` describes.
        number: the number of the pair, from 1.
        opening: the opening of both games.
        is_stopped: whether the match was stopped. It is asked before each game.

    Raises:
        EngineClosedError: the match was stopped.
    """
    first, second = players
    games = []
    for index, (orange, blue) in enumerate(((first, second), (second, first))):
        if is_stopped():
            raise EngineClosedError("the match was stopped")
        seed = (terms.seed * MOST_PAIRS + 2 * (number - 1) + index) % _SEEDS
        for player in players:
            player.begin(seed)
        played = play(opening, orange, blue, terms.max_plies, terms.control)
        names = [spec.text for spec in (terms.specs if index == 0 else terms.specs[::-1])]
        tags = {"Event": "Match", "Orange": names[0], "Blue": names[1], "Round": f"{number}.{index + 1}"}
        if terms.control is not None:
            tags["TimeControl"] = str(terms.control)
        played.game.tags |= {name: _printable(tag) for name, tag in tags.items()}
        games.append(played)
    return pair_of(number, games[0], games[1])


def pair_of(number: int, one: PlayedGame, other: PlayedGame) -> Pair:
    """The pair with these games. The first player is Orange in the first of them."""
    return Pair(number, (one, other), _points(one, Color.ORANGE) + _points(other, Color.BLUE))


def _points(played: PlayedGame, player: Color) -> float:
    return 0.5 if played.winner is None else float(played.winner is player)


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text)[:200]
