"""The speed of Monte-Carlo tree search: the recipe, a search with one random game in each call, and other libraries.

The recipe plays its random games on all processors. The other searches use one, because their loops are in Python.

python benches/python/searches.py [RUNS]

It needs `pip install chess open-spiel`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from math import log, sqrt
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from results import Row, in_turn, machine, show, write
from rich.console import Console

import volo

__all__ = ["measure"]

SECONDS = 2.0


class Library:
    """How a search uses a library. The methods are those of volo with one call for each random game."""

    start: Any = volo.Position("standard-5")

    def __init__(self) -> None:
        self.random = Random(1)
        self.plies = 0
        self.games = 0

    def moves(self, state: Any) -> list[Any]:
        """The legal moves; none if the game is over."""
        return list(state.legal_moves())

    def play(self, state: Any, move: Any) -> Any:
        """The state after a move."""
        return state.play(move)

    def game(self, state: Any) -> float:
        """The points of the player to move in a random game."""
        played = volo.play_random(1, position=state, first=self.games, threads=1)
        self.plies += int(played.plies[0])
        winner = played.winner[0]
        return 0.5 if winner < 0 else float(winner == state.turn)


class Chess(Library):
    """Random games of python-chess, at most as long as the rules allow without a claim of a draw."""

    def __init__(self) -> None:
        super().__init__()
        self.start = import_module("chess").Board()

    def moves(self, state: Any) -> list[Any]:
        """The legal moves; none if the game is over."""
        return [] if state.is_game_over() else list(state.legal_moves)

    def play(self, state: Any, move: Any) -> Any:
        """The state after a move."""
        after = state.copy(stack=False)
        after.push(move)
        return after

    def game(self, state: Any) -> float:
        """The points of the player to move in a random game."""
        board = state.copy(stack=False)
        # Fivefold repetition needs the stack, so the rule of 75 moves ends most of the games.
        while not (board.is_game_over() or board.halfmove_clock >= 150):
            board.push(self.random.choice(list(board.legal_moves)))
            self.plies += 1
        white = {"1-0": 1.0, "0-1": 0.0}.get(board.result(), 0.5)
        return white if state.turn else 1 - white


class OpenSpiel(Library):
    """Random games of Hex with 64 cells in OpenSpiel, whose rules are written in C++."""

    def __init__(self) -> None:
        super().__init__()
        self.start = import_module("pyspiel").load_game("hex(board_size=8)").new_initial_state()

    def moves(self, state: Any) -> list[Any]:
        """The legal moves; none if the game is over."""
        return list(state.legal_actions())

    def play(self, state: Any, move: Any) -> Any:
        """The state after a move."""
        return state.child(move)

    def game(self, state: Any) -> float:
        """The points of the player to move in a random game."""
        playing = state.clone()
        while not playing.is_terminal():
            playing.apply_action(self.random.choice(playing.legal_actions()))
            self.plies += 1
        # The player who ends a game of Hex wins it.
        return 0.0 if state.is_terminal() else 0.5 + playing.returns()[state.current_player()] / 2


class Node:
    """A state, and the points of the player who moved to it."""

    def __init__(self, library: Library, state: Any, parent: Node | None = None) -> None:
        self.state, self.parent = state, parent
        self.untried = iter(library.moves(state))
        self.children: list[Node] = []
        self.visits, self.points = 0, 0.0


def search(library: Library) -> float:
    """Search for some seconds, and return the simulations in a second."""
    root, began = Node(library, library.start), perf_counter()
    library.games = library.plies = 0
    while perf_counter() - began < SECONDS:
        node = root
        while (move := next(node.untried, None)) is None and node.children:
            total = 0.36 * log(node.visits)
            node = max(node.children, key=lambda one: one.points / one.visits + sqrt(total / one.visits))
        if move is not None:
            node.children.append(Node(library, library.play(node.state, move), node))
            node = node.children[-1]
        points = 1 - library.game(node.state)
        library.games += 1
        found: Node | None = node
        while found is not None:
            found.visits += 1
            found.points += points
            points, found = 1 - points, found.parent
    return library.games / (perf_counter() - began)


def recipe() -> float:
    """The games in a second of the search in the cookbook."""
    sys.path.insert(0, str(Path(__file__).parents[2] / "docs" / "examples"))
    program = import_module("monte_carlo")
    began, rounds = perf_counter(), 150
    program.search(volo.Position("standard-5"), rounds)
    return float(rounds * program.LEAVES * program.GAMES / (perf_counter() - began))


def open_spiel_in_cpp() -> float:
    """The simulations in a second of OpenSpiel's search in C++."""
    pyspiel: Any = import_module("pyspiel")
    game = pyspiel.load_game("hex(board_size=8)")
    simulations = 20_000
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 0.6, simulations, 1000, False, 1, False)
    began = perf_counter()
    bot.step(game.new_initial_state())
    return simulations / (perf_counter() - began)


def measure(runs: int) -> Iterator[Row]:
    """Run all measurements."""
    others: list[tuple[str, Callable[[], float]]] = [("one call of volo for each game", lambda: search(Library()))]
    others += [("python-chess", lambda: search(Chess())), ("Hex of OpenSpiel", lambda: search(OpenSpiel()))]
    others += [("the search in C++ of OpenSpiel, Hex", open_spiel_in_cpp)]
    for name, other in others:
        yield Row(f"random games a second over {name}", *in_turn(runs, recipe, other))
    for name, library in (("volo", Library()), ("python-chess", Chess()), ("Hex of OpenSpiel", OpenSpiel())):
        search(library)
        yield Row(f"plies of a random game, {name}", [library.plies / max(1, library.games)], [])


def main() -> None:
    """Run all measurements, print the table and write it."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    rows = list(measure(runs))
    about = [machine(), f"`benches/python/searches.py`: medians of {runs} runs, in turn, on edge 5."]
    show(Console(width=120), rows, about)
    write(rows, about, "Monte-Carlo search")


if __name__ == "__main__":
    main()
