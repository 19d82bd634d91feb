"""Answers of the engine with limits of nodes. `python -m support.engine_answers` writes them to `tests/data`.

The engine in WebAssembly must find the same. A change to the engine that changes what it plays also changes the
answers.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from support.data import DATA
from volo import Position, Rules, play_random
from volo.engine import Engine, Limit

_GAMES = 60
_NODES = 200


def positions() -> Iterator[tuple[Position, int]]:
    for edge in Rules.EDGES:
        for i, game in enumerate(play_random(_GAMES, position=f"standard-{edge}", seed=1, record=True)):
            # The moves of a level are a promise. A third of the positions is for the levels from 3 on.
            yield (
                game.positions[len(game) * i // _GAMES],
                i % 10 + 3 if i % 3 == 0 else i % 12 if i % 12 in {1, 2} else 12,
            )


def answer(position: Position, level: int) -> dict[str, Any]:
    with Engine(hash_mb=1, level=level) as engine:
        (info,) = engine.analyse(position, Limit(nodes=_NODES))
    moves = [str(move) for move in info.pv]
    result = {"win": info.score.win_in, "loss": info.score.loss_in, "expected": round(info.score.expected, 6)}
    return {"position": position.fen(), "level": level, "nodes": info.nodes, "depth": info.depth, **result, "pv": moves}


def main() -> None:
    lines = [json.dumps(answer(*each)) for each in positions()]
    (DATA / "engine.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
