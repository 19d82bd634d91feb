"""What the screen of a game shows, and what its keys and words do."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import volo
from support.strategies import EDGES, positions
from volo.cli.board.frame import frame
from volo.cli.board.grid import Grid
from volo.cli.board.help import HELP, KEYS
from volo.cli.board.ink import Ink, painted
from volo.cli.board.keys import Decoder
from volo.cli.board.picture import ASCII, UNICODE, Marks, picture
from volo.cli.board.session import Purpose, Session, Task
from volo.cli.sitting import Sitting
from volo.engine import Info, Score

BOTH = frozenset(volo.Color)
# Orange wins by f5-SE1.
LATE = "2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4"
# Blue divides Orange by f1-SE2, into d6 with four birds and a2 with two.
DIVIDED = "2/bo1b1/4oo/b1bo/4bb/oo3/2 b 0 standard-4"


def new_session(position: str = "standard-4", people: frozenset[volo.Color] = BOTH) -> Session:
    return Session(Sitting(volo.Game(position), people))


def typed(session: Session, *lines: str) -> None:
    for line in lines:
        for key in (*line, "enter"):
            session.press(key)


def shown(session: Session, info: Info | None = None) -> list[str]:
    return [painted(line, color=False).rstrip() for line in frame(session, ASCII, info)]


def text(session: Session) -> str:
    return "\n".join(shown(session))


# Keys.


@pytest.mark.parametrize(
    ("data", "keys"),
    [
        (b"c5\r", ["c", "5", "enter"]),
        (b"\x1b[A\x1bOB\x1b[1;5C\x1b[D", ["up", "down", "right", "left"]),
        (b"\x1b[H\x1b[4~\x1b[5~\x1b[6~\x1bOw", ["home", "end", "pageup", "pagedown", "home"]),
        (b"\t\x1b[Z\x7f\b\n\x15\x12", ["tab", "backtab", "backspace", "backspace", "enter", "ctrl-u", "ctrl-r"]),
        (b"\x1b\x1b[A", ["escape", "up"]),
        (b"\x1b[200~b2\x1b[201~", ["b", "2"]),
        (b"\x1b[I\x1b[<0;3;4M\x00\x1c", []),
        ("ä鳥".encode(), ["ä", "鳥"]),
        (b"\xff", ["\ufffd"]),
    ],
)
def test_bytes_become_keys(data: bytes, keys: list[str]) -> None:
    assert Decoder().feed(data) == keys
    decoder = Decoder()
    assert [key for each in data for key in decoder.feed(bytes([each]))] == keys


def test_escape_alone_is_a_key_after_a_while() -> None:
    decoder = Decoder()
    assert decoder.feed(b"\x1b") == []
    assert decoder.is_waiting
    assert decoder.flush() == ["escape"]
    assert not decoder.is_waiting
    assert decoder.feed(b"\x1b[") == []
    assert decoder.flush() == ["escape", "["]


@given(st.lists(st.binary(max_size=20), max_size=20))
@example([b"\x1b[" + b"0" * 100_000])
def test_any_bytes_are_decoded(pieces: list[bytes]) -> None:
    decoder, session = Decoder(), new_session()
    for piece in pieces:
        for key in [*decoder.feed(piece), *decoder.flush()]:
            assert key
            session.press(key)
    assert all(line.isprintable() for line in shown(session))


# The picture of the board.


@given(positions(), st.integers(0, 5))
def test_the_picture_shows_every_bird_at_its_place(position: volo.Position, turns: int) -> None:
    grid = Grid(position.rules.edge, turns)
    rows = [painted(line, color=False) for line in picture(position, grid, Marks(), ASCII)]
    top = 2 * (grid.edge - 1)
    for space, place in grid.places.items():
        bird = position.bird_at(space)
        assert rows[top - place.y][place.x + 5] == {None: ".", volo.ORANGE: "o", volo.BLUE: "b"}[bird]
    for row, line in zip(grid.rows(), rows, strict=True):
        assert (line.split()[0], line.split()[-1]) == (row[0], row[-1])


def test_marks_are_seen_without_colours() -> None:
    marks = Marks(
        cursor="e4",
        chosen=frozenset({"b2"}),
        last=frozenset({"f2", "c4"}),
        left=frozenset({"c2"}),
        targets=frozenset({"d3"}),
        gone=frozenset({"e1"}),
    )
    rows = picture(volo.Position("standard-4").play("c4"), Grid(4), marks, ASCII)
    assert [painted(row, color=False).rstrip() for row in rows] == [
        "       g2 . . g3",
        "    f1 .<o>. b . f5",
        "   e1 x . .[.]. . e6",
        "    d2 b *   . o d6",
        "   c1 . , .<o>. . c6",
        "    b1 .(o). b . b5",
        "       a2 . . a3",
    ]
    assert "\x1b[1;38;5;208mo\x1b[0m" in painted(rows[4], color=True)


# The whole screen.


@pytest.mark.parametrize("edge", EDGES)
def test_every_edge_fits_into_80_columns_and_24_lines(edge: int) -> None:
    session = new_session(f"standard-{edge}")
    for _ in range(2 * edge):
        session.sitting.push(session.sitting.game.position.legal_moves()[0])
    lines = shown(session)
    assert len(lines) == 24
    assert all(len(line) <= 80 for line in lines)
    assert sum(" . " in line or " o " in line for line in lines) >= 2 * edge - 1
    assert str(session.sitting.game.peek()) in "\n".join(lines)
    assert lines[-2:] == list(KEYS)
    assert all(len(line) <= 80 for line in (*KEYS, *HELP.split("\n")))
    assert len(HELP.split("\n")) <= 23


@given(positions(), st.integers(1, 130), st.integers(1, 50), st.sampled_from((ASCII, UNICODE)))
def test_the_screen_never_exceeds_the_window(position: volo.Position, columns: int, lines: int, glyphs: object) -> None:
    session = Session(Sitting(volo.Game(position), BOTH))
    session.size = columns, lines
    for key in ("", "enter", "?", "escape", "x", "y", "enter"):
        session.press(key)
        found = frame(session, UNICODE if glyphs is UNICODE else ASCII, None)
        assert len(found) <= lines
        assert all(sum(len(part) for part, _ in line) <= columns for line in found)


def test_a_window_that_is_too_small_is_named() -> None:
    session = new_session("standard-8")
    session.size = 60, 20
    assert shown(session)[0] == "The window has 60 columns and 20 lines. The board needs 41"
    session.size = 50, 24
    assert "a7" in text(session)


def test_the_last_move_and_the_birds_that_it_cleared_are_marked() -> None:
    session = new_session(DIVIDED)
    typed(session, "f1-SE2/d6")
    assert "f1 , o . b . f5" in text(session)
    assert "d2 b<b>  b o d6" in text(session)
    assert "b1 x x . . . b5" in text(session)
    assert "1. ..." in text(session)
    assert "f1-SE2/d6 clears 2 birds." in text(session)


def test_the_regions_of_a_division_are_shown_and_chosen() -> None:
    session = new_session(DIVIDED)
    typed(session, "f1-SE2")
    assert "[R15]" in session.message
    session.cursor = session.grid.cursor("f1")
    for key in ("enter", "pagedown", "pagedown", "enter"):
        session.press(key)
    assert "f1-SE2/d6 keeps region 1 of 2, with 4 birds. 2 birds (x) leave." in text(session)
    assert "b1 x x . . . b5" in text(session)
    session.press("right")
    assert "f1-SE2/a2 keeps region 2 of 2, with 2 birds. 4 birds (x) leave." in text(session)
    assert "e1 . . . . x x e6" in text(session)
    session.press("escape")
    assert "d2 b[*]  b o d6" in text(session)
    for key in ("enter", "down", "enter"):
        session.press(key)
    assert str(session.sitting.game.peek()) == "f1-SE2/a2"


def test_a_bird_that_cannot_fly_is_named() -> None:
    session = new_session()
    session.press("enter")
    assert "No flight begins with this choice." in text(session)
    session = new_session(DIVIDED)
    for key in ("tab", "enter"):
        session.press(key)
    assert "Enter on a space * flies there." in text(session)


def test_no_text_controls_the_terminal() -> None:
    session = new_session()
    session.sitting.game.tags |= {"Orange": "\x1b[2J\u202eorange", "Blue": "b\nlue"}
    typed(session, "save \u202e/\u200b/x")
    assert "\\u202e/\\u200b/x: No such file or directory" in text(session)
    session.entry = "\u202e"
    session.message = "\x9b"
    assert all(line.isprintable() for line in shown(session))
    assert painted([("\x1b[2J", Ink.PLAIN)], color=True) == "\\x1b[2J"


def test_the_engine_is_seen_thinking_and_its_move_is_played() -> None:
    session = new_session("standard-4", frozenset({volo.BLUE}))
    info = Info(Score(0.25), (volo.Move("a3", 4), volo.Move("d5", 4)), depth=7, nodes=1, time=1)
    assert "1. Orange to move   volo thinks: depth 7, +0.250, a3" in "\n".join(shown(session, info))
    session.press("enter")
    assert "It is not your turn." in text(session)
    assert session.task == Task(Purpose.MOVE, 0)
    session.answer(Task(Purpose.MOVE, 0), info)
    assert [str(move) for move in session.sitting.game] == ["a3"]
    assert session.message == ""
    assert session.task is None
    session.answer(Task(Purpose.MOVE, 0), info)
    assert len(session.sitting.game) == 1


def test_a_hint_says_what_it_is_worth() -> None:
    session = new_session()
    session.press("!")
    task = session.task
    assert task == Task(Purpose.HINT, 0)
    session.answer(task, Info(Score.win(3), (volo.Move("a3", 4),), depth=3, nodes=1, time=1))
    assert "Hint: a3 (win in 3)" in text(session)
    assert session.cursor.space == "a3"
    assert session.task is None
    session.press("!")
    typed(session, "a3")
    assert session.task is None


def test_undo_and_redo() -> None:
    session = new_session("standard-4", frozenset({volo.ORANGE}))
    typed(session, "a3")
    session.answer(Task(Purpose.MOVE, 1), Info(Score(0), (volo.Move("d5", 4),), depth=1, nodes=1, time=1))
    typed(session, "b5")
    for key, plies in (("ctrl-u", 2), ("backspace", 0), ("ctrl-u", 0), ("ctrl-r", 2), ("ctrl-r", 3), ("ctrl-r", 3)):
        session.press(key)
        assert len(session.sitting.game) == plies
    assert session.message == "There is nothing to play again."
    typed(session, "undo", "b3")
    assert session.message.startswith("illegal move b3")
    typed(session, "c4")
    session.press("ctrl-r")
    assert [str(move) for move in session.sitting.game] == ["a3", "d5", "c4"]


def test_undo_takes_back_a_move_that_the_engine_has_not_answered() -> None:
    session = new_session("standard-4", frozenset({volo.ORANGE}))
    typed(session, "a3")
    assert session.task == Task(Purpose.MOVE, 1)
    session.press("ctrl-u")
    assert len(session.sitting.game) == 0
    assert session.task is None
    session.answer(Task(Purpose.MOVE, 1), Info(Score(0), (volo.Move("d5", 4),), depth=1, nodes=1, time=1))
    assert len(session.sitting.game) == 0


@pytest.mark.parametrize("fen", ["standard-4", str(volo.Position("standard-4").play("a3").fen())])
def test_the_list_of_moves_follows_the_position_that_is_shown(fen: str) -> None:
    session = new_session(fen)
    session.size = 80, 16
    while len(session.sitting.game) < 60 and not session.sitting.is_over:
        moves = session.sitting.game.position.legal_moves()
        session.sitting.push(moves[len(moves) // 2])
    game = session.sitting.game
    for ply in range(len(game), -1, -1):
        turns = [line[28:].split() for line in shown(session)[2:9] if line[28:].strip()]
        assert len(turns) == min(7, session.sitting.number(len(game)))
        if 0 < ply < len(game):
            number = session.sitting.number(ply)
            assert any(turn[0] == f"{number}." and f">{game.moves[ply - 1]}" in turn for turn in turns)
        session.press("<")


def test_a_game_that_is_over_is_looked_through() -> None:
    session = new_session(LATE)
    typed(session, "f5-SE1")
    assert "Orange wins: all birds in one flock" in text(session)
    session.press("left")
    assert "After 0 of 1 moves." in text(session)
    assert session.position == session.sitting.game.start
    session.press("enter")
    assert len(session.sitting.game) == 1
    for key in ("right", "home", "end"):
        session.press(key)
    assert not session.is_looking_back
    typed(session, "undo")
    assert session.sitting.game.position == volo.Position(LATE)


def test_looking_back_keeps_the_game() -> None:
    session = new_session()
    typed(session, "a3", "d5")
    session.press("<")
    assert session.position == session.sitting.game.positions[1]
    session.press("enter")
    assert "This is an earlier position" in session.message
    session.press("escape")
    assert not session.is_looking_back
    for key in ("<", "<", "<", ">"):
        session.press(key)
    assert session.ply == 1
    typed(session, "b5")
    assert len(session.sitting.game) == 3


def test_resigning_and_taking_it_back() -> None:
    session = new_session()
    typed(session, "a3", "resign")
    assert "Orange wins: Blue resigned" in text(session)
    typed(session, "resign")
    assert "The game is over." in session.message
    session.press("ctrl-u")
    assert not session.sitting.is_over


def test_saving_does_not_overwrite(tmp_path: Path) -> None:
    session = new_session()
    file = tmp_path / "game.volo"
    typed(session, "a3", f"save {file}")
    assert volo.Game.from_record(file.read_text(encoding="utf-8")) == session.sitting.game
    session.press("ctrl-q")
    assert session.is_left
    typed(session, f":save {file}")
    assert session.message == f"{file}: File exists"
    typed(session, "save")
    assert session.message == "save needs the name of a file"
    typed(session, "save \0")
    assert "null byte" in session.message


def test_leaving_in_mid_game_is_asked() -> None:
    session = new_session()
    typed(session, "a3")
    session.press("ctrl-q")
    assert "Leave this game?" in text(session)
    session.press("n")
    assert not session.is_left
    typed(session, "quit")
    session.press("y")
    assert session.is_left
    at_once = new_session()
    typed(at_once, "a3", ":q!")
    assert at_once.is_left


def test_the_board_is_turned_and_flipped() -> None:
    session = new_session()
    upright = text(session)
    session.press("ctrl-t")
    assert "f5 . . e6" in text(session)
    for _ in range(5):
        session.press("ctrl-t")
    assert text(session).splitlines()[:-6] == upright.splitlines()[:-6]
    typed(session, "flip")
    assert "a3 . . a2" in text(session)


def test_pages_list_moves_and_help() -> None:
    session = new_session("standard-8")
    typed(session, "moves")
    first = " ".join(shown(session)[:-1]).split()
    legal = [str(move) for move in session.sitting.game.position.legal_moves()]
    assert first == legal
    session.size = 40, 6
    pages = []
    while session.page is not None:
        pages += " ".join(shown(session)[:-1]).split()
        session.press(" ")
    assert pages == legal
    typed(session, "moves zz")
    assert shown(session)[0] == "No such move."
    session.press("escape")
    session.size = 80, 24
    session.press("?")
    assert shown(session)[:-1] == HELP.split("\n")
    session.press("escape")
    assert session.page is None


def test_a_position_where_only_a_pass_is_legal() -> None:
    session = new_session("standard-4")
    session.press("ctrl-p")
    assert session.message.startswith("illegal move pass")
    assert "[R13]" in session.message
