"""The core and the reference agree, by all paths: in positions of all kinds, in games, and about malformed texts.

The fastest backend is compared with the reference, and then the slowest one with what the reference said.
"""

from __future__ import annotations

import multiprocessing
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import volo
from support.data import read_jsonl
from support.engines import SLOWEST
from support.parity import Sheet, answer, check, compare_readings, consult
from support.pictures import BOTH_STUCK, GAP, ORANGE_STUCK, OWN_REGIONS, rows
from support.strategies import EDGES, garbled, named_rules, perhaps_valid, positions, randoms, rules_by_hand, some_rules
from volo import Position, Rules, _volo, reference
from volo.typing import Policy

# The reference lists the moves of a position of edge 8 ten times as slowly as those of one of edge 4.
EXAMPLES = settings().max_examples


def check_all(sheets: list[Sheet]) -> str:
    for sheet in sheets:
        check(sheet)
    return _volo.backend()


def check_the_slowest_backend(sheets: list[Sheet]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("VOLO_BACKEND", SLOWEST)
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
            assert pool.submit(check_all, sheets).result() == SLOWEST


@pytest.mark.parametrize("edge", EDGES)
def test_all_paths_agree_with_the_reference(edge: int) -> None:
    sheets: list[Sheet] = []

    @settings(max_examples=EXAMPLES * (20 if edge < 6 else 2))
    @given(positions((edge,)))
    def compare(position: Position) -> None:
        sheet = consult(position.fen())
        check(sheet)
        sheets.append(sheet)

    compare()
    check_the_slowest_backend(sheets)


def test_walls_and_stuck_players() -> None:
    """Positions that chance rarely draws: walls, and passes by each of the rules."""
    fens = [entry["fen"] for entry in read_jsonl("walls.jsonl")]
    for picture, passing, stuck in product((GAP, OWN_REGIONS, ORANGE_STUCK, BOTH_STUCK), Rules.PASSING, Rules.STUCK):
        rules = f"edge=4,supply=60,pass={passing},stuck={stuck}"
        fens += [f"{rows(picture)} {turn} {passes} {rules}" for turn, passes in (("o", 0), ("o", 1))]
    sheets = [*map(consult, fens)]
    check_all(sheets)
    check_the_slowest_backend(sheets)


@pytest.mark.parametrize("policy", get_args(Policy))
@pytest.mark.parametrize("edge", EDGES)
def test_random_games_are_replayed_by_the_reference(edge: int, policy: Policy) -> None:
    some = named_rules(edge) + (rules_by_hand(edge) if edge == 4 else ())
    # A game takes the reference half a second on edge 8, so the short test cuts games off on large skies.
    plies = 40 if edge > 6 and EXAMPLES < 100 else 10_000
    view: dict[str, Any] = {"policy": policy, "seed": edge, "max_plies": plies, "count_moves": True, "record": True}
    games = volo.play_random(1, positions=some, **view)
    for game, count in zip(games, games.legal_moves.tolist(), strict=True):
        position, listed = reference.Position(str(game.start.rules)), 0
        for core, move in zip(game.positions, game.moves, strict=False):
            legal = sorted(map(str, position.legal_moves()))
            assert sorted(map(str, core.legal_moves())) == legal, core.fen()
            assert str(move) in legal
            listed += len(legal)
            position = position.play(str(move))
        assert (position.fen(), position.outcome()) == (game.position.fen(), game.outcome())
        assert position.is_over or len(game) == plies
        assert listed == count


# The reference counts this number of nodes in less than a second.
@pytest.mark.parametrize("entry", [entry for entry in read_jsonl("perft.jsonl") if entry["nodes"] < 6_000])
def test_perft_of_the_reference_is_correct(entry: dict[str, Any]) -> None:
    """The counts are those that other programs confirm. Tests in Rust check the core."""
    start = reference.Position(entry["rules"])
    assert start.perft(entry["depth"]) == entry["nodes"], (entry, start.divide(entry["depth"]))


# Malformed texts.


def test_invalid_positions_are_refused_alike() -> None:
    random = Random(20100831)
    found = Counter(compare_readings(perhaps_valid(random, some_rules(random, EDGES[n % 5]))) for n in range(300))
    assert min(found["position"], found["invalid"]) > 40, found


BLANKS = st.text(" \t\r\n\x0b\x0c\xa0\u2028\ufeff", max_size=3)


@given(position=positions((4, 5)), random=randoms, before=BLANKS, after=BLANKS)
def test_white_space_at_the_ends(position: Position, random: Random, before: str, after: str) -> None:
    """Both ignore the same characters at the ends, and give errors the same places."""
    other = reference.Position.from_fen(position.fen())
    move = random.choice([*map(str, position.legal_moves()), "b2:b3-E1/b2", "pass"])
    for text in (f"{before}{move}{after}", f"{before}{garbled(random, move)}{after}"):
        assert answer(position, text) == answer(other, text), text
    for text in (position.fen(), garbled(random, position.fen())):
        compare_readings(f"{before}{text}{after}")
