"""Rules, moves and positions are values: they are immutable, and equality compares their contents."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import volo
from support.engines import ENGINES
from volo.color import BLUE, ORANGE, Color, Region
from volo.engine.match import MatchScore, TimeControl
from volo.errors import (
    EngineTimeoutError,
    IllegalMoveError,
    InvalidPositionError,
    InvalidRulesError,
    NotationError,
    RecordError,
    UnfinishedGamesError,
    VoloError,
)
from volo.outcome import Outcome

MAKERS: dict[str, list[Callable[[ModuleType], Any]]] = {
    # Functions that make values. All values of one kind differ from each other.
    "rules": [
        lambda engine: engine.Rules(),
        lambda engine: engine.Rules(edge=6),
        lambda engine: engine.Rules(supply=50),
        lambda engine: engine.Rules(supply=None),
        lambda engine: engine.Rules(passing="forced"),
        lambda engine: engine.Rules(passing="own-regions"),
        lambda engine: engine.Rules(stuck="last-mover-wins"),
        lambda engine: engine.Rules.parse("edge=4,supply=9,pass=forced,stuck=draw"),
    ],
    "move": [
        lambda engine: engine.Move("pass", edge=7),
        lambda engine: engine.Move("b2", edge=7),
        lambda engine: engine.Move("b3", edge=7),
        lambda engine: engine.Move("b2-NE3", edge=7),
        lambda engine: engine.Move("b2-NE4", edge=7),
        lambda engine: engine.Move("b2-NW3", edge=7),
        lambda engine: engine.Move("b2:b3-NE3", edge=7),
        lambda engine: engine.Move("b2:c3-NE3", edge=7),
        lambda engine: engine.Move("b2-NE3/g8", edge=7),
        lambda engine: engine.Move("b2-NE3/g9", edge=7),
        lambda engine: engine.Position("standard-4").legal_moves()[0],
    ],
    "position": [
        lambda engine: engine.Position(),
        lambda engine: engine.Position("two-sizes"),
        lambda engine: engine.Position("standard-5"),
        lambda engine: engine.Position().play("a3"),
        lambda engine: engine.Position().play("a3").play("a2"),
        lambda engine: engine.Position.from_fen("2/o4/6/4/6/1b1b1/2 b 0 standard-4"),
        lambda engine: engine.Position.from_fen("2/o4/6/4/6/1b1b1/2 o 0 standard-4"),
        lambda engine: engine.Position.from_fen("2/o4/6/4/6/1b1b1/2 b 1 standard-4"),
        lambda engine: engine.Position.from_fen("2/b4/6/4/6/1o1o1/2 b 0 standard-4"),
    ],
}


# Values that the reference does not have.
MAKERS_OF_THE_CORE: dict[str, list[Callable[[ModuleType], Any]]] = {
    "symmetry": [lambda engine: engine.Symmetry("identity"), lambda engine: engine.Symmetry("mirror-rotate-60")],
    "action space": [lambda engine: engine.ActionSpace(5), lambda engine: engine.ActionSpace(6)],
    "decision": [
        lambda engine: engine.Decision(),
        lambda engine: engine.Decision("french-5"),
        lambda engine: engine.Decision("b1/5/5o/4/1o3o/3ob/2 o 0 standard-4"),
        lambda engine: engine.Decision("b1/5/5o/4/1o3o/3ob/2 o 0 standard-4", "c2-E3"),
    ],
}
KINDS = [(engine, makers) for makers in MAKERS.values() for engine in ENGINES.values()]
KINDS += [(volo, makers) for makers in MAKERS_OF_THE_CORE.values()]
of_every_kind = pytest.mark.parametrize(("engine", "makers"), KINDS, ids=range(len(KINDS)))


@of_every_kind
def test_values_are_equal_if_their_contents_are(engine: ModuleType, makers: list[Callable[[ModuleType], Any]]) -> None:
    values, again = ([make(engine) for make in makers] for _ in range(2))
    assert len({*values, *again}) == len(values)
    for index, value in enumerate(values):
        assert value is not again[index]
        assert hash(value) == hash(again[index])
        assert [value == other for other in again] == [index == other for other in range(len(values))]
        assert [value != other for other in again] == [index != other for other in range(len(values))]
        assert not any(value == stranger for stranger in (None, 0, "standard", (), object(), str(value)))
        with pytest.raises(TypeError):
            _ = value < again[index]


@of_every_kind
def test_values_cannot_change(engine: ModuleType, makers: list[Callable[[ModuleType], Any]]) -> None:
    for make in makers:
        value = make(engine)
        names = [name for name in dir(value) if not name.startswith("_") and not callable(getattr(value, name))]
        assert names
        for name in [*names, "something_new"]:
            with pytest.raises(AttributeError):
                setattr(value, name, None)
        for name in names:
            with pytest.raises(AttributeError):
                delattr(value, name)
        assert value == make(engine)


@of_every_kind
def test_values_are_copied_pickled_and_evaluated(engine: ModuleType, makers: list[Callable[[ModuleType], Any]]) -> None:
    for make in makers:
        value = make(engine)
        assert copy.copy(value) == copy.deepcopy(value) == value
        if engine is volo:
            # A value cannot change, so there is nothing to copy.
            assert copy.copy(value) is copy.deepcopy({"a": [value]})["a"][0] is value
        assert eval(repr(value), {"__builtins__": {}, **vars(engine)}) == value
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            again = pickle.loads(pickle.dumps(value, protocol))
            assert again == value
            assert hash(again) == hash(value)
            assert (type(again), str(again), repr(again)) == (type(value), str(value), repr(value))


LINES = [
    volo.Move("b2:b4-NE3", edge=7),
    volo.Rules(edge=6),
    volo.Symmetry("mirror"),
    volo.Outcome(ORANGE, "flock"),
    BLUE,
    volo.engine.Score.win(3),
    MatchScore(),
    TimeControl(10.0, 0.1),
    volo.reference.Move("b2:b4-NE3", edge=7),
    volo.reference.Rules(edge=6),
    volo.simulate.Part(1, 4),
    volo.simulate.Share(1, 4),
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


def test_a_copy_of_a_list_of_moves_is_the_list() -> None:
    moves = volo.Position().legal_moves()
    assert copy.copy(moves) is copy.deepcopy(moves) is moves


def test_repr_shows_the_values(engine: ModuleType) -> None:
    assert repr(engine.Rules()) == "Rules(edge=7, supply=60, passing='standard', stuck='draw')"
    assert (
        repr(engine.Rules.parse("edge=4,supply=none,pass=forced,stuck=last-mover-wins"))
        == "Rules(edge=4, supply=None, passing='forced', stuck='last-mover-wins')"
    )
    assert repr(engine.Move("b2:b4-NE3/g6", edge=7)) == "Move('b2:b4-NE3/g6', edge=7)"
    assert repr(engine.Move("pass", 5)) == "Move('pass', edge=5)"


def test_play_does_not_change_the_position(engine: ModuleType) -> None:
    start = engine.Position("standard-4")
    before = (start.fen(), hash(start), start.birds(ORANGE), start.birds(BLUE))
    successors = {start.play(move) for move in start.legal_moves()}
    assert len(successors) == 9
    assert start not in successors
    assert (start.fen(), hash(start), start.birds(ORANGE), start.birds(BLUE)) == before


def test_birds_flocks_and_regions_are_tuples(engine: ModuleType) -> None:
    position = engine.Position("standard-4")
    for color in Color:
        assert isinstance(position.birds(color), tuple)
        assert isinstance(position.flocks(color), tuple)
        assert all(isinstance(flock, tuple) for flock in position.flocks(color))
        assert isinstance(position.regions(color), tuple)
        assert all(isinstance(region, Region) for region in position.regions(color))


def test_birds_flocks_and_regions_are_in_board_order(engine: ModuleType) -> None:
    """Blue's wall in the middle row is one flock, so the game is over. Orange's birds are in two regions."""
    position = engine.Position.from_fen("o1/5/bbbbbb/4/2o3/oo1o1/2 o 0 standard-4")
    assert position.birds(ORANGE) == ("b1", "b2", "b4", "c3", "g2")
    assert position.birds(BLUE) == ("e1", "e2", "e3", "e4", "e5", "e6")
    assert position.flocks(ORANGE) == (("b1", "b2", "c3"), ("b4",), ("g2",))
    below = ("a2", "a3", "b3", "b5", "c1", "c2", "c4", "c5", "c6", "d2", "d3", "d5", "d6")
    assert position.regions(ORANGE) == (
        Region(birds=("b1", "b2", "b4", "c3"), vacant=below),
        Region(birds=("g2",), vacant=("f1", "f2", "f3", "f4", "f5", "g3")),
    )
    (blue,) = position.regions(BLUE)
    assert blue == Region(
        birds=position.birds(BLUE), vacant=tuple(sorted((*below, *position.regions(ORANGE)[1].vacant)))
    )


# Classes that both implementations share: colors, outcomes and errors.


def test_colors() -> None:
    assert (ORANGE, BLUE) == (Color.ORANGE, Color.BLUE)
    assert [*Color] == [0, 1] != [1, 0]
    assert {BLUE, ORANGE} == {0, 1}
    assert (Color(0), Color(1), Color("orange"), Color("blue")) == (ORANGE, BLUE, ORANGE, BLUE)
    for wrong in (2, -1, "Blue", None, 0.5):
        with pytest.raises(ValueError, match="is not a valid Color"):
            Color(wrong)
    assert (int(BLUE), "ob"[BLUE], np.int8(1) == BLUE, np.int8(0) == BLUE) == (1, "b", True, False)
    assert (np.array([0, 1, -1], np.int8) == BLUE).tolist() == [False, True, False]
    assert np.equal(BLUE, np.array([0, 1, -1])).tolist() == [False, True, False]
    assert np.array([BLUE, ORANGE]).tolist() == [1, 0]
    assert BLUE != "blue"
    assert ORANGE.other is BLUE
    assert BLUE.other is ORANGE
    assert [repr(color) for color in Color] == ["Color.ORANGE", "Color.BLUE"]
    assert [str(color) for color in Color] == [f"{color}" for color in Color] == ["orange", "blue"]
    assert f"{ORANGE:>8}" == "  orange"
    assert pickle.loads(pickle.dumps(BLUE)) is BLUE


def test_outcomes() -> None:
    outcome = Outcome(ORANGE, "flock")
    assert outcome == Outcome(winner=ORANGE, reason="flock")
    assert outcome != Outcome(BLUE, "flock")
    assert len({outcome, Outcome(ORANGE, "flock"), Outcome(None, "passes")}) == 2
    assert copy.deepcopy(outcome) == pickle.loads(pickle.dumps(outcome)) == outcome
    with pytest.raises(AttributeError):
        outcome.winner = BLUE  # type: ignore[misc]


ERRORS = [
    (IllegalMoveError("b3", "R6", "touches a friend"), "illegal move b3: touches a friend [R6]"),
    (NotationError("expected a direction", "b2-XX3", 3), "expected a direction, at offset 3 of 'b2-XX3'"),
    (InvalidPositionError(["too many birds", "no birds"]), "too many birds; no birds"),
    (InvalidRulesError("no such edge"), "no such edge"),
    (
        RecordError("expected a move", "x9", 12, 3, 345, 2, 5, "5/... o 0 standard", "games.volo"),
        "games.volo:12:3: game 2, ply 5: expected a move, found 'x9', at offset 345, in 5/... o 0 standard",
    ),
    (RecordError("expected a tag", "", 1, 1, 0), "1:1: game 1: expected a tag, at offset 0"),
    (UnfinishedGamesError("kept: 3 of 5 games", 3, 5), "kept: 3 of 5 games"),
    (EngineTimeoutError("no answer"), "no answer"),
]


@pytest.mark.parametrize(("error", "message"), ERRORS, ids=lambda value: type(value).__name__)
def test_errors_are_pickled_and_raised_again(error: VoloError, message: str) -> None:
    assert isinstance(error, VoloError)
    assert isinstance(error, ValueError)
    pickled = [pickle.loads(pickle.dumps(error, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
    # Gymnasium makes the error of a worker again from the error.
    for again in (error, *pickled, type(error)(error)):
        assert (type(again), str(again), vars(again)) == (type(error), message, vars(error))


def test_a_long_text_is_quoted_round_the_offset() -> None:
    text = "".join(chr(ord("a") + index % 26) for index in range(1000))
    for offset in (0, 39, 40, 500, 960, 1000):
        message = str(NotationError("wrong", text, offset))
        quoted = message.partition("'")[2].rpartition("'")[0]
        assert message.startswith(f"wrong, at offset {offset} of ")
        assert len(message) < 130
        assert quoted in text
        assert text[max(0, offset - 5) : offset + 5] in quoted
