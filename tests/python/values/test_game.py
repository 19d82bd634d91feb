"""Game: a position and the moves that led to it."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import volo
from support.pictures import DIVIDES
from volo import Game, IllegalMoveError, Move, NotationError, Position
from volo._volo import RecordWriter, write_record

RULES = ["standard", "standard-4", "two-sizes-small", "french", "abstract-play-5"]


def random_game(rules: str, seed: int, max_plies: int = 300) -> Game:
    (game,) = volo.play_random(1, position=rules, seed=seed, max_plies=max_plies, record=True)
    return game


def test_a_game_begins_where_it_is_told_and_has_the_members_of_its_position() -> None:
    game = Game()
    assert game.position == game.start == Position()
    assert (len(game), game.moves, game.outcome()) == (0, (), None)
    assert (game or Game(moves=["c5"])) is game
    position = Position("french").play("c5")
    assert Game(position).start is position
    assert Game(position.rules).start == Game("french").start == Position("french")
    game = Game("standard-4")
    while not game.is_over:
        assert (game.turn, game.legal_moves()) == (game.position.turn, game.position.legal_moves())
        game.push(game.legal_moves()[-1])
    assert (game.position.is_over, game.outcome() is None, list(game.legal_moves())) == (True, False, [])
    for wrong in (7, b"standard", volo.reference.Rules(), volo.reference.Position()):
        with pytest.raises(TypeError, match=r"must be a volo\.Position, a volo\.Rules, or the text of one, not"):
            Game(wrong)  # type: ignore[arg-type]


# Lists with a wrong move, and the class and the text of the error.
WRONG_LISTS: list[tuple[object, type[Exception], str]] = [
    (["a3", "d5", "b1"], IllegalMoveError, r"^ply 3: illegal move b1: touches the friendly bird at b2 \[R6\]$"),
    (["a3", "d9"], NotationError, r"^ply 2: a sky of edge 4 has no such space: .*, at offset 0 of 'd9'$"),
    (["a3", 5], TypeError, "^ply 2: move must be a volo.Move or its text, not int"),
    (["a3", Move("c5", 7)], volo.VoloError, "^ply 2: a move on a sky of edge 7 in a position of edge 4$"),
    ("a3 d5", TypeError, r"^moves must be an iterable of moves, such as \['c5', 'b2-NE3'\], not str$"),
]


@pytest.mark.parametrize(("moves", "error", "message"), WRONG_LISTS)
def test_an_error_in_a_list_of_moves_names_the_ply(moves: Any, error: type[Exception], message: str) -> None:
    start = Position("standard-4")
    for read in (
        lambda: Game(start, moves),
        lambda: write_record(start, moves, {}, {}),
        lambda: RecordWriter("volo").add(start, moves, {}, {}),
    ):
        with pytest.raises(error, match=message) as raised:
            read()
        if isinstance(raised.value, volo.VoloError):
            again = pickle.loads(pickle.dumps(raised.value))
            assert str(again) == str(raised.value)
            assert getattr(again, "ply", None) == getattr(raised.value, "ply", None)


def test_iteration_yields_the_moves() -> None:
    game = Game("standard-4", ["a3", "a2"])
    assert list(game) == list(game.moves)
    seen = []
    for move in game:  # the moves as they were when iteration began
        seen.append(move)
        game.pop()
    assert [str(move) for move in seen] == ["a3", "a2"]
    assert len(game) == 0
    assert list(Game()) == []


@given(st.sampled_from(RULES), st.integers(0, 2**32))
def test_pushes_play_and_pops_go_back_the_same_way(rules: str, seed: int) -> None:
    game = random_game(rules, seed)
    position = Position(rules)
    trail = [position]
    for move in game.moves:
        position = position.play(move)
        trail.append(position)
    assert game.position == position
    assert game.outcome() == position.outcome()
    for move, before in zip(reversed(game.moves), reversed(trail[:-1]), strict=True):
        assert game.peek() == move
        assert game.pop() == move
        assert game.position == before
    assert len(game) == 0
    for call in (game.pop, game.peek):
        with pytest.raises(IndexError, match=r"(pop from|peek at) a game without moves"):
            call()


def test_a_move_is_pushed_in_canonical_form() -> None:
    names: list[Move | str] = ["c2-E3/a3", Move("c2-E3/a3", edge=4)]
    for name in names:
        game = Game(DIVIDES)
        assert str(game.push(name)) == str(game.peek()) == "c2-E3/a2"
    game = Game()
    assert game.push("c5") == Move("c5", edge=7)
    assert game.push(Move("c9", edge=7)) == Move("c9", edge=7)
    assert [str(move) for move in game.moves] == ["c5", "c9"]
    assert str(game) == str(game.position) == volo.render.text.board(game.position)
    for other in (game, Game(), random_game("standard-5", 5)):
        assert eval(repr(other), {"Game": Game, "Position": Position}) == other


REFUSED: dict[type[Exception], list[Any]] = {
    IllegalMoveError: ["b2", "b2-NE1", Move("b2", edge=7), "pass"],
    ValueError: [Move("a3", edge=4)],
    NotationError: ["b2-N3", ""],
    TypeError: [5, None],
}


def test_a_refused_move_leaves_the_game_as_it_was() -> None:
    game = Game(moves=["c5", "c9"])
    before = game.copy()
    for error, moves in REFUSED.items():
        for move in moves:
            with pytest.raises(error):
                game.push(move)
    assert (game, game.positions) == (before, before.positions)


def test_games_are_equal_by_start_and_moves_not_by_position() -> None:
    game = Game(moves=["c5", "c9"])
    assert game == Game(moves=["c5", "c9"])
    assert game != Game(moves=["c5"])
    assert game != Game(game.position)
    assert game != Game(Position("french"), moves=["c5", "c9"])
    assert game != game.moves
    with pytest.raises(TypeError, match="unhashable"):
        hash(game)


def annotated() -> Game:
    game = Game(moves=["c5", "c9"])
    game.tags |= {"Orange": "Anna", "Result": "1-0", "Termination": "time"}
    game.comments |= {0: "The start.", 2: "The end."}
    return game


def contents(game: Game) -> tuple[object, ...]:
    return game.positions, game.moves, game.tags, game.comments


class Match(Game):
    """A subclass with an attribute of its own, which its constructor requires."""

    def __init__(self, players: list[str]) -> None:
        super().__init__(Position("standard-4"), ["b5"])
        self.players = players


@pytest.mark.parametrize(("copied", "is_deep"), [(Game.copy, False), (copy.copy, False), (copy.deepcopy, True)])
def test_a_copy_goes_its_own_way(copied: Callable[[Game], Game], is_deep: bool) -> None:
    game = annotated()
    other = copied(game)
    assert contents(other) == contents(game)
    other.pop()
    assert other.comments == {0: "The start."}
    other.push("d9")
    other.tags["Orange"] = "Clara"
    assert contents(game) == contents(annotated())
    assert game.position != other.position
    match = Match(["Anna", "Boris"])
    again = copied(match)
    assert isinstance(again, Match)
    assert (contents(again), again.players) == (contents(match), match.players)
    assert (again.players is match.players) is not is_deep
    again.players = []
    assert match.players


def test_a_game_that_contains_itself_is_copied_once() -> None:
    match: Any = Match([])
    match.players.append(match)
    again = copy.deepcopy(match)
    assert again.players[0] is again is not match


def test_a_game_survives_pickle() -> None:
    match = Match(["Anna", "Boris"])
    match.push("c6")
    for game in (Game(), annotated(), random_game("abstract-play-5", 3), match):
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            again = pickle.loads(pickle.dumps(game, protocol))
            assert (type(again), contents(again)) == (type(game), contents(game))
            assert vars(game) == vars(again) if game is match else not hasattr(again, "__dict__")
