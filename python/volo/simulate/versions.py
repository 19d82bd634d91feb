"""Optional packages, which are imported on first use, and the versions that determine the bytes of a shard."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from volo._volo import __version__
from volo.errors import KeptGamesError

__all__ = ["FORMAT", "load", "writers"]

# The version of the format of kept games: of the folder, its manifest and its shards together.
FORMAT = 1

_EXTRAS = {"obstore": "cloud", "pyarrow": "parquet"}
_USERS = {"obstore": "kept games on object storage need", "pyarrow": "kept games need"}


def load(name: str, extra: str | None = None) -> ModuleType:
    """Import pyarrow, obstore, or one of their submodules.

    Args:
        name: the module, such as ``"pyarrow.parquet"``.
        extra: the extra of volo that the error recommends; by default the smallest one that installs the package.

    Raises:
        KeptGamesError: the package is not installed.
    """
    package = name.partition(".")[0]
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != package:
            raise
        recommended = f'pip install "volo[{extra or _EXTRAS[package]}]"'
        raise KeptGamesError(f"{_USERS[package]} {package}, which is not installed: {recommended}") from error


def writers(extra: str | None = None) -> dict[str, str]:
    """The versions of the packages that write shards. Other versions may write other bytes.

    Args:
        extra: the extra of volo that the error recommends, as for :func:`load`.

    Returns:
        the version of each package, by its name.

    Raises:
        KeptGamesError: pyarrow is not installed.
    """
    return {"volo": __version__, "pyarrow": str(load("pyarrow", extra).__version__)}
