"""The moves that kept games made in a position, as in an opening explorer, and the statistics of the games."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from threading import Event, Lock
from typing import Final

import numpy as np
from numpy.typing import NDArray

from volo._support.checks import JSONObject
from volo._volo import SYMMETRIES, Move, Position
from volo.color import Color
from volo.errors import KeptGamesError, VoloError
from volo.simulate import Summary, scan_shards, summary_to_json
from volo.simulate.kept import contents_of
from volo.simulate.shard import Rows, read_summary
from volo.simulate.storage import storage_of
from volo.simulate.versions import load

MOST_ENTRIES: Final = 2_000_000
"""The number of positions of games that the index has. Each takes 13 bytes."""

_MOST_PLIES = 24


@dataclass(frozen=True, slots=True)
class _Index:
    """The positions of all games up to some ply, sorted by their hash, with the move played and the winner."""

    hashes: NDArray[np.uint64]
    moves: NDArray[np.uint32]
    winners: NDArray[np.int8]


class KeptGames:
    """The games of a folder of kept games.

    The first search builds an index of the positions of all games up to a ply: 24, or less if the index would have more
    than 2,000,000 positions. If there are more than 2,000,000 games, the index has only the first position of the first
    2,000,000 games. It takes about a microsecond for each position, and stays in memory. Positions that are images of
    each other under a symmetry of the sky count as the same position. Games that are added to the folder later are not
    found.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self._folder = folder
        self._contents = contents_of(storage_of(folder), unfinished=True)
        load("pyarrow.parquet")
        self._start = self._contents.heading.configuration.position
        self._lock = Lock()
        self._is_closed = Event()
        self._index: _Index | None = None
        self._statistics: JSONObject | None = None

    def explore(self, position: Position) -> JSONObject:
        """The moves that the games made in a position, or in an image of it, and their results.

        Moves that are images of each other under a symmetry of the position are counted as one.
        """
        index = self._built()
        found: dict[str, Counter[int]] = {}
        # A rule set is not part of the hash.
        images = {} if position.rules != self._start.rules else {position.transform(each): each for each in SYMMETRIES}
        for image, symmetry in images.items():
            hash_ = np.uint64(image.zobrist)
            first, end = (index.hashes.searchsorted(hash_, side) for side in ("left", "right"))
            codes, winners = index.moves[first:end], index.winners[first:end]
            for code, winner in zip(codes.tolist(), winners.tolist(), strict=True):
                move = Move.from_code(code).transform(symmetry.inverse)
                found.setdefault(str(move), Counter())[winner] += 1
        moves = _merged(position, found)
        return {
            "games": sum(map(Counter.total, moves.values())),
            "moves": [
                {
                    "move": move,
                    "games": winners.total(),
                    "orange": winners[int(Color.ORANGE)],
                    "blue": winners[int(Color.BLUE)],
                    "draws": winners[-1],
                }
                for move, winners in sorted(moves.items(), key=lambda each: (-each[1].total(), each[0]))
            ],
        }

    def statistics(self) -> JSONObject:
        with self._lock:
            if self._statistics is None:
                self._statistics = self._summarized()
            return self._statistics

    def close(self) -> None:
        self._is_closed.set()

    def _summarized(self) -> JSONObject:
        summary = sum((read_summary(path) for _, path in self._contents.checked_files()), Summary())
        adds = {str(color): summary.adds_on(color) for color in Color}
        flocks = {str(color): summary.flocks_on(color) for color in Color}
        spaces = Counter(adds["orange"]) + Counter(adds["blue"])
        return {
            "summary": json.loads(summary_to_json(summary)),
            "spaces": {space: spaces[space] for space in self._start.rules.spaces},
            "adds": adds,
            "flocks": flocks,
            "start": self._start.fen(),
            "rules": str(self._start.rules),
            "policy": list(self._contents.heading.configuration.policy),
        }

    def _built(self) -> _Index:
        with self._lock:
            if self._index is None:
                self._index = self._build()
            return self._index

    def _build(self) -> _Index:
        # If there are more games than entries, the first ply of the first games is kept.
        plies = max(1, min(_MOST_PLIES, MOST_ENTRIES // max(1, self._contents.games)))
        size = min(MOST_ENTRIES, plies * self._contents.games)
        hashes, moves, winners = np.zeros(size, np.uint64), np.zeros(size, np.uint32), np.zeros(size, np.int8)
        end = 0
        for rows in scan_shards(self._folder, unfinished=True):
            for hash_, code, winner in self._entries(rows, plies):
                if end == size:  # too many games, or the run goes on and has added games meanwhile
                    break
                hashes[end], moves[end], winners[end] = hash_, code, winner
                end += 1
        order = np.argsort(hashes[:end], kind="stable")
        return _Index(hashes[order], moves[order], winners[order])

    def _entries(self, rows: Rows, plies: int) -> Iterator[tuple[int, int, int]]:
        """The hash of each position up to a ply, the code of the move played in it, and the winner of the game."""
        codes = rows.moves.tolist()
        for number, winner in enumerate(rows.winner.tolist()):
            if self._is_closed.is_set():
                raise VoloError("the server is closed")
            position = self._start
            first, end = int(rows.offsets[number]), int(rows.offsets[number + 1])
            for code in codes[first : min(end, first + plies)]:
                yield position.zobrist, code, winner
                try:
                    position = position.play(Move.from_code(code))
                except VoloError as error:
                    raise KeptGamesError(f"{self._folder}: game {rows.number[number]}: {error}") from error


def _merged(position: Position, found: dict[str, Counter[int]]) -> dict[str, Counter[int]]:
    symmetries = [each for each in SYMMETRIES if position.transform(each) == position]
    merged: dict[str, Counter[int]] = {}
    for text, winners in found.items():
        # A kept region may be named by any of its spaces, and is written with the first.
        move = position.parse_move(text)
        images = {str(position.parse_move(move.transform(each))) for each in symmetries}
        merged.setdefault(min(images), Counter()).update(winners)
    return merged
