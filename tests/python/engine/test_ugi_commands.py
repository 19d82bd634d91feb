"""The commands that a client sends to an engine, and what it does after a refusal or an interruption."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from support.fake_engine import fake
from support.pictures import WIN_IN_ONE
from volo import EngineError, EngineTerminatedError
from volo.engine import Limit, Score, UgiEngine
from volo.engine.ugi.protocol import limit_of, words_of
from volo.engine.ugi.search import UgiSearch


def offering(*options: str) -> str:
    """Return the behavior of an engine that has these options."""
    lines = ", ".join(repr(f"option name {option}") for option in options)
    return f"if command == 'ugi':\n    say({lines})"


def test_the_largest_number_of_nodes_reaches_our_engine() -> None:
    most = 2**64 - 1
    assert limit_of(words_of(Limit(nodes=most)).split()) == Limit(nodes=most)
    assert limit_of(["nodes", str(most + 1)]) == Limit(nodes=most)
    with UgiEngine.popen([sys.executable, "-m", "volo", "engine"]) as engine:
        result = engine.play(WIN_IN_ONE, Limit(nodes=10**18, time=10))
    assert result.info is not None
    assert result.info.score == Score.win(1)


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


def interrupt(work: Callable[[], object], engine: UgiEngine) -> None:
    """Call a function, and interrupt its first wait for a line as Ctrl-C does."""

    def receive(_: object) -> str:
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine._program, "receive", receive)
        with pytest.raises(KeyboardInterrupt):
            work()


def interrupted(*_: object) -> bool:
    raise KeyboardInterrupt


@pytest.mark.parametrize("times", [1, 3])
def test_an_interrupted_command_does_not_hide_the_refusal_of_the_next(times: int) -> None:
    refuses = f"""{offering("Book type string")}
if command == 'setoption':
    say('info string error: ' + line.split()[-1])"""
    with fake(refuses) as engine:
        for _ in range(times):
            interrupt(lambda: engine.configure({"Book": "first"}), engine)
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
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(UgiSearch, "wait_until_over", interrupted)
            with pytest.raises(KeyboardInterrupt):
                engine.play("standard", Limit(depth=1))
        assert str(engine.play("standard", Limit(depth=1)).move) == "c5"
