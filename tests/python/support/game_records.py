"""Game records for the tests, and a function that reads a file of them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import volo
from volo import Game, Position, VoloError
from volo._volo import GameRecords

PAGE = Path(__file__).parents[3] / "docs" / "RECORDS.md"


def example() -> str:
    """Return the example in docs/RECORDS.md."""
    (text,) = re.findall(r"^```\n(\[Event .*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return str(text)


def random_record(seed: int, rules: str = "standard-4") -> str:
    """Return the record of a complete random game with some comments."""
    position = Position(rules)
    codes = volo.play_random(1, position=position, seed=seed, record=True).moves
    assert codes is not None
    game = Game(position, [volo.Move.from_code(code) for code in codes.tolist()])
    game.tags |= {"Event": f"Game {seed}", "Date": "2026.11.19", "Round": '1 "\\"'}
    game.comments |= {0: "Ä {brace} \\ \n[Event", 2: "Why?"}
    return game.record()


def read_all(file: object, *, lenient: bool = False) -> list[Any]:
    """Return the records of a file and the errors about them, in order."""
    records = GameRecords(file, lenient)  # type: ignore[arg-type]

    def read() -> object:
        try:
            return next(records, None)
        except VoloError as error:
            return error

    return list(iter(read, None))
