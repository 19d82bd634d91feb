"""Rules, moves and positions are values, lists of moves are arrays, and a player is a color, its name or its number."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from types import ModuleType
from typing import Any
from warnings import catch_warnings, simplefilter

import numpy as np
import pytest

import volo
from support import pictures
from support.engines import ENGINES
from volo import Position, reference
from volo.color import BLUE, ORANGE, Color, Region
from volo.engine import Limit, Score
from volo.engine.match import MatchScore, TimeControl
from volo.errors import IllegalMoveError, InvalidPositionError, NotationError, RecordError, VoloError
from volo.outcome import Outcome
from volo.render import svg
from volo.simulate import Part, Share, Summary

# Expressions of values of one kind, which all differ from each other.
MAKERS = [
    """Rules(); Rules(edge=6); Rules(supply=50); Rules(supply=None); Rules(passing='forced');
    Rules(passing='own-regions'); Rules(stuck='last-mover-wins'); Rules.parse('edge=4,supply=9,pass=forced,stuck=draw')
    """,
    """Move('pass', edge=7); Move('b2', edge=7); Move('b3', edge=7); Move('b2-NE3', edge=7); Move('b2-NE4', edge=7);
    Move('b2-NW3', edge=7); Move('b2:b3-NE3', edge=7); Move('b2:c3-NE3', edge=7); Move('b2-NE3/g8', edge=7);
    Move('b2-NE3/g9', edge=7); Position('standard-4').legal_moves()[0]""",
    """Position(); Position('two-sizes'); Position('standard-5'); Position().play('a3');
    Position().play('a3').play('a2'); Position.from_fen('2/o4/6/4/6/1b1b1/2 b 0 standard-4');
    Position.from_fen('2/o4/6/4/6/1b1b1/2 o 0 standard-4'); Position.from_fen('2/o4/6/4/6/1b1b1/2 b 1 standard-4');
    Position.from_fen('2/b4/6/4/6/1o1o1/2 b 0 standard-4')""",
]
# Values that the reference does not have.
MAKERS_OF_THE_CORE = [
    "Symmetry('identity'); Symmetry('mirror-rotate-60')",
    "ArrayGame('standard-4', threads=1); ArrayGame('standard-4', threads=2); ArrayGame('french-4')",
    "ActionSpace(5); ActionSpace(6)",
    f"Decision(); Decision('french-5'); Decision('{pictures.DIVIDES}'); Decision('{pictures.DIVIDES}', 'c2-E3')",
]
KINDS = [(engine, makers) for makers in MAKERS for engine in ENGINES.values()]
KINDS += [(volo, makers) for makers in MAKERS_OF_THE_CORE]
of_every_kind = pytest.mark.parametrize(("engine", "makers"), KINDS, ids=range(len(KINDS)))


def made(engine: ModuleType, expression: str) -> Any:
    return eval(expression.strip(), {"__builtins__": {}, **vars(engine)})


@of_every_kind
def test_values_are_equal_if_their_contents_are(engine: ModuleType, makers: str) -> None:
    values, again = ([made(engine, maker) for maker in makers.split(";")] for _ in range(2))
    assert len({*values, *again}) == len(set(map(hash, values))) == len(values)
    for index, value in enumerate(values):
        assert value is not again[index]
        assert hash(value) == hash(again[index])
        assert [value == other for other in again] == [index == other for other in range(len(values))]
        assert [value != other for other in again] == [index != other for other in range(len(values))]
        with catch_warnings():
            simplefilter("ignore", RuntimeWarning)  # about texts
            assert not any(value == stranger for stranger in (None, 0, "standard", (), object(), str(value)))
        with pytest.raises(TypeError):
            _ = value < again[index]


@of_every_kind
def test_values_cannot_change_and_are_copied_pickled_and_evaluated(engine: ModuleType, makers: str) -> None:
    for maker in makers.split(";"):
        value = made(engine, maker)
        names = [name for name in dir(value) if not name.startswith("_") and not callable(getattr(value, name))]
        assert names
        for name in [*names, "something_new"]:
            with pytest.raises(AttributeError):
                setattr(value, name, None)
            with pytest.raises(AttributeError):
                delattr(value, name)
        assert copy.copy(value) == copy.deepcopy(value) == value == made(engine, maker)
        if engine is volo:
            # A value cannot change, so there is nothing to copy.
            assert copy.copy(value) is copy.deepcopy({"a": [value]})["a"][0] is value
        assert made(engine, repr(value)) == value
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            again = pickle.loads(pickle.dumps(value, protocol))
            assert (again, hash(again), type(again)) == (value, hash(value), type(value))
            assert (str(again), repr(again)) == (str(value), repr(value))


LINES = [
    *(volo.Move("b2:b4-NE3", edge=7), volo.Rules(edge=6), volo.Symmetry("mirror"), Outcome(ORANGE, "flock"), BLUE),
    *(Score.win(3), MatchScore(), TimeControl(10.0, 0.1), Part(1, 4), Share(1, 4)),
    *(reference.Move("b2:b4-NE3", edge=7), reference.Rules(edge=6)),
]


@pytest.mark.parametrize("value", LINES, ids=lambda value: f"{type(value).__module__}.{type(value).__name__}")
def test_a_value_with_a_text_of_one_line_is_formatted_as_that_text(value: object) -> None:
    assert f"{value}" == str(value)
    assert f"{value:>120}" == str(value).rjust(120)
    assert f"{value:.2}" == str(value)[:2]
    with pytest.raises(ValueError, match="format"):
        format(value, "d")
    with pytest.raises(TypeError, match="str"):
        format(value, 4)  # type: ignore[arg-type]


def test_birds_flocks_and_regions_are_in_board_order(engine: ModuleType) -> None:
    """Blue's wall in the middle row is one flock, so the game is over. Orange's birds are in two regions."""
    position = engine.Position.from_fen("o1/5/bbbbbb/4/2o3/oo1o1/2 o 0 standard-4")
    assert position.birds(ORANGE) == ("b1", "b2", "b4", "c3", "g2")
    assert position.birds(BLUE) == ("e1", "e2", "e3", "e4", "e5", "e6")
    assert position.flocks(ORANGE) == (("b1", "b2", "c3"), ("b4",), ("g2",))
    below = ("a2", "a3", "b3", "b5", "c1", "c2", "c4", "c5", "c6", "d2", "d3", "d5", "d6")
    above = ("f1", "f2", "f3", "f4", "f5", "g3")
    assert position.regions(ORANGE) == (Region(("b1", "b2", "b4", "c3"), below), Region(("g2",), above))
    assert position.regions(BLUE) == (Region(birds=position.birds(BLUE), vacant=below + above),)


# Classes that both implementations share: colors, outcomes and errors.


def test_colors() -> None:
    assert [*Color] == [ORANGE, BLUE] == [0, 1] != [1, 0]
    assert {BLUE, ORANGE} == {0, 1}
    assert [Color(given) for given in (0, 1, "orange", "blue")] == [ORANGE, BLUE] * 2
    for wrong in (2, -1, "Blue", None, 0.5):
        with pytest.raises(ValueError, match="is not a valid Color"):
            Color(wrong)
    assert (int(BLUE), "ob"[BLUE], np.int8(1) == BLUE, np.int8(0) == BLUE) == (1, "b", True, False)
    assert np.equal(BLUE, np.array([0, 1, -1])).tolist() == [False, True, False]
    assert (np.array([0, 1, -1], np.int8) == BLUE).tolist() == [False, True, False]
    assert [np.asarray(BLUE, dtype).dtype.name for dtype in (None, np.int64)] == ["int8", "int64"]
    assert (ORANGE.other, BLUE.other, repr(ORANGE), f"{BLUE}") == (BLUE, ORANGE, "Color.ORANGE", "blue")
    assert pickle.loads(pickle.dumps(BLUE)) is BLUE


NAMED = [
    *((ORANGE, "orange"), (BLUE, "blue"), (Position("standard-4").legal_moves()[0], "g3")),
    *((Position("standard-4"), "2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4"), (Position("standard-4"), "standard-4")),
    *((volo.Rules("standard-4"), "standard-4"), (volo.Symmetry("mirror"), "mirror")),
]


@pytest.mark.parametrize(("value", "text"), NAMED)
def test_a_value_never_equals_its_text_and_says_so(value: Any, text: str) -> None:
    compared: list[Callable[[], bool]] = [
        lambda: value == text,
        lambda: text == value,
        lambda: text in [value],  # noqa: FURB171
        lambda: not value != text,  # noqa: SIM202
    ]
    for compare in compared:
        with pytest.warns(RuntimeWarning, match="never equals a text") as warned:
            assert not compare()
        assert [warning.filename for warning in warned] == [__file__]
    # Libraries compare values with other texts. Sets and dictionaries compare only what has the same hash.
    assert value not in ("", "no text of a value", b"", None)
    assert len({value, text, ""}) == 3
    assert {text: 1}.get(value) is None


ERRORS = [
    (IllegalMoveError("b3", "R6", "touches a friend"), "illegal move b3: touches a friend [R6]"),
    (IllegalMoveError("b3", "R6", "touches a friend", 2), "illegal move b3 at index 2: touches a friend [R6]"),
    (NotationError("expected a direction", "b2-XX3", 3), "expected a direction, at offset 3 of 'b2-XX3'"),
    (InvalidPositionError(["too many birds", "no birds"]), "too many birds; no birds"),
    (volo.InvalidRulesError("no such edge"), "no such edge"),
    (
        RecordError("expected a move", "x9", 12, 3, 345, 2, 5, "5/...", "a.volo", "$.moves[4]"),
        "a.volo:12:3: game 2, ply 5: expected a move, found 'x9', at offset 345, in 5/..., path $.moves[4]",
    ),
    (RecordError("expected a tag", "", 1, 1, 0), "1:1: game 1: expected a tag, at offset 0"),
    (volo.UnfinishedGamesError("kept: 3 of 5 games", 3, 5), "kept: 3 of 5 games"),
    (volo.EngineTimeoutError("no answer"), "no answer"),
]


@pytest.mark.parametrize(("error", "message"), ERRORS, ids=lambda value: type(value).__name__)
def test_errors_are_pickled_and_raised_again(error: VoloError, message: str) -> None:
    assert isinstance(error, VoloError)
    assert isinstance(error, ValueError)
    assert not vars(error) or tuple(vars(error).values()) == error.args
    pickled = [pickle.loads(pickle.dumps(error, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
    # Gymnasium makes the error of a worker again from the error.
    for again in (error, *pickled, type(error)(error)):
        assert (type(again), str(again), vars(again)) == (type(error), message, vars(error))


@pytest.mark.parametrize("offset", [0, 39, 40, 500, 960, 1000])
def test_a_long_text_is_quoted_round_the_offset(offset: int) -> None:
    text = "".join(f"{index:03}." for index in range(250))
    message = str(NotationError("wrong", text, offset))
    quoted = message.partition("'")[2].rpartition("'")[0]
    assert message.startswith(f"wrong, at offset {offset} of ")
    assert len(message) < 130
    assert quoted in text
    assert text[max(0, offset - 5) : offset + 5] in quoted


START = Position("standard-5")
MOVES = START.legal_moves()
OVER = Position(pictures.OVER).legal_moves()


def test_lists_of_moves_are_arrays_of_objects() -> None:
    assert copy.copy(MOVES) is copy.deepcopy(MOVES) is MOVES
    codes = MOVES.codes()
    assert (codes.dtype.name, codes.tolist()) == ("uint32", [move.code for move in MOVES])
    codes[:] = 0  # they are a copy
    assert MOVES.codes().all()
    assert OVER.codes().shape == (0,)
    for moves in (MOVES, MOVES[:1], OVER):
        for array in (np.asarray(moves), np.array(moves), np.asarray(moves, dtype=object), np.array(moves, copy=True)):
            assert array.dtype == object
            assert (array.shape, array.tolist()) == ((len(moves),), list(moves))
    assert np.asarray(MOVES, dtype=str).tolist() == [str(move) for move in MOVES]
    with pytest.raises(ValueError, match="copy"):
        np.asarray(MOVES, copy=False)
    with pytest.raises((TypeError, ValueError)):
        np.asarray(MOVES, dtype=np.uint32)
    random = np.random.default_rng(1)
    assert all(random.choice(MOVES) in MOVES for _ in range(20))
    assert len(set(random.choice(MOVES, size=5, replace=False))) == 5
    assert set(random.permutation(MOVES)) == set(MOVES)
    with pytest.raises(ValueError, match="empty"):
        random.choice(OVER)


POSITION = volo.Position("standard-4").play("a3")
OF_REFERENCE = reference.Position.from_fen(POSITION.fen())
BOARD = "\n".join(str(POSITION).splitlines()[:-1])
SUMMARY = Summary.of(volo.play_random(20, position="standard-4", seed=1, tally=True))

METHODS = ("birds", "in_hand", "flocks", "regions")
TAKE_A_PLAYER: dict[str, Callable[[Any], object]] = {
    **{f"{each.__module__}.{name}": getattr(each, name) for each in (POSITION, OF_REFERENCE) for name in METHODS},
    "Position.from_board": lambda player: volo.Position.from_board(BOARD, turn=player),
    "Position.observe": lambda player: POSITION.observe(player=player).tobytes(),
    "Decision.observe": lambda player: volo.Decision(POSITION).observe(player=player).tobytes(),
    "Batch": lambda player: volo.Batch(2, "standard-4", opponent="uniform", player=player, seed=4).positions,
    "Batch.observe": lambda player: volo.Batch(positions=[POSITION]).observe(player=player).tobytes(),
    "reference.Position.from_board": lambda player: reference.Position.from_board(BOARD, turn=player),
    "Limit.time_for": Limit(orange_clock=60, blue_clock=1).time_for,
    "render.svg.board": lambda player: svg.board(POSITION, regions=player),
    "Summary.adds_on": SUMMARY.adds_on,
    "Summary.flocks_on": SUMMARY.flocks_on,
}


@pytest.mark.parametrize("take", TAKE_A_PLAYER.values(), ids=TAKE_A_PLAYER)
def test_a_player_is_a_color_its_name_or_its_number(take: Callable[[Any], object]) -> None:
    for color in Color:
        for same in (str(color), int(color), np.int8(color)):
            assert take(same) == take(color)
    assert take("orange") != take("blue")
    for unknown in ("Blue", "left", "", "\0" * 1_000_000, -1, 2, 10**5000):
        with pytest.raises(VoloError, match="player") as refused:
            take(unknown)
        assert len(str(refused.value)) < 300
    for wrong in (True, 1.0, b"blue", [1], object()):
        with pytest.raises(TypeError, match="a player must be"):
            take(wrong)
