"""`volo puzzle`: puzzles in the terminal."""

from __future__ import annotations

import re

from support.command_line import called, complaint
from volo.puzzles import load

EASY = load(edge=4, plies=3)


def shown(*arguments: str, lines: str) -> str:
    """The output of puzzles in which these lines are typed."""
    status, out, err = called("puzzle", *arguments, given=lines.encode())
    assert (status, err) == (0, "")
    return out


def numbers(out: str) -> list[int]:
    return [int(number) for number in re.findall(r"^Puzzle (\d+):", out, re.MULTILINE)]


BEGIN = ("--edge", "4", "--plies", "3")


def test_the_right_move_solves_a_puzzle() -> None:
    first, second = EASY[:2]
    out = shown(*BEGIN, lines=f"{first.move}\n {str(second.move).upper()}\n")
    for part in (f"right: {first.move} ", "2 in a row", "2 solved at the first attempt", str(first.position)):
        assert part in out
    assert numbers(out) == [puzzle.number for puzzle in EASY[:3]]


def test_a_wrong_move_is_answered_and_can_be_followed_by_the_right_one() -> None:
    puzzle = EASY[0]
    wrong = next(str(move) for move in puzzle.position.legal_moves() if move != puzzle.move)
    out = shown(*BEGIN, lines=f"{wrong}\na99\nb2\n{puzzle.move}\n")
    assert re.search(rf"^{re.escape(wrong)} is not the move: it (loses|draws)$", out, re.MULTILINE)
    assert ("right: " in out, "in a row" in out, "0 solved at the first attempt" in out) == (True, False, True)


def test_hints_give_the_kind_of_the_move_and_then_its_place() -> None:
    puzzle = next(each for each in EASY if each.move.kind == "fly")
    out = shown(str(puzzle.number), lines=f"hint\nhint\n{puzzle.move}\n")
    assert f"kind of move: {', '.join(puzzle.kinds)}" in out
    assert f"it begins at {puzzle.move.spaces[0]}" in out
    assert "0 solved at the first attempt" in out


def test_the_solution_is_a_line_that_wins() -> None:
    puzzle = EASY[0]
    out = shown(str(puzzle.number), lines="solution\n")
    (line,) = re.findall(rf"^({re.escape(str(puzzle.move))} .+)$", out, re.MULTILINE)
    position = puzzle.position
    for move in line.split():
        position = position.play(move)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winner is puzzle.position.turn
    assert len(numbers(out)) == 2


def test_puzzles_are_chosen() -> None:
    assert numbers(shown(lines="next\nnext\n")) == [1, 2, 3]
    assert numbers(shown("7", lines="")) == [7]
    last = shown(str(load()[-1].number), lines="next\nnext\n")
    assert (len(numbers(last)), last.endswith("0 solved at the first attempt\n")) == (1, True)
    assert numbers(shown("--edge", "5", lines="")) == [load(edge=5)[0].number]
    shuffled = numbers(shown("--seed", "1", lines="next\n" * 4))
    assert shuffled == numbers(shown("--seed", "1", lines="next\n" * 4))
    assert shuffled != sorted(shuffled)
    for arguments in (["100000"], ["--edge", "8"], ["--plies", "1"]):
        assert "there is no such puzzle" in complaint(2, "puzzle", *arguments)


def test_other_words() -> None:
    puzzle = EASY[0]
    out = shown(str(puzzle.number), lines="help\nfen\nmoves\nboard\nQUIT\nnext\n")
    assert puzzle.position.fen() in out
    assert str(puzzle.move) in out
    assert len(numbers(out)) == 2
    for word in ("hint", "solution", "next", "moves", "board", "fen", "quit"):
        assert re.search(rf"^  {word}\b", out, re.MULTILINE)
