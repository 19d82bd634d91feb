"""A slow tally, counted with the reference implementation."""

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


def slow_tally(start: reference.Position, games: Sequence[Sequence[str]]) -> Tally:
    """Return the tally of games that start at a position. The moves are texts."""
    counts: Counter[Any] = Counter()
    for moves in games:
        _count(start, moves, counts)
    edge = start.rules.edge
    counters: dict[str, Any] = {"edge": edge}
    for each in fields(Tally):
        default = getattr(Tally(), each.name)
        if default == 0:
            counters[each.name] = counts[each.name]
        elif default == (0, 0):
            counters[each.name] = tuple(counts[each.name, color] for color in Color)
        elif default == ((), ()):
            spaces = layout(edge).spaces
            counters[each.name] = tuple(tuple(counts[each.name, color, space] for space in spaces) for color in Color)
        elif default == ():
            last = max((key[1] for key in counts if key[0] == each.name), default=-1)
            counters[each.name] = tuple(counts[each.name, index] for index in range(last + 1))
    return Tally(**counters)


def _count(start: reference.Position, moves: Sequence[str], counts: Counter[Any]) -> None:
    """Add one game to the counts."""
    position = start
    last_clearing = None
    for ply, text in enumerate(moves):
        move = reference.Move(text, start.rules.edge)
        mover = position.turn
        counts["legal_moves", ply] += len(position.legal_moves())
        following = position.play(text)
        lost = len(position.birds(mover.other)) - len(following.birds(mover.other))
        if move.kind == "add":
            counts["adds"] += 1
            counts["adds_on", mover, text] += 1
        elif move.kind == "pass":
            counts["passes"] += 1
        else:
            counts[_kind(move)] += 1
        if lost:
            counts["clearings", lost] += 1
            last_clearing = (ply, mover, lost)
        position = following
    counts["lengths", len(moves)] += 1
    outcome = position.outcome()
    if outcome is None:
        counts["truncated"] += 1
        return
    if outcome.winner is None:
        counts["draws"] += 1
        return
    winner = outcome.winner
    counts["first_mover_wins"] += winner is start.turn
    if outcome.reason == "flock":
        counts["flock_wins", winner] += 1
        counts["handed_over", winner] += bool(moves) and winner is position.turn
        for space in position.birds(winner):
            counts["flocks_on", winner, space] += 1
    else:
        counts["stuck_wins", winner] += 1
    if last_clearing is not None:
        ply, mover, lost = last_clearing
        counts["won_after_clearing" if mover is winner else "lost_after_clearing"] += 1
        if ply == len(moves) - 1:
            assert winner is mover.other
            counts["deciding_clearings", lost] += 1


def _kind(move: reference.Move) -> str | tuple[str, int]:
    """Return the key of a flight's counter. A line flies in file if one of its birds steps onto a space of the line."""
    if len(move.spaces) == 1:
        return "single"
    places = [layout(move.edge).spaces[space] for space in move.spaces]
    in_file = any(one.step(move.direction or "") == other for one, other in permutations(places, 2))
    return "in_file" if in_file else "side_by_side", len(move.spaces)
