"""A folder of kept games while it is written: locked, verified, and filled shard by shard."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager
from io import FileIO
from pathlib import Path

from volo.disk import Sink, is_same, make_folder, naming, whole_file
from volo.errors import KeptGamesError
from volo.simulate.lock import locked
from volo.simulate.manifest import (
    MANIFEST,
    DamagedManifestError,
    Entry,
    Heading,
    append_entry,
    open_manifest,
    read_manifest,
    tidy_manifest,
)
from volo.simulate.names import LOCK, check_names, left_over, refuse_strangers, temporary
from volo.simulate.ranges import Shard, shards_of
from volo.simulate.shard import read_configuration

__all__ = ["Folder", "held_folder"]


@contextmanager
def held_folder(path: Path, heading: Heading) -> Iterator[Folder]:
    """A folder for the games of a run. It is made if it is missing, and locked until the end of the ``with`` block.

    Raises:
        KeptGamesError: another run is at work in the folder, it keeps the games of another configuration (the error
            names the differences), or it has other things in it.
        OSError: the disk is full, or broken.
    """
    make_folder(path)
    refuse_strangers(path)
    with locked(path / LOCK), ExitStack() as stack:
        yield Folder(path, heading, stack)


class Folder:
    """A folder that games are kept in, locked by this run.

    A shard is written under a temporary name, flushed, renamed, the folder flushed, and then entered into the manifest
    with its checksum. So whatever stops the run, a shard that is in the manifest is whole. A shard without an entry is
    written again.

    Args:
        path: the folder, which is locked.
        heading: the heading of the folder's manifest.
        stack: closes the manifest in the end.
    """

    def __init__(self, path: Path, heading: Heading, stack: ExitStack) -> None:
        self.path = path
        self.heading = heading
        self._entries: dict[Shard, Entry] = {}
        self._stack = stack
        self._read_manifest()
        self._manifest = self._open_manifest()

    def _read_manifest(self) -> None:
        try:
            heading, entries = read_manifest(self.path)
        except (FileNotFoundError, DamagedManifestError):
            # Only shards of this run may be overwritten. Without a manifest, the shards themselves say whose they are.
            heading, entries = self.heading, []
            self._refuse_shards_of_others()
        if differences := heading.differences(self.heading):
            raise KeptGamesError(f"{self.path} keeps the games of another run: {'; '.join(differences)}")
        check_names(self.path, heading)
        for path in left_over(self.path, heading):
            path.unlink()
        self._entries = {entry.shard: entry for entry in entries if heading.has(entry)}
        self._tidy_manifest()

    def _open_manifest(self) -> FileIO:
        return self._stack.enter_context(open_manifest(self.path))

    def _tidy_manifest(self) -> None:
        tidy_manifest(self.path, self.heading, self._entries.values())

    def _refuse_shards_of_others(self) -> None:
        for path in sorted(self.path.glob("games-*.parquet")):
            try:
                configuration = read_configuration(path)
            except KeptGamesError:
                continue
            if differences := configuration.differences(self.heading.configuration):
                raise KeptGamesError(f"{path} has games of another run: {'; '.join(differences)}")

    def verify(self) -> Iterator[Entry]:
        """The entries of the shards that are undamaged. The others count as missing from now on.

        Every file is read, piece by piece.

        Raises:
            OSError: a file cannot be read, though it exists.
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
    def entries(self) -> Collection[Entry]:
        """The entries of the shards that are kept, in no particular order."""
        return self._entries.values()

    @contextmanager
    def write(self, shard: Shard) -> Iterator[Sink]:
        """Write a shard. It is kept when the block ends, and discarded after an error.

        Raises:
            OSError: the disk is full, or broken; the error names the file.
        """
        with whole_file(self.path / shard.file, self.path / temporary(shard.file)) as sink:
            yield sink
        entry = Entry(shard.first, shard.games, sink.size, sink.sha256())
        with naming(self.path / MANIFEST):
            append_entry(self._manifest, entry)
        self._entries[shard] = entry

    def finish(self) -> None:
        """Put the entries of the manifest in the order of the games, when all shards are kept.

        Raises:
            OSError: the disk is full, or broken.
        """
        self._manifest.close()
        self._tidy_manifest()
