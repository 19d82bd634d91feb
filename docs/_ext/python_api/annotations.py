"""Annotations and signatures as text."""

from __future__ import annotations

import griffe

from python_api.names import lookup, public_path

QUALIFIERS = {"typing.ClassVar", "typing.Final"}


def annotation(of: griffe.Expr | str | None) -> str:
    """Return an annotation with the full path of each name. Sphinx shows the last part of a path with a tilde."""
    if of is None or isinstance(of, str):
        return of or ""
    if isinstance(of, griffe.ExprName | griffe.ExprAttribute):
        return _named(of)
    if isinstance(of, griffe.ExprSubscript) and of.canonical_path in QUALIFIERS:
        return annotation(of.slice)
    return "".join(annotation(part) for part in of.iterate(flat=False))


def _named(of: griffe.ExprName | griffe.ExprAttribute) -> str:
    path = of.canonical_path
    if path in QUALIFIERS:
        return ""
    found = lookup(path) if path.startswith("volo.") else None
    if found is None:
        return f"~{path}" if "." in path else path
    public = public_path(found.path)
    # The reader sees what an alias that is not public stands for.
    if public is None and isinstance(found, griffe.Attribute):
        return annotation(found.value)
    return f"~{public}" if public else found.name


def signatures(of: griffe.Class | griffe.Function, name: str) -> list[str]:
    """Return the name with each signature of a function, or of the constructor of a class."""
    if isinstance(of, griffe.Class):
        constructor = of.members.get("__new__") or of.members.get("__init__")
        return signatures(constructor, name) if isinstance(constructor, griffe.Function) else [name]
    return [_signature(each, name) for each in of.overloads or [of]]


def _signature(of: griffe.Function, name: str) -> str:
    for parameter in of.parameters:
        parameter.annotation = annotation(parameter.annotation)
    of.returns = annotation(of.returns)
    return of.signature(name=name, return_type=of.name not in {"__new__", "__init__"})
