"""Game records in files: native records, JSON lines, Abstract Play's game reports and SGF, plain or compressed.

The compiled core has the formats. This package has the files: paths, compression, archives and encodings.

:func:`read_records` reads any of the formats, :func:`write_records` writes them.
"""

from __future__ import annotations

from volo.records.formats import FORMATS, Format
from volo.records.reader import Check, Disagreement, RecordReader, read_records
from volo.records.writer import write_records

__all__ = ["FORMATS", "Check", "Disagreement", "Format", "RecordReader", "read_records", "write_records"]
