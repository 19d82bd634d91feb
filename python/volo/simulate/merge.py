"""Merging the folders of the parts of a run into one folder."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Sequence
from dataclasses import replace
from itertools import islice

from volo._support.checks import checked_integer
from volo._support.disk import Sink, with_filename
from volo.errors import KeptGamesError, UnfinishedGamesError
from volo.simulate.config import WHOLE, Configuration, shards_of
from volo.simulate.folder import locked_folder
from volo.simulate.kept import REPAIR, contents_of
from volo.simulate.manifest import MANIFEST, Entry, Heading
from volo.simulate.storage import Storage, Stored, storage_of

# Shards are copied in chunks of this many bytes.
_CHUNK = 1 << 20


class Sources:
    """The folders that are merged.

    Attributes:
        heading: the heading of the merged folder.
        files: the file and the entry of each whole shard, by the number of its first game.
    """

    def __init__(self, folders: Sequence[Storage], games: int | None) -> None:
        if not folders:
            raise KeptGamesError("there are no folders to merge")
        headings: list[Heading] = []
        found: dict[int, tuple[Stored, Entry]] = {}
        for folder in folders:
            contents = contents_of(folder, unfinished=True)
            headings.append(replace(contents.heading, part=WHOLE))
            if differences := headings[0].differences(headings[-1]):
                raise KeptGamesError(
                    f"{folders[0]} and {folder} are of different runs: {'; '.join(differences)}; volo summarize adds "
                    "up the results of different runs"
                )
            for entry in contents.entries:
                path = folder.file(entry.shard.file)
                first, other = found.get(entry.first, (path, entry))
                if other.games == entry.games and other != entry:
                    raise KeptGamesError(f"{first} and {path} have different checksums")
                if other.games <= entry.games:
                    found[entry.first] = path, entry
        # Some of the folders may have grown.
        self.heading: Heading = max(headings, key=lambda heading: heading.configuration.games)
        if games is not None:
            self.heading = replace(self.heading, configuration=_closed(self.configuration, games))
        self.files: dict[int, tuple[Stored, Entry]] = {
            first: each for first, each in found.items() if self.heading.has_whole(each[1])
        }

    @property
    def configuration(self) -> Configuration:
        """The configuration of the run."""
        return self.heading.configuration


def _closed(configuration: Configuration, games: int) -> Configuration:
    """The same run with only the first games, which whole shards must have."""
    games = checked_integer("games", games, 1, configuration.games)
    if games % (size := configuration.shard_size) and games != configuration.games:
        raise KeptGamesError(f"games must be a multiple of {size:,}, the number of games in a shard, not {games:,}")
    return replace(configuration, games=games)


def sources(folders: Sequence[str | os.PathLike[str]], games: int | None = None) -> Sources:
    """Read the manifests of the folders to merge."""
    if isinstance(folders, str | os.PathLike):
        raise TypeError(f"folders must be several folders, not {type(folders).__name__}")
    return Sources([storage_of(folder) for folder in folders], games)


def merge(
    directory: str | os.PathLike[str], folders: Sequence[str | os.PathLike[str]], *, games: int | None = None
) -> Generator[int, None, None]:
    """Merge the folders of all parts of a run into one folder.

    The checksum of every file is verified while it is copied. The merged folder has the same bytes as a folder that
    :func:`keep` writes without parts. After an interruption, the same call continues the merge. If the folders of the
    parts have grown, it lets the merged folder grow. Errors are raised when the iterator is advanced, not by the call.

    Args:
        directory: the folder of the whole run. It is created if missing.
        folders: the folders of the parts, in any order. They are not changed.
        games: the number of games with which the merged run is finished, if it was planned too large: whole shards from
            the first game on. By default all games of the run.

    Yields:
        the number of games in the merged folder so far: once at the beginning, and once after each shard.

    Raises:
        UnfinishedGamesError: shards are missing from all folders; the error names the first three.
        KeptGamesError: the folders are of different runs, a shard is damaged or missing (the error names it), or the
            merged folder has the games of another run or is for more games.
        VoloError: a folder is a URL that cannot be used.
        OSError: a file cannot be read or written, for example because the disk is full. The shards that were copied
            before are complete.

    >>> import tempfile
    >>> from volo import Position
    >>> from volo.simulate import Configuration, Part, keep
    >>> plan = Configuration(games=50, position=Position("standard-4"), shard_size=20)
    >>> with tempfile.TemporaryDirectory() as place:
    ...     for part in Part(1, 2), Part(2, 2):
    ...         *_, summary = keep(f"{place}/{part.index}", plan, part=part)
    ...     *_, games = merge(f"{place}/all", [f"{place}/1", f"{place}/2"])
    >>> games
    50
    """
    source = sources(folders, games)
    storage = storage_of(directory)
    try:
        storage.file(MANIFEST).open().close()
    except FileNotFoundError:  # Do not create a folder that cannot be filled.
        _refuse_gaps((), source)
    with locked_folder(storage, source.heading) as folder:
        merged = sum(entry.games for entry, _ in folder.verify())
        _refuse_gaps(folder.entries, source)
        yield merged
        for shard in folder.missing():
            with folder.write(shard) as sink:
                _copy(*source.files[shard.first], sink)
            merged += shard.games
            yield merged
        folder.tidy()


def _refuse_gaps(merged: Iterable[Entry], source: Sources) -> None:
    entries = {entry.first: entry for entry in merged if source.heading.has_whole(entry)} | {
        first: entry for first, (_, entry) in source.files.items()
    }
    missing = (shard for shard in shards_of(source.configuration, WHOLE) if shard.first not in entries)
    # At most three shards are enumerated, because a run may have a trillion shards.
    if not (gaps := list(islice(missing, 3))):
        return
    shards = source.configuration.shards
    number = shards - len(entries)
    raise UnfinishedGamesError(
        f"{number:,} of {shards:,} shards are missing: {', '.join(shard.file for shard in gaps)}"
        f"{', ...' if number > 3 else ''}; before them, the run has {gaps[0].first:,} games",
        sum(entry.games for entry in entries.values()),
        source.configuration.games,
    )


def _copy(path: Stored, entry: Entry, sink: Sink) -> None:
    try:
        opened = path.open()
    except FileNotFoundError as error:
        raise KeptGamesError(f"{path} is damaged or missing; {REPAIR}") from error
    with opened as file:
        while sink.size <= entry.size:
            with with_filename(path):
                chunk = file.read(_CHUNK)
            if not chunk:
                break
            sink.write(chunk)
    if (sink.size, sink.sha256()) != (entry.size, entry.sha256):
        raise KeptGamesError(f"{path} is damaged or missing; {REPAIR}")
