"""The folders of the parts of one run, checked and joined."""

from __future__ import annotations

import os
from collections.abc import Generator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from volo.disk import Sink, naming, open_regular
from volo.errors import KeptGamesError, UnfinishedGamesError
from volo.simulate.config import Configuration
from volo.simulate.contents import REPAIR, contents_of
from volo.simulate.folder import Folder, held_folder
from volo.simulate.manifest import Entry, Heading
from volo.simulate.ranges import WHOLE

__all__ = ["Source", "merge", "sources"]

_PIECE = 1 << 20


class Source:
    """The folders that a run is joined from.

    Attributes:
        heading: the heading of the whole run.
        files: the file of each shard and its entry there, by the number of its first game.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        if not folders:
            raise KeptGamesError("there is nothing to merge")
        headings: list[Heading] = []
        self.files: dict[int, tuple[Path, Entry]] = {}
        for folder in folders:
            contents = contents_of(folder, unfinished=True)
            headings.append(replace(contents.heading, part=WHOLE))
            if differences := headings[0].differences(headings[-1]):
                raise KeptGamesError(f"{folders[0]} and {folder} are of two runs: {'; '.join(differences)}")
            for entry in contents.entries:
                path, other = self.files.setdefault(entry.first, (folder / entry.shard.file, entry))
                if other != entry:
                    raise KeptGamesError(f"{path} and {folder / entry.shard.file} are not the same, and should be")
        self.heading: Heading = headings[0]

    @property
    def configuration(self) -> Configuration:
        """What was played."""
        return self.heading.configuration


def sources(folders: Sequence[str | os.PathLike[str]]) -> Source:
    """The folders to be joined, of which only the manifests are read.

    Raises:
        KeptGamesError: a folder has no manifest, or files of another run, or the folders are of different runs.
        OSError: a manifest cannot be read.
    """
    return Source([Path(folder) for folder in folders])


def merge(directory: str | os.PathLike[str], folders: Sequence[str | os.PathLike[str]]) -> Generator[int, None, None]:
    """Join the folders of all parts of a run into one, and give the number of games in it now and then.

    The checksum of every file is verified on the way. The folder is the same, byte for byte, as if the run had been
    played into it. A merge that was stopped goes on where it was.

    Args:
        directory: the folder of the whole run; it is made if it is missing.
        folders: the folders of the parts, in any order; they are not changed.

    Raises:
        UnfinishedGamesError: shards are in none of the folders; the error names the first three.
        KeptGamesError: the folders are of different runs, a shard is damaged or gone (the error says which), or
            the folder is another run's. Like every error, it is raised by ``next``.
        OSError: the disk is full, or broken; what was copied before is whole.

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
    source = sources(folders)
    with held_folder(Path(directory), source.heading) as folder:
        games = sum(entry.games for entry in folder.verify())
        _refuse_gaps(folder, source)
        yield games
        for shard in folder.missing():
            with folder.write(shard) as sink:
                _copy(*source.files[shard.first], sink)
            games += shard.games
            yield games
        folder.finish()


def _refuse_gaps(folder: Folder, source: Source) -> None:
    """Refuse to begin while a shard is neither in the folder nor in a source.

    Raises:
        UnfinishedGamesError: there are such shards.
    """
    missing = (shard for shard in folder.missing() if shard.first not in source.files)
    # No more than three are named: a run may have a trillion shards.
    if not (named := [shard.file for shard in islice(missing, 3)]):
        return
    entries = {entry.first: entry for entry in folder.entries} | {
        first: entry for first, (_, entry) in source.files.items()
    }
    shards = source.configuration.shards
    gone = shards - len(entries)
    raise UnfinishedGamesError(
        f"{gone:,} of {shards:,} shards are in no folder: {', '.join(named)}{', ...' if gone > 3 else ''}",
        sum(entry.games for entry in entries.values()),
        source.configuration.games,
    )


def _copy(path: Path, entry: Entry, sink: Sink) -> None:
    """Copy a shard, and verify its checksum on the way.

    Raises:
        KeptGamesError: it is damaged or gone.
        OSError: it cannot be read, or the disk is full or broken.
    """
    try:
        descriptor = open_regular(path)
    except FileNotFoundError as error:
        raise KeptGamesError(f"{path} is damaged or missing; {REPAIR}") from error
    with os.fdopen(descriptor, "rb") as file:
        while sink.size <= entry.size:
            with naming(path):
                piece = file.read(_PIECE)
            if not piece:
                break
            sink.write(piece)
    if (sink.size, sink.sha256()) != (entry.size, entry.sha256):
        raise KeptGamesError(f"{path} is damaged or missing; {REPAIR}")
