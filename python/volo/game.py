"""A game: a position and the moves that led to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import deepcopy
from typing import Any, ClassVar, Final, Literal, TypeAlias

from volo._volo import Move, MoveList, Position, Rules, _positions, parse_record, write_record
from volo.color import BLUE, ORANGE, Color, value_schema
from volo.errors import VoloError, add_ply
from volo.outcome import Outcome

PositionLike: TypeAlias = Position | Rules | str
"""A position as an argument: a position; a rule set, which means its start; or the text of either."""

RESULTS: Final[dict[Color | None, str]] = {ORANGE: "1-0", BLUE: "0-1", None: "1/2-1/2"}


def default_termination(result: str) -> str:
    """The termination of a game that the rules did not end and that has no tag ``Termination``, by its result."""
    return "unterminated" if result == "*" else "adjudication"


class Game:
    """A starting position and a stack of moves.

    ``len()`` is the number of moves, and iteration yields them. Every game is true, also one without moves. Two games
    are equal if their starting positions and moves are equal; tags and comments are not compared. A game is mutable and
    therefore not hashable. A notebook shows it as a picture of the current position.

    Attributes:
        tags: the tags of a record by name, such as ``Event``, ``Orange`` or any other name. ``Rules`` and ``FEN`` are
            not permitted, because :attr:`start` determines them. ``Result`` and ``Termination`` describe a game that
            did not end by the rules, but for example by resignation.
        comments: the comments, by the number of moves before each comment: 0 for the starting position, 1 for the first
            move.

    Args:
        position: the starting position of the game; by default the start by the ``standard`` rules.
        moves: the moves to push, each a :class:`Move` or its text.

    Raises:
        IllegalMoveError: a move is illegal. It and the other errors about a move name the ply.

    >>> game = Game("standard-5", ["d5", "a3"])
    >>> [str(move) for move in game]
    ['d5', 'a3']
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
    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def __init__(self, position: PositionLike | None = None, moves: Iterable[Move | str] = ()) -> None:
        if isinstance(moves, str):
            raise TypeError("moves must be an iterable of moves, such as ['c5', 'b2-NE3'], not str")
        # Positions are small and immutable, so the game keeps all of them, and pop computes nothing.
        self._positions = [position if isinstance(position, Position) else Position(position)]
        self._moves: list[Move] = []
        self.tags: dict[str, str] = {}
        self.comments: dict[int, str] = {}
        for ply, move in enumerate(moves, start=1):
            try:
                self.push(move)
            except (VoloError, TypeError) as error:  # noqa: PERF203
                add_ply(error, ply)
                raise

    @classmethod
    def from_record(cls, text: str, *, lenient: bool = False) -> Game:
        """Read a game from the text of one native record.

        The text has the format of :meth:`record`. White space at its ends is ignored. Time is linear in its length.

        Args:
            text: the record.
            lenient: whether to accept a byte order mark, CR LF line ends, additional white space, missing or wrong move
                numbers, several comments in a row, comments before the tags and after the result, and missing tags
                other than the rule set.

        Raises:
            RecordError: the text is not a record, a move is illegal, or the result contradicts the rules.

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
        """Create a game from a parsed record. The parser has checked the moves, so they are not checked again."""
        game = cls.__new__(cls)
        game._positions = _positions(start, moves)
        game._moves = moves
        game.tags = tags
        game.comments = comments
        return game

    @property
    def start(self) -> Position:
        """The starting position."""
        return self._positions[0]

    @property
    def position(self) -> Position:
        """The current position."""
        return self._positions[-1]

    @property
    def turn(self) -> Color:
        """The player to move. It equals no text: write ``str(game.turn) == "orange"``."""
        return self.position.turn

    @property
    def is_over(self) -> bool:
        """Whether the game is over by the rules. :meth:`outcome` says how it ended."""
        return self.position.is_over

    def legal_moves(self) -> MoveList:
        """Return all legal moves in the current position.

        >>> game = Game("standard-4")
        >>> while not game.is_over:
        ...     played = game.push(game.legal_moves()[-1])
        >>> game.turn, game.outcome().reason, len(game.legal_moves())
        (Color.BLUE, 'flock', 0)
        """
        return self.position.legal_moves()

    @property
    def positions(self) -> tuple[Position, ...]:
        """The positions from the start to the current position: one more than there are moves.

        >>> game = Game("standard-4", ["a3"])
        >>> [len(position.legal_moves()) for position in game.positions]
        [9, 9]
        """
        return tuple(self._positions)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves from the start to the current position."""
        return tuple(self._moves)

    def push(self, move: Move | str) -> Move:
        """Play a move, or its text, and return it in canonical form: a kept region is named by its first space [R15].

        The game is unchanged after an error.

        Raises:
            IllegalMoveError: the move is illegal in the current position.

        >>> Game().push("b2-N3")
        Traceback (most recent call last):
            ...
        volo.errors.NotationError: ...
        """
        following = self.position.play(move)
        # Only a text, or a move that keeps a region, can differ from its canonical form.
        if not isinstance(move, Move) or move.keep is not None:
            move = self.position.parse_move(move)
        self._positions.append(following)
        self._moves.append(move)
        return move

    def pop(self) -> Move:
        """Remove the last move and its comment, and return the move.

        Raises:
            IndexError: no move has been played.
        """
        if not self._moves:
            raise IndexError("pop from a game without moves")
        self._positions.pop()
        self.comments.pop(len(self._moves), None)
        return self._moves.pop()

    def peek(self) -> Move:
        """Return the last move, or raise an IndexError if no move has been played."""
        if not self._moves:
            raise IndexError("peek at a game without moves")
        return self._moves[-1]

    def outcome(self) -> Outcome | None:
        """Return how the game ended by the rules, or None if it is not over."""
        return self.position.outcome()

    @property
    def result(self) -> str:
        """The result: ``"1-0"`` if Orange has won, ``"0-1"`` if Blue has won, ``"1/2-1/2"`` for a draw, or ``"*"``.

        The rules determine it if the game is over. Otherwise it is the tag ``Result``, or ``"*"`` without that tag.

        >>> game = Game()
        >>> game.result, game.termination
        ('*', 'unterminated')
        >>> game.tags |= {"Result": "0-1", "Termination": "resignation"}
        >>> game.result, game.termination
        ('0-1', 'resignation')
        """
        outcome = self.outcome()
        return self.tags.get("Result", "*") if outcome is None else RESULTS[outcome.winner]

    @property
    def termination(self) -> str:
        """How the game ended, as one word, such as ``"flock"``, ``"resignation"`` or ``"unterminated"``.

        The rules determine it if the game is over. Otherwise it is the tag ``Termination``. Without that tag it is
        ``"adjudication"`` if there is a tag ``Result`` other than ``"*"``, and ``"unterminated"`` if not.
        """
        outcome = self.outcome()
        if outcome is not None:
            return outcome.reason
        return self.tags.get("Termination", default_termination(self.result))

    def record(self) -> str:
        """Return the game as a native record, a text format that resembles chess's PGN.

        Each game has one canonical record. A required tag that is missing from :attr:`tags` is written with a value
        that means unknown, such as ``"?"``.

        Raises:
            VoloError: a tag or comment cannot be written in a record. The error names it, and gives the offset of the
                problem in it.

        >>> game = Game("standard-4", ["a3", "d5", "b5"])
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
        """Return an independent copy of the game.

        The attributes of a subclass in its ``__dict__`` are copied by reference; ``copy.deepcopy`` copies their values
        too.
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
        slots = {"tags": self.tags, "comments": self.comments}
        return self._played, (self.start, self.moves), (self._more(), slots)

    @classmethod
    def _played(cls, start: Position, moves: Iterable[Move]) -> Game:
        game = cls.__new__(cls)
        Game.__init__(game, start, moves)
        return game

    def _more(self) -> dict[str, Any] | None:
        return getattr(self, "__dict__", None)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: object) -> Any:
        from pydantic_core import core_schema as schema

        about = {"description": "A game, as its record", "examples": [Game().record()]}
        text = schema.str_schema(metadata={"pydantic_js_updates": about})
        return value_schema(cls, schema.no_info_after_validator_function(cls.from_record, text), text, cls.record)

    # So `game or Game()` keeps a game without moves, whose start and tags matter.
    def __bool__(self) -> Literal[True]:
        return True

    def __len__(self) -> int:
        return len(self._moves)

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)

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
        """The picture that notebooks show: the current position, with the last move marked.

        Birds that the last move cleared are drawn as ghosts.
        """
        from volo.render import svg

        if not self._moves:
            return svg.board(self.position)
        return svg.board(self.position, move=self._moves[-1], before=self._positions[-2])
