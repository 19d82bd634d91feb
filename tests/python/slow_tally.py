"""The tally of games, counted once more with the rules in plain Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import fields
from itertools import permutations
from typing import Any

from volo import reference
from volo.color import Color
from volo.layout import layout
from volo.tally import Tally

__all__ = ["slow_tally"]


def slow_tally(start: reference.Position, games: Sequence[Sequence[str]]) -> Tally:
    """The tally of games that begin at a position, of moves as text."""
    told: Counter[Any] = Counter()
    for moves in games:
        _count(start, moves, told)
    edge = start.rules.edge
    counters: dict[str, Any] = {"edge": edge}
    for each in fields(Tally):
        default = getattr(Tally(), each.name)
        if default == 0:
            counters[each.name] = told[each.name]
        elif default == (0, 0):
            counters[each.name] = tuple(told[each.name, color] for color in Color)
        elif default == ((), ()):
            spaces = layout(edge).spaces
            counters[each.name] = tuple(tuple(told[each.name, color, space] for space in spaces) for color in Color)
        elif default == ():
            last = max((key[1] for key in told if key[0] == each.name), default=-1)
            counters[each.name] = tuple(told[each.name, index] for index in range(last + 1))
    return Tally(**counters)


def _count(start: reference.Position, moves: Sequence[str], told: Counter[Any]) -> None:
    """One game."""
    position = start
    last_clearing = None
    for ply, text in enumerate(moves):
        move = reference.Move(text, start.rules.edge)
        mover = position.turn
        told["legal_moves", ply] += len(position.legal_moves())
        following = position.play(text)
        lost = len(position.birds(mover.other)) - len(following.birds(mover.other))
        if move.kind == "add":
            told["adds"] += 1
            told["adds_on", mover, text] += 1
        elif move.kind == "pass":
            told["passes"] += 1
        else:
            told[_kind(move)] += 1
        if lost:
            told["clearings", lost] += 1
            last_clearing = (ply, mover, lost)
        position = following
    told["lengths", len(moves)] += 1
    outcome = position.outcome()
    if outcome is None:
        told["truncated"] += 1
        return
    if outcome.winner is None:
        told["draws"] += 1
        return
    winner = outcome.winner
    told["first_mover_wins"] += winner is start.turn
    if outcome.reason == "flock":
        told["flock_wins", winner] += 1
        told["handed_over", winner] += bool(moves) and winner is position.turn
        for space in position.birds(winner):
            told["flocks_on", winner, space] += 1
    else:
        told["stuck_wins", winner] += 1
    if last_clearing is not None:
        ply, mover, lost = last_clearing
        told["won_after_clearing" if mover is winner else "lost_after_clearing"] += 1
        if ply == len(moves) - 1:
            assert winner is mover.other
            told["deciding_clearings", lost] += 1


def _kind(move: reference.Move) -> str | tuple[str, int]:
    """The counter of a flight: a line in file steps onto a space of its own."""
    if len(move.spaces) == 1:
        return "single"
    places = [layout(move.edge).spaces[space] for space in move.spaces]
    in_file = any(one.step(move.direction or "") == other for one, other in permutations(places, 2))
    return "in_file" if in_file else "side_by_side", len(move.spaces)
