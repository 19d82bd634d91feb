"""Bad texts and numbers for every function that takes them: they are refused in time with an error, or read correctly.

Other modules test bytes and files of games.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from random import Random
from sys import maxunicode
from types import ModuleType
from typing import Any
from unicodedata import category

import numpy as np
import pytest

import volo
from support.engines import refused
from support.hostile import BY_HAND, WRONG_TYPES, mutants, offer
from support.pictures import OVER, WIN_IN_FIVE, WIN_IN_ONE
from support.strategies import made_up, walk
from volo import BLUE, Game, Move, NotationError, Position, Rules, VoloError, reference
from volo.engine import check_proof, shorten_proof, solve
from volo.engine.match import Spec, TimeControl
from volo.render import text

MUTANTS = 400

RULES = ["standard", "french-5", "two-sizes-small", "edge=6,supply=50,pass=forced,stuck=draw"]
MOVES = ["c5", "b2-NE3", "b2:b4-NE3", "b2:b4-NE3/g8", "pass", "g12", "l7-E2/m2"]


def middle(seed: int = 3) -> Position:
    """A position some way into a game."""
    *_, (_, position) = walk(Random(seed), Position(), 40)
    return position


MIDDLE = middle()
LEGAL = [str(move) for move in MIDDLE.legal_moves()]
POSITIONS = [MIDDLE, Position(), *(made_up(Random(seed), rules) for seed, rules in enumerate(RULES))]
FENS = [position.fen() for position in POSITIONS]
BOARDS = [text.board(position, color=color) for position in POSITIONS[:4] for color in (False, True)]
BARE = "\n".join(BOARDS[0].split("\n")[:-1])
SILENT = BOARDS[0].rpartition("\n")[0]
BOARDS += [text.board(position, unicode=True) for position in POSITIONS[4:]]


PROOF = solve(WIN_IN_ONE, proof=True).proof or b""
SHORT = shorten_proof(solve(WIN_IN_FIVE, proof=True).proof or b"", 20)


def same(value: Any) -> str:
    """Write a move, a rule set or a bool. Also check that a move or a rule set is read back."""
    written = str(value)
    if isinstance(value, Rules | reference.Rules):
        assert type(value).parse(written) == value
    elif not isinstance(value, bool):
        assert type(value)(written, value.edge) == value
    return written


def fen(position: Any) -> str:
    """Write a position. Also check that it is read back."""
    written = str(position.fen())
    assert type(position).from_fen(written) == position
    return written


# For each function that both engines have: the reader, the writer for its results, and good texts.
ENTRANCES: dict[str, tuple[Callable[[ModuleType], Callable[[str], Any]], Callable[[Any], str], list[str]]] = {
    "Move": (lambda engine: partial(engine.Move, edge=7), same, MOVES),
    "Move on another edge": (lambda engine: lambda given: engine.Move(given, 4), same, ["c5", "b2-NE3", "d1:d2-E1/d6"]),
    "parse_move": (lambda engine: engine.Position.from_fen(FENS[0]).parse_move, same, LEGAL),
    "is_legal": (lambda engine: engine.Position.from_fen(FENS[0]).is_legal, same, LEGAL),
    "play": (lambda engine: engine.Position.from_fen(FENS[0]).play, fen, LEGAL),
    "from_fen": (lambda engine: engine.Position.from_fen, fen, FENS),
    "from_board": (lambda engine: engine.Position.from_board, fen, BOARDS),
    "from_board, rules": (
        lambda engine: lambda given: engine.Position.from_board(BARE, rules=given, turn=BLUE),
        fen,
        RULES,
    ),
    "Rules.parse": (lambda engine: engine.Rules.parse, same, RULES),
    "Position": (lambda engine: engine.Position, fen, [*RULES, *FENS]),
    "neighbors": (lambda engine: engine.Rules().neighbors, str, ["b2", "g8", "m6"]),
    "bird_at": (lambda engine: engine.Position().bird_at, str, ["b2", "g8", "m6"]),
    "Rules, passing": (lambda engine: lambda given: engine.Rules(passing=given), same, ["forced", "own-regions"]),
    "Rules, stuck": (lambda engine: lambda given: engine.Rules(stuck=given), same, ["draw", "last-mover-wins"]),
    "two_sizes": (lambda engine: engine.Rules.two_sizes, same, ["standard", "small"]),
}


def _index(move: str) -> int | None:
    """The index of a move in a list, or None if the list does not contain it."""
    try:
        return MIDDLE.legal_moves().index(move)
    except VoloError:
        raise
    except ValueError:
        return None


# For each function that only the core has: the reader, and good texts.
OTHERS: dict[str, tuple[Callable[[str], Any], list[str]]] = {
    "Game.push": (lambda given: Game(MIDDLE).push(given), LEGAL),
    "Game": (lambda given: Game(MIDDLE, [given]), LEGAL),
    "MoveList.index": (_index, LEGAL),
    "Batch": (lambda given: volo.Batch(1, given), RULES),
    "ArrayGame": (volo.ArrayGame, RULES),
    "play_random, policies": (
        lambda given: volo.play_random(0, policy=("careful", given)),  # type: ignore[arg-type]
        ["careful", "uniform"],
    ),
    "play_games, policy": (
        lambda given: volo.play_games(0, policy=given),
        ["careful", "engine:400", "engine:1,opening=6,temperature=0.5"],
    ),
    "Configuration": (lambda given: volo.simulate.Configuration(games=1, policy=given), ["careful", "engine:400"]),
    "Spec.parse": (Spec.parse, ["engine:1500", "engine:time=0.5,threads=2"]),
    "TimeControl.parse": (TimeControl.parse, ["60", "10+0.1"]),
    "Symmetry": (volo.Symmetry, ["identity", "mirror-rotate-60"]),
    "Game, position": (Game, [*RULES, *FENS]),
    "Part.parse": (volo.simulate.Part.parse, ["1/4", "12/400"]),
    "summary_from_json": (volo.simulate.summary_from_json, [volo.simulate.summary_to_json(volo.simulate.Summary())]),
    "_restore_position": (volo._volo._restore_position, FENS),
    "solve": (lambda given: solve(given, 20, memory_mb=1), ["standard-4", FENS[0], OVER]),
    "check_proof": (
        lambda given: check_proof(given.encode("latin-1", "replace"), search_limit=100),
        [PROOF.decode("latin-1"), SHORT.decode("latin-1")],
    ),
    "shorten_proof": (lambda given: shorten_proof(given.encode("latin-1", "replace"), 20), [PROOF.decode("latin-1")]),
}


def texts(good: list[str]) -> list[str]:
    return [*BY_HAND, *mutants(good, MUTANTS)]


class TestText:
    @pytest.mark.parametrize("entrance", ENTRANCES)
    def test_the_core_and_the_reference_accept_the_same_texts(self, entrance: str) -> None:
        reader, written, good = ENTRANCES[entrance]
        core, plain = reader(volo), reader(reference)
        taken = 0
        for given in texts(good):
            values: list[Any] = []
            errors = [
                offer(lambda each, read=read, values=values: values.append(read(each)), given)  # type: ignore[misc]
                for read in (core, plain)
            ]
            assert type(errors[0]) is type(errors[1]), (given[:200], errors)
            if values:
                taken += 1
                one, other = map(written, values)
                assert one == other, given
            elif isinstance(errors[0], NotationError) and isinstance(errors[1], NotationError):
                for error in errors:
                    assert isinstance(error, NotationError)
                    assert error.text in {given, SILENT}
                    assert 0 <= error.offset <= len(error.text)
        assert 0 < taken < MUTANTS / 2

    @pytest.mark.parametrize("entrance", OTHERS)
    def test_texts_that_only_the_core_reads(self, entrance: str) -> None:
        read, good = OTHERS[entrance]
        number = sum(offer(read, given) is not None for given in texts(good))
        assert number > MUTANTS / 10 or entrance == "MoveList.index"
        assert all(offer(read, given) is None for given in good)

    def test_a_value_that_is_not_a_text_is_a_type_error(self, engine: ModuleType) -> None:
        for entrance, value in product(ENTRANCES, WRONG_TYPES):
            if value is not None or entrance not in {"Position", "from_board, rules"}:  # None is the default there
                refused(TypeError, ENTRANCES[entrance][0](engine), value)

    def test_errors_contain_no_control_characters(self, engine: ModuleType) -> None:
        for code in range(maxunicode + 1):
            if category(chr(code)) in {"Cc", "Cf", "Zl", "Zp"}:
                for read in (engine.Rules.parse, engine.Position.from_fen, engine.Position, engine.Position.from_board):
                    assert offer(read, f"sta{chr(code)}ndard") is not None


HUGE_NUMBERS = [10**30, -(10**30), 10**10_000, -(10**10_000), 2**63, 2**64, -(2**63) - 1]
NO_NUMBERS = [
    True,
    False,
    1.0,
    float("nan"),
    float("inf"),
    "1",
    b"1",
    1j,
    [],
    (1,),
    Fraction(1),
    np.float64(1),
    object(),
]

# Every number of 64 bits is in their range.
WHOLE_RANGE = {
    *("play_random, seed", "play_random, first", "Configuration, seed", "Engine, seed"),
    *("Limit, nodes", "solve, nodes"),
}

NO_GAMES = np.zeros(0, np.uint32), np.zeros(1, np.int64)

NUMBERS: dict[str, Callable[[ModuleType, Any], object]] = {
    "Rules, edge": lambda engine, number: engine.Rules(edge=number),
    "Rules, supply": lambda engine, number: engine.Rules(supply=number),
    "Rules.standard": lambda engine, number: engine.Rules.standard(number),
    "Rules.abstract_play": lambda engine, number: engine.Rules.abstract_play(number),
    "Rules.boardspace": lambda engine, number: engine.Rules.boardspace(number),
    "Move, edge": lambda engine, number: engine.Move("c5", number),
    "perft": lambda engine, number: engine.Position("standard-4").perft(number),
    "perft, threads": lambda engine, number: engine.Position("standard-4").perft(1, number),
    "divide": lambda engine, number: engine.Position("standard-4").divide(number),
    "from_board, passes": lambda engine, number: engine.Position.from_board(BOARDS[0], passes=number),
    "play_random": lambda _, number: volo.play_random(number),
    "play_random, positions": lambda _, number: volo.play_random(number, positions=["standard-4", "standard-4"]),
    "play_random, seed": lambda _, number: volo.play_random(1, seed=number),
    "play_random, first": lambda _, number: volo.play_random(1, first=number),
    "play_random, max_plies": lambda _, number: volo.play_random(1, max_plies=number),
    "play_random, threads": lambda _, number: volo.play_random(1, threads=number),
    "tally_games, threads": lambda _, number: volo.tally_games(Position(), *NO_GAMES, threads=number),
    "Move.from_code": lambda _, number: Move.from_code(number),
    "Batch": lambda _, number: volo.Batch(number),
    "Batch, positions": lambda _, number: volo.Batch(number, positions=["standard-4"]),
    "Batch, threads": lambda _, number: volo.Batch(1, threads=number),
    "ArrayGame, threads": lambda _, number: volo.ArrayGame(threads=number),
    "ArrayGame.initial": lambda _, number: volo.ArrayGame("standard-4").initial(number),
    "Engine, threads": lambda _, number: volo.engine.Engine(hash_mb=1, threads=number),
    "Engine, hash_mb": lambda _, number: volo.engine.Engine(hash_mb=number),
    "Engine, seed": lambda _, number: volo.engine.Engine(hash_mb=1, seed=number),
    "Limit, nodes": lambda _, number: volo.engine.Limit(nodes=number),
    "Limit, depth": lambda _, number: volo.engine.Limit(depth=number),
    "Limit, remaining_moves": lambda _, number: volo.engine.Limit(remaining_moves=number),
    "Score.win": lambda _, number: volo.engine.Score.win(number),
    "Score.loss": lambda _, number: volo.engine.Score.loss(number),
    "Configuration": lambda _, number: volo.simulate.Configuration(games=number),
    "Configuration, seed": lambda _, number: volo.simulate.Configuration(games=1, seed=number),
    "Configuration, max_plies": lambda _, number: volo.simulate.Configuration(games=1, max_plies=number),
    "Configuration, shard_size": lambda _, number: volo.simulate.Configuration(games=1, shard_size=number),
    "Part": lambda _, number: volo.simulate.Part(1, number),
    "Part, index": lambda _, number: volo.simulate.Part(number, 5),
    "run": lambda _, number: next(volo.simulate.run(number)),
    "solve, nodes": lambda _, number: solve(OVER, number),
    "solve, threads": lambda _, number: solve(OVER, threads=number),
    "solve, threads, positions": lambda _, number: solve(positions=[OVER], threads=number),
    "solve, memory_mb": lambda _, number: solve(OVER, memory_mb=number),
    "_restore_move_list": lambda _, number: volo._volo._restore_move_list([number], volo.Position().fen()),
}


class TestNumbers:
    def test_a_value_that_is_not_an_integer_is_a_type_error(self, engine: ModuleType) -> None:
        for entrance, value in product(NUMBERS, NO_NUMBERS):
            refused(TypeError, lambda _, value: NUMBERS[entrance](engine, value), entrance, value)  # noqa: B023

    def test_a_number_out_of_range_is_a_volo_error(self, engine: ModuleType) -> None:
        for entrance, value in product(NUMBERS, [-1, *HUGE_NUMBERS]):
            if entrance not in WHOLE_RANGE or value != 2**63:
                error = offer(lambda _: NUMBERS[entrance](engine, value), "")  # noqa: B023
                assert error is not None, (entrance, value)

    def test_indices_of_a_move_list_work_as_in_a_list(self) -> None:
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


class TestArrays:
    def test_arrays_of_other_types_are_type_errors(self) -> None:
        batch, array = volo.Batch(1), np.array
        others = [array([1.0], np.float32), array([1], np.int64), array([None], object), array([[1]], np.uint32)]
        for codes in (None, 1, *others, array([1], ">u4"), np.zeros(1, [("code", "u4")])):
            refused(TypeError, batch.play, codes)
            refused(TypeError, volo.tally_games, Position(), codes, array([0, 1], np.int64))
            refused(TypeError, batch.observe, 0 if codes is None else codes)
            if codes is not None:
                refused(TypeError, batch.reset, codes)

    def test_any_byte_except_0_is_true(self) -> None:
        batch = volo.Batch(256)
        batch.play(np.full(256, Position().parse_move("c5").code, np.uint32))
        batch.reset(np.arange(256, dtype=np.uint8).view(bool))
        assert batch.plies.tolist() == [1] + [0] * 255
