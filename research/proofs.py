"""A second checker of proofs, in plain Python, with the rules of the reference alone.

It shares no code with the checker of `volo check-proof`, and accepts and refuses the same proofs. The documentation of
`check_proof` in Rust describes the format. `python -m research.proofs FILE --samples 1000` checks only that many
random entries of each claim of a file. For millions of entries, this program would need days.

A short proof leaves out positions, which a checker proves by a search. This one has a search of its own, so it may give
up where the other one succeeds, or the other way round. With `--samples`, as many random positions are searched.
"""

from __future__ import annotations

import argparse
import lzma
import re
import struct
import sys
from bisect import bisect_left
from functools import cache
from itertools import pairwise
from math import inf
from pathlib import Path
from random import Random
from typing import Final, NamedTuple, TypeAlias

from volo.color import Color
from volo.errors import VoloError
from volo.reference.position import Position

_HEAD: Final = b"VOLOPRF\x01"
_SHORT_HEAD: Final = b"VOLOPRF\x02"
_LARGEST_LIMIT: Final = 100_000
_MOST_LEFT_OUT: Final = 2**23
_TOO_MANY_PLIES: Final = 2**32 - 1

# One step in each direction and along each axis, in the order of their numbers in the code of a move.
_DIRECTIONS: Final = {"E": (1, 0), "SE": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (0, -1), "NE": (1, -1)}
_AXES: Final = ("E", "NW", "NE")
_LONGEST_FLIGHT: Final = 14


class UndecidedError(VoloError):
    """A search ended at its limit, so a short proof was neither accepted nor refused."""


class Proof(NamedTuple):
    """What a proof proves. `volo.engine.Proof` describes the fields.

    Of the positions that are left out, `undecided` were too hard for the search of this checker. This happens only if
    not all positions are checked, because otherwise the check fails.
    """

    position: Position
    value: str
    plies: int | None
    safe: tuple[Color, ...]
    positions: int
    left_out: int
    undecided: int


def check_proof(proof: bytes, samples: int | None = None) -> Proof:
    """Check a proof, or some entries of each claim."""
    is_short = proof[: len(_HEAD)] == _SHORT_HEAD
    _require(is_short or proof[: len(_HEAD)] == _HEAD, "not a proof")
    body, end = proof[:-8], proof[-8:]
    _require(len(body) >= len(_HEAD) and checksum(body) == int.from_bytes(end, "little"), "the checksum is wrong")
    reader = _Reader(body, len(_HEAD))
    root = _read_position(reader)
    limit = reader.number(4) if is_short else None
    _require(limit is None or 1 <= limit <= _LARGEST_LIMIT, "the limit of the searches is out of range")
    claims = [_Claim(root, reader, limit) for _ in range(reader.number(1))]
    _require(reader.at == len(body), "expected the end")
    safe = tuple(claim.player for claim in claims)
    _require(len(set(safe)) == len(safe) in (1, 2), "expected one claim, or one for each player")
    _require(len(safe) == 1 or not any(claim.is_win for claim in claims), "the claims contradict each other")
    for claim in claims:
        claim.check(samples)
    value, plies = "draw" if len(safe) == 2 else "unknown", None
    if claims[0].is_win:
        value, plies = "win" if safe[0] is root.turn else "loss", claims[0].plies()
    counts = (
        sum(numbers) for numbers in zip(*((each.count, each.left_out, each.undecided) for each in claims), strict=True)
    )
    return Proof(root, value, plies, safe, *counts)


def checksum(content: bytes) -> int:
    """FNV-1a with 64 bits."""
    result = 0xCBF29CE484222325
    for byte in content:
        result = (result ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return result


def sealed(body: bytes) -> bytes:
    """The bytes with their checksum after them."""
    return body + checksum(body).to_bytes(8, "little")


def _require(condition: object, problem: str) -> None:
    if not condition:
        raise VoloError(problem)


class _Reader:
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

    def __init__(self, root: Position, reader: _Reader, limit: int | None) -> None:
        kind, player = reader.take(2)
        _require(kind < 2 and player < 2, "the claim is unknown")
        self.is_win, self.player, self.root = kind == 1, Color(player), root
        self._spaces: Final = list(_places(root.rules.edge))
        self._size: Final = -(-len(self._spaces) // 8)
        self._entry: Final = struct.Struct(f"<{2 * self._size + 1}sI" + "I" * self.is_win)
        self.count: Final = reader.number(8)
        self.left_out: Final = reader.number(8) if limit is not None else 0
        _require(self.left_out <= _MOST_LEFT_OUT, "too many positions are left out")
        self.undecided = 0
        self._limit: Final = limit
        # The positions that are left out, with the number of plies in which the player must win.
        self._missing: Final[dict[bytes, int]] = {}
        self._entries: Final = reader.take(self.count * self._entry.size)

    def check(self, samples: int | None) -> None:
        """Check the entries, and that the claim holds for the position of the proof."""
        numbers = range(self.count)
        if samples is None:
            _require(all(one < other for one, other in pairwise(map(self._key_at, numbers))), "not in ascending order")
        random = Random(1)
        chosen = numbers if samples is None else random.sample(numbers, min(samples, self.count))
        for number in chosen:
            self._check_entry(number)
        self.plies()
        missing = sorted(self._missing.items())
        _require(samples is not None or len(missing) == self.left_out, "another number of positions is left out")
        for key, within in missing if samples is None else random.sample(missing, min(samples, len(missing))):
            try:
                _Search(self, self._limit).prove(self._position(key), within)
            except UndecidedError:  # noqa: PERF203
                if samples is None:
                    raise
                self.undecided += 1

    def plies(self) -> int:
        """The number of plies of the claim; 0 if the player does not lose."""
        goes_on = self.root.turn is self.player and self.root.outcome() is None
        return self._plies_after(self.root, None) if goes_on else self._needed(self.root, None)

    def _check_entry(self, number: int) -> None:
        """Check that after the move, the player still has what is claimed, whatever the opponent plays."""
        key, code, *plies = self._entry.unpack_from(self._entries, number * self._entry.size)
        _require(_TOO_MANY_PLIES not in plies, "too many plies")
        # A position that is left out is won within as many plies as the entry allows.
        within = plies[0] - 2 if self.is_win else 0
        needed = self._needed(self._position(key).play(_move(code, self.root.rules.edge)), within)
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

    def key(self, position: Position) -> bytes:
        """The birds and passes of the representative among the images of a position."""
        birds = [position.birds(color) for color in Color]
        images = _symmetries(self.root.rules.edge)
        least = min([sum(1 << image[space] for space in each) for each in birds] for image in images)
        return b"".join(number.to_bytes(self._size, "little") for number in least) + bytes([position.passes])

    def _key_at(self, number: int) -> bytes:
        start = number * self._entry.size
        return self._entries[start : start + 2 * self._size + 1]

    def _needed(self, position: Position, within: int | None) -> int:
        """The number of plies that the player needs when the opponent is to move or the game is over.

        A position that is not in the list is left out, and is won within the given number of plies. None means that no
        position may be left out.
        """
        outcome = position.outcome()
        if outcome is None:
            plies = [self._plies_after(position.play(move), within) for move in position.legal_moves()]
            return 1 + max(plies) if self.is_win else 0
        _require(self.ends_well(outcome.winner), "the game ends otherwise")
        return 0

    def ends_well(self, winner: Color | None) -> bool:
        return winner is self.player or (not self.is_win and winner is None)

    def _plies_after(self, position: Position, within: int | None) -> int:
        """The number of plies of a position in which the player is to move or the game is over."""
        if position.outcome() is not None:
            return self._needed(position, within)
        wanted = self.key(position)
        number = bisect_left(range(self.count), wanted, key=self._key_at)
        if number == self.count or self._key_at(number) != wanted:
            if self._limit is None or within is None:
                raise VoloError("there is no move")
            self._missing[wanted] = min(within, self._missing.get(wanted, within))
            return within
        plies: int = self._entry.unpack_from(self._entries, number * self._entry.size)[-1]
        return plies if self.is_win else 0


# A position as bytes, and the number of plies that are left; 0 where that does not matter.
_Node: TypeAlias = tuple[bytes, int]


class _Search:
    """A proof-number search (Allis 1994) for what a claim says of a position that it leaves out.

    A win is searched within a number of plies, so nothing can be repeated. For a player who does not lose, the moves
    that the search found are played with all answers to them, until there is no new position.
    """

    def __init__(self, claim: _Claim, limit: int | None) -> None:
        self._claim = claim
        # The other checker searches in another way, so this one may need more positions.
        self._left = 20 * (limit or 0) + 1_000
        # How many positions must be searched to prove the claim for a node, and to disprove it.
        self._numbers: dict[_Node, tuple[float, float]] = {}
        self._after: dict[_Node, dict[_Node, Position]] = {}

    def prove(self, position: Position, within: int) -> None:
        """Prove the claim for a position: that the player wins within this number of plies, or does not lose.

        Raises:
            VoloError: the claim is wrong for the position.
            UndecidedError: the search was too small.
        """
        _require(within > 0 or not self._claim.is_win, "the plies are not enough")
        first = self._node(position, within)
        _require(self._solve(first, position), "a position that is left out is not as claimed")
        if not self._claim.is_win:
            self._play(first, position)

    def _play(self, first: _Node, position: Position) -> None:
        """Play a move in this position, and in each one that can be reached."""
        waiting, seen = [(first, position)], {first}
        while waiting:
            node, position = waiting.pop()
            # A result may depend on a repetition on the path to it, so it is searched again without that path.
            if not self._solve(node, position):
                raise UndecidedError("a move of this checker can lose")
            chosen, after = next(each for each in self._after[node].items() if self._numbers[each[0]][0] == 0)
            if after.outcome() is not None:
                continue
            for answer, reached in self._expand(chosen, after).items():
                outcome = reached.outcome()
                if outcome is not None:
                    _require(self._claim.ends_well(outcome.winner), "the game ends otherwise")
                elif answer not in seen:
                    seen.add(answer)
                    waiting.append((answer, reached))

    def _solve(self, root: _Node, position: Position) -> bool:
        """Whether the claim holds for a node."""
        self._expand(root, position)
        self._update(root, [])
        while 0 not in self._numbers[root]:
            if self._left == 0:
                raise UndecidedError("the search of this checker is too small")
            self._left -= 1
            path, reached = [root], position
            while 0 not in self._numbers[path[-1]] and path[-1] in self._after:
                children, side = self._after[path[-1]], int(reached.turn is not self._claim.player)
                best = min(children, key=lambda child: self._seen(child, path)[side])
                reached = children[best]
                path.append(best)
            if 0 in self._numbers[path[-1]]:
                path.pop()
            else:
                self._expand(path[-1], reached)
            while path:
                self._update(path.pop(), path)
        return self._numbers[root][0] == 0

    def _node(self, position: Position, left: int) -> _Node:
        return self._claim.key(position) + bytes([position.turn]), left

    def _expand(self, node: _Node, position: Position) -> dict[_Node, Position]:
        if node not in self._after:
            left = node[1] - 1 if self._claim.is_win else 0
            after = (position.play(move) for move in position.legal_moves())
            self._after[node] = {self._node(each, left): each for each in after}
            for child, each in self._after[node].items():
                outcome = each.outcome()
                if outcome is not None:
                    numbers = (0.0, inf) if self._claim.ends_well(outcome.winner) else (inf, 0.0)
                else:
                    numbers = (inf, 0.0) if self._claim.is_win and left == 0 else (1.0, 1.0)
                self._numbers.setdefault(child, numbers)
        return self._after[node]

    def _update(self, node: _Node, path: list[_Node]) -> None:
        """Compute the numbers of a node after a path from those of the nodes after it."""
        proofs, disproofs = zip(*(self._seen(child, [*path, node]) for child in self._after[node]), strict=True)
        if node[0][-1] == self._claim.player:
            self._numbers[node] = min(proofs), _all_of(disproofs)
        else:
            self._numbers[node] = _all_of(proofs), min(disproofs)

    def _seen(self, node: _Node, path: list[_Node]) -> tuple[float, float]:
        """The numbers of a node after a path. A game that goes on forever is not lost."""
        return (0, inf) if node in path else self._numbers[node]


def _all_of(numbers: tuple[float, ...]) -> float:
    """The number of positions to search if all of these are needed. A sum would count common positions twice."""
    return max(numbers) + sum(number > 0 for number in numbers) - 1 if max(numbers) > 0 else 0


def _move(code: int, edge: int) -> str:
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
    """The spaces of a sky, row by row from the top, with their steps to the east and the south-east of the center."""
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
    """Check the proof in the file that the command line names."""
    description = "Check a proof that `volo solve` wrote, with the rules of the reference."
    parser = argparse.ArgumentParser(prog="python -m research.proofs", description=description)
    parser.add_argument("file", type=Path)
    parser.add_argument("--samples", type=int, default=1000)
    options = parser.parse_args()
    content = options.file.read_bytes()
    if options.file.suffix == ".xz":
        content = lzma.LZMADecompressor(memlimit=1 << 28).decompress(content, 64 * len(content))
    proof = check_proof(content, options.samples)
    result = f"{proof.value} in {proof.plies} plies" if proof.plies else proof.value
    more = f" and positions left out; {proof.undecided} of these were not decided" if proof.left_out else ""
    sys.stdout.write(f"{proof.position.fen()}: {result}; correct are {options.samples:,} entries of each claim{more}\n")


if __name__ == "__main__":
    main()
