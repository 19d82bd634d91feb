"""The public names of the package."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import griffe

# The modules with public names, from the most to the least prominent. `__all__` of a module lists its names.
MODULES = (
    "volo",
    "volo.records",
    "volo.simulate",
    "volo.render",
    "volo.render.svg",
    "volo.render.text",
    "volo.render.png",
    "volo.render.html",
    "volo.render.drawable",
    "volo.reference",
    "volo.engine",
    "volo.engine.match",
    "volo.puzzles",
    "volo.widget",
    "volo.report",
    "volo.envs.gymnasium",
    "volo.envs.openspiel",
    "volo.envs.pettingzoo",
    "volo.typing",
)

_SOURCES = Path(__file__).parents[3] / "python"


@cache
def package() -> griffe.Module:
    """Return the package, read from its sources and the stub of the compiled module."""
    loaded = griffe.load("volo", search_paths=[_SOURCES], resolve_aliases=True, allow_inspection=False)
    assert isinstance(loaded, griffe.Module)  # noqa: S101
    _add_overloaded(loaded["_volo"])
    return loaded


def _add_overloaded(owner: griffe.Module | griffe.Class) -> None:
    """Make the first overload of a function its definition. A stub has no other, and griffe would leave it out."""
    for name, overloads in owner.overloads.items():
        if overloads and name not in owner.members:
            overloads[0].overloads = overloads
            owner.set_member(name, overloads[0])
    for member in owner.members.values():
        if isinstance(member, griffe.Class):
            _add_overloaded(member)


def lookup(path: str) -> griffe.Object | None:
    """Return the object with a dotted path, where it is defined."""
    name = path.removeprefix("volo").removeprefix(".")
    try:
        found = package()[name] if name else package()
        target = found.final_target if isinstance(found, griffe.Alias) else found
    except (KeyError, griffe.AliasResolutionError):
        # There is no such name, or another package defines it.
        return None
    # A function that has the name of the module that defines it hides the module.
    if target.is_module and target.name in (target.parent.exports or () if target.parent else ()):
        return lookup(f"{target.path}.{target.name}") or target
    return target


def canonical(path: str) -> str | None:
    """Return the path at which the object with a dotted path is defined."""
    found = lookup(path) if path.startswith("volo.") else None
    return None if found is None else found.path


@cache
def _public_paths() -> dict[str, str]:
    """The public path of each object by the path at which it is defined."""
    paths: dict[str, str] = {}
    for module in MODULES:
        for name in package()[module.removeprefix("volo.")].exports if module != "volo" else package().exports or ():
            found = lookup(f"{module}.{name}")
            if found is not None and not found.is_module:
                paths.setdefault(found.path, f"{module}.{name}")
    return paths


def public_path(path: str | None) -> str | None:
    """Return the public path of the object, or of the member of a class, that is defined at a path."""
    if path is None or path in _public_paths():
        return _public_paths().get(path or "")
    owner, _, member = path.rpartition(".")
    return f"{_public_paths()[owner]}.{member}" if owner in _public_paths() else None


def public_members(of: griffe.Class) -> Iterator[griffe.Object]:
    """Yield the public members of a class, including those of its bases that are not public themselves."""
    inherited = [
        each.final_target for each in of.inherited_members.values() if public_path(each.final_target.path) is None
    ]
    for member in [*inherited, *of.members.values()]:
        assert isinstance(member, griffe.Object)  # noqa: S101
        special = member.name.startswith("__") and member.name not in {"__init__", "__new__"}
        if not member.name.startswith("_") or (special and member.has_docstring):
            yield member


def public_names() -> Iterator[str]:
    """Yield the paths of all public names, and of the modules that have them."""
    yield from MODULES
    for path, public in _public_paths().items():
        yield public
        found = lookup(path)
        if isinstance(found, griffe.Class):
            yield from (f"{public}.{member.name}" for member in public_members(found))
