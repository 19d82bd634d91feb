"""Parts of a run that several machines keep in one folder on object storage. Parts of lost machines are taken over.

Each part has its own manifest and its own lease in the folder, until all parts are finished.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace

from volo.errors import VoloError
from volo.simulate.folder import Folder
from volo.simulate.manifest import MANIFEST, Entry, Heading, read_manifest, tidy_manifest
from volo.simulate.names import refuse_foreign_folder
from volo.simulate.ranges import WHOLE, Part, count_shards
from volo.simulate.storage import InUseError, ObjectStorage
from volo.simulate.storage.lock import LOCK
from volo.simulate.summary import Summary

__all__ = ["keep_parts"]

# Every machine looks at every part.
_MOST_PARTS = 100_000


def keep_parts(
    storage: ObjectStorage, heading: Heading, play: Callable[[Folder], Iterator[Summary]]
) -> Generator[Summary, None, None]:
    """Play the part of a heading, and then all parts that no machine plays, until the run is finished.

    A part that another machine plays is left to it as long as it renews its lease.

    Args:
        storage: the folder of the run.
        heading: the heading of the part that is played first.
        play: verifies and plays the shards of a locked folder.

    Yields:
        the summaries that ``play`` yields.

    Raises:
        VoloError: the run has more than 100,000 parts.
        KeptGamesError: the folder has the games of another run, or is not a folder of kept games.
        OSError: the storage cannot be read or written.
    """
    first, of = heading.part.index, heading.part.of
    if of > _MOST_PARTS:
        raise VoloError(f"a run on object storage has at most {_MOST_PARTS:,} parts")
    whole = replace(heading, part=WHOLE)
    refuse_foreign_folder(storage)
    # The first machine puts the manifest of the run. The others compare their configuration with it.
    Folder(storage, whole)
    finished: dict[Part, list[Entry]] = {}
    pending = [Part((first - 1 + step) % of + 1, of) for step in range(of)]
    while True:
        for part in pending:
            view, own = _view(storage, part), replace(heading, part=part)
            # The first part is verified in any case, as by every run that is continued.
            is_first = part == heading.part
            is_held = False
            try:
                if (entries := None if is_first else _found(storage, whole, view, own)) is None:
                    with view.locked():
                        is_held = True
                        # Another machine may have finished the part while this one waited for the lease.
                        if (entries := None if is_first else _found(storage, whole, view, own)) is None:
                            folder = Folder(view, own)
                            yield from play(folder)
                            folder.finish()
                            entries = list(folder.entries)
            except InUseError:
                if not is_held:
                    continue
                # Another machine has taken the part over, or has joined the parts of the finished run.
                if _entries(storage, whole) is None:
                    raise
                return
            except _FinishedError:
                # The machine that joined the parts removed the objects of the others.
                _remove(storage, {heading.part, part})
                return
            finished[part] = entries
        pending = [part for part in pending if part not in finished]
        if not pending and _join(storage, whole, finished):
            return


class _FinishedError(Exception):
    """The run is finished, and another machine has joined its parts."""


def _found(storage: ObjectStorage, whole: Heading, view: ObjectStorage, own: Heading) -> list[Entry] | None:
    """The entries of a part that is finished; None for another part.

    Raises:
        _FinishedError: the run is finished.
    """
    entries = _entries(view, own)
    if entries is None and _entries(storage, whole) is not None:
        raise _FinishedError
    return entries


def _view(storage: ObjectStorage, part: Part) -> ObjectStorage:
    return storage.of_part(f"{part.index}-of-{part.of}")


def _entries(storage: ObjectStorage, heading: Heading) -> list[Entry] | None:
    """The entries of a manifest; None if it is missing or incomplete."""
    try:
        _, entries = read_manifest(storage)
    except FileNotFoundError:
        return None
    return entries if len(entries) == count_shards(heading.configuration, heading.part) else None


def _join(storage: ObjectStorage, whole: Heading, parts: dict[Part, list[Entry]]) -> bool:
    """Write the manifest of the run, and remove those of its parts. False if another machine is doing this."""
    try:
        with storage.locked():
            # The manifest is replaced only if it is as it was read.
            read_manifest(storage)
            tidy_manifest(storage, whole, (entry for entries in parts.values() for entry in entries))
            _remove(storage, parts)
    except InUseError:
        return False
    return True


def _remove(storage: ObjectStorage, parts: Iterable[Part]) -> None:
    """Remove the manifests and the leases of parts."""
    for part in parts:
        for name in MANIFEST, LOCK:
            with suppress(FileNotFoundError):
                _view(storage, part).remove(name)
