"""Choosing moves by keys: the spaces on the screen, the choice, and the keys of a session."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import volo
from support.strategies import EDGES, positions, randoms
from volo.cli.board.choice import START, Choice, Division, Line, Options, back, choose, other_region, targets
from volo.cli.board.grid import DIRECTIONS, Grid, walk
from volo.cli.board.session import Session
from volo.cli.sitting import Sitting

TURNS = st.integers(0, 5)
KEYS = (
    *("up", "down", "left", "right", "home", "end", "pageup", "pagedown", "tab", "backtab"),
    *("enter", "enter", "enter", "escape", "ctrl-p", "ctrl-u", "ctrl-r", "ctrl-t", "ctrl-f", "<", ">"),
)


def new_session(position: volo.Position) -> Session:
    return Session(Sitting(volo.Game(position), frozenset(volo.Color)))


def keys_to(session: Session, space: str) -> Iterator[str]:
    """Keys that bring the cursor to a space."""
    there = session.grid.places[space]
    while (here := session.grid.places[session.cursor.space]) != there:
        if here.y != there.y:
            yield "up" if here.y < there.y else "down"
        else:
            yield "right" if here.x < there.x else "left"


def press_to(session: Session, space: str) -> None:
    for key in keys_to(session, space):
        session.press(key)
    session.press("enter")


@given(positions())
def test_every_legal_move_can_be_chosen(position: volo.Position) -> None:
    options = Options(position)
    for move in position.legal_moves():
        assert move.kind in {"add", "pass", "fly"}
        if move.kind == "pass":
            assert options.can_pass
        elif move.kind == "add":
            assert choose(options, START, move.spaces[0]).move == str(move)
        else:
            for first, last in ((move.spaces[0], move.spaces[-1]), (move.spaces[-1], move.spaces[0])):
                assert chosen(options, first, last, move) == str(move)


def chosen(options: Options, first: str, last: str, move: volo.Move) -> str | None:
    """The move that is chosen by the two ends of its line, its target and its region."""
    line = choose(options, choose(options, START, first).choice, last).choice
    assert isinstance(line, Line)
    (space,) = (space for space, flights in targets(options, line).items() if move in flights)
    step = choose(options, line, space)
    if isinstance(step.choice, Division):
        step = choose(options, other_region(step.choice, step.choice.flights.index(move)), space)
    return step.move


@given(positions(), TURNS, st.data())
def test_any_legal_move_is_played_by_keys_on_a_turned_board(
    position: volo.Position, turns: int, data: st.DataObject
) -> None:
    moves = position.legal_moves()
    if not moves:
        return
    move = data.draw(st.sampled_from(list(moves)))
    session = new_session(position)
    for _ in range(turns):
        session.press("ctrl-t")
    if move.kind == "pass":
        session.press("ctrl-p")
    else:
        press_to(session, move.spaces[0])
        if move.kind == "fly":
            press_to(session, move.spaces[-1])
            line = session.choice
            assert isinstance(line, Line)
            flights = targets(session.options, line)
            press_to(session, next(space for space, found in flights.items() if move in found))
            for _ in range(len(moves)):
                if isinstance(session.choice, Division) and session.choice.flight != move:
                    session.press("right")
            if isinstance(session.choice, Division):
                session.press("enter")
    assert session.sitting.game.moves == (move,), session.message


@given(positions())
def test_tab_visits_what_can_be_chosen(position: volo.Position) -> None:
    session = new_session(position)
    options = session.options
    if not options.flights:
        return
    assert visited(session) == {space for line in options.flights for space in (line[0], line[-1])}
    session.press("enter")
    line = session.choice
    assert isinstance(line, Line)
    assert visited(session) == targets(options, line).keys() | options.ends(line.first)


def visited(session: Session) -> set[str]:
    """The spaces that Tab visits until it returns to the first. Shift-Tab goes back to where it was."""
    session.press("tab")
    found: list[str] = []
    while session.cursor.space not in found:
        found.append(session.cursor.space)
        session.press("tab")
    session.press("backtab")
    assert session.cursor.space == found[-1]
    return set(found)


@given(positions(), st.lists(st.sampled_from(KEYS), max_size=60), randoms)
def test_keys_choose_only_legal_moves_or_step_back(position: volo.Position, keys: list[str], random: Random) -> None:
    session = new_session(position)
    game = session.sitting.game
    for key in keys:
        # From time to time the cursor goes to a space that means something.
        if random.random() < 0.3 and game.position.legal_moves():
            spaces = random.choice(game.position.legal_moves()).spaces
            session.cursor = session.grid.cursor(spaces[0]) if spaces else session.cursor
        before, choice = game.moves, session.choice
        session.press(key)
        check(session)
        if key == "enter" and session.sitting.waits_for_person and game.moves == before:
            assert session.choice != choice or session.message or isinstance(choice, Line)
        assert game.moves == before or key in {"enter", "ctrl-p", "ctrl-u", "ctrl-r"}
        if key == "escape" and game.moves == before and not session.message:
            assert session.choice in {choice, back(choice)}


def check(session: Session) -> None:
    position, choice = session.sitting.game.position, session.choice
    if isinstance(choice, Line):
        assert set(choice.spaces) <= set(position.birds(position.turn))
        assert {choice.first, choice.last} == {choice.spaces[0], choice.spaces[-1]}
        for flights in targets(session.options, choice).values():
            assert all(position.is_legal(flight) for flight in flights)
            assert len({(flight.direction, flight.distance) for flight in flights}) == 1
    elif isinstance(choice, Division):
        assert all(position.is_legal(flight) for flight in choice.flights)
        assert len({flight.keep for flight in choice.flights}) == len(choice.flights) > 1
    # The moves of the game are legal.
    assert volo.Game(session.sitting.game.start, session.sitting.game.moves) == session.sitting.game


@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("turns", range(6))
def test_a_turned_grid_keeps_neighbours(edge: int, turns: int) -> None:
    grid, rules = Grid(edge, turns), volo.Rules.standard(edge)
    assert sorted(space for row in grid.rows() for space in row) == sorted(rules.spaces)
    assert all(sorted(row, key=lambda space: grid.places[space].x) == row for row in grid.rows())
    for space in rules.spaces:
        found = {grid.step(space, direction) for direction in DIRECTIONS} - {None}
        assert found == set(rules.neighbours(space))
    assert Grid(edge, turns + 6).places == grid.places


@given(st.sampled_from(EDGES), TURNS, st.data())
def test_the_way_leads_to_the_space(edge: int, turns: int, data: st.DataObject) -> None:
    grid = Grid(edge, turns)
    start, end = (data.draw(st.sampled_from(sorted(grid.places))) for _ in range(2))
    way = grid.way(start, end)
    if way is None:
        assert all(grid.step(start, direction, steps) != end for direction in DIRECTIONS for steps in range(1, 16))
    else:
        assert grid.step(start, *way) == end


def test_up_and_down_keep_to_a_column() -> None:
    grid = Grid(7)
    cursor = grid.cursor("d4")
    path = []
    for key in ("up", "up", "up", "up", "up", "down", "down"):
        cursor = walk(grid, cursor, key)
        path.append(cursor.space)
    assert path == ["e5", "f5", "g6", "h5", "i5", "h5", "g6"]
    assert grid.places["f5"].x == grid.places["d4"].x


def test_left_and_right_cross_the_centre_and_stop_at_the_rim() -> None:
    grid = Grid(4)
    cursor = grid.cursor("d3")
    assert (cursor := walk(grid, cursor, "right")).space == "d5"
    assert (cursor := walk(grid, cursor, "right")).space == "d6"
    assert walk(grid, cursor, "right") == cursor
    assert walk(grid, grid.cursor("d3"), "pageup").space == "e3"
    assert walk(grid, grid.cursor("d3"), "end").space == "c2"
    assert walk(grid, grid.cursor("a2"), "end") == grid.cursor("a2")


def test_a_wrong_choice_says_why() -> None:
    session = new_session(volo.Position("standard-4"))
    press_to(session, "b3")
    assert session.message == "illegal move b3: touches the friendly bird at b2 [R6]"
    press_to(session, "b2")
    press_to(session, "b3")
    assert session.message.startswith("illegal move b2-E1: ")
    assert "[R12]" in session.message
    press_to(session, "g3")
    assert session.message == "g3 is not on a straight line with b2"
    line: Choice = Line("b2", "b2", ("b2",))
    assert session.choice == line
    session.press("escape")
    assert session.choice == START
    assert len(session.sitting.game) == 0


def test_a_line_through_a_gap_is_not_chosen() -> None:
    session = new_session(volo.Position("2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4"))
    press_to(session, "b2")
    press_to(session, "f2")
    assert session.choice == Line("f2", "f2", ("f2",))
