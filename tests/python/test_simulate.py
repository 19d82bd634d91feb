"""Many games added up: the sums are those of the games, and chunks do not show."""

from __future__ import annotations

import pickle
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import volo
from volo import Position
from volo.simulate import Summary, run, runner

SUMMARIES = st.builds(
    Summary,
    *[st.integers(0, 1000)] * 6,
    st.dictionaries(st.integers(1, 500), st.integers(1, 50)).map(Counter),
    *[st.integers(0, 10_000)] * 5,
)


def last(games: int, **options: object) -> Summary:
    """The summary of all games of a run."""
    *_, summary = run(games, **options)  # type: ignore[arg-type]
    return summary


@pytest.fixture
def chunk_of(monkeypatch: pytest.MonkeyPatch) -> object:
    """Makes every chunk of a run as large as told."""

    def fix(size: int) -> None:
        monkeypatch.setattr(runner, "_FIRST_CHUNK", size)
        monkeypatch.setattr(runner, "_next_size", lambda size, _: size)

    return fix


def test_a_summary_counts_what_the_games_say() -> None:
    position = Position("standard-5")
    playouts = volo.play_random(400, position=position, seed=3, max_plies=60, record=True, count_moves=True)
    summary = Summary.of(playouts)
    assert playouts.moves is not None
    assert playouts.offsets is not None
    told: Counter[str] = Counter()
    lengths: Counter[int] = Counter()
    for first, end in zip(playouts.offsets[:-1], playouts.offsets[1:], strict=True):
        game = volo.Game(position)
        for code in playouts.moves[first:end].tolist():
            move = volo.Move.from_code(code)
            told["legal_moves"] += len(game.position.legal_moves())
            told[move.kind] += 1
            told["clearings"] += move.keep is not None
            mover = game.position.turn
            game.push(move)
        lengths[len(game)] += 1
        outcome = game.outcome()
        told["truncated" if outcome is None else str(outcome.winner)] += 1
        told["handed over"] += outcome is not None and outcome.winner is mover.other
    assert summary == Summary(
        games=400,
        orange=told["orange"],
        blue=told["blue"],
        draws=told["None"],
        truncated=told["truncated"],
        handed_over=told["handed over"],
        lengths=lengths,
        legal_moves=told["legal_moves"],
        adds=told["add"],
        flights=told["fly"],
        passes=told["pass"],
        clearings=told["clearings"],
    )
    assert summary.truncated > 0
    assert summary.plies == len(playouts.moves)
    assert summary.mean_legal_moves == pytest.approx(told["legal_moves"] / len(playouts.moves))


def test_a_summary_needs_the_counts_of_legal_moves() -> None:
    with pytest.raises(ValueError, match="count_moves=True"):
        Summary.of(volo.play_random(1))


@pytest.mark.parametrize("size", [1, 7, 64, 1000])
def test_chunks_do_not_change_the_games(size: int, chunk_of: object) -> None:
    whole = Summary.of(volo.play_random(150, position=Position("standard-4"), seed=5, count_moves=True))
    chunk_of(size)  # type: ignore[operator]
    cumulative = list(run(150, position=Position("standard-4"), seed=5))
    assert [each.games for each in cumulative] == [*range(size, 150, size), 150]
    assert cumulative[-1] == whole


def test_threads_do_not_change_the_games() -> None:
    one, two, three = (last(120, position=Position("standard-4"), threads=threads) for threads in (1, 2, 3))
    assert one == two == three


def test_chunks_grow_while_they_are_quick_and_shrink_when_they_are_slow() -> None:
    assert runner._next_size(256, 0.001) == 512
    assert runner._next_size(256, 0.2) == 256
    assert runner._next_size(256, 5.0) == 128
    assert runner._next_size(1, 60.0) == 1
    assert runner._next_size(1 << 16, 0.001) == 1 << 16


def test_no_games_have_no_summary() -> None:
    assert list(run(0)) == []


def test_fewer_than_no_games_are_refused() -> None:
    with pytest.raises(ValueError, match="at least 0, not -1"):
        next(run(-1))


@given(SUMMARIES, SUMMARIES, SUMMARIES)
def test_summaries_add_up_in_any_order(one: Summary, two: Summary, three: Summary) -> None:
    assert one + two == two + one
    assert (one + two) + three == one + (two + three)
    assert one + Summary() == one
    assert (one + two).plies == one.plies + two.plies


@given(SUMMARIES)
def test_a_summary_survives_pickle(summary: Summary) -> None:
    assert pickle.loads(pickle.dumps(summary)) == summary


def test_a_summary_adds_to_summaries_only() -> None:
    with pytest.raises(TypeError):
        Summary() + 1  # type: ignore[operator]


@given(st.lists(st.integers(1, 300), min_size=1, max_size=200), st.sampled_from([0.0, 0.25, 0.5, 0.75, 0.95, 1.0]))
def test_length_is_the_nearest_rank(plies: list[int], quantile: float) -> None:
    summary = Summary(games=len(plies), lengths=Counter(plies))
    assert summary.length(quantile) == np.quantile(plies, quantile, method="inverted_cdf")


@pytest.mark.parametrize("quantile", [-0.1, 1.1, float("nan")])
def test_a_quantile_is_a_share(quantile: float) -> None:
    with pytest.raises(ValueError, match="within 0 and 1"):
        Summary(games=1, lengths=Counter([5])).length(quantile)


def test_no_games_have_no_length_and_no_mean() -> None:
    with pytest.raises(ValueError, match="no games"):
        Summary().length(0.5)
    assert np.isnan(Summary().mean_legal_moves)


@given(SUMMARIES)
def test_a_summary_is_json_and_back(summary: Summary) -> None:
    assert Summary.from_json(summary.to_json()) == summary


@pytest.mark.parametrize("text", ["", "[]", "{}", "5", '{"games": 1}'])
def test_other_json_is_no_summary(text: str) -> None:
    with pytest.raises(ValueError, match=r"summary|Expecting"):
        Summary.from_json(text)
