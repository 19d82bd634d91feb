"""The versions of formats and packages, and optional packages, which are imported on first use."""

from __future__ import annotations

from collections.abc import Container, Iterable
from importlib import import_module
from types import ModuleType

from volo._volo import __version__
from volo.errors import KeptGamesError

# The version of the format of kept games: of the folder, its manifest and its shards together. Until volo 0.1.0 is
# out, the format changes without a new number, and who changes it writes `tests/data/kept` again. After that, only
# members of the configuration may be added without a new number: those that are missing have their defaults.
FORMAT = 1


class NewerVersionError(KeptGamesError):
    """A newer version of volo wrote a file, with something that this version does not know."""


def check_version(found: object, known: int | str, name: str, writer: object) -> None:
    """Check that this version of volo knows the format of a file, whose writer may be unknown."""
    if type(found) is not type(known) or found != known:  # True and 1.0 from JSON would be equal to 1
        raise newer(f"{name} has version {str(found)[:40]} of its format, and this volo reads version {known}", writer)


def check_members(names: Iterable[str], known: Container[str], name: str, kind: str, writer: object) -> None:
    for each in names:
        if each not in known:
            raise newer(f"{name} has the unknown {kind} {each[:40]!a}", writer)


def newer(problem: str, writer: object) -> KeptGamesError:
    """An error about something that this version of volo does not know."""
    if writer == __version__:  # then the file is damaged
        return KeptGamesError(problem)
    by = "another version of volo" if writer is None else f"volo {str(writer)[:40]}"
    return NewerVersionError(f"{problem}; it was written by {by}, and this is volo {__version__}")


_EXTRAS = {"obstore": "cloud", "pyarrow": "parquet"}
_USERS = {"obstore": "kept games on object storage need", "pyarrow": "kept games need"}


def load(name: str, extra: str | None = None) -> ModuleType:
    """Import pyarrow, obstore, or one of their submodules. An error recommends the extra of volo that installs it."""
    package = name.partition(".")[0]
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != package:
            raise
        recommended = f'pip install "volo[{extra or _EXTRAS[package]}]"'
        raise KeptGamesError(f"{_USERS[package]} {package}, which is not installed: {recommended}") from error


def writers(extra: str | None = None) -> dict[str, str]:
    """The versions of the packages that write shards, by name. Other versions may write other bytes."""
    return {"volo": __version__, "pyarrow": str(load("pyarrow", extra).__version__)}
