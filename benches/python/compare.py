"""Measures the core beside another engine in one run, and writes the figures to benches/RESULTS.md.

    python benches/python/compare.py [RUNS]

The environment variable BASELINE names the folder of a yardstick, a Rust crate with the commands `perft EDGE DEPTH`,
`playouts EDGE GAMES SEED`, `positions EDGE COUNT SEED` and `movegen EDGE REPEATS`, which answer in JSON. Without it
the other engine is the project's own reference in plain Python.

Every figure is taken at least five times, in turn with its counterpart, after both have counted the same.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
import timeit
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from pathlib import Path
from statistics import median

from engines import ROOT, Core, Engine, Reference, Work, Yardstick
from lockstep import Lockstep, one_by_one
from positions import midgame
from rich.console import Console
from rich.table import Table

import volo
from volo import Position
from volo._volo import backend

RESULTS = ROOT / "benches" / "RESULTS.md"
COLUMNS = ("what", "volo", "beside it", "ratio", "minimum", "maximum", "wanted", "aim")


@dataclass(frozen=True, slots=True)
class Scale:
    """How much an engine is given to do at a time."""

    depth: int
    positions: int
    repeats: int
    games: int


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: figures of the core, of its counterpart if it has one, and what is wanted of the ratio.

    Without a counterpart the figure itself stands for the ratio.
    """

    what: str
    ours: list[float]
    theirs: list[float]
    wanted: str = ""
    aim: str = ""

    @property
    def ratios(self) -> list[float]:
        """Pair by pair."""
        return (
            [ours / theirs for ours, theirs in zip(self.ours, self.theirs, strict=True)] if self.theirs else self.ours
        )

    def texts(self) -> tuple[str, ...]:
        """The columns of the table."""
        beside = number(median(self.theirs)) if self.theirs else ""
        spread = [number(f(self.ratios)) for f in (median, min, max)]
        return (self.what, number(median(self.ours)), beside, *spread, self.wanted, self.aim)


def number(value: float) -> str:
    """Three digits, with thousands as k, millions as M, and thousands of millions as G.

    >>> [number(value) for value in (0.5, 4.2, 155.3, 2_198, 305_437, 473_446_692, 1_803_000_000)]
    ['0.5', '4.2', '155', '2.2k', '305k', '473M', '1.8G']
    """
    for factor, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= factor:
            return f"{value / factor:.3g}{letter}"
    return f"{value:.3g}"


def in_turn(runs: int, ours: Callable[[], float], theirs: Callable[[], float]) -> tuple[list[float], list[float]]:
    """The two figures, A B A B."""
    pairs = [(ours(), theirs()) for _ in range(runs)]
    return [a for a, _ in pairs], [b for _, b in pairs]


def check(ours: Work, theirs: Work, tolerance: float = 0.0) -> None:
    """Both have counted the same."""
    apart = abs(ours.counted - theirs.counted)
    assert apart <= tolerance * theirs.counted, f"{ours.counted} and {theirs.counted} are not the same"


def against(runs: int, core: Core, other: Engine, fens: list[str], ours: Scale, theirs: Scale) -> Iterator[Row]:
    """What both engines can do."""
    check(core.perft(theirs.depth), other.perft(theirs.depth))
    speeds = in_turn(runs, lambda: core.perft(ours.depth).speed, lambda: other.perft(theirs.depth).speed)
    yield Row(f"perft({ours.depth}) from the standard start, nodes/s", *speeds, "6", "12")

    few = fens[: theirs.positions]
    beside = other.lists(few, 1)
    check(core.lists(few, 1), beside)
    check(core.lists_through_python(few, 1), beside)

    def listed() -> float:
        return other.lists(few, theirs.repeats).speed

    speeds = in_turn(runs, lambda: core.lists(fens, ours.repeats).speed, listed)
    yield Row("lists of legal moves in mid-game, positions/s", *speeds, "4", "8")
    speeds = in_turn(runs, lambda: core.lists_through_python(fens, ours.repeats).speed, listed)
    yield Row("`len(p.legal_moves())` of the same, positions/s", *speeds, "4", "7")

    # Their games are not the same, only as long as each other on the average, give or take four deviations.
    check(core.games(ours.games), other.games(theirs.games), 2.5 / theirs.games**0.5)

    def played() -> float:
        return other.games(theirs.games).speed

    speeds = in_turn(runs, lambda: core.games(ours.games).speed, played)
    yield Row("random games to the end, games/s", *speeds, "5", "12")
    speeds = in_turn(runs, lambda: core.games_move_by_move(ours.games // 20).speed, played)
    yield Row("games from Python, plies/s, beside games/s", *speeds, "200", "400")


def two_threads(runs: int, core: Core, scale: Scale) -> Iterator[Row]:
    """Two threads over one."""
    games, depth = 2 * scale.games, scale.depth
    speeds = in_turn(runs, lambda: core.games(games, threads=2).speed, lambda: core.games(games).speed)
    yield Row("two threads over one, games/s", *speeds, "1.8", "1.95")
    speeds = in_turn(runs, lambda: core.perft(depth, threads=2).speed, lambda: core.perft(depth).speed)
    yield Row(f"two threads over one, perft({depth}), nodes/s", *speeds, "1.8", "1.95")


def lockstep(runs: int, core: Core) -> Iterator[Row]:
    """Games in lockstep over one game at a time, all driven from Python."""
    games = Lockstep(4096)
    # After two games' length the games are at all stages, as they are one after the other.
    check(games.turns(200), one_by_one(200), 0.2)
    array = in_turn(runs, lambda: games.turns(50).speed, lambda: one_by_one(50).speed)
    yield Row("4,096 games in lockstep over one with its moves as an array, plies/s", *array, "5")
    lazy = in_turn(runs, lambda: games.turns(50).speed, lambda: core.games_move_by_move(100).speed)
    yield Row("4,096 games in lockstep over one with its moves not looked at, plies/s", *lazy)


def edges(runs: int, core: Core, scale: Scale) -> Row:
    """What a position of the largest sky costs."""
    large, standard = ([position.fen() for position in midgame(scale.positions, edge)] for edge in (8, 7))

    def cost(fens: list[str]) -> float:
        return 1e6 / core.lists(fens, scale.repeats).speed

    costs = in_turn(runs, lambda: cost(large), lambda: cost(standard))
    return Row("a list of edge 8 over one of edge 7, µs", *costs, "at most 2")


def paths(runs: int, core: Core, scale: Scale) -> Row:
    """What a position costs without a vector unit."""
    fens = [position.fen() for position in midgame(scale.positions)]

    def cost(*, portable: bool) -> float:
        return 1e6 / core.lists(fens, scale.repeats, portable=portable).speed

    costs = in_turn(runs, lambda: cost(portable=True), lambda: cost(portable=False))
    return Row(f"a list on the portable path over one on {backend()}, µs", *costs, "at most 4")


def calls(runs: int) -> Iterator[Row]:
    """What a call from Python takes, in nanoseconds."""
    position = Position()
    move = position.legal_moves()[50]
    assert position.play(move).turn == volo.BLUE
    for call, wanted, aim in (("position.passes", "150", "80"), ("position.play(move)", "400", "200")):
        loops = 200_000
        seconds = timeit.repeat(call, globals={"position": position, "move": move}, number=loops, repeat=runs)
        yield Row(f"`{call}`, ns", [1e9 * s / loops for s in seconds], [], wanted, aim)


def importing(runs: int) -> Row:
    """`import volo` in fresh processes, in milliseconds."""
    code = "import numpy; from time import perf_counter as now; t = now(); import volo; print(1e3 * (now() - t))"

    def once() -> float:
        return float(subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.PIPE).stdout)

    once()
    return Row("`import volo` after NumPy, ms", [once() for _ in range(2 * runs)], [], "30", "10")


def measure(runs: int, place: Path) -> Iterator[Row]:
    """All rows, one after the other."""
    core = Core()
    ours = Scale(depth=4, positions=3_000, repeats=20, games=2_000)
    folder = os.environ.get("BASELINE")
    if folder:
        yardstick = Yardstick(Path(folder), place)
        yield from against(runs, core, yardstick, yardstick.positions(ours.positions), ours, ours)
    else:
        fens = [position.fen() for position in midgame(ours.positions)]
        small = Scale(depth=2, positions=100, repeats=1, games=2)
        for row in against(runs, core, Reference(), fens, ours, small):
            yield replace(row, wanted="", aim="")
    yield from two_threads(runs, core, ours)
    yield from lockstep(runs, core)
    yield edges(runs, core, ours)
    yield paths(runs, core, ours)
    yield from calls(runs)
    yield importing(runs)


def processor() -> str:
    """The processor's name."""
    path = Path("/proc/cpuinfo")
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def heading(runs: int) -> list[str]:
    """Where, when and how it was measured."""
    other = "the yardstick, a plain engine in Rust" if os.environ.get("BASELINE") else "the reference in plain Python"
    command = "BASELINE=… make bench" if os.environ.get("BASELINE") else "make bench"
    place = f"{processor()}, {os.cpu_count()} threads, backend {backend()}, Python {platform.python_version()}"
    means = "Figures are medians. Ratios are taken pair by pair; where there is none, the spread is the figure's own."
    return [
        f"{place}, volo {volo.__version__}, {datetime.now(timezone.utc):%Y-%m-%d}.",
        f"`{command}`: {runs} runs of each, in turn with {other}. {means}",
    ]


def markdown(rows: list[Row], about: list[str]) -> str:
    """The table as a file."""
    lines = ["# Results", "", *(line for text in about for line in (text, ""))]
    lines += [" | ".join(("", *COLUMNS, "")).strip(), "|---|" + "---:|" * (len(COLUMNS) - 1)]
    lines += [" | ".join(("", *row.texts(), "")).strip() for row in rows]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measures, prints the table, and writes it."""
    runs = max(5, int(sys.argv[1])) if len(sys.argv) > 1 else 5
    console = Console(width=120)
    rows = []
    with tempfile.TemporaryDirectory() as place, console.status("") as status:
        for row in measure(runs, Path(place)):
            rows.append(row)
            status.update(f"{row.what}: {number(median(row.ratios))}")
    about = heading(runs)
    table = Table(title=about[0], caption=about[1])
    for column in COLUMNS:
        table.add_column(column, justify="left" if column == "what" else "right")
    for row in rows:
        table.add_row(*row.texts())
    console.print(table)
    RESULTS.write_text(markdown(rows, about), encoding="utf-8")


if __name__ == "__main__":
    main()
