"""Step games in a process of its own, over memory that both processes share."""

from __future__ import annotations

from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory

import numpy as np

import volo

GAMES = 256
GAME = volo.ArrayGame("standard-4", threads=1)
COLUMNS = [
    ("states", np.uint32, (GAMES, GAME.words)),
    ("player", np.int8, (GAMES,)),
    ("rewards", np.float32, (GAMES,)),
    ("ended", np.bool_, (GAMES,)),
    ("masks", np.bool_, (GAMES, GAME.action_space.size)),
    ("actions", np.int64, (GAMES,)),
]
SIZES = [np.dtype(dtype).itemsize * int(np.prod(shape)) for _, dtype, shape in COLUMNS]
# Each array begins at a multiple of 64.
OFFSETS = np.cumsum([0, *(-(-size // 64) * 64 for size in SIZES)]).tolist()


def arrays(memory: SharedMemory) -> tuple[np.ndarray, ...]:
    """The arrays in the shared memory: what a step returns, and the actions."""
    placed = zip(COLUMNS, OFFSETS, strict=False)
    return tuple(np.ndarray(shape, dtype, memory.buf, offset) for (_, dtype, shape), offset in placed)


def work(name: str, pipe: Connection) -> None:
    """Step all games whenever a message comes, until it is None."""
    memory = SharedMemory(name)
    *out, actions = arrays(memory)
    while pipe.recv() is not None:
        GAME.step(out[0], actions, out=tuple(out))  # in place: no array is sent
        pipe.send(True)
    del out, actions
    memory.close()


def main() -> None:
    """Play random games to their ends."""
    memory = SharedMemory(create=True, size=OFFSETS[-1])
    states, player, rewards, ended, masks, actions = arrays(memory)
    ours, theirs = get_context("spawn").Pipe()
    worker = get_context("spawn").Process(target=work, args=(memory.name, theirs))
    worker.start()
    states[:] = GAME.initial(GAMES)
    GAME.legal_mask(states, out=masks)
    random, wins = np.random.default_rng(1), np.zeros(2, int)
    while not ended.all():
        actions[:] = (random.random(masks.shape) * masks).argmax(axis=1)
        acted = player.copy()
        ours.send(True)
        ours.recv()
        winner = np.where(rewards > 0, acted, 1 - acted)[rewards != 0]
        wins += np.bincount(winner, minlength=2)
    print(f"Orange won {wins[0]} and Blue {wins[1]} of {GAMES} games")
    ours.send(None)
    worker.join()
    del states, player, rewards, ended, masks, actions
    memory.close()
    memory.unlink()


if __name__ == "__main__":
    main()
