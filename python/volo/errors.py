"""The exceptions of volo. The compiled core and the reference raise the same classes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

_LONGEST_QUOTE = 80


if TYPE_CHECKING:
    # Type checkers would take the result of the call below for that of every exception.
    _CalledWithAnError = type
else:

    class _CalledWithAnError(type):
        """Lets each class be called with an exception of its own, and returns that exception.

        Gymnasium raises the exception of a worker as ``type(error)(error)``.
        """

        def __call__(cls, *args: Any, **kwargs: Any) -> Any:
            if not kwargs and len(args) == 1 and type(args[0]) is cls:
                return args[0]
            return super().__call__(*args, **kwargs)


class VoloError(ValueError, metaclass=_CalledWithAnError):
    """The base class of all exceptions in this module.

    Built-in exceptions keep their usual meaning, such as ``TypeError`` for an argument of a wrong type.
    """

    def __reduce__(self) -> tuple[object, ...]:
        # By itself, Python does not pickle the cause.
        cause = {} if self.__cause__ is None else {"__cause__": self.__cause__}
        return type(self), self.args, {**vars(self), **cause}


class IllegalMoveError(VoloError):
    """A well-formed move is illegal in the position.

    Attributes:
        move: the move as text, as the caller wrote it.
        ruling: the first ruling that the move breaks, such as ``"R6"``.
        reason: what is wrong, in words.
        index: the index of the game in a :class:`volo.Batch`. None if the move was not played in a batch.
        ply: the number of the move in a list of moves, from 1. None if it was not in a list.
    """

    ply: int | None = None

    def __init__(self, move: str, ruling: str, reason: str, index: int | None = None) -> None:
        super().__init__(move, ruling, reason, index)
        self.move = move
        self.ruling = ruling
        self.reason = reason
        self.index = index

    def __str__(self) -> str:
        place = "" if self.index is None else f" at index {self.index}"
        return f"{_ply(self)}illegal move {self.move}{place}: {self.reason} [{self.ruling}]"


class NotationError(VoloError):
    """A text is not a move, not a position, or not a board.

    Attributes:
        problem: what is wrong, and what was expected.
        text: the whole text.
        offset: the index in ``text`` of the first wrong character, from 0. It is ``len(text)`` if something is missing
            at the end.
        ply: the number of the move in a list of moves, from 1. None if the text was not in a list of moves.
    """

    ply: int | None = None

    def __init__(self, problem: str, text: str, offset: int) -> None:
        super().__init__(problem, text, offset)
        self.problem = problem
        self.text = text
        self.offset = offset

    def __str__(self) -> str:
        return f"{_ply(self)}{self.problem}, at offset {self.offset} of {_quoted(self.text, self.offset)}"


class InvalidPositionError(VoloError):
    """A well-formed position is invalid: it cannot be reached in the game.

    Attributes:
        reasons: every reason why the position is invalid. There is at least one.
    """

    def __init__(self, reasons: Sequence[str]) -> None:
        self.reasons: tuple[str, ...] = tuple(reasons)
        super().__init__(self.reasons)

    def __str__(self) -> str:
        return "; ".join(self.reasons)


class InvalidRulesError(VoloError):
    """A rule set does not exist.

    Attributes:
        problem: what is wrong, and what was expected.
    """

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem

    def __str__(self) -> str:
        return self.problem


class RecordError(VoloError):
    """A record of a game, in any format, is malformed or breaks the rules of the game.

    If another exception caused this one, such as an :class:`IllegalMoveError`, it is the ``__cause__``.

    Attributes:
        problem: what is wrong, and what was expected.
        text: the wrong text, cut short if it is long. It is empty if something is missing.
        line: the line number, from 1.
        column: the number of the character in that line, from 1.
        offset: the offset in the input, from 0. The unit is bytes (after decompression) for a file, and characters for
            a ``str``.
        game: the number of the game in the input, from 1.
        ply: the number of the move in the game, from 1. None if the error is not about a move.
        fen: the position before the wrong move. None if there is no such position.
        source: the name of the file. None if the input is not a file.
        path: the path of the wrong value in the JSON of the game, such as ``"$.moves[36]"``, cut short if it is long.
            None in other formats, and for an error about the whole text or its syntax.
    """

    def __init__(
        self,
        problem: str,
        text: str,
        line: int,
        column: int,
        offset: int,
        game: int = 1,
        ply: int | None = None,
        fen: str | None = None,
        source: str | None = None,
        path: str | None = None,
    ) -> None:
        super().__init__(problem, text, line, column, offset, game, ply, fen, source, path)
        self.problem = problem
        self.text = text
        self.line = line
        self.column = column
        self.offset = offset
        self.game = game
        self.ply = ply
        self.fen = fen
        self.source = source
        self.path = path

    def __str__(self) -> str:
        file = "" if self.source is None else f"{self.source}:"
        ply = "" if self.ply is None else f", ply {self.ply}"
        path = "" if self.path is None else f", path {self.path}"
        found = f", found {_quoted(self.text, 0)}" if self.text else ""
        position = "" if self.fen is None else f", in {self.fen}"
        return (
            f"{file}{self.line}:{self.column}: game {self.game}{ply}: {self.problem}{found}, "
            f"at offset {self.offset}{position}{path}"
        )


class KeptGamesError(VoloError):
    """A folder of kept games is damaged, incomplete, in use, or belongs to another run."""


class UnfinishedGamesError(KeptGamesError):
    """Folders of kept games have fewer games than their run should have.

    Attributes:
        problem: the folder, and what is missing.
        games: the number of games found.
        expected: the number of games that the run should have.
    """

    def __init__(self, problem: str, games: int, expected: int) -> None:
        super().__init__(problem, games, expected)
        self.problem = problem
        self.games = games
        self.expected = expected

    def __str__(self) -> str:
        return self.problem


class CheckpointError(VoloError):
    """A checkpoint is damaged or in use, or belongs to something else.

    That of :func:`volo.engine.solve` belongs to a rule set, and that of a match to its arguments.
    """


class ClusterError(VoloError):
    """Ray is not installed, there is no Ray cluster, or one of its machines cannot do its part."""


class EngineError(VoloError):
    """An engine cannot answer, and the fault is not in the arguments.

    An engine that is another program did something that the protocol does not allow, or refused a command. The
    subclasses are for other reasons. A service should answer 503, and 400 after the other exceptions of this module.
    """


class EngineBusyError(EngineError):
    """An engine is in use by another call or by an analysis. The same call may succeed later.

    A :class:`volo.engine.Pool` waits until an engine is free.
    """


class EngineClosedError(EngineError):
    """An engine, or a pool of engines, was closed before the call or while the call waited."""


class EngineTerminatedError(EngineError):
    """An engine that is another program has ended, or was ended."""


class EngineTimeoutError(EngineError):
    """An engine that is another program did not answer in time."""


def add_ply(error: Exception, ply: int) -> None:
    """Let an error about a move in a list say which move it is."""
    if isinstance(error, IllegalMoveError | NotationError):
        error.ply = ply
    elif isinstance(error, VoloError | TypeError):
        error.args = (f"ply {ply}: {error}",)


def _ply(error: IllegalMoveError | NotationError) -> str:
    return "" if error.ply is None else f"ply {error.ply}: "


def _quoted(text: str, offset: int) -> str:
    """Return ``text`` in quotes. Only the part around ``offset`` is returned if the text is long."""
    if len(text) <= _LONGEST_QUOTE:
        return repr(text)
    start = min(max(0, offset - _LONGEST_QUOTE // 2), len(text) - _LONGEST_QUOTE)
    end = start + _LONGEST_QUOTE
    before = "..." if start > 0 else ""
    after = "..." if end < len(text) else ""
    return f"{before}{text[start:end]!r}{after}"
