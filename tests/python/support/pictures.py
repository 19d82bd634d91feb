"""What the tests of the rulings share: rule sets, edges, and a few positions as pictures.

Pictures show the rows from the top, a row a line, `.` for a vacant space; missing spaces are left out, as in a fen. So
the smallest sky looks like this in a picture (left), and has these names (right)::

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

RULE_SETS = ["standard", "two-sizes", "french", "abstract-play"]
EDGES = [4, 5, 6, 7, 8]

# Orange's flock of three at the bottom, two lone birds of Orange at the left and at the right.
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

# The flight f3-SE2 to d5 joins d6 and, with the missing centre, closes the wall across the middle row.
GAP = """
     ..
    b.o..
   ......
    oo.o
   ......
    b...b
     ..
"""

# Nobody can fly, and each player can add a bird only where the other has no open path to: Orange at f1, Blue at e6.
OWN_REGIONS = """
     o.
    ..ob.
   ..ob..
    oob.
   bobbbb
    ..bob
     .o
"""

# Nobody can add or fly.
BOTH_STUCK = """
     .b
    oobbb
   .booob
    b..b
   .bb...
    ..boo
     .b
"""

# Orange can neither add nor fly, Blue can fly.
ORANGE_STUCK = """
     oo
    b.bb.
   bbobbb
    oo..
   oooobo
    .bob.
     .b
"""


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
