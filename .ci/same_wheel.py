"""Check that two wheels are identical, and that no file in the distributions contains a path of this machine.

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
    """Yield the name and the content of each file in a wheel or a source distribution."""
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
    """Yield a message for each file that differs. If only the packing differs, yield one message for the archive."""
    if first.read_bytes() == second.read_bytes():
        return
    one, other = dict(contents(first)), dict(contents(second))
    names = [name for name in sorted(one.keys() | other.keys()) if one.get(name) != other.get(name)]
    yield from (f"{name} differs in {first} and {second}" for name in names or ["the archive itself"])


def leaks(archive: Path, folders: list[str]) -> Iterator[str]:
    """Yield a message for each file that contains the name of one of the folders."""
    for name, content in contents(archive):
        for folder in folders:
            if folder.encode() in content:
                yield f"{name} in {archive} names {folder}"


def main() -> int:
    """Print all differences and leaked paths, and return 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first", type=Path)
    parser.add_argument("second", type=Path)
    parser.add_argument("sdist", type=Path)
    parser.add_argument("--without", nargs="+", required=True, help="folders whose names no file may contain")
    given = parser.parse_args()
    faults = [*differences(given.first, given.second)]
    for archive in (given.first, given.second, given.sdist):
        faults += leaks(archive, given.without)
    sys.stdout.writelines(f"{fault}\n" for fault in faults)
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
