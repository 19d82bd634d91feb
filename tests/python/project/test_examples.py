"""Run the examples in the docstrings of the compiled module. Doctest itself finds only some of them."""

from __future__ import annotations

import doctest
import inspect
from collections.abc import Iterator

import pytest

from volo import _volo


def documented() -> Iterator[tuple[str, str]]:
    """Yield the name and the docstring of each class, method and function whose docstring has examples."""
    for name, thing in vars(_volo).items():
        members = [(name, thing)]
        if isinstance(thing, type):
            members += [(f"{name}.{member}", getattr(thing, member)) for member in vars(thing)]
        for place, member in members:
            if (isinstance(member, type) or inspect.isroutine(member)) and ">>>" in (member.__doc__ or ""):
                yield place, str(member.__doc__)


EXAMPLES = dict(documented())


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_print_the_documented_output(name: str) -> None:
    test = doctest.DocTestParser().get_doctest(EXAMPLES[name], {}, name, None, 0)
    report: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.append)
    assert result.failed == 0, "".join(report)


def test_classes_methods_and_functions_have_examples() -> None:
    assert {"Position", "Position.from_board", "Batch.play", "play_random", "tally_games"} <= set(EXAMPLES)
