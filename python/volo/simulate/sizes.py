"""How much memory a shard takes. A file from someone else is small and claims, or hides, much more than a run writes.

The footer of a Parquet file has the sizes of its row groups, and each page has its own sizes in a header, which pyarrow
believes in place of the footer. Both are compared with what a run can write.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO, Final

from volo.errors import KeptGamesError

GAMES_PER_GROUP: Final = 5_000
"""The number of games in a row group. A run holds one row group in memory."""

MOST_MOVES: Final = 10_000_000
"""The most moves in a row group: those of 5,000 games of the default limit of plies."""

# The bytes of a value, at most, with its repetition and definition level.
_VALUE_BYTES: Final = 8
# The bytes of the headers of the pages of a column in a row group, at most.
_HEADER_BYTES: Final = 1 << 16
TEXTS: Final = ("rules", "start")
"""The columns that have a text, the same in each row, and thus a dictionary with this text."""

# The bytes of a column of texts in a row group, at most. A reader may repeat the text for each row.
_TEXT_BYTES: Final = 1 << 12


def check_sizes(metadata: Any, most_plies: int = MOST_MOVES) -> None:
    """Check that the footer claims no larger row groups than those of a run."""
    for rows, column in _columns(metadata):
        most = _most_values(rows, column, most_plies)
        most_bytes = _TEXT_BYTES if column.path_in_schema in TEXTS else _VALUE_BYTES * most + _HEADER_BYTES
        size = column.total_uncompressed_size
        if rows > GAMES_PER_GROUP or column.num_values > most or size > most_bytes:
            raise KeptGamesError(
                f"a row group is larger than those of a run: {rows:,} games, {column.num_values:,} values"
            )


def check_pages(opened: BinaryIO, metadata: Any) -> None:
    """Check that the pages of all row groups have no more bytes and values than the footer says."""
    for _, column in _columns(metadata):
        place = column.data_page_offset
        if column.has_dictionary_page:
            place = min(place, column.dictionary_page_offset)
        end = place + column.total_compressed_size
        if not 0 <= place <= end:
            raise KeptGamesError("the pages of a column have no place in the file")
        size = values = 0
        while place < end:
            opened.seek(place)
            try:
                header, length = _struct(opened.read(_HEADER_BYTES), 0)
                content = header.get(5) or header.get(8) or {1: 0}
                uncompressed, compressed, number = header[2], header[3], content[1]
            except (IndexError, KeyError, TypeError, AttributeError) as error:
                raise KeptGamesError("the header of a page is damaged") from error
            size, values = size + length + uncompressed, values + number
            if (
                min(uncompressed, compressed, number) < 0
                or size > column.total_uncompressed_size
                or values > column.num_values
            ):
                raise KeptGamesError("a page is larger than the footer says")
            place += length + compressed


def _columns(metadata: Any) -> Iterator[tuple[int, Any]]:
    for group in map(metadata.row_group, range(metadata.num_row_groups)):
        for column in map(group.column, range(group.num_columns)):
            yield group.num_rows, column


def _most_values(rows: int, column: Any, most_plies: int) -> int:
    """The most values of a column. A list without elements counts as one."""
    if column.path_in_schema != "moves.list.element":
        return rows
    return min(MOST_MOVES, rows * most_plies) + rows


def _struct(data: bytes, at: int) -> tuple[dict[int, Any], int]:
    """Read a structure of Thrift in the compact protocol: its fields by their numbers, and where it ends."""
    found: dict[int, Any] = {}
    field = 0
    while head := data[at]:
        at += 1
        if head >> 4:
            field += head >> 4
        else:
            field, at = _integer(data, at)
        kind = head & 15
        if kind in {4, 5, 6}:
            found[field], at = _integer(data, at)
        elif kind == 8:  # bytes after their length
            length, at = _integer(data, at, signed=False)
            at += length
        elif kind == 12:
            found[field], at = _struct(data, at)
        elif kind not in {1, 2}:  # true and false have no bytes
            raise KeyError(kind)
    return found, at + 1


def _integer(data: bytes, at: int, *, signed: bool = True) -> tuple[int, int]:
    """Read an integer of seven bits in each byte, and where it ends."""
    number = shift = 0
    while True:
        byte = data[at]
        at += 1
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return ((number >> 1) ^ -(number & 1) if signed else number), at
