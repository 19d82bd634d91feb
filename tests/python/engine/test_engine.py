"""The engine: its arguments, its limits, its answers, and analyses in the background."""

from __future__ import annotations

import copy
import os
import pickle
from fractions import Fraction
from itertools import pairwise
from math import nan
from threading import Barrier, Thread
from time import monotonic
from typing import Any, get_args

import numpy as np
import pytest

import volo
from support.command_line import in_new_process
from support.ctrl_c import PATIENCE, seconds_to_answer
from support.memory import on_linux
from volo import BLUE, ORANGE, Game, Position, VoloError, engine
from volo.engine import Engine, Info, Limit, Score
from volo.engine.local import METHODS, Method

WIN_IN_ONE = "2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4"
OVER = "2/1oo2/6/4/6/3b1/2 b 0 standard-4"


@pytest.fixture
def small() -> Any:
    with Engine(hash_mb=1) as made:
        yield made


# Scores


def test_scores_are_ordered_by_what_a_player_wants() -> None:
    scores = [Score.loss(0), Score.loss(2), Score.loss(1000), Score(-1), Score(-0.5), Score(0), Score(0.5), Score(1)]
    scores += [Score.win(1000), Score.win(3), Score.win(1)]
    assert all(one < other for one, other in pairwise(scores))
    assert len(set(scores)) == len(scores)
    assert [-score for score in reversed(scores[1:-1])] == sorted(-score for score in scores[1:-1])


def test_scores_are_values() -> None:
    for score in (Score.win(3), Score.loss(4), Score(0.25), Score(-1), Score(0)):
        assert pickle.loads(pickle.dumps(score)) == copy.copy(score) == copy.deepcopy(score) == score
        other = -score
        assert (-other, hash(-other)) == (score, hash(score))
        with pytest.raises(AttributeError):
            score.expected = 0.0  # type: ignore[misc]
    assert (Score.win(3).win_in, Score.win(3).loss_in, Score.win(3).expected, Score.win(3).points) == (3, None, 1, None)
    assert (Score.loss(4).win_in, Score.loss(4).loss_in, Score.loss(4).expected) == (None, 4, -1)
    assert (Score(0).win_in, Score(0).loss_in, Score(0).expected, Score(0).points) == (None, None, 0, 0)
    assert [repr(score) for score in (Score.win(1), Score.loss(2), Score(0))] == [
        "Score.win(1)",
        "Score.loss(2)",
        "Score(+0.000)",
    ]
    assert Score(0) != 0


def test_points_are_read_as_they_are_written() -> None:
    for points in range(-3000, 3001, 7):
        score = Score.from_points(points)
        assert score.points == points
        assert score.expected == pytest.approx(np.tanh(points / 200), abs=0.005)
    assert Score.from_points(10**300) == Score(1) < Score.win(1000)


@pytest.mark.parametrize("number", [1.01, -2, nan, float("inf"), 10**400])
def test_scores_out_of_range_are_refused(number: Any) -> None:
    with pytest.raises((VoloError, OverflowError)):
        Score(number)
    with pytest.raises(VoloError):
        Score.win(1001)
    with pytest.raises(VoloError):
        Score.loss(-1)


@pytest.mark.parametrize("value", ["1", None, True, [], b"1"])
def test_what_is_not_a_number_is_refused(value: Any) -> None:
    for make in (Score, Score.win, Score.loss, Score.from_points):
        with pytest.raises(TypeError):
            make(value)
    if value is not None:
        for field in ("time", "nodes", "depth", "orange_clock", "blue_inc", "remaining_moves"):
            with pytest.raises(TypeError, match=field):
                Limit(**{field: value})


# Limits


def test_a_limit_checks_its_numbers() -> None:
    ranges: list[tuple[str, list[Any]]] = [
        ("time", [-1, nan, float("inf"), 10**400, Fraction(10**400)]),
        ("orange_clock", [-0.001, 1e10]),
        ("blue_inc", [-1]),
        ("nodes", [0, -1, 2**64]),
        ("depth", [0, 10**7]),
        ("remaining_moves", [0]),
    ]
    for field, wrong in ranges:
        for number in wrong:
            with pytest.raises(VoloError, match=f"{field} must be"):
                Limit(**{field: number})
    assert Limit(time=Fraction(1, 2), nodes=np.int64(5)) == Limit(time=0.5, nodes=5)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Limit(blue_inc=None)  # type: ignore[arg-type]


def test_a_clock_gives_a_share_of_its_time() -> None:
    assert Limit().time_for(ORANGE) is None
    assert Limit(time=3).time_for(BLUE) == 3
    limit = Limit(orange_clock=60, blue_clock=30, blue_inc=2)
    orange, blue = limit.time_for(ORANGE), limit.time_for(BLUE)
    assert orange is not None
    assert blue is not None
    assert 1 < orange < 60
    assert 1.5 < blue < 30
    last = Limit(orange_clock=10, remaining_moves=1).time_for(ORANGE)
    assert last is not None
    assert 9 < last < 10
    assert Limit(time=0.5, orange_clock=10, remaining_moves=1).time_for(ORANGE) == 0.5
    assert Limit(orange_clock=0, orange_inc=100).time_for(ORANGE) == 0


# Playing and analysing


def test_a_win_in_one_is_played(small: Engine) -> None:
    result = small.play(WIN_IN_ONE, Limit(nodes=1000))
    outcome = Position(WIN_IN_ONE).play(result.move).outcome()
    assert outcome is not None
    assert outcome.winner is ORANGE
    assert result.info is not None
    assert result.info.score == Score.win(1)
    assert result.ponder is None


@pytest.mark.parametrize("rules", ["standard-4", "french-5", "abstract-play-6", "two-sizes-small", "standard-8"])
def test_the_moves_of_all_lines_can_be_played(small: Engine, rules: str) -> None:
    games = volo.play_random(1, position=rules, seed=5, record=True)
    assert games.moves is not None
    played = Game(rules, [volo.Move.from_code(code) for code in games.moves.tolist()[: min(20, games.plies[0] - 8)]])
    infos = small.analyse(played, Limit(nodes=2_000), multipv=4)
    assert [info.multipv for info in infos] == [1, 2, 3, 4]
    assert infos == sorted(infos, key=lambda info: info.score, reverse=True)
    for info in infos:
        assert info.nodes <= 2_000
        Game(played.position, info.pv)
    assert len({info.pv[0] for info in infos}) == 4
    result = small.play(played, Limit(depth=2))
    assert result.move in played.position.legal_moves()
    assert result.ponder is None or result.ponder in played.position.play(result.move).legal_moves()


def test_the_same_arguments_give_the_same_answer() -> None:
    def answers() -> list[list[tuple[object, ...]]]:
        with Engine(hash_mb=1, seed=3) as made:
            found = [made.analyse(start, Limit(nodes=3_000), multipv=2) for start in ("standard-5", "standard-6")]
        return [[(info.score, info.pv, info.depth, info.nodes) for info in infos] for infos in found]

    assert answers() == answers()


def test_a_cleared_engine_answers_like_a_new_one(small: Engine) -> None:
    def nodes() -> int:
        return small.analyse("standard-5", Limit(depth=4))[0].nodes

    new, again = nodes(), nodes()
    small.clear()
    assert again < new
    assert nodes() == new


class Repeating(Game):
    """A game that has had every position that any move leads to."""

    @property
    def positions(self) -> tuple[Position, ...]:
        return (*(self.position.play(move) for move in self.position.legal_moves()), self.position)


def test_a_move_that_repeats_an_earlier_position_counts_as_a_draw(small: Engine) -> None:
    assert small.analyse(Game("standard-5"), Limit(depth=1))[0].score != Score(0)
    small.clear()
    assert small.analyse(Repeating("standard-5"), Limit(depth=1))[0].score == Score(0)


def test_a_finished_game_has_a_score_and_no_moves(small: Engine) -> None:
    (info,) = small.analyse(OVER, Limit(depth=3), multipv=3)
    assert (info.score, info.pv, info.depth) == (Score.loss(0), (), 0)
    with small.analysis(OVER) as analysis:
        assert analysis.wait() == [info] or analysis.wait()[0].score == info.score
    with pytest.raises(VoloError, match="the game is over"):
        small.play(OVER, Limit(depth=3))


def test_limits_end_a_search(small: Engine) -> None:
    assert small.analyse("standard", Limit(depth=1))[0].depth == 1
    assert small.analyse("standard", Limit(nodes=1))[0].pv
    assert small.analyse("standard", Limit(time=0))[0].pv
    began = monotonic()
    small.play("standard", Limit(orange_clock=1.0))
    assert monotonic() - began < 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"threads": 0}, "threads must be 1 to"),
        ({"threads": 257}, "threads must be 1 to"),
        ({"hash_mb": 0}, "hash_mb must be 1 to"),
        ({"hash_mb": 2**21}, "hash_mb must be 1 to"),
        ({"seed": -1}, "seed must be 0 to"),
        ({"seed": 2**64}, "seed must be 0 to"),
        ({"method": "best"}, f"method must be one of: {', '.join(METHODS)}"),
    ],
)
def test_arguments_out_of_range_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(VoloError, match=message):
        Engine(**arguments)


@pytest.mark.parametrize("arguments", [{"threads": 1.0}, {"hash_mb": True}, {"seed": "1"}, {"method": 1}])
def test_arguments_of_a_wrong_type_are_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        Engine(**arguments)


def test_what_cannot_be_searched_is_refused(small: Engine) -> None:
    for wrong in (None, 1, b"standard", ["standard"]):
        with pytest.raises(TypeError, match="position must be"):
            small.play(wrong, Limit(depth=1))  # type: ignore[arg-type]
    with pytest.raises(volo.InvalidRulesError):
        small.play("standard-9", Limit(depth=1))
    with pytest.raises(TypeError, match="limit must be"):
        small.play("standard", 1.0)  # type: ignore[arg-type]
    for lines in (0, -1, 10**9):
        with pytest.raises(VoloError, match="multipv must be"):
            small.analyse("standard", Limit(depth=1), multipv=lines)
    assert len(small.analyse("standard-4", Limit(depth=1), multipv=10**6)) == 9


@on_linux
def test_a_table_that_exceeds_memory_is_a_memory_error() -> None:
    program = """
import resource, volo.engine
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
try:
    volo.engine.Engine(hash_mb={size})
except MemoryError as error:
    print(error)
"""
    for size in (3 << 10, 1 << 20):
        assert in_new_process(program.format(size=size)) == "not enough memory for the table of the engine"


def test_engines_and_analyses_are_not_pickled(small: Engine) -> None:
    with small.analysis("standard") as analysis:
        for refused in (small, analysis):
            for work in (pickle.dumps, copy.copy, copy.deepcopy):
                with pytest.raises(TypeError, match="cannot be pickled or copied"):
                    work(refused)


def test_infos_are_values(small: Engine) -> None:
    (info,) = small.analyse("standard-4", Limit(depth=2))
    assert pickle.loads(pickle.dumps(info)) == info
    assert hash(info) == hash(pickle.loads(pickle.dumps(info)))
    assert info.nps == round(info.nodes / info.time)
    assert Info(Score(0), (), 0, 0, 0.0).nps == 0
    assert pickle.loads(pickle.dumps(Limit(time=1))) == Limit(time=1)


# Analyses in the background


def test_an_analysis_yields_ever_deeper_reports(small: Engine) -> None:
    with small.analysis("standard-5", multipv=2) as analysis:
        seen = []
        for info in analysis:
            seen.append(info)
            if len(seen) == 6:
                break
        assert [(info.depth, info.multipv) for info in seen] == [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2)]
        assert not analysis.is_over
        assert analysis.info is not None
    assert analysis.is_over
    assert analysis.info == analysis.multipv[0] == analysis.wait()[0]


def test_an_analysis_ends_at_its_limit(small: Engine) -> None:
    analysis = small.analysis("standard-5", Limit(depth=3))
    assert [info.depth for info in analysis] == [1, 2, 3]
    assert analysis.get() is None
    assert analysis.is_over
    assert list(analysis) == []
    assert analysis.wait()[0].depth == 3


def test_waiting_may_have_a_limit(small: Engine) -> None:
    with small.analysis("standard", Limit(depth=10**6)) as analysis:
        while analysis.get(0) is not None:
            pass
        began = monotonic()
        analysis.wait(0.1)
        assert monotonic() - began >= 0.1
        assert not analysis.is_over
        for wrong in (-1, nan):
            with pytest.raises(VoloError):
                analysis.get(wrong)
        with pytest.raises(TypeError):
            analysis.wait("1")  # type: ignore[arg-type]


def test_a_search_stops_soon() -> None:
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


def test_an_engine_in_use_refuses_other_calls(small: Engine) -> None:
    with small.analysis("standard"):
        for call in (
            lambda: small.play("standard", Limit(nodes=1)),
            lambda: small.analyse("standard", Limit(nodes=1)),
            lambda: small.analysis("standard"),
            small.clear,
        ):
            with pytest.raises(VoloError, match="the engine is in use"):
                call()
    assert small.play("standard", Limit(nodes=1)).move in Position().legal_moves()


def test_a_closed_engine_refuses_calls(small: Engine) -> None:
    analysis = small.analysis("standard")
    small.close()
    assert analysis.is_over
    small.close()
    for call in (lambda: small.play("standard", Limit(nodes=1)), lambda: small.analysis("standard"), small.clear):
        with pytest.raises(VoloError, match="the engine is closed"):
            call()


# The system removes a thread some microseconds after it has ended.
THREADS = """
import os, time
threads = lambda: len(os.listdir("/proc/self/task"))
def left(before):
    deadline = time.monotonic() + 10
    while threads() > before and time.monotonic() < deadline:
        time.sleep(0.001)
    return threads() - before
"""


@on_linux
def test_no_thread_outlives_an_analysis() -> None:
    program = f"""{THREADS}
import gc, volo
engine = volo.engine.Engine(hash_mb=1, threads=2)
before = threads()
analysis = engine.analysis("standard")
analysis.get()
assert threads() > before
del analysis
gc.collect()
print(left(before))
analysis = volo.engine.Engine(hash_mb=1).analysis("standard")
analysis.get()
analysis.stop()
analysis.wait()
analysis.close()
print(left(before))
"""
    assert in_new_process(program, OPENBLAS_NUM_THREADS="1").split() == ["0", "0"]


@pytest.mark.parametrize("end", ["", "raise SystemExit(0)", "del engine", "analysis.self = analysis"])
def test_the_interpreter_exits_during_an_analysis(end: str) -> None:
    program = f"""
import volo
class Holder: pass
engine = volo.engine.Engine(hash_mb=1)
analysis = Holder()
analysis.running = engine.analysis("standard")
analysis.running.get()
print("done", flush=True)
{end}
"""
    assert in_new_process(program) == "done"


@on_linux
def test_an_engine_is_freed_with_its_memory() -> None:
    program = """
import volo
from support.memory import measure
taken = measure()
for i in range(12):
    engine = volo.engine.Engine(hash_mb=64)
    analysis = engine.analysis("standard")
    if i % 2:
        engine.close()
print(taken())
"""
    assert 60 < float(in_new_process(program)) < 250


def test_two_threads_may_use_one_engine(small: Engine) -> None:
    barrier = Barrier(2)
    played: list[int] = []
    unexpected: list[Exception] = []

    def work() -> None:
        barrier.wait()
        count = 0
        for _ in range(50):
            try:
                small.play("standard-4", Limit(nodes=300))
                count += 1
            except VoloError as error:  # noqa: PERF203
                if "in use" not in str(error):
                    unexpected.append(error)
        played.append(count)

    threads = [Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not unexpected
    assert sum(played) >= 1


def test_two_threads_may_read_one_analysis(small: Engine) -> None:
    analysis = small.analysis("standard-5", Limit(depth=4))
    seen: list[int] = []
    threads = [Thread(target=lambda: seen.extend(info.depth for info in analysis)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(seen) == [1, 2, 3, 4]


@pytest.mark.parametrize(
    "work",
    [
        "engine.play('standard', Limit())",
        "engine.analyse('standard', Limit(depth=60), multipv=3)",
        "list(engine.analysis('standard'))",
        "engine.analysis('standard').wait()",
        "[*map(engine.play, ['standard'] * 10**6, [Limit(time=0.02)] * 10**6)]",
    ],
)
def test_ctrl_c_stops_a_search(work: str) -> None:
    prepare = "import volo; from volo.engine import Limit; engine = volo.engine.Engine(hash_mb=1)"
    assert seconds_to_answer(prepare, work) < PATIENCE


def test_an_interrupted_engine_can_be_used_again() -> None:
    program = """
import signal, volo
from volo.engine import Limit
engine = volo.engine.Engine(hash_mb=1)
signal.signal(signal.SIGALRM, signal.default_int_handler)
signal.setitimer(signal.ITIMER_REAL, 0.2)
try:
    engine.play("standard", Limit())
except KeyboardInterrupt as kept:
    error = kept
print(engine.play("standard-4", Limit(depth=1)).info.depth)
"""
    assert in_new_process(program) == "1"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_process_can_use_an_idle_engine_and_no_running_one() -> None:
    program = """
import os, volo
from volo.engine import Limit
idle, busy = volo.engine.Engine(hash_mb=1, threads=2), volo.engine.Engine(hash_mb=1)
expected = idle.play("standard-4", Limit(depth=3)).move
analysis = busy.analysis("standard")
analysis.get()
child = os.fork()
if child == 0:
    status = 0 if idle.play("standard-4", Limit(depth=3)).move == expected else 1
    for call in (analysis.get, analysis.wait, lambda: analysis.multipv, lambda: analysis.is_over):
        try:
            call()
            status |= 2
        except volo.VoloError as error:
            status |= 0 if "forked" in str(error) else 4
    try:
        busy.play("standard-4", Limit(depth=3))
        status |= 8
    except volo.VoloError as error:
        status |= 0 if "in use" in str(error) else 16
    analysis.close()
    busy.close()
    del analysis, busy
    os._exit(status)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), analysis.get().depth > 0)
"""
    assert in_new_process(program, OPENBLAS_NUM_THREADS="1") == "0 True"


def test_a_program_ends_while_daemon_threads_search() -> None:
    program = """
import threading, volo
from volo.engine import Limit
started = threading.Barrier(2)
def play():
    engine = volo.engine.Engine(hash_mb=1)
    started.wait()
    engine.play("standard", Limit())
threading.Thread(target=play, daemon=True).start()
started.wait()
print("done")
"""
    assert in_new_process(program) == "done"


def test_the_names_of_the_package_are_complete() -> None:
    assert set(engine.__all__) >= {"Engine", "Limit", "Info", "PlayResult", "Score", "Analysis", "UgiEngine"}
    assert get_args(Method) == METHODS
