"""Playing the portions of a report, in an order in which it can end at any time, and keeping them in a folder."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from threading import Event
from typing import Final

from volo._support.checks import checked_integer, value_of
from volo._support.disk import make_folder
from volo._support.journal import Journal, journal
from volo._support.paths import local_path
from volo._support.threads import Workers
from volo._volo import Rules, __version__, _processors
from volo.game import Game
from volo.report.given import Given, GivenGames
from volo.report.plan import GAMES_OF_A_PORTION, Plan, Portion, play_portion
from volo.simulate import Rows

_FORMAT: Final = "volo report 1"

# The seconds between two looks for a signal.
_POLL: Final = 0.1


@dataclass(slots=True)
class Collection:
    """What was played for a report so far.

    Attributes:
        plan: the plan.
        portions: for each rule set, the portions by their numbers.
        given: for each rule set with games that were given instead of games to play, the sample that engines judge.
    """

    plan: Plan
    portions: dict[Rules, dict[int, Portion]] = field(default_factory=dict)
    given: dict[Rules, list[Game]] = field(default_factory=dict)
    _counted: dict[Rules, GivenGames] = field(default_factory=dict, init=False, repr=False)

    @property
    def played(self) -> int:
        """The number of portions of all rule sets together."""
        return sum(map(len, self.portions.values()))

    @property
    def planned(self) -> int:
        """The number of portions when all is played."""
        return sum(self._portions_of(rules) for rules in self.plan.rules)

    def missing(self) -> Iterator[tuple[Rules, int]]:
        """The portions that were not played. Those of all rule sets alternate."""
        for number in range(self.plan.portions):
            for rules in self.plan.rules:
                if number < self._portions_of(rules) and number not in self.portions[rules]:
                    yield rules, number

    def _portions_of(self, rules: Rules) -> int:
        games = len(self.given[rules]) if rules in self.given else self.plan.games
        return -(-games // GAMES_OF_A_PORTION)


class _Stopped(Exception):  # noqa: N818 - no error, but the end of a thread
    """Ends a portion that is not needed any more."""


def collect(
    plan: Plan,
    *,
    given: Iterable[Game | Rows] = (),
    folder: str | os.PathLike[str] | None = None,
    threads: int | None = None,
) -> Generator[Collection, None, None]:
    """Play what a report needs. What is collected so far is yielded at the beginning and after each portion.

    It is always the same object. The report is worth reading at any time, and the iterator can be closed at any time.
    At the end, what is collected depends only on the plan and the given games, and on the version of volo.

    Args:
        plan: the plan.
        given: games from the starts of the plan, or arrays of kept games, which
            :func:`volo.simulate.scan_shards` yields. For a rule set with given games, they are taken instead of games
            of a player with itself. All of them are counted, before anything is played and in memory that does not grow
            with their number. Engines are asked about a sample, which the seed draws: the number of games of the plan.
        folder: the folder that keeps the portions, which is created if it does not exist. What it has from an earlier
            call with the same nodes, seed and given games is not played again. The number of games may differ.
        threads: the number of portions that are played at once, 1 to 256; by default one for each processor.

    Raises:
        VoloError: a number is out of range, a given game is not from a start of the plan, or the folder
            has other work, is damaged, is in use, or is of another version of volo and lacks portions. Like every error
            of a generator, it is raised when the first item is requested.
        OSError: a file cannot be read or written.

    >>> for collection in collect(Plan(["standard-4"], games=8, nodes=20)):
    ...     print(collection.played, collection.planned)
    0 2
    1 2
    2 2
    """
    threads = _processors() if threads is None else threads
    found = Given(given, plan.games, plan.seed, list(map(plan.start_of, plan.rules)))
    for _ in found.read(threads):
        pass
    yield from collect_with(plan, found, folder, threads)


def collect_with(
    plan: Plan, given: Given, folder: str | os.PathLike[str] | None, threads: int
) -> Generator[Collection, None, None]:
    """As :func:`collect`, for given games that were read before."""
    threads = checked_integer("threads", threads, 1, 256)
    samples = {rules: games.sample for rules, games in given.by_rules.items()}
    collection = Collection(plan, {rules: {} for rules in plan.rules}, samples)
    collection._counted = given.by_rules
    with ExitStack() as stack:
        journals: dict[Rules, Journal] = {}
        if folder is not None:
            place = local_path(folder)
            make_folder(place)
            for rules in plan.rules:
                heading = _heading(plan, rules, given.by_rules.get(rules))
                keep = partial(_keep, collection.portions[rules], plan.portions)
                journals[rules] = stack.enter_context(journal(place / f"{rules}.jsonl", "report", heading, keep))
        yield collection
        for rules, _ in collection.missing():
            if rules in journals:
                journals[rules].check_version()
        for rules, portion in _played(collection, threads):
            if rules in journals:
                journals[rules].add(portion.to_dict())
            collection.portions[rules][portion.portion] = portion
            yield collection


def _keep(portions: dict[int, Portion], most: int, found: object) -> None:
    """Keep a portion of a journal. There may be more portions than those of the plan."""
    portion: Portion = value_of(Portion, found, "a portion")
    if 0 <= portion.portion < most:
        portions[portion.portion] = portion


def _played(collection: Collection, threads: int) -> Generator[tuple[Rules, Portion], None, None]:
    """Play the missing portions on several threads, and yield each as soon as it is played."""
    stopped = Event()
    plan = collection.plan

    def check() -> None:
        if stopped.is_set():
            raise _Stopped

    def work(rules: Rules, number: int) -> tuple[Rules, Portion]:
        some = slice(number * GAMES_OF_A_PORTION, (number + 1) * GAMES_OF_A_PORTION)
        return rules, play_portion(plan, rules, number, collection.given.get(rules, [])[some], check)

    missing = list(collection.missing())[::-1]
    running: set[Future[tuple[Rules, Portion]]] = set()
    with Workers(threads, "volo-report") as pool:
        try:
            while missing or running:
                while missing and len(running) < threads:
                    running.add(pool.submit(work, *missing.pop()))
                # A signal may arrive just before the wait, and does not end a wait without a time limit then.
                done, running = wait(running, _POLL, FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        finally:
            stopped.set()


def _heading(plan: Plan, rules: Rules, given: GivenGames | None) -> dict[str, object]:
    return {
        "format": _FORMAT,
        "volo": __version__,
        "start": plan.start_of(rules).fen(),
        "nodes": plan.nodes,
        "seed": plan.seed,
        "given": None if given is None else given.digest,
    }
