"""Players that choose actions in many games at once, such as networks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from threading import RLock, local
from typing import Any, TypeAlias

from volo._volo import Batch, Decision, Move
from volo.engine.search import Limit
from volo.errors import EngineClosedError, EngineError, IllegalMoveError
from volo.game import Game


@dataclass(frozen=True, eq=False)
class Agent:
    """A function of observations and masks. One that ``may_lose`` loses a game by an illegal action."""

    function: Callable[..., Any]
    name: str
    dtype: Any
    may_lose: bool

    def actions(self, turns: Sequence[Decision]) -> list[int]:
        """An action for each turn, by one call of the function."""
        import numpy as np

        from volo._support.answers import checked_actions

        batch = Batch(positions=turns)
        masks = batch.legal_mask()
        answers = self.function(batch.observe(dtype=self.dtype, chosen=True), masks)
        return [*map(int, checked_actions(answers, masks, self.name, np.arange(len(turns))))]


# A turn, the agents of the pair, and the action.
_Question: TypeAlias = tuple[Decision, frozenset[Agent], "Future[int]"]


class Table:
    """Collects the turns of agents, so that one call serves all games.

    It is made when all running pairs in which the agent plays wait for it or for another agent.
    """

    def __init__(self) -> None:
        # The collector may close a match in a thread that has the lock.
        self._lock = RLock()
        self._is_closed = False
        # For each agent, the number of its running pairs that do not wait.
        self._busy: Counter[Agent] = Counter()
        self._asked: dict[Agent, list[_Question]] = {}
        self._here = local()

    @contextmanager
    def pair(self, players: Iterable[object]) -> Iterator[None]:
        """Let this thread play a pair between these players."""
        self._here.agents = agents = frozenset(each for each in players if isinstance(each, Agent))
        self._change(agents, 1)
        try:
            yield
        finally:
            self._change(agents, -1)

    def ask(self, agent: Agent, turn: Decision) -> int:
        """Wait for the action of an agent."""
        agents, action = self._here.agents, Future[int]()
        with self._lock:
            if self._is_closed:
                raise EngineClosedError("the match was stopped")
            self._asked.setdefault(agent, []).append((turn, agents, action))
        self._change(agents, -1)
        return action.result()

    def close(self) -> None:
        """Let no thread wait any more."""
        with self._lock:
            self._is_closed = True
            questions = self._taken([*self._asked])
        for _, _, action in (each for asked in questions.values() for each in asked):
            action.set_exception(EngineClosedError("the match was stopped"))

    def _taken(self, agents: Iterable[Agent]) -> dict[Agent, list[_Question]]:
        taken = {agent: self._asked.pop(agent) for agent in agents if agent in self._asked}
        self._busy.update(agent for asked in taken.values() for _, of_pair, _ in asked for agent in of_pair)
        return taken

    def _change(self, agents: frozenset[Agent], difference: int) -> None:
        with self._lock:
            self._busy.update(dict.fromkeys(agents, difference))
            ready = self._taken([agent for agent in agents if not self._busy[agent]])
        for agent, asked in ready.items():
            try:
                actions = agent.actions([turn for turn, _, _ in asked])
            except BaseException as error:
                # The threads that wait raise it.
                for _, _, action in asked:
                    action.set_exception(error)
                continue
            for (_, _, action), number in zip(asked, actions, strict=True):
                action.set_result(number)


class AgentPlayer:
    """An agent in one game. Without a table, it is called for this game alone."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent
        self.table: Table | None = None

    def begin(self, seed: int) -> None:
        """An agent has random numbers of its own."""

    def move(self, game: Game, clocks: Limit | None = None) -> Move:  # noqa: ARG002
        """Choose the one or two actions of a move."""
        turn, actions = Decision(game.position), list[int]()
        while not actions or turn.chosen is not None:
            actions += [self.table.ask(self._agent, turn)] if self.table else self._agent.actions([turn])
            try:
                turn = turn.step(actions[-1])
            except IllegalMoveError as error:
                if self._agent.may_lose:
                    raise EngineError(str(error)) from None
                raise
        return turn.action_space.move(actions, game.position)

    def close(self) -> None:
        """An agent has nothing to release."""
