"""A folder of kept games while it is written: locked, verified, and filled shard by shard."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO

from volo.disk import Sink, is_same, make_folder, whole_file
from volo.errors import KeptGamesError
from volo.simulate.lock import locked
from volo.simulate.manifest import (
    MANIFEST,
    DamagedManifestError,
    Entry,
    Heading,
    append_entry,
    read_manifest,
    rewrite_manifest,
)
from volo.simulate.ranges import Shard, shards_of
from volo.simulate.shard import read_configuration

__all__ = ["Folder", "held_folder"]

_LOCK = "_lock"


@contextmanager
def held_folder(path: Path, heading: Heading) -> Iterator[Folder]:
    """A folder for the games of a run, made unless it is there, and held until the end of the ``with`` block.

    Raises:
        KeptGamesError: another run is at work in the folder, it keeps the games of another configuration (the error
            names the differences), or it has other things in it.
        OSError: the disk is full, or broken.
    """
    make_folder(path)
    _refuse_strangers(path)
    with locked(path / _LOCK), ExitStack() as stack:
        yield Folder(path, heading, stack)


class Folder:
    """A folder that games are kept in, held by this run and by no other.

    A shard is written under a temporary name, flushed, renamed, the folder flushed, and then entered into the manifest
    with its checksum. So whatever stops the run, a shard is there whole or not at all, and one without an entry is
    written again.

    Args:
        path: the folder, which is locked.
        heading: whose games are kept here: the heading of the folder's manifest.
        stack: what closes the manifest in the end.
    """

    def __init__(self, path: Path, heading: Heading, stack: ExitStack) -> None:
        self.path = path
        self.heading = heading
        self._entries: dict[Shard, Entry] = {}
        self._stack = stack
        self._read_manifest()
        self._manifest = self._open_manifest()

    def _read_manifest(self) -> None:
        for temporary in (*self.path.glob("_games-*.parquet.tmp"), *self.path.glob(f"{MANIFEST}.tmp")):
            temporary.unlink()
        try:
            heading, entries = read_manifest(self.path)
        except (FileNotFoundError, DamagedManifestError):
            # What is written over must be of this run: without a manifest, the shards themselves are asked.
            heading, entries = self.heading, []
            self._refuse_shards_of_others()
        if differences := heading.differences(self.heading):
            raise KeptGamesError(f"{self.path} keeps the games of another run: {'; '.join(differences)}")
        self._entries = {entry.shard: entry for entry in entries if heading.has(entry)}
        self._tidy_manifest()

    def _open_manifest(self) -> BinaryIO:
        return self._stack.enter_context((self.path / MANIFEST).open("ab"))

    def _tidy_manifest(self) -> None:
        """Write the manifest anew unless it is as it should be: its lines whole, and in the order of the games."""
        entries = sorted(self._entries.values(), key=lambda entry: entry.first)
        lines = b"".join([self.heading.line(), *(entry.line() for entry in entries)])
        path = self.path / MANIFEST
        if not path.exists() or path.read_bytes() != lines:
            rewrite_manifest(self.path, self.heading, entries)

    def _refuse_shards_of_others(self) -> None:
        for path in sorted(self.path.glob("games-*.parquet")):
            try:
                configuration = read_configuration(path)
            except KeptGamesError:
                continue
            if differences := configuration.differences(self.heading.configuration):
                raise KeptGamesError(f"{path} has games of another run: {'; '.join(differences)}")

    def verify(self) -> Iterator[Entry]:
        """The entries of the shards that are as they were written; the others count as missing.

        Every file is read, piece by piece.

        Raises:
            OSError: a file cannot be read, though it is there.
        """
        for entry in sorted(self._entries.values(), key=lambda entry: entry.first):
            if is_same(self.path / entry.shard.file, entry.size, entry.sha256):
                yield entry
            else:
                del self._entries[entry.shard]
        self._manifest.close()
        self._tidy_manifest()
        self._manifest = self._open_manifest()

    def missing(self) -> Iterator[Shard]:
        """The shards that are still to be written, in order."""
        for shard in shards_of(self.heading.configuration, self.heading.part):
            if shard not in self._entries:
                yield shard

    @property
    def shards(self) -> int:
        """How many shards are there."""
        return len(self._entries)

    @contextmanager
    def write(self, shard: Shard) -> Iterator[Sink]:
        """Write a shard: it is there when the block ends, and not at all after an error.

        Raises:
            OSError: the disk is full, or broken; the error names the file.
        """
        with whole_file(self.path / shard.file, self.path / f"_{shard.file}.tmp") as sink:
            yield sink
        entry = Entry(shard.first, shard.games, sink.size, sink.sha256())
        append_entry(self._manifest, entry)
        self._entries[shard] = entry

    def finish(self) -> None:
        """Put the manifest in order, when all shards are there: they may have come in any order.

        Raises:
            OSError: the disk is full, or broken.
        """
        self._manifest.close()
        self._tidy_manifest()


def _refuse_strangers(path: Path) -> None:
    """Refuse a folder that is somebody's, and no run's."""
    if (path / MANIFEST).exists():
        return
    for other in path.iterdir():
        if not other.name.startswith((_LOCK, MANIFEST, "games-", "_games-")):
            raise KeptGamesError(f"{path} is no folder of kept games: it has no manifest, but {other.name}")
