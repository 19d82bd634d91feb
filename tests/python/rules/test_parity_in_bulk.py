"""The core and the reference agree in a fixed number of different positions.

The reference answers once and both backends of the core are held against it: this one directly, the portable one by a
digest of all that this one said.

Environment: ``VOLO_PARITY_SEED`` for other positions, ``VOLO_PARITY_POSITIONS`` for another number of them in the long
run.
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

import volo
from support.parity import LOOKS, Either, compare, compare_answers, compare_readings
from support.strategies import (
    EDGES,
    made_up,
    perhaps_valid,
    some_rules,
    varied,
    walk,
)
from volo import _volo, reference

SEED: Final = int(os.environ.get("VOLO_PARITY_SEED", "20100831"))

# How many positions in the default run. A position of edge 8 takes as long as fifteen of edge 4.
POSITIONS: Final = {4: 11_500, 5: 5_500, 6: 1_800, 7: 700, 8: 500}


class Portion(NamedTuple):
    """Which positions to compare: the same portion, the same positions."""

    seed: int
    edge: int
    number: int


class Tally(NamedTuple):
    """What was compared.

    Attributes:
        positions: the different positions in which the game goes on, by digest.
        met: what was met in them.
        said: the digest of all that the core said.
        backend: the core's backend.
    """

    positions: frozenset[bytes]
    met: Counter[str]
    said: str
    backend: str


def games(random: Random, edge: int, second: type[Either]) -> Iterator[Iterator[tuple[volo.Position, Either]]]:
    """Games without end, most from the start, some from made-up positions: the positions of each as both play it."""

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
    """Compare so many different positions in which the game goes on.

    Args:
        portion: which positions.
        second: against whom. The core against itself says nothing but what the core said.
    """
    random = Random(f"{portion.seed} {portion.edge}")
    compared: set[bytes] = set()
    met: Counter[str] = Counter()
    said = blake2b(digest_size=16)
    for game in games(random, portion.edge, second):
        for core, other in game:
            digest = blake2b(core.fen().encode(), digest_size=10).digest()
            if digest in compared:
                continue
            agreed = compare(core, other, random)
            said.update(repr([look(core) for look in LOOKS.values()]).encode())
            said.update(repr(agreed).encode())
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
            said.update(repr(answered).encode())
            met[str(answered[0])] += 1
            if len(compared) == portion.number:
                return Tally(frozenset(compared), met, said.hexdigest(), _volo.backend())
    raise AssertionError("games never end")


def check_the_portable_backend(said: dict[Portion, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Hold what the portable backend says of some portions against what was said of them."""
    monkeypatch.setenv("VOLO_BACKEND", "portable")
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        for portion, tally in zip(said, pool.map(compare_in_bulk, said, repeat(volo.Position)), strict=True):
            assert tally.backend == "portable"
            assert tally.said == said[portion], portion


@pytest.mark.parametrize("edge", EDGES)
def test_parity_in_bulk(edge: int, monkeypatch: pytest.MonkeyPatch) -> None:
    portion = Portion(SEED, edge, POSITIONS[edge])
    tally = compare_in_bulk(portion)
    assert len(tally.positions) == POSITIONS[edge]
    for event in ("flights", "divided opponents", "passes", "illegal", "legal"):
        assert tally.met[event] > 0, (event, tally.met)
    for event in ("ends by flock", "ends by passes", "ends by stuck"):
        assert tally.met[event] > 0 or edge > 6, (event, tally.met)
    check_the_portable_backend({portion: tally.said}, monkeypatch)


def test_invalid_positions_in_bulk() -> None:
    random = Random(SEED)
    met = Counter(compare_readings(perhaps_valid(random, some_rules(random, EDGES[n % 5]))) for n in range(3000))
    assert min(met["position"], met["invalid"]) > 500, met


def test_the_default_run_compares_twenty_thousand_positions() -> None:
    assert sum(POSITIONS.values()) >= 20_000


@pytest.mark.long
def test_parity_of_a_million_positions(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """In two processes, in portions; with a line of progress now and then."""
    wanted = int(os.environ.get("VOLO_PARITY_POSITIONS", "1_000_000"))
    share = wanted / sum(POSITIONS.values())
    seen: set[bytes] = set()
    met: Counter[str] = Counter()
    said: dict[Portion, str] = {}
    begun = told = monotonic()

    def tell(text: str) -> None:
        with capsys.disabled():
            print(f"\n{text}, after {monotonic() - begun:,.0f} s", end="")  # noqa: T201

    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        waiting: dict[Future[Tally], Portion] = {}
        seeds = count(SEED + 1)
        for edge in sorted(EDGES, reverse=True):
            at_least = len(seen) + round(POSITIONS[edge] * share) if edge != EDGES[0] else wanted
            while len(seen) < at_least:
                # Two portions at work and two more in sight. Portions may overlap: what counts is what is new.
                while len(waiting) < 4:
                    portion = Portion(next(seeds), edge, POSITIONS[edge] // 8)
                    waiting[pool.submit(compare_in_bulk, portion)] = portion
                done = next(as_completed(waiting))
                tally = done.result()
                said[waiting.pop(done)] = tally.said
                seen |= tally.positions
                met += tally.met
                if monotonic() - told > 10 or len(seen) >= wanted:
                    told = monotonic()
                    tell(f"{len(seen):,} of {wanted:,} on {tally.backend}, edge {edge}")
        for left in waiting:
            left.cancel()
    tell(str(dict(met)))
    assert len(seen) >= wanted

    check_the_portable_backend(said, monkeypatch)
    tell(f"the portable backend said the same in all {len(said):,} portions")
