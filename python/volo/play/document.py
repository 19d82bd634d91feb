"""The document of a game: the tree of its moves, with comments, tags and the settings of the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from volo._support.checks import integer_of, items_of, members_of, object_of, text_of, texts_of
from volo._volo import Position
from volo.errors import VoloError
from volo.records.json.parser import to_json
from volo.render.view import isolated

__all__ = ["LONGEST_TITLE", "MOST_NODES", "GameDocument", "Node", "checked", "tree_of"]

MOST_NODES: Final = 10_000
"""The number of moves that a document may have, in all its branches."""

LONGEST_TITLE: Final = 100
"""The number of characters of a title."""

# Two names and what is around them fit into a title.
_LONGEST_NAME = 45

_VERSION = 1
_MOST_SETTINGS = 16 << 10


@dataclass(frozen=True, slots=True)
class GameDocument:
    """A document that was checked.

    Attributes:
        value: the document as JSON.
        title: a line that tells the user which game it is.
        plies: the number of moves of the main line.
    """

    value: object
    title: str
    plies: int


def checked(value: object) -> GameDocument:
    """Check a document. All moves are played.

    Raises:
        VoloError: the document is malformed or too large, or a move is illegal. The error names the place.

    >>> node = {"parent": -1, "move": "a3"}
    >>> document = {"version": 1, "start": "standard-4", "nodes": [node], "current": 0, "tags": {}, "settings": {}}
    >>> checked(document).title, checked(document).plies
    ('standard-4', 1)
    """
    required = ("version", "start", "nodes", "current", "tags", "settings")
    members = members_of(value, "the document", required)
    integer_of(members["version"], "version", _VERSION, _VERSION)
    start = Position(text_of(members["start"], "start"))
    nodes = tree_of(start, members["nodes"])
    integer_of(members["current"], "current", -1, len(nodes) - 1)
    tags = texts_of(members["tags"], "tags")
    settings = object_of(members["settings"], "settings")
    if len(to_json(settings, ascii=True)) > _MOST_SETTINGS:
        raise VoloError(f"settings has more than {_MOST_SETTINGS:,} bytes")
    return GameDocument(value, _title(tags, start), _plies(nodes))


@dataclass(frozen=True, slots=True)
class Node:
    """A move in a tree of moves.

    Attributes:
        parent: the index of the node before it, or -1 for a first move.
        position: the position after the move.
    """

    parent: int
    position: Position


def tree_of(start: Position, value: object) -> list[Node]:
    """Return the nodes of a tree of moves. All moves are played.

    Raises:
        VoloError: a node is malformed, its parent is not an earlier node, or its move is illegal.
    """
    nodes: list[Node] = []
    for index, item in enumerate(items_of(value, "nodes", MOST_NODES)):
        where = f"nodes[{index}]"
        members = members_of(item, where, ("parent", "move"), ("comment",))
        parent = integer_of(members["parent"], f"{where}: parent", -1, index - 1)
        text_of(members.get("comment", ""), f"{where}: comment")
        before = start if parent < 0 else nodes[parent].position
        nodes.append(Node(parent, before.play(text_of(members["move"], f"{where}: move"))))
    return nodes


def _title(tags: dict[str, str], start: Position) -> str:
    """The players, or else the event, or else the rules."""
    players = [isolated(tags.get(name, "").strip("?")[:_LONGEST_NAME]) for name in ("Orange", "Blue")]
    event = isolated(tags.get("Event", "").replace("?", ""))
    title = " \N{EN DASH} ".join(filter(None, players)) or event or str(start.rules)
    return title[:LONGEST_TITLE]


def _plies(nodes: list[Node]) -> int:
    """The number of moves of the main line. The first child of a node continues it."""
    children: dict[int, int] = {}
    for index, node in enumerate(nodes):
        children.setdefault(node.parent, index)
    plies, at = 0, -1
    while (following := children.get(at)) is not None:
        plies, at = plies + 1, following
    return plies
