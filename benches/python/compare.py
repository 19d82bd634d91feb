"""Compare the speed of the core with another engine, and write the results to benches/RESULTS.md.

    python benches/python/compare.py [RUNS [SECTION]]

The results replace the first part of the page, or the section with this heading, for another machine.

The environment variable BASELINE names the folder of a baseline engine. It is a Rust crate with the commands
`perft EDGE DEPTH`, `playouts EDGE GAMES SEED`, `positions EDGE COUNT SEED` and `movegen EDGE REPEATS`. They print JSON.
Without BASELINE, the core is measured alone.

Before a measurement, the counts of both engines are checked for equality. Every measurement is repeated at least five
times, and the engines take turns.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import timeit
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median

from engines import Baseline, Core, Work
from lockstep import Lockstep, one_by_one
from positions import midgame
from results import Row, in_turn, machine, number, publish
from rich.console import Console

from volo import BLUE, Position
from volo._volo import backend


@dataclass(frozen=True, slots=True)
class Scale:
    """The amount of work in one measurement."""

    depth: int
    positions: int
    repeats: int
    games: int


def check(ours: Work, theirs: Work, tolerance: float = 0.0) -> None:
    """Check that both have the same counts, up to a relative tolerance."""
    apart = abs(ours.counted - theirs.counted)
    assert apart <= tolerance * theirs.counted, f"the counts differ: {ours.counted} and {theirs.counted}"


def against(runs: int, core: Core, other: Baseline | None, fens: list[str], scale: Scale) -> Iterator[Row]:
    """Measure the core, and compare it with another engine."""
    depth, repeats, games = scale.depth, scale.repeats, scale.games
    check(core.lists_through_python(fens, 1), core.lists(fens, 1))
    assert core.perft(2).counted == 9_717
    if other:
        check(core.perft(depth), other.perft(depth))
        check(core.lists(fens, 1), other.lists(fens, 1))
        # The engines play different games. Their average lengths must agree within four standard deviations.
        check(core.games(games), other.games(games), 2.5 / games**0.5)
    perft = partial(other.perft, depth) if other else None
    lists = partial(other.lists, fens, repeats) if other else None
    played = partial(other.games, games) if other else None

    def row(name: str, ours: Callable[[], Work], theirs: Callable[[], Work] | None, *bars: str) -> Row:
        if theirs is None:
            return Row(name, [ours().speed for _ in range(runs)], [])
        return Row(name, *in_turn(runs, lambda: ours().speed, lambda: theirs().speed), *bars)

    yield row(f"perft({depth}) from the standard start, nodes/s", lambda: core.perft(depth), perft, "11", "14")
    yield row("lists of legal moves in mid-game, positions/s", lambda: core.lists(fens, repeats), lists, "6", "8")
    through_python = partial(core.lists_through_python, fens, repeats)
    yield row("`len(p.legal_moves())` of the same, positions/s", through_python, lists, "5", "7")
    yield row("random games to the end, games/s", lambda: core.games(games), played, "9", "12")
    driven = partial(core.games_move_by_move, games // 20)
    yield row("plies/s of games driven from Python over games/s of the other engine", driven, played, "200", "400")


def two_threads(runs: int, core: Core, scale: Scale) -> Iterator[Row]:
    games, depth = 2 * scale.games, scale.depth
    speeds = in_turn(runs, lambda: core.games(games, threads=2).speed, lambda: core.games(games).speed)
    yield Row("two threads over one, games/s", *speeds, "1.8", "1.95")
    speeds = in_turn(runs, lambda: core.perft(depth, threads=2).speed, lambda: core.perft(depth).speed)
    yield Row(f"two threads over one, perft({depth}), nodes/s", *speeds, "1.8", "1.95")


def lockstep(runs: int, core: Core) -> Iterator[Row]:
    """Compare games in lockstep with one game at a time. Python chooses all moves."""
    games = Lockstep(4096)
    # After the length of two games, the games in lockstep are at all stages, as in a sequence of single games.
    check(games.turns(200), one_by_one(200), 0.2)
    array = in_turn(runs, lambda: games.turns(50).speed, lambda: one_by_one(50).speed)
    yield Row("4,096 games in lockstep over one with its moves as an array, plies/s", *array, "5")
    lazy = in_turn(runs, lambda: games.turns(50).speed, lambda: core.games_move_by_move(100).speed)
    yield Row("4,096 games in lockstep over one with its moves unread, plies/s", *lazy)


def edges(runs: int, core: Core, scale: Scale) -> Row:
    large, standard = ([position.fen() for position in midgame(scale.positions, edge)] for edge in (8, 7))

    def cost(fens: list[str]) -> float:
        return 1e6 / core.lists(fens, scale.repeats).speed

    costs = in_turn(runs, lambda: cost(large), lambda: cost(standard))
    return Row("a list of edge 8 over one of edge 7, µs", *costs, "at most 2")


def backends(runs: int, core: Core, scale: Scale) -> Iterator[Row]:
    """Compare the backend v128, for processors without AVX2, with AVX2."""
    fens = [position.fen() for position in midgame(scale.positions)]

    def speeds(what: str, amount: int, fens: Sequence[str] = ()) -> tuple[list[float], list[float]]:
        check(core.driven(what, 1, fens=fens, backend="v128"), core.driven(what, 1, fens=fens, backend="avx2"))
        return in_turn(
            runs,
            lambda: core.driven(what, amount, fens=fens, backend="v128").speed,
            lambda: core.driven(what, amount, fens=fens, backend="avx2").speed,
        )

    yield Row("lists on v128 over AVX2, positions/s", *speeds("lists", scale.repeats, fens), "0.6", "0.75")
    yield Row("random games on v128 over AVX2, games/s", *speeds("games", scale.games), "0.55", "0.7")
    yield Row(f"perft({scale.depth}) on v128 over AVX2, nodes/s", *speeds("perft", scale.depth), "0.5", "0.65")
    yield Row("the engine on v128 over AVX2, nodes/s", *speeds("engine", 20_000, fens[:3]), "0.55", "0.7")


def calls(runs: int) -> Iterator[Row]:
    """Measure the time of calls from Python, in nanoseconds."""
    position = Position()
    move = position.legal_moves()[50]
    assert position.play(move).turn == BLUE
    for call, required, goal in (("position.passes", "150", "80"), ("position.play(move)", "400", "200")):
        loops = 200_000
        seconds = timeit.repeat(call, globals={"position": position, "move": move}, number=loops, repeat=runs)
        yield Row(f"`{call}`, ns", [1e9 * s / loops for s in seconds], [], required, goal)


def importing(runs: int) -> Row:
    """Measure `import volo` in new processes, in milliseconds."""
    code = "import numpy; from time import perf_counter as now; t = now(); import volo; print(1e3 * (now() - t))"

    def once() -> float:
        return float(subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.PIPE).stdout)

    once()
    return Row("`import volo` after NumPy, ms", [once() for _ in range(2 * runs)], [], "30", "10")


def measure(runs: int, place: Path) -> Iterator[Row]:
    core = Core()
    ours = Scale(depth=4, positions=3_000, repeats=20, games=2_000)
    folder = os.environ.get("BASELINE")
    baseline = Baseline(Path(folder), place) if folder else None
    found = baseline.positions(ours.positions) if baseline else map(Position.fen, midgame(ours.positions))
    yield from against(runs, core, baseline, list(found), ours)
    yield from two_threads(runs, core, ours)
    yield from lockstep(runs, core)
    yield edges(runs, core, ours)
    if backend() in {"avx2", "avx512"}:
        yield from backends(runs, core, ours)
    yield from calls(runs)
    yield importing(runs)


def heading(runs: int) -> list[str]:
    """Two sentences about the machine and the method."""
    other = ", in turn with the baseline, a plain engine in Rust" if os.environ.get("BASELINE") else ""
    command = "BASELINE=… make bench" if os.environ.get("BASELINE") else "make bench"
    means = (
        "The values are medians. Ratios are computed for each pair of runs. "
        "In rows without another engine, the ratio, minimum and maximum are those of volo."
    )
    return [
        machine(),
        f"`{command}`: {runs} runs of each{other}. {means}",
    ]


def main() -> None:
    runs = max(5, int(sys.argv[1])) if len(sys.argv) > 1 else 5
    section = sys.argv[2] if len(sys.argv) > 2 else ""
    console = Console(width=120)
    rows = []
    with tempfile.TemporaryDirectory() as place, console.status("") as status:
        for row in measure(runs, Path(place)):
            rows.append(row)
            status.update(f"{row.name}: {number(median(row.ratios))}")
    about = heading(runs)
    publish(rows, about, section)


if __name__ == "__main__":
    main()
