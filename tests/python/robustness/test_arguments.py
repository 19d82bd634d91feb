"""Arguments that many functions take: the text of a rule set or position is a position, and a URL is no path."""

from __future__ import annotations

import ast
import asyncio
import inspect
import re
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import volo
from support.command_line import run
from support.stubs import STUB
from volo import Position, engine, report, simulate
from volo.engine import Engine, Limit, Pool, UgiEngine, evaluate, match, shortest_win, solve
from volo.render import png, svg, text
from volo.simulate import Configuration, Summary

START = Position("standard-4")
FEN = START.fen()
FORMS = [START.rules, "standard-4", f" {FEN}\n"]
FEW = Limit(nodes=20)

GAMES = volo.play_random(3, position=START, record=True, seed=0)
RECORDED = (GAMES.moves, GAMES.offsets)
PLAYERS = [match.Spec.parse("careful"), match.Spec.parse("uniform")]


def _set(given: Any) -> object:
    batch = volo.Batch(1, "standard-4")
    batch.step(batch.random_actions())
    batch.set_positions([given])
    return batch.decisions


def _in_a_pool(given: Any) -> object:
    with Pool(1, hash_mb=1) as pool:
        ((info,),) = pool.analyse([given], FEW)
    return info.pv


def _of_pair(played: Any) -> object:
    (pair,) = played.run()
    return [game.game for game in (pair[1] if isinstance(pair, tuple) else pair).games]


# By the name of the function and its parameter.
POSITIONS: dict[str, Callable[[Any], object]] = {
    "ActionSpace.move(position)": lambda given: volo.ActionSpace(4).move(29, given),
    "ArrayGame.states(decisions)": lambda given: volo.ArrayGame("standard-4").states([given]).tolist(),
    "Batch(positions)": lambda given: volo.Batch(1, positions=[given]).decisions,
    "Batch.set_positions(positions)": _set,
    "Board(game)": lambda given: import_module("volo.widget").Board(given).position,
    "Configuration(position)": lambda given: Configuration(games=1, position=given),
    "Decision(position)": volo.Decision,
    "Game(position)": volo.Game,
    "Match(start)": lambda given: _of_pair(match.Match(*PLAYERS, pairs=1, start=given)),
    "Plan(start)": lambda given: report.Plan(["standard-4"], start=given).start,
    "Position(start)": Position,
    "Pool.analyse(positions)": _in_a_pool,
    "Summary.of_games(position)": lambda given: Summary.of_games(given, *RECORDED),
    "Tournament(start)": lambda given: _of_pair(match.Tournament(PLAYERS, pairs=1, start=given)),
    "evaluate(positions)": lambda given: evaluate(np.array([given])).tolist(),
    "observe_games(position)": lambda given: volo.observe_games(given, *RECORDED)[0].tolist(),
    "play_games(position)": lambda given: volo.play_games(2, policy="careful", position=given, seed=0),
    "play_games(positions)": lambda given: volo.play_games(2, policy="careful", positions=[given], seed=0),
    "png.board(position)": png.board,
    "png.board(before)": lambda given: png.board(START, before=given),
    "shortest_win(position)": lambda given: shortest_win(given, 1),
    "solve(position)": lambda given: solve(given, 20, threads=1),
    "solve(positions)": lambda given: solve(positions=[given], nodes=20),
    "svg.board(position)": svg.board,
    "svg.board(before)": lambda given: svg.board(START, before=given),
    "tally_games(position)": lambda given: volo.tally_games(given, *RECORDED),
    "text.board(position)": text.board,
}
SEARCHES: dict[str, Callable[[Any, Any], object]] = {
    "play(position)": lambda engine, given: engine.play(given, FEW).move,
    "aplay(position)": lambda engine, given: asyncio.run(engine.aplay(given, FEW)).move,
    "analyse(position)": lambda engine, given: engine.analyse(given, FEW)[0].pv,
    "aanalyse(position)": lambda engine, given: asyncio.run(engine.aanalyse(given, FEW))[0].pv,
    "analysis(position)": lambda engine, given: engine.analysis(given, FEW).wait()[0].pv,
}
FEW_GAMES = Configuration(games=2, position="standard-4")
PATHS: dict[str, Callable[[str | Path], object]] = {
    "read_records(source)": volo.read_records,
    "write_records(target)": lambda url: volo.write_records(url, [], format="volo"),
    "read_games(directory)": lambda url: list(volo.read_games(url)),
    "scan(directory)": simulate.scan,
    "scan_plays(directory)": lambda url: list(simulate.scan_plays(url)),
    "scan_shards(directory)": lambda url: list(simulate.scan_shards(url)),
    "keep(directory)": lambda url: list(simulate.keep(url, FEW_GAMES)),
    "keep_records(directory)": lambda url: list(simulate.keep_records(url, [])),
    "merge(directory)": lambda url: list(simulate.merge(url, [next(Path.cwd().iterdir())])),
    "merge(folders)": lambda url: list(simulate.merge("all", [url])),
    "plot_summary(path)": lambda url: simulate.plot_summary(Summary(), url),
    "collect(folder)": lambda url: list(report.collect(report.Plan(["standard-4"]), folder=url)),
    "solve(checkpoint)": lambda url: engine.solve("standard-4", 1, checkpoint=url),
}


def in_stub() -> Iterator[tuple[str, str]]:
    """Yield each parameter of the public functions of the compiled module, as in the tables, and its type."""
    for node in ast.parse(STUB.read_text(encoding="utf-8")).body:
        members = node.body if isinstance(node, ast.ClassDef) else [node]
        owner = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
        for function in members:
            if isinstance(function, ast.FunctionDef):
                name = f"{owner}{function.name}".removesuffix(".__new__")
                for argument in [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]:
                    if argument.annotation is not None and not name.startswith("_"):
                        yield f"{name}({argument.arg})", ast.unparse(argument.annotation)


def in_modules() -> Iterator[tuple[str, str]]:
    values = {f"{drawing.__name__.rpartition('.')[2]}.board": drawing.board for drawing in (svg, png, text)}
    for module in (volo, simulate, engine, match, report, import_module("volo.widget")):
        values |= {name: getattr(module, name) for name in module.__all__}
    for name, value in values.items():
        for member, function in vars(value).items() if inspect.isclass(value) else [("__init__", value)]:
            called = getattr(function, "__func__", function)
            if inspect.isfunction(called) and (member == "__init__" or not member.startswith("_")):
                for parameter, kind in called.__annotations__.items():
                    yield f"{name if member == '__init__' else f'{name}.{member}'}({parameter})", str(kind)


def test_the_tables_have_every_such_function() -> None:
    found = {*in_stub(), *in_modules()}
    positions = {name for name, kind in found if re.search(r"PositionLike|Searchable|Drawable \|", kind)}
    engines = {name for name in positions if re.match(r"(Any|Ugi)?Engine\.", name)}
    assert positions - engines == set(POSITIONS)
    assert {name.partition(".")[2] for name in engines} == set(SEARCHES)
    assert {name for name, kind in found if re.search("PathLike|Source|Target", kind) and "." not in name} == set(PATHS)


@pytest.mark.parametrize("name", POSITIONS)
def test_every_form_of_a_position_means_the_same(name: str) -> None:
    expected = POSITIONS[name](START)
    for given in FORMS:
        assert POSITIONS[name](given) == expected
    with pytest.raises(TypeError):
        POSITIONS[name](7)
    for board in (str(START), START.board(unicode=True), text.board(START, color=True)):
        with pytest.raises(volo.NotationError, match="in one line; a printed board is read by from_board"):
            POSITIONS[name](board)


def test_engines_search_every_form_of_a_position() -> None:
    with Engine(hash_mb=1) as here, UgiEngine.popen([sys.executable, "-m", "volo", "engine"]) as other:
        for each in (here, other):
            for search in SEARCHES.values():
                each.clear()
                expected = search(each, START)
                for given in [*FORMS, volo.Game(START)]:
                    each.clear()
                    assert search(each, given) == expected


COMMANDS = [
    *("show {}", "moves {}", "analyse {} --nodes 20", "solve {} --nodes 20 --quiet --threads 1"),
    *("perft 1 --fen {}", "divide 1 --fen {}", "play --terminal {} --you nobody --nodes 20"),
    *("simulate --games 2 --fen {} --quiet --json", "match careful uniform --games 2 --fen {} --quiet"),
]


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_accept_every_form_of_a_position(command: str) -> None:
    results = []
    for given in ("standard-4", FEN):
        done = run(*(given if word == "{}" else word for word in command.split()))
        assert done.returncode == 0, done.stderr
        results.append([line.split(b" s")[0] for line in done.stdout.splitlines() if b"nodes/s" not in line])
    assert results[0] == results[1]


URLS: list[str | Path] = ["https://example.org/games.volo", "file:///tmp/games.volo", Path("s3://bucket/games")]
NO_PATHS: list[str | Path] = ["", "a\0b", "\ud800"]


@pytest.mark.parametrize("name", PATHS)
def test_what_is_no_path_is_refused(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a function would read or write a local folder with that name."""
    monkeypatch.chdir(tmp_path)
    list(simulate.keep("kept", FEW_GAMES))
    # Kept games can be on object storage.
    can_be_on_storage = re.search(r"\((directory|folders)\)", name)
    for path in [*URLS, *([] if can_be_on_storage else ["s3://bucket/games"]), *NO_PATHS]:
        problem = "path" if path in NO_PATHS else "is a URL; expected the path of a local file or folder"
        with pytest.raises(volo.VoloError, match=problem):
            PATHS[name](path)
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
