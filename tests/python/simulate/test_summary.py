"""Runs and their summaries: chunks, figures, confidence intervals, sums and JSON."""

from __future__ import annotations

import json
import math
import pickle
import re
from statistics import NormalDist
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import volo
from volo import ORANGE, Color, Position, Tally, VoloError
from volo.simulate import Summary, run, runner, summary_from_json, summary_to_json
from volo.simulate.figures import Share
from volo.simulate.summary import HEADINGS, sections


def played(games: int = 300, rules: str = "standard-4", **options: Any) -> Summary:
    return Summary.of(volo.play_random(games, position=Position(rules), tally=True, **options))


NOWHERE: dict[str, dict[str, int]] = {"orange": {}, "blue": {}}
EVERYWHERE = {color: dict.fromkeys(Position("standard-4").rules.spaces, 10**6) for color in NOWHERE}

GAMES = [
    played(10, rules, seed=seed, max_plies=max_plies)
    for rules in ("standard-4", "french-4")
    for seed, max_plies in ((1, 2000), (2, 25), (3, 0))
]

SUMMARIES = st.lists(st.sampled_from(GAMES), max_size=6).map(lambda parts: sum(parts, Summary()))


class TestIntervals:
    # Newcombe (1998), Statistics in Medicine 17, 857-872, table I, method 3.
    @pytest.mark.parametrize(
        ("number", "of", "low", "high"),
        [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0000, 0.1611), (1, 29, 0.0061, 0.1718)],
    )
    def test_intervals_are_those_of_the_literature(self, number: int, of: int, low: float, high: float) -> None:
        assert Share(number, of).interval == pytest.approx((low, high), abs=5e-5)
        assert Share(of - number, of).interval == pytest.approx((1 - high, 1 - low), abs=5e-5)

    @given(st.integers(1, 10**12), st.data())
    def test_the_bounds_solve_the_score_equation(self, of: int, data: st.DataObject) -> None:
        share = Share(data.draw(st.integers(0, of)), of)
        assert 0 <= share.interval[0] <= share.share <= share.interval[1] <= 1
        z = NormalDist().inv_cdf(0.975)
        for bound in share.interval:
            if 0 < bound < 1:
                assert (share.share - bound) ** 2 == pytest.approx(
                    z * z * bound * (1 - bound) / of, rel=1e-3, abs=1e-18
                )

    def test_the_interval_of_an_empty_total_is_0_to_1(self) -> None:
        assert math.isnan(Share(0, 0).share)
        assert Share(0, 0).interval == (0, 1)
        assert str(Share(0, 0)) == "0 of 0"


class TestFigures:
    def test_figures_follow_from_the_games(self) -> None:
        playouts = volo.play_random(
            400, position=Position("standard-5"), seed=3, max_plies=60, record=True, count_moves=True, tally=True
        )
        summary = Summary.of(playouts)
        winner = playouts.winner.tolist()
        assert playouts.legal_moves is not None
        assert summary.games == len(playouts)
        assert [summary.orange, summary.blue, summary.draws, summary.truncated] == list(
            map(winner.count, [0, 1, -1, -2])
        )
        assert summary.truncated > 0
        assert summary.handed_over == playouts.handed_over.sum()
        assert summary.plies == len(playouts.moves) == playouts.plies.sum()
        assert summary.mean_length == playouts.plies.mean()
        assert summary.adds == playouts.adds.sum()
        assert summary.flights == playouts.flights.sum()
        assert summary.passes == playouts.passes.sum()
        assert summary.clearings == playouts.clearings.sum()
        assert summary.mean_legal_moves == pytest.approx(playouts.legal_moves.sum() / summary.plies)
        assert summary.positions == tuple(int((playouts.plies > ply).sum()) for ply in range(60))
        assert summary.branching[0] == len(Position("standard-5").legal_moves())
        assert summary == Summary.of_games(Position("standard-5"), playouts.moves, playouts.offsets)

    def test_kinds_of_moves_are_sorted_and_omitted_if_not_played(self) -> None:
        tally = Tally(edge=4, lengths=(0,) * 9 + (1,), adds=1, single=2, in_file=(0, 0, 0, 3), side_by_side=(0, 0, 1))
        assert list(Summary(tally).moves) == ["add", "fly 1", "fly 2 side by side", "fly 3 in file", "pass"]

    @given(st.lists(st.integers(1, 300), min_size=1, max_size=200), st.sampled_from([0.0, 0.25, 0.5, 0.75, 0.95, 1.0]))
    def test_length_is_the_nearest_rank(self, plies: list[int], quantile: float) -> None:
        summary = Summary(Tally(lengths=tuple(np.bincount(plies).tolist())))
        assert summary.length(quantile) == np.quantile(plies, quantile, method="inverted_cdf")
        assert summary.plies == sum(plies)

    @pytest.mark.parametrize("quantile", [-0.1, 1.1, float("nan")])
    def test_a_quantile_out_of_range_is_refused(self, quantile: float) -> None:
        with pytest.raises(VoloError, match="quantile must be 0 to 1"):
            Summary(Tally(lengths=(1,))).length(quantile)

    def test_a_summary_without_games_has_no_figures(self) -> None:
        with pytest.raises(VoloError, match="cannot compute the length of a game: there are no games"):
            Summary().length(0.5)
        assert math.isnan(Summary().mean_legal_moves)
        assert math.isnan(Summary().mean_length)
        assert Summary().adds_on(ORANGE) == {}
        assert Summary().branching == ()

    def test_a_summary_needs_a_tally(self) -> None:
        with pytest.raises(VoloError, match="tally=True"):
            Summary.of(volo.play_random(1))


class TestValue:
    @given(SUMMARIES, SUMMARIES, SUMMARIES)
    def test_summaries_add_up_in_any_order(self, one: Summary, two: Summary, three: Summary) -> None:
        assert one + two == two + one
        assert (one + two) + three == one + (two + three)
        assert one + Summary() == Summary() + one == one
        assert (one + two).plies == one.plies + two.plies
        assert (one + two).games == one.games + two.games

    @given(SUMMARIES)
    def test_a_summary_survives_pickle_and_json(self, summary: Summary) -> None:
        assert pickle.loads(pickle.dumps(summary)) == summary
        assert summary_from_json(summary_to_json(summary)) == summary


class TestJson:
    def test_json_has_figures_for_other_programs(self) -> None:
        summary = played()
        document = json.loads(summary_to_json(summary), parse_constant=pytest.fail)
        assert document["games"] == 300
        low, high = summary.results["blue"].interval
        share = summary.blue / 300
        assert document["results"]["blue"] == {
            "number": summary.blue,
            "of": 300,
            "share": share,
            "low": low,
            "high": high,
        }
        assert document["plies"]["median"] == summary.length(0.5)
        assert document["legal_moves"]["by_ply"] == pytest.approx(summary.branching, abs=1e-3)
        assert document["counters"]["adds_on"]["orange"] == summary.adds_on(Color.ORANGE)

    def test_undefined_figures_are_null(self) -> None:
        document = json.loads(summary_to_json(Summary()), parse_constant=pytest.fail)
        assert document["plies"]["mean"] is None
        assert document["first_mover"]["share"] is None

    @pytest.mark.parametrize(
        ("change", "problem"),
        [
            ({"format": "fen"}, "volo summary"),
            ({"version": 2}, "version 2"),
            ({"counters": {}}, "counters"),
            ({"edge": 9}, "edge"),
            ({"edge": 5}, "adds_on"),
            ({"draws": -1}, "draws"),
            ({"draws": 10**6}, "results"),
            pytest.param({"draws": 10**400}, "draws", id="400 digits"),
            ({"lengths": [0, 2**63]}, "lengths"),
            pytest.param({"lengths": [10**4298] * 10}, "lengths", id="4299 digits"),
            ({"clearings": [1, 0]}, "clearings"),
            ({"flock_wins": {"orange": 1}}, "flock_wins"),
            ({"legal_moves": [9]}, "legal_moves"),
            ({"adds": 10**9}, "plies"),
            ({"won_after_clearing": 10**9}, "after_clearing"),
            ({"deciding_clearings": [0, 10**9]}, "deciding_clearings"),
            ({"adds_on": {"orange": {}, "blue": {}}}, "adds_on"),
            ({"edge": None, "adds_on": NOWHERE, "flocks_on": NOWHERE}, "without an edge"),
            ({"adds_on": EVERYWHERE}, "adds_on has"),
            ({"flocks_on": EVERYWHERE}, "flocks_on: "),
            ({"flocks_on": {color: dict.fromkeys(spaces, 0) for color, spaces in EVERYWHERE.items()}}, "flocks_on has"),
            ({"legal_moves": [1] * len(played().tally.legal_moves)}, "positions of legal_moves at ply 1: 300 of 1"),
            (
                {"in_file": [1, *played().tally.in_file[1:]], "single": played().tally.single - 1},
                "in_file of less than",
            ),
            ({"clearings": [1, *played().tally.clearings[1:]]}, "clearings of no birds"),
            ({"deciding_clearings": [0] * 90 + [1]}, "deciding_clearings: 1 of 0"),
        ],
        ids=repr,
    )
    def test_an_invalid_document_is_refused(self, change: dict[str, Any], problem: str) -> None:
        document = json.loads(summary_to_json(played()))
        for name, value in change.items():
            (document["counters"] if name in document["counters"] else document)[name] = value
        with pytest.raises(VoloError, match=problem):
            summary_from_json(json.dumps(document))

    @pytest.mark.parametrize("text", ["", "[]", "{}", "null", '{"format": "volo summary"', "[" * 100_000])
    def test_a_text_that_is_not_a_summary_is_refused(self, text: str) -> None:
        with pytest.raises(VoloError):
            summary_from_json(text)


class TestShown:
    """As text, and as HTML in notebooks, a summary is the table of the command."""

    def test_repr_is_one_line_with_the_results(self) -> None:
        summary = played(300)
        assert repr(summary) == (
            f"<Summary of 300 games: {summary.orange} won by Orange, {summary.blue} by Blue, {summary.draws} draws, "
            f"{summary.truncated} truncated>"
        )

    def test_text_has_every_row_with_aligned_columns(self) -> None:
        summary = played(1000)
        lines = str(summary).splitlines()
        assert lines[0].split() == ["Games", "Number", "Share", "95%", "interval"]
        rows = [row for section in sections(summary) for row in section]
        written = [line for line in lines[1:] if line]
        for row, line in zip(rows, written, strict=True):
            assert re.split(r"  +", line.strip()) == [cell.strip() for cell in row if cell]
        ends = {line.index(row[1]) + len(row[1]) for row, line in zip(rows, written, strict=True) if row[1]}
        assert len(ends) == 1

    def test_html_has_every_cell_and_escapes_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        summary = played(300)
        shown = ET.fromstring(summary._repr_html_())
        cells = [(cell.text or "").strip() for row in shown.iter("tr") for cell in row][len(HEADINGS) :]
        rows = [[*row, "", "", ""][: len(HEADINGS)] for section in sections(summary) for row in section]
        assert cells == [cell.strip() for row in rows for cell in row]
        monkeypatch.setattr("volo.simulate.summary.sections", lambda _: [[("<b>&\"'", "<1>")]])
        assert "<td" in summary._repr_html_()
        assert "&lt;b&gt;&amp;&quot;&#x27;" in summary._repr_html_()
        assert "&lt;1&gt;" in summary._repr_html_()

    def test_no_games_are_shown_as_such(self) -> None:
        assert str(Summary()) == "no games"
        assert Summary()._repr_html_() == "<p>no games</p>"
        assert repr(Summary()).startswith("<Summary of 0 games: ")


@pytest.fixture
def chunk_of(monkeypatch: pytest.MonkeyPatch) -> object:
    """A function that fixes the number of games in a chunk."""

    def fix(size: int) -> None:
        monkeypatch.setattr(runner, "_FIRST_CHUNK", size)
        monkeypatch.setattr(runner, "_next_size", lambda size, *_: size)

    return fix


@pytest.mark.parametrize("size", [1, 7, 64, 1000])
def test_chunks_do_not_change_the_games(size: int, chunk_of: object) -> None:
    whole = Summary.of(volo.play_random(150, position=Position("standard-4"), seed=5, tally=True))
    chunk_of(size)  # type: ignore[operator]
    cumulative = list(run(150, position=Position("standard-4"), seed=5))
    assert [each.games for each in cumulative] == [*range(size, 150, size), 150]
    assert cumulative[-1] == whole


def test_a_run_of_zero_games_yields_no_summary() -> None:
    assert list(run(0)) == []
