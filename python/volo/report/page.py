"""The page of a report: one HTML file with its style sheet, its script and its pictures."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from volo._volo import Position
from volo.game import Game
from volo.render.html import escape
from volo.render.html.replay import document, part
from volo.render.svg.charts import Line, lines, skies
from volo.render.view import data_of
from volo.report import engines, games
from volo.report.about import intro, method
from volo.report.document import Results, RuleSetResults, Sample
from volo.report.tables import Section

__all__ = ["page"]

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
        intro=intro(results) if names else "<p>Nothing was played.</p>",
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
    """The sample games."""
    shown = []
    for number, each in enumerate(results.rule_sets):
        shown.append(f"<h3>{escape.text(each.rules)}</h3>")
        shown += [_sample(f"game-{number}-{index}", each, sample) for index, sample in enumerate(each.samples)]
    words = (
        "<p>These are games of the judged ones. Open one to step through it: with the buttons, with the arrow keys "
        "after a click on a button, or with the list of moves.</p>"
    )
    return Section("games", "Sample games", words, "\n".join(shown))


def _sample(name: str, results: RuleSetResults, sample: Sample) -> str:
    game = Game(Position(results.rules), sample.moves)
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


_PARTS = (
    games.outcomes,
    games.lengths,
    games.choices,
    games.moves,
    games.places,
    games.first_moves,
    engines.skill,
    engines.course,
    engines.threats,
    engines.agreement,
    _samples,
    method,
)
