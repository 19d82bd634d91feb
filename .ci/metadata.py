"""Write a new version or a new owner of the repository into all files that repeat it.

python metadata.py version 1.2.3
python metadata.py owner name

Cargo.toml is the home of both: the version, and the owner in the URL of the repository. All files of the repository are
searched, so a file that is added later is also covered.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple


class Fact(NamedTuple):
    """A fact that many files repeat."""

    form: re.Pattern[str]
    """The pattern of a valid new value."""

    expected: str
    """The form in words."""

    places: list[tuple[str, re.Pattern[str]]]
    """Patterns of file names, each with a pattern that matches the value in such a file."""


# The crate and the npm package are both called volo-rules. `make version` does not accept pre-releases, because
# crates.io and PyPI write them differently.
FACTS: Final = {
    "version": Fact(
        form=re.compile(r"[0-9]+\.[0-9]+\.[0-9]+"),
        expected="three numbers with dots between them",
        places=[
            (r"Cargo\.toml", re.compile(r'(?<=^\[workspace\.package\]\nversion = ")[^"]+', re.MULTILINE)),
            (r"Cargo\.lock", re.compile(r'(?<=^name = "volo-rules"\nversion = ")[^"]+', re.MULTILINE)),
            (r"Cargo\.lock", re.compile(r'(?<=^name = "volo-python"\nversion = ")[^"]+', re.MULTILINE)),
            (r"Cargo\.lock", re.compile(r'(?<=^name = "volo-capi"\nversion = ")[^"]+', re.MULTILINE)),
            (r"package(-lock)?\.json", re.compile(r'(?<="name": "volo-rules",\n  "version": ")[^"]+')),
            (r"package-lock\.json", re.compile(r'(?<="name": "volo-rules",\n      "version": ")[^"]+')),
            (r"CITATION\.cff", re.compile(r"(?<=^version: )\S+", re.MULTILINE)),
        ],
    ),
    "owner": Fact(
        form=re.compile(r"[A-Za-z0-9](-?[A-Za-z0-9]){0,38}"),
        expected="the name of an account on GitHub",
        places=[
            (r".*", re.compile(r"(?<=github\.com/)[\w-]+(?=/volo(?![\w-]))")),
            (r".*", re.compile(r"(?<=raw\.githubusercontent\.com/)[\w-]+(?=/volo/)")),
            (r".*", re.compile(r"(?<=https://)[\w-]+(?=\.github\.io/volo(?![\w-]))")),
            (r".*", re.compile(r"(?<=--repo )[\w-]+(?=/volo(?![\w-]))")),
        ],
    ),
}


def texts(root: Path) -> Iterator[tuple[Path, str]]:
    """Yield the path and the text of each file of the repository. Files that are not text are left out."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
    for name in filter(None, names.split("\0")):
        path = root / name
        try:
            yield path, path.read_bytes().decode()
        except (UnicodeDecodeError, FileNotFoundError):
            continue


def patterns(fact: str, path: Path) -> list[re.Pattern[str]]:
    """The patterns that match the value of a fact in a file of this name."""
    return [pattern for name, pattern in FACTS[fact].places if re.fullmatch(name, path.name)]


def values(fact: str, root: Path) -> Iterator[tuple[Path, str]]:
    """Yield each place where a file gives the value of a fact: the path and the value."""
    for path, text in texts(root):
        for pattern in patterns(fact, path):
            for value in pattern.findall(text):
                yield path, value


def rewrite(fact: str, value: str, root: Path) -> list[Path]:
    """Write a value into all files that give the fact, and return the files that changed."""
    changed = []
    for path, text in texts(root):
        new = text
        for pattern in patterns(fact, path):
            new = pattern.sub(value, new)
        if new != text:
            path.write_bytes(new.encode())
            changed.append(path)
    return changed


def main() -> None:
    """Rewrite the fact that is named on the command line."""
    fact, value = sys.argv[1:]
    if not FACTS[fact].form.fullmatch(value):
        sys.exit(f"{value!r} is not a valid {fact}: expected {FACTS[fact].expected}")
    for path in rewrite(fact, value, Path.cwd()):
        sys.stdout.write(f"{path.relative_to(Path.cwd())}\n")


if __name__ == "__main__":
    main()
