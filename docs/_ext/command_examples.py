"""Shows the examples in the help of a command as shell commands. sphinx-click makes a block of lines of them."""

from __future__ import annotations

from click import Context
from sphinx.application import Sphinx


def to_code(_app: Sphinx, _context: Context, lines: list[str]) -> None:
    """Replace each block of lines, which begins with a heading, by a block of code."""
    code: list[str] = []
    for line in lines:
        if not line.startswith("|"):
            code.append(line)
        elif line.startswith("|   "):
            code.append(line.removeprefix("|"))
        else:
            code += [line.removeprefix("|").strip(), "", ".. code-block:: sh", ""]
    lines[:] = code


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the extension."""
    app.connect("sphinx-click-process-description", to_code)
    return {"parallel_read_safe": True}
