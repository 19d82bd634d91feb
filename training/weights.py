"""Files of weights. The core reads them when it is compiled."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from training.samples import FLOCKS
from volo import _volo

#: One unit of a score is 1/256 of the natural logarithm of the odds, and this number of units of a weight.
UNIT = 16 * 256

#: The core accepts five digits.
GREATEST = 99_999

#: The folder of the files of the core.
FOLDER = Path(__file__).parents[1] / "src" / "search" / "weights"


def to_numbers(weights: NDArray[np.float64]) -> list[int]:
    """Return the numbers of a file, in their order. `weights` are in the order of `Samples.inputs`."""
    whole = np.clip(np.rint(weights * UNIT), -GREATEST, GREATEST).astype(int)
    features = len(_volo._FEATURES)
    pairs = 1 + 2 * features
    early_and_late = np.stack([whole[:pairs], whole[pairs : 2 * pairs]], axis=1)
    mover, opponent = early_and_late[1 : 1 + features], early_and_late[1 + features :]
    numbers: list[int] = np.concatenate(
        [early_and_late[0], np.hstack([mover, opponent]).ravel(), whole[2 * pairs :]]
    ).tolist()
    return numbers


def to_text(numbers: list[int], note: str) -> str:
    """Return the text of a file. `note` describes how its numbers were made."""
    rows = [f"# {line}" for line in note.splitlines()]
    rows.append("# feature: mover early, mover late, opponent early, opponent late")
    rest = iter(numbers)

    def row(name: str, length: int) -> str:
        return " ".join([name, *(str(next(rest)) for _ in range(length))])

    rows += [row("bias", 2), *(row(name, 4) for name in _volo._FEATURES)]
    rows.append("# a row for each number of flocks of the mover from 2, a column for each of the opponent")
    rows += [row("race", FLOCKS) for _ in range(FLOCKS)]
    return "\n".join(rows) + "\n"
