"""Write files with games and values, or read those that another architecture wrote.

    python tests/exchange.py write FOLDER
    python tests/exchange.py read FOLDER

What is read must equal what this machine computes itself. The program needs volo and NumPy. Kept games are written and
read if pyarrow is installed.
"""

from __future__ import annotations

import json
import pickle
import sys
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np

import volo
from volo.simulate import Configuration, Summary, keep, scan, summary_from_json, summary_to_json

RULE_SETS: Final = ("standard", "two-sizes-small", "french-5", "abstract-play-8")
PLAN: Final = Configuration(games=300, position=volo.Position("standard-5"), seed=7, shard_size=100)


@cache
def playouts(rules: str) -> volo.Playouts:
    """Random games of a rule set."""
    return volo.play_random(100, position=rules, seed=3, record=True, tally=True, count_moves=True)


@cache
def games(rules: str) -> list[volo.Game]:
    """The first of these games, move by move."""
    played = playouts(rules)
    assert played.moves is not None
    assert played.offsets is not None
    ends = played.offsets[:6].tolist()
    codes = [played.moves[start:end].tolist() for start, end in pairwise(ends)]
    return [volo.Game(rules, map(volo.Move.from_code, moves)) for moves in codes]


@cache
def values(rules: str) -> list[Any]:
    """Values of every type that can be pickled."""
    played = games(rules)
    positions = [game.position for game in played]
    return [
        volo.Position(rules).rules,
        played,
        positions,
        [position.legal_moves() for position in positions],
        [game.moves for game in played],
        [position.outcome() for position in positions],
        [position.regions(color) for position in positions for color in volo.Color],
        list(volo.SYMMETRIES),
        [position.canonical() for position in positions],
        playouts(rules),
        Summary.of(playouts(rules)),
    ]


@cache
def numbers(rules: str) -> list[int]:
    """Numbers that programs may store: keys of positions and codes of moves."""
    positions = [position for game in games(rules) for position in game.positions]
    codes = [code for position in positions for code in position.legal_moves().codes().tolist()]
    return [position.zobrist for position in positions] + codes


@cache
def observed(rules: str) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Positions in the middle of games, as planes."""
    batch = volo.Batch(20, rules)
    random = np.random.default_rng(5)
    for _ in range(15):
        codes, offsets = batch.legal_moves()
        batch.play(codes[random.integers(offsets[:-1], offsets[1:])])
    return batch.observe()


def write(folder: Path) -> None:
    """Write all files."""
    folder.mkdir(parents=True)
    for rules in RULE_SETS:
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            (folder / f"{rules}.{protocol}.pickle").write_bytes(pickle.dumps(values(rules), protocol))
        (folder / f"{rules}.numbers.json").write_text(json.dumps(numbers(rules)), encoding="utf-8")
        (folder / f"{rules}.summary.json").write_text(summary_to_json(Summary.of(playouts(rules))), encoding="utf-8")
        np.save(folder / f"{rules}.npy", observed(rules))
        for name in ("volo", "volo.gz", "jsonl", "json"):
            volo.write_records(folder / f"{rules}.{name}", games(rules))
    if find_spec("pyarrow"):
        for _ in keep(folder / "kept", PLAN):
            pass


def read(folder: Path) -> Iterator[str]:
    """Read all files, compare each with the values of this machine, and yield its name."""
    for rules in RULE_SETS:
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            name = f"{rules}.{protocol}.pickle"
            found = pickle.loads((folder / name).read_bytes())
            assert found == values(rules), name
            assert hash(found[-2]) == hash(playouts(rules)), name
            assert volo.tally_games(rules, found[-2].moves, found[-2].offsets) == found[-2].tally, name
            yield name
        name = f"{rules}.numbers.json"
        assert json.loads((folder / name).read_text(encoding="utf-8")) == numbers(rules), name
        yield name
        name = f"{rules}.summary.json"
        assert summary_from_json((folder / name).read_text(encoding="utf-8")) == Summary.of(playouts(rules)), name
        yield name
        assert np.array_equal(np.load(folder / f"{rules}.npy"), observed(rules)), rules
        yield f"{rules}.npy"
        for suffix in ("volo", "volo.gz", "jsonl", "json"):
            name = f"{rules}.{suffix}"
            assert list(volo.read_records(folder / name)) == games(rules), name
            yield name
    if find_spec("pyarrow") and (folder / "kept").exists():
        played = volo.play_random(PLAN.games, position=PLAN.position, seed=PLAN.seed)
        assert [len(game) for game in volo.read_games(folder / "kept")] == played.plies.tolist()
        yield "kept games, one by one"
        assert scan(folder / "kept").to_table(columns=["winner"])["winner"].to_pylist() == played.winner.tolist()
        yield "kept games, as a table"


def main() -> None:
    """Write, or read and print the number of files."""
    action, folder = sys.argv[1], Path(sys.argv[2])
    if action == "write":
        write(folder)
    else:
        sys.stdout.write(f"{sum(1 for _ in read(folder))} passed, 0 failed\n")


if __name__ == "__main__":
    main()
