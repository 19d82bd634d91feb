"""The check of the documentation site finds links that lead nowhere, and what a page loads from another site."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).parents[3] / ".ci" / "check_site.py"

pytestmark = pytest.mark.skipif(not TOOL.exists(), reason="needs a checkout")


def check(site: Path, *options: str) -> list[str]:
    command = [sys.executable, str(TOOL), str(site), *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    found = done.stdout.splitlines()
    assert done.returncode == bool(found and not options)
    return found


def write(site: Path, index: str, style: str = "") -> Path:
    (site / "style.css").write_text(style, encoding="utf-8")
    (site / "other.html").write_text("<h1 id='top'>Other</h1>", encoding="utf-8")
    (site / "index.html").write_text(index, encoding="utf-8")
    return site


def test_a_site_without_faults_passes(tmp_path: Path) -> None:
    links = "".join(f"<a href='{link}'></a>" for link in ("other.html#top", "#here", "./", "https://example.org/"))
    head = "<link rel='canonical' href='https://example.org/'><link rel='stylesheet' href='style.css?v=1'>"
    site = write(tmp_path, f"{head}<p id='here'>{links}", "a {background: url('other.html')} b {color: red}")
    assert check(site) == []
    assert check(site, "--external") == ["https://example.org/"]


@pytest.mark.parametrize(
    ("element", "fault"),
    [
        ("<a href='missing.html'>", "missing.html leads to no file"),
        ("<img src='missing.png'>", "missing.png leads to no file"),
        ("<a href='other.html#bottom'>", "other.html#bottom leads to no element of the page"),
        ("<a href='#bottom'>", "#bottom leads to no element of the page"),
        ("<script src='https://cdn.example.org/a.js'>", "https://cdn.example.org/a.js is loaded from another site"),
        ("<link rel='stylesheet' href='//example.org/a'>", "//example.org/a is loaded from another site"),
    ],
)
def test_a_fault_is_found(tmp_path: Path, element: str, fault: str) -> None:
    assert check(write(tmp_path, element)) == [f"index.html: {fault}"]


@pytest.mark.parametrize("rule", ["@import 'https://example.org/a';", "a {background: url(https://example.org/a)}"])
def test_a_style_sheet_that_loads_from_another_site_is_found(tmp_path: Path, rule: str) -> None:
    assert check(write(tmp_path, "", rule)) == ["style.css: https://example.org/a is loaded from another site"]
