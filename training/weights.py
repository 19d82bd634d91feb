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


def to_text(weights: NDArray[np.float64], note: str) -> str:
    """Return the text of a file of weights. `note` says how they were made."""
    whole = np.clip(np.rint(weights * UNIT), -GREATEST, GREATEST).astype(int).tolist()
    features = len(_volo._FEATURES)
    pairs = 1 + 2 * features
    early, late, race = whole[:pairs], whole[pairs : 2 * pairs], whole[2 * pairs :]
    lines = [f"# {line}" for line in note.splitlines()]
    lines += ["# feature: mover early, mover late, opponent early, opponent late", f"bias {early[0]} {late[0]}"]
    for i, name in enumerate(_volo._FEATURES):
        mover, opponent = 1 + i, 1 + features + i
        lines.append(f"{name} {early[mover]} {late[mover]} {early[opponent]} {late[opponent]}")
    lines.append("# a row for each number of flocks of the mover from 2, a column for each of the opponent")
    for first in range(0, FLOCKS * FLOCKS, FLOCKS):
        lines.append("race " + " ".join(map(str, race[first : first + FLOCKS])))
    return "\n".join(lines) + "\n"
