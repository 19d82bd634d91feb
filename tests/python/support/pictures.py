"""Rule sets, edges, and a few positions as pictures, for the tests of the rulings.

A picture has the rows from the top, one row per line, and `.` for a vacant space. Missing spaces are left out, as in a
FEN. So the smallest sky looks like this in a picture (left), and its spaces have these names (right)::

      ..                      g2 g3
     .o.b.                  f1 f2 f3 f4 f5
    ......                e1 e2 e3 e4 e5 e6
     b..o                   d2 d3    d5 d6
    ......                c1 c2 c3 c4 c5 c6
     .o.b.                  b1 b2 b3 b4 b5
      ..                      a2 a3
"""

from __future__ import annotations

import re
from types import ModuleType
from typing import Any

RULE_SETS = ["standard", "two-sizes", "french", "abstract-play", "boardspace"]

# The start on the smallest sky.
START = """
      ..
     .o.b.
    ......
     b..o
    ......
     .o.b.
      ..
"""

# Orange has a flock of three birds at the bottom, and a single bird each at the left and at the right.
LINE = """
      ...
     ....b.
    .......
   o.......
    ......
   ........
    .......
     booo.o
      ...
"""

# The flight f3-SE2 lands on d5 and joins d6. Together with the missing center, it walls off the upper half.
GAP = """
     ..
    b.o..
   ......
    oo.o
   ......
    b...b
     ..
"""

# Neither player can fly. Orange can only add at f1 and Blue only at e6. The opponent has no open path to these spaces.
OWN_REGIONS = """
     o.
    ..ob.
   ..ob..
    oob.
   bobbbb
    ..bob
     .o
"""

# Neither player can add or fly.
BOTH_STUCK = """
     .b
    oobbb
   .booob
    b..b
   .bb...
    ..boo
     .b
"""

# Orange can neither add nor fly. Blue can fly.
ORANGE_STUCK = """
     oo
    b.bb.
   bbobbb
    oo..
   oooobo
    .bob.
     .b
"""

# Positions in the middle of a game, as FENs. In the first, Orange wins with one flight; the second is over.
WIN_IN_ONE = "2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4"
OVER = "2/1oo2/6/4/6/3b1/2 b 0 standard-4"

# The flight c2-E3 divides Blue. Then Orange chooses the region to keep.
DIVIDES = "b1/5/5o/4/1o3o/3ob/2 o 0 standard-4"

# The player to move wins or loses, which a search has to find.
WIN_IN_FIVE = "2/1obb1/1obo1b/o1ob/b1bo2/o4/1o b 0 standard-4"
LONG_LOSS = "2/o3o/1o4/booo/b1bob1/1o1b1/b1 o 0 standard-4"


def rows(picture: str) -> str:
    """The first field of a fen from a picture: a row a line from the top, `.` for vacant, missing spaces left out.

    >>> rows("..   .o.b.   ......   b..o   ......   .o.b.   ..")
    '2/1o1b1/6/b2o/6/1o1b1/2'
    """
    return "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in picture.split())


def at(engine: ModuleType, picture: str, turn: str = "o", rules: str = "standard-4", passes: int = 0) -> Any:
    return engine.Position.from_fen(f"{rows(picture)} {turn} {passes} {rules}")


def play(position: Any, *moves: str) -> Any:
    for move in moves:
        position = position.play(move)
    return position
