"""A second check of proofs, with the reference alone. Only the codes of moves are read by the core.

`python -m support.proofs FILE --samples 1000` checks that many random entries of each claim of a file, and that the
position itself is proved. `volo check-proof` checks all entries. For millions of them, this program would need days.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

import volo
from volo.color import Color
from volo.reference import Position

__all__ = ["proves", "read"]


class Entry(NamedTuple):
    position: Position
    move: str
    rank: int


def places(edge: int) -> dict[str, tuple[int, int]]:
    """The spaces of a sky, row by row from the top, with their steps to the east and the south-east of the centre."""
    far, spaces = edge - 1, {}
    for down in range(-far, edge):
        first = max(-far, -far - down)
        for number, right in enumerate(range(first, first + 2 * edge - 1 - abs(down)), 1):
            sizes = sorted((abs(right), abs(down), abs(right + down)))
            if sizes not in ([0, 0, 0], [0, far, far]):
                spaces[f"{'abcdefghijklmno'[far - down]}{number}"] = right, down
    return spaces


def symmetries(edge: int) -> list[dict[str, str]]:
    spaces = places(edge)
    names = {place: name for name, place in spaces.items()}
    found = []
    for mirrored in (False, True):
        images = {name: (-right - down, down) if mirrored else (right, down) for name, (right, down) in spaces.items()}
        for _ in range(6):
            images = {name: (-down, right + down) for name, (right, down) in images.items()}
            found.append({name: names[place] for name, place in images.items()})
    assert len({tuple(symmetry.values()) for symmetry in found}) == 12
    return found


class Claim:
    """A claim of a proof, with its entries."""

    def __init__(self, is_win: bool, player: Color, root: Position, rows: NDArray[np.void]) -> None:
        self.is_win, self.player, self.root, self.rows = is_win, player, root, rows
        # An entry is found by its birds and passes. NumPy leaves out zeros at the end of bytes. Keys of one length stay
        # different.
        self.order = rows["key"].argsort()
        self.keys = rows["key"][self.order]
        edge = root.rules.edge
        self.spaces: Final = list(places(edge))
        numbers = {space: i for i, space in enumerate(self.spaces)}
        self.images: Final = [{space: numbers[to] for space, to in each.items()} for each in symmetries(edge)]

    def entry(self, number: int) -> Entry:
        row = self.rows[number]
        key = row["key"].ljust(self.rows.dtype["key"].itemsize, b"\0")
        size = len(key) // 2
        birds = {
            space: color
            for color, part in zip(Color, (key[:size], key[size : 2 * size]), strict=True)
            for i, space in enumerate(self.spaces)
            if part[i >> 3] >> (i & 7) & 1
        }
        rules = self.root.fen().split(" ", 3)[3]
        text = text_of(birds, self.root.rules.edge, self.player, key[-1], rules)
        move = str(volo.Move.from_code(int(row["code"])))
        return Entry(Position.from_fen(text), move, int(row["rank"]) if self.is_win else 0)

    def rank(self, position: Position) -> int:
        """The rank of an image of a position that is in the list. KeyError if there is none."""
        for image in self.images:
            key = self.key(position, image)
            place = int(self.keys.searchsorted(key))
            if place < len(self.keys) and self.keys[place] == key:
                return int(self.rows["rank"][self.order[place]]) if self.is_win else 0
        raise KeyError(position.fen())

    def key(self, position: Position, image: dict[str, int]) -> bytes:
        size = -(-len(self.spaces) // 8)
        data = bytearray(2 * size + 1)
        for number, color in enumerate(Color):
            for space in position.birds(color):
                data[number * size + (image[space] >> 3)] |= 1 << (image[space] & 7)
        data[-1] = position.passes
        return bytes(data).rstrip(b"\0")

    def needed(self, position: Position) -> int:
        """The number of plies that the player needs when the opponent is to move. Fails if the claim does not hold."""
        outcome = position.outcome()
        if outcome is None:
            return 1 + max(self._after(position.play(move)) for move in position.legal_moves())
        assert outcome.winner is self.player or (not self.is_win and outcome.winner is None)
        return 0

    def _after(self, position: Position) -> int:
        return self.rank(position) if position.outcome() is None else self.needed(position)

    def check(self, number: int) -> None:
        """Check one entry: after its move, the player still has what is claimed, whatever the opponent plays."""
        entry = self.entry(number)
        needed = self.needed(entry.position.play(entry.move))
        assert not self.is_win or needed < entry.rank

    def check_root(self) -> int:
        """Check that the claim holds for the position of the proof. Return the number of plies."""
        goes_on = self.root.turn is self.player and self.root.outcome() is None
        return self.rank(self.root) if goes_on else self.needed(self.root)


def text_of(birds: dict[str, Color], edge: int, turn: Color, passes: int, rules: str) -> str:
    rows: dict[str, list[str]] = {}
    for space in places(edge):
        color = birds.get(space)
        rows.setdefault(space[0], []).append("1" if color is None else color.name[0].lower())
    written = []
    for row in rows.values():
        text, run = "", 0
        for mark in [*row, ""]:
            if mark == "1":
                run += 1
            else:
                text, run = text + (str(run) if run else "") + mark, 0
        written.append(text)
    return f"{'/'.join(written)} {turn.name[0].lower()} {passes} {rules}"


def read(proof: bytes) -> tuple[str, list[Claim]]:
    assert proof[:8] == b"VOLOPRF\x01"
    length = int.from_bytes(proof[8:10], "little")
    fen, at = proof[10 : 10 + length].decode(), 10 + length
    root = Position.from_fen(fen)
    size = -(-len(places(root.rules.edge)) // 8)
    claims, count = [], proof[at]
    at += 1
    for _ in range(count):
        is_win, player = proof[at] == 1, Color(proof[at + 1])
        entries = int.from_bytes(proof[at + 2 : at + 10], "little")
        fields = [("key", f"S{2 * size + 1}"), ("code", "<u4"), *([("rank", "<u4")] if is_win else [])]
        rows = np.frombuffer(proof, fields, entries, at + 10)
        at += 10 + rows.nbytes
        claims.append(Claim(is_win, player, root, rows))
    assert at + 8 == len(proof)
    return fen, claims


def proves(proof: bytes, samples: int | None = None) -> tuple[str, str, int | None]:
    """Check a proof, or some entries of each claim.

    Return the position, its value for the player to move, and the number of plies of a win.
    """
    fen, claims = read(proof)
    random, plies = Random(1), None
    for claim in claims:
        all_of_them = range(len(claim.rows))
        for number in all_of_them if samples is None else random.sample(all_of_them, min(samples, len(claim.rows))):
            claim.check(number)
        needed = claim.check_root()
        if claim.is_win:
            plies = needed
    if [claim.is_win for claim in claims] == [True]:
        return fen, "win" if claims[0].player is claims[0].root.turn else "loss", plies
    assert {claim.player for claim in claims} == set(Color)
    return fen, "draw", None


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m support.proofs", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--samples", type=int, default=1000)
    options = parser.parse_args()
    fen, value, plies = proves(options.file.read_bytes(), options.samples)
    result = f"{value} in {plies} plies" if plies else value
    sys.stdout.write(f"{fen}: {result}; {options.samples:,} entries of each claim are correct\n")


if __name__ == "__main__":
    main()
