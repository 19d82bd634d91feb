"""The summary of games that were kept: it follows from their moves."""

from __future__ import annotations

from collections import Counter

import numpy as np

from volo._volo import Move
from volo.simulate.shard import Rows
from volo.simulate.summary import Summary

__all__ = ["recount"]


def recount(rows: Rows) -> Summary:
    """The summary of kept games, which is that of the same games when they were played.

    Every game is played again, which takes a few microseconds a ply.
    """
    told: Counter[str] = Counter()
    codes = rows.moves.tolist()
    starts, ends = rows.offsets[:-1].tolist(), rows.offsets[1:].tolist()
    for winner, start, end in zip(rows.winner.tolist(), starts, ends, strict=True):
        position = rows.configuration.position
        for code in codes[start:end]:
            move = Move.from_code(code)
            told["legal moves"] += len(position.legal_moves())
            told[move.kind] += 1
            told["clearings"] += move.keep is not None
            position = position.play(move)
        outcome = position.outcome()
        is_flock = outcome is not None and outcome.reason == "flock"
        told["handed over"] += is_flock and start < end and winner == int(position.turn)
    lengths, counts = np.unique(rows.plies, return_counts=True)
    return Summary(
        games=len(rows),
        orange=int((rows.winner == 0).sum()),
        blue=int((rows.winner == 1).sum()),
        draws=int((rows.winner == -1).sum()),
        truncated=int((rows.winner == -2).sum()),
        handed_over=told["handed over"],
        lengths=Counter(dict(zip(lengths.tolist(), counts.tolist(), strict=True))),
        legal_moves=told["legal moves"],
        adds=told["add"],
        flights=told["fly"],
        passes=told["pass"],
        clearings=told["clearings"],
    )
