"""Engines and the process that they are in: its memory, threads, signals, forks and end."""

from __future__ import annotations

import os
import sys

import pytest

from support.command_line import in_new_process
from support.memory import on_linux
from support.pictures import WIN_IN_ONE
from support.process import PATIENCE
from volo import Position


@on_linux
def test_no_thread_outlives_an_analysis() -> None:
    program = """
import gc, os, time
from volo.engine import Engine
engine = Engine(hash_mb=1, threads=2)
threads = lambda: len(os.listdir("/proc/self/task"))
before = threads()
for is_closed in True, False:
    analysis = engine.analysis("standard")
    analysis.get()
    assert threads() > before
    if is_closed:
        analysis.close()
    else:
        del analysis
        gc.collect()
    # The system removes a thread some microseconds after it has ended.
    deadline = time.monotonic() + 10
    while threads() > before and time.monotonic() < deadline:
        time.sleep(0.001)
    print(threads() - before)
"""
    assert in_new_process(program, OPENBLAS_NUM_THREADS="1").split() == ["0", "0"]


@pytest.mark.parametrize("end", ["raise SystemExit(0)", "analysis.self = analysis"])
def test_the_interpreter_exits_during_an_analysis(end: str) -> None:
    program = f"""
from types import SimpleNamespace
from volo.engine import Engine
engine = Engine(hash_mb=1)
analysis = SimpleNamespace(running=engine.analysis("standard"))
analysis.running.get()
print("done", flush=True)
{end}
"""
    assert in_new_process(program) == "done"


@on_linux
def test_an_engine_is_freed_with_its_memory() -> None:
    program = """
import volo
from support.memory import measure
taken = measure()
for i in range(3):
    engine = volo.engine.Engine(hash_mb=100)
    analysis = engine.analysis("standard")
    if i % 2:
        engine.close()
print(taken())
"""
    assert 95 < float(in_new_process(program)) < 250


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_engines_survive_interruptions_and_end_with_the_interpreter() -> None:
    program = f"""
import signal
from volo.engine import Limit, Pool, UgiEngine
signal.signal(signal.SIGALRM, signal.default_int_handler)
# The traceback of an error refers to the search.
kept = []
def interrupt(call, *arguments):
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        call(*arguments)
    except KeyboardInterrupt as error:
        kept.append(error)
pool, other = Pool(1, hash_mb=1), UgiEngine.popen({[sys.executable, "-m", "volo", "engine"]!r})
with pool.engine() as engine:
    interrupt(pool.engine({PATIENCE}).__enter__)
    for each in engine, engine, other, other, other:
        interrupt(each.play, "standard", Limit())
        print(each.play({WIN_IN_ONE!r}, Limit(depth=2)).info.score)
print(len(kept), other.pid)
"""
    *lines, last = in_new_process(program).splitlines()
    interruptions, pid = map(int, last.split())
    assert (lines, interruptions) == (["win in 1"] * 5, 6)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_process_can_use_an_idle_engine_and_no_running_one() -> None:
    program = """
import os, volo
from volo.engine import Engine, Limit
idle, busy = Engine(hash_mb=1, threads=2), Engine(hash_mb=1)
play = lambda engine: engine.play("standard-4", Limit(depth=3)).move
expected = play(idle)
analysis = busy.analysis("standard")
analysis.get()
child = os.fork()
if child == 0:
    status = int(play(idle) != expected)
    for call, problem in (
        (analysis.get, "forked"), (analysis.wait, "forked"), (lambda: analysis.multipv, "forked"),
        (lambda: analysis.is_over, "forked"), (lambda: play(busy), "in use"),
    ):
        try:
            call()
            status |= 2
        except volo.VoloError as error:
            status |= 0 if problem in str(error) else 4
    analysis.close()
    busy.close()
    del analysis, busy
    os._exit(status)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), analysis.get().depth > 0)
"""
    assert in_new_process(program, OPENBLAS_NUM_THREADS="1") == "0 True"


@on_linux
def test_what_exceeds_memory_is_an_error_or_has_fewer_threads() -> None:
    program = """
import re, resource, numpy, volo
from pathlib import Path
from volo.engine import Engine, Limit, solve
hard = resource.getrlimit(resource.RLIMIT_AS)[1]
def attempt(room, work):
    taken = int(re.search(r"VmSize:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) * 1024
    resource.setrlimit(resource.RLIMIT_AS, (taken + room * 10**6, hard))
    try:
        print(work())
    except (MemoryError, RuntimeError) as error:
        print(type(error).__name__, error)
    resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
for size in (3 << 10, 1 << 20):
    attempt(2000, lambda: Engine(hash_mb=size))
attempt(100, lambda: Engine(threads=256, hash_mb=1))
start, proved = volo.Position("standard-4"), "2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4"
with Engine(threads=256, hash_mb=1) as engine:
    for room in (50, 300, 600):
        attempt(room, lambda: engine.play(start, Limit(nodes=1000)).move in start.legal_moves())
for room in (8, 50, 300):
    attempt(room, lambda: volo.play_random(500, threads=256).plies.size)
    attempt(room, lambda: start.perft(2, threads=256))
    attempt(room, lambda: solve(proved, threads=256, memory_mb=1).value)
    attempt(room, lambda: len(volo.Batch(500, 'standard-4', threads=256).legal_moves()[0]))
"""
    expected = [
        *["MemoryError not enough memory for the table of the engine"] * 2,
        "MemoryError not enough memory for the threads of the engine",
        *["True"] * 3,
        *["500", str(Position("standard-4").perft(2)), "win", "4500"] * 3,
    ]
    assert in_new_process(program).splitlines() == expected
