"""Imports run one way, in the order that docs/ARCHITECTURE.md gives, and never in a circle."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PACKAGE = ROOT / "python" / "volo"


def chain(after: str) -> dict[str, int]:
    """Return the parts that docs/ARCHITECTURE.md lists after some words, each with its place in the order."""
    (text,) = re.findall(rf"{after}:\s+`([^`]+)`", (ROOT / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8"))
    return {name: place for place, names in enumerate(text.split("<-")) for name in re.findall(r"\w+", names)}


def parts(folder: Path, suffix: str) -> Iterator[tuple[str, Path]]:
    """Yield the files in a folder, each with its part: the file or folder directly in ``folder`` that contains it."""
    for path in sorted(folder.rglob(f"*{suffix}")):
        yield path.relative_to(folder).parts[0].removesuffix(suffix), path


def imported(path: Path) -> set[str]:
    """Return the dotted names within volo that a Python file imports, anywhere in it."""
    names: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
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


def used(path: Path) -> set[str]:
    """Return the modules of its crate that a Rust file names outside its tests."""
    source, *_ = path.read_text(encoding="utf-8").split("#[cfg(test)]\nmod tests")
    listed = re.findall(r"^use crate::\{([^}]*)\};", source, re.MULTILINE)
    return {
        *re.findall(r"\bcrate::([a-z_]+)::", source),
        *re.findall(r"^use crate::([a-z_]+);", source, re.MULTILINE),
        *(name for names in listed for name in re.findall(r"\b[a-z_]+\b", names)),
    }


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


@pytest.mark.parametrize("folder", ["play", "records"])
def test_imports_of_a_folder_run_one_way(folder: str) -> None:
    order = chain(f"In `{folder}`")
    found = set()
    for part, path in parts(PACKAGE / folder, ".py"):
        if part != "__init__":
            check(order, part, path, imported_parts(path, f"volo.{folder}"))
            found.add(part)
    assert found == set(order)


@pytest.mark.parametrize(("crate", "folder"), [("crate", "src"), ("binding", "python/binding/src")])
def test_imports_of_a_crate_run_one_way(crate: str, folder: str) -> None:
    order = chain(f"In the {crate}")
    found = set()
    for part, path in parts(ROOT / folder, ".rs"):
        # The root of a crate names all modules. `bench` and `embed` give others access to internals.
        if part not in {"lib", "bench", "embed"}:
            check(order, part, path, used(path))
            found.add(part)
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


def imports_of_modules() -> dict[str, set[str]]:
    """The modules of the package that each module imports, anywhere in it and also for type checking alone.

    A package that an import loads on the way to a module does not count.
    """
    folder = ROOT / "python"
    paths = {
        ".".join(path.relative_to(folder).with_suffix("").parts).removesuffix(".__init__"): path
        for path in folder.rglob("*.py")
    }
    imports = {}
    for module, path in paths.items():
        names: set[str] = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                full = {f"{node.module}.{name.name}" for name in node.names}
                # A name that is not a module is a member of the module it is imported from.
                names |= {name if name in paths else str(node.module) for name in full}
            elif isinstance(node, ast.Import):
                names |= {name.name for name in node.names}
        imports[module] = names & paths.keys()
    return imports


def test_modules_do_not_import_each_other_in_a_circle() -> None:
    # CycleError names the modules of a circle.
    TopologicalSorter(imports_of_modules()).prepare()
