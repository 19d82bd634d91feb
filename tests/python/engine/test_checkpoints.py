"""Searches on several threads, their progress, and checkpoints from which they continue."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from time import sleep

import pytest

from research.proofs import sealed
from support.command_line import complaint, output
from support.engines import refused
from support.pictures import LONG_LOSS, WIN_IN_FIVE
from support.process import running
from volo import CheckpointError, VoloError, engine
from volo.engine.checkpoint import Watch

START = "2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4"


def test_progress_is_reported_and_its_exception_ends_the_search() -> None:
    searched: list[int] = []
    solution = engine.solve(START, 20_000, progress=searched.append)
    assert searched == sorted(searched)
    assert searched[-1] == solution.nodes == 20_000
    with pytest.raises(KeyError, match="enough"):
        engine.solve(START, progress=lambda _: dict[str, int]()["enough"])


def test_a_search_continues_from_its_checkpoint(tmp_path: Path) -> None:
    file = tmp_path / "search"
    part = engine.solve(WIN_IN_FIVE, 100, checkpoint=file)
    assert (part.value, part.nodes) == ("unknown", 100)
    assert [each.name for each in tmp_path.iterdir()] == ["search"]
    whole = engine.solve(WIN_IN_FIVE, checkpoint=str(file), proof=True)
    assert whole.value == "win"
    assert whole.nodes > 100
    assert whole.proof is not None
    assert engine.check_proof(whole.proof).value == "win"
    # The file has the solved position now.
    assert engine.solve(WIN_IN_FIVE, checkpoint=file).value == "win"


def test_checkpoints_are_written_periodically(tmp_path: Path) -> None:
    file = tmp_path / "search"
    sizes: set[int] = set()

    def look(_: int) -> None:
        sizes.add(file.stat().st_size if file.exists() else 0)

    engine.solve(START, 60_000, checkpoint=file, checkpoint_seconds=0, progress=look)
    assert len(sizes) > 1, sizes
    rarely = Watch(None, file, 1e6)
    assert rarely(1, False) is None
    write = rarely(1, True)
    assert write is not None
    write(b"new")
    write(b"")
    assert file.read_bytes() == b"new"


def test_a_checkpoint_of_other_rules_or_a_damaged_one_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "search"
    engine.solve(START, 2_000, checkpoint=file)
    saved = file.read_bytes()
    for position, content, message in (
        ("french-4", saved, "rules standard-4, not for french-4"),
        (START, saved[:-1], f"truncated, at byte {len(saved) - 8}"),
        (START, b"", "expected the head"),
    ):
        file.write_bytes(content)
        problem = str(refused(CheckpointError, partial(engine.solve, position, 3_000, checkpoint=file)))
        assert problem.startswith(f"{file}: not a valid checkpoint: ")
        assert message in problem
        assert file.read_bytes() == content


def forged(saved: bytes, mover_wins: bool, other_wins: bool) -> bytes:
    """A checkpoint with two results: whether the player to move can force a win, and whether the other one can."""
    start = 10 + int.from_bytes(saved[8:10], "little")
    keys = saved[start : start + 16], saved[start + 16 : start + 32]
    content = saved[: start + 32] + bytes(16) + (2).to_bytes(8, "little")
    for key, is_reached in zip(keys, (mover_wins, not other_wins), strict=True):
        numbers = (0, 2**32 - 1) if is_reached else (2**32 - 1, 0)
        content += key + b"".join(number.to_bytes(4, "little") for number in numbers) + (9).to_bytes(8, "little")
    return sealed(content)


@pytest.mark.parametrize(
    ("position", "mover_wins", "other_wins"),
    [(WIN_IN_FIVE, False, False), (WIN_IN_FIVE, False, True), (LONG_LOSS, True, False), (LONG_LOSS, False, False)],
)
def test_a_checkpoint_with_wrong_results_contradicts_the_proof(
    position: str, mover_wins: bool, other_wins: bool, tmp_path: Path
) -> None:
    """A checkpoint is trusted as a pickle is, but it does not become a proof."""
    file, proof = tmp_path / "search", tmp_path / "proof"
    engine.solve(position, 1, checkpoint=file)
    content = forged(file.read_bytes(), mover_wins, other_wins)
    file.write_bytes(content)
    words = ["solve", position, "--checkpoint", str(file), "--nodes", "100000"]
    if not (mover_wins or other_wins):
        assert output(*words).startswith("draw")
        file.write_bytes(content)
    message = f"{file}: the checkpoint contradicts the search: it has wrong results"
    assert complaint(1, *words, "--proof", str(proof)).startswith(message)
    assert not proof.exists()


def test_a_place_where_no_checkpoint_can_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "search")
    for place, message in {"nowhere/search": "nowhere/search", "": "regular file", "link": "regular file"}.items():
        # It is an error before the search, which would not end.
        assert message in str(refused(OSError, partial(engine.solve, "standard-8", checkpoint=tmp_path / place)))
    assert [each.name for each in tmp_path.iterdir()] == ["link"]
    for seconds in (-1, float("nan"), float("inf")):
        solve = partial(engine.solve, START, 2_000, checkpoint=tmp_path / "search", checkpoint_seconds=seconds)
        assert "checkpoint_seconds must be" in str(refused(VoloError, solve))


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_a_search_continues_after_a_signal(number: signal.Signals, tmp_path: Path) -> None:
    file = tmp_path / "search"
    words = ["solve", START, "--memory-mb", "16", "--checkpoint", str(file), "--checkpoint-seconds", "0.1"]
    command = [sys.executable, "-m", "volo", *words]
    with running(*command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        while not file.exists():
            assert process.poll() is None
            sleep(0.02)
        process.send_signal(number)
        _, error = process.communicate()
    if number != signal.SIGKILL:
        assert process.returncode == 128 + number
        assert "the same command continues from" in error
    # The temporary file of the killed process is replaced.
    text = output(*words, "--nodes", str(10**15), "--time", "1")
    assert text.startswith("unknown, ")
    assert int(text.split()[1].replace(",", "")) > 2_000
    assert [each.name for each in tmp_path.iterdir()] == ["search"]
