"""``python -m volo`` is the command ``volo``."""

from __future__ import annotations

import sys

from volo.cli import main

if __name__ == "__main__":
    sys.exit(main())
