"""Threads that share values, iterators, batches, arrays and games. docs/THREADS.md states the guarantees.

The tests do not depend on which thread runs when. They run with and without the GIL. Subinterpreters cannot import
volo.
"""

from __future__ import annotations

import importlib.util
import os
import re
import sysconfig
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier
from typing import TypeVar

import numpy as np
import pytest

import volo
from support.command_line import in_new_process
from volo import Batch, Game, Move, Position, Symmetry, VoloError

T = TypeVar("T")

THREADS = 8
FREE_THREADED = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))


def together(work: Callable[[int], T]) -> list[T]:
    """Run work with the numbers of the threads, on all threads at the same time. Return the results."""
    barrier = Barrier(THREADS)

    def run(number: int) -> T:
        barrier.wait()
        return work(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(run, range(THREADS)))


@pytest.mark.skipif(not FREE_THREADED, reason="needs a free-threaded Python")
def test_importing_volo_leaves_the_gil_off() -> None:
    program = "import sys, warnings; warnings.simplefilter('error'); import volo; print(sys._is_gil_enabled())"
    assert in_new_process(program, PYTHON_GIL="") == "False"


def test_values_give_the_same_results_on_all_threads() -> None:
    start, move = Position("standard-5"), Move("d5", edge=5)
    moves, rules, turned = start.legal_moves(), start.rules, Symmetry("rotate-60")

    def look(_: int) -> list[object]:
        seen: list[object] = []
        for _ in range(10):
            after = start.play(move)
            seen += [hash(start), start.fen(), str(moves), moves.codes().tolist(), moves.index(move), rules.spaces]
            seen += [after, after.flocks(volo.BLUE), after.transform(turned).canonical(), after.legal_moves()]
            seen += [repr(after.turn), str(rules), move.transform(turned)]
        return seen

    first, *others = together(look)
    assert others == [first] * (THREADS - 1)


@pytest.mark.parametrize("order", [iter, reversed], ids=["iter", "reversed"])
def test_threads_that_share_an_iterator_get_each_move_once(order: Callable[[object], Iterable[Move]]) -> None:
    moves = Position().legal_moves()
    for _ in range(20):
        shared = order(moves)
        shares = together(lambda _, shared=shared: list(shared))  # type: ignore[misc]
        assert Counter(move for share in shares for move in share) == Counter(moves)


def test_calls_of_one_batch_run_one_after_the_other() -> None:
    """A thread may choose moves that another thread makes illegal. Then no game changes."""
    batch = Batch(50)

    def play(number: int) -> int:
        random, successes = np.random.default_rng(number), 0
        for _ in range(4):
            codes, offsets = batch.legal_moves()
            assert (len(offsets), offsets[-1]) == (51, len(codes))
            if (np.diff(offsets) == 0).any():  # a game is over
                break
            with suppress(VoloError):
                batch.play(codes[random.integers(offsets[:-1], offsets[1:])])
                successes += 1
            assert len({*batch.plies.tolist()}) == len({position.turn for position in batch.positions}) == 1
            assert batch.observe().shape == (50, 10, 13, 13)
        return successes

    successes = sum(together(play))
    assert successes >= 1
    assert (batch.plies == successes).all()
    together(lambda _: batch.reset())
    assert batch.positions == [Position()] * 50


def test_an_array_may_change_while_a_batch_reads_it() -> None:
    """The batch reads each number once, and checks what it has read."""
    batch, move = Batch(2_000, "standard-4"), Move("a3", edge=4).code
    codes = np.full(2_000, Batch.SKIP, np.uint32)

    def work(number: int) -> None:
        for value in [move, Batch.SKIP, 2**31, 0] * 25:
            if number % 2:
                codes[:] = value
                continue
            try:
                batch.play(codes)
            except VoloError:
                batch.reset()

    together(work)
    assert set(batch.positions) <= {Position("standard-4"), Position("standard-4").play("a3")}


# A signal handler changes the shape of the array between the check of its shape and the copy of its numbers.
RESHAPED = """
import signal
import numpy as np
import volo
moves, offsets = np.zeros(4, np.uint32), np.zeros(2_000_000, np.int64)
def reshape(*_):
    array.shape = (-1, 2)
signal.signal(signal.SIGPROF, reshape)
for array in moves, offsets:
    for delay in 1, 2, 4, 8, 16:
        array.shape = (-1,)
        signal.setitimer(signal.ITIMER_PROF, delay / 1000)
        try:
            volo.tally_games("standard-4", moves, offsets, threads=1)
        except TypeError as error:
            assert "with 2 dimensions" in str(error), error
        signal.setitimer(signal.ITIMER_PROF, 0)
    array.shape = (-1,)
print("done")
"""


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_a_signal_handler_may_change_the_shape_of_an_array() -> None:
    assert in_new_process(RESHAPED) == "done"


def test_two_calls_do_not_write_to_one_array() -> None:
    batch = Batch(500)
    out, planes = np.zeros((500, 10, 13, 13), np.uint8), batch.observe()

    def error(_: int) -> str:
        try:
            assert batch.observe(out) is out
        except VoloError as error:
            return str(error)
        return ""

    for _ in range(20):
        assert {*together(error)} <= {"", "out is in use by another call"}
    assert (out == planes).all()
    assert batch.observe(out) is out


def test_a_game_that_threads_change_without_a_lock_is_checked_when_it_is_written() -> None:
    game = Game("standard-4")

    def push(number: int) -> None:
        for _ in range(5):
            moves = game.position.legal_moves()
            with suppress(VoloError):
                game.push(moves[number % max(len(moves), 1)] if moves else "pass")

    together(push)
    with suppress(VoloError):
        written = game.record()
        assert Game.from_record(written).moves == game.moves


# Long and short calls that let go of the GIL. Python before 3.14 ends a daemon thread when it takes the GIL again.
CALLS = [
    *("volo.Position().perft(9)", "volo.play_random(10**9)", "volo.engine.solve(start, nodes=10**9)"),
    *("start.perft(2)", "start.divide(2)", "volo.play_random(1)", "volo.play_games(1, tally=True)"),
    *("batch.legal_moves()", "batch.observe()", "engine.play(start, volo.engine.Limit(nodes=100))"),
]


@pytest.mark.parametrize("call", CALLS)
def test_a_program_ends_while_a_daemon_thread_works(call: str) -> None:
    program = f"""
import threading, time, volo, volo.engine
batch, engine, start = volo.Batch(100), volo.engine.Engine(), volo.Position("standard-5")
def work():
    started.set()
    while True:
        {call}
started = threading.Event()
threading.Thread(target=work, daemon=True).start()
started.wait()
time.sleep(0.1)
print("done")
"""
    assert in_new_process(program) == "done"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_process_that_is_forked_during_the_first_calls_does_not_wait_for_them() -> None:
    """A process makes its first calls and is forked meanwhile. Its child must be able to make the same calls."""
    program = """
import os, signal, threading, time, volo
from volo.engine import Engine, Limit
def work():
    volo.play_games(2, position="standard-4", policy="careful", tally=True)
    for edge in volo.Rules.EDGES:
        volo.ActionSpace(edge)
    start = volo.Position("standard-4")
    volo.Decision(start).legal_actions()
    Engine(hash_mb=1).analyse(start, Limit(nodes=10))
# A fork can catch Python while it imports a module, and the numpy crate while it looks NumPy up. The locks of both stay
# taken in the child.
import volo.player, volo.playouts, volo.tally
volo.Position("standard-4").observe()
failures = 0
for moment in range(20):
    process = os.fork()
    if process == 0:
        thread = threading.Thread(target=work)
        thread.start()
        time.sleep(moment * 1e-4)
        child = os.fork()
        if child == 0:
            signal.alarm(20)
            work()
            os._exit(0)
        failures = os.waitpid(child, 0)[1]
        thread.join()
        os._exit(failures != 0)
    failures += os.waitpid(process, 0)[1] != 0
print(failures)
"""
    assert in_new_process(program, OPENBLAS_NUM_THREADS="1") == "0"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_process_that_is_forked_during_a_call_works_as_its_parent_does() -> None:
    """Its threads and those of its batch are not in the child."""
    program = """
import os, threading, time, volo
batch = volo.Batch(40_000, "standard-4")
def work():
    games = volo.play_random(500, position="standard-4", seed=1, threads=2)
    return games.plies.sum(), len(batch.legal_moves()[0]), len(volo.Position().legal_moves())
before, children = work(), []
other = threading.Thread(target=lambda: volo.play_random(5_000, threads=2))
while not children or other.is_alive() and len(children) < 5:
    child = os.fork()
    if child == 0:
        os._exit(0 if work() == before else 1)
    # The first child is forked between two calls.
    if not children:
        other.start()
    children.append(child)
    time.sleep(0.02)
print({os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children})
"""
    assert in_new_process(program, OPENBLAS_NUM_THREADS="1") == "{0}"


PROGRAM = """
import sys
import {module} as interpreters
{before}
program = '''
import sys
sys.path[:] = {{}}
try:
    import volo
except ImportError as error:
    print(error, flush=True)
'''.format(sys.path)
new = interpreters.create({kind})
interpreters.run_string(new, program)
interpreters.destroy(new)
import volo
print(volo.Position("standard-4").play("a3").turn)
"""


@pytest.mark.parametrize("before", ["", "import volo"], ids=["first", "after the main interpreter"])
@pytest.mark.parametrize("kind", ["isolated", "legacy"])
def test_a_subinterpreter_cannot_import_volo(kind: str, before: str) -> None:
    # The private modules exist since 3.13 and before it. The public module of 3.14 creates only isolated ones.
    names = filter(importlib.util.find_spec, ["_interpreters", "_xxsubinterpreters"])
    module = next(names, None) or pytest.skip("this Python has no module that creates subinterpreters")
    argument = repr(kind) if module == "_interpreters" else f"isolated={kind == 'isolated'}"
    error, turn = in_new_process(PROGRAM.format(module=module, before=before, kind=argument)).splitlines()
    assert re.search("subinterpreters?", error)
    assert turn == "blue"
