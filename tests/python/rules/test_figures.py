"""Positions like those in the rulebook's figures, tests of the statements in the captions, and walls.

The file `figures.jsonl` has one object per line with the keys ``figure``, ``caption``, ``fen``, and any of these:

- ``legal_moves``: all legal moves.
- ``flights_of`` and ``flights``: some birds, and all flights of lines of these birds.
- ``refused``: illegal moves, and the ruling that forbids each.
- ``after``: an earlier figure, and the moves that lead from it to this figure.
- ``lines``: moves to ``play``, and the result: the ``winner`` ("orange", "blue", "draw" or null), the ``reason``, the
  number of ``birds``, the ``flocks`` of a color, and the ``winning_replies`` (the moves that win for the next player).
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from support.data import read_jsonl
from support.engines import ruling_against, texts
from volo.color import Color

FIGURES = {figure["figure"]: figure for figure in read_jsonl("figures.jsonl")}


@pytest.fixture(params=sorted(FIGURES), ids=lambda number: f"figure-{number}")
def figure(request: pytest.FixtureRequest) -> dict[str, Any]:
    found: dict[str, Any] = FIGURES[request.param]
    return found


def test_figure_flights(engine: ModuleType, figure: dict[str, Any]) -> None:
    position = engine.Position.from_fen(figure["fen"])
    legal = position.legal_moves()
    if "legal_moves" in figure:
        assert texts(legal) == set(figure["legal_moves"])
    if "flights_of" in figure:
        birds = set(figure["flights_of"])
        flights = texts(move for move in legal if move.kind == "fly" and birds.issuperset(move.spaces))
        assert flights == set(figure["flights"])


def test_figure_illegal_moves(engine: ModuleType, figure: dict[str, Any]) -> None:
    position = engine.Position.from_fen(figure["fen"])
    refused = figure.get("refused", {})
    assert {move: ruling_against(position, move) for move in refused} == refused


def test_figure_lines(engine: ModuleType, figure: dict[str, Any]) -> None:
    for line in figure["lines"]:
        position = _play(engine, figure["fen"], line["play"])
        outcome = position.outcome()
        assert _winner(outcome) == line["winner"]
        assert (outcome and outcome.reason) == line["reason"]
        assert {str(color): len(position.birds(color)) for color in Color} == line["birds"]
        for color, flocks in line.get("flocks", {}).items():
            assert [list(flock) for flock in position.flocks(Color[color.upper()])] == flocks
        if "winning_replies" in line:
            player = str(position.turn)
            replies = [move for move in position.legal_moves() if _winner(position.play(move).outcome()) == player]
            assert texts(replies) == set(line["winning_replies"])


def test_figure_follows_another(engine: ModuleType) -> None:
    followers = [figure for figure in FIGURES.values() if "after" in figure]
    assert followers
    for figure in followers:
        before = FIGURES[figure["after"]["figure"]]
        assert _play(engine, before["fen"], figure["after"]["play"]).fen() == figure["fen"]


def _play(engine: ModuleType, fen: str, moves: list[str]) -> Any:
    position = engine.Position.from_fen(fen)
    for move in moves:
        position = position.play(move)
    return position


def _winner(outcome: Any) -> str | None:
    if outcome is None:
        return None
    return "draw" if outcome.winner is None else str(outcome.winner)


# `walls.jsonl` has one position per line, with a wall that is rare in random play: its shape, the flight that completes
# it, the regions to choose from (empty if the opponent is not divided), the number of legal moves, and the number of
# moves that keep a region. The reference computed the counts.
WALLS = read_jsonl("walls.jsonl")


def test_R15_legal_moves_at_a_wall(engine: ModuleType) -> None:
    for entry in WALLS:
        position = engine.Position.from_fen(entry["fen"])
        legal = texts(position.legal_moves())
        flight = entry["flight"]
        assert len(legal) == entry["legal_moves"], entry
        assert sum("/" in move for move in legal) == entry["kept_choices"], entry
        wanted = {f"{flight}/{keep}" for keep in entry["keeps"]} or {flight}
        assert {move for move in legal if move.partition("/")[0] == flight} == wanted, entry
