"""A valid game report, and functions that change, write and read reports."""

from __future__ import annotations

import copy
import io
import json
from typing import Any

from support.data import read_jsonl
from support.located import refused_second
from volo import Game, RecordError
from volo.records import read_records, write_records

PLAYED: dict[str, Any] = read_jsonl("abstract-play.jsonl")[0]
# As Abstract Play writes it: `genRecord` in https://github.com/AbstractPlay/gameslib, src/games/_base.ts.
REPORT: dict[str, Any] = {
    "header": {
        "game": {"name": "Volo", "variants": ["Size-4 board"]},
        "event": "Thursday",
        "round": "3",
        "site": {"name": "Abstract Play", "gameid": "e7f53920-5be9-406a-9d5c-baa0316ab4f4"},
        "date-start": "2024-07-14T09:30:00.000Z",
        "date-end": "2024-07-20T21:00:00.123Z",
        "date-generated": "2024-07-21T00:00:00.000Z",
        "players": [
            {"name": "Anna", "userid": "46f6da78", "is_ai": False, "result": 0},
            {"name": "Boris", "userid": "afe1c2d9", "is_ai": True, "result": 1},
        ],
    },
    "moves": [PLAYED["moves"][index : index + 2] for index in range(0, 22, 2)],
}
OPEN = copy.deepcopy(REPORT) | {"moves": [["b5", "c6"], ["a3", None]]}


def changed(report: dict[str, Any], path: str, to: Any = None, *, without: bool = False) -> dict[str, Any]:
    """Return a copy of a report with the value at a path, such as ``moves.0.1``, replaced or deleted."""
    copied = copy.deepcopy(report)
    value: Any = copied
    *steps, last = (int(step) if step.isdigit() else step for step in path.split("."))
    for step in steps:
        value = value[step]
    if without:
        del value[last]
    else:
        value[last] = to
    return copied


def ended(result: tuple[int, int], *moves: Any, **volo: Any) -> dict[str, Any]:
    """Return a report of an unfinished game with these results of the players and last moves."""
    report = changed(OPEN, "header.players.0.result", to=result[0])
    report = changed(report, "header.players.1.result", to=result[1])
    report = changed(report, "moves", to=[["b5", "c6"], ["a3", *moves]])
    return changed(report, "header.volo", to=volo) if volo else report


def text(report: object) -> bytes:
    return json.dumps(report, ensure_ascii=False, indent=2).encode()


def read(report: object, *, lenient: bool = False) -> Game:
    (game,) = read_records(io.BytesIO(text(report)), lenient=lenient)
    return game


def written(*games: Game) -> Any:
    file = io.StringIO()
    write_records(file, games, format="abstract-play")
    return json.loads(file.getvalue())


def refused(report: object, *, lenient: bool = False) -> RecordError:
    """Return the error about a report between two valid reports, and check that the valid reports are read."""
    data = b"[ " + text(REPORT) + b" ,\n" + text(report) + b"," + text(REPORT) + b"]\n"
    return refused_second(data, lenient=lenient)
