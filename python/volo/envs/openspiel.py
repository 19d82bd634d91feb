"""Volo as a game of OpenSpiel. The import registers it as ``python_volo``.

>>> import pyspiel
>>> import volo.envs.openspiel
>>> game = pyspiel.load_game("python_volo(edge=4)")
>>> state = game.new_initial_state()
>>> [state.action_to_string(action) for action in state.legal_actions()]
['g3', 'f5', 'e1', 'e4', 'd3', 'c1', 'c4', 'b5', 'a3']
>>> state.apply_action(state.string_to_action("a3"))
>>> state.current_player(), state.history(), game.observation_tensor_shape()
(1, [29], [12, 7, 7])

Do not read a text from someone else with ``pyspiel.deserialize_game_and_state``, nor with the method
``deserialize_state`` of ``pyspiel.Game``. For a game in Python, they unpickle a part of the text, which can run any
program. :meth:`VoloGame.deserialize_state` does not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyspiel
from numpy.typing import NDArray
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from volo._support.checks import checked_integer
from volo._volo import ActionSpace, Decision, Position, Rules
from volo.color import Color, ColorLike, as_color
from volo.envs.common import board, chosen_rules
from volo.errors import IllegalMoveError, VoloError

if TYPE_CHECKING:
    from volo.envs.untyped import Untyped as _Game
    from volo.envs.untyped import Untyped as _State
else:
    _Game, _State = pyspiel.Game, pyspiel.State

__all__ = ["TurnObserver", "VoloGame", "VoloState"]

_TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)
_RETURNS: Final[Mapping[Color | None, tuple[float, float]]] = {
    None: (0.0, 0.0),
    Color.ORANGE: (1.0, -1.0),
    Color.BLUE: (-1.0, 1.0),
}

# The lines of a serialized state.
_ACTION: Final = re.compile("[0-9]{1,5}")
_START: Final = "start "
_CHOSEN: Final = " chosen "

# The largest length that a game of OpenSpiel can have, an int of C++.
_LONGEST: Final = 2**31 - 1

_GAME_TYPE: Final = pyspiel.GameType(
    short_name="python_volo",
    long_name="Volo",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"edge": 7, "rules": "standard", "max_game_length": 1000},
)


class VoloGame(_Game):
    """The game of one rule set. ``pyspiel.load_game`` creates it from a game string, such as ``python_volo`` or
    ``python_volo(edge=5,rules=french,max_game_length=400)``.

    Player 0 is Orange and player 1 is Blue. Actions are those of :class:`volo.ActionSpace`. After a flight that divides
    the opponent, the same player acts again and chooses the region to keep [R15].

    A game string has three parameters:

    - ``edge``: the number of spaces on an edge of the sky, 4 to 8. The default is 7.
    - ``rules``: the name of a rule set, such as ``standard`` (the default) or ``abstract-play``; or a custom rule set
      of the same edge. OpenSpiel reserves ``=`` and ``,``, so a custom rule set is written with ``:`` and ``;``, as in
      ``edge:7;supply:50;pass:forced;stuck:draw``.
    - ``max_game_length``: the number of actions after which a game is cut off [R19]. The default is 1000. In a game
      that is cut off, the returns are 0 for both players, as in a draw.

    Args:
        params: the values of the parameters, by their names.

    Attributes:
        rules: the rule set.
        action_space: the meaning of the actions.

    Raises:
        InvalidRulesError: the rule set does not exist or has another edge.
        VoloError: there is no such parameter, or the length is not at least 1.
    """

    rules: Rules
    action_space: ActionSpace

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        known = _GAME_TYPE.parameter_specification
        if unknown := set(params or {}) - set(known):
            raise VoloError(f"unknown parameter {min(map(str, unknown))[:80]!r}; expected one of {', '.join(known)}")
        given = {**known, **(params or {})}
        if not isinstance(given["rules"], str):
            raise TypeError(f"rules must be a str, not {type(given['rules']).__name__}")
        rules = chosen_rules(given["edge"], given["rules"].replace(":", "=").replace(";", ","))
        length = checked_integer("max_game_length", given["max_game_length"], 1, _LONGEST)
        actions = ActionSpace(rules.edge)
        info = pyspiel.GameInfo(
            num_distinct_actions=actions.size,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=length,
        )
        # The text of the game must be readable as a game string.
        kept = {name: given[name] for name in (params or {})}
        if "rules" in kept:
            kept["rules"] = kept["rules"].replace("=", ":").replace(",", ";")
        super().__init__(_GAME_TYPE, info, kept)
        self.rules = rules
        self.action_space = actions
        self._start = Decision(rules)

    def new_initial_state(self, state: str | Position | Decision | None = None) -> VoloState:
        """A state at the start of a game.

        Args:
            state: the turn at which the game starts, or a position or its text (see :meth:`volo.Position.fen`). The
                default is the start by the rule set.

        Raises:
            VoloError: the position has another rule set.
        """
        if state is None:
            return VoloState(self, self._start)
        turn = state if isinstance(state, Decision) else Decision(state)
        if turn.position.rules != self.rules:
            raise VoloError(f"the position has the rule set '{turn.position.rules}', but the game has '{self.rules}'")
        return VoloState(self, turn)

    def deserialize_state(self, text: str) -> VoloState:
        """The state that :meth:`VoloState.serialize` wrote. The actions are played again, so the text may come from
        anyone. ``pyspiel.deserialize_game_and_state`` reads another text, with a pickle, which must not.

        Raises:
            IllegalMoveError: an action breaks a rule.
            VoloError: the position has another rule set, or a line is not an action.
        """
        if not isinstance(text, str):
            raise TypeError(f"text must be a str, not {type(text).__name__}")
        lines = text.split("\n") if text else []
        start = None
        if lines and lines[0].startswith(_START):
            fen, marker, chosen = lines.pop(0).removeprefix(_START).partition(_CHOSEN)
            start = Decision(fen, chosen if marker else None)
        state = self.new_initial_state(start)
        for number, line in enumerate(lines, 1):
            if not _ACTION.fullmatch(line):
                raise VoloError(f"action {number} must be the number of an action, not {line[:40]!r}")
            state.apply_action(int(line))
        return state

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Mapping[str, Any] | None = None
    ) -> Any:
        """A :class:`TurnObserver`; or, for an information state, an observer of the actions so far, without a tensor.

        Raises:
            VoloError: there are parameters. This game has none for observations.
        """
        if params:
            raise VoloError(f"an observation of python_volo has no parameters, but {', '.join(params)} was given")
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return TurnObserver(self.rules.edge)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)

    # The base class would restore only its own attributes.
    def __reduce__(self) -> tuple[Callable[[str], VoloGame], tuple[str]]:
        return _load, (str(self),)


class VoloState(_State):
    """A state of a game. :meth:`VoloGame.new_initial_state` creates it.

    Attributes:
        decision: the :class:`volo.Decision`. It cannot be changed, so a clone shares it.
    """

    # To clone a state, OpenSpiel makes a new one and copies each attribute into it, so there are few.
    decision: Decision
    _start: Decision
    _player: int

    def __init__(self, game: VoloGame, turn: Decision) -> None:
        super().__init__(game)
        self.decision = self._start = turn
        self._player = _TERMINAL if turn.outcome() is not None else int(turn.position.turn)

    def current_player(self) -> int:
        """The player to act, 0 for Orange or 1 for Blue; ``pyspiel.PlayerId.TERMINAL`` if the game is over."""
        return self._player

    def is_terminal(self) -> bool:
        """Whether the game is over, by the rules or because it was cut off."""
        return self._player < 0

    def returns(self) -> list[float]:
        """1 for the winner and -1 for the loser; 0 for both in a draw or if there is no result."""
        outcome = self.decision.outcome()
        return list(_RETURNS[None if outcome is None else outcome.winner])

    def legal_actions(self, player: ColorLike | None = None) -> list[int]:
        """The legal actions in ascending order; an empty list if the game is over or another player acts.

        The method of the base class, which calls ``_legal_actions``, would convert the list to C++ and back.
        """
        if isinstance(player, str):
            player = as_color(player)
        if self._player < 0 or player not in (None, self._player):
            return []
        return self.decision.legal_actions()

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002
        return self.decision.legal_actions()

    def _apply_action(self, action: int) -> None:
        if self._player < 0 and self.decision.outcome() is None:
            name = self.decision.action_space.name(action)
            raise IllegalMoveError(name, "R19", f"the game was cut off after {self.move_number()} actions")
        turn = self.decision.step(action)
        # OpenSpiel counts this action after this method.
        is_over = turn.outcome() is not None or self.move_number() + 1 >= self.get_game().max_game_length()
        self._player = _TERMINAL if is_over else int(turn.position.turn)
        self.decision = turn

    def serialize(self) -> str:
        """The actions so far, each on a line, for :meth:`VoloGame.deserialize_state`. If the game did not begin at the
        start of its rule set, the first line is ``start`` with the position, and ``chosen`` with a chosen flight.

        The method of the base class writes a pickle.
        """
        lines = list(map(str, self.history()))
        if self._start != Decision(self._start.position.rules):
            chosen = "" if self._start.chosen is None else f"{_CHOSEN}{self._start.chosen}"
            lines.insert(0, f"{_START}{self._start.position.fen()}{chosen}")
        return "\n".join(lines)

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002
        return self.decision.action_space.name(action)

    def __str__(self) -> str:
        return board(self.decision)


class TurnObserver:
    """Observes states as the planes of :meth:`volo.Decision.observe`.

    Attributes:
        tensor: the numbers of all planes, one-dimensional.
        dict: ``"observation"``, the same numbers as an array of shape ``(12, 2 * edge - 1, 2 * edge - 1)``.
    """

    tensor: NDArray[np.float32]
    dict: dict[str, NDArray[np.float32]]

    def __init__(self, edge: int) -> None:
        side = 2 * edge - 1
        planes = np.zeros((len(Decision.PLANES), side, side), np.float32)
        self.tensor = planes.reshape(-1)
        self.dict = {"observation": planes}

    def set_from(self, state: VoloState, player: ColorLike) -> None:
        """Write an observation into the arrays. ``own`` in the names of the planes is this player."""
        state.decision.observe(player=player, dtype=np.float32, out=self.dict["observation"])

    def string_from(self, state: VoloState, player: ColorLike) -> str:  # noqa: ARG002
        """The board as text. It is the same for both players."""
        return board(state.decision)


def _load(text: str) -> VoloGame:
    game: VoloGame = pyspiel.load_game(text)
    return game


pyspiel.register_game(_GAME_TYPE, VoloGame)
