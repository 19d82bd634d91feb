"""Subinterpreters cannot import volo: they get an ImportError, and the main interpreter is not affected."""

from __future__ import annotations

import importlib.util
import re

import pytest

from support.command_line import in_new_process

# The private modules exist since 3.13 and before it. The public module of 3.14 creates only isolated ones.
MODULES = ["_interpreters", "_xxsubinterpreters"]

PROGRAM = """
import sys
import {module} as interpreters
{before}
program = '''
import sys
sys.path[:] = {{}}
try:
    import volo
except ImportError as error:
    print(error, flush=True)
'''.format(sys.path)
new = interpreters.create({kind})
interpreters.run_string(new, program)
interpreters.destroy(new)
import volo
print(volo.Position("standard-4").play("a3").turn)
"""


def available() -> str:
    """The module that creates subinterpreters."""
    module = next((module for module in MODULES if importlib.util.find_spec(module)), None)
    return module or pytest.skip("this Python has no module that creates subinterpreters")


@pytest.mark.parametrize("before", ["", "import volo"], ids=["first", "after the main interpreter"])
@pytest.mark.parametrize("kind", ["isolated", "legacy"])
def test_a_subinterpreter_cannot_import_volo(kind: str, before: str) -> None:
    module = available()
    argument = repr(kind) if module == "_interpreters" else f"isolated={kind == 'isolated'}"
    error, turn = in_new_process(PROGRAM.format(module=module, before=before, kind=argument)).splitlines()
    assert re.search("subinterpreters?", error)
    assert turn == "blue"
