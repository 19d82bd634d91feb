"""Monte-Carlo tree search that asks for many random games in each call. The program prints a move and its speed."""

from __future__ import annotations

import sys
from math import log, sqrt
from time import perf_counter

import volo

LEAVES, GAMES, EXPLORATION = 64, 2, 0.6


class Node:
    """A position, and the points that the player who moved to it gets in random games."""

    def __init__(self, position: volo.Position, parent: Node | None = None) -> None:
        self.position, self.parent = position, parent
        self.untried = iter(position.legal_moves())
        self.children: dict[volo.Move, Node] = {}
        self.visits, self.points = 0, 0.0

    def leaf(self) -> Node:
        """Add a position to the tree. Until its games are played, they count as lost, so that the next one differs."""
        node = self
        while True:
            node.visits += GAMES
            move = next(node.untried, None)
            if move is not None:
                node.children[move] = Node(node.position.play(move), node)
                node.children[move].visits = GAMES
                return node.children[move]
            if not node.children:
                return node  # the game is over
            total = EXPLORATION**2 * log(node.visits)
            node = max(node.children.values(), key=lambda one: one.points / one.visits + sqrt(total / one.visits))


def search(position: volo.Position, rounds: int, seed: int = 0) -> volo.Move:
    """Return the move that was tried most often."""
    root = Node(position)
    for number in range(rounds):
        leaves = [root.leaf() for _ in range(LEAVES)]
        first = number * LEAVES * GAMES  # new random numbers
        games = volo.play_random(GAMES, positions=[leaf.position for leaf in leaves], seed=seed, first=first)
        winners = games.winner.reshape(-1, GAMES)
        orange = (winners == volo.ORANGE).sum(axis=1) + (winners < 0).sum(axis=1) / 2
        for leaf, points in zip(leaves, orange.tolist(), strict=True):
            node: Node | None = leaf
            while node is not None:
                node.points += points if node.position.turn is volo.BLUE else GAMES - points
                node = node.parent
    return max(root.children, key=lambda move: root.children[move].visits)


if __name__ == "__main__":
    start, began = volo.Position(sys.argv[1] if len(sys.argv) > 1 else "standard-5"), perf_counter()
    print(search(start, 100), f"{100 * LEAVES * GAMES / (perf_counter() - began):,.0f} games a second")
