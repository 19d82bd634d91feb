"""Writes a game in SGF, in the form of Boardspace's server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import Final, NamedTuple

from volo._volo import Move, Position, Rules
from volo.color import BLUE, ORANGE
from volo.errors import VoloError
from volo.game import Game
from volo.records.boardspace.actions import NO_TIME_USED, TIME
from volo.records.boardspace.header import NO_TIME, TEXT_TAGS, name_of_game, name_written, result_text
from volo.records.boardspace.places import DIRECTIONS, place_of, space_of, way_between
from volo.records.boardspace.replay import REPETITIONS, waiting
from volo.records.checks.tags import json_tag
from volo.records.files.text import MAX_BYTES

__all__ = ["write_sgf"]

BOT: Final = "Dumbot"
"""The name of Boardspace's only player that is a program. It does not select the birds that fly."""

_SIZES: Final = {7: "Volo", 6: "Volo-84"}
_DIRECTIONS: Final = {volo: name for name, volo in DIRECTIONS.items()}
_NAMES: Final = ("Orange", "Blue")
_ESCAPED = re.compile(r"[\\\[\]]")
# The words after which Boardspace prints an index.
_INDEXED = ("Start", "Dropb", "Select", "Slide")


class _Played(NamedTuple):
    """All turns of a game, also those after its end by volo's rules.

    Attributes:
        positions: the position before each move, and the last one.
        moves: the moves.
        is_repetition: whether the game ended by repetition.
    """

    positions: list[Position]
    moves: list[Move]
    is_repetition: bool


def write_sgf(game: Game) -> str:
    """Return a game in SGF, with a line end at its end.

    Raises:
        VoloError: Boardspace has no such game, a record cannot have one of the tags or comments, or the text is longer
            than 16 MiB.

    >>> print(write_sgf(Game(Position("boardspace"), ["h7"])), end="")
    (;
    GM[volo]VV[1]
    CM[0,1]
    TC[None]
    SU[Volo]
    P0[id "?"]
    P1[id "?"]
    ; P0[0 Start P0]
    ; P0[1 Dropb H 7]
    ; P0[Done]
    ;
    P0[time 0:00:00 ]
    P1[time 0:00:00 ]
    )
    """
    game.record()
    played = _play(game)
    lines = ["(;", "GM[volo]VV[1]", "CM[0,1]", *_header(game), *_nodes(game, played), ";"]
    for seat, name in enumerate(_NAMES):
        time = game.tags.get(f"{name}Time", "")
        lines.append(f"P{seat}[time {time if TIME.fullmatch(time) else NO_TIME_USED} ]")
    text = "\n".join([*lines, ")"]) + "\n"
    if len(text.encode()) > MAX_BYTES:
        raise VoloError(f"the text of the game is longer than {MAX_BYTES >> 20} MiB")
    return text


def _play(game: Game) -> _Played:
    """Play the moves by the rules of Boardspace.

    Raises:
        VoloError: Boardspace has no such game.
    """
    if game.start.rules.edge not in _SIZES:
        raise VoloError(f"Boardspace has skies of edge 7 and 6, not {game.start.rules.edge}")
    if game.start != Position(game.start.rules):
        raise VoloError("on Boardspace, every game begins at the start")
    rules = Rules.boardspace(game.start.rules.edge)
    positions = [Position(rules)]
    moves: list[Move] = []
    is_known = (game.start.rules, game.outcome()) == (rules, None)
    continuation = game.tags.get("Continuation", "").split() if is_known else []
    number = 0
    for number, text in enumerate(chain(map(str, game.moves), continuation), start=1):
        position = positions[-1]
        try:
            if position.passes > 1:
                birds, turn, _, name = position.fen().split()
                position = positions[-1] = Position.from_fen(f"{birds} {turn} 0 {name}")
            moves.append(position.parse_move(text))
            positions.append(position.play(text))
        except VoloError as error:
            raise VoloError(f"ply {number}: Boardspace does not allow this move: {error}") from error
    return _Played(positions, moves, _check_end(game, positions, bool(continuation)))


def _check_end(game: Game, positions: list[Position], goes_on: bool) -> bool:
    """Check that a game can end on Boardspace as it did, and return whether it did by repetition.

    Raises:
        VoloError: it cannot.
    """
    last = positions[-1]
    outcome = last.outcome()
    termination = game.termination
    if outcome is not None and outcome.reason == "flock":
        return False
    if termination == "adjudication":
        seen = [waiting(position) for position in positions[1:]]
        if game.result == "1/2-1/2" and seen and seen.count(seen[-1]) >= REPETITIONS:
            return True
    elif termination in ("resignation", "time"):
        # The player to move resigns, or wins because the opponent's time is up.
        winner = last.turn if termination == "time" else last.turn.other
        if game.result == ("1-0" if winner is ORANGE else "0-1"):
            return False
        raise VoloError(f"on Boardspace, {'Orange' if winner is BLUE else 'Blue'} cannot win by {termination} here")
    elif termination in ("unterminated", "passes") and not goes_on:
        return False
    raise VoloError(f"a game on Boardspace cannot end by {termination} with the result {game.result} here")


def _header(game: Game) -> Iterator[str]:
    tags = {"TimeControl": NO_TIME, **game.tags}
    defaults = {"GameName": name_of_game(game.tags), "ResultText": result_text(game)}
    for name, tag in TEXT_TAGS.items():
        if name == "DT":
            yield f"SU[{_SIZES[game.start.rules.edge]}]"
        text = tags.get(tag, defaults.get(tag))
        # Boardspace prints RE only if the game is over.
        if text is not None and (name != "RE" or game.result != "*"):
            yield f"{name}[{_escaped(text)}]"
    for seat, color in enumerate(_NAMES):
        yield f'P{seat}[id "{name_written(game.tags.get(color, "?"))}"]'
        for kind in ("Ranking", "Country"):
            if (text := game.tags.get(f"{color}{kind}")) is not None:
                yield f"P{seat}[{kind.lower()} {_escaped(text)}]"


def _nodes(game: Game, played: _Played) -> Iterator[str]:
    """Yield the nodes of the moves, and of the end of the game."""
    clocks = json_tag(game.tags, "Clocks", dict) or {}
    index = 0
    turns = [(0, 0, ["Start P0"])]
    for ply, (position, move) in enumerate(zip(played.positions[:-1], played.moves, strict=True), start=1):
        seat = int(position.turn is BLUE)
        turns.append((ply, seat, [*_words(position, move, game.tags.get(_NAMES[seat]) == BOT), "Done"]))
    if played.is_repetition:
        turns[-1][2].pop()
    if game.outcome() is None and game.termination in ("resignation", "time"):
        words = ["Resign", "Done"] if game.termination == "resignation" else ["WinOnTime"]
        turns.append((len(turns), int(played.positions[-1].turn is BLUE), words))
    for ply, seat, actions in turns:
        times = _times(clocks.get(str(ply)), len(actions))
        for number, action in enumerate(actions):
            text = f"{index} {action}" if action.startswith(_INDEXED) else action
            node = f"; P{seat}[{text}]"
            if (time := times[number]) is not None:
                node += f"TM[{time}]"
            if number == len(actions) - 1 and ply in game.comments:
                node += f"C[{_escaped(game.comments[ply])}]"
            yield node
            index += 1


def _times(clocks: object, number: int) -> list[int | None]:
    """The clocks after the actions of a turn, if there is one for each of them."""
    if not isinstance(clocks, list) or len(clocks) != number:
        return [None] * number
    return [clock if type(clock) is int and 0 <= clock < 10**15 else None for clock in clocks]


def _words(position: Position, move: Move, is_bot: bool) -> Iterator[str]:
    """Yield what a player does in a turn, before it is confirmed."""
    if move.kind == "pass":
        yield "Pass"
        return
    if move.kind == "add" or move.direction is None:
        yield f"Dropb {_named(str(move))}"
        return
    first, *others = move.spaces
    last = others[-1] if others else first
    selects = [] if is_bot else [first]
    if selects and any(bird in position.rules.neighbors(first) for bird in position.birds(position.turn)):
        selects.append(last)
    for space in selects:
        yield f"Select {_named(space)}"
    edge = position.rules.edge
    begin = place_of(first, edge)
    # The direction of the line means nothing for a single bird.
    way = "S" if len(selects) > 1 else "SW"
    if (line := way_between(begin, place_of(last, edge))) is not None:
        way = _DIRECTIONS[line[0]]
    landed = space_of(begin.step(move.direction, move.distance), edge)
    yield f"Slide {_named(first)} {way} {len(others)} {_named(landed)}"
    if move.keep is not None:
        flight, _, _ = str(move).partition("/")
        choices = [each for each in position.legal_moves() if str(each).startswith(f"{flight}/") and each != move]
        # A choice leaves the birds of its region only, the lowest and leftmost first.
        cleared = [position.play(choice).birds(position.turn.other)[0] for choice in choices]
        for space in sorted(cleared, key=lambda space: place_of(space, edge)[::-1]):
            yield f"Select {_named(space)}"


def _named(space: str) -> str:
    """The name of a space on Boardspace: column and row."""
    return f"{space[0].upper()} {space[1:]}"


def _escaped(text: str) -> str:
    return _ESCAPED.sub(r"\\\g<0>", text)
