"""Docstrings in Google's style as reStructuredText."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import indent

import griffe

Kind = griffe.DocstringSectionKind


def text(of: griffe.Object) -> Iterator[str]:
    """Yield the paragraphs of a docstring, without the section on attributes."""
    for section in _sections(of):
        match section.kind:
            case Kind.text:
                yield section.value
            case Kind.parameters:
                yield "\n".join(_field(f"param {each.name}", each.description) for each in section.value)
            case Kind.raises:
                yield "\n".join(_field(f"raises {each.annotation}", each.description) for each in section.value)
            case Kind.returns | Kind.yields:
                yield "\n".join(_field(section.kind.value, each.description) for each in section.value)
            case Kind.examples:
                yield from (example for _, example in section.value)
            case Kind.attributes:
                pass
            case other:
                raise ValueError(f"{of.path}: the reference cannot show a section on {other.value}")


def attributes(of: griffe.Class) -> dict[str, str]:
    """Return the descriptions of attributes without a docstring, perhaps that of the parameter of the same name."""
    found = {
        section.kind: {each.name: each.description for each in section.value}
        for section in _sections(of)
        if section.kind in {Kind.attributes, Kind.parameters}
    }
    described = found.get(Kind.parameters, {}) | found.get(Kind.attributes, {})
    return {name: each for name, each in described.items() if name in of.members and not of.members[name].has_docstring}


def _sections(of: griffe.Object) -> list[griffe.DocstringSection]:
    # The types are in the signature. A description of a result begins without a type.
    return of.docstring.parse("google", returns_named_value=False, warnings=False) if of.docstring else []


def _field(name: str, description: str) -> str:
    return f":{name}: {indent(description, '    ').strip()}"
