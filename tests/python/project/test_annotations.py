"""What tools read: annotations at run time, and the stub of the compiled module."""

from __future__ import annotations

import inspect
import pkgutil
import re
from typing import get_args, get_type_hints

import pytest
from pydantic import ConfigDict, ValidationError, validate_call

import volo.typing
from support.stubs import STUB, TALLY, counted, in_module, in_stub, with_formats
from volo._volo import _LISTS

# The commands are for the shell. Click calls their functions.
MODULES = [module.name for module in pkgutil.walk_packages(volo.__path__, "volo.")]
MODULES = ["volo", *(name for name in MODULES if not name.startswith(("volo.__main__", "volo.cli")))]


checked = validate_call(config=ConfigDict(arbitrary_types_allowed=True))


@pytest.mark.parametrize("name", MODULES)
def test_annotations_can_be_evaluated(name: str) -> None:
    # A free-threaded Python has no libraries of environments.
    module = pytest.importorskip(name)
    for exported in getattr(module, "__all__", ()):
        value = getattr(module, exported)
        for inner, member in {"": value, **(vars(value) if inspect.isclass(value) else {})}.items():
            function = getattr(member, "__func__", None) or getattr(member, "fget", None) or member
            is_public = inner == "__init__" or not inner.startswith("_")
            if is_public and inspect.isfunction(function) and function.__module__.startswith("volo"):
                get_type_hints(function)
                checked(function)


def test_a_checked_function_takes_what_it_says_and_refuses_the_rest() -> None:
    board = checked(volo.render.text.board)
    for position in (volo.Position("standard-4"), volo.reference.Position("standard-4")):
        assert board(position) == str(position)
    with pytest.raises(ValidationError, match="instance of Drawable"):
        board(4)  # type: ignore[arg-type]


def test_stubs_have_the_docstrings_the_formats_and_the_counters_of_the_core() -> None:
    stub, tally = (path.read_text(encoding="utf-8") for path in (STUB, TALLY))
    # `doc!` in the binding takes them from the stub.
    written = in_stub(stub)
    assert ("Position", "play") in written
    assert [name for name, text in written.items() if not text and not any(part[0] == "_" for part in name)] == []
    assert {name: in_module(name) for name in written} == written
    assert (stub, tally) == (with_formats(stub), counted(tally)), "run support.stubs"


# The lists of the core that are unions in Python, most of them by the same name.
UNIONS = {name: name for name in ("Autoreset", "Direction", "Passing", "Policy", "Stuck", "Value")}
UNIONS["Ending"] = "Reason"


@pytest.mark.parametrize("name", UNIONS)
def test_unions_have_the_names_of_the_core(name: str) -> None:
    in_stub = re.search(rf"^_{name}: TypeAlias = Literal\[(.*)\]$", STUB.read_text(encoding="utf-8"), re.MULTILINE)
    written = re.findall('"(.*?)"', in_stub[1]) if in_stub else get_args(getattr(volo.typing, UNIONS[name]))
    assert list(written) == [entry for entry, _, _ in _LISTS[name]]
