"""Walls that are rare in random play.

`tests/data/walls.jsonl` has one position per line: the shape of the wall, the flight that completes it, the regions to
choose from (empty if the opponent is not divided), the number of legal moves, and the number of moves that keep a
region. The reference computed the counts.
"""

from __future__ import annotations

from types import ModuleType

from support.data import read_jsonl
from support.engines import ruling_against, texts

WALLS = read_jsonl("walls.jsonl")


DIVIDING, OTHERS = ([entry for entry in WALLS if bool(entry["keeps"]) is divides] for divides in (True, False))


def test_R15_legal_moves_at_a_wall(engine: ModuleType) -> None:
    for entry in WALLS:
        position = engine.Position.from_fen(entry["fen"])
        legal = texts(position.legal_moves())
        flight = entry["flight"]
        assert len(legal) == entry["legal_moves"], entry
        assert sum("/" in move for move in legal) == entry["kept_choices"], entry
        wanted = {f"{flight}/{keep}" for keep in entry["keeps"]} or {flight}
        assert {move for move in legal if move.partition("/")[0] == flight} == wanted, entry


def test_R15_each_choice_keeps_its_region_and_clears_the_others(engine: ModuleType) -> None:
    for entry in DIVIDING:
        position = engine.Position.from_fen(entry["fen"])
        opponent = position.turn.other
        before = set(position.birds(opponent))
        assert ruling_against(position, entry["flight"]) == "R15", entry
        kept_of_all: list[str] = []
        for keep in entry["keeps"]:
            move = f"{entry['flight']}/{keep}"
            after = position.play(move)
            kept = set(after.birds(opponent))
            (region,) = after.regions(opponent)
            assert keep in region.birds + region.vacant, entry
            assert kept <= before, entry
            kept_of_all += kept
            for bird in kept:  # any space names the region
                assert str(position.parse_move(f"{entry['flight']}/{bird}")) == move, entry
            if position.in_hand(opponent) is not None:
                assert after.in_hand(opponent) == position.in_hand(opponent) + len(before - kept), entry
        assert sorted(kept_of_all) == sorted(before), entry  # each bird is in one of the regions


def test_R15_a_flight_that_does_not_divide_keeps_no_region(engine: ModuleType) -> None:
    for entry in OTHERS:
        position = engine.Position.from_fen(entry["fen"])
        opponent = position.turn.other
        after = position.play(entry["flight"])
        assert after.birds(opponent) == position.birds(opponent), entry
        for bird in position.birds(opponent):
            assert ruling_against(position, f"{entry['flight']}/{bird}") == "R15", entry
        if len(after.regions(opponent)) > 1:  # R17 goes first
            assert len(after.flocks(position.turn)) == 1, entry


def test_there_are_walls_of_all_shapes_on_all_edges() -> None:
    assert {len(entry["keeps"]) for entry in WALLS} == {0, 2, 3, 4}
    assert len({entry["shape"] for entry in WALLS}) >= 20
    assert {entry["fen"].count("/") for entry in WALLS} == {6, 8, 10, 12, 14}
