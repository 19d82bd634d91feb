"""Reads what the players did from the nodes of a game."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from volo.errors import VoloError
from volo.records.boardspace.sgf import Node, Property
from volo.records.checks.tags import comment_problem

__all__ = ["NO_TIME_USED", "TIME", "Action", "ActionError", "Actions", "comment_of", "read_actions"]

_KNOWN = frozenset({"P0", "P1", "TM", "AN", "C", "N"})
NO_TIME_USED: Final = "0:00:00"
"""The time that a player used in a game without clocks."""

TIME: Final = re.compile(r"[0-9]{1,9}:[0-9]{2}:[0-9]{2}")
"""The time that a player used in all."""

_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")
_INDEX = re.compile(r"[0-9]{1,9}")
_CLOCK = re.compile(r"[ \t\n]*([0-9]{1,15})[ \t\n]*")

# The number of words after each verb.
_VERBS: Final = {
    "start": 1,
    "dropb": 2,
    "select": 2,
    "slide": 6,
    "pass": 0,
    "done": 0,
    "resign": 0,
    "winontime": 0,
    "pick": 1,
    "pickb": 2,
    "drop": 1,
}


class ActionError(Exception):
    """What a player did is malformed, or breaks the rules.

    Attributes:
        problem: what is wrong, and what was expected.
        property: the property of the node; None if something is missing.
        ply: the number of the move, from 1, or None.
        fen: the position before the move, or None.
    """

    def __init__(
        self,
        problem: str,
        property: Property | None,  # noqa: A002
        ply: int | None = None,
        fen: str | None = None,
    ) -> None:
        super().__init__(problem, property, ply, fen)
        self.problem = problem
        self.property = property
        self.ply = ply
        self.fen = fen


def comment_of(given: Property, *, lenient: bool) -> list[str]:
    """The comment in a property, if it is not empty. In lenient mode, blanks take the place of control characters.

    Raises:
        VoloError: no record can have the comment.
    """
    text = _CONTROL.sub(" ", given.value) if lenient else given.value
    if text and (problem := comment_problem(text)) is not None:
        raise VoloError(problem)
    return [text] if text else []


@dataclass(slots=True)
class Action:
    """What a player did in a node.

    Attributes:
        seat: 0 for P0 and 1 for P1.
        verb: the verb in lower case.
        words: the words after the verb.
        property: the property of the node.
        name: the node and its index, for error messages.
        clock: the player's clock in milliseconds, or None.
        comments: the comments of the node, and of the following nodes without an action.
    """

    seat: int
    verb: str
    words: list[str]
    property: Property
    name: str
    clock: int | None = None
    comments: list[str] = field(default_factory=list)

    def error(self, problem: str, ply: int | None = None, fen: str | None = None) -> ActionError:
        """An error about this action, which names its node."""
        return ActionError(f"{self.name}: {problem}", self.property, ply, fen)


@dataclass(slots=True)
class Actions:
    """The actions of a game.

    Attributes:
        all: the actions, in order.
        comments: the comments before the first action.
        times: the time that P0 and P1 used in all, if the game has it.
    """

    all: list[Action] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    times: dict[int, str] = field(default_factory=dict)


def read_actions(nodes: list[Node], *, lenient: bool) -> Actions:
    """Read the actions from all nodes after the root.

    Args:
        nodes: the nodes.
        lenient: whether to ignore unknown properties, and to accept indexes that are not the number of the actions
            before. A lower index takes actions back.

    Raises:
        ActionError: a property is unknown or malformed, or an index is wrong.
    """
    actions = Actions()
    for number, node in enumerate(nodes, start=1):
        done: Action | None = None
        clock: int | None = None
        comments = []
        for each in node.properties:
            if each.name in ("P0", "P1"):
                action = _read_player(each, number, actions, lenient)
                if action is not None and done is not None:
                    raise action.error("a second action in a node")
                done = action or done
            elif each.name == "TM":
                if (found := _CLOCK.fullmatch(each.value)) is not None:
                    clock = int(found[1])
                elif not lenient:
                    raise ActionError(f"node {number}: expected a time in milliseconds", each)
            elif each.name == "C":
                try:
                    comments += comment_of(each, lenient=lenient)
                except VoloError as error:
                    raise ActionError(f"node {number}: {error}", each) from error
            elif each.name not in _KNOWN and not lenient:
                raise ActionError(f"node {number}: unknown property; expected P0, P1, TM, AN, C or N", each)
        if done is not None:
            done.clock = clock
        last = actions.all[-1] if actions.all else None
        (actions.comments if last is None else last.comments).extend(comments)
    return actions


def _read_player(given: Property, number: int, actions: Actions, lenient: bool) -> Action | None:
    """Read a property P0 or P1, and return the new action. None if it is the time that the player used."""
    seat = int(given.name == "P1")
    words = given.value.split()
    if words[:1] == ["time"]:
        if len(words) == 2 and TIME.fullmatch(words[1]):
            actions.times[seat] = words[1]
        elif not lenient:
            raise ActionError(f"node {number}: expected time H:MM:SS", given)
        return None
    index = len(actions.all)
    if words and _INDEX.fullmatch(words[0]):
        index = int(words.pop(0))
        if index != len(actions.all) and not lenient:
            raise ActionError(f"node {number}: the index is {index}, but {len(actions.all)} actions precede it", given)
        if index < len(actions.all):
            del actions.all[index:]
        index = len(actions.all)
    name = f"node {number}, index {index}"
    if not words:
        raise ActionError(f"{name}: expected a verb", given)
    verb = words.pop(0).lower()
    if (arguments := _VERBS.get(verb)) is None:
        raise ActionError(f"{name}: unknown verb {verb[:20]!a}; expected one of {', '.join(_VERBS)}", given)
    if len(words) != arguments:
        raise ActionError(f"{name}: {verb} must be followed by {arguments} words, not {len(words)}", given)
    if not lenient and actions.times:
        raise ActionError(f"{name}: an action after the time", given)
    action = Action(seat, verb, words, given, name)
    actions.all.append(action)
    return action
