"""The core and the reference agree in a fixed number of different positions.

The default backend of the core is compared with the reference directly. The slowest backend is compared with the
default one, by a digest of all results. So the slow reference runs only once.

Environment variables: ``VOLO_PARITY_SEED`` selects other positions. ``VOLO_PARITY_POSITIONS`` is the number of
positions in the long test.
"""

from __future__ import annotations

import multiprocessing
import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from hashlib import blake2b
from itertools import count, repeat
from random import Random
from time import monotonic
from typing import Final, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import volo
from support.data import read_jsonl
from support.engines import SLOWEST
from support.parity import LOOKS, Either, compare, compare_answers, compare_readings
from support.strategies import EDGES, garbled, made_up, perhaps_valid, positions, randoms, some_rules, varied, walk
from volo import _volo, reference

SEED: Final = int(os.environ.get("VOLO_PARITY_SEED", "20100831"))

# The number of positions in the default run, by edge. A position of edge 8 takes as long as fifteen of edge 4.
POSITIONS: Final = {4: 450, 5: 450, 6: 75, 7: 30, 8: 20}


class Portion(NamedTuple):
    """A portion of the positions to compare. Equal portions contain the same positions."""

    seed: int
    edge: int
    number: int


class Tally(NamedTuple):
    """The result of comparing a portion.

    Attributes:
        positions: the digests of the different positions in which the game is not over.
        met: the number of positions in which each event was met.
        results: the digest of all results of the core.
        backend: the core's backend.
    """

    positions: frozenset[bytes]
    met: Counter[str]
    results: str
    backend: str


def games(random: Random, edge: int, second: type[Either]) -> Iterator[Iterator[tuple[volo.Position, Either]]]:
    """Yield endless games. Each game yields its positions in both implementations.

    A game starts at the start position or at a constructed position.
    """

    def game(core: volo.Position, plies: int) -> Iterator[tuple[volo.Position, Either]]:
        other: Either = second.from_fen(core.fen())
        yield core, other
        for move, after in walk(random, core, plies):
            other = other.play(str(move))
            yield after, other

    while True:
        rules = some_rules(random, edge)
        yield game(volo.Position(rules), random.randint(5 * edge, 20 * edge))
        for _ in range(random.choice((0, 5, 10))):
            yield game(made_up(random, rules), random.randint(0, 2))


def compare_in_bulk(portion: Portion, second: type[Either] = reference.Position) -> Tally:
    """Compare the different positions of a portion."""
    random = Random(f"{portion.seed} {portion.edge}")
    compared: set[bytes] = set()
    met: Counter[str] = Counter()
    results = blake2b(digest_size=16)
    for game in games(random, portion.edge, second):
        for core, other in game:
            digest = blake2b(core.fen().encode(), digest_size=10).digest()
            if digest in compared:
                continue
            agreed = compare(core, other, random)
            results.update(repr([look(core) for look in LOOKS.values()]).encode())
            results.update(repr(agreed).encode())
            outcome = core.outcome()
            if outcome is not None:
                met[f"ends by {outcome.reason}"] += 1
                assert not agreed.moves
                continue
            assert agreed.moves
            compared.add(digest)
            met["flights"] += any("-" in move for move in agreed.moves)
            met["divided opponents"] += any("/" in move for move in agreed.moves)
            met["passes"] += "pass" in agreed.moves
            answered = compare_answers(core, other, varied(random, core))
            results.update(repr(answered).encode())
            met[str(answered[0])] += 1
            if len(compared) == portion.number:
                return Tally(frozenset(compared), met, results.hexdigest(), _volo.backend())
    raise AssertionError("games() is endless")


def check_the_slowest_backend(results: dict[Portion, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that the results of the slowest backend have the same digests."""
    monkeypatch.setenv("VOLO_BACKEND", SLOWEST)
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        for portion, tally in zip(results, pool.map(compare_in_bulk, results, repeat(volo.Position)), strict=True):
            assert tally.backend == SLOWEST
            assert tally.results == results[portion], portion


@pytest.mark.parametrize("edge", EDGES)
def test_parity_in_bulk(edge: int, monkeypatch: pytest.MonkeyPatch) -> None:
    portion = Portion(SEED, edge, POSITIONS[edge])
    tally = compare_in_bulk(portion)
    assert len(tally.positions) == POSITIONS[edge]
    rare = ("divided opponents", "passes", "ends by flock", "ends by passes", "ends by stuck")
    for event in ("flights", "illegal", "legal", *(rare if edge < 6 else ())):
        assert tally.met[event] > 0, (event, tally.met)
    # The long test does so on every edge.
    if edge == EDGES[0]:
        check_the_slowest_backend({portion: tally.results}, monkeypatch)


def test_invalid_positions_in_bulk() -> None:
    random = Random(SEED)
    met = Counter(compare_readings(perhaps_valid(random, some_rules(random, EDGES[n % 5]))) for n in range(300))
    assert min(met["position"], met["invalid"]) > 40, met


def test_walls_and_their_successors() -> None:
    random = Random(1)
    for entry in read_jsonl("walls.jsonl"):
        compare(volo.Position.from_fen(entry["fen"]), reference.Position.from_fen(entry["fen"]), random)


BLANKS = st.text(" \t\r\n\x0b\x0c\xa0\u2028\ufeff", max_size=3)


@given(position=positions((4, 5)), random=randoms, before=BLANKS, after=BLANKS)
def test_white_space_at_the_ends(position: volo.Position, random: Random, before: str, after: str) -> None:
    """Both ignore the same characters at the ends, and give errors the same places."""
    other = reference.Position.from_fen(position.fen())
    for text in (varied(random, position), garbled(random, varied(random, position))):
        compare_answers(position, other, f"{before}{text}{after}")
    for text in (position.fen(), garbled(random, position.fen())):
        compare_readings(f"{before}{text}{after}")


@pytest.mark.long
def test_parity_of_a_million_positions(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Two processes compare portions. A line of progress is printed about every 10 seconds."""
    wanted = int(os.environ.get("VOLO_PARITY_POSITIONS", "1_000_000"))
    share = wanted / sum(POSITIONS.values())
    seen: set[bytes] = set()
    met: Counter[str] = Counter()
    results: dict[Portion, str] = {}
    begun = reported = monotonic()

    def report(text: str) -> None:
        with capsys.disabled():
            print(f"\n{text}, after {monotonic() - begun:,.0f} s", end="")  # noqa: T201

    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        waiting: dict[Future[Tally], Portion] = {}
        seeds = count(SEED + 1)
        for edge in sorted(EDGES, reverse=True):
            at_least = len(seen) + round(POSITIONS[edge] * share) if edge != EDGES[0] else wanted
            while len(seen) < at_least:
                # Two portions run and two more wait. Portions may overlap, so only new positions count.
                while len(waiting) < 4:
                    portion = Portion(next(seeds), edge, POSITIONS[edge] // 2)
                    waiting[pool.submit(compare_in_bulk, portion)] = portion
                done = next(as_completed(waiting))
                tally = done.result()
                results[waiting.pop(done)] = tally.results
                seen |= tally.positions
                met += tally.met
                if monotonic() - reported > 10 or len(seen) >= wanted:
                    reported = monotonic()
                    report(f"{len(seen):,} of {wanted:,} on {tally.backend}, edge {edge}")
        for left in waiting:
            left.cancel()
    report(str(dict(met)))
    assert len(seen) >= wanted

    check_the_slowest_backend(results, monkeypatch)
    report(f"the backend {SLOWEST} gave the same results in all {len(results):,} portions")
