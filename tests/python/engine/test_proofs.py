"""Long and short proofs: the checker of the core and that in plain Python give the same answers; and the commands."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import product
from typing import Any, Final

import pytest

import volo
from research import proofs
from research.proofs import sealed
from support.data import DATA
from support.engines import refused
from support.pictures import OVER, WIN_IN_FIVE
from volo import BLUE, ORANGE, VoloError, engine

WIN: Final = "2/1ob2/oo2b1/b1bo/1b1b2/1oo2/1o b 0 standard-4"
LOSS: Final = "2/1o3/bo4/booo/1oob2/bbbo1/2 b 0 standard-4"
DRAW: Final = "ob/bb2o/bb1ooo/2ob/oo1bbb/1oo2/b1 b 0 standard-4"

CHECKS: Final[list[Callable[[bytes], Any]]] = [engine.check_proof, proofs.check_proof]

# The number of bytes of a position in an entry on edge 4.
PLACE: Final = 9

# The most positions in a search of a short proof.
LIMIT: Final = 20


@cache
def proof_of(fen: str) -> bytes:
    proof = engine.solve(fen, proof=True).proof
    assert proof is not None
    return proof


def head(fen: str, claims: int) -> bytes:
    return b"VOLOPRF\x01" + struct.pack("<H", len(fen.encode())) + fen.encode() + bytes([claims])


def claim(is_win: bool, player: volo.Color, entries: list[bytes]) -> bytes:
    return bytes([is_win, player]) + struct.pack("<Q", len(entries)) + b"".join(entries)


def entries_of(proof: bytes) -> tuple[bytes, list[bytes]]:
    """The part before the entries of a proof of a win, and the entries."""
    start = 11 + int.from_bytes(proof[8:10], "little") + 10
    assert (len(proof) - 8 - start) % (PLACE + 8) == 0
    return proof[:start], [proof[at : at + PLACE + 8] for at in range(start, len(proof) - 8, PLACE + 8)]


def without_plies(proof: bytes) -> bytes:
    start, entries = entries_of(proof)
    return start + b"".join(each[:-4] + bytes(4) for each in entries)


def fields(proof: Any) -> tuple[Any, ...]:
    return proof.position.fen(), proof.value, proof.plies, proof.safe, proof.positions, proof.left_out


def agreed(proof: bytes, search_limit: int = 100) -> bool:
    """Whether the core accepts a proof. The checker in plain Python agrees, as far as its search gets."""
    problem, ours = "", None
    try:
        ours = engine.check_proof(proof, search_limit=search_limit)
    except VoloError as error:
        problem = str(error)
        if "the limit of the searches must be" in problem:
            return False
    try:
        theirs = proofs.check_proof(proof)
    except proofs.UndecidedError:
        return ours is not None
    except VoloError:
        assert ours is None
        return False
    if ours is None:
        # A right claim may need a larger search.
        assert "no search of" in problem
        return False
    assert fields(ours) == fields(theirs)
    return True


def test_a_proof_is_accepted() -> None:
    for fen, *claims in ((WIN, "win", 3, {BLUE}), (LOSS, "loss", 12, {ORANGE}), (DRAW, "draw", None, {BLUE, ORANGE})):
        for check in CHECKS:
            checked = check(proof_of(fen))
            assert [checked.position.fen(), checked.value, checked.plies, {*checked.safe}] == [fen, *claims]


def test_some_entries_of_a_large_proof_can_be_checked() -> None:
    assert proofs.check_proof(proof_of(LOSS), samples=3) == proofs.check_proof(proof_of(LOSS))
    check = partial(proofs.check_proof, sealed(without_plies(proof_of(LOSS))), samples=3)
    assert "the plies are not enough" in str(refused(VoloError, check))


def with_a_changed_bit(proof: bytes, step: int) -> Iterator[bytes]:
    for offset in range(0, len(proof) - 8, step):
        changed = bytearray(proof[:-8])
        changed[offset] ^= 1 << offset % 8
        yield sealed(bytes(changed))


@pytest.mark.parametrize(("fen", "step"), [(WIN, 2), (LOSS, 5), pytest.param(LOSS, 1, marks=pytest.mark.long)])
def test_a_changed_bit_and_a_right_checksum_give_the_same_verdict(fen: str, step: int) -> None:
    verdicts = [agreed(proof) for proof in with_a_changed_bit(proof_of(fen), step)]
    assert 0 < sum(verdicts) < len(verdicts) / 5


def wrong_proofs() -> dict[str, bytes]:
    _, entries = entries_of(proof_of(WIN))
    first, *others = entries
    last = entries[-1]
    opening, body = head(WIN, 1), claim(True, BLUE, entries)
    assert sealed(opening + body) == proof_of(WIN)
    text = WIN.replace("standard-4", "edge=4,supply=60,pass=standard,stuck=draw")
    on_another_edge = first[: PLACE + 3] + b"\x40" + first[PLACE + 4 :]
    passing = first[:PLACE] + bytes(4) + first[PLACE + 4 :]
    return {
        "no claims": head(WIN, 0),
        "three claims": head(WIN, 3) + body * 3,
        "the same claim twice": head(WIN, 2) + body * 2,
        "claims that contradict each other": head(WIN, 2) + body + claim(True, ORANGE, []),
        "the claim of the opponent": opening + b"\1\0" + body[2:],
        "no entries": opening + claim(True, BLUE, []),
        "too few entries": opening + claim(True, BLUE, others),
        "a large number of entries": opening + body[:2] + b"\xff" * 8 + body[10:],
        "entries in another order": opening + claim(True, BLUE, entries[::-1]),
        "an entry twice": opening + claim(True, BLUE, [first, *entries]),
        "an unused bit": opening + claim(True, BLUE, [*entries[:-1], last[:3] + b"\xff" + last[4:]]),
        "two passes": opening + claim(True, BLUE, [first[: PLACE - 1] + b"\2" + first[PLACE:], *others]),
        "a move on another edge": opening + claim(True, BLUE, [on_another_edge]),
        "a pass": opening + claim(True, BLUE, [passing, *others]),
        "a position that is not UTF-8": b"VOLOPRF\x01\1\0\xff\1" + body,
        "a rule set that is written in another way": head(text, 1) + body,
        "no plies": without_plies(proof_of(WIN)),
        "the largest number of plies": opening
        + claim(True, BLUE, [each.replace(b"\3\0\0\0", b"\xff" * 4) for each in entries]),
        "a game that is over, for the loser": head(OVER, 1) + claim(True, BLUE, []),
        "a byte more": opening + body + b"\0",
        "nothing": b"",
        "only a head": b"VOLOPRF\x01",
        "only a claim": opening + claim(False, ORANGE, []),
    }


@pytest.mark.parametrize("name", wrong_proofs())
def test_a_wrong_proof_is_refused(name: str) -> None:
    content = wrong_proofs()[name]
    for check, proof in product(CHECKS, (content, sealed(content), proof_of(WIN)[:-1] + b"?")):
        refused(VoloError, check, proof)


@pytest.mark.parametrize("check", CHECKS)
def test_a_part_of_a_proof_proves_less_and_a_game_that_is_over_needs_no_entries(check: Callable[[bytes], Any]) -> None:
    body = proof_of(DRAW)[len(head(DRAW, 2)) : -8]
    size = 10 + int.from_bytes(body[2:10], "little") * (PLACE + 4)
    for part in (body[:size], body[size:]):
        checked = check(sealed(head(DRAW, 1) + part))
        assert (checked.value, checked.plies, checked.safe) == ("unknown", None, (volo.Color(part[1]),))
    assert check(sealed(head(DRAW, 2) + body[size:] + body[:size])).value == "draw"
    # The player who moved last has won.
    for turn, winner in (("b", ORANGE), ("o", BLUE)):
        checked = check(sealed(head(OVER.replace(" b ", f" {turn} "), 1) + claim(True, winner, [])))
        assert (checked.value, checked.plies) == ("loss", 0)


@cache
def short_proof(fen: str, limit: int = LIMIT) -> bytes:
    return engine.shorten_proof(proof_of(fen), limit)


# Before it are the magic number, and the position with its length.
OFFSET_OF_LIMIT: Final = 8 + 2 + len(WIN_IN_FIVE)


def with_limit(limit: int) -> bytes:
    body = short_proof(WIN_IN_FIVE)[:-8]
    return sealed(body[:OFFSET_OF_LIMIT] + struct.pack("<I", limit) + body[OFFSET_OF_LIMIT + 4 :])


@pytest.mark.parametrize("fen", [WIN_IN_FIVE, LOSS, DRAW])
def test_a_short_proof_is_one_of_fewer_positions(fen: str) -> None:
    whole, proof = engine.check_proof(proof_of(fen)), engine.check_proof(short_proof(fen), threads=3)
    assert (whole.search_limit, proof.search_limit) == (None, LIMIT)
    assert whole.left_out == 0 < proof.left_out
    assert proof.positions < whole.positions
    assert agreed(short_proof(fen))
    assert engine.shorten_proof(proof_of(fen), LIMIT, threads=2) == short_proof(fen)


@pytest.mark.parametrize("fen", [WIN_IN_FIVE, pytest.param(LOSS, marks=pytest.mark.long), DRAW])
def test_a_changed_bit_of_a_short_proof_gives_the_same_verdict(fen: str) -> None:
    verdicts = [agreed(proof) for proof in with_a_changed_bit(short_proof(fen), 18)]
    assert sum(verdicts) < len(verdicts) / 5


def test_a_false_claim_is_refused_by_both_searches() -> None:
    # Everything after the first move is left out, and the claim is about the player who loses.
    body, at = bytearray(short_proof(WIN_IN_FIVE, 1000)[:-8]), OFFSET_OF_LIMIT + 5
    for kind in (0, 1):
        body[at : at + 2] = bytes([kind, 0])
        assert not agreed(sealed(bytes(body)), 1000)


def test_limits_and_wrong_arguments() -> None:
    long, short = proof_of(WIN_IN_FIVE), short_proof(WIN_IN_FIVE)
    shorten, core = engine.shorten_proof, engine.check_proof
    assert core(short, search_limit=LIMIT).search_limit == LIMIT
    for call, message in (
        (partial(core, short, search_limit=LIMIT - 1), "must be 1 to 19, not 20"),
        (partial(core, with_limit(1)), "no search of 1 positions proves that"),
        (partial(core, proof_of(WIN)[:-1] + b"?"), ", at byte 186"),
        (partial(core, sealed(wrong_proofs()["too few entries"])), "there is no move in 2/1obbo/oo2o1/"),
        (partial(core, short, search_limit=0), "search_limit must be 1 to 100000"),
        (partial(core, short, 0), "threads must be 1 to 256"),
        (partial(shorten, short, LIMIT), "already short"),
        (partial(shorten, long, 1), "search_limit must be 2 to 100000"),
        (partial(shorten, long, 2**70), "search_limit must be 2 to 100000"),
        (partial(shorten, long, LIMIT, threads=0), "threads must be 1 to 256"),
    ):
        assert message in str(refused(VoloError, call))
    for limit, check in product((0, 100_001, 2**32 - 1), CHECKS):
        assert "the limit of the searches" in str(refused(VoloError, check, with_limit(limit)))
    wrong: Any = "1"
    refused(TypeError, shorten, wrong, LIMIT)
    refused(TypeError, core, wrong)
    refused(TypeError, partial(core, short, search_limit=wrong))


@pytest.mark.parametrize(
    ("name", "value", "plies"), [pytest.param("draw", "draw", None, marks=pytest.mark.long), ("loss", "loss", 44)]
)
def test_the_short_proofs_of_the_repository_are_accepted(name: str, value: str, plies: int | None) -> None:
    content = (DATA / "proofs" / f"{name}.volo").read_bytes()
    proof = engine.check_proof(content, threads=2)
    assert (proof.value, proof.plies, proof.search_limit) == (value, plies, 500)
    assert proof.nodes > 100 * proof.positions
    assert fields(proofs.check_proof(content, samples=3)) == fields(proof)
