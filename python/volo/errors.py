"""What volo raises. The compiled core and the reference raise these same classes."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = [
    "IllegalMoveError",
    "InvalidPositionError",
    "InvalidRulesError",
    "KeptGamesError",
    "NotationError",
    "RecordError",
    "UnfinishedGamesError",
    "VoloError",
]

_LONGEST_QUOTE = 80


class VoloError(ValueError):
    """The base of every error that is about the game and not about a wrong Python type."""


class IllegalMoveError(VoloError):
    """A well-formed move that the rules do not allow in this position.

    Attributes:
        move: the move as it was written.
        ruling: the first ruling it breaks, such as ``"R6"``.
        reason: what is wrong, in words.
        index: which game of a :class:`volo.Batch` it was meant for; None elsewhere.
    """

    def __init__(self, move: str, ruling: str, reason: str, index: int | None = None) -> None:
        super().__init__(move, ruling, reason, index)
        self.move = move
        self.ruling = ruling
        self.reason = reason
        self.index = index

    def __str__(self) -> str:
        place = "" if self.index is None else f" at index {self.index}"
        return f"illegal move {self.move}{place}: {self.reason} [{self.ruling}]"


class NotationError(VoloError):
    """A text that is not a move, or not a position.

    Attributes:
        problem: what is wrong, and what would have been right.
        text: the whole text.
        offset: where the first offending character stands in ``text``, counted from 0; ``len(text)`` where
            something is missing.
    """

    def __init__(self, problem: str, text: str, offset: int) -> None:
        super().__init__(problem, text, offset)
        self.problem = problem
        self.text = text
        self.offset = offset

    def __str__(self) -> str:
        return f"{self.problem}, at offset {self.offset} of {_quoted(self.text, self.offset)}"


class InvalidPositionError(VoloError):
    """A well-formed position that cannot be one of the game.

    Attributes:
        reasons: every reason at once, never empty.
    """

    def __init__(self, reasons: Sequence[str]) -> None:
        self.reasons: tuple[str, ...] = tuple(reasons)
        super().__init__(self.reasons)

    def __str__(self) -> str:
        return "; ".join(self.reasons)


class InvalidRulesError(VoloError):
    """A rule set that does not exist.

    Attributes:
        problem: what is wrong, and what would have been right.
    """

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem

    def __str__(self) -> str:
        return self.problem


class RecordError(VoloError):
    """A record of a game, in any format, that is not well-formed or does not follow the rules.

    What it broke is its ``__cause__`` where that is an error of its own, such as :class:`IllegalMoveError`.

    Attributes:
        problem: what is wrong, and what would have been right.
        text: the offending text, cut short where it is long; empty where something is missing.
        line: the line, counted from 1.
        column: the character in that line, counted from 1.
        offset: how far into the whole, counted from 0: in bytes of a file (after decompression), in characters
            of a ``str``.
        game: which game of the whole, counted from 1.
        ply: which move of the game, counted from 1; None where it is about no move.
        fen: the position in which it went wrong; None where there is none.
        source: the name of the file; None where there is none.
        also: what else is wrong with the same game.
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
        also: tuple[RecordError, ...] = (),
    ) -> None:
        super().__init__(problem, text, line, column, offset, game, ply, fen, source, also)
        self.problem = problem
        self.text = text
        self.line = line
        self.column = column
        self.offset = offset
        self.game = game
        self.ply = ply
        self.fen = fen
        self.source = source
        self.also = also

    def __str__(self) -> str:
        file = "" if self.source is None else f"{self.source}:"
        ply = "" if self.ply is None else f", ply {self.ply}"
        found = f", found {_quoted(self.text, 0)}" if self.text else ""
        position = "" if self.fen is None else f", in {self.fen}"
        return (
            f"{file}{self.line}:{self.column}: game {self.game}{ply}: {self.problem}{found}, "
            f"at offset {self.offset}{position}"
        )


class KeptGamesError(VoloError):
    """A folder of kept games that is damaged, incomplete, in use, or another run's."""


class UnfinishedGamesError(KeptGamesError):
    """Folders of kept games that have fewer games than their run should have.

    Attributes:
        problem: which folder it is, and what is missing.
        games: how many games there are.
        expected: how many games there should be.
    """

    def __init__(self, problem: str, games: int, expected: int) -> None:
        super().__init__(problem, games, expected)
        self.problem = problem
        self.games = games
        self.expected = expected

    def __str__(self) -> str:
        return self.problem


def _quoted(text: str, offset: int) -> str:
    """``text`` in quotes, cut down to the neighbourhood of ``offset`` where it is long."""
    if len(text) <= _LONGEST_QUOTE:
        return repr(text)
    start = min(max(0, offset - _LONGEST_QUOTE // 2), len(text) - _LONGEST_QUOTE)
    end = start + _LONGEST_QUOTE
    before = "..." if start > 0 else ""
    after = "..." if end < len(text) else ""
    return f"{before}{text[start:end]!r}{after}"
