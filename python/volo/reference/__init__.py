"""The rules of Volo in plain Python, written to be read.

This is a second, independent implementation. It shares no code with the compiled core and has the same names. The tests
compare the two, move by move. The core is fast; this package is simple: it uses sets and loops, and it checks the
rulings R1 to R19 in their order. Read it in this order:

=============  =========================================================================================
`rules`        the rule sets
`sky`          the spaces, their names and neighbors [R1] - [R3], and the nests [R4]
`rulings`      the moves [R6] - [R13], regions [R15], and how a game ends [R14] [R14b] [R17] [R18]
`position`     the position, which uses all of the above
`notation`     moves and positions as text, and the check of positions from outside
`board`        reading and drawing boards
=============  =========================================================================================

>>> from volo.reference import Position
>>> position = Position("standard-4").play("a3").play("b1")
>>> position.fen()
'2/1o1b1/6/b2o/6/bo1b1/1o o 0 standard-4'
"""

from volo.reference.notation import Move
from volo.reference.position import Position
from volo.reference.rules import Rules

__all__ = ["Move", "Position", "Rules"]
