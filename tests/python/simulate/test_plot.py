"""Plots of summaries: the files are reproducible, and the texts do not overlap."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import resvg_py

import volo
from support.command_line import in_new_process
from support.pictures import OVER
from support.svg_parts import SVG, text_width
from volo import Position, VoloError
from volo.render.png import check_fonts
from volo.simulate import Summary, plot_summary

Box = tuple[float, float, float, float]


def has_font() -> bool:
    try:
        check_fonts()
    except VoloError:
        return False
    return True


needs_font = pytest.mark.skipif(not has_font(), reason="needs a font, as PNG files with texts do")


def played(games: int = 200, position: Position | None = None, **options: Any) -> Summary:
    start = Position("standard-4") if position is None else position
    return Summary.of(volo.play_random(games, position=start, tally=True, **options))


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


@pytest.mark.parametrize("name", ["SUMMARY.SVG", pytest.param("summary.png", marks=needs_font)])
def test_the_same_summary_makes_the_same_file_in_every_process(name: str, tmp_path: Path) -> None:
    program = f"""
import volo
games = volo.play_random(200, position=volo.Position("standard-4"), threads=1, tally=True)
volo.simulate.plot_summary(volo.simulate.Summary.of(games), "{name}")
"""
    in_new_process(program, cwd=tmp_path)
    plot_summary(played(), tmp_path / f"again-{name}")
    assert (tmp_path / f"again-{name}").read_bytes() == (tmp_path / name).read_bytes()


@pytest.mark.parametrize(
    "summary",
    [
        played(1),
        played(20, max_plies=0),
        played(20, max_plies=4),
        played(3, Position.from_fen(OVER)),
        played(300),
        played(30, Position("standard-8"), max_plies=40),
        played(2000, Position("standard")),
    ],
    ids=["one game", "no plies", "truncated", "over", "small", "large", "many"],
)
@pytest.mark.parametrize("title", [None, f"Games from {Position('standard-8').fen()}, by both players with care " * 3])
def test_texts_of_the_figure_do_not_overlap(summary: Summary, title: str | None, tmp_path: Path) -> None:
    plot_summary(summary, tmp_path / "summary.svg", title=title)
    root = ET.parse(tmp_path / "summary.svg").getroot()
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    drawn: list[tuple[str, Box]] = list(boxes(root, width))
    assert len(drawn) > 30
    for index, (text, (left, top, right, bottom)) in enumerate(drawn):
        assert 0 <= left <= right <= width, text
        assert 0 <= top <= bottom <= height, text
        for other, (start, above, end, below) in drawn[:index]:
            assert right <= start or end <= left or bottom <= above or below <= top, (text, other)


def test_each_map_has_the_values_of_the_player_in_its_heading(tmp_path: Path) -> None:
    summary = played()
    plot_summary(summary, tmp_path / "summary.svg")
    parts = list(ET.parse(tmp_path / "summary.svg").getroot())
    for color in volo.Color:
        won = summary.tally.flock_wins[color]
        for kind, values in {
            "adds": {f"{space}: {adds / 200:.2f}" for space, adds in summary.adds_on(color).items()},
            "winning flocks": {f"{space}: {flocks / won:.1%}" for space, flocks in summary.flocks_on(color).items()},
        }.items():
            (heading,) = (index for index, part in enumerate(parts) if part.text == f"{str(color).title()}'s {kind}")
            spaces = [path for path in parts[heading + 1].iter(f"{SVG}path") if "heat" in path.get("class", "")]
            assert {path[0].text for path in spaces} == values
            assert {path.get("class") for path in spaces if path.get("fill-opacity") != "0.000"} == {f"heat {color}"}
            assert f"url(#scale-{color})" in {part.get("fill") for part in parts[heading + 1].iter()} | {
                part.get("fill") for part in parts[heading + 2].iter()
            }


@needs_font
def test_a_png_file_has_150_pixels_for_each_inch(tmp_path: Path) -> None:
    plot_summary(played(), tmp_path / "a.png", width=6)
    data = (tmp_path / "a.png").read_bytes()
    assert data.startswith(b"\x89PNG")
    assert int.from_bytes(data[16:20], "big") == 900


@pytest.mark.parametrize("name", ["summary", "summary.pdf", "svg"])
def test_another_suffix_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(VoloError, match=r"ends with \.svg or \.png"):
        plot_summary(played(1), tmp_path / name)


@pytest.mark.parametrize(
    "width",
    [
        0,
        5.9,
        -6,
        60.1,
        1e9,
        pytest.param(10**400, id="huge"),
        pytest.param(10**5000, id="enormous"),
        float("nan"),
        float("inf"),
        float("-inf"),
    ],
)
def test_a_width_out_of_range_is_refused(width: float, tmp_path: Path) -> None:
    with pytest.raises(VoloError, match="width must be 6 to 60 inches"):
        plot_summary(played(1), tmp_path / "summary.svg", width=width)


@pytest.mark.parametrize("width", [True, "12", None, 12j, [12]])
def test_a_width_that_is_not_a_number_is_refused(width: Any, tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="width must be a number, not "):
        plot_summary(played(1), tmp_path / "summary.svg", width=width)


@pytest.mark.parametrize("title", ["$x", r"$\frac$", "$$", "a--b -->\n<&>\tand a tab"])
def test_a_title_is_drawn_as_it_is(title: str, tmp_path: Path) -> None:
    plot_summary(played(1), tmp_path / "summary.svg", title=title)
    ET.parse(tmp_path / "summary.svg")


def test_a_summary_without_games_cannot_be_plotted(tmp_path: Path) -> None:
    with pytest.raises(VoloError, match="cannot plot the summary: there are no games"):
        plot_summary(Summary(), tmp_path / "summary.svg")


def test_an_svg_file_needs_no_package_and_a_png_file_needs_resvg(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    plot_summary(played(1), tmp_path / "a.svg")
    with pytest.raises(VoloError, match=r'needs resvg_py, which is not installed: pip install "volo\[png\]"'):
        plot_summary(played(1), tmp_path / "a.png")


def test_a_png_file_without_fonts_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(resvg_py, "svg_to_bytes", partial(resvg_py.svg_to_bytes, skip_system_fonts=True))
    with pytest.raises(VoloError, match=r"needs a font \(Arial, .*\), and this system has none"):
        plot_summary(played(1), tmp_path / "a.png")
    assert not (tmp_path / "a.png").exists()
