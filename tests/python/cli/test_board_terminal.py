"""The game of `volo play --terminal` on a screen: a pseudo terminal, whose emulator shows what a person would see."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from time import monotonic

import pytest

import volo
from support.ctrl_c import PATIENCE

if os.name != "posix":
    pytest.skip("needs the terminals of POSIX", allow_module_level=True)

from support.terminal import Terminal, volo_on_screen
from volo.cli.board.grid import Grid, walk

BOTH = ("play", "--terminal", "--you", "both", "--hash-mb", "1", "--rules")
# An engine that thinks for an hour.
SLOW = ("play", "--terminal", "--you", "blue", "--hash-mb", "1", "--time", "3600", "--rules", "standard-5")
RECORDED = Path(__file__).parents[2] / "data" / "abstract-play.jsonl"


def recorded() -> volo.Game:
    """The shortest recorded game in which a flight divides the opponent."""
    with RECORDED.open(encoding="utf-8") as file:
        games = [game for game in volo.read_records(file) if any(move.keep for move in game)]
    return min(games, key=len)


def keys_for(game: volo.Game) -> list[list[str]]:
    """The keys that choose each move of a game: the arrow keys and Enter."""
    grid = Grid(game.start.rules.edge)
    cursor = grid.cursor(game.start.birds(game.start.turn)[0])
    found = []
    for position, move in zip(game.positions, game.moves, strict=False):
        keys: list[str] = []
        spaces = [*move.spaces] if move.kind == "add" else [move.spaces[0], move.spaces[-1]]
        if move.kind == "fly":
            lead = move.spaces[-1]
            way = grid.way(move.spaces[0], move.spaces[-1])
            if way is not None and grid.way(move.spaces[-1], move.spaces[0])[0] == move.direction:  # type: ignore[index]
                lead = move.spaces[0]
            spaces.append(str(grid.step(lead, str(move.direction), move.distance)))
        for space in spaces:
            while cursor.space != space:
                here, there = grid.places[cursor.space], grid.places[space]
                key = (
                    ("up" if here.y < there.y else "down")
                    if here.y != there.y
                    else "right"
                    if here.x < there.x
                    else "left"
                )
                cursor = walk(grid, cursor, key)
                keys.append(key)
            keys.append("enter")
        if move.keep is not None:
            same = [
                each
                for each in position.legal_moves()
                if (each.spaces, each.direction, each.distance) == (move.spaces, move.direction, move.distance)
            ]
            keys += [*["right"] * same.index(move), "enter"]
        found.append(keys)
    return found


def restored(terminal: Terminal) -> bool:
    """Whether the terminal is as it was before the program."""
    shows_cursor = terminal.received.rfind("\x1b[?25h") > terminal.received.rfind("\x1b[?25l")
    return not terminal.is_alternate and not terminal.is_raw and shows_cursor


def test_a_whole_recorded_game_is_played_by_keys(tmp_path: Path) -> None:
    game, file = recorded(), tmp_path / "game.volo"
    with volo_on_screen(*BOTH, str(game.start.rules), "--save", str(file)) as (terminal, status):
        terminal.see("1. Orange to move")
        assert terminal.is_alternate
        assert terminal.is_raw
        for ply, keys in enumerate(keys_for(game), start=1):
            terminal.press(*keys)
            if ply < len(game):
                number = (ply + 2) // 2
                terminal.see(f"{number}. {game.positions[ply].turn.name.title()} to move")
        outcome = game.outcome()
        assert outcome is not None
        terminal.see("wins: all birds in one flock" if outcome.winner is not None else "Draw")
        terminal.press("left")
        terminal.see(f"After {len(game) - 1} of {len(game)} moves.")
        terminal.press("\x11")
        assert status() == 0
        assert restored(terminal)
    assert volo.Game.from_record(file.read_text(encoding="utf-8")) == game


def test_moves_are_typed_taken_back_and_hinted() -> None:
    with volo_on_screen(*BOTH, "standard-4", "--nodes", "200") as (terminal, status):
        terminal.press("b3\r")
        terminal.see("illegal move b3: touches the friendly bird at b2 [R6]")
        terminal.press("a3", "enter")
        terminal.see("Blue to move")
        terminal.press("\x15")
        terminal.see("1. Orange to move")
        terminal.press("\x12")
        terminal.see("1. Blue to move")
        terminal.press("!")
        terminal.see("Hint: ")
        terminal.press(":undo\r")
        terminal.see("1. Orange to move")
        terminal.press(":q\r")
        terminal.see("Leave this game?")
        terminal.press("y")
        assert status() == 0
        assert restored(terminal)


def test_the_engine_answers_a_move() -> None:
    options = "--rules", "standard-4", "--nodes", "50", "--hash-mb", "1"
    with volo_on_screen("play", "--terminal", *options) as (terminal, status):
        terminal.press("a3\r")
        terminal.see("2. Orange to move")
        terminal.press("quit!\r")
        assert status() == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signals_restore_the_terminal_while_the_engine_thinks(number: signal.Signals) -> None:
    with volo_on_screen(*SLOW) as (terminal, status):
        terminal.see("volo thinks: depth")
        sent = monotonic()
        if number is signal.SIGINT:
            terminal.press("ctrl-c")
        else:
            terminal.send(number)
        terminal.wait_for(lambda: not terminal.is_alternate)
        assert monotonic() - sent < PATIENCE
        assert status() == 128 + number
        assert restored(terminal)


def test_keys_are_answered_while_the_engine_thinks() -> None:
    with volo_on_screen(*SLOW) as (terminal, status):
        terminal.see("volo thinks: depth")
        sent = monotonic()
        terminal.press("?")
        terminal.see("To add a bird")
        assert monotonic() - sent < PATIENCE
        terminal.press("escape")
        terminal.see("volo thinks: depth")
        terminal.press("\x11")
        assert status() == 0
        assert restored(terminal)


def test_an_exception_restores_the_terminal(tmp_path: Path) -> None:
    broken = (
        "import volo.cli.board.loop as loop\ndef fail(*_: object) -> None: raise OSError('broken')\nloop.frame = fail\n"
    )
    (tmp_path / "sitecustomize.py").write_text(broken)
    with volo_on_screen(*BOTH, "standard-4", PYTHONPATH=str(tmp_path)) as (terminal, status):
        assert status() == 2
        assert "volo: broken" in terminal.text
        assert restored(terminal)


def test_the_program_is_suspended_and_goes_on() -> None:
    with volo_on_screen(*BOTH, "standard-4") as (terminal, status):
        terminal.press("a3\r")
        terminal.see("1. Blue to move")
        terminal.press("ctrl-z")
        terminal.see("stopped")
        assert restored(terminal)
        terminal.press("enter")
        terminal.wait_for(lambda: terminal.is_alternate and terminal.is_raw and "1. Blue to move" in terminal.text)
        terminal.press("quit!\r")
        assert status() == 0
        assert restored(terminal)


@pytest.mark.parametrize("edge", [4, 7, 8])
@pytest.mark.parametrize("no_color", ["", "1"])
def test_the_board_fits_into_80_columns_with_and_without_colours(edge: int, no_color: str) -> None:
    with volo_on_screen(*BOTH, f"standard-{edge}", NO_COLOR=no_color) as (terminal, status):
        terminal.see("Orange to move")
        terminal.see("^Q quit")
        assert len(terminal.lines) == 24
        position = volo.Position(f"standard-{edge}")
        birds = [space for color in volo.Color for space in position.birds(color)]
        assert terminal.text.count("\u25cf") == terminal.text.count("\u25cb") == len(birds) / 2
        assert ("\x1b[1;38;5;208m" in terminal.received) is not bool(no_color)
        terminal.press("\x11")
        assert status() == 0


def test_an_encoding_without_the_signs_has_letters() -> None:
    with volo_on_screen(*BOTH, "standard-4", PYTHONIOENCODING="latin-1") as (terminal, status):
        terminal.see("b1 .[o]. b . b5")
        terminal.press("\x11")
        assert status() == 0


def test_the_window_is_resized() -> None:
    with volo_on_screen(*BOTH, "standard-7") as (terminal, status):
        terminal.see("Orange to move")
        terminal.resize(50, 10)
        terminal.see("The window has 50 columns and 10 lines.")
        assert "Orange" not in terminal.text
        terminal.resize(120, 40)
        terminal.see("Orange to move")
        assert terminal.lines[-1].startswith("! hint")
        seen = terminal.received.count("Orange")
        terminal.press("\x0c")
        terminal.wait_for(lambda: terminal.received.count("Orange") > seen)
        terminal.press("\x11")
        assert status() == 0


def test_a_simple_terminal_has_the_typed_dialog() -> None:
    with volo_on_screen(*BOTH, "standard-4", TERM="dumb") as (terminal, status):
        terminal.see("Type a move, such as one that `moves` lists, or help.")
        assert "\x1b[?1049h" not in terminal.received
        terminal.press("quit\n")
        assert status() == 0
