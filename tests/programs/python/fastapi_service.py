"""The service of docs/examples/engine_service.py, asked as by its clients."""

from concurrent.futures import ThreadPoolExecutor

import engine_service
from fastapi.testclient import TestClient

import volo

engine_service.ENGINES = 2
engine_service.PATIENCE = 100.0


def ask(question: object) -> tuple[int, dict]:
    """Ask for a move."""
    answered = client.post("/move", json=question)
    return answered.status_code, answered.json()


with TestClient(engine_service.app) as client:
    with ThreadPoolExecutor(8) as executor:
        answers = list(executor.map(ask, [{"position": "standard-4", "nodes": 300}] * 30))
    for status, answer in answers:
        assert status == 200, answer
        assert answer["position"] == volo.Position("standard-4").play(answer["move"]).fen()
        assert answer["info"]["pv"][0] == answer["move"]
        assert answer["info"]["score"].keys() == {"expected", "win", "loss"}
        assert answer["outcome"] is None

    status, answer = ask({"position": "2/1oo2/6/4/6/3b1/2 b 0 standard-4"})
    assert (status, answer) == (400, {"name": "VoloError", "message": "the game is over"})
    status, answer = ask({"position": "standard-9"})
    assert (status, "the edge must be 4 to 8" in answer["detail"][0]["msg"]) == (422, True)

    engine_service.PATIENCE = 0.0
    pool = engine_service.app.state.pool
    with pool.engine(), pool.engine():
        status, answer = ask({"position": "standard-4"})
    assert (status, answer["name"]) == (503, "EngineBusyError")

    pool.close()
    status, answer = ask({"position": "standard-4"})
    assert (status, answer["name"]) == (503, "EngineClosedError")
