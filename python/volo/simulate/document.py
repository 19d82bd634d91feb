"""A summary as a JSON document, written and read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import zip_longest
from math import isnan
from typing import Any

from volo._support.checks import integer_of, items_of, members_of, object_of
from volo._support.confidence import CONFIDENCE
from volo._volo import _COUNTERS, __version__
from volo.color import Color
from volo.errors import VoloError
from volo.layout import layout
from volo.simulate.config import Configuration, Part, count_games
from volo.simulate.figures import Figures, Share
from volo.simulate.summary import Summary
from volo.simulate.versions import check_members, check_version
from volo.tally import Tally

_FORMAT = "volo summary"

# The version of the document. Figures outside of the counters may be added without a new number.
_VERSION = 1

# Counters are less than 2**63. No real run reaches that, and figures computed from them do not overflow a float.
_LIMIT = 1 << 63

_COLORS = [str(color) for color in Color]
_KINDS = {name: kind for name, (kind, _) in _COUNTERS.items()}


def summary_to_json(summary: Summary) -> str:
    """Write a summary as one JSON object in a single line.

    The document has the figures for other programs, and the counters that :func:`summary_from_json` reads. Shares of
    games have a 95% confidence interval. Undefined figures, such as the mean length of zero games, are null.

    >>> import json
    >>> json.loads(summary_to_json(Summary()))["games"]
    0
    """
    has_games = summary.games > 0
    document = {
        "format": _FORMAT,
        "version": _VERSION,
        "volo": __version__,
        "confidence": CONFIDENCE,
        "edge": summary.tally.edge,
        "games": summary.games,
        "results": {result: _with_interval(share) for result, share in summary.results.items()},
        "first_mover": _with_interval(summary.first_mover),
        "plies": {
            "all": summary.plies,
            "mean": _number(summary.mean_length),
            "shortest": summary.length(0) if has_games else None,
            "median": summary.length(0.5) if has_games else None,
            "percentile_95": summary.length(0.95) if has_games else None,
            "longest": summary.length(1) if has_games else None,
        },
        "legal_moves": {
            "mean": _number(summary.mean_legal_moves),
            "by_ply": [round(mean, 3) for mean in summary.branching],
            "positions": summary.positions,
        },
        # The interval assumes independent trials, and the plies of one game are not independent.
        "moves": {kind: _without_interval(share) for kind, share in summary.moves.items()},
        "clearings": {
            "all": summary.clearings,
            "birds": summary.birds_cleared,
            "decided_for_the_opponent": _without_interval(summary.deciding_clearings),
            "won_by_who_cleared_last": _with_interval(summary.won_after_clearing),
        },
        "counters": _counters(summary.tally),
    }
    return json.dumps(document)


def summary_from_json(text: str) -> Summary:
    """Read a summary that :func:`summary_to_json` wrote. It is equal to the one that was written.

    Only the edge of the sky and the counters are read. The figures are computed from the counters.

    Raises:
        VoloError: the text is not JSON, it is not a summary, a newer version of volo wrote it with counters or in a
            format that this version does not know, or its counters are incomplete, invalid or contradict each other.

    >>> summary_from_json(summary_to_json(Summary())) == Summary()
    True
    """
    return _summary(_parsed(text))


def run_from_json(text: str) -> tuple[Configuration, Part, Summary]:
    """Read what ``volo simulate --json`` printed."""
    what, keys = "what `volo simulate --json` printed", ("configuration", "part", "summary")
    document = object_of(_parsed(text), what)
    writer = object_of(document.get("summary"), "the summary").get("volo")
    check_members(document, keys, what, "member", writer)
    members = members_of(document, what, keys)
    configuration, part = Configuration.from_dict(members["configuration"], writer), Part.parse(str(members["part"]))
    summary = _summary(members["summary"])
    if summary.games != (expected := count_games(configuration, part)):
        raise VoloError(f"the summary has {summary.games:,} games, but this part of the run has {expected:,}")
    return configuration, part, summary


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise VoloError(f"the summary is not valid JSON: {error}") from error


def _summary(document: Any) -> Summary:
    if object_of(document, "the summary").get("format") != _FORMAT:
        raise VoloError(f'not a summary: expected a JSON object with "format": "{_FORMAT}"')
    writer = document.get("volo")
    check_version(document.get("version"), _VERSION, "the summary", writer)
    check_members(
        object_of(document.get("counters"), "counters of the summary"), _KINDS, "the summary", "counter", writer
    )
    counters = members_of(document["counters"], "counters of the summary", _KINDS)
    edge = document.get("edge")
    if edge is not None:
        integer_of(edge, "the edge of the summary", 4, 8)
    tally = Tally(edge, **{name: _counter(name, value, edge) for name, value in counters.items()})
    for contradiction in _contradictions(tally):
        raise VoloError(f"the counters of the summary contradict each other: {contradiction}")
    return Summary(tally)


def _contradictions(tally: Tally) -> Iterator[str]:
    figures = Figures(tally)
    games, plies, longest = figures.games, figures.plies, max(0, len(tally.lengths) - 1)
    won = figures.orange + figures.blue
    same = [
        ("{} results of {} games", won + tally.draws + tally.truncated, games),
        ("{} moves in {} plies", tally.adds + figures.flights + tally.passes, plies),
        ("adds_on has {} of {} adds", sum(map(sum, tally.adds_on)), tally.adds),
        ("legal_moves of {} plies, but the longest game has {}", len(tally.legal_moves), longest),
    ]
    by_ply = enumerate(zip(figures.positions, tally.legal_moves, strict=False), start=1)
    flocks = list(zip(tally.flock_wins, tally.flocks_on, strict=True))
    decided = zip_longest(tally.deciding_clearings, tally.clearings, fillvalue=0)
    cleared_last = figures.won_after_clearing.of
    parts = [
        *((f"positions of legal_moves at ply {ply}", *each) for ply, each in by_ply),
        ("first_mover_wins", tally.first_mover_wins, won),
        *(("handed_over", *each) for each in zip(tally.handed_over, tally.flock_wins, strict=True)),
        *(("flocks_on has too few birds", wins, sum(on)) for wins, on in flocks),
        *(("flocks_on", max(on, default=0), wins) for wins, on in flocks),
        ("in_file of less than two birds", sum(tally.in_file[:2]), 0),
        ("side_by_side of less than two birds", sum(tally.side_by_side[:2]), 0),
        ("clearings of no birds", sum(tally.clearings[:1]), 0),
        ("clearings", figures.clearings, figures.flights),
        *(("deciding_clearings", *each) for each in decided),
        ("deciding_clearings", sum(tally.deciding_clearings), tally.lost_after_clearing),
        ("won_after_clearing and lost_after_clearing", cleared_last, min(won, figures.clearings)),
    ]
    if games and tally.edge is None:
        yield f"{games} games on a sky without an edge"
    for text, one, other in same:
        if one != other:
            yield text.format(one, other)
    for name, part, whole in parts:
        if part > whole:
            yield f"{name}: {part} of {whole}"


def _with_interval(share: Share) -> dict[str, Any]:
    low, high = share.interval
    return {**_without_interval(share), "low": low, "high": high}


def _without_interval(share: Share) -> dict[str, Any]:
    return {"number": share.number, "of": share.of, "share": _number(share.share)}


def _number(number: float) -> float | None:
    return None if isnan(number) else number


def _counters(tally: Tally) -> dict[str, Any]:
    """The tally as JSON. Pairs are keyed by color, and counters by space are keyed by the name of the space."""
    spaces = [] if tally.edge is None else list(layout(tally.edge).spaces)
    counters = {name: getattr(tally, name) for name in _KINDS}
    for name, value in counters.items():
        if _KINDS[name] == "pair":
            counters[name] = dict(zip(_COLORS, value, strict=True))
        elif _KINDS[name] == "by space":
            counters[name] = {str(color): dict(zip(spaces, value[color], strict=True)) for color in Color}
    return counters


def _counter(name: str, value: object, edge: int | None) -> Any:
    where = f"{name} of the summary"
    if _KINDS[name] == "pair":
        return _in_order(where, value, _COLORS)
    if _KINDS[name] == "by space":
        spaces = [] if edge is None else list(layout(edge).spaces)
        by_color = members_of(value, where, _COLORS)
        return tuple(_in_order(f"{where}: {color}", by_color[color], spaces) for color in _COLORS)
    if _KINDS[name] == "each":
        counts = tuple(_count(each, f"{where}: a number") for each in items_of(value, where))
        if counts[-1:] == (0,):
            raise VoloError(f"{where} must not end with 0")
        return counts
    return _count(value, where)


def _in_order(where: str, value: object, keys: list[str]) -> tuple[int, ...]:
    members = members_of(value, where, keys)
    return tuple(_count(members[key], f"{where}: {key}") for key in keys)


def _count(value: object, where: str) -> int:
    return integer_of(value, where, 0, _LIMIT - 1)
