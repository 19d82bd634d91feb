"""No function takes a URL for a path: it would read or write a local folder with that name.

Kept games can be on object storage. Other URLs are refused for them, too.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import volo
from volo import engine, simulate

URLS: list[str | Path] = [Path("s3://bucket/games"), "https://example.org/games.volo", "file:///tmp/games.volo"]

# The parameters with folders of kept games.
KEPT = {"directory", "folders"}

FEW = simulate.Configuration(games=2, position="standard-4")

# By the name of a parameter: every public function that has a path in this parameter, with a URL for it.
CALLS: dict[str, Callable[[str | Path], object]] = {
    "read_records(source)": volo.read_records,
    "write_records(target)": lambda url: volo.write_records(url, [], format="volo"),
    "read_games(directory)": lambda url: list(volo.read_games(url)),
    "scan(directory)": simulate.scan,
    "scan_plays(directory)": lambda url: list(simulate.scan_plays(url)),
    "scan_shards(directory)": lambda url: list(simulate.scan_shards(url)),
    "keep(directory)": lambda url: list(simulate.keep(url, FEW)),
    "keep_records(directory)": lambda url: list(simulate.keep_records(url, [])),
    "merge(directory)": lambda url: list(simulate.merge(url, [next(Path.cwd().iterdir())])),
    "merge(folders)": lambda url: list(simulate.merge("all", [url])),
    "plot_summary(path)": lambda url: simulate.plot_summary(simulate.Summary(), url),
    "solve(checkpoint)": lambda url: engine.solve("standard-4", 1, checkpoint=url),
}


NO_PATHS: list[str | Path] = ["", "a\0b", "\ud800"]


@pytest.mark.parametrize("name", CALLS)
def test_a_url_and_a_path_that_no_file_has_are_refused(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    list(simulate.keep("kept", FEW))
    urls = URLS if re.split("[()]", name)[1] in KEPT else ["s3://bucket/games", *URLS]
    for path in [*urls, *NO_PATHS]:
        problem = "path" if path in NO_PATHS else "is a URL; expected the path of a local file or folder"
        with pytest.raises(volo.VoloError, match=problem):
            CALLS[name](path)
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def test_every_function_that_takes_a_path_is_tested() -> None:
    found = set()
    for module in (volo, engine, simulate):
        for name in module.__all__:
            value = getattr(module, name)
            if inspect.isfunction(value) or inspect.isclass(value):
                call = value.__init__ if inspect.isclass(value) else value
                for parameter, annotation in getattr(call, "__annotations__", {}).items():
                    if any(word in str(annotation) for word in ("PathLike", "Source", "Target")):
                        found.add(f"{name}({parameter})")
    assert found == set(CALLS)
