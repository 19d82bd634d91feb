"""The description of a public name, with the directives of Sphinx's Python domain."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import indent

import griffe
from sphinx.util import logging

from python_api.annotations import annotation, signatures
from python_api.docstrings import attributes, text
from python_api.names import canonical, lookup, public_members, public_path

LOGGER = logging.getLogger(__name__)


def document(path: str) -> Iterator[str]:
    """Yield the lines that describe the object at a public path."""
    found = lookup(path)
    if found is None or public_path(found.path) != path:
        raise ValueError(f"{path} is not the path of a public name")
    module, _, name = path.rpartition(".")
    yield f".. py:currentmodule:: {module}"
    yield ""
    described = _described_class(found, name) if isinstance(found, griffe.Class) else _described(found, name)
    yield from "\n\n".join(described).split("\n")


def _described(of: griffe.Object, name: str, description: str = "") -> Iterator[str]:
    """Yield the blocks that describe a function, an attribute or an alias of a type."""
    options = []
    if isinstance(of, griffe.Function):
        kind = "method" if isinstance(of.parent, griffe.Class) else "function"
        options = [f":{label}:" for label in ("staticmethod", "classmethod") if label in of.labels]
        heads = signatures(of, name)
    elif isinstance(of, griffe.Attribute):
        kind, heads, options = "attribute" if isinstance(of.parent, griffe.Class) else "data", [name], []
        type_ = annotation(of.annotation)
        if "property" in of.labels:
            kind = "property"
        if type_ == "~typing.TypeAlias":
            kind, options = "type", [f":canonical: {annotation(of.value)}"]
        elif type_:
            options = [f":type: {type_}"]
    else:
        raise TypeError(f"{of.path} is neither a function nor an attribute")
    yield _directive(kind, heads, options)
    blocks = [description] if description else list(text(of))
    if not any(blocks):
        LOGGER.warning("%s is public, but has no docstring", of.path)
    yield from (indent(block, "   ") for block in blocks)


def _described_class(of: griffe.Class, name: str) -> Iterator[str]:
    """Yield the blocks that describe a class and its members."""
    # The members of a base class that is not public are documented as members of this class.
    bases = [annotation(base).partition("[")[0] for base in of.bases if not _is_internal(base)]
    is_error = name.endswith("Error")
    heads = [name] if is_error else signatures(of, name)
    yield _directive("exception" if is_error else "class", heads, [])
    blocks = list(text(of))
    if not any(blocks):
        LOGGER.warning("%s is public, but has no docstring", of.path)
    if bases:
        blocks.insert(1, f"Bases: {', '.join(f':py:class:`{base}`' for base in bases)}")
    members = {member.name: member for member in public_members(of)}
    descriptions = attributes(of)
    for each in [*descriptions, *(each for each in members if each not in descriptions)]:
        blocks += _described(members[each], each, descriptions.get(each, ""))
    yield from (indent(block, "   ") for block in blocks)


def _is_internal(base: griffe.Expr | str) -> bool:
    """Whether a base class belongs to the package without being public."""
    path = base.canonical_path if isinstance(base, griffe.Expr) else base
    return path.startswith("volo.") and public_path(canonical(path)) is None


def _directive(kind: str, heads: list[str], options: list[str]) -> str:
    head = f".. py:{kind}:: "
    return "\n".join([head + f"\n{' ' * len(head)}".join(heads), *(f"   {option}" for option in options)])
