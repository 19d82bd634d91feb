"""The lines in which an engine reports the results of a search."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from volo._volo import Move, Position, Score
from volo.engine.info import Info
from volo.engine.ugi.score import read
from volo.errors import VoloError

__all__ = ["Reports"]

_NUMBERS: Final = frozenset({"depth", "seldepth", "time", "nodes", "nps", "multipv", "hashfull"})
_WRITTEN: Final = re.compile("-?[0-9]{1,18}")

# More lines are not kept, and nothing after these characters of a line. No engine looks ahead as many moves.
_MOST_LINES: Final = 10_000
_MOST_CHARACTERS: Final = 5_000


@dataclass(frozen=True, slots=True)
class _Line:
    """The last report about one of the best moves."""

    score: Score
    pv: str
    numbers: Mapping[str, int]


class Reports:
    """Reads lines ``info ...``, and keeps the last one about each of the best moves.

    Words that are not known and numbers that are wrong are skipped, and so are scores that are bounds. The last line of
    a search may have no score. It has the number of positions searched in all, and the time that this took.

    >>> reports = Reports()
    >>> reports.add("info depth 3 score cp 12 nodes 500 time 20 pv c5 nonsense")
    1
    >>> reports.add("info string c5 is good")
    >>> (info,) = reports.infos(Position())
    >>> info.score.points, info.pv, info.depth, info.nodes, info.time
    (12, (Move('c5', edge=7),), 3, 500, 0.02)
    """

    def __init__(self) -> None:
        self._lines: dict[int, _Line] = {}
        # The work of the whole search, if it was reported after the last score.
        self._work: dict[str, int] = {}

    def add(self, line: str) -> int | None:
        """Read a line. It may be anything. Returns the rank of the move that it has a score of; None if it has none."""
        if len(line) > _MOST_CHARACTERS:
            # The last word may be cut.
            line = line[:_MOST_CHARACTERS].rpartition(" ")[0]
        words = line.split()
        if words[:1] != ["info"]:
            return None
        score: Score | None = None
        pv = ""
        numbers: dict[str, int] = {}
        i = 1
        while i < len(words):
            key, value = words[i], words[i + 1] if i + 1 < len(words) else ""
            i += 2
            if key == "string":
                break
            if key == "pv":
                # As one text, a line takes little memory.
                pv = " ".join(words[i - 1 :])
                break
            if key in {"lowerbound", "upperbound"}:
                return None
            if key == "score":
                number = words[i] if i < len(words) else ""
                i += 1
                score = read(value, int(number)) if _WRITTEN.fullmatch(number) else None
            elif key in _NUMBERS and _WRITTEN.fullmatch(value):
                numbers[key] = max(int(value), 0)
            else:
                # An unknown word may have any number of values.
                i -= 1
        rank = numbers.get("multipv", 1)
        if score is None:
            self._work |= {key: number for key, number in numbers.items() if key in {"nodes", "time"}}
            return None
        self._work.clear()
        if rank not in self._lines and len(self._lines) >= _MOST_LINES:
            return None
        self._lines[rank] = _Line(score, pv, numbers)
        return rank

    def infos(self, position: Position, most: int | None = None) -> list[Info]:
        """Return the results for the best moves, the best one first.

        Args:
            position: the position that was searched. A line of moves ends before the first that cannot be played.
            most: the number of results to return at most; None for all.
        """
        lines = [line for _, line in sorted(self._lines.items())[:most]]
        return [self._info(position, line, rank) for rank, line in enumerate(lines, 1)]

    def latest(self, position: Position, rank: int) -> Info:
        """Return the last result for the move of a rank that :meth:`add` has returned."""
        return self._info(position, self._lines[rank], rank)

    def _info(self, position: Position, line: _Line, rank: int) -> Info:
        numbers = {**line.numbers, **self._work}
        depth, nodes, time = (numbers.get(key, 0) for key in ("depth", "nodes", "time"))
        return Info(line.score, _playable(position, line.pv.split()), depth, nodes, time / 1000, rank)


def _playable(position: Position, words: Sequence[str]) -> tuple[Move, ...]:
    moves: list[Move] = []
    try:
        for word in words:
            move = position.parse_move(word)
            position = position.play(move)
            moves.append(move)
    except VoloError:
        # The game is over, or the word is not a legal move.
        pass
    return tuple(moves)
