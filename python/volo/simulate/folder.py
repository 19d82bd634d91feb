"""A folder of kept games, locked for writing: existing shards are verified, and missing shards are added."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from fnmatch import fnmatchcase

from volo._support.disk import Sink
from volo.errors import KeptGamesError
from volo.simulate.config import Shard, shard_named, shards_of
from volo.simulate.manifest import (
    MANIFEST,
    DamagedManifestError,
    Entry,
    Heading,
    check_names,
    read_manifest,
    refuse_fewer_games,
    refuse_foreign_folder,
    rewrite_manifest,
    temporary_files,
    tidy_manifest,
)
from volo.simulate.shard import read_configuration, read_origin
from volo.simulate.storage import Storage, Stored, has_checksum
from volo.simulate.versions import NewerVersionError


@contextmanager
def locked_folder(storage: Storage, heading: Heading) -> Iterator[Folder]:
    """Lock a folder for the games of a run until the end of the ``with`` block. The folder is created if missing."""
    storage.create()
    refuse_foreign_folder(storage)
    with storage.locked():
        yield Folder(storage, heading)


class Folder:
    """A folder of kept games that is locked by this process.

    A shard is written as a whole, and then its checksum is added to the manifest. Therefore every shard in the manifest
    is complete, whatever interrupts the run. A shard without an entry is written again, unless the storage itself has
    its checksum.

    A run grows if it is started with more games. First the manifest gets the new heading. Then the last shard of the
    shorter run, if it is not full, is replaced by the full one. It keeps its entry until then. Object storage is an
    exception, where other processes write shards, and the entry goes at once.

    On object storage, where nothing can be appended, the manifest is written again when it has grown by a tenth. So it
    is written about a hundred times for a hundred thousand shards.
    """

    def __init__(self, storage: Storage, heading: Heading) -> None:
        self.storage = storage
        self.heading = heading
        # By the number of the first game of the shard.
        self._entries: dict[int, Entry] = {}
        # The number of entries in the manifest.
        self._listed = 0
        self._read_manifest()

    def _read_manifest(self) -> None:
        try:
            heading, entries = read_manifest(self.storage)
        except (FileNotFoundError, DamagedManifestError) as error:
            sizes = self.storage.sizes()
            if isinstance(error, DamagedManifestError) and not any(name.startswith("games-") for name in sizes):
                raise  # nothing here is of a run
            # The run overwrites shards without an entry. Do not overwrite those of another run.
            heading, entries = self.heading, []
            self._refuse_shards_of_other_runs()
        if differences := heading.differences(self.heading):
            is_same_run = not replace(heading, writers=self.heading.writers).differences(self.heading)
            problem = (
                "was begun with versions that may write other bytes" if is_same_run else "has the games of another run"
            )
            raise KeptGamesError(f"{self.storage} {problem}: {'; '.join(differences)}")
        refuse_fewer_games(self.storage, heading, self.heading)
        check_names(self.storage, self.heading)
        for name in temporary_files(self.storage, self.heading):
            self.storage.remove(name)
        has = self.heading.has if self.storage.appends else self.heading.has_whole
        self._entries = {entry.first: entry for entry in entries if has(entry)}
        self.tidy()

    def tidy(self) -> None:
        """Sort the entries of the manifest in the order of the games. Call this after the last shard is written."""
        tidy_manifest(self.storage, self.heading, self._entries.values())
        self._listed = len(self._entries)

    def _refuse_shards_of_other_runs(self) -> None:
        """Compare the configuration in the metadata of each shard. Damaged shards are ignored.

        On object storage, where this would download all shards, one shard is compared. :meth:`verify` compares all.
        """
        for name in self.storage.sizes():
            if not fnmatchcase(name, "games-*.parquet"):
                continue
            path = self.storage.file(name)
            try:
                configuration = read_configuration(path)
            except NewerVersionError:
                raise
            except KeptGamesError:
                continue
            if differences := configuration.differences(self.heading.configuration):
                raise KeptGamesError(f"{path} has games of another run: {'; '.join(differences)}")
            if not self.storage.appends:
                return

    def verify(self) -> Iterator[tuple[Entry, Stored]]:
        """Verify the checksum of every shard, and yield the undamaged ones in the order of the games.

        The entries of damaged and missing shards are removed from the manifest after the last entry is yielded. The
        last shard of a shorter run is verified, and not yielded.
        """
        names = () if self.storage.appends else self.storage.sizes()
        unlisted = (shard_named(name, self.heading.configuration, self.heading.part) for name in names)
        shards = {each.first: each for each in unlisted if each is not None}
        shards |= {first: entry.shard for first, entry in self._entries.items()}
        for first, shard in sorted(shards.items()):
            file = self.storage.file(shard.file)
            if (entry := whole_entry(file, shard, self.heading, self._entries.get(first))) is None:
                self._entries.pop(first, None)
                continue
            self._entries[first] = entry
            if self.heading.has_whole(entry):
                yield entry, file
        self.tidy()

    def all_shards(self) -> Iterator[tuple[Shard, Entry | None]]:
        for shard in shards_of(self.heading.configuration, self.heading.part):
            yield shard, self._entries.get(shard.first)

    def missing(self) -> Iterator[Shard]:
        """The shards that have no entry yet, or that of a shorter run, in the order of the games."""
        for shard, entry in self.all_shards():
            if entry is None or entry.shard != shard:
                yield shard

    @property
    def entries(self) -> Collection[Entry]:
        return self._entries.values()

    @contextmanager
    def write(self, shard: Shard) -> Iterator[Sink]:
        with self.storage.write(shard.file) as sink:
            yield sink
            entry = Entry(shard.first, shard.games, sink.size, sink.sha256())
            if is_replaced := shard.first in self._entries:
                # Before the file is replaced, so that it always has an entry.
                rewrite_manifest(self.storage, self.heading, [*self._entries.values(), entry])
        if is_replaced:
            self._entries[shard.first] = entry
        else:
            self.add(entry)

    def add(self, entry: Entry) -> None:
        self._entries[entry.first] = entry
        if self.storage.appends:
            self.storage.append(MANIFEST, entry.line())
        elif 10 * len(self._entries) >= 11 * self._listed:
            rewrite_manifest(self.storage, self.heading, self._entries.values())
            self._listed = len(self._entries)


def whole_entry(file: Stored, shard: Shard, heading: Heading, entry: Entry | None) -> Entry | None:
    """The entry of a shard that is whole; None if the shard is missing or damaged.

    Without an entry in the manifest, the checksum that the storage has is verified.
    """
    if entry is not None:
        return entry if has_checksum(file, entry.size, entry.sha256) else None
    try:
        if (sha256 := file.recorded()) is None:
            return None
        with file.open() as opened:
            size = opened.seek(0, os.SEEK_END)
        if not has_checksum(file, size, sha256):
            return None
        origin = read_origin(file)
    except NewerVersionError:
        raise
    except (FileNotFoundError, KeptGamesError):
        return None
    if differences := origin.configuration.differences(heading.configuration):
        raise KeptGamesError(f"{file} has games of another run: {'; '.join(differences)}")
    is_same = (origin.writers, origin.shard) == (heading.writers, shard)
    return Entry(shard.first, shard.games, size, sha256) if is_same else None
