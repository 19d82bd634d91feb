from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Final, Literal, Protocol, SupportsIndex, TypeAlias, final, overload

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Buffer, Self, TypeVar

from volo.color import Color, ColorLike, Region
from volo.errors import RecordError
from volo.outcome import Outcome
from volo.player import GamePolicies, Policy
from volo.playouts import Playouts, RecordedPlayouts
from volo.tally import Tally
from volo.typing import Direction, MoveKind, Passing, PositionLike, Stuck, Value

__version__: str
"""The version of the package."""

SYMMETRIES: Final[tuple[Symmetry, ...]]
"""The twelve symmetries of the sky, the identity first."""

# The names of the features of a player, by which the engine evaluates positions.
_COUNTERS: Final[dict[str, tuple[str, str]]]
_FEATURES: Final[tuple[str, ...]]

# The largest values that `play_games` and a configuration accept.
MAX_GAMES: Final[int]
MAX_PLIES: Final[int]

_Autoreset: TypeAlias = Literal["next-step", "same-step"]
_Side: TypeAlias = Literal[7, 9, 11, 13, 15]
_Masks: TypeAlias = Literal["dense", "packed"]

_LARGEST: Final[dict[str, int]]
_LISTS: Final[dict[str, list[tuple[Any, str, str]]]]

# For each argument of an engine, its name in texts, its smallest and largest value, and its default.
_ENGINE_OPTIONS: Final[dict[str, tuple[str, int, int, int]]]

# The fields of a `volo.engine.Info`.
_InfoFields: TypeAlias = dict[str, Any]

# The types of the numbers in an observation. Without an argument `dtype`, it is the default.
_Number = TypeVar("_Number", np.uint8, np.int16, np.int32, np.int64, np.float32, np.float64, default=np.uint8)

# What is used as an array of NumPy, if possible without a copy. It has a buffer or one of these methods, like tensors
# of PyTorch and arrays of JAX.
class _HasArray(Protocol):
    def __array__(self) -> NDArray[Any]: ...

class _HasDLPack(Protocol):
    def __dlpack__(self) -> object: ...
    def __dlpack_device__(self) -> tuple[Any, int]: ...

_Foreign: TypeAlias = _HasArray | _HasDLPack | Buffer
_Integers: TypeAlias = NDArray[np.integer[Any]] | _Foreign
_Seeds: TypeAlias = int | _Integers | list[int] | list[int | None]

class _Copied:
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: object) -> Self: ...

# Without `__eq__` here, type checkers refuse comparisons with what is never equal, such as a text.
class _Value(_Copied):
    def __hash__(self) -> int: ...

class _PydanticValue(_Value):
    @classmethod
    def __get_pydantic_core_schema__(cls, _source: object, _handler: object) -> Any: ...

@final
class Rules(_PydanticValue):
    """A rule set: the size of the sky, the number of birds, when a pass is legal, and how a game ends when
    both players pass or are stuck.

    Immutable; compared, hashed and pickled by value. ``str()`` gives the text that :meth:`parse`
    reads. A rule set never equals a text.

    A rule set is made from a text, such as ``"french"``, or from its parts. Without an argument, it is ``standard``.

    Args:
        text: the text, as :meth:`parse` reads it.
        edge: the number of spaces on an edge of the sky, its missing corners included, 4 to 8 [R1].
        supply: the number of birds of each player, 3 to 255 [R4]; None for no limit.
        passing: when a pass is legal [R13]: a name in :attr:`PASSING`.
        stuck: how a game ends when both players pass or are stuck [R14] [R14b]: a name in :attr:`STUCK`.

    Attributes:
        PASSING: the pass rules by name, each with a sentence that says when a pass is legal [R13].
        STUCK: the end rules by name, each with a sentence that says how a game ends if both players are stuck [R14]
            [R14b].
        NAMED: the named rule sets, each on its usual sky. ``standard`` has the rules of 2010-08-31, and ``french`` the
            earlier ones. ``two-sizes`` is the nestorgames edition, with skies of edge 7 and 6. ``abstract-play`` and
            ``boardspace`` have the rules of these sites.
        EDGES: the edges of the skies [R1].

    Raises:
        InvalidRulesError: a number is out of range, or a word is unknown.

    Examples:
        >>> volo.Rules()
        Rules(edge=7, supply=60, passing='standard', stuck='draw')
        >>> volo.Rules("french-5").passing
        'forced'
        >>> str(volo.Rules(edge=5, supply=None, passing="own-regions"))
        'abstract-play-5'
    """

    PASSING: ClassVar[Mapping[str, str]]
    STUCK: ClassVar[Mapping[str, str]]
    NAMED: ClassVar[Mapping[str, Rules]]
    EDGES: ClassVar[tuple[int, ...]]
    @overload
    def __new__(cls, text: str, /) -> Rules: ...
    @overload
    def __new__(
        cls,
        *,
        edge: int = 7,
        supply: int | None = 60,
        passing: Passing = "standard",
        stuck: Stuck = "draw",
    ) -> Rules: ...
    @staticmethod
    def parse(text: str) -> Rules:
        """The rule set of a text such as ``"standard-5"``, ``"french,supply=30"`` or
        ``"edge=6,supply=50,pass=forced,stuck=draw"``. White space at its ends is ignored.
        """
    @property
    def edge(self) -> int:
        """The number of spaces on an edge of the sky, its missing corners included [R1]."""
    @property
    def supply(self) -> int | None:
        """The number of birds of each player [R4]; None for no limit."""
    @property
    def passing(self) -> Passing:
        """When a pass is legal [R13]: a name in :attr:`PASSING`."""
    @property
    def stuck(self) -> Stuck:
        """How a game ends when both players pass or are stuck [R14] [R14b]: a name in :attr:`STUCK`."""
    @property
    def spaces(self) -> tuple[str, ...]:
        """The names of all spaces of the sky, row by row from the top, each from left to right [R1] [R3].

        Examples:
            >>> spaces = volo.Rules("standard-4").spaces
            >>> len(spaces), spaces[:4]
            (30, ('g2', 'g3', 'f1', 'f2'))
        """
    def neighbors(self, space: str) -> tuple[str, ...]:
        """The names of the neighbors of a space, in the order E, SE, SW, W, NW, NE. Missing spaces are
        left out [R2].

        Raises:
            NotationError: the sky has no space of this name.

        Examples:
            >>> volo.Rules("standard-4").neighbors("b2")
            ('b3', 'a2', 'b1', 'c2', 'c3')
        """

@final
class Symmetry(_Value):
    """One of the twelve symmetries of the sky: a rotation of the hexagon, or a reflection followed by a rotation.

    ``volo.SYMMETRIES`` has all of them, the identity first. ``a * b`` is the symmetry that applies ``b``
    first and then ``a``. Immutable; compared, hashed and pickled by value.

    Args:
        name: ``"identity"``; ``"rotate-60"`` to ``"rotate-300"``, clockwise; ``"mirror"``, which
            exchanges left and right; or ``"mirror-rotate-60"`` to ``"mirror-rotate-300"``, which mirror
            first and then rotate.

    Raises:
        VoloError: the name is not the name of a symmetry.

    Examples:
        >>> turn, mirror = volo.Symmetry("rotate-60"), volo.Symmetry("mirror")
        >>> turn * mirror, mirror * turn
        (Symmetry('mirror-rotate-60'), Symmetry('mirror-rotate-300'))
        >>> position = volo.Position("standard-4").play("a3")
        >>> position.transform(turn * mirror) == position.transform(mirror).transform(turn)
        True
    """
    def __new__(cls, name: str) -> Symmetry: ...
    @property
    def name(self) -> str:
        """The name, such as ``"mirror-rotate-60"``."""
    @property
    def inverse(self) -> Symmetry:
        """The symmetry that undoes this one."""
    def __mul__(self, other: Symmetry, /) -> Symmetry: ...
    def __rmul__(self, value: Symmetry, /) -> Symmetry: ...

@final
class Move(_PydanticValue):
    """A move: an add ``c5``, a flight ``b2-NE3`` or ``f3-SE2/a2``, or ``pass``.

    A move belongs to a sky of one edge, because the same text names different spaces on skies of different
    edges. A ``Move`` may be illegal. :meth:`Position.parse_move` takes the edge from the position, and checks that
    the move is legal there. Immutable; compared, hashed and pickled by value. ``str()`` gives the text.

    A move has several texts, so it never equals one: ``moves[0] == "g3"`` is false and gives a ``RuntimeWarning``.
    Write ``str(moves[0]) == "g3"``, or ``"g3" in moves``.

    Attributes:
        KINDS: the kinds of moves: ``"add"``, ``"fly"`` and ``"pass"``.
        DIRECTIONS: the directions of flights, clockwise: ``"E"``, ``"SE"``, ``"SW"``, ``"W"``, ``"NW"`` and ``"NE"``.

    Args:
        text: the move. White space at its ends is ignored.
        edge: the number of spaces on an edge of the sky that the move is for, 4 to 8.

    Raises:
        NotationError: the text is not a move on a sky of this edge.
        IllegalMoveError: the ends of the line are not on one straight line [R9].

    Examples:
        >>> move = volo.Move("b2:b4-NE3", edge=7)
        >>> move.kind, move.spaces, move.direction, move.distance, move.landing
        ('fly', ('b2', 'b3', 'b4'), 'NE', 3, 'e5')
    """

    KINDS: ClassVar[tuple[MoveKind, ...]]
    DIRECTIONS: ClassVar[tuple[Direction, ...]]

    def __new__(cls, text: str, edge: int) -> Move: ...
    @staticmethod
    def from_code(code: int) -> Move:
        """The move with this :attr:`code`, which may be an integer of any type, such as a NumPy scalar.

        Raises:
            VoloError: the number is not the code of a move.

        Examples:
            >>> position = volo.Position()
            >>> code = position.legal_moves().codes()[0]
            >>> position.play(volo.Move.from_code(code)).turn
            Color.BLUE
        """
    @property
    def code(self) -> int:
        """The move as a number below 2**32, which includes the edge of the sky.

        From the lowest bit: 8 bits for the space of an add or the first space of a line (16 times its
        row from the top plus its axial column; 0 for a pass), 4 for the length of the line (0 unless a
        flight), 2 for its axis (E, NW, NE), 3 for the direction (E, SE, SW, W, NW, NE), 4 for the
        distance, 8 for the space that names the kept region (0 for none), 3 for the edge minus 4.
        """
    @property
    def edge(self) -> int:
        """The number of spaces on an edge of the sky that the move is for."""
    @property
    def kind(self) -> MoveKind:
        """``"add"``, ``"fly"`` or ``"pass"``."""
    @property
    def spaces(self) -> tuple[str, ...]:
        """The space of an add, or the spaces of the line that flies, from its first end. Empty for a pass."""
    @property
    def direction(self) -> Direction | None:
        """The direction of a flight: ``"E"``, ``"SE"``, ``"SW"``, ``"W"``, ``"NW"`` or ``"NE"``. None for an
        add or a pass.
        """
    @property
    def distance(self) -> int:
        """The number of steps of a flight; 0 for an add or a pass."""
    @property
    def landing(self) -> str | None:
        """The space where the first of the :attr:`spaces` lands; None for an add, a pass or a flight out of the sky."""
    @property
    def keep(self) -> str | None:
        """The space that names the opponent's region to keep [R15]; None if the move names no region."""
    def transform(self, symmetry: Symmetry | str) -> Move:
        """The image of the move under a symmetry of the sky.

        As in every move, the first end of the line is its lower end or, in a row, its left end. A kept region
        [R15] is named by the image of the space that named it before. :meth:`Position.legal_moves` of the
        transformed position may use another space of the region; :meth:`Position.parse_move` of that position
        changes the name to that space.

        Examples:
            >>> volo.Move("b2:b4-NE3", edge=7).transform(volo.Symmetry("mirror"))
            Move('b5:b7-NW3', edge=7)
        """

@final
class MoveList(_Value, Sequence[Move]):
    """The legal moves of a position: a sequence that creates a :class:`Move` only when it is accessed.

    No two moves are equal, and their order is always the same. ``in``, :meth:`index` and :meth:`count`
    take a move or its text. NumPy converts the list to a one-dimensional array of :class:`Move` objects;
    for computations, use the array that :meth:`codes` returns. Immutable; compared, hashed and pickled by
    value.

    Examples:
        >>> moves = volo.Position().legal_moves()
        >>> len(moves), "g5" in moves, "b3" in moves
        (99, True, False)
        >>> np.random.default_rng(1).choice(moves) in moves
        True
    """
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: int, /) -> Move: ...
    @overload
    def __getitem__(self, index: slice, /) -> MoveList: ...
    def __iter__(self) -> Iterator[Move]: ...
    def __reversed__(self) -> Iterator[Move]: ...
    def __contains__(self, move: object, /) -> bool: ...
    def index(self, value: Move | str, start: int = 0, stop: int = ..., /) -> int:
        """The index of a move, searched from ``start`` up to, but not including, ``stop``.

        Raises:
            ValueError: the move is not in this part of the list.
            IllegalMoveError: the birds of the move are not in a straight line.
            VoloError: the move belongs to a sky of another edge.
        """
    def count(self, value: Move | str, /) -> int:
        """1 if the move is in the list, else 0."""
    def up_to_symmetry(self) -> MoveList:
        """The moves without those that are the image of an earlier one under a symmetry of the position, which is
        one of :data:`SYMMETRIES` that maps the position to itself. The positions after such moves are images of
        each other.

        Takes about a microsecond for each move and symmetry. Most positions have no symmetry but the identity,
        and then all moves are returned.

        Examples:
            >>> [str(move) for move in volo.Position("standard-4").legal_moves().up_to_symmetry()]
            ['g3', 'e4']
        """
    def codes(self) -> NDArray[np.uint32]:
        """The :attr:`code <Move.code>` of each move: a new uint32 array.

        This is the fast way to choose a move with NumPy, because it creates no :class:`Move` objects.

        Examples:
            >>> position = volo.Position("standard-4")
            >>> codes = position.legal_moves().codes()
            >>> codes.dtype, codes.shape
            (dtype('uint32'), (9,))
            >>> position.play(volo.Move.from_code(codes[0])).turn
            Color.BLUE
        """
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        """Called by NumPy: an array of the moves as :class:`Move` objects, or converted to ``dtype`` if one is
        given. ``str`` gives the texts of the moves.
        """

@final
class Position(_PydanticValue):
    """A position of a game: the birds in the sky, the player to move, and the rules.

    Immutable: :meth:`play` returns the next position. Compared, hashed and pickled by value. ``str()``
    draws the board, and a notebook shows it as a picture. A position never equals a text: compare :meth:`fen`.

    Args:
        start: a rule set or its text, which means the start of a game by these rules [R4] [R5]; or a position
            or its text (see :meth:`fen`), which means that position. The default is the start by the
            ``standard`` rules.

    Raises:
        InvalidRulesError: the text is neither a rule set nor a position, or it is a position with an unknown
            rule set.
        NotationError: the text has a ``/``, which separates the rows of a position, or as many lines as a board, but
            is not a position. :meth:`from_board` reads a printed board.
        InvalidPositionError: the position is invalid; the error lists every reason.

    Examples:
        >>> position = volo.Position()
        >>> position.play("g5").fen()
        '5/1o4b1/9/10/11/12/b2o5o/12/11/10/9/1o4b1/5 b 0 standard'
        >>> volo.Position("2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4") == volo.Position("standard-4")
        True
    """
    def __new__(cls, start: PositionLike | None = None, /) -> Position: ...
    @staticmethod
    def from_fen(text: str) -> Position:
        """The position of a text in the format of :meth:`fen`: the rows from the top, the player to move, the
        number of passes just made, and the rule set. White space at its ends is ignored.

        Raises:
            InvalidPositionError: the position is invalid; the error lists every reason.
        """
    @staticmethod
    def from_board(
        text: str,
        *,
        rules: Rules | str | None = None,
        turn: ColorLike | None = None,
        passes: int | None = None,
    ) -> Position:
        '''The position of a board, drawn by :meth:`board` or typed by hand.

        A board has a line for each row of the sky, from the top. ``o`` is a bird of Orange, ``b`` is a bird
        of Blue, and ``.`` is a vacant space; or a board uses ``●``, ``○`` and ``·`` instead. Letters and
        numbers are optional. Either every row begins with its letter, or no row does. Either all numbers are
        present, as :meth:`board` writes them, or none; without numbers, missing spaces are left out. Blanks,
        tabs, empty lines and ANSI colors are ignored, also inside a row. The text may have at most 65,536
        characters.

        The line below the board is optional. It is ``Orange to move`` or, after a pass, ``Blue to move,
        Orange has passed``. If the game is over, it is ``Orange wins: all birds in one flock``, ``Orange
        wins: nobody can go on`` or ``Draw: two passes in a row``, followed by ``, after Orange's turn``,
        ``, after Orange's pass`` or ``, after Blue's pass and Orange's``. For a rule set other than
        ``standard``, the line ends with the rule set: ``, rules french-5``. :meth:`board` writes this line,
        so every position can be read back from its board.

        Args:
            text: the board.
            rules: a rule set or its text. The default is the rule set in the line below the board, or else
                ``standard`` on a sky of the board's size.
            turn: the player to move. Required if there is no line below the board.
            passes: the number of passes just made in a row, 0 to 2. The default is the number in the line
                below the board, or else 0.

        Raises:
            NotationError: the text is not a board; or the board, the line below it and the arguments
                contradict each other.
            InvalidPositionError: the position is invalid; the error lists every reason.

        Examples:
            >>> board = """
            ...     . .
            ...    . o . b .
            ...   . . . . . .
            ...    b .   . o
            ...   . . . . . .
            ...    . o . b .
            ...     . o
            ... """
            >>> position = volo.Position.from_board(board, turn=volo.BLUE)
            >>> position.fen()
            '2/1o1b1/6/b2o/6/1o1b1/1o b 0 standard-4'
            >>> volo.Position.from_board(str(position)) == position
            True
        '''
    @property
    def rules(self) -> Rules:
        """The rule set."""
    @property
    def turn(self) -> Color:
        """The player to move. It never equals a text: write ``str(position.turn) == "orange"``."""
    @property
    def passes(self) -> int:
        """The number of passes just made in a row: 0, 1 or 2."""
    @property
    def is_over(self) -> bool:
        """Whether the game is over. :meth:`outcome` says how it ended."""
    @property
    def zobrist(self) -> int:
        """A 64-bit key. Equal positions have equal keys, and different positions almost never do. The keys
        are the same in every version.
        """
    @property
    def zobrist_signed(self) -> int:
        """:attr:`zobrist` as a signed number of 64 bits, for columns of databases that have no unsigned numbers, such
        as ``BIGINT``.

        Examples:
            >>> position = volo.Position("standard-4")
            >>> position.zobrist_signed % 2**64 == position.zobrist
            True
        """
    def fen(self) -> str:
        """The position as one line of text, which :meth:`from_fen` reads."""
    def board(self, unicode: bool = False) -> str:
        """The board as text, followed by a line with the player to move or the outcome. The text has no final line
        end.

        ``o`` is a bird of Orange, ``b`` is a bird of Blue, and ``.`` is a vacant space. Each row begins with
        its letter. A missing space is shown as its number, and a row without missing spaces ends with the
        number of its last space, so that every space can be found by counting [R3]. :meth:`from_board` reads
        the text back.

        Args:
            unicode: whether to use ``●`` for Orange's birds, ``○`` for Blue's and ``·`` for vacant spaces.

        Examples:
            >>> print(volo.Position("standard-4").board())
               g 1 . . 4
              f . o . b . 5
             e . . . . . . 6
            d 1 b . 4 . o 7
             c . . . . . . 6
              b . o . b . 5
               a 1 . . 4
            Orange to move
        """
    def birds(self, color: ColorLike) -> tuple[str, ...]:
        """The spaces with birds of a color, in board order: the lowest row first, each from left to right."""
    def bird_at(self, space: str) -> Color | None:
        """The color of the bird on a space; None if the space is vacant.

        Raises:
            NotationError: the sky has no space of this name.

        Examples:
            >>> start = volo.Position("standard-4")
            >>> start.bird_at("b2"), start.bird_at("b3")
            (Color.ORANGE, None)
        """
    def in_hand(self, color: ColorLike) -> int | None:
        """The number of birds that a player has left to add [R8]; None if there is no limit."""
    def flocks(self, color: ColorLike) -> tuple[tuple[str, ...], ...]:
        """A player's flocks, each in board order, in the order of their first spaces."""
    def regions(self, color: ColorLike) -> tuple[Region, ...]:
        """The regions that have birds of a player [R15], in the order of their first spaces. If the game is not
        over, there is exactly one.
        """
    def legal_moves(self) -> MoveList:
        """All legal moves; an empty list if the game is over."""
    def is_legal(self, move: Move | str) -> bool:
        """Whether a move, given as a :class:`Move` or its text, is legal. A kept region may be named by any of its
        spaces.
        """
    def parse_move(self, text: Move | str) -> Move:
        """The legal move that a text or a :class:`Move` means, as it is in :meth:`legal_moves`. The argument may
        name a kept region [R15] by any of its spaces; the result names it by the leftmost space of its lowest
        row. White space at the ends of a text is ignored.

        Raises:
            IllegalMoveError: the move breaks a rule.

        Examples:
            >>> position = volo.Position("b1/5/5o/4/1o3o/3ob/2 o 0 standard-4")
            >>> position.parse_move("c2-E3/g2")
            Move('c2-E3/a2', edge=4)
        """
    def play(self, move: Move | str) -> Position:
        """The position after a move, given as a :class:`Move` or its text. To play the :attr:`code <Move.code>`
        of a move, decode it with :meth:`Move.from_code`.

        Raises:
            IllegalMoveError: the move breaks a rule, which the error names.

        Examples:
            >>> position = volo.Position("standard-4")
            >>> code = position.parse_move("a3").code
            >>> position.play(volo.Move.from_code(code)) == position.play("a3")
            True
        """
    @overload
    def observe(
        self,
        size: _Side | None = None,
        player: ColorLike | None = None,
        dtype: type[_Number] | np.dtype[_Number] | None = None,
        symmetry: Symmetry | str | None = None,
        *,
        out: NDArray[_Number] | _Foreign | None = None,
    ) -> NDArray[_Number]:
        """The position as planes of numbers: an array of shape ``(10, size, size)``, with a plane for each name in
        :attr:`Batch.PLANES`.

        :meth:`Batch.observe` explains the planes. A plane has the rows of the sky from the top, and its columns
        are the axial columns.

        Args:
            size: the number of rows and of columns of a plane: 7, 9, 11, 13 or 15, and at least ``2 * edge - 1``,
                which is the default.
            player: the player whose birds and hand are ``own``; by default the player to move.
            dtype: the type of the numbers: uint8, int16, int32, int64, float32 or float64.
            symmetry: a symmetry that is applied first, or its name; by default none.
            out: a C-contiguous array of this shape and type to write to and return; by default a new one.

        Raises:
            VoloError: the size is not one of these numbers.

        Examples:
            >>> position = volo.Position("standard-4")
            >>> planes = position.observe()
            >>> planes.shape, planes.dtype, int(planes[volo.Batch.PLANES.index("own")].sum())
            ((10, 7, 7), dtype('uint8'), 3)
            >>> mirror = volo.Symmetry("mirror")
            >>> np.array_equal(position.observe(symmetry=mirror), position.transform(mirror).observe())
            True
        """
    @overload
    def observe(
        self,
        size: _Side | None = None,
        player: ColorLike | None = None,
        *,
        dtype: str,
        symmetry: Symmetry | str | None = None,
        out: NDArray[Any] | _Foreign | None = None,
    ) -> NDArray[Any]: ...
    def outcome(self) -> Outcome | None:
        """How the game ended; None if it is not over."""
    def perft(self, depth: int, threads: int | None = None) -> int:
        """The number of legal move sequences of ``depth`` plies, 0 to 64, counted on this number of threads, by default
        one for each processor. Ctrl-C stops it.

        A finished game has no further moves. Each choice of a kept region is a separate move.
        """
    def divide(self, depth: int) -> dict[Move, int]:
        """Each legal move with the number of sequences of ``depth`` plies, 1 to 64, that begin with it.
        Ctrl-C stops it.

        The keys are :class:`Move` values; :meth:`parse_move` gives the key for the text of a move.

        Examples:
            >>> start = volo.Position("standard-4")
            >>> counts = start.divide(2)
            >>> counts[start.parse_move("a3")], sum(counts.values()) == start.perft(2)
            (9, True)
        """
    def transform(self, symmetry: Symmetry | str) -> Position:
        """The image of the position under a symmetry of the sky: every bird goes to the image of its space.
        Their colors, the player to move, the passes and the rule set stay the same.

        The rules are symmetric: the images of the legal moves are the legal moves of the image (see
        :meth:`Move.transform` for the name of a kept region).

        Examples:
            >>> volo.Position("standard-4").transform(volo.Symmetry("mirror")).fen()
            '2/1b1o1/6/o2b/6/1b1o1/2 o 0 standard-4'
        """
    def canonical(self) -> tuple[Position, Symmetry]:
        """The representative of the twelve images of this position, and a symmetry that maps this position to
        it. All images have the same representative.

        Takes about five times as long as :meth:`play`. The representative is the same in every version: it
        is the image with the smallest sets of birds, Orange's first, then Blue's, each read as a number in
        which the bit of a space is 16 times its row from the top plus its axial column, as in
        :attr:`Move.code`.

        Examples:
            >>> position = volo.Position().play("c5")
            >>> representative, symmetry = position.canonical()
            >>> position.transform(symmetry) == representative
            True
            >>> {position.transform(other).canonical()[0] for other in volo.SYMMETRIES} == {representative}
            True
        """
    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""

@final
class ActionSpace(_Value):
    """All decisions on a sky of one edge as numbers, for machine learning. The numbers are called actions.

    The size of the space is 1,201 for edge 4, 4,513 for edge 5, 11,965 for edge 6, 25,981 for edge 7 and 49,525
    for edge 8. The actions are, in this order: an add on each space, in the order of :attr:`Rules.spaces`; the
    pass; every flight for which the line exists and no missing space is in the way; and for each space, in the
    same order, to keep the region of this space [R15]. Flights are ordered by the first space of the line (the
    lower end, or the left one in a row), by its axis (E, NW, NE), by its length, by the direction (E, SE, SW, W,
    NW, NE) and by the distance. The numbers never change between versions.

    Most moves are one action. A flight that divides the opponent is two: the flight, and then the choice of the
    region to keep (see :class:`Decision`). Immutable; compared, hashed and pickled by value.

    Args:
        edge: the number of spaces on an edge of the sky, 4 to 8.

    Attributes:
        FEATURES: the names of the columns of :meth:`features`.

    Examples:
        >>> space = volo.ActionSpace(4)
        >>> space.size, space.name(933), space.of("b2:c3-E2/g2")
        (1201, 'b2:c3-E2', (933, 1171))
    """

    FEATURES: ClassVar[tuple[str, ...]]

    def __new__(cls, edge: int) -> ActionSpace: ...
    @property
    def edge(self) -> int:
        """The number of spaces on an edge of the sky."""
    @property
    def size(self) -> int:
        """The number of actions. They are 0 to ``size - 1``."""
    @property
    def pass_action(self) -> int:
        """The action that passes [R13]. It is also the number of spaces of the sky."""
    def of(self, move: Move | str) -> tuple[int, ...]:
        """The one or two actions of a move, given as a :class:`Move` or its text. The second one chooses the region
        to keep [R15], with the space by which the move names it.

        Raises:
            IllegalMoveError: the ends of the line are not on one straight line [R9], or a missing space is in the
                way of the flight [R10].

        Examples:
            >>> space = volo.ActionSpace(4)
            >>> space.of("a3"), space.of("pass"), space.of(volo.Move("b2-E1", edge=4))
            ((29,), (30,), (893,))
        """
    def move(self, action: SupportsIndex | Sequence[SupportsIndex], position: Decision | PositionLike) -> Move:
        """The move of an action in a position.

        Args:
            action: the action; or a sequence of the one or two actions of a move, which :meth:`of` returns.
            position: a position, or the :class:`Decision` between the two decisions of a flight that divides the
                opponent. Also a rule set or the text of either.

        Returns:
            The legal move, as it is in :meth:`Position.legal_moves`. If the action is a flight that divides the
            opponent, and the region to keep is not chosen yet, the move names no region.

        Raises:
            IllegalMoveError: an action breaks a rule.
            VoloError: an action is out of range, or the sky has another edge.

        Examples:
            >>> space, position = volo.ActionSpace(4), volo.Position("b1/5/5o/4/1o3o/3ob/2 o 0 standard-4")
            >>> actions = space.of("c2-E3/a2")
            >>> space.move(actions, position)
            Move('c2-E3/a2', edge=4)
            >>> space.move(actions[0], position)
            Move('c2-E3', edge=4)
            >>> space.move(actions[1], volo.Decision(position).step(actions[0]))
            Move('c2-E3/a2', edge=4)
        """
    def name(self, action: SupportsIndex) -> str:
        """The text of an action: ``"c5"``, ``"pass"``, ``"b2:b4-NE3"``, or ``"/g6"`` to keep the region of g6. The
        texts of the two actions of a move, one after the other, are the text of the move.
        """
    def features(self) -> NDArray[np.int16]:
        """What each action does, as numbers that a network can look up: a new array (int16) of shape ``(size, 8)``.
        A number that an action does not have is -1. The columns are :attr:`FEATURES`:

        * ``kind``: the index in :attr:`Move.KINDS`: 0 for an add, 1 for a flight, 2 for a pass; 3 to keep a region;
        * ``first`` and ``last``: the ends of the line that flies, or both the space of an add or of a region;
        * ``axis`` (0 E, 1 NW, 2 NE), ``length``, ``direction`` (0 E, 1 SE, 2 SW, 3 W, 4 NW, 5 NE) and ``distance``:
          those of a flight. A single bird is a line of length 1 on axis 0;
        * ``landing``: where the first space of a flight lands.

        A space is its index in :attr:`Rules.spaces`, which is also the action that adds a bird there. So
        ``features[actions]`` has a row for each legal action, for the lists of :meth:`Batch.legal_actions` and of
        :meth:`Decision.legal_actions`.

        Examples:
            >>> space = volo.ActionSpace(4)
            >>> features = space.features()
            >>> dict(zip(space.FEATURES, features[933].tolist()))
            {'kind': 1, 'first': 24, 'last': 19, 'axis': 2, 'length': 2, 'direction': 0, 'distance': 2, 'landing': 26}
            >>> actions, offsets = volo.Batch(100, "standard-4").legal_actions()
            >>> features[actions].shape
            (900, 8)
        """
    def transform(self, symmetry: Symmetry | str) -> NDArray[np.uint16]:
        """The image of each action under a symmetry of the sky: a new array (uint16) of shape ``(size,)``. Entry
        ``a`` is the image of action ``a``.

        The image of a legal action is legal in :meth:`Decision.transform` of the decision. It is also the listed one,
        except that a region to keep is named by the image of the space that named it, which need not be its
        lowest, then leftmost space.

        Examples:
            >>> space = volo.ActionSpace(4)
            >>> images = space.transform(volo.Symmetry("mirror"))
            >>> space.name(images[933]), bool((images[images] == range(space.size)).all())
            ('b4:c4-W2', True)
        """
    def __len__(self) -> int: ...
    def __reduce__(self) -> tuple[type[ActionSpace], tuple[int]]: ...

@final
class Decision(_Value):
    """A position before a decision of the player to move, for machine learning.

    Most turns are one decision: an action that adds, flies or passes (see :class:`ActionSpace`). After a flight
    that divides the opponent, the same player chooses the region to keep as a second decision [R15]. Until then,
    the position is the one before the flight. Immutable: :meth:`step` returns the next decision. Compared, hashed and
    pickled by value.

    Args:
        position: the position, a rule set, or the text of either; by default the start by the ``standard`` rules.
        chosen: the flight that was chosen, as a :class:`Move` or its text, if the player must now choose the region
            to keep. A region that it names is ignored.

    Attributes:
        PLANES: the names of the planes that :meth:`observe` writes: those of :attr:`Batch.PLANES`, ``"flying"`` and
            ``"landing"``.

    Raises:
        IllegalMoveError: the chosen flight is illegal, or does not divide the opponent.
        InvalidRulesError: the text is neither a rule set nor a position.

    Examples:
        >>> decision = volo.Decision("b1/5/5o/4/1o3o/3ob/2 o 0 standard-4")
        >>> flight, keep = decision.action_space.of("c2-E3/a2")
        >>> between = decision.step(flight)
        >>> between.chosen, [between.action_space.name(action) for action in between.legal_actions()]
        (Move('c2-E3', edge=4), ['/b5', '/a2'])
        >>> between.step(keep).position == decision.position.play("c2-E3/a2")
        True
    """

    PLANES: ClassVar[tuple[str, ...]]

    def __new__(cls, position: PositionLike | None = None, chosen: Move | str | None = None) -> Decision: ...
    @property
    def position(self) -> Position:
        """The position at the beginning of the turn."""
    @property
    def chosen(self) -> Move | None:
        """The flight that was chosen, if the player must now choose the region to keep [R15]; else None. It names no
        region.
        """
    @property
    def action_space(self) -> ActionSpace:
        """The action space of the sky."""
    def legal_actions(self) -> list[int]:
        """The legal actions in ascending order; an empty list if the game is over.

        A flight that divides the opponent is one action. Afterwards there is one action for each region, with the
        region's lowest, then leftmost space. :meth:`step` also accepts the region's other spaces.

        Examples:
            >>> decision = volo.Decision("standard-4")
            >>> [decision.action_space.name(action) for action in decision.legal_actions()]
            ['g3', 'f5', 'e1', 'e4', 'd3', 'c1', 'c4', 'b5', 'a3']
        """
    @overload
    def mask(
        self, out: NDArray[np.bool_] | _Foreign | None = None, *, packed: Literal[False] = False
    ) -> NDArray[np.bool_]:
        """Which actions are legal: an array of bools of shape ``(size,)``, or the same as bits.

        Args:
            out: a C-contiguous array to write to and return; by default a new one.
            packed: whether the mask has a bit for each action: an array of uint8 of shape ``(ceil(size / 8),)``,
                which ``numpy.unpackbits(mask, count=size, bitorder="little")`` unpacks.

        Examples:
            >>> decision = volo.Decision("standard-4")
            >>> mask = decision.mask()
            >>> mask.shape, np.flatnonzero(mask).tolist() == decision.legal_actions()
            ((1201,), True)
        """
    @overload
    def mask(self, out: NDArray[np.uint8] | _Foreign | None = None, *, packed: Literal[True]) -> NDArray[np.uint8]: ...
    def step(self, action: SupportsIndex) -> Decision:
        """The decision after an action: the second decision of the same turn, or the first decision of the next turn.

        Args:
            action: an int, or an integer of any other type, such as a NumPy scalar.

        Raises:
            IllegalMoveError: the action breaks a rule, which the error names.
        """
    def outcome(self) -> Outcome | None:
        """How the game ended; None if it is not over."""
    @overload
    def observe(
        self,
        size: _Side | None = None,
        player: ColorLike | None = None,
        dtype: type[_Number] | np.dtype[_Number] | None = None,
        symmetry: Symmetry | str | None = None,
        *,
        out: NDArray[_Number] | _Foreign | None = None,
    ) -> NDArray[_Number]:
        """The decision as planes of numbers: an array of shape ``(12, size, size)``, with a plane for each name in
        :attr:`PLANES`.

        The first ten planes are those of :meth:`Position.observe`, which explains the arguments. The last two are
        sets of spaces: those that the chosen flight leaves from, and those that it lands on. They are empty unless
        a flight was chosen.

        Raises:
            VoloError: the size is too small for the sky, or not one of the sizes.

        Examples:
            >>> decision = volo.Decision("b1/5/5o/4/1o3o/3ob/2 o 0 standard-4", "c2-E3")
            >>> planes = decision.observe(dtype="float32")
            >>> planes.shape, float(planes[decision.PLANES.index("landing")].sum())
            ((12, 7, 7), 1.0)
        """
    @overload
    def observe(
        self,
        size: _Side | None = None,
        player: ColorLike | None = None,
        *,
        dtype: str,
        symmetry: Symmetry | str | None = None,
        out: NDArray[Any] | _Foreign | None = None,
    ) -> NDArray[Any]: ...
    def transform(self, symmetry: Symmetry | str) -> Decision:
        """The image of the decision under a symmetry of the sky: of the position and of the chosen flight.

        :meth:`ActionSpace.transform` gives the images of the actions.
        """
    def __reduce__(self) -> tuple[type[Decision], tuple[Position, Move | None]]: ...

@final
class ArrayGame(_Value):
    """The game by one rule set as functions from arrays to arrays, for searches on arrays such as those of mctx.

    A *state* is a position as a row of uint32 numbers, and ``states`` is an array of them of shape ``(n, words)``. The
    caller keeps the states, and this object never changes, so it may be used by many threads. A state may be between
    the two decisions of a turn, like a :class:`Decision`.

    With ``w = ceil(s / 32)`` for a sky with ``s`` spaces, a row has ``w`` numbers for Orange's birds, ``w`` for
    Blue's, and one for the rest. In a set of birds, bit ``i % 32`` of number ``i // 32`` is the space
    ``Rules.spaces[i]``, on which action ``i`` adds a bird. In the last number, bit 0 is the player to move (0 Orange, 1
    Blue), bits 1 and 2 are the number of passes just made, and bits 16 to 31 are the action of the chosen flight, or 0.
    All other bits are 0. So ``words`` is 3, 5, 7, 9 or 13 for the edges 4 to 8, and ``states[:, -1] & 1`` is the player
    to move.

    All functions check every row, since the numbers may come from anywhere. They release the interpreter and
    divide the rows among threads; the results do not depend on the number of threads. Ctrl-C stops them.

    ``states``, ``actions`` and ``out`` may also be tensors of PyTorch, arrays of JAX and other objects with
    ``__array__``, ``__dlpack__`` or a buffer. ``out`` must share its memory with NumPy, and be writable: arrays of JAX
    are not.

    Args:
        rules: a rule set or its text.
        threads: the number of threads, 1 to 256; by default as many as the machine runs at once.

    Examples:
        >>> # 100 random games
        >>> game, random = volo.ArrayGame("standard-4"), np.random.default_rng(1)
        >>> states, ended = game.initial(100), np.zeros(100, bool)
        >>> masks = game.legal_mask(states)
        >>> while not ended.all():
        ...     actions = (random.random(masks.shape) * masks).argmax(axis=1)
        ...     states, player, rewards, ended, masks = game.step(states, actions)
        >>> states.shape, all(turn.outcome() for turn in game.decisions(states))
        ((100, 3), True)
    """

    def __new__(cls, rules: Rules | str = "standard", *, threads: int | None = None) -> ArrayGame: ...
    def __reduce__(self) -> tuple[partial[ArrayGame], tuple[Rules]]: ...
    @property
    def rules(self) -> Rules:
        """The rule set."""
    @property
    def action_space(self) -> ActionSpace:
        """The action space."""
    @property
    def words(self) -> int:
        """The number of numbers in a row: 3, 5, 7, 9 or 13 for the edges 4 to 8."""
    @property
    def threads(self) -> int:
        """The number of threads."""
    def initial(self, n: int) -> NDArray[np.uint32]:
        """The start of a game, ``n`` times: an array (uint32) of shape ``(n, words)``.

        Args:
            n: the number of rows, up to 10,000,000.

        Examples:
            >>> volo.ArrayGame("standard-4").initial(2).tolist()
            [[16842760, 67117088, 0], [16842760, 67117088, 0]]
        """
    def states(self, decisions: Iterable[PositionLike | Decision]) -> NDArray[np.uint32]:
        """The states of these decisions. Takes about 100 nanoseconds for each.

        Args:
            decisions: an iterable of positions, rule sets, their texts, or decisions.

        Raises:
            VoloError: a position has another rule set (the error has its index).

        Examples:
            >>> game = volo.ArrayGame("standard-4")
            >>> turn = volo.Decision("b1/5/5o/4/1o3o/3ob/2 o 0 standard-4")
            >>> between = turn.step(game.action_space.of("c2-E3/a2")[0])
            >>> game.decisions(game.states([turn, between])) == [turn, between]
            True
        """
    def decisions(self, states: NDArray[np.uint32] | _Foreign) -> list[Decision]:
        """The :class:`Decision` of each of these states. Takes about 300 nanoseconds for each.

        Raises:
            VoloError: a row is not a state (the error has its index), or ``states`` has another number of columns than
                ``words``.

        Examples:
            >>> game = volo.ArrayGame("standard-4")
            >>> game.decisions(np.array([[16842760, 0, 0]], np.uint32))
            Traceback (most recent call last):
            ...
            volo.errors.VoloError: row 0: Blue has no bird
        """
    @overload
    def step(
        self,
        states: NDArray[np.uint32] | _Foreign,
        actions: _Integers,
        *,
        masks: _Masks = "dense",
        out: tuple[Any, ...] | None = None,
    ) -> tuple[NDArray[np.uint32], NDArray[np.int8], NDArray[np.float32], NDArray[np.bool_], NDArray[Any]]:
        """Plays an action in each state. The states given are unchanged, unless ``out`` has the same array.

        A state whose game is over stays as it is, whatever its action, with the reward 0, because searches go on past
        the end of a game. There is no limit of plies: cut games off after as many steps as you like.

        ``player`` is not always the other player: after a flight that divides the opponent, the same player decides
        again (see :class:`Decision`). A search such as that of mctx, which wants the value of a state from the
        view of who acts in it, therefore takes as its discount 0 where ``ended``, 1 where ``player`` is the player who
        acted, and -1 elsewhere.

        Args:
            states: an array (uint32) of shape ``(n, words)``.
            actions: an array of any integer type with an action for each state.
            masks: ``"dense"``, ``"packed"`` for bits (see :meth:`legal_mask`), or None for no masks.
            out: a tuple like the one that is returned, whose arrays are written to; by default new arrays. It may have
                ``states`` itself. No other thread may use the arrays during the call. If an error is raised, only the
                masks may have been written to.

        Returns:
            A tuple of five. ``states`` (uint32, shape ``(n, words)``) are the states after the actions. ``player``
            (int8) is who acts next: 0 Orange, 1 Blue. ``rewards`` (float32) are those of the players who acted: 1 if
            the action won the game, -1 if it lost the game [R18], 0 otherwise; the reward of the other player is the
            negative. ``ended`` (bool) is true for games that are over. ``masks`` are the legal actions afterwards, of
            which there are none if the game is over.

        Raises:
            IllegalMoveError: an action breaks a rule; ``index`` is the index of the first such row.
            VoloError: a row is not a state, or an action is out of range (the error has the index of the row); or the
                number of actions is not the number of states.

        Examples:
            >>> game = volo.ArrayGame("standard-4")
            >>> add, states = game.action_space.of("a3"), game.initial(2)
            >>> states, player, rewards, ended, masks = game.step(states, np.array(add * 2))
            >>> player.tolist(), rewards.tolist(), ended.tolist(), masks.sum(axis=1).tolist()
            ([1, 1], [0.0, 0.0], [False, False], [9, 9])
            >>> game.step(states, np.array([27, 28]))
            Traceback (most recent call last):
            ...
            volo.errors.IllegalMoveError: illegal move b5 at index 0: touches the friendly bird at b4 [R6]
        """
    @overload
    def step(
        self,
        states: NDArray[np.uint32] | _Foreign,
        actions: _Integers,
        *,
        masks: None,
        out: tuple[Any, ...] | None = None,
    ) -> tuple[NDArray[np.uint32], NDArray[np.int8], NDArray[np.float32], NDArray[np.bool_], None]: ...
    @overload
    def legal_mask(
        self,
        states: NDArray[np.uint32] | _Foreign,
        out: NDArray[np.bool_] | _Foreign | None = None,
        packed: Literal[False] = False,
    ) -> NDArray[np.bool_]:
        """Which actions are legal in each state: an array of bools of shape ``(n, size)``, or the same as bits. Nothing
        is legal in a game that is over.

        Args:
            states: an array (uint32) of shape ``(n, words)``.
            out: a C-contiguous array to write to and return; by default a new one. No other thread may use it.
            packed: whether the mask has a bit for each action: an array of uint8 of shape ``(n, ceil(size / 8))``,
                which ``numpy.unpackbits(mask, axis=1, count=size, bitorder="little")`` unpacks.

        Raises:
            VoloError: a row is not a state (the error has its index).

        Examples:
            >>> game = volo.ArrayGame("standard-4")
            >>> masks = game.legal_mask(game.initial(2))
            >>> masks.shape, masks.sum(axis=1).tolist()
            ((2, 1201), [9, 9])
        """
    @overload
    def legal_mask(
        self,
        states: NDArray[np.uint32] | _Foreign,
        out: NDArray[np.uint8] | _Foreign | None = None,
        *,
        packed: Literal[True],
    ) -> NDArray[np.uint8]: ...
    @overload
    def observe(
        self,
        states: NDArray[np.uint32] | _Foreign,
        out: NDArray[_Number] | _Foreign | None = None,
        *,
        size: _Side | None = None,
        player: ColorLike | None = None,
        dtype: type[_Number] | np.dtype[_Number] | None = None,
        symmetry: Symmetry | str | None = None,
    ) -> NDArray[_Number]:
        """The states as planes of numbers: an array of shape ``(n, 12, rows, columns)``. The planes and the arguments
        are those of :meth:`Decision.observe`.

        Raises:
            VoloError: a row is not a state (the error has its index).

        Examples:
            >>> game = volo.ArrayGame("standard-4")
            >>> game.observe(game.initial(2), dtype="float32").shape
            (2, 12, 7, 7)
        """
    @overload
    def observe(
        self,
        states: NDArray[np.uint32] | _Foreign,
        out: NDArray[Any] | _Foreign | None = None,
        *,
        size: _Side | None = None,
        player: ColorLike | None = None,
        dtype: str,
        symmetry: Symmetry | str | None = None,
    ) -> NDArray[Any]: ...

@final
class Batch(_Copied):
    """Many games that are played in lockstep. Each call of :meth:`play` plays a move in every game, and each call of
    :meth:`step` an action (see :class:`ActionSpace`). The caller chooses the moves or the actions.

    Games are numbered from 0. Methods take time in proportion to the number of games, release the interpreter,
    and divide the games among threads; the results do not depend on the number of threads. If several threads
    of Python use one batch, their calls run one after the other. Arrays may be of NumPy, or be anything with
    ``__array__``, ``__dlpack__`` or a buffer, such as tensors of PyTorch and arrays of JAX. What is written to must
    share its memory with NumPy and be writable, which arrays of JAX are not. ``batch[games]`` is a new batch with
    copies of the games that a slice, an array of integers or an array of bools selects. Each game keeps its starting
    position, its turns and the state of its generator.

    Args:
        n: the number of games, up to 10,000,000. With ``positions``, the number of games from each of them, 1 by
            default. The games of a position follow those of the position before it.
        rules: a rule set or its text; the ``n`` games begin at its start. The default is ``standard``.
        positions: the starting positions of the games, in place of ``rules``. Each may also be a :class:`Decision`. The
            rules of the games may differ.
        threads: the number of threads, 1 to 256; by default as many as the machine runs at once.
        seed: the seed of the random numbers of :meth:`random_actions` and of the opponent: an int from 0 to
            2**64 - 1, where game ``i`` uses stream ``i``; or an array or a list with a seed for each game. The numbers
            of a game with a seed of its own do not depend on its index. None, which is the default and may be in a
            list, draws a fresh seed.
        max_plies: the number of turns after which a game that is not over is truncated [R19]; by default there is
            no limit. Turns of the opponent count. :meth:`step` applies the limit, and :meth:`play` does not.
        autoreset: when games that are over or truncated begin again. ``"next-step"``: the next step ignores their
            actions and resets them. ``"same-step"``: the step that ends a game resets it, too, and ``observe``
            with ``before_reset`` shows the end. By default, they stay finished. The meaning is that of
            Gymnasium's ``AutoresetMode``.
        opponent: ``"uniform"`` or ``"careful"``, a policy of :func:`play_games`, which plays the other player of
            every game: within :meth:`step`, after the turn of the caller; and where it is to move at the
            beginning of a game. :meth:`play` does not involve it. By default, there is no opponent.
        player: the player whose actions the caller chooses, if there is an opponent: a :class:`Color`, its name or
            its number; or an array with an integer for each game, 0 for Orange and 1 for Blue. The default is Orange.

    Attributes:
        SKIP: the code that plays no move in a game, 2**32 - 1.
        NO_ACTION: the action that leaves a game unchanged, 65,535. -1 means the same.
        DRAW: the :attr:`outcome` of a draw, -1.
        ONGOING: the :attr:`outcome` of a game that is not over, -3.
        PLANES: the names of the planes that :meth:`observe` writes.

    Raises:
        VoloError: a number is out of range, or there are too many games.
        TypeError: both ``rules`` and ``positions`` are given, or neither ``n`` nor ``positions``; ``player`` is
            given without ``opponent``.

    Examples:
        >>> # random games; finished games begin again
        >>> random, batch = np.random.default_rng(1), volo.Batch(500, "standard-5")
        >>> wins = np.zeros(2, int)
        >>> for _ in range(100):
        ...     codes, offsets = batch.legal_moves()
        ...     batch.play(codes[random.integers(offsets[:-1], offsets[1:])])
        ...     over = batch.outcome != volo.Batch.ONGOING
        ...     wins += np.bincount(batch.outcome[batch.outcome >= 0], minlength=2)
        ...     batch.reset(over)
        >>> bool((wins > 200).all())
        True
    """

    SKIP: ClassVar[int]
    NO_ACTION: ClassVar[int]
    DRAW: ClassVar[int]
    ONGOING: ClassVar[int]
    PLANES: ClassVar[tuple[str, ...]]
    @overload
    def __new__(
        cls,
        n: int,
        rules: Rules | str | None = None,
        *,
        positions: None = None,
        threads: int | None = None,
        seed: _Seeds | None = None,
        max_plies: int | None = None,
        autoreset: _Autoreset | None = None,
        opponent: Policy | None = None,
        player: ColorLike | _Integers | None = None,
    ) -> Batch: ...
    @overload
    def __new__(
        cls,
        n: int | None = None,
        rules: None = None,
        *,
        positions: Iterable[PositionLike | Decision],
        threads: int | None = None,
        seed: _Seeds | None = None,
        max_plies: int | None = None,
        autoreset: _Autoreset | None = None,
        opponent: Policy | None = None,
        player: ColorLike | _Integers | None = None,
    ) -> Batch: ...
    @property
    def action_space(self) -> ActionSpace:
        """The action space that all games share.

        Raises:
            VoloError: the games are on skies of different edges, or there are no games.
        """
    @property
    def decisions(self) -> list[Decision]:
        """What each game has to decide now, as a new list. Takes about 100 nanoseconds for each game."""
    @property
    def terminated(self) -> NDArray[np.bool_]:
        """Whether each game is over (bool)."""
    @property
    def truncated(self) -> NDArray[np.bool_]:
        """Whether each game has reached ``max_plies`` and is not over (bool) [R19]."""
    @property
    def turn(self) -> NDArray[np.int8]:
        """The player to move in each game (int8): 0 Orange, 1 Blue. Like all arrays of a batch, it is a new
        array at each access.
        """
    @property
    def outcome(self) -> NDArray[np.int8]:
        """How each game ended (int8): the color of the winner, 0 Orange or 1 Blue; :attr:`DRAW`; or
        :attr:`ONGOING` while it is not over.
        """
    @property
    def reason(self) -> NDArray[np.int8]:
        """What ended each game (int8): 0 one flock [R17] [R18], 1 a draw by two passes [R14], 2 a win of the last
        player to add or fly [R14b], -1 while the game is not over.
        """
    @property
    def plies(self) -> NDArray[np.int32]:
        """The number of turns in each game since it began (int32)."""
    def legal_moves(self) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
        """All legal moves, as two arrays: ``codes`` (uint32), the :attr:`codes <Move.code>` of the moves of
        all games, concatenated; and ``offsets`` (int64), the index in ``codes`` of the first move of each
        game, followed by the length of ``codes``.

        The moves of game ``i`` are ``codes[offsets[i]:offsets[i + 1]]``, in the order of
        :meth:`Position.legal_moves`. A game that is over has no moves. Ctrl-C stops it.

        Examples:
            >>> codes, offsets = volo.Batch(2, "standard-4").legal_moves()
            >>> offsets.tolist(), sorted(str(volo.Move.from_code(code)) for code in codes[9:].tolist())[0]
            ([0, 9, 18], 'a3')
        """
    def play(self, codes: NDArray[np.uint32] | _Foreign) -> None:
        """Plays a move in each game. If an error is raised, no game has changed.

        Args:
            codes: an array (uint32) with the :attr:`code <Move.code>` of a move for each game, or
                :attr:`SKIP` for a game in which no move is played. A game that is over needs
                :attr:`SKIP`.

        Raises:
            IllegalMoveError: a move breaks a rule; ``index`` is the index of the first such game.
            VoloError: a number is not the code of a move on the sky of its game (the error has its index); or
                the number of codes is not the number of games.

        Examples:
            >>> batch = volo.Batch(3, "standard-4")
            >>> add = volo.Move("a3", edge=4).code
            >>> batch.play(np.array([add, volo.Batch.SKIP, add], np.uint32))
            >>> batch.plies.tolist(), batch.turn.tolist()
            ([1, 0, 1], [1, 0, 1])
        """
    def legal_actions(self) -> tuple[NDArray[np.uint16], NDArray[np.int64]]:
        """All legal actions, as two arrays: ``actions`` (uint16), those of all games, concatenated; and ``offsets``
        (int64), the index in ``actions`` of the first action of each game, followed by the length of ``actions``.

        The actions of game ``i`` are ``actions[offsets[i]:offsets[i + 1]]``, in ascending order. They are those of
        :meth:`Decision.legal_actions`. A game that is over or truncated has no actions. Ctrl-C stops it.

        Examples:
            >>> actions, offsets = volo.Batch(2, "standard-4").legal_actions()
            >>> offsets.tolist(), volo.ActionSpace(4).name(actions[0])
            ([0, 9, 18], 'g3')
        """
    @overload
    def legal_mask(
        self, out: NDArray[np.bool_] | _Foreign | None = None, packed: Literal[False] = False
    ) -> NDArray[np.bool_]:
        """Which actions are legal: an array of bools of shape ``(n, size)``, or the same as bits. All games must
        have the same :attr:`action_space`. Nothing is legal in a game that is over or truncated.

        The arguments are those of :meth:`ArrayGame.legal_mask`.

        Raises:
            VoloError: the games are on skies of different edges, or there are no games.

        Examples:
            >>> batch = volo.Batch(2, "standard-4")
            >>> mask, bits = batch.legal_mask(), batch.legal_mask(packed=True)
            >>> mask.shape, bits.shape, mask.sum(axis=1).tolist()
            ((2, 1201), (2, 151), [9, 9])
            >>> np.array_equal(mask, np.unpackbits(bits, axis=1, count=1201, bitorder="little"))
            True
        """
    @overload
    def legal_mask(
        self, out: NDArray[np.uint8] | _Foreign | None = None, *, packed: Literal[True]
    ) -> NDArray[np.uint8]: ...
    def random_actions(self, out: NDArray[np.uint16] | _Foreign | None = None) -> NDArray[np.uint16]:
        """One of the legal actions of each game, each equally likely: an array (uint16) of shape ``(n,)``. It is
        :attr:`NO_ACTION` for a game that is over or truncated.

        Each game has its own random generator, which depends on the seed. This is faster than to choose from
        :meth:`legal_actions`, because the actions are not listed.

        Args:
            out: a C-contiguous array to write to and return; by default a new one.

        Examples:
            >>> batch = volo.Batch(100, "standard-4", seed=1)
            >>> while not batch.terminated.all():
            ...     rewards, terminated, truncated = batch.step(batch.random_actions())
            >>> bool((batch.outcome != volo.Batch.ONGOING).all())
            True
        """
    def step(
        self,
        actions: _Integers,
        *,
        out: tuple[NDArray[np.float32] | _Foreign, NDArray[np.bool_] | _Foreign, NDArray[np.bool_] | _Foreign]
        | None = None,
    ) -> tuple[NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_]]:
        """Plays an action in each game, and then the turn of the opponent, if there is one. If an error is raised, no
        game has changed.

        A turn is one action, or two after a flight that divides the opponent (see :class:`Decision`).

        Args:
            actions: an array of any integer type with an action for each game, or :attr:`NO_ACTION` or -1 for a game
                in which nothing is played. A game that is over or truncated needs one of these; with ``autoreset``
                it is reset, and its action is ignored.
            out: a tuple of the three arrays to write to; by default new ones. No other thread may use them during
                the call, because the interpreter is released.

        Returns:
            A tuple of three arrays. ``rewards`` (float32, shape ``(n, 2)``) has the rewards of Orange and of Blue: 1
            and -1 in a step that ends a game with a winner, 0 otherwise. ``terminated`` (bool) is true for games
            that are over, and ``truncated`` (bool) for games that reached ``max_plies`` and are not over. With
            ``autoreset="same-step"`` both are about the game that ended, though a new one has begun.

        Raises:
            IllegalMoveError: an action breaks a rule; ``index`` is the index of the first such game.
            VoloError: an action is out of range (the error has its index); or the number of actions is not the number
                of games.

        Examples:
            >>> batch = volo.Batch(3, "standard-4", max_plies=2)
            >>> add, none = batch.action_space.of("a3")[0], volo.Batch.NO_ACTION
            >>> rewards, terminated, truncated = batch.step(np.array([add, none, add]))
            >>> batch.plies.tolist(), terminated.tolist(), rewards.shape
            ([1, 0, 1], [False, False, False], (3, 2))
            >>> batch.step(np.array([-1, add, add]))
            Traceback (most recent call last):
            ...
            volo.errors.IllegalMoveError: illegal move a3 at index 2: a3 is not vacant [R6]
        """
    def seed(self, seed: _Seeds) -> None:
        """Replaces the generators of the games, from which :meth:`random_actions` and the opponent draw.

        Args:
            seed: an int, or an array or a list with an integer for each game, as in the constructor. A game whose seed
                in a list is None goes on with its numbers.

        Raises:
            VoloError: a seed is not 0 to 2**64 - 1, or there is not one for each game.

        Examples:
            >>> batch = volo.Batch(50, "standard-4", seed=0)
            >>> first = batch.random_actions()
            >>> batch.seed(0)
            >>> bool((batch.random_actions() == first).all())
            True
        """
    def set_positions(
        self,
        positions: Iterable[PositionLike | Decision],
        games: slice | _Integers | NDArray[np.bool_] | None = None,
    ) -> None:
        """Continues games from other positions. The games then count no turns played. The positions to which
        :meth:`reset` returns the games do not change. Where the opponent is to move, it makes a turn.

        Args:
            positions: an iterable with a position for each of the games, as in the constructor.
            games: the games, as a slice, an array of integers or an array of bools; by default all games. If a game
                occurs several times, the last of its positions counts.

        Raises:
            VoloError: the number of positions is not the number of games.
            IndexError: a game does not exist, or an array of bools does not have one for each game.

        Examples:
            >>> batch = volo.Batch(3, "standard-4")
            >>> batch.set_positions(["2/b3o/b5/b2o/3bo1/3b1/2 b 0 standard-4"], np.array([1]))
            >>> batch.turn.tolist()
            [0, 1, 0]
        """
    def copy(self) -> Batch:
        """A copy. It does not change when this batch does."""
    def __getitem__(self, games: slice | _Integers | NDArray[np.bool_], /) -> Batch: ...
    def reset(self, mask: NDArray[np.bool_] | _Foreign | None = None) -> None:
        """Resets games to their starting positions.

        Args:
            mask: an array of bools that is true for the games to reset. By default, all games are reset.

        Raises:
            VoloError: the length of the mask is not the number of games.
        """
    @overload
    def observe(
        self,
        out: NDArray[_Number] | _Foreign | None = None,
        *,
        size: _Side | None = None,
        player: ColorLike | None = None,
        dtype: type[_Number] | np.dtype[_Number] | None = None,
        symmetry: Symmetry | str | None = None,
        chosen: bool = False,
        before_reset: bool = False,
    ) -> NDArray[_Number]:
        """The positions as planes of numbers: an array of shape ``(n, 10, size, size)``.

        The first four planes are sets of spaces, 1 for a member and 0 for any other place: the spaces of
        the sky, the birds of the player to move, the birds of the other player, and the vacant spaces.
        Each of the other planes has the same number everywhere: the player to move (0 Orange, 1 Blue), the
        number of passes just made, the birds in hand of the player to move and of the other player (255 if
        there is no limit), and the places of the pass rule in :attr:`Rules.PASSING` and of the end rule in
        :attr:`Rules.STUCK`, from 0.

        A plane has the rows of the sky from the top, and its columns are the axial columns: the
        neighbors of a space are to its left and right, straight above and below it, below to the left,
        and above to the right. A sky with fewer rows than a plane fills the first rows and columns.

        The arguments that are not listed are those of :meth:`Position.observe`. By default, the planes have the size of
        the largest sky in the batch. No other thread may use ``out`` during the call, which releases the interpreter.

        Args:
            chosen: whether to write the 12 planes of :attr:`Decision.PLANES` in place of the 10.
            before_reset: whether to show the end of each game that the last :meth:`step` reset, in place of its new
                start. Only ``autoreset="same-step"`` resets games in the step that ends them.

        Examples:
            >>> planes = volo.Batch(2, "standard-4").observe()
            >>> planes.shape, int(planes[0, volo.Batch.PLANES.index("sky")].sum())
            ((2, 10, 7, 7), 30)
            >>> volo.Batch(2, "standard-4").observe(size=15, dtype="float32", chosen=True).shape
            (2, 12, 15, 15)
        """
    @overload
    def observe(
        self,
        out: NDArray[Any] | _Foreign | None = None,
        *,
        size: _Side | None = None,
        player: ColorLike | None = None,
        dtype: str,
        symmetry: Symmetry | str | None = None,
        chosen: bool = False,
        before_reset: bool = False,
    ) -> NDArray[Any]: ...
    @property
    def positions(self) -> list[Position]:
        """The current position of each game, as a new list. Takes about 100 nanoseconds for each game."""
    def __len__(self) -> int: ...

_Places: TypeAlias = dict[str, tuple[int, int]]

def _layout(edge: int) -> tuple[_Places, _Places]:
    """The spaces of a sky and its missing spaces: the coordinates (x, y) by the names of the spaces, in board
    order.
    """

def _policies(policy: GamePolicies) -> tuple[str, str]:
    """Orange's policy and Blue's, as the texts that ``volo.simulate.Configuration`` keeps."""

def _divided(text: str) -> list[str]:
    """Divides texts of players with commas between them. A setting also follows a comma, and stays with its player."""

def _read_player(text: str, for_match: bool) -> tuple[str, dict[str, float]]:
    """The name and the settings in the text of a player, which may have to be one of a match.

    The name is that of a policy, or ``engine`` or ``ugi``. After ``ugi``, the command follows the first colon.
    """

@overload
def play_games(
    games: int,
    *,
    policy: GamePolicies = "uniform",
    position: PositionLike | None = None,
    positions: Iterable[PositionLike] | None = None,
    seed: int | None = None,
    threads: int | None = None,
    max_plies: int = 2000,
    record: Literal[True],
    count_moves: bool = False,
    tally: bool = False,
    first: int = 0,
    progress: Callable[[int], object] | None = None,
) -> RecordedPlayouts:
    """Plays games between players of any strength: random players and engines.

    A policy is the text of a player, as in matches. A random player draws each move from a set of moves, all of which
    are equally likely; each choice of a kept region is a separate move. These players can play simulated games:

    * ``"uniform"``: a random player whose set has all legal moves.
    * ``"careful"``: a random player whose set has the moves that win at once. If no move does, the moves that do not
      hand the game over. If all moves hand the game over, all legal moves. A move hands the game over if it makes the
      opponent win [R18] [R14b], or if the opponent then has a move that wins at once.
    * ``"engine:NODES"``: the best move that an engine finds when it searches this number of positions, 1 to
      10,000,000, for each move. If they do not suffice to look one ply ahead, the move is drawn as by ``"careful"``.

    Settings of an engine follow after commas, as in ``"engine:400,opening=6,temperature=0.5"``:

    * ``opening=PLIES``: the player's moves among the first plies of the game are drawn from all legal moves, each
      equally likely. The default is 4. Without an opening, all games between engines are the same.
    * ``temperature=NUMBER``: 0 to 100, with at most two decimals. At a temperature of 0, which is the default, the
      best move is played. At a temperature of *t*, one of the best moves, at most eight, is drawn, with a
      probability in proportion to its odds to win to the power 1/*t*. A proven win is always played. A search for
      eight moves needs several times the nodes of one for the best move alone.
    * ``level=LEVEL``: the engine plays as strong as this level, from 1 to 12, and overlooks other moves in each search.
      The default is 12, the full strength. Levels 1 to 11 need no number of nodes: ``"engine:level=3"`` is
      ``"engine:500,level=3"``.

    The text of such a player in a match is accepted too: ``"engine:nodes=400"`` is ``"engine:400"``. Players and
    settings that only matches have are refused.

    The result of a game depends only on the position, the policies, the seed, the number of the game and, if an engine
    plays, the version of volo, and not on the number of threads or on the processor. An engine has one thread and a
    table of 1 to 16 MB, and forgets everything before each game. A move takes some microseconds for each node. Ctrl-C
    stops the run, also during a search.

    Args:
        games: the number of games; with ``positions``, the number of games from each of them.
        policy: the policy of both players, or a tuple of Orange's policy and Blue's.
        position: the starting position of each game; by default the start by the ``standard`` rules.
        positions: the starting positions of the games, in place of ``position``: an iterable of at most 10,000,000 of
            them. The games of each position follow those of the position before it, and the numbers of all games are
            consecutive. So ``winner.reshape(-1, games)`` has a row for each position. A game that is over at its start
            has no plies. A tally needs positions on skies of one edge.
        seed: 0 to 2**64 - 1. By default a fresh one is drawn, so that no two calls play the same games;
            :attr:`Playouts.seed` has it. The random numbers of a game are a stream of ChaCha8: the number of the game
            is the number of the stream, and the key is made from the seed.
        threads: the number of threads, 1 to 256; by default as many as the machine runs at once.
        max_plies: the number of plies after which a game is cut off [R19].
        record: whether to keep the moves of all games, in a :class:`RecordedPlayouts`.
        count_moves: whether to count the legal moves of every position, which costs time.
        tally: whether to make a :class:`Tally` of the games. The tally counts the legal moves too.
        first: the number of the first game, so that a long run with one seed can be played in parts.
        progress: a function that is called with the number of finished games, at most ten times a second
            during the run and once at its end, on the thread that called ``play_games``. If it raises an
            exception, the run ends.

    Raises:
        VoloError: a number is out of range, a policy is unknown or only for matches, or there are too many positions.
        TypeError: both ``position`` and ``positions`` are given, or ``first`` without ``seed``.

    Examples:
        >>> playouts = volo.play_games(100, seed=1)
        >>> len(playouts), bool((playouts.winner < 2).all())
        (100, True)
        >>> games = volo.play_games(10, policy=("engine:100", "uniform"), position="standard-4", seed=1)
        >>> int((games.winner == volo.ORANGE).sum()) >= 8
        True
        >>> start = volo.Position("standard-4")  # which first move wins most of 500 random games?
        >>> moves = start.legal_moves()
        >>> games = volo.play_games(500, positions=map(start.play, moves), seed=1)
        >>> wins = (games.winner.reshape(-1, 500) == volo.ORANGE).sum(axis=1)
        >>> str(moves[wins.argmax()]), int(wins.max())
        ('f5', 237)
    """

@overload
def play_games(
    games: int,
    *,
    policy: GamePolicies = "uniform",
    position: PositionLike | None = None,
    positions: Iterable[PositionLike] | None = None,
    seed: int | None = None,
    threads: int | None = None,
    max_plies: int = 2000,
    record: bool = False,
    count_moves: bool = False,
    tally: bool = False,
    first: int = 0,
    progress: Callable[[int], object] | None = None,
) -> Playouts: ...
@overload
def observe_games(
    position: PositionLike,
    moves: NDArray[np.uint32] | _Foreign,
    offsets: NDArray[np.int64] | _Foreign,
    *,
    out: NDArray[_Number] | _Foreign | None = None,
    size: _Side | None = None,
    player: ColorLike | None = None,
    dtype: type[_Number] | np.dtype[_Number] | None = None,
    symmetry: Symmetry | str | None = None,
    threads: int | None = None,
) -> NDArray[_Number]:
    """The positions of recorded games as planes of numbers: an array of shape ``(m, 10, size, size)`` with the position
    before each of the ``m`` moves, in the order of the moves. The games are played again, and every move is checked.

    The planes are those of :attr:`Batch.PLANES`. A position takes ``10 * size * size`` numbers, so observe long
    lists of games in parts: the games ``i`` to ``j - 1`` are those of ``offsets[i : j + 1]``. Takes a few
    microseconds for each ply. The interpreter is released, and several threads are used. Ctrl-C stops it. If an
    error is raised, some numbers of ``out`` may have been written. The arguments that are not listed are those of
    :meth:`Position.observe`.

    Args:
        position: the starting position of each game.
        moves: an array (uint32) with the codes of the moves of all games, concatenated.
        offsets: an array (int64) with the index in ``moves`` of the first move of each game, followed by the
            index at which the last game ends.
        threads: the number of threads, 1 to 256; by default as many as the machine runs at once.

    Raises:
        VoloError: the offsets are not ascending indices into ``moves``; a move cannot be played, and the error has the
            number of the first such game (from 0) and the ply (from 1); or ``size`` is wrong or too small for the sky.

    Examples:
        >>> games = volo.play_random(100, position="standard-4", seed=1, record=True)
        >>> planes = volo.observe_games("standard-4", games.moves, games.offsets)
        >>> planes.shape == (len(games.moves), 10, 7, 7)
        True
        >>> winners = np.repeat(games.winner, games.plies)  # of the game of each position
        >>> movers = planes[:, volo.Batch.PLANES.index("turn"), 0, 0]
        >>> round(float((winners == movers)[winners >= 0].mean()), 2)
        0.5
    """

@overload
def observe_games(
    position: PositionLike,
    moves: NDArray[np.uint32] | _Foreign,
    offsets: NDArray[np.int64] | _Foreign,
    *,
    out: NDArray[Any] | _Foreign | None = None,
    size: _Side | None = None,
    player: ColorLike | None = None,
    dtype: str,
    symmetry: Symmetry | str | None = None,
    threads: int | None = None,
) -> NDArray[Any]: ...
def tally_games(
    position: PositionLike,
    moves: NDArray[np.uint32] | _Foreign,
    offsets: NDArray[np.int64] | _Foreign,
    *,
    threads: int | None = None,
) -> Tally:
    """The :class:`Tally` of recorded games. They are played again, and every move is checked.

    The arguments and the errors are those of :func:`observe_games`. A game that does not end by the rules counts as
    truncated [R19]. Takes a few microseconds for each ply. Ctrl-C stops it.

    Examples:
        >>> games = volo.play_random(10, record=True, tally=True, seed=0)
        >>> volo.tally_games(volo.Position(), games.moves, games.offsets) == games.tally
        True
    """

# Start, moves, tags, comments.
_Recorded: TypeAlias = tuple[Position, list[Move], dict[str, str], dict[int, str]]

_Format: TypeAlias = Literal["volo", "jsonl", "abstract-play", "boardspace"]
"""The name of a format: native records, JSON lines, Abstract Play's game reports, or Boardspace's SGF."""

def decode_moves(codes: NDArray[np.uint32]) -> dict[str, NDArray[np.int8] | NDArray[np.int16]]:
    """The parts of many moves as arrays of numbers, from their codes. The arrays have one element for each code.

    The names are those of the attributes of :class:`Move`, and ``pandas.DataFrame(volo.decode_moves(codes))`` is a data
    frame. A space is its index in :attr:`Rules.spaces`. Takes less than a tenth of a microsecond for each code.

    Args:
        codes: an array (uint32) of codes, such as ``games.moves`` or :meth:`MoveList.codes`.

    Returns:
        a dict with these arrays:

        * ``"edge"`` (int16): the number of spaces on an edge of the sky;
        * ``"kind"`` (int8): the index in :attr:`Move.KINDS`: 0 for an add, 1 for a flight, 2 for a pass;
        * ``"space"`` (int16): the space of an add, or the first space of the line that flies; -1 for a pass;
        * ``"direction"`` (int8): the index in :attr:`Move.DIRECTIONS`; -1 for an add or a pass;
        * ``"length"`` (int16): the number of birds that fly; 0 for an add or a pass;
        * ``"distance"`` (int16): the number of steps of a flight; 0 for an add or a pass;
        * ``"landing"`` (int16): the space where the first space of the line lands; -1 for an add, a pass, or a flight
          out of the sky;
        * ``"keep"`` (int16): the space that names the opponent's region to keep [R15]; -1 if the move names no region.

    Raises:
        VoloError: a number is not the code of a move; the error has the index of the first one.

    Examples:
        >>> games = volo.play_random(100, position="standard-4", seed=1, record=True)
        >>> parts = volo.decode_moves(games.moves)
        >>> flights = parts["kind"] == 1
        >>> int(flights.sum()) == int(games.flights.sum()), parts["distance"][flights].max()
        (True, np.int16(5))
        >>> spaces = volo.Rules("standard-4").spaces
        >>> spaces[np.bincount(parts["landing"][flights]).argmax()]  # where most flights land
        'c2'
    """

def _plays(
    starts: Iterable[PositionLike],
    moves: NDArray[np.uint32],
    offsets: NDArray[np.int64],
    first: int,
    estimate: bool,
    threads: int | None,
) -> dict[str, NDArray[Any]]:
    """The columns of ``RecordedGames.plays`` as numbers. As many games begin at each of the starts, and the first game
    has the number ``first``. Spaces are numbered as by ``decode_moves``.
    """

class _BinaryFile(Protocol):
    def read(self, n: int, /) -> bytes: ...

@final
class GameRecords:
    """An iterator over the games of a binary file in any of the formats. Memory is bounded by the largest game.

    After an error, the next item is the next game. Ctrl-C stops ``next``, even while it skips the rest of a
    malformed game.

    Args:
        file: an object with ``read1(n) -> bytes`` or ``read(n) -> bytes``. ``read1`` is preferred, because
            ``read`` may wait for more bytes than the next game needs.
        lenient: whether to accept the deviations that the documentation of each format lists.
        format: the name of the format; by default it is detected from the content.
        skip_other_games: whether to skip games that are not Volo, which files of Abstract Play may have.
        file_name: the name of the file. Boardspace writes the date of a game into it.

    Raises:
        RecordError: from ``next``, if the bytes are not a game, or the file has no known format. Offsets are in bytes.
        TypeError: if the file has neither method; from ``next``, if the file does not return bytes.
        VoloError: if there is no such format; from ``next``, if another thread or the file itself is already reading
            a game.
    """
    def __new__(
        cls,
        file: _BinaryFile,
        lenient: bool = False,
        *,
        format: _Format | None = None,  # noqa: A002
        skip_other_games: bool = False,
        file_name: str | None = None,
    ) -> GameRecords: ...
    def __iter__(self) -> GameRecords: ...
    def __next__(self) -> _Recorded: ...
    def format(self) -> _Format | None:
        """Detects the format, and returns its name. None if the file has no games.

        Raises:
            RecordError: the file has no known format.
        """
    def refusal(self, problem: str, ply: int | None, fen: str) -> RecordError:
        """An error about the last game, at the place of a move (from 1). Without a move, it is at the result, or at all
        moves.
        """
    @property
    def other_games(self) -> int:
        """The number of games that were skipped so far, because they are not Volo."""

@final
class RecordWriter:
    """Writes the games of a file in one of the formats, one after the other.

    Args:
        format: the name of the format.

    Raises:
        VoloError: there is no such format.
    """
    def __new__(cls, format: _Format) -> RecordWriter: ...  # noqa: A002
    def add(self, start: Position, moves: Iterable[Move], tags: dict[str, str], comments: dict[int, str]) -> str:
        """Adds a game, and returns the text that comes next in the file. It may be empty.

        Raises:
            IllegalMoveError: a move is illegal in its position.
            VoloError: a tag or a comment is invalid, the format has no such game, or its text is longer than 16 MiB.
        """
    def finish(self) -> str:
        """Ends the file, and returns the rest of its text."""

def evaluate(positions: Iterable[PositionLike]) -> NDArray[np.float64]:
    """The expected result of each position for its player to move, as the engine judges it without a search: an array
    (float64).

    Each number is from -1 (a loss) to 1 (a win), as :attr:`Score.expected`; for a finished game, it is the result.
    Without a search, the engine does not notice that a player can win at once, so the numbers are better for
    positions in which neither player can. Takes about a microsecond for each position. The interpreter is released,
    and Ctrl-C stops it.

    Args:
        positions: the positions, at most 10,000,000. The rules may differ.

    Examples:
        >>> start = volo.Position("standard-4")
        >>> moves = start.legal_moves()
        >>> values = -volo.engine.evaluate(map(start.play, moves))  # after a move, the opponent is to move
        >>> values.shape, str(moves[values.argmax()])
        ((9,), 'e4')
    """

def parse_record(text: str, lenient: bool = False) -> _Recorded:
    """Reads a text that consists of exactly one game record. Offsets of errors are in characters.

    Raises:
        RecordError: if the text is not one game record.
    """

def write_record(
    start: Position,
    moves: Iterable[Move | str],
    tags: dict[str, str],
    comments: dict[int, str],
) -> str:
    """Writes a game record in its canonical form. Required tags that are missing are written as unknown.

    Raises:
        IllegalMoveError: if a move is illegal in its position.
        VoloError: if a tag or a comment is invalid, or the record has more than 16 MiB.
    """

def backend() -> Literal["avx2", "avx512", "portable", "v128"]:
    """The name of the backend for operations on sets of spaces: ``"avx512"`` or ``"avx2"`` if the processor has these
    instructions, else ``"v128"`` on x86-64 and ARM, and ``"portable"`` elsewhere. The environment variable
    ``VOLO_BACKEND`` selects one of the backends that the processor has, or ``fastest``. An empty value counts as not
    set.
    With any other value, the first use of the core raises a ``VoloError``.
    """

@final
class Score(_PydanticValue):
    """The value of a position for a player, usually the player to move: an estimate, or a proven win or loss.

    Scores can be compared: a better one is greater. So a shorter proven win is greater than a longer one, and a
    longer proven loss is greater than a shorter one. ``-score`` is the score of the other player. Immutable;
    compared, hashed and pickled by value. ``str()`` gives ``"win in 3"``, ``"loss in 4"`` or the expected result,
    such as ``"+0.250"``.

    Args:
        expected: the expected result of an estimate, from -1 to 1. It is rounded.

    Examples:
        >>> from volo.engine import Score
        >>> print(Score(0.5), -Score(0.5), Score.win(3), -Score.win(4))
        +0.500 -0.500 win in 3 loss in 4
        >>> Score.loss(2) < Score.loss(4) < Score(-1) < Score(0.9) < Score.win(5) < Score.win(3)
        True
    """
    def __new__(cls, expected: float) -> Score: ...
    @staticmethod
    def win(plies: SupportsIndex) -> Score:
        """A proven win in this number of plies, 0 to 1,000.

        Examples:
            >>> from volo.engine import Score
            >>> Score.win(3).win_in
            3
        """
    @staticmethod
    def loss(plies: SupportsIndex) -> Score:
        """A proven loss in this number of plies, 0 to 1,000.

        Examples:
            >>> from volo.engine import Score
            >>> Score.loss(4) == -Score.win(4)
            True
        """
    @staticmethod
    def from_points(points: float) -> Score:
        """The estimate of this number of points, the unit of engine protocols. See :attr:`points`.

        Examples:
            >>> from volo.engine import Score
            >>> Score.from_points(37).points
            37
        """
    @property
    def expected(self) -> float:
        """The expected result: 1 is a win, 0 a draw, -1 a loss."""
    @property
    def win_in(self) -> int | None:
        """The number of plies in which the player wins at the latest, if a win is proved; None if not.

        A shorter win may exist: see :func:`volo.engine.shortest_win`.
        """
    @property
    def loss_in(self) -> int | None:
        """The number of plies in which the player loses at the latest, if a loss is proved; None if not.

        The other player may be able to win sooner.
        """
    @property
    def points(self) -> int | None:
        """The estimate in points; None for a proven win or loss. A hundred points multiply the odds to win by e, so the
        expected result is ``tanh(points / 200)``.
        """
    def __neg__(self) -> Score: ...
    def __lt__(self, other: Score, /) -> bool: ...
    def __le__(self, other: Score, /) -> bool: ...
    def __gt__(self, other: Score, /) -> bool: ...
    def __ge__(self, other: Score, /) -> bool: ...

@final
class _Engine:
    """An engine. Only one search at a time can use it."""
    def __new__(cls, options: dict[str, int], weights: Sequence[int] | None = None) -> _Engine: ...
    def start(
        self,
        position: Position,
        earlier: Sequence[Position],
        time: float | None,
        nodes: int | None,
        depth: int | None,
        multipv: int,
    ) -> _Analysis:
        """Starts a search on a thread of its own."""
    def clear(self) -> None:
        """Removes all stored results."""
    def close(self) -> None:
        """Stops the search and frees the memory."""
    def halt(self) -> None:
        """Stops the search and waits until the engine can be used again."""
    @property
    def is_closed(self) -> bool: ...

@final
class _Analysis:
    """A search that runs in the background."""
    def next(self, time: float | None) -> _InfoFields | None:
        """Waits for the next report that was not read yet. None if the search is over or the time is up."""
    def wait_until_over(self, time: float | None) -> bool:
        """Waits for the end of the search. Returns whether it is over."""
    def wait_for_change(self, seen: int) -> int | None:
        """Waits until the results have changed more than `seen` times, and returns the number of changes. None if the
        search is over.
        """
    def latest(self) -> list[_InfoFields]:
        """The latest results for the best moves."""
    def is_over(self) -> bool: ...
    def stop(self) -> None:
        """Asks the search to end."""
    def close(self) -> None:
        """Stops the search and waits until its thread has ended."""

def _time_for_move(remaining: float, increment: float, remaining_moves: int | None) -> float:
    """The time in seconds for the next move of a player."""

# Called when a value is unpickled.
def _restore_score(code: int) -> Score:
    """Unpickles a score."""

def _solve(
    position: PositionLike,
    nodes: int | None,
    time: float | None,
    threads: int,
    memory_mb: int,
    proof: bool,
    source: _BinaryFile | None = None,
    watch: Callable[[int, bool], Callable[[bytes], object] | None] | None = None,
) -> tuple[Value, int | None, tuple[Move, ...], int, bytes | None]:
    """The fields of the `volo.engine.Solution` of a position.

    `source` has a method `read` that returns bytes of a checkpoint. `watch` is called periodically with the number of
    positions searched and whether the search has ended. If it returns a function, a checkpoint is passed to it
    in parts. The last part is empty.
    """

def _shortest_win(
    position: PositionLike, plies: int, nodes: int | None
) -> tuple[int | None, tuple[Move, ...], int, int]:
    """The fields of the `volo.engine.ShortestWin` of a position."""

def _check_proof(
    proof: bytes, threads: int | None, search_limit: int | None
) -> tuple[Position, Value, int | None, tuple[Color, ...], int, int, int, int | None]:
    """The fields of the `volo.engine.Proof` in these bytes, after all checks."""

def _shorten_proof(proof: bytes, search_limit: int, threads: int | None) -> bytes:
    """The short form of a proof."""

def _estimate(position: Position) -> int:
    """The estimate of an unfinished game for the player to move, in units of 1/256 of the log odds to win."""

def _features(position: Position) -> NDArray[np.int16]:
    """The features of a position of an unfinished game: those of the mover, those of the opponent, and the phase."""

def _play_samples(
    position: PositionLike,
    games: int,
    *,
    seed: int,
    nodes: int | None,
    opening: int,
    threads: int | None,
    weights: Sequence[int] | None = None,
) -> tuple[NDArray[np.int16], NDArray[np.int16], NDArray[np.int8], NDArray[np.uint32]]:
    """Positions from games of the engine with itself, with these weights instead of those of the edge."""

def _positions(start: Position, moves: list[Move]) -> list[Position]:
    """The positions of a game from the start to the end.

    The moves must be legal. This is not checked.
    """

def _processors() -> int:
    """The number of threads without an argument ``threads``: one for each processor that this process may use, at most
    256.
    """

# Called when a value is unpickled.
def _restore_move_list(codes: list[int], fen: str) -> MoveList:
    """Unpickles a list of moves. ``codes`` must be a ``list``, because other types may report a wrong length."""

def _restore_batch(image: bytes, threads: int) -> Batch:
    """Unpickles a batch."""

def _restore_position(fen: str) -> Position:
    """Unpickles a position."""
