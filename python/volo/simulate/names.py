"""The file names in a folder of kept games, and which of them belong to its run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from volo.errors import KeptGamesError
from volo.simulate.manifest import MANIFEST, Heading
from volo.simulate.ranges import WHOLE, shard_named
from volo.simulate.storage import Storage
from volo.simulate.storage.lock import LOCK

__all__ = ["check_names", "refuse_foreign_folder", "temporary_files", "temporary_name"]


def temporary_name(file: str) -> str:
    """The name of a shard while it is written.

    >>> temporary_name("games-000000000000.parquet")
    '_games-000000000000.parquet.tmp'
    """
    return f"_{file}.tmp"


def check_names(folder: Storage, heading: Heading) -> None:
    """Refuse a folder with a file that is not a shard of the run, but that other programs would read as one.

    polars and DuckDB read ``*.parquet``. pyarrow and pandas read every file whose name begins neither with ``_`` nor
    with a dot. The files of the run itself must be regular files.

    Args:
        folder: the folder.
        heading: the heading of its manifest.

    Raises:
        KeptGamesError: the folder has such a file; the error names the first one.
        OSError: the folder cannot be read.
    """
    if not folder.appends:  # all parts of a run are in one folder
        heading = replace(heading, part=WHOLE)
    for name, size in folder.sizes().items():
        if _belongs(name, heading):
            if size is None:
                raise KeptGamesError(f"{folder.file(name)} is not a regular file")
        elif name.endswith(".parquet") or not name.startswith(("_", ".")):
            raise KeptGamesError(
                f"{folder.file(name)} does not belong to the games in {folder}; move it to another folder"
            )


def temporary_files(folder: Storage, heading: Heading) -> Iterator[str]:
    """The temporary files of the run. If no run is writing to the folder, a killed run left them."""
    for name in folder.sizes():
        if name.endswith(".tmp") and _belongs(name, heading):
            yield name


def refuse_foreign_folder(folder: Storage) -> None:
    """Refuse a folder that has no manifest and has files that no run writes.

    Raises:
        KeptGamesError: the folder has such files; the error names the first one.
        OSError: the folder cannot be read.
    """
    names = folder.sizes()
    if MANIFEST in names:
        return
    for name in names:
        if not name.startswith((LOCK, MANIFEST, "games-", "_games-")):
            raise KeptGamesError(f"{folder} is not a folder of kept games: it has {name} and no manifest")


def _belongs(name: str, heading: Heading) -> bool:
    """Whether the name is that of a file, or of a temporary file, of the run."""
    if name in {LOCK, MANIFEST, f"{MANIFEST}.tmp"}:
        return True
    shard = name.removeprefix("_").removesuffix(".tmp")
    if name not in {shard, temporary_name(shard)}:
        return False
    return shard_named(shard, heading.configuration, heading.part) is not None
