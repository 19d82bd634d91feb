"""A game as one JSON object: the rules, the moves, how many were legal before each of them, and the winner."""

from __future__ import annotations

import re
from typing import Any, Final

from volo._volo import Position, Rules
from volo.errors import VoloError
from volo.game import Game
from volo.records.document import Document, Fault, Faults, write_document
from volo.records.ending import Result, settle
from volo.records.fields import Fields
from volo.records.playing import play, start
from volo.records.told import ENDING, bad_comment, bad_tag, known_tags

__all__ = ["read_object", "write_object"]

_KEYS = ("rules", "fen", "moves", "legal_moves", "winner", "termination", "tags", "comments")
_RESULTS: Final[dict[str | None, Result]] = {"orange": "1-0", "blue": "0-1", "draw": "1/2-1/2", None: "*"}
_WINNERS: Final[dict[str, str | None]] = {result: winner for winner, result in _RESULTS.items()}
_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")


def read_object(document: Document, *, lenient: bool = False) -> Game:
    """The game of an object.

    Args:
        document: the text of the object.
        lenient: whether unknown members, no ``legal_moves`` and no ``termination`` are forgiven.

    Raises:
        RecordError: the text is no such object, or not what the rules say.
    """
    faults = Faults()
    fields = Fields(document.parse(), (), faults, "a game", None if lenient else _KEYS)
    rules = _rules(fields)
    position = start(rules, fields, "fen")
    moves = _array(fields, faults, "moves", str, "a move must be a text")
    counts = _array(fields, faults, "legal_moves", int, "a number of legal moves must be a whole number", lenient)
    if "legal_moves" in fields.values and len(moves) != len(counts):
        fields.fault("legal_moves", f"{len(moves)} moves, but legal_moves has {len(counts)} numbers")
    result = _result(fields)
    termination = fields.text("termination")
    tags = _tags(fields, faults)
    comments = _comments(fields, faults, len(moves))
    document.refuse(faults)
    game = Game(position)
    game.tags = tags
    game.comments = comments
    told = ((count, ("legal_moves", index)) for index, count in enumerate(counts))
    if play(game, ((move, ("moves", index)) for index, move in enumerate(moves)), faults, told):
        wrong = settle(game, result, termination, lenient=lenient)
        if wrong is not None:
            key = "winner" if wrong[0] == "result" else "termination"
            faults.add(Fault(wrong[1], (key,), ply=len(game) or None, fen=game.position.fen()))
    document.refuse(faults)
    return game


def write_object(game: Game) -> str:
    """The object of a game, on one line, without a line end.

    Raises:
        VoloError: the game has tags or comments that cannot be written, or too much of them.

    >>> write_object(Game(Position("standard-4"), ["a3"]))
    '{"rules":"standard-4","moves":["a3"],"legal_moves":[9],"winner":null}'
    """
    tags = known_tags(game)
    counts = [len(position.legal_moves()) for position in game.positions[:-1]]
    told: dict[str, Any] = {"rules": str(game.start.rules)}
    if game.start != Position(game.start.rules):
        told["fen"] = game.start.fen()
    told |= {"moves": list(map(str, game.moves)), "legal_moves": counts, "winner": _WINNERS[game.result]}
    if game.outcome() is None and game.termination != "unterminated":
        told["termination"] = game.termination
    if tags:
        told["tags"] = tags
    if game.comments:
        told["comments"] = {str(number): game.comments[number] for number in sorted(game.comments)}
    return write_document(told)


def _rules(fields: Fields) -> Rules:
    text = fields.text("rules", required=True)
    if text is not None:
        try:
            return Rules.parse(text)
        except VoloError as error:
            fields.fault("rules", str(error), cause=error)
    return Rules()


def _array(fields: Fields, faults: Faults, key: str, kind: type, problem: str, optional: bool = False) -> list[Any]:
    values = fields.array(key, required=not optional) or []
    for index, value in enumerate(values):
        if type(value) is not kind:
            faults.add(Fault(problem, (key, index)))
    return values


def _result(fields: Fields) -> Result:
    winner = fields.member("winner", required=True)
    if winner is not None and (not isinstance(winner, str) or winner not in _RESULTS):
        fields.fault("winner", f"winner must be one of {', '.join(filter(None, _RESULTS))}, or null")
        return "*"
    return _RESULTS[winner]


def _tags(fields: Fields, faults: Faults) -> dict[str, str]:
    if "tags" not in fields.values:
        return {}
    members = Fields(fields.values["tags"], ("tags",), faults, "tags")
    for name in members.values:
        value = members.text(name)
        problem = bad_tag(name, value or "")
        if name in ENDING:
            problem = f"{name} is no tag here: winner and termination say it"
        if value is not None and problem is not None:
            members.fault(name, problem)
    return members.values


def _comments(fields: Fields, faults: Faults, moves: int) -> dict[int, str]:
    if "comments" not in fields.values:
        return {}
    members = Fields(fields.values["comments"], ("comments",), faults, "comments")
    comments = {}
    for number in members.values:
        text = members.text(number)
        if _NUMBER.fullmatch(number) is None or int(number) > moves:
            members.fault(number, f"a comment stands behind 0 to {moves} moves")
        elif text is not None:
            if (problem := bad_comment(text)) is not None:
                members.fault(number, problem)
            comments[int(number)] = text
    return comments
