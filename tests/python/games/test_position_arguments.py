"""Wherever a position is expected, a rule set is accepted too, and the text of either."""

from __future__ import annotations

import ast
import asyncio
import inspect
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import volo
from support.command_line import run
from support.stubs import STUB
from volo.engine import Engine, Limit, Pool, UgiEngine, evaluate, match, shortest_win, solve
from volo.render import png, svg, text
from volo.simulate import Configuration, Summary

START = volo.Position("standard-4")
FEN = START.fen()
FORMS = [START.rules, "standard-4", f" {FEN}\n"]
FEW = Limit(nodes=20)

GAMES = volo.play_random(3, position=START, record=True)
RECORDED = (GAMES.moves, GAMES.offsets)


def _set(given: Any) -> volo.Batch:
    batch = volo.Batch(1, "standard-4")
    batch.step(batch.random_actions())
    batch.set_positions([given])
    return batch


def _in_a_match(given: Any) -> object:
    played = match.Match(match.Spec.parse("careful"), match.Spec.parse("uniform"), pairs=1, start=given)
    return [pair.games[0].game for pair in played.run()]


def _in_a_tournament(given: Any) -> object:
    played = match.Tournament(map(match.Spec.parse, ("careful", "uniform")), pairs=1, start=given)
    return [pair.games[0].game for _, pair in played.run()]


def _in_a_pool(given: Any) -> object:
    with Pool(1, hash_mb=1) as pool:
        ((info,),) = pool.analyse([given], FEW)
    return info.pv


# By the name of the function and its parameter.
CALLS: dict[str, Callable[[Any], object]] = {
    "ActionSpace.move(position)": lambda given: volo.ActionSpace(4).move(29, given),
    "ArrayGame.states(turns)": lambda given: volo.ArrayGame("standard-4").states([given]).tolist(),
    "Batch(positions)": lambda given: volo.Batch(1, positions=[given]).observe().tolist(),
    "Batch.set_positions(positions)": lambda given: _set(given).observe().tolist(),
    "Board(game)": lambda given: import_module("volo.widget").Board(given).position,
    "Configuration(position)": lambda given: Configuration(games=1, position=given),
    "Decision(position)": volo.Decision,
    "Game(position)": volo.Game,
    "Match(start)": _in_a_match,
    "Position(rules)": volo.Position,
    "Pool.analyse(positions)": _in_a_pool,
    "Summary.of_games(position)": lambda given: Summary.of_games(given, *RECORDED),
    "Tournament(start)": _in_a_tournament,
    "evaluate(positions)": lambda given: evaluate([given]).tolist(),
    "observe_games(position)": lambda given: volo.observe_games(given, *RECORDED)[0].tolist(),
    "play_games(position)": lambda given: volo.play_games(2, policy="careful", position=given).plies.tolist(),
    "play_games(positions)": lambda given: volo.play_games(2, policy="careful", positions=[given]).plies.tolist(),
    "play_random(position)": lambda given: volo.play_random(2, position=given).plies.tolist(),
    "play_random(positions)": lambda given: volo.play_random(2, positions=[given]).plies.tolist(),
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


def in_stub() -> Iterator[tuple[str, str, str]]:
    """Yield the name of each public function of the compiled module, and its parameters with their types."""
    for node in ast.parse(STUB.read_text(encoding="utf-8")).body:
        members = node.body if isinstance(node, ast.ClassDef) else [node]
        owner = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
        for function in members:
            if isinstance(function, ast.FunctionDef):
                name = f"{owner}{function.name}".removesuffix(".__new__")
                for argument in [*function.args.args, *function.args.kwonlyargs]:
                    if argument.annotation is not None and not name.startswith("_"):
                        yield name, argument.arg, ast.unparse(argument.annotation)


def in_modules() -> Iterator[tuple[str, str, str]]:
    """Yield the same of the other public modules."""
    for module in ("volo", "volo.simulate", "volo.engine", "volo.engine.match", "volo.widget", "volo.report"):
        for name in import_module(module).__all__:
            yield from signatures(name, getattr(import_module(module), name))
    for drawing in (svg, png, text):
        yield from signatures(f"{drawing.__name__.rpartition('.')[2]}.board", drawing.board)


def signatures(name: str, value: Any) -> Iterator[tuple[str, str, str]]:
    for member, function in vars(value).items() if inspect.isclass(value) else [("", value)]:
        called = getattr(function, "__func__", function)
        if inspect.isfunction(called) and (member == "__init__" or not member.startswith("_")):
            for parameter, kind in called.__annotations__.items():
                yield name if member in {"", "__init__"} else f"{name}.{member}", parameter, str(kind)


def test_every_function_with_a_position_is_tested() -> None:
    kinds = ("PositionLike", "Searchable", "Drawable |")
    found = {
        f"{name}({parameter})"
        for name, parameter, kind in [*in_stub(), *in_modules()]
        if any(each in kind for each in kinds)
    }
    engines = {each for each in found if each.startswith(("Engine.", "UgiEngine.", "AnyEngine."))}
    assert found - engines == set(CALLS)
    assert {each.partition(".")[2] for each in engines} == {f"{name}(position)" for name in SEARCHES}


@pytest.mark.parametrize("name", CALLS)
def test_every_form_of_a_position_means_the_same(name: str) -> None:
    expected = CALLS[name](START)
    for given in FORMS:
        assert CALLS[name](given) == expected
    with pytest.raises(TypeError):
        CALLS[name](7)
    with pytest.raises(volo.NotationError, match="a printed board is read by from_board"):
        CALLS[name](str(START))


SEARCHES: dict[str, Callable[[Any, Any], object]] = {
    "play": lambda engine, given: engine.play(given, FEW).move,
    "aplay": lambda engine, given: asyncio.run(engine.aplay(given, FEW)).move,
    "analyse": lambda engine, given: engine.analyse(given, FEW)[0].pv,
    "aanalyse": lambda engine, given: asyncio.run(engine.aanalyse(given, FEW))[0].pv,
    "analysis": lambda engine, given: engine.analysis(given, FEW).wait()[0].pv,
}


def test_engines_search_every_form_of_a_position() -> None:
    with Engine(hash_mb=1) as engine, UgiEngine.popen([sys.executable, "-m", "volo", "engine"]) as other:
        for each in (engine, other):
            for search in SEARCHES.values():
                each.clear()
                expected = search(each, START)
                for given in [*FORMS, volo.Game(START)]:
                    each.clear()
                    assert search(each, given) == expected


@pytest.mark.parametrize(
    "command",
    [
        "show {}",
        "moves {}",
        "analyse {} --nodes 20",
        "solve {} --nodes 20 --quiet --threads 1",
        "play --terminal {} --you nobody --nodes 20",
        "perft 1 --fen {}",
        "divide 1 --fen {}",
        "simulate --games 2 --fen {} --quiet --json",
        "match careful uniform --games 2 --fen {} --quiet",
    ],
)
def test_commands_accept_every_form_of_a_position(command: str) -> None:
    results = []
    for given in ("standard-4", FEN):
        done = run(*(given if word == "{}" else word for word in command.split()))
        assert done.returncode == 0, done.stderr
        results.append([line.split(b" s")[0] for line in done.stdout.splitlines() if b"nodes/s" not in line])
    assert results[0] == results[1]


def test_arrays_of_texts_are_positions() -> None:
    assert evaluate(np.array(["standard-4", FEN])).shape == (2,)
