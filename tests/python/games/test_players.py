"""Players and policies: their texts mean the same everywhere, or are refused with the reason."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

import volo
from support.data import read_jsonl
from volo import VoloError
from volo._volo import _divided, _policies
from volo.engine.match import Match, Spec
from volo.simulate import Configuration, run

# The text that kept games have, and others of the same player.
EVERYWHERE = {
    "uniform": ("uniform",),
    "careful": ("careful",),
    "engine:60,opening=4": ("engine:60", "engine:nodes=60", "engine:060"),
    "engine:60,opening=4,level=3": ("engine:60,level=3", "engine:level=3,nodes=60"),
    "engine:500,opening=4,level=3": ("engine:500,level=3", "engine:level=3"),
    "engine:60,opening=2": ("engine:60,opening=2", "engine:opening=2,nodes=60", "engine:opening=02,nodes=60"),
}


def moves(first: str, second: str, **arguments: Any) -> list[tuple[volo.Move, ...]]:
    arguments = {"start": "standard-4", "pairs": 4, **arguments}
    pairs = Match(Spec.parse(first), Spec.parse(second), **arguments).run()
    return [tuple(played.game.moves) for pair in pairs for played in pair.games]


@pytest.mark.parametrize("kept", EVERYWHERE)
def test_texts_of_one_player_mean_the_same(kept: str) -> None:
    games = volo.play_games(4, policy=kept, position="standard-4", record=True, seed=0)
    first, *_ = EVERYWHERE[kept]
    matches = moves(first, "careful", seed=2)
    assert len(set(matches)) > 1
    for text in EVERYWHERE[kept]:
        assert Configuration(games=1, policy=text) == Configuration(games=1, policy=kept)
        assert Configuration(games=1, policy=(text, "careful")).policy == (kept, "careful")
        assert volo.play_games(4, policy=(text, text), position="standard-4", record=True, seed=0) == games
        (*_, last) = run(4, policy=text, position="standard-4")
        assert last.games == 4
        assert text == first or moves(text, "careful", seed=2) == matches
    assert _policies(kept) == (kept, kept)
    assert volo.play_random is volo.play_games


def kept(text: str) -> Configuration:
    return Configuration(games=1, policy=text)


def played(text: str) -> object:
    return volo.play_games(0, policy=("careful", text))


IN_MATCHES = [
    "engine:time=1", "engine:60,depth=2", "engine:60,threads=2", "engine:nodes=60,hash=1", "ugi:./engine",
]  # fmt: skip
IN_SIMULATIONS = ["engine:60,temperature=0.5", "engine:temperature=1,nodes=60"]


@pytest.mark.parametrize("text", [*IN_MATCHES, *IN_SIMULATIONS])
def test_a_player_that_is_not_for_all_games_is_refused_with_the_reason(text: str) -> None:
    readers: list[Callable[[str], object]] = [Spec.parse]
    reason = "simulated games: "
    if text in IN_MATCHES:
        assert Spec.parse(text).text == text
        readers, reason = [kept, played, lambda text: next(run(1, policy=text))], "matches: .*game"
    else:
        assert "temperature" in kept(text).policy[0]
    for read in readers:
        with pytest.raises(VoloError, match=rf'"{re.escape(text)}" has [a-z]+, which is only for {reason}'):
            read(text)


@pytest.mark.parametrize("row", read_jsonl("players.jsonl"), ids=lambda row: row["text"])
def test_texts_are_read_or_refused_as_the_table_says(row: dict[str, str]) -> None:
    """The table is for simulated games. `written` is the text that kept games have."""
    if "written" in row:
        assert kept(row["text"]).policy == (row["written"], row["written"])
        return
    for read in (kept, played):
        with pytest.raises(VoloError, match=re.escape(row["problem"])):
            read(row["text"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("lucky", 'unknown player "lucky": expected uniform, careful, engine:SETTINGS or ugi:COMMAND'),
        ("engine:400,6", 'each once, in the player "engine:400,6", not "6"'),
        ("engine:seed=1", 'expected one of nodes, opening, .*, not "seed"'),
        ("engine:nodes", "expected a whole number after nodes="),
        ("engine:0", "nodes must be 1 to"),
    ],
)
def test_what_is_no_player_of_a_match_is_refused(text: str, message: str) -> None:
    with pytest.raises(VoloError, match=message):
        Spec.parse(text)


def test_texts_are_divided_at_the_commas_between_players() -> None:
    for text, players in {
        "careful": ["careful"],
        "careful,engine:nodes=60,opening=2": ["careful", "engine:nodes=60,opening=2"],
        "engine:opening=2,nodes=60,engine:9": ["engine:opening=2,nodes=60", "engine:9"],
        "opening=3": ["opening=3"],
        "engine:60,,": ["engine:60", "", ""],
    }.items():
        assert _divided(text) == players


@pytest.mark.parametrize(
    ("policy", "error"),
    [
        ("lucky", VoloError),
        (("careful", "careful", "careful"), VoloError),
        (("careful", None), TypeError),
        (["careful", "uniform"], TypeError),
        (None, TypeError),
    ],
)
def test_what_is_not_a_policy_is_refused_alike(policy: Any, error: type[Exception]) -> None:
    readers: list[Any] = [volo.play_games, Configuration]
    for read in readers:
        with pytest.raises(error) as refused:
            read(games=1, policy=policy)
        assert type(refused.value) is error
