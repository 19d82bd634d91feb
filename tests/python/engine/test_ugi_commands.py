"""The commands that a client sends to an engine, and what it does after a refusal or an interruption."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from support.fake_engine import fake
from volo import EngineError, EngineTerminatedError
from volo.engine import Limit
from volo.engine.ugi.protocol import limit_of, words_of
from volo.engine.ugi.search import UgiSearch


def offering(*options: str) -> str:
    """Return the behavior of an engine that has these options."""
    lines = ", ".join(repr(f"option name {option}") for option in options)
    return f"if command == 'ugi':\n    say({lines})"


@pytest.mark.parametrize(
    "limit",
    [
        Limit(time=0.5, nodes=2**64 - 1, depth=7),
        Limit(orange_clock=60, blue_clock=30.5, orange_inc=1, blue_inc=0.25, remaining_moves=40),
        Limit(blue_clock=3, blue_inc=2),
    ],
)
def test_a_limit_is_written_and_read(limit: Limit) -> None:
    assert limit_of(words_of(limit).split()) == limit


def test_a_refused_search_does_not_hang() -> None:
    refuses = "if command == 'go':\n    say('info string error: too deep')\n    return True"
    with fake(refuses) as engine:
        with pytest.raises(EngineError, match="the engine Fake reports: too deep"):
            engine.play("standard", Limit(time=0))
        # A best move may or may not follow.
        with pytest.raises(EngineTerminatedError):
            engine.clear()


def test_a_refused_position_does_not_leave_multipv_changed() -> None:
    behavior = f"""{offering("MultiPV type spin default 1 min 1 max 9")}
global lines
if command == 'setoption':
    lines = line.split()[-1]
if command == 'position' and lines == '3':
    say('info string error: only chess')
if command == 'go' and lines != '1':
    say('info string error: MultiPV is ' + lines)"""
    with fake(behavior) as engine:
        with pytest.raises(EngineError, match="only chess"):
            engine.analyse("standard", Limit(depth=1), multipv=3)
        assert str(engine.play("standard", Limit(depth=1)).move) == "c5"


def interrupt(work: Callable[[], object], waiter: object, wait: str) -> None:
    """Call a function, and interrupt its first wait as Ctrl-C does."""

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(waiter, wait, interrupted)
        with pytest.raises(KeyboardInterrupt):
            work()


@pytest.mark.parametrize("times", [1, 3])
def test_an_interrupted_command_does_not_hide_the_refusal_of_the_next(times: int) -> None:
    refuses = f"""{offering("Book type string")}
if command == 'setoption':
    say('info string error: ' + line.split()[-1])"""
    with fake(refuses) as engine:
        for _ in range(times):
            interrupt(lambda: engine.configure({"Book": "first"}), engine._program, "receive")
        with pytest.raises(EngineError, match="reports: second"):
            engine.configure({"Book": "second"})
        assert str(engine.play("standard", Limit(depth=1)).move) == "c5"


def test_a_command_after_an_interrupted_search_that_was_refused() -> None:
    refuses = """
global searches
searches = globals().get('searches', 0) + (command == 'go')
if command == 'stop' and searches == 1:
    say('info string error: too deep')
return command in ('go', 'stop') and searches == 1"""
    with fake(refuses) as engine:
        interrupt(lambda: engine.play("standard", Limit(depth=1)), UgiSearch, "wait_until_over")
        assert str(engine.play("standard", Limit(depth=1)).move) == "c5"
