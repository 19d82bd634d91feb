"""Ctrl-C interrupts calls that work on much data.

A call is interrupted after a tenth of the processor time that it takes. A call that ignores Ctrl-C takes all of it.
"""

from __future__ import annotations

import os

import pytest

from support.command_line import in_new_process

INTERRUPTED = """
import signal, time
import numpy as np
import volo
import volo.engine
from volo._volo import GameRecords, _positions, parse_record, write_record
{prepare}
def seconds():
    began = time.process_time()
    try:
        {call}
    except (KeyboardInterrupt, volo.VoloError):
        pass
    return time.process_time() - began
whole = min(seconds() for _ in range(2))
def interrupted():
    signal.setitimer(signal.ITIMER_PROF, whole / 10)
    return seconds()
signal.signal(signal.SIGPROF, signal.default_int_handler)
print(min(interrupted() for _ in range(3)) / whole)
"""


# A record with many tags.
TAGGED = """
start, tags = volo.Position(), {f"Tag{i}": "" for i in range(300_000)}
text = write_record(start, [], tags, {})
"""

# An action takes longer to draw here than at the start.
MID_GAME = "2/1obb1/1obo1b/o1ob/b1bo2/o4/1o b 0 standard-4"

CALLS = {
    "positions of a batch": ("p = [volo.Position()] * 500_000", "volo.Batch(positions=p)"),
    "positions without end": ("p = volo.Position()", "volo.Batch(positions=(p for _ in range(500_000)))"),
    "a batch": ("", "volo.Batch(1_000_000)"),
    "Batch.positions": ("b = volo.Batch(500_000)", "b.positions"),
    "Batch.reset": ("b = volo.Batch(2_000_000)", "b.reset()"),
    "Batch.step": (
        "b = volo.Batch(1_000_000); a = np.full(1_000_000, volo.ActionSpace(7).of('c5')[0], np.uint16)",
        "b.step(a); b.reset()",
    ),
    "Batch.random_actions": (
        f"b = volo.Batch(positions=[volo.Position('{MID_GAME}')] * 500_000)",
        "b.random_actions()",
    ),
    "Batch.copy": ("b = volo.Batch(1_000_000)", "b.copy()"),
    "Batch.set_positions": ("b = volo.Batch(500_000); p = [volo.Position()] * 500_000", "b.set_positions(p)"),
    "a pickle of a batch": ("b = volo.Batch(1_000_000)", "b.__reduce__()"),
    "tally of empty games": (
        "m, o = np.zeros(0, np.uint32), np.zeros(5 * 10**6, np.int64)",
        "volo.tally_games(volo.Position(), m, o)",
    ),
    "observe_games": (
        """
g = volo.play_random(20_000, position="standard-4", record=True)
o = np.empty((len(g.moves), 10, 7, 7), np.uint8)
""",
        "volo.observe_games('standard-4', g.moves, g.offsets, out=o, threads=1)",
    ),
    "evaluate": ("p = [volo.Position()] * 200_000", "volo.engine.evaluate(p)"),
    "games from many positions": (
        "p = [volo.Position('standard-4')] * 20",
        "volo.play_random(500, positions=p, threads=1)",
    ),
    "play_games": ("", "volo.play_games(1, policy='engine:150000,opening=0', position='standard-7', max_plies=2)"),
    "write_record": (TAGGED, "write_record(start, [], tags, {})"),
    "write_record, endless moves": ("", "write_record(volo.Position(), ('g5' for _ in range(10**6)), {}, {})"),
    "parse_record": (TAGGED, "parse_record(text)"),
    "GameRecords": (TAGGED + "import io", "next(GameRecords(io.BytesIO(text.encode())))"),
}


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
@pytest.mark.parametrize("name", CALLS)
def test_ctrl_c_interrupts(name: str) -> None:
    prepare, call = CALLS[name]
    share = float(in_new_process(INTERRUPTED.format(prepare=prepare, call=call)))
    assert share < 0.7


AGAIN = """
import io, signal
import volo
from volo._volo import GameRecords, write_record
{prepare}
records = GameRecords(io.BytesIO((text + "\\n" + text).encode()))
signal.signal(signal.SIGPROF, signal.default_int_handler)
interrupted, read = 0, []
while True:
    try:
        # Reading, which takes longer than this, is interrupted once for each record.
        signal.setitimer(signal.ITIMER_PROF, 0.02 if interrupted == len(read) else 0)
        record = next(records, None)
        signal.setitimer(signal.ITIMER_PROF, 0)
    except KeyboardInterrupt:
        interrupted += 1
        continue
    if record is None:
        break
    read.append(len(record[2]) - len(tags))
assert interrupted >= 2
print(len(read), len(set(read)))
"""


def test_reading_resumes_at_an_interrupted_record() -> None:
    assert in_new_process(AGAIN.format(prepare=TAGGED)) == "2 1"
