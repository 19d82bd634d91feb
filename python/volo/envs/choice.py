"""The rule set that the arguments of an environment select."""

from __future__ import annotations

from volo._volo import Rules
from volo.errors import InvalidRulesError

__all__ = ["chosen_rules"]

_DEFAULT_EDGE = Rules().edge


def chosen_rules(edge: int | None, rules: Rules | str) -> Rules:
    """Return the rule set with a sky of this edge.

    Args:
        edge: the number of spaces on an edge of the sky, 4 to 8. None means the edge of the rule set.
        rules: a rule set or its text. A text that does not name an edge can be combined with any edge.

    Raises:
        InvalidRulesError: the text is not a rule set, the edge is not 4 to 8, or the rule set has another edge.
        TypeError: an argument has the wrong type.

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
