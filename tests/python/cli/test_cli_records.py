"""The commands volo replay and volo convert: output, pages, errors and exit status."""

from __future__ import annotations

import gzip
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

import volo
from support import engines
from support.command_line import complaint, output, run
from support.data import DATA, read_jsonl
from volo.errors import IllegalMoveError
from volo.render.html import replay

GAMES = DATA / "abstract-play.jsonl"
GAME: dict[str, Any] = read_jsonl("abstract-play.jsonl")[0]


def lines(*games: object) -> bytes:
    return "".join(json.dumps(game, separators=(",", ":")) + "\n" for game in games).encode()


# A game with an illegal move, one with two wrong counts, one with a wrong winner, and an invalid one.
BAD = (
    GAME | {"moves": [*GAME["moves"][:2], "b2", *GAME["moves"][3:]]},
    GAME | {"legal_moves": [8, *GAME["legal_moves"][1:-1], 0]},
    GAME | {"winner": "draw"},
    {"rules": 5},
)


def row(printed: str, name: str) -> list[str]:
    (line,) = [each for each in printed.splitlines() if each.split()[:1] == [name]]
    return line.split()[1:-1]


# volo replay


@pytest.mark.parametrize("engine", ["core", "reference"])
def test_standard_input_and_several_files_in_all_formats_are_replayed(engine: str) -> None:
    Path("a.jsonl").write_bytes(lines(GAME))
    names = ["a.jsonl", "b.volo.gz", "c.json.zst"]
    for name in names[1:]:
        output("convert", "a.jsonl", name)
    printed = output("replay", *names, "-", "--engine", engine, given=lines(GAME, GAME))
    for name in names:
        assert row(printed, name) == ["1", "22", "1", "0"]
    assert row(printed, "-") == ["2", "44", "2", "0"]
    assert row(printed, "All") == ["5", "110", "5", "0"]


def test_games_of_another_implementation_are_right_by_the_reference() -> None:
    some = GAMES.read_bytes().splitlines(keepends=True)[::13]
    games, _, right, wrong = row(output("replay", "-", "--engine", "reference", given=b"".join(some)), "-")
    assert (games, right, wrong) == ("4", "4", "0")


def test_every_error_is_printed_with_its_location() -> None:
    data = lines(GAME, *BAD, GAME)
    Path("bad.jsonl").write_bytes(data)
    done = run("replay", "bad.jsonl")
    assert done.returncode == 1
    third = volo.Game("abstract-play-4", GAME["moves"][:2]).position
    first, *others = done.stderr.decode().splitlines()
    offset = data.index(b'"b2"')
    assert first == (
        f"volo: bad.jsonl:2:{offset - len(lines(GAME)) + 1}: game 2, ply 3: "
        f"{engines.refused(IllegalMoveError, third.play, 'b2')}, "
        f"found '\"b2\"', at offset {offset}, in {third.fen()}, path $.moves[2]"
    )
    assert [re.sub(r"^volo: bad.jsonl:(\d+):\d+:|(, found .*)?, at offset .*", r"\1", each) for each in others] == [
        "3 game 3, ply 1: 9 legal moves, but the record has 8",
        "4 game 4, ply 22: the game ended with a win for blue, but the record has a draw",
        "5 game 5: rules must be a string",
    ]
    assert row(done.stdout.decode(), "bad.jsonl") == ["6", "44", "2", "4"]


def test_max_errors_limits_the_errors_printed() -> None:
    for most, expected in ("0", ["4 more"]), ("3", ["2:47", "3:", "4:", "1 more"]):
        done = run("replay", "-", "--max-errors", most, given=lines(GAME, *BAD))
        assert done.returncode == 1
        assert all(part in line for part, line in zip(expected, done.stderr.decode().splitlines(), strict=True))


def test_the_other_files_are_read_after_one_that_cannot_be_read() -> None:
    files = {"cut": gzip.compress(lines(GAME, GAME))[:-9], "other": b"1. c5 *", "empty": b"", "list": b"[]"}
    for name, content in (files | {"good": lines(GAME)}).items():
        Path(name).write_bytes(content)
    done = run("replay", "nowhere", *files, "-", "good", given=b"\xff\xfe")
    assert done.returncode == 2
    missing, cut, other, *others, given = done.stderr.decode().splitlines()
    assert missing == "volo: nowhere: No such file or directory"
    assert cut.startswith("volo: cut: the gzip data are damaged or truncated")
    assert other.startswith("volo: other:1:1: game 1: unknown format; expected native records, JSON lines,")
    assert others == ["volo: empty: no games", "volo: list: no games"]
    assert given.startswith("volo: <stdin>:1:1: game 1: the file is in UTF-16; expected ")
    assert row(done.stdout.decode(), "good") == ["1", "22", "1", "0"]


# volo replay --html


def test_the_page_shows_the_chosen_game_of_all_files() -> None:
    games = list(volo.read_records(GAMES))[:3]
    volo.write_records("a.volo", games[:1])
    volo.write_records("b.jsonl", games[1:])
    files = ("a.volo", "b.jsonl")
    for words in (["-", "--html", "0"], *([*files, "--html", number, "--game", number] for number in "123")):
        output("replay", *words, given=lines(GAME))
    pages = [Path(number).read_text(encoding="utf-8") for number in "0123"]
    assert pages[0] == replay(games[0])
    for page, game in zip(pages[1:], games, strict=True):
        assert json.dumps([str(move) for move in game], separators=(",", ":")) in page


@pytest.mark.skipif(os.name != "posix", reason="symbolic links")
def test_where_no_page_can_be_written_is_reported_before_the_games_are_checked() -> None:
    Path("game.html").write_text("precious", encoding="utf-8")
    Path("link.html").symlink_to("elsewhere")
    problems = {"game": "the file exists already", "link": "not a regular file", "no/game": "No such file or directory"}
    for name, problem in problems.items():
        assert complaint(2, "replay", "-", "--html", f"{name}.html", given=lines(GAME)) == f"{name}.html: {problem}"
    assert Path("game.html").read_text(encoding="utf-8") == "precious"
    assert not Path("elsewhere").exists()


def test_which_game_must_be_clear(tmp_path: Path) -> None:
    heading, figures = ["File", "Games", "Plies", "Right", "Wrong", "Seconds"], ["-", "52", "3,748", "52", "0"]
    for words, problem, printed in (
        ("--html a.html", "--html shows one of the 52 games; choose it with --game", [heading, figures]),
        ("--html a.html --game 53", "--game: there is no game 53; the number of games is 52", [heading, figures]),
        ("--game 1", "--game needs --html", [[], []]),
        ("--html a.html --game 0", "0 is not in the range", [[], []]),
    ):
        # The games are checked before their number is known.
        done = run("replay", "-", *words.split(), given=GAMES.read_bytes())
        (line,) = done.stderr.decode().splitlines()
        assert (done.returncode, problem in line) == (2, True)
        table = done.stdout.decode().split()
        assert [table[:6], table[-6:-1]] == printed
    assert list(tmp_path.iterdir()) == []


def test_a_wrong_game_is_not_shown_but_a_right_one_beside_it_is(tmp_path: Path) -> None:
    for number, status in (("1", 2), ("2", 1)):
        done = run("replay", "-", "--html", number, "--game", number, given=lines(BAD[2], GAME))
        assert done.returncode == status
    assert done.stderr.count(b"\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["2"]


# volo convert


@pytest.mark.parametrize("name", ["out.volo.gz", "out.jsonl.zst", "out.json"])
def test_files_are_converted(name: str) -> None:
    assert output("convert", str(GAMES), name) == f"52 games are in {name}\n"
    assert output("convert", name, "back.jsonl") == "52 games are in back.jsonl\n"
    assert Path("back.jsonl").read_bytes() == GAMES.read_bytes()


@pytest.mark.parametrize("target", ["out.volo", "-"])
def test_nothing_is_written_if_a_game_has_an_error(target: str, tmp_path: Path) -> None:
    Path("out.volo").write_bytes(lines(GAME))
    done = run("convert", "-", target, "--to", "volo", given=lines(GAME, *BAD))
    assert (done.returncode, done.stdout) == (1, b"")
    (line,) = done.stderr.decode().splitlines()
    assert line.startswith("volo: <stdin>:2:47: game 2, ply 3: illegal move b2")
    assert Path("out.volo").read_bytes() == lines(GAME)
    assert [each.name for each in tmp_path.iterdir()] == ["out.volo"]


def test_skip_bad_skips_games_with_errors() -> None:
    done = run("convert", "-", "out.jsonl", "--skip-bad", given=lines(GAME, *BAD, GAME))
    assert (done.returncode, done.stdout) == (0, b"2 games are in out.jsonl, 4 left out\n")
    assert len(done.stderr.splitlines()) == 4
    assert Path("out.jsonl").read_bytes() == lines(GAME, GAME)


def test_bad_usage_of_convert_is_an_error(tmp_path: Path) -> None:
    for words, problem in (
        ("- out.pgn", "cannot infer the format from the suffix of 'out.pgn'; give --to, or use .volo"),
        ("- -", "--to is missing: standard output has no suffix that selects the format"),
        ("- nowhere/out.volo", "volo: nowhere/out.volo: No such file or directory"),
        ("- out.volo --from pgn", "'pgn' is not one of"),
        ("- out.volo --from volo", "expected"),
    ):
        done = run("convert", *words.split(), given=lines(GAME))
        assert done.returncode in {1, 2}
        (line,) = done.stderr.decode().splitlines()
        assert problem in line
        assert not re.search(r"\.tmp|format=", line)
    assert list(tmp_path.iterdir()) == []
