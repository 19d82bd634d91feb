"""The names in a folder of kept games: which of them belong to a run."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from volo.errors import KeptGamesError
from volo.simulate.manifest import MANIFEST, Heading
from volo.simulate.ranges import shard_named

__all__ = ["LOCK", "check_names", "left_over", "refuse_strangers", "temporary"]

LOCK = "_lock"


def temporary(file: str) -> str:
    """The name that a shard has while it is written.

    >>> temporary("games-000000000000.parquet")
    '_games-000000000000.parquet.tmp'
    """
    return f"_{file}.tmp"


def check_names(folder: Path, heading: Heading) -> None:
    """Refuse a folder in which a file would be read as a shard though the run does not have it.

    A program that reads Parquet takes ``*.parquet``, or everything whose name begins neither with ``_`` nor with a
    dot. The files of the run itself must be regular files.

    Raises:
        KeptGamesError: there is such a file; the error names the first of them.
        OSError: the folder cannot be read.
    """
    for path in sorted(folder.iterdir()):
        name = path.name
        if _belongs(name, heading):
            if not _is_regular(path):
                raise KeptGamesError(f"{path} is not a regular file")
        elif name.endswith(".parquet") or not name.startswith(("_", ".")):
            raise KeptGamesError(f"{path} does not belong to the games that {folder} keeps; move it elsewhere")


def left_over(folder: Path, heading: Heading) -> Iterator[Path]:
    """The temporary files of a run that was killed."""
    for path in folder.iterdir():
        if path.suffix == ".tmp" and _belongs(path.name, heading):
            yield path


def refuse_strangers(folder: Path) -> None:
    """Refuse a folder that has no manifest, but things in it that no run makes.

    Raises:
        KeptGamesError: it has such things.
        OSError: the folder cannot be read.
    """
    if os.path.lexists(folder / MANIFEST):
        return
    for path in sorted(folder.iterdir()):
        if not path.name.startswith((LOCK, MANIFEST, "games-", "_games-")):
            raise KeptGamesError(f"{folder} is not a folder of kept games: it has no manifest, but {path.name}")


def _is_regular(path: Path) -> bool:
    """Whether a path is a regular file. One that is gone by now was a temporary file of a run at work."""
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except FileNotFoundError:
        return True


def _belongs(name: str, heading: Heading) -> bool:
    """Whether a run has a file of this name, at least for a while."""
    if name in {LOCK, MANIFEST, f"{MANIFEST}.tmp"}:
        return True
    shard = name.removeprefix("_").removesuffix(".tmp")
    return name in {shard, temporary(shard)} and shard_named(shard, heading.configuration, heading.part) is not None
