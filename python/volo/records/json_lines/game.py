"""A game as a JSON object: rules, moves, the number of legal moves before each of them, and the winner."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from volo._support.checks import integer_of, items_of, text_of
from volo._volo import Position, Rules
from volo.errors import VoloError
from volo.game import Game
from volo.records.checks.faults import Fault, Faults, Members
from volo.records.checks.moves import play_moves, read_start
from volo.records.checks.result import Result, check_result
from volo.records.checks.tags import RESULT_TAGS, comment_problem, known_tags, tag_problem
from volo.records.json.document import Document, write_document

__all__ = ["read_game", "write_game"]

_KEYS = ("rules", "fen", "moves", "legal_moves", "winner", "termination", "tags", "comments")
_RESULTS: Final[dict[str | None, Result]] = {"orange": "1-0", "blue": "0-1", "draw": "1/2-1/2", None: "*"}
_WINNERS: Final[dict[str, str | None]] = {result: winner for winner, result in _RESULTS.items()}
_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")


def read_game(document: Document, *, lenient: bool = False) -> Game:
    """Read the game of a JSON object.

    Args:
        document: the text of the object.
        lenient: whether to accept unknown members, a missing ``legal_moves``, and a missing ``termination`` of a game
            that has a result but did not end by the rules.

    Raises:
        RecordError: the text is not such an object, or the game breaks the rules.
    """
    faults = Faults()
    members = Members(document.parse("line"), (), faults, "a game", None if lenient else _KEYS)
    rules = _rules(members)
    start = read_start(rules, members, "fen")
    moves = _array(members, text_of, "moves", "a move")
    counts = _array(members, integer_of, "legal_moves", "a number of legal moves", required=not lenient)
    if "legal_moves" in members.values and len(moves) != len(counts):
        members.fault("legal_moves", f"moves has {len(moves)} elements, but legal_moves has {len(counts)}")
    result = _result(members)
    termination = members.read(text_of, "termination")
    tags = _tags(members, faults)
    comments = _comments(members, faults, len(moves))
    faults.raise_in(document)
    game = Game(start)
    game.tags = tags
    game.comments = comments
    moves_with_paths = ((move, ("moves", index)) for index, move in enumerate(moves))
    counts_with_paths = ((count, ("legal_moves", index)) for index, count in enumerate(counts))
    if play_moves(game, moves_with_paths, faults, counts_with_paths):
        wrong = check_result(game, result, termination, lenient=lenient)
        if wrong is not None:
            key = "winner" if wrong[0] == "result" else "termination"
            faults.add(Fault(wrong[1], (key,), ply=len(game) or None, fen=game.position.fen()))
    faults.raise_in(document)
    return game


def write_game(game: Game) -> str:
    """Return a game as a JSON object on one line, without a line end.

    Raises:
        VoloError: a record cannot have one of the tags or comments, or the text is longer than 16 MiB.

    >>> write_game(Game(Position("standard-4"), ["a3"]))
    '{"rules":"standard-4","moves":["a3"],"legal_moves":[9],"winner":null}'
    """
    tags = known_tags(game)
    counts = [len(position.legal_moves()) for position in game.positions[:-1]]
    members: dict[str, Any] = {"rules": str(game.start.rules)}
    if game.start != Position(game.start.rules):
        members["fen"] = game.start.fen()
    members |= {"moves": list(map(str, game.moves)), "legal_moves": counts, "winner": _WINNERS[game.result]}
    if game.outcome() is None and game.termination != "unterminated":
        members["termination"] = game.termination
    if tags:
        members["tags"] = tags
    if game.comments:
        members["comments"] = {str(number): game.comments[number] for number in sorted(game.comments)}
    return write_document(members)


def _rules(members: Members) -> Rules:
    text = members.read(text_of, "rules", required=True)
    if text is not None:
        try:
            return Rules.parse(text)
        except VoloError as error:
            members.fault("rules", str(error), cause=error)
    return Rules()


def _array(
    members: Members, kind: Callable[[object, str], object], key: str, name: str, *, required: bool = True
) -> list[Any]:
    values = members.read(items_of, key, required=required) or []
    for index, value in enumerate(values):
        members.check(kind, value, name, key, index)
    return values


def _result(members: Members) -> Result:
    winner = members.member("winner", required=True)
    if winner is not None and (not isinstance(winner, str) or winner not in _RESULTS):
        members.fault("winner", f"winner must be one of {', '.join(filter(None, _RESULTS))}, or null")
        return "*"
    return _RESULTS[winner]


def _tags(members: Members, faults: Faults) -> dict[str, str]:
    if "tags" not in members.values:
        return {}
    tags = Members(members.values["tags"], ("tags",), faults, "tags")
    for name in tags.values:
        value = tags.read(text_of, name)
        problem = tag_problem(name, value or "")
        if name in RESULT_TAGS:
            problem = f"the tag {name} is not permitted here; use the members winner and termination"
        if value is not None and problem is not None:
            tags.fault(name, problem)
    return tags.values


def _comments(members: Members, faults: Faults, moves: int) -> dict[int, str]:
    if "comments" not in members.values:
        return {}
    texts = Members(members.values["comments"], ("comments",), faults, "comments")
    comments = {}
    for number in texts.values:
        text = texts.read(text_of, number)
        if _NUMBER.fullmatch(number) is None or int(number) > moves:
            texts.fault(number, f"the key of a comment must be a number of moves from 0 to {moves}")
        elif text is not None:
            if (problem := comment_problem(text)) is not None:
                texts.fault(number, problem)
            comments[int(number)] = text
    return comments
