"""Check that two builds gave the same wheel, and that nothing that is given away names this machine.

python same_wheel.py FIRST.whl SECOND.whl SDIST.tar.gz --without FOLDER ...
"""

from __future__ import annotations

import argparse
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile


def contents(archive: Path) -> Iterator[tuple[str, bytes]]:
    """The files in a wheel or a source distribution, by name."""
    if archive.suffix == ".whl":
        with ZipFile(archive) as opened:
            for name in opened.namelist():
                yield name, opened.read(name)
    else:
        with tarfile.open(archive) as opened_tar:
            for member in opened_tar:
                if file := opened_tar.extractfile(member):
                    yield member.name, file.read()


def differences(first: Path, second: Path) -> Iterator[str]:
    """Reports the files that differ, or the archives themselves if only how they are packed differs."""
    if first.read_bytes() == second.read_bytes():
        return
    one, other = dict(contents(first)), dict(contents(second))
    names = [name for name in sorted(one.keys() | other.keys()) if one.get(name) != other.get(name)]
    yield from (f"{name} differs in {first} and {second}" for name in names or ["the archive itself"])


def leaks(archive: Path, folders: list[str]) -> Iterator[str]:
    """Reports the files that name one of the folders."""
    for name, content in contents(archive):
        for folder in folders:
            if folder.encode() in content:
                yield f"{name} in {archive} names {folder}"


def main() -> int:
    """Print every fault, and return 1 if there is one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first", type=Path)
    parser.add_argument("second", type=Path)
    parser.add_argument("sdist", type=Path)
    parser.add_argument("--without", nargs="+", required=True, help="folders that no file may name")
    given = parser.parse_args()
    faults = [*differences(given.first, given.second)]
    for archive in (given.first, given.second, given.sdist):
        faults += leaks(archive, given.without)
    sys.stdout.writelines(f"{fault}\n" for fault in faults)
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
