"""Positions as plain data for a board in a browser."""

from __future__ import annotations

import json

from hypothesis import given

import volo
from support.strategies import positions
from volo import reference
from volo.render.view import view


@given(positions())
def test_a_view_tells_what_the_position_tells(given_position: reference.Position) -> None:
    position = volo.Position(given_position.fen())
    shown = json.loads(json.dumps(view(position)))
    assert volo.Position(shown["fen"]) == position
    assert volo.Rules.parse(shown["rules"]) == position.rules
    assert shown["moves"] == [str(move) for move in position.legal_moves()]
    assert shown["edge"] == position.rules.edge
    for color in volo.Color:
        side = shown[str(color)]
        assert side["flocks"] == [list(flock) for flock in position.flocks(color)]
        assert {frozenset(region) for region in side["regions"]} == {
            frozenset(region.birds + region.vacant) for region in position.regions(color)
        }
        assert side["hand"] == position.in_hand(color)
    outcome = position.outcome()
    assert (shown["outcome"] is None) == (outcome is None)
    if outcome is not None:
        assert shown["outcome"]["winner"] == (None if outcome.winner is None else str(outcome.winner))
        assert shown["outcome"]["reason"] == outcome.reason


@given(positions())
def test_a_view_has_the_birds_that_each_choice_of_a_region_keeps(given_position: reference.Position) -> None:
    position = volo.Position(given_position.fen())
    keeps = view(position)["keeps"]
    assert keeps.keys() == {str(move) for move in position.legal_moves() if move.keep is not None}
    for move, side in keeps.items():
        after = position.play(move)
        left = {space for flock in side["flocks"] for space in flock}
        assert left == set(after.birds(position.turn.other))
