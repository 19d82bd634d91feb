"""The report of docs/explain/rule-sets.md. `make -C research known ONLY=report` makes its results again.

The games are kept in `target/reports`, so a run that was stopped continues where it was. The build of the site makes
the page of the report from the results.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import Final

from research import FIGURES, ROOT
from volo.report import Estimate, Results

STORED: Final = FIGURES / "rule-sets.json"
RULES: Final = ("standard", "two-sizes-small", "french")


def read() -> Results:
    return Results.from_dict(json.loads(STORED.read_text(encoding="utf-8")))


def make() -> None:
    words = [word for rules in RULES for word in ("--rules", rules)]
    words += ["--games", "1000", "--seed", "1", "--keep", str(ROOT / "target" / "reports"), "--json"]
    made = subprocess.check_output([sys.executable, "-m", "volo", "report", *words], encoding="utf-8")
    results = Results.from_dict(json.loads(made))
    # A line for each rule set, so that a change can be read.
    STORED.write_text(re.sub(r"(?<=, )(?=\{\"rules\")", "\n", json.dumps(results.to_dict())) + "\n", encoding="utf-8")


def table() -> tuple[str, list[str], dict[str, list[str]]]:
    """What was played, and the head and the rows of the table."""
    results = read()
    sets = results.rule_sets
    rows: dict[str, list[str]] = {
        "games, of which judged": [f"{sum(each.lengths):,}, {each.course['changes'].of:,}" for each in sets],
        "Orange wins": [_percent(each.results["orange"]) for each in sets],
        "Blue wins": [_percent(each.results["blue"]) for each in sets],
        "draws": [_percent(each.results["draw"]) for each in sets],
        "worth of the first move, Elo points": [_whole(each.first_player_elo) for each in sets],
        "plies of a game: median, 95th percentile": [
            f"{each.quantiles['median']:g}, {each.quantiles['percentile_95']:g}" for each in sets
        ],
        "legal moves, mean": [f"{each.mean_choices:.1f}" for each in sets],
        "clearings in a game": [_decimal(each.clearings["in_a_game"]) for each in sets],
        "birds that a clearing takes": [_decimal(each.clearings["birds_taken"]) for each in sets],
        "wins of the player who cleared last, of the won games with a clearing": [
            _percent(each.clearings["won_by_who_cleared_last"]) for each in sets
        ],
        **{
            f"{2 * nodes:,} nodes against {nodes:,}, Elo points": [_whole(each.rungs[rung].elo) for each in sets]
            for rung, nodes in enumerate(each.nodes for each in sets[0].rungs)
        },
        "changes of lead in a game": [_decimal(each.course["changes"]) for each in sets],
        "drama": [_decimal(each.course["drama"], 3) for each in sets],
        "wins after a lead of the loser of 0.5": [_percent(each.course["comebacks"]) for each in sets],
        "share of the game until it is decided": [_percent(each.course["decided"]) for each in sets],
        "positions in which the mover is threatened": [_percent(each.threats["threatened"]) for each in sets],
        "positions in which no move averts the threat": [_percent(each.threats["no_move_averts"]) for each in sets],
        f"same move with {sets[0].agreement.nodes[1]:,} and {sets[0].agreement.nodes[3]:,} nodes": [
            _percent(each.agreement.same[1][3]) for each in sets
        ],
    }
    about = f"Version {results.volo} of volo, {results.nodes:,} nodes for a move, seed {results.seed}."
    return about, [f"`{each.rules}`" for each in sets], rows


def _percent(estimate: Estimate) -> str:
    return _with_interval(estimate, "{:.1%}")


def _whole(estimate: Estimate) -> str:
    return _with_interval(estimate, "{:+.0f}")


def _decimal(estimate: Estimate, digits: int = 2) -> str:
    return _with_interval(estimate, f"{{:.{digits}f}}")


def _with_interval(estimate: Estimate, form: str) -> str:
    value, low, high = (
        "∞" if each is None else form.format(each) for each in (estimate.value, estimate.low, estimate.high)
    )
    return f"{value} ({low} to {high})"
