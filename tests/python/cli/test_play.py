"""`volo play --terminal` and `volo puzzle`, from a pipe and from a pseudo terminal."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

import volo
from support.command_line import called, called_on_terminal, complaint
from support.engines import refused
from support.pictures import WIN_IN_ONE
from support.process import running
from volo.cli.table import _reason, completions, listed
from volo.engine import Engine, solve
from volo.puzzles import load

START = volo.Position("standard-4")
AFTER = START.play("a3").play("d5")
BLUE_CLEARS = "2/bo1b1/4oo/b1bo/4bb/oo3/2 b 0 standard-4"
ALL_PASS = "1o/1oob1/boo1b1/b2b/1bboo1/2bb1/2 o 0 standard-4"
WON = "Orange wins: all birds in one flock"
POSIX = pytest.mark.skipif(os.name != "posix", reason="needs the terminals of POSIX")

PLAY = ("play", "--terminal")
SMALL = ("--hash-mb", "1", "--nodes")
BOTH = (*PLAY, "--rules", "standard-4", "--you", "both")
ALONE = (*PLAY, "--rules", "standard-4", *SMALL, "50")
AT_WIN = (*PLAY, WIN_IN_ONE, "--you", "both")


def played(*arguments: str, lines: str) -> str:
    status, out, err = called(*arguments, given=lines.encode())
    assert (status, err) == (0, "")
    return out


def saved(file: str) -> volo.Game:
    return volo.Game.from_record(Path(file).read_text(encoding="utf-8"))


def turns(out: str) -> list[str]:
    return re.findall(r"^\d+\. \w+: .+$", out, re.MULTILINE)


@pytest.mark.parametrize(
    ("words", "lines", "moves", "parts"),
    [
        (BOTH, "a3\nd5\n", ["Orange: a3", "Blue: d5"], [str(AFTER)]),
        (BOTH, "\ufeffA3\n D 5\nFEN\n", ["Orange: a3", "Blue: d5"], [AFTER.fen()]),
        (BOTH, "help\n", [], [f"  {word} " for word in ("moves", "hint", "undo", "board", "fen", "resign", "quit")]),
        (BOTH, "quit\na3\n", [], []),
        (BOTH, "EXIT\na3\n", [], []),
        (BOTH, "b3\na3\n", ["Orange: a3"], [str(refused(volo.IllegalMoveError, START.play, "b3"))]),
        (BOTH, "z9\nb2-E1\n", [], ["illegal move b2-E1: ", "[R1"]),
        (BOTH, "moves\nmoves x\n", [], [" ".join(map(str, START.legal_moves())), "no such move"]),
        (AT_WIN, "MOVES\tF5 - s\nF5 - se1\n", ["Orange: f5-SE1"], ["f5-SE1 f5-SW2 f5-SW1\n", WON]),
        (AT_WIN, "f5-SE1\na2\nundo\nfen\n", ["Orange: f5-SE1"], [WON, "the game is over", WIN_IN_ONE]),
        ((*PLAY, BLUE_CLEARS, "--you", "both"), "F1-Se2 / D6\n", ["Blue: f1-SE2/d6"], ["f1-SE2/d6 (clears"]),
        ((*PLAY, ALL_PASS, "--you", "both"), "Pass\nPASS\n", ["Orange: pass", "Blue: pass"], ["Draw: two passes"]),
        (ALONE, "a3\nundo\nfen\nundo\n", ["Orange: a3", "Blue: "], [START.fen(), "you have not moved yet"]),
        ((*ALONE, "--you", "orange"), "a3\n", ["Orange: a3", "Blue: "], []),
        ((*ALONE, "--you", "blue"), "", ["Orange: "], []),
    ],
)
def test_a_dialog(words: tuple[str, ...], lines: str, moves: list[str], parts: list[str]) -> None:
    out = played(*words, lines=lines)
    made = turns(out)
    assert len(made) == len(moves)
    for number, (turn, move) in enumerate(zip(made, moves, strict=True)):
        assert turn.startswith((f"1. {move}", f"2. {move}") if number else f"1. {move}")
    for part in parts:
        assert part in out
    assert max(map(len, out.splitlines())) <= 100


def test_a_hint_is_a_move_that_wins() -> None:
    out = played(*AT_WIN, *SMALL, "200", lines="hint\n")
    (move,) = re.findall(r"^(\S+) wins at once$", out, re.MULTILINE)
    assert WON in played(*AT_WIN, lines=f"{move}\n")


@pytest.mark.parametrize(
    ("fen", "move", "reason"),
    [
        (BLUE_CLEARS, "f1-SE2/d6", "clears 2 birds and joins 2 flocks"),
        (WIN_IN_ONE.replace(" o ", " b "), "b4:c4-W3", "joins 2 flocks and stops Orange from winning at once"),
        ("standard-4", "a3", "is the best move that the engine finds"),
    ],
)
def test_a_move_has_a_reason_in_the_words_of_the_game(fen: str, move: str, reason: str) -> None:
    position = volo.Position(fen)
    assert _reason(position, position.parse_move(move), None) == reason


def test_the_engine_plays_itself_with_its_options_and_the_game_is_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Mock(wraps=Engine)
    monkeypatch.setattr("volo.cli.play.Engine", made)
    out = played(*ALONE, "--you", "nobody", "--threads", "2", "--level", "3", "--save", "game", lines="")
    made.assert_called_once_with(threads=2, hash_mb=1, level=3)
    game = saved("game")
    assert game.outcome() is not None
    assert len(turns(out)) == len(game)
    assert game.tags["Orange"] == game.tags["Blue"] == "Engine, level 3"
    assert re.fullmatch(r"20\d\d\.\d\d\.\d\d", game.tags["Date"])


def test_a_stranger_begins_on_a_small_sky_against_the_lowest_level() -> None:
    out = played(*PLAY, "--you", "blue", *SMALL, "50", "--save", "game", lines="fen\n")
    assert out.rstrip().endswith(" standard-5")
    assert saved("game").tags["Orange"] == "Engine, level 1"


def test_resigning_ends_the_game_and_is_recorded_and_can_be_undone() -> None:
    out = played(*BOTH, lines="a3\nresign\na2\nhint\nresign\nsave game\nundo\nd5\nsave other\n")
    assert "Orange wins: Blue resigned." in out
    assert out.count("the game is over") == 3
    ends = [(game.result, game.termination, len(game)) for game in map(saved, ("game", "other"))]
    assert ends == [("1-0", "resignation", 1), ("*", "unterminated", 2)]


def test_a_file_is_not_overwritten() -> None:
    Path("game").write_text("precious")
    out = played(*BOTH, lines="save game\nsave\nsave no/where\nsave a\0b\n")
    for problem in ("File exists", "save needs the name of a file", "No such file or directory", "null character"):
        assert problem in out
    assert "the file exists already" in complaint(2, *BOTH, "--save", "game", given=b"a3\n")
    assert "no/where: No such file" in complaint(2, *BOTH, "--save", "no/where", given=b"a3\n")
    assert Path("game").read_text() == "precious"


@POSIX
def test_the_name_of_a_file_is_what_a_person_means(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    names = ["~/home", '"my game"', "'~'", "it's", "two words", '"', "''"]
    out = played(*BOTH, lines="".join(f"save {name}\n" for name in names))
    assert {each.name for each in tmp_path.iterdir()} == {"home", "my game", "~", "it's", "two words", '"'}
    assert f"saved in {tmp_path}{os.sep}home" in out
    assert "the path is empty" in out


def test_lines_that_are_not_text_or_very_long_are_answered() -> None:
    status, out, err = called(*BOTH, given=b"\xff\xfe\n" + b"x" * 3_000_000 + b"\na3")
    assert (status, err, turns(out)) == (0, "", ["1. Orange: a3"])
    assert len(out) < 20_000


@POSIX
def test_tab_completes_legal_moves_and_words_and_there_are_colors() -> None:
    master, slave = os.openpty()
    shown = b""
    command = [sys.executable, "-m", "volo", *AT_WIN]
    with running(*command, stdin=slave, stdout=slave, env={**os.environ, "TERM": "xterm"}) as process:
        os.close(slave)
        for keys, answer in (
            ("", "Orange> "),
            ("moves f\t\n", "f2 f3 f5-SE1 f5-SW2 f5-SW1"),
            ("fe\t\n", WIN_IN_ONE),
            ("f\t\t\t\x1b[Z\n", "1. Orange: f3"),
            ("un\t\nf5\t\t\t\n", "1. Orange: f5-SW2"),
            ("un\t\nf5-SE\t\n", WON),
        ):
            os.write(master, keys.encode())
            while answer.encode() not in shown:
                shown += os.read(master, 4096)
        os.write(master, b"quit\n")
        assert process.wait() == 0
    os.close(master)
    assert b"\x1b[" in called_on_terminal(*BOTH)[1]


def test_moves_are_listed_on_a_terminal_that_does_not_know_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python 3.10 says that such a terminal has no columns."""
    monkeypatch.setattr("shutil.get_terminal_size", lambda: os.terminal_size((0, 0)))
    assert listed(volo.Position(WIN_IN_ONE), "f") == ["f2 f3 f5-SE1 f5-SW2 f5-SW1"]


@pytest.mark.parametrize("fen", ["standard-5", WIN_IN_ONE, BLUE_CLEARS])
def test_completions_lead_to_every_legal_move(fen: str) -> None:
    position = volo.Position(fen)
    assert completions(position, ["fen"], "F5-s") == completions(position, [], "f5-S")
    found, starts = set(), [""]
    while starts:
        start = starts.pop()
        for text in completions(position, ["moves"], start):
            if text != start:
                starts.append(text)
            else:
                found.add(text)
    assert found == {str(move) for move in position.legal_moves()}


# Puzzles

EASY = load(edge=4, plies=3)[:5]
FIRST, SECOND = EASY[:2]
WRONG = next(str(move) for move in FIRST.position.legal_moves() if move != FIRST.move)


def shown(out: str) -> list[int]:
    return [int(number) for number in re.findall(r"^Puzzle (\d+):", out, re.MULTILINE)]


def test_a_dialog_about_puzzles() -> None:
    moves = [str(puzzle.move) for puzzle in EASY]
    (answer, win), *ends = ([str(move) for move in solve(each.position.play(each.move)).line] for each in EASY)
    after = FIRST.position.play(moves[0]).play(answer)
    late = next(move for move in after.legal_moves() if solve(after.play(move)).value == "win")
    lines = ["help", "fen", "moves", "board", WRONG, "a99", "b2", moves[0], "hint", str(late), win]
    lines += ["hint", "hint", moves[1], "solution", moves[2].upper(), ends[1][1], f" {moves[3]}", ends[2][1], "QUIT"]
    out = played("puzzle", "--edge", "4", "--plies", "3", lines="\n".join([*lines, "next"]))
    assert shown(out) == [each.number for each in (FIRST, *(each for each in EASY[:4] for _ in "ab"), EASY[4])]
    for part in (
        *(f"\n  {word} " for word in ("hint", "solution", "next", "moves [TEXT]", "board", "fen", "quit")),
        f"\n{FIRST.position.fen()}\n{' '.join(map(str, FIRST.position.legal_moves()))}\n\nPuzzle {FIRST.number}: ",
        f"\n{WRONG} is not the move: it loses\n",
        f"\nright: {moves[0]}, and {FIRST.position.turn.other.name.title()} answers {answer}\n",
        f"\nit begins at {after.parse_move(win).spaces[0]}\n{late} is not the move: it loses\nright: {win} wins\n",
        f"\n{ends[0][1]}\n",
        *(f"\nright: {move}, " for move in moves[:4]),
        f"\nkind of move: {', '.join(SECOND.kinds)}\nit begins at {SECOND.move.spaces[0]}\n",
        f"\n2 in a row\n\nPuzzle {EASY[4].number}: ",
        f"\n{EASY[4].position}\n\n2 solved at the first attempt\n",
    ):
        assert part in out
    assert (out.count("right: "), out.count("in a row")) == (7, 1)


def test_puzzles_are_chosen() -> None:
    last = load()[-1].number
    for words, lines, numbers in (
        ("", "next\nnext\n", [1, 2, 3]),
        ("7", "", [7]),
        (str(last), "next\nnext\n", [last]),
        ("--edge 5", "", [load(edge=5)[0].number]),
    ):
        out = played("puzzle", *words.split(), lines=lines)
        assert (shown(out), out.endswith("\n0 solved at the first attempt\n")) == (numbers, True)
    mixed, again = (shown(played("puzzle", "--seed", "1", lines="next\n" * 4)) for _ in range(2))
    assert mixed == again != sorted(mixed)
    for words in ("100000", "--edge 8", "--plies 1"):
        assert "there is no such puzzle" in complaint(2, "puzzle", *words.split())


def test_the_solution_is_a_line_that_wins() -> None:
    out = played("puzzle", str(FIRST.number), lines="solution\n")
    (line,) = re.findall(rf"^({re.escape(str(FIRST.move))} .+)$", out, re.MULTILINE)
    game = volo.Game(FIRST.position, line.split())
    assert game.outcome() == volo.Outcome(FIRST.position.turn, "flock")
    assert len(shown(out)) == 2
