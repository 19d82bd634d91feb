"""A game as a report of Abstract Play, read."""

from __future__ import annotations

from volo.game import Game
from volo.records.document import Document, Fault, Faults
from volo.records.ending import settle
from volo.records.fields import Fields
from volo.records.json_text import Path
from volo.records.playing import play
from volo.records.report_header import Header, read_header
from volo.records.report_moves import ENDS, Moves, read_moves

__all__ = ["path_of_move", "read_report", "tags_of"]

_RESULT: Path = ("header", "players", 0, "result")
_TERMINATION: Path = ("header", "volo", "termination")


def read_report(document: Document, *, lenient: bool = False) -> Game:
    """The game of a report.

    Args:
        document: the text of the report.
        lenient: whether to forgive what docs/REPORTS.md names.

    Raises:
        RecordError: the text is no report, not one of Volo, or not what the rules say.
    """
    faults = Faults()
    fields = Fields(document.parse(), (), faults, "a game report", None if lenient else ("header", "moves"))
    header = Header()
    if fields.member("header", required=True) is not None or "header" in fields.values:
        header = read_header(fields.values["header"], ("header",), faults, lenient=lenient)
    rounds = fields.array("moves", required=True)
    moves = read_moves(rounds or [], str(header.start.turn) == "blue", faults)
    document.refuse(faults)
    game = Game(header.start)
    game.tags = tags_of(header, moves)
    game.comments = moves.comments | ({} if header.comment is None else {0: header.comment})
    if play(game, moves.moves, faults):
        _end(game, header, moves, faults, lenient=lenient)
    document.refuse(faults)
    return game


def path_of_move(document: Document, game: Game, ply: int | None) -> Path:
    """The path of a move of a report that :func:`read_report` accepts; that of all moves if ``ply`` is None."""
    if ply is None:
        return ("moves",)
    rounds = Fields(document.parse(), (), Faults(), "a game report").array("moves") or []
    return read_moves(rounds, str(game.start.turn) == "blue", Faults()).moves[ply - 1][1]


def tags_of(header: Header, moves: Moves) -> dict[str, str]:
    """The tags of a report."""
    return moves.tags | header.tags


def _end(game: Game, header: Header, moves: Moves, faults: Faults, *, lenient: bool) -> None:
    """Hold what the report says of the game's end against the moves."""
    ply, fen = len(game) or None, game.position.fen()
    termination, said_at = header.termination, _TERMINATION
    if moves.end is not None:
        word, path = moves.end
        if game.outcome() is not None:
            faults.add(Fault(f"the game is over before {word}", path, ply=ply, fen=fen))
            return
        if termination not in (None, ENDS[word]):
            faults.add(Fault(f"{word} ends a game by {ENDS[word]}", said_at, ply=ply, fen=fen))
            return
        termination, said_at = ENDS[word], path
    is_open = termination in {"abandoned", "unterminated"} and header.result == "1/2-1/2"
    wrong = settle(game, "*" if is_open else header.result, termination, lenient=lenient)
    if wrong is not None:
        about, problem = wrong
        faults.add(Fault(problem, _RESULT if about == "result" else said_at, ply=ply, fen=fen))
