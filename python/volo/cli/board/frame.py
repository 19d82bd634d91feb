"""The whole screen as lines of text."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from volo._volo import Move
from volo.cli.board.choice import Division, Line, Options, targets
from volo.cli.board.help import KEYS
from volo.cli.board.ink import Ink, clipped
from volo.cli.board.ink import Line as ScreenLine
from volo.cli.board.picture import Glyphs, Marks, picture, picture_width
from volo.cli.board.session import Purpose, Session
from volo.cli.printable import printable
from volo.color import Color
from volo.engine import Info
from volo.outcome import Outcome

__all__ = ["frame"]

_INKS = {Color.ORANGE: Ink.ORANGE, Color.BLUE: Ink.BLUE}
_INDENT = 2
_GAP = 3
# The narrowest list of moves, and the widest move: b12:b14-NE10/g12.
_LIST = 20
_LONGEST_MOVE = 16
_MESSAGE_LINES = 2
# The title, the status, the entry, the keys and two empty lines.
_OTHER_LINES = 5 + len(KEYS)


def frame(session: Session, glyphs: Glyphs, info: Info | None) -> list[ScreenLine]:
    """The lines of the screen, from the top. They fit into the size of the screen.

    Args:
        session: the game, and what was chosen and typed.
        glyphs: the characters of the board.
        info: what the search that is running has found out so far.
    """
    width, height = session.size
    edge = session.grid.edge
    if session.page is not None:
        lines: list[ScreenLine] = [[(line, Ink.PLAIN)] for line in session.page.lines(*session.page_size)]
        lines += [[]] * (height - 1 - len(lines))
        lines.append([("Esc: back to the board. Other keys: the next page.", Ink.FAINT)])
    else:
        needs = (picture_width(edge) + _INDENT, 2 * edge - 1 + _MESSAGE_LINES + _OTHER_LINES)
        if width < needs[0] or height < needs[1]:
            lines = _too_small(session.size, needs)
        else:
            lines = _game(session, glyphs, info)
    return [clipped(line, width) for line in lines[:height]]


def _too_small(size: tuple[int, int], needs: tuple[int, int]) -> list[ScreenLine]:
    width, height = size
    text = f"The window has {width} columns and {height} lines. The board needs {needs[0]} and {needs[1]}."
    lines = [*textwrap.wrap(text, max(width, 1)), "^C leaves."]
    return [[(line, Ink.PLAIN)] for line in lines]


def _game(session: Session, glyphs: Glyphs, info: Info | None) -> list[ScreenLine]:
    width, height = session.size
    rows = height - _MESSAGE_LINES - _OTHER_LINES
    board = _board(session, glyphs)
    left = _INDENT + picture_width(session.grid.edge)
    space = width - left - _GAP
    moves = _moves(session, space, rows) if space >= _LIST else []
    body: list[ScreenLine] = []
    for number in range(rows):
        line: ScreenLine = [(" " * _INDENT, Ink.PLAIN), *board[number]] if number < len(board) else []
        if number < len(moves):
            blank = left + _GAP - sum(len(text) for text, _ in line)
            line = [*line, (" " * blank, Ink.PLAIN), *moves[number]]
        body.append(line)
    message = textwrap.wrap(_message(session), width, max_lines=_MESSAGE_LINES, placeholder=" ...")
    message += [""] * (_MESSAGE_LINES - len(message))
    return [
        _title(session),
        [],
        *body,
        [],
        _status(session, info),
        *([(line, Ink.PLAIN)] for line in message),
        _entry(session, width),
        *([(line, Ink.FAINT)] for line in KEYS),
    ]


def _board(session: Session, glyphs: Glyphs) -> list[ScreenLine]:
    choice = session.choice
    if isinstance(choice, Division) and not session.is_looking_back:
        return _division(session, choice, glyphs)
    sitting, ply = session.sitting, session.ply
    last = left = gone = frozenset[str]()
    if ply:
        last, left = _reached(sitting.game.moves[ply - 1], session.options)
        gone = sitting.cleared(ply)
    chosen = targeted = frozenset[str]()
    if isinstance(choice, Line) and not session.is_looking_back:
        chosen, targeted = frozenset(choice.spaces), frozenset(targets(session.options, choice))
    cursor = session.cursor.space if session.is_pointing else None
    return picture(session.position, session.grid, Marks(cursor, chosen, last, left, targeted, gone), glyphs)


def _division(session: Session, choice: Division, glyphs: Glyphs) -> list[ScreenLine]:
    before = session.position
    after = before.play(choice.flight)
    leaving = frozenset(before.birds(before.turn.other)) - frozenset(after.birds(before.turn.other))
    reached, left = _reached(choice.flight, session.options)
    return picture(after, session.grid, Marks(chosen=reached, left=left, gone=leaving), glyphs)


def _reached(move: Move, options: Options) -> tuple[frozenset[str], frozenset[str]]:
    """The spaces that the birds of a move reach, and the spaces that they leave."""
    if move.kind != "fly":
        return frozenset(move.spaces), frozenset()
    reached = frozenset(options.landing(move, space) for space in move.spaces)
    return reached, frozenset(move.spaces) - reached


def _title(session: Session) -> ScreenLine:
    game = session.sitting.game
    line: ScreenLine = []
    for color in Color:
        hand = session.position.in_hand(color)
        name = printable(game.tags.get(color.name.title(), ""))[:20]
        in_hand = "" if hand is None else f", {hand} in hand"
        line += [(color.name.title(), _INKS[color]), (f": {name}{in_hand}   ", Ink.PLAIN)]
    return [*line, (str(game.start.rules), Ink.FAINT)]


def _moves(session: Session, width: int, height: int) -> list[ScreenLine]:
    """The turns of both players around the position that is shown, one in a line."""
    sitting = session.sitting
    moves = sitting.game.moves
    last = sitting.number(len(moves)) if moves else 0
    column = min((width - 5) // 2, _LONGEST_MOVE + 1)
    start = max(min(sitting.number(session.ply) - 1 - height // 2, last - height), 0)
    lines: list[ScreenLine] = []
    for number in range(start + 1, min(start + height, last) + 1):
        line: ScreenLine = [(f"{number:3}. ", Ink.FAINT)]
        for ply in sitting.plies(number):
            is_shown = ply == session.ply
            text = f"{'>' if is_shown and session.is_looking_back else ''}{_move(moves, ply)}"
            text = text if len(text) < column else f"{text[: column - 2]}~"
            line += [(text, Ink.CURSOR if is_shown and ply else Ink.PLAIN), (" " * (column - len(text)), Ink.PLAIN)]
        lines.append(line)
    return lines


def _move(moves: Sequence[Move], ply: int) -> str:
    """The text of a move. A game that begins with Blue has none of Orange in its first turn."""
    if ply == 0:
        return "..."
    return str(moves[ply - 1]) if ply <= len(moves) else ""


def _status(session: Session, info: Info | None) -> ScreenLine:
    sitting, position = session.sitting, session.position
    number = sitting.number(session.ply + 1)
    if session.is_looking_back:
        return [(f"After {session.ply} of {len(sitting.game)} moves. < and > step, Esc returns to the game.", Ink.BOLD)]
    if sitting.is_over:
        return [(_result(session), Ink.BOLD)]
    if sitting.is_cut_off:
        return [(f"The game is cut off after {len(sitting.game)} moves.", Ink.BOLD)]
    name = position.turn.name.title()
    line: ScreenLine = [(f"{number}. ", Ink.PLAIN), (name, _INKS[position.turn]), (" to move", Ink.PLAIN)]
    if session.task is not None:
        found = "" if info is None else f": depth {info.depth}, {info.score}, {info.pv[0] if info.pv else ''}"
        purpose = "thinks" if session.task.purpose is Purpose.MOVE else "looks for a hint"
        line.append((f"   volo {purpose}{found}", Ink.FAINT))
    else:
        line.append((f"   cursor {session.cursor.space}", Ink.FAINT))
        if session.options.can_pass:
            line.append(("   ^P passes", Ink.PLAIN))
    return line


def _result(session: Session) -> str:
    """How the game ended."""
    sitting = session.sitting
    if sitting.resigned is not None:
        return f"{sitting.resigned.other.name.title()} wins: {sitting.resigned.name.title()} resigned"
    outcome = sitting.game.outcome()
    return "" if outcome is None else _ended(outcome)


def _ended(outcome: Outcome) -> str:
    why = {"flock": "all birds in one flock", "passes": "two passes in a row", "stuck": "nobody can go on"}
    winner = "Draw" if outcome.winner is None else f"{outcome.winner.name.title()} wins"
    return f"{winner}: {why.get(outcome.reason, outcome.reason)}"


def _message(session: Session) -> str:
    """What to do next, or what there is to say about the last key."""
    choice = session.choice
    if session.is_asking:
        return "Leave this game? y leaves, any other key goes on."
    if session.message:
        return printable(session.message)
    if session.is_looking_back:
        return ""
    if session.sitting.is_over or session.sitting.is_cut_off:
        return "Left and Right look back, ^U takes back, :save FILE saves, ^Q leaves."
    if isinstance(choice, Division):
        before = session.position
        other = before.turn.other
        kept = before.play(choice.flight).birds(other)
        gone = len(before.birds(other)) - len(kept)
        return (
            f"{choice.flight} keeps region {choice.number + 1} of {len(choice.flights)}, with {len(kept)} "
            f"{_birds(len(kept))}. {gone} {_birds(gone)} (x) leave. Arrows choose the region, Enter takes it."
        )
    if isinstance(choice, Line):
        if targets(session.options, choice):
            return "Enter on a space * flies there. Enter on another bird chooses the line between the two."
        if len(choice.spaces) == 1 and session.options.ends(choice.first):
            return f"{choice.first} cannot fly alone. Enter on another bird chooses the line between the two."
        return "No flight begins with this choice. Esc returns."
    return ""


def _birds(number: int) -> str:
    return "bird" if number == 1 else "birds"


def _entry(session: Session, width: int) -> ScreenLine:
    if session.entry is None:
        return []
    # The end of a long line is shown, because that is where one types.
    text = printable(session.entry)[-max(width - 4, 1) :]
    return [(f"> {text}", Ink.BOLD), ("_", Ink.CURSOR)]
