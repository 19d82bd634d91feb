"""A game in progress, and the players who are people."""

from __future__ import annotations

from pathlib import Path

from volo._support.disk import write_new
from volo.color import Color
from volo.game import Game

__all__ = ["Sitting", "save"]

# A game without people could go on forever [R19].
_MOST_PLIES = 2000


class Sitting:
    """A game that people play, or that the engine plays alone.

    Args:
        game: the game. It may have moves already.
        people: the players who are people. The engine plays for the others.
    """

    def __init__(self, game: Game, people: frozenset[Color]) -> None:
        self.game = game
        self.people = people

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, by the rules or because a player resigned."""
        return self.game.result != "*"

    @property
    def is_cut_off(self) -> bool:
        """Whether the engines have played the most moves of a game without people."""
        return not self.people and len(self.game) >= _MOST_PLIES

    @property
    def waits_for_engine(self) -> bool:
        """Whether the engine is to move."""
        return not self.is_over and not self.is_cut_off and self.game.position.turn not in self.people

    def number(self, ply: int) -> int:
        """The number of the turn of both players that a move belongs to. The first turn may be Blue's only.

        Args:
            ply: the number of moves up to and including the move.
        """
        return (ply + (self.game.start.turn is Color.BLUE) + 1) // 2

    def cleared(self, ply: int) -> frozenset[str]:
        """The spaces whose birds a move cleared.

        Args:
            ply: the number of moves up to and including the move.
        """
        before, after = self.game.positions[ply - 1 : ply + 1]
        other = before.turn.other
        return frozenset(before.birds(other)) - frozenset(after.birds(other))

    def resign(self) -> None:
        """Let the player to move resign."""
        result = "0-1" if self.game.position.turn is Color.ORANGE else "1-0"
        self.game.tags |= {"Result": result, "Termination": "resignation"}

    def undo(self) -> bool:
        """Take back a resignation, or else the last move of a person and the answer to it.

        Returns:
            whether there was a resignation or a move to take back.
        """
        if "Result" in self.game.tags:
            del self.game.tags["Result"], self.game.tags["Termination"]
            return True
        turns = [position.turn for position in self.game.positions[:-1]]
        if not self.people & set(turns):
            return False
        while turns.pop() not in self.people:
            self.game.pop()
        self.game.pop()
        return True


def save(game: Game, file: Path) -> None:
    """Write a record of the game to a new file.

    Raises:
        FileExistsError: the file exists already.
        OSError: the file cannot be written.
    """
    write_new(file, game.record().encode())
