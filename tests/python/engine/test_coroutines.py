"""Engines in coroutines of asyncio: both kinds of engines, canceling, and calls at the same time."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from itertools import product
from threading import Thread
from typing import Any

import pytest

from support.fake_engine import fake, on
from support.pictures import WIN_IN_ONE
from support.process import PATIENCE, in_a_loop
from volo import EngineBusyError, EngineClosedError, EngineTerminatedError
from volo.engine import Engine, Info, Limit, Score, UgiEngine

OURS = [sys.executable, "-m", "volo", "engine"]

# An engine that searches until it is stopped.
ENDLESS = on("go", "say('info depth 1 score cp 5 nodes 10 time 1 pv c5')") + "\n" + on("stop", "say('bestmove c5')")

Search = Callable[[], Coroutine[Any, Any, object]]


@pytest.fixture(scope="module", params=["local", "ugi"])
def either(request: pytest.FixtureRequest) -> Iterator[Engine | UgiEngine]:
    with Engine(hash_mb=1) if request.param == "local" else UgiEngine.popen(OURS) as made:
        if isinstance(made, UgiEngine):
            made.configure({"Hash": 1})
        yield made


@in_a_loop
async def test_a_coroutine_gets_the_answers_that_a_call_gets(either: Engine | UgiEngine) -> None:
    def fields(infos: list[Info]) -> list[tuple[object, ...]]:
        return [(info.score.points, info.pv, info.nodes) for info in infos]

    result = await either.aplay(WIN_IN_ONE, Limit(depth=3))
    assert result.info is not None
    assert (result.info.score, result.ponder) == (Score.win(1), None)
    either.clear()
    infos = await either.aanalyse("standard-4", Limit(depth=3), multipv=2)
    either.clear()
    assert fields(infos) == fields(either.analyse("standard-4", Limit(depth=3), multipv=2))


@in_a_loop
async def test_reports_come_one_after_the_other(either: Engine | UgiEngine) -> None:
    async with either.analysis("standard-4", Limit(depth=4)) as analysis:
        assert [info.depth async for info in analysis] == [1, 2, 3, 4]
        assert analysis.is_over
        assert [info async for info in analysis] == []
        (last,) = await analysis
        assert last == analysis.info
        assert last.depth == 4


@in_a_loop
async def test_reports_come_while_the_search_goes_on(either: Engine | UgiEngine) -> None:
    async with either.analysis("standard-4") as analysis:
        for depth in range(1, 8):
            assert (await asyncio.wait_for(anext(analysis), PATIENCE)).depth == depth


@in_a_loop
async def test_one_analysis_serves_threads_and_coroutines(either: Engine | UgiEngine) -> None:
    seen: list[int] = []
    with either.analysis("standard-4", Limit(depth=5)) as analysis:
        reader = Thread(target=lambda: seen.extend(info.depth for info in analysis))
        reader.start()

        async def read() -> None:
            seen.extend([info.depth async for info in analysis])

        await asyncio.gather(read(), read(), analysis)
        await asyncio.to_thread(reader.join)
    assert sorted(seen) == [1, 2, 3, 4, 5]


def searches(engine: Engine | UgiEngine, start: str, limit: Limit) -> list[Search]:
    async def read() -> None:
        async with engine.analysis(start, limit) as analysis:
            async for _ in analysis:
                pass

    async def wait() -> None:
        async with engine.analysis(start, limit) as analysis:
            await analysis

    async def leave() -> None:
        async with engine.analysis(start, limit):
            pass

    return [lambda: engine.aplay(start, limit), lambda: engine.aanalyse(start, limit), read, wait, leave]


@in_a_loop
async def test_a_cancellation_at_any_moment_is_not_lost_and_leaves_the_engine_free(either: Engine | UgiEngine) -> None:
    """Also one that comes when the search has just ended, or again while the coroutine waits for the end."""
    endless, short = searches(either, "standard", Limit()), searches(either, WIN_IN_ONE, Limit(depth=1))
    for search, turns, times in [*product(endless, (1, 30), (1, 3)), *product(short, range(0, 120, 4), (1,))]:
        task = asyncio.create_task(search())
        for _ in range(turns):
            await asyncio.sleep(0)
        is_canceled = task.cancel()
        for _ in range(times - 1):
            await asyncio.sleep(0)
            task.cancel()
        await asyncio.wait([task])
        assert task.cancelled() == is_canceled
        # No search runs any more, or this call would be refused.
        either.clear()


@in_a_loop
async def test_a_report_is_not_lost_with_a_wait_that_was_canceled() -> None:
    with fake(ENDLESS) as engine:
        analysis = engine.analysis("standard")
        seen: list[Info] = []
        while not seen:
            for _ in range(3):
                waiting = asyncio.ensure_future(anext(analysis))
                await asyncio.sleep(0)
                if waiting.cancel():
                    with pytest.raises(asyncio.CancelledError):
                        await waiting
                else:
                    seen.append(waiting.result())
        assert [info.score.points for info in seen] == [5]
        async with analysis:
            pass
        assert analysis.is_over


@in_a_loop
async def test_a_call_during_another_is_refused(either: Engine | UgiEngine) -> None:
    first = asyncio.create_task(either.aplay("standard", Limit()))
    await asyncio.sleep(0)
    few = Limit(nodes=1)
    others = await asyncio.gather(*(either.aplay("standard", few) for _ in range(2)), return_exceptions=True)
    assert [type(other) for other in others] == [EngineBusyError] * 2
    for call in (either.clear, lambda: either.play("standard", few), lambda: either.analysis("standard")):
        with pytest.raises(EngineBusyError, match="in use by another call or an analysis"):
            call()
    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first


@in_a_loop
async def test_an_engine_is_closed_at_the_end_of_the_block() -> None:
    async with Engine(hash_mb=1) as own, UgiEngine.popen(OURS) as other:
        searches = [asyncio.create_task(engine.aanalyse("standard", Limit())) for engine in (own, other)]
        await asyncio.sleep(0.01)
    for engine in (own, other):
        with pytest.raises(EngineClosedError, match="is closed"):
            await engine.aplay("standard", Limit(depth=1))
    # An engine in this process still has its results. Another program is gone.
    found, error = await asyncio.gather(*searches, return_exceptions=True)
    assert isinstance(found, list)
    assert isinstance(error, EngineClosedError)


@in_a_loop
async def test_an_error_of_another_program_reaches_the_coroutine() -> None:
    exits = on("go", "raise SystemExit(3)")
    with fake(exits) as engine, pytest.raises(EngineTerminatedError):
        await engine.aplay("standard", Limit(depth=1))
    with fake(exits) as engine:
        analysis = engine.analysis("standard", Limit(depth=1))
        waits: list[Awaitable[object]] = [anext(analysis), analysis, asyncio.to_thread(analysis.get)]
        for wait in waits:
            with pytest.raises(EngineTerminatedError):
                await wait


@in_a_loop
async def test_an_engine_that_does_not_stop_is_ended() -> None:
    with fake("if command == 'go':\n    time.sleep(600)") as engine:
        engine._timeout = 0.1
        task = asyncio.create_task(engine.aplay("standard", Limit()))
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        with pytest.raises(EngineTerminatedError):
            engine.play("standard", Limit(depth=1))


def test_a_loop_that_ends_does_not_disturb_the_search(small_engine: Engine) -> None:
    analysis = small_engine.analysis("standard-4", Limit(depth=3))

    async def give_up() -> None:
        waiting = asyncio.ensure_future(asyncio.wait([asyncio.ensure_future(anext(analysis))]))
        await asyncio.sleep(0)
        waiting.cancel()

    asyncio.run(give_up())
    assert analysis.wait()[0].depth == 3
    asyncio.run(analysis._end())
