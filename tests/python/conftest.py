"""What the tests of both implementations share."""

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

# The tests of backends run once more on the portable one. The reference has none, and once is enough for it.
ENGINES: Final = {"core": volo} | ({} if os.environ.get("VOLO_BACKEND") == "portable" else {"reference": reference})

DATA = Path(__file__).parents[1] / "data"

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="measures memory as Linux does")

# What speaks for a terminal here, as it is usual in continuous integration, is not to speak to what is tested.
for name in ("FORCE_COLOR", "NO_COLOR", "COLUMNS", "LINES"):
    os.environ.pop(name, None)

# How fast examples are made and tried says more about the machine than about what is tested.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

# A run in the background of a shell is started deaf to Ctrl-C, and would hand that on to all that it starts: also to
# the programs that tests interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> ModuleType:
    """The compiled core or the plain Python, which promise the same: ``Position``, ``Move`` and ``Rules``."""
    return ENGINES[request.param]


def read_jsonl(name: str) -> list[dict[str, Any]]:
    """The objects of a file in ``tests/data``, one a line."""
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def rows(picture: str) -> str:
    """The first field of a fen from a picture: a row a line from the top, `.` for vacant, missing spaces left out.

    >>> rows("..   .o.b.   ......   b..o   ......   .o.b.   ..")
    '2/1o1b1/6/b2o/6/1o1b1/2'
    """
    return "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in picture.split())


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
