"""Matches that show how strong the engine is, and their results in benches/STRENGTH.md.

`python benches/python/strength.py NAME` plays one of these matches, and replaces its section of the page:

playouts: the engine with a time for each move, against plain UCT (benches/uct.rs) that plays 1,500 uniform playouts a
    move, which is the budget of the public robot.
equal-time: the engine against plain UCT, both with the same time for each move.
double-time: the engine with twice the time for each move against the engine.
versions: the engine against another version of it, a program that speaks UGI.

The openings are random, and both games of a pair begin with the same one. The intervals are those of 95%.
"""

from __future__ import annotations

import argparse
import re
import shlex
import sys
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Final

from engines import build

from volo.engine import Limit
from volo.engine.match import Match, MatchScore, Spec

ROOT: Final = Path(__file__).parents[2]
STRENGTH: Final = ROOT / "benches" / "STRENGTH.md"
PLAYOUTS: Final = 1500

TITLES: Final = {
    "playouts": f"The engine against {PLAYOUTS:,} playouts",
    "equal-time": "The engine against UCT at equal time",
    "double-time": "Twice the time",
    "versions": "The engine against another version",
}


@dataclass(slots=True)
class Played:
    """The results of a match.

    Attributes:
        names: the players.
        score: the points of the first player in pairs.
        results: the number of wins, draws and losses of the first player.
        plies: the number of plies of all games, without the openings.
        failures: the games that a player lost by a failure.
        seconds: how long the match took.
    """

    names: tuple[str, str]
    score: MatchScore = field(default_factory=MatchScore)
    results: list[int] = field(default_factory=lambda: [0, 0, 0])
    plies: int = 0
    failures: int = 0
    seconds: float = 0.0

    def row(self) -> str:
        """The row of the table."""
        low, high = self.score.interval
        share = f"{self.score.share:.1%} ({low:.1%} to {high:.1%})"
        wins, draws, losses = self.results
        elo = str(self.score).removeprefix("Elo ")
        plies = f"{self.plies / self.score.games:.0f}"
        # A program that cargo built is shown without its folder.
        names = (re.sub(r"[^ :]*/deps/(\w+)-\w+", r"\1", name) for name in self.names)
        cells = (*names, str(self.score.games), str(wins), str(draws), str(losses), share, elo, plies)
        return f"| {' | '.join(cells)} |"


def players(name: str, time: float, command: str | None) -> tuple[str, str]:
    """The players of a match. The program of UCT is built if the match needs it.

    >>> players("double-time", 0.5, None)
    ('engine:time=1', 'engine:time=0.5')
    """
    engine = f"engine:time={time:g}"
    if name in ("playouts", "equal-time"):
        uct = shlex.quote(str(build(ROOT, "bench", "--locked", "--no-run", "--bench", "uct")))
        return engine, f"ugi:{uct} {PLAYOUTS}" if name == "playouts" else f"ugi:{uct}"
    if name == "double-time":
        return f"engine:time={2 * time:g}", engine
    if command is None:
        raise SystemExit("the match of versions needs --command")
    return engine, f"ugi:{command}"


def play(names: tuple[str, str], games: int, edge: int, seed: int, time: float, opening_plies: int) -> Played:
    """Play a match. One game is played at a time, so that the players do not take time from each other."""
    first, second = (Spec.parse(name).limited(Limit(time=time)) for name in names)
    played, began = Played(names), perf_counter()
    match = Match(first, second, start=f"standard-{edge}", pairs=games // 2, seed=seed, opening_plies=opening_plies)
    for pair in match.run():
        played.score.add(pair.points)
        for number, each in enumerate(pair.games):
            # In the first game of a pair, the first player is Orange.
            lost = each.winner is not None and each.winner != number
            played.results[1 if each.winner is None else 2 if lost else 0] += 1
            played.plies += len(each.game) - opening_plies
            played.failures += each.failure is not None
        print(f"{played.score.games} games, {played.score}", file=sys.stderr)  # noqa: T201
    played.seconds = perf_counter() - began
    return played


def section(title: str, command: str, edge: int, played: Played) -> str:
    """The text of a section: its heading, the command and the result."""
    failed = f" {played.failures} games were lost by a failure." if played.failures else ""
    return "\n".join(
        [
            f"## {title}, edge {edge}",
            "",
            f"`{command}`",
            "",
            f"The `standard` rules on edge {edge}, one game at a time, with intervals of 95%.{failed}",
            "",
            "| player | opponent | games | wins | draws | losses | points | Elo | plies |",
            "|---|---|---:|---:|---:|---:|---:|---:|---:|",
            played.row(),
        ]
    )


def with_section(page: str, text: str) -> str:
    """The page with this section in the place of the one with the same heading, or at its end.

    >>> page = with_section("# Strength\\n", "## A\\n\\nold")
    >>> with_section(with_section(page, "## B\\n\\nother"), "## A\\n\\nnew")
    '# Strength\\n\\n## A\\n\\nnew\\n\\n## B\\n\\nother\\n'
    """
    heading = text.partition("\n")[0]
    first, *others = re.split(r"^(?=## )", page, flags=re.MULTILINE)
    places = [i for i, other in enumerate(others) if other.partition("\n")[0] == heading]
    for i in places:
        others[i] = text
    parts = [first or "# Strength", *others, *([] if places else [text])]
    return "\n\n".join(part.strip("\n") for part in parts) + "\n"


def main() -> None:
    """Play the match that the command line names."""
    parser = argparse.ArgumentParser(description="Measure the strength of the engine.")
    parser.add_argument("name", choices=TITLES)
    parser.add_argument("--games", type=int, default=400, help="the number of games, even")
    parser.add_argument("--edge", type=int, default=7)
    parser.add_argument("--time", type=float, default=1.0, help="the seconds for each move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--opening-plies", type=int, default=6)
    parser.add_argument("--command", help="the other version, for the match of versions")
    arguments = parser.parse_args()
    names = players(arguments.name, arguments.time, arguments.command)
    played = play(names, arguments.games, arguments.edge, arguments.seed, arguments.time, arguments.opening_plies)
    command = shlex.join(["python", "benches/python/strength.py", *sys.argv[1:]])
    text = section(TITLES[arguments.name], command, arguments.edge, played)
    page = STRENGTH.read_text(encoding="utf-8") if STRENGTH.exists() else "# Strength\n"
    STRENGTH.write_text(with_section(page, text), encoding="utf-8")
    print(text)  # noqa: T201


if __name__ == "__main__":
    main()
