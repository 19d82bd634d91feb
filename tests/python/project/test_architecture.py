"""Imports in the crates run one way, in the order that docs/ARCHITECTURE.md gives. import-linter checks the package."""

from __future__ import annotations

import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from support.pages import ROOT

# A module is named by the folders that it is in and its own name, and the root of a crate has the empty name.
Module = tuple[str, ...]


def test_no_import_of_the_package_is_hidden_from_the_linter() -> None:
    """Except for the commands, and the modules that the package loads on their first use."""
    hidden = [
        path for path in (ROOT / "python/volo").rglob("*.py") if re.search(r'import_module\(f?"volo', path.read_text())
    ]
    assert sorted(path.parent.name for path in hidden) == ["cli", "volo"]


def check(imports: dict[Module, set[Module]]) -> None:
    """Fail if files import each other in a circle, or files and folders in one folder do. CycleError names them."""
    TopologicalSorter(imports).prepare()
    for folder in {module[:depth] for module in imports for depth in range(len(module))}:
        TopologicalSorter(parts(imports, folder)).prepare()


def parts(imports: dict[Module, set[Module]], folder: Module) -> dict[str, set[str]]:
    """Return what the files and folders directly in a folder import from each other."""
    depth = len(folder)
    found: dict[str, set[str]] = {}
    for module, others in imports.items():
        if module[:depth] == folder and len(module) > depth:
            part = module[depth]
            names = {other[depth] for other in others if other[:depth] == folder and len(other) > depth}
            found.setdefault(part, set()).update(names - {part})
    return found


def rust_paths(text: str, start: Module = ()) -> Iterator[Module]:
    """Yield the paths in the tree of a `use`: of `a::{b, c::D}`, these are `a::b` and `a::c::D`."""
    head, brace, rest = text.strip().partition("{")
    path = (*start, *re.findall(r"\w+", re.sub(r"\s+as\s+\w+", "", head)))
    if not brace:
        yield path
        return
    for item in re.findall(r"(?:[^,{}]|\{[^{}]*\})+", rest.rpartition("}")[0]):
        if item.strip():
            yield from rust_paths(item, path)


def rust_source(path: Path) -> str:
    """Return the code of a file without its comments and its tests."""
    code, *_ = re.sub(r"//.*", "", path.read_text(encoding="utf-8")).split("#[cfg(test)]\nmod tests")
    return code


def rust_imports(folder: Path) -> dict[Module, set[Module]]:
    """Return the modules of a crate from which each file names something outside its tests.

    What a module exports again counts as a part of the module that has it.
    """
    files = {
        tuple(part for part in path.relative_to(folder).with_suffix("").parts if part != "mod"): path
        for path in sorted(folder.rglob("*.rs"))
    }
    root = rust_source(files.pop(("lib",)))
    sources = {module: rust_source(path) for module, path in files.items()}
    exported = {}
    for module, source in [((), root), *sources.items()]:
        for text in re.findall(r"^pub(?:\(\w+\))? use ((?!crate\b)[a-z_]+::[^;]+);", source, re.MULTILINE):
            for path in rust_paths(text):
                exported[(*module, path[-1])] = (*module, *path)

    def owner(path: Module) -> Module:
        path = exported.get(path, path)
        while path and path not in files:
            path = exported.get(path, path[:-1])
        return path

    return {
        module: {
            owner(path)
            for text in re.findall(r"\bcrate::((?:\w+::)*(?:\{[^;]*\}(?=;)|\w+))", source)
            for path in rust_paths(text)
        }
        - {module, ()}
        for module, source in sources.items()
    }


@pytest.mark.parametrize("folder", ["src", "python/binding/src", "capi/src", "wasm/src"])
def test_modules_of_a_crate_do_not_import_each_other_in_a_circle(folder: str) -> None:
    check(rust_imports(ROOT / folder))


def test_the_rooms_of_the_crate_import_in_order() -> None:
    imports = parts(rust_imports(ROOT / "src"), ())
    (text,) = re.findall(r"In the crate:\s+`([^`]+)`", (ROOT / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8"))
    order = {name: place for place, names in enumerate(text.split("<-")) for name in re.findall(r"\w+", names)}
    assert imports.keys() == order.keys()
    against = [(part, other) for part, others in imports.items() for other in others if order[other] >= order[part]]
    assert against == []
