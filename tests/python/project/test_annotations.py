"""What tools read: annotations at run time, the stub of the compiled module, and names on pages of the site."""

from __future__ import annotations

import inspect
import pkgutil
import re
from collections.abc import Callable, Iterator
from typing import Any, get_args, get_type_hints

import pytest
from pydantic import ConfigDict, ValidationError, validate_call

import volo.typing
from support.pages import ROOT
from support.stubs import STUB, TALLY, counted, in_module, in_stub, with_formats
from volo import Decision, Rules
from volo._volo import _LISTS

# The commands are for the shell. Click calls their functions.
MODULES = [
    "volo",
    *(
        module.name
        for module in pkgutil.walk_packages(volo.__path__, "volo.")
        if not module.name.startswith(("volo.__main__", "volo.cli"))
    ),
]

checked = validate_call(config=ConfigDict(arbitrary_types_allowed=True))


def functions(value: object) -> Iterator[Callable[..., Any]]:
    """Yield a function, or the constructor and the public methods that the class itself defines, if it is one of volo.

    The compiled module has no annotations, and the constructors of named tuples are those of the standard library.
    """
    members = [value]
    if inspect.isclass(value):
        members = [
            getattr(member, "__func__", None) or getattr(member, "fget", None) or member
            for name, member in vars(value).items()
            if name == "__init__" or not name.startswith("_")
        ]
    for member in members:
        if inspect.isfunction(member) and member.__module__.startswith("volo"):
            yield member


@pytest.mark.parametrize("name", MODULES)
def test_annotations_can_be_evaluated(name: str) -> None:
    # A free-threaded Python has no libraries of environments.
    module = pytest.importorskip(name)
    for exported in getattr(module, "__all__", ()):
        for function in functions(getattr(module, exported)):
            get_type_hints(function)
            checked(function)


def test_a_checked_function_takes_what_it_says_and_refuses_the_rest() -> None:
    board = checked(volo.render.text.board)
    for position in (volo.Position("standard-4"), volo.reference.Position("standard-4")):
        assert board(position) == str(position)
    with pytest.raises(ValidationError, match="instance of Drawable"):
        board(4)  # type: ignore[arg-type]


WRITTEN = in_stub(STUB.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", WRITTEN, ids=".".join)
def test_the_stub_has_the_docstrings_of_the_module(name: tuple[str, ...]) -> None:
    assert WRITTEN[name] == in_module(name), "`doc!` in the binding takes it from the stub"


def test_a_tally_has_the_counters_of_the_core() -> None:
    written = TALLY.read_text(encoding="utf-8")
    assert written == counted(written), "run support.stubs"


def test_the_stub_has_the_formats_of_the_core() -> None:
    written = STUB.read_text(encoding="utf-8")
    assert written == with_formats(written), "run support.stubs"
    assert written == with_formats(written.replace('"boardspace"]', '"other"]'))


# The lists of the core that are unions in Python, most of them by the same name.
UNIONS = {name: name for name in ("Autoreset", "Direction", "Passing", "Policy", "Stuck", "Value")}
UNIONS["Ending"] = "Reason"


@pytest.mark.parametrize("name", UNIONS)
def test_unions_have_the_names_of_the_core(name: str) -> None:
    in_stub = re.search(rf"^_{name}: TypeAlias = Literal\[(.*)\]$", STUB.read_text(encoding="utf-8"), re.MULTILINE)
    written = re.findall('"(.*?)"', in_stub[1]) if in_stub else get_args(getattr(volo.typing, UNIONS[name]))
    assert list(written) == [entry for entry, _, _ in _LISTS[name]]


WRITTEN_ABOUT = {
    "docs/RULES.md": [name for name in Rules.NAMED if not name.endswith("-small")] + [*Rules.PASSING, *Rules.STUCK],
    "docs/RECORDS.md": [name for name, _, _ in _LISTS["Format"]],
    "docs/explain/actions.md": Decision.PLANES,
    "docs/explain/players.md": [name for name, _, _ in _LISTS["Policy"]],
}


@pytest.mark.parametrize("page", WRITTEN_ABOUT)
def test_pages_about_names_have_all_names_of_the_core(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert set(WRITTEN_ABOUT[page]) <= set(re.findall(r"`([\w-]+)`", text))


def test_everything_public_is_documented() -> None:
    public = {name for name in WRITTEN if not any(part.startswith("_") for part in name)}
    assert ("Position", "play") in public
    assert [name for name in public if in_module(name) is None] == []
