"""`volo play`: games in the terminal, from a pipe and from a pseudo terminal."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import volo
from support.command_line import called, called_on_terminal, complaint
from support.engines import refused
from support.pictures import WIN_IN_ONE
from support.process import running
from volo.cli.table import completions, listed

POSIX = pytest.mark.skipif(os.name != "posix", reason="needs the terminals of POSIX")
BOTH = ("play", "--terminal", "--rules", "standard-4", "--you", "both")
ALONE = ("play", "--terminal", "--rules", "standard-4", "--nodes", "50", "--hash-mb", "1")


def played(*arguments: str, lines: str) -> str:
    """The output of a game in which these lines are typed."""
    status, out, err = called(*arguments, given=lines.encode())
    assert (status, err) == (0, "")
    return out


def turns(out: str) -> list[str]:
    return re.findall(r"^\d+\. \w+: .+$", out, re.MULTILINE)


def test_two_people_play() -> None:
    out = played(*BOTH, lines="a3\nd5\n")
    assert turns(out) == ["1. Orange: a3", "1. Blue: d5"]
    assert str(volo.Position("standard-4").play("a3").play("d5")) in out


@pytest.mark.parametrize(("you", "first"), [("orange", "Orange: a3"), ("blue", "Orange: ")])
def test_the_engine_plays_the_other_color(you: str, first: str) -> None:
    out = played(*ALONE, "--you", you, lines="a3\n" if you == "orange" else "")
    moves = turns(out)
    assert moves[0].startswith(f"1. {first}")
    assert len(moves) == (2 if you == "orange" else 1)


def test_the_engine_plays_itself_and_the_game_is_saved(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    out = played(*ALONE, "--you", "nobody", "--save", str(file), lines="")
    game = volo.Game.from_record(file.read_text(encoding="utf-8"))
    assert game.outcome() is not None
    assert len(turns(out)) == len(game)
    assert game.tags["Orange"] == game.tags["Blue"] == "volo"


def test_a_wrong_move_is_answered_with_the_reason_and_the_ruling() -> None:
    out = played(*BOTH, lines="b3\nz9\nb2-E1\na3\n")
    assert str(refused(volo.IllegalMoveError, volo.Position("standard-4").play, "b3")) in out
    assert re.search(r"illegal move b2-E1: .+ \[R1\d\]", out)
    assert turns(out) == ["1. Orange: a3"]
    assert out.count("to move") == 2


def test_moves_and_words_are_typed_in_any_letters_and_blanks() -> None:
    out = played(*BOTH, lines="\ufeffA3\n D 5\nFEN\n")
    assert turns(out) == ["1. Orange: a3", "1. Blue: d5"]
    assert volo.Position("standard-4").play("a3").play("d5").fen() in out
    out = played("play", "--terminal", WIN_IN_ONE, "--you", "both", lines="MOVES\tF5 - s\nF5 - se1\n")
    assert "f5-SE1 f5-SW2 f5-SW1\n" in out
    assert "Orange wins: all birds in one flock" in out
    clearing = "2/bo1b1/4oo/b1bo/4bb/oo3/2 b 0 standard-4"
    assert "f1-SE2/d6 (clears" in played("play", "--terminal", clearing, "--you", "both", lines="F1-Se2 / D6\n")
    passes = "1o/1oob1/boo1b1/b2b/1bboo1/2bb1/2 o 0 standard-4"
    assert "Draw: two passes in a row" in played("play", "--terminal", passes, "--you", "both", lines="Pass\nPASS\n")
    assert completions(volo.Position(WIN_IN_ONE), ["fen"], "F5-s") == completions(volo.Position(WIN_IN_ONE), [], "f5-S")


def test_moves_are_listed() -> None:
    out = played(*BOTH, lines="moves\nmoves a\nmoves x\n")
    legal = [str(move) for move in volo.Position("standard-4").legal_moves()]
    assert " ".join(legal) in out
    assert "no such move" in out
    assert all(len(line) <= 100 for line in out.splitlines())


def test_a_hint_is_a_legal_move_with_a_score() -> None:
    out = played("play", "--terminal", WIN_IN_ONE, "--you", "both", "--nodes", "200", "--hash-mb", "1", lines="hint\n")
    (move,) = re.findall(r"^(\S+) \(win in 1\)$", out, re.MULTILINE)
    outcome = volo.Position(WIN_IN_ONE).play(move).outcome()
    assert outcome is not None
    assert outcome.winner is volo.ORANGE


def test_undo_takes_back_the_answer_of_the_engine_too() -> None:
    out = played(*ALONE, lines="a3\nundo\nfen\nundo\n")
    assert len(turns(out)) == 2
    assert volo.Position("standard-4").fen() in out
    assert "you have not moved yet" in out


def test_undo_takes_back_the_last_move_of_a_finished_game() -> None:
    out = played("play", "--terminal", WIN_IN_ONE, "--you", "both", lines="f5-SE1\na2\nundo\nfen\n")
    assert "Orange wins: all birds in one flock" in out
    assert "the game is over" in out
    assert WIN_IN_ONE in out


def test_resigning_ends_the_game_and_is_recorded(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    out = played(*BOTH, lines=f"a3\nresign\na2\nhint\nresign\nsave {file}\n")
    assert "Orange wins: Blue resigned." in out
    assert out.count("the game is over") == 3
    game = volo.Game.from_record(file.read_text(encoding="utf-8"))
    assert (game.result, game.termination, len(game)) == ("1-0", "resignation", 1)


def test_undo_takes_back_a_resignation(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    played(*BOTH, lines=f"resign\nundo\na3\nsave {file}\n")
    game = volo.Game.from_record(file.read_text(encoding="utf-8"))
    assert (game.result, game.termination, len(game)) == ("*", "unterminated", 1)


def test_a_file_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("precious")
    out = played(*BOTH, lines=f"save {file}\nsave\nsave {tmp_path}/no/where\nsave a\0b\n")
    assert "null character" in out
    assert "File exists" in out
    assert "save needs the name of a file" in out
    assert "No such file or directory" in out
    assert file.read_text() == "precious"
    assert "the file exists already" in complaint(2, *BOTH, "--save", str(file))


def test_the_folder_of_the_saved_game_is_checked_before_the_game(tmp_path: Path) -> None:
    status, out, err = called(*BOTH, "--save", f"{tmp_path}/no/where", given=b"a3\n")
    assert (status, out) == (2, "")
    assert f"{tmp_path}/no/where: No such file or directory" in err


@POSIX
def test_the_name_of_a_file_is_what_a_person_means(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    names = ["~/home", '"my game"', "'~'", "it's", "two words", '"', "''"]
    out = played(*BOTH, lines="".join(f"save {name}\n" for name in names))
    assert {each.name for each in tmp_path.iterdir()} == {"home", "my game", "~", "it's", "two words", '"'}
    assert f"saved in {tmp_path}{os.sep}home" in out
    assert "the path is empty" in out


@POSIX
def test_an_interrupted_game_is_saved(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    words = ["play", "--terminal", "--rules", "standard", "--you", "nobody", "--time", "0.2", "--save", str(file)]
    with running(sys.executable, "-m", "volo", *words, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        while not process.stdout.readline().startswith("1. Blue: "):
            assert process.poll() is None
        process.send_signal(signal.SIGHUP)
        assert process.wait() == 128 + signal.SIGHUP
    assert len(volo.Game.from_record(file.read_text(encoding="utf-8"))) >= 2


def test_the_end_of_the_input_and_quit_leave() -> None:
    for lines in ("", "quit\na3\n", "EXIT\na3\n"):
        assert turns(played(*BOTH, lines=lines)) == []


def test_hostile_lines_are_answered() -> None:
    lines = b"\xff\xfe\n" + b"x" * 3_000_000 + b"\n\x1b[31m\n\0\nmoves \x1b[2J\n" + "\u202e\n".encode() + b"a3"
    status, out, err = called(*BOTH, given=lines)
    assert (status, err) == (0, "")
    assert len(out) < 20_000
    assert "\x1b" not in out
    assert turns(out) == ["1. Orange: a3"]


@pytest.mark.parametrize(
    "wrong",
    [("--you", "green"), ("--time", "-1"), ("--time", "x"), ("--nodes", "0"), ("--depth", "0"), ("--threads", "0")],
)
def test_wrong_options_are_refused(wrong: tuple[str, str]) -> None:
    complaint(2, "play", "--terminal", *wrong)


def test_help_lists_every_word() -> None:
    out = played(*BOTH, lines="help\n?\n")
    for word in ("moves", "hint", "undo", "board", "fen", "save", "resign", "quit"):
        assert len(re.findall(rf"^  {word}\b", out, re.MULTILINE)) == 2
    assert all(len(line) <= 80 for line in out.splitlines())


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
        *(sys.executable, "-m", "volo", "play", "--terminal", WIN_IN_ONE, "--you", "both"),
        stdin=slave,
        stdout=slave,
        env={**os.environ, "TERM": "xterm"},
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
    assert status == 0
    assert b"\x1b[" in out
