"""pyarrow and ray, which are loaded when they are needed, and the versions that the bytes of kept games depend on."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from volo._volo import __version__
from volo.errors import KeptGamesError

__all__ = ["FORMAT", "load", "writers"]

# Of the folder, its manifest and its shards together.
FORMAT = 1


# What needs each of them, and the extra that brings it.
_NEEDS = {"pyarrow": ("kept games need", "parquet"), "ray": ("the engine needs", "ray")}


def load(name: str) -> ModuleType:
    """The module ``pyarrow`` or ``ray``, or one of theirs.

    Raises:
        KeptGamesError: it is not installed.
    """
    package = name.partition(".")[0]
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != package:
            raise
        what, extra = _NEEDS[package]
        raise KeptGamesError(f"{what} {package}, which is not installed: pip install 'volo[{extra}]'") from error


def writers() -> dict[str, str]:
    """The versions of the programs that write kept games: others may write other bytes.

    Raises:
        KeptGamesError: pyarrow is not installed.
    """
    return {"volo": __version__, "pyarrow": str(load("pyarrow").__version__)}
