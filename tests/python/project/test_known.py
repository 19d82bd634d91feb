"""The pages on what is known about Volo: their tables and commands, and figures that are made again.

The long tests make smaller samples with another seed. The published share must be within four standard errors of that
of the sample, which chance alone misses once in 15,000 times.
"""

from __future__ import annotations

import re
import shlex
from math import sqrt
from pathlib import Path

import pytest

from support.known import ROOT, drawn, matches, shortest, states, statistics
from support.known.__main__ import parser
from support.known.pages import PAGES, with_tables
from volo import Position
from volo.engine import solve

SEED = 2


def agree(part: float, of: float, published: float, of_published: float) -> bool:
    """Whether two shares differ by at most four standard errors."""
    share = (part + published) / (of + of_published)
    error = sqrt(share * (1 - share) * (1 / of + 1 / of_published))
    return abs(part / of - published / of_published) <= 4 * error


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_tables_are_those_of_the_figures(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert "written by make known" in text
    assert with_tables(text) == text


def test_the_commands_of_the_pages_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    commands = {found for page in PAGES for found in re.findall(r"`make ([^`]+)`", page.read_text(encoding="utf-8"))}
    assert "known ONLY=statistics MINUTES=60" in commands
    for command in commands:
        target, *settings = command.split()
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), command
        values = dict(setting.split("=") for setting in settings)
        assert all(f"$({name})" in makefile for name in values), command
        if target == "known":
            parser.parse_args([values["ONLY"], *(["--minutes", values["MINUTES"]] if "MINUTES" in values else [])])
    (default,) = re.findall(r"^known: ONLY \?= (.*)$", makefile, re.MULTILINE)
    parser.parse_args(default.split())


def test_first_moves_fall_into_the_known_classes() -> None:
    for edge, number in zip(range(4, 9), (2, 7, 13, 20, 28), strict=True):
        assert len(set(statistics.first_moves(f"standard-{edge}").values())) == number


def test_the_shortest_games_are_found_again() -> None:
    published = [each for each in shortest.read() if each.rules == "standard-4"]
    found = list(shortest.search("standard-4", 6))
    assert [(each.positions, each.handed_over, each.won) for each in found] == [
        (each.positions, each.handed_over, each.won) for each in published[:6]
    ]


def test_the_shortest_games_are_as_long_as_the_pages_say() -> None:
    first = {(each.rules, bool(each.won)): each.ply for each in reversed(shortest.read()) if each.handed_over}
    assert first == {
        ("standard-4", False): 5,
        ("standard-4", True): 7,
        ("standard-5", False): 5,
        ("standard-5", True): 7,
        ("standard-6", False): 5,
    }


def check_drawn(each: drawn.Drawn) -> None:
    """Check that a published position is one in which nobody can force a win, and the values of its moves."""
    position = Position(each.position)
    assert solve(position).value == "draw"
    assert {str(move) for move in position.legal_moves()} == {*each.holds, *each.loses}
    for move in each.holds:
        reached = position.play(move)
        assert reached.outcome() is None
        assert solve(reached).value == "draw"
    for move in each.loses:
        reached = position.play(move)
        outcome = reached.outcome()
        assert solve(reached).value == "win" if outcome is None else outcome.winner == reached.turn


def test_the_easiest_drawn_positions_are_drawn() -> None:
    for each in sorted(drawn.read(), key=lambda each: each.searched)[:2]:
        check_drawn(each)


@pytest.mark.long
def test_all_drawn_positions_are_drawn_and_held_as_often() -> None:
    published = drawn.read()
    for each in published:
        check_drawn(each)
    for i, nodes in enumerate(drawn.NODES):
        held = sum(drawn.chosen(each.position, nodes) in each.holds for each in published)
        assert agree(held, len(published), sum(each.moves[i] in each.holds for each in published), len(published))


@pytest.mark.long
def test_all_shortest_games_are_found_again() -> None:
    for rules, plies in shortest.PLIES.items():
        published = [each for each in shortest.read() if each.rules == rules]
        for found, each in zip(shortest.search(rules, plies), published, strict=True):
            assert (found.positions, found.handed_over, found.won) == (each.positions, each.handed_over, each.won)


@pytest.mark.long
@pytest.mark.parametrize("run", statistics.read(), ids=lambda run: f"{run.rules}-{run.nodes}")
def test_a_smaller_run_agrees_with_the_statistics(run: statistics.Run) -> None:
    games = min(run.games, 400_000 // run.nodes // Position(run.rules).rules.edge ** 2 + 20)
    found = statistics.joined(run.rules, run.nodes, SEED, [statistics.piece(run.rules, run.nodes, 0, games, SEED)])
    for result in ("orange", "blue", "draws"):
        assert agree(getattr(found, result), found.games, getattr(run, result), run.games)
    error = sqrt(found.tree_deviation**2 / found.games + run.tree_deviation**2 / run.games)
    assert abs(found.tree - run.tree) <= 4 * error


@pytest.mark.long
@pytest.mark.parametrize("published", states.read(), ids=lambda each: each.rules)
def test_a_smaller_sample_agrees_with_the_number_of_positions(published: states.States) -> None:
    (total, half), (expected, half_expected) = (
        each.interval for each in (states.count(published.rules, 200, SEED), published)
    )
    assert abs(total - expected) <= 2 * (half + half_expected)


@pytest.mark.long
@pytest.mark.parametrize("published", matches.read(), ids=lambda each: shlex.quote(f"{each.first} {each.second}"))
def test_a_smaller_match_agrees_with_the_published_one(published: matches.Played) -> None:
    found = matches.play(published.rules, published.first, published.second, 40, SEED).score
    assert agree(found.points, found.games, published.score.points, published.score.games)
