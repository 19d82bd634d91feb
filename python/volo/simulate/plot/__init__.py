"""The figure of a summary. Drawing needs matplotlib, which is imported on the first use (extra ``volo[plot]``)."""

from __future__ import annotations

from volo.simulate.plot.save import LONGEST_TITLE, check_file, plot_summary

__all__ = ["LONGEST_TITLE", "check_file", "plot_summary"]
