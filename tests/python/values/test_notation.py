"""Moves, positions and rule sets as text: what one function writes another reads, and other texts are refused."""

from __future__ import annotations

import random
from types import ModuleType
from typing import Any

import pytest

from support.data import read_jsonl
from volo.color import BLUE, ORANGE
from volo.errors import InvalidPositionError, InvalidRulesError, NotationError

VALID = read_jsonl("valid.jsonl")
INVALID = read_jsonl("invalid.jsonl")
ERRORS = {"notation": NotationError, "position": InvalidPositionError, "rules": InvalidRulesError}

START = "5/1o4b1/9/10/11/12/b8o/12/11/10/9/1o4b1/5 o 0 standard"


# Moves.


@pytest.mark.parametrize(
    ("text", "kind", "spaces", "direction", "distance", "keep"),
    [
        ("pass", "pass", (), None, 0, None),
        ("c5", "add", ("c5",), None, 0, None),
        ("g12", "add", ("g12",), None, 0, None),
        ("b2-NE3", "fly", ("b2",), "NE", 3, None),
        ("a2-E14", "fly", ("a2",), "E", 14, None),
        ("b2:b4-NE3", "fly", ("b2", "b3", "b4"), "NE", 3, None),
        ("c3:f6-W1", "fly", ("c3", "d4", "e5", "f6"), "W", 1, None),
        ("f3:i1-SW2", "fly", ("f3", "g3", "h2", "i1"), "SW", 2, None),  # NW, across the longest row
        ("f3:i4-SE1", "fly", ("f3", "g4", "h4", "i4"), "SE", 1, None),  # NE, across the longest row
        ("b2:b4-NE3/g8", "fly", ("b2", "b3", "b4"), "NE", 3, "g8"),
        ("b2-NW1/b2", "fly", ("b2",), "NW", 1, "b2"),
        ("l7-E2/m2", "fly", ("l7",), "E", 2, "m2"),
    ],
)
def test_moves_are_read_and_written(
    engine: ModuleType,
    text: str,
    kind: str,
    spaces: tuple[str, ...],
    direction: str | None,
    distance: int,
    keep: str | None,
) -> None:
    move = engine.Move(text, edge=7)
    assert str(move) == text
    assert move.kind == kind
    assert move.spaces == spaces
    assert move.direction == direction
    assert move.distance == distance
    assert move.keep == keep


@pytest.mark.parametrize(
    ("text", "offset"),
    [
        ("", 0),
        (" \t\r\n", 0),
        ("\u00a0c5", 0),
        ("c5\u00a0", 2),
        ("c5\x0c", 2),
        ("c5 c5", 2),
        (" c5 \n x ", 3),
        ("\t\npass x", 6),
        (" b2- NE3 ", 4),
        ("C5", 0),
        ("p5", 0),
        ("n2", 0),  # only the largest sky has this row
        ("\u00e45", 0),
        ("c", 1),
        ("c0", 1),
        ("c05", 1),
        ("c-1", 1),
        ("c5x", 2),
        ("c5/c6", 2),  # an add does not name a region
        ("c5:", 3),
        ("c5:c", 4),
        ("c5:c7", 5),
        ("c5:c7/c2", 5),
        ("b2-", 3),
        ("b2-XX3", 3),
        ("b2-ne3", 3),
        ("b2 -NE3", 2),
        ("b2- NE3", 3),
        ("b2-NE", 5),
        ("b2-NE0", 5),
        ("b2-NE01", 5),
        ("b2-NE+1", 5),
        ("b2-NE15", 5),
        ("b2-NE999999999999999999999999", 5),
        ("b2-NE3x", 6),
        ("b2-NE3/", 7),
        ("b2-NE3/x", 7),
        ("b2-NE3//g8", 7),
        ("b2-NE3/g8/g8", 9),
        ("b2-NE3/g8x", 9),
        ("passes", 4),
    ],
)
def test_a_malformed_move_is_refused_with_its_offset(engine: ModuleType, text: str, offset: int) -> None:
    with pytest.raises(NotationError) as refused:
        engine.Move(text, edge=7)
    assert refused.value.text == text
    assert refused.value.offset == offset
    assert refused.value.problem


@pytest.mark.parametrize(
    "text",
    [
        "a1",  # a missing corner
        "g7",  # the missing centre
        "g14",  # beyond the row
        "c99999999999999999999",
        "b2:b2-NE1",  # a single bird has only one end
        "b4:b2-NE1",  # the left end must come first
        "c3:b2-NE1",  # the lower end must come first
        "c2:b3-NE1",
        "g7:g8-E1",  # an end must not be a missing space
        "b2-NE3/g7",  # nor must the space of the kept region
        "PASS",
        "pas",
        "o5",
        "b2--NE3",
        "b2-N3",
        "b2-S1",
        "\u06633",
        "c\u0663",
        "b2\x00",
    ],
)
def test_a_malformed_move_is_refused(engine: ModuleType, text: str) -> None:
    with pytest.raises(NotationError) as refused:
        engine.Move(text, edge=7)
    assert 0 <= refused.value.offset <= len(text)
    assert refused.value.text == text


@pytest.mark.parametrize("before", ["", " ", "\n", "\t \r\n"])
@pytest.mark.parametrize("after", ["", " ", "\n", "\r\n", "\n\n\t ", "\r", " " * 5000])
def test_white_space_at_the_ends_is_ignored(engine: ModuleType, before: str, after: str) -> None:
    fen = "2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4"
    position = engine.Position.from_fen(f"{before}{fen}{after}")
    assert position.fen() == fen
    for text in ("b5", "b2-E2", "b2-NW1", "pass"):
        assert engine.Move(f"{before}{text}{after}", 4) == engine.Move(text, 4)
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


def test_a_long_text_is_quoted_in_part(engine: ModuleType) -> None:
    text = "b2-NE3/" + "x" * 1000
    with pytest.raises(NotationError) as refused:
        engine.Move(text, edge=7)
    assert refused.value.text == text
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize("rules", ["standard-4", "abstract-play-5", "two-sizes-small"])
def test_legal_moves_are_read_as_they_are_written(engine: ModuleType, rules: str) -> None:
    choose = random.Random(7)
    position = engine.Position(rules)
    for _ in range(40):
        moves = list(position.legal_moves())
        if not moves:
            break
        for move in moves:
            assert position.parse_move(str(move)) == move
            assert engine.Move(str(move), position.rules.edge) == move
        position = position.play(choose.choice(moves))


# Positions.


@pytest.mark.parametrize("entry", VALID, ids=lambda entry: entry["why"])
def test_valid_positions_are_read(engine: ModuleType, entry: dict[str, Any]) -> None:
    position = engine.Position.from_fen(entry["fen"])
    written = entry.get("written", entry["fen"])
    assert position.fen() == written
    assert engine.Position.from_fen(written) == position
    assert len(position.birds(ORANGE)) == entry["fen"].split()[0].count("o")
    assert len(position.birds(BLUE)) == entry["fen"].split()[0].count("b")


@pytest.mark.parametrize("entry", INVALID, ids=lambda entry: f"{entry['why']}: {entry['fen'][:30]}")
def test_invalid_positions_are_refused(engine: ModuleType, entry: dict[str, Any]) -> None:
    with pytest.raises(ERRORS[entry["error"]]) as refused:
        engine.Position.from_fen(entry["fen"])
    error: Any = refused.value
    if entry["error"] == "notation":
        assert error.text == entry["fen"]
        assert 0 <= error.offset <= len(entry["fen"])
    if entry["offset"] is not None:
        assert error.offset == entry["offset"], error
    if entry["reasons"] is not None:
        assert len(error.reasons) == entry["reasons"], error
        assert str(error) == "; ".join(error.reasons)


def test_the_corpora_are_large_enough() -> None:
    assert len(VALID) >= 15
    assert len(INVALID) >= 40
    assert {entry["error"] for entry in INVALID} == set(ERRORS)


def test_the_start_as_text(engine: ModuleType) -> None:
    assert engine.Position().fen() == START
    assert engine.Position.from_fen(START) == engine.Position() == engine.Position("standard")


def test_positions_of_games_are_read_back(engine: ModuleType) -> None:
    choose = random.Random(3)
    for rules in ["french-4", "abstract-play-5", "edge=6,supply=12,pass=own-regions,stuck=last-mover-wins"]:
        position = engine.Position(rules)
        for _ in range(50):
            assert engine.Position.from_fen(position.fen()) == position
            moves = list(position.legal_moves())
            if not moves:
                break
            position = position.play(choose.choice(moves))


# Rule sets.

NAMED = [
    ("standard", 7, 60, "standard", "draw"),
    ("two-sizes", 7, 50, "standard", "draw"),
    ("two-sizes-small", 6, 50, "standard", "draw"),
    ("french", 7, 60, "forced", "last-mover-wins"),
    ("abstract-play", 7, None, "own-regions", "draw"),
    ("boardspace", 7, None, "no-flight", "draw"),
    ("standard-5", 5, 60, "standard", "draw"),
    ("two-sizes-5", 5, 50, "standard", "draw"),
    ("french-8", 8, 60, "forced", "last-mover-wins"),
    ("abstract-play-4", 4, None, "own-regions", "draw"),
    ("boardspace-6", 6, None, "no-flight", "draw"),
    ("edge=6,supply=60,pass=no-flight,stuck=draw", 6, 60, "no-flight", "draw"),
    ("edge=6,supply=49,pass=standard,stuck=draw", 6, 49, "standard", "draw"),
    ("edge=7,supply=none,pass=forced,stuck=draw", 7, None, "forced", "draw"),
    ("edge=4,supply=3,pass=own-regions,stuck=last-mover-wins", 4, 3, "own-regions", "last-mover-wins"),
    ("edge=8,supply=255,pass=forced,stuck=last-mover-wins", 8, 255, "forced", "last-mover-wins"),
]


@pytest.mark.parametrize(("text", "edge", "supply", "passing", "stuck"), NAMED)
def test_rule_sets_are_read_and_written(
    engine: ModuleType, text: str, edge: int, supply: int | None, passing: str, stuck: str
) -> None:
    rules = engine.Rules.parse(text)
    assert (rules.edge, rules.supply, rules.passing, rules.stuck) == (edge, supply, passing, stuck)
    assert rules == engine.Rules(edge, supply, passing, stuck)
    assert rules == engine.Rules(edge=edge, supply=supply, passing=passing, stuck=stuck)
    assert str(rules) == text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("standard-7", "standard"),
        ("two-sizes-6", "two-sizes-small"),
        ("two-sizes-small-7", "two-sizes"),
        ("two-sizes-small-4", "two-sizes-4"),
        ("two-sizes-small-6", "two-sizes-small"),
        ("french-7", "french"),
        ("edge=7,supply=60,pass=standard,stuck=draw", "standard"),
        ("edge=8,supply=none,pass=own-regions,stuck=draw", "abstract-play-8"),
        ("edge=6,supply=none,pass=no-flight,stuck=draw", "boardspace-6"),
    ],
)
def test_a_rule_set_is_written_by_the_first_name_that_fits(engine: ModuleType, text: str, written: str) -> None:
    rules = engine.Rules.parse(text)
    assert str(rules) == written
    assert engine.Rules.parse(written) == rules


@pytest.mark.parametrize("supply", [1, 2, 256, 300, 999_999_999])
def test_a_supply_out_of_range_is_named(engine: ModuleType, supply: int) -> None:
    with pytest.raises(InvalidRulesError, match="supply must be 3 to 255"):
        engine.Rules.parse(f"edge=6,supply={supply},pass=forced,stuck=draw")


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


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Standard",
        "standard\u00a0",
        "\x0cstandard",
        "standard -5",
        "stan dard",
        " \n",
        "standard-",
        "standard-3",
        "standard-9",
        "standard-10",
        "standard-07",
        "standard--5",
        "standard-5-5",
        "-5",
        "two_sizes",
        "edge=7",
        "edge=7,supply=60,pass=standard",
        "edge=7,supply=60,pass=standard,stuck=draw,",
        "edge=7,supply=60,pass=standard,\nstuck=draw",
        "edge=7, supply=60, pass=standard, stuck=draw",
        "supply=60,edge=7,pass=standard,stuck=draw",
        "edge=3,supply=60,pass=standard,stuck=draw",
        "edge=9,supply=60,pass=standard,stuck=draw",
        "edge=07,supply=60,pass=standard,stuck=draw",
        "edge=+7,supply=60,pass=standard,stuck=draw",
        "edge=\u0667,supply=60,pass=standard,stuck=draw",
        "edge=7,supply=2,pass=standard,stuck=draw",
        "edge=7,supply=256,pass=standard,stuck=draw",
        "edge=7,supply=060,pass=standard,stuck=draw",
        "edge=7,supply=None,pass=standard,stuck=draw",
        "edge=7,supply=,pass=standard,stuck=draw",
        "edge=7,supply=60,pass=Standard,stuck=draw",
        "edge=7,supply=60,pass=,stuck=draw",
        "edge=7,supply=60,pass=standard,stuck=lose",
    ],
)
def test_a_malformed_rule_set_is_refused(engine: ModuleType, text: str) -> None:
    for read in (engine.Rules.parse, engine.Position):
        with pytest.raises(InvalidRulesError) as refused:
            read(text)
        assert refused.value.problem
        assert str(refused.value) == refused.value.problem


@pytest.mark.parametrize(
    "values",
    [
        {"edge": 3},
        {"edge": 9},
        {"edge": -7},
        {"edge": 10**30},
        {"supply": 2},
        {"supply": 0},
        {"supply": -60},
        {"supply": 256},
        {"supply": 10**30},
        {"passing": "never"},
        {"passing": ""},
        {"stuck": "Draw"},
    ],
)
def test_values_out_of_range_are_refused(engine: ModuleType, values: dict[str, Any]) -> None:
    with pytest.raises(InvalidRulesError):
        engine.Rules(**values)


@pytest.mark.parametrize(
    "values",
    [
        {"edge": "7"},
        {"edge": 7.0},
        {"edge": None},
        {"edge": True},
        {"supply": "60"},
        {"supply": False},
        {"supply": 60.0},
        {"passing": None},
        {"passing": 1},
        {"stuck": None},
    ],
)
def test_values_of_the_wrong_type_are_refused(engine: ModuleType, values: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        engine.Rules(**values)


def test_unknown_sizes_are_refused(engine: ModuleType) -> None:
    with pytest.raises(InvalidRulesError):
        engine.Rules.two_sizes("large")
    for edge in (3, 9):
        with pytest.raises(InvalidRulesError):
            engine.Rules.standard(edge)
        with pytest.raises(InvalidRulesError):
            engine.Rules.abstract_play(edge)
        with pytest.raises(InvalidRulesError):
            engine.Rules.boardspace(edge)


@pytest.mark.parametrize("rules", [5, b"standard", ["standard"], object()])
def test_rules_of_the_wrong_type_are_refused(engine: ModuleType, rules: Any) -> None:
    with pytest.raises(TypeError):
        engine.Position(rules)
