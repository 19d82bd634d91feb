"""The figure of a summary. It needs matplotlib, which the extra ``volo[plot]`` brings and which is loaded with this."""

from __future__ import annotations

from volo.simulate.plot.figure import check_file, plot

__all__ = ["check_file", "plot"]
