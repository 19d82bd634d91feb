"""Volo as an environment of PettingZoo, in which the agents act one after the other (AEC).

>>> from volo.envs import pettingzoo as volo_v0
>>> env = volo_v0.env(edge=4)
>>> env.reset()
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     if termination or truncation:
...         action = None
...     else:
...         action = env.action_space(agent).sample(observation["action_mask"])
...     env.step(action)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, SupportsIndex, TypeAlias

import numpy as np
from gymnasium import logger, spaces
from numpy.typing import NDArray
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from volo._volo import Decision, Move, Position, Rules
from volo.color import Color
from volo.envs.common import board, check_mode, chosen_rules, limit

if TYPE_CHECKING:
    from volo.envs.untyped import Untyped as _AECEnv
else:
    from pettingzoo import AECEnv as _AECEnv

__all__ = ["RenderMode", "env", "raw_env"]

RenderMode: TypeAlias = Literal["ansi", "human", "rgb_array"]
"""How an environment shows its games."""

_MODES: Final[tuple[RenderMode, ...]] = ("ansi", "human", "rgb_array")

# A turn, and the action that was taken in it.
_Played: TypeAlias = tuple[Decision, SupportsIndex]

_COLORS: Final = {f"player_{int(color)}": color for color in Color}
# Indexed by a color.
_AGENTS: Final = tuple(_COLORS)


def env(
    edge: int | None = None,
    rules: Rules | str = "standard",
    render_mode: RenderMode | None = None,
    max_plies: int | None = None,
) -> OrderEnforcingWrapper[str, dict[str, Any], SupportsIndex | None]:
    """The environment, in a wrapper that reports calls in a wrong order. The arguments are those of :class:`raw_env`.

    An illegal action raises an error. In ``pettingzoo.utils.wrappers.TerminateIllegalWrapper``, an illegal action ends
    the game instead.
    """
    return OrderEnforcingWrapper(raw_env(edge, rules, render_mode, max_plies))


class raw_env(_AECEnv):  # noqa: N801  the name that PettingZoo prescribes
    """The environment without wrappers.

    The agents are ``"player_0"``, who is Orange, and ``"player_1"``, who is Blue. An observation is a dictionary. Its
    ``"observation"`` has the planes of :meth:`volo.Decision.observe`; the plane ``own`` has the birds of the observing
    agent. Its ``"action_mask"`` is 1 for each legal action of :class:`volo.ActionSpace`. The mask of an agent that does
    not act is 0 everywhere. After a flight that divides the opponent, the same agent acts again and chooses the region
    to keep [R15].

    At the end of a game, the winner gets the reward 1 and the loser -1. All other rewards are 0.

    An environment can be pickled, and copied with ``copy.deepcopy``, in the middle of a game. A window is not copied.
    After the close button of a window, the game goes on without it.

    Args:
        edge: the number of spaces on an edge of the sky, 4 to 8. The default is the edge of the rule set, which is 7
            unless its text names another one.
        rules: a rule set or its text.
        render_mode: what :meth:`render` does: it returns a text (``"ansi"``) or an array of pixels (``"rgb_array"``),
            or shows them in the window of pygame (``"human"``), which also shows every step. Pixels need the extra
            ``volo[png]``.
        max_plies: the number of turns after which a game is truncated [R19]. By default, games have no limit. A flight
            and the choice of a region are one turn.

    Attributes:
        decision: the :class:`volo.Decision` of the agent that acts. The other attributes are those of every ``AECEnv``.

    Raises:
        InvalidRulesError: the rule set does not exist, or has another edge.
        VoloError: the render mode is unknown, or ``max_plies`` is out of range.
        ModuleNotFoundError: the render mode needs a package that is not installed.

    Examples:
        >>> env = raw_env(rules="french-5")
        >>> env.reset()
        >>> env.step(env.decision.action_space.of("d3")[0])
        >>> env.agent_selection, len(env.decision.legal_actions()), int(env.observe("player_1")["action_mask"].sum())
        ('player_1', 32, 32)
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "volo_v0",
        "render_modes": list(_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }
    decision: Decision
    possible_agents: list[str]
    agents: list[str]
    agent_selection: str
    action_spaces: dict[str, spaces.Discrete]
    observation_spaces: dict[str, spaces.Dict]
    rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, dict[str, Any]]

    def __init__(
        self,
        edge: int | None = None,
        rules: Rules | str = "standard",
        render_mode: RenderMode | None = None,
        max_plies: int | None = None,
    ) -> None:
        super().__init__()
        self._start = Decision(chosen_rules(edge, rules))
        check_mode(render_mode, _MODES)
        self.render_mode = render_mode
        self._max_plies = limit(max_plies)
        size, planes = self._start.action_space.size, self._start.observe().shape
        self.possible_agents = list(_AGENTS)
        self.action_spaces = {agent: spaces.Discrete(size) for agent in _AGENTS}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 255, planes, np.uint8),
                    "action_mask": spaces.Box(0, 1, (size,), np.int8),
                }
            )
            for agent in _AGENTS
        }
        self._begin()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions, ``Discrete(volo.ActionSpace(edge).size)``."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a new game. PettingZoo passes a seed and options, but nothing in the game is random."""
        self._begin()
        if self.render_mode == "human":
            self._show()

    def _begin(self) -> None:
        self.decision = self._start
        self._plies = 0
        self._last: _Played | None = None
        self.agents = list(_AGENTS)
        self.agent_selection = _AGENTS[self.decision.position.turn]
        self.rewards = dict.fromkeys(_AGENTS, 0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(_AGENTS, 0)
        self.terminations = dict.fromkeys(_AGENTS, False)
        self.truncations = dict.fromkeys(_AGENTS, False)
        self.infos = {agent: {} for agent in _AGENTS}
        self._skip_agent_selection = None

    def _is_over(self, agent: str) -> bool:
        # After the end of a game, the dictionaries lose one agent after the other.
        return self.terminations.get(agent, True) or self.truncations[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        """The observation of an agent, in new arrays.

        Raises:
            KeyError: the environment has no such agent.
        """
        mask = np.zeros(self._start.action_space.size, np.int8)
        if agent == self.agent_selection and not self._is_over(agent):
            self.decision.mask(mask.view(np.bool_))
        return {"observation": self.decision.observe(player=_COLORS[agent]), "action_mask": mask}

    def step(self, action: SupportsIndex | None) -> None:
        """Take an action of the agent :attr:`agent_selection`. After the end of a game, each agent takes the action
        None once.

        Raises:
            IllegalMoveError: the action breaks a rule, which the error names.
            ValueError: the game is over, and the action is not None.
        """
        agent = self.agent_selection
        if self._is_over(agent):
            self._was_dead_step(action)
            return
        if action is None:
            raise TypeError("the action must be an int, because the game is not over")
        turn = self.decision.step(action)  # If there is an error, nothing has changed.
        self._last = self.decision, action
        self.decision = turn
        self._cumulative_rewards[agent] = 0
        if turn.chosen is None:
            self._plies += 1
            outcome = turn.outcome()
            if outcome is not None:
                self.terminations = dict.fromkeys(_AGENTS, True)
                if outcome.winner is not None:
                    self.rewards = {name: 1 if color is outcome.winner else -1 for name, color in _COLORS.items()}
                    self._accumulate_rewards()
            elif self._plies == self._max_plies:
                self.truncations = dict.fromkeys(_AGENTS, True)
        self.agent_selection = _AGENTS[turn.position.turn]
        if self.render_mode == "human":
            self._show()

    def render(self) -> NDArray[np.uint8] | str | None:
        """Show the game as the render mode says, and return the text or the pixels.

        The picture marks the last move, or the chosen flight while the agent chooses the region to keep. The array has
        the shape ``(height, width, 3)``.
        """
        if self.render_mode is None:
            logger.warn("render() shows nothing, because the environment was created without a render mode")
            return None
        if self.render_mode == "ansi":
            return board(self.decision)
        if self.render_mode == "rgb_array":
            return self._pixels()
        self._show()
        return None

    def _pixels(self) -> NDArray[np.uint8]:
        from volo.envs import picture

        return picture.pixels(self.decision, _marked(self._last))

    def _show(self) -> None:
        import pygame

        shown = self._pixels().swapaxes(0, 1)
        screen = pygame.display.get_surface()
        if screen is None or screen.get_size() != shown.shape[:2]:
            pygame.display.init()
            pygame.display.set_caption("Volo")
            screen = pygame.display.set_mode(shown.shape[:2])
        pygame.event.pump()  # A system takes a window for hung if nobody reads its events.
        pygame.surfarray.blit_array(screen, shown)
        pygame.display.flip()
        pygame.time.wait(1000 // self.metadata["render_fps"])

    def close(self) -> None:
        """Close the window, if the render mode has one."""
        if self.render_mode == "human":
            import pygame

            pygame.display.quit()


def _marked(last: _Played | None) -> tuple[Position, Move] | None:
    if last is None:
        return None
    before, action = last
    return before.position, before.action_space.move(action, before)
