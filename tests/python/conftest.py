"""Fixtures and settings of all tests."""

from __future__ import annotations

import os
import signal
from types import ModuleType

import pytest
from hypothesis import HealthCheck, settings

from support.engines import ENGINES

# Continuous integration sets these variables, and they would change the output of the tested commands.
for name in ("FORCE_COLOR", "NO_COLOR", "COLUMNS", "LINES"):
    os.environ.pop(name, None)

# The speed of the machine must not decide whether a test passes.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

# A shell starts background jobs with SIGINT ignored. The programs that tests interrupt would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> ModuleType:
    """The compiled core or the reference. Both have ``Position``, ``Move`` and ``Rules`` with the same meaning."""
    return ENGINES[request.param]
