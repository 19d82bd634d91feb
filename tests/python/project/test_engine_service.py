"""The example of a service with engines, under concurrency. FastAPI itself is not installed, so it has a stand-in."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import volo

PROGRAM = Path(__file__).parents[3] / "docs" / "examples" / "engine_service.py"

pytestmark = pytest.mark.skipif(not PROGRAM.exists(), reason="needs a checkout")


class FastAPI:
    """Records the functions of a service, and calls them as FastAPI does."""

    def __init__(self, lifespan: Any) -> None:
        self.state = SimpleNamespace()
        self.lifespan = lifespan
        self._posts: dict[str, Callable[..., Coroutine[Any, Any, Any]]] = {}
        self._handlers: dict[type, Callable[..., Any]] = {}

    def post(self, path: str) -> Callable[[Any], Any]:
        return lambda function: self._posts.setdefault(path, function)

    def exception_handler(self, kind: type) -> Callable[[Any], Any]:
        return lambda function: self._handlers.setdefault(kind, function)

    async def answer(self, path: str, question: object) -> tuple[Any, int]:
        """The JSON and the status of an answer. The handler of the nearest base class answers an error."""
        request = SimpleNamespace(app=self)
        try:
            answered = await self._posts[path](question, request)
        except Exception as error:
            handler = next(self._handlers[kind] for kind in type(error).__mro__ if kind in self._handlers)
            content, status = handler(request, error)
            return content, status
        return answered.model_dump(mode="json"), 200


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Any:
    stand_in, responses = ModuleType("fastapi"), ModuleType("fastapi.responses")
    stand_in.__dict__.update(FastAPI=FastAPI, Request=SimpleNamespace)
    responses.__dict__.update(JSONResponse=lambda content, status: (content, status))
    monkeypatch.setitem(sys.modules, "fastapi", stand_in)
    monkeypatch.setitem(sys.modules, "fastapi.responses", responses)
    spec = spec_from_file_location("engine_service", PROGRAM)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "engine_service", module)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "ENGINES", 2)
    monkeypatch.setattr(module, "PATIENCE", 100.0)
    return module


def test_many_requests_at_once_are_all_answered(service: Any) -> None:
    question = service.Question.model_validate_json('{"position": "standard-4", "nodes": 300}')

    async def work() -> Any:
        async with service.lifespan(service.app):
            return await asyncio.gather(*(service.app.answer("/move", question) for _ in range(30)))

    answers = asyncio.run(work())
    assert [status for _, status in answers] == [200] * 30
    for answer, _ in answers:
        after = volo.Position("standard-4").play(answer["move"])
        assert (answer["position"], answer["outcome"]) == (after.fen(), None)
        assert answer["info"]["pv"][0] == answer["move"]
        assert answer["info"]["score"].keys() == {"expected", "win", "loss"}


def test_bad_input_is_400_and_no_free_engine_is_503(service: Any) -> None:
    async def work() -> None:
        app = service.app
        async with service.lifespan(app):
            over = service.Question(position="2/1oo2/6/4/6/3b1/2 b 0 standard-4")
            answer, status = await app.answer("/move", over)
            assert (status, answer) == (400, {"name": "VoloError", "message": "the game is over"})
            service.PATIENCE = 0.0
            async with app.state.pool.engine(), app.state.pool.engine():
                answer, status = await app.answer("/move", service.Question(position="standard-4"))
            assert (status, answer["name"]) == (503, "EngineBusyError")
        answer, status = await app.answer("/move", service.Question(position="standard-4"))
        assert (status, answer["name"]) == (503, "EngineClosedError")

    asyncio.run(work())
