"""The answers of the server when it refuses a call."""

from __future__ import annotations

import os
from typing import TypedDict

from volo.errors import IllegalMoveError, InvalidPositionError, NotationError, RecordError
from volo.play.rulings import in_words

__all__ = ["BadRequestError", "Problem", "problem_of"]


class BadRequestError(Exception):
    """A request that is refused, because it is not a valid call.

    Attributes:
        status: the HTTP status.
        problem: what is wrong, and what was expected.
    """

    def __init__(self, status: int, problem: str) -> None:
        super().__init__(status, problem)
        self.status = status
        self.problem = problem

    def __str__(self) -> str:
        return self.problem


class Problem(TypedDict, total=False):
    """An error as plain data.

    Attributes:
        kind: the class of the error, such as ``"IllegalMoveError"``.
        message: the error as text.
        reason: what is wrong with a move, without the move and the ruling.
        ruling: the first ruling that a move breaks.
        rule: that ruling in words.
        reasons: every reason why a position is invalid.
        offset: where the error is in the text of the request.
    """

    kind: str
    message: str
    reason: str
    ruling: str
    rule: str
    reasons: list[str]
    offset: int


def problem_of(error: Exception) -> Problem:
    """Return an error as plain data.

    >>> problem_of(IllegalMoveError("b3", "R8", "no birds in hand"))["rule"]
    'A player with all B birds in the sky cannot add.'
    """
    problem = Problem(kind=type(error).__name__, message=_message(error) or type(error).__name__)
    illegal = error.__cause__ if isinstance(error, RecordError) else error
    if isinstance(illegal, IllegalMoveError):
        problem["reason"] = illegal.reason
        problem["ruling"] = illegal.ruling
        problem["rule"] = in_words(illegal.ruling)
    if isinstance(error, InvalidPositionError):
        problem["reasons"] = list(error.reasons)
    if isinstance(error, NotationError | RecordError):
        problem["offset"] = error.offset
    return problem


def _message(error: Exception) -> str:
    if isinstance(error, OSError) and isinstance(error.filename, str | bytes):
        return f"{os.fsdecode(error.filename)}: {error.strerror}"
    return str(error)
