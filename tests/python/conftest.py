"""Fixtures and settings of all tests."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from types import ModuleType

import pytest
from hypothesis import HealthCheck, settings

from support.engines import ENGINES
from volo.engine import Engine

# Continuous integration sets these variables, and they would change the output of the tested commands.
for name in ("FORCE_COLOR", "NO_COLOR", "COLUMNS", "LINES"):
    os.environ.pop(name, None)

# The speed of the machine must not decide whether a test passes. `make test-long` chooses the profile `long`.
settings.register_profile("short", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=10)
settings.register_profile("long", settings.get_profile("short"), max_examples=400)
settings.load_profile("short")

# A shell starts background jobs with SIGINT ignored, and nohup ignores SIGHUP. The programs that are started here would
# inherit that.
for name, handler in (("SIGINT", signal.default_int_handler), ("SIGHUP", signal.SIG_DFL)):
    if (number := getattr(signal, name, None)) is not None and signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, handler)


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> ModuleType:
    """The compiled core or the reference. Both have ``Position``, ``Move`` and ``Rules`` with the same meaning."""
    return ENGINES[request.param]


@pytest.fixture
def small_engine() -> Iterator[Engine]:
    """An engine with a table of 1 MB."""
    with Engine(hash_mb=1) as made:
        yield made
