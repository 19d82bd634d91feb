"""Rulings R13 to R19, in the core and in the reference: passing, regions and the end."""

from __future__ import annotations

from collections import Counter
from random import Random
from types import ModuleType
from typing import Any

import pytest

import volo
from support.engines import ruling_against, texts
from support.pictures import BOTH_STUCK, GAP, ORANGE_STUCK, OWN_REGIONS, RULE_SETS, START, at, play
from support.strategies import EDGES, made_up, some_rules, walk
from volo.color import BLUE, ORANGE, Color
from volo.outcome import Outcome

# Passing.


def check_pass(position: Any, legal: bool) -> None:
    assert ("pass" in texts(position.legal_moves())) is legal
    assert position.is_legal("pass") is legal
    if not legal:
        assert ruling_against(position, "pass") == "R13"


@pytest.mark.parametrize(
    ("picture", "passing"),
    [
        # A bird can be added to a space that both players can reach.
        (GAP, set()),
        # No flight is possible, and every add is in a region of the mover's own.
        (OWN_REGIONS, {"standard", "two-sizes", "abstract-play", "boardspace"}),
        # Neither an add nor a flight is possible.
        (ORANGE_STUCK, {*RULE_SETS}),
        # No flight is possible, and a bird can be added anywhere.
        (START, {"boardspace"}),
    ],
)
def test_R13_when_a_pass_is_legal(engine: ModuleType, picture: str, passing: set[str]) -> None:
    for rules in RULE_SETS:
        check_pass(at(engine, picture, "o", f"{rules}-4"), rules in passing)


def test_R13_when_a_pass_is_legal_with_an_empty_hand(engine: ModuleType) -> None:
    """Flights are possible, but no add."""
    for passing in ("standard", "forced", "own-regions", "no-flight"):
        rules = f"edge=4,supply=4,pass={passing},stuck=draw"
        check_pass(at(engine, GAP, "o", rules), passing == "own-regions")


@pytest.mark.parametrize(
    ("rules", "legal"),
    [("standard", False), ("two-sizes", False), ("french", False), ("abstract-play", True), ("boardspace", False)],
)
def test_R13_a_flight_forbids_a_pass_unless_only_own_regions_count(engine: ModuleType, rules: str, legal: bool) -> None:
    """After one add by each player, Orange's new bird at f1 can fly to f2, and Orange cannot add."""
    position = play(at(engine, OWN_REGIONS, "o", f"{rules}-4"), "f1", "e6")
    assert texts(move for move in position.legal_moves() if move.kind == "add") == set()
    assert position.is_legal("f1-E1")
    assert position.is_legal("pass") is legal


@pytest.mark.parametrize("rules", ["standard", "two-sizes", "abstract-play", "boardspace"])
def test_R14_two_passes_in_a_row_are_a_draw(engine: ModuleType, rules: str) -> None:
    position = at(engine, OWN_REGIONS, "o", f"{rules}-4")
    once = position.play("pass")
    assert (once.turn, once.passes, once.outcome()) == (BLUE, 1, None)
    assert [once.birds(color) for color in Color] == [position.birds(color) for color in Color]
    twice = once.play("pass")
    assert twice.passes == 2
    assert twice.outcome() == Outcome(None, "passes")
    assert texts(twice.legal_moves()) == set()
    assert ruling_against(twice, "f1") == "R14"
    assert ruling_against(twice, "pass") == "R14"


def test_R14_an_add_resets_the_number_of_passes(engine: ModuleType) -> None:
    position = play(at(engine, OWN_REGIONS, "o", "standard-4"), "pass", "e6")
    assert position.passes == 0
    assert position.play("pass").outcome() is None


@pytest.mark.parametrize("passing", ["standard", "own-regions", "no-flight"])
def test_R14b_a_pass_answered_by_a_pass_loses(engine: ModuleType, passing: str) -> None:
    """Both players can add. Orange passes first, so Blue added or flew last."""
    position = at(engine, OWN_REGIONS, "o", f"edge=4,supply=60,pass={passing},stuck=last-mover-wins")
    once = position.play("pass")
    assert once.outcome() is None
    twice = once.play("pass")
    assert twice.outcome() == Outcome(BLUE, "stuck")
    assert texts(twice.legal_moves()) == set()
    assert ruling_against(twice, "f1") == "R14b"


@pytest.mark.parametrize("passing", volo.Rules.PASSING)
@pytest.mark.parametrize("turn", ["o", "b"])
def test_R14b_a_forced_pass_that_leaves_the_other_stuck_loses_at_once(
    engine: ModuleType, passing: str, turn: str
) -> None:
    position = at(engine, BOTH_STUCK, turn, f"edge=4,supply=60,pass={passing},stuck=last-mover-wins")
    assert position.outcome() is None
    assert texts(position.legal_moves()) == {"pass"}
    passed = position.play("pass")
    assert passed.outcome() == Outcome(BLUE if turn == "o" else ORANGE, "stuck")
    assert ruling_against(passed, "pass") == "R14b"


@pytest.mark.parametrize("rules", ["standard", "two-sizes", "abstract-play", "boardspace"])
def test_R14b_does_not_apply_to_rule_sets_that_end_in_a_draw(engine: ModuleType, rules: str) -> None:
    passed = at(engine, BOTH_STUCK, "o", f"{rules}-4").play("pass")
    assert passed.outcome() is None
    assert passed.play("pass").outcome() == Outcome(None, "passes")


# Regions.


@pytest.mark.parametrize("rules", RULE_SETS)
def test_R15_the_mover_keeps_one_of_the_opponents_regions(engine: ModuleType, rules: str) -> None:
    position = at(engine, GAP, "o", f"{rules}-4")
    assert len(position.regions(BLUE)) == 1
    choices = {text for text in texts(position.legal_moves()) if text.startswith("f3-SE2")}
    assert choices == {"f3-SE2/a2", "f3-SE2/e1"}
    in_hand = position.in_hand(BLUE)

    lower = position.play("f3-SE2/a2")
    assert lower.birds(BLUE) == ("b1", "b5")
    assert lower.in_hand(BLUE) == (None if in_hand is None else in_hand + 1)
    assert lower.birds(ORANGE) == ("d2", "d3", "d5", "d6")
    assert lower.outcome() is None
    assert ruling_against(lower, "e2") == "R7"  # Blue has no bird left above the wall

    upper = position.play("f3-SE2/e1")
    assert upper.birds(BLUE) == ("f1",)
    assert upper.in_hand(BLUE) == (None if in_hand is None else in_hand + 2)


def test_R15_any_space_names_a_region_and_the_first_one_is_written(engine: ModuleType) -> None:
    position = at(engine, GAP)
    for space in ["e1", "e4", "f1", "f3", "f5", "g2", "g3"]:  # the bird starts on f3
        assert str(position.parse_move(f"f3-SE2/{space}")) == "f3-SE2/e1"
        assert position.play(f"f3-SE2/{space}").birds(BLUE) == ("f1",)
    for space in ["a2", "b1", "b5", "c6"]:
        assert str(position.parse_move(f"f3-SE2/{space}")) == "f3-SE2/a2"
        assert position.play(f"f3-SE2/{space}").birds(BLUE) == ("b1", "b5")


def test_R15_spaces_without_birds_of_the_opponent_are_not_a_region(engine: ModuleType) -> None:
    """Blue has no bird above the same wall. So the flight does not divide Blue, and a move must not name a region."""
    position = at(engine, GAP.replace("b.o..", "..o.."))
    assert position.is_legal("f3-SE2")
    assert ruling_against(position, "f3-SE2/e1") == "R15"
    assert ruling_against(position, "f3-SE2/a2") == "R15"


# The end.


# Orange's bird at g2 flies into the gap at e4. Then Orange has one flock, and Blue is divided.
WINNING_GAP = """
     o.
    b....
   ooo.oo
    ....
   ......
    b...b
     ..
"""


@pytest.mark.parametrize("rules", RULE_SETS)
def test_R17_one_flock_wins(engine: ModuleType, rules: str) -> None:
    won = at(engine, WINNING_GAP, "o", f"{rules}-4").play("g2-SE2")
    assert won.flocks(ORANGE) == (("e1", "e2", "e3", "e4", "e5", "e6"),)
    assert won.outcome() == Outcome(ORANGE, "flock")
    assert texts(won.legal_moves()) == set()
    assert ruling_against(won, "a3") == "R17"
    assert ruling_against(won, "pass") == "R17"


@pytest.mark.parametrize("rules", RULE_SETS)
def test_R18_the_opponent_wins_with_one_flock(engine: ModuleType, rules: str) -> None:
    """Orange leaves Blue a single bird, so Blue wins."""
    lost = at(engine, GAP, "o", f"{rules}-4").play("f3-SE2/e1")
    assert len(lost.flocks(ORANGE)) == 2
    assert lost.outcome() == Outcome(BLUE, "flock")
    assert ruling_against(lost, "f2") == "R17"


@pytest.mark.parametrize(("turn", "winner"), [("o", BLUE), ("b", ORANGE)])
def test_R17_takes_precedence_over_R18(engine: ModuleType, turn: str, winner: Color) -> None:
    """If both players have one flock, the player who has just moved wins."""
    position = engine.Position.from_fen(f"o1/5/6/4/6/5/1b {turn} 0 standard-4")
    assert position.outcome() == Outcome(winner, "flock")


def test_R19_a_position_has_no_history(engine: ModuleType) -> None:
    """A position does not count plies or repetitions: two orders of the same moves lead to equal positions."""
    start = engine.Position("standard-4")
    one = play(start, "a3", "a2", "e1", "f1")
    other = play(start, "e1", "f1", "a3", "a2")
    assert one == other
    assert one.fen() == other.fen()
    assert set(one.fen().split()[1:]) == {"o", "0", "standard-4"}


# R16.


def test_R16_holds_for_thousands_of_turns() -> None:
    random = Random(16)
    kinds: Counter[str] = Counter()
    for number in range(600):
        position = made_up(random, some_rules(random, EDGES[number % 5]))
        for move, after in walk(random, position, 25):
            kinds[f"{move.kind}{'/' if move.keep else ''}"] += 1
            assert len(after.regions(position.turn)) == 1, (position.fen(), move)
            if len(after.flocks(position.turn)) > 1:
                assert len(after.regions(after.turn)) == 1, (position.fen(), move)
            position = after
    assert min(kinds[kind] for kind in ("add", "fly", "fly/", "pass")) >= 100, kinds
