"""Records of games in files: native ones, JSON lines, and Abstract Play's game reports.

A native record is text: tags in brackets, then the moves. JSON lines are an object a line. The formats of a file are
told apart by its content.
"""

from __future__ import annotations

from volo.records.formats import FORMATS, Format
from volo.records.reader import RecordReader, read_records
from volo.records.writer import write_records

__all__ = ["FORMATS", "Format", "RecordReader", "read_records", "write_records"]
