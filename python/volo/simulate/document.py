"""A summary as a JSON document, written and read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import zip_longest
from math import isnan
from typing import Any

from volo._support.checks import integer_of, items_of, members_of, object_of
from volo._support.confidence import CONFIDENCE
from volo._volo import _COUNTERS
from volo.color import Color
from volo.errors import VoloError
from volo.layout import layout
from volo.simulate.config import Configuration, Part, count_games
from volo.simulate.figures import Figures, Share
from volo.simulate.summary import Summary
from volo.tally import Tally

__all__ = ["run_from_json", "summary_from_json", "summary_to_json"]

_FORMAT = "volo summary"
_VERSION = 1

# Counters are less than 2**63. No real run reaches that, and figures computed from them do not overflow a float.
_LIMIT = 1 << 63

_COLORS = [str(color) for color in Color]
_KINDS = {name: kind for name, (kind, _) in _COUNTERS.items()}


def summary_to_json(summary: Summary) -> str:
    """Write a summary as JSON.

    The document has the figures for other programs, and the counters that :func:`summary_from_json` reads. Shares of
    games have a 95% confidence interval. Undefined figures, such as the mean length of zero games, are null.

    Args:
        summary: the summary.

    Returns:
        one JSON object, as a single line.

    >>> import json
    >>> json.loads(summary_to_json(Summary()))["games"]
    0
    """
    has_games = summary.games > 0
    document = {
        "format": _FORMAT,
        "version": _VERSION,
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
        "counters": _counters(summary),
    }
    return json.dumps(document)


def summary_from_json(text: str) -> Summary:
    """Read a summary from JSON.

    Only the edge of the sky and the counters are read. The figures are computed from the counters.

    Args:
        text: a document that :func:`summary_to_json` wrote.

    Returns:
        a summary that is equal to the one that was written.

    Raises:
        VoloError: the text is not JSON, it is not a summary, it has an unknown version, or its counters are invalid
            or contradict each other.

    >>> summary_from_json(summary_to_json(Summary())) == Summary()
    True
    """
    return _summary(_parsed(text))


def run_from_json(text: str) -> tuple[Configuration, Part, Summary]:
    """Read what ``volo simulate --json`` printed.

    Returns:
        the configuration of the run, the part of it that was played, and the summary of its games.

    Raises:
        VoloError: the text is not such a document, or its summary has a wrong number of games.
    """
    members = members_of(_parsed(text), "what `volo simulate --json` printed", ["configuration", "part", "summary"])
    configuration, part = Configuration.from_dict(members["configuration"]), Part.parse(str(members["part"]))
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
    """The summary of a document that :func:`summary_to_json` wrote."""
    if object_of(document, "the summary").get("format") != _FORMAT:
        raise VoloError(f'not a summary: expected a JSON object with "format": "{_FORMAT}"')
    if document.get("version") != _VERSION:
        raise VoloError(f"unknown summary version {document.get('version')!r}; expected {_VERSION}")
    counters = members_of(document.get("counters"), "counters of the summary", list(_KINDS))
    edge = document.get("edge")
    if edge is not None:
        integer_of(edge, "the edge of the summary", 4, 8)
    tally = Tally(edge=edge, **{name: _counter(name, value, edge) for name, value in counters.items()})
    for contradiction in _contradictions(tally):
        raise VoloError(f"the counters of the summary contradict each other: {contradiction}")
    return Summary(tally)


def _contradictions(tally: Tally) -> Iterator[str]:
    """The ways in which the counters cannot be those of any games, each as a text."""
    games, plies = sum(tally.lengths), sum(plies * games for plies, games in enumerate(tally.lengths))
    won = sum(tally.flock_wins) + sum(tally.stuck_wins)
    flights = tally.single + sum(tally.in_file) + sum(tally.side_by_side)
    clearings, after_clearing = sum(tally.clearings), tally.won_after_clearing + tally.lost_after_clearing
    if games and tally.edge is None:
        yield f"{games} games on a sky without an edge"
    if won + tally.draws + tally.truncated != games:
        yield f"{won + tally.draws + tally.truncated} results of {games} games"
    if tally.adds + flights + tally.passes != plies:
        yield f"{tally.adds + flights + tally.passes} moves in {plies} plies"
    if (added := sum(map(sum, tally.adds_on))) != tally.adds:
        yield f"adds_on has {added} of {tally.adds} adds"
    if len(tally.legal_moves) != (longest := max(0, len(tally.lengths) - 1)):
        yield f"legal_moves of {len(tally.legal_moves)} plies, but the longest game has {longest}"
    for ply, (moves, played) in enumerate(zip(tally.legal_moves, Figures(tally).positions, strict=False)):
        if moves < played:
            yield f"legal_moves: {moves} in {played} positions at ply {ply + 1}"
    per_player = [*zip(tally.flock_wins, tally.handed_over, tally.flocks_on, strict=True)]
    for wins, _, flocks in per_player:
        if sum(flocks) < wins:
            yield f"flocks_on has {sum(flocks)} birds in {wins} flocks"
    for name, part, whole in (
        ("first_mover_wins", tally.first_mover_wins, won),
        *(("handed_over", handed_over, wins) for wins, handed_over, _ in per_player),
        *(("flocks_on", max(flocks, default=0), wins) for wins, _, flocks in per_player),
        ("in_file of less than two birds", sum(tally.in_file[:2]), 0),
        ("side_by_side of less than two birds", sum(tally.side_by_side[:2]), 0),
        ("clearings of no birds", sum(tally.clearings[:1]), 0),
        ("clearings", clearings, flights),
        *(
            ("deciding_clearings", *each)
            for each in zip_longest(tally.deciding_clearings, tally.clearings, fillvalue=0)
        ),
        ("deciding_clearings", sum(tally.deciding_clearings), tally.lost_after_clearing),
        ("won_after_clearing and lost_after_clearing", after_clearing, min(won, clearings)),
    ):
        if part > whole:
            yield f"{name}: {part} of {whole}"


def _with_interval(share: Share) -> dict[str, Any]:
    low, high = share.interval
    return {**_without_interval(share), "low": low, "high": high}


def _without_interval(share: Share) -> dict[str, Any]:
    return {"number": share.number, "of": share.of, "share": _number(share.share)}


def _number(number: float) -> float | None:
    """The number, or None for NaN, which JSON does not have."""
    return None if isnan(number) else number


def _counters(summary: Summary) -> dict[str, Any]:
    """The tally as JSON. Pairs are keyed by color, and counters by space are keyed by the name of the space."""
    spaces = [] if summary.tally.edge is None else list(layout(summary.tally.edge).spaces)
    counters: dict[str, Any] = {}
    for name, kind in _KINDS.items():
        value = getattr(summary.tally, name)
        if kind == "pair":
            value = dict(zip(_COLORS, value, strict=True))
        elif kind == "by space":
            value = {str(color): dict(zip(spaces, value[color], strict=True)) for color in Color}
        counters[name] = value
    return counters


def _counter(name: str, value: object, edge: int | None) -> Any:
    """The value of one counter of a :class:`Tally`, read from JSON.

    Raises:
        VoloError: the value does not have the type or the keys of this counter.
    """
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
    """The values of a JSON object that has exactly these keys, in the order of the keys.

    Raises:
        VoloError: the object has other keys, or a value is not a count.
    """
    members = members_of(value, where, keys)
    return tuple(_count(members[key], f"{where}: {key}") for key in keys)


def _count(value: object, where: str) -> int:
    return integer_of(value, where, 0, _LIMIT - 1)
