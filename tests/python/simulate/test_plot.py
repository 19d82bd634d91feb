"""Plots of summaries: the files are reproducible, and the texts do not overlap."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from math import inf, nan
from pathlib import Path
from typing import Any
from unittest.mock import Mock
from xml.etree import ElementTree as ET

import pytest
import resvg_py

import volo
from support.command_line import in_new_process
from support.pictures import OVER
from support.svg_parts import SVG, text_width
from volo import Color, Position, VoloError
from volo._support.confidence import Estimate
from volo.render.png import check_fonts
from volo.simulate import Summary, plot, plot_summary


def played(games: int = 200, position: str = "standard-4", **options: Any) -> Summary:
    return Summary.of(volo.play_random(games, position=position, tally=True, **options))


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
games = volo.play_random(200, position=volo.Position("standard-4"), threads=1, tally=True)
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
