"""Every ruling of docs/RULES.md is implemented, cited and tested where the page says.

The table at the end of the page lists, for each ruling, the files of the core and of the reference that implement it,
and the tests that are named after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[3]
CORE = ROOT / "src"
REFERENCE = ROOT / "python" / "volo" / "reference"
PAGE = (ROOT / "docs" / "RULES.md").read_text(encoding="utf-8")

# These rulings are not implemented: R16 is a theorem, and the reference has no playouts to cut off (R19).
NOT_IN_CORE = {"R16"}
NOT_IN_REFERENCE = {"R16", "R19"}


def names(cell: str) -> list[str]:
    """The names in backticks in a cell of the table."""
    return re.findall(r"`([^`]+)`", cell)


def table() -> Iterator[tuple[str, list[str], list[str], list[str]]]:
    """The rows of the table: a ruling, its files in the core, its files in the reference, and its tests."""
    for row in re.findall(r"^\| R\d.*$", PAGE, re.MULTILINE):
        ruling, *cells = (cell.strip() for cell in row.strip("|").split("|"))
        core, reference, tests = map(names, cells)
        yield ruling, core, reference, tests


def named_after_rulings() -> dict[str, list[str]]:
    """The tests of both languages that are named after a ruling, by ruling."""
    found: dict[str, list[str]] = {}
    files = [*(ROOT / "tests" / "python").rglob("test_*.py"), *(ROOT / "tests").glob("*.rs")]
    for path in files:
        for name, number in re.findall(r"(?:def test_|fn )([Rr](\d\w*?)_\w+)\(", path.read_text(encoding="utf-8")):
            test = f"test_{name}" if path.suffix == ".py" else name
            found.setdefault(f"R{number}", []).append(test)
    return found


def cites(path: Path, ruling: str) -> bool:
    """Whether a file cites a ruling. Documentation of Rust escapes the brackets."""
    return re.search(rf"\[{ruling}\\?\]", path.read_text(encoding="utf-8")) is not None


def test_every_ruling_is_defined_once_and_has_one_row() -> None:
    rulings = re.findall(r"\[(R\w+)\]", PAGE)
    assert len(rulings) == len(set(rulings)) == 20
    assert [ruling for ruling, *_ in table()] == rulings


def test_every_ruling_has_tests_named_after_it_and_the_table_lists_them() -> None:
    listed = {ruling: sorted(tests) for ruling, _, _, tests in table()}
    assert all(listed.values())
    assert listed == {ruling: sorted(tests) for ruling, tests in named_after_rulings().items()}


def test_the_files_that_the_table_lists_cite_the_ruling() -> None:
    for ruling, core, reference, _ in table():
        assert bool(core) == (ruling not in NOT_IN_CORE), ruling
        assert bool(reference) == (ruling not in NOT_IN_REFERENCE), ruling
        for path in (*(CORE / name for name in core), *(REFERENCE / name for name in reference)):
            assert cites(path, ruling), f"{path.relative_to(ROOT)} does not cite [{ruling}]"
