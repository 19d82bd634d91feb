"""Runs that are killed or stopped in a folder, on object storage and on Ray: the same command finishes them.

Object storage is versitygw here, a server that speaks S3.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager
from importlib import import_module
from pathlib import Path
from time import sleep
from typing import Any, NamedTuple
from unittest.mock import Mock

import pytest

import volo
from support.command_line import called, complaint, output
from support.kept import COMMAND, contents, shards, simulate, wait_for_shards
from support.process import running
from support.s3 import SECRET, real_s3
from volo.simulate import Configuration, Summary, keep, scan

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")

RUN = ["--games", "2000", "--rules", "standard-4", "--seed", "8", "--shard-size", "50"]
SHARDS = 40
# A run whose lease is free after four seconds instead of a minute.
IMPATIENT = """
import sys
from volo.cli import main
from volo.simulate.storage import lease
lease.SECONDS = 4.0
sys.exit(main(["simulate", "--quiet", *sys.argv[1:]]))
"""


class Place(NamedTuple):
    """Where games are kept: the argument of the command, the folder with the files, and the command."""

    out: str
    files: Path
    command: list[str]

    def started(self) -> AbstractContextManager[subprocess.Popen[str]]:
        return running(*self.command, *RUN, "--out", self.out, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def finished(self) -> dict[str, bytes]:
        with self.started() as process:
            _, errors = process.communicate()
        assert process.returncode == 0, errors
        return contents(self.files)


@pytest.fixture
def local(tmp_path: Path) -> Place:
    return Place(str(tmp_path / "games"), tmp_path / "games", COMMAND)


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    with real_s3(monkeypatch, tmp_path / "server") as bucket:
        yield Place("s3://bucket/games", bucket / "games", [sys.executable, "-c", IMPATIENT])


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return simulate(tmp_path_factory.mktemp("undisturbed") / "games", *RUN)


@pytest.mark.parametrize(
    ("where", "sent", "times"),
    [
        ("local", signal.SIGKILL, 2),
        ("local", signal.SIGHUP, 1),
        pytest.param("local", signal.SIGKILL, 200, marks=pytest.mark.long),
        pytest.param("server", signal.SIGKILL, 9, marks=pytest.mark.storage),
    ],
)
def test_an_interrupted_run_can_be_continued(
    where: str, sent: signal.Signals, times: int, undisturbed: dict[str, bytes], request: pytest.FixtureRequest
) -> None:
    """Some signals come during the start, and most while the run writes shards."""
    place: Place = request.getfixturevalue(where)
    folder, chance = place.files, random.Random(times)
    interrupted = at_work = 0
    while interrupted < times or at_work < times / 2:
        before = len(shards(folder))
        # Before the second shard is written, there may be no games to tell of.
        more = chance.choice([0, 1, 1, 2, 3, 5, 10] if sent == signal.SIGKILL else [2, 3, 5])
        with place.started() as process:
            if more:
                wait_for_shards(folder, min(before + more, SHARDS), process)
            sleep(chance.uniform(0, 0.01 if more else 0.5))
            process.send_signal(sent)
            printed, errors = process.communicate(timeout=60)
        assert all(path.read_bytes() == undisturbed[path.name] for path in shards(folder))
        if process.returncode == 0:
            assert contents(folder) == undisturbed
        elif process.returncode != -sent:  # as of a kill, or of another signal during the start
            assert (process.returncode, printed) == (128 + sent, "")
            kept = sum(1 for _ in volo.read_games(folder, unfinished=True))
            said = f"; {kept:,} games are kept in {folder}: the same command verifies them and plays the others"
            assert errors == f"volo: stopped{said}\n"
            assert {path.suffix for path in folder.iterdir()} == {".parquet", ".jsonl", ""}
        if process.returncode:
            interrupted += 1
            at_work += before < len(shards(folder)) < SHARDS
        if len(shards(folder)) == SHARDS:
            assert place.finished() == undisturbed
            shutil.rmtree(folder)
        elif where == "server" and interrupted % 3 == 2:
            (folder / "_manifest.jsonl").unlink(missing_ok=True)
    assert place.finished() == undisturbed
    output("summarize", "--check", "--quiet", place.out)
    assert scan(place.out).to_table(columns=["winner"]).num_rows == 2000
    all_games, merged = folder.with_name("all"), folder.with_name("merged")
    for out in place.out.removesuffix("games") + "all", str(merged):
        output("merge", "--quiet", out, place.out)
    assert contents(all_games) == contents(merged) == undisturbed


@pytest.mark.storage
def test_a_run_that_slept_writes_nothing_when_it_wakes(server: Place, undisturbed: dict[str, bytes]) -> None:
    with server.started() as first:
        wait_for_shards(server.files, 1, first)
        first.send_signal(signal.SIGSTOP)
        assert server.finished() == undisturbed
        first.send_signal(signal.SIGCONT)
        _, errors = first.communicate()
    assert first.returncode == 2
    assert "another run has" in errors
    assert contents(server.files) == undisturbed


@pytest.mark.storage
@pytest.mark.parametrize("where", [pytest.param("local", marks=pytest.mark.ray), "server"])
def test_a_lost_worker_and_a_lost_node_of_ray_change_nothing(
    where: str, tmp_path: Path, ray_folder: Path, request: pytest.FixtureRequest
) -> None:
    """On object storage, workers write their shards themselves."""
    place: Place = request.getfixturevalue(where)
    program = Path(__file__).parents[1] / "support" / "ray_run.py"
    command = [sys.executable, str(program), place.out, str(tmp_path / "marks"), "15000"]
    with running(*command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        _, errors = process.communicate()
    assert process.returncode == 0, errors
    chosen = ["--games", "15000", "--rules", "standard-5", "--shard-size", "500"]
    assert contents(place.files) == simulate(tmp_path / "without-ray", *chosen)
    logs = [path for path in ray_folder.rglob("*") if path.is_file()]
    assert logs
    assert not [path for path in logs if SECRET.encode() in path.read_bytes()]


@pytest.mark.ray
@pytest.mark.usefixtures("ray_folder")
def test_a_run_on_ray_stops_with_complete_shards(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    chosen = ["--games", "100000000", "--rules", "standard-5", "--shard-size", "50", "--out", str(folder)]
    with running(*COMMAND, *chosen, "--cluster", "ray", stderr=subprocess.PIPE) as process:
        wait_for_shards(folder, 1, process)
        process.terminate()
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 128 + signal.SIGTERM, errors
    games = sum(1 for _ in volo.read_games(folder, unfinished=True))
    assert f"volo: stopped; {games:,} games are kept" in errors
    assert not list(folder.glob("*.tmp"))


SECOND_SIGNAL = """
import os, signal, time
from volo.cli.signals import interruptible
with interruptible() as interruption:
    try:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(60)
    except KeyboardInterrupt:
        print(interruption.signal, flush=True)
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(60)
"""


def test_the_second_signal_aborts() -> None:
    command = [sys.executable, "-c", SECOND_SIGNAL]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (-signal.SIGTERM, "2\n")


@pytest.mark.parametrize("is_ignored", [False, True])
def test_a_run_that_keeps_no_games_says_how_many_it_played(is_ignored: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A signal that was ignored from the start stays ignored."""
    command = import_module("volo.cli.simulate")
    run_part = command.run_part

    def interrupted(*given: Any, **chosen: Any) -> Iterator[Summary]:
        summaries = run_part(*given, **chosen)
        yield next(summaries)
        signal.raise_signal(signal.SIGTERM)
        yield from summaries

    monkeypatch.setattr(command, "run_part", interrupted)
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN if is_ignored else signal.SIG_DFL)
    try:
        status, printed, errors = called("simulate", "--quiet", "--games", "600", "--rules", "standard-4")
    finally:
        signal.signal(signal.SIGTERM, before)
    if is_ignored:
        assert (status, errors) == (0, "")
        assert printed.startswith("600 games")
    else:
        assert (status, printed, errors) == (128 + signal.SIGTERM, "", "volo: stopped after 256 games\n")


@pytest.mark.parametrize(
    ("given", "where"),
    [
        ({"variable": "127.0.0.1:1"}, "at 127.0.0.1:1"),
        ({"address": "127.0.0.1:1", "variable": "127.0.0.1:2"}, "at 127.0.0.1:1"),
        ({"address": f"{'a' * 64}:1"}, f"at {'a' * 64}:1"),
        ({}, "could be started"),
        ({"latest": "127.0.0.1:1"}, "could be started"),
        ({"address": "auto", "latest": "127.0.0.1:1"}, "at 127.0.0.1:1"),
        ({"address": "auto"}, "at auto"),
    ],
)
def test_a_cluster_that_is_not_there_is_named(
    given: dict[str, str], where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ray itself would try for many minutes to reach a dead address."""
    # Ray raises this bare one if it does not start in time.
    ray = Mock(is_initialized=lambda: False, init=Mock(side_effect=Exception("nobody\nis there")))
    monkeypatch.setitem(sys.modules, "ray", ray)
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    if "variable" in given:
        monkeypatch.setenv("RAY_ADDRESS", given["variable"])
    monkeypatch.setenv("RAY_TMPDIR", str(tmp_path))
    if "latest" in given:
        (tmp_path / "ray").mkdir()
        (tmp_path / "ray" / "ray_current_cluster").write_text(given["latest"])
    with pytest.raises(volo.ClusterError, match=f"^no Ray cluster {re.escape(where)}: "):
        list(keep(tmp_path / "games", Configuration(games=5), cluster="ray", address=given.get("address")))
    assert ray.init.called == (where in {"at auto", "could be started"})
    if "latest" in given and ray.init.called:
        assert ray.init.call_args.kwargs["address"] == "local"


@pytest.mark.parametrize("call", ["init", "cluster_resources", "remote", "wait", "get"])
def test_no_exception_of_ray_is_a_traceback(call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ray = Mock(is_initialized=lambda: False, cluster_resources=dict, wait=lambda found, **_: (found, []))
    ray.configure_mock(**{call: Mock(side_effect=AssertionError("first\nlast"))})
    monkeypatch.setitem(sys.modules, "ray", ray)
    monkeypatch.setenv("RAY_ADDRESS", "local")
    problem = complaint(2, "simulate", "--games", "5", "--out", str(tmp_path / "games"), "--cluster", "ray")
    assert problem.endswith(": last; the same command continues" if call == "init" else ": last")


def test_options_that_say_nothing_are_refused() -> None:
    for options, problem in {
        "--cluster ray": "--cluster ray and --address need --out",
        "--address auto": "--cluster ray and --address need --out",
        "--part 3/2": "there is no part 3/2",
        "--part 1/2": "--part needs --seed",
        "--part 1/2 --out x": "--part needs --seed",
        "--out x --address auto": "--address needs --cluster ray",
    }.items():
        assert problem in complaint(2, "simulate", *options.split())
