"""Random games in bulk: :func:`run` plays them, :func:`keep` also stores them, :class:`Summary` has statistics."""

from __future__ import annotations

from volo.simulate.config import Configuration, Part
from volo.simulate.converted import keep_records, scan_plays
from volo.simulate.document import summary_from_json, summary_to_json
from volo.simulate.figures import Share
from volo.simulate.kept import read_games, scan, scan_shards
from volo.simulate.merge import merge
from volo.simulate.plot import plot_summary
from volo.simulate.runner import keep, run
from volo.simulate.shard import Rows
from volo.simulate.summary import Summary

__all__ = [
    "Configuration",
    "Part",
    "Rows",
    "Share",
    "Summary",
    "keep",
    "keep_records",
    "merge",
    "plot_summary",
    "read_games",
    "run",
    "scan",
    "scan_plays",
    "scan_shards",
    "summary_from_json",
    "summary_to_json",
]
