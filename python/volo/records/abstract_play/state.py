"""Reads the state of a game: Abstract Play's debug download, and the file of its playground, which contains one.

A state has the board after every move. Each of them must be the one that the moves give.
"""

from __future__ import annotations

from typing import Any, TypeGuard

from volo._support.checks import boolean_of, integer_of, items_of, text_of
from volo._volo import Position, Rules
from volo.color import BLUE, ORANGE
from volo.errors import VoloError
from volo.game import Game
from volo.records.abstract_play.header import Header, is_time, size_of
from volo.records.abstract_play.moves import ENDINGS, Moves
from volo.records.abstract_play.report import check_end, explained
from volo.records.checks.faults import Fault, Faults, Members
from volo.records.json.document import Document
from volo.records.json.parser import NotJSONError, Path, parse

__all__ = ["UID", "is_state", "path_in_state", "read_state", "uid_of"]

UID = "volo"
"""The identifier of Volo on Abstract Play."""

_MEMBERS = ("game", "numplayers", "variants", "gameover", "winner", "stack")
_ENTRY = ("_version", "_results", "_timestamp", "currplayer", "lastmove", "board")
_WINNERS = {(1,): "1-0", (2,): "0-1", (1, 2): "1/2-1/2", (): "1/2-1/2"}


def is_state(value: object) -> TypeGuard[dict[str, Any]]:
    """Whether a JSON value is a state, or the file of the playground, and not a report."""
    return isinstance(value, dict) and ("stack" in value or "metaGame" in value)


def uid_of(value: dict[str, Any]) -> object:
    """The identifier of the game of a state or of a file of the playground."""
    return value.get("metaGame", value.get("game"))


def read_state(document: Document, value: dict[str, Any], *, lenient: bool) -> Game:
    """Read the game of a state.

    Args:
        document: the text.
        value: its value, a state or a file of the playground.
        lenient: whether to accept unknown members.

    Raises:
        RecordError: it is not a state, is not about Volo, the game breaks the rules, or a board is not the one that the
            moves give.
    """
    faults = _StateFaults()
    if "metaGame" in value:
        value = _inner_state(document, value)
        faults.outer = ("state",)
    members = Members(value, (), faults, "a state", None if lenient else _MEMBERS)
    if members.read(text_of, "game", required=True) not in (None, UID):
        members.fault("game", f"the game must be {UID}")
    edge = _edge(members, faults)
    header = Header(Position(Rules.abstract_play(edge)))
    header.tags["Site"] = "Abstract Play"
    over = members.read(boolean_of, "gameover", required=True)
    winners = members.read(items_of, "winner", required=True) or []
    if (result := _WINNERS.get(tuple(winner for winner in winners if type(winner) is int))) is None:
        members.fault("winner", "expected [], [1], [2] or [1, 2]")
    elif over:
        header.result = result  # type: ignore[assignment]
    entries = members.read(items_of, "stack", required=True)
    if entries == []:
        members.fault("stack", "expected at least the state before the first move")
    stack = [
        Members(entry, ("stack", index), faults, "an entry", None if lenient else _ENTRY)
        for index, entry in enumerate(entries or [])
    ]
    faults.raise_in(document)
    game = Game(header.start)
    moves = _play(game, header, stack, faults)
    faults.raise_in(document)
    game.tags = header.tags
    if over:
        check_end(game, header, moves, faults, (("winner",), ("gameover",)), lenient=lenient)
    elif game.outcome() is not None or moves.ending is not None:
        members.fault("gameover", "the game is over after its last move")
    faults.raise_in(document)
    return game


def path_in_state(document: Document, ply: int | None) -> Path:
    """The path of a move of a state that :func:`read_state` accepts; that of all moves if ``ply`` is None."""
    value = document.parse("state")
    if isinstance(value, dict) and "metaGame" in value:
        return ("state",)
    return ("stack",) if ply is None else ("stack", ply, "lastmove")


class _StateFaults(Faults):
    """The faults of a state, which may be a string within a document.

    Attributes:
        outer: the path of this string; None if the document is the state.
    """

    outer: Path | None = None

    def add(self, fault: Fault) -> None:
        """Append a fault. In a string, its path is a part of the problem."""
        if self.outer is not None:
            shown = "".join(f"[{step!r}]" for step in fault.path)
            fault = Fault(f"{fault.problem}, at {shown}", self.outer, False, False, fault.ply, fault.fen, fault.cause)
        super().add(fault)


def _inner_state(document: Document, value: dict[str, Any]) -> dict[str, Any]:
    """The state in a file of the playground.

    Raises:
        RecordError: there is none, or it is not JSON.
    """
    faults = Faults()
    text = Members(value, (), faults, "a file of the playground").read(text_of, "state", required=True)
    faults.raise_in(document)
    inner: object = None
    try:
        inner = parse(text or "")
    except NotJSONError as error:
        faults.add(Fault(f"the state is not valid: {error.problem}, at character {error.start}", ("state",)))
    if isinstance(inner, dict):
        return inner
    faults.add(Fault("the state must be an object", ("state",)))
    faults.raise_in(document)
    return {}


def _edge(members: Members, faults: Faults) -> int:
    """The edge of the sky of a state. Its variants are identifiers."""
    sizes: list[int] = []
    for index, variant in enumerate(members.read(items_of, "variants", required=True) or []):
        size = 7 if variant == "#board" else size_of(variant) if isinstance(variant, str) else None
        if size is None or sizes:
            faults.add(Fault("expected at most one variant: #board, size-6 or size-8", ("variants", index)))
        else:
            sizes.append(size)
    return sizes[0] if sizes else 7


def _play(game: Game, header: Header, stack: list[Members], faults: Faults) -> Moves:
    """Play the moves of a stack, and compare every entry with the position that they give. Stop at the first fault."""
    moves = Moves()
    for index, entry in enumerate(stack):
        ply = index or None
        before = game.position.fen()
        time = entry.read(text_of, "_timestamp")
        if time is not None and not is_time(time):
            entry.fault("_timestamp", "expected a date and time such as 2024-07-14T09:30:00Z")
        if index:
            text = entry.read(text_of, "lastmove", required=True)
            path: Path = ("stack", index, "lastmove")
            if text is None:
                break
            if moves.ending is not None:
                entry.fault("lastmove", f"a move after {moves.ending[0]}")
            elif text in ENDINGS:
                moves.ending = text, path
            elif not faults:
                try:
                    game.push(text)
                except VoloError as error:
                    fault = Fault(str(error), path, ply=ply, fen=before, cause=error)
                    faults.add(explained(fault, time))
        if not faults:
            _compare(game, entry, ("stack", index), faults)
        if faults:
            break
        if time is not None:
            header.tags |= {"DateEnd": time} if index else {"DateStart": time, "Date": time[:10].replace("-", ".")}
    return moves


def _compare(game: Game, entry: Members, path: Path, faults: Faults) -> None:
    """Compare the board and the player of an entry with those of the position.

    After the last move, Abstract Play's player to move does not matter.
    """
    position, ply = game.position, len(game) or None
    player = entry.read(integer_of, "currplayer", required=True)
    expected = 2 if position.turn is BLUE else 1
    if player is not None and player != expected:
        faults.add(Fault(f"the player to move is {expected}", (*path, "currplayer"), ply=ply, fen=position.fen()))
    board = Members(entry.member("board", required=True), (*path, "board"), faults, "a board", ("dataType", "value"))
    pairs = board.read(items_of, "value", required=True) or []
    if faults:
        return
    birds = {space: player for player, color in ((1, ORANGE), (2, BLUE)) for space in position.birds(color)}
    for index, pair in enumerate(pairs):
        is_pair = isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str)
        if not is_pair or pair[0] not in birds or birds.pop(pair[0]) != pair[1]:
            problem = "expected a space and the player whose bird is there after the moves"
            faults.add(Fault(problem, (*path, "board", "value", index), ply=ply, fen=position.fen()))
            return
    if birds:
        problem = f"the board lacks the bird on {next(iter(birds))}, which is there after the moves"
        faults.add(Fault(problem, (*path, "board", "value"), ply=ply, fen=position.fen()))
