"""The transcript of a game by the reference. `reference.rs` makes the same transcript with the core."""

from __future__ import annotations

from volo.errors import IllegalMoveError, InvalidPositionError, InvalidRulesError, NotationError
from volo.reference import Position, Rules


def transcript(start: str, texts: list[str]) -> list[str]:
    """The lines for the start position and for each move."""
    try:
        position = Position.from_fen(start) if " " in start else Position(Rules.parse(start))
    except NotationError as error:
        return [f"no position at {error.offset}"]
    except InvalidRulesError:
        return ["no rules"]
    except InvalidPositionError as error:
        return [f"{len(error.reasons)} reasons"]
    lines = [_description(position)]
    for text in texts:
        line, position = _played(position, text)
        lines.append(line)
    return lines


def _played(position: Position, text: str) -> tuple[str, Position]:
    try:
        move, after = position.parse_move(text), position.play(text)
    except NotationError as error:
        return f"no move at {error.offset}", position
    except IllegalMoveError as error:
        return f"illegal by {error.ruling}", position
    return f"{move}: {_description(after)}", after


def _description(position: Position) -> str:
    outcome = position.outcome()
    if outcome is None:
        end = "goes on"
    else:
        end = f"{'-' if outcome.winner is None else 'ob'[outcome.winner]} {outcome.reason}"
    return f"{position.fen()}, {end}, {' '.join(sorted(map(str, position.legal_moves())))}"
