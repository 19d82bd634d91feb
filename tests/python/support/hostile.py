"""Bad input: texts written by hand, mutants of good texts, and values of wrong types."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from time import process_time
from typing import Final
from unicodedata import category

from volo.errors import VoloError

# Texts that often break parsers. Mutants contain them, too.
PIECES: Final = (
    *("", " ", "\t", "\n", "\r\n", "\r", "\0", "\x1b[31m", "\x7f", "\x85", "\u0130", "\xdf", "\ufeff", "\u2028"),
    *(
        "\u200b",
        "\u202e",
        "\ud800",
        "\udfff",
        "\ud83d\ude00",
        "\U0001f426",
        "e\u0301",
        "\uff43\uff15",
        "\u0663",
        "\xb2",
    ),
    *("\u0967", "c\u0665", "b2-NE\u0663"),
    *("-", "--", "/", "//", ":", ".", "=", ",", "'", '"', "\\", "%s", "{}", "{", "}", "[", "]", "(", "$(x)", "`"),
    *("0", "-0", "-1", "+1", "00", "01", "1_0", "1e9", "0x10", "1.0", "nan", "NaN", "Infinity", "-inf", "true", "null"),
    *("127", "128", "255", "256", "65536", "2147483648", "4294967296", "9223372036854775808", "18446744073709551616"),
    *("9" * 100, "9" * 10_000, "-" + "9" * 10_000, "None", "pass", "PASS", "o", "b", "standard", "c5", "b2-NE3/g7"),
)

BY_HAND: Final = (
    *PIECES,
    *(piece * 1000 for piece in PIECES if 0 < len(piece) < 10),
    *(
        "[" * 100_000,
        '{"a":' * 100_000,
        '{"' + '\\"' * 40_000,
        "(" * 100_000,
        "{" * 100_000,
        "/" * 100_000,
        "c5 " * 30_000,
    ),
)

WRONG_TYPES: Final[tuple[object, ...]] = (
    *(None, True, False, 0, -1, 1.5, float("nan"), 1j, b"c5", bytearray(b"c5"), [], ["c5"], (), {}, object),
)


def mutants(good: Sequence[str], number: int, seed: int = 0) -> Iterator[str]:
    """Yield ``number`` texts. Each is a good text with one to three random changes, and may still be good."""
    random = Random(f"hostile {seed}")
    for _ in range(number):
        text = random.choice(good)
        for _ in range(random.choice((1, 1, 1, 2, 3))):
            text = _mutant(random, text, good)
        yield text


def _mutant(random: Random, text: str, good: Sequence[str]) -> str:
    start = random.randint(0, len(text))
    end = min(len(text), start + random.choice((0, 0, 1, 1, 2, 5, 20)))
    before, some, after = text[:start], text[start:end], text[end:]
    change = random.randrange(9)
    if change == 0:
        return before + random.choice(PIECES) + after
    if change == 1:
        return before + after
    if change == 2:
        return before + some * random.choice((2, 3, 100)) + after
    if change == 3:
        return before
    if change == 4:
        return before + chr(random.choice((random.randrange(128), random.randrange(0x110000)))) + after
    if change == 5:
        return before + random.choice((some.upper(), some.lower(), some.swapcase(), some[::-1])) + after
    if change == 6:
        other = random.choice(good)
        return before + other[random.randint(0, len(other)) :]
    if change == 7:
        digits = [place for place, letter in enumerate(text) if letter.isdigit()]
        if digits:
            place = random.choice(digits)
            return text[:place] + random.choice(("", "0", "7", "99", "-1", "9" * 400)) + text[place + 1 :]
    moved = random.randint(0, len(before))
    return before[:moved] + some + before[moved:] + after


def offer(read: Callable[[str], object], text: str, seconds: float = 1.0) -> VoloError | None:
    """Read a text that may be bad. The function must read it or raise a printable VoloError, within a time limit."""
    begun = process_time()  # processor time does not depend on other processes
    error = None
    try:
        read(text)
    except VoloError as refused:
        error = refused
    took = process_time() - begun
    assert took < seconds, f"{took:.1f} s for {len(text)} characters: {text[:200]!r}"
    # Control characters, direction marks and lone surrogates can change what a terminal shows.
    assert error is None or not any(category(letter) in {"Cc", "Cf", "Cs"} for letter in str(error)), repr(str(error))
    return error


def is_within(seconds: float, work: Callable[[], object]) -> bool:
    """Whether work can be done in this processor time. Other programs slow it down, so it gets five attempts."""
    for _ in range(5):
        begun = process_time()
        work()
        if process_time() - begun < seconds:
            return True
    return False
