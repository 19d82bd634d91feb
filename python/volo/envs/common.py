"""What all environments share: their rule sets, the limit of plies, and turns as text."""

from __future__ import annotations

from collections.abc import Sequence

from volo._support.checks import checked_integer
from volo._volo import MAX_PLIES, Decision, Rules
from volo.errors import InvalidRulesError, VoloError

_DEFAULT_EDGE = Rules().edge


def chosen_rules(edge: int | None, rules: Rules | str) -> Rules:
    """Return the rule set with a sky of this edge.

    Args:
        edge: the number of spaces on an edge of the sky, 4 to 8. None means the edge of the rule set.
        rules: a rule set or its text. A text that does not name an edge can be combined with any edge.

    Examples:
        >>> str(chosen_rules(5, "french")), str(chosen_rules(None, "two-sizes-small"))
        ('french-5', 'two-sizes-small')
        >>> chosen_rules(5, "standard-6")
        Traceback (most recent call last):
        volo.errors.InvalidRulesError: edge=5 contradicts the rule set 'standard-6', which has edge 6
    """
    given = rules if isinstance(rules, Rules) else Rules.parse(rules)
    if edge is None or Rules(edge=edge).edge == given.edge:
        return given
    # The texts with other edges are `two-sizes-small` and those that name their edge.
    if not isinstance(rules, Rules) and given.edge == _DEFAULT_EDGE:
        try:
            return Rules.parse(f"{rules}-{edge}")
        except InvalidRulesError:
            pass  # The text names edge 7.
    raise InvalidRulesError(f"edge={edge} contradicts the rule set '{rules}', which has edge {given.edge}")


def board(turn: Decision) -> str:
    """Return the board of a turn, followed by a line with the player to move, and another line for a chosen flight.

    Examples:
        >>> print(board(volo.Decision("b1/5/5o/4/1o3o/3ob/2 o 0 standard-4", "c2-E3")))
           g 1 b . 4
          f . . . . . 5
         e . . . . . o 6
        d 1 . . 4 . . 7
         c . o . . . o 6
          b . . . o b 5
           a 1 . . 4
        Orange to move
        Orange has chosen c2-E3
    """
    text = str(turn.position)
    return text if turn.chosen is None else f"{text}\n{str(turn.position.turn).title()} has chosen {turn.chosen}"


def limit(max_plies: int | None) -> int | None:
    return None if max_plies is None else checked_integer("max_plies", max_plies, 1, MAX_PLIES)


def check_mode(render_mode: str | None, modes: Sequence[str]) -> None:
    """Check a render mode. If it needs a package that is missing, the import fails here and not during a game."""
    if render_mode is not None and render_mode not in modes:
        raise VoloError(f"unknown render mode {render_mode!r}; expected one of {', '.join(modes)}")
    if render_mode in {"human", "rgb_array"}:
        import volo.envs.picture  # noqa: F401
    if render_mode == "human":
        import pygame  # noqa: F401
