"""The two implementations of the rules, and questions that tests ask both of them."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

import pytest

import volo
from volo import reference
from volo.errors import IllegalMoveError

# The backend that the extension has on every processor for which it is compiled.
SLOWEST: Final = "v128" if platform.machine().lower() in {"x86_64", "amd64", "aarch64", "arm64"} else "portable"
# The tests of backends run again on the slowest backend. The reference has no backends, so it is tested once.
ENGINES: Final = {"core": volo} | ({} if os.environ.get("VOLO_BACKEND") == SLOWEST else {"reference": reference})


E = TypeVar("E", bound=Exception)


def refused(error: type[E], call: Callable[..., object], *given: object) -> E:
    """The error of a call that must fail. If it does not fail like that, the message has what was given."""
    try:
        call(*given)
    except error as found:
        return found
    except Exception as other:
        raise AssertionError(f"{given!r} is refused with {other!r}") from other
    raise AssertionError(f"{given!r} is not refused")


def ruling_against(position: Any, move: Any) -> str:
    """The ruling that the refusal of a move names. The position must know that it is illegal, and stay as it is."""
    before = position.fen()
    assert not position.is_legal(move)
    with pytest.raises(IllegalMoveError) as refused:
        position.play(move)
    assert refused.value.move == str(move)
    assert refused.value.reason
    assert position.fen() == before
    return refused.value.ruling


def texts(moves: Iterable[Any]) -> set[str]:
    """Moves as a set of texts, each of them once."""
    listed = [str(move) for move in moves]
    assert len(listed) == len(set(listed))
    return set(listed)
