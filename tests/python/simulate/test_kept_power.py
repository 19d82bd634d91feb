"""Power loss: data that was not flushed may be lost, and the folder of kept games can still be repaired.

The tests record what every ``fsync`` makes durable. Before and after each flush, rename and removal, they compute what
four kinds of power loss would leave. Then the same run is continued from each of these states.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from support.kept import contents, keep_parts
from volo import KeptGamesError, Position
from volo.simulate import Configuration, keep, merge, read_games
from volo.simulate.kept import contents_of
from volo.simulate.storage.local import LocalFolder

pytestmark = pytest.mark.skipif(os.name != "posix", reason="flushes folders as POSIX does")

PLAN = Configuration(games=25, position=Position("standard-4"), seed=3, shard_size=10)

Files = dict[str, bytes]
Loss = tuple[Files, int]


@dataclass
class Disk:
    """A folder, and the states that a power loss could leave.

    Attributes:
        folder: the folder.
        promised: the number of games in the manifest at its last flush.
        losses: the states that a power loss so far could have left, each with ``promised`` at that time.
    """

    folder: Path
    promised: int = 0
    losses: list[Loss] = field(default_factory=list)
    _durable: dict[int, bytes] = field(default_factory=dict)
    _names: dict[str, int] = field(default_factory=dict)
    _held: ExitStack = field(default_factory=ExitStack)
    _known: set[int] = field(default_factory=set)
    _ended: bool = False

    def _live(self) -> dict[str, int]:
        """The inode number of each file, by name. The files are kept open, so that no inode number is reused."""
        found = {}
        for path in self.folder.iterdir() if self.folder.exists() else ():
            number = found[path.name] = path.stat().st_ino
            if number not in self._known:
                self._known.add(number)
                self._held.enter_context(path.open("rb"))
        return found

    def lose_power(self) -> None:
        """Record the states that a power loss at this moment could leave."""
        if self._ended:
            return
        live = self._live()
        now = {number: (self.folder / name).read_bytes() for name, number in live.items()}
        flushed = self._durable
        for names in (self._names, live):
            # Only flushed data is left, and each file has the size that it had at its last flush.
            self._note({name: flushed.get(number, b"") for name, number in names.items()})
            # The first half of the unflushed data is left, or the size without the data, which reads as zeros.
            torn, zeros = {}, {}
            for name, number in names.items():
                old, new = flushed.get(number, b""), now.get(number, flushed.get(number, b""))
                torn[name] = new[: (len(old) + len(new)) // 2]
                zeros[name] = old + bytes(len(new) - len(old))
            self._note(torn)
            self._note(zeros)

    def _note(self, files: Files) -> None:
        if (files, self.promised) not in self.losses:
            self.losses.append((files, self.promised))

    def flushed(self, descriptor: int) -> None:
        """Record that a file or the folder was flushed."""
        if self._ended:
            return
        number = os.fstat(descriptor).st_ino
        live = self._live()
        if self.folder.exists() and number == self.folder.stat().st_ino:
            self._names = live
        for name, each in live.items():
            if each == number:
                self._durable[number] = (self.folder / name).read_bytes()
                if name == "_manifest.jsonl":
                    self.promised = contents_of(LocalFolder(self.folder), unfinished=True).games

    def flush_all(self) -> None:
        """Flush all files and the folder, and discard the recorded states."""
        for path in (*self.folder.iterdir(), self.folder):
            descriptor = os.open(path, os.O_RDONLY)
            self.flushed(descriptor)
            os.close(descriptor)
        self.losses.clear()

    def end(self) -> list[Loss]:
        """Stop recording, and return the recorded states."""
        self._ended = True
        return self.losses

    def close(self) -> None:
        """Close the files that were kept open."""
        self._held.close()


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    """A disk that records every flush, rename, removal and new folder."""
    disk = Disk(tmp_path / "games")
    sync, replace, unlink, mkdir = os.fsync, Path.replace, Path.unlink, Path.mkdir

    def noted_sync(descriptor: int) -> None:
        disk.lose_power()
        sync(descriptor)
        disk.flushed(descriptor)
        disk.lose_power()

    def noted_replace(path: Path, target: Path) -> Path:
        disk.lose_power()
        found = replace(path, target)
        disk.lose_power()
        return found

    def noted_unlink(path: Path, missing_ok: bool = False) -> None:
        disk.lose_power()
        unlink(path, missing_ok=missing_ok)
        disk.lose_power()

    def noted_mkdir(path: Path, mode: int = 0o777, parents: bool = False, exist_ok: bool = False) -> None:
        mkdir(path, mode, parents, exist_ok)
        disk.lose_power()

    with monkeypatch.context() as noting:
        noting.setattr(os, "fsync", noted_sync)
        noting.setattr(Path, "replace", noted_replace)
        noting.setattr(Path, "unlink", noted_unlink)
        noting.setattr(Path, "mkdir", noted_mkdir)
        yield disk
    disk.close()


def check(
    losses: list[Loss], place: Path, again: Callable[[Path], object], whole: Files, before: Files | None = None
) -> None:
    """Check that after every power loss, the listed shards are complete and the same command finishes the folder.

    A shard may still be the file that the folder had ``before``.
    """
    for files, promised in losses:
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        for name, data in files.items():
            (place / name).write_bytes(data)
        try:
            left = contents_of(LocalFolder(place), unfinished=True)
        except KeptGamesError:
            assert promised == 0
        else:
            assert left.games >= promised
            for entry in left.entries:
                name = entry.shard.file
                assert files[name] in (whole[name], (before or whole)[name])
        again(place)
        assert contents(place) == whole


def test_a_new_run_survives_power_loss(disk: Disk, tmp_path: Path, undisturbed: Files) -> None:
    list(keep(disk.folder, PLAN))
    assert disk.promised == PLAN.games
    assert {promised for _, promised in disk.losses} == {0, 10, 20, 25}
    check(disk.end(), tmp_path / "again", lambda place: list(keep(place, PLAN)), undisturbed)


def test_a_repair_survives_power_loss(disk: Disk, tmp_path: Path, undisturbed: Files) -> None:
    damaged = "games-000000000010.parquet"
    left_over = {damaged: b"damaged", "_games-000000000020.parquet.tmp": b"left over"}
    torn = {"_manifest.jsonl": undisturbed["_manifest.jsonl"] + b'{"file": "gam'}
    disk.folder.mkdir()
    for name, data in {**undisturbed, **left_over, **torn}.items():
        (disk.folder / name).write_bytes(data)
    disk.flush_all()
    list(keep(disk.folder, PLAN))
    # The manifest may still list the damaged shard, so no number of games is guaranteed.
    losses = [(files, 0) for files, _ in disk.end()]
    assert {files[damaged] for files, _ in losses} == {b"damaged", undisturbed[damaged]}
    check(losses, tmp_path / "again", lambda place: list(keep(place, PLAN)), undisturbed, undisturbed | left_over)


def test_a_run_that_grows_survives_power_loss(disk: Disk, tmp_path: Path, undisturbed: Files) -> None:
    plan = replace(PLAN, games=33)
    list(keep(tmp_path / "new", plan))
    disk.folder.mkdir()
    for name, data in undisturbed.items():
        (disk.folder / name).write_bytes(data)
    disk.flush_all()
    list(keep(disk.folder, plan))
    assert disk.promised == 33
    losses = [(files, max(promised, 25)) for files, promised in disk.end()]

    def again(place: Path) -> None:
        left = contents_of(LocalFolder(place), unfinished=True).games
        assert left in {25, 30, 33}
        assert sum(1 for _ in read_games(place, unfinished=True)) == left
        list(keep(place, plan))

    new = contents(tmp_path / "new")
    check(losses, tmp_path / "again", again, new, new | undisturbed)


def test_a_merge_survives_power_loss(disk: Disk, tmp_path: Path, undisturbed: Files) -> None:
    parts = keep_parts(tmp_path, PLAN, 2)
    list(merge(disk.folder, parts))
    assert disk.promised == PLAN.games
    check(disk.end(), tmp_path / "again", lambda place: list(merge(place, parts)), undisturbed)
