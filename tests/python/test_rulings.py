"""Each ruling of the rules, by its number, in the core and in the reference.

Pictures show the rows from the top, a row a line, `.` for a vacant space; missing spaces are left out, as in a fen. So
the smallest sky looks like this in a picture (left), and has these names (right)::

      ..                      g2 g3
     .o.b.                  f1 f2 f3 f4 f5
    ......                e1 e2 e3 e4 e5 e6
     b..o                   d2 d3    d5 d6
    ......                c1 c2 c3 c4 c5 c6
     .o.b.                  b1 b2 b3 b4 b5
      ..                      a2 a3
"""

from __future__ import annotations

import random
from types import ModuleType
from typing import Any

import pytest
from conftest import rows, ruling_against, texts

from volo.color import BLUE, ORANGE, Color
from volo.errors import InvalidPositionError, NotationError
from volo.outcome import Outcome

RULE_SETS = ["standard", "two-sizes", "french", "abstract-play"]
EDGES = [4, 5, 6, 7, 8]

# Orange's flock of three at the bottom, two lone birds of Orange at the left and at the right.
LINE = """
      ...
     ....b.
    .......
   o.......
    ......
   ........
    .......
     booo.o
      ...
"""

# The flight f3-SE2 to d5 joins d6 and, with the missing centre, closes the wall across the middle row.
GAP = """
     ..
    b.o..
   ......
    oo.o
   ......
    b...b
     ..
"""

# Nobody can fly, and each player can add a bird only where the other has no open path to: Orange at f1, Blue at e6.
OWN_REGIONS = """
     o.
    ..ob.
   ..ob..
    oob.
   bobbbb
    ..bob
     .o
"""

# Nobody can add or fly.
BOTH_STUCK = """
     .b
    oobbb
   .booob
    b..b
   .bb...
    ..boo
     .b
"""

# Orange can neither add nor fly, Blue can fly.
ORANGE_STUCK = """
     oo
    b.bb.
   bbobbb
    oo..
   oooobo
    .bob.
     .b
"""


def at(engine: ModuleType, picture: str, turn: str = "o", rules: str = "standard-4", passes: int = 0) -> Any:
    return engine.Position.from_fen(f"{rows(picture)} {turn} {passes} {rules}")


def play(position: Any, *moves: str) -> Any:
    for move in moves:
        position = position.play(move)
    return position


# The sky and the setup.


@pytest.mark.parametrize(("edge", "spaces"), [(4, 30), (5, 54), (6, 84), (7, 120), (8, 162)])
def test_r01_the_sky_is_a_hexagon_without_corners_and_centre(engine: ModuleType, edge: int, spaces: int) -> None:
    (region,) = engine.Position(f"standard-{edge}").regions(ORANGE)
    blue = engine.Position(f"standard-{edge}").birds(BLUE)
    assert len({*region.birds, *region.vacant, *blue}) == spaces == 3 * edge * (edge - 1) + 1 - 7


@pytest.mark.parametrize(
    ("fen", "neighbours"),
    [
        ("b1b/6/7/8/5o/8/3o3/6/3", {"c5", "b4", "b3", "c3", "d4", "d5"}),  # c4, in the lower half of the sky
        ("b1b/6/7/8/1o3o/8/7/6/3", {"e4", "d3", "d2", "e2", "f2", "f3"}),  # e3, in the longest row
        ("b1b/6/3o3/8/5o/8/7/6/3", {"g5", "f5", "f4", "g3", "h3", "h4"}),  # g4, in the upper half
        ("b1b/6/7/8/5o/8/7/6/o2", {"a3", "b2", "b3"}),  # a2, beside a corner
        ("b1b/6/7/8/2o2o/8/7/6/3", {"d4", "d3", "e3", "f3", "f4"}),  # e4, beside the centre
    ],
)
def test_r02_a_space_has_neighbours_in_six_directions(engine: ModuleType, fen: str, neighbours: set[str]) -> None:
    """Seen by where Orange cannot add: beside the bird in question, and beside another one at e8."""
    position = engine.Position.from_fen(f"{fen} o 0 standard-5")
    (region,) = position.regions(ORANGE)
    adds = texts(move for move in position.legal_moves() if move.kind == "add")
    assert set(region.vacant) - adds == neighbours | {"e7", "d7", "d8", "f7", "f8"}


def test_r02_a_missing_space_is_a_wall(engine: ModuleType) -> None:
    position = at(
        engine,
        """
             ..
            .....
           ......
            .oo.
           o.....
            b...b
             ..
        """,
    )
    assert ruling_against(position, "d3-E1") == "R10"  # into the centre
    assert ruling_against(position, "c1-NW1") == "R10"  # into a corner
    # Nor does an open path lead over the centre: four birds are a wall across the middle row.
    wall = rows(
        """
             ..
            b....
           ......
            oooo
           ......
            b....
             ..
        """
    )
    with pytest.raises(InvalidPositionError):
        engine.Position.from_fen(f"{wall} o 0 standard-4")


def test_r03_rows_are_lettered_from_the_bottom_and_spaces_numbered_from_the_left(engine: ModuleType) -> None:
    """Missing spaces take their numbers: the standard sky has no a1, a7, g1, g7, g13, m1, m7."""
    start = engine.Position("standard")
    (region,) = start.regions(ORANGE)
    names = {*region.birds, *region.vacant, *start.birds(BLUE)}
    widths = dict(zip("abcdefghijklm", [7, 8, 9, 10, 11, 12, 13, 12, 11, 10, 9, 8, 7], strict=True))
    everything = {f"{row}{number}" for row, width in widths.items() for number in range(1, width + 1)}
    missing = {"a1", "a7", "g1", "g7", "g13", "m1", "m7"}
    assert names == everything - missing
    for name in [*missing, "a8", "b9", "g14", "n1"]:
        with pytest.raises(NotationError):
            start.play(name)


@pytest.mark.parametrize(
    ("edge", "orange", "blue"),
    [
        (4, ("b2", "d6", "f2"), ("b4", "d2", "f4")),
        (5, ("b2", "e8", "h2"), ("b5", "e2", "h5")),
        (6, ("b2", "f10", "j2"), ("b6", "f2", "j6")),
        (7, ("b2", "g12", "l2"), ("b7", "g2", "l7")),
        (8, ("b2", "h14", "n2"), ("b8", "h2", "n8")),
    ],
)
def test_r04_six_birds_start_in_the_nests(
    engine: ModuleType, edge: int, orange: tuple[str, ...], blue: tuple[str, ...]
) -> None:
    start = engine.Position(f"standard-{edge}")
    assert start.birds(ORANGE) == orange
    assert start.birds(BLUE) == blue


@pytest.mark.parametrize(
    ("rules", "in_hand"),
    [("standard", 57), ("two-sizes", 47), ("two-sizes-small", 47), ("french", 57), ("abstract-play", None)],
)
def test_r04_the_rest_of_the_supply_is_in_hand(engine: ModuleType, rules: str, in_hand: int | None) -> None:
    start = engine.Position(rules)
    assert start.in_hand(ORANGE) == start.in_hand(BLUE) == in_hand
    added = start.play("a3")
    assert added.in_hand(ORANGE) == (None if in_hand is None else in_hand - 1)
    assert added.in_hand(BLUE) == in_hand


@pytest.mark.parametrize("rules", RULE_SETS)
def test_r05_orange_moves_first_and_turns_alternate(engine: ModuleType, rules: str) -> None:
    position = engine.Position(rules)
    assert position.turn is ORANGE
    assert position.play("a3").turn is BLUE
    assert position.play("a3").play("a2").turn is ORANGE


# Adding.


@pytest.mark.parametrize("rules", RULE_SETS)
def test_r06_an_add_touches_no_friend(engine: ModuleType, rules: str) -> None:
    start = engine.Position(f"{rules}-4")
    # The nine vacant spaces that touch none of b2, d6 and f2. Some touch birds of Blue.
    assert texts(start.legal_moves()) == {"a3", "b5", "c1", "c4", "d3", "e1", "e4", "f5", "g3"}
    assert ruling_against(start, "c3") == "R6"  # touches b2
    assert ruling_against(start, "b2") == "R6"  # is b2
    assert ruling_against(start, "b4") == "R6"  # is Blue's
    after = start.play("a3")
    assert after.birds(ORANGE) == ("a3", "b2", "d6", "f2")
    assert after.birds(BLUE) == start.birds(BLUE)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_r07_an_add_has_an_open_path_to_a_friend(engine: ModuleType, rules: str) -> None:
    orange = at(engine, OWN_REGIONS, "o", f"{rules}-4")
    assert orange.is_legal("f1")
    assert ruling_against(orange, "e6") == "R7"  # vacant, touches no friend, but Blue's birds are all round it
    blue = at(engine, OWN_REGIONS, "b", f"{rules}-4")
    assert blue.is_legal("e6")
    assert ruling_against(blue, "f1") == "R7"


def test_r08_a_spent_supply_leaves_nothing_to_add(engine: ModuleType) -> None:
    spent = """
         ..
        o...o
       ......
        o..o
       ......
        b...b
         ..
    """
    position = at(engine, spent, "o", "edge=4,supply=4,pass=standard,stuck=draw")
    assert position.in_hand(ORANGE) == 0
    assert {move.kind for move in position.legal_moves()} == {"fly"}
    assert ruling_against(position, "a3") == "R8"
    assert ruling_against(position, "e1") == "R6"  # an earlier ruling forbids it already
    assert at(engine, spent, "b", "edge=4,supply=4,pass=standard,stuck=draw").is_legal("d3")
    for one_more in ["edge=4,supply=5,pass=standard,stuck=draw", "standard-4", "abstract-play-4"]:
        assert at(engine, spent, "o", one_more).is_legal("a3")


# Flying.


def test_r09_a_single_bird_or_a_straight_line_flies(engine: ModuleType) -> None:
    position = at(engine, LINE, "o", "standard-5")
    flights = {move for move in position.legal_moves() if move.kind == "fly"}
    assert texts(flights) == {"b2:b4-E1", "b2:b4-NW3", "b6-W1", "f1-SE3"}
    assert position.play("b2:b4-E1").birds(ORANGE) == ("b3", "b4", "b5", "b6", "f1")
    assert position.play("b2:b4-NW3").birds(ORANGE) == ("b6", "e2", "e3", "e4", "f1")
    assert ruling_against(position, "c3-E1") == "R9"  # nobody is there
    assert ruling_against(position, "h5-W1") == "R9"  # Blue is there
    assert ruling_against(position, "b4:b6-NW1") == "R9"  # b5 is vacant
    assert ruling_against(position, "b1:b3-NE1") == "R9"  # b1 is Blue's
    assert ruling_against(position, "b2:c4-E1") == "R9"  # not a straight line


def test_r09_a_part_of_a_flock_flies(engine: ModuleType) -> None:
    """Of the flock a3, b3, b4 only a3 and b3 can fly, in file, and b4 stays with them: they join d3."""
    position = at(
        engine,
        """
             ..
            o....
           .....b
            .o..
           ......
            ..oob
             .o
        """,
    )
    flock = {"a3", "b3", "b4"}
    assert texts(move for move in position.legal_moves() if flock.issuperset(move.spaces) and move.spaces) == {
        "a3:b3-NW1"
    }
    assert position.play("a3:b3-NW1").flocks(ORANGE) == (("b3", "b4", "c3", "d3"), ("f1",))


def test_r09_a_line_is_unbroken_by_missing_spaces(engine: ModuleType) -> None:
    position = at(
        engine,
        """
             ..
            .....
           ......
            .oo.
           o.....
            b...b
             ..
        """,
    )
    assert ruling_against(position, "d3:d5-NW1") == "R9"


def test_r10_every_step_is_over_vacant_spaces(engine: ModuleType) -> None:
    position = at(engine, LINE, "o", "standard-5")
    assert ruling_against(position, "b2:b4-NW4") == "R10"  # a friend at f1, which does not fly along
    assert ruling_against(position, "b2-E3") == "R10"  # nobody jumps over friends
    assert ruling_against(position, "b2-W1") == "R10"  # an opponent at b1
    assert ruling_against(position, "b2:b4-SW1") == "R10"  # side by side: one blocked bird stops all three
    assert ruling_against(position, "b6-E1") == "R10"  # off the sky
    assert ruling_against(position, "b2:b4-NE3") == "R10"  # over the missing centre
    # In file the birds of a line fly over each other's former spaces.
    assert position.is_legal("b2:b4-E1")


def test_r10_nobody_jumps_over_an_opponent(engine: ModuleType) -> None:
    position = at(
        engine,
        """
             ..
            .....
           o.b.o.
            ....
           ......
            o...b
             ..
        """,
    )
    assert ruling_against(position, "e1-E3") == "R10"
    assert ruling_against(position, "e5-W3") == "R10"


def test_r11_a_flight_never_splits_its_flock(engine: ModuleType) -> None:
    position = at(engine, LINE, "o", "standard-5")
    assert ruling_against(position, "b4-E1") == "R11"  # joins b6 and loses b2 and b3
    assert ruling_against(position, "b3:b4-E1") == "R11"  # joins b6 and loses b2
    assert ruling_against(position, "b2-NW3") == "R11"  # joins f1 and loses b3 and b4
    assert ruling_against(position, "b3-NE2") == "R11"  # leaves b2 and b4 apart, and joins nobody


def test_r11_a_flock_may_be_rearranged(engine: ModuleType) -> None:
    """The pair b2, b3 can join d3 as it is, or one of the two goes to c3, where it still touches the other."""
    position = at(
        engine,
        """
             ..
            o....
           .....b
            .o..
           ......
            .oo.b
             ..
        """,
    )
    flights = texts(move for move in position.legal_moves() if move.spaces and {"b2", "b3"}.issuperset(move.spaces))
    assert flights == {"b2-NE1", "b3-NW1", "b2:b3-NW1", "b2:b3-NE1"}
    assert position.play("b2-NE1").flocks(ORANGE) == (("b3", "c3", "d3"), ("f1",))
    assert ruling_against(position, "b2-NW1") == "R11"  # c2 touches d3, but not b3


def test_r12_a_flight_enlarges_its_flock(engine: ModuleType) -> None:
    position = at(engine, LINE, "o", "standard-5")
    assert ruling_against(position, "b2:b4-NW2") == "R12"  # a step too short
    assert ruling_against(position, "f1-SE2") == "R12"  # beside nobody
    assert position.play("f1-SE3").flocks(ORANGE) == (("b2", "b3", "b4", "c2"), ("b6",))


# Passing.


@pytest.mark.parametrize(
    ("picture", "rules", "legal"),
    [
        # A bird can be added where both can go.
        (GAP, "standard-4", False),
        (GAP, "two-sizes-4", False),
        (GAP, "french-4", False),
        (GAP, "abstract-play-4", False),
        # No flight, and adds in regions of one's own only.
        (OWN_REGIONS, "standard-4", True),
        (OWN_REGIONS, "two-sizes-4", True),
        (OWN_REGIONS, "french-4", False),
        (OWN_REGIONS, "abstract-play-4", True),
        # Neither add nor flight.
        (ORANGE_STUCK, "standard-4", True),
        (ORANGE_STUCK, "two-sizes-4", True),
        (ORANGE_STUCK, "french-4", True),
        (ORANGE_STUCK, "abstract-play-4", True),
        # Flights, and nothing to add: the hand is empty.
        (GAP, "edge=4,supply=4,pass=standard,stuck=draw", False),
        (GAP, "edge=4,supply=4,pass=forced,stuck=draw", False),
        (GAP, "edge=4,supply=4,pass=own-regions,stuck=draw", True),
    ],
)
def test_r13_when_a_pass_is_legal(engine: ModuleType, picture: str, rules: str, legal: bool) -> None:
    position = at(engine, picture, "o", rules)
    assert ("pass" in texts(position.legal_moves())) is legal
    assert position.is_legal("pass") is legal
    if not legal:
        assert ruling_against(position, "pass") == "R13"


@pytest.mark.parametrize("rules", RULE_SETS)
def test_r13_with_nothing_else_to_do_a_pass_is_forced(engine: ModuleType, rules: str) -> None:
    position = at(engine, ORANGE_STUCK, "o", f"{rules}-4")
    assert texts(position.legal_moves()) == {"pass"}
    passed = position.play("pass")
    assert (passed.turn, passed.passes) == (BLUE, 1)
    assert passed.birds(ORANGE) == position.birds(ORANGE)
    assert passed.birds(BLUE) == position.birds(BLUE)


@pytest.mark.parametrize(
    ("rules", "legal"),
    [("standard", False), ("two-sizes", False), ("french", False), ("abstract-play", True)],
)
def test_r13_a_flight_forbids_a_pass_unless_only_own_regions_count(engine: ModuleType, rules: str, legal: bool) -> None:
    """After an add of each player, Orange's new bird at f1 could fly to f2, and nothing is left to add."""
    position = play(at(engine, OWN_REGIONS, "o", f"{rules}-4"), "f1", "e6")
    assert texts(move for move in position.legal_moves() if move.kind == "add") == set()
    assert position.is_legal("f1-E1")
    assert position.is_legal("pass") is legal


@pytest.mark.parametrize("rules", ["standard", "two-sizes", "abstract-play"])
def test_r14_two_passes_in_a_row_are_a_draw(engine: ModuleType, rules: str) -> None:
    position = at(engine, OWN_REGIONS, "o", f"{rules}-4")
    once = position.play("pass")
    assert once.outcome() is None
    twice = once.play("pass")
    assert twice.passes == 2
    assert twice.outcome() == Outcome(None, "passes")
    assert texts(twice.legal_moves()) == set()
    assert ruling_against(twice, "f1") == "R14"
    assert ruling_against(twice, "pass") == "R14"


def test_r14_an_add_between_two_passes_begins_anew(engine: ModuleType) -> None:
    position = play(at(engine, OWN_REGIONS, "o", "standard-4"), "pass", "e6")
    assert position.passes == 0
    assert position.play("pass").outcome() is None


@pytest.mark.parametrize("passing", ["standard", "own-regions"])
def test_r14b_a_pass_answered_by_a_pass_loses(engine: ModuleType, passing: str) -> None:
    """Both could add. Orange passes first, so Blue was the last to add or fly."""
    position = at(engine, OWN_REGIONS, "o", f"edge=4,supply=60,pass={passing},stuck=last-mover-wins")
    once = position.play("pass")
    assert once.outcome() is None
    twice = once.play("pass")
    assert twice.outcome() == Outcome(BLUE, "stuck")
    assert texts(twice.legal_moves()) == set()
    assert ruling_against(twice, "f1") == "R14b"


@pytest.mark.parametrize("passing", ["standard", "forced", "own-regions"])
@pytest.mark.parametrize("turn", ["o", "b"])
def test_r14b_a_forced_pass_that_leaves_the_other_stuck_loses_at_once(
    engine: ModuleType, passing: str, turn: str
) -> None:
    position = at(engine, BOTH_STUCK, turn, f"edge=4,supply=60,pass={passing},stuck=last-mover-wins")
    assert position.outcome() is None
    assert texts(position.legal_moves()) == {"pass"}
    passed = position.play("pass")
    assert passed.outcome() == Outcome(BLUE if turn == "o" else ORANGE, "stuck")
    assert ruling_against(passed, "pass") == "R14b"


def test_r14b_a_pass_goes_on_while_the_other_can_move(engine: ModuleType) -> None:
    passed = at(engine, ORANGE_STUCK, "o", "french-4").play("pass")
    assert passed.outcome() is None
    assert passed.is_legal("b2-SE1")
    assert not passed.is_legal("pass")


@pytest.mark.parametrize("rules", ["standard", "two-sizes", "abstract-play"])
def test_r14b_is_not_for_rule_sets_that_call_it_a_draw(engine: ModuleType, rules: str) -> None:
    passed = at(engine, BOTH_STUCK, "o", f"{rules}-4").play("pass")
    assert passed.outcome() is None
    assert passed.play("pass").outcome() == Outcome(None, "passes")


# Regions.


@pytest.mark.parametrize("rules", RULE_SETS)
def test_r15_the_mover_keeps_one_of_the_opponents_regions(engine: ModuleType, rules: str) -> None:
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
    assert ruling_against(lower, "e2") == "R7"  # Blue has nobody left above the wall

    upper = position.play("f3-SE2/e1")
    assert upper.birds(BLUE) == ("f1",)
    assert upper.in_hand(BLUE) == (None if in_hand is None else in_hand + 2)


def test_r15_any_space_names_a_region_and_its_lowest_is_written(engine: ModuleType) -> None:
    position = at(engine, GAP)
    for space in ["e1", "e4", "f1", "f3", "f5", "g2", "g3"]:  # f3 is where the bird comes from
        assert str(position.parse_move(f"f3-SE2/{space}")) == "f3-SE2/e1"
        assert position.play(f"f3-SE2/{space}").birds(BLUE) == ("f1",)
    for space in ["a2", "b1", "b5", "c6"]:
        assert str(position.parse_move(f"f3-SE2/{space}")) == "f3-SE2/a2"
        assert position.play(f"f3-SE2/{space}").birds(BLUE) == ("b1", "b5")


def test_r15_a_region_is_named_exactly_where_one_is_kept(engine: ModuleType) -> None:
    position = at(engine, GAP)
    assert ruling_against(position, "f3-SE2") == "R15"  # which one?
    assert ruling_against(position, "f3-SE2/d2") == "R15"  # a bird of Orange
    assert ruling_against(position, "f3-SE2/d5") == "R15"  # where the bird lands
    undivided = at(engine, LINE, "o", "standard-5")
    assert ruling_against(undivided, "f1-SE3/a2") == "R15"  # nothing is divided


def test_r15_a_region_without_birds_is_none(engine: ModuleType) -> None:
    """The same wall with nobody of Blue above it divides nobody, and there is nothing to choose."""
    position = at(engine, GAP.replace("b.o..", "..o.."))
    assert position.is_legal("f3-SE2")
    assert ruling_against(position, "f3-SE2/e1") == "R15"
    assert ruling_against(position, "f3-SE2/a2") == "R15"


@pytest.mark.parametrize("rules", [*RULE_SETS, "edge=5,supply=9,pass=own-regions,stuck=last-mover-wins"])
def test_r16_only_flights_divide_and_only_the_opponent(engine: ModuleType, rules: str) -> None:
    """In random games each player's birds lie in one region before every turn; an add never clears anything."""
    for seed in range(4):
        choose = random.Random(seed)
        position = engine.Position(rules if "=" in rules else f"{rules}-{4 + seed % 2}")
        for _ in range(80):
            moves = position.legal_moves()
            if not moves:
                break
            assert [len(position.regions(color)) for color in Color] == [1, 1]
            move = choose.choice(moves)
            after = position.play(move)
            if move.kind == "add":
                assert after.birds(after.turn) == position.birds(after.turn)
                assert len(after.regions(after.turn)) == 1
            assert len(after.regions(position.turn)) == 1
            position = after


# The end.


# Orange's g2 flies into the gap at e4: one flock, and Blue is divided.
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
def test_r17_one_flock_wins(engine: ModuleType, rules: str) -> None:
    won = at(engine, WINNING_GAP, "o", f"{rules}-4").play("g2-SE2")
    assert won.flocks(ORANGE) == (("e1", "e2", "e3", "e4", "e5", "e6"),)
    assert won.outcome() == Outcome(ORANGE, "flock")
    assert texts(won.legal_moves()) == set()
    assert ruling_against(won, "a3") == "R17"
    assert ruling_against(won, "pass") == "R17"


def test_r17_a_winning_flight_clears_nothing(engine: ModuleType) -> None:
    position = at(engine, WINNING_GAP)
    assert ruling_against(position, "g2-SE2/f1") == "R15"
    won = position.play("g2-SE2")
    assert won.birds(BLUE) == ("b1", "b5", "f1")
    assert len(won.regions(BLUE)) == 2
    assert engine.Position.from_fen(won.fen()) == won


def test_r17_one_bird_is_a_flock(engine: ModuleType) -> None:
    position = engine.Position.from_fen("2/o4/6/4/6/1b1b1/2 b 0 standard-4")
    assert position.outcome() == Outcome(ORANGE, "flock")


@pytest.mark.parametrize("rules", RULE_SETS)
def test_r18_the_opponents_one_flock_wins_too(engine: ModuleType, rules: str) -> None:
    """Orange leaves Blue a single bird: the game goes to Blue."""
    lost = at(engine, GAP, "o", f"{rules}-4").play("f3-SE2/e1")
    assert len(lost.flocks(ORANGE)) == 2
    assert lost.outcome() == Outcome(BLUE, "flock")
    assert ruling_against(lost, "f2") == "R17"


@pytest.mark.parametrize(("turn", "winner"), [("o", BLUE), ("b", ORANGE)])
def test_r17_goes_before_r18(engine: ModuleType, turn: str, winner: Color) -> None:
    """Where both players have one flock, the one who has just moved wins."""
    position = engine.Position.from_fen(f"o1/5/6/4/6/5/1b {turn} 0 standard-4")
    assert position.outcome() == Outcome(winner, "flock")


def test_r19_a_position_has_no_history(engine: ModuleType) -> None:
    """Nothing counts plies or repetitions: other ways to a position lead to the same value."""
    start = engine.Position("standard-4")
    one = play(start, "a3", "a2", "e1", "f1")
    other = play(start, "e1", "f1", "a3", "a2")
    assert one == other
    assert one.fen() == other.fen()
    assert set(one.fen().split()[1:]) == {"o", "0", "standard-4"}


def test_r19_a_game_may_be_long(engine: ModuleType) -> None:
    """Whoever avoids to end it plays on, past any number of plies that a limit would have been set at."""
    choose = random.Random(1)
    position = engine.Position("abstract-play-7")
    for _ in range(150):
        position = next(
            after
            for move in choose.sample(list(position.legal_moves()), len(position.legal_moves()))
            if (after := position.play(move)).outcome() is None
        )
    assert position.outcome() is None
    assert position.legal_moves()
