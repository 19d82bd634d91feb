"""Puzzles: positions in which exactly one move wins.

The rulebook had a figure with the caption "win in 5 half-moves", which is lost. These puzzles are its successors, so
the set is called Half-Moves. The positions are from games between engines, on skies of edge 4 to 7.

In each puzzle, the solver proved that the player to move can force a win, and that no other move wins: after any other
move, the opponent can force a win, or at least a draw. A search of all moves proved that there is no shorter win.

>>> import volo.puzzles
>>> puzzle = volo.puzzles.load(edge=4, plies=5)[0]
>>> print(puzzle.position)  # doctest: +ELLIPSIS
   g ...
>>> puzzle.plies, puzzle.position.is_legal(puzzle.move)
(5, True)
"""

from __future__ import annotations

from volo.puzzles.load import load
from volo.puzzles.puzzle import Kind, Puzzle

__all__ = ["Kind", "Puzzle", "load"]
