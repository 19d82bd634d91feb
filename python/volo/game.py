"""A game: a position and the moves that led to it."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from typing import Any, Final

from volo._volo import Move, Position, _positions, parse_record, write_record
from volo.color import BLUE, ORANGE
from volo.outcome import Outcome

__all__ = ["Game"]

_RESULTS: Final = {ORANGE: "1-0", BLUE: "0-1", None: "1/2-1/2"}


class Game:
    """A position with its history: moves are pushed and popped, as on a stack.

    Equal games begin at equal positions and have the same moves, whatever their tags and comments. A game can change,
    so it has no hash.

    Attributes:
        tags: what is told of the game, as in a record (docs/RECORDS.md): ``Event``, ``Orange``, any others. ``Rules``
            and ``FEN`` are not among them, they follow from :attr:`start`; ``Result`` and ``Termination`` only
            where the game ended otherwise than by the rules.
        comments: texts by the number of moves before them: 0 for the start, 1 for the first move.

    Args:
        position: where the game begins; the start under standard rules unless given.
        moves: moves to push at once.

    Raises:
        IllegalMoveError: one of the moves is not legal where it stands.
        NotationError: one of the texts is not a move.

    >>> game = Game()
    >>> game.push("c5")
    Move('c5', edge=7)
    >>> game.push("c9"), len(game), game.position.turn
    (Move('c9', edge=7), 2, Color.ORANGE)
    >>> game.pop()
    Move('c9', edge=7)
    >>> game.moves
    (Move('c5', edge=7),)
    """

    __slots__ = ("_moves", "_positions", "comments", "tags")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, position: Position | None = None, moves: Iterable[Move | str] = ()) -> None:
        if position is None:
            position = Position()
        elif not isinstance(position, Position):
            raise TypeError(f"a game begins at a volo.Position, not at {type(position).__name__}")
        # Positions are small and immutable: all are kept, and taking a move back costs nothing.
        self._positions = [position]
        self._moves: list[Move] = []
        self.tags: dict[str, str] = {}
        self.comments: dict[int, str] = {}
        for move in moves:
            self.push(move)

    @classmethod
    def from_record(cls, text: str, *, lenient: bool = False) -> Game:
        """The game of a text that is one record (docs/RECORDS.md) and nothing else.

        Linear in the length of the text; every move is played once.

        Args:
            text: the record.
            lenient: whether to forgive what docs/RECORDS.md says: missing tags and numbers among it.

        Raises:
            RecordError: the text is anything else.

        >>> game = Game.from_record('[Rules "standard-4"] \\n a3 {At the rim.} d5 1-0', lenient=True)
        >>> len(game), game.comments, game.tags["Termination"]
        (2, {1: 'At the rim.'}, 'adjudication')
        >>> Game.from_record('[Event "?"]')
        Traceback (most recent call last):
            ...
        volo.errors.RecordError: 1:12: game 1: expected a line end, at offset 11
        """
        return cls._recorded(*parse_record(text, lenient))

    @classmethod
    def _recorded(cls, start: Position, moves: list[Move], tags: dict[str, str], comments: dict[int, str]) -> Game:
        """A game as it was read: whoever read it has checked the moves, which is not done again."""
        game = cls.__new__(cls)
        game._positions = _positions(start, moves)
        game._moves = moves
        game.tags = tags
        game.comments = comments
        return game

    @property
    def start(self) -> Position:
        """The position where the game begins."""
        return self._positions[0]

    @property
    def position(self) -> Position:
        """The position now."""
        return self._positions[-1]

    @property
    def positions(self) -> tuple[Position, ...]:
        """The positions from the start to the position now, one more than there are moves.

        >>> game = Game(Position("standard-4"), ["a3"])
        >>> [len(position.legal_moves()) for position in game.positions]
        [9, 9]
        """
        return tuple(self._positions)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves from the start to the position now."""
        return tuple(self._moves)

    def push(self, move: Move | str) -> Move:
        """Play a move, and return it as it is written: with the kept region named by its first space.

        Raises:
            IllegalMoveError: the move is not legal now; the game is as it was.
            NotationError: the text is not a move; the game is as it was.

        >>> Game().push("b2-N3")
        Traceback (most recent call last):
            ...
        volo.errors.NotationError: ...
        """
        following = self.position.play(move)
        if not isinstance(move, Move) or move.keep is not None:
            move = self.position.parse_move(str(move))
        self._positions.append(following)
        self._moves.append(move)
        return move

    def pop(self) -> Move:
        """Take the last move back, with its comment, and return it.

        Raises:
            IndexError: no move has been played.
        """
        if not self._moves:
            raise IndexError("pop from a game without moves")
        self._positions.pop()
        self.comments.pop(len(self._moves), None)
        return self._moves.pop()

    def peek(self) -> Move:
        """The last move.

        Raises:
            IndexError: no move has been played.
        """
        if not self._moves:
            raise IndexError("peek at a game without moves")
        return self._moves[-1]

    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.position.outcome()

    @property
    def result(self) -> str:
        """``"1-0"``, ``"0-1"``, ``"1/2-1/2"`` or ``"*"``: by the rules if the game is over, else by :attr:`tags`.

        >>> game = Game()
        >>> game.result, game.termination
        ('*', 'unterminated')
        >>> game.tags |= {"Result": "0-1", "Termination": "resignation"}
        >>> game.result, game.termination
        ('0-1', 'resignation')
        """
        outcome = self.outcome()
        return self.tags.get("Result", "*") if outcome is None else _RESULTS[outcome.winner]

    @property
    def termination(self) -> str:
        """How the game ended: by the rules if it is over, else by :attr:`tags`.

        Where the tags have a result and do not say how the game came to it, it is an ``"adjudication"``.
        """
        outcome = self.outcome()
        if outcome is not None:
            return outcome.reason
        return self.tags.get("Termination", "unterminated" if self.result == "*" else "adjudication")

    def record(self) -> str:
        """The canonical text of the game as a record (docs/RECORDS.md). Tags that are not there are not known.

        Raises:
            VoloError: a tag or a comment cannot be written; the error says which, and where.
            TypeError: a tag or a comment is no text.

        >>> game = Game(Position("standard-4"), ["a3", "d5", "b5"])
        >>> game.tags |= {"Orange": "Anna", "Blue": "Boris"}
        >>> game.comments[3] = "Now a3 may fly."
        >>> print(game.record(), end="")
        [Event "?"]
        [Site "?"]
        [Date "????.??.??"]
        [Orange "Anna"]
        [Blue "Boris"]
        [Rules "standard-4"]
        [Result "*"]
        [Termination "unterminated"]
        <BLANKLINE>
        1. a3 d5 2. b5 {Now a3 may fly.} *
        """
        return write_record(self.start, self._moves, self.tags, self.comments)

    def copy(self) -> Game:
        """A game with the same history, that goes its own way from here.

        What a subclass keeps in attributes is there as well, and is the same: ``copy.deepcopy`` copies it too.
        """
        game = type(self).__new__(type(self))
        if (more := self._more()) is not None:
            vars(game).update(more)
        game._positions = self._positions.copy()
        game._moves = self._moves.copy()
        game.tags = self.tags.copy()
        game.comments = self.comments.copy()
        return game

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        memo[id(self)] = game = self.copy()
        if (more := self._more()) is not None:
            vars(game).update(deepcopy(more, memo))
        return game

    def __reduce__(self) -> tuple[object, ...]:
        told = {"tags": self.tags, "comments": self.comments}
        return self._played, (self.start, self.moves), (self._more(), told)

    @classmethod
    def _played(cls, start: Position, moves: Iterable[Move]) -> Game:
        """A game of this class, whatever its constructor asks for."""
        game = cls.__new__(cls)
        Game.__init__(game, start, moves)
        return game

    def _more(self) -> dict[str, Any] | None:
        """The attributes that a subclass has besides."""
        return getattr(self, "__dict__", None)

    def __len__(self) -> int:
        return len(self._moves)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.start == other.start and self._moves == other._moves

    def __repr__(self) -> str:
        moves = f", moves={[str(move) for move in self._moves]!r}" if self._moves else ""
        return f"{type(self).__name__}({self.start!r}{moves})"

    def __str__(self) -> str:
        return str(self.position)

    def _repr_svg_(self) -> str:
        """The picture that notebooks show: the position now, with the last move marked.

        Birds that the last move drove away are drawn as ghosts.
        """
        from volo.render import svg

        if not self._moves:
            return svg.board(self.position)
        return svg.board(self.position, move=self._moves[-1], before=self._positions[-2])
