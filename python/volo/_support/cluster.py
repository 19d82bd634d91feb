"""A connection to a Ray cluster, on which games are played.

Ray is optional (extra ``volo[ray]``) and is imported on first use.
"""

from __future__ import annotations

import os
import re
import signal
import socket
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from importlib import import_module
from itertools import islice
from pathlib import Path
from tempfile import gettempdir
from threading import current_thread, main_thread
from types import ModuleType
from typing import Any, Final, TypeVar

from volo.errors import ClusterError, VoloError

# How often Ray restarts a task whose worker or node was lost.
_RETRIES: Final = 20
# The time to wait for tasks in one call, so that signals are handled in between.
_POLL_SECONDS: Final = 0.2
Key = TypeVar("Key")

# Tasks submitted for each task that can run at once, so that no worker waits for its next task.
_TASKS_FOR_EACH: Final = 2
# The timeout for the connection to the cluster, in seconds.
_CONNECT_SECONDS: Final = 10


def check_cluster(cluster: object) -> None:
    if cluster not in (None, "ray"):
        raise VoloError(f"cluster must be 'ray' or None, not {cluster!r}")


@contextmanager
def connected(address: str | None) -> Iterator[ModuleType]:
    """Connect to a cluster until the end of the ``with`` block. An existing connection is used and left open.

    By default, Ray connects to a cluster that is running on this machine, or starts one.
    """
    ray = _imported()
    if ray.is_initialized():
        yield ray
        return
    named = address
    if address in (None, "auto"):
        named = os.environ.get("RAY_ADDRESS") or _latest(address)
        if named == "local":
            address = named
    if named is not None:
        _check_reachable(named)
    # By default, Ray sends usage statistics to its developers.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    # ray.init replaces the signal handlers. They are restored below.
    handlers = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        try:
            with _as_cluster_error(
                "no Ray cluster could be started" if named in (None, "local") else f"no Ray cluster at {named}",
                "; the same command continues",
            ):
                ray.init(address=address, log_to_driver=False, logging_level="ERROR")
        finally:
            if current_thread() is main_thread():
                for each, handler in handlers.items():
                    signal.signal(each, handler or signal.SIG_DFL)
        yield ray
    finally:
        ray.shutdown()


def results_on_ray(
    function: Callable[..., Any], calls: Iterator[tuple[Key, tuple[Any, ...]]], cpus: int, address: str | None
) -> Generator[tuple[Key, Any], None, None]:
    """Call a function on the machines of a Ray cluster, and yield the key and the result of each finished call.

    If the generator is closed, it disconnects from the cluster, which ends the tasks. Only if the caller was connected
    before do the tasks that were submitted, at most two for each CPU, go on to their end.
    """
    with connected(address) as ray, _as_cluster_error("the Ray cluster failed"):
        task = ray.remote(num_cpus=cpus, max_retries=_RETRIES)(function)
        # A run that is stopped does not cancel its tasks: ray.cancel ends this process if a task finishes at the same
        # moment (ray-project/ray#54846).
        pending: dict[Any, Key] = {}
        while True:
            slots = _TASKS_FOR_EACH * max(1, int(ray.cluster_resources().get("CPU", 1)) // cpus)
            for key, arguments in islice(calls, max(0, slots - len(pending))):
                pending[task.remote(*arguments)] = key
            if not pending:
                return
            ready, _ = ray.wait(list(pending), timeout=_POLL_SECONDS)
            if ready:  # a thousand workers finish several tasks at a time, and each wait looks at all tasks
                ready, _ = ray.wait(list(pending), num_returns=len(pending), timeout=0)
            for reference in ready:
                with _as_cluster_error("a Ray task failed"):
                    result = ray.get(reference)
                yield pending.pop(reference), result


@contextmanager
def _as_cluster_error(problem: str, advice: str = "") -> Iterator[None]:
    """Raise a ClusterError for an exception of Ray, which raises many kinds, and also a bare Exception."""
    try:
        yield
    except Exception as error:
        if type(error).__module__ == VoloError.__module__:  # The error of a Ray task has a class that Ray makes.
            raise
        raise ClusterError(f"{problem}: {_cause_of(error)}{advice}") from error


def _cause_of(error: BaseException) -> str:
    """The last line of the message of the innermost cause of an error."""
    cause = getattr(error, "cause", None) or error
    return (str(cause).strip() or type(cause).__name__).splitlines()[-1]


def _imported() -> ModuleType:
    try:
        return import_module("ray")
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "ray":
            raise
        raise ClusterError('a Ray cluster needs ray, which is not installed: pip install "volo[ray]"') from error


def _latest(address: str | None) -> str | None:
    """The address that Ray finds without one: that of the last cluster that was started on this machine.

    A cluster that was killed leaves its address. Then the result is ``"local"``, which starts a cluster, unless the
    caller wants one that is running.
    """
    # As Ray does. On macOS, `gettempdir` is not /tmp.
    place = os.environ.get("RAY_TMPDIR") or ("/tmp" if sys.platform == "darwin" else gettempdir())  # noqa: S108
    try:
        found = Path(place, "ray", "ray_current_cluster").read_text(encoding="utf-8").strip()
        if address is None:
            _check_reachable(found)
    except ClusterError:
        return "local"
    except (OSError, UnicodeDecodeError):
        return address
    return found or address


def _check_reachable(address: str) -> None:
    """Check that the address accepts connections. Ray itself would retry for many minutes."""
    parts = re.fullmatch(r"(?:ray://)?\[?([^/\[\]]+?)\]?:([0-9]{1,5})", address)
    if parts is None:
        return
    try:
        socket.create_connection((parts[1], int(parts[2])), timeout=_CONNECT_SECONDS).close()
    except (OSError, OverflowError, ValueError) as error:
        raise ClusterError(f"no Ray cluster at {address}: {_cause_of(error)}") from error
