"""Tests of tallies: they equal a slow count. Tests in Rust check threads and the order of addition."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Sequence
from dataclasses import fields
from itertools import permutations
from typing import Any

import numpy as np
import pytest

import volo
from support.pictures import OVER
from volo import Move, Playouts, Position, Tally, VoloError, reference
from volo.color import Color
from volo.layout import layout


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


# Positions with all pass rules and both end rules. In one it is Blue's turn, and in one the game is over.
STARTS = [
    "2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4",
    "2/1o1b1/6/b2o/6/1o1b1/2 o 0 french-4",
    "2/1o1b1/6/b2o/6/1o1b1/2 o 0 abstract-play-4",
    "2/1o1b1/6/b2o/6/1o1b1/o1 b 0 edge=4,supply=9,pass=own-regions,stuck=last-mover-wins",
    OVER,
]


def recorded(position: Position, games: int, **options: Any) -> tuple[Playouts, Tally]:
    """Play games, and return them with their tally."""
    playouts = volo.play_random(games, position=position, record=True, tally=True, **options)
    assert playouts.tally is not None
    return playouts, playouts.tally


def texts(playouts: Playouts) -> list[list[str]]:
    """The moves of each game as text."""
    assert playouts.moves is not None
    assert playouts.offsets is not None
    games = np.split(playouts.moves, playouts.offsets[1:-1]) if len(playouts) else []
    return [[str(Move.from_code(code)) for code in game.tolist()] for game in games]


@pytest.mark.parametrize("fen", STARTS)
@pytest.mark.parametrize("max_plies", [2000, 14])
def test_the_tally_equals_a_slow_count(fen: str, max_plies: int) -> None:
    playouts, tally = recorded(Position.from_fen(fen), 6, seed=3, max_plies=max_plies)
    assert tally == slow_tally(reference.Position.from_fen(fen), texts(playouts))


def test_the_tally_of_a_larger_sky_equals_a_slow_count() -> None:
    playouts, tally = recorded(Position("standard-6"), 1, seed=1)
    assert tally == slow_tally(reference.Position("standard-6"), texts(playouts))


def test_every_counter_is_positive_in_some_games() -> None:
    counted = Tally()
    for rules in ("abstract-play-4", "french-4"):
        counted += recorded(Position(rules), 2000, max_plies=40)[1]
    assert all(any(np.ravel(getattr(counted, each.name))) for each in fields(Tally))


def test_tallies_of_different_skies_do_not_add_up() -> None:
    one, other = (recorded(Position(rules), 1)[1] for rules in ("standard-4", "standard-5"))
    with pytest.raises(VoloError, match="edge 4 and of edge 5"):
        one + other
    with pytest.raises(TypeError):
        one + 1  # type: ignore[operator]


def test_a_tally_is_a_value() -> None:
    _, tally = recorded(Position("standard-4"), 20)
    assert pickle.loads(pickle.dumps(tally)) == tally
    assert hash(tally) == hash(recorded(Position("standard-4"), 20)[1])
    with pytest.raises(AttributeError):
        tally.draws = 0  # type: ignore[misc]
