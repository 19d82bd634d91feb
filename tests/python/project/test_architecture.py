"""Imports in the crates run one way, in the order that docs/ARCHITECTURE.md gives. import-linter checks the package."""

from __future__ import annotations

import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

from support.pages import ROOT

# The folders of a module in its crate and its own name.
Module = tuple[str, ...]


def paths(text: str, start: Module = ()) -> Iterator[Module]:
    """The paths in the tree of a `use`: of `a::{b, c::D}`, these are `a::b` and `a::c::D`."""
    head, brace, rest = re.sub(r"\s+as\s+\w+", "", text).partition("{")
    path = (*start, *re.findall(r"\w+", head))
    if not brace:
        yield path
    for item in re.findall(r"(?:[^,{}]|\{[^{}]*\})+", rest.rpartition("}")[0]):
        if item.strip():
            yield from paths(item, path)


def imports_of(folder: Path) -> dict[Module, set[Module]]:
    """What each module of a crate imports outside its tests. What is exported again belongs to the first owner."""
    sources: dict[Module, str] = {}
    exported: dict[Module, Module] = {}
    for file in folder.rglob("*.rs"):
        module = tuple(part for part in file.relative_to(folder).with_suffix("").parts if part not in {"mod", "lib"})
        sources[module], *_ = re.sub(r"//.*", "", file.read_text(encoding="utf-8")).split("#[cfg(test)]\nmod tests")
        for text in re.findall(r"^pub(?:\(\w+\))? use ((?!crate\b)[a-z_]+::[^;]+);", sources[module], re.MULTILINE):
            exported |= {(*module, path[-1]): (*module, *path) for path in paths(text)}

    def owner(path: Module) -> Module:
        path = exported.get(path, path)
        while path not in sources:
            path = exported.get(path, path[:-1])
        return path

    named = r"\bcrate::((?:\w+::)*(?:\{[^;]*\}(?=;)|\w+))"
    return {
        module: {owner(path) for text in re.findall(named, source) for path in paths(text)} - {module, ()}
        for module, source in sources.items()
        if module
    }


def parts(imports: dict[Module, set[Module]], folder: Module = ()) -> dict[str, set[str]]:
    """What the files and folders directly in a folder import from each other."""
    depth = len(folder)
    found: dict[str, set[str]] = {}
    for module, others in imports.items():
        if module[:depth] == folder != module:
            inside = {other[depth] for other in others if other[:depth] == folder != other}
            found.setdefault(module[depth], set()).update(inside - {module[depth]})
    return found


def test_modules_of_a_crate_do_not_import_each_other_in_a_circle() -> None:
    for crate in ("src", "python/binding/src", "c/src", "js/package/src"):
        imports = imports_of(ROOT / crate)
        # A CycleError names them.
        TopologicalSorter(imports).prepare()
        for folder in {module[:depth] for module in imports for depth in range(len(module))}:
            TopologicalSorter(parts(imports, folder)).prepare()


def test_the_rooms_of_the_crate_import_in_order() -> None:
    imports = parts(imports_of(ROOT / "src"))
    (text,) = re.findall(r"In the crate:\s+`([^`]+)`", (ROOT / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8"))
    order = {name: place for place, names in enumerate(text.split("<-")) for name in re.findall(r"\w+", names)}
    assert imports.keys() == order.keys()
    assert [(part, other) for part in imports for other in imports[part] if order[other] >= order[part]] == []
