"""A second checker of proofs, in plain Python, with the rules of the reference alone.

It shares no code with the checker of `volo check-proof`, and accepts and refuses the same proofs. The documentation of
`check_proof` in Rust describes the format. `python -m support.proofs FILE --samples 1000` checks only that many random
entries of each claim of a file. For millions of entries, this program would need days.
"""

from __future__ import annotations

import argparse
import re
import struct
import sys
from bisect import bisect_left
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from volo.color import Color
from volo.errors import VoloError
from volo.reference import Position

__all__ = ["Proof", "check_proof", "checksum"]

_HEAD: Final = b"VOLOPRF\x01"
_TOO_MANY_PLIES: Final = 2**32 - 1

# One step in each direction and along each axis, in the order of their numbers in the code of a move.
_DIRECTIONS: Final = {"E": (1, 0), "SE": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (0, -1), "NE": (1, -1)}
_AXES: Final = ("E", "NW", "NE")
_LONGEST_FLIGHT: Final = 14


class Proof(NamedTuple):
    """What a proof proves. `volo.engine.Proof` describes the fields."""

    position: Position
    value: str
    plies: int | None
    safe: tuple[Color, ...]
    positions: int


def check_proof(proof: bytes, samples: int | None = None) -> Proof:
    """Check a proof, or some entries of each claim.

    Raises:
        VoloError: the bytes are not a proof, or it is wrong.
    """
    _require(proof[: len(_HEAD)] == _HEAD, "not a proof")
    body, end = proof[:-8], proof[-8:]
    _require(len(body) >= len(_HEAD) and checksum(body) == int.from_bytes(end, "little"), "the checksum is wrong")
    reader = _Reader(body, len(_HEAD))
    root = _read_position(reader)
    claims = [_Claim(root, reader) for _ in range(reader.number(1))]
    _require(reader.at == len(body), "expected the end")
    safe = tuple(claim.player for claim in claims)
    _require(len(set(safe)) == len(safe) in (1, 2), "expected one claim, or one for each player")
    _require(len(safe) == 1 or not any(claim.is_win for claim in claims), "the claims contradict each other")
    for claim in claims:
        claim.check(samples)
    value, plies = "draw" if len(safe) == 2 else "unknown", None
    if claims[0].is_win:
        value, plies = "win" if safe[0] is root.turn else "loss", claims[0].plies()
    return Proof(root, value, plies, safe, sum(claim.count for claim in claims))


def checksum(content: bytes) -> int:
    """FNV-1a with 64 bits."""
    result = 0xCBF29CE484222325
    for byte in content:
        result = (result ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return result


def _require(condition: object, problem: str) -> None:
    if not condition:
        raise VoloError(problem)


class _Reader:
    """Reads bytes from the first to the last."""

    def __init__(self, content: bytes, at: int) -> None:
        self._content, self.at = content, at

    def take(self, size: int) -> bytes:
        taken = self._content[self.at : self.at + size]
        _require(len(taken) == size, "the proof ends too early")
        self.at += size
        return taken

    def number(self, size: int) -> int:
        return int.from_bytes(self.take(size), "little")


def _read_position(reader: _Reader) -> Position:
    try:
        text = reader.take(reader.number(2)).decode()
    except UnicodeDecodeError as error:
        raise VoloError("the position is not a text") from error
    position = Position.from_fen(text)
    _require(position.fen() == text, "the position is written in another way")
    return position


class _Claim:
    """A claim of a proof, with its entries as bytes."""

    def __init__(self, root: Position, reader: _Reader) -> None:
        kind, player = reader.take(2)
        _require(kind < 2 and player < 2, "the claim is unknown")
        self.is_win, self.player, self.root = kind == 1, Color(player), root
        self._spaces: Final = list(_places(root.rules.edge))
        self._size: Final = -(-len(self._spaces) // 8)
        self._entry: Final = struct.Struct(f"<{2 * self._size + 1}sI" + "I" * self.is_win)
        self.count: Final = reader.number(8)
        self._entries: Final = reader.take(self.count * self._entry.size)

    def check(self, samples: int | None) -> None:
        """Check the entries, and that the claim holds for the position of the proof."""
        numbers = range(self.count)
        if samples is None:
            _require(all(one < other for one, other in pairwise(map(self._key_at, numbers))), "not in ascending order")
        chosen = numbers if samples is None else Random(1).sample(numbers, min(samples, self.count))
        for number in chosen:
            self._check_entry(number)
        self.plies()

    def plies(self) -> int:
        """The number of plies of the claim; 0 if the player does not lose."""
        goes_on = self.root.turn is self.player and self.root.outcome() is None
        return self._plies_after(self.root) if goes_on else self._needed(self.root)

    def _check_entry(self, number: int) -> None:
        """Check that after the move, the player still has what is claimed, whatever the opponent plays."""
        key, code, *plies = self._entry.unpack_from(self._entries, number * self._entry.size)
        _require(_TOO_MANY_PLIES not in plies, "too many plies")
        needed = self._needed(self._position(key).play(_move(code, self.root.rules.edge)))
        _require(not self.is_win or needed < plies[0], "the plies are not enough")

    def _position(self, key: bytes) -> Position:
        orange, blue = (int.from_bytes(part, "little") for part in (key[: self._size], key[self._size : -1]))
        _require(not orange & blue and (orange | blue) >> len(self._spaces) == 0, "not the birds of a position")
        marks = ["o" if orange >> i & 1 else "b" if blue >> i & 1 else "1" for i in range(len(self._spaces))]
        rows: dict[str, str] = {}
        for space, mark in zip(self._spaces, marks, strict=True):
            rows[space[0]] = rows.get(space[0], "") + mark
        written = re.sub("1+", lambda run: str(len(run[0])), "/".join(rows.values()))
        return Position.from_fen(f"{written} {'ob'[self.player]} {key[-1]} {self.root.rules}")

    def _key(self, position: Position) -> bytes:
        """The birds and passes of the representative among the images of a position."""
        birds = [position.birds(color) for color in Color]
        images = _symmetries(self.root.rules.edge)
        least = min([sum(1 << image[space] for space in each) for each in birds] for image in images)
        return b"".join(number.to_bytes(self._size, "little") for number in least) + bytes([position.passes])

    def _key_at(self, number: int) -> bytes:
        start = number * self._entry.size
        return self._entries[start : start + 2 * self._size + 1]

    def _needed(self, position: Position) -> int:
        """The number of plies that the player needs when the opponent is to move or the game is over."""
        outcome = position.outcome()
        if outcome is None:
            plies = [self._plies_after(position.play(move)) for move in position.legal_moves()]
            return 1 + max(plies) if self.is_win else 0
        _require(
            outcome.winner is self.player or (not self.is_win and outcome.winner is None), "the game ends otherwise"
        )
        return 0

    def _plies_after(self, position: Position) -> int:
        """The number of plies of a position that is in the list or in which the game is over."""
        if position.outcome() is not None:
            return self._needed(position)
        wanted = self._key(position)
        number = bisect_left(range(self.count), wanted, key=self._key_at)
        _require(number < self.count and self._key_at(number) == wanted, "there is no move")
        plies: int = self._entry.unpack_from(self._entries, number * self._entry.size)[-1]
        return plies if self.is_win else 0


def _move(code: int, edge: int) -> str:
    """The text of the move with this code on a sky."""
    places = _places(edge)
    # The index of a space is 16 times its row from the top, plus its column.
    names = {16 * (down + edge - 1) + right + edge - 1: name for name, (right, down) in places.items()}
    first, length, axis, direction, distance, keep = (
        code >> lowest & (1 << width) - 1 for lowest, width in ((0, 8), (8, 4), (12, 2), (14, 3), (17, 4), (21, 8))
    )
    _require(code >> 29 == edge - 4 and (first == 0 or first in names), "not the code of a move on this sky")
    if length == 0 or first == 0:
        _require(code & (1 << 29) - 1 == first, "not the code of an add or a pass")
        return names[first] if first else "pass"
    _require(axis < len(_AXES) and direction < len(_DIRECTIONS) and (length > 1 or axis == 0), "not a line")
    _require(1 <= distance <= _LONGEST_FLIGHT and (keep == 0 or keep in names), "not a flight")
    right, down = places[names[first]]
    step = _DIRECTIONS[_AXES[axis]]
    end = (right + (length - 1) * step[0], down + (length - 1) * step[1])
    ends = [name for name, place in places.items() if place == end]
    _require(ends, "not a line on this sky")
    line = names[first] if length == 1 else f"{names[first]}:{ends[0]}"
    return f"{line}-{list(_DIRECTIONS)[direction]}{distance}" + (f"/{names[keep]}" if keep else "")


@cache
def _places(edge: int) -> dict[str, tuple[int, int]]:
    """The spaces of a sky, row by row from the top, with their steps to the east and the south-east of the centre."""
    far, spaces = edge - 1, {}
    for down in range(-far, edge):
        first = max(-far, -far - down)
        for number, right in enumerate(range(first, first + 2 * edge - 1 - abs(down)), 1):
            sizes = sorted((abs(right), abs(down), abs(right + down)))
            if sizes not in ([0, 0, 0], [0, far, far]):
                spaces[f"{'abcdefghijklmno'[far - down]}{number}"] = right, down
    return spaces


@cache
def _symmetries(edge: int) -> list[dict[str, int]]:
    """The number of the image of each space, for each of the twelve symmetries."""
    spaces = _places(edge)
    numbers = {place: number for number, place in enumerate(spaces.values())}
    found = []
    for mirrored in (False, True):
        images = {name: (-right - down, down) if mirrored else (right, down) for name, (right, down) in spaces.items()}
        for _ in range(6):
            images = {name: (-down, right + down) for name, (right, down) in images.items()}
            found.append({name: numbers[place] for name, place in images.items()})
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m support.proofs", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--samples", type=int, default=1000)
    options = parser.parse_args()
    proof = check_proof(options.file.read_bytes(), options.samples)
    result = f"{proof.value} in {proof.plies} plies" if proof.plies else proof.value
    sys.stdout.write(f"{proof.position.fen()}: {result}; {options.samples:,} entries of each claim are correct\n")


if __name__ == "__main__":
    main()
