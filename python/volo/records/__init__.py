"""Records of games in files: native ones, JSON lines, and Abstract Play's game reports.

docs/RECORDS.md has the native format, docs/REPORTS.md the two others.
"""

from __future__ import annotations

from volo.records.formats import FORMATS, Format
from volo.records.reader import RecordReader, read_records
from volo.records.writer import write_records

__all__ = ["FORMATS", "Format", "RecordReader", "read_records", "write_records"]
