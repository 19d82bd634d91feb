"""Check with auditwheel that Linux wheels run where the tags in their names promise.

python platform_tag.py WHEEL ...

`auditwheel show` prints the oldest platform on which a wheel runs, but does not compare it with the name of the wheel.
"""

from __future__ import annotations

import re
import subprocess
import sys


def platforms(text: str) -> list[tuple[str, str, int, int]]:
    """The platforms in a text: the C library, the architecture and the version of the C library.

    >>> platforms("volo-0.1.0-cp310-abi3-manylinux2014_i686.manylinux_2_17_i686.whl")
    [('manylinux', 'i686', 2, 17)]
    """
    found = re.findall(r"(manylinux|musllinux)_(\d+)_(\d+)_(\w+)", text)
    return [(library, architecture, int(major), int(minor)) for library, major, minor, architecture in found]


def keeps_promise(name: str, needed: str) -> bool:
    """Whether each platform in the name of a wheel is at least the one that the wheel needs.

    >>> keeps_promise("volo-0.1.0-cp310-abi3-manylinux_2_17_i686.whl", "manylinux_2_5_i686")
    True
    >>> keeps_promise("volo-0.1.0-cp310-abi3-manylinux_2_17_i686.whl", "manylinux_2_28_i686")
    False
    >>> keeps_promise("volo-0.1.0-cp310-abi3-manylinux_2_17_i686.whl", "musllinux_1_2_i686")
    False
    """
    (least,) = platforms(needed)
    promised = platforms(name)
    return promised != [] and all(platform[:2] == least[:2] and platform >= least for platform in promised)


def main() -> int:
    """Print the platform that each wheel needs, and return 1 if the name of a wheel promises an older one."""
    broken = 0
    for wheel in sys.argv[1:]:
        command = [sys.executable, "-m", "auditwheel", "show", wheel]
        shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        (needed,) = re.findall(r'following\s+platform\s+tag:\s+"(\w+)"', shown)
        kept = keeps_promise(wheel, needed)
        sys.stdout.write(f"{wheel} needs {needed}{'' if kept else ', but its name promises another platform'}\n")
        broken += not kept
    return bool(broken)


if __name__ == "__main__":
    sys.exit(main())
