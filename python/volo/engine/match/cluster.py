"""Playing the pairs of a match on a Ray cluster. Each pair is a task."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import ExitStack, closing
from itertools import islice
from pathlib import PurePath
from typing import Any

from volo._support.cluster import POLL_SECONDS, RETRIES, cause_of, connected, slots_of
from volo._volo import __version__
from volo.engine.match.pair import Pair, Terms, play_pair
from volo.engine.match.spec import Spec
from volo.engine.ugi.process import words_of
from volo.errors import ClusterError, VoloError
from volo.game import Game

__all__ = ["play_on_ray"]


def play_on_ray(terms: Terms, openings: Iterator[tuple[int, Game]], address: str | None) -> Generator[Pair, None, None]:
    """Play pairs on a Ray cluster.

    A task requests as many CPUs as the player with more threads uses. Another program counts as one thread. If the
    generator is closed, it disconnects from the cluster, which ends the tasks. Only if the caller was connected before
    do the tasks that were submitted, at most two for each CPU, play their pairs to the end.

    Args:
        terms: what all pairs of the match have in common.
        openings: the numbers of the pairs, from 1, and their openings.
        address: the address of the cluster. By default, Ray connects to a cluster that is running on this machine, or
            starts one.

    Yields:
        the pairs, in the order in which they are finished.

    Raises:
        VoloError: a player is another program with a relative path.
        ClusterError: Ray is not installed, there is no cluster at the address, a task failed, or a machine of the
            cluster has another version of volo.
    """
    for spec in terms.specs:
        _check_player(spec)
    cpus = max(spec.options.get("threads", 1) for spec in terms.specs)
    with connected(address) as ray:
        task = ray.remote(num_cpus=cpus, max_retries=RETRIES)(play_on_a_machine)
        # A run that is stopped does not cancel its tasks: see volo.simulate.ray.
        pending: list[Any] = []
        while True:
            for number, opening in islice(openings, max(0, slots_of(ray, cpus) - len(pending))):
                pending.append(task.remote(terms, number, opening, __version__))
            if not pending:
                return
            ready, pending = ray.wait(pending, timeout=POLL_SECONDS)
            for reference in ready:
                try:
                    pair: Pair = ray.get(reference)
                except ray.exceptions.RayError as error:
                    raise ClusterError(f"a Ray task failed: {cause_of(error)}") from error
                yield pair


def play_on_a_machine(terms: Terms, number: int, opening: Game, version: str) -> Pair:
    """Play a pair. This is the task that runs on the machines of the cluster.

    Args:
        terms: what all pairs of the match have in common.
        number: the number of the pair, from 1.
        opening: the opening of both games.
        version: the version of volo that the match needs.

    Raises:
        ClusterError: this machine has another version, so the games might differ.
        VoloError: another program does not speak UGI.
        OSError: another program cannot be started.
    """
    if version != __version__:
        raise ClusterError(f"a machine of the cluster has volo {__version__}, but the match needs {version}")
    with ExitStack() as stack:
        first, second = (stack.enter_context(closing(spec.player())) for spec in terms.specs)
        return play_pair(terms, (first, second), number, opening)


def _check_player(spec: Spec) -> None:
    """Check that every machine can find the program of a player. The folder in which a task runs is Ray's."""
    if spec.kind != "ugi":
        return
    program = words_of(spec.name)[0]
    if program != PurePath(program).name and not PurePath(program).is_absolute():
        raise VoloError(
            f"on a cluster, another program needs an absolute path or a name that PATH finds, not {program[:80]!r}"
        )
