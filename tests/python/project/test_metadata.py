"""The tools of a release: one version and one owner in all files, and release notes from CHANGELOG.md."""

from __future__ import annotations

import json
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import volo

ROOT = Path(__file__).parents[3]
TOOLS = ROOT / ".ci"

pytestmark = pytest.mark.skipif(not (ROOT / ".git").exists(), reason="needs a checkout")


@pytest.fixture(scope="module")
def tool() -> dict[str, Any]:
    return runpy.run_path(str(TOOLS / "metadata.py"))


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with all kinds of files that repeat the version and the owner."""
    package = '"name": "volo-rules",\n{indent}"version": "1.2.3"'
    files = {
        "Cargo.toml": '[workspace.package]\nversion = "1.2.3"\nrepository = "https://github.com/{OLD}/volo"\n',
        "Cargo.lock": '[[package]]\nname = "volo-python"\nversion = "1.2.3"\n\n'
        '[[package]]\nname = "volo-rules"\nversion = "1.2.3"\n\n[[package]]\nname = "z"\nversion = "1"\n',
        "tool/Cargo.toml": '[package]\nname = "volo-tool"\nversion = "1.2.3"\n',
        "npm/package.json": f"{{\n  {package.format(indent=' ' * 2)}\n}}\n",
        "npm/package-lock.json": f"{{\n  {package.format(indent=' ' * 2)},\n  "
        f'"packages": {{\n    "": {{\n      {package.format(indent=" " * 6)}\n    }}\n  }}\n}}\n',
        "CITATION.cff": "cff-version: 1.2.0\nversion: 1.2.3\n",
        "README.md": "https://github.com/{OLD}/volo/blob/main/a.md https://{OLD}.github.io/volo/ https://github.com/{OLD}/volo-2\n",
        "SECURITY.md": "gh attestation verify FILE --repo {OLD}/volo\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text.replace("{OLD}", "old"), encoding="utf-8")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\xff")
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    return tmp_path


def run(name: str, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(TOOLS / name), *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


def test_all_versions_equal_that_of_the_crate(tool: dict[str, Any]) -> None:
    found = list(tool["values"]("version", ROOT))
    assert [path for path, version in found if version != volo.__version__] == []
    assert {ROOT / "Cargo.toml", ROOT / "Cargo.lock", ROOT / "tests/fuzz/Cargo.lock"} <= {path for path, _ in found}


def test_every_published_npm_package_has_the_version() -> None:
    listed = subprocess.run(["git", "ls-files", "*package.json"], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in listed.stdout.splitlines():
        package = json.loads((ROOT / name).read_text(encoding="utf-8"))
        assert package.get("private") or package["version"] == volo.__version__, name


def test_all_urls_of_the_repository_have_one_owner(tool: dict[str, Any]) -> None:
    manifest = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
    (owner,) = re.findall(r'^repository = ".+/(.+)/volo"$', manifest, re.MULTILINE)
    found = list(tool["values"]("owner", ROOT))
    assert [(path, other) for path, other in found if other != owner] == []
    assert {ROOT / "Cargo.toml", ROOT / "pyproject.toml", ROOT / "README.md"} <= {path for path, _ in found}


def test_a_new_version_is_written_into_every_file_that_repeats_it(tool: dict[str, Any], repository: Path) -> None:
    done = run("metadata.py", "version", "2.0.10", cwd=repository)
    names = ["CITATION.cff", "Cargo.lock", "Cargo.toml", "npm/package-lock.json", "npm/package.json"]
    assert (done.returncode, sorted(done.stdout.splitlines())) == (0, names)
    assert [version for _, version in tool["values"]("version", repository)] == ["2.0.10"] * 7
    assert 'name = "z"\nversion = "1"' in (repository / "Cargo.lock").read_text(encoding="utf-8")
    assert 'version = "1.2.3"' in (repository / "tool/Cargo.toml").read_text(encoding="utf-8")
    assert "cff-version: 1.2.0" in (repository / "CITATION.cff").read_text(encoding="utf-8")


def test_a_new_owner_is_written_into_every_url_of_the_repository(tool: dict[str, Any], repository: Path) -> None:
    done = run("metadata.py", "owner", "new-name", cwd=repository)
    assert (done.returncode, sorted(done.stdout.splitlines())) == (0, ["Cargo.toml", "README.md", "SECURITY.md"])
    assert [owner for _, owner in tool["values"]("owner", repository)] == ["new-name"] * 4
    assert "/old/volo-2" in (repository / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("fact", "value", "expected"),
    [
        ("version", "1.2", "three numbers with dots between them"),
        ("version", "v1.2.3", "three numbers with dots between them"),
        ("owner", "a/b", "the name of an account on GitHub"),
        ("owner", "-a", "the name of an account on GitHub"),
    ],
)
def test_a_malformed_value_is_refused(repository: Path, fact: str, value: str, expected: str) -> None:
    done = run("metadata.py", fact, value, cwd=repository)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"{value!r} is not a valid {fact}: expected {expected}\n"


def test_release_notes_are_the_section_of_the_version(repository: Path) -> None:
    changelog = (
        "# Changelog\n\n## 1.2.30\n\nLater.\n\n## 1.2.3 - 2026-01-31\n\n### Added\n\n- Wings.\n\n## 1.2.2\n\nFirst.\n"
    )
    (repository / "CHANGELOG.md").write_text(changelog, encoding="utf-8")
    done = run("release_notes.py", "v1.2.3", cwd=repository)
    assert (done.returncode, done.stdout, done.stderr) == (0, "### Added\n\n- Wings.\n", "")


def test_a_release_without_notes_or_with_another_tag_is_refused(repository: Path) -> None:
    (repository / "CHANGELOG.md").write_text("## 1.2.3\n\n## 1.2.2\n\nFirst.\n", encoding="utf-8")
    for tag, message in {
        "v1.2.3": "CHANGELOG.md has no section for version 1.2.3, or the section is empty",
        "v1.2.2": "the tag is v1.2.2, but the version in Cargo.toml is 1.2.3",
    }.items():
        done = run("release_notes.py", tag, cwd=repository)
        assert (done.returncode, done.stdout, done.stderr) == (1, "", f"{message}\n")


def test_this_version_has_release_notes() -> None:
    done = run("release_notes.py", f"v{volo.__version__}", cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, "")
