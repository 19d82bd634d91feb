"""Searches of many positions on threads: the results are those of a search for each, in their order."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import repeat
from threading import Barrier
from typing import Any

import pytest

from support.engines import refused
from support.pictures import LONG_LOSS, WIN_IN_ONE
from support.process import PATIENCE
from volo import EngineClosedError, Game, Position, VoloError
from volo.engine import Engine, Info, Limit, Pool, search, solve, solver

START = Position("standard-4")
FEW = Limit(nodes=300)
LAST = [WIN_IN_ONE, LONG_LOSS]


def fields(infos: list[Info]) -> list[tuple[object, ...]]:
    return [(info.score, info.pv, info.nodes, info.multipv) for info in infos]


def test_many_analyses_are_those_of_new_engines() -> None:
    moved = map(START.play, START.legal_moves())
    positions: list[Any] = [START, "standard-5", Game("standard-4", ["a3", "d5"]), *LAST, *moved]
    expected = []
    for position in positions:
        with Engine(hash_mb=1) as engine:
            expected.append(fields(engine.analyse(position, FEW, 2)))
    for engines in (1, 3):
        with Pool(engines, hash_mb=1) as pool:
            assert [*map(fields, pool.analyse(positions, FEW, multipv=2))] == expected
            assert pool.analyse([], FEW) == []


def test_many_solutions_are_those_of_each_position() -> None:
    positions: list[Position | str] = [*LAST, START.play("a3"), Position(LAST[0])]
    expected = [solve(position, nodes=2_000, proof=True) for position in positions]
    for threads in (1, 3):
        assert solve(positions=iter(positions), nodes=2_000, threads=threads, proof=True) == expected
    assert solve(positions=[]) == []
    assert [solution.value for solution in expected] == ["win", "loss", "unknown", "win"]


def test_several_positions_are_searched_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    together = Barrier(3, timeout=PATIENCE)
    monkeypatch.setattr(Engine, "analyse", lambda *_: [together.wait()])
    monkeypatch.setattr(solver, "_solve", lambda *_: ("unknown", None, (), together.wait(), None))
    with Pool(3, hash_mb=1) as pool:
        assert len(pool.analyse([START] * 3, FEW)) == 3
    assert len(solve(positions=[START] * 3, threads=3)) == 3


def test_the_progress_counts_positions() -> None:
    with Pool(2, hash_mb=1) as pool:
        works: list[Callable[..., object]] = [
            partial(pool.analyse, [START] * 40, FEW),
            partial(solve, positions=[*LAST] * 20, threads=2),
        ]
        for work in works:
            calls: list[int] = []
            work(progress=calls.append)
            assert calls[-1] == 40
            assert calls == sorted(calls)
            with pytest.raises(KeyError, match="enough"):
                work(progress=lambda _: dict[str, int]()["enough"])


def test_a_pool_can_be_used_after_an_error() -> None:
    wrong: list[tuple[list[Any], Any, int, type[Exception], str]] = [
        ([START] * 5, Limit(blue_clock=1), 1, VoloError, "no limit for Orange"),
        ([START, None], FEW, 1, TypeError, "position must be"),
        ([START], FEW, 0, VoloError, "multipv must be"),
        ([START], 5, 1, TypeError, "limit must be"),
    ]
    with Pool(2, hash_mb=1) as pool:
        for positions, limit, multipv, error, message in wrong:
            assert message in str(refused(error, pool.analyse, positions, limit, multipv))
        assert len(pool.analyse([START] * 3, FEW)) == 3
    refused(EngineClosedError, pool.analyse, [START], FEW)


def test_wrong_arguments_of_solve_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "_MOST_POSITIONS", 5)
    wrong: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({}, TypeError, "needs a position or positions"),
        ({"position": "standard", "positions": ["standard"]}, TypeError, "together with"),
        ({"positions": ["standard"], "checkpoint": "file"}, TypeError, "together with"),
        ({"positions": "standard"}, TypeError, "positions must be an iterable"),
        ({"positions": [LAST[0], "green"]}, VoloError, "green"),
        ({"positions": repeat(START)}, VoloError, "at most 5 positions"),
    ]
    for arguments, error, message in wrong:
        assert message in str(refused(error, partial(solve, **arguments)))
