"""Statistics of games between engines. `make statistics` plays the games and writes docs/explain/statistics.md.

The games are kept in `target/statistics`, so a run that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import re
from hashlib import sha256
from pathlib import Path

from volo import Position, __version__
from volo.simulate import Configuration, Summary, keep

__all__ = ["table"]

ROOT = Path(__file__).parents[3]
KEPT = ROOT / "target" / "statistics"
WEIGHTS = ROOT / "src" / "search" / "weights"
PAGE = ROOT / "docs" / "explain" / "statistics.md"
EDGES = (5, 6, 7)

# A file has few games, so that an interruption costs only seconds.
SHARD_SIZE = 50


def played(edge: int, games: int, policy: str, seed: int) -> tuple[Configuration, Summary]:
    """Play the games on a sky, or the missing ones, and return their configuration and summary."""
    position = Position(f"standard-{edge}")
    configuration = Configuration(games, position, seed, policy, shard_size=SHARD_SIZE)
    weights = sha256((WEIGHTS / f"edge-{edge}.txt").read_bytes()).hexdigest()[:8]
    folder = KEPT / f"edge-{edge}-{games}-{configuration.policy[0].replace(':', '-')}-{seed}-{weights}"
    folder.mkdir(parents=True, exist_ok=True)
    *_, summary = keep(folder, configuration)
    return configuration, summary


def table(summaries: dict[int, Summary]) -> str:
    """A table with a column for each edge."""
    rows = {
        "games": [f"{each.games:,}" for each in summaries.values()],
        "Orange wins": [str(each.results["orange"]) for each in summaries.values()],
        "Blue wins": [str(each.results["blue"]) for each in summaries.values()],
        "draws": [str(each.results["draw"]) for each in summaries.values()],
        "truncated after 2,000 plies": [str(each.results["truncated"]) for each in summaries.values()],
        "wins of the first mover, of all wins": [str(each.first_mover) for each in summaries.values()],
        "plies of a game: median, 95th percentile": [
            f"{each.length(0.5)}, {each.length(0.95)}" for each in summaries.values()
        ],
        "legal moves at a ply, mean": [f"{each.mean_legal_moves:.1f}" for each in summaries.values()],
        "flights that clear birds, in a game": [f"{each.clearings / each.games:.2f}" for each in summaries.values()],
        "birds that such a flight clears, mean": [
            f"{each.birds_cleared / each.clearings:.1f}" if each.clearings else "" for each in summaries.values()
        ],
        "clearings that lose the game at once [R18]": [str(each.deciding_clearings) for each in summaries.values()],
        "wins of the player who cleared last": [str(each.won_after_clearing) for each in summaries.values()],
        "passes in a game": [f"{each.passes / each.games:.2f}" for each in summaries.values()],
    }
    head = ["", *(f"edge {edge}" for edge in summaries)]
    lines = [head, ["---"] * len(head), *([name, *cells] for name, cells in rows.items())]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main() -> None:
    """Play the games and write the table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=20_000)
    options.add_argument("--policy", default="engine:400")
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    summaries = {}
    for edge in EDGES:
        configuration, summaries[edge] = played(edge, given.games, given.policy, given.seed)
    about = f"Version {__version__} of volo, policy `{configuration.policy[0]}`, seed {given.seed}."
    page = PAGE.read_text(encoding="utf-8")
    begin, end = "<!-- written by make statistics -->\n", "\n<!-- end -->"
    page = re.sub(f"{begin}.*?{end}", lambda _: f"{begin}\n{about}\n\n{table(summaries)}\n{end}", page, flags=re.DOTALL)
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
