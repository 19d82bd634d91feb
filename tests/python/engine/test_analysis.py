"""Analyses in the background: their reports, their end, and calls meanwhile."""

from __future__ import annotations

from math import nan
from time import monotonic

import pytest

from support.ctrl_c import PATIENCE
from volo import EngineBusyError, EngineClosedError, Position, VoloError
from volo.engine import Engine, Limit


def test_an_analysis_yields_ever_deeper_reports(small_engine: Engine) -> None:
    with small_engine.analysis("standard-5", multipv=2) as analysis:
        seen = []
        for info in analysis:
            seen.append(info)
            if len(seen) == 6:
                break
        assert [(info.depth, info.multipv) for info in seen] == [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2)]
        assert not analysis.is_over
        assert analysis.info is not None
    assert analysis.is_over
    assert analysis.info == analysis.multipv[0] == analysis.wait()[0]


def test_an_analysis_ends_at_its_limit(small_engine: Engine) -> None:
    analysis = small_engine.analysis("standard-5", Limit(depth=3))
    assert [info.depth for info in analysis] == [1, 2, 3]
    assert analysis.get() is None
    assert analysis.is_over
    assert list(analysis) == []
    assert analysis.wait()[0].depth == 3


def test_waiting_may_have_a_limit(small_engine: Engine) -> None:
    with small_engine.analysis("standard", Limit(depth=10**6)) as analysis:
        while analysis.get(0) is not None:
            pass
        began = monotonic()
        analysis.wait(0.1)
        assert monotonic() - began >= 0.1
        assert not analysis.is_over
        for wrong in (-1, nan):
            with pytest.raises(VoloError):
                analysis.get(wrong)
        with pytest.raises(TypeError):
            analysis.wait("1")  # type: ignore[arg-type]


def test_a_search_stops_soon() -> None:
    """The promise is 50 ms; the test allows for a loaded machine."""
    with Engine(hash_mb=1) as made:
        for stop in (lambda analysis: analysis.stop(), lambda analysis: analysis.close(), lambda _: made.close()):
            analysis = made.analysis("standard")
            analysis.get()
            began = monotonic()
            stop(analysis)
            analysis.wait()
            assert monotonic() - began < PATIENCE
            assert analysis.is_over


def test_an_engine_in_use_refuses_other_calls(small_engine: Engine) -> None:
    with small_engine.analysis("standard"):
        for call in (
            lambda: small_engine.play("standard", Limit(nodes=1)),
            lambda: small_engine.analyse("standard", Limit(nodes=1)),
            lambda: small_engine.analysis("standard"),
            small_engine.clear,
        ):
            with pytest.raises(EngineBusyError, match="the engine is in use"):
                call()
    assert small_engine.play("standard", Limit(nodes=1)).move in Position().legal_moves()


def test_a_closed_engine_refuses_calls(small_engine: Engine) -> None:
    analysis = small_engine.analysis("standard")
    small_engine.close()
    assert analysis.is_over
    small_engine.close()
    for call in (
        lambda: small_engine.play("standard", Limit(nodes=1)),
        lambda: small_engine.analysis("standard"),
        small_engine.clear,
    ):
        with pytest.raises(EngineClosedError, match="the engine is closed"):
            call()
