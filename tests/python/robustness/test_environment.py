"""The environment variable that selects the backend: every value is used or refused with an error."""

from __future__ import annotations

import json

import pytest

import volo
from support.command_line import in_new_process
from support.engines import SLOWEST
from support.hostile import BY_HAND, mutants

MUTANTS = 1_000

# Python does not cache a failed import, so each value is tried in the same process.
IMPORTS = """
import importlib, json, os, sys
from unicodedata import category
refused = 0
for value in json.load(sys.stdin):
    try:
        os.environ["VOLO_BACKEND"] = value
    except (ValueError, OSError):
        continue  # the environment cannot hold this value
    try:
        importlib.import_module("volo._volo")
    except ValueError as error:
        assert f"{type(error).__module__}.{type(error).__name__}" == "volo.errors.VoloError", type(error)
        assert all(name in str(error) for name in ("VOLO_BACKEND", "fastest")), error
        assert not any(category(letter) in {"Cc", "Cf", "Cs"} for letter in str(error)), error
        assert len(str(error)) < 1000, error
        refused += 1
    else:
        sys.exit(f"{value!r} is accepted")
print(refused)
"""


def test_unknown_backends_are_refused() -> None:
    names = {"portable", "v128", "avx2", "avx512", "fastest"}
    values = [value for value in [*BY_HAND, *mutants(sorted(names), MUTANTS)] if value not in names]
    # An empty value counts as not set. Another test covers it.
    named = [value for value in values if value]
    refused = in_new_process(IMPORTS, given=json.dumps(named))
    assert int(refused) + len(values) - len(named) > MUTANTS * 0.8


@pytest.mark.parametrize("name", [SLOWEST, "fastest", volo._volo.backend()])
def test_a_backend_is_selected_by_its_name(name: str) -> None:
    program = "from volo._volo import backend; print(backend())"
    backend = in_new_process(program, VOLO_BACKEND=name)
    assert backend == name or name == "fastest"


def test_an_empty_value_counts_as_not_set() -> None:
    program = "import os; {unset}; from volo._volo import backend; print(backend())"
    unset = in_new_process(program.format(unset="os.environ.pop('VOLO_BACKEND')"), VOLO_BACKEND=SLOWEST)
    assert in_new_process(program.format(unset="pass"), VOLO_BACKEND="") == unset
