"""An engine for UGI: it plays the move that leaves itself the fewest flocks, and the opponent the most."""

import sys

import volo


def value(position: volo.Position, player: volo.Color) -> int:
    """What a position is worth for a player."""
    outcome = position.outcome()
    if outcome is not None:
        return 0 if outcome.winner is None else 1000 if outcome.winner is player else -1000
    return len(position.flocks(player.other)) - len(position.flocks(player))


def best_move(position: volo.Position) -> volo.Move:
    """The move after which the position is worth most."""
    return max(position.legal_moves(), key=lambda move: value(position.play(move), position.turn))


position = volo.Position()
for line in sys.stdin:
    match line.split():
        case ["ugi"]:
            print("id name Gatherer\nugiok", flush=True)
        case ["isready"]:
            print("readyok", flush=True)
        case ["position", "fen", *words]:
            fen, _, moves = " ".join(words).partition(" moves ")
            position = volo.Game(fen, moves.split()).position
        case ["go", *_]:
            print("bestmove", best_move(position), flush=True)
        case ["quit"]:
            break
