"""The charts of a summary's figure."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, PercentFormatter, StrMethodFormatter

from volo.simulate.summary import Summary

__all__ = ["BLUE", "ORANGE", "draw_branching", "draw_lengths", "draw_results"]

ORANGE = "#f58a1f"
BLUE = "#2f6fc4"
_GREY = "#a9b4be"
_DARK = "#25303a"
_BARS = "#6f8fb0"

_MOST_BINS = 48
_FEWEST_GAMES = 10


def draw_results(axes: Axes, summary: Summary) -> None:
    """Draw a bar for each result, with its 95% confidence interval."""
    names = {"orange": "Orange wins", "blue": "Blue wins", "draw": "Draw", "truncated": "Truncated"}
    colors = {"orange": ORANGE, "blue": BLUE}
    shown = {result: share for result, share in summary.results.items() if share.number or result != "truncated"}
    shares = [share.share for share in shown.values()]
    bounds = [share.interval for share in shown.values()]
    errors = [
        [share - low for share, (low, _) in zip(shares, bounds, strict=True)],
        [high - share for share, (_, high) in zip(shares, bounds, strict=True)],
    ]
    axes.barh(range(len(shown)), shares, color=[colors.get(result, _GREY) for result in shown], height=0.62)
    axes.errorbar(shares, range(len(shown)), xerr=errors, fmt="none", ecolor=_DARK)
    # Leave room for the text to the right of the bars.
    limit = 1.75 * max(high for _, high in bounds)
    for row, (share, (low, high)) in enumerate(zip(shares, bounds, strict=True)):
        axes.text(high + 0.02 * limit, row, f"{share:.1%}\n({low:.1%} to {high:.1%})", va="center", color=_DARK)
    axes.set_yticks(range(len(shown)), [names[result] for result in shown])
    axes.invert_yaxis()
    axes.set_xticks(MaxNLocator(3, steps=[1, 2, 2.5, 5, 10]).tick_values(0, min(limit, 1)))
    axes.set_xlim(0, limit)
    axes.xaxis.set_major_formatter(PercentFormatter(1))
    axes.set_title("Results, with 95% intervals")
    axes.set_xlabel("share of all games")
    axes.tick_params(axis="y", length=0)


def draw_lengths(axes: Axes, summary: Summary) -> None:
    """Draw a histogram of the lengths of the games, in plies."""
    first, last, longest = summary.length(0), _last_shown(summary), summary.length(1)
    width = -(-(last + 1 - first) // _MOST_BINS)
    starts = range(first, last + 1, width)
    games = [sum(summary.lengths[start : min(start + width, last + 1)]) for start in starts]
    axes.bar([start - 0.5 for start in starts], games, width=width, align="edge", color=_BARS, edgecolor="white")
    axes.set_ylim(0, 1.14 * max(games))
    # With only a few lengths, matplotlib would zoom in and label fractions of a ply.
    axes.set_xlim(max(first - max(3, width), -1), last + max(3, width))
    median = summary.length(0.5)
    axes.axvline(median, color=_DARK, linestyle="--")
    axes.text(median, 1.0, f" median {median}", transform=axes.get_xaxis_transform(), va="top", color=_DARK)
    beyond = sum(summary.lengths[last + 1 :])
    axes.set_xlabel("plies" if beyond == 0 else f"plies ({beyond:,} longer games, up to {longest:,}, not shown)")
    axes.set_ylabel("games" if width == 1 else f"games per {width} plies")
    axes.yaxis.set_major_locator(MaxNLocator(6, integer=True))
    axes.yaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    axes.grid(visible=True)
    axes.set_title("Length of a game")


def draw_branching(axes: Axes, summary: Summary) -> None:
    """Draw the mean branching factor by ply. Plies that too few games reached are left out."""
    enough = max(min(_FEWEST_GAMES, summary.games), summary.games // 1000)
    plies = sum(games >= enough for games in summary.positions)
    axes.plot(range(1, plies + 1), summary.branching[:plies], color=_DARK)
    mean = summary.mean_legal_moves
    if plies:
        axes.axhline(mean, color=_GREY, linestyle="--")
    axes.set_ylim(0, None if plies else 1)
    axes.set_xlim(0, None if plies > 1 else 2)
    axes.set_xlabel(f"ply (reached by at least {enough:,} games)" if enough > 1 else "ply")
    axes.set_ylabel("mean number of legal moves")
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    axes.grid(visible=True)
    axes.set_title(f"Branching factor, mean {mean:.1f}" if plies else "Branching factor")


def _last_shown(summary: Summary) -> int:
    """The largest length on the axis, in plies. A few games that are much longer than the others are left out."""
    return min(summary.length(1), 2 * max(1, summary.length(0.99)))
