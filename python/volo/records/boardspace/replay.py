"""Replays the actions of a game by the rules: actions become turns, and turns become moves."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from volo._volo import Move, Position, Rules
from volo.color import BLUE
from volo.errors import IllegalMoveError, VoloError
from volo.records.boardspace.actions import Action, ActionError, Actions
from volo.records.boardspace.places import DIRECTIONS, Place, half_turn, place_of, space_of, way_between
from volo.records.boardspace.sgf import Property

__all__ = ["REPETITIONS", "Replay", "Turn", "replay", "waiting"]

REPETITIONS: Final = 3
"""A position that occurs this often is a draw on Boardspace."""

_MOST_SELECTS = 2


@dataclass(slots=True)
class Turn:
    """A turn that is not confirmed yet.

    Attributes:
        text: the move, without the region to keep; None if the player has not moved.
        kept: the regions that are left, each by its name, if the flight divides the opponent; empty otherwise.
        action: the action that made the move.
        ends: the two ends of the line that flies: where the flight was begun first.
        selected: the spaces that were selected before the flight, each with its action.
    """

    text: str | None = None
    kept: set[str] = field(default_factory=set)
    action: Action | None = None
    ends: tuple[str, str] = ("", "")
    selected: list[tuple[str, Action]] = field(default_factory=list)

    @property
    def move(self) -> str | None:
        """The complete move, or None."""
        if self.text is None or len(self.kept) > 1:
            return None
        return "/".join([self.text, *self.kept])


@dataclass(slots=True)
class Replay:
    """A game that has been replayed.

    Attributes:
        orange: the seat of Orange: 0 for P0 and 1 for P1.
        moves: all moves.
        places: the properties of these moves.
        playable: the number of moves up to the end by volo's rules. It is less than the number of moves if the game
            went on after two passes, and leaves out the second pass.
        comments: the comments, by the number of moves before each comment.
        clocks: the clocks after the actions of each turn, by the number of the move. 0 is for the start.
        result, termination: how the game ended, if it did not end by volo's rules.
    """

    orange: int
    moves: list[Move] = field(default_factory=list)
    places: list[Property] = field(default_factory=list)
    playable: int | None = None
    comments: dict[int, list[str]] = field(default_factory=dict)
    clocks: dict[int, list[int | None]] = field(default_factory=dict)
    result: str | None = None
    termination: str | None = None


def waiting(position: Position) -> tuple[str, str]:
    """What Boardspace compares to find a repetition: the birds, and the player who has moved."""
    birds, turn, *_ = position.fen().split()
    return birds, turn


def replay(rules: Rules, actions: Actions, *, lenient: bool) -> Replay:
    """Replay the actions of a game.

    Args:
        rules: the rule set.
        actions: the actions.
        lenient: whether to accept turns that the next player's action confirms, birds that are taken back, and
            selections that do not fit the flight.

    Raises:
        ActionError: an action is malformed, or breaks the rules.
    """
    return _Replayer(rules, actions, lenient).run()


class _Replayer:
    def __init__(self, rules: Rules, actions: Actions, lenient: bool) -> None:
        self._rules = rules
        self._spaces = frozenset(rules.spaces)
        self._edge = rules.edge
        self._actions = actions
        self._lenient = lenient
        self._position = Position(rules)
        self._turn = Turn()
        self._resigns = False
        self._is_over = False
        self._seen: Counter[tuple[str, str]] = Counter()
        self._found = Replay(0)

    def run(self) -> Replay:
        problem = "the first action must be Start P0 or Start P1"
        if not self._actions.all:
            raise ActionError(problem, None)
        begin, *rest = self._actions.all
        if begin.verb != "start" or begin.words[0].upper() not in ("P0", "P1"):
            raise begin.error(problem)
        self._found.orange = int(begin.words[0].upper() == "P1")
        self._note(begin, 0)
        self._found.comments.setdefault(0, [])[:0] = self._actions.comments
        for action in rest:
            self._act(action)
        self._end(rest[-1] if rest else begin)
        return self._found

    def _act(self, action: Action) -> None:
        if self._is_over:
            raise self._wrong(action, "the game is over before this action")
        if self._resigns:
            if action.verb != "done":
                raise self._wrong(action, "expected Done, because the player has resigned")
            self._note(action, len(self._found.moves) + 1)
            self._resign()
            return
        if action.seat != self._mover and self._lenient and (move := self._turn.move) is not None:
            self._confirm(move)
        if action.seat != self._mover:
            raise self._wrong(action, f"P{self._mover} is to move")
        self._go_on_after_passes()
        self._note(action, len(self._found.moves) + 1)
        match action.verb:
            case "dropb":
                self._add(action)
            case "slide":
                self._fly(action)
            case "select":
                self._select(action)
            case "pass":
                self._set_move(action, "pass")
            case "done":
                self._done(action)
            case "resign":
                self._turn, self._resigns = Turn(), True
            case "winontime":
                self._turn = Turn()
                self._finish(self._mover, "time")
            case "pick" if action.words[0].lower() in ("o", "b"):
                pass
            case "pickb" if self._lenient:
                self._turn = Turn()
            case "drop" if self._lenient:
                pass
            case _:
                raise self._wrong(action, f"{action.property.value.strip()[:40]!a} is not accepted here")

    @property
    def _mover(self) -> int:
        """The seat of the player to move."""
        return self._found.orange ^ (len(self._found.moves) % 2)

    def _go_on_after_passes(self) -> None:
        """On Boardspace, a game goes on after two passes. Volo's rules end it there as a draw."""
        outcome = self._position.outcome()
        if outcome is not None:
            if self._found.playable is None:
                self._found.playable = len(self._found.moves) - 1
            birds, turn, _, rules = self._position.fen().split()
            self._position = Position.from_fen(f"{birds} {turn} 0 {rules}")

    def _add(self, action: Action) -> None:
        if self._turn.selected and not self._lenient:
            raise self._wrong(action, "expected Slide after Select")
        if self._turn.text is not None and self._turn.text in self._spaces:
            self._turn = Turn()  # a bird that was added before, and not confirmed, was taken back
        self._set_move(action, self._space(action, *action.words))

    def _fly(self, action: Action) -> None:
        column, row, direction, more, *target = action.words
        start, landed = (place_of(self._space(action, *names), self._edge) for names in ((column, row), target))
        way = DIRECTIONS.get(direction.upper())
        if way is None or not (more.isascii() and more.isdigit() and len(more) < 3):
            raise self._wrong(action, "expected Slide, column, row, direction, number of further birds, column and row")
        end = self._turned(start).step(way, int(more))
        end = self._turned(end)
        flown = way_between(start, landed)
        if flown is None:
            raise self._wrong(action, "the bird does not fly straight ahead [R9]")
        ends = sorted((start, end), key=lambda place: (place.row, place.x))
        names = [space_of(place, self._edge) for place in ends]
        if not self._spaces.issuperset(names):
            raise self._wrong(action, "the line is not within the sky [R9]")
        line = names[0] if start == end else ":".join(names)
        self._set_move(action, f"{line}-{flown[0]}{flown[1]}")
        self._turn.ends = space_of(start, self._edge), space_of(end, self._edge)

    def _select(self, action: Action) -> None:
        """Select a line before a flight, or a region to clear after a flight that divides the opponent."""
        space = self._space(action, *action.words)
        if self._turn.text is None:
            if len(self._turn.selected) == _MOST_SELECTS:
                if not self._lenient:
                    raise self._wrong(action, "a third Select before Slide")
                self._turn.selected.clear()
            self._turn.selected.append((space, action))
            return
        if len(self._turn.kept) < 2:
            raise self._wrong(action, "no region is to be cleared [R15]")
        try:
            region = self._position.parse_move(f"{self._turn.text}/{space}").keep
        except VoloError as error:
            raise self._wrong(action, str(error)) from error
        if region is None or region not in self._turn.kept:
            raise self._wrong(action, f"the region of {space} has been cleared already [R15]")
        self._turn.kept.discard(region)

    def _set_move(self, action: Action, text: str) -> None:
        """Set the move of the turn, and check that it is legal.

        Raises:
            ActionError: it is illegal, or the turn has a move already.
        """
        if self._turn.text is not None:
            raise self._wrong(action, "expected Done after a move")
        kept: set[str] = set()
        try:
            self._position.parse_move(text)
        except VoloError as error:
            # A flight that divides the opponent is illegal without a region to keep.
            if isinstance(error, IllegalMoveError) and error.ruling == "R15":
                moves = self._position.legal_moves()
                kept = {move.keep for move in moves if move.keep and str(move).startswith(f"{text}/")}
            if not kept:
                raise self._wrong(action, str(error)) from error
        self._turn.text, self._turn.kept, self._turn.action = text, kept, action

    def _done(self, action: Action) -> None:
        if self._turn.text is None:
            raise self._wrong(action, "there is no move to confirm")
        if (move := self._turn.move) is None:
            raise self._wrong(action, f"a region must be cleared: {' or '.join(sorted(self._turn.kept))} [R15]")
        self._confirm(move)

    def _confirm(self, move: str) -> None:
        """Play the move of the turn."""
        turn, self._turn = self._turn, Turn()
        if turn.selected and not self._lenient:
            self._check_selected(turn)
        self._found.moves.append(self._position.parse_move(move))
        if turn.action is not None:
            self._found.places.append(turn.action.property)
        self._position = self._position.play(move)
        self._seen[waiting(self._position)] += 1
        outcome = self._position.outcome()
        if outcome is not None and outcome.reason == "flock":
            self._is_over = True
            if self._found.playable is not None:
                self._finish(self._found.orange ^ int(outcome.winner is BLUE), "adjudication")

    def _check_selected(self, turn: Turn) -> None:
        """Check that the player selected the line that flew."""
        for (space, action), end in zip(turn.selected, turn.ends, strict=False):
            if space != end:
                raise self._wrong(action, f"the flight begins at {end}, but {space} was selected")

    def _resign(self) -> None:
        self._finish(1 - self._mover, "resignation")

    def _finish(self, winner: int | None, termination: str) -> None:
        self._is_over = True
        results = ("1-0", "0-1")
        self._found.result = "1/2-1/2" if winner is None else results[winner ^ self._found.orange]
        self._found.termination = termination

    def _end(self, last: Action) -> None:
        """Confirm a complete turn at the end, as Boardspace does."""
        if self._resigns and not self._is_over:
            self._resign()
        elif (move := self._turn.move) is not None:
            self._confirm(move)
            if not self._is_over and self._seen[waiting(self._position)] >= REPETITIONS:
                self._finish(None, "adjudication")
        elif (self._turn.text is not None or self._turn.selected) and not self._is_over and not self._lenient:
            raise self._wrong(last, "the record ends within a turn")

    def _note(self, action: Action, ply: int) -> None:
        """Keep the comments and the clock of an action."""
        self._found.comments.setdefault(ply, []).extend(action.comments)
        self._found.clocks.setdefault(ply, []).append(action.clock)

    def _turned(self, place: Place) -> Place:
        """The place in volo of a place on Boardspace, and the other way round."""
        return half_turn(place, self._edge) if self._found.orange else place

    def _space(self, action: Action, column: str, row: str) -> str:
        """The space in volo that Boardspace names by a column and a row."""
        space = f"{column.lower()}{row}"
        if space not in self._spaces:
            raise self._wrong(action, f"the sky has no space {column[:10]!a} {row[:10]!a} [R3]")
        return space_of(self._turned(place_of(space, self._edge)), self._edge)

    def _wrong(self, action: Action, problem: str) -> ActionError:
        return action.error(problem, len(self._found.moves) + 1, self._position.fen())
