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


def signatures(of: griffe.Class | griffe.Function) -> list[str]:
    """Return the signatures of a function, or of the constructor of a class: one, or one for each overload."""
    if isinstance(of, griffe.Function):
        owner, names = of.parent, [of.name]
    else:
        owner, names = of, ["__new__", "__init__"]
    for name in names:
        if isinstance(owner, griffe.Module | griffe.Class) and owner.overloads.get(name):
            return [_signature(each) for each in owner.overloads[name]]
        function = owner.members.get(name) if owner else None
        if isinstance(function, griffe.Function):
            return [_signature(function)]
    return []


def _signature(of: griffe.Function) -> str:
    parameters = list(of.parameters)
    if isinstance(of.parent, griffe.Class) and "staticmethod" not in of.labels:
        parameters = parameters[1:]
    texts: list[str] = []
    kinds = [parameter.kind for parameter in parameters]
    for place, parameter in enumerate(parameters):
        kind = parameter.kind
        if kind is griffe.ParameterKind.keyword_only and kinds.index(kind) == place:
            texts.append("*")
        stars = {griffe.ParameterKind.var_positional: "*", griffe.ParameterKind.var_keyword: "**"}.get(kind, "")
        default = "" if parameter.default is None or stars else f" = {parameter.default}"
        texts.append(f"{stars}{parameter.name}: {annotation(parameter.annotation)}{default}")
        if kind is griffe.ParameterKind.positional_only and kind not in kinds[place + 1 :]:
            texts.append("/")
    returns = "" if of.name in {"__new__", "__init__"} else f" -> {annotation(of.returns)}"
    return f"({', '.join(texts)}){returns}"
