"""The command ``volo``.

It needs click and rich, which the extra ``volo[cli]`` installs. The library needs neither.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from volo.errors import VoloError

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status.

    In a thread other than the main one, signals do not stop the command.

    0: success; 1: a check failed; 2: bad usage or bad input; 130: interrupted.

    Args:
        arguments: the arguments after the command's name; by default those of this process.
    """
    try:
        from volo.cli.app import run

        return run(arguments)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in {"click", "rich"}:
            raise
        print(  # noqa: T201
            f'volo: the command line needs {error.name}, which is not installed: pip install "volo[cli]"',
            file=sys.stderr,
        )
        return 2
    except VoloError as error:  # VOLO_BACKEND is wrong
        from volo.cli.terminal import complaint

        print(complaint(str(error)), file=sys.stderr)  # noqa: T201
        return 2
    except KeyboardInterrupt:
        return 130
