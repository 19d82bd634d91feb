"""Every type in the signature of a public name has a public name itself, in the modules that the site documents."""

from __future__ import annotations

import ast
import importlib
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import volo

PACKAGE = Path(volo.__file__).parent
STUB = {node.name: node for node in ast.parse((PACKAGE / "_volo.pyi").read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef | ast.FunctionDef)}  # fmt: skip

# The modules with public names that need no optional library.
MODULES = [
    importlib.import_module(name)
    for name in (
        "volo", "volo.records", "volo.simulate", "volo.render", "volo.render.svg", "volo.render.text",
        "volo.render.html", "volo.render.drawable", "volo.reference", "volo.engine", "volo.engine.match",
        "volo.puzzles", "volo.report", "volo.typing",
    )
]  # fmt: skip
PUBLIC = {name for module in MODULES for name in module.__all__}


def aliases() -> set[str]:
    """The names of all aliases of types in the package."""
    return {
        node.target.id
        for path in PACKAGE.rglob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.AnnAssign)
        and isinstance(node.target, ast.Name)
        and "TypeAlias" in ast.dump(node.annotation)
    }


ALIASES = aliases()


def named(module: ModuleType, name: str) -> Iterator[str]:
    """Yield the types of this package in the signature of a public name."""
    thing: Any = getattr(module, name)
    if not (inspect.isclass(thing) or inspect.isroutine(thing)):
        return
    owner = sys.modules.get(thing.__module__)
    definition: ast.stmt
    if name in STUB:
        definition, owner = STUB[name], None
    elif owner is None or not owner.__name__.startswith("volo"):
        return
    else:
        (definition,) = ast.parse(inspect.getsource(thing)).body
    for annotation in annotated(definition):
        for node in ast.walk(annotation):
            used = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
            found = getattr(owner, used, None)
            is_class = inspect.isclass(found) and found.__module__.startswith("volo")
            if (used in ALIASES or is_class) and not used.startswith("_"):
                yield used


def annotated(definition: ast.stmt) -> Iterator[ast.expr]:
    """Yield the annotations of a function, or of the public methods and the attributes of a class."""
    for part in definition.body if isinstance(definition, ast.ClassDef) else [definition]:
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
            if not part.name.startswith("_") or part.name in {"__init__", "__new__"}:
                arguments = [*part.args.posonlyargs, *part.args.args, *part.args.kwonlyargs]
                yield from (each.annotation for each in arguments if each.annotation is not None)
                yield from [] if part.returns is None else [part.returns]
        elif isinstance(part, ast.AnnAssign) and not ast.unparse(part.target).startswith("_"):
            yield part.annotation


def test_types_in_public_signatures_are_public() -> None:
    used = {
        each: f"{module.__name__}.{name}"
        for module in MODULES
        for name in module.__all__
        for each in named(module, name)
    }
    assert {"ColorLike", "Searchable", "Passing", "MoveKind", "Loan", "Position", "Info"} <= used.keys()
    assert {each: place for each, place in used.items() if each not in PUBLIC} == {}
