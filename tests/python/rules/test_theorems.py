"""Consequences of the rules, tested in played and in constructed positions. Tests in Rust have further ones."""

from __future__ import annotations

import pickle
from collections import Counter
from random import Random
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import volo
from support.engines import ENGINES, texts
from support.strategies import EDGES, made_up, positions, some_rules, walk


def as_in(engine: ModuleType, position: volo.Position) -> Any:
    """Return the same position in this engine."""
    return engine.Position.from_fen(position.fen())


# R16.


@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)
@given(position=positions())
def test_R16_an_add_never_divides_the_opponent(engine: ModuleType, position: volo.Position) -> None:
    here = as_in(engine, position)
    for move in here.legal_moves():
        if move.kind == "add":
            after = here.play(move)
            assert len(after.regions(here.turn.other)) == 1, move
            assert after.birds(here.turn.other) == here.birds(here.turn.other), move


@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)
@given(position=positions((4, 5, 6)))
def test_R16_no_turn_divides_the_movers_own_birds(engine: ModuleType, position: volo.Position) -> None:
    """After a turn that does not win, the opponent's birds are in one region, too."""
    here = as_in(engine, position)
    for move in here.legal_moves():
        after = here.play(move)
        assert len(after.regions(here.turn)) == 1, move
        assert len(after.flocks(here.turn)) == 1 or len(after.regions(here.turn.other)) == 1, move


def test_R16_holds_for_thousands_of_turns() -> None:
    random = Random(16)
    kinds: Counter[str] = Counter()
    for number in range(600):
        position = made_up(random, some_rules(random, EDGES[number % 5]))
        for move, after in walk(random, position, 25):
            kinds[f"{move.kind}{'/' if move.keep else ''}"] += 1
            assert len(after.regions(position.turn)) == 1, (position.fen(), move)
            if len(after.flocks(position.turn)) > 1:
                assert len(after.regions(after.turn)) == 1, (position.fen(), move)
            position = after
    assert min(kinds[kind] for kind in ("add", "fly", "fly/", "pass")) >= 100, kinds


# Positions as values.


@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)
@given(position=positions(), protocol=st.integers(0, pickle.HIGHEST_PROTOCOL))
def test_fen_and_pickle_restore_a_position(engine: ModuleType, position: volo.Position, protocol: int) -> None:
    here = as_in(engine, position)
    for again in (engine.Position.from_fen(here.fen()), pickle.loads(pickle.dumps(here, protocol))):
        assert again == here
        assert hash(again) == hash(here)
        assert again.fen() == here.fen()
        assert texts(again.legal_moves()) == texts(here.legal_moves())
    for move in here.legal_moves()[:3]:
        assert pickle.loads(pickle.dumps(move, protocol)) == move
