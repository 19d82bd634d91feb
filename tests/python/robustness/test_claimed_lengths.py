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
        **{f"pickle.loads(pickle.dumps(Pickled(range({size}))))": "TypeError" for size in ("2**40", "2**62")},
        **{f"batch.play(broadcast(np.uint32(5), {size}))": "VoloError" for size in ("2**30", "2**40", "2**60")},
        **{f"batch.reset(broadcast(np.True_, {size}))": "VoloError" for size in ("2**40", "2**62")},
        "volo.ArrayGame().turns(broadcast(np.uint32(5), (2**40, 9)))": "VoloError",
        **{
            f"volo.tally_games(start, no_moves, broadcast(np.int64(0), {n}))": "MemoryError" for n in ("2**40", "2**59")
        },
        **{
            f"volo.tally_games(start, broadcast(np.uint32(5), {size}), np.array([0, {size}]))": "MemoryError"
            for size in ("2**40", "2**60")
        },
        **{
            f"volo.tally_games(start, broadcast(np.uint32(5), 2**40), np.array({offsets}))": "VoloError"
            for offsets in ("[0, 5, 3]", "[0, 2**41]", "[-1, 0]")
        },
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


RECORDED = "volo.play_random(1_000_000, position=start, record=True, threads=1)"


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
    played, tallied = [], []
    for given, offsets in (codes, np.arange(8)), (spread[:8], fields["offset"]), (fields["code"], fields["offset"]):
        batch = volo.Batch(8)
        batch.play(given)
        played.append(batch.positions)
        tallied.append(volo.tally_games(Position(), given, offsets))
    assert played == [played[0]] * 3
    assert tallied == [tallied[0]] * 3


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


def test_the_error_of_a_long_text_has_the_offset_of_the_limit(engine: ModuleType) -> None:
    longest, rows = "o" * 176, Position().fen().split()[0]
    with pytest.raises(NotationError, match="176 characters") as refused:
        engine.Position.from_fen(f"{longest}o o 0 standard-8")
    assert refused.value.offset == 176
    with pytest.raises(NotationError, match="row"):
        engine.Position.from_fen(f"{longest} o 0 standard-8")
    for letter in "s", "\xe9":
        with pytest.raises(InvalidRulesError):
            engine.Position.from_fen(f"{rows} o 0 {letter * 81} s")
        with pytest.raises(NotationError):
            engine.Position.from_fen(f"{rows} o 0 {letter * 80} s")
    board = str(Position()).ljust(2**16)
    assert engine.Position.from_board(board) == engine.Position()
    for letter in " ", "\u0663":
        with pytest.raises(NotationError, match="no more than 65536 characters") as refused:
            engine.Position.from_board(board + letter, turn=BLUE)
        assert refused.value.offset == 2**16


def test_the_size_of_a_record_is_limited() -> None:
    start = Position()
    for moves, tags, comments in (
        (repeat("g5"), {}, {}),
        ((), {"Event": "x" * 2**24}, {0: "x"}),
        ((), {}, {0: "\u0663" * 2**23 + "x"}),
    ):
        with pytest.raises(VoloError, match="16777216"):
            write_record(start, moves, tags, comments)


@pytest.mark.long
def test_endless_positions_are_refused() -> None:
    with pytest.raises(VoloError, match="10000000"):
        volo.Batch(positions=repeat(Position()))
