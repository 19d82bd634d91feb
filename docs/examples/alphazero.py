"""Learn Volo on the smallest sky by self-play, as AlphaZero does (Silver et al. 2018).

`python alphazero.py --minutes 5` plays games against itself, trains a network on them, and prints the rating of the
network with a short search. It needs PyTorch, and `elo.py` in the same folder.
"""

import argparse
import time
from collections import deque
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from elo import searching, shown
from torch import nn

import volo

RULES = "standard-4"
SPACE = volo.ActionSpace(4)
SIDE = 7
IMAGES = [SPACE.transform(symmetry).astype(np.int64) for symmetry in volo.SYMMETRIES]
# Birds in hand are up to 60, and the other planes are at most 2.
SCALE = torch.tensor([60.0 if "hand" in name else 1.0 for name in volo.Decision.PLANES])[:, None, None]
MOST_DECISIONS = 120


class Example(NamedTuple):
    """A decision of self-play: what the search preferred, and the result for the player who decided."""

    turn: volo.Decision
    actions: np.ndarray[Any, np.dtype[np.int64]]
    shares: np.ndarray[Any, np.dtype[np.float64]]
    result: int


class Network(nn.Module):
    """A residual network that gives a logit for each action, and the expected result for the player to move."""

    def __init__(self, width: int = 48, blocks: int = 3) -> None:
        super().__init__()

        def convolution(before: int, after: int) -> nn.Sequential:
            return nn.Sequential(nn.Conv2d(before, after, 3, padding=1, bias=False), nn.BatchNorm2d(after))

        self.first = convolution(len(volo.Decision.PLANES), width)
        self.blocks = nn.ModuleList(
            nn.Sequential(convolution(width, width), nn.ReLU(), convolution(width, width)) for _ in range(blocks)
        )
        self.head = nn.Sequential(nn.Conv2d(width, 16, 1), nn.ReLU(), nn.Flatten())
        self.policy = nn.Linear(16 * SIDE * SIDE, SPACE.size)
        self.value = nn.Sequential(nn.Linear(16 * SIDE * SIDE, 64), nn.ReLU(), nn.Linear(64, 1), nn.Tanh())

    def forward(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits of shape (n, size) and values of shape (n,) for planes of shape (n, 12, 7, 7)."""
        hidden = torch.relu(self.first(planes / SCALE))
        for block in self.blocks:
            hidden = torch.relu(hidden + block(hidden))
        features = self.head(hidden)
        return self.policy(features), self.value(features).squeeze(1)

    @torch.inference_mode()
    def look(self, turns: Sequence[volo.Decision]) -> tuple[Any, Any]:
        """Return the logits and the values of turns."""
        self.eval()
        planes = np.stack([turn.observe(dtype=np.float32) for turn in turns])
        logits, values = self(torch.from_numpy(planes))
        return logits.numpy(), values.numpy()


class Node:
    """A turn in the search tree, with the statistics of its legal actions."""

    def __init__(self, turn: volo.Decision) -> None:
        self.turn = turn
        self.player = turn.position.turn
        outcome = turn.outcome()
        self.result = None if outcome is None else result(outcome, self.player)
        self.actions = np.array(turn.legal_actions())
        self.children: list[Node | None] = [None] * len(self.actions)
        self.visits = np.zeros(len(self.actions))
        self.totals = np.zeros(len(self.actions))
        self.priors = np.zeros(len(self.actions))

    def expand(self, logits: Any) -> None:
        """Set the prior probabilities of the legal actions."""
        weights = np.exp(logits[self.actions] - logits[self.actions].max())
        self.priors = weights / weights.sum()

    def shares(self) -> Any:
        """Return the share of the visits that each legal action had."""
        return self.visits / self.visits.sum()

    def best(self) -> int:
        """Return the index of the action with the highest upper confidence bound (PUCT)."""
        means = self.totals / np.maximum(self.visits, 1)
        bounds = 1.5 * self.priors * np.sqrt(self.visits.sum() + 1) / (1 + self.visits)
        return int((means + bounds).argmax())


def result(outcome: volo.Outcome | None, player: volo.Color) -> int:
    """Return 1 if the player won, -1 if the player lost, and 0 for a draw or a game without an end."""
    return 0 if outcome is None or outcome.winner is None else 1 if outcome.winner == player else -1


def descend(root: Node) -> tuple[list[tuple[Node, int]], Node]:
    """Follow the best actions from the root to a node that was not visited before, or to the end of the game."""
    path, node = [], root
    while node.result is None:
        number = node.best()
        path.append((node, number))
        child = node.children[number]
        if child is None:
            child = node.children[number] = Node(node.turn.step(node.actions[number]))
            return path, child
        node = child
    return path, node


def search(network: Network, roots: list[Node], simulations: int, noise: np.random.Generator | None = None) -> None:
    """Search from all roots at once, so that the network looks at many turns in each call."""
    for root, logits in zip(roots, network.look([root.turn for root in roots])[0], strict=True):
        root.expand(logits)
        if noise is not None:
            root.priors = 0.75 * root.priors + 0.25 * noise.dirichlet([0.5] * len(root.actions))
    for _ in range(simulations):
        leaves = [descend(root) for root in roots]
        logits, values = network.look([leaf.turn for _, leaf in leaves])
        for (path, leaf), scores, guess in zip(leaves, logits, values, strict=True):
            if leaf.result is None:
                leaf.expand(scores)
            value = guess if leaf.result is None else leaf.result
            for node, number in path:
                node.visits[number] += 1
                # The player of a node is the one to whom its totals refer.
                node.totals[number] += value if node.player == leaf.player else -value


def self_play(
    network: Network, games: int, simulations: int, random: np.random.Generator, until: float
) -> list[Example]:
    """Play games of the network against itself. Return the decisions of those that end in time."""
    examples: list[Example] = []
    running: list[tuple[Node, list[Node]]] = [(Node(volo.Decision(RULES)), []) for _ in range(games)]
    for decision in range(MOST_DECISIONS):
        if not running or time.monotonic() >= until:
            break
        search(network, [node for node, _ in running], simulations, random)
        later = []
        for node, history in running:
            history.append(node)
            number = random.choice(len(node.actions), p=node.shares()) if decision < 12 else int(node.visits.argmax())
            after = Node(node.turn.step(node.actions[number]))
            outcome = after.turn.outcome()
            if outcome is None and decision + 1 < MOST_DECISIONS:
                later.append((after, history))
            else:
                examples += [Example(at.turn, at.actions, at.shares(), result(outcome, at.player)) for at in history]
        running = later
    return examples


def train(
    network: Network, optimizer: torch.optim.Optimizer, examples: Sequence[Example], random: np.random.Generator
) -> None:
    """Train on a sample of the examples, each from a random side of the sky."""
    network.train()
    for _ in range(60):
        planes, policies, targets = [], torch.zeros(256, SPACE.size), torch.zeros(256)
        for row in range(256):
            turn, actions, shares, value = examples[int(random.integers(len(examples)))]
            side = int(random.integers(12))
            planes.append(turn.observe(dtype=np.float32, symmetry=volo.SYMMETRIES[side]))
            policies[row, IMAGES[side][actions]] = torch.from_numpy(shares).float()
            targets[row] = value
        logits, values = network(torch.from_numpy(np.stack(planes)))
        loss = nn.functional.cross_entropy(logits, policies) + nn.functional.mse_loss(values, targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def best_action(network: Network, turn: volo.Decision) -> int:
    """Return the action that a short search visits most."""
    root = Node(turn)
    search(network, [root], 8)
    return int(root.actions[root.visits.argmax()])


def main() -> None:
    """Train for some minutes, and print the ratings."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    torch.manual_seed(given.seed)
    random = np.random.default_rng(given.seed)
    network, start = Network(), time.monotonic()
    optimizer = torch.optim.AdamW(network.parameters(), lr=2e-3, weight_decay=1e-4)
    examples: deque[Example] = deque(maxlen=30_000)
    until, rounds = start + 60 * given.minutes, 0
    while True:
        minutes = (time.monotonic() - start) / 60
        rating = shown(searching(lambda turn: best_action(network, turn), "search"), pairs=10)
        print(f"{minutes:5.1f} min  round {rounds:3}  {rating}", flush=True)
        if minutes >= given.minutes:
            break
        for _ in range(2):
            examples += self_play(network, 64, 32, random, until)
            if time.monotonic() >= until:
                break
            train(network, optimizer, examples, random)
            rounds += 1


if __name__ == "__main__":
    main()
