"""The page that `volo replay --html` writes."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import volo
from support.command_line import complaint, run
from support.data import DATA
from volo.render.html import replay

GAMES = DATA / "abstract-play.jsonl"
ONE = GAMES.read_bytes().splitlines(keepends=True)[0]


def refused(*arguments: str, given: bytes = b"") -> str:
    """Run a command that must print its table and fail with the status 2, and return the line on standard error."""
    done = run("replay", "--quiet", *arguments, given=given)
    assert done.returncode == 2
    assert done.stdout.split()[0] == b"File"
    (line,) = done.stderr.decode().splitlines()
    return line.removeprefix("volo: ")


def test_the_page_shows_the_only_game(tmp_path: Path) -> None:
    done = run("replay", "-", "--html", "game.html", given=ONE, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    game, *_ = volo.read_records(GAMES)
    assert (tmp_path / "game.html").read_text(encoding="utf-8") == replay(game)
    assert [path.name for path in tmp_path.iterdir()] == ["game.html"]


def test_a_number_chooses_among_the_games_of_all_files(tmp_path: Path) -> None:
    games = list(volo.read_records(GAMES))
    volo.write_records(tmp_path / "a.volo", games[:2])
    volo.write_records(tmp_path / "b.jsonl", games[2:5])
    for number in (1, 2, 3, 5):
        done = run("replay", "a.volo", "b.jsonl", "--html", f"{number}.html", "--game", str(number), cwd=tmp_path)
        assert done.returncode == 0
        (chosen,) = [game for index, game in enumerate(games[:5], start=1) if index == number]
        shown = (tmp_path / f"{number}.html").read_text(encoding="utf-8")
        assert json.dumps([str(move) for move in chosen], separators=(",", ":")) in shown


def test_an_existing_file_is_not_replaced(tmp_path: Path) -> None:
    file = tmp_path / "game.html"
    file.write_text("precious", encoding="utf-8")
    assert complaint(2, "replay", str(GAMES), "--html", str(file), "--game", "1") == f"{file}: the file exists already"
    assert file.read_text(encoding="utf-8") == "precious"


@pytest.mark.skipif(os.name != "posix", reason="symbolic links")
def test_a_link_to_nowhere_is_not_followed(tmp_path: Path) -> None:
    link = tmp_path / "link.html"
    link.symlink_to(tmp_path / "elsewhere")
    assert complaint(2, "replay", "-", "--html", str(link), given=ONE) == f"{link}: not a regular file"
    assert not (tmp_path / "elsewhere").exists()


def test_which_game_must_be_clear(tmp_path: Path) -> None:
    file = tmp_path / "game.html"
    assert refused(str(GAMES), "--html", str(file)) == "--html shows one of the 52 games; choose it with --game"
    none = refused(str(GAMES), "--html", str(file), "--game", "53")
    assert none == "--game: there is no game 53; the number of games is 52"
    assert complaint(2, "replay", str(GAMES), "--game", "1").startswith("--game needs --html")
    assert "0 is not in the range" in complaint(2, "replay", str(GAMES), "--html", str(file), "--game", "0")
    assert not file.exists()


def test_a_wrong_game_is_not_shown_but_a_right_one_beside_it_is(tmp_path: Path) -> None:
    wrong = json.dumps({**json.loads(ONE), "winner": "draw"}, separators=(",", ":")).encode() + b"\n"
    for number, name in ((1, "wrong.html"), (2, "right.html")):
        done = run("replay", "-", "--html", name, "--game", str(number), given=wrong + ONE, cwd=tmp_path)
        assert done.returncode == (2 if number == 1 else 1)
    assert done.stderr.count(b"\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["right.html"]


def test_a_folder_that_does_not_exist_is_reported_before_the_games_are_checked(tmp_path: Path) -> None:
    file = tmp_path / "nowhere" / "game.html"
    assert complaint(2, "replay", "-", "--html", str(file), given=ONE) == f"{file}: No such file or directory"
