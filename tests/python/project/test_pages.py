"""Every example in the pages and in the compiled module runs: Python sessions, commands and programs."""

from __future__ import annotations

import doctest
import inspect
import json
import runpy
import shlex
import subprocess
import sys
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path
from unittest.mock import Mock
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import urlopen
from xml.etree import ElementTree as ET

import numpy as np
import pytest

import volo
from support.command_line import run
from support.pages import PAGES, ROOT, blocks, fenced
from support.pictures import WIN_IN_ONE
from support.process import running
from volo import _volo

# Commands that install or compile something. All other commands in the pages run.
INSTALLS = ("pip install ", "cargo add ", "PREFIX=", "cc ", "npm install ", "make ")


def commands(text: str) -> list[str]:
    """Return the commands in a block of them without their comments."""
    return [line.partition("#")[0].strip() for line in text.splitlines() if not line.startswith(INSTALLS)]


def tried(text: str, name: str, session: dict[str, object]) -> int:
    """Run the Python examples in a text, which go on with the names of a session, and return their number."""
    test = doctest.DocTestParser().get_doctest(text, session, name, name, 0)
    report: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.append, clear_globs=False)
    assert result.failed == 0, "".join(report)
    session.update(test.globs)
    return result.attempted


# These packages are not in the group `suite`.
NEEDED = {
    "docs/cookbook/learning-environments.md": "pyspiel",
    "docs/cookbook/questions.md": "duckdb",
    "docs/cookbook/reinforcement-learning.md": "gymnasium",
}
WITH_EXAMPLES = [page for page in PAGES if blocks(page, "pycon") or commands("".join(blocks(page, "sh")))]


@pytest.mark.parametrize("page", WITH_EXAMPLES)
def test_a_page_runs_in_an_empty_folder(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    # The server of `volo play` ends at once, and its page need not be built.
    served = Mock(side_effect=KeyboardInterrupt)
    monkeypatch.setattr("volo.cli.play.page_files", dict)
    monkeypatch.setattr("volo.cli.play.PageServer", served)
    if page in NEEDED:
        pytest.importorskip(NEEDED[page])
    session: dict[str, object] = {}
    examples = 0
    for language, text in fenced(page):
        if language == "pycon":
            examples += tried(text, page, session)
        for command in commands(text) if language == "sh" else []:
            program, *words = shlex.split(command)
            assert program == "volo"
            done = run(*words)
            if words[0] == "play" and "--terminal" not in words:
                assert done.returncode == 130
                assert (served.call_args.kwargs["games"] is not None) is ("--games" in words)
            else:
                assert (done.returncode, done.stderr) == (0, b""), command
    assert examples >= 5 or not blocks(page, "pycon")


def test_the_web_service_answers() -> None:
    command = sys.executable, str(ROOT / "docs/examples/web_service.py"), "0"
    with running(*command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, seconds=120) as service:
        assert service.stdout
        address = service.stdout.readline().strip()

        def get(path: str, **query: str) -> str:
            with urlopen(f"{address}/{path}?{urlencode(query)}") as answer:
                return str(answer.read().decode())

        start = json.loads(get("position", **{"from": "standard-4"}))
        assert (start["turn"], len(start["moves"]), start["outcome"]) == ("orange", 9, None)
        after = json.loads(get("position", **{"from": start["position"], "move": "a3"}))
        assert after["position"] == "2/1o1b1/6/b2o/6/1o1b1/1o b 0 standard-4"
        assert ET.fromstring(get("picture")).tag.endswith("svg")
        with pytest.raises(HTTPError, match="400") as refused:
            get("position", **{"from": "standard-4", "move": "b1"})
        with refused.value as error:
            assert "[R6]" in json.loads(error.read())["error"]


def test_the_search_finds_a_win_and_is_reproducible() -> None:
    search = runpy.run_path(str(ROOT / "docs/examples/monte_carlo.py"))["search"]
    position = volo.Position(WIN_IN_ONE)
    assert position.play(search(position, 8, seed=1)).outcome() == volo.Outcome(volo.ORANGE, "flock")
    assert search(volo.Position("standard-4"), 8, seed=2) == search(volo.Position("standard-4"), 8, seed=2)


def documented() -> Iterator[tuple[str, str]]:
    """The name and the docstring of each class, method and function whose docstring has examples."""
    for name, thing in vars(_volo).items():
        members = vars(thing) if isinstance(thing, type) else ()
        for place in (name, *(f"{name}.{member}" for member in members)):
            member = attrgetter(place)(_volo)
            if (isinstance(member, type) or inspect.isroutine(member)) and ">>>" in (member.__doc__ or ""):
                yield place, str(member.__doc__)


EXAMPLES = dict(documented())
assert {"README.md", "docs/GUIDE.md", "docs/KEPT_GAMES.md", "docs/start.md"} <= set(WITH_EXAMPLES)
assert {"Position", "Position.from_board", "Batch.play", "play_games", "tally_games"} <= set(EXAMPLES)


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_print_the_documented_output(name: str) -> None:
    tried(EXAMPLES[name], name, {"volo": volo, "np": np})
