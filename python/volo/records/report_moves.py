"""The moves of a game report: rounds of two, some with more to say than the move."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from volo.game import Game
from volo.records.document import Fault, Faults
from volo.records.fields import Fields
from volo.records.json_text import Path, write
from volo.records.told import bad_comment, tag_value

__all__ = ["ENDS", "RESULTS", "Moves", "read_moves", "write_moves"]

ENDS: Final = {"resign": "resignation", "timeout": "time", "draw": "agreement", "abandoned": "abandoned"}
"""What the site writes in place of a last move, and how the game ended then."""

RESULTS: Final = "MoveResults"
"""The tag of what is told with moves and is no text."""

_WORDS = {termination: word for word, termination in ENDS.items()}


@dataclass(slots=True)
class Moves:
    """The moves of a report, none of them played.

    Attributes:
        moves: each with where it stands.
        end: what stands in place of a last move, and where; None if there is none.
        comments: texts by the number of moves before them.
        tags: the tag of what is told with moves and is no text, if there is such a thing.
    """

    moves: list[tuple[str, Path]] = field(default_factory=list)
    end: tuple[str, Path] | None = None
    comments: dict[int, str] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)


def read_moves(rounds: list[Any], blue_begins: bool, faults: Faults) -> Moves:
    """The moves of the rounds.

    Args:
        rounds: the rounds.
        blue_begins: whether the first move is Blue's, so that Orange has none in the first round.
        faults: where the faults go.
    """
    found = Moves()
    results: dict[str, Any] = {}
    for path, entry in _entries(rounds, blue_begins, faults):
        text, place, told = _entry(entry, path, faults)
        if text is None:
            continue
        found.moves.append((text, place))
        ply = len(found.moves)
        if told and isinstance(told, str) and text not in ENDS:
            if (problem := bad_comment(told)) is not None:
                faults.add(Fault(problem, (*path, "result"), ply=ply))
            found.comments[ply] = told
        elif told:
            results[str(ply)] = told
    if found.moves and found.moves[-1][0] in ENDS:
        found.end = found.moves.pop()
    if results:
        found.tags[RESULTS] = write(results, ascii=True)
    return found


def write_moves(game: Game) -> list[list[Any]]:
    """The rounds of a game, two entries each."""
    texts = list(map(str, game.moves))
    if game.outcome() is None and game.termination in _WORDS:
        texts.append(_WORDS[game.termination])
    results = _results(game.tags, len(texts), len(game))
    entries: list[Any] = [None] if str(game.start.turn) == "blue" else []
    for ply, text in enumerate(texts, start=1):
        told = game.comments.get(ply, results.get(ply))
        entries.append(text if told is None else {"move": text, "result": told})
    if len(entries) % 2:
        entries.append(None)
    if not texts:
        return []
    return [entries[index : index + 2] for index in range(0, len(entries), 2)]


def _entries(rounds: list[Any], blue_begins: bool, faults: Faults) -> list[tuple[Path, Any]]:
    """What stands in the rounds for a move, in order."""
    entries: list[tuple[Path, Any]] = []
    last = len(rounds) - 1
    for index, played in enumerate(rounds):
        path: Path = ("moves", index)
        if not isinstance(played, list) or not 0 < len(played) <= 2 or (len(played) < 2 and index < last):
            faults.add(Fault("a round is an array of two moves, Orange's and Blue's", path))
            continue
        for player, entry in enumerate(played):
            if entry is not None and index == player == 0 and blue_begins:
                faults.add(Fault("the first move is Blue's, and null belongs here", (*path, player)))
            elif entry is not None:
                entries.append(((*path, player), entry))
            elif not (index == player == 0 and blue_begins) and not (index == last and player == 1):
                faults.add(
                    Fault("a move is missing: null stands behind the last one, or before Blue's first", (*path, player))
                )
        _check_sequence(played, path, faults)
    return entries


def _check_sequence(played: list[Any], path: Path, faults: Faults) -> None:
    """Players of Volo take turns, whatever else is said."""
    said = [entry.get("sequence") if isinstance(entry, dict) else None for entry in played]
    numbers = [number for number in said if type(number) is int]
    if len(numbers) == len(played) == 2 and numbers[0] >= numbers[1]:
        faults.add(Fault("Orange moves before Blue in every round", (*path, 1, "sequence")))


def _entry(entry: Any, path: Path, faults: Faults) -> tuple[str | None, Path, Any]:
    """The text of a move, where it stands, and what is told with it."""
    if isinstance(entry, str):
        return entry, path, None
    if not isinstance(entry, dict):
        faults.add(Fault("a move is a text, an object with a move, or null", path))
        return None, path, None
    fields = Fields(entry, path, faults, "a move", ("sequence", "move", "result"))
    fields.whole_number("sequence")
    told = entry.get("result")
    if "result" in entry and not isinstance(told, str) and not _are_objects(told):
        fields.fault("result", "result must be a text or an array of objects")
    return fields.text("move", required=True), (*path, "move"), told


def _are_objects(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, dict) for each in value)


def _results(tags: dict[str, str], texts: int, moves: int) -> dict[int, Any]:
    """What the tag has to be told with moves, by ply; nothing if it is not of this kind."""
    told_of = tag_value(tags, RESULTS, dict) or {}
    plies = {str(ply): ply for ply in range(1, texts + 1)}
    # A text is a comment, but for the word in place of a last move, which can have none.
    return {
        plies[name]: told
        for name, told in told_of.items()
        if name in plies and told and (_are_objects(told) or (isinstance(told, str) and plies[name] > moves))
    }
