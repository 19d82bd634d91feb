"""What all parts of the page consist of: numbers as text, tables, and pictures beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from volo._support.confidence import Estimate
from volo.render.html.escape import text
from volo.report.document import Results, RuleSetResults

BROWNE = '<a href="https://eprints.qut.edu.au/17025/">Browne 2008</a>'
"""The source of the measures of drama."""

NONE = "–"  # noqa: RUF001
"""The text of a number that is not known."""

Rows: TypeAlias = list[tuple[str, Callable[[RuleSetResults], str]]]
"""The rows of a table with a column for each rule set: the name, and the number of a rule set as text."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the report: its identifier in the page, and its heading, its words and the rest as HTML."""

    name: str
    title: str
    words: str
    body: str

    @property
    def html(self) -> str:
        return f'<section id="{self.name}"><h2>{self.title}</h2>{self.words}{self.body}</section>'


def percent(estimate: Estimate) -> str:
    return _written(estimate, percentage)


def decimal(estimate: Estimate, digits: int = 2) -> str:
    return _written(estimate, lambda value: f"{value:.{digits}f}")


def elo(estimate: Estimate) -> str:
    """A difference in Elo points with its interval. All points or none are an infinite difference."""
    return _written(estimate, signed, "∞")


def _written(estimate: Estimate, written: Callable[[float], str], unbounded: str = NONE) -> str:
    if not estimate.of:
        return NONE
    value, low, high = (
        unbounded if each is None else written(each) for each in (estimate.value, estimate.low, estimate.high)
    )
    # A line may end before the interval only.
    return value if low == high == NONE else f"{value} ({low}\xa0to\xa0{high})"


def percentage(value: float) -> str:
    return f"{value:.1%}"


def whole_percentage(value: float) -> str:
    return f"{value:.0%}"


def signed(value: float) -> str:
    return f"{value:+.0f}".replace("-", "−") if round(value) else "0"  # noqa: RUF001


def signed_percentage(value: float) -> str:
    return f"{value:+.1%}".replace("-", "−")  # noqa: RUF001


def part(some: int, each: RuleSetResults) -> str:
    return f"{some:,} of {sum(each.lengths):,}"


def keyed(names: Mapping[str, str], shown: Callable[[RuleSetResults, str], str]) -> Rows:
    """A row for each key, with the name of the key. The function shows the number of a rule set under this key."""

    def row(key: str) -> Callable[[RuleSetResults], str]:
        return lambda each: shown(each, key)

    return [(name, row(key)) for key, name in names.items()]


def by_rules(caption: str, results: Results, rows: Rows) -> str:
    sets = results.rule_sets
    return table(caption, ["", *(each.rules for each in sets)], [[name, *map(cell, sets)] for name, cell in rows])


def differences(
    caption: str, results: Results, rows: Sequence[tuple[str, Callable[[RuleSetResults], Estimate]]]
) -> list[str]:
    """A table of what the other rule sets have more or less of than the first one, if there are any."""
    first, *others = results.rule_sets
    head = ["", *(f"{each.rules} − {first.rules}" for each in others)]  # noqa: RUF001
    lines = [
        [name, *(_written(cell(each).minus(cell(first)), signed_percentage) for each in others)] for name, cell in rows
    ]
    return [table(caption, head, lines)] if others else []


def table(caption: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in a region that scrolls if it is wider or much longer than its place."""
    heads = "".join(f'<th scope="col">{text(each)}</th>' if each else "<td></td>" for each in head)
    lines_ = "".join(
        f'<tr><th scope="row">{text(row[0])}</th>{"".join(f"<td>{text(cell)}</td>" for cell in row[1:])}</tr>'
        for row in rows
    )
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{text(caption)}"><table><caption>{text(caption)}'
        f"</caption><thead><tr>{heads}</tr></thead><tbody>{lines_}</tbody></table></div>"
    )


def figure(picture: str, caption: str) -> str:
    return f"<figure>{picture}<figcaption>{text(caption)}</figcaption></figure>"


def pair(pictures: Sequence[str], tables: Sequence[str]) -> str:
    return f'<div class="pair"><div>{"".join(pictures)}</div><div class="tables">{"".join(tables)}</div></div>'
