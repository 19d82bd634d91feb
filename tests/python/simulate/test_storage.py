"""Kept games on a server that speaks S3, versitygw, while runs, workers and nodes are killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from random import Random
from time import sleep

import pytest

from support.command_line import output
from support.kept import contents, shards, simulate, survive_on_ray, wait_for_shards
from support.process import running
from support.s3 import SECRET, real_s3
from volo.simulate import scan

pytestmark = pytest.mark.storage

URL = "s3://bucket/games"
CHOSEN = ["--games", "15000", "--rules", "standard-5", "--shard-size", "500"]
# A run whose lease is free after four seconds instead of a minute.
IMPATIENT = """
import sys
from volo.cli import main
from volo.simulate.storage import lease
lease.SECONDS = 4.0
sys.exit(main(["simulate", "--quiet", *sys.argv[1:]]))
"""


@pytest.fixture
def bucket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of an empty bucket. The environment names its server."""
    with real_s3(monkeypatch, tmp_path / "server") as bucket:
        yield bucket


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a run in a local folder."""
    return simulate(tmp_path_factory.mktemp("local") / "games", *CHOSEN)


def started(*more: str) -> AbstractContextManager[subprocess.Popen[str]]:
    """Start a run on the server."""
    return running(sys.executable, "-c", IMPATIENT, *CHOSEN, "--out", URL, *more, stderr=subprocess.PIPE)


def finish(bucket: Path, local: dict[str, bytes], *more: str) -> None:
    """Run the command to its end, and compare the objects with the files of the local run."""
    with started(*more) as process:
        _, errors = process.communicate()
    assert process.returncode == 0, errors
    assert contents(bucket / "games") == local


@pytest.mark.parametrize("seed", range(3))
def test_a_run_that_is_killed_again_and_again_ends_with_the_same_bytes(
    bucket: Path, local: dict[str, bytes], tmp_path: Path, seed: int
) -> None:
    chance = Random(seed)
    for _ in range(3):
        number = len(shards(bucket / "games")) + chance.randrange(1, 8)
        with started() as process:
            wait_for_shards(bucket / "games", number, process)
            sleep(chance.random() / 20)
            process.kill()
        left = {name: data for name, data in contents(bucket / "games").items() if name.endswith("t")}
        assert left.items() <= local.items()
        if chance.random() < 0.3:
            (bucket / "games" / "_manifest.jsonl").unlink()
    finish(bucket, local)
    assert scan(URL).to_table(columns=["winner"]).num_rows == 15_000
    output("summarize", "--check", "--quiet", URL)
    output("merge", "--quiet", "s3://bucket/all", URL)
    output("merge", "--quiet", str(tmp_path / "all"), URL)
    assert contents(bucket / "all") == contents(tmp_path / "all") == local


@pytest.mark.skipif(os.name != "posix", reason="a process is stopped by a signal")
def test_a_run_that_slept_writes_nothing_when_it_wakes(bucket: Path, local: dict[str, bytes]) -> None:
    with started() as first:
        wait_for_shards(bucket / "games", 1, first)
        first.send_signal(signal.SIGSTOP)
        finish(bucket, local)
        first.send_signal(signal.SIGCONT)
        _, errors = first.communicate()
    assert first.returncode == 2
    assert "another run has" in errors
    assert contents(bucket / "games") == local


def test_on_ray_a_lost_worker_and_a_lost_node_change_nothing(
    bucket: Path, local: dict[str, bytes], tmp_path: Path, ray_folder: Path
) -> None:
    """Workers write their shards themselves."""
    survive_on_ray(URL, tmp_path / "marks", 15_000)
    assert contents(bucket / "games") == local
    logs = [path for path in ray_folder.rglob("*") if path.is_file()]
    assert logs
    assert not [path for path in logs if SECRET.encode() in path.read_bytes()]
