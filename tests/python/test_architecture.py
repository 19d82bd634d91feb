"""Imports run one way, in the order that README.md gives, and never in a circle."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "python" / "volo"


def chain(after: str) -> dict[str, int]:
    """Return the parts that README.md lists after some words, each with its place in the order."""
    (text,) = re.findall(rf"{after}:\s+`([^`]+)`", (ROOT / "README.md").read_text(encoding="utf-8"))
    return {name: place for place, names in enumerate(text.split("<-")) for name in re.findall(r"\w+", names)}


def parts(folder: Path, suffix: str) -> Iterator[tuple[str, Path]]:
    """Yield the files in a folder, each with its part: the file or folder directly in ``folder`` that contains it."""
    for path in sorted(folder.rglob(f"*{suffix}")):
        yield path.relative_to(folder).parts[0].removesuffix(suffix), path


def imported(path: Path, *, at_import: bool = False) -> set[str]:
    """Return the dotted names within volo that a Python file imports.

    Args:
        path: the file.
        at_import: whether to return only the imports that run when the module is imported, and not those in functions
            and in ``if TYPE_CHECKING``.
    """
    names: list[str] = []
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in tree.body if at_import else ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            package = node.module or ""
            # In `from volo.render import svg`, the name may be a module or something in a module.
            names += [f"{package}.{name.name}" for name in node.names]
        elif isinstance(node, ast.Import):
            names += [name.name for name in node.names]
    return {name for name in names if name.startswith("volo.")}


def imported_parts(path: Path, package: str) -> set[str]:
    """Return the parts of a package that a Python file imports."""
    return {name.removeprefix(f"{package}.").split(".")[0] for name in imported(path) if name.startswith(f"{package}.")}


def module_of(name: str) -> Path | None:
    """Return the file of the module with a dotted name, or of the module that contains that name."""
    path = PACKAGE.joinpath(*name.split(".")[1:])
    for file in (path.with_suffix(".py"), path / "__init__.py", path.parent.with_suffix(".py")):
        if file.is_file():
            return file
    package = path.parent / "__init__.py"
    return package if package.is_file() and package.parent != PACKAGE else None


def used(path: Path) -> set[str]:
    """Return the modules of the crate that a Rust file names outside its tests."""
    source, *_ = path.read_text(encoding="utf-8").split("#[cfg(test)]\nmod tests")
    return set(re.findall(r"\bcrate::([a-z_]+)::", source))


def check(order: dict[str, int], part: str, path: Path, others: set[str]) -> None:
    for other in others - {part}:
        assert order[other] < order[part], f"{path.relative_to(ROOT)} imports {other}"


def test_imports_of_the_package_run_one_way() -> None:
    order = chain("Imports run one way")
    found = set()
    for part, path in parts(PACKAGE, ".py"):
        if part not in {"__init__", "__main__"}:
            check(order, part, path, imported_parts(path, "volo"))
            found.add(part)
    assert found | {"_volo"} == set(order)


def test_imports_of_records_run_one_way() -> None:
    order = chain("In `records`")
    found = set()
    for part, path in parts(PACKAGE / "records", ".py"):
        if part != "__init__":
            check(order, part, path, imported_parts(path, "volo.records"))
            found.add(part)
    assert found == set(order)


@pytest.mark.parametrize(("folder", "at_import"), [(PACKAGE, True), (PACKAGE / "records", False)])
def test_no_imports_are_circular(folder: Path, at_import: bool) -> None:
    """In records not even imports in functions and in ``if TYPE_CHECKING`` are circular."""
    graph = {path: {module_of(name) for name in imported(path, at_import=at_import)} for path in folder.rglob("*.py")}
    assert {path.name for path in graph[PACKAGE / "records" / "reader.py"] if path} >= {"game.py", "native.py"}
    # The package itself is left out: it is imported before each of its modules, and imports them on demand.
    edges = {path: modules - {None, path} for path, modules in graph.items() if path != PACKAGE / "__init__.py"}
    TopologicalSorter(edges).prepare()  # raises CycleError


def test_imports_of_the_crate_run_one_way() -> None:
    order = chain("In the crate")
    found = set()
    for part, path in parts(ROOT / "src", ".rs"):
        # lib.rs lists all modules, and hot.rs shows the benchmarks what is otherwise private.
        if part not in {"lib", "hot"}:
            check(order, part, path, used(path))
            found.add(part)
    assert found == set(order)
