"""Signatures of the games of a seed, one for each rule set. `python -m support.signatures` writes them to `tests/data`.

A signature is the SHA-256 of 10,000 recorded games of seed 0. The input is all codes, then all offsets, as
little-endian integers of 32 and 64 bits. A change to the engine that changes the games must also change the signatures.
"""

from __future__ import annotations

import json
from hashlib import sha256

import volo
from support.data import DATA
from volo import Position, Rules

__all__ = ["signature"]

_GAMES = 10_000


def signature(rules: str, threads: int | None = None) -> str:
    games = volo.play_random(_GAMES, position=Position(rules), seed=0, threads=threads, record=True)
    return sha256(games.moves.astype("<u4").tobytes() + games.offsets.astype("<i8").tobytes()).hexdigest()


def main() -> None:
    lines = [json.dumps({"rules": rules, "sha256": signature(rules)}) for rules in Rules.NAMED]
    (DATA / "signatures.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
