"""Runs and their summaries: chunks, figures, confidence intervals, sums, JSON, and plots."""

from __future__ import annotations

import json
import math
import pickle
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from math import inf, nan
from pathlib import Path
from typing import Any
from unittest.mock import Mock
from xml.etree import ElementTree as ET

import numpy as np
import pytest
import resvg_py
from hypothesis import given
from hypothesis import strategies as st

import volo
from support.command_line import in_new_process
from support.pictures import OVER
from support.svg_parts import SVG, text_width
from volo import BLUE, ORANGE, Color, Position, Tally, VoloError
from volo._support.confidence import Estimate
from volo.render.png import check_fonts
from volo.simulate import Summary, plot, plot_summary, run, runner, summary_from_json, summary_to_json
from volo.simulate.figures import Share
from volo.simulate.summary import HEADINGS, sections

GAMES = [
    Summary.of(volo.play_random(10, position=rules, seed=seed, max_plies=max_plies, tally=True))
    for rules in ("standard-4", "french-4")
    for seed, max_plies in ((1, 2000), (2, 25), (3, 0))
]

SUMMARIES = st.lists(st.sampled_from(GAMES), max_size=6).map(lambda parts: sum(parts, Summary()))


def test_intervals_are_those_of_the_literature() -> None:
    """Newcombe (1998), Statistics in Medicine 17, 857-872, table I, method 3."""
    for number, of, interval in (
        (81, 263, (0.2553, 0.3662)),
        (15, 148, (0.0624, 0.1605)),
        (0, 20, (0.0000, 0.1611)),
        (1, 29, (0.0061, 0.1718)),
    ):
        assert Share(number, of).interval == pytest.approx(interval, abs=5e-5)
        low, high = Share(of - number, of).interval
        assert (1 - high, 1 - low) == pytest.approx(interval, abs=5e-5)
    assert f"{Share(60, 100)}" == "60.0% (50.2% to 69.1%)"
    # Newcombe (1998), table II, method 10.
    assert Share(56, 70).minus(Share(48, 80)) == pytest.approx((0.2, 0.0524, 0.3339), abs=5e-5)
    assert Share(9, 10).minus(Share(3, 10)) == pytest.approx((0.6, 0.1705, 0.8090), abs=5e-5)
    assert Share(3, 10).minus(Share(9, 10)) == pytest.approx((-0.6, -0.8090, -0.1705), abs=5e-5)
    for many in (Share(part, 10**12) for part in (0, 1, 10**12 - 1, 10**12)):
        assert 0 <= many.interval[0] <= many.share <= many.interval[1] <= 1


# The counters of games of which each figure has another value.
ENDS = {"flock_wins": (5, 7), "handed_over": (1, 2), "stuck_wins": (11, 13), "first_mover_wins": 17, "draws": 3}
LENGTHS = {"truncated": 19, "lengths": (2, 0, 16, 40), "legal_moves": (600, 500, 300)}
MOVES = {"adds": 70, "passes": 10, "single": 30, "in_file": (0, 0, 20, 6), "side_by_side": (0, 0, 11, 0, 0, 5)}
CLEARINGS = {"clearings": (0, 9, 4, 0, 0, 0, 2), "deciding_clearings": (0, 3, 2), "won_after_clearing": 8}
ON = {"adds_on": ((30, 10), (10, 20)), "flocks_on": ((5, 1), (2, 7))}
SPACES = {name: tuple((*counts, *[0] * 28) for counts in both) for name, both in ON.items()}
TALLY = Tally(4, **ENDS, **LENGTHS, **MOVES, **CLEARINGS, lost_after_clearing=6, **SPACES)  # type: ignore[arg-type]
RESULTS = {"orange": Share(16, 58), "blue": Share(20, 58), "draw": Share(3, 58), "truncated": Share(19, 58)}
KINDS = {
    "add": Share(70, 152),
    "fly 1": Share(30, 152),
    "fly 2 in file": Share(20, 152),
    "fly 2 side by side": Share(11, 152),
    "fly 3 in file": Share(6, 152),
    "fly 5 side by side": Share(5, 152),
    "pass": Share(10, 152),
}
# The number and the share of each row of the table.
TABLE = """
16 27.6% | 20 34.5% | 3 5.2% | 19 32.8% | 17 47.2% | -2.8 | 3 8.3%
0 | 3 | 2.6 | 3 | 3 | 9.2 | 10.7 | 8.9 | 7.5
70 46.1% | 10 6.6% | 72 47.4% | 30 41.7% | 20 27.8% | 11 15.3% | 6 8.3% | 0 0.0% | 0 0.0% | 0 0.0% | 0 0.0% | 5 6.9%
15 20.8% | 9 60.0% | 4 26.7% | 2 13.3% | 0 0.0% | 1.9 | 5 33.3% | 8 57.1%
"""


def numbers(share: Share) -> dict[str, float]:
    return {"number": share.number, "of": share.of, "share": share.number / share.of}


def estimated(share: Share) -> dict[str, float]:
    low, high = share.interval
    return numbers(share) | {"low": low, "high": high}


def test_figures_follow_from_the_counters() -> None:
    summary = Summary(TALLY)
    assert (summary.games, summary.orange, summary.blue, summary.draws, summary.truncated) == (58, 16, 20, 3, 19)
    assert (summary.handed_over, summary.first_mover, summary.results) == (3, Share(17, 36), RESULTS)
    assert (summary.lengths, summary.plies, summary.mean_length) == ((2, 0, 16, 40), 152, 152 / 58)
    assert (summary.positions, summary.branching) == ((56, 56, 40), (600 / 56, 500 / 56, 7.5))
    assert (summary.mean_legal_moves, list(summary.moves.items())) == (1400 / 152, list(KINDS.items()))
    assert (summary.adds, summary.flights, summary.passes) == (70, 72, 10)
    assert (summary.clearings, summary.birds_cleared) == (15, 29)
    assert (summary.deciding_clearings, summary.won_after_clearing) == (Share(5, 15), Share(8, 14))
    on = [summary.adds_on(ORANGE), summary.adds_on("blue"), summary.flocks_on(ORANGE), summary.flocks_on("blue")]
    assert [(each["a2"], each["a3"]) for each in on] == [(30, 10), (10, 20), (5, 1), (2, 7)]
    assert [set(each) for each in on] == [set(Position("standard-4").rules.spaces)] * 4
    rows = [[" ".join(filter(None, row[1:3])) for row in section] for section in sections(summary)]
    assert rows == [line.split(" | ") for line in TABLE.strip().splitlines()]


def test_json_has_figures_for_other_programs() -> None:
    summary = Summary(TALLY)
    document = json.loads(summary_to_json(summary), parse_constant=pytest.fail)
    assert summary_from_json(json.dumps(document)) == summary
    counters = document.pop("counters")
    assert document == {
        "format": "volo summary",
        "version": 1,
        "volo": volo.__version__,
        "confidence": 0.95,
        "edge": 4,
        "games": 58,
        "results": {name: estimated(share) for name, share in RESULTS.items()},
        "first_mover": estimated(Share(17, 36)),
        "plies": {"all": 152, "mean": 152 / 58, "shortest": 0, "median": 3, "percentile_95": 3, "longest": 3},
        "legal_moves": {"mean": 1400 / 152, "by_ply": [10.714, 8.929, 7.5], "positions": [56, 56, 40]},
        "moves": {name: numbers(share) for name, share in KINDS.items()},
        "clearings": {
            "all": 15,
            "birds": 29,
            "decided_for_the_opponent": numbers(Share(5, 15)),
            "won_by_who_cleared_last": estimated(Share(8, 14)),
        },
    }
    assert counters["flock_wins"] == {"orange": 5, "blue": 7}
    assert counters["adds_on"]["blue"] == summary.adds_on("blue")
    plies = json.loads(summary_to_json(GAMES[0]))["plies"]
    assert plies["percentile_95"] == GAMES[0].length(0.95) != GAMES[0].length(0.5) == plies["median"]
    empty = json.loads(summary_to_json(Summary()), parse_constant=pytest.fail)
    for text in "", "[]", "{}", "null", '{"format": "volo summary"', "[" * 100_000:
        with pytest.raises(VoloError):
            summary_from_json(text)
    assert (empty["plies"]["mean"], empty["plies"]["median"], empty["first_mover"]["share"]) == (None, None, None)


@given(st.lists(st.integers(1, 300), min_size=1, max_size=200), st.sampled_from([0.0, 0.25, 0.5, 0.75, 0.95, 1.0]))
def test_length_is_the_nearest_rank(plies: list[int], quantile: float) -> None:
    summary = Summary(Tally(lengths=tuple(np.bincount(plies).tolist())))
    assert summary.length(quantile) == np.quantile(plies, quantile, method="inverted_cdf")
    assert summary.plies == sum(plies)
    for wrong in -0.1, 1.1, float("nan"):
        with pytest.raises(VoloError, match="quantile must be 0 to 1"):
            summary.length(wrong)


def test_a_summary_without_games_has_no_figures() -> None:
    empty = Summary()
    with pytest.raises(VoloError, match="cannot compute the length of a game: there are no games"):
        empty.length(0.5)
    assert all(map(math.isnan, (empty.mean_legal_moves, empty.mean_length, empty.first_mover.share)))
    assert empty.first_mover.interval == (0, 1)
    assert str(empty.first_mover) == "0 of 0"
    assert (empty.adds_on(ORANGE), empty.flocks_on(BLUE), empty.branching) == ({}, {}, ())
    assert (str(empty), empty._repr_html_()) == ("no games", "<p>no games</p>")
    assert repr(empty).startswith("<Summary of 0 games: ")
    assert list(run(0)) == []


@given(SUMMARIES, SUMMARIES, SUMMARIES)
def test_summaries_add_up_in_any_order(one: Summary, two: Summary, three: Summary) -> None:
    assert one + two == two + one
    assert (one + two) + three == one + (two + three)
    assert one + Summary() == Summary() + one == one
    assert ((one + two).plies, (one + two).games) == (one.plies + two.plies, one.games + two.games)
    assert pickle.loads(pickle.dumps(one)) == one
    assert summary_from_json(summary_to_json(one)) == one


NOWHERE: dict[str, dict[str, int]] = {"orange": {}, "blue": {}}
EVERYWHERE, NEVER = (
    {color: dict.fromkeys(Position("standard-4").rules.spaces, number) for color in NOWHERE} for number in (10**6, 0)
)


INVALID: list[tuple[dict[str, Any], str]] = [
    ({"format": "fen"}, "volo summary"),
    ({"version": 2}, "version 2"),
    ({"counters": {}}, "counters"),
    ({"edge": 9}, "edge"),
    ({"edge": 5}, "adds_on"),
    ({"draws": -1}, "draws"),
    ({"draws": 4}, "59 results of 58 games"),
    ({"draws": 10**400}, "draws"),
    ({"lengths": [0, 2**63]}, "lengths"),
    ({"lengths": [10**4298] * 10}, "lengths"),
    ({"clearings": [1, 0]}, "clearings"),
    ({"flock_wins": {"orange": 1}}, "flock_wins"),
    ({"first_mover_wins": 37}, "first_mover_wins: 37 of 36"),
    ({"handed_over": {"orange": 1, "blue": 8}}, "handed_over: 8 of 7"),
    ({"legal_moves": [600, 500]}, "legal_moves of 2 plies, but the longest game has 3"),
    ({"legal_moves": [600, 55, 300]}, "positions of legal_moves at ply 2: 56 of 55"),
    ({"adds": 71}, "153 moves in 152 plies"),
    ({"won_after_clearing": 10}, "won_after_clearing and lost_after_clearing: 16 of 15"),
    ({"lost_after_clearing": 4}, "deciding_clearings: 5 of 4"),
    ({"deciding_clearings": [0] * 90 + [1]}, "deciding_clearings: 1 of 0"),
    ({"adds_on": {"orange": {}, "blue": {}}}, "adds_on"),
    ({"edge": None, "adds_on": NOWHERE, "flocks_on": NOWHERE}, "without an edge"),
    ({"adds_on": EVERYWHERE}, "adds_on has"),
    ({"flocks_on": EVERYWHERE}, "flocks_on: "),
    ({"flocks_on": NEVER}, "flocks_on has"),
    ({"in_file": [0, 1, 20, 6], "single": 29}, "in_file of less than two birds: 1 of 0"),
    ({"side_by_side": [1, 0, 11, 0, 0, 5], "single": 29}, "side_by_side of less than two birds: 1 of 0"),
    ({"clearings": [1, *TALLY.clearings[1:]]}, "clearings of no birds: 1 of 0"),
    ({"clearings": [0, 73, 4]}, "clearings: 77 of 72"),
]


def test_an_invalid_document_is_refused() -> None:
    text = summary_to_json(Summary(TALLY))
    for change, problem in INVALID:
        document = json.loads(text)
        for name, value in change.items():
            (document["counters"] if name in document["counters"] else document)[name] = value
        with pytest.raises(VoloError, match=problem):
            summary_from_json(json.dumps(document))


def test_a_summary_is_shown_as_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    summary = Summary(TALLY)
    assert repr(summary) == "<Summary of 58 games: 16 won by Orange, 20 by Blue, 3 draws, 19 truncated>"
    written = [re.split(r"  +", line.strip()) for line in str(summary).splitlines() if line]
    rows = [list(HEADINGS), *(list(row) for section in sections(summary) for row in section)]
    assert written == [[text.strip() for text in row if text] for row in rows]
    assert "\nDraws                                           3   5.2%   1.8% to 14.1%\n" in str(summary)
    found = ET.fromstring(summary._repr_html_()).iter("tr")
    assert [[text.strip() for text in row.itertext() if text.strip()] for row in found] == written
    monkeypatch.setattr("volo.simulate.summary.sections", lambda _: [[("<b>&\"'", "<1>")]])
    assert all(text in summary._repr_html_() for text in ("&lt;b&gt;&amp;&quot;&#x27;", "&lt;1&gt;"))


def test_chunks_do_not_change_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    games = volo.play_random(150, position="standard-4", seed=5, tally=True, record=True)
    whole = Summary.of(games)
    assert whole == Summary.of_games("standard-4", games.moves, games.offsets, threads=2)
    monkeypatch.setattr(runner, "_next_size", lambda size, *_: size)
    for size in (1, 64, 1000):
        monkeypatch.setattr(runner, "_FIRST_CHUNK", size)
        cumulative = list(run(150, position="standard-4", seed=5))
        assert [each.games for each in cumulative] == [*range(size, 150, size), 150]
        assert cumulative[-1] == whole
    with pytest.raises(VoloError, match="tally=True"):
        Summary.of(volo.play_random(1))
    monkeypatch.undo()
    # The next chunk takes about the time that is aimed at.
    seconds = (0.09, 0.11, 0.39, 0.41)
    assert [runner._next_size(1000, each, 0.2) for each in seconds] == [2000, 1000, 1000, 500]
    assert (runner._next_size(1, 9, 0.2), runner._next_size(60_000, 0, 0.2)) == (1, 1 << 16)


# Plots: the files are reproducible, and the texts do not overlap.


def played(games: int = 200, position: str = "standard-4", seed: int = 0, **options: Any) -> Summary:
    return Summary.of(volo.play_random(games, position=position, seed=seed, tally=True, **options))


def boxes(element: ET.Element, width: float, left: float = 0, top: float = 0, scale: float = 1) -> Iterator[Any]:
    """Yield the texts below an element, each with its box, where a unit of the element begins and how large it is."""
    if element.tag == f"{SVG}text":
        name, text = element.get("class"), element.text or ""
        # Bold letters are up to 1.12 times as wide.
        size = {"title": 17 * 1.12, "heading": 14 * 1.12}.get(name or "", 12) * scale
        half = text_width(text, size) / 2
        x, y = (start + scale * float(element.attrib[name]) for start, name in ((left, "x"), (top, "y")))
        x += {"start": half, "end": -half}.get(element.get("text-anchor", ""), 0)
        yield text, (x - half, y - 0.75 * size, x + half, y + 0.2 * size)
    if element.tag == f"{SVG}defs":
        return
    if element.tag == f"{SVG}svg":
        left, top = left + float(element.get("x", 0)), top + float(element.get("y", 0))
        width = float(element.get("width", width))
        if "viewBox" in element.attrib:
            scale = width / float(element.attrib["viewBox"].split()[2])
    for child in element:
        yield from boxes(child, width, left, top, scale)


def test_the_same_summary_makes_the_same_file_in_every_process(tmp_path: Path) -> None:
    program = """
import volo
games = volo.play_random(200, position=volo.Position("standard-4"), threads=1, tally=True, seed=0)
volo.simulate.plot_summary(volo.simulate.Summary.of(games), "SUMMARY.SVG")
"""
    in_new_process(program, cwd=tmp_path)
    plot_summary(played(), tmp_path / "again.svg")
    assert (tmp_path / "again.svg").read_bytes() == (tmp_path / "SUMMARY.SVG").read_bytes()


def test_heat_maps_have_the_numbers_of_their_player(tmp_path: Path) -> None:
    summary = played(300)
    plot_summary(summary, tmp_path / "summary.svg")
    root = ET.parse(tmp_path / "summary.svg").getroot()
    headings = [each.text for each in root if each.get("class") == "heading"]
    assert headings[3:] == ["Orange's adds", "Blue's adds", "Orange's winning flocks", "Blue's winning flocks"]
    maps = [each for each in root.iter(f"{SVG}svg") if each.get("class") == "volo map"]
    scales = [each for each in root if each.get("class") == "scale"]
    for index, (drawn, scale) in enumerate(zip(maps, scales, strict=True)):
        color = list(Color)[index % 2]
        counts = {each: summary.adds_on(each) if index < 2 else summary.flocks_on(each) for each in Color}
        of = {each: 300 if index < 2 else summary.tally.flock_wins[each] for each in Color}
        values = {space: number / of[color] for space, number in counts[color].items()}
        places = [each for each in drawn.iter(f"{SVG}path") if str(color) in each.get("class", "").split()]
        assert [each[0].text for each in places] == [
            f"{space}: {value:.2f}" if index < 2 else f"{space}: {value:.1%}" for space, value in values.items()
        ]
        # Both players have the same scale.
        highest = max(number / of[each] for each in Color for number in counts[each].values())
        assert [each.get("fill-opacity") for each in places] == [f"{each / highest:.3f}" for each in values.values()]
        assert scale[0].get("fill") == f"url(#scale-{color})"
        label = "adds per game" if index < 2 else f"share of {of[color]} winning flocks"
        most = f"{highest:.2f}" if index < 2 else f"{highest:.1%}"
        assert [each.text for each in scale[1:]] == ["0", label, most]
    assert len(maps) == 4


def test_charts_have_the_numbers_of_the_summary(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    lines, whiskers = (Mock(wraps=getattr(plot, name)) for name in ("lines", "whiskers"))
    monkeypatch.setattr(plot, "lines", lines)
    monkeypatch.setattr(plot, "whiskers", whiskers)
    summary = played(300, max_plies=30)
    plot_summary(summary, tmp_path / "summary.svg")
    shares = [*summary.results.values(), summary.first_mover]
    names, _, estimates, *_ = zip(*whiskers.call_args.args[1], strict=True)
    assert list(estimates) == [Estimate(share.share, *share.interval, share.of) for share in shares]
    said = [name.split(":")[0] for name in names]
    assert said == ["Orange wins", "Blue wins", "Draw", "Truncated", "First mover's wins"]
    (bars, median), (legal, mean) = (call.args[1] for call in lines.call_args_list)
    corners = list(bars.points)
    assert len(corners) > 20
    assert corners[0][1] == corners[-1][1] == 0
    for (low, share), (high, other) in zip(corners[1:-1:2], corners[2:-1:2], strict=True):
        inside = sum(games for length, games in enumerate(summary.lengths) if low < length < high)
        assert share == other == inside / 300
    assert {x for x, _ in median.points} == {summary.length(0.5)}
    reached = [ply for ply, games in enumerate(summary.positions) if games >= 10]
    assert list(legal.points) == [(ply + 1, summary.branching[ply]) for ply in reached]
    assert {y for _, y in mean.points} == {summary.mean_legal_moves}
    longer = replace(summary.tally, lengths=(*[0] * 10, 29_998, *[0] * 14, 1, *[0] * 35, 1))
    plot_summary(Summary(longer), tmp_path / "summary.svg")
    assert [call.args[2] for call in lines.call_args_list] == [
        *("plies", "ply (reached by at least 10 games)"),
        *("plies (2 longer games, up to 61, not shown)", "ply (reached by at least 30 games)"),
    ]


LONG = f"Games from {Position('standard-8').fen()}, by both players with care " * 3
DRAWN = {
    "one game": (played(1), None),
    "no plies": (played(20, max_plies=0), LONG),
    "truncated": (played(20, max_plies=4), None),
    "over": (played(3, OVER), None),
    "large": (played(30, "standard-8", max_plies=40), LONG),
    "many": (played(2000, "standard"), None),
}


@pytest.mark.parametrize("games", DRAWN)
def test_texts_of_the_figure_do_not_overlap(games: str, tmp_path: Path) -> None:
    summary, title = DRAWN[games]
    plot_summary(summary, tmp_path / "summary.svg", title=title)
    root = ET.parse(tmp_path / "summary.svg").getroot()
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    drawn = list(boxes(root, width))
    assert len(drawn) > 30
    for index, (text, (left, top, right, bottom)) in enumerate(drawn):
        assert 0 <= left <= right <= width, text
        assert 0 <= top <= bottom <= height, text
        for other, (start, above, end, below) in drawn[:index]:
            assert right <= start or end <= left or bottom <= above or below <= top, (text, other)


def test_other_arguments_are_refused(tmp_path: Path) -> None:
    refused: list[tuple[str, dict[str, Any], str]] = [
        *((name, {}, r"ends with \.svg or \.png") for name in ("summary.pdf", "svg")),
        *(("a.svg", {"width": width}, "width must be 6 to 60 inches") for width in (5.9, -6, 60.1, 10**5000, nan, inf)),
        *(("a.svg", {"width": width}, "width must be a number, not ") for width in (True, "12", None, 12j)),
        ("a.svg", {"title": 5}, "title must be a str, not int"),
        ("a.svg", {"title": "x" * 1001}, "the title must have at most 1,000 characters, not 1,001"),
        ("a.svg", {"title": "a\0"}, "the title has the unprintable character"),
    ]
    for name, options, problem in refused:
        with pytest.raises((VoloError, TypeError), match=problem):
            plot_summary(played(1), tmp_path / name, **options)
    with pytest.raises(VoloError, match="cannot plot the summary: there are no games"):
        plot_summary(Summary(), tmp_path / "summary.svg")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("title", ["$x", r"$\frac$", "x" * 1000, "a--b -->\n<&>\tand a tab"])
def test_a_title_is_drawn_as_it_is(title: str, tmp_path: Path) -> None:
    plot_summary(played(1), tmp_path / "summary.svg", title=title, width=60)
    root = ET.parse(tmp_path / "summary.svg").getroot()
    drawn = [each.text or "" for each in root if each.get("class") == "title"]
    assert "".join("".join(drawn).split()) == "".join(title.split())
    assert root.get("width") == str(60 * 96)


def test_a_png_file_needs_resvg_and_a_font(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It has 150 pixels for each inch. An SVG file needs nothing."""
    try:
        check_fonts()
    except VoloError:
        pytest.skip("needs a font, as PNG files with texts do")
    path = tmp_path / "a.png"
    plot_summary(played(), path, width=6)
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG")
    assert int.from_bytes(data[16:20], "big") == 900
    path.unlink()
    monkeypatch.setattr(resvg_py, "svg_to_bytes", partial(resvg_py.svg_to_bytes, skip_system_fonts=True))
    with pytest.raises(VoloError, match=r"needs a font \(Arial, .*\), and this system has none"):
        plot_summary(played(1), path)
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(VoloError, match=r'needs resvg_py, which is not installed: pip install "volo\[png\]"'):
        plot_summary(played(1), path)
    plot_summary(played(1), path.with_suffix(".svg"))
    assert not path.exists()
