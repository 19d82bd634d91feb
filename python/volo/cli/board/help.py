"""The keys of the game on the screen, and the text of the help."""

from __future__ import annotations

__all__ = ["HELP", "KEYS"]

KEYS = (
    "Arrows move  Enter choose  Esc back  Tab next  a..z type a move  : command",
    "! hint  ^U undo  ^R redo  < > look back  ^T turn  ^F flip  ? help  ^Q quit",
)
"""The last two lines of the screen. They fit into 80 columns."""

HELP = """\
To add a bird, go to a vacant space and press Enter. To fly, press Enter on a
bird, then on the other end of its line, if a line flies, and then on a space
marked *. In file, it is the space that the leading bird reaches. Side by side,
it is the space that the bird chosen last reaches. If the flight divides the
opponent, the arrows choose the region to keep.
A move can also be typed: a space to add a bird (c5); a bird, a direction and a
number of steps (b2-NE3); the two ends of a line, a direction and a number of
steps (b2:b4-NE3); or pass. The region to keep follows a slash (b2-NE3/g6).

[ ] cursor     ( ) chosen line      < > last move     , left by the last move
*   flies here x   cleared birds

Arrows         go to a neighbour    Home PgUp End PgDn  the diagonal ones
Enter, Space   choose               Esc                 one step back
Tab, Shift-Tab next, previous bird or space marked *
^U, Backspace  undo                 ^R                  redo
!              hint                 ^P                  pass
<  >           look back, forward   ^T  ^F              turn by a sixth, flip
^Z  ^L         suspend, draw again  ^Q  ^C              quit, quit at once

These commands are typed, after a colon or not: hint, undo, redo, turn, flip,
moves TEXT (the legal moves that begin with the text), fen, save FILE, resign,
help, quit, and quit! without a question."""
"""The help. It fits into 80 columns and 24 lines, with a line below it."""
