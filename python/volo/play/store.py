"""Saved games: a file for each in one folder.

A file has three lines: the checksum of the others, a heading for lists of games, and the document of the game. It is
written under another name, flushed to the disk and then renamed, so the death of the process or of the machine cannot
damage it. Only the user can read the file, and a folder that is created for it.
"""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from threading import Lock
from time import time
from typing import Final

from volo._support.checks import integer_of, members_of, number_of, text_of
from volo._support.disk import make_folder, open_regular, whole_file, with_filename
from volo.errors import VoloError
from volo.play.document import LONGEST_TITLE, MOST_NODES, GameDocument, checked
from volo.records.json.parser import NotJSONError, parse, to_json

__all__ = ["MOST_GAMES", "Saved", "Store", "default_folder"]

MOST_GAMES: Final = 1000
"""The number of games that may be saved."""

# The beginning of a file: the format and its version.
_FORMAT = b"volo saved game 1 "
_MOST_BYTES = 8 << 20
_NAME = re.compile(r"game-([a-z0-9-]{1,64})\.saved")
_ID = re.compile(r"[a-z0-9-]{1,64}")
# A temporary file that is this old, in seconds, was left by a process that was killed.
_ABANDONED = 3600.0


def default_folder() -> Path:
    """The folder for saved games of this user on this system."""
    try:
        home = Path.home()
    except RuntimeError:
        # A user who is not in the list of users has no home. Docker names this folder then.
        home = Path("/")
    if sys.platform == "win32":
        base, usual = os.environ.get("LOCALAPPDATA", ""), home / "AppData" / "Local"
    elif sys.platform == "darwin":
        base, usual = "", home / "Library" / "Application Support"
    else:
        base, usual = os.environ.get("XDG_STATE_HOME", ""), home / ".local" / "state"
    # The specification of XDG says that a relative path is ignored.
    folder = Path(base) if base and Path(base).is_absolute() else usual
    return folder / "volo" / "games"


@dataclass(frozen=True, slots=True)
class Saved:
    """A saved game, as a list shows it.

    Attributes:
        id: the name of the game.
        changed: when it was saved, in seconds since 1970.
        title: a line that tells the user which game it is.
        plies: the number of moves of the main line.
    """

    id: str
    changed: float
    title: str
    plies: int


class Store:
    """The saved games of a folder. Several threads and several processes may use it.

    Args:
        folder: the folder. It is created when the first game is saved.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = Lock()
        self._remove_abandoned()

    def listed(self) -> tuple[list[Saved], list[str]]:
        """Return all games, the one that was saved last first, and the names of the damaged ones.

        Raises:
            OSError: the folder cannot be read.
        """
        found = {name: self._heading(name) for name in sorted(self._names())}
        games = [saved for saved in found.values() if saved is not None]
        return sorted(games, key=lambda each: -each.changed), [name for name, saved in found.items() if saved is None]

    def load(self, name: str) -> object:
        """Return the document of a game.

        Raises:
            VoloError: there is no such game, or it is damaged.
            OSError: its file cannot be read.
        """
        try:
            _, text = self._read(name)
        except FileNotFoundError as error:
            raise VoloError(f"there is no saved game {name}") from error
        try:
            return checked(parse(text)).value
        except (VoloError, NotJSONError) as error:
            raise _damaged(name) from error

    def save(self, name: str, document: GameDocument) -> float:
        """Write a game, which may replace another one, and return when it was saved, in seconds since 1970.

        The game is on the disk when this method returns.

        Raises:
            VoloError: the name is not permitted, or there are too many games.
            OSError: the game cannot be written.
        """
        path = self._path(name)
        changed = round(time(), 3)
        heading = {"changed": changed, "title": document.title, "plies": document.plies}
        content = f"{to_json(heading)}\n{to_json(document.value)}\n".encode()
        temporary = path.with_name(f".{path.name}.{token_hex(8)}.part")
        with self._lock:
            names = self._names()
            if name not in names and len(names) >= MOST_GAMES:
                raise VoloError(f"there are {len(names):,} saved games: delete one first")
            make_folder(self._folder, 0o700)
            with whole_file(path, temporary, 0o600) as sink:
                sink.write(_FORMAT + sha256(content).hexdigest().encode() + b"\n" + content)
        return changed

    def delete(self, name: str) -> None:
        """Delete a game.

        Raises:
            VoloError: there is no such game.
            OSError: its file cannot be deleted.
        """
        try:
            self._path(name).unlink()
        except FileNotFoundError as error:
            raise VoloError(f"there is no saved game {name}") from error

    def _path(self, name: str) -> Path:
        if _ID.fullmatch(name) is None:
            raise VoloError("the name of a saved game has 1 to 64 characters of a to z, 0 to 9 and -")
        # Without the words before the name, Windows would take con, nul and others for devices.
        return self._folder / f"game-{name}.saved"

    def _names(self) -> set[str]:
        """The names of all files of games, damaged or not."""
        try:
            return {found[1] for each in os.listdir(self._folder) if (found := _NAME.fullmatch(each))}  # noqa: PTH208
        except (FileNotFoundError, NotADirectoryError):
            # The home folder of some users is /dev/null.
            return set()

    def _heading(self, name: str) -> Saved | None:
        """The heading of a file; None if it is damaged or cannot be read."""
        try:
            return self._read(name)[0]
        except (VoloError, OSError):
            return None

    def _read(self, name: str) -> tuple[Saved, str]:
        """Read a file, and verify its checksum. Return its heading and its document, which is not checked.

        Raises:
            VoloError: the file is damaged.
            OSError: the file cannot be read.
        """
        path = self._path(name)
        with with_filename(path), os.fdopen(open_regular(path), "rb") as file:
            content = file.read(_MOST_BYTES + 1)
        first, _, rest = content.partition(b"\n")
        if first != _FORMAT + sha256(rest).hexdigest().encode():
            raise _damaged(name)
        # Somebody may have written a file with a correct checksum by other means.
        try:
            heading, document, _ = rest.decode().split("\n")
            members = members_of(parse(heading), "the heading", ("changed", "title", "plies"))
            changed = number_of(members["changed"], "changed")
            if isinstance(changed, int) and abs(changed) >= 1 << 53:
                raise _damaged(name)
            saved = Saved(
                name,
                float(changed),
                text_of(members["title"], "title", LONGEST_TITLE),
                integer_of(members["plies"], "plies", 0, MOST_NODES),
            )
        except (ValueError, NotJSONError) as error:
            raise _damaged(name) from error
        return saved, document

    def _remove_abandoned(self) -> None:
        """Remove temporary files that processes left when they were killed."""
        with suppress(OSError):
            for path in self._folder.glob(".game-*.saved.*.part"):
                if path.lstat().st_mtime < time() - _ABANDONED:
                    path.unlink(missing_ok=True)


def _damaged(name: str) -> VoloError:
    return VoloError(f"the saved game {name} is damaged")
