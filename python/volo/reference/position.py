"""A position of the game, its legal moves, and its outcome."""

from __future__ import annotations

from typing import Final

from volo._support.checks import checked_integer
from volo.color import BLUE, ORANGE, Color, ColorLike, Region, as_color
from volo.errors import IllegalMoveError, InvalidPositionError, NotationError, VoloError
from volo.outcome import Outcome
from volo.reference.board import read_board, write_board
from volo.reference.notation import Move, WrittenPosition, read_position, why_invalid, write_flight, write_position
from volo.reference.rules import Rules, whole
from volo.reference.rulings import (
    Flight,
    Refusal,
    Scene,
    flocks,
    outcome,
    possible_adds,
    possible_flights,
    region_of,
    regions,
    why_no_add,
    why_no_flight,
    why_no_pass,
)
from volo.reference.sky import Sky, Space, Spaces, sky


class Position:
    """A position of the game. It is immutable: `play` returns a new position.

    It and its methods take the arguments of :class:`volo.Position` and its methods, which explains them, and raise the
    same errors.

    At the start of a game, six birds, three of each player, are in the nests [R4]. Orange moves first [R5].

    Examples:
        >>> Position("standard-4").birds(ORANGE)
        ('b2', 'd6', 'f2')
    """

    __slots__ = ("_state",)
    _state: WrittenPosition

    def __init__(self, start: Rules | Position | str | None = None, /) -> None:
        if isinstance(start, str) and "/" in start:  # only a position has rows
            start = Position.from_fen(start)
        if isinstance(start, Position):
            self._state = start._state
            return
        rules = Rules() if start is None else _rules(start, "position")
        nests = sky(rules.edge).nests()
        orange = frozenset(nest for nest, color in nests.items() if color is ORANGE)
        blue = frozenset(nest for nest, color in nests.items() if color is BLUE)
        self._state = WrittenPosition(rules, (orange, blue), ORANGE, 0)  # [R4] [R5]

    @classmethod
    def from_fen(cls, text: str) -> Position:
        """Read a position from the text that `fen` writes."""
        if not isinstance(text, str):
            raise TypeError(f"a position is read from a str, not from {type(text).__name__}")
        return cls._valid(read_position(text))

    @classmethod
    def from_board(
        cls, text: str, *, rules: Rules | str | None = None, turn: ColorLike | None = None, passes: int | None = None
    ) -> Position:
        """Read a position from a board that is drawn by `board` or typed by hand."""
        if not isinstance(text, str):
            raise TypeError(f"a board is read from a str, not from {type(text).__name__}")
        if passes is not None and not 0 <= whole("passes", passes) <= 2:
            raise VoloError("passes must be 0, 1 or 2")
        rules = None if rules is None else _rules(rules)
        board = read_board(text, rules, None if turn is None else as_color(turn), passes)
        position = cls._valid(board.position)
        if board.line is not None and position.outcome() != board.outcome:
            over = position.outcome() is not None
            problem = "the game is over in this position, but not as the line says"
            raise NotationError(problem if over else "the game is not over in this position", text, board.line)
        return position

    @classmethod
    def _valid(cls, state: WrittenPosition) -> Position:
        reasons = why_invalid(state)
        if reasons:
            raise InvalidPositionError(reasons)
        return cls._of(state)

    @classmethod
    def _of(cls, state: WrittenPosition) -> Position:
        position = cls.__new__(cls)
        position._state = state
        return position

    # The parts of a position.

    @property
    def rules(self) -> Rules:
        """The rule set."""
        return self._state.rules

    @property
    def turn(self) -> Color:
        """The player to move."""
        return self._state.turn

    @property
    def passes(self) -> int:
        """The number of passes just made in a row: 0, 1 or 2."""
        return self._state.passes

    def fen(self) -> str:
        """Return the position as text, which `from_fen` reads."""
        return write_position(self._state)

    def board(self, unicode: bool = False) -> str:
        """Draw the sky with its birds, and a line that says whose turn it is. `from_board` reads this text."""
        return write_board(self._state, self.outcome(), unicode=unicode)

    def birds(self, color: ColorLike) -> tuple[str, ...]:
        """Return the spaces with birds of a player, in board order (lowest row first, left to right)."""
        return self._names(self._state.birds[as_color(color)])

    def bird_at(self, space: str) -> Color | None:
        """Return the color of the bird on a space, or None if the space is vacant."""
        place = self._sky.place(space)
        return next((color for color in Color if place in self._state.birds[color]), None)

    def in_hand(self, color: ColorLike) -> int | None:
        """Return the number of birds in a player's hand, or None if the supply is unlimited [R4]."""
        supply = self.rules.supply
        return None if supply is None else supply - len(self._state.birds[as_color(color)])

    def flocks(self, color: ColorLike) -> tuple[tuple[str, ...], ...]:
        """Return the flocks of a player, each in board order, and ordered by their first spaces."""
        return tuple(self._names(flock) for flock in flocks(self._sky, self._state.birds[as_color(color)]))

    def regions(self, color: ColorLike) -> tuple[Region, ...]:
        """Return the regions of a player, ordered by their first spaces [R15]."""
        player = as_color(color)
        mine, theirs = self._state.birds[player], self._state.birds[player.other]
        return tuple(
            Region(birds=self._names(region & mine), vacant=self._names(region - mine))
            for region in regions(self._sky, mine, theirs)
        )

    # Moves and their results.

    def legal_moves(self) -> tuple[Move, ...]:
        """Return every legal move. The result is empty when the game is over.

        Each choice of a region to keep is a different move [R15].
        """
        if self.outcome() is not None:
            return ()
        scene = self._seen_by(self.turn)
        texts = list(self._names(possible_adds(scene)))
        for flight in possible_flights(scene):
            line = self._names(flight.line)
            choices: list[Spaces | None] = [*self._choices(scene, flight)]
            for region in choices or [None]:
                keep = self._sky.names[min(region)] if region else None
                texts.append(write_flight(line, flight.direction, flight.distance, keep))
        if why_no_pass(scene, self.rules.passing) is None:
            texts.append("pass")
        return tuple(Move(text, self.rules.edge) for text in texts)

    def is_legal(self, move: Move | str) -> bool:
        """Return whether a move is legal."""
        try:
            self._played(move)
        except IllegalMoveError:
            return False
        return True

    def parse_move(self, text: Move | str) -> Move:
        """Return the legal move of a text or a `Move`. It names the region to keep by its first space [R15]."""
        move, _ = self._played(text)
        return move

    def play(self, move: Move | str) -> Position:
        """Return the position after a move. The move may name the region to keep by any space of it [R15]."""
        _, position = self._played(move)
        return position

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.outcome() is not None

    def outcome(self) -> Outcome | None:
        """Return how the game has ended, or None if it has not [R14] [R14b] [R17] [R18]."""
        return outcome(
            self.turn, self._seen_by(self.turn), self._seen_by(self.turn.other), self.passes, self.rules.stuck
        )

    def perft(self, depth: int, threads: int | None = None) -> int:
        """Return the number of legal move sequences of ``depth`` plies. ``threads`` has no effect."""
        depth = checked_integer("depth", depth, 0, _DEEPEST)
        checked_integer("threads", 1 if threads is None else threads, 1, _MOST_THREADS)
        if depth == 0:
            return 1
        moves = self.legal_moves()
        if depth == 1:
            return len(moves)
        return sum(self.play(move).perft(depth - 1) for move in moves)

    def divide(self, depth: int) -> dict[Move, int]:
        """Return, for each legal move, the number of legal move sequences of ``depth`` plies that begin with it."""
        depth = checked_integer("depth", depth, 1, _DEEPEST)
        return {move: self.play(move).perft(depth - 1) for move in self.legal_moves()}

    # The implementation.

    @property
    def _sky(self) -> Sky:
        return sky(self.rules.edge)

    def _names(self, spaces: Spaces | list[Space] | tuple[Space, ...]) -> tuple[str, ...]:
        """Return the names of spaces, in board order."""
        return tuple(self._sky.names[space] for space in sorted(spaces))

    def _seen_by(self, color: Color) -> Scene:
        birds = self._state.birds
        return Scene(self._sky, birds[color], birds[color.other], self.in_hand(color))

    def _choices(self, scene: Scene, flight: Flight) -> list[Spaces]:
        """Return the opponent's regions after a flight, if the mover must choose one of them to keep [R15].

        If the opponent is not divided, or if the flight wins [R17], the list is empty.
        """
        afterwards = _flown(scene, flight)
        if self._sky.connected(flight.landing[0], afterwards) == afterwards:  # [R17]
            return []
        divided = regions(self._sky, scene.theirs, afterwards)
        return divided if len(divided) > 1 else []

    def _played(self, move: Move | str) -> tuple[Move, Position]:
        """Return the move and the position after it. The move names the region to keep by its first space."""
        move = Move(move.text if isinstance(move, Move) else move, self.rules.edge)
        result = self._result(move)
        if isinstance(result, Refusal):
            raise IllegalMoveError(move.text, result.ruling, result.reason)
        mine, theirs, keep = result
        if keep is not None:
            move = Move(write_flight(move.spaces, move.direction or "", move.distance, keep), self.rules.edge)
        orange, blue = (mine, theirs) if self.turn is ORANGE else (theirs, mine)
        passes = self.passes + 1 if move.kind == "pass" else 0
        return move, Position._of(WrittenPosition(self.rules, (orange, blue), self.turn.other, passes))

    def _result(self, move: Move) -> tuple[Spaces, Spaces, str | None] | Refusal:
        """Return the mover's birds, the opponent's birds and the first space of the kept region, after a move.

        If the move is illegal, return the first ruling that it breaks. The rulings are checked in the order of
        their numbers.
        """
        end = self.outcome()
        if end is not None:
            return Refusal(_END_RULINGS[end.reason], "the game is over")
        scene = self._seen_by(self.turn)
        if move.kind == "pass":
            return why_no_pass(scene, self.rules.passing) or (scene.mine, scene.theirs, None)
        if move.kind == "add":
            space = self._sky.named[move.spaces[0]]
            return why_no_add(scene, space) or (scene.mine | {space}, scene.theirs, None)
        flight = why_no_flight(scene, move.spaces, move.direction or "", move.distance)
        if isinstance(flight, Refusal):
            return flight
        choices = self._choices(scene, flight)
        if not choices:
            if move.keep is not None:
                return Refusal("R15", "no region is cleared, so none can be kept")
            return _flown(scene, flight), scene.theirs, None
        if move.keep is None:
            return Refusal("R15", f"divides the opponent into {len(choices)} regions: name one to keep, with /")
        kept = region_of(self._sky.named[move.keep], choices)
        if kept is None:
            return Refusal("R15", f"{move.keep} is in no region that holds birds of the opponent")
        return _flown(scene, flight), scene.theirs & kept, self._sky.names[min(kept)]

    # Equality, hashing, text and pickling.

    def __eq__(self, other: object) -> bool:
        return self._state == other._state if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._state)

    def __str__(self) -> str:
        return self.board()

    def __repr__(self) -> str:
        return f"Position.from_fen({self.fen()!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return Position.from_fen, (self.fen(),)


_END_RULINGS: Final = {"flock": "R17", "passes": "R14", "stuck": "R14b"}
_DEEPEST: Final = 64
_MOST_THREADS: Final = 256


def _rules(rules: Rules | str, name: str = "rules") -> Rules:
    if isinstance(rules, str):
        return Rules.parse(rules)
    if not isinstance(rules, Rules):
        raise TypeError(f"{name} must be Rules or a str, not {type(rules).__name__}")
    return rules


def _flown(scene: Scene, flight: Flight) -> Spaces:
    return scene.mine.difference(flight.line).union(flight.landing)
