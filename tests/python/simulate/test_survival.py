"""Runs that are killed or stopped, flipped bits and full disks: the same command finishes and repairs the folder."""

from __future__ import annotations

import errno
import os
import random
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from time import monotonic, sleep
from unittest.mock import Mock

import pytest

import volo
from support.command_line import called, complaint, in_new_process
from support.kept import COMMAND, contents, finished, flip_a_bit, shards, simulate, wait_for_shards
from support.memory import on_linux
from support.process import running

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and disks as POSIX has them")

RUN = ["--games", "2000", "--rules", "standard-4", "--seed", "8", "--shard-size", "50"]
CONFIGURATION = volo.simulate.Configuration(games=2000, position=volo.Position("standard-4"), seed=8, shard_size=50)
SHARDS = 40
ENDLESS = ["--games", "100000000", "--rules", "standard-5", "--shard-size", "500"]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of an uninterrupted run."""
    return simulate(tmp_path_factory.mktemp("undisturbed") / "games", *RUN)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "games"


def copied(files: dict[str, bytes], folder: Path) -> None:
    """Write files into a new folder."""
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)


def started(folder: Path, *arguments: str) -> AbstractContextManager[subprocess.Popen[str]]:
    """Start a run, which is killed at the end of the ``with`` block."""
    command = [*COMMAND, *arguments, "--out", str(folder)]
    return running(*command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


class TestKill:
    @pytest.mark.parametrize("kills", [2, pytest.param(200, marks=pytest.mark.long)])
    def test_a_killed_run_can_be_continued(self, kills: int, folder: Path, undisturbed: dict[str, bytes]) -> None:
        """Some kills come during the start, and most while the run writes shards."""
        chance = random.Random(kills)
        killed = at_work = 0
        while killed < kills:
            before = len(shards(folder))
            more = chance.choice([0, 1, 1, 2, 3, 5, 10])
            with started(folder, *RUN) as process:
                if more:
                    wait_for_shards(folder, min(before + more, SHARDS), process)
                sleep(chance.uniform(0, 0.01 if more else 0.5))
            assert process.returncode in (0, -signal.SIGKILL)
            if process.returncode == 0:
                assert contents(folder) == undisturbed
            else:
                killed += 1
                at_work += before < len(shards(folder)) < SHARDS
            if len(shards(folder)) == SHARDS:
                assert simulate(folder, *RUN) == undisturbed
                shutil.rmtree(folder)
        assert at_work >= kills / 2
        assert simulate(folder, *RUN) == undisturbed

    def test_an_incomplete_line_and_temporary_files_are_harmless(
        self, folder: Path, undisturbed: dict[str, bytes]
    ) -> None:
        copied(undisturbed, folder)
        manifest = folder / "_manifest.jsonl"
        manifest.write_bytes(manifest.read_bytes()[:-30])
        (folder / "_games-000000000000.parquet.tmp").write_bytes(b"half of it")
        (folder / "_manifest.jsonl.tmp").write_bytes(b"{")
        assert sum(1 for _ in volo.read_games(folder, unfinished=True)) == 1950
        assert simulate(folder, *RUN) == undisturbed


class TestDamage:
    def test_a_flipped_bit_in_every_shard_is_repaired(self, folder: Path, undisturbed: dict[str, bytes]) -> None:
        chance = random.Random(1)
        copied(undisturbed, folder)
        for path in folder.glob("*.parquet"):
            flip_a_bit(path, chance)
        with pytest.raises(volo.KeptGamesError, match="damaged"):
            list(volo.read_games(folder))
        assert simulate(folder, *RUN) == undisturbed

    def test_shards_cut_short_grown_or_gone_are_repaired(self, folder: Path, undisturbed: dict[str, bytes]) -> None:
        copied(undisturbed, folder)
        cut, emptied, grown, gone, *_ = sorted(folder.glob("*.parquet"))
        cut.write_bytes(cut.read_bytes()[:-1])
        emptied.write_bytes(b"")
        grown.write_bytes(grown.read_bytes() + b"\0")
        gone.unlink()
        assert simulate(folder, *RUN) == undisturbed

    def test_a_flipped_bit_anywhere_in_the_manifest_is_repaired(
        self, folder: Path, undisturbed: dict[str, bytes]
    ) -> None:
        chance = random.Random(3)
        copied(undisturbed, folder)
        for _ in range(8):
            flip_a_bit(folder / "_manifest.jsonl", chance)
            list(volo.simulate.keep(folder, CONFIGURATION))
            assert contents(folder) == undisturbed

    def test_a_damaged_heading_is_repaired(self, folder: Path, undisturbed: dict[str, bytes]) -> None:
        copied(undisturbed, folder)
        manifest = folder / "_manifest.jsonl"
        manifest.write_bytes(manifest.read_bytes().replace(b'"seed": 8', b'"seed": 9'))
        with pytest.raises(volo.KeptGamesError, match="the heading is damaged"):
            next(volo.read_games(folder))
        assert simulate(folder, *RUN) == undisturbed


# The command, with one line on standard error when the summary of the first games has been received.
ANNOUNCING_RUN = """
import sys
import volo.cli.simulate
from volo.cli import main
command = sys.modules["volo.cli.simulate"]
run_part = command.run_part
def announcing_run(*given, **chosen):
    summaries = run_part(*given, **chosen)
    yield next(summaries)
    print("the first games are played", file=sys.stderr, flush=True)
    yield from summaries
command.run_part = announcing_run
sys.exit(main())
"""


class TestSignals:
    def test_the_first_signal_stops_with_complete_shards(self, folder: Path) -> None:
        with started(folder, *ENDLESS) as process:
            wait_for_shards(folder, 2, process)
            began = monotonic()
            process.send_signal(signal.SIGHUP)
            printed, errors = process.communicate(timeout=60)
            seconds = monotonic() - began
        assert seconds < 30
        assert (process.returncode, printed) == (128 + signal.SIGHUP, "")
        kept = sum(1 for _ in volo.read_games(folder, unfinished=True))
        assert errors == (
            f"volo: stopped; {kept:,} games are kept in {folder}: the same command verifies them and plays the others\n"
        )
        assert {path.suffix for path in folder.iterdir()} == {".parquet", ".jsonl", ""}

    def test_the_second_signal_aborts(self, folder: Path) -> None:
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
        with started(folder, *ENDLESS) as process:
            wait_for_shards(folder, 2, process)
            for _ in range(2):
                process.send_signal(signal.SIGINT)
                sleep(0.05)
            process.communicate(timeout=60)
        assert process.returncode in (130, -signal.SIGINT)
        # The manifest may not list the second shard yet.
        assert sum(1 for _ in volo.read_games(folder, unfinished=True)) >= 500

    def test_a_run_that_keeps_no_games_says_how_many_it_played(self) -> None:
        command = [sys.executable, "-c", ANNOUNCING_RUN, *COMMAND[3:], *ENDLESS[:4]]
        with running(*command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert process.stderr is not None
            assert process.stderr.readline() == "the first games are played\n"
            process.terminate()
            printed, errors = process.communicate(timeout=60)
        assert (process.returncode, printed) == (128 + signal.SIGTERM, "")
        stopped = re.fullmatch(r"volo: stopped after ([0-9,]+) games\n", errors)
        assert stopped is not None, errors
        assert int(stopped[1].replace(",", "")) >= 256

    def test_an_ignored_signal_stays_ignored(self, folder: Path, undisturbed: dict[str, bytes]) -> None:
        program = "import signal, sys; signal.signal(signal.SIGINT, signal.SIG_IGN); from volo.cli import main; main()"
        command = [sys.executable, "-c", program, *COMMAND[3:], *RUN, "--out", str(folder)]
        with running(*command, stdout=subprocess.DEVNULL) as process:
            wait_for_shards(folder, 1, process)
            process.send_signal(signal.SIGINT)
            process.wait(timeout=120)
        assert process.returncode == 0
        assert contents(folder) == undisturbed


UNSUPPORTED = [errno.EINVAL, errno.ENOTSUP, errno.ENOSYS, errno.ENOLCK]


@pytest.mark.parametrize("number", [*UNSUPPORTED, errno.EIO])
def test_a_file_system_that_cannot_flush_is_used_without_flushes(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As shared folders of virtual machines. Other errors are about the data, and name the place."""

    def fail(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("volo._support.disk.os.fsync", fail)
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


@pytest.mark.skipif(os.name != "posix", reason="locks as POSIX has them")
def test_a_file_system_without_locks_is_an_error_with_a_way_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = ["match", "uniform", "uniform", "--games", "2", "--rules", "standard-4", "--out"]
    commands = {
        tmp_path / "games" / "_lock": [*COMMAND[3:], *RUN, "--out", str(tmp_path / "games")],
        tmp_path / "match.volo.checkpoint": [*match, str(tmp_path / "match.volo")],
    }
    for number in UNSUPPORTED:
        error = OSError(number, os.strerror(number))
        monkeypatch.setattr("fcntl.flock", Mock(side_effect=error))
        for path, command in commands.items():
            status, _, problem = called(*command)
            assert status == 2
            assert problem.startswith(f"volo: {path}: this file system has no locks: mount it with locks")


@on_linux
class TestMemory:
    """The guarantee is 200 MB for ten million games. The interpreter itself takes ten."""

    @pytest.mark.parametrize(
        "arguments",
        [
            ["--games", "15000", "--out", "games", "--shard-size", "15000"],
            pytest.param(["--games", "10000000"], marks=pytest.mark.long),
            pytest.param(["--games", "3000000", "--out", "games"], marks=pytest.mark.long),
        ],
        ids=" ".join,
    )
    def test_memory_does_not_grow(self, arguments: list[str], tmp_path: Path) -> None:
        command = [*COMMAND[3:], "--rules", "standard-4", *arguments]
        program = (
            "from support.memory import measure\n"
            "taken = measure()\n"
            "from volo.cli import main\n"
            f"assert main({command!r}) == 0\n"
            "print(taken())\n"
        )
        megabytes = float(in_new_process(program, cwd=tmp_path).splitlines()[-1])
        assert megabytes < 190


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


def test_options_that_need_out_are_refused_without_it() -> None:
    for arguments in (["--cluster", "ray"], ["--address", "auto"]):
        assert "--cluster ray and --address need --out" in finished(*arguments, status=2).stderr
    assert "there is no part 3/2" in finished("--shard", "3/2", status=2).stderr
    assert "--address needs --cluster ray" in finished("--out", "x", "--address", "auto", status=2).stderr
