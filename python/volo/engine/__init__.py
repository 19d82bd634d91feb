"""The solver: who wins a position.

>>> import volo.engine
>>> solution = volo.engine.solve("2/o3o/1o4/booo/b1bob1/1o1b1/b1 o 0 standard-4")
>>> solution.value, solution.plies, len(solution.line)
('loss', 6, 6)
"""

from __future__ import annotations

from volo.engine.proof import Proof, check_proof
from volo.engine.shortest import ShortestWin, shortest_win
from volo.engine.solution import Solution, solve

__all__ = ["Proof", "ShortestWin", "Solution", "check_proof", "shortest_win", "solve"]
