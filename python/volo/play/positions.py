"""The calls about positions: pure functions from a JSON object to a JSON object."""

from __future__ import annotations

from itertools import groupby

from volo._support.checks import JSONObject, integer_of, items_of, members_of, text_of
from volo._volo import Position, Rules
from volo.errors import IllegalMoveError, InvalidPositionError, VoloError
from volo.play.document import tree_of
from volo.puzzles import load
from volo.render.view import View, view

__all__ = ["grounded", "play", "position", "puzzle", "set_up", "start", "views"]

_REQUEST = "the request"
_DIRECTIONS = ("E", "SE", "SW", "W", "NW", "NE")
# More than a sky has spaces, so that a text with more is refused at once.
_MOST_SPACES = 500


def start(request: object) -> View:
    """The starting position of a rule set."""
    members = members_of(request, _REQUEST, ("rules",))
    return view(Position(Rules.parse(text_of(members["rules"], "rules"))))


def position(request: object) -> View:
    """A position."""
    return view(_position(members_of(request, _REQUEST, ("fen",)), "fen"))


def play(request: object) -> JSONObject:
    """A move: its canonical text, and the position after it."""
    members = members_of(request, _REQUEST, ("fen", "move"))
    before = _position(members, "fen")
    move = before.parse_move(text_of(members["move"], "move"))
    return {"move": str(move), "view": view(before.play(move))}


def grounded(request: object) -> JSONObject:
    """The last ruling that the flights of a single bird get as far as, if none of them is legal. None if one is."""
    members = members_of(request, _REQUEST, ("fen", "space"))
    before = _position(members, "fen")
    space = text_of(members["space"], "space")
    distances = range(1, 2 * before.rules.edge)
    flights = (f"{space}-{direction}{distance}" for direction in _DIRECTIONS for distance in distances)
    broken = {_broken(before, flight) for flight in flights}
    # A flight that only lacks the region to keep is possible.
    return {"ruling": None if broken & {None, "R15"} else max(filter(None, broken), key=lambda each: int(each[1:3]))}


def _broken(before: Position, move: str) -> str | None:
    """The ruling that a move breaks. None if it is legal."""
    try:
        before.parse_move(move)
    except IllegalMoveError as error:
        return error.ruling
    return None


def views(request: object) -> JSONObject:
    """The position after each node of a tree of moves, as text."""
    members = members_of(request, _REQUEST, ("start", "nodes"))
    nodes = tree_of(_position(members, "start"), members["nodes"])
    return {"views": [node.position.fen() for node in nodes]}


def set_up(request: object) -> JSONObject:
    """A position with given birds, or every reason why it is invalid."""
    members = members_of(request, _REQUEST, ("rules", "orange", "blue", "turn", "passes"))
    rules = Rules.parse(text_of(members["rules"], "rules"))
    turn = text_of(members["turn"], "turn")
    if turn not in {"orange", "blue"}:
        raise VoloError("turn is neither orange nor blue")
    passes = integer_of(members["passes"], "passes", 0, 2)
    birds: dict[str, str] = {}
    reasons: list[str] = []
    for color in ("orange", "blue"):
        for item in items_of(members[color], color, _MOST_SPACES):
            space = text_of(item, color, 8)
            if space not in rules.spaces:
                reasons.append(f"{space!r} is not a space of the sky of edge {rules.edge}")
            elif birds.setdefault(space, color[0]) != color[0]:
                reasons.append(f"{space} has birds of both players")
    if reasons:
        return {"view": None, "reasons": reasons}
    try:
        placed = Position.from_fen(f"{_rows(rules, birds)} {turn[0]} {passes} {rules}")
    except InvalidPositionError as error:
        return {"view": None, "reasons": list(error.reasons)}
    return {"view": view(placed), "reasons": []}


def puzzle(request: object) -> JSONObject:
    """A puzzle of those with an edge and a number of plies. After the last number, the numbers begin again."""
    members = members_of(request, _REQUEST, ("edge", "plies", "number"))
    edge = None if members["edge"] is None else integer_of(members["edge"], "edge", 4, 8)
    plies = None if members["plies"] is None else integer_of(members["plies"], "plies", 1, 1000)
    chosen = load(edge=edge, plies=plies)
    if not chosen:
        raise VoloError("there is no such puzzle")
    number = integer_of(members["number"], "number", -(10**9), 10**9) % len(chosen)
    found = chosen[number]
    return {
        "number": number,
        "count": len(chosen),
        "view": view(found.position),
        "plies": found.plies,
        "solution": str(found.move),
    }


def _position(members: JSONObject, name: str) -> Position:
    return Position(text_of(members[name], name))


def _rows(rules: Rules, birds: dict[str, str]) -> str:
    """The birds as the first field of a fen."""
    rows = []
    for _, spaces in groupby(rules.spaces, key=lambda space: space[0]):
        runs = groupby(birds.get(space, "") for space in spaces)
        rows.append("".join(bird * len(list(run)) if bird else str(len(list(run))) for bird, run in runs))
    return "/".join(rows)
