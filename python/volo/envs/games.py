"""Games with an opponent that Python calls, or in which an illegal action loses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from functools import partial
from typing import Any, Final, Literal, Protocol, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from volo._support.answers import checked_actions
from volo._support.threads import mapped
from volo._volo import ActionSpace, Batch, Decision, Move, Rules, _policies, _processors, _read_player, play_games
from volo.color import ColorLike
from volo.errors import IllegalMoveError, VoloError
from volo.player import Policy

Opponent: TypeAlias = str | Callable[[NDArray[Any], NDArray[np.bool_]], Any]
"""The other player of an environment: ``"uniform"``, ``"careful"``, ``"engine:NODES"``,
``"engine:level=LEVEL"``, or a function.

A function gets the observations of the games in which it is to move, seen by itself, and their masks: bools of shape
``(games, size)``. It returns an array of integers with an action for each of these games; or an array of floats like
the masks with a score for each action, of which the best legal one is taken. A vector environment calls it once for all
games, and again for those in which its flight divided the learner [R15].
"""

Illegal: TypeAlias = Literal["raise", "lose"]
"""What an illegal action does: it raises an error and changes nothing, or the player who acted loses the game."""

_Autoreset: TypeAlias = Literal["next-step", "same-step"] | None
_Results: TypeAlias = tuple[NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_]]

_RANDOM: Final[tuple[Policy, ...]] = get_args(Policy)


def games_of(
    games: int,
    rules: Rules,
    *,
    opponent: Opponent | None,
    player: ColorLike | NDArray[np.integer[Any]] | None,
    illegal: Illegal,
    observe: Callable[[Batch], NDArray[Any]],
    threads: int | None,
    max_plies: int | None,
    autoreset: _Autoreset = None,
) -> Batch | Games:
    """The games of an environment: a :class:`volo.Batch` if that can play them, or else :class:`Games`.

    Args:
        games: the number of games. The other arguments are those of the environments, except this one:
        observe: writes what a player to move sees.
    """
    if illegal not in get_args(Illegal):
        raise VoloError(f"illegal must be 'raise' or 'lose', not {illegal!r}")
    make = partial(Batch, games, rules, threads=threads, max_plies=max_plies)
    if opponent is None or opponent in _RANDOM:
        if illegal == "raise":
            return make(opponent=opponent, player=player, autoreset=autoreset)
        return Games(make(opponent=opponent, player=player), autoreset, illegal)
    answers = _Function(opponent, observe) if callable(opponent) else _Engine(opponent, games, threads)
    # A batch checks the players, and lets the opponent begin. So the learners are to move.
    return Games(make(), autoreset, illegal, answers, make(opponent="uniform", player=player).turn)


def begin(
    games: Batch | Games,
    mask: NDArray[np.bool_] | None,
    positions: Sequence[Decision] | None,
    seeds: Sequence[NDArray[np.uint64] | list[int | None]],
) -> None:
    """Set seeds, and begin games. If an opponent raises an error, nothing has changed.

    Args:
        games: all games.
        mask: is true for those that begin; by default, all do.
        positions: the positions of those that begin; by default the start.
        seeds: lists with the seed of each game, set one after the other; None leaves a seed as it is.
    """
    if isinstance(games, Games):
        games.begin(mask, positions, seeds)
        return
    for each in seeds:
        games.seed(each)
    games.reset(mask)
    if positions is not None:
        games.set_positions(positions, mask)


class Games:
    """Games like those of a :class:`volo.Batch`, with the methods and attributes that environments use.

    Args:
        batch: the games, without automatic resets.
        autoreset: when games that are over begin again.
        illegal: what an illegal action does.
        answers: the opponent, if Python calls it.
        learners: the player of each game whose actions the caller of :meth:`step` chooses, if there are ``answers``.
    """

    def __init__(
        self,
        batch: Batch,
        autoreset: _Autoreset,
        illegal: Illegal,
        answers: _Answers | None = None,
        learners: NDArray[np.int8] | None = None,
    ) -> None:
        self._batch = batch
        self._autoreset = autoreset
        self._loses = illegal == "lose"
        self._answers = answers
        self._learners = learners
        self._lost = np.zeros(len(batch), np.bool_)
        # The games that an opponent lost when they began. The next step tells the learner.
        self._unseen = np.zeros(len(batch), np.bool_)
        self._is_changing = False
        # The games before the last step reset some of them.
        self._ended: Batch | None = None

    def __len__(self) -> int:
        return len(self._batch)

    def __getitem__(self, games: Any) -> Batch:
        """Copies of some games. A game that the last step reset is shown at its end."""
        return (self._ended or self._batch)[games]

    @property
    def action_space(self) -> ActionSpace:
        return self._batch.action_space

    @property
    def decisions(self) -> list[Decision]:
        return self._batch.decisions

    @property
    def turn(self) -> NDArray[np.int8]:
        return self._batch.turn

    @property
    def terminated(self) -> NDArray[np.bool_]:
        return self._batch.terminated | self._lost

    @property
    def truncated(self) -> NDArray[np.bool_]:
        return self._batch.truncated & ~self._lost

    def observe(self, out: NDArray[Any] | None = None, *, before_reset: bool = False, **view: Any) -> NDArray[Any]:
        batch = self._ended if before_reset and self._ended else self._batch
        planes: NDArray[Any] = batch.observe(out, **view)
        return planes

    def legal_actions(self) -> tuple[NDArray[np.uint16], NDArray[np.int64]]:
        actions, offsets = self._batch.legal_actions()
        if self._lost.any():
            counts = np.diff(offsets)
            actions = actions[np.repeat(~self._lost, counts)]
            offsets = np.concatenate([[0], np.cumsum(np.where(self._lost, 0, counts))])
        return actions, offsets

    def legal_mask(self, out: NDArray[Any] | None = None, packed: bool = False) -> NDArray[Any]:
        masks: NDArray[Any] = self._batch.legal_mask(out, packed=packed)  # type: ignore[call-overload]
        masks[self._lost] = 0
        return masks

    def begin(self, *arguments: Any) -> None:
        self._undone(self._begin, *arguments)

    def _begin(
        self,
        mask: NDArray[np.bool_] | None,
        positions: Sequence[Decision] | None = None,
        seeds: Sequence[NDArray[np.uint64] | list[int | None]] = (),
    ) -> None:
        begin(self._batch, mask, positions, seeds)
        if self._answers is not None:
            for each in seeds:
                self._answers.seed(each)
        going_on = False if mask is None else ~mask
        self._lost = lost = self._lost & going_on
        self._ended = None
        self._answer()
        self._unseen = self._unseen & going_on | self._lost & ~lost

    def step(self, actions: NDArray[Any], *, out: object = None) -> _Results:  # noqa: ARG002  the batch needs it
        if actions.dtype.kind not in "iu" or actions.shape != (len(self),):
            return self._batch.step(actions)  # which refuses them
        results: _Results = self._undone(self._step, actions.astype(np.int64))
        return results

    def _undone(self, change: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function that changes the games. If it raises an error, nothing has changed."""
        if self._is_changing:
            raise VoloError("an opponent cannot change the games while it chooses an action")
        before = {**self.__dict__, "_batch": self._batch.copy(), "_answers": copy(self._answers)}
        self._is_changing = True
        try:
            result = change(*arguments)
        except BaseException:
            self.__dict__.update(before)
            raise
        self._is_changing = False
        return result

    def _step(self, actions: NDArray[np.int64]) -> _Results:
        unseen, self._unseen = self._unseen, np.zeros_like(self._unseen)
        over = self._over() & ~unseen
        ignored = unseen if self._autoreset is None else unseen | over
        actions = np.where(ignored, Batch.NO_ACTION, actions)
        for game in np.flatnonzero(self._lost & (actions != Batch.NO_ACTION)):
            raise VoloError(f"game {game} is over, because an illegal action lost it")
        rewards = np.zeros((len(self), 2), np.float32)
        self._reward(unseen, rewards)
        self._act(actions, rewards)
        self._answer(rewards)
        if self._autoreset is not None and over.any():
            self._begin(over)
        self._ended = None
        terminated, truncated = self.terminated & ~self._unseen, self.truncated
        if self._autoreset == "same-step" and (terminated | truncated).any():
            ended = self._batch.copy()
            self._begin(terminated | truncated)
            self._ended = ended
        return rewards, terminated, truncated

    def _over(self) -> NDArray[np.bool_]:
        return self.terminated | self.truncated

    def _act(self, actions: NDArray[Any], rewards: NDArray[np.float32] | None) -> None:
        wrong = self._illegal(actions) if self._loses else None
        if wrong is not None and wrong.any():
            self._lost = self._lost | wrong
            actions = np.where(wrong, Batch.NO_ACTION, actions)
            if rewards is not None:
                self._reward(wrong, rewards)
        both, _, _ = self._batch.step(actions)
        if rewards is not None:
            rewards += both

    def _reward(self, lost: NDArray[np.bool_], rewards: NDArray[np.float32]) -> None:
        (games,), movers = np.nonzero(lost), self._batch.turn[lost]
        rewards[games, movers] = -1
        rewards[games, 1 - movers] = 1

    def _illegal(self, actions: NDArray[Any]) -> NDArray[np.bool_]:
        listed, offsets = self._batch.legal_actions()
        games = np.repeat(np.arange(len(self)), np.diff(offsets))
        wrong: NDArray[np.bool_] = (actions != Batch.NO_ACTION) & ~self._over()
        wrong[games[listed == actions[games]]] = False
        # A list names each region to keep by one of its spaces, and the others are legal too.
        for game, turn in zip(np.flatnonzero(wrong), self._batch[wrong].decisions, strict=True):
            wrong[game] = turn.chosen is None or not _is_legal(turn, actions[game])
        return wrong

    def _answer(self, rewards: NDArray[np.float32] | None = None) -> None:
        while self._answers is not None:
            games = np.flatnonzero((self._batch.turn != self._learners) & ~self._over())
            if not len(games):
                return
            answers = self._answers(self._batch[games], games)
            actions = np.full(len(self), Batch.NO_ACTION, np.int64)
            actions[games] = answers
            try:
                self._act(actions, rewards)
            except IllegalMoveError as error:
                error.reason += " (the opponent's action)"
                raise


def _is_legal(turn: Decision, action: int) -> bool:
    try:
        turn.step(action)
    except IllegalMoveError:
        return False
    return True


class _Answers(Protocol):
    def seed(self, seeds: Iterable[int | None]) -> None:
        """Set the seeds of the games that have one."""

    def __call__(self, batch: Batch, games: NDArray[np.intp]) -> NDArray[np.integer[Any]]:
        """An action for each game of a batch. ``games`` are their numbers in the environment."""


class _Function:
    def __init__(
        self, function: Callable[[NDArray[Any], NDArray[np.bool_]], Any], observe: Callable[[Batch], NDArray[Any]]
    ) -> None:
        self._function = function
        self._observe = observe

    def seed(self, seeds: Iterable[int | None]) -> None:
        """A function has random numbers of its own."""

    def __call__(self, batch: Batch, games: NDArray[np.intp]) -> NDArray[np.integer[Any]]:
        masks = batch.legal_mask()
        return checked_actions(self._function(self._observe(batch), masks), masks, "the opponent", games)


class _Engine:
    """An engine as the opponent. Its moves depend only on the positions, on the plies, and on the seed of the game."""

    def __init__(self, text: str, games: int, threads: int | None) -> None:
        try:
            self._policy, _ = _policies(text)
        except VoloError as error:
            message = f"opponent must be uniform, careful, engine:SETTINGS, a function or None: {error}"
            raise VoloError(message) from None
        self._opening = int(_read_player(self._policy, for_match=False)[1]["opening"])
        self._threads = _processors() if threads is None else threads
        self._seeds = np.zeros(games, np.uint64)
        # The turns of each game with this seed, over which its random numbers go on.
        self._turns = np.zeros(games, np.int64)

    def seed(self, seeds: Iterable[int | None]) -> None:
        self._seeds, self._turns = self._seeds.copy(), self._turns.copy()
        for game, seed in enumerate(seeds):
            if seed is not None:
                self._seeds[game], self._turns[game] = seed, 0

    def __call__(self, batch: Batch, games: NDArray[np.intp]) -> NDArray[np.integer[Any]]:
        """The moves of the engine. One that is two actions is found twice."""
        items = list(zip(games.tolist(), batch.decisions, batch.plies.tolist(), strict=True))
        answers = mapped(self._move, items, self._threads, lambda: None)
        space, actions = batch.action_space, np.zeros(len(games), np.int64)
        self._turns = self._turns.copy()
        for place, (game, turn, _) in enumerate(items):
            first, *region = space.of(answers[place])
            if turn.chosen is None:
                actions[place] = first
            elif space.of(turn.chosen)[0] == first:
                (actions[place],) = region
            else:  # The flight was given, and the engine would have played another one.
                actions[place] = turn.legal_actions()[0]
            self._turns[game] += turn.chosen is not None or not region
        return actions

    def _move(self, item: tuple[int, Decision, int]) -> Move:
        game, turn, plies = item
        is_opening = plies < self._opening
        played = play_games(
            1,
            # Each call is a game of one ply.
            policy="uniform" if is_opening else self._policy.replace(f"opening={self._opening}", "opening=0"),
            position=turn.position,
            seed=int(self._seeds[game]),
            first=int(self._turns[game]),
            max_plies=1,
            record=True,
            threads=1,
        )
        return Move.from_code(int(played.moves[0]))
