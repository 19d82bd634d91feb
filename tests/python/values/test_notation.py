"""Moves, positions and rule sets as text: what one function writes another reads, and other texts are refused."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from support.data import read_jsonl
from support.engines import refused
from volo import ActionSpace, Decision, Game, Move, Position
from volo.color import BLUE, ORANGE
from volo.errors import InvalidPositionError, InvalidRulesError, NotationError, VoloError
from volo.render import text as drawn

VALID = read_jsonl("valid.jsonl")
INVALID = read_jsonl("invalid.jsonl")
ERRORS = {"notation": NotationError, "position": InvalidPositionError, "rules": InvalidRulesError}

START = "5/1o4b1/9/10/11/12/b8o/12/11/10/9/1o4b1/5 o 0 standard"


# Moves.


MOVES = [
    ("pass", "pass", (), None, 0, None, None),
    ("c5", "add", ("c5",), None, 0, None, None),
    ("g12", "add", ("g12",), None, 0, None, None),
    ("b2-NE3", "fly", ("b2",), "NE", 3, "e5", None),
    ("a2-E14", "fly", ("a2",), "E", 14, None, None),
    ("b2:b4-NE3", "fly", ("b2", "b3", "b4"), "NE", 3, "e5", None),
    ("c3:f6-W1", "fly", ("c3", "d4", "e5", "f6"), "W", 1, "c2", None),
    ("f3:i1-SW2", "fly", ("f3", "g3", "h2", "i1"), "SW", 2, "d1", None),  # NW, across the longest row
    ("f3:i4-SE1", "fly", ("f3", "g4", "h4", "i4"), "SE", 1, "e3", None),  # NE, across the longest row
    ("g4-E3", "fly", ("g4",), "E", 3, None, None),  # to the missing center
    ("g4-E4", "fly", ("g4",), "E", 4, "g8", None),  # over it
    ("b2:b4-NE3/g8", "fly", ("b2", "b3", "b4"), "NE", 3, "e5", "g8"),
    ("b2-NW1/b2", "fly", ("b2",), "NW", 1, "c2", "b2"),
    ("l7-E2/m2", "fly", ("l7",), "E", 2, None, "m2"),
]


def test_moves_are_read_and_written(engine: ModuleType) -> None:
    for parts in MOVES:
        move = engine.Move(parts[0], edge=7)
        found = (str(move), move.kind, move.spaces, move.direction, move.distance, move.landing, move.keep)
        assert found == parts


# Texts that are not moves, and the offset of the error; None if it depends on the implementation.
MALFORMED_MOVES = [
    ("", 0),
    ("c5\u00a0", 2),
    ("c5\x0c", 2),
    (" c5 \n x ", 3),
    (" b2- NE3 ", 4),
    ("C5", 0),
    ("p5", 0),
    ("\u00e45", 0),
    ("c", 1),
    ("c05", 1),
    ("c5x", 2),
    ("c5/c6", 2),  # an add does not name a region
    ("c5:c", 4),
    ("c5:c7", 5),
    ("b2-", 3),
    ("b2-ne3", 3),
    ("b2- NE3", 3),
    ("b2-NE", 5),
    ("b2-NE0", 5),
    ("b2-NE15", 5),
    ("b2-NE999999999999999999999999", 5),
    ("b2-NE3/", 7),
    ("b2-NE3/x", 7),
    ("b2-NE3/g8/g8", 9),
    ("a1", None),  # a missing corner
    ("g7", None),  # the missing center
    ("g14", None),  # beyond the row
    ("b2:b2-NE1", None),  # a single bird has only one end
    ("b4:b2-NE1", None),  # the left end must come first
    ("g7:g8-E1", None),  # an end must not be a missing space
    ("b2-NE3/g7", None),  # nor must the space of the kept region
    ("b2--NE3", None),
    ("b2-N3", None),
    ("c\u0663", None),
    ("b2\x00", None),
]


def test_a_malformed_move_is_refused_with_its_offset(engine: ModuleType) -> None:
    for text, offset in MALFORMED_MOVES:
        error = refused(NotationError, engine.Move, text, 7)
        assert error.text == text
        assert error.offset == offset or (offset is None and 0 <= error.offset <= len(text)), (text, error)
        assert error.problem


@pytest.mark.parametrize(("before", "after"), [("", "\r\n"), (" ", ""), ("\t \r\n", "\n\n\t "), ("\n", " " * 5000)])
def test_white_space_at_the_ends_is_ignored(engine: ModuleType, before: str, after: str) -> None:
    fen = "2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4"
    position = engine.Position.from_fen(f"{before}{fen}{after}")
    assert position.fen() == fen
    for text in ("b5", "b2-E2", "b2-NW1", "pass"):
        assert str(engine.Move(f"{before}{text}{after}", 4)) == text
    assert position.play(f"{before}b5{after}") == position.play("b5")
    assert str(position.parse_move(f"{before}b5{after}")) == "b5"
    assert position.is_legal(f"{before}b5{after}")
    for rules in ("standard-4", "edge=6,supply=50,pass=forced,stuck=draw"):
        assert engine.Rules.parse(f"{before}{rules}{after}") == engine.Rules.parse(rules)
        assert engine.Position(f"{before}{rules}{after}") == engine.Position(rules)


def test_the_names_of_spaces_depend_on_the_edge(engine: ModuleType) -> None:
    for edge, spaces in {4: ("a2", "d6", "g3"), 5: ("a4", "e4", "i4"), 8: ("a7", "h7", "o7")}.items():
        for space in spaces:
            assert engine.Move(space, edge).spaces == (space,)
    for edge, missing in {4: ("a4", "d4", "d7", "h1"), 5: ("a5", "e5", "j1"), 8: ("a8", "h8", "o8")}.items():
        for space in missing:
            with pytest.raises(NotationError):
                engine.Move(space, edge)


# What the core proposes in place of a text. Other tests compare the offsets, and no words.
PROPOSED = [
    ("D5", "expected a space in lower case, such as b2"),
    ("b2-d4", "expected a direction: E, SE, SW, W, NW or NE, and a number of steps: b2-NE2"),
    ("b2-b5", "expected a direction: E, SE, SW, W, NW or NE, and a number of steps: b2-E3"),
    ("b2-a6", "expected a direction: E, SE, SW, W, NW or NE"),
    ("b2-ne3", "expected a direction: E, SE, SW, W, NW or NE"),
    ("b2:b4-c4", "expected a direction: E, SE, SW, W, NW or NE"),
    ("a1", "a sky of edge 7 has no such space: row a has a2 to a6"),
    ("g7", "a sky of edge 7 has no such space: row g has g2 to g6 and g8 to g12"),
    ("o1", "a sky of edge 7 has no such space: its rows are a to m"),
]


@pytest.mark.parametrize(("move", "problem"), PROPOSED)
def test_the_error_for_a_move_says_what_to_write(move: str, problem: str) -> None:
    error = refused(NotationError, Position().play, move)
    assert error.problem == problem


@pytest.mark.parametrize("read", [Position, Position.from_fen, Game, Decision])
def test_the_error_for_a_printed_board_says_what_reads_it(read: Callable[[str], object]) -> None:
    for start in (Position("standard-4"), Position("abstract-play-8")):
        for board in (str(start), start.board(unicode=True), drawn.board(start, color=True)):
            assert Position.from_board(board) == start
            with pytest.raises(VoloError, match="in one line; a printed board is read by from_board"):
                read(board)


def test_a_long_text_is_quoted_in_part(engine: ModuleType) -> None:
    text = "b2-NE3/" + "x" * 1000
    error = refused(NotationError, engine.Move, text, 7)
    assert error.text == text
    assert len(str(error)) < 300


# Positions.


def test_valid_positions_are_read(engine: ModuleType) -> None:
    for entry in VALID:
        position = engine.Position.from_fen(entry["fen"])
        written = entry.get("written", entry["fen"])
        assert position.fen() == written, entry
        assert engine.Position.from_fen(written) == position, entry
        assert len(position.birds(ORANGE)) == entry["fen"].split()[0].count("o"), entry
        assert len(position.birds(BLUE)) == entry["fen"].split()[0].count("b"), entry


def test_invalid_positions_are_refused(engine: ModuleType) -> None:
    for entry in INVALID:
        error: Any = refused(ERRORS[entry["error"]], engine.Position.from_fen, entry["fen"])
        if entry["error"] == "notation":
            assert error.text == entry["fen"]
            assert 0 <= error.offset <= len(entry["fen"])
        if entry["offset"] is not None:
            assert error.offset == entry["offset"], (entry, error)
        if entry["reasons"] is not None:
            assert len(error.reasons) == entry["reasons"], (entry, error)
            assert str(error) == "; ".join(error.reasons)


def test_the_corpora_are_large_enough() -> None:
    assert len(VALID) >= 15
    assert len(INVALID) >= 40
    assert {entry["error"] for entry in INVALID} == set(ERRORS)


def test_the_start_as_text(engine: ModuleType) -> None:
    assert engine.Position().fen() == START
    assert engine.Position.from_fen(START) == engine.Position() == engine.Position("standard")


# Rule sets.

NAMED = [
    ("standard", 7, 60, "standard", "draw"),
    ("two-sizes", 7, 50, "standard", "draw"),
    ("two-sizes-small", 6, 50, "standard", "draw"),
    ("french", 7, 60, "forced", "last-mover-wins"),
    ("abstract-play", 7, None, "own-regions", "draw"),
    ("boardspace", 7, None, "no-flight", "draw"),
    ("french-8", 8, 60, "forced", "last-mover-wins"),
    ("abstract-play-4", 4, None, "own-regions", "draw"),
    ("edge=6,supply=60,pass=no-flight,stuck=draw", 6, 60, "no-flight", "draw"),
    ("edge=6,supply=49,pass=standard,stuck=draw", 6, 49, "standard", "draw"),
    ("edge=7,supply=none,pass=forced,stuck=draw", 7, None, "forced", "draw"),
    ("edge=4,supply=3,pass=own-regions,stuck=last-mover-wins", 4, 3, "own-regions", "last-mover-wins"),
    ("edge=8,supply=255,pass=forced,stuck=last-mover-wins", 8, 255, "forced", "last-mover-wins"),
]


def test_rule_sets_are_read_and_written(engine: ModuleType) -> None:
    for text, edge, supply, passing, stuck in NAMED:
        rules = engine.Rules.parse(text)
        assert (rules.edge, rules.supply, rules.passing, rules.stuck) == (edge, supply, passing, stuck)
        assert rules == engine.Rules(edge, supply, passing, stuck)
        assert rules == engine.Rules(edge=edge, supply=supply, passing=passing, stuck=stuck)
        assert str(rules) == text


# A rule set is written by the first name that fits.
WRITTEN = [
    ("standard-7", "standard"),
    ("two-sizes-6", "two-sizes-small"),
    ("two-sizes-small-6", "two-sizes-small"),
    ("edge=7,supply=60,pass=standard,stuck=draw", "standard"),
    ("edge=8,supply=none,pass=own-regions,stuck=draw", "abstract-play-8"),
    ("edge=6,supply=none,pass=no-flight,stuck=draw", "boardspace-6"),
]


def test_a_rule_set_is_written_by_the_first_name_that_fits(engine: ModuleType) -> None:
    for text, written in WRITTEN:
        rules = engine.Rules.parse(text)
        assert str(rules) == written
        assert engine.Rules.parse(written) == rules


def test_a_supply_out_of_range_is_named(engine: ModuleType) -> None:
    for supply in (1, 2, 256, 300, 999_999_999):
        error = refused(InvalidRulesError, engine.Rules.parse, f"edge=6,supply={supply},pass=forced,stuck=draw")
        assert "supply must be 3 to 255" in str(error)


def test_named_rule_sets(engine: ModuleType) -> None:
    rules = engine.Rules
    assert str(rules()) == str(rules.standard()) == "standard"
    assert str(rules.standard(5)) == str(rules.standard(edge=5)) == "standard-5"
    assert str(rules.two_sizes()) == str(rules.two_sizes("standard")) == "two-sizes"
    assert str(rules.two_sizes(size="small")) == "two-sizes-small"
    assert str(rules.french()) == "french"
    assert str(rules.abstract_play()) == "abstract-play"
    assert str(rules.abstract_play(edge=8)) == "abstract-play-8"
    assert str(rules.boardspace()) == "boardspace"
    assert str(rules.boardspace(edge=6)) == "boardspace-6"


MALFORMED_RULES = [
    "",
    "Standard",
    "\x0cstandard",
    "stan dard",
    "standard-3",
    "standard-9",
    "standard-07",
    "standard-5-5",
    "two_sizes",
    "edge=7,supply=60,pass=standard",
    "edge=7,supply=60,pass=standard,\nstuck=draw",
    "edge=7, supply=60, pass=standard, stuck=draw",
    "supply=60,edge=7,pass=standard,stuck=draw",
    "edge=3,supply=60,pass=standard,stuck=draw",
    "edge=07,supply=60,pass=standard,stuck=draw",
    "edge=\u0667,supply=60,pass=standard,stuck=draw",
    "edge=7,supply=2,pass=standard,stuck=draw",
    "edge=7,supply=060,pass=standard,stuck=draw",
    "edge=7,supply=60,pass=Standard,stuck=draw",
    "edge=7,supply=60,pass=standard,stuck=lose",
]


def test_a_malformed_rule_set_is_refused(engine: ModuleType) -> None:
    for text in MALFORMED_RULES:
        for read in (engine.Rules.parse, engine.Position):
            error = refused(InvalidRulesError, read, text)
            assert str(error) == error.problem != ""


def test_values_out_of_range_and_of_a_wrong_type_are_refused(engine: ModuleType) -> None:
    wrong: dict[type[Exception], dict[str, list[object]]] = {
        InvalidRulesError: {
            "edge": [3, 9, -7, 10**30],
            "supply": [2, 0, -60, 256, 10**30],
            "passing": ["never", ""],
            "stuck": ["Draw"],
        },
        TypeError: {
            "edge": ["7", 7.0, None, True],
            "supply": ["60", False, 60.0],
            "passing": [None, 1],
            "stuck": [None],
        },
    }
    for error, fields in wrong.items():
        for field, values in fields.items():
            for value in values:
                with pytest.raises(error):
                    engine.Rules(**{field: value})
    for make in (engine.Rules.standard, engine.Rules.abstract_play, engine.Rules.boardspace):
        for edge in (3, 9):
            refused(InvalidRulesError, make, edge)
    refused(InvalidRulesError, engine.Rules.two_sizes, "large")
    for rules in (5, b"standard", ["standard"], object()):
        refused(TypeError, engine.Position, rules)


# Numbers that programs keep.


def test_positions_and_moves_have_the_promised_numbers() -> None:
    for row in read_jsonl("promises.jsonl"):
        position = Position(row["fen"])
        assert f"{position.zobrist:016x}" == row["zobrist"], row["why"]
        space = ActionSpace(position.rules.edge)
        for text, (code, *actions) in row["moves"].items():
            assert str(Move.from_code(code)) == text
            assert (Move.from_code(code).code, list(space.of(text))) == (code, actions)
