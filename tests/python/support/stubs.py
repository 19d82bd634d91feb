"""What editors need to read in Python, although the core has it. `python -m support.stubs` writes it.

These are the names of formats in the stub of the compiled module, and the counters of `volo.Tally`.
"""

from __future__ import annotations

import ast
import re
from inspect import cleandoc
from textwrap import fill
from types import WrapperDescriptorType

from support.pages import ROOT
from volo import _volo

__all__ = ["STUB", "TALLY", "counted", "in_module", "in_stub", "with_formats"]

STUB = ROOT / "python" / "volo" / "_volo.pyi"

TALLY = STUB.with_name("tally.py")

# The kinds of counters: their type, their value without games, and what docstrings add to their sentence.
_KINDS = {
    "number": ("int", "0", ""),
    "pair": ("Pair", "(0, 0)", " A pair."),
    "each": ("Counts", "()", ""),
    "by space": ("tuple[Counts, Counts]", "((), ())", " In board order (the lowest row first, each from the left)."),
}


def in_module(name: tuple[str, ...]) -> str | None:
    """The docstring that the compiled module has; None if it has none of its own."""
    found: object = _volo
    for part in name:
        found = getattr(found, part, None)
        # Protocols and base classes that are in the stub only.
        if found is None:
            return None
    # The docstrings of special methods are Python's.
    if isinstance(found, WrapperDescriptorType) or name[-1] == "__new__":
        return None
    return cleandoc(found.__doc__) if found.__doc__ else None


def in_stub(stub: str) -> dict[tuple[str, ...], str | None]:
    """The docstrings of the classes, methods and functions of a stub, by their names. Of overloads, only the first."""
    found: dict[tuple[str, ...], str | None] = {}
    for outer in ast.parse(stub).body:
        if isinstance(outer, ast.ClassDef | ast.FunctionDef):
            found.setdefault((outer.name,), ast.get_docstring(outer))
        if isinstance(outer, ast.ClassDef):
            for inner in outer.body:
                if isinstance(inner, ast.FunctionDef):
                    found.setdefault((outer.name, inner.name), ast.get_docstring(inner))
    return found


def with_formats(stub: str) -> str:
    """The stub with the names of the formats of game records."""
    names = ", ".join(f'"{name}"' for name, _, _ in _volo._LISTS["Format"])
    return re.sub(r"(\n_Format: TypeAlias = Literal).*", rf"\1[{names}]", stub)


def counted(module: str) -> str:
    """The module of `Tally` with the counters of the core, in the place of those that it has."""
    attributes, values = "", ""
    for name, (kind, sentence) in _volo._COUNTERS.items():
        annotation, empty, more = _KINDS[kind]
        text = sentence.replace("\\", "") + more
        attributes += fill(f"{name}: {text}", 120, initial_indent=" " * 8, subsequent_indent=" " * 12) + "\n"
        values += f"    {name}: {annotation} = {empty}\n"
    module = re.sub(r"(\n {8}edge: .*\n)( {8}.*\n)*", lambda found: found[1] + attributes, module, count=1)
    return re.sub(r"(\n    edge: .*\n)(    \w+: .*\n)*", lambda found: found[1] + values, module, count=1)


if __name__ == "__main__":
    for path, again in ((STUB, with_formats), (TALLY, counted)):
        path.write_text(again(path.read_text(encoding="utf-8")), encoding="utf-8")
