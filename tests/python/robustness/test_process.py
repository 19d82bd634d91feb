"""Tests of `running`: a program that a test starts is killed when the test ends."""

from __future__ import annotations

import os
import subprocess
import sys
from select import select
from time import sleep

import pytest

from support.process import running

pytestmark = pytest.mark.skipif(os.name != "posix", reason="sessions as POSIX has them")

ENDLESS = "print('ready', flush=True); import time; time.sleep(600)"
PARENT = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {ENDLESS!r}])"


def test_a_program_and_its_children_end_if_the_test_fails() -> None:
    ours, theirs = os.pipe()
    with os.fdopen(ours) as words:

        def fail() -> None:
            with running(sys.executable, "-c", PARENT, stdout=theirs):
                os.close(theirs)
                assert words.readline() == "something else"

        with pytest.raises(AssertionError):
            fail()
        # The pipe ends when the last process that could write to it has ended.
        assert select([words], [], [], 10)[0]
        assert words.read() == ""


def test_a_silent_program_is_killed_after_the_time_limit() -> None:
    silent = "import time; time.sleep(600)"
    with running(sys.executable, "-c", silent, seconds=0.1, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == ""


def test_a_program_that_ends_by_itself_keeps_its_status() -> None:
    with running(sys.executable, "-c", "raise SystemExit(3)") as process:
        while process.poll() is None:
            sleep(0.01)
    assert process.returncode == 3
