"""Reads a file that contains games in SGF as Boardspace writes it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace as changed
from io import BufferedReader
from pathlib import PurePath

from volo.game import Game
from volo.records.boardspace.actions import NO_TIME_USED, ActionError, read_actions
from volo.records.boardspace.header import Header, HeaderError, day_of, name_of_game, read_header, result_text
from volo.records.boardspace.replay import Replay, replay
from volo.records.boardspace.sgf import NESTING, Node, NotSGFError, parse_nodes
from volo.records.checks.second import Check
from volo.records.files.location import Location
from volo.records.files.nesting import windows
from volo.records.files.text import MAX_BYTES, Text
from volo.records.json.document import Document
from volo.records.json.parser import to_json

__all__ = ["BoardspaceReader"]

_FILE = re.compile(r"(?:[A-Z]!)*VL-.*")


class BoardspaceReader(Iterator[Game]):
    """Iterates over the games of a file. After an error about a game, reading resumes with the next game.

    Args:
        file: the file.
        location: the current location in the file.
        source: the name of the file for error messages, or None.
        lenient: whether to accept what :func:`volo.read_records` lists.
        check: an additional check of every game, after the check by the core; or None.
    """

    def __init__(
        self, file: BufferedReader, location: Location, source: str | None, *, lenient: bool, check: Check | None = None
    ) -> None:
        self._documents = _documents(file, location, source)
        self._source = source
        self._lenient = lenient
        self._check = check
        self._games = 0
        # The document with the next game, and where the game begins in it. Its location is that of the game.
        self._document: Document | None = None
        self._at = 0

    def __next__(self) -> Game:
        """Return the next game.

        Raises:
            RecordError: the game is malformed, is not about Volo, or breaks the rules.
            StopIteration: there are no more games.
        """
        if self._document is None:
            self._document, self._at = next(self._documents), 0
        self._games += 1
        document, at = changed(self._document, game=self._games), self._at
        self._document = None
        if len(document.data) > MAX_BYTES:
            raise document.error(f"the game is longer than {MAX_BYTES >> 20} MiB", _quoted(document.data, 0, 80))
        try:
            nodes, end = parse_nodes(document.data, at, lenient=self._lenient)
        except NotSGFError as error:
            if error.resume is not None:
                self._go_on(document, error.resume)
            quote = _quoted(document.data, error.start, error.end)
            raise document.error(error.problem, quote, document.data[at : error.start]) from error
        if end < len(document.data):
            self._go_on(document, end)
        return self._read(document, at, nodes)

    def _go_on(self, document: Document, at: int) -> None:
        """Read the game at this place next, which is in the document of the last one. Documents begin at a game."""
        location = document.location.after(document.data[self._at : at])
        self._document, self._at = changed(document, location=location), at

    def _read(self, document: Document, at: int, nodes: list[Node]) -> Game:
        """Read a game from its nodes.

        Raises:
            RecordError: the game is not about Volo, or breaks the rules.
        """
        data = document.data
        try:
            if not nodes:
                raise HeaderError("the game has no nodes", None)
            header = read_header(nodes[0], lenient=self._lenient)
            actions = read_actions(nodes[1:], lenient=self._lenient)
            found = replay(header.rules, actions, lenient=self._lenient)
        except (ActionError, HeaderError) as error:
            start, end = (at, at) if error.property is None else (error.property.start, error.property.end)
            ply, fen = (error.ply, error.fen) if isinstance(error, ActionError) else (None, None)
            quote = _quoted(data, start, end)
            raise document.error(error.problem, quote, data[at:start], ply=ply, fen=fen) from error.__cause__
        game = Game(header.rules, found.moves[: found.playable])
        game.tags = self._tags(header, found, actions.times)
        # The writer would write these again without a tag.
        for name, text in (("GameName", name_of_game(game.tags)), ("ResultText", result_text(game))):
            if text is not None and game.tags.get(name) == text:
                del game.tags[name]
        last = nodes[-1].start
        game.comments = _comments(header, found, len(game))
        if header.is_over and game.outcome() is None and found.result is None and not self._lenient:
            problem = "the property RE says that the game is over, but it is not"
            raise document.error(problem, "", data[at:last], ply=len(game) or None, fen=game.position.fen())
        if self._check is not None and (wrong := self._check(game)) is not None:
            place = nodes[-1].start, nodes[-1].start
            if wrong.ply is not None:
                place = found.places[wrong.ply - 1].start, found.places[wrong.ply - 1].end
            quote = _quoted(data, *place)
            raise document.error(wrong.problem, quote, data[at : place[0]], ply=wrong.ply, fen=wrong.fen)
        return game

    def _tags(self, header: Header, found: Replay, times: dict[int, str]) -> dict[str, str]:
        tags = dict(header.tags)
        if "Date" not in tags and self._source is not None:
            name = PurePath(self._source).name.partition(".")[0]
            if _FILE.fullmatch(name) and (day := day_of(name)) is not None:
                tags["Date"] = day
        for color, seat in (("Orange", found.orange), ("Blue", 1 - found.orange)):
            tags |= {f"{color}{name}": value for name, value in header.players[seat].items()}
            if times.get(seat, NO_TIME_USED) != NO_TIME_USED:
                tags[f"{color}Time"] = times[seat]
        if any(clock is not None for clocks in found.clocks.values() for clock in clocks):
            tags["Clocks"] = to_json({str(ply): clocks for ply, clocks in found.clocks.items()})
        if found.playable is not None:
            tags["Continuation"] = " ".join(map(str, found.moves[found.playable :]))
        if found.result is not None and found.termination is not None:
            tags |= {"Result": found.result, "Termination": found.termination}
        return tags


def _comments(header: Header, found: Replay, most: int) -> dict[int, str]:
    """The comments by the number of moves before each. Several comments on a move become one."""
    merged = {0: list(header.comments)}
    for ply, texts in sorted(found.comments.items()):
        merged.setdefault(min(ply, most), []).extend(texts)
    return {ply: " ".join(texts) for ply, texts in merged.items() if texts}


def _documents(file: BufferedReader, location: Location, source: str | None) -> Iterator[Document]:
    """Yield the games of a file without parsing them, and the text between them that is not white space.

    A game ends where its first parenthesis is closed. Memory is bounded by one game.
    """
    text = Text(windows(file, NESTING), location)
    while letter := text.next_letter():
        start = text.location
        data = text.take_value(alone=True) if letter == b"(" else text.take_up_to(b"(")
        yield Document(data, start, 1, source)


def _quoted(data: bytes, start: int, end: int) -> str:
    # The text may end within a character, which has at most four bytes.
    longest = end + 3
    while end < min(longest, len(data)) and data[end] & 0xC0 == 0x80:
        end += 1
    return data[start:end].decode("utf-8", "backslashreplace")
