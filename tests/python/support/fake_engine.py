"""Small engines that speak UGI and misbehave."""

from __future__ import annotations

import sys
from typing import Any

from volo.engine import UgiEngine

# An engine that passes each command to `behavior`, and answers correctly if that returns False.
FAKE = """
import os, sys, time
def say(*lines):
    print(*lines, sep="\\n", flush=True)
def behavior(command, line):
{behavior}
    return False
for line in sys.stdin:
    command = line.split()[0]
    if behavior(command, line):
        continue
    if command == "ugi":
        say("id name Fake", "id author Nobody", "ugiok")
    elif command == "isready":
        say("readyok")
    elif command == "go":
        say("bestmove c5")
    elif command == "quit":
        break
"""


def command(behavior: str = "pass") -> list[str]:
    program = FAKE.format(behavior="\n".join(f"    {line}" for line in behavior.splitlines()))
    return [sys.executable, "-S", "-c", program]


def on(command: str, behavior: str) -> str:
    """The behavior of an engine that does this in place of an answer to a command."""
    return f"if command == {command!r}:\n    {behavior}\n    return True"


def fake(behavior: str = "pass", **options: Any) -> UgiEngine:
    return UgiEngine.popen(command(behavior), **options)
