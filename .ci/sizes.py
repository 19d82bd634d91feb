"""Print the platforms and the sizes of built packages as a table: `python .ci/sizes.py FILE...`.

The files are wheels, archives of the C library, and the npm package.
"""

import gzip
import re
import sys
import tarfile
import zipfile
from pathlib import Path, PurePosixPath


def contents(path: Path) -> dict[str, bytes]:
    """Return the files in a package by their names."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as wheel:
            return {name: wheel.read(name) for name in wheel.namelist()}
    with tarfile.open(path) as archive:
        return {each.name: found.read() for each in archive if (found := archive.extractfile(each)) and each.isfile()}


def loaded(files: dict[str, bytes], entry: str, known: set[str]) -> set[str]:
    """Return a script of the npm package with all that it loads at once, without what is known already."""
    known = known | {entry}
    for name in re.findall(rb'"(?:\./)?([\w/]+\.(?:js|wasm))"', files[entry]):
        path = str(PurePosixPath(entry).parent / name.decode())
        if path in files and path not in known and not path.endswith("worker.js"):  # which another thread loads
            known |= loaded(files, path, known) if path.endswith(".js") else {path}
    return known


def rows(path: Path) -> list[tuple[str, str, int, dict[str, int]]]:
    """Return what a package is, for whom, its compressed size, and the sizes of what is in it."""
    files = contents(path)
    size = path.stat().st_size
    if path.suffix == ".whl":
        *_, python, abi, platform = path.stem.split("-")
        least = "Python 3.10 or later" if abi == "abi3" else f"Python 3.{python[3:]}, free-threaded"
        inside = {Path(name).name: len(data) for name, data in files.items() if "_volo." in name and "pyi" not in name}
        return [("wheel", f"{platform.split('.')[-1]}, {least}", size, inside)]
    if path.suffix == ".tgz":
        scripts = {name: f"package/dist/{name}.js" for name in ("web", "init", "board", "inline")}
        scripts |= {f"engine/{name}": f"package/dist/engine/{name}.js" for name in ("web", "client", "inline")}
        return [("npm package", "JavaScript", size, {})] + [
            (f"`volo-rules/{name}`", "JavaScript", len(gzip.compress(text)), {"minified": len(text)})
            for name, script in scripts.items()
            for text in [b"".join(files[each] for each in sorted(loaded(files, script, set())))]
        ]
    target = path.name.removesuffix(".tar.gz").split("-", 2)[2]
    library = re.compile(r"(lib)?volo(\.dll|\.lib|\.a|\.so\.\d+|\.\d+\.dylib)")
    return [
        ("C archive", target, size, {Path(n).name: len(d) for n, d in files.items() if library.fullmatch(Path(n).name)})
    ]


print("| package | platform | compressed | in it |\n|---|---|---:|---|")
for path in sorted(map(Path, sys.argv[1:])):
    for kind, platform, size, inside in rows(path):
        parts = ", ".join(f"{name} {count / 1000:,.0f}" for name, count in inside.items())
        print(f"| {kind} | {platform} | {size / 1000:,.0f} | {parts} |")
