"""What a report is about, in short at its beginning, and how it was made at its end."""

from __future__ import annotations

from volo.render.html.escape import text
from volo.report.document import Results, RuleSetResults
from volo.report.tables import BROWNE, Rows, Section, by_rules, decimal, elo, percent

__all__ = ["intro", "method"]

_PASSING = {
    "standard": "without a flight, if all possible adds are in regions of one's own",
    "forced": "without an add and a flight",
    "own-regions": "if all possible adds are in regions of one's own",
    "no-flight": "without a flight",
}


def intro(results: Results) -> str:
    """What the report rests on, and its main numbers."""
    rows: Rows = [
        ("Sky", lambda each: f"edge {each.edge}"),
        ("Birds of each player", lambda each: "no limit" if each.supply is None else str(each.supply)),
        ("A pass is legal", lambda each: _PASSING[each.passing]),
        ("Nobody can go on", lambda each: "a draw" if each.stuck == "draw" else "the last to add or fly wins"),
        ("Games, judged games", lambda each: f"{_games(each):,}, {each.course['changes'].of:,}"),
        ("Points of the first player", lambda each: percent(each.first_player)),
        ("Draws", lambda each: percent(each.results["draw"])),
        ("Plies of a game, median", lambda each: f"{each.quantiles['median']:g}"),
        ("Legal moves, mean", lambda each: f"{each.mean_choices:.1f}"),
        ("Changes of lead in a game", lambda each: decimal(each.course["changes"])),
        (f"{2 * results.nodes:,} against {results.nodes:,} nodes, Elo", lambda each: _twice(results, each)),
    ]
    given = all(each.player is None for each in results.rule_sets)
    games = (
        "These are the numbers of games that were given"
        if given
        else f"An engine that searches {results.nodes:,} positions for a move played both sides of many games"
    )
    words = (
        f"<p>How do these rules play? {games}, and engines of different strength played matches. The numbers describe "
        "the play of these players. Others, and stronger engines, play differently. All intervals are 95% confidence "
        "intervals.</p>"
    )
    return words + by_rules("The report at a glance", results, rows)


def method(results: Results) -> Section:
    """How the numbers were made, and their sources."""
    given = [each.rules for each in results.rule_sets if each.player is None]
    options = "".join(f" --rules {each.rules}" for each in results.rule_sets)
    command = f"volo report{options} --games {results.games} --nodes {results.nodes} --seed {results.seed}"
    note = f"<p>The games of {text(', '.join(given))} were given to the command.</p>" if given else ""
    words = (
        f"<p>Version {text(results.volo)} of volo, at most {results.games:,} games of each rule set:</p>"
        f"<pre><code>{text(command)}</code></pre>{note}"
        "<p>The same version and command give the same report on every machine, if the command is not stopped before "
        "its end. Another version may have another engine, and other games. All rule sets have the same seed. So two "
        "rule sets that differ only in rare situations have many games in common, and their differences are smaller "
        "than their intervals suggest.</p>"
        f"<p>The player searches {results.nodes:,} positions for a move, and draws its moves in the first four "
        "plies from all legal moves, each equally likely. So the games differ, and the numbers are about play after "
        f"a random opening. The judge searches {results.judge:,} positions. It judges one of four games.</p>"
        "<p>Intervals of shares and points are score intervals (Wilson, <i>Probable Inference</i>, 1927); if there are "
        "draws or pairs of games, for the number of independent wins and losses that would have the same variance. "
        "Intervals of other means are by the normal approximation. Games are independent, and the plies of a game are "
        "not. So numbers about plies are first computed for each game.</p>"
        f"<p>The measures of drama follow {BROWNE}: C. Browne, <i>Automatic Generation and Evaluation of "
        "Recombination Games</i>, PhD thesis, Queensland University of Technology, 2008. Elo points are those of "
        "A. Elo, <i>The Rating of Chessplayers, Past and Present</i>, 1978, with the logistic curve.</p>"
    )
    return Section("method", "How this was made", words, "")


def _games(results: RuleSetResults) -> int:
    return results.results["orange"].of


def _twice(results: Results, each: RuleSetResults) -> str:
    """What twice the nodes of the player are worth."""
    return next(elo(rung.elo) for rung in each.rungs if rung.nodes == results.nodes and not rung.is_given)
