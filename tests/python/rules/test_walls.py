"""Walls that are rare in random play.

`tests/data/walls.jsonl` has one position per line: the shape of the wall, the flight that completes it, the regions to
choose from (empty if the opponent is not divided), the number of legal moves, and the number of moves that keep a
region. The reference computed the counts.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from support.data import read_jsonl
from support.engines import ruling_against, texts

WALLS = read_jsonl("walls.jsonl")


def _id(entry: dict[str, Any]) -> str:
    return f"{entry['shape'][:40]}: {entry['fen']}"


@pytest.mark.parametrize("entry", WALLS, ids=_id)
def test_R15_legal_moves_at_a_wall(engine: ModuleType, entry: dict[str, Any]) -> None:
    position = engine.Position.from_fen(entry["fen"])
    legal = texts(position.legal_moves())
    flight = entry["flight"]
    assert len(legal) == entry["legal_moves"]
    assert sum("/" in move for move in legal) == entry["kept_choices"]
    wanted = {f"{flight}/{keep}" for keep in entry["keeps"]} or {flight}
    assert {move for move in legal if move.partition("/")[0] == flight} == wanted


@pytest.mark.parametrize("entry", [entry for entry in WALLS if entry["keeps"]], ids=_id)
def test_R15_each_choice_keeps_its_region_and_clears_the_others(engine: ModuleType, entry: dict[str, Any]) -> None:
    position = engine.Position.from_fen(entry["fen"])
    opponent = position.turn.other
    before = set(position.birds(opponent))
    assert ruling_against(position, entry["flight"]) == "R15"
    kept_of_all: list[str] = []
    for keep in entry["keeps"]:
        move = f"{entry['flight']}/{keep}"
        after = position.play(move)
        kept = set(after.birds(opponent))
        (region,) = after.regions(opponent)
        assert keep in region.birds + region.vacant
        assert kept <= before
        kept_of_all += kept
        for bird in kept:  # any space names the region
            assert str(position.parse_move(f"{entry['flight']}/{bird}")) == move
        if position.in_hand(opponent) is not None:
            assert after.in_hand(opponent) == position.in_hand(opponent) + len(before - kept)
    assert sorted(kept_of_all) == sorted(before)  # each bird is in one of the regions


@pytest.mark.parametrize("entry", [entry for entry in WALLS if not entry["keeps"]], ids=_id)
def test_R15_a_flight_that_does_not_divide_keeps_no_region(engine: ModuleType, entry: dict[str, Any]) -> None:
    position = engine.Position.from_fen(entry["fen"])
    opponent = position.turn.other
    after = position.play(entry["flight"])
    assert after.birds(opponent) == position.birds(opponent)
    for bird in position.birds(opponent):
        assert ruling_against(position, f"{entry['flight']}/{bird}") == "R15"
    if len(after.regions(opponent)) > 1:  # R17 goes first
        assert len(after.flocks(position.turn)) == 1


def test_there_are_walls_of_all_shapes_on_all_edges() -> None:
    assert {len(entry["keeps"]) for entry in WALLS} == {0, 2, 3, 4}
    assert len({entry["shape"] for entry in WALLS}) >= 20
    assert {entry["fen"].count("/") for entry in WALLS} == {6, 8, 10, 12, 14}
