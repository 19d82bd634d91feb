"""Rate an agent: it and levels of the engine play each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from volo import Decision, Game, Move
from volo.engine.match import Spec, Tournament, player_of, ratings


def elo(
    agent: Spec, levels: Iterable[int] = range(1, 13), *, rules: str = "standard-4", pairs: int = 10
) -> dict[str, float]:
    """Return the ratings of the agent and of the levels, the strongest first. That of the first level is 0."""
    # Each running game has tables of its own, so they are small. Level 12 needs a limit.
    players = [Spec.parse(f"engine:20000,hash=1,level={level}") for level in levels]
    tournament = Tournament([agent, *players], start=rules, pairs=pairs, max_plies=200, concurrency=64)
    for match, pair in tournament.run():
        tournament.scores[match].add(pair.points)
    rated = {each.player: each.elo for each in ratings(tournament.scores)}
    return {player: rating - rated[players[0].text] for player, rating in rated.items()}


def shown(agent: Spec, pairs: int = 40, **arguments: Any) -> str:
    """Return the rating of the agent in a tournament with three levels, as text."""
    return f"Elo {elo(agent, (1, 3, 5), pairs=pairs, **arguments)[agent.text]:+.0f} (level 1 has 0)"


def searching(choose: Callable[[Decision], int], name: str) -> Spec:
    """Return a player that chooses one action after the other in one game, as a search does."""

    def move(game: Game) -> Move:
        turn, actions = Decision(game.position), list[int]()
        while not actions or turn.chosen is not None:
            actions.append(choose(turn))
            turn = turn.step(actions[-1])
        return turn.action_space.move(actions, game.position)

    return Spec(name, "function", name, function=move)


if __name__ == "__main__":
    random = np.random.default_rng(1)
    # The legal action with the best score is played.
    uniform = player_of(lambda _, masks: random.random(masks.shape), "uniform")
    for player, rating in elo(uniform).items():
        print(f"{rating:+5.0f}  {player}")
