"""Texts of a hundred million characters take time and memory in proportion to their length."""

from __future__ import annotations

from functools import partial
from types import ModuleType

import pytest

from support.command_line import in_new_process
from support.hostile import HUGE, offer
from support.memory import on_linux

# Only reading is measured, not making the text.
ENORMOUS = """
import time
from support.hostile import HUGE
from support.memory import measure
import volo
from volo import reference, VoloError
engine = {engine}
text = {text}
begun, taken = time.process_time(), measure()
try:
    {read}
except VoloError as error:
    assert len(str(error)) < 1000
print(time.process_time() - begun, taken() * 1e6 / HUGE)
"""
ENORMOUS_TEXTS = [
    "'o' * HUGE",
    "' ' * HUGE",
    "'9' * HUGE",
    "'\\n' * HUGE",
    "'/' * HUGE",
    "'.\\n' * (HUGE // 2)",
    "'\\u0663' * HUGE",
    "'\\ud800' * HUGE",
    "'\\x1b[0m' * (HUGE // 4)",
    "'\\x1b[' + '0' * HUGE",
    "str(volo.Position()) + ' ' * HUGE",
    "' ' * HUGE + str(volo.Position())",
    "volo.Position().fen() + '9' * HUGE",
    "'c' + '9' * HUGE",
    "'b2-NE' + '9' * HUGE",
    "'standard-' + '5' * HUGE",
]


@pytest.mark.long
@on_linux
@pytest.mark.parametrize(("engine_name", "seconds"), [("volo", 10), ("reference", 200)])
@pytest.mark.parametrize(
    "read",
    [
        "engine.Position.from_fen(text)",
        "engine.Position.from_board(text)",
        "engine.Position(text)",
        "engine.Move(text, edge=7)",
        "engine.Position().is_legal(text)",
        "engine.Rules(passing=text)",
    ],
)
@pytest.mark.parametrize("given", ENORMOUS_TEXTS)
def test_the_cost_of_an_enormous_text_is_proportional_to_its_length(
    engine_name: str, seconds: float, read: str, given: str
) -> None:
    took, memory = map(float, in_new_process(ENORMOUS.format(engine=engine_name, text=given, read=read)).split())
    assert took < seconds
    # Bytes per character, in addition to the text itself, which has up to four.
    assert memory < 8


def test_a_shorter_text_is_refused_in_seconds(engine: ModuleType) -> None:
    for given in ("o" * (HUGE // 10), "9" * (HUGE // 10)):
        for read in (engine.Position.from_fen, partial(engine.Move, edge=7), engine.Rules.parse):
            assert offer(read, given, seconds=3) is not None
