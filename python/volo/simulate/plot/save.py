"""Writing the figure of a summary to a file, after the arguments are checked."""

from __future__ import annotations

import io
import os
from importlib import import_module
from numbers import Real
from pathlib import Path

from volo._support.disk import rewriting
from volo._support.paths import local_path
from volo.errors import VoloError
from volo.simulate.summary import Summary

__all__ = ["LONGEST_TITLE", "check_file", "plot_summary"]

# The formats by suffix, each with the metadata to leave out, so that the same summary makes the same bytes.
_FORMATS = {".svg": {"Date": None}, ".png": {"Software": None}}

_NARROWEST = 6
_WIDEST = 60
LONGEST_TITLE = 1000
"""The largest number of characters in a title."""


def plot_summary(
    summary: Summary, path: str | os.PathLike[str], *, title: str | None = None, width: float = 12.0
) -> None:
    """Draw a summary as one figure and write it to a file.

    The figure has the results, the lengths of the games, the branching factor by ply, and heat maps of the sky. The
    same summary makes the same bytes, whatever the user's settings of matplotlib are.

    Args:
        summary: the summary of at least one game.
        path: the file to write. The suffix of its name, ``.svg`` or ``.png``, selects the format.
        title: the text above the figure, at most 1,000 characters. The default is the number of games and the edge of
            the sky.
        width: the width in inches, 6 to 60. The height is 0.63 times the width.

    Raises:
        VoloError: the path is a URL, the suffix is unknown, the width is out of range, the title is too long or has
            unprintable characters, the summary has no games, or matplotlib is not installed.
        TypeError: the title is not a ``str``, or the width is not a number.
        OSError: the file cannot be written.

    >>> import tempfile, volo
    >>> summary = Summary.of(volo.play_random(10, position=volo.Position("standard-4"), tally=True))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     plot_summary(summary, f"{folder}/summary.svg", title="Ten games")
    """
    path = local_path(path)
    check_file(path)
    width = _checked_width(width)
    _check_title(title)
    if not summary.games:
        raise VoloError("cannot plot the summary: there are no games")
    # Imported here, because matplotlib is optional and slow to import.
    from volo.simulate.plot.figure import draw, styled

    suffix = path.suffix.lower()
    drawn = io.BytesIO()
    with styled(width):
        draw(summary, title, width).savefig(drawn, format=suffix[1:], metadata=_FORMATS[suffix])
    with rewriting(path) as file:
        file.write(drawn.getbuffer())


def check_file(path: Path) -> None:
    """Check that a plot can be written to a file of this name, and that matplotlib is installed.

    Args:
        path: the file. It is not opened.

    Raises:
        VoloError: the name has another suffix than ``.svg`` or ``.png``, or matplotlib is not installed.
    """
    if path.suffix.lower() not in _FORMATS:
        raise VoloError(f"a plot is written to a file whose name ends with .svg or .png, not to {path.name!r}")
    try:
        import_module("matplotlib")
    except ModuleNotFoundError as error:
        # Another missing module is a broken installation, which a message about the extra would hide.
        if error.name != "matplotlib":
            raise
        raise VoloError('a plot needs matplotlib, which is not installed: pip install "volo[plot]"') from error


def _checked_width(width: float) -> float:
    if isinstance(width, bool) or not isinstance(width, Real):
        raise TypeError(f"width must be a number, not {type(width).__name__}")
    if not _NARROWEST <= width <= _WIDEST:
        raise VoloError(f"width must be {_NARROWEST} to {_WIDEST} inches")
    return float(width)


def _check_title(title: object) -> None:
    if title is None:
        return
    if not isinstance(title, str):
        raise TypeError(f"title must be a str, not {type(title).__name__}")
    if len(title) > LONGEST_TITLE:
        raise VoloError(f"the title must have at most {LONGEST_TITLE:,} characters, not {len(title):,}")
    bad = next((each for each in title if not each.isprintable() and not each.isspace()), None)
    if bad is not None:
        raise VoloError(f"the title has the unprintable character {bad!r}")
