"""Hostile records: each is read or refused with a VoloError, in linear time and with little memory."""

from __future__ import annotations

import io
from functools import partial
from itertools import cycle
from typing import Any

import pytest

import volo
from support.command_line import in_new_process
from support.data import DATA
from support.hostile import BY_HAND, mutants, offer
from support.located import located, outcomes
from support.memory import on_linux
from support.recorded_games import written
from volo import Game
from volo.records import FORMATS, Format, read_records

START = Game(volo.Position("standard-4").play("b5"), ["c6", "a3"])
START.tags = {"Orange": "Anna", "Date": "2026.11.19", "Result": "0-1", "Termination": "time", "GameNumber": "5"}
START.comments = {0: "The start.", 2: "The {end} of \\it\n[all]."}
GAMES = [START, *list(read_records(DATA / "abstract-play.jsonl"))[:2]]

EXAMPLES = ("1-standard-current.sgf", "2-small-old.sgf", "3-swapped-time.sgf")

# Boardspace has only two skies.
OF_BOARDSPACE = [game for name in EXAMPLES for game in read_records(DATA / "boardspace" / name)]
OF_BOARDSPACE[0].tags["Orange"] = "Anna"
OF_BOARDSPACE[0].comments = {0: "The start.", 2: "The [end] of \\it"}


def good(form: Format) -> list[str]:
    """Texts of one game, and a text of several games."""
    games = OF_BOARDSPACE if form == "boardspace" else GAMES
    return [written(form, [game]).decode() for game in games] + [written(form, games).decode()]


GOOD = {form: good(form) for form in FORMATS}


def exhaust(text: str, form: Format | None, *, lenient: bool = False, is_text: bool = False) -> None:
    """Read all games and raise the first error. Check the locations of all errors, and write each game again."""
    data = text.encode("utf-8", "surrogatepass")
    file: Any = io.StringIO(text, newline="") if is_text else io.BytesIO(data)
    first = None
    for came in outcomes(read_records(file, lenient=lenient, format=form)):
        if isinstance(came, Game):
            again = Game.from_record(came.record())
            assert (again, again.record()) == (came, came.record())
        else:
            first = first or located(came, data)
    if first is not None:
        raise first


WAYS: list[dict[str, Any]] = [{}, {"lenient": True}, {"is_text": True}]


@pytest.mark.parametrize("number", [400, pytest.param(1_500, marks=pytest.mark.long)])
@pytest.mark.parametrize("form", FORMATS)
def test_mutants_are_read_or_refused(form: Format, number: int) -> None:
    refused = 0
    ways = [*(partial(exhaust, form=form, **way) for way in WAYS), partial(exhaust, form=None)]
    for read, text in zip(cycle(ways), mutants(GOOD[form], number), strict=False):
        refused += offer(read, text) is not None
    assert refused > number / 2


@pytest.mark.parametrize("form", [None, *FORMATS])
def test_bad_texts_made_by_hand_are_read_or_refused(form: Format | None) -> None:
    for text in BY_HAND:
        for way in WAYS:
            offer(partial(exhaust, form=form, **way), text, seconds=5.0)


PROGRAM = """
import io, time
import volo
from support.memory import measure
LARGE = {
    "nothing": b"\\0",
    "spaces": b" ",
    "open": b"[",
    "quotes": b'"',
    "numbers": b"9",
    "braces": b"{}",
    "moves": b'"c5",',
    "texts": b"x",
    "invalid": b"\\xff",
}
HEAD = {
    "jsonl": b'{"rules":"standard","moves":[',
    "abstract-play": b'[{"header":{"game":{"name":"Volo"}},"moves":[',
    "volo": b'[Event "',
    "boardspace": b"(;GM[",
}
piece = LARGE[kind]
data = HEAD[form] + piece * (size // len(piece))
began, taken = time.process_time(), measure()
errors = 0
reader = volo.read_records(io.BytesIO(data), format=form)
while True:
    try:
        next(reader)
    except StopIteration:
        break
    except volo.VoloError as error:
        errors += 1
        assert len(str(error)) < 2000
print(time.process_time() - began, taken(), errors)
"""


def measured(kind: str, form: str, size: int) -> tuple[float, float, int]:
    """Read a text of this size in a new process. Return seconds, MB of memory beside the text, and errors."""
    program = f"kind, form, size = {kind!r}, {form!r}, {size}\n{PROGRAM}"
    seconds, memory, errors = in_new_process(program).split()
    return float(seconds), float(memory), int(errors)


@on_linux
@pytest.mark.long
@pytest.mark.parametrize(
    "kind", ["nothing", "texts", "spaces", "open", "quotes", "numbers", "braces", "moves", "invalid"]
)
@pytest.mark.parametrize("form", FORMATS)
def test_100_mb_take_linear_time_and_little_memory(form: Format, kind: str) -> None:
    """A reader keeps at most 16 MiB of a game, so memory is limited to a multiple of that."""
    small, _, _ = measured(kind, form, 10_000_000)
    large, memory, errors = measured(kind, form, 100_000_000)
    assert errors
    assert large < 30 * small + 3
    assert memory < 500
