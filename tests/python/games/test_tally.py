"""Tests of tallies: they equal a slow count. Tests in Rust check threads and the order of addition."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from itertools import permutations
from typing import Any

import numpy as np
import pytest

import volo
from support.pictures import OVER
from volo import Tally, VoloError, reference
from volo.color import Color
from volo.layout import layout


def slow_tally(start: reference.Position, games: Sequence[Sequence[str]]) -> Tally:
    """Return the tally of games that start at a position. The moves are texts."""
    counts: Counter[Any] = Counter()
    for moves in games:
        _count(start, moves, counts)
    edge = start.rules.edge
    spaces, counters = layout(edge).spaces, dict[str, Any](edge=edge)
    for name, default in asdict(Tally()).items():
        if default == 0:
            counters[name] = counts[name]
        elif default == (0, 0):
            counters[name] = tuple(counts[name, color] for color in Color)
        elif default == ((), ()):
            counters[name] = tuple(tuple(counts[name, color, space] for space in spaces) for color in Color)
        elif default == ():
            last = max((key[1] for key in counts if key[0] == name), default=-1)
            counters[name] = tuple(counts[name, index] for index in range(last + 1))
    return Tally(**counters)


def _count(start: reference.Position, moves: Sequence[str], counts: Counter[Any]) -> None:
    position = start
    clearing = None
    for ply, text in enumerate(moves):
        move = reference.Move(text, start.rules.edge)
        mover, following = position.turn, position.play(text)
        counts["legal_moves", ply] += len(position.legal_moves())
        lost = len(position.birds(mover.other)) - len(following.birds(mover.other))
        if move.kind == "add":
            counts["adds"] += 1
            counts["adds_on", mover, text] += 1
        else:
            counts["passes" if move.kind == "pass" else _kind(move)] += 1
        if lost:
            counts["clearings", lost] += 1
            clearing = (ply, mover, lost)
        position = following
    counts["lengths", len(moves)] += 1
    outcome = position.outcome()
    if outcome is None:
        counts["truncated"] += 1
        return
    winner = outcome.winner
    if winner is None:
        counts["draws"] += 1
        return
    counts["first_mover_wins"] += winner is start.turn
    if outcome.reason == "flock":
        counts["flock_wins", winner] += 1
        counts["handed_over", winner] += bool(moves) and winner is position.turn
        for space in position.birds(winner):
            counts["flocks_on", winner, space] += 1
    else:
        counts["stuck_wins", winner] += 1
    if clearing is not None:
        ply, mover, lost = clearing
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


# Positions with all pass rules and both end rules. In one it is Blue's turn, and in one the game is over.
STARTS = [
    "2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4",
    "2/1o1b1/6/b2o/6/1o1b1/2 o 0 french-4",
    "2/1o1b1/6/b2o/6/1o1b1/2 o 0 abstract-play-4",
    "2/1o1b1/6/b2o/6/1o1b1/o1 b 0 edge=4,supply=9,pass=own-regions,stuck=last-mover-wins",
    OVER,
]


def check(start: str, games: int, **options: Any) -> None:
    playouts = volo.play_random(games, position=start, record=True, tally=True, **options)
    moves = [[str(move) for move in game] for game in playouts]
    assert playouts.tally == slow_tally(reference.Position(start), moves)


@pytest.mark.parametrize("fen", STARTS)
@pytest.mark.parametrize("max_plies", [2000, 14])
def test_the_tally_equals_a_slow_count(fen: str, max_plies: int) -> None:
    check(fen, 6, seed=3, max_plies=max_plies)


def test_the_tally_of_a_larger_sky_equals_a_slow_count() -> None:
    check("standard-6", 1, seed=1)


def tally_of(rules: str, games: int, max_plies: int = 2000) -> Tally:
    tally = volo.play_random(games, position=rules, tally=True, max_plies=max_plies).tally
    assert tally is not None
    return tally


def test_every_counter_is_positive_in_some_games() -> None:
    counted = Tally() + tally_of("abstract-play-4", 2000, 40) + tally_of("french-4", 2000, 40)
    assert all(any(np.ravel(counter)) for counter in asdict(counted).values())


def test_a_tally_is_a_value_of_one_edge() -> None:
    tally = tally_of("standard-4", 20)
    assert pickle.loads(pickle.dumps(tally)) == tally
    assert hash(tally) == hash(tally_of("standard-4", 20))
    with pytest.raises(AttributeError):
        tally.draws = 0  # type: ignore[misc]
    with pytest.raises(VoloError, match="edge 4 and of edge 5"):
        tally + tally_of("standard-5", 1)
    with pytest.raises(TypeError):
        tally + 1  # type: ignore[operator]
