"""The solver: its arguments, its limits, its results, and its proofs, which two checkers accept."""

from __future__ import annotations

import lzma
import os
import pickle
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import volo
from research import proofs
from support.command_line import called, complaint, in_new_process, output
from support.engines import refused
from support.memory import on_linux
from support.pictures import LONG_LOSS, WIN_IN_FIVE
from volo import engine

DRAW = "ob/bb2o/bb1ooo/2ob/oo1bbb/1oo2/b1 b 0 standard-4"


def test_values_and_lines() -> None:
    for fen, value, plies in ((LONG_LOSS, "loss", 6), (WIN_IN_FIVE, "win", 5), (DRAW, "draw", None)):
        solution = engine.solve(fen)
        assert (solution.value, solution.plies, len(solution.line), solution.proof) == (value, plies, plies or 0, None)
        outcome = volo.Game(fen, solution.line).outcome()
        assert (outcome is None) == (value == "draw")
        assert outcome is None or (outcome.winner is volo.Position(fen).turn) == (value == "win")
        assert engine.solve(volo.Position(fen)) == solution == pickle.loads(pickle.dumps(solution))
        assert hash(engine.solve(fen)) == hash(solution)
        refused(AttributeError, setattr, solution, "value", "unknown")


def test_wrong_arguments_are_refused() -> None:
    """Hostile whole numbers are in tests/python/robustness/test_hostile.py."""
    wrong: list[tuple[str, Any, type[Exception]]] = [
        *(("time", time, volo.VoloError) for time in (-1, float("nan"), float("inf"))),
        *((name, 0, volo.VoloError) for name in ("nodes", "threads", "memory_mb")),
        *(("time", "1", TypeError), ("time", True, TypeError), ("proof", 1, TypeError)),
    ]
    for (name, value, error), given in product(wrong, ({"position": WIN_IN_FIVE}, {"positions": [WIN_IN_FIVE]})):
        with pytest.raises(error, match=name):
            engine.solve(**given, **{name: value})


@pytest.mark.parametrize("games", [1, pytest.param(40, marks=pytest.mark.long)])
@pytest.mark.parametrize(
    "rules", ["standard-4", "french-4", "abstract-play-4", "edge=5,supply=5,pass=forced,stuck=draw"]
)
def test_both_checkers_accept_the_proofs(rules: str, games: int) -> None:
    checked = 0
    for seed in range(games):
        (game,) = volo.play_random(1, position=rules, seed=seed, record=True)
        for position in game.positions[-5:-1]:
            solution = engine.solve(position, nodes=20_000, proof=True)
            if solution.proof is None or len(solution.proof) > 3_000:
                continue
            for proof in engine.check_proof(solution.proof), proofs.check_proof(solution.proof):
                assert proof.position.fen() == position.fen()
                assert (proof.value, proof.plies) == (solution.value, solution.plies)
            checked += 1
    assert checked > 3 * games / 4, checked


@pytest.mark.skipif(os.name != "posix", reason="links and pipes as POSIX has them")
def test_only_regular_files_are_read_and_written_as_proofs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    Path("file").touch()
    Path("link").symlink_to("file")
    Path("zero").symlink_to("/dev/zero")
    for file in ("/dev/zero", "pipe", "zero"):
        assert complaint(2, "check-proof", file) == f"{file}: not a regular file"
    # It is an error before the search.
    monkeypatch.setattr(engine, "solve", None)
    for file, message in (
        ("nowhere/proof", "No such file"),
        ("link", "not a regular file"),
        ("pipe", "not a regular file"),
        ("search", "--proof and --checkpoint name the same file"),
        (f"../{tmp_path.name}/search", "--proof and --checkpoint name the same file"),
    ):
        assert message in complaint(2, "solve", WIN_IN_FIVE, "--proof", file, "--checkpoint", "search")
    assert {each.name for each in tmp_path.iterdir()} == {"file", "link", "pipe", "zero"}


@on_linux
def test_a_file_larger_than_memory_is_not_read_or_an_error(tmp_path: Path) -> None:
    # The files take no space. The limit protects the machine if the test fails.
    program = """
import resource, sys
from volo.cli import main
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
sys.stderr = sys.stdout
for file, begin in ("other", b"PAR1"), ("proof", b"VOLOPRF\1"):
    with open(file, "wb") as opened:
        opened.write(begin)
        opened.truncate(8 << 30)
    main(["check-proof", file])
"""
    first, second = in_new_process(program, cwd=tmp_path).splitlines()
    assert first.endswith("expected a proof, which begins with VOLOPRF and version 1 or 2, at byte 0")
    assert second == "volo: not enough memory"


def test_a_proof_in_an_xz_file_is_checked(tmp_path: Path) -> None:
    file, proof = tmp_path / "proof.xz", engine.solve(WIN_IN_FIVE, proof=True).proof
    assert proof is not None
    file.write_bytes(lzma.compress(proof))
    assert output("check-proof", str(file)).startswith("proved: win in at most 5 plies")
    # 1 GiB of zeros, in 150 KB
    xz = lzma.LZMACompressor(preset=0)
    bomb = xz.compress(b"VOLOPRF\x01") + b"".join(xz.compress(bytes(1 << 24)) for _ in range(64)) + xz.flush()
    for content, problem in (
        (bomb, "more than 64 times the size of the file"),
        (lzma.compress(proof)[:-1], "the xz data are truncated"),
        (lzma.compress(b"x"), "expected a proof, which begins with VOLOPRF and version 1 or 2, at byte 0"),
    ):
        file.write_bytes(content)
        assert complaint(1, "check-proof", str(file)).endswith(problem)


def test_the_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    # A proof replaces an older one, and what a killed process left.
    Path("long").write_bytes(b"VOLOPRF\x01")
    Path(".long.volo-part").write_text("a part of a proof")
    first, line = output("solve", WIN_IN_FIVE, "--proof", "long").splitlines()
    assert first.startswith("win in at most 5 plies, ")
    assert len(line.split()) == 5
    long = engine.solve(WIN_IN_FIVE, proof=True).proof
    assert long is not None
    assert Path("long").read_bytes() == long
    assert output("check-proof", "long") == f"proved: win in at most 5 plies, 84 positions\n{WIN_IN_FIVE}\n"
    output("solve", WIN_IN_FIVE, "--proof", "short", "--short", "20")
    assert output("check-proof", "long", "--short", "20", "--out", "other", "--threads", "2").startswith("proved: win ")
    assert Path("short").read_bytes() == Path("other").read_bytes() == engine.shorten_proof(long, 20)
    proof = engine.check_proof(Path("short").read_bytes())
    left_out = f"{proof.positions} positions, {proof.left_out} left out and proved by a search of {proof.nodes}\n"
    assert output("check-proof", "short").startswith(f"proved: win in at most 5 plies, {left_out}")
    assert output("solve", "--rules", "standard", "--nodes", "1") == "unknown, 1 nodes\n"
    Path("cut").write_bytes(long[:-1])
    for status, problem, *words in (
        (1, "checksum", "check-proof", "cut"),
        (2, "other: the file exists already", "check-proof", "long", "--short", "2", "--out", "other"),
        (2, "belong together", "check-proof", "short", "--short", "20"),
        (2, "belong together", "check-proof", "short", "--out", "file"),
        (2, "--short needs --proof", "solve", WIN_IN_FIVE, "--short", "20"),
        (2, "is not in the range", "solve", WIN_IN_FIVE, "--proof", "file", "--short", "1"),
        (2, "is not in the range", "check-proof", "short", "--search-limit", "100001"),
        (2, "is not in the range", "check-proof", "short", "--threads", "0"),
        (1, "already short", "check-proof", "short", "--short", "20", "--out", "file"),
        (1, "must be 1 to 19, not 20", "check-proof", "short", "--search-limit", "19"),
    ):
        assert problem in complaint(status, *words), words
    status, out, err = called("solve", "--nodes", "1", "--proof", "file")
    assert (status, out) == (2, "unknown, 1 nodes\n")
    assert "no proof was written" in err
    assert {each.name for each in tmp_path.iterdir()} == {"long", "short", "other", "cut"}
    assert Path("other").read_bytes() == Path("short").read_bytes()
