"""The board of notebooks, and what it exchanges with its script."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict
from weakref import WeakSet

import traitlets

from volo._support.checks import integer_of, object_of, text_of
from volo._volo import Move, Position
from volo.color import Color, as_color
from volo.errors import VoloError
from volo.game import Game, PositionLike
from volo.layout import layout
from volo.render import svg
from volo.render.svg.marks import place_of
from volo.render.svg.sky import turns_of
from volo.render.view import View, result_sentence, view

if TYPE_CHECKING:

    class _Widget(traitlets.HasTraits):
        comm: Any

        def close(self) -> None: ...
        def send(self, content: object, buffers: Any = None) -> None: ...
        def on_msg(self, callback: Callable[[Any, object, object], object], remove: bool = False) -> None: ...
        def hold_sync(self) -> AbstractContextManager[None]: ...
        def _handle_msg(self, msg: object) -> None: ...
        def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]] | None: ...

else:
    from anywidget import AnyWidget as _Widget


class Orientation(traitlets.TraitType[int, Any]):
    """How the sky is turned, in degrees counterclockwise. A player is accepted too."""

    def validate(self, _owner: Any, value: Any) -> int:
        """Return the degrees."""
        try:
            return 60 * turns_of(value)
        except (TypeError, VoloError) as error:
            raise traitlets.TraitError(str(error)) from error


class Player(traitlets.TraitType["str | None", Any]):
    """The name of a player, or None. A :class:`volo.Color` or its number is accepted too."""

    def validate(self, _owner: Any, value: Any) -> str | None:
        """Return the name."""
        try:
            return None if value is None else str(as_color(value))
        except (TypeError, VoloError) as error:
            raise traitlets.TraitError(f"regions: {error}") from error


# The longest move has 16 characters. People may type others.
_LONGEST = 200


def request_from(content: object) -> tuple[str, int]:
    """Return the move that a message asks for, and the number of moves in the game when the person saw it.

    The message may come from any script of the page, so it may be anything.
    """
    message = object_of(content, "the message")
    if message.get("type") != "move":
        raise VoloError("unknown message; expected one of the type 'move'")
    return text_of(message.get("move"), "move", _LONGEST), integer_of(message.get("ply"), "ply")


class Last(TypedDict):
    """The last move, and the position before it without its legal moves."""

    move: str
    before: View


class Shown(TypedDict):
    """A game as its current position. All values can be written as JSON."""

    view: View
    ply: int
    last: Last | None
    isOver: bool
    result: str


def shown(game: Game) -> Shown:
    """Return the data of a game that a board shows."""
    return Shown(
        view=view(game.position),
        ply=len(game),
        last=Last(move=str(game.peek()), before=_still(game.positions[-2])) if len(game) else None,
        isOver=game.outcome() is not None,
        result=result_sentence(game.result, game.termination),
    )


def _still(position: Position) -> View:
    before = view(position)
    before["moves"] = []
    before["keeps"] = {}
    return before


_WIDTH = 480
_LARGEST = 10_000


class Board(_Widget):
    """A board in a notebook, on which a person plays a game.

    The board and the program share the game: a move that a person makes is checked and pushed to :attr:`game`, and a
    move that the program pushes appears on the board. Several boards may show one game. An illegal move is refused on
    the board, with the reason and the number of the ruling.

    The options below are traits: they can be set at any time, and observed. So can :attr:`moves`, which changes with
    every move: ``board.observe(function, "moves")`` calls a function with the change.

    Args:
        game: a game, or the position or the rule set at which a new game begins, or the text of either. The default is
            the start by the ``standard`` rules.
        options: values of the traits below, by their names.

    Attributes:
        moves: the moves of the game. Read only.
        live: whether a person can make moves.
        flocks: whether each flock is outlined.
        regions: the player whose regions are tinted, or None.
        hints: whether the spaces are marked on which a bird can be added.
        orientation: how the sky is turned, as in :func:`volo.render.svg.board`: a player or degrees.
        arrows: pairs of spaces.
        highlights: spaces that are filled.
        width: the greatest width in pixels, or None for that of the notebook.

    Raises:
        traitlets.TraitError: an option has a wrong value, for example a space that is not on this sky.
        TypeError: an argument has a wrong type, or there is no such option.

    >>> board = Board("standard-4", flocks=True, width=400)
    >>> said = []
    >>> board.observe(lambda change: said.append(change.new), "moves")
    >>> board.push("a3"), said
    (Move('a3', edge=4), [(Move('a3', edge=4),)])
    >>> board.arrows = [("a3", "b4")]
    """

    _esm = (Path(__file__).parent / "board.js").read_text(encoding="utf-8")

    # Values that a script sets are ignored.
    _shown: Any = traitlets.Dict(read_only=True).tag(sync=True, from_json=lambda _value, board: board._shown)
    moves: Any = traitlets.Tuple(read_only=True)
    live: traitlets.Bool[bool, bool | int] = traitlets.Bool(True).tag(sync=True)
    flocks: traitlets.Bool[bool, bool | int] = traitlets.Bool(False).tag(sync=True)
    regions: traitlets.TraitType[str | None, Any] = Player(None, allow_none=True).tag(sync=True)
    hints: traitlets.Bool[bool, bool | int] = traitlets.Bool(True).tag(sync=True)
    orientation: traitlets.TraitType[int, Any] = Orientation(0).tag(sync=True)
    arrows: Any = traitlets.List(traitlets.Tuple(traitlets.Unicode(), traitlets.Unicode())).tag(sync=True)
    highlights: Any = traitlets.List(traitlets.Unicode()).tag(sync=True)
    width: traitlets.Int[int | None, int | None] = traitlets.Int(None, allow_none=True, min=1, max=_LARGEST).tag(
        sync=True
    )

    def __init__(self, game: Game | PositionLike | None = None, **options: Any) -> None:
        self._game = game if isinstance(game, Game) else Game(game)
        unknown = set(options) - set(_OPTIONS)
        if unknown:
            raise TypeError(f"unknown option {min(unknown)!r}; expected one of {', '.join(_OPTIONS)}")
        super().__init__(**options)
        self.on_msg(self._receive)
        self._update()
        _BOARDS.add(self)

    @property
    def game(self) -> Game:
        """The game. It can be replaced; arrows and highlights are then removed.

        After a change that does not go through a board, such as ``board.game.push("c5")``, call :meth:`refresh`.
        """
        return self._game

    @game.setter
    def game(self, game: Game) -> None:
        if not isinstance(game, Game):
            raise TypeError(f"game must be a Game, not {type(game).__name__}")
        with self.hold_sync():
            self.arrows, self.highlights = [], []
            self._game = game
            self._update()

    @property
    def position(self) -> Position:
        """The current position of the game."""
        return self._game.position

    def push(self, move: Move | str) -> Move:
        """Play a move, and return it, as :meth:`volo.Game.push` does, with the same errors."""
        played = self._game.push(move)
        self.refresh()
        return played

    def pop(self) -> Move:
        """Take the last move back, and return it, as :meth:`volo.Game.pop` does, with the same error."""
        move = self._game.pop()
        self.refresh()
        return move

    def refresh(self) -> None:
        """Show the current position of the game on all boards that show it."""
        for board in list(_BOARDS):
            if board.game is self._game:
                board._update()

    def _update(self) -> None:
        with self.hold_sync():
            self.set_trait("_shown", shown(self._game))
        self.set_trait("moves", self._game.moves)

    def _receive(self, _widget: object, content: object, _buffers: object) -> None:
        try:
            move, ply = request_from(content)
            if not self.live:
                raise VoloError("no move can be made on this board")
            if ply != len(self._game):
                raise VoloError("the game has changed; choose a move in the position that is shown now")
            self._game.push(move)
        except VoloError as error:
            self.send({"type": "refused", "reason": str(error)})
        else:
            self.refresh()

    @traitlets.validate("arrows", "highlights")
    def _check_spaces(self, proposal: Any) -> Any:
        paper = layout(self.position.rules.edge)
        try:
            for each in proposal["value"]:
                for space in each if isinstance(each, tuple) else (each,):
                    place_of(paper, space)
        except VoloError as error:
            # After any other error, traitlets would keep the wrong value.
            raise traitlets.TraitError(str(error)) from error
        return proposal["value"]

    def __repr__(self) -> str:
        return f"Board({self._game!r})"

    def _repr_svg_(self) -> str:
        moves, positions = self._game.moves, self._game.positions
        return svg.board(
            positions[-1],
            move=moves[-1] if moves else None,
            before=positions[-2] if moves else None,
            orientation=self.orientation,
            arrows=self.arrows,
            highlights=self.highlights,
            flocks=self.flocks,
            regions=None if self.regions is None else Color[self.regions.upper()],
            size=self.width or _WIDTH,
        )

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is not None:
            data, _ = bundle
            data["image/svg+xml"] = self._repr_svg_()
        return bundle


_OPTIONS = ("live", "flocks", "regions", "hints", "orientation", "arrows", "highlights", "width")

# The boards that exist, so that all boards of a game show its moves.
_BOARDS: WeakSet[Board] = WeakSet()
