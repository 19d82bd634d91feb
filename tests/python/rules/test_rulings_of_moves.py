"""Rulings R1 to R12, in the core and in the reference: the sky, the setup, adding and flying."""

from __future__ import annotations

from types import ModuleType

import pytest

from support.engines import ruling_against, texts
from support.pictures import LINE, OWN_REGIONS, RULE_SETS, at, rows
from volo.color import BLUE, ORANGE
from volo.errors import InvalidPositionError, NotationError

# Two birds of Orange are beside the missing center, and one is beside a missing corner.
BESIDE_THE_CENTER = """
     ..
    .....
   ......
    .oo.
   o.....
    b...b
     ..
"""

# The sky and the setup.


def test_R2_a_missing_space_is_a_wall(engine: ModuleType) -> None:
    position = at(engine, BESIDE_THE_CENTER)
    assert ruling_against(position, "d3-E1") == "R10"  # into the center
    assert ruling_against(position, "c1-NW1") == "R10"  # into a corner
    # An open path does not lead over the center. So four birds wall off the upper half.
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


def test_R3_rows_are_lettered_from_the_bottom_and_spaces_numbered_from_the_left(engine: ModuleType) -> None:
    """A missing space takes its number: the standard sky does not have a1, a7, g1, g7, g13, m1 and m7."""
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
def test_R4_six_birds_start_in_the_nests(
    engine: ModuleType, edge: int, orange: tuple[str, ...], blue: tuple[str, ...]
) -> None:
    start = engine.Position(f"standard-{edge}")
    assert start.birds(ORANGE) == orange
    assert start.birds(BLUE) == blue


@pytest.mark.parametrize(
    ("rules", "in_hand"),
    [
        ("standard", 57),
        ("two-sizes", 47),
        ("two-sizes-small", 47),
        ("french", 57),
        ("abstract-play", None),
        ("boardspace", None),
    ],
)
def test_R4_the_rest_of_the_supply_is_in_hand(engine: ModuleType, rules: str, in_hand: int | None) -> None:
    start = engine.Position(rules)
    assert start.in_hand(ORANGE) == start.in_hand(BLUE) == in_hand
    added = start.play("a3")
    assert added.in_hand(ORANGE) == (None if in_hand is None else in_hand - 1)
    assert added.in_hand(BLUE) == in_hand


@pytest.mark.parametrize("rules", RULE_SETS)
def test_R5_orange_moves_first_and_turns_alternate(engine: ModuleType, rules: str) -> None:
    position = engine.Position(rules)
    assert position.turn is ORANGE
    assert position.play("a3").turn is BLUE
    assert position.play("a3").play("a2").turn is ORANGE


# Adding.


@pytest.mark.parametrize("rules", RULE_SETS)
def test_R6_an_add_touches_no_friend(engine: ModuleType, rules: str) -> None:
    start = engine.Position(f"{rules}-4")
    # The nine vacant spaces that touch none of b2, d6 and f2. Some touch birds of Blue.
    assert texts(start.legal_moves()) - {"pass"} == {"a3", "b5", "c1", "c4", "d3", "e1", "e4", "f5", "g3"}
    assert ruling_against(start, "c3") == "R6"  # touches b2
    assert ruling_against(start, "b2") == "R6"  # b2 is occupied
    assert ruling_against(start, "b4") == "R6"  # b4 has a bird of Blue
    after = start.play("a3")
    assert after.birds(ORANGE) == ("a3", "b2", "d6", "f2")
    assert after.birds(BLUE) == start.birds(BLUE)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_R7_an_add_has_an_open_path_to_a_friend(engine: ModuleType, rules: str) -> None:
    orange = at(engine, OWN_REGIONS, "o", f"{rules}-4")
    assert orange.is_legal("f1")
    assert ruling_against(orange, "e6") == "R7"  # e6 is vacant and touches no friend, but Blue's birds enclose it
    blue = at(engine, OWN_REGIONS, "b", f"{rules}-4")
    assert blue.is_legal("e6")
    assert ruling_against(blue, "f1") == "R7"


def test_R8_a_player_without_birds_in_hand_cannot_add(engine: ModuleType) -> None:
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
    assert ruling_against(position, "e1") == "R6"  # an earlier ruling also forbids it
    assert at(engine, spent, "b", "edge=4,supply=4,pass=standard,stuck=draw").is_legal("d3")
    for one_more in ["edge=4,supply=5,pass=standard,stuck=draw", "standard-4", "abstract-play-4"]:
        assert at(engine, spent, "o", one_more).is_legal("a3")


# Flying.


def test_R9_a_single_bird_or_a_straight_line_flies(engine: ModuleType) -> None:
    position = at(engine, LINE, "o", "standard-5")
    flights = {move for move in position.legal_moves() if move.kind == "fly"}
    assert texts(flights) == {"b2:b4-E1", "b2:b4-NW3", "b6-W1", "f1-SE3"}
    assert position.play("b2:b4-E1").birds(ORANGE) == ("b3", "b4", "b5", "b6", "f1")
    assert position.play("b2:b4-NW3").birds(ORANGE) == ("b6", "e2", "e3", "e4", "f1")


def test_R10_every_step_is_over_vacant_spaces(engine: ModuleType) -> None:
    position = at(engine, LINE, "o", "standard-5")
    assert ruling_against(position, "b2:b4-NW4") == "R10"  # f1 has a friendly bird that is not in the line
    assert ruling_against(position, "b2-E3") == "R10"  # b2 would jump over friendly birds
    assert ruling_against(position, "b2-W1") == "R10"  # b1 has an opponent's bird
    # In file, the birds of a line fly over each other's former spaces.
    assert position.is_legal("b2:b4-E1")


def test_R11_a_flock_may_be_rearranged(engine: ModuleType) -> None:
    """The pair b2, b3 can fly as a line and join d3. One of the two can also fly to c3, where it touches the other."""
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


def test_R12_a_flight_enlarges_its_flock(engine: ModuleType) -> None:
    position = at(engine, LINE, "o", "standard-5")
    assert ruling_against(position, "b2:b4-NW2") == "R12"  # stops one step too early
    assert ruling_against(position, "f1-SE2") == "R12"  # does not end beside a friendly bird
    assert position.play("f1-SE3").flocks(ORANGE) == (("b2", "b3", "b4", "c2"), ("b6",))
