"""The engine: its arguments, its answers, its analyses in the background, its limits and its scores."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import product
from math import inf, nan
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import numpy as np
import pytest

from support.data import read_jsonl
from support.engine_answers import answer, positions
from support.engines import refused
from support.fake_engine import fake
from support.memory import on_linux
from support.pictures import OVER, WIN_IN_ONE
from support.process import PATIENCE
from volo import BLUE, ORANGE, EngineClosedError, Game, InvalidRulesError, Move, Position, VoloError
from volo.engine import Engine, Info, Limit, Pool, Score


def test_positions_of_every_edge_have_their_answers() -> None:
    """The tests of the npm package read the same answers."""
    assert [answer(*each) for each in positions()] == list(read_jsonl("engine.jsonl"))


def test_the_level_and_the_seed_have_an_effect() -> None:
    def moves(level: int, makes: Callable[..., Any] = Engine) -> list[Move]:
        found = []
        for seed in range(8):
            with makes(hash_mb=1, seed=seed, level=level) as engine:
                found.append(engine.play("standard-5", Limit(nodes=300)).move)
        return found

    assert len(set(moves(1))) > 2
    assert len(set(moves(12))) == 1
    assert moves(1, lambda **options: Pool(1, **options).engine()) == moves(1)


@on_linux
@pytest.mark.parametrize("many", [False, True])
def test_an_engine_searches_with_its_threads(many: bool) -> None:
    def searching() -> int:
        count = 0
        for name in Path("/proc/self/task").glob("*/comm"):
            # A thread may end before it is looked at.
            with suppress(OSError):
                count += name.read_text(errors="replace") == "volo-engine\n"
        return count

    with Pool(1, 5, 1) as pool, pool.engine() if many else Engine(5, 1) as engine, engine.analysis("standard"):
        late = monotonic() + PATIENCE
        while searching() < 5 and monotonic() < late:
            sleep(0.001)
        assert searching() >= 5


def test_a_cleared_engine_answers_like_a_new_one(small_engine: Engine) -> None:
    def nodes() -> int:
        return small_engine.analyse("standard-5", Limit(depth=4))[0].nodes

    new, again = nodes(), nodes()
    small_engine.clear()
    assert again < new == nodes()


def test_a_move_that_repeats_an_earlier_position_counts_as_a_draw(
    small_engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = Position("standard-5")
    assert small_engine.analyse(Game(start), Limit(depth=1))[0].score != Score(0)
    small_engine.clear()
    # As if the game had had every position that any move leads to.
    monkeypatch.setattr(Game, "positions", (*map(start.play, start.legal_moves()), start))
    assert small_engine.analyse(Game(start), Limit(depth=1))[0].score == Score(0)


def test_limits_end_a_search(small_engine: Engine) -> None:
    assert small_engine.analyse("standard", Limit(depth=1))[0].depth == 1
    assert small_engine.analyse("standard", Limit(nodes=1))[0].pv
    after = Position().play("c5")
    for position, limit, least in (
        ("standard", Limit(time=0), 0),
        ("standard", Limit(time=0.3), 0.2),
        ("standard", Limit(time=1e6, orange_clock=0.5, blue_clock=1e6, remaining_moves=1), 0.2),
        (after, Limit(orange_clock=1e6, blue_clock=2.0), 0.01),
        (after, Limit(orange_clock=1e6, blue_clock=0.2, orange_inc=1e6, blue_inc=0.1), 0.01),
    ):
        began = monotonic()
        with small_engine.analysis(position, limit) as analysis:
            assert analysis.wait(PATIENCE)[0].pv
            assert analysis.is_over
        assert monotonic() - began >= least


def test_what_cannot_be_searched_is_refused(small_engine: Engine) -> None:
    play, few = small_engine.play, Limit(depth=1)
    for wrong in (None, 1, b"standard", ["standard"]):
        assert "position must be" in str(refused(TypeError, play, wrong, few))
    assert "limit must be" in str(refused(TypeError, play, "standard", 1.0))
    assert "the game is over" in str(refused(VoloError, play, OVER, few))
    refused(InvalidRulesError, play, "standard-9", few)
    for lines in (0, -1, 10**9):
        assert "multipv must be" in str(refused(VoloError, small_engine.analyse, "standard", few, lines))
    # A game that is over has a score.
    (info,) = small_engine.analyse(OVER, Limit(depth=3), multipv=3)
    assert (info.score, info.pv, info.depth) == (Score.loss(0), (), 0)
    with small_engine.analysis(OVER) as analysis:
        assert analysis.wait()[0].score == info.score


def test_infos_are_values_and_engines_are_not(small_engine: Engine) -> None:
    (info,) = small_engine.analyse("standard-4", Limit(depth=2))
    for value in (info, Limit(time=1)):
        again = pickle.loads(pickle.dumps(value))
        assert (again, hash(again)) == (value, hash(value))
    assert [Info(Score(0), (), 0, *work).nps for work in ((500, 0.25), (0, 0.0))] == [2000, 0]
    with small_engine.analysis("standard") as analysis:
        for given, work in product((small_engine, analysis), (pickle.dumps, copy.copy, copy.deepcopy)):
            assert "cannot be pickled or copied" in str(refused(TypeError, work, given))


def test_an_analysis_yields_ever_deeper_reports(small_engine: Engine) -> None:
    with small_engine.analysis("standard-5", multipv=2) as analysis:
        seen = [next(analysis) for _ in range(6)]
        assert [(info.depth, info.multipv) for info in seen] == [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2)]
        assert not analysis.is_over
        assert analysis.info is not None
    assert analysis.is_over
    assert analysis.info == analysis.multipv[0] == analysis.wait()[0]


def test_waiting_may_have_a_limit(small_engine: Engine) -> None:
    with small_engine.analysis("standard", Limit(depth=10**6)) as analysis:
        while analysis.get(0) is not None:
            pass
        began = monotonic()
        analysis.wait(0.1)
        assert monotonic() - began >= 0.1
        assert not analysis.is_over
        for wrong in (-1, nan):
            refused(VoloError, analysis.get, wrong)
        refused(TypeError, analysis.wait, "1")


def test_a_search_stops_soon_and_a_closed_engine_refuses_calls() -> None:
    """The promise is 50 ms; the test allows for a loaded machine."""
    with Engine(hash_mb=1) as made:
        for stop in (lambda analysis: analysis.stop(), lambda analysis: analysis.close(), lambda _: made.close()):
            analysis = made.analysis("standard")
            analysis.get()
            began = monotonic()
            stop(analysis)
            analysis.wait()
            assert monotonic() - began < PATIENCE
            assert analysis.is_over
        made.close()
        refused(EngineClosedError, made.play, "standard", Limit(nodes=1))
        refused(EngineClosedError, made.analysis, "standard")
        assert "the engine is closed" in str(refused(EngineClosedError, made.clear))


# Limits and scores


def test_a_limit_checks_its_numbers() -> None:
    """Hostile whole numbers are in tests/python/robustness/test_hostile.py."""
    times = ("time", "orange_clock", "blue_clock", "orange_inc", "blue_inc")
    wrong: list[tuple[str, Any]] = [
        *product(times, (-0.001, nan, inf, 1e10, 10**400, Fraction(10**400))),
        *(("nodes", 0), ("depth", 0), ("depth", 10**7), ("remaining_moves", 0)),
    ]
    for field, number in wrong:
        assert f"{field} must be" in str(refused(VoloError, partial(Limit, **{field: number})))
    others: list[tuple[str, Any]] = [*product(times, ("1", True, [])), ("blue_inc", None)]
    for field, value in others:
        assert field in str(refused(TypeError, partial(Limit, **{field: value})))
    assert Limit(time=Fraction(1, 2), nodes=np.int64(5)) == Limit(time=0.5, nodes=5)  # type: ignore[arg-type]


def test_a_clock_gives_a_share_of_its_time() -> None:
    assert Limit().time_for(ORANGE) is None
    assert Limit(time=3).time_for(BLUE) == 3
    limit = Limit(orange_clock=60, blue_clock=30, blue_inc=2)
    shares = limit.time_for(ORANGE), limit.time_for(BLUE), Limit(orange_clock=10, remaining_moves=1).time_for(ORANGE)
    for share, least, most in zip(shares, (1, 1.5, 9), (60, 30, 10), strict=True):
        assert share is not None
        assert least < share < most
    # An increment of a player counts for that player only.
    alike = Limit(orange_clock=60, blue_clock=60, orange_inc=5)
    assert (alike.time_for(ORANGE) or 0) > 2 * (alike.time_for(BLUE) or 0)
    assert Limit(time=0.5, orange_clock=10, remaining_moves=1).time_for(ORANGE) == 0.5
    assert Limit(orange_clock=0, orange_inc=100).time_for(ORANGE) == 0


def test_a_limit_without_a_bound_for_the_player_to_move_is_refused(small_engine: Engine) -> None:
    play, analyse, analysis = small_engine.play, small_engine.analyse, small_engine.analysis
    clock = Limit(blue_clock=1)
    for limit in (clock, Limit(blue_clock=1, orange_inc=0.1), Limit(remaining_moves=40)):
        with fake() as other:
            for search in (play, analyse, analysis, other.play, other.analyse):
                message = str(refused(VoloError, search, "standard", limit))
                assert message == "no limit for Orange, who is to move: set time, nodes, depth or orange_clock"
        assert not limit.binds(ORANGE)
    assert (clock.binds(BLUE), Limit(remaining_moves=40).binds(BLUE)) == (True, False)
    after = Position().play("c5")
    assert play(after, Limit(blue_clock=0.1)).move in after.legal_moves()
    assert "no limit for Blue" in str(refused(VoloError, play, after, Limit(orange_clock=0.1)))
    # Without any number, a search ends with a proof.
    assert play(WIN_IN_ONE, Limit()).info is not None


def test_scores_are_values() -> None:
    scores: list[tuple[Score, tuple[Any, ...], str]] = [
        (Score.win(3), (3, None, 1, None), "Score.win(3)"),
        (Score.loss(4), (None, 4, -1, None), "Score.loss(4)"),
        (Score.from_points(51), (None, None, pytest.approx(0.2504, abs=1e-4), 51), "Score(+0.250)"),
        (Score(0), (None, None, 0, 0), "Score(+0.000)"),
    ]
    for score, fields, text in scores:
        assert (score.win_in, score.loss_in, score.expected, score.points) == fields
        assert repr(score) == text
        assert pickle.loads(pickle.dumps(score)) == copy.copy(score) == copy.deepcopy(score) == score
        other = -score
        assert (-other, hash(-other)) == (score, hash(score))
        assert score != score.expected  # type: ignore[comparison-overlap]
        refused(AttributeError, setattr, score, "expected", 0.0)


def test_scores_out_of_range_are_refused() -> None:
    for number in (1.01, -2, nan, inf):
        refused(VoloError, Score, number)
    refused(OverflowError, Score, 10**400)
    refused(VoloError, Score.win, 1001)
