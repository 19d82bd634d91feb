"""Fixtures and helpers that the tests of both implementations share."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, settings

import volo
from volo import reference
from volo.errors import IllegalMoveError

# The tests marked `backends` run a second time on the portable backend. The reference has no backends, so the second
# run leaves it out.
ENGINES: Final = {"core": volo} | ({} if os.environ.get("VOLO_BACKEND") == "portable" else {"reference": reference})

DATA = Path(__file__).parents[1] / "data"

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="measures memory as Linux does")

# Continuous integration often sets these variables. They would change the output of the commands under test.
for name in ("FORCE_COLOR", "NO_COLOR", "COLUMNS", "LINES"):
    os.environ.pop(name, None)

# The time that an example takes depends on the load of the machine.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

# A shell starts background processes with SIGINT ignored. Child processes inherit this, and the programs that tests
# interrupt must not.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> ModuleType:
    """The compiled core or the reference. Both have ``Position``, ``Move`` and ``Rules``."""
    return ENGINES[request.param]


def read_jsonl(name: str) -> list[dict[str, Any]]:
    """Read a file in ``tests/data`` that has one object per line."""
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def rows(picture: str) -> str:
    """Return the first field of a FEN for a picture.

    The picture has the rows from the top, `.` for a vacant space, and nothing for a missing space.

    >>> rows("..   .o.b.   ......   b..o   ......   .o.b.   ..")
    '2/1o1b1/6/b2o/6/1o1b1/2'
    """
    return "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in picture.split())


def ruling_against(position: Any, move: Any) -> str:
    """Return the ruling that an illegal move breaks. Also check that the position does not change."""
    before = position.fen()
    assert not position.is_legal(move)
    with pytest.raises(IllegalMoveError) as refused:
        position.play(move)
    assert refused.value.move == str(move)
    assert refused.value.reason
    assert position.fen() == before
    return refused.value.ruling


def texts(moves: Iterable[Any]) -> set[str]:
    """Return moves as a set of texts. Also check that no move is listed twice."""
    listed = [str(move) for move in moves]
    assert len(listed) == len(set(listed))
    return set(listed)
