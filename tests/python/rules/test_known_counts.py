"""Counts that other programs confirm: perft from the start, and the games of another implementation.

Here they check the reference. Tests in Rust check the core.
"""

from __future__ import annotations

from typing import Any

import pytest

from support.data import read_jsonl
from support.engines import texts
from volo import reference

PERFT = read_jsonl("perft.jsonl")
GAMES = read_jsonl("abstract-play.jsonl")

# The reference counts this number of nodes in less than a second.
_REFERENCE_LIMIT = 6_000


def _id(entry: dict[str, Any]) -> str:
    return f"{entry['rules']}-depth-{entry['depth']}"


@pytest.mark.parametrize("entry", [entry for entry in PERFT if entry["nodes"] < _REFERENCE_LIMIT], ids=_id)
def test_perft_of_the_reference_is_correct(entry: dict[str, Any]) -> None:
    start = reference.Position(entry["rules"])
    nodes = start.perft(entry["depth"])
    assert nodes == entry["nodes"], start.divide(entry["depth"])


# The reference needs a fifth of a second for a game.
_SOME = [number if number % 13 == 0 else pytest.param(number, marks=pytest.mark.long) for number in range(len(GAMES))]


@pytest.mark.parametrize("number", _SOME)
def test_games_of_another_implementation_are_legal_in_the_reference(number: int) -> None:
    """The number of legal moves at each ply, and the winner."""
    game = GAMES[number]
    position = reference.Position(game["rules"])
    for ply, (move, count) in enumerate(zip(game["moves"], game["legal_moves"], strict=True)):
        legal = texts(position.legal_moves())
        assert len(legal) == count, f"ply {ply}: {position.fen()}"
        assert move in legal, f"ply {ply}: {position.fen()}"
        position = position.play(move)
    outcome = position.outcome()
    assert outcome is not None
    assert ("draw" if outcome.winner is None else str(outcome.winner)) == game["winner"]
