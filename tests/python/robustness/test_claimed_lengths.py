"""Claimed lengths: memory is not reserved for them, and running out of memory is a MemoryError."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from itertools import repeat
from time import process_time
from types import ModuleType

import numpy as np
import pytest

import volo
from support.command_line import in_new_process
from support.memory import on_linux
from volo import BLUE, InvalidRulesError, NotationError, Position, VoloError
from volo._volo import _restore_move_list, write_record

# The limit protects the machine if a test fails.
LIMITED = """
import pickle, resource, sys
import numpy as np
import volo
from volo._volo import _restore_move_list
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
class Pickled:
    def __init__(self, codes):
        self.codes = codes
    def __reduce__(self):
        return _restore_move_list, (self.codes, volo.Position('standard-4').fen())
def broadcast(number, length):
    return np.broadcast_to(number, length)
batch, start, no_moves = volo.Batch(3), volo.Position(), np.zeros(0, np.uint32)
for call in sys.stdin.read().splitlines():
    try:
        print(eval(call))
    except (TypeError, ValueError, MemoryError) as error:
        print(type(error).__name__)
"""


@on_linux
def test_no_memory_is_allocated_for_a_claimed_length() -> None:
    answers = {
        "pickle.loads(pickle.dumps(Pickled(range(2**40))))": "TypeError",
        "pickle.loads(pickle.dumps(Pickled(range(2**62))))": "TypeError",
        "batch.play(broadcast(np.uint32(5), 2**30))": "VoloError",
        "batch.play(broadcast(np.uint32(5), 2**40))": "VoloError",
        "batch.play(broadcast(np.uint32(5), 2**60))": "VoloError",
        "batch.reset(broadcast(np.True_, 2**40))": "VoloError",
        "volo.ArrayGame().turns(broadcast(np.uint32(5), (2**40, 9)))": "VoloError",
        "batch.reset(broadcast(np.True_, 2**62))": "VoloError",
        "volo.tally_games(start, no_moves, broadcast(np.int64(0), 2**40))": "MemoryError",
        "volo.tally_games(start, no_moves, broadcast(np.int64(0), 2**59))": "MemoryError",
        "volo.tally_games(start, broadcast(np.uint32(5), 2**40), np.array([0, 2**40]))": "MemoryError",
        "volo.tally_games(start, broadcast(np.uint32(5), 2**60), np.array([0, 2**60]))": "MemoryError",
        "sum(volo.tally_games(start, broadcast(np.uint32(5), 2**60), np.array([7, 7, 7])).lengths)": "2",
    }
    assert in_new_process(LIMITED, "\n".join(answers)).splitlines() == [*answers.values()]


# The limit is the size of the process when it is set, plus some room.
SHORT = """
import re, resource
import numpy as np
import volo
start, codes = volo.Position("standard-4"), np.zeros(0)
batch = volo.Batch({games})
volo.play_random(1, threads=1)
taken = int(re.search(r"VmSize:\\s+(\\d+)", open("/proc/self/status").read())[1]) * 1024
resource.setrlimit(resource.RLIMIT_AS, (taken + {room}, taken + {room}))
try:
    {call}
except MemoryError:
    print("MemoryError")
"""


@on_linux
def test_move_lists_that_exceed_memory_are_a_memory_error() -> None:
    assert in_new_process(SHORT.format(games=500_000, room=20_000_000, call="batch.legal_moves()")) == "MemoryError"


@on_linux
@pytest.mark.long
def test_recorded_moves_that_exceed_memory_are_a_memory_error() -> None:
    call = "volo.play_random(1_000_000, position=start, record=True, threads=1)"
    assert in_new_process(SHORT.format(games=1, room=100_000_000, call=call)) == "MemoryError"


def test_a_list_of_moves_is_restored_from_a_real_list_of_bounded_length() -> None:
    start = Position("standard-4")
    moves = start.legal_moves()
    codes = [move.code for move in moves]
    assert _restore_move_list(codes, start.fen()) == moves
    for other in (tuple(codes), iter(codes), repeat(codes[0]), range(3), "abc", None):
        with pytest.raises(TypeError, match="codes must be a list"):
            _restore_move_list(other, start.fen())  # type: ignore[arg-type]
    with pytest.raises(VoloError, match="no more than 1048576 moves"):
        _restore_move_list(codes[:1] * (2**20 + 1), start.fen())


def test_wrong_offsets_are_refused_before_moves_are_copied() -> None:
    moves = np.broadcast_to(np.uint32(5), 2**40)
    for offsets, index in (([0, 5, 3], 2), ([0, 2**41], 1), ([-1, 0], 0)):
        with pytest.raises(VoloError, match=f"offset {index} "):
            volo.tally_games(Position(), moves, np.array(offsets))


@pytest.mark.parametrize("step", [1, -1, 2, -3])
def test_arrays_may_have_any_stride_and_alignment(step: int) -> None:
    codes = np.array([move.code for move in Position().legal_moves()][:8], np.uint32)
    spread = np.zeros(8 * abs(step), np.uint32)[::step]
    spread[:8] = codes
    fields = np.zeros(8, [("byte", "u1"), ("code", "u4"), ("offset", "i8")])
    fields["code"], fields["offset"] = codes, range(8)
    assert not fields["code"].flags.aligned
    for given in (spread[:8], fields["code"]):
        batch = volo.Batch(8)
        batch.play(given)
        expected = volo.Batch(8)
        expected.play(codes)
        assert batch.positions == expected.positions
        offsets = fields["offset"]
        assert volo.tally_games(Position(), given, offsets) == volo.tally_games(Position(), codes, np.arange(8))


READERS: tuple[Callable[[str], object], ...] = (
    Position.from_fen,
    Position.from_board,
    Position,
    partial(volo.Move, edge=7),
    volo.Rules.parse,
    volo.Rules().neighbors,
    Position().bird_at,
    volo.Game,
    volo.Game().push,
)


@pytest.mark.parametrize("character", ["o", "9", " ", "\n", "/", "\u0663", "\ud800"])
def test_a_text_that_is_too_long_is_refused_in_constant_time(character: str) -> None:
    text = character * 10_000_000
    size, begun = sys.getsizeof(text), process_time()
    for _ in range(20):
        for read in READERS:
            with pytest.raises(VoloError) as refused:
                read(text)
            assert getattr(refused.value, "text", text) is text
        with pytest.raises(InvalidRulesError):
            volo.Rules(stuck=text)  # type: ignore[arg-type]
    assert process_time() - begun < 0.5
    # Python caches the UTF-8 form of a string when it is requested. This would increase the size.
    assert sys.getsizeof(text) == size


def test_the_error_of_a_long_position_has_the_offset_of_the_limit(engine: ModuleType) -> None:
    longest = "o" * 176
    with pytest.raises(NotationError, match="176 characters") as refused:
        engine.Position.from_fen(f"{longest}o o 0 standard-8")
    assert refused.value.offset == 176
    with pytest.raises(NotationError, match="row"):
        engine.Position.from_fen(f"{longest} o 0 standard-8")
    rows = volo.Position().fen().split()[0]
    for rules in ("s" * 81, "s" * 81 + " s", "\xe9" * 81 + " s"):
        with pytest.raises(InvalidRulesError):
            engine.Position.from_fen(f"{rows} o 0 {rules}")
    for rules in ("s" * 80 + " s", "\xe9" * 80 + " s"):
        with pytest.raises(NotationError):
            engine.Position.from_fen(f"{rows} o 0 {rules}")


def test_the_error_of_a_long_board_has_the_offset_of_the_limit(engine: ModuleType) -> None:
    board = str(volo.Position())
    longest = board + " " * (2**16 - len(board))
    assert engine.Position.from_board(longest) == engine.Position()
    for text in (longest + " ", longest + "\u0663"):
        with pytest.raises(NotationError, match="no more than 65536 characters") as refused:
            engine.Position.from_board(text, turn=BLUE)
        assert refused.value.offset == 2**16


def test_the_size_of_a_record_is_limited() -> None:
    start = Position()
    for moves, tags, comments in (
        (repeat("g5"), {}, {}),
        ((), {"Event": "x" * 2**24}, {0: "x"}),
        ((), {f"Tag{i}": "x" * 2**20 for i in range(17)}, {}),
        ((), {}, {0: "\u0663" * 2**23 + "x"}),
    ):
        with pytest.raises(VoloError, match="16777216"):
            write_record(start, moves, tags, comments)


@pytest.mark.long
def test_endless_positions_are_refused() -> None:
    with pytest.raises(VoloError, match="10000000"):
        volo.Batch(positions=repeat(Position()))
