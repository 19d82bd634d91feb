"""The folders of the parts of one run, checked and joined."""

from __future__ import annotations

import os
from collections.abc import Generator, Sequence
from dataclasses import replace
from pathlib import Path

from volo.errors import KeptGamesError
from volo.simulate.config import Configuration
from volo.simulate.folder import held_folder
from volo.simulate.kept import listed_shards
from volo.simulate.manifest import Entry, Heading
from volo.simulate.ranges import WHOLE

__all__ = ["Source", "merge", "sources"]

_PIECE = 1 << 20


class Source:
    """The folders that a run is joined from.

    Attributes:
        heading: the heading of the whole run.
        files: where each shard is, by the number of its first game, and its entry there.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        if not folders:
            raise KeptGamesError("there is nothing to merge")
        headings: list[Heading] = []
        self.files: dict[int, tuple[Path, Entry]] = {}
        for folder in folders:
            heading, entries = listed_shards(folder)
            headings.append(replace(heading, part=WHOLE))
            if differences := headings[0].differences(headings[-1]):
                raise KeptGamesError(f"{folders[0]} and {folder} are of two runs: {'; '.join(differences)}")
            for entry in entries:
                path, other = self.files.setdefault(entry.first, (folder / entry.shard.file, entry))
                if other != entry:
                    raise KeptGamesError(f"{path} and {folder / entry.shard.file} are not the same, and should be")
        self.heading: Heading = headings[0]

    @property
    def configuration(self) -> Configuration:
        """What was played."""
        return self.heading.configuration


def sources(folders: Sequence[str | os.PathLike[str]]) -> Source:
    """The folders to be joined, read as far as their manifests.

    Raises:
        KeptGamesError: one has no manifest, or they are of different runs.
        OSError: a manifest cannot be read.
    """
    return Source([Path(folder) for folder in folders])


def merge(directory: str | os.PathLike[str], folders: Sequence[str | os.PathLike[str]]) -> Generator[int, None, None]:
    """Join the folders of all parts of a run into one, and give the number of games that are in it now and then.

    Every file is held against its checksum on the way. The folder is the same, byte for byte, as if the run had been
    played into it. A merge that was stopped goes on where it was.

    Args:
        directory: the folder of the whole run; it is made unless it is there.
        folders: the folders of the parts, in any order; they stay as they are.

    Raises:
        KeptGamesError: the folders are of different runs, shards are missing or damaged (the error says which), or
            the folder is another run's. Like every error, it comes with the first number.
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
        missing = [shard for shard in folder.missing() if shard.first not in source.files]
        if missing:
            parts = ", ".join(shard.file for shard in missing[:3]) + (", ..." if len(missing) > 3 else "")
            raise KeptGamesError(f"{len(missing)} of {source.configuration.shards} shards are in no folder: {parts}")
        yield games
        for shard in folder.missing():
            path, entry = source.files[shard.first]
            with folder.write(shard) as sink, path.open("rb") as file:
                while piece := file.read(_PIECE):
                    sink.write(piece)
                if (sink.size, sink.sha256()) != (entry.size, entry.sha256):
                    raise KeptGamesError(f"{path} is damaged; the run that wrote it repairs it, started again")
            games += shard.games
            yield games
        folder.finish()
