"""Find the puzzles of `volo.puzzles` in games between engines. `make -C research puzzles` runs it, which takes hours.

The games of an edge are played in blocks. The puzzles of a block are appended to a file in `target/puzzles`, so a run
that was stopped continues with the next block. At the end, the puzzles of all edges are written to the package.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import volo
from research import ROOT
from volo import Move, Position
from volo.engine import Engine, Limit, shortest_win, solve

FOUND = ROOT / "target" / "puzzles"
PUZZLES = ROOT / "python" / "volo" / "puzzles" / "half-moves.csv"

GAMES_A_BLOCK = 50

# The number of puzzles that are selected from a game. Later positions of a game often have the same idea.
OF_A_GAME = 2

# The longest win that is looked for on each edge, in plies. A longer one takes too much time to be proved the shortest.
LONGEST = {4: 9, 5: 7, 6: 5, 7: 5}

# The number of positions that the search for the shortest win may search, and the solver for each other move.
WIN_NODES = 60_000
OTHER_NODES = 10_000


def only_winning_move(position: Position, longest: int) -> tuple[Move, int] | None:
    """The only winning move of a position and the least number of plies in which it wins.

    None unless a win of three plies or more is found, and all other moves are proved not to win at all.
    """
    if shortest_win(position, 1).plies is not None:
        return None
    win = shortest_win(position, longest, nodes=WIN_NODES)
    if win.plies is None or len(win.moves) != 1:
        return None
    for move in position.legal_moves():
        if move not in win.moves:
            value = solve(position.play(move), nodes=OTHER_NODES, memory_mb=64).value
            if value not in {"win", "draw"}:
                return None
    return win.moves[0], win.plies


def block_of(edge: int, seed: int, block: int, policy: str) -> Iterator[dict[str, Any]]:
    """Yield the puzzles in the games of a block."""
    first = block * GAMES_A_BLOCK
    rules = f"standard-{edge}"
    games = volo.play_games(
        GAMES_A_BLOCK, policy=policy, position=rules, seed=seed, first=first, record=True, threads=1
    )
    for number, (game, winner) in enumerate(zip(games, games.winner, strict=True)):
        late = game.positions[-2 - LONGEST[edge] : -3]
        for position in late:
            found = only_winning_move(position, LONGEST[edge]) if position.turn == winner else None
            if found is not None:
                move, plies = found
                yield {"fen": position.fen(), "move": str(move), "plies": plies, "game": first + number}


def find(edge: int, seed: int, blocks: int, policy: str) -> None:
    """Append the puzzles of all blocks that are not yet in the file of the edge."""
    FOUND.mkdir(parents=True, exist_ok=True)
    file = FOUND / f"edge-{edge}-seed-{seed}.jsonl"
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    # A block is complete if its last line was written. The puzzles after the last complete block are found again.
    lines = [line for line in text.splitlines(keepends=True) if line.endswith("\n")]
    ends = [number for number, line in enumerate(lines, 1) if "block" in json.loads(line)]
    complete = lines[: max(ends, default=0)]
    file.write_text("".join(complete), encoding="utf-8")
    begin = 1 + json.loads(complete[-1])["block"] if complete else 0
    for block in range(begin, blocks):
        found = [json.dumps(puzzle) for puzzle in block_of(edge, seed, block, policy)]
        with file.open("a", encoding="utf-8") as out:
            out.write("".join(f"{line}\n" for line in [*found, json.dumps({"block": block})]))


def surprise(position: Position, move: Move) -> int:
    """How many of three engines, which look one, two and three plies ahead, play another move."""
    count = 0
    for depth in (1, 2, 3):
        with Engine(hash_mb=1) as engine:
            count += engine.play(position, Limit(depth=depth)).move != move
    return count


def select() -> None:
    """Write the puzzles of all files to the package: at most two of each game, and one of positions that are images."""
    rows = []
    images: set[Position] = set()
    for file in sorted(FOUND.glob("edge-*.jsonl")):
        lines = map(json.loads, file.read_text(encoding="utf-8").splitlines())
        puzzles = sorted((line for line in lines if "fen" in line), key=lambda puzzle: -puzzle["plies"])
        of_game: Counter[int] = Counter()
        for puzzle in puzzles:
            position = Position(puzzle["fen"])
            image, _ = position.canonical()
            if image not in images and of_game[puzzle["game"]] < OF_A_GAME:
                images.add(image)
                of_game[puzzle["game"]] += 1
                move = position.parse_move(puzzle["move"])
                edge = position.rules.edge
                rows.append((puzzle["plies"], surprise(position, move), edge, puzzle["fen"], puzzle["move"]))
    with PUZZLES.open("w", encoding="utf-8", newline="") as out:
        out.write("fen,move,plies,surprise\n")
        out.writelines(f"{fen},{move},{plies},{found}\n" for plies, found, _, fen, move in sorted(rows))


def main() -> None:
    """Find puzzles on one edge, or select from those that were found."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--edge", type=int, choices=LONGEST, help="the edge; without it, puzzles are selected")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--blocks", type=int, default=30, help="the number of blocks of 50 games")
    options.add_argument("--policy", default="engine:200,opening=6")
    given = options.parse_args()
    if given.edge is None:
        select()
    else:
        find(given.edge, given.seed, given.blocks, given.policy)


if __name__ == "__main__":
    main()
