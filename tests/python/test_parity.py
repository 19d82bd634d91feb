"""The core and the reference agree: one property, asked of very many positions.

`compare` is the property. A state machine asks it at every step of games that hypothesis chooses, with illegal moves
and texts that are no moves in between; the bulk tests ask it of a fixed number of different positions.

In the long run, the reference answers once and both backends of the core are held against it: the fast one directly,
the portable one by a digest of all that the fast one said.

Environment: ``VOLO_PARITY_SEED`` for other positions in bulk, ``VOLO_PARITY_POSITIONS`` for another number of them
in the long run.
"""

from __future__ import annotations

import multiprocessing
import os
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from hashlib import blake2b
from itertools import count, repeat
from random import Random
from time import monotonic
from typing import Final, NamedTuple

import pytest
from conftest import read_jsonl
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from strategies import (
    EDGES,
    RECIPES,
    garbled,
    made_up,
    perhaps_valid,
    positions,
    randoms,
    rule_sets,
    some_rules,
    varied,
    walk,
)

import volo
from volo import _volo, reference
from volo.color import Color
from volo.errors import IllegalMoveError, InvalidPositionError, InvalidRulesError, NotationError

SEED: Final = int(os.environ.get("VOLO_PARITY_SEED", "20100831"))

Either = volo.Position | reference.Position


# The property.

LOOKS: Final[dict[str, Callable[[Either], object]]] = {
    "fen": lambda position: position.fen(),
    "rules": lambda position: str(position.rules),
    "turn": lambda position: position.turn,
    "passes": lambda position: position.passes,
    "outcome": lambda position: position.outcome(),
    "birds": lambda position: [position.birds(color) for color in Color],
    "in_hand": lambda position: [position.in_hand(color) for color in Color],
    "flocks": lambda position: [position.flocks(color) for color in Color],
    "regions": lambda position: [position.regions(color) for color in Color],
}


class Agreed(NamedTuple):
    """What both say of a position: the moves, and the positions after those that were played."""

    moves: list[str]
    following: list[str]


def compare(core: volo.Position, other: Either, successors: Random | None = None) -> Agreed:
    """Hold everything that the two say of one position against each other.

    Args:
        core: the position, as the core has it.
        other: the same, as the reference has it.
        successors: chooses some moves that are played in both, and sometimes all; None for all.

    Raises:
        AssertionError: they differ; it says in which position, and how.
    """
    for name, look in LOOKS.items():
        ours, theirs = look(core), look(other)
        if ours != theirs:
            raise AssertionError(f"{core.fen()}\n{name} of the core: {ours}\n{name} of the reference: {theirs}")
    ours, theirs = ([str(move) for move in position.legal_moves()] for position in (core, other))
    if sorted(ours) != sorted(theirs) or len(set(ours)) < len(ours):
        raise AssertionError(_difference(core, other, ours, theirs))
    if len(core.legal_moves()) != len(ours) or core.perft(1) != len(ours):
        raise AssertionError(f"{core.fen()}\n{len(ours)} moves, but the core counts {core.perft(1)}")
    following: list[str] = []
    for move in _some(ours, successors):
        after, after_too = core.play(move).fen(), other.play(move).fen()
        if after != after_too:
            raise AssertionError(f"{core.fen()}\n{move} in the core: {after}\nthe reference: {after_too}")
        following.append(after)
    return Agreed(ours, following)


def answer(position: Either, text: str) -> tuple[object, ...]:
    """What a position says to a text that may be a legal move, an illegal one, or none."""
    found: tuple[object, ...]
    try:
        found = "legal", position.play(text).fen(), str(position.parse_move(text))
    except NotationError as error:
        found = "no move", error.offset, error.text
    except IllegalMoveError as error:
        found = "illegal", error.ruling, error.move
    if found[0] == "no move":
        with pytest.raises(NotationError):
            position.is_legal(text)
    else:
        assert position.is_legal(text) == (found[0] == "legal")
    return found


def compare_answers(core: volo.Position, other: Either, text: str) -> tuple[object, ...]:
    """Hold the answers to a text against each other; return the answer, what kind it is first."""
    ours, theirs = answer(core, text), answer(other, text)
    if ours != theirs:
        raise AssertionError(f"{core.fen()}\n{text!r} in the core: {ours}\nthe reference: {theirs}")
    return ours


def read(read_position: Callable[[str], Either], text: str) -> tuple[object, ...]:
    """What comes of a text that may be a position."""
    try:
        return "position", read_position(text).fen()
    except NotationError as error:
        return "no position", error.offset, error.text
    except InvalidRulesError:
        return ("no rules",)
    except InvalidPositionError as error:
        return "invalid", len(error.reasons)


def compare_readings(text: str) -> str:
    """Hold what both read in a text against each other; return what kind of answer it is."""
    ours, theirs = read(volo.Position.from_fen, text), read(reference.Position.from_fen, text)
    if ours != theirs:
        raise AssertionError(f"{text!r} in the core: {ours}\nthe reference: {theirs}")
    return str(ours[0])


def _some(moves: list[str], random: Random | None) -> list[str]:
    if random is None or random.random() < 0.01:
        return moves
    keeping = [move for move in moves if "/" in move]
    return [random.choice(some) for some in (moves, keeping) if some]


def _difference(core: volo.Position, other: Either, ours: list[str], theirs: list[str]) -> str:
    """How the legal moves of a position differ, and where the ones that both have lead."""
    twice = sorted(move for moves in (ours, theirs) for move, times in Counter(moves).items() if times > 1)
    both = sorted(set(ours) & set(theirs))
    divide = [(move, core.play(move).perft(1), other.play(move).perft(1)) for move in both]
    return "\n".join(
        (
            core.fen(),
            str(core),
            f"only the core has: {sorted(set(ours) - set(theirs))}",
            f"only the reference has: {sorted(set(theirs) - set(ours))}",
            f"listed twice: {twice}",
            "divide, core and reference:",
            *(f"  {move} {mine} {yours}{' !' if mine != yours else ''}" for move, mine, yours in divide),
        )
    )


# Step by step.


class Parity(RuleBasedStateMachine):
    """A game that both play, with everything compared at every step."""

    core: volo.Position
    other: reference.Position
    moves: list[str]

    @initialize(rules=rule_sets())
    def from_the_start(self, rules: str) -> None:
        self._is_now(volo.Position(rules), reference.Position(rules))

    # The second of two initial rules would spoil the first: so the position is exchanged before a move is made.
    @precondition(lambda self: self.core == volo.Position(self.core.rules))
    @rule(position=positions())
    def from_elsewhere(self, position: volo.Position) -> None:
        self._is_now(position, reference.Position.from_fen(position.fen()))

    @precondition(lambda self: self.moves)
    @rule(number=st.integers(0, 2**16))
    def play(self, number: int) -> None:
        self._play(self.moves, number)

    @precondition(lambda self: any("-" in move for move in self.moves))
    @rule(number=st.integers(0, 2**16))
    def fly(self, number: int) -> None:
        self._play([move for move in self.moves if "-" in move], number)

    @precondition(lambda self: any("/" in move for move in self.moves))
    @rule(number=st.integers(0, 2**16))
    def divide(self, number: int) -> None:
        self._play([move for move in self.moves if "/" in move], number)

    @precondition(lambda self: "pass" in self.moves)
    @rule()
    def pass_(self) -> None:
        self._play(["pass"], 0)

    @precondition(lambda self: self.moves)
    @rule(random=randoms)
    def play_on(self, random: Random) -> None:
        """Some plies at once, to come to the later game; compared only in the end."""
        for move, _ in walk(random, self.core, 12):
            self._play([str(move)], 0)

    @rule(random=randoms)
    def try_what_may_be_illegal(self, random: Random) -> None:
        compare_answers(self.core, self.other, varied(random, self.core))

    @rule(random=randoms)
    def try_what_may_be_no_move(self, random: Random) -> None:
        compare_answers(self.core, self.other, garbled(random, varied(random, self.core)))

    @rule(text=st.text("abcdefgh0123456789:-/NESW", max_size=12))
    def try_anything(self, text: str) -> None:
        compare_answers(self.core, self.other, text)

    @rule()
    def read_again(self) -> None:
        self._is_now(volo.Position.from_fen(self.core.fen()), reference.Position.from_fen(self.other.fen()))

    @invariant()
    def agree(self) -> None:
        if hasattr(self, "core"):
            compare(self.core, self.other, Random(self.core.zobrist))

    def _play(self, moves: list[str], number: int) -> None:
        move = moves[number % len(moves)]
        self._is_now(self.core.play(move), self.other.play(move))

    def _is_now(self, core: volo.Position, other: reference.Position) -> None:
        self.core, self.other = core, other
        self.moves = [str(move) for move in core.legal_moves()]


TestParity = Parity.TestCase
TestParity.settings = settings(
    max_examples=60,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@settings(max_examples=150, deadline=None)
@given(position=positions())
def test_positions_and_all_that_follows(position: volo.Position) -> None:
    compare(position, reference.Position.from_fen(position.fen()))


@pytest.mark.parametrize("fen", [entry["fen"] for entry in read_jsonl("walls.jsonl")])
def test_walls_and_all_that_follows(fen: str) -> None:
    compare(volo.Position.from_fen(fen), reference.Position.from_fen(fen))


@settings(max_examples=400, deadline=None)
@given(position=positions((4, 5)), random=randoms)
def test_refusals(position: volo.Position, random: Random) -> None:
    other = reference.Position.from_fen(position.fen())
    for _ in range(5):
        compare_answers(position, other, varied(random, position))
        compare_answers(position, other, garbled(random, varied(random, position)))


@settings(max_examples=400, deadline=None)
@given(rules=rule_sets(), recipe=st.sampled_from(list(RECIPES)), random=randoms)
def test_invalid_positions(rules: str, recipe: str, random: Random) -> None:
    """Both know the invalid ones, and for the same number of reasons."""
    compare_readings(perhaps_valid(random, rules, recipe))


def test_invalid_positions_in_bulk() -> None:
    random = Random(SEED)
    met = Counter(compare_readings(perhaps_valid(random, some_rules(random, EDGES[n % 5]))) for n in range(3000))
    assert min(met["position"], met["invalid"]) > 500, met


@settings(max_examples=400, deadline=None)
@given(position=positions(), random=randoms)
def test_what_is_no_position(position: volo.Position, random: Random) -> None:
    text = garbled(random, position.fen())
    assume(text != position.fen())
    compare_readings(text)


# In bulk.

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


@pytest.mark.parametrize("edge", EDGES)
def test_parity_in_bulk(edge: int) -> None:
    tally = compare_in_bulk(Portion(SEED, edge, POSITIONS[edge]))
    assert len(tally.positions) == POSITIONS[edge]
    for event in ("flights", "divided opponents", "passes", "illegal", "legal"):
        assert tally.met[event] > 0, (event, tally.met)
    for event in ("ends by flock", "ends by passes", "ends by stuck"):
        assert tally.met[event] > 0 or edge > 6, (event, tally.met)


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

    monkeypatch.setenv("VOLO_BACKEND", "portable")
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        for portion, tally in zip(said, pool.map(compare_in_bulk, said, repeat(volo.Position)), strict=True):
            assert tally.backend == "portable"
            assert tally.said == said[portion], portion
    tell(f"the portable backend said the same in all {len(said):,} portions")
