"""The commands that a client sends to an engine, and what it does after a refusal or an interruption."""

from __future__ import annotations

import pytest

from support.fake_engine import fake
from volo import EngineError, Position
from volo.engine import Limit

# Answers the command `position` with an error that repeats it.
REPEATED = "if command == 'position':\n    say('info string error: ' + line)\n    return True"


def offering(*options: str) -> str:
    """Return the behaviour of an engine that has these options."""
    lines = ", ".join(repr(f"option name {option}") for option in options)
    return f"if command == 'ugi':\n    say({lines})"


@pytest.mark.parametrize("name", ["Rules", "rules"])
def test_an_engine_with_rules_gets_the_standard_start_as_a_fen(name: str) -> None:
    """Its startpos may be that of another rule set."""
    with fake(f"{offering(f'{name} type string default standard')}\n{REPEATED}") as engine:
        engine.configure({"Rules": "standard-4"})
        with pytest.raises(EngineError) as refused:
            engine.play("standard", Limit(depth=1))
    assert str(refused.value) == f"the engine Fake reports: position fen {Position().fen()}"
