"""The rules of Volo, the board game by Dieter Stein.

>>> import volo
>>> position = volo.Position("standard-4").play("a3")
>>> print(position)
   g 1 . . 4
  f . o . b . 5
 e . . . . . . 6
d 1 b . 4 . o 7
 c . . . . . . 6
  b . o . b . 5
   a 1 . o 4
Blue to move
>>> len(position.legal_moves()), position.is_legal("b1"), position.is_legal("a3-E1")
(9, True, False)

Attributes are the data of an object, such as ``position.turn``. Methods compute something, such as
``position.legal_moves()`` and ``position.outcome()``.

Wherever a move is expected, its text is accepted too. Wherever a position is expected, a rule set is accepted too, and
means its starting position. So is the text of either, as in ``volo.Game("standard-5")``. Docstrings do not repeat what
is the same everywhere:

- A text that is not a move is a NotationError, and one that is not a position raises the errors of :class:`Position`. A
  rule set or an edge that does not exist is an InvalidRulesError.
- A VoloError is raised for a number out of its range, a move for a sky of another edge, an unknown symmetry, and an
  array to write to that has another shape, is not C-contiguous, cannot be written to, or is in use by another call.
- An argument of the wrong type, or an array of another type or number of dimensions, is a TypeError. What does not fit
  into memory is a MemoryError.
- Examples use ``import volo`` and ``import numpy as np``.

Some modules are loaded on their first use: :mod:`volo.reference`, the rules in plain Python; :mod:`volo.render`,
positions as text and as SVG; :mod:`volo.records`, games in files; :mod:`volo.simulate`, many games and their summary;
:mod:`volo.engine`, the engine and the solver; :mod:`volo.puzzles`, positions in which exactly one move wins.

If the environment variable ``VOLO_BACKEND`` is not the name of a backend, the first use of a name that needs the
compiled module raises a VoloError, as in ``volo.Position`` or ``from volo import Position``.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from volo._support import interrupts
from volo.color import BLUE, ORANGE, Color, Region
from volo.errors import (
    CheckpointError,
    ClusterError,
    EngineBusyError,
    EngineClosedError,
    EngineError,
    EngineTerminatedError,
    EngineTimeoutError,
    IllegalMoveError,
    InvalidPositionError,
    InvalidRulesError,
    KeptGamesError,
    NotationError,
    RecordError,
    UnfinishedGamesError,
    VoloError,
)
from volo.outcome import Outcome

# If VOLO_BACKEND is wrong, `__getattr__` raises the error again. So the command can be imported, and reports it.
with suppress(VoloError):
    from volo._volo import (
        SYMMETRIES,
        ActionSpace,
        ArrayGame,
        Batch,
        Decision,
        Move,
        MoveList,
        Position,
        Rules,
        Symmetry,
        __version__,
        decode_moves,
        observe_games,
        play_games,
        tally_games,
    )
    from volo.game import Game
    from volo.json_values import to_json

    play_random = play_games
    """The same function as :func:`play_games`. The name is for calls without a policy, which play random games."""

if TYPE_CHECKING:
    from volo import engine, puzzles, records, reference, render, simulate
    from volo.playouts import Playouts, RecordedPlayouts
    from volo.records import read_records, write_records
    from volo.simulate import read_games
    from volo.tally import Tally

__all__ = [
    "BLUE",
    "ORANGE",
    "SYMMETRIES",
    "ActionSpace",
    "ArrayGame",
    "Batch",
    "CheckpointError",
    "ClusterError",
    "Color",
    "Decision",
    "EngineBusyError",
    "EngineClosedError",
    "EngineError",
    "EngineTerminatedError",
    "EngineTimeoutError",
    "Game",
    "IllegalMoveError",
    "InvalidPositionError",
    "InvalidRulesError",
    "KeptGamesError",
    "Move",
    "MoveList",
    "NotationError",
    "Outcome",
    "Playouts",
    "Position",
    "RecordError",
    "RecordedPlayouts",
    "Region",
    "Rules",
    "Symmetry",
    "Tally",
    "UnfinishedGamesError",
    "VoloError",
    "__version__",
    "decode_moves",
    "engine",
    "observe_games",
    "play_games",
    "play_random",
    "puzzles",
    "read_games",
    "read_records",
    "records",
    "reference",
    "render",
    "simulate",
    "tally_games",
    "to_json",
    "write_records",
]

interrupts.restore()

# Hidden from type checkers, which would otherwise accept every misspelled name.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name in {"engine", "puzzles", "records", "reference", "render", "simulate"}:
            return import_module(f"volo.{name}")
        if name in {"Playouts", "RecordedPlayouts"}:
            return getattr(import_module("volo.playouts"), name)
        if name == "read_games":
            return import_module("volo.simulate").read_games
        if name in {"read_records", "write_records"}:
            return getattr(import_module("volo.records"), name)
        if name == "Tally":
            return import_module("volo.tally").Tally
        if name in __all__:
            # VOLO_BACKEND is wrong, and this import raises the error.
            return getattr(import_module("volo._volo"), name)
        raise AttributeError(f"module 'volo' has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted(__all__)
