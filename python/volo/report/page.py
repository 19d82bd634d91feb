"""The page of a report: one HTML file with its style sheet, its script, its pictures, and what it says of itself."""

from __future__ import annotations

import shlex
from functools import cache
from pathlib import Path

from volo._volo import Position, Rules
from volo.game import Game
from volo.render.html import escape
from volo.render.html.replay import document, part
from volo.render.svg.charts import Line, lines, skies
from volo.render.view import data_of
from volo.report import sections
from volo.report.document import Results, RuleSetResults, Sample
from volo.report.tables import BROWNE, Rows, Section, by_rules, decimal, elo, percent

_BODY = """\
{skies}
<header>
<h1>{title}</h1>
{intro}
<nav aria-label="Parts of the report"><ol>{contents}</ol></nav>
</header>
<main>
{sections}
</main>
"""


def page(results: Results) -> str:
    """Write results as an HTML document that needs no other file. The same results give the same text.

    It has light and dark colors, and can be printed. Each picture has its numbers in a table beside it. The sample
    games need JavaScript; everything else does not. The page loads nothing, and its Content-Security-Policy permits
    only its own script and style sheet.

    Args:
        results: what :func:`results` returned, or the same read from JSON.

    >>> from volo.report import Plan, collect, results
    >>> *_, collection = collect(Plan(["standard-4"], games=4, nodes=20))
    >>> len(page(results(collection))) < 400_000
    True
    """
    names = [each.rules for each in results.rule_sets]
    title = escape.text(f"Volo: a report on {', '.join(names) or 'nothing'}")
    parts = [section(results) for section in _PARTS] if names else []
    body = _BODY.format(
        title=title,
        skies=skies(each.edge for each in results.rule_sets),
        intro=_intro(results) if names else "<p>Nothing was played.</p>",
        contents="".join(f'<li><a href="#{each.name}">{each.title}</a></li>' for each in parts),
        sections="\n".join(each.html for each in parts),
    )
    return document(title, _style(), body, part("replay.js"))


@cache
def _style() -> str:
    """The style sheet: that of the page, and that of a recorded game for the sample games alone."""
    own = (Path(__file__).parent / "page.css").read_text(encoding="utf-8").strip()
    return f"{own}\n@scope (.replay){{{part('replay.css')}}}"


def _samples(results: Results) -> Section:
    shown = []
    for number, each in enumerate(results.rule_sets):
        shown.append(
            f"<h3>{escape.text(each.rules)}: {len(each.samples)} of {each.course['changes'].of:,} judged games</h3>"
        )
        shown += [_sample(f"game-{number}-{index}", each, sample) for index, sample in enumerate(each.samples)]
    words = (
        "<p>These are some of the judged games. Open one to step through it: with the buttons, with the arrow keys "
        "after a click on a button, or with the list of moves.</p>"
    )
    return Section("games", "Sample games", words, "\n".join(shown))


def _sample(name: str, results: RuleSetResults, sample: Sample) -> str:
    game = Game(Position.from_fen(results.start), sample.moves)
    data = data_of(game)
    data["title"], data["tags"] = sample.name, []
    scores = [(1 + lead) / 2 for lead in sample.leads]
    points = [(ply + 1.0, score) for ply, score in enumerate(scores)]
    title, caption = "The judge's opinion", "expected score of Orange"
    chart = lines(title, [Line("Orange", points)], "ply", caption, is_share=True, top=1)
    moves = " ".join(f"{move} ({score:.0%})" for move, score in zip(sample.moves, scores, strict=True))
    return (
        f"<details><summary>{escape.text(sample.name.capitalize())}</summary>"
        f"<p>{escape.text(sample.story)}</p>"
        f'<div class="pair"><figure>{chart}<figcaption>The expected score of Orange in the eyes of the judge, before '
        f"each move.</figcaption></figure><p>The moves, each with that score: {escape.text(moves)}</p></div>"
        f'<div class="replay" data-game="{name}"></div>'
        f'<script type="application/json" id="{name}">{escape.data(data)}</script></details>'
    )


def _intro(results: Results) -> str:
    rows: Rows = [
        ("Sky", lambda each: f"edge {each.edge}"),
        ("Birds of each player", lambda each: "no limit" if each.supply is None else str(each.supply)),
        ("The pass rule", lambda each: Rules.PASSING[each.passing]),
        ("The end rule", lambda each: Rules.STUCK[each.stuck]),
        ("Played by", lambda each: "; ".join(each.players)),
        ("Games", lambda each: f"{sum(each.lengths):,}"),
        ("Judged games", sections.judged),
        ("Points of the first player", lambda each: percent(each.first_player)),
        ("Draws", lambda each: percent(each.results["draw"])),
        ("Plies of a game, median", lambda each: f"{each.quantiles['median']:g}"),
        ("Legal moves, mean", lambda each: f"{each.mean_choices:.1f}"),
        ("Changes of lead in a game", lambda each: decimal(each.course["changes"])),
        (f"{2 * results.nodes:,} against {results.nodes:,} nodes, Elo", lambda each: _twice(results, each)),
    ]
    given, played = _by_origin(results)
    words = "<p>How do these rules play? "
    if given:
        words += (
            f"The games of {given} were given to the report: all of them are counted, and engines judged a sample. "
        )
    if played:
        words += (
            f"An engine that searches {results.nodes:,} positions for a move played both sides of many games of "
            f"{played}. "
        )
    if (start := _fen(results)) is not None:
        words += f"Games began at the position <code>{escape.text(start)}</code>. "
    words += (
        "Engines of different strength played matches. The numbers describe the play of these players. Others, and "
        "stronger engines, play differently. All intervals are 95% confidence intervals.</p>"
    )
    return words + by_rules("The report at a glance", results, rows)


def _method(results: Results) -> Section:
    given, played = _by_origin(results)
    words_of_command = ["volo", "report", *(word for each in results.rule_sets for word in ("--rules", each.rules))]
    if (start := _fen(results)) is not None:
        words_of_command += ["--fen", start]
    for name, value in {"games": results.games, "nodes": results.nodes, "seed": results.seed}.items():
        words_of_command += [f"--{name}", str(value)]
    words_of_command += [word for source in results.sources for word in ("--from", source)]
    words_of_command += ["--out", "report.html"]
    words = (
        f"<p>Version {escape.text(results.volo)} of volo:</p>"
        f"<pre><code>{escape.text(shlex.join(words_of_command))}</code></pre>"
        "<p>The same version and command give the same report on every machine, if the command is not stopped before "
        "its end. Another version may have another engine, and other games.</p>"
    )
    if given:
        words += (
            f"<p>The games of {given} were given to the report, and were played by others. Results, lengths, legal "
            "moves, moves, clearings, maps and first moves are those of all these games. Engines were asked about "
            f"{results.games:,} of them at most, which the seed drew: each game is as likely to be among them as any "
            "other.</p>"
        )
    if played:
        words += (
            f"<p>The player of {played} searches {results.nodes:,} positions for a move, and draws its moves in the "
            "first four plies from all legal moves, each equally likely. So the games differ, and the numbers are "
            "about play after a random opening. All rule sets have the same seed. So two rule sets that differ only in "
            "rare situations have many games in common, and their differences are smaller than their intervals "
            "suggest.</p>"
        )
    words += (
        f"<p>The judge searches {results.judge:,} positions. It judges one of four games"
        f"{' of the sample' if given else ''}.</p>"
        "<p>Intervals of shares and points are score intervals (Wilson, <i>Probable Inference</i>, 1927); if there are "
        "draws or pairs of games, for the number of independent wins and losses that would have the same variance. "
        "Intervals of other means are by the normal approximation. Games are independent, and the plies of a game are "
        "not. So numbers about plies are first computed for each game.</p>"
        f"<p>The measures of drama follow {BROWNE}: C. Browne, <i>Automatic Generation and Evaluation of "
        "Recombination Games</i>, PhD thesis, Queensland University of Technology, 2008. Elo points are those of "
        "A. Elo, <i>The Rating of Chessplayers, Past and Present</i>, 1978, with the logistic curve.</p>"
    )
    return Section("method", "How this was made", words, "")


def _by_origin(results: Results) -> tuple[str, str]:
    """The rule sets whose games were given, and those whose games were played for the report."""
    given, played = (
        escape.text(", ".join(each.rules for each in results.rule_sets if each.is_given is is_given))
        for is_given in (True, False)
    )
    return given, played


def _fen(results: Results) -> str | None:
    """The position with which games began, unless it is the start of the rule sets."""
    first = results.rule_sets[0]
    return None if Position(first.rules).fen() == first.start else first.start


def _twice(results: Results, each: RuleSetResults) -> str:
    return next(elo(rung.elo) for rung in each.rungs if rung.nodes == results.nodes and not rung.is_given)


_PARTS = (
    sections.outcomes,
    sections.lengths,
    sections.choices,
    sections.moves,
    sections.places,
    sections.first_moves,
    sections.skill,
    sections.course,
    sections.threats,
    sections.agreement,
    _samples,
    _method,
)
