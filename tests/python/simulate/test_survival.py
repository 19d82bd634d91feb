"""Runs that are killed or stopped, and file systems without flushes or locks: the same command finishes the folder."""

from __future__ import annotations

import errno
import os
import random
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from time import sleep
from typing import Any
from unittest.mock import Mock

import pytest

import volo
from support.command_line import called, complaint, in_new_process
from support.kept import COMMAND, contents, shards, simulate, wait_for_shards
from support.memory import on_linux
from support.process import running
from volo.simulate import Summary

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and disks as POSIX has them")

RUN = ["--games", "2000", "--rules", "standard-4", "--seed", "8", "--shard-size", "50"]
SHARDS = 40


@pytest.mark.parametrize(
    ("sent", "times"),
    [
        (signal.SIGKILL, 2),
        (signal.SIGHUP, 1),
        pytest.param(signal.SIGKILL, 200, marks=pytest.mark.long),
    ],
)
def test_an_interrupted_run_can_be_continued(sent: signal.Signals, times: int, tmp_path: Path) -> None:
    """Some signals come during the start, and most while the run writes shards."""
    undisturbed = simulate(tmp_path / "undisturbed", *RUN)
    folder, chance = tmp_path / "games", random.Random(times)
    interrupted = at_work = 0
    while interrupted < times or at_work < times / 2:
        before = len(shards(folder))
        # Before the second shard is written, there may be no games to tell of.
        more = chance.choice([0, 1, 1, 2, 3, 5, 10] if sent == signal.SIGKILL else [2, 3, 5])
        command = [*COMMAND, *RUN, "--out", str(folder)]
        with running(*command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            if more:
                wait_for_shards(folder, min(before + more, SHARDS), process)
            sleep(chance.uniform(0, 0.01 if more else 0.5))
            process.send_signal(sent)
            printed, errors = process.communicate(timeout=60)
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
            assert simulate(folder, *RUN) == undisturbed
            shutil.rmtree(folder)
    assert simulate(folder, *RUN) == undisturbed


def test_the_second_signal_aborts() -> None:
    program = (
        "import os, signal, time\n"
        "from volo.cli.signals import interruptible\n"
        "with interruptible() as interruption:\n"
        "    try:\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "        time.sleep(60)\n"
        "    except KeyboardInterrupt:\n"
        "        print(interruption.signal, flush=True)\n"
        "        os.kill(os.getpid(), signal.SIGTERM)\n"
        "        time.sleep(60)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
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


UNSUPPORTED = [errno.EINVAL, errno.ENOTSUP, errno.ENOSYS, errno.ENOLCK]


@pytest.mark.parametrize("number", [*UNSUPPORTED, errno.EIO])
def test_a_file_system_without_flushes_is_used(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As shared folders of virtual machines. Other errors are about the data, and name the place."""
    monkeypatch.setattr("volo._support.disk.os.fsync", Mock(side_effect=OSError(number, os.strerror(number))))
    place = tmp_path / "new" / "games"
    uses: dict[Path, Callable[[], object]] = {
        tmp_path: lambda: list(volo.simulate.keep(place, volo.simulate.Configuration(games=5))),
        tmp_path / "records.volo": lambda: volo.write_records(tmp_path / "records.volo", [volo.Game()]),
        tmp_path / "search": lambda: volo.engine.solve("standard-4", 100, checkpoint=tmp_path / "search"),
    }
    for name, use in uses.items():
        if number in UNSUPPORTED:
            use()
        else:
            with pytest.raises(OSError, match=os.strerror(number)) as error:
                use()
            assert error.value.filename == str(name)


def test_a_file_system_without_locks_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = ["match", "uniform", "uniform", "--games", "2", "--rules", "standard-4", "--out"]
    commands = {
        tmp_path / "games" / "_lock": [*COMMAND[3:], *RUN, "--out", str(tmp_path / "games")],
        tmp_path / "match.volo.checkpoint": [*match, str(tmp_path / "match.volo")],
    }
    for number in UNSUPPORTED:
        monkeypatch.setattr("fcntl.flock", Mock(side_effect=OSError(number, os.strerror(number))))
        for path, command in commands.items():
            status, _, problem = called(*command)
            assert status == 2
            assert problem.startswith(f"volo: {path}: this file system has no locks: mount it with locks")


@on_linux
@pytest.mark.parametrize(
    "arguments",
    [
        ["--games", "10001", "--out", "games", "--shard-size", "15000"],
        pytest.param(["--games", "10000000"], marks=pytest.mark.long),
        pytest.param(["--games", "3000000", "--out", "games"], marks=pytest.mark.long),
    ],
    ids=" ".join,
)
def test_memory_does_not_grow(arguments: list[str], tmp_path: Path) -> None:
    """The guarantee is 200 MB for ten million games. The interpreter itself takes ten."""
    command = [*COMMAND[3:], "--rules", "standard-4", *arguments]
    program = (
        "from support.memory import measure\n"
        "taken = measure()\n"
        "from volo.cli import main\n"
        f"assert main({command!r}) == 0\n"
        "print(taken())\n"
    )
    assert float(in_new_process(program, cwd=tmp_path).splitlines()[-1]) < 190


@pytest.mark.parametrize(
    ("address", "variable", "latest", "where"),
    [
        (None, "127.0.0.1:1", None, "at 127.0.0.1:1"),
        ("127.0.0.1:1", "127.0.0.1:2", None, "at 127.0.0.1:1"),
        (f"{'a' * 64}:1", None, None, f"at {'a' * 64}:1"),
        (None, None, None, "could be started"),
        (None, None, "127.0.0.1:1", "could be started"),
        ("auto", None, "127.0.0.1:1", "at 127.0.0.1:1"),
        ("auto", None, None, "at auto"),
    ],
)
def test_a_cluster_that_is_not_there_is_named(
    address: str | None,
    variable: str | None,
    latest: str | None,
    where: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ray itself would try for many minutes to reach a dead address."""
    # Ray raises this bare one if it does not start in time.
    ray = Mock(is_initialized=lambda: False, init=Mock(side_effect=Exception("nobody\nis there")))
    monkeypatch.setitem(sys.modules, "ray", ray)
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    if variable is not None:
        monkeypatch.setenv("RAY_ADDRESS", variable)
    monkeypatch.setenv("RAY_TMPDIR", str(tmp_path))
    if latest is not None:
        (tmp_path / "ray").mkdir()
        (tmp_path / "ray" / "ray_current_cluster").write_text(latest)
    plan = volo.simulate.Configuration(games=5)
    with pytest.raises(volo.ClusterError, match=f"^no Ray cluster {re.escape(where)}: "):
        list(volo.simulate.keep(tmp_path / "games", plan, cluster="ray", address=address))
    assert ray.init.called == (where in {"at auto", "could be started"})
    if latest is not None and ray.init.called:
        assert ray.init.call_args.kwargs["address"] == "local"


@pytest.mark.parametrize("call", ["init", "cluster_resources", "remote", "wait", "get"])
def test_no_exception_of_ray_is_a_traceback(call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ray = Mock(is_initialized=lambda: False, cluster_resources=dict, wait=lambda found, **_: (found, []))
    ray.configure_mock(**{call: Mock(side_effect=AssertionError("first\nlast"))})
    monkeypatch.setitem(sys.modules, "ray", ray)
    monkeypatch.setenv("RAY_ADDRESS", "local")
    problem = complaint(2, "simulate", "--games", "5", "--out", str(tmp_path / "games"), "--cluster", "ray")
    assert problem.endswith(": last; the same command continues" if call == "init" else ": last")


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ("--cluster ray", "--cluster ray and --address need --out"),
        ("--address auto", "--cluster ray and --address need --out"),
        ("--shard 3/2", "there is no part 3/2"),
        ("--out x --address auto", "--address needs --cluster ray"),
    ],
)
def test_options_that_say_nothing_are_refused(options: str, problem: str) -> None:
    assert problem in complaint(2, "simulate", *options.split())
