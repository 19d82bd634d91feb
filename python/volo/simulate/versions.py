"""pyarrow, which is loaded when it is needed, and the versions that the bytes of kept games depend on."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from volo._volo import __version__
from volo.errors import KeptGamesError

__all__ = ["FORMAT", "load", "writers"]

# Of the folder, its manifest and its shards together.
FORMAT = 1


def load(name: str) -> ModuleType:
    """The module ``pyarrow``, or one of its own.

    Raises:
        KeptGamesError: pyarrow is not installed.
    """
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "pyarrow":
            raise
        raise KeptGamesError("kept games need pyarrow, which is not installed: pip install 'volo[parquet]'") from error


def writers() -> dict[str, str]:
    """The versions of the programs that write kept games: others may write other bytes.

    Raises:
        KeptGamesError: pyarrow is not installed.
    """
    return {"volo": __version__, "pyarrow": str(load("pyarrow").__version__)}
