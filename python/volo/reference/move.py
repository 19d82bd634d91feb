"""A move as a value. A position decides whether the move is legal."""

from __future__ import annotations

from dataclasses import dataclass, field

from volo.reference.notation import Kind, read_move
from volo.reference.rules import WHITE_SPACE, Rules

__all__ = ["Move"]


@dataclass(frozen=True)
class Move:
    """An add, a flight or a pass. Two moves are equal if they have the same text and the same edge.

    Attributes:
        text: the move as text, such as ``"c5"``, ``"b2-NE3"`` or ``"pass"``. White space at its ends is removed.
        edge: the edge of the sky, 4 to 8, to which the names of the spaces belong. `Position.parse_move` takes it from
            the position.
        kind: ``"add"``, ``"fly"`` or ``"pass"``.
        spaces: the space of an add, or all spaces of the line that flies, from its first end. Empty for a pass.
        direction: the direction of a flight. None for an add or a pass.
        distance: the number of steps of a flight. 0 for an add or a pass.
        keep: a space of the opponent's region to keep [R15]. None if the text names no region.

    Raises:
        NotationError: if the text is not a move.
        IllegalMoveError: if the two ends of the line are not on one straight line [R9].
        InvalidRulesError: if the edge is not 4 to 8.
        TypeError: if the edge is missing, or an argument has a wrong type.

    Examples:
        >>> move = Move("b2:b4-NE3/g8", edge=7)
        >>> move.spaces, move.direction, move.distance, move.keep
        (('b2', 'b3', 'b4'), 'NE', 3, 'g8')
    """

    text: str
    edge: int
    kind: Kind = field(init=False, compare=False)
    spaces: tuple[str, ...] = field(init=False, compare=False)
    direction: str | None = field(init=False, compare=False)
    distance: int = field(init=False, compare=False)
    keep: str | None = field(init=False, compare=False)

    def __post_init__(self) -> None:
        if not isinstance(self.text, str):
            raise TypeError(f"a move is read from a str, not from {type(self.text).__name__}")
        Rules(edge=self.edge)  # raises if the edge is wrong
        for name, value in read_move(self.text, self.edge)._asdict().items():
            object.__setattr__(self, name, value)
        object.__setattr__(self, "text", self.text.strip(WHITE_SPACE))

    def __str__(self) -> str:
        return self.text

    def __format__(self, specification: str) -> str:
        return format(str(self), specification)

    def __repr__(self) -> str:
        return f"Move({self.text!r}, edge={self.edge})"
