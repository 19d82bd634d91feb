"""Drawing positions as boards. :mod:`volo.reference.board` reads these boards."""

from __future__ import annotations

from volo.outcome import Outcome
from volo.reference.board import ENDS, GLYPHS
from volo.reference.notation import WrittenPosition
from volo.reference.rules import Rules
from volo.reference.sky import sky

__all__ = ["write_board"]


def write_board(position: WrittenPosition, outcome: Outcome | None, *, unicode: bool) -> str:
    """Draw the sky with its birds, and below it a line that says whose turn it is or how the game ended.

    A row begins with its letter. A missing space shows its number. A row whose last space is not missing ends with the
    number of that space [R3].

    Args:
        position: the position.
        outcome: how the game has ended, or None if it has not.
        unicode: draw with the second style of :data:`volo.reference.board.GLYPHS`.
    """
    style = GLYPHS[1] if unicode else GLYPHS[0]
    paper = sky(position.rules.edge)
    glyphs = dict.fromkeys(paper.spaces, style[0])
    for birds, glyph in zip(position.birds, style[1:], strict=True):
        glyphs |= dict.fromkeys(birds, glyph)
    lines = []
    for row in reversed(paper.rows()):
        height, _ = row[0]
        items = [glyphs.get(space) or paper.name(space)[1:] for space in row]
        if row[-1] in glyphs:
            items.append(str(len(row)))
        lines.append(" " * abs(height) + " ".join([paper.name(row[0])[0], *items]))
    return "\n".join([*lines, _caption(position, outcome)])


def _caption(position: WrittenPosition, outcome: Outcome | None) -> str:
    """Return the line below the board.

    It says whose turn it is or how the game ended. It names the rule set if that is not ``standard``.
    """
    player, other = (color.name.title() for color in (position.turn, position.turn.other))
    if outcome is None:
        line = f"{player} to move" + (f", {other} has passed" if position.passes else "")
    else:
        words = next(words for words, reason in ENDS.items() if reason == outcome.reason)
        end = "Draw" if outcome.winner is None else f"{outcome.winner.name.title()} wins"
        last = (f"{other}'s turn", f"{other}'s pass", f"{player}'s pass and {other}'s")[position.passes]
        line = f"{end}: {words}, after {last}"
    rules = position.rules
    return line if rules == Rules.standard(rules.edge) else f"{line}, rules {rules}"
