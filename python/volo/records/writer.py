"""Writes games to a file in any of the formats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from volo._volo import RecordWriter
from volo.errors import VoloError
from volo.game import Game
from volo.records.files.output import Target, writing
from volo.records.files.paths import path_of
from volo.records.formats import FORMAT_SUFFIXES, FORMATS, Format, check_format, format_of_path, listed

__all__ = ["write_records"]


def write_records(target: Target, games: Iterable[Game], *, format: str | None = None) -> int:  # noqa: A002
    """Write games to a file, one after the other, and return their number.

    Memory does not depend on the number of games. A path is replaced atomically: the games go to a temporary file in
    the same folder, which is renamed at the end. After an exception the old file is unchanged.

    Args:
        target: a path, or a file object that takes bytes or text. The suffixes ``.gz`` and ``.zst`` of a path, as in
            ``games.jsonl.gz``, select gzip and zstd compression.
        format: ``"volo"`` for native records, ``"jsonl"`` for JSON lines, ``"abstract-play"`` for game reports, or
            ``"boardspace"`` for SGF of Boardspace. By default the suffix of the path selects it: ``.volo``, ``.jsonl``,
            ``.json`` or ``.sgf``. As ``"abstract-play"``, one game is written as a report, and any other number as an
            array of reports.

    Raises:
        VoloError: the format is unknown or cannot be inferred, a game has tags or comments that the format cannot
            represent, Boardspace has no such game, or the text of a game is longer than 16 MiB.
        OSError: the file cannot be written. The error names the path.

    >>> import io
    >>> file = io.StringIO()
    >>> write_records(file, [Game(moves=["c5"])], format="jsonl")
    1
    >>> file.getvalue()
    '{"rules":"standard","moves":["c5"],"legal_moves":[99],"winner":null}\\n'
    """
    path = path_of(target, "write")
    chosen, method = (None, None) if path is None else format_of_path(path)
    if format is not None:
        chosen = check_format(format)
    if chosen is None and path is None:
        raise VoloError(f"a file object needs a format; pass format={listed(tuple(map(repr, FORMATS)))}")
    if chosen is None:
        raise VoloError(
            f"cannot infer the format from the suffix of {path!a}; pass format=..., or use {listed(FORMAT_SUFFIXES)}"
        )
    counted = _CountedGames(games)
    with writing(target if path is None else path, method) as write:
        for piece in _texts(counted, chosen):
            write(piece)
    return counted.number


class _CountedGames(Iterator[Game]):
    def __init__(self, games: Iterable[Game]) -> None:
        self._games = iter(games)
        self.number = 0

    def __next__(self) -> Game:
        game = next(self._games)
        if not isinstance(game, Game):
            raise TypeError(f"games must be an iterable of games, but has {type(game).__name__}")
        self.number += 1
        return game


def _texts(games: Iterator[Game], format_: Format) -> Iterator[str]:
    writer = RecordWriter(format_)
    for game in games:
        yield writer.add(game.start, game.moves, game.tags, game.comments)
    yield writer.finish()
