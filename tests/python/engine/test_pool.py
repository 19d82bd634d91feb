"""Pools of engines: fair waits of threads and coroutines, their ends, and searches of many positions."""

from __future__ import annotations

import asyncio
import copy
import gc
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import product, repeat
from threading import Barrier
from time import sleep
from typing import Any

import pytest

from support.engines import refused
from support.pictures import LONG_LOSS, OVER, WIN_IN_ONE
from support.process import PATIENCE, in_a_loop
from volo import EngineBusyError, EngineClosedError, Game, Position, VoloError
from volo.engine import Engine, Info, Limit, Pool, search, solve, solver

FEW = Limit(nodes=200)


def until_somebody_waits(pool: Pool) -> None:
    while not pool._waiting:
        sleep(0.001)


@in_a_loop
async def test_each_engine_is_lent_to_one_at_a_time() -> None:
    """Each borrower may search, because nobody else has the engine."""

    def ask() -> int:
        with pool.engine() as engine:
            engine.play("standard-4", FEW)
            return id(engine)

    async def ask_too() -> int:
        async with pool.engine() as engine:
            await engine.aplay("standard-4", FEW)
            return id(engine)

    with Pool(2, hash_mb=1) as pool:
        used = await asyncio.gather(*(asyncio.to_thread(ask) for _ in range(20)), *(ask_too() for _ in range(20)))
        assert set(used) <= {id(engine) for engine in pool._engines}
        assert len(pool._free) == 2


@in_a_loop
async def test_who_comes_first_gets_an_engine_first() -> None:
    """Threads and coroutines wait in one line."""
    order: list[int] = []

    async def coroutine(i: int) -> None:
        async with pool.engine():
            order.append(i)

    def thread(i: int) -> None:
        with pool.engine():
            order.append(i)

    waiting: list[Any] = []
    with Pool(1, hash_mb=1) as pool:
        with pool.engine():
            for i in range(6):
                waiting.append(asyncio.ensure_future(coroutine(i) if i % 2 else asyncio.to_thread(thread, i)))
                while len(pool._waiting) <= i:
                    await asyncio.sleep(0.001)
            assert order == []
        await asyncio.gather(*waiting)
    assert order == list(range(6))


@in_a_loop
async def test_a_wait_may_have_a_limit() -> None:
    late = pytest.raises(EngineBusyError, match="no engine of the pool was free in time")
    with Pool(1, hash_mb=1) as pool:
        with pool.engine(0) as engine:
            for timeout in (0, 0.01):
                with late, pool.engine(timeout):
                    raise AssertionError
                with late:
                    async with pool.engine(timeout):
                        raise AssertionError
            assert not pool._waiting
        with pool.engine(0) as again:
            assert again is engine


@in_a_loop
async def test_a_canceled_wait_takes_no_engine() -> None:
    """Also if it is canceled at the moment at which an engine comes back, or soon after it."""

    async def borrow(timeout: float | None) -> None:
        async with pool.engine(timeout):
            await asyncio.sleep(1000)

    with Pool(1, hash_mb=1) as pool:
        for timeout, turns in product((None, 1000), range(-1, 6)):
            with pool.engine():
                task = asyncio.create_task(borrow(timeout))
                while not pool._waiting:
                    await asyncio.sleep(0)
                if turns < 0:
                    task.cancel()
            for _ in range(turns):
                await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asyncio.wait_for(task, 10)
            async with pool.engine(0):
                pass
        assert len(pool._free) == 1


def test_the_collector_may_end_a_loan_at_any_moment() -> None:
    def borrow() -> Iterator[Engine]:
        with pool.engine() as engine:
            yield engine

    with Pool(1, hash_mb=1) as pool:
        loan: list[Any] = [borrow()]
        next(loan[0])
        loan.append(loan)
        with ThreadPoolExecutor(1) as executor:
            waiting = executor.submit(lambda: pool.engine().__enter__())
            until_somebody_waits(pool)
            # Another thread may have the lock, or this one.
            with pool._lock:
                del loan
                gc.collect()
            with pytest.raises(EngineBusyError), pool.engine(0):
                raise AssertionError
            assert waiting.result(10) in pool._engines


@in_a_loop
async def test_an_engine_that_comes_back_is_free_and_stopped() -> None:
    with Pool(1, hash_mb=1) as pool:
        for _ in range(2):
            with pytest.raises(VoloError, match="the game is over"), pool.engine() as engine:
                engine.play(OVER, FEW)
        with pytest.raises(VoloError, match="the game is over"):
            async with pool.engine() as engine:
                await engine.aplay(OVER, FEW)
        with pool.engine(0) as engine:
            analysis = engine.analysis("standard")
        assert analysis.is_over
        with pool.engine(0) as engine:
            engine.play("standard-4", FEW)


def test_closing_ends_searches_and_waits() -> None:
    def wait() -> None:
        with pool.engine():
            raise AssertionError

    pool = Pool(1, hash_mb=1)
    with ThreadPoolExecutor(1) as executor, pool.engine() as engine:
        analysis = engine.analysis("standard")
        waiting = executor.submit(wait)
        until_somebody_waits(pool)
        pool.close()
        assert analysis.is_over
        # The search ends with the results that it has.
        assert analysis.wait()
    pool.close()
    for late in (waiting.result, wait):
        assert "the pool of engines is closed" in str(refused(EngineClosedError, late))


@in_a_loop
async def test_closing_ends_searches_and_waits_of_coroutines() -> None:
    async with Pool(2, hash_mb=1) as pool, pool.engine() as engine:
        waiting = pool.engine()
        pool.close()
        with pytest.raises(EngineClosedError, match="the pool of engines is closed"):
            await waiting.__aenter__()
        with pytest.raises(EngineClosedError, match="the engine is closed"):
            await engine.aplay("standard", FEW)


def test_wrong_arguments_are_refused() -> None:
    for number in (0, -1, 10**6):
        assert "engines must be 1 to 1000" in str(refused(VoloError, Pool, number))
    assert "engines must be an int" in str(refused(TypeError, Pool, "2"))
    with Pool(1, hash_mb=1) as pool:
        for wrong, error in ((-1, VoloError), (float("nan"), VoloError), ("1", TypeError)):
            assert "timeout must be" in str(refused(error, pool.engine, wrong))
        loan = pool.engine()
        with loan:
            pass
        assert "can be used once" in str(refused(RuntimeError, loan.__enter__))
        for work in (pickle.dumps, copy.copy):
            assert "cannot be pickled or copied" in str(refused(TypeError, work, pool))


# Many positions

START = Position("standard-4")
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
