"""Many games: :func:`run` plays them in chunks, :class:`Summary` adds them up."""

from __future__ import annotations

from volo.simulate.runner import run
from volo.simulate.summary import Summary

__all__ = ["Summary", "run"]
