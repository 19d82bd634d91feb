"""Hostile records: a VoloError that can say what it means, in linear time and with little memory."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from random import Random

import pytest
from conftest import DATA
from hostile import BY_HAND, PIECES, mutants, offer
from located import located

import volo
from volo import Game, RecordError
from volo.records import FORMATS, Format, read_records, write_records

START = Game(volo.Position("standard-4").play("b5"), ["c6", "a3"])
START.tags = {"Orange": "Anna", "Date": "2026.11.19", "Result": "0-1", "Termination": "time", "GameNumber": "5"}
START.comments = {0: "The start.", 3: "The {end} of \\it\n[all]."} | {}
START.comments = {0: "The start.", 2: "The {end} of \\it\n[all]."}
GAMES = [START, *list(read_records(DATA / "abstract-play.jsonl"))[:2]]


def written(form: Format, games: list[Game]) -> bytes:
    file = io.BytesIO()
    write_records(file, games, format=form)
    return file.getvalue()


GOOD = {form: [written(form, [game]).decode() for game in GAMES] + [written(form, GAMES).decode()] for form in FORMATS}


def readers(form: Format | None) -> list[Callable[[str], object]]:
    """Read a text to its end: as bytes or as text, strictly or not, told by its content or not."""

    def read(text: str, *, lenient: bool, as_bytes: bool) -> None:
        data = text.encode("utf-8", "surrogatepass")
        exhaust(io.BytesIO(data) if as_bytes else io.StringIO(text, newline=""), data, form, lenient=lenient)

    return [
        lambda text: read(text, lenient=False, as_bytes=True),
        lambda text: read(text, lenient=True, as_bytes=True),
        lambda text: read(text, lenient=False, as_bytes=False),
    ]


def exhaust(file: io.BytesIO | io.StringIO, data: bytes, form: str | None, *, lenient: bool) -> None:
    """Read all games, and raise the first error: each must be where it says, and each game one that can be written."""
    first = None
    reader = read_records(file, lenient=lenient, format=form)
    while True:
        try:
            game = next(reader)
        except StopIteration:
            break
        except RecordError as error:
            first = first or located(error, data)
        else:
            assert Game.from_record(game.record()) == game
    if first is not None:
        raise first


@pytest.mark.parametrize("form", FORMATS)
def test_mutants_are_read_or_refused(form: Format) -> None:
    refused = 0
    ways = [*readers(form), *readers(None)[:1]]
    for number, text in enumerate(mutants(GOOD[form], 6_000)):
        refused += offer(ways[number % len(ways)], text) is not None
    assert refused > 3_000


@pytest.mark.parametrize("form", FORMATS)
def test_mutants_of_bytes_are_read_or_refused(form: Format) -> None:
    """Bytes that are no UTF-8, also where a text of several bytes is cut."""
    random = Random(1)
    good = [text.replace("Anna", "Änna\U0001f426").encode() for text in GOOD[form]]
    for _ in range(2_000):
        data = bytearray(random.choice(good))
        for _ in range(random.choice((1, 1, 2))):
            place = random.randrange(len(data))
            data[place : place + random.choice((0, 1, 2))] = random.randbytes(random.choice((0, 1, 1, 3)))
        offer(lambda _, data=bytes(data): exhaust(io.BytesIO(data), data, form, lenient=False), "")  # type: ignore[misc]


@pytest.mark.parametrize("form", [None, *FORMATS])
def test_bad_texts_made_by_hand_are_read_or_refused(form: Format | None) -> None:
    for text in BY_HAND:
        for read in readers(form):
            offer(read, text, seconds=5.0)


@pytest.mark.parametrize("form", FORMATS)
def test_every_piece_is_read_or_refused_wherever_a_text_stands(form: Format) -> None:
    """Each value of a game in turn is a text that breaks parsers."""
    (read, *_) = readers(form)
    text = GOOD[form][0]
    for piece in PIECES:
        if form == "volo":
            for word in ("Anna", "standard-4", "2026.11.19", "time", "c6", "The start."):
                offer(read, text.replace(word, piece, 1))
            continue
        value = json.loads(text)
        for path in paths(value):
            offer(read, json.dumps(replaced(value, path, piece)))


def paths(value: object) -> list[tuple[object, ...]]:
    """How to come to each value in a value."""
    found: list[tuple[object, ...]] = [()]
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, member in inside:
        found += [(step, *path) for path in paths(member)]
    return found


def replaced(value: object, path: tuple[object, ...], piece: object) -> object:
    if not path:
        return piece
    copied = dict(value) if isinstance(value, dict) else list(value)  # type: ignore[call-overload]
    copied[path[0]] = replaced(copied[path[0]], path[1:], piece)
    return copied


@pytest.mark.parametrize("form", ["jsonl", "abstract-play"])
def test_every_value_may_be_of_a_wrong_type(form: Format) -> None:
    (read, *_) = readers(form)
    value = json.loads(GOOD[form][0])
    refused = 0
    for path in paths(value):
        for wrong in (None, True, 0, -1, 1.5, 10**31, "", [], {}, [[]], {"a": {}}, ["c5"], "\ud800"):
            refused += offer(read, json.dumps(replaced(value, path, wrong))) is not None
    assert refused > 100


# Programs that write 100 MB of something, and what comes of it.
_LARGE = {
    "one text": '{"rules":"standard","moves":["\' + "x" * size + b\'"],"legal_moves":[],"winner":null}',
}

PROGRAM = """
import io, resource, sys, time
import volo
kind, form, size = sys.argv[1], sys.argv[2], int(sys.argv[3])
LARGE = {
    "nothing": b"\\0",
    "spaces": b" ",
    "lines": b"\\n",
    "open": b"[",
    "objects": b'{"a":',
    "quotes": b'"',
    "backslashes": b"\\\\",
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
}
piece = LARGE[kind]
data = HEAD[form] + piece * (size // len(piece))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
began = time.perf_counter()
errors = games = 0
reader = volo.read_records(io.BytesIO(data), format=form)
while True:
    try:
        next(reader)
        games += 1
    except StopIteration:
        break
    except volo.VoloError as error:
        errors += 1
        assert len(str(error)) < 2000
seconds = time.perf_counter() - began
print(seconds, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024, games, errors)
"""


def measured(kind: str, form: str, size: int) -> tuple[float, float, int, int]:
    """Seconds, bytes of memory beside the text, games and errors of a text of this size, in a process of its own."""
    command = [sys.executable, "-c", PROGRAM, kind, form, str(size)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=True)
    seconds, memory, games, errors = done.stdout.split()
    return float(seconds), float(memory), int(games), int(errors)
