"""The command ``volo``, one file a command.

It needs click and rich, which the extra ``volo[cli]`` brings; the library does without them.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status.

    0: all is well; 1: a check failed; 2: bad usage or bad input; 130: interrupted.

    Args:
        arguments: what stands behind the command's name; those of this process unless given.
    """
    try:
        from volo.cli.app import run
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in {"click", "rich"}:
            raise
        print(  # noqa: T201
            f"volo: the command line needs {error.name}, which is not installed: pip install 'volo[cli]'",
            file=sys.stderr,
        )
        return 2
    except KeyboardInterrupt:
        return 130
    return run(arguments)
