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
from volo.cli.table import completions, listed
from volo.engine import Engine
from volo.puzzles import load

START = volo.Position("standard-4")
WON = "Orange wins: all birds in one flock"
POSIX = pytest.mark.skipif(os.name != "posix", reason="needs the terminals of POSIX")
BOTH = ("play", "--terminal", "--rules", "standard-4", "--you", "both")
ALONE = ("play", "--terminal", "--rules", "standard-4", "--nodes", "50", "--hash-mb", "1")


def played(*arguments: str, lines: str) -> str:
    """The output of a game in which these lines are typed."""
    status, out, err = called(*arguments, given=lines.encode())
    assert (status, err) == (0, "")
    return out


def saved(file: Path) -> volo.Game:
    return volo.Game.from_record(file.read_text(encoding="utf-8"))


def turns(out: str) -> list[str]:
    return re.findall(r"^\d+\. \w+: .+$", out, re.MULTILINE)


AT_WIN = ("play", "--terminal", WIN_IN_ONE, "--you", "both")
AFTER = START.play("a3").play("d5")
CLEARING = ("play", "--terminal", "2/bo1b1/4oo/b1bo/4bb/oo3/2 b 0 standard-4", "--you", "both")
PASSES = ("play", "--terminal", "1o/1oob1/boo1b1/b2b/1bboo1/2bb1/2 o 0 standard-4", "--you", "both")


@pytest.mark.parametrize(
    ("words", "lines", "moves", "parts"),
    [
        (BOTH, "a3\nd5\n", ["Orange: a3", "Blue: d5"], [str(AFTER)]),
        (BOTH, "\ufeffA3\n D 5\nFEN\n", ["Orange: a3", "Blue: d5"], [AFTER.fen()]),
        (BOTH, "help\n", [], [f"  {word} " for word in ("moves", "hint", "undo", "board", "fen", "resign", "quit")]),
        (BOTH, "quit\na3\n", [], []),
        (BOTH, "EXIT\na3\n", [], []),
        (
            BOTH,
            "b3\nz9\nb2-E1\na3\n",
            ["Orange: a3"],
            [str(refused(volo.IllegalMoveError, START.play, "b3")), "illegal move b2-E1: ", "[R1"],
        ),
        (AT_WIN, "MOVES\tF5 - s\nF5 - se1\n", ["Orange: f5-SE1"], ["f5-SE1 f5-SW2 f5-SW1\n", WON]),
        (AT_WIN, "f5-SE1\na2\nundo\nfen\n", ["Orange: f5-SE1"], [WON, "the game is over", WIN_IN_ONE]),
        (CLEARING, "F1-Se2 / D6\n", ["Blue: f1-SE2/d6"], ["f1-SE2/d6 (clears"]),
        (PASSES, "Pass\nPASS\n", ["Orange: pass", "Blue: pass"], ["Draw: two passes in a row"]),
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


def test_the_engine_plays_itself_and_the_game_is_saved(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    out = played(*ALONE, "--you", "nobody", "--save", str(file), lines="")
    game = saved(file)
    assert game.outcome() is not None
    assert len(turns(out)) == len(game)
    assert game.tags["Orange"] == game.tags["Blue"] == "volo"


def test_moves_are_listed() -> None:
    out = played(*BOTH, lines="moves\nmoves a\nmoves x\n")
    assert " ".join(str(move) for move in START.legal_moves()) in out
    assert "no such move" in out
    assert all(len(line) <= 100 for line in out.splitlines())


def test_the_options_reach_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Mock(wraps=Engine)
    monkeypatch.setattr("volo.cli.play.Engine", made)
    played(*BOTH, "--threads", "2", "--hash-mb", "1", "--level", "3", lines="")
    made.assert_called_once_with(threads=2, hash_mb=1, level=3)


def test_a_hint_is_a_legal_move_with_a_score() -> None:
    out = played(*AT_WIN, "--nodes", "200", "--hash-mb", "1", lines="hint\n")
    (move,) = re.findall(r"^(\S+) \(win in 1\)$", out, re.MULTILINE)
    outcome = volo.Position(WIN_IN_ONE).play(move).outcome()
    assert outcome is not None
    assert outcome.winner is volo.ORANGE


def test_resigning_ends_the_game_and_is_recorded_and_can_be_undone(tmp_path: Path) -> None:
    file, other = tmp_path / "game.txt", tmp_path / "other.txt"
    out = played(*BOTH, lines=f"a3\nresign\na2\nhint\nresign\nsave {file}\nundo\nd5\nsave {other}\n")
    assert "Orange wins: Blue resigned." in out
    assert out.count("the game is over") == 3
    ends = [(game.result, game.termination, len(game)) for game in map(saved, (file, other))]
    assert ends == [("1-0", "resignation", 1), ("*", "unterminated", 2)]


def test_a_file_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("precious")
    out = played(*BOTH, lines=f"save {file}\nsave\nsave {tmp_path}/no/where\nsave a\0b\n")
    for problem in ("File exists", "save needs the name of a file", "No such file or directory", "null character"):
        assert problem in out
    assert "the file exists already" in complaint(2, *BOTH, "--save", str(file), given=b"a3\n")
    assert "no/where: No such file" in complaint(2, *BOTH, "--save", f"{tmp_path}/no/where", given=b"a3\n")
    assert file.read_text() == "precious"


@POSIX
def test_the_name_of_a_file_is_what_a_person_means(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
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
def test_tab_completes_legal_moves_and_words() -> None:
    import pty

    master, slave = pty.openpty()
    shown = b""

    def see(text: str) -> None:
        nonlocal shown
        while text.encode() not in shown:
            piece = os.read(master, 4096)
            shown += piece

    with running(
        *(sys.executable, "-m", "volo", *AT_WIN), stdin=slave, stdout=slave, env={**os.environ, "TERM": "xterm"}
    ) as process:
        os.close(slave)
        see("Orange> ")
        for keys, answer in (
            ("moves f\t\n", "f2 f3 f5-SE1 f5-SW2 f5-SW1"),
            ("fe\t\n", WIN_IN_ONE),
            ("f\t\t\t\x1b[Z\n", "1. Orange: f3"),
            ("un\t\nf5\t\t\t\n", "1. Orange: f5-SW2"),
            ("un\t\nf5-SE\t\n", "Orange wins: all birds in one flock"),
        ):
            os.write(master, keys.encode())
            see(answer)
        os.write(master, b"quit\n")
        assert process.wait() == 0
    os.close(master)


def test_moves_are_listed_on_a_terminal_that_does_not_know_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python 3.10 says that such a terminal has no columns."""
    monkeypatch.setattr("shutil.get_terminal_size", lambda: os.terminal_size((0, 0)))
    assert listed(volo.Position(WIN_IN_ONE), "f") == ["f2 f3 f5-SE1 f5-SW2 f5-SW1"]


def test_completions_lead_to_every_legal_move() -> None:
    assert completions(volo.Position(WIN_IN_ONE), ["fen"], "F5-s") == completions(volo.Position(WIN_IN_ONE), [], "f5-S")
    for fen in ("standard-5", WIN_IN_ONE, "2/bo1b1/4oo/b1bo/4bb/oo3/2 b 0 standard-4"):
        position = volo.Position(fen)
        found, starts = set(), [""]
        while starts:
            start = starts.pop()
            for text in completions(position, ["moves"], start):
                if text != start:
                    starts.append(text)
                else:
                    found.add(text)
        assert found == {str(move) for move in position.legal_moves()}


@POSIX
def test_a_terminal_has_colors() -> None:
    status, out = called_on_terminal(*BOTH, given=b"")
    assert (status, b"\x1b[" in out) == (0, True)


# Puzzles

EASY = load(edge=4, plies=3)


def numbers(out: str) -> list[int]:
    return [int(number) for number in re.findall(r"^Puzzle (\d+):", out, re.MULTILINE)]


BEGIN = ("puzzle", "--edge", "4", "--plies", "3")


def test_the_right_move_solves_a_puzzle() -> None:
    first, second = EASY[:2]
    out = played(*BEGIN, lines=f"{first.move}\n {str(second.move).upper()}\n")
    for part in (f"right: {first.move} ", "2 in a row", "2 solved at the first attempt", str(first.position)):
        assert part in out
    assert numbers(out) == [puzzle.number for puzzle in EASY[:3]]


def test_a_wrong_move_is_answered_and_can_be_followed_by_the_right_one() -> None:
    puzzle = EASY[0]
    wrong = next(str(move) for move in puzzle.position.legal_moves() if move != puzzle.move)
    out = played(*BEGIN, lines=f"{wrong}\na99\nb2\n{puzzle.move}\n")
    assert re.search(rf"^{re.escape(wrong)} is not the move: it (loses|draws)$", out, re.MULTILINE)
    assert ("right: " in out, "in a row" in out, "0 solved at the first attempt" in out) == (True, False, True)


def test_hints_give_the_kind_of_the_move_and_then_its_place() -> None:
    puzzle = next(each for each in EASY if each.move.kind == "fly")
    out = played("puzzle", str(puzzle.number), lines=f"hint\nhint\n{puzzle.move}\n")
    assert f"kind of move: {', '.join(puzzle.kinds)}" in out
    assert f"it begins at {puzzle.move.spaces[0]}" in out
    assert "0 solved at the first attempt" in out


def test_the_solution_is_a_line_that_wins() -> None:
    puzzle = EASY[0]
    out = played("puzzle", str(puzzle.number), lines="solution\n")
    (line,) = re.findall(rf"^({re.escape(str(puzzle.move))} .+)$", out, re.MULTILINE)
    position = puzzle.position
    for move in line.split():
        position = position.play(move)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winner is puzzle.position.turn
    assert len(numbers(out)) == 2


def test_puzzles_are_chosen() -> None:
    assert numbers(played("puzzle", lines="next\nnext\n")) == [1, 2, 3]
    assert numbers(played("puzzle", "7", lines="")) == [7]
    last = played("puzzle", str(load()[-1].number), lines="next\nnext\n")
    assert (len(numbers(last)), last.endswith("0 solved at the first attempt\n")) == (1, True)
    assert numbers(played("puzzle", "--edge", "5", lines="")) == [load(edge=5)[0].number]
    mixed = numbers(played("puzzle", "--seed", "1", lines="next\n" * 4))
    assert mixed == numbers(played("puzzle", "--seed", "1", lines="next\n" * 4))
    assert mixed != sorted(mixed)
    for arguments in (["100000"], ["--edge", "8"], ["--plies", "1"]):
        assert "there is no such puzzle" in complaint(2, "puzzle", *arguments)


def test_other_words() -> None:
    puzzle = EASY[0]
    out = played("puzzle", str(puzzle.number), lines="help\nfen\nmoves\nboard\nQUIT\nnext\n")
    assert puzzle.position.fen() in out
    assert str(puzzle.move) in out
    assert len(numbers(out)) == 2
    for word in ("hint", "solution", "next", "moves", "board", "fen", "quit"):
        assert re.search(rf"^  {word}\b", out, re.MULTILINE)
