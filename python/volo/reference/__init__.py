"""The rules of Volo in plain Python, written to be read.

This is the second opinion: it shares no line with the compiled core, it answers to the same names, and the
tests hold the two against each other move for move. Where the core is clever, this is the rulebook: sets and
loops, the rulings in the rulebook's order with their numbers. Read it in this order:

================================  ========================================================
`rules`                           the rule sets
`sky`                             the spaces, their names and neighbours [R1] - [R3], the nests [R4]
`turn`                            what the player to move finds: the birds of both, the hand, the flocks
`adding`, `flying`, `passing`     what that player may do [R6] - [R13]
`region`                          open paths, and what a flight may divide [R15]
`ending`                          how a game ends [R14] [R17] [R18]
`position`                        all of it together
`move`, `notation`, `validity`    moves and positions from outside
================================  ========================================================

>>> from volo.reference import Position
>>> position = Position("standard-4").play("a3").play("b1")
>>> position.fen()
'2/1o1b1/6/b2o/6/bo1b1/1o o 0 standard-4'
"""

from volo.reference.move import Move
from volo.reference.position import Position
from volo.reference.rules import Rules

__all__ = ["Move", "Position", "Rules"]
