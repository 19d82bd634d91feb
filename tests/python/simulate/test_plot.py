"""Plots of summaries: the files are reproducible, and the texts do not overlap."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from matplotlib.text import Text
from matplotlib.transforms import Bbox

import volo
from volo import Position, VoloError
from volo.simulate import Summary, plot_summary
from volo.simulate.plot.figure import draw, styled

SVG = "{http://www.w3.org/2000/svg}"


def played(games: int = 200, position: Position | None = None, **options: Any) -> Summary:
    start = Position("standard-4") if position is None else position
    return Summary.of(volo.play_random(games, position=start, tally=True, **options))


@pytest.mark.parametrize("name", ["summary.png", "SUMMARY.SVG"])
def test_the_same_summary_makes_the_same_file(name: str, tmp_path: Path) -> None:
    files = [tmp_path / f"{run}-{name}" for run in range(2)]
    plot_summary(played(), files[0])
    # In another process, with other settings of matplotlib.
    program = (
        "import sys, volo, matplotlib as mpl; mpl.rcParams['font.size'] = 30; mpl.rcParams['svg.fonttype'] = 'none';"
        "games = volo.play_random(200, position=volo.Position('standard-4'), threads=1, tally=True);"
        "volo.simulate.plot_summary(volo.simulate.Summary.of(games), sys.argv[1])"
    )
    subprocess.run([sys.executable, "-c", program, str(files[1])], check=True)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_the_files_have_their_formats(tmp_path: Path) -> None:
    for name in ("a.svg", "a.png"):
        plot_summary(played(), str(tmp_path / name))
    assert ET.parse(tmp_path / "a.svg").getroot().tag == f"{SVG}svg"
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    assert b"Date" not in (tmp_path / "a.svg").read_bytes()


@pytest.mark.parametrize(
    ("summary", "width"),
    [
        (played(1), 6),
        (played(20, max_plies=0), 12),
        (played(20, max_plies=4), 6),
        (played(3, Position.from_fen("2/1oo2/6/4/6/3b1/2 b 0 standard-4")), 12),
        (played(30, Position("standard-8"), max_plies=40), 6),
    ],
    ids=["one game", "no plies", "truncated", "over", "large"],
)
def test_any_summary_with_games_can_be_plotted(summary: Summary, width: float, tmp_path: Path) -> None:
    file = tmp_path / "summary.png"
    plot_summary(summary, file, width=width)
    assert file.stat().st_size > 10_000


@pytest.mark.parametrize(
    ("title", "width"),
    [(None, 12), (f"2,000 games from {Position('standard-8').fen()}, by both players with care " * 2, 6)],
)
def test_texts_of_the_figure_do_not_overlap(title: str | None, width: float, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[str, Bbox]] = []
    draw_text = Text.draw

    def draw_and_record(text: Text, renderer: Any) -> None:
        draw_text(text, renderer)
        if text.get_visible() and text.get_text():
            drawn.append((text.get_text(), text.get_window_extent(renderer)))

    with styled(width):
        figure = draw(played(2000, Position("standard")), title, width)
        figure.draw_without_rendering()
        monkeypatch.setattr(Text, "draw", draw_and_record)
        figure.draw_without_rendering()
    assert len(drawn) > 40
    page = figure.bbox
    for index, (text, box) in enumerate(drawn):
        assert page.x0 <= box.x0 <= box.x1 <= page.x1, text
        for other, another in drawn[:index]:
            assert not box.overlaps(another), (text, other)


@pytest.mark.parametrize("width", [6, 12])
@pytest.mark.parametrize(("games", "rules"), [(1, "standard-4"), (300, "standard-4"), (7, "standard-7")])
def test_the_labels_of_ticks_have_a_gap_between_them(games: int, rules: str, width: float) -> None:
    with styled(width):
        figure = draw(played(games, Position(rules)), None, width)
        figure.draw_without_rendering()
        for axes in figure.axes:
            low, high = axes.get_xlim()
            shown = [
                (label.get_text(), label.get_window_extent())
                for label, place in zip(axes.get_xticklabels(), axes.get_xticks(), strict=True)
                if low <= place <= high and label.get_text()
            ]
            for (text, box), (other, another) in pairwise(sorted(shown, key=lambda each: float(each[1].x0))):
                assert another.x0 - box.x1 > 0.4 * box.height, (text, other)


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


@pytest.mark.parametrize("title", ["\0", "\x1b[31m", "\x9b", "\ud800", "\u202e", "x" * 1001])
def test_a_title_that_cannot_be_drawn_is_refused(title: str, tmp_path: Path) -> None:
    with pytest.raises(VoloError, match="title"):
        plot_summary(played(1), tmp_path / "summary.svg", title=title)
    assert not (tmp_path / "summary.svg").exists()


@pytest.mark.parametrize("title", [5, b"x", ["x"]])
def test_a_title_that_is_not_a_text_is_refused(title: Any, tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="title must be a str, not "):
        plot_summary(played(1), tmp_path / "summary.svg", title=title)


def test_a_summary_without_games_cannot_be_plotted(tmp_path: Path) -> None:
    with pytest.raises(VoloError, match="cannot plot the summary: there are no games"):
        plot_summary(Summary(), tmp_path / "summary.svg")


def test_a_missing_folder_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        plot_summary(played(1), tmp_path / "nowhere" / "summary.svg")


def test_without_matplotlib_the_error_recommends_the_extra() -> None:
    program = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "import volo\n"
        "summary = volo.simulate.Summary.of(volo.play_random(1, tally=True))\n"
        "try: volo.simulate.plot_summary(summary, 'x.svg')\n"
        "except volo.VoloError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert 'pip install "volo[plot]"' in done.stdout
