"""The sample games of a report, each with a few sentences on what happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from volo._volo import Position
from volo.color import Color
from volo.game import Game
from volo.render.view import result_sentence
from volo.report import measures
from volo.report.document import Sample


@dataclass(frozen=True, slots=True)
class Judged:
    """A game, and what :class:`volo.report.plan.Portion` has of it: the judge's lead of Orange and the threats."""

    game: Game
    leads: list[float]
    threats: list[int]

    @property
    def before(self) -> tuple[Position, ...]:
        return self.game.positions[: len(self.game)]

    @property
    def winner(self) -> Color | None:
        outcome = self.game.outcome()
        return None if outcome is None else outcome.winner

    def of_winner(self) -> list[float] | None:
        if self.winner is None:
            return None
        return self.leads if self.winner is Color.ORANGE else [-lead for lead in self.leads]


def cleared(game: Game) -> list[tuple[int, int]]:
    """The flights that cleared birds: the number of moves before each, and the number of birds."""
    found = []
    for ply, (before, after) in enumerate(zip(game.positions, game.positions[1:], strict=False)):
        opponent = before.turn.other
        if birds := len(before.birds(opponent)) - len(after.birds(opponent)):
            found.append((ply, birds))
    return found


def samples(judged: Sequence[Judged]) -> list[Sample]:
    """Choose the shortest won game, the game with the most changes of lead, and a typical one, all different."""
    left = [game for game in judged if game.leads]
    if not left:
        return []
    length = median(len(game.game) for game in left)
    changes = median(measures.changes(game.leads) for game in left)
    wanted: dict[str, Callable[[Judged], tuple[float, float]]] = {
        "the shortest judged game": lambda each: (each.winner is None, len(each.game)),
        "the game with the most changes of lead": lambda each: (-measures.changes(each.leads), len(each.game)),
        "a typical game": lambda each: (
            abs(len(each.game) / length - 1) + abs(measures.changes(each.leads) - changes) / (1 + changes),
            0,
        ),
    }
    found = []
    for name, key in wanted.items():
        if left:
            game = min(left, key=key)
            left.remove(game)
            moves = [str(move) for move in game.game.moves]
            found.append(Sample(name=name, story=story(game), moves=moves, leads=game.leads))
    return found


def story(judged: Judged) -> str:
    """What happened in a judged game of at least one move, in a few sentences.

    >>> story(Judged(Game("standard-4", ["a3"]), [0.1], [-1]))
    'The game was not finished in 1 ply. Nobody took the lead from the other. No birds were cleared.'
    """
    game, winner = judged.game, judged.winner
    parts = [_end(judged), _changes(measures.changes(judged.leads))]
    leads = judged.of_winner()
    if winner is not None and leads is not None:
        name = winner.name.title()
        lowest, ply = measures.deepest(leads)
        if lowest <= -measures.AHEAD:
            parts.append(
                f"At worst, before ply {ply + 1}, the judge expected {_score(lowest)} of the point for {name}."
            )
        after = measures.decided(leads)
        if after < len(leads):
            parts.append(f"From ply {after + 1} on, {name} was never below {_score(measures.SAFE)}.")
    if clearings := cleared(game):
        ply, birds = max(clearings, key=lambda each: each[1])
        mover = game.positions[ply].turn.name.title()
        largest = "The only clearing" if len(clearings) == 1 else f"The largest of {len(clearings)} clearings"
        parts.append(f"{largest}, by {mover} at ply {ply + 1}, took {birds} bird{'s' if birds > 1 else ''}.")
    else:
        parts.append("No birds were cleared.")
    return " ".join(parts)


def _end(judged: Judged) -> str:
    game, winner = judged.game, judged.winner
    plies = f"{len(game)} {'ply' if len(game) == 1 else 'plies'}"
    outcome = game.outcome()
    if outcome is None:
        return f"The game was not finished in {plies}."
    words = result_sentence(game.result, game.termination).removesuffix(".")
    if winner is not None and outcome.reason == "flock":
        flock = len(game.position.birds(winner))
        handed = ", by a move of the loser" if game.positions[-2].turn is not winner else ""
        return f"{words}, {flock} of them, after {plies}{handed}."
    return f"{words}, after {plies}."


def _changes(number: int) -> str:
    if not number:
        return "Nobody took the lead from the other."
    return f"The lead changed {({1: 'once', 2: 'twice'}).get(number, f'{number} times')}."


def _score(lead: float) -> str:
    return f"{(1 + lead) / 2:.0%}"
