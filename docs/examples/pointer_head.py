"""Learn the standard sky with a network that scores each legal action from the spaces that it touches.

`python pointer_head.py` plays against an opponent that plays at random, trains on these games with PPO (Schulman et al.
2017), and prints the rating of the network before and after. It needs PyTorch, and `elo.py` in the same folder.
"""

from __future__ import annotations

import argparse
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np
import torch
from elo import shown
from torch import nn

import volo
from volo.engine.match import player_of

RULES = "standard"
SPACE = volo.ActionSpace(7)
SIDE: Final = 13
FEATURES = torch.from_numpy(SPACE.features().astype(np.int64))


def columns(*names: str) -> torch.Tensor:
    """Return some features of all actions."""
    return FEATURES[:, [SPACE.FEATURES.index(name) for name in names]]


# The place of each space in a plane. The last one is that of -1: an action has no such space.
SKY = volo.Decision(RULES).observe()[volo.Decision.PLANES.index("sky")]
CELLS = torch.from_numpy(np.append(np.flatnonzero(SKY), SIDE * SIDE))
PLACES = CELLS[columns("first", "last", "landing")]
# A number that an action does not have is -1, which becomes 0.
NUMBERS = columns("kind", "axis", "length", "direction", "distance") + 1
# Birds in hand are up to 60, and the other planes are at most 2.
SCALE = torch.tensor([60.0 if "hand" in name else 1.0 for name in volo.Decision.PLANES])[:, None, None]


class Seen(NamedTuple):
    """What the players to move see, their legal actions one after the other, and the game of each action."""

    planes: torch.Tensor
    actions: torch.Tensor
    games: torch.Tensor

    @classmethod
    def of(cls, batch: volo.Batch) -> Seen:
        """Return what is seen in a batch."""
        planes = torch.from_numpy(batch.observe(size=SIDE, dtype="float32", chosen=True))
        actions, offsets = batch.legal_actions()
        games = np.repeat(np.arange(len(batch)), np.diff(offsets))
        return cls(planes, torch.from_numpy(actions.astype(np.int64)), torch.from_numpy(games))


class Step(NamedTuple):
    """A step of all games: the places of the chosen actions among the legal ones, and what the network said of them."""

    seen: Seen
    chosen: torch.Tensor
    logs: torch.Tensor
    values: torch.Tensor
    rewards: torch.Tensor
    goes_on: torch.Tensor


class Network(nn.Module):
    """A network that gives the logarithm of the probability of each legal action, and the expected result."""

    def __init__(self, width: int = 24, layers: int = 2) -> None:
        super().__init__()
        sizes = [len(volo.Decision.PLANES)] + [width] * layers
        self.layers = nn.ModuleList(nn.Conv2d(before, after, 3, padding=1) for before, after in pairwise(sizes))
        self.numbers = nn.ModuleList(nn.Embedding(int(column.max()) + 1, width) for column in NUMBERS.T)
        self.places = nn.Linear(3 * width, width)
        self.everywhere = nn.Linear(width, width)
        self.score = nn.Sequential(nn.ReLU(), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 1))
        self.value = nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 1), nn.Tanh())

    def forward(self, seen: Seen) -> tuple[torch.Tensor, torch.Tensor]:
        """Return a number for each legal action, and one for each game."""
        hidden = seen.planes / SCALE
        for layer in self.layers:
            hidden = torch.relu(layer(hidden))
        mean = hidden.mean((2, 3))
        # The last place, which is that of no space, is 0.
        cells = nn.functional.pad(hidden.flatten(2), (0, 1)).transpose(1, 2)
        touched = cells[seen.games[:, None], PLACES[seen.actions]].flatten(1)
        parts = self.places(touched) + self.everywhere(mean)[seen.games]
        for embedding, column in zip(self.numbers, NUMBERS[seen.actions].T, strict=True):
            parts = parts + embedding(column)
        return log_softmax(self.score(parts).squeeze(1), seen.games), self.value(mean).squeeze(1)


def log_softmax(scores: torch.Tensor, games: torch.Tensor) -> torch.Tensor:
    """Return the logarithms of probabilities whose sum is 1 in each game."""
    highest = torch.full((int(games[-1]) + 1,), -torch.inf).scatter_reduce(0, games, scores.detach(), "amax")
    scores = scores - highest[games]
    return scores - total(scores.exp(), games).log()[games]


def total(numbers: torch.Tensor, games: torch.Tensor) -> torch.Tensor:
    """Return the sum of the numbers of each game."""
    return torch.zeros(int(games[-1]) + 1).index_add(0, games, numbers)


def drawn(logs: torch.Tensor, games: torch.Tensor, random: np.random.Generator) -> torch.Tensor:
    """Return the place of an action of each game, drawn by the probabilities."""
    ends = games.bincount().cumsum(0)
    # The probabilities of a game are an interval of length 1.
    sums = logs.double().exp().cumsum(0)
    numbers = torch.from_numpy(np.arange(len(ends)) + random.random(len(ends)))
    return torch.searchsorted(sums, numbers).clip(ends - games.bincount(), ends - 1)


def players(games: int) -> Any:
    """Return the color of the network in each game: Orange and Blue in turn."""
    return np.arange(games) % 2


def rating(network: Network) -> str:
    """Return the rating of the network when it plays the action with the best score."""

    def scores(planes: Any, masks: Any) -> Any:
        found, (games, actions) = np.zeros(masks.shape, np.float32), np.nonzero(masks)
        with torch.inference_mode():
            logs, _ = network(Seen(*map(torch.from_numpy, (planes, actions, games))))
        found[games, actions] = logs
        return found

    return shown(player_of(scores, "network", dtype="float32"), rules=RULES)


def play(network: Network, batch: volo.Batch, steps: int, random: np.random.Generator) -> list[Step]:
    """Take steps of all games. Games that end begin again."""
    played = []
    for _ in range(steps):
        seen = Seen.of(batch)
        with torch.inference_mode():
            logs, values = network(seen)
        chosen = drawn(logs, seen.games, random)
        both, terminated, truncated = batch.step(seen.actions[chosen].numpy())
        rewards = torch.from_numpy(both[np.arange(len(batch)), players(len(batch))])
        goes_on = torch.from_numpy(~(terminated | truncated)).float()
        played.append(Step(seen, chosen, logs[chosen], values, rewards, goes_on))
    return played


def advantages(played: list[Step], last: torch.Tensor) -> torch.Tensor:
    """Return by how much each step went better than the network had expected (Schulman et al. 2015)."""
    after, gain, gains = last, torch.zeros_like(last), []
    for step in reversed(played):
        error = step.rewards + 0.99 * step.goes_on * after - step.values
        gain = error + 0.99 * 0.95 * step.goes_on * gain
        gains.append(gain)
        after = step.values
    return torch.stack(gains[::-1])


def loss(network: Network, step: Step, gain: torch.Tensor, scaled: torch.Tensor) -> torch.Tensor:
    """Return the loss of PPO."""
    logs, values = network(step.seen)
    ratio = (logs[step.chosen] - step.logs).exp()
    policy = torch.min(ratio * scaled, ratio.clip(0.8, 1.2) * scaled).mean()
    entropy = -total(logs.exp() * logs, step.seen.games).mean()
    return (values - step.values - gain).square().mean() / 2 - policy - 0.01 * entropy


def main() -> None:
    """Train, and print the rating before and after."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--updates", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(given.seed)
    random = np.random.default_rng(given.seed)
    network = Network()
    optimizer = torch.optim.Adam(network.parameters(), lr=2e-3)
    games = 64
    batch = volo.Batch(
        games,
        RULES,
        opponent="uniform",
        player=players(games),
        max_plies=400,
        autoreset="same-step",
        seed=given.seed,
    )
    print(f"before: {rating(network)}", flush=True)
    for update in range(given.updates):
        played = play(network, batch, 32, random)
        with torch.inference_mode():
            last = network(Seen.of(batch))[1]
        gains = advantages(played, last)
        scaled = (gains - gains.mean()) / gains.std()
        for few in random.permutation(len(played)).reshape(-1, 4):
            optimizer.zero_grad()
            for number in few:
                loss(network, played[number], gains[number], scaled[number]).backward()
            nn.utils.clip_grad_norm_(network.parameters(), 2.0)
            optimizer.step()
        if (update + 1) % 20 == 0:
            print(f"after {update + 1} updates: {rating(network)}", flush=True)


if __name__ == "__main__":
    main()
