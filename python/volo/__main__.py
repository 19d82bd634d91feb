"""Run the command ``volo`` as ``python -m volo``."""

from __future__ import annotations

import sys

from volo.cli import main

if __name__ == "__main__":
    sys.exit(main())
