"""The command `volo analyse`: lines without a terminal, a table on one, and Ctrl-C."""

from __future__ import annotations

import re

from support.command_line import called_on_terminal, output
from support.pictures import OVER, WIN_IN_ONE
from volo import Position
from volo.engine import Engine, Limit

LINE = re.compile(r"(\d+)\. (\S+|win in \d+|loss in \d+), depth (\d+), ([\d,]+) nodes, (\d+\.\d\d) s:((?: \S+)*)")


def test_a_line_for_each_depth() -> None:
    lines = output("analyse", "--rules", "standard-5", "--depth", "3", "--lines", "2", "--hash-mb", "1").splitlines()
    found = [LINE.fullmatch(line) for line in lines]
    assert all(found)
    assert [(match[1], match[3]) for match in found if match] == [(f"{i}", f"{d}") for d in (1, 2, 3) for i in (1, 2)]
    with Engine(hash_mb=1) as engine:
        infos = engine.analyse("standard-5", Limit(depth=3), multipv=2)
    for match, info in zip(found[-2:], infos, strict=True):
        assert match is not None
        assert match[2] == str(info.score)
        assert match[6].split() == [str(move) for move in info.pv]
        assert match[4] == f"{info.nodes:,}"


def test_proven_results_and_finished_games() -> None:
    match = LINE.fullmatch(output("analyse", WIN_IN_ONE, "--nodes", "500", "--hash-mb", "1").splitlines()[-1])
    assert match is not None
    assert match[2] == "win in 1"
    assert Position(WIN_IN_ONE).play(match[6].strip()).outcome() is not None
    assert output("analyse", OVER).startswith("1. loss in 0, depth 0, 0 nodes, 0.0")


def test_a_table_on_a_terminal() -> None:
    status, shown = called_on_terminal("analyse", "--rules", "standard-5", "--time", "0.3", "--hash-mb", "1")
    assert (status, b"score" in shown, b"nodes/s" in shown) == (0, True, True)
    assert LINE.fullmatch(shown.decode().replace("\r", "").rstrip("\n").split("\n")[-1].split("\x1b[2K")[-1])
