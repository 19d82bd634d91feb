"""A second check of proofs, with the reference alone. Only the codes of moves are read by the core."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final, NamedTuple

import volo
from volo.color import Color
from volo.reference import Position

__all__ = ["proves"]

Birds = frozenset[tuple[str, Color]]


class Entry(NamedTuple):
    birds: Birds
    passes: int
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

    def __init__(self, is_win: bool, player: Color, edge: int) -> None:
        self.is_win, self.player = is_win, player
        self.symmetries: Final = symmetries(edge)
        self.entries: dict[tuple[Birds, int], Entry] = {}

    def rank(self, position: Position) -> int:
        """The rank of an image of a position that is in the list. KeyError if there is none."""
        for symmetry in self.symmetries:
            birds = frozenset((symmetry[space], color) for color in Color for space in position.birds(color))
            if (birds, position.passes) in self.entries:
                return self.entries[birds, position.passes].rank
        raise KeyError(position.fen())

    def needed(self, position: Position) -> int:
        """The number of plies that the player needs when the opponent is to move. Fails if the claim does not hold."""
        outcome = position.outcome()
        if outcome is None:
            return 1 + max(self._after(position.play(move)) for move in position.legal_moves())
        assert outcome.winner is self.player or (not self.is_win and outcome.winner is None)
        return 0

    def _after(self, position: Position) -> int:
        return self.rank(position) if position.outcome() is None else self.needed(position)


def text_of(birds: Birds, edge: int, turn: Color, passes: int, rules: str) -> str:
    rows: dict[str, list[str]] = {}
    held = dict(birds)
    for space in places(edge):
        color = held.get(space)
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
    (length,) = struct.unpack_from("<H", proof, 8)
    fen, at = proof[10 : 10 + length].decode(), 10 + length
    edge = volo.Position(fen).rules.edge
    spaces = list(places(edge))
    size = -(-len(spaces) // 8)
    claims, count = [], proof[at]
    at += 1
    for _ in range(count):
        is_win, player, entries = struct.unpack_from("<BBQ", proof, at)
        claim = Claim(is_win == 1, Color(player), edge)
        at += 10
        for _ in range(entries):
            birds = frozenset(birds_of(proof[at : at + 2 * size], size, spaces))
            passes, code = struct.unpack_from("<BI", proof, at + 2 * size)
            at += 2 * size + 5
            rank = 0
            if is_win:
                (rank,) = struct.unpack_from("<I", proof, at)
                at += 4
            claim.entries[birds, passes] = Entry(birds, passes, str(volo.Move.from_code(code)), rank)
        claims.append(claim)
    assert at + 8 == len(proof)
    return fen, claims


def birds_of(data: bytes, size: int, spaces: list[str]) -> Iterator[tuple[str, Color]]:
    for color, part in zip(Color, (data[:size], data[size:]), strict=True):
        for i, space in enumerate(spaces):
            if part[i >> 3] >> (i & 7) & 1:
                yield space, color


def proves(proof: bytes) -> tuple[str, str, int | None]:
    """Check a proof. Return the position, its value for the player to move, and the number of plies of a win."""
    fen, claims = read(proof)
    root = Position.from_fen(fen)
    rules = fen.split(" ", 3)[3]
    plies = None
    for claim in claims:
        for entry in claim.entries.values():
            text = text_of(entry.birds, root.rules.edge, claim.player, entry.passes, rules)
            needed = claim.needed(Position.from_fen(text).play(entry.move))
            assert not claim.is_win or needed < entry.rank
        goes_on = root.turn is claim.player and root.outcome() is None
        needed = claim.rank(root) if goes_on else claim.needed(root)
        if claim.is_win:
            plies = needed
    if [claim.is_win for claim in claims] == [True]:
        return fen, "win" if claims[0].player is root.turn else "loss", plies
    assert {claim.player for claim in claims} == set(Color)
    return fen, "draw", None
