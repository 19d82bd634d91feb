"""The workflows of GitHub: what they use is what the project declares, and no release skips a test."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).parents[3]
WORKFLOWS = ROOT / ".github" / "workflows"

pytestmark = pytest.mark.skipif(not (ROOT / ".git").exists(), reason="needs a checkout")


def load(path: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = YAML(typ="safe").load(path)
    return loaded


CI = load(WORKFLOWS / "ci.yml")
RELEASE = load(WORKFLOWS / "release.yml")
PUBLISHING = {"publish-python", "publish-crate", "publish-npm", "publish-docs"}


def position(job: dict[str, Any], text: str) -> int:
    """The number of the only step of a job with some text."""
    (found,) = (number for number, step in enumerate(job["steps"]) if text in str(step))
    return found


def test_both_workflows_use_the_same_rust() -> None:
    assert CI["env"] == RELEASE["env"]


def test_the_oldest_versions_are_those_that_the_project_declares() -> None:
    (rust,) = re.findall(r'^rust-version = "(.+)"$', (ROOT / "Cargo.toml").read_text(encoding="utf-8"), re.MULTILINE)
    (python,) = re.findall(r'^requires-python = ">=(.+)"$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert CI["jobs"]["oldest-rust"]["env"]["RUSTUP_TOOLCHAIN"] == f"{rust}.0"
    assert CI["jobs"]["test"]["strategy"]["matrix"]["python"][0] == python


def test_a_release_publishes_nothing_before_all_other_jobs_have_passed() -> None:
    building = set(RELEASE["jobs"]) - PUBLISHING - {"notes", "release"}
    for name in PUBLISHING:
        assert set(RELEASE["jobs"][name]["needs"]) == building
    assert set(RELEASE["jobs"]["release"]["needs"]) == PUBLISHING
    assert all(RELEASE["jobs"][name]["needs"] == "notes" for name in building)


@pytest.mark.parametrize("name", ["sdist", "linux", "desktop", "pyodide"])
def test_python_packages_are_kept_only_after_the_smoke_test(name: str) -> None:
    job = RELEASE["jobs"][name]
    tried = [number for number, step in enumerate(job["steps"]) if re.search(r"\bsmoke\.(py|sh)\b", str(step))]
    assert tried
    assert max(tried) < position(job, "actions/upload-artifact")


def test_only_the_jobs_that_publish_may_sign_or_write() -> None:
    for workflow in (CI, RELEASE):
        assert workflow["permissions"] == {}
        for name, job in workflow["jobs"].items():
            if name not in PUBLISHING | {"release"}:
                assert job["permissions"] == {"contents": "read"}


@pytest.mark.parametrize(("ecosystem", "lock"), [("cargo", "Cargo.lock"), ("npm", "package-lock.json")])
def test_new_versions_are_proposed_for_every_lock_file(ecosystem: str, lock: str) -> None:
    command = ["git", "ls-files", lock, f"*/{lock}"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    folders = {f"/{Path(name).parent.as_posix()}".replace("/.", "/") for name in listed}
    updates = load(ROOT / ".github" / "dependabot.yml")["updates"]
    proposed = [update["directories"] for update in updates if update["package-ecosystem"] == ecosystem]
    assert {folder for each in proposed for folder in each} == folders
