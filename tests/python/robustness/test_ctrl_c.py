"""Ctrl-C interrupts calls that work on much data.

A call is interrupted after a tenth of the processor time that it takes. A call that ignores Ctrl-C takes all of it,
however much work it has. Some calls look for signals every 0.1 s, so they may need more work before it shows.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from support.command_line import in_new_process
from support.pictures import WIN_IN_FIVE

# The work grows until it takes long enough to be interrupted by a timer whose steps are milliseconds.
INTERRUPTED = """
import io, json, signal, sys, time
import numpy as np
import volo
import volo.engine
from volo.engine import Engine, Limit, Pool, solve
from volo.report import Plan, collect
from volo._volo import GameRecords, parse_record, write_record

start = volo.Position()
MOST = 10_000_000  # games in a batch

def seconds(code, names, until=0):
    began = time.process_time()
    try:
        signal.setitimer(signal.ITIMER_PROF, until)
        exec(code, names)
        # The signal must not come in the next call, if it was too late for this one.
        signal.setitimer(signal.ITIMER_PROF, 0)
    except (KeyboardInterrupt, volo.VoloError):
        pass
    return time.process_time() - began

signal.signal(signal.SIGPROF, signal.default_int_handler)
for name, (prepare, call) in json.load(sys.stdin).items():
    code, whole, n = compile(call, name, "exec"), 0, 10_000
    for least in 0.08, 0.4, 2:
        while whole < least and n < MOST:
            n = min(MOST, n * max(2, min(50, round(1.5 * least / whole))) if whole else n)
            names = globals() | {"n": n}
            exec(prepare, names)
            whole = seconds(code, names)
        # A call that took less than until the signal came says nothing.
        if any(0.09 * whole < seconds(code, names, whole / 10) < 0.7 * whole for _ in range(5)):
            break
    else:
        raise AssertionError((name, n))
print("done")
"""

# A record with many tags.
TAGGED = """
tags = {f"Tag{i}": "" for i in range(n)}
text = write_record(start, [], tags, {})
"""
ROWS = "g = volo.ArrayGame(threads=1); s, a = g.initial({0}), np.full({0}, 65, np.uint16)"
PLAYED = "g = volo.play_random(n // 50, position='standard-4', record=True); "
# At most 40,000 games have their masks and observations in a gigabyte.
CALLS = {
    "positions of a batch": ("p = [start] * n", "volo.Batch(positions=p)"),
    "positions without end": ("", "volo.Batch(positions=(start for _ in range(n)))"),
    "a batch": ("", "volo.Batch(n)"),
    "Batch.legal_moves": ("b = volo.Batch(n, 'standard-8')", "b.legal_moves()"),
    "Batch.positions": ("b = volo.Batch(n)", "b.positions"),
    "Batch.reset": ("b = volo.Batch(n)", "b.reset()"),
    "Batch.step": ("b = volo.Batch(n); a = np.full(n, 65, np.uint16)", "b.step(a); b.reset()"),
    # An action takes longer to draw here than at the start.
    "Batch.random_actions": (f"b = volo.Batch(positions=['{WIN_IN_FIVE}'] * n)", "b.random_actions()"),
    "Batch.copy": ("b = volo.Batch(n)", "b.copy()"),
    "ArrayGame.step": (ROWS.format("n"), "g.step(s, a, masks=None)"),
    "masks of a batch": ("b = volo.Batch(min(n, 40_000))", "b.legal_mask()"),
    "masks of rows": (ROWS.format("min(n, 40_000)"), "g.legal_mask(s)"),
    "masks after a step": (ROWS.format("min(n, 40_000)"), "g.step(s, a)"),
    "observations": ("b = volo.Batch(min(n, 40_000))", "b.observe(dtype='float64')"),
    "ArrayGame.decisions": ("g = volo.ArrayGame(); s = g.initial(n)", "g.decisions(s)"),
    "Batch.set_positions": ("b = volo.Batch(n); p = [start] * n", "b.set_positions(p)"),
    "a pickle of a batch": ("b = volo.Batch(n)", "b.__reduce__()"),
    "play_random": ("", "volo.play_random(n // 100, threads=3)"),
    "Engine.play": ("e = Engine(hash_mb=1)", "e.play('standard', Limit(nodes=n))"),
    "Engine.analysis": ("e = Engine(hash_mb=1)", "list(e.analysis('standard', Limit(nodes=n)))"),
    "short searches": ("e = Engine(hash_mb=1)", "[e.play('standard', Limit(nodes=50)) for _ in range(n // 200)]"),
    "Pool.analyse": ("p = Pool(2, hash_mb=1)", "p.analyse(['standard'] * 9, Limit(nodes=n))"),
    "solve": ("", "solve('standard-5', n, memory_mb=16)"),
    "solve many": ("", "solve(positions=['standard-5'] * 9, nodes=n // 8, threads=2, memory_mb=1)"),
    "a report": ("", "[*collect(Plan(['standard-4'], games=4, nodes=n // 1000))]"),
    "empty lines": ("t = b' ' * 10 * n", "list(volo.read_records(io.BytesIO(t), format='jsonl', lenient=True))"),
    "tally of empty games": ("m, o = np.zeros(0, np.uint32), np.zeros(n, np.int64)", "volo.tally_games(start, m, o)"),
    "observe_games": (
        f"{PLAYED}o = np.empty((len(g.moves), 10, 7, 7), np.uint8)",
        "volo.observe_games('standard-4', g.moves, g.offsets, out=o, threads=1)",
    ),
    "plays": (PLAYED, "g.plays(estimate=True, threads=1)"),
    "decode_moves": ("c = np.full(n, volo.Move('b2-NE3', 7).code, np.uint32)", "volo.decode_moves(c)"),
    "evaluate": ("p = [start] * n", "volo.engine.evaluate(p)"),
    "games from many": ("p = ['standard-4'] * 20", "volo.play_random(n // 1000, positions=p, threads=1)"),
    "play_games": ("", "volo.play_games(1, policy=f'engine:{n},opening=0', position='standard-7', max_plies=2)"),
    "write_record": (TAGGED, "write_record(start, [], tags, {})"),
    "write_record, endless moves": ("", "write_record(start, ('g5' for _ in range(n)), {}, {})"),
    "parse_record": (TAGGED, "parse_record(text)"),
    "GameRecords": (TAGGED, "next(GameRecords(io.BytesIO(text.encode())))"),
}


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_ctrl_c_interrupts() -> None:
    assert in_new_process(INTERRUPTED, json.dumps(CALLS)) == "done"


AGAIN = """
import io, signal
import volo
from volo._volo import GameRecords, write_record
start, n, read = volo.Position(), 300_000, []
{prepare}
records = GameRecords(io.BytesIO((text + "\\n" + text).encode()))
signal.signal(signal.SIGPROF, signal.default_int_handler)
for _ in range(2):
    # Reading a record takes longer than this.
    signal.setitimer(signal.ITIMER_PROF, 0.02)
    try:
        next(records)
    except KeyboardInterrupt:
        read.append(len(next(records)[2]) - len(tags))
print(len(read), len(set(read)), next(records, None))
"""


def test_reading_resumes_at_an_interrupted_record() -> None:
    assert in_new_process(AGAIN.format(prepare=TAGGED)) == "2 1 None"


COMMAND = """
import os, signal, sys

class Finder:
    def find_spec(name, *_):
        name == sys.argv[1] and os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder)
from volo.cli import main
assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
sys.exit(main(["show"]))
"""


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
@pytest.mark.parametrize("module", ["volo.color", "volo._volo", "volo.cli.app", "click", "volo.cli.positions"])
def test_ctrl_c_while_the_command_imports_prints_nothing(module: str, tmp_path: Path) -> None:
    (script := tmp_path / "volo").write_text(COMMAND, encoding="utf-8")
    done = subprocess.run([sys.executable, str(script), module], capture_output=True, check=False)
    assert (done.returncode in {130, -signal.SIGINT}, done.stdout, done.stderr.strip()) == (True, b"", b"")


def test_the_list_of_commands_needs_none_of_them() -> None:
    program = "import sys; from volo.cli import main; main(sys.argv[1:]); print(*sys.modules)"
    for words in ["--help"], ["simulat"]:
        loaded = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=True)
        assert not {"numpy", "rich", "volo.cli.simulate", "volo.simulate"} & {*loaded.stdout.split()}
