"""The commands `volo match` and `volo tournament`."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic

import pytest

import volo
from support.command_line import called, complaint, output, signaled
from support.process import PATIENCE, running

SMALL = ("--rules", "standard-4")
ENDED = "2/5/6/4/6/1ob2/2 o 0 standard-4"


def test_the_command_reports_the_match() -> None:
    file = Path("games.volo")
    words = ("match", "careful", "uniform", *SMALL, "--games", "20", "--seed", "1")
    first, counts, pairs, share, order = output(*words, "--out", str(file)).splitlines()
    assert first == "careful against uniform: 20 games"
    wins, draws, losses = (int(part.split()[1]) for part in counts.split(", "))
    assert share.startswith(f"{(wins + draws / 2) / 20:.1%} of the points (")
    assert "Elo +" in share
    assert order == "A above B with over 99%"
    order = output("match", "uniform", "careful", *SMALL, "--games", "4", "--seed", "2").splitlines()[-1]
    assert order == "B above A with 82%; about 10 more games would make it 95%"
    even = output("match", "uniform", "uniform", *SMALL, "--games", "2", "--max-plies", "1").splitlines()[-1]
    assert even == "A above B with 50%"
    assert pairs.startswith("pairs with 0, 1/2, 1, 3/2 and 2 points: ")
    results = [game.result for game in volo.read_records(file)]
    # The players exchange colors after each game.
    won = results[::2].count("1-0") + results[1::2].count("0-1")
    assert (won, results.count("1/2-1/2"), len(results)) == (wins, draws, wins + draws + losses)
    result = json.loads(output(*words, "--json", "--concurrency", "2"))
    assert (result["wins"], result["draws"], result["losses"]) == (wins, draws, losses)
    assert (sum(result["pairs"]), len(results)) == (10, 20)
    assert result["share_interval"][0] < result["share"] < result["share_interval"][1]


def test_the_sequential_test_ends_the_match() -> None:
    words = (*SMALL, "--games", "2000", "--sprt")
    result = json.loads(output("match", "careful", "uniform", *words, "0,60", "--alpha", "0.01", "--json"))
    assert (result["sprt"]["accepted"], result["sprt"]["alpha"], result["sprt"]["beta"]) == ("elo1", 0.01, 0.05)
    assert result["games"] < 200
    status, out, err = called("match", "uniform", "careful", *words, "0,60", "--json")
    assert (status, err, json.loads(out)["sprt"]["accepted"]) == (1, "", "elo0")
    assert "undecided" in output("match", "careful", "uniform", *SMALL, "--games", "2", "--sprt", "0,1")
    assert output("match", "careful", "uniform", *words, "-5,60").endswith("60 accepted\n")


COUNTED = "volo.cli.match.Tally.add"


@pytest.mark.parametrize(
    ("function", "at", "by", "games"),
    [
        (COUNTED, 3, "SIGINT", 6),
        (COUNTED, 3, "SIGKILL", None),
        ("volo.records.writer._CountedGames.__next__", 4, "SIGINT", 4),  # the first game is written
        ("pathlib.Path.replace", 1, "SIGINT", 8),  # the file is renamed
    ],
)
def test_the_same_command_continues_a_match_that_a_signal_ended(
    function: str, at: int, by: str, games: int | None
) -> None:
    words = ("match", "uniform", "careful", "--games", "8", *SMALL, "--out")
    whole, file = Path("whole.jsonl.gz"), Path("games.jsonl.gz")
    expected = output(*words, str(whole))
    done = signaled(*words, str(file), at=at, function=function, by=by)
    if games is None:
        assert (done.returncode, done.stderr, file.exists()) == (-signal.SIGKILL, "", False)
        assert Path(f"{file}.checkpoint").read_bytes().count(b"\n") >= 4
    else:
        assert done.stderr == f"volo: stopped after {games} games; the same command plays the others\n"
        assert done.stdout.startswith(f"uniform against careful: {games} games\n")
        assert (done.returncode, len(list(volo.read_records(file)))) == (130, games)
    assert output(*words, str(file)) == expected
    assert file.read_bytes() == whole.read_bytes()
    assert not Path(f"{file}.checkpoint").exists()
    # The games of a match that has ended are not replaced.
    assert complaint(2, *words, str(file)) == f"{file}: the file exists already"
    assert file.read_bytes() == whole.read_bytes()


@pytest.mark.skipif(os.name != "posix", reason="terminals and signals as POSIX has them")
def test_a_terminal_that_is_closed_loses_no_games() -> None:
    file = Path("games.jsonl")
    words = ("match", "uniform", "careful", "--games", "1000000", *SMALL, "--out", str(file))
    master, slave = os.openpty()
    command = [sys.executable, "-m", "volo", *words]
    with running(*command, stdout=subprocess.PIPE, stderr=slave, env={**os.environ, "TERM": "xterm"}) as process:
        os.close(slave)
        seen = b""
        while re.search(rb"[1-9]\d*-\d+-\d+", seen) is None:
            seen += os.read(master, 4096)
        # The progress bar can no longer be erased.
        os.close(master)
        process.send_signal(signal.SIGHUP)
        out, _ = process.communicate()
    games = int(out.split(" games")[0].split()[-1].replace(",", ""))
    assert games == len(list(volo.read_records(file))) > 0


def test_ctrl_c_stops_long_searches() -> None:
    ours = f"ugi:{sys.executable} -m volo engine"
    words = ("match", ours, "uniform", "--time", "600", "--concurrency", "2", "--opening-plies", "0")
    begun = monotonic()
    done = signaled(*words, at=1, function="volo.engine.UgiEngine.play")
    assert monotonic() - begun < 5 * PATIENCE
    assert (done.returncode, done.stderr) == (130, "volo: stopped after 0 games\n")
    assert "Elo +0 (-inf to +inf)" in done.stdout


# Tournaments

TOURNAMENT = ("tournament", "uniform", "careful", "engine:20", *SMALL, "--seed", "2", "--games")


def test_the_command_reports_a_tournament() -> None:
    file = Path("games.volo")
    lines = output(*TOURNAMENT, "8", "--out", str(file)).splitlines()
    assert lines[0] == "3 players, 24 games"
    rows = [line.split() for line in lines if re.match(" [123] ", line)]
    found = json.loads(output(*TOURNAMENT, "8", "--json", "--concurrency", "2"))
    for rank, (player, row, cross) in enumerate(zip(found["players"], rows[:3], rows[3:], strict=True), 1):
        elo, points = f"{player['elo']:+.0f}", f"{player['points']:g}/16"
        assert row[:-1] == [str(rank), player["player"], elo, f"{player['error']:.0f}", points, str(player["draws"])]
        assert row[-1] == ("-" if rank == 3 else f"{player['above_next']:.0%}".replace("100%", ">99%"))
        assert cross[:2] == row[:2]
        assert sum(map(float, cross[2:])) == player["points"]
    matches = {(each["first"], each["second"]): each for each in found["matches"]}
    assert [*matches] == [("careful", "engine:20"), ("careful", "uniform"), ("engine:20", "uniform")]
    games = list(volo.read_records(file))
    assert len(games) == 24
    for players, match in matches.items():
        alone = Path(f"{match['seed']}.volo")
        words = ("match", *players, *SMALL, "--seed", str(match["seed"]), "--games", "8", "--json", "--out", str(alone))
        assert json.loads(output(*words)).items() <= match.items()
        own = [game for game in games if {game.tags["Orange"], game.tags["Blue"]} == {*players}]
        assert list(volo.read_records(alone)) == own


def test_the_same_command_continues_a_tournament_with_more_players_and_games() -> None:
    whole, file = Path("whole.jsonl"), Path("games.jsonl")
    expected = output(*TOURNAMENT, "8", "--out", str(whole))
    words = [word for word in TOURNAMENT if word != "engine:20"]
    done = signaled(*words, "1000", "--out", str(file), at=3, function=COUNTED)
    assert (done.returncode, done.stderr) == (130, "volo: stopped after 6 games; the same command plays the others\n")
    assert "2 players, 6 games" in done.stdout
    assert len(list(volo.read_records(file))) == 6
    checkpoint = Path(f"{file}.checkpoint")
    kept = checkpoint.read_bytes()
    assert output(*TOURNAMENT, "8", "--out", str(file)) == expected
    assert file.read_bytes() == whole.read_bytes()
    assert checkpoint.read_bytes().startswith(kept)


def test_pairs_begin_at_the_positions_of_a_file() -> None:
    starts = [volo.Position(text) for text in ("french-4", "2/1o1b1/6/b2o/6/1o1b1/2 b 0 standard-4")]
    lines, records, file = Path("starts.txt"), Path("starts.jsonl"), Path("games.jsonl")
    lines.write_text("".join(f"{start.fen()}\n" for start in starts))
    volo.write_records(records, (volo.Game(start, start.legal_moves()[:1]) for start in starts))
    words = ("match", "uniform", "careful", "--games", "6", "--out", str(file), "--openings")
    output(*words, str(lines))
    assert [game.start for game in volo.read_records(file)] == [starts[pair % 2] for pair in (0, 0, 1, 1, 2, 2)]
    file.unlink()
    signaled(*words, str(records), at=2, function=COUNTED, by="SIGKILL")
    output(*words, str(records))
    assert [game.start for game in volo.read_records(file)][1:3] == [
        start.play(start.legal_moves()[0]) for start in starts
    ]
    file.unlink()
    for text, problem in ("standard-9\n", "line 1: "), ("", "no positions"), (f"{ENDED}\n", "position 1 is the end"):
        lines.write_text(text)
        assert f"{lines}: {problem}" in complaint(2, *words, str(lines))
    assert "cannot be used with --rules" in complaint(2, *words, str(lines), *SMALL)


def test_a_gauntlet_has_the_first_player_in_all_games() -> None:
    found, whole = (json.loads(output(*TOURNAMENT, "2", "--json", *words)) for words in (["--gauntlet"], []))
    assert found["matches"] == [each for each in whole["matches"] if "uniform" in (each["first"], each["second"])]
    assert len(found["matches"]) == 2


def test_a_tournament_that_has_hardly_begun_has_no_ratings() -> None:
    done = signaled(*TOURNAMENT, "100", at=1, function=COUNTED)
    assert done.returncode == 130
    assert "there are no ratings: no games connect 'careful' and 'uniform'\n" in done.stdout


def test_a_narrow_terminal_shows_the_first_columns_of_ratings(monkeypatch: pytest.MonkeyPatch) -> None:
    columns: dict[int, list[list[str]]] = {}
    for width in (80, 50, 40, 30, 20):
        monkeypatch.setenv("COLUMNS", str(width))
        text = output(*TOURNAMENT, "2")
        assert "…" not in text
        lines = [line for line in text.splitlines() if re.match(" [123] ", line)][:3]
        columns[width] = [[line[:4].strip(), *line[12:].split()] for line in lines]
    for width, shown in (20, 1), (30, 2), (40, 3), (50, 4):
        assert [row[-shown:] for row in columns[width]] == [row[-5:][:shown] for row in columns[80]]


def test_the_cross_table_fits_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    players = [f"engine:{nodes},hash=1" for nodes in range(1, 11)]
    words = ("tournament", *players, "--games", "2", "--max-plies", "6", "--out", "games.jsonl")
    for columns, tables in (200, 1), (60, 2), (30, 10):
        monkeypatch.setenv("COLUMNS", str(columns))
        lines = output(*words).partition("Points against each player:\n")[2].splitlines()
        assert max(map(len, lines)) <= columns
        headings = [line.split("Player")[1] for line in lines if "Player" in line]
        assert len(headings) == tables
        assert " ".join(headings).split() == [str(place) for place in range(1, 11)]
