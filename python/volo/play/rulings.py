"""The rulings in words, for messages about illegal moves.

A test compares the texts with docs/RULES.md, which is not part of the installed package.
"""

from __future__ import annotations

from typing import Final

__all__ = ["RULINGS", "in_words"]

RULINGS: Final[dict[str, str]] = {
    "R1": (
        "The sky is a hexagon of edge n made of spaces (line intersections), without its six corners and "
        "without the centre. It has 3n(n-1)+1-7 spaces. Edges 4 to 8 are supported: 30, 54, 84 (small), 120 "
        "(standard) and 162 spaces."
    ),
    "R2": (
        "Each space has up to six neighbours, in the directions E, SE, SW, W, NW and NE. Missing spaces "
        "(corners, centre) are walls: they are never occupied, passed over, or part of an open path."
    ),
    "R3": (
        "Rows are lettered from the bottom row up (a, b, …). The spaces in a row are numbered from the left, "
        "starting at 1. A missing space still takes its number. So on the standard sky g7 is the missing "
        "centre, and row a begins at a2."
    ),
    "R4": (
        "Each player has B birds in all (the supply). Six birds, three of each player, start in the nests. A "
        "nest is the space next to a missing corner, on the line from that corner to the centre. Colours "
        "alternate round the sky. On the standard sky Orange has b2, g12 and l2, and Blue has g2, b7 and l7. "
        "On every edge the colours follow the same order, with Orange at the bottom-left nest."
    ),
    "R5": (
        "Orange moves first. (The two-sizes edition calls the first player Yellow. This is only a display "
        "name and does not affect the rules.)"
    ),
    "R6": "The player puts one bird from the hand on a vacant space that touches no friendly bird.",
    "R7": "An open path must lead from this space to some friendly bird.",
    "R8": "A player with all B birds in the sky cannot add.",
    "R9": (
        "A single bird, or any unbroken straight line of two or more friendly birds, moves k >= 1 steps in "
        "one of the six directions. The line is a whole flock or a part of one. It flies in file (along the "
        "line) or side by side (in any other direction)."
    ),
    "R10": (
        "At every step, each space that the line covers is in the sky, and is vacant or was one of the line's"
        " own spaces before the flight. No bird of either colour is ever jumped."
    ),
    "R11": (
        "Let F be the flock that the line belonged to before the flight. After the flight all members of F, "
        "including the flown birds at their new places, are in one flock."
    ),
    "R12": "That flock is larger than F was.",
    "R13": (
        "A pass is legal only if no flight is possible and every possible add is in a region of the mover's "
        "own. An add is in such a region if, for the opponent, no open path leads from its vacant space to "
        "any opponent's bird. If no flight and no add is possible, the pass is the only move (a forced pass)."
    ),
    "R14": "Two passes in a row end the game as a draw.",
    "R14b": (
        "If the rule set has last-mover-wins, this ruling replaces the previous one. The game ends at once if"
        " a pass is answered by a pass, or if a forced pass leaves the other player without any add or "
        "flight. The player who added or flew last wins. That player is never the one who passed first."
    ),
    "R15": (
        "After a flight that does not win, consider the opponent's birds. Two of them are in different "
        "regions if, for the opponent, no open path leads from one bird to the other. If there are two or "
        "more regions, the mover chooses exactly one region to keep. All the opponent's birds in the other "
        "regions return to the opponent's hand. Each choice is a different move."
    ),
    "R16": (
        "An add can never divide the opponent: birds separate regions only as a chain of touching birds "
        "between walls, and an added bird touches no friendly bird. No turn divides the mover's own birds. "
        "Both statements are theorems: they are tested, and the code has no special cases for them."
    ),
    "R17": (
        "The mover wins if all of the mover's birds now form one flock, of any size, even of one bird. "
        "Regions are then not cleared."
    ),
    "R18": (
        "Otherwise, if the opponent's birds form one flock (after the other regions are cleared, if there "
        "were any), the opponent wins."
    ),
    "R19": (
        "The rules have no repetition rule and no length limit. A simulation may cut a game off at a ply "
        "limit. Such a game is truncated, which is neither a draw nor a win."
    ),
}
"""The text of each ruling by its number, without markup."""

# Rulings that go on where another one ended, and cannot be understood alone.
_CONTINUES = {"R12": "R11", "R14b": "R14"}


def in_words(ruling: str) -> str:
    """Return a ruling in words, after the ruling that it continues.

    >>> in_words("R6")
    'The player puts one bird from the hand on a vacant space that touches no friendly bird.'
    """
    before = _CONTINUES.get(ruling)
    return RULINGS[ruling] if before is None else f"{RULINGS[before]} {RULINGS[ruling]}"
