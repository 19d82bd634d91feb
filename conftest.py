"""The names that the examples in docstrings use without an import: ``volo``, and ``np`` for NumPy."""

from __future__ import annotations

import numpy as np
import pytest

import volo


@pytest.fixture(autouse=True)
def _names(doctest_namespace: dict[str, object]) -> None:
    doctest_namespace |= {"volo": volo, "np": np}
