"""Many games: :func:`run` plays them and forgets, :func:`keep` keeps them, :class:`Summary` adds them up."""

from __future__ import annotations

from volo.simulate.config import Configuration
from volo.simulate.intervals import Share
from volo.simulate.kept import read_games, scan, scan_shards
from volo.simulate.merge import merge
from volo.simulate.ranges import Part
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
    "merge",
    "read_games",
    "run",
    "scan",
    "scan_shards",
]
