"""Short proofs: what both checkers accept and refuse, and the commands that make and check them."""

from __future__ import annotations

import struct
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

import volo
from support import command_line
from support.data import DATA
from volo import engine
from volo.reference import proofs
from volo.reference.proofs import sealed

WIN: Final = "2/1obb1/1obo1b/o1ob/b1bo2/o4/1o b 0 standard-4"
LOSS: Final = "2/1o3/bo4/booo/1oob2/bbbo1/2 b 0 standard-4"
DRAW: Final = "ob/bb2o/bb1ooo/2ob/oo1bbb/1oo2/b1 b 0 standard-4"

PROOFS: Final = DATA / "proofs"
LIMIT: Final = 20


@cache
def long_proof(fen: str) -> bytes:
    proof = engine.solve(fen, proof=True).proof
    assert proof is not None
    return proof


@cache
def short_proof(fen: str, limit: int = LIMIT) -> bytes:
    return engine.shorten_proof(long_proof(fen), limit)


def offset_of_limit(fen: str) -> int:
    return 8 + 2 + len(fen.encode())


def with_limit(fen: str, limit: int) -> bytes:
    """The short proof of a position with another limit of the searches."""
    body, at = short_proof(fen)[:-8], offset_of_limit(fen)
    return sealed(body[:at] + struct.pack("<I", limit) + body[at + 4 :])


def agreed(proof: bytes) -> bool:
    """Whether the core accepts a proof. The checker in plain Python agrees, as far as its search gets."""
    problem, ours, theirs = "", None, None
    try:
        ours = engine.check_proof(proof, search_limit=100)
    except volo.VoloError as error:
        problem = str(error)
        if "the limit of the searches must be" in problem:
            return False
    try:
        theirs = proofs.check_proof(proof)
    except proofs.UndecidedError:
        return ours is not None
    except volo.VoloError:
        assert ours is None
        return False
    if ours is None:
        # A right claim may need a larger search.
        assert "no search of" in problem
        return False
    assert fields(ours) == fields(theirs)
    return True


def fields(proof: Any) -> tuple[Any, ...]:
    return proof.position.fen(), proof.value, proof.plies, proof.safe, proof.positions, proof.left_out


@pytest.mark.parametrize("fen", [WIN, LOSS, DRAW])
def test_a_short_proof_proves_the_same(fen: str) -> None:
    whole = engine.check_proof(long_proof(fen))
    assert (whole.left_out, whole.nodes, whole.search_limit) == (0, 0, None)
    proof = engine.check_proof(short_proof(fen))
    assert (proof.position, proof.value, proof.plies, proof.safe) == (
        whole.position,
        whole.value,
        whole.plies,
        whole.safe,
    )
    assert proof.search_limit == LIMIT
    assert 0 < proof.left_out <= proof.nodes + whole.positions
    assert proof.nodes <= proof.left_out * LIMIT // 2
    assert proof.positions < whole.positions
    assert agreed(short_proof(fen))
    assert engine.check_proof(short_proof(fen), threads=3) == proof
    assert engine.shorten_proof(long_proof(fen), LIMIT, threads=2) == short_proof(fen)


@pytest.mark.parametrize("fen", [WIN, pytest.param(LOSS, marks=pytest.mark.long), DRAW])
def test_a_changed_bit_and_a_right_checksum_give_the_same_verdict(fen: str) -> None:
    proof = short_proof(fen)
    accepted = 0
    for offset in range(0, len(proof) - 8, 6):
        changed = bytearray(proof[:-8])
        changed[offset] ^= 1 << offset % 8
        with pytest.raises(volo.VoloError):
            engine.check_proof(bytes(changed) + proof[-8:])
        accepted += agreed(sealed(bytes(changed)))
    assert accepted < len(proof) / 30


def test_a_false_claim_is_refused_by_both_searches() -> None:
    # Everything after the first move is left out, and the claim is about the player who loses.
    body, at = bytearray(short_proof(WIN, 1000)[:-8]), offset_of_limit(WIN) + 5
    for kind in (0, 1):
        body[at : at + 2] = bytes([kind, 0])
        for check in (engine.check_proof, proofs.check_proof):
            with pytest.raises(volo.VoloError):
                check(sealed(bytes(body)))


def test_a_reader_can_lower_the_limit_of_the_searches() -> None:
    assert engine.check_proof(short_proof(WIN), search_limit=LIMIT).search_limit == LIMIT
    with pytest.raises(volo.VoloError, match="must be 1 to 19, not 20"):
        engine.check_proof(short_proof(WIN), search_limit=LIMIT - 1)
    for limit in (0, 100_001, 2**32 - 1):
        for check in (engine.check_proof, proofs.check_proof):
            with pytest.raises(volo.VoloError, match="the limit of the searches"):
                check(with_limit(WIN, limit))
    with pytest.raises(volo.VoloError, match="no search of 1 positions proves that"):
        engine.check_proof(with_limit(WIN, 1))


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(volo.VoloError, match="already short"):
        engine.shorten_proof(short_proof(WIN), LIMIT)
    for limit in (0, 1, 100_001, 2**70):
        with pytest.raises(volo.VoloError, match="search_limit must be 2 to 100000"):
            engine.shorten_proof(long_proof(WIN), limit)
        if limit != 1:
            with pytest.raises(volo.VoloError, match="search_limit must be 1 to 100000"):
                engine.check_proof(short_proof(WIN), search_limit=limit)
    with pytest.raises(volo.VoloError, match="threads must be 1 to 256"):
        engine.check_proof(short_proof(WIN), 0)
    with pytest.raises(TypeError):
        engine.shorten_proof("proof", LIMIT)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        engine.check_proof(short_proof(WIN), search_limit="1")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "value", "plies"), [pytest.param("draw", "draw", None, marks=pytest.mark.long), ("loss", "loss", 44)]
)
def test_the_short_proofs_of_the_repository_are_accepted(name: str, value: str, plies: int | None) -> None:
    content = (PROOFS / f"{name}.volo").read_bytes()
    proof = engine.check_proof(content, threads=2)
    assert (proof.value, proof.plies, proof.search_limit) == (value, plies, 500)
    assert proof.nodes > 100 * proof.positions
    # The search is the same with another limit.
    at = 10 + len(proof.position.fen())
    higher = sealed(content[:at] + struct.pack("<I", 100_000) + content[at + 4 : -8])
    assert engine.check_proof(higher, threads=2).nodes == proof.nodes
    plain = proofs.check_proof(content, samples=3)
    assert fields(plain) == fields(proof)


class TestCommands:
    def test_a_proof_is_made_short_and_checked(self, tmp_path: Path) -> None:
        long, short, other = (str(tmp_path / name) for name in ("long", "short", "other"))
        command_line.output("solve", WIN, "--proof", long)
        command_line.output("solve", WIN, "--proof", short, "--short", str(LIMIT))
        assert Path(short).read_bytes() == short_proof(WIN)
        out = command_line.output("check-proof", long, "--short", str(LIMIT), "--out", other, "--threads", "2")
        assert Path(other).read_bytes() == short_proof(WIN)
        assert out.startswith("proved: win in at most 5 plies, 84 positions\n")
        with_out = ("check-proof", long, "--short", "2", "--out", other)
        assert command_line.complaint(2, *with_out) == f"{other}: the file exists already"
        assert Path(other).read_bytes() == short_proof(WIN)
        out = command_line.output("check-proof", short)
        proof = engine.check_proof(short_proof(WIN))
        assert out.startswith(
            f"proved: win in at most 5 plies, {proof.positions} positions, {proof.left_out} left out and proved by a "
            f"search of {proof.nodes}\n"
        )

    def test_mistakes_are_reported(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        Path("short").write_bytes(short_proof(WIN))
        for status, problem, *words in (
            (2, "belong together", "check-proof", "short", "--short", "20"),
            (2, "belong together", "check-proof", "short", "--out", "file"),
            (2, "--short needs --proof", "solve", WIN, "--short", "20"),
            (2, "is not in the range", "solve", WIN, "--proof", "file", "--short", "1"),
            (2, "is not in the range", "check-proof", "short", "--search-limit", "100001"),
            (2, "is not in the range", "check-proof", "short", "--threads", "0"),
            (1, "already short", "check-proof", "short", "--short", "20", "--out", "file"),
            (1, "must be 1 to 19, not 20", "check-proof", "short", "--search-limit", "19"),
        ):
            done = command_line.run(*words)
            assert done.returncode == status, words
            assert problem in done.stderr.decode(), words
        assert [each.name for each in tmp_path.iterdir()] == ["short"]
