"""Print the notes of a release: the section of its version in CHANGELOG.md.

python release_notes.py v1.2.3

The argument is the tag of the release. It must be the letter v and the version in Cargo.toml.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path


def version(manifest: str) -> str:
    """The version of the crate in the text of Cargo.toml.

    >>> version('[workspace.package]\\nversion = "1.2.3"\\n')
    '1.2.3'
    """
    (found,) = re.findall(r'^version = "(.+)"$', manifest, re.MULTILINE)
    return str(found)


def section(changelog: str, number: str) -> str:
    """The section of a version in the text of CHANGELOG.md, without its heading. It is empty if there is none.

    >>> section("## 1.2.3 - 2026-01-31\\n\\nFaster.\\n\\n## 1.2.2\\n\\nFirst.\\n", "1.2.3")
    'Faster.'
    """
    found = re.search(rf"^## {re.escape(number)}(?: - [0-9-]+)?\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    return found[1].strip() if found else ""


def main() -> None:
    """Print the notes, or exit with a message if the tag or CHANGELOG.md does not fit the version."""
    (tag,) = sys.argv[1:]
    number = version(Path("Cargo.toml").read_text(encoding="utf-8"))
    if tag != f"v{number}":
        sys.exit(f"the tag is {tag}, but the version in Cargo.toml is {number}")
    notes = section(Path("CHANGELOG.md").read_text(encoding="utf-8"), number)
    if not notes:
        sys.exit(f"CHANGELOG.md has no section for version {number}, or the section is empty")
    sys.stdout.write(f"{notes}\n")


if __name__ == "__main__":
    main()
