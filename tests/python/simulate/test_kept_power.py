"""Power loss: data that was not flushed may be lost, and the folder of kept games can still be repaired.

Before and after each flush, rename, removal and new folder, the states are noted that six kinds of power loss would
leave. Then the same run is continued from each of them.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from io import FileIO
from pathlib import Path
from typing import Any

import pytest

from support.kept import contents, keep_parts, write_files
from volo import KeptGamesError, Position
from volo.simulate import Configuration, keep, merge, read_games
from volo.simulate.kept import contents_of
from volo.simulate.storage.local import LocalFolder

pytestmark = pytest.mark.skipif(os.name != "posix", reason="flushes folders as POSIX does")

PLAN = Configuration(games=25, position=Position("standard-4"), seed=3, shard_size=10)
MANIFEST, DAMAGED = "_manifest.jsonl", "games-000000000010.parquet"

Files = dict[str, bytes]


class Disk:
    """A folder, all of which is flushed, and the states that a power loss could leave from now on.

    Each has the number of games in the manifest at its last flush, which are ``promised``.
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self.promised = folder, 0
        self.losses: list[tuple[Files, int]] = []
        self._open: dict[int, FileIO] = {}
        self._names = self._live()
        self._flushed = {number: self._read(number) for number in self._names.values()}

    def _live(self) -> dict[str, int]:
        """The inode number of each file, by name. The files are kept open, so that no inode number is reused."""
        found = {}
        for path in self.folder.iterdir() if self.folder.exists() else ():
            found[path.name] = number = path.stat().st_ino
            if number not in self._open:
                self._open[number] = FileIO(path)
        return found

    def _read(self, number: int) -> bytes:
        self._open[number].seek(0)
        return self._open[number].readall()

    def lose_power(self) -> None:
        """Note the states that a power loss at this moment could leave."""
        for names in (self._names, self._live()):
            found = {name: (self._flushed.get(number, b""), self._read(number)) for name, number in names.items()}
            for state in (
                # Only flushed data is left; or the first half of the other data too; or its size, which reads as zeros.
                {name: old for name, (old, _) in found.items()},
                {name: new[: (len(old) + len(new)) // 2] for name, (old, new) in found.items()},
                {name: old + bytes(max(0, len(new) - len(old))) for name, (old, new) in found.items()},
            ):
                if (state, self.promised) not in self.losses:
                    self.losses.append((state, self.promised))

    def flush(self, descriptor: int) -> None:
        """Note that a file or the folder was flushed."""
        number, live = os.fstat(descriptor).st_ino, self._live()
        if self.folder.exists() and number == self.folder.stat().st_ino:
            self._names = live
        if number in live.values():
            self._flushed[number] = self._read(number)
        if number == live.get(MANIFEST):
            self.promised = contents_of(LocalFolder(self.folder), unfinished=True).games

    def run(self, run: Callable[[], object]) -> None:
        """Run something that changes the folder."""

        def noted(function: Callable[..., Any], then: Callable[[int], object] = lambda _: None) -> Callable[..., Any]:
            def call(*arguments: Any, **options: Any) -> Any:
                self.lose_power()
                result = function(*arguments, **options)
                then(arguments[0])
                self.lose_power()
                return result

            return call

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(os, "fsync", noted(os.fsync, self.flush))
            for name in "replace", "unlink", "mkdir":
                patch.setattr(Path, name, noted(getattr(Path, name)))
            run()
        for file in self._open.values():
            file.close()


@pytest.mark.parametrize("case", ["new", "damaged", "grown", "merged"])
def test_a_folder_survives_power_loss(case: str, undisturbed: Files, tmp_path: Path) -> None:
    """The listed shards are complete, and the same command finishes the folder."""
    before, plan = {"grown": undisturbed}.get(case, {}), PLAN
    if case == "damaged":
        before = undisturbed | {DAMAGED: b"damaged", "_games-000000000020.parquet.tmp": b"left over"}
        before[MANIFEST] += b'{"file": "gam'
    if case == "grown":
        plan = replace(PLAN, games=33)
    parts = keep_parts(tmp_path, PLAN, 2)
    list(keep(tmp_path / "whole", plan))
    whole = contents(tmp_path / "whole")

    def again(folder: Path) -> None:
        list(merge(folder, parts) if case == "merged" else keep(folder, plan))

    if before:
        write_files(tmp_path / "games", before)
    disk = Disk(tmp_path / "games")
    disk.run(lambda: again(disk.folder))
    assert disk.promised == plan.games
    if case == "new":
        assert {promised for _, promised in disk.losses} == {0, 10, 20, 25}
    if case == "damaged":
        assert {files[DAMAGED] for files, _ in disk.losses} == {b"damaged", whole[DAMAGED]}
    for number, (files, promised) in enumerate(disk.losses):
        place = tmp_path / f"loss-{number}"
        write_files(place, files)
        try:
            left = contents_of(LocalFolder(place), unfinished=True)
        except KeptGamesError:
            assert promised == 0
            assert case != "grown"
        else:
            # The manifest may still list the damaged shard, so it promises no number of games then.
            assert case == "damaged" or left.games >= (max(promised, 25) if case == "grown" else promised)
            for entry in left.entries:
                assert files[entry.shard.file] in (whole[entry.shard.file], before.get(entry.shard.file))
            if case != "damaged":
                assert sum(1 for _ in read_games(place, unfinished=True)) == left.games
        again(place)
        assert contents(place) == whole
