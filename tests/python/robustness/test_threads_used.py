"""As many threads work as `threads` says, and calls that promise it leave the interpreter free. Both are counted.

They are not in `test_threads.py`, which also tests wheels in emulated processors.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import volo
from support.command_line import in_new_process
from support.memory import on_linux
from volo import ArrayGame, Batch, Position
from volo.engine import Engine, Limit, evaluate

# The most threads that a call adds to a new process. The calls may be over before they are seen, so they are repeated.
USED = """
import os
from concurrent.futures import ThreadPoolExecutor
import volo
from volo.engine import Engine, Limit
game = volo.ArrayGame("standard-5", threads={threads})
most, wanted = 0, {wanted}
with ThreadPoolExecutor(1) as pool:
    pool.submit(int).result()
    before = len(os.listdir("/proc/self/task"))
    for _ in range(200 if wanted else 2):
        running = pool.submit(lambda: {call})
        while not running.done():
            most = max(most, len(os.listdir("/proc/self/task")) - before)
        if wanted and most >= wanted:
            break
print(most)
"""


@on_linux
@pytest.mark.parametrize(
    "call",
    [
        "volo.Position('standard-5').perft(4, threads={threads})",
        "volo.play_random(2_000, position='standard-5', threads={threads})",
        "volo.Batch(20_000, 'standard-5', threads={threads}).legal_moves()",
        "game.legal_mask(game.initial(20_000))",
        "Engine(threads={threads}, hash_mb=1).play('standard-6', Limit(nodes=20_000))",
    ],
)
def test_a_call_has_the_threads_that_it_was_given(call: str) -> None:
    for threads in (1, 4):
        # The calling thread works, too, or waits for signals while another thread does.
        wanted = threads - 1
        program = USED.format(call=call.format(threads=threads), threads=threads, wanted=wanted)
        assert int(in_new_process(program, OPENBLAS_NUM_THREADS="1")) in (wanted, threads)


ROWS = ArrayGame("standard-6", threads=1)


@pytest.mark.parametrize(
    "call",
    [
        lambda size: Position().perft(2 + size // 8, threads=1 + size % 2),
        lambda size: Position().divide(2 + size // 8),
        lambda size: volo.play_random(50 * 2**size, threads=1),
        lambda size: Batch(50 * 2**size, threads=1).legal_moves(),
        lambda size: ROWS.legal_mask(np.repeat(ROWS.initial(1), 50 * 2**size, axis=0), packed=True),
        lambda size: Engine(hash_mb=1).play("standard", Limit(nodes=50 * 2**size)),
        lambda size: evaluate([Position()] * (50 * 2**size)),
    ],
    ids=["perft", "divide", "play_random", "Batch", "ArrayGame", "Engine", "evaluate"],
)
def test_the_interpreter_is_free_during_a_call(call: Callable[[int], object]) -> None:
    """Another thread counts while ever larger calls run. It could not if they held the interpreter."""
    with ThreadPoolExecutor(1) as pool:
        for size in range(18):
            running, counted = pool.submit(call, size), 0
            while not running.done():
                counted += 1
            running.result()
            if counted > 10_000:
                return
    raise AssertionError(f"counted to {counted} only")
