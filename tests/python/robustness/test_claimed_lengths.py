"""Claimed lengths: memory is not reserved for them, and running out of memory is a MemoryError."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from itertools import repeat
from time import process_time
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import volo
from support.command_line import in_new_process
from support.engines import refused
from support.memory import on_linux
from volo import InvalidRulesError, NotationError, Position, VoloError
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
many = np.broadcast_to
batch, start, none, code, zero = volo.Batch(3), volo.Position(), np.zeros(0, np.uint32), np.uint32(5), np.int64(0)
for call in sys.stdin.read().splitlines():
    try:
        print(eval(call))
    except (TypeError, ValueError, MemoryError) as error:
        print(type(error).__name__)
"""
# What calls with such lengths answer.
ANSWERS = {
    "pickle.loads(pickle.dumps(Pickled(range(2**40))))": "TypeError",
    "pickle.loads(pickle.dumps(Pickled(range(2**62))))": "TypeError",
    "batch.play(many(code, 2**30))": "VoloError",
    "batch.play(many(code, 2**60))": "VoloError",
    "batch.reset(many(np.True_, 2**40))": "VoloError",
    "batch.reset(many(np.True_, 2**62))": "VoloError",
    "volo.ArrayGame().turns(many(code, (2**40, 9)))": "VoloError",
    "volo.tally_games(start, none, many(zero, 2**40))": "MemoryError",
    "volo.tally_games(start, none, many(zero, 2**59))": "MemoryError",
    "volo.tally_games(start, many(code, 2**40), np.array([0, 2**40]))": "MemoryError",
    "volo.tally_games(start, many(code, 2**60), np.array([0, 2**60]))": "MemoryError",
    "volo.tally_games(start, many(code, 2**40), np.array([0, 5, 3]))": "VoloError",
    "volo.tally_games(start, many(code, 2**40), np.array([0, 2**41]))": "VoloError",
    "volo.tally_games(start, many(code, 2**40), np.array([-1, 0]))": "VoloError",
    "sum(volo.tally_games(start, many(code, 2**60), np.array([7, 7, 7])).lengths)": "2",
}


@on_linux
def test_no_memory_is_allocated_for_a_claimed_length() -> None:
    assert in_new_process(LIMITED, "\n".join(ANSWERS)).splitlines() == [*ANSWERS.values()]


# The limit is the size of the process when it is set, plus some room.
SHORT = """
import re, resource
import volo
batch = volo.Batch({games})
volo.play_random(1, threads=1)
taken = int(re.search(r"VmSize:\\s+(\\d+)", open("/proc/self/status").read())[1]) * 1024
resource.setrlimit(resource.RLIMIT_AS, (taken + {room}, taken + {room}))
try:
    {call}
except MemoryError:
    print("MemoryError")
"""
RECORDED = "volo.play_random(1_000_000, position='standard-4', record=True, threads=1)"


@on_linux
@pytest.mark.parametrize(
    ("games", "room", "call"),
    [
        (500_000, 20_000_000, "batch.legal_moves()"),
        pytest.param(1, 100_000_000, RECORDED, marks=pytest.mark.long),
    ],
)
def test_moves_that_exceed_memory_are_a_memory_error(games: int, room: int, call: str) -> None:
    assert in_new_process(SHORT.format(games=games, room=room, call=call)) == "MemoryError"


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


@pytest.mark.parametrize("step", [1, -1, 2, -3])
def test_arrays_may_have_any_stride_and_alignment(step: int) -> None:
    codes = np.array([move.code for move in Position().legal_moves()][:8], np.uint32)
    spread = np.zeros(8 * abs(step), np.uint32)[::step]
    spread[:8] = codes
    fields = np.zeros(8, [("byte", "u1"), ("code", "u4"), ("offset", "i8")])
    fields["code"], fields["offset"] = codes, range(8)
    assert not fields["code"].flags.aligned
    expected, plain = volo.Batch(8), volo.tally_games(Position(), codes, np.arange(8))
    expected.play(codes)
    for given, offsets in ((spread[:8], fields["offset"]), (fields["code"], fields["offset"])):
        batch = volo.Batch(8)
        batch.play(given)
        assert batch.positions == expected.positions
        assert volo.tally_games(Position(), given, offsets) == plain


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
            with pytest.raises(VoloError) as found:
                read(text)
            assert getattr(found.value, "text", text) is text
        with pytest.raises(InvalidRulesError):
            volo.Rules(stuck=text)  # type: ignore[arg-type]
    assert process_time() - begun < 0.5
    # Python caches the UTF-8 form of a string when it is requested. This would increase the size.
    assert sys.getsizeof(text) == size


def test_the_error_of_a_long_text_has_the_offset_of_the_limit(engine: ModuleType) -> None:
    longest, rows, read = "o" * 176, Position().fen().split()[0], engine.Position.from_fen
    error = refused(NotationError, read, f"{longest}o o 0 standard-8")
    assert (error.offset, "176 characters" in error.problem) == (176, True)
    assert "row" in refused(NotationError, read, f"{longest} o 0 standard-8").problem
    for letter in "s", "\xe9":
        refused(InvalidRulesError, read, f"{rows} o 0 {letter * 81} s")
        refused(NotationError, read, f"{rows} o 0 {letter * 80} s")
    board = str(Position()).ljust(2**16)
    assert engine.Position.from_board(board) == engine.Position()
    for letter in " ", "\u0663":
        error = refused(NotationError, engine.Position.from_board, board + letter)
        assert (error.offset, "no more than 65536 characters" in error.problem) == (2**16, True)


@pytest.mark.parametrize(
    "record",
    [(repeat("g5"), {}, {}), ((), {"Event": "x" * 2**24}, {0: "x"}), ((), {}, {0: "\u0663" * 2**23 + "x"})],
    ids=["moves", "tags", "comments"],
)
def test_the_size_of_a_record_is_limited(record: Any) -> None:
    with pytest.raises(VoloError, match="16777216"):
        write_record(Position(), *record)


@pytest.mark.long
@pytest.mark.parametrize(
    "call",
    [
        lambda endless: volo.Batch(positions=endless),
        lambda endless: volo.play_random(0, positions=endless),
        volo.engine.evaluate,
    ],
)
def test_endless_positions_are_refused(call: Callable[[Any], object]) -> None:
    with pytest.raises(VoloError, match="10000000"):
        call(repeat(Position("standard-4")))
