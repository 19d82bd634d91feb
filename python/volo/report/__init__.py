"""A report on rule sets for designers: how games go when a player of some strength plays both sides.

:func:`collect` plays the games of a :class:`Plan`, :func:`results` computes figures from them, and :func:`page` writes
the figures as one HTML file.

>>> *_, collection = collect(Plan(["standard-4"], games=4, nodes=20))
>>> page(results(collection)).startswith("<!doctype html>")
True
"""

from __future__ import annotations

from volo._support.confidence import Estimate
from volo.render.svg.charts import Places
from volo.report.collect import Collection, collect
from volo.report.document import Agreement, FirstMove, Results, RuleSetResults, Rung, Sample
from volo.report.page import page
from volo.report.plan import Plan, Portion
from volo.report.results import results

__all__ = [
    "Agreement",
    "Collection",
    "Estimate",
    "FirstMove",
    "Places",
    "Plan",
    "Portion",
    "Results",
    "RuleSetResults",
    "Rung",
    "Sample",
    "collect",
    "page",
    "results",
]
