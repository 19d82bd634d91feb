"""A folder of kept games, locked for writing: existing shards are verified, and missing shards are added."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from fnmatch import fnmatchcase

from volo._support.disk import Sink
from volo.errors import KeptGamesError
from volo.simulate.manifest import (
    MANIFEST,
    DamagedManifestError,
    Entry,
    Heading,
    read_manifest,
    tidy_manifest,
)
from volo.simulate.names import check_names, refuse_foreign_folder, temporary_files
from volo.simulate.ranges import Shard, shards_of
from volo.simulate.shard import read_configuration
from volo.simulate.storage import Storage, has_checksum

__all__ = ["Folder", "locked_folder"]


@contextmanager
def locked_folder(storage: Storage, heading: Heading) -> Iterator[Folder]:
    """Lock a folder for the games of a run until the end of the ``with`` block. The folder is created if missing.

    Args:
        storage: the folder.
        heading: the heading of its manifest.

    Raises:
        KeptGamesError: another run is writing to the folder, the folder has the games of another run (the error lists
            the differences), or it is not a folder of kept games.
        OSError: the folder or its files cannot be read or written.
    """
    storage.create()
    refuse_foreign_folder(storage)
    with storage.locked():
        yield Folder(storage, heading)


class Folder:
    """A folder of kept games that is locked by this process.

    A shard is written to a temporary file, which is flushed and renamed. The folder is flushed. Then the checksum of
    the shard is appended to the manifest, and the manifest is flushed. Therefore every shard in the manifest is
    complete, whatever interrupts the run. A shard without an entry is written again.

    Args:
        storage: the folder. It is locked.
        heading: the heading of its manifest.
    """

    def __init__(self, storage: Storage, heading: Heading) -> None:
        self.storage = storage
        self.heading = heading
        self._entries: dict[Shard, Entry] = {}
        self._read_manifest()

    def _read_manifest(self) -> None:
        try:
            heading, entries = read_manifest(self.storage)
        except (FileNotFoundError, DamagedManifestError):
            # The run overwrites shards without an entry. Do not overwrite those of another run.
            heading, entries = self.heading, []
            self._refuse_shards_of_other_runs()
        if differences := heading.differences(self.heading):
            raise KeptGamesError(f"{self.storage} has the games of another run: {'; '.join(differences)}")
        check_names(self.storage, heading)
        for name in temporary_files(self.storage, heading):
            self.storage.remove(name)
        self._entries = {entry.shard: entry for entry in entries if heading.has(entry)}
        self._tidy_manifest()

    def _tidy_manifest(self) -> None:
        tidy_manifest(self.storage, self.heading, self._entries.values())

    def _refuse_shards_of_other_runs(self) -> None:
        """Compare the configuration in the metadata of each shard. Damaged shards are ignored.

        Raises:
            KeptGamesError: a shard has another configuration.
            OSError: a shard cannot be read.
        """
        for name in self.storage.sizes():
            if not fnmatchcase(name, "games-*.parquet"):
                continue
            path = self.storage.file(name)
            try:
                configuration = read_configuration(path)
            except KeptGamesError:
                continue
            if differences := configuration.differences(self.heading.configuration):
                raise KeptGamesError(f"{path} has games of another run: {'; '.join(differences)}")

    def verify(self) -> Iterator[Entry]:
        """Verify the checksum of every shard, and yield the entries of the undamaged ones in the order of the games.

        The entries of damaged and missing shards are removed from the manifest after the last entry is yielded.

        Raises:
            OSError: a file exists and cannot be read, or the manifest cannot be written.
        """
        for entry in sorted(self._entries.values(), key=lambda entry: entry.first):
            if has_checksum(self.storage.file(entry.shard.file), entry.size, entry.sha256):
                yield entry
            else:
                del self._entries[entry.shard]
        self._tidy_manifest()

    def missing(self) -> Iterator[Shard]:
        """The shards that have no entry yet, in the order of the games."""
        for shard in shards_of(self.heading.configuration, self.heading.part):
            if shard not in self._entries:
                yield shard

    @property
    def entries(self) -> Collection[Entry]:
        """The entries of all shards in the folder, in no particular order."""
        return self._entries.values()

    @contextmanager
    def write(self, shard: Shard) -> Iterator[Sink]:
        """Write a shard. It is added to the folder at the end of the ``with`` block, or discarded if the block raises.

        Args:
            shard: the range of games.

        Yields:
            the sink for the bytes of the file.

        Raises:
            OSError: the data cannot be written, for example because the disk is full; the error names the file.
        """
        with self.storage.write(shard.file) as sink:
            yield sink
        entry = Entry(shard.first, shard.games, sink.size, sink.sha256())
        self.storage.append(MANIFEST, entry.line())
        self._entries[shard] = entry

    def finish(self) -> None:
        """Sort the entries of the manifest in the order of the games. Call this after the last shard is written.

        Raises:
            OSError: the manifest cannot be written, for example because the disk is full.
        """
        self._tidy_manifest()
