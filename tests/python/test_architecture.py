"""Imports run one way, as the README says."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parents[2]


def chain(after: str) -> dict[str, int]:
    """The rooms that the README names behind some words, each with its place in the order."""
    (text,) = re.findall(rf"{after}:\s+`([^`]+)`", (ROOT / "README.md").read_text(encoding="utf-8"))
    return {name: place for place, rooms in enumerate(text.split("<-")) for name in re.findall(r"\w+", rooms)}


def rooms(folder: Path, suffix: str) -> Iterator[tuple[str, Path]]:
    """The files of a folder, each with its room: the file or folder at the top that it is in."""
    for path in sorted(folder.rglob(f"*{suffix}")):
        yield path.relative_to(folder).parts[0].removesuffix(suffix), path


def imported(path: Path) -> set[str]:
    """The rooms of the package that a Python file imports from, anywhere in it."""
    names: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            package = node.module or ""
            names += [f"volo.{name.name}" for name in node.names] if package == "volo" else [package]
        elif isinstance(node, ast.Import):
            names += [name.name for name in node.names]
    return {parts[1] for parts in (name.split(".") for name in names) if parts[0] == "volo" and len(parts) > 1}


def used(path: Path) -> set[str]:
    """The modules of the crate that a Rust file names, but for its tests."""
    source, *_ = path.read_text(encoding="utf-8").split("#[cfg(test)]\nmod tests")
    return set(re.findall(r"\bcrate::([a-z_]+)::", source))


def check(order: dict[str, int], room: str, path: Path, others: set[str]) -> None:
    for other in others - {room}:
        assert order[other] < order[room], f"{path.relative_to(ROOT)} imports {other}"


def test_imports_of_the_package_run_one_way() -> None:
    order = chain("Imports run one way")
    found = set()
    for room, path in rooms(ROOT / "python" / "volo", ".py"):
        if room not in {"__init__", "__main__"}:
            check(order, room, path, imported(path))
            found.add(room)
    assert found | {"_volo"} == set(order)


def test_imports_of_the_crate_run_one_way() -> None:
    order = chain("In the crate")
    found = set()
    for room, path in rooms(ROOT / "src", ".rs"):
        # The crate's root names what it has; `hot` shows the benchmarks what nobody else sees.
        if room not in {"lib", "hot"}:
            check(order, room, path, used(path))
            found.add(room)
    assert found == set(order)


def test_files_of_game_records_import_without_circles() -> None:
    files = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "src" / "record").glob("*.rs")}
    del files["mod"]
    imports = {
        name: files.keys()
        & {
            word
            for use in re.findall(r"^use crate::record::([^;]+);", text, re.MULTILINE)
            for word in re.findall(r"[a-z_]+", use)
        }
        for name, text in files.items()
    }
    assert imports["write"] == {"comment", "game", "movetext", "tag"}
    assert set(TopologicalSorter(imports).static_order()) == set(imports)
