"""Arguments that change during a call: no call may rely on what it saw before other code ran."""

from __future__ import annotations

import os

import numpy as np
import pytest

import volo
from support.command_line import in_new_process
from volo import Batch, Game


def test_tags_and_comments_may_change_while_a_record_is_written() -> None:
    class Meddler(str):
        """A text that adds an item to both dicts, or removes it, when it is read."""

        __slots__ = ()

        def __len__(self) -> int:
            if game.tags.pop("Annotator", None) is None:
                game.tags["Annotator"] = "new"
            if game.comments.pop(1, None) is None:
                game.comments[1] = "new"
            return super().__len__()

    game = Game("standard-4", ["a3"])
    game.tags |= {"Event": Meddler("one"), "Site": "two"}
    game.comments[0] = Meddler("three")
    for _ in range(4):
        written = game.record()
        assert '[Event "one"]\n[Site "two"]' in written
        assert "{three}" in written


# A signal handler changes the shape of the array between the check of its shape and the copy of its numbers.
RESHAPED = """
import signal
import numpy as np
import volo
moves, offsets = np.zeros(4, np.uint32), np.zeros(2_000_000, np.int64)
def reshape(*_):
    {array}.shape = (-1, 2)
signal.signal(signal.SIGPROF, reshape)
for delay in 1, 2, 4, 8, 16:
    {array}.shape = (-1,)
    signal.setitimer(signal.ITIMER_PROF, delay / 1000)
    try:
        volo.tally_games("standard-4", moves, offsets, threads=1)
    except TypeError as error:
        assert "with 2 dimensions" in str(error), error
    signal.setitimer(signal.ITIMER_PROF, 0)
print("done")
"""


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
@pytest.mark.parametrize("array", ["moves", "offsets"])
def test_a_signal_handler_may_change_the_shape_of_an_array(array: str) -> None:
    assert in_new_process(RESHAPED.format(array=array)) == "done"


def test_methods_of_a_subclass_of_ndarray_are_not_called() -> None:
    class Strange(np.ndarray[tuple[int], np.dtype[np.uint32]]):
        def view(self, *_: object, **__: object) -> str:  # type: ignore[override]
            return "not an array"

    batch = Batch(3, "standard-4")
    batch.play(np.full(3, volo.Move("a3", edge=4).code, np.uint32).view(Strange))
    assert batch.plies.tolist() == [1, 1, 1]
