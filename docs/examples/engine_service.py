"""A service that plays Volo, for FastAPI: `uvicorn engine_service:app`."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

import volo
from volo.engine import Info, Limit, Pool

ENGINES = 4
PATIENCE = 5.0
"""The seconds that a request waits for an engine."""


class Question(BaseModel):
    """A position, and how long the engine may search it."""

    position: volo.Position
    nodes: int = Field(10_000, ge=1, le=1_000_000)


class Answer(BaseModel):
    """The move of the engine, the position after it, and the result of the search."""

    move: volo.Move
    position: volo.Position
    outcome: volo.Outcome | None
    info: Info


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Have a pool of engines while the service runs."""
    async with Pool(ENGINES, hash_mb=16) as app.state.pool:
        yield


app = FastAPI(lifespan=lifespan)


@app.post("/move")
async def move(question: Question, request: Request) -> Answer:
    """Let an engine move."""
    pool: Pool = request.app.state.pool
    async with pool.engine(PATIENCE) as engine:
        result = await engine.aplay(question.position, Limit(nodes=question.nodes))
    after = question.position.play(result.move)
    assert result.info is not None  # noqa: S101 - an engine in this process always has one
    return Answer(move=result.move, position=after, outcome=after.outcome(), info=result.info)


@app.exception_handler(volo.EngineError)
def unavailable(_: Request, error: volo.EngineError) -> JSONResponse:
    """Answer that no engine could answer."""
    return JSONResponse(volo.to_json(error), 503)


@app.exception_handler(volo.VoloError)
def wrong(_: Request, error: volo.VoloError) -> JSONResponse:
    """Answer that the request was wrong."""
    return JSONResponse(volo.to_json(error), 400)
