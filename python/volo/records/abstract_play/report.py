"""Reads a game report."""

from __future__ import annotations

from dataclasses import replace

from volo._support.checks import items_of
from volo.errors import IllegalMoveError
from volo.game import Game
from volo.records.abstract_play.header import Header, read_header
from volo.records.abstract_play.moves import ENDINGS, Moves, read_moves
from volo.records.checks.faults import Fault, Faults, Members
from volo.records.checks.moves import play_moves
from volo.records.checks.result import check_result
from volo.records.json.document import Document
from volo.records.json.parser import Path

__all__ = ["check_end", "explained", "path_of_move", "read_report", "report_tags"]

_RESULT: Path = ("header", "players", 0, "result")
_TERMINATION: Path = ("header", "volo", "termination")

_FIRST_DAY, _LAST_DAY = "2024-07-14", "2024-09-30"


def read_report(document: Document, *, lenient: bool = False) -> Game:
    """Read the game of a report.

    Args:
        document: the text of the report.
        lenient: whether to accept unknown members where the schema permits none, a missing ``site`` or date, and a
            missing termination of a game that has a result but did not end by the rules.

    Raises:
        RecordError: the text is not a report, is not about Volo, or the game breaks the rules.
    """
    faults = Faults()
    known = None if lenient else ("header", "moves")
    members = Members(document.parse("game report"), (), faults, "a game report", known)
    header = Header()
    if members.member("header", required=True) is not None or "header" in members.values:
        header = read_header(members.values["header"], ("header",), faults, lenient=lenient)
    rounds = members.read(items_of, "moves", required=True)
    moves = read_moves(rounds or [], str(header.start.turn) == "blue", faults)
    faults.raise_in(document)
    game = Game(header.start)
    game.tags = report_tags(header, moves)
    game.comments = moves.comments | ({} if header.comment is None else {0: header.comment})
    if play_moves(game, moves.moves, faults):
        check_end(game, header, moves, faults, (_RESULT, _TERMINATION), lenient=lenient)
    else:
        faults[-1] = explained(faults[-1], header.tags.get("DateStart"))
    faults.raise_in(document)
    return game


def path_of_move(document: Document, game: Game, ply: int | None) -> Path:
    """The path of a move of a report that :func:`read_report` accepts; that of all moves if ``ply`` is None."""
    if ply is None:
        return ("moves",)
    rounds = Members(document.parse("game report"), (), Faults(), "a game report").read(items_of, "moves") or []
    return read_moves(rounds, str(game.start.turn) == "blue", Faults()).moves[ply - 1][1]


def report_tags(header: Header, moves: Moves) -> dict[str, str]:
    """Return the tags that a report has, by name."""
    return moves.tags | header.tags


def explained(fault: Fault, time: str | None) -> Fault:
    """Explain a flight that names no region, if it was played when Abstract Play missed some divisions.

    Args:
        fault: the fault of the move.
        time: when the move was played, or before it; None if it is unknown.
    """
    error = fault.cause
    is_missed = isinstance(error, IllegalMoveError) and error.ruling == "R15" and "/" not in error.move
    if not is_missed or time is None or not _FIRST_DAY <= time[:10] <= _LAST_DAY:
        return fault
    problem = (
        f"{fault.problem}; from {_FIRST_DAY} to {_LAST_DAY}, Abstract Play did not notice some divisions, so no region "
        "was chosen and no birds were removed, and the rest of the game does not follow the rules"
    )
    return replace(fault, problem=problem)


def check_end(
    game: Game, header: Header, moves: Moves, faults: Faults, paths: tuple[Path, Path], *, lenient: bool
) -> None:
    """Check the end of the game as the report has it, and add it to the tags of the game.

    Args:
        game: the game with all of its moves.
        header: the header, with the result.
        moves: the moves, and the word in place of a last one.
        faults: the list to which faults are added.
        paths: the paths of the result and of the termination.
        lenient: whether the termination may be missing.
    """
    ply, fen = len(game) or None, game.position.fen()
    termination, path = header.termination, paths[1]
    if moves.ending is not None:
        word, ending_path = moves.ending
        if game.outcome() is not None:
            faults.add(Fault(f"the game is over before {word}", ending_path, ply=ply, fen=fen))
            return
        if termination not in (None, ENDINGS[word]):
            problem = f"expected {ENDINGS[word]}, because the last move is {word}"
            faults.add(Fault(problem, path, ply=ply, fen=fen))
            return
        termination, path = ENDINGS[word], ending_path
    is_open = termination in {"abandoned", "unterminated"} and header.result == "1/2-1/2"
    wrong = check_result(game, "*" if is_open else header.result, termination, lenient=lenient)
    if wrong is not None:
        about, problem = wrong
        faults.add(Fault(problem, paths[0] if about == "result" else path, ply=ply, fen=fen))
