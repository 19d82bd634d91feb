"""Keys, from the bytes that a terminal sends."""

from __future__ import annotations

import codecs
import re

__all__ = ["Decoder"]

_CONTROLS = {"\r": "enter", "\n": "enter", "\t": "tab", "\x7f": "backspace", "\b": "backspace"}

# What terminals send after ESC [ or ESC O. Numbers of modifiers, as in ESC [1;2A, are ignored.
_ARROWS = {"A": "up", "B": "down", "C": "right", "D": "left", "H": "home", "F": "end", "Z": "backtab"}
# The numeric keypad in application mode. ESC [M is not a key, but begins a report of the mouse.
_KEYPAD = {
    "q": "end",
    "r": "down",
    "s": "pagedown",
    "t": "left",
    "v": "right",
    "w": "home",
    "x": "up",
    "y": "pageup",
    "M": "enter",
}
_NUMBERED = {"1": "home", "7": "home", "4": "end", "8": "end", "5": "pageup", "6": "pagedown", "3": "delete"}

_SEQUENCE = re.compile(r"\x1b(?:\[(?P<numbers>[0-9;:<=>?]{0,40})[ -/]{0,9}(?P<final>[@-~])|O(?P<single>[@-~]))")
_UNFINISHED = re.compile(r"\x1b(?:\[[0-9;:<=>?]{0,40}[ -/]{0,9}|O)?")


class Decoder:
    r"""Turns bytes into keys, which may come in pieces.

    A key is one printable character, or a name such as ``"up"``, ``"enter"`` or ``"ctrl-u"``. Sequences that mean no
    known key are dropped.

    >>> keys = Decoder()
    >>> keys.feed(b"b2\x1b[A\x1b"), keys.is_waiting, keys.flush()
    (['b', '2', 'up'], True, ['escape'])
    """

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""

    @property
    def is_waiting(self) -> bool:
        """Whether there is the beginning of a sequence, which may also be the key Esc alone."""
        return bool(self._rest)

    def feed(self, data: bytes) -> list[str]:
        """Return the keys of some more bytes."""
        text = self._rest + self._decoder.decode(data)
        self._rest = ""
        found: list[str | None] = []
        place = 0
        while place < len(text):
            if text[place] != "\x1b":
                found.append(_plain(text[place]))
                place += 1
            elif (whole := _SEQUENCE.match(text, place)) is not None:
                found.append(_named(whole))
                place = whole.end()
            elif _UNFINISHED.fullmatch(text, place) is not None:
                self._rest = text[place:]
                break
            else:
                found.append("escape")
                place += 1
        return [key for key in found if key is not None]

    def flush(self) -> list[str]:
        """Return the keys of an unfinished sequence, after which nothing came for a while."""
        rest, self._rest = self._rest, ""
        keys = ["escape"] if rest else []
        return keys + [key for each in rest[1:] if (key := _plain(each)) is not None]


def _plain(character: str) -> str | None:
    if character in _CONTROLS:
        return _CONTROLS[character]
    if "\x01" <= character <= "\x1a":
        return f"ctrl-{chr(ord(character) + 96)}"
    return character if character.isprintable() else None


def _named(sequence: re.Match[str]) -> str | None:
    if sequence["single"]:
        return (_ARROWS | _KEYPAD).get(sequence["single"])
    if sequence["final"] == "~":
        return _NUMBERED.get(sequence["numbers"].split(";")[0])
    return _ARROWS.get(sequence["final"])
