"""Searches that report while they run, and end when nobody listens."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from threading import enumerate as all_threads
from time import monotonic, sleep
from typing import Any

import pytest

import volo
from support.ctrl_c import PATIENCE
from support.page_client import Page
from volo.engine import Analysis, Engine, Info, Limit, Score
from volo.play import Server
from volo.play.searches import MOST_SEARCHES, Searches

WINS = "2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4"
OVER = "2/5/1bbb2/b3/1o1b2/1oob1/2 o 0 standard-4"


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[Analysis]:
    """The searches that the server has started."""
    started: list[Analysis] = []

    class Recording:
        """An engine that notes its searches."""

        def __init__(self, **options: Any) -> None:
            self._engine = Engine(**options)

        def __enter__(self) -> Any:
            return self

        def __exit__(self, *_: object) -> None:
            self._engine.close()

        def analysis(self, position: volo.Position, limit: Limit | None = None, *, multipv: int = 1) -> Analysis:
            started.append(self._engine.analysis(position, limit, multipv=multipv))
            return started[-1]

    monkeypatch.setattr("volo.play.searches.Engine", Recording)
    return started


def test_an_analysis_reports_its_lines_until_the_value_is_proven(page: Page) -> None:
    with page.stream("analysis", fen=WINS, lines=2) as events:
        *reports, last = list(events)
    assert last == ("done", {})
    assert reports
    assert {name for name, _ in reports} == {"info"}
    report = reports[-1][1]
    assert report.keys() == {"depth", "nodes", "nps", "time", "lines"}
    assert report["lines"][0]["score"] == {"expected": 1, "win": 1, "loss": None}
    outcome = volo.Position(WINS).play(report["lines"][0]["pv"][0]).outcome()
    assert outcome is not None


class _Restless:
    """A search that finds something new at every look, and ends after 100 looks."""

    def __init__(self) -> None:
        self.waits: list[float] = []

    @property
    def is_over(self) -> bool:
        return len(self.waits) == 100

    @property
    def multipv(self) -> list[Info]:
        return [Info(Score(0), (), depth=len(self.waits), nodes=0, time=0)]

    def wait(self, timeout: float) -> None:
        self.waits.append(timeout)


class _Listener:
    """A client that counts its events."""

    events = 0

    def send(self, event: str, data: object) -> None:
        assert (event, isinstance(data, dict)) == ("info", True)
        self.events += 1

    def has_left(self) -> bool:
        return False


def test_an_analysis_reports_at_most_twenty_times_a_second() -> None:
    search, listener = _Restless(), _Listener()
    assert Searches()._is_finished(search, listener)  # type: ignore[arg-type]
    assert listener.events == 101
    assert min(search.waits) >= 1 / 20


def test_an_analysis_stops_when_the_client_leaves(page: Page, searches: list[Analysis]) -> None:
    with page.stream("analysis", fen="standard") as events:
        next(events)
        assert not searches[0].is_over
    left = monotonic()
    while not searches[0].is_over:
        assert monotonic() - left < PATIENCE
        sleep(0.001)


def test_the_engine_thinks_and_moves(page: Page) -> None:
    with page.stream("think", fen="standard-5", level=10, nodes=2000, seed=1) as events:
        *reports, (name, move) = list(events)
    assert name == "move"
    assert volo.Position("standard-5").is_legal(move["move"])
    assert move.keys() == {"move", "ponder", "score"}
    assert {each for each, _ in reports} == {"info"}
    with volo.engine.Engine(hash_mb=16, seed=1) as engine:
        result = engine.play("standard-5", volo.engine.Limit(nodes=2000))
    assert (move["move"], move["ponder"]) == (str(result.move), str(result.ponder))


def test_the_engine_keeps_to_its_time(page: Page) -> None:
    began = monotonic()
    with page.stream("think", fen="standard", time="0.2") as events:
        *_, (name, _) = events
    assert name == "move"
    assert 0.15 < monotonic() - began < 60


@pytest.mark.parametrize(
    ("name", "query", "part"),
    [
        ("analysis", {}, "fen"),
        ("analysis", {"fen": OVER}, "over"),
        ("analysis", {"fen": "x"}, "x"),
        ("analysis", {"fen": "standard", "lines": 6}, "lines"),
        ("analysis", {"fen": "standard", "lines": "\u0661"}, "lines"),
        ("analysis", {"fen": "standard", "depth": 6}, "depth"),
        ("think", {"fen": "standard"}, "time nor nodes"),
        ("think", {"fen": OVER, "time": 1}, "over"),
        ("think", {"fen": "standard", "time": "nan"}, "time"),
        ("think", {"fen": "standard", "time": "inf"}, "time"),
        ("think", {"fen": "standard", "time": "-1"}, "time"),
        ("think", {"fen": "standard", "time": "x"}, "time"),
        ("think", {"fen": "standard", "time": "1_0"}, "time"),
        ("think", {"fen": "standard", "time": "\u0661"}, "time"),
        ("think", {"fen": "standard", "time": " 1"}, "time"),
        ("think", {"fen": "standard", "time": "1e0"}, "time"),
        ("think", {"fen": "standard", "time": 1, "level": 11}, "level"),
        ("think", {"fen": "standard", "time": 1, "level": 0}, "level"),
        ("think", {"fen": "standard", "nodes": 0}, "nodes"),
        ("think", {"fen": "standard", "nodes": "9" * 30}, "nodes"),
        ("think", {"fen": "standard", "nodes": 1, "seed": 2**64}, "seed"),
    ],
)
def test_a_wrong_query_is_an_event(page: Page, name: str, query: dict[str, object], part: str) -> None:
    with page.stream(name, **query) as events:
        ((event, error),) = list(events)
    assert event == "error-message"
    assert part in error["message"]


def test_a_ninth_search_is_refused_and_a_place_is_free_again_afterwards(page: Page) -> None:
    with ExitStack() as stack:
        for _ in range(MOST_SEARCHES):
            assert next(stack.enter_context(page.stream("analysis", fen="standard-8")))[0] == "info"
        event, error = next(stack.enter_context(page.stream("analysis", fen="standard-8")))
        assert event == "error-message"
        assert "8 searches" in error["message"]
    began = monotonic()
    event = ""
    while event != "info":
        assert monotonic() - began < 60
        with page.stream("analysis", fen="standard-8") as events:
            event = next(events)[0]


def test_closing_the_server_ends_streams_and_threads(tmp_path: Path, searches: list[Analysis]) -> None:
    before = set(all_threads())
    with ExitStack() as stack:
        with Server(state=tmp_path) as server:
            page = Page(server.address)
            streams = [stack.enter_context(page.stream("analysis", fen="standard")) for _ in range(3)]
            for each in streams:
                assert next(each)[0] == "info"
            began = monotonic()
        assert monotonic() - began < PATIENCE
        assert all(search.is_over for search in searches)
        assert set(all_threads()) <= before
    server.close()
