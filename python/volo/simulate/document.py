"""A summary as a JSON document, and what is read from one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields
from math import isnan
from typing import TYPE_CHECKING, Any

from volo.color import Color
from volo.errors import VoloError
from volo.layout import layout
from volo.simulate.intervals import CONFIDENCE, Share
from volo.tally import Tally

if TYPE_CHECKING:
    from volo.simulate.summary import Summary

__all__ = ["read_summary", "write_summary"]

_FORMAT = "volo summary"
_VERSION = 1

# What counters of 64 bits hold: games that anybody played come to less, and figures are made of it without overflow.
_LIMIT = 1 << 63

_COLORS = [str(color) for color in Color]
_PAIRS = {"flock_wins", "handed_over", "stuck_wins"}
_COUNTS = {"lengths", "legal_moves", "in_file", "side_by_side", "clearings", "deciding_clearings"}
_BY_SPACE = {"adds_on", "flocks_on"}


def write_summary(summary: Summary) -> str:
    """The document: figures, each share with its interval, and under ``counters`` what all of them follow from.

    What is not a number is null.
    """
    some = summary.games > 0
    document = {
        "format": _FORMAT,
        "version": _VERSION,
        "confidence": CONFIDENCE,
        "edge": summary.tally.edge,
        "games": summary.games,
        "results": {result: _share(share) for result, share in summary.results.items()},
        "first_mover": _share(summary.first_mover),
        "plies": {
            "all": summary.plies,
            "mean": _number(summary.mean_length),
            "shortest": summary.length(0) if some else None,
            "median": summary.length(0.5) if some else None,
            "percentile_95": summary.length(0.95) if some else None,
            "longest": summary.length(1) if some else None,
        },
        "legal_moves": {
            "mean": _number(summary.mean_legal_moves),
            "by_ply": [round(mean, 3) for mean in summary.branching],
            "positions": summary.positions,
        },
        # Plies of one game hang together, so what is shared among them has no interval.
        "moves": {kind: _part(share) for kind, share in summary.moves.items()},
        "clearings": {
            "all": summary.clearings,
            "birds": summary.birds_cleared,
            "decided_for_the_opponent": _part(summary.deciding_clearings),
            "won_by_who_cleared_last": _share(summary.won_after_clearing),
        },
        "counters": _counters(summary),
    }
    return json.dumps(document)


def read_summary(text: str) -> Tally:
    """The counters of a document.

    Raises:
        VoloError: the text is no such document.
    """
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise VoloError(f"a summary is JSON: {error}") from error
    if not isinstance(document, dict) or document.get("format") != _FORMAT:
        raise VoloError(f'a summary is an object with "format": "{_FORMAT}"')
    if document.get("version") != _VERSION:
        raise VoloError(f"the summary has version {document.get('version')!r}, and {_VERSION} is what can be read")
    counters = document.get("counters")
    names = {each.name for each in fields(Tally)} - {"edge"}
    if not isinstance(counters, dict) or set(counters) != names:
        raise VoloError(f"the counters of a summary are {', '.join(sorted(names))}")
    edge = document.get("edge")
    if edge is not None and not (_is_count(edge) and 4 <= edge <= 8):
        raise VoloError(f"the edge of a summary's sky is 4 to 8 or null, not {edge!r}")
    tally = Tally(edge=edge, **{name: _counter(name, value, edge) for name, value in counters.items()})
    for problem in _misfits(tally):
        raise VoloError(f"the counters of the summary do not fit together: {problem}")
    return tally


def _misfits(tally: Tally) -> Iterator[str]:
    """What cannot be of any games."""
    games, plies = sum(tally.lengths), sum(plies * games for plies, games in enumerate(tally.lengths))
    won = sum(tally.flock_wins) + sum(tally.stuck_wins)
    flights = tally.single + sum(tally.in_file) + sum(tally.side_by_side)
    if won + tally.draws + tally.truncated != games:
        yield f"{won + tally.draws + tally.truncated} results of {games} games"
    if tally.adds + flights + tally.passes != plies:
        yield f"{tally.adds + flights + tally.passes} moves in {plies} plies"
    if len(tally.legal_moves) != max(0, len(tally.lengths) - 1):
        yield "legal_moves of other plies than there were"
    after_clearing = tally.won_after_clearing + tally.lost_after_clearing
    for name, part, whole in (
        ("first_mover_wins", tally.first_mover_wins, won),
        ("handed_over", sum(tally.handed_over), sum(tally.flock_wins)),
        ("clearings", sum(tally.clearings), flights),
        ("deciding_clearings", sum(tally.deciding_clearings), sum(tally.clearings)),
        ("won_after_clearing and lost_after_clearing", after_clearing, won),
    ):
        if part > whole:
            yield f"{name}: {part} of {whole}"


def _share(share: Share) -> dict[str, Any]:
    low, high = share.interval
    return {"number": share.number, "of": share.of, "share": _number(share.share), "low": low, "high": high}


def _part(share: Share) -> dict[str, Any]:
    return {"number": share.number, "of": share.of, "share": _number(share.share)}


def _number(number: float) -> float | None:
    return None if isnan(number) else number


def _counters(summary: Summary) -> dict[str, Any]:
    """The tally; pairs by colour, and what is counted by space by the names of the spaces."""
    counters = {each.name: getattr(summary.tally, each.name) for each in fields(Tally) if each.name != "edge"}
    for name in _PAIRS:
        counters[name] = dict(zip(_COLORS, counters[name], strict=True))
    for name, by_space in {"adds_on": summary.adds_on, "flocks_on": summary.flocks_on}.items():
        counters[name] = {str(color): by_space(color) for color in Color}
    return counters


def _counter(name: str, value: object, edge: int | None) -> Any:
    """One counter of a document, as a tally has it."""
    if name in _PAIRS:
        return tuple(_in_order(name, value, _COLORS))
    if name in _BY_SPACE:
        spaces = [] if edge is None else list(layout(edge).spaces)
        if not isinstance(value, dict) or set(value) != set(_COLORS):
            raise VoloError(f"{name} of a summary is by colour: {', '.join(_COLORS)}")
        return tuple(tuple(_in_order(name, value[color], spaces)) for color in _COLORS)
    if name in _COUNTS:
        if not isinstance(value, list) or not all(map(_is_count, value)) or value[-1:] == [0]:
            raise VoloError(f"{name} of a summary is a list of whole numbers, the last of them not 0")
        return tuple(value)
    if not _is_count(value):
        raise VoloError(f"{name} of a summary is a whole number, not {value!r}")
    return value


def _in_order(name: str, value: object, keys: list[str]) -> list[int]:
    """The numbers of an object that has these keys."""
    if not isinstance(value, dict) or set(value) != set(keys) or not all(map(_is_count, value.values())):
        raise VoloError(f"{name} of a summary has a whole number for each of {', '.join(keys) or 'no keys'}")
    return [value[key] for key in keys]


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value < _LIMIT
