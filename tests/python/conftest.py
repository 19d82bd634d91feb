"""Fixtures and settings of all tests."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

import pytest
from hypothesis import HealthCheck, settings

from support.engines import ENGINES
from support.kept import contents
from volo.engine import Engine
from volo.simulate import keep

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


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("checkout") and not (item.config.rootpath / "Makefile").exists():
        pytest.skip("needs a checkout")


@pytest.fixture(autouse=True)
def _commands_run_in_an_empty_folder(request: pytest.FixtureRequest) -> None:
    if request.path.parent.name == "cli":
        request.getfixturevalue("monkeypatch").chdir(request.getfixturevalue("tmp_path"))


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> ModuleType:
    """The compiled core or the reference. Both have ``Position``, ``Move`` and ``Rules`` with the same meaning."""
    return ENGINES[request.param]


@pytest.fixture
def small_engine() -> Iterator[Engine]:
    with Engine(hash_mb=1) as made:
        yield made


@pytest.fixture(scope="module")
def finished(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a finished run of the module's PLAN. Tests do not change it."""
    folder = tmp_path_factory.mktemp("finished") / "games"
    list(keep(folder, request.module.PLAN))
    return folder


@pytest.fixture(scope="module")
def undisturbed(finished: Path) -> dict[str, bytes]:
    return contents(finished)


@pytest.fixture
def folder(finished: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(finished, tmp_path / "games"))


@pytest.fixture
def ray_folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for Ray. Otherwise Ray would join a cluster of another test.

    It is not in the folder of pytest, because the path of a socket has at most about 100 characters.
    """
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    with TemporaryDirectory(prefix="ray-", ignore_cleanup_errors=True) as place:
        monkeypatch.setenv("RAY_TMPDIR", place)
        yield Path(place)
