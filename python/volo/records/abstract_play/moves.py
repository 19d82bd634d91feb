"""Reads and writes the moves of a game report: rounds of two moves, some with a result or a comment."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from volo._support.checks import integer_of, text_of
from volo.game import Game
from volo.records.checks.faults import Fault, Faults, Members
from volo.records.checks.tags import comment_problem, json_tag
from volo.records.json.parser import Path, to_json

__all__ = ["ENDINGS", "RESULTS_TAG", "Moves", "read_moves", "write_moves"]

ENDINGS: Final = {"resign": "resignation", "timeout": "time", "draw": "agreement", "abandoned": "abandoned"}
"""The words that Abstract Play writes in place of a last move, and the terminations that they mean."""

RESULTS_TAG: Final = "MoveResults"
"""The tag for results of moves that cannot be kept as comments: a JSON object whose names are the move numbers."""

_WORDS = {termination: word for word, termination in ENDINGS.items()}


@dataclass(slots=True)
class Moves:
    """The moves of a report, which have not been checked against the rules.

    Attributes:
        moves: the texts of the moves, each with its path in the report.
        ending: the word in place of a last move, with its path; or None.
        comments: the comments, by the number of moves before each comment.
        tags: the tag ``MoveResults``, if some results cannot be kept as comments; empty otherwise.
    """

    moves: list[tuple[str, Path]] = field(default_factory=list)
    ending: tuple[str, Path] | None = None
    comments: dict[int, str] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)


def read_moves(rounds: list[Any], blue_begins: bool, faults: Faults) -> Moves:
    """Read the moves of the rounds.

    Args:
        rounds: the rounds.
        blue_begins: whether Blue makes the first move, so that the first round begins with null.
        faults: the list to which faults are added.
    """
    found = Moves()
    results: dict[str, Any] = {}
    for path, entry in _entries(rounds, blue_begins, faults):
        text, text_path, result = _read_entry(entry, path, faults)
        if text is None:
            continue
        found.moves.append((text, text_path))
        ply = len(found.moves)
        if result and isinstance(result, str) and text not in ENDINGS:
            if (problem := comment_problem(result)) is not None:
                faults.add(Fault(problem, (*path, "result"), ply=ply))
            found.comments[ply] = result
        elif result:
            results[str(ply)] = result
    if found.moves and found.moves[-1][0] in ENDINGS:
        found.ending = found.moves.pop()
    if results:
        found.tags[RESULTS_TAG] = to_json(results, ascii=True)
    return found


def write_moves(game: Game) -> list[list[Any]]:
    """Return the rounds of a game, each with two entries."""
    texts = list(map(str, game.moves))
    if game.outcome() is None and game.termination in _WORDS:
        texts.append(_WORDS[game.termination])
    results = _results(game.tags, len(texts), len(game))
    entries: list[Any] = [None] if str(game.start.turn) == "blue" else []
    for ply, text in enumerate(texts, start=1):
        result = game.comments.get(ply, results.get(ply))
        entries.append(text if result is None else {"move": text, "result": result})
    if len(entries) % 2:
        entries.append(None)
    if not texts:
        return []
    return [entries[index : index + 2] for index in range(0, len(entries), 2)]


def _entries(rounds: list[Any], blue_begins: bool, faults: Faults) -> list[tuple[Path, Any]]:
    """Return the entries of the rounds that are not null, in order, each with its path."""
    entries: list[tuple[Path, Any]] = []
    last = len(rounds) - 1
    for index, round_ in enumerate(rounds):
        path: Path = ("moves", index)
        if not isinstance(round_, list) or not 0 < len(round_) <= 2 or (len(round_) < 2 and index < last):
            faults.add(Fault("a round must be an array of two moves, Orange's and Blue's", path))
            continue
        for player, entry in enumerate(round_):
            may_be_first = index == player == 0 and blue_begins
            may_be_last = index == last and player == 1
            if entry is not None and may_be_first:
                faults.add(Fault("expected null, because Blue makes the first move", (*path, player)))
            elif entry is not None:
                entries.append(((*path, player), entry))
            elif not may_be_first and not may_be_last:
                problem = (
                    "expected a move; null is permitted only after the last move, and as the first entry if Blue makes "
                    "the first move"
                )
                faults.add(Fault(problem, (*path, player)))
        _check_sequence(round_, path, faults)
    return entries


def _check_sequence(round_: list[Any], path: Path, faults: Faults) -> None:
    """Check that the sequence numbers of a round, if it has them, increase."""
    sequence = [entry.get("sequence") if isinstance(entry, dict) else None for entry in round_]
    numbers = [number for number in sequence if type(number) is int]
    if len(numbers) == len(round_) == 2 and numbers[0] >= numbers[1]:
        problem = "the sequence number of Blue's move must be greater than that of Orange's"
        faults.add(Fault(problem, (*path, 1, "sequence")))


def _read_entry(entry: Any, path: Path, faults: Faults) -> tuple[str | None, Path, Any]:
    """Return the text of a move (None if it is missing), the path of the text, and the result of the move."""
    if isinstance(entry, str):
        return entry, path, None
    if not isinstance(entry, dict):
        faults.add(Fault("a move must be a string, an object with the member move, or null", path))
        return None, path, None
    members = Members(entry, path, faults, "a move", ("sequence", "move", "result"))
    members.read(integer_of, "sequence")
    result = entry.get("result")
    if "result" in entry and not isinstance(result, str) and not _are_objects(result):
        members.fault("result", "result must be a string or an array of objects")
    return members.read(text_of, "move", required=True), (*path, "move"), result


def _are_objects(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, dict) for each in value)


def _results(tags: dict[str, str], texts: int, moves: int) -> dict[int, Any]:
    """Return the results in the tag ``MoveResults``, by the number of the move.

    Results that :func:`read_moves` would not put back into the tag are left out.

    Args:
        tags: the tags of the game.
        texts: the number of moves, including the word in place of a last move.
        moves: the number of moves.
    """
    results = json_tag(tags, RESULTS_TAG, dict) or {}
    plies = {str(ply): ply for ply in range(1, texts + 1)}
    # read_moves reads a string as a comment, unless it is the result of the word in place of a last move.
    return {
        plies[name]: result
        for name, result in results.items()
        if name in plies and result and (_are_objects(result) or (isinstance(result, str) and plies[name] > moves))
    }
