"""Bad texts, numbers and lengths for every function that takes them: they are refused in time, or read correctly.

Other modules test bytes and files of games.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product, repeat
from random import Random
from time import process_time
from types import ModuleType
from typing import Any
from unicodedata import category

import numpy as np
import pytest

import volo
from support.command_line import in_new_process
from support.engines import refused
from support.hostile import BY_HAND, WRONG_TYPES, mutants, offer
from support.memory import on_linux
from support.pictures import OVER, WIN_IN_FIVE, WIN_IN_ONE
from support.strategies import made_up, walk
from volo import BLUE, Batch, Game, Move, NotationError, Position, VoloError, play_random, reference
from volo._volo import _restore_move_list, write_record
from volo.engine import Engine, Limit, Score, check_proof, evaluate, shorten_proof, solve
from volo.engine.match import Spec, TimeControl
from volo.render import text
from volo.simulate import Configuration, Part, Summary, run, summary_from_json, summary_to_json

MUTANTS = 400

RULES = ["standard", "french-5", "two-sizes-small", "edge=6,supply=50,pass=forced,stuck=draw"]
MOVES = ["c5", "b2-NE3", "b2:b4-NE3", "b2:b4-NE3/g8", "pass", "g12", "l7-E2/m2"]
SPACES = ["b2", "g8", "m6"]

MIDDLE = list(walk(Random(3), Position(), 40))[-1][1]
LEGAL = [str(move) for move in MIDDLE.legal_moves()]
POSITIONS = [MIDDLE, Position(), *(made_up(Random(seed), rules) for seed, rules in enumerate(RULES))]
FENS = [position.fen() for position in POSITIONS]
BOARDS = [text.board(position, color=color) for position in POSITIONS[:4] for color in (False, True)]
# Without the line below the board.
BARE = BOARDS[0].rpartition("\n")[0]
BOARDS += [text.board(position, unicode=True) for position in POSITIONS[4:]]

PROOF = solve(WIN_IN_ONE, proof=True).proof or b""
SHORT = shorten_proof(solve(WIN_IN_FIVE, proof=True).proof or b"", 20)

# For each function that both engines have: the reader, and good texts.
OF_BOTH: dict[str, tuple[Callable[[ModuleType], Callable[[str], Any]], list[str]]] = {
    "Move": (lambda engine: partial(engine.Move, edge=7), MOVES),
    "Move on another edge": (lambda engine: partial(engine.Move, edge=4), ["c5", "b2-NE3", "d1:d2-E1/d6"]),
    "parse_move": (lambda engine: engine.Position.from_fen(FENS[0]).parse_move, LEGAL),
    "is_legal": (lambda engine: engine.Position.from_fen(FENS[0]).is_legal, LEGAL),
    "play": (lambda engine: engine.Position.from_fen(FENS[0]).play, LEGAL),
    "from_fen": (lambda engine: engine.Position.from_fen, FENS),
    "from_board": (lambda engine: engine.Position.from_board, BOARDS),
    "from_board, rules": (lambda engine: lambda rules: engine.Position.from_board(BARE, rules=rules, turn=BLUE), RULES),
    "Rules.parse": (lambda engine: engine.Rules.parse, RULES),
    "Rules": (lambda _: volo.Rules, RULES),
    "Position": (lambda engine: engine.Position, [*RULES, *FENS]),
    "neighbors": (lambda engine: engine.Rules().neighbors, SPACES),
    "bird_at": (lambda engine: engine.Position().bird_at, SPACES),
    "Rules, passing": (lambda engine: lambda given: engine.Rules(passing=given), ["forced", "own-regions"]),
    "Rules, stuck": (lambda engine: lambda given: engine.Rules(stuck=given), ["draw", "last-mover-wins"]),
}


def _index(move: str) -> int | None:
    try:
        return MIDDLE.legal_moves().index(move)
    except VoloError:
        raise
    except ValueError:
        return None


PROOFS = [PROOF.decode("latin-1"), SHORT.decode("latin-1")]

# For each function that only the core has: the reader, and good texts.
OTHERS: dict[str, tuple[Callable[[str], Any], list[str]]] = {
    "Game.push": (lambda given: Game(MIDDLE).push(given), LEGAL),
    "Game": (lambda given: Game(MIDDLE, [given]), LEGAL),
    "MoveList.index": (_index, LEGAL),
    "Batch": (lambda given: Batch(1, given), RULES),
    "ArrayGame": (volo.ArrayGame, RULES),
    "play_random": (lambda given: play_random(0, policy=("careful", given)), ["careful", "uniform"]),
    "play_games": (lambda given: volo.play_games(0, policy=given), ["careful", "engine:1,opening=6,temperature=0.5"]),
    "Configuration": (lambda given: Configuration(games=1, policy=given), ["careful", "engine:400"]),
    "Spec.parse": (Spec.parse, ["engine:1500", "engine:time=0.5,threads=2"]),
    "TimeControl.parse": (TimeControl.parse, ["60", "10+0.1"]),
    "Symmetry": (volo.Symmetry, ["identity", "mirror-rotate-60"]),
    "Game, position": (Game, [*RULES, *FENS]),
    "Part.parse": (Part.parse, ["1/4", "12/400"]),
    "summary_from_json": (summary_from_json, [summary_to_json(Summary())]),
    "_restore_position": (volo._volo._restore_position, FENS),
    "solve": (lambda given: solve(given, 20, memory_mb=1), ["standard-4", FENS[0], OVER]),
    "check_proof": (lambda given: check_proof(given.encode("latin-1", "replace"), search_limit=100), PROOFS),
    "shorten_proof": (lambda given: shorten_proof(given.encode("latin-1", "replace"), 20), PROOFS[:1]),
}


def written(value: Any) -> str:
    if isinstance(value, Position | reference.Position):
        assert type(value).from_fen(value.fen()) == value
        return value.fen()
    if isinstance(value, volo.Rules | reference.Rules):
        assert type(value).parse(str(value)) == value
    elif isinstance(value, Move | reference.Move):
        assert type(value)(str(value), value.edge) == value
    return str(value)


def texts(good: list[str]) -> list[str]:
    return [*BY_HAND, *mutants(good, MUTANTS)]


class TestText:
    @pytest.mark.parametrize("entrance", OF_BOTH)
    def test_the_core_and_the_reference_accept_the_same_texts(self, entrance: str) -> None:
        reader, good = OF_BOTH[entrance]
        readers, taken = (reader(volo), reader(reference)), 0
        for given in texts(good):
            values: list[Any] = []
            errors = [
                offer(lambda each, read=read, values=values: values.append(read(each)), given)  # type: ignore[misc]
                for read in readers
            ]
            assert type(errors[0]) is type(errors[1]), (given[:200], errors)
            if values:
                taken += 1
                one, other = map(written, values)
                assert one == other, given
            for error in errors:
                if isinstance(error, NotationError):
                    assert error.text in {given, BARE}
                    assert 0 <= error.offset <= len(error.text)
        assert 0 < taken < MUTANTS / 2

    @pytest.mark.parametrize("entrance", OTHERS)
    def test_texts_that_only_the_core_reads(self, entrance: str) -> None:
        read, good = OTHERS[entrance]
        number = sum(offer(read, given) is not None for given in texts(good))
        assert number > MUTANTS / 10 or entrance == "MoveList.index"
        assert all(offer(read, given) is None for given in good)

    def test_a_value_that_is_not_a_text_is_a_type_error(self, engine: ModuleType) -> None:
        for entrance, value in product(OF_BOTH, WRONG_TYPES):
            if value is not None or entrance not in {"Position", "from_board, rules"}:  # None is the default there
                refused(TypeError, OF_BOTH[entrance][0](engine), value)

    def test_errors_contain_no_control_characters(self, engine: ModuleType) -> None:
        for code in range(sys.maxunicode + 1):
            if category(chr(code)) in {"Cc", "Cf", "Zl", "Zp"}:
                for read in (engine.Rules.parse, engine.Position.from_fen, engine.Position, engine.Position.from_board):
                    assert offer(read, f"sta{chr(code)}ndard") is not None


HUGE_NUMBERS = [10**30, -(10**30), 10**10_000, -(10**10_000), 2**63, 2**64, -(2**63) - 1]
NO_NUMBERS: list[object] = [
    *(True, False, 1.0, float("nan"), float("inf"), "1", b"1", 1j, [], (1,), Fraction(1), np.float64(1), object()),
]
NO_GAMES = {"position": "standard", "moves": np.zeros(0, np.uint32), "offsets": np.zeros(1, np.int64)}
SMALL = Position("standard-4"), reference.Position("standard-4")

# Each function with its other arguments, and the names of the parameters that take a number.
NUMBERS: list[tuple[Callable[..., object], dict[str, Any], str]] = [
    *((engine.Rules, {}, "edge supply") for engine in (volo, reference)),
    *((engine.Move, {"text": "c5"}, "edge") for engine in (volo, reference)),
    *((engine.Position.from_board, {"text": BOARDS[0]}, "passes") for engine in (volo, reference)),
    *((each.perft, {}, "depth") for each in SMALL),
    *((each.perft, {"depth": 1}, "threads") for each in SMALL),
    *((each.divide, {}, "depth") for each in SMALL),
    (play_random, {}, "games"),
    (play_random, {"games": 1}, "seed first max_plies threads"),
    (play_random, {"positions": ["standard-4", "standard-4"]}, "games"),
    (volo.tally_games, NO_GAMES, "threads"),
    (volo.observe_games, NO_GAMES, "threads size"),
    (play_random(1, record=True).plays, {}, "threads"),
    (Move.from_code, {}, "code"),
    (Batch, {}, "n"),
    (Batch, {"positions": ["standard-4"]}, "n"),
    (Batch, {"n": 1}, "max_plies threads"),
    (volo.ActionSpace, {}, "edge"),
    (volo.ActionSpace(4).name, {}, "action"),
    (volo.ArrayGame, {}, "threads"),
    (volo.ArrayGame("standard-4").initial, {}, "n"),
    (Engine, {"hash_mb": 1}, "threads seed"),
    (Engine, {}, "hash_mb"),
    (Limit, {}, "nodes depth remaining_moves"),
    (Score.win, {}, "plies"),
    (Score.loss, {}, "plies"),
    (Configuration, {}, "games"),
    (Configuration, {"games": 1}, "seed max_plies shard_size"),
    (Part, {"index": 1}, "of"),
    (Part, {"of": 5}, "index"),
    (lambda games: next(run(games)), {}, "games"),
    (solve, {"position": OVER}, "nodes threads memory_mb"),
    (solve, {"positions": [OVER]}, "threads"),
    (lambda code: volo._volo._restore_move_list([code], Position().fen()), {}, "code"),
]
# Every number of 64 bits is in the range of these.
WHOLE_RANGE = {"seed", "first", "nodes"}


@pytest.mark.parametrize(("call", "others", "names"), NUMBERS)
class TestNumbers:
    def test_a_value_that_is_not_an_integer_is_a_type_error(self, call: Any, others: Any, names: str) -> None:
        for name, value in product(names.split(), NO_NUMBERS):
            refused(TypeError, lambda each: call(**others, **each), {name: value})

    def test_a_number_out_of_range_is_a_volo_error(self, call: Any, others: Any, names: str) -> None:
        for name, value in product(names.split(), [-1, *HUGE_NUMBERS]):
            if name not in WHOLE_RANGE or value != 2**63:
                error = offer(lambda _, given={name: value}: call(**others, **given), "")  # type: ignore[misc]
                assert error is not None, (name, value)


def test_indices_of_a_move_list_work_as_in_a_list() -> None:
    moves, plain = MIDDLE.legal_moves(), list(MIDDLE.legal_moves())
    for number in HUGE_NUMBERS:
        assert moves.index(plain[0], min(0, number), max(1, number)) == 0
        for start, stop in ((number, 0), (abs(number), 2**62)):
            with pytest.raises(ValueError, match="not in"):
                moves.index(plain[0], start, stop)
        for part in slice(number, None), slice(None, number, 3), slice(None, None, number):
            assert list(moves[part]) == plain[part]
        with pytest.raises(IndexError):
            moves[number]


def test_any_byte_except_0_is_true() -> None:
    batch = Batch(256)
    batch.step(np.full(256, 65))
    batch.reset(np.arange(256, dtype=np.uint8).view(bool))
    assert batch.plies.tolist() == [1] + [0] * 255


# Claimed lengths: memory is not reserved for them, and running out of memory is a MemoryError.

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
    "volo.ArrayGame().decisions(many(code, (2**40, 9)))": "VoloError",
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
LITTLE = """
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
    assert in_new_process(LITTLE.format(games=games, room=room, call=call)) == "MemoryError"


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
    expected, plain = Batch(8), volo.tally_games(Position(), codes, np.arange(8))
    expected.play(codes)
    for given, offsets in ((spread[:8], fields["offset"]), (fields["code"], fields["offset"])):
        batch = Batch(8)
        batch.play(given)
        assert batch.positions == expected.positions
        assert volo.tally_games(Position(), given, offsets) == plain


LONG = ("from_fen", "from_board", "Position", "Move", "Rules.parse", "neighbors", "bird_at", "Rules, stuck")


@pytest.mark.parametrize("character", ["o", "9", " ", "\n", "/", "\u0663", "\ud800"])
def test_a_text_that_is_too_long_is_refused_in_constant_time(character: str) -> None:
    text = character * 10_000_000
    readers = [*(OF_BOTH[name][0](volo) for name in LONG), Game, Game().push]
    size, begun = sys.getsizeof(text), process_time()
    for _, read in product(range(20), readers):
        error = refused(VoloError, read, text)
        assert getattr(error, "text", text) is text
    assert process_time() - begun < 0.5
    # Python caches the UTF-8 form of a string when it is requested. This would increase the size.
    assert sys.getsizeof(text) == size


def test_the_error_of_a_long_text_has_the_offset_of_the_limit(engine: ModuleType) -> None:
    longest, rows, read = "o" * 176, Position().fen().split()[0], engine.Position.from_fen
    error = refused(NotationError, read, f"{longest}o o 0 standard-8")
    assert (error.offset, "176 characters" in error.problem) == (176, True)
    assert "row" in refused(NotationError, read, f"{longest} o 0 standard-8").problem
    for letter in "s", "\xe9":
        refused(volo.InvalidRulesError, read, f"{rows} o 0 {letter * 81} s")
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
        lambda endless: Batch(positions=endless),
        lambda endless: play_random(0, positions=endless),
        evaluate,
    ],
)
def test_endless_positions_are_refused(call: Callable[[Any], object]) -> None:
    with pytest.raises(VoloError, match="10000000"):
        call(repeat(Position("standard-4")))
