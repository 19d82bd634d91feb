"""The tables of the pages on what is known, from the published figures.

`make -C research known ONLY=pages` writes them between two comments.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Iterator
from io import StringIO
from math import log10
from typing import Final

from research import DOCS, ROOT, drawn, matches, read, rule_sets, shortest, solved_positions, states, statistics
from research.beginners import MODELS
from research.statistics import NODES, Run
from volo.simulate import Share

PAGES: Final = [DOCS / "SOLVED.md", DOCS / "explain/rule-sets.md", *sorted(DOCS.glob("known/*.md"))]
BLOCK: Final = re.compile(r"(<!-- written by research/known.py: ([\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def with_tables(text: str) -> str:
    """The text of a page with its tables."""
    return BLOCK.sub(lambda block: f"{block[1]}\n{TABLES[block[2]]()}\n\n{block[3]}", text)


def write() -> None:
    """Write the tables of the pages, and those in files."""
    for path, rows in FILES.items():
        path.write_text(as_csv(rows()), encoding="utf-8")
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        if (new := with_tables(text)) != text:
            page.write_text(new, encoding="utf-8")


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table in Markdown. All columns but the first are aligned to the right."""
    names = list(head)
    marks = ["---", *["---:"] * (len(names) - 1)]
    return "\n".join(f"| {' | '.join(line)} |" for line in (names, marks, *rows))


def as_csv(rows: Iterable[Iterable[str]]) -> str:
    """Rows as comma-separated values."""
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def runs() -> dict[str, list[Run]]:
    """The published runs of each rule set, by the number of nodes."""
    found: dict[str, list[Run]] = {}
    for run in read(statistics.Run):
        found.setdefault(run.rules, []).append(run)
    return found


def results() -> str:
    """The results at each number of nodes, in short."""
    rows = [
        [f"`{rules}`", name, *(str(Share(getattr(run, result), run.games)) for run in each)]
        for rules, each in runs().items()
        for name, result in (("Orange wins", "orange"), ("draws", "draws"))
    ]
    return table(["rule set", "", *(f"{nodes:,} nodes" for nodes in NODES)], rows)


def figures() -> Iterator[list[str]]:
    """All figures of all runs, in rows."""
    for number, run in enumerate(run for each in runs().values() for run in each):
        row = {
            "rule set": run.rules,
            "nodes": f"{run.nodes:,}",
            "games": f"{run.games:,}",
            "processor time, s": f"{run.seconds:,}",
            "Orange wins": str(Share(run.orange, run.games)),
            "Blue wins": str(Share(run.blue, run.games)),
            "draws by two passes": str(Share(run.draws, run.games)),
            "cut off after 2,000 plies": str(Share(run.truncated, run.games)),
            "wins of Orange, of all wins": str(Share(run.orange, run.orange + run.blue)),
            "plies of a game: median, 95th percentile": f"{run.median}, {run.percentile_95}",
            "legal moves at a ply, mean": f"{run.legal_moves:.1f}",
            "flights that clear birds, in a game": f"{run.clearings / run.games:.2f}",
            "birds that such a flight clears, mean": f"{run.birds_cleared / run.clearings:.1f}",
            "clearings that lose the game at once [R18]": f"{run.deciding / run.clearings:.1%}",
            "wins of the player who cleared last": str(
                Share(run.won_after_clearing, run.won_after_clearing + run.lost_after_clearing)
            ),
            "passes in a game": f"{run.passes / run.games:.2f}",
        }
        if number == 0:
            yield list(row)
        yield list(row.values())


# With fewer games, the intervals of the first moves are wider than their differences.
MOST_CLASSES: Final = 20
MANY: Final = 100


def first_moves() -> Iterator[list[str]]:
    """The results of the first moves, in rows. Of moves that are alike by a symmetry, one is named."""
    yield ["rule set", "nodes", "first move", "games", "Orange wins", "draws"]
    for rules, each in runs().items():
        if rules.startswith("standard"):
            for run in each:
                if run.games >= MOST_CLASSES * MANY:
                    for move in dict.fromkeys(statistics.first_moves(rules).values()):
                        orange, blue, draws = run.first_moves[move]
                        games = orange + blue + draws
                        result = f"{games:,}", str(Share(orange, games)), f"{draws / games:.1%}"
                        yield [rules, f"{run.nodes:,}", str(move), *result]


def state_space() -> str:
    """The number of valid positions of each sky, and the share of valid boards by the number of birds."""
    found = read(states.States)
    rows = [["spaces", *(str(each.spaces) for each in found)]]
    for percent in range(20, 101, 20):
        valid = (each.valid[round(percent / 100 * each.spaces) - 2] / each.samples for each in found)
        rows.append([f"valid, with birds on {percent}% of the spaces", *(f"{share:.1%}" for share in valid)])
    rows.append(["all boards, 3^spaces", *(power(3.0**each.spaces) for each in found)])
    intervals = (each.interval for each in found)
    rows.append(["**valid boards**", *(f"**{power(total)}** ± {half / total:.1%}" for total, half in intervals)])
    rows.append(["processor time, s", *(str(each.seconds) for each in found)])
    return table(["", *(f"`{each.rules}`" for each in found)], rows)


def power(number: float) -> str:
    """A large number, with two digits after the point.

    >>> power(71234.0)
    '7.12·10^4'
    """
    exponent = int(log10(number))
    return f"{number / 10.0**exponent:.2f}·10^{exponent}"


def game_tree() -> str:
    """The decadic logarithm of the size of the game tree."""

    def cell(run: Run) -> str:
        return f"10^{run.tree:.1f} ± {1.96 * run.tree_deviation / run.games**0.5:.1f} ({run.tree_deviation:.1f})"

    rows = [[f"`{rules}`", *map(cell, each)] for rules, each in runs().items()]
    return table(["rule set", *(f"{nodes:,} nodes" for nodes in NODES)], rows)


def perft() -> str:
    """The known numbers of sequences of moves."""
    counts: dict[str, dict[int, int]] = {}
    for line in (ROOT / "tests" / "data" / "perft.jsonl").read_text(encoding="utf-8").splitlines():
        count = json.loads(line)
        counts.setdefault(count["rules"], {})[count["depth"]] = count["nodes"]
    deepest = max(depth for each in counts.values() for depth in each)
    rows = [
        [f"`{rules}`", *(f"{each[depth]:,}" if depth in each else "" for depth in range(1, deepest + 1))]
        for rules, each in counts.items()
    ]
    return table(["rule set", "1 ply", *(f"{depth} plies" for depth in range(2, deepest + 1))], rows)


def shortest_games() -> str:
    """What can happen at each ply from the first at which a game can end."""
    rows = []
    for each in read(shortest.Ply):
        if not each.handed_over:
            continue
        numbers = (each.ply, each.positions, each.handed_over, each.won, each.seconds)
        rows.append([f"`{each.rules}`", *(f"{number:,}" for number in numbers)])
    head = ["rule set", "ply", "classes of positions before it", "moves that hand the game over", "moves that win", "s"]
    return table(head, rows)


def drawn_positions() -> str:
    """How often engines hold a draw."""
    found = read(drawn.Drawn)
    uniform = sum(len(each.holds) / (len(each.holds) + len(each.loses)) for each in found) / len(found)
    rows = [["a move drawn from all legal moves", f"{uniform:.1%}"]]
    for i, nodes in enumerate(drawn.NODES):
        held = Share(sum(each.moves[i] in each.holds for each in found), len(found))
        rows.append([f"engine, {nodes:,} nodes", str(held)])
    return table(["player", f"holds the draw, in {len(found)} positions"], rows)


def matches_played() -> str:
    rows = []
    for each in read(matches.Played):
        if each.second in MODELS:
            continue
        score, (low, high) = each.score, each.score.interval
        names = (f"`{name.replace('1000000,hash=1,', '')}`" for name in (each.first, each.second))
        points, elo = f"{score.share:.1%} ({low:.1%} to {high:.1%})", str(score).removeprefix("Elo ")
        rows.append([*names, f"`{each.rules}`", str(score.games), str(each.draws), points, elo, str(each.seconds)])
    return table(["player", "opponent", "rule set", "games", "draws", "points", "Elo", "s"], rows)


def beginners() -> str:
    """How often models of people who learn the game beat the lowest levels."""
    won: dict[str, list[str]] = {model: [] for model in MODELS}
    levels = []
    for each in read(matches.Played):
        if each.second in MODELS:
            levels.append(f"level {each.first.rpartition('=')[2]}")
            won[each.second].append(str(each.lost))
    return table(["model", *dict.fromkeys(levels)], ([f"`{model}`", *cells] for model, cells in won.items()))


def solved() -> str:
    """How hard random positions are to solve."""
    rows = [
        [f"{number:,}" for number in (each.plies, sum(each.values), *each.values, each.least, *each.quartiles)]
        for each in read(solved_positions.Solved)
    ]
    values = ["wins of the player to move", "losses", "drawn", "not solved"]
    searched = ["fewest searched", "first quartile", "median", "third quartile"]
    return table(["plies played", "positions", *values, *searched], rows)


def compared() -> str:
    """The report on rule sets, in short."""
    about, head, rows = rule_sets.table()
    return f"{about}\n\n{table(['', *head], ([name, *cells] for name, cells in rows.items()))}"


TABLES: Final = {
    "results": results,
    "state-space": state_space,
    "game-tree": game_tree,
    "perft": perft,
    "shortest-games": shortest_games,
    "drawn-positions": drawn_positions,
    "matches": matches_played,
    "beginners": beginners,
    "solved-positions": solved,
    "rule-sets": compared,
}
"""The tables of the pages, by their names."""

FILES: Final = {DOCS / "known/figures.csv": figures, DOCS / "known/first-moves.csv": first_moves}
"""The tables that are too long for a page."""
