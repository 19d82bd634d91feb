"""The engine, which plays and analyses, and the solver, which finds out who wins.

>>> import volo.engine
>>> from volo.engine import Limit
>>> with volo.engine.Engine(hash_mb=1) as engine:
...     print(engine.play("2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4", Limit(time=1)).info.score)
win in 1
>>> solution = volo.engine.solve("2/o3o/1o4/booo/b1bob1/1o1b1/b1 o 0 standard-4")
>>> solution.value, solution.plies, len(solution.line)
('loss', 6, 6)
"""

from __future__ import annotations

from volo._volo import Score, evaluate
from volo.engine.analysis import Analysis
from volo.engine.base import AnyEngine
from volo.engine.local import Engine
from volo.engine.pool import Loan, Pool
from volo.engine.search import Info, Limit, PlayResult
from volo.engine.solver import Proof, ShortestWin, Solution, check_proof, shorten_proof, shortest_win, solve
from volo.engine.ugi.client import UgiEngine
from volo.engine.ugi.protocol import UgiOption
from volo.errors import (
    EngineBusyError,
    EngineClosedError,
    EngineError,
    EngineTerminatedError,
    EngineTimeoutError,
)

__all__ = [
    "Analysis",
    "AnyEngine",
    "Engine",
    "EngineBusyError",
    "EngineClosedError",
    "EngineError",
    "EngineTerminatedError",
    "EngineTimeoutError",
    "Info",
    "Limit",
    "Loan",
    "PlayResult",
    "Pool",
    "Proof",
    "Score",
    "ShortestWin",
    "Solution",
    "UgiEngine",
    "UgiOption",
    "check_proof",
    "evaluate",
    "shorten_proof",
    "shortest_win",
    "solve",
]
