"""All paths of the core compared with the reference, in one position.

`consult` asks the reference, and `check` compares the core with what it said. They are apart, so that the reference
answers once for all backends of the core.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

import volo
from volo import SYMMETRIES, ActionSpace, ArrayGame, Batch, Decision, Move, reference
from volo.color import Color
from volo.errors import IllegalMoveError, InvalidPositionError, InvalidRulesError, NotationError
from volo.outcome import Outcome
from volo.reference.sky import AXES, DIRECTIONS, Space, sky

Either = volo.Position | reference.Position

LOOKS: Final[dict[str, Callable[[Either], object]]] = {
    "fen": lambda position: position.fen(),
    "board": lambda position: position.board(),
    "rules": lambda position: str(position.rules),
    "turn": lambda position: position.turn,
    "passes": lambda position: position.passes,
    "outcome": lambda position: position.outcome(),
    "bird_at": lambda position: [position.bird_at(space) for space in position.rules.spaces],
    "birds": lambda position: [position.birds(color) for color in Color],
    "in_hand": lambda position: [position.in_hand(color) for color in Color],
    "flocks": lambda position: [position.flocks(color) for color in Color],
    "regions": lambda position: [position.regions(color) for color in Color],
}
REASONS: Final = ("flock", "passes", "stuck")

# Up to this number of moves, the reference also lists the moves after each of them.
_FEW_MOVES: Final = 20


class After(NamedTuple):
    """The position after a move: its text, how the game ended, and the number of its moves, if it was counted.

    ``kept`` has the spaces of the region that the move keeps. There is none if the opponent is not divided.
    """

    fen: str
    outcome: Outcome | None
    moves: int | None
    kept: frozenset[str]


class Sheet(NamedTuple):
    """What the reference says about a position: the looks, each legal move, and the answers to some illegal moves."""

    fen: str
    looks: dict[str, object]
    moves: dict[str, After]
    answers: dict[str, tuple[object, ...]]


@functools.cache
def actions(edge: int) -> dict[str, int]:
    """All actions on a sky, with the numbers that are promised."""
    space = sky(edge)
    places = sorted(space.spaces, key=lambda place: (-place[0], place[1]))
    names = [*(space.names[place] for place in places), "pass"]
    for first in places:
        for axis in AXES:
            line: list[Space] = []
            for place in along(space.step[axis], first):
                line.append(place)
                if len(line) > 1 or axis == AXES[0]:
                    names += _flights(edge, line)
    return {name: number for number, name in enumerate([*names, *(f"/{space.names[place]}" for place in places)])}


def along(step: dict[Space, Space], start: Space) -> Iterator[Space]:
    place: Space | None = start
    while place is not None:
        yield place
        place = step.get(place)


def _flights(edge: int, line: list[Space]) -> Iterator[str]:
    space = sky(edge)
    ends = ":".join(dict.fromkeys(space.names[end] for end in (line[0], line[-1])))
    for direction in DIRECTIONS:
        far = min(sum(1 for _ in along(space.step[direction], place)) for place in line)
        yield from (f"{ends}-{direction}{distance}" for distance in range(1, far))


@functools.cache
def flights(edge: int) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name in actions(edge):
        if "-" in name:
            found.setdefault(name.partition("-")[0], []).append(name)
    return found


@functools.cache
def _moves(edge: int, keep: str) -> tuple[Move, ...]:
    """All flights that keep this region, or all moves without a region to keep."""
    names = (name for name in actions(edge) if not name.startswith("/") and ("-" in name or not keep))
    return tuple(Move(name + keep, edge) for name in names)


def consult(fen: str) -> Sheet:
    position = reference.Position.from_fen(fen)
    looks = {name: look(position) for name, look in LOOKS.items()}
    legal = [str(move) for move in position.legal_moves()]
    moves: dict[str, After] = {}
    for text in legal:
        after = position.play(text)
        kept = (
            [space for part in after.regions(after.turn) for space in (*part.birds, *part.vacant)]
            if "/" in text
            else []
        )
        follow = len(after.legal_moves()) if len(legal) <= _FEW_MOVES else None
        moves[text] = After(after.fen(), after.outcome(), follow, frozenset(kept))
    assert len(moves) == len(legal), (fen, legal)
    return Sheet(fen, looks, moves, {text: answer(position, text) for text in near_legal(Random(fen), position, moves)})


def near_legal(random: Random, position: Either, legal: Iterable[str]) -> list[str]:
    """Moves that may be illegal: flights of the mover's lines and of others, regions to keep, and adds."""
    edge, mine, places = position.rules.edge, {*position.birds(position.turn)}, list(sky(position.rules.edge).named)
    ours = [name for ends, names in flights(edge).items() if mine.issuperset(ends.split(":")) for name in names]
    flown = [text.partition("/")[0] for text in legal if "-" in text]
    some = [random.choice(each) for each in [flown] * 4 + [ours] * 6 + [[*actions(edge)][: -len(places)]] * 4 if each]
    kept = [f"{name}/{random.choice(places)}" for name in some[:6] if "-" in name]
    return [*some, *kept, *random.sample(places, 4), "pass"]


def check(sheet: Sheet) -> None:
    core = volo.Position.from_fen(sheet.fen)

    def agree(what: str, ours: object, theirs: object) -> None:
        if isinstance(ours, np.ndarray):
            ours, theirs = _first_difference(ours, theirs), None
        if isinstance(ours, set) and isinstance(theirs, set):
            ours, theirs = ours - theirs, theirs - ours
        if ours != theirs:
            raise AssertionError(f"{sheet.fen}\n{core}\n{what}, the core: {ours}\nthe reference: {theirs}")

    for name, look in LOOKS.items():
        agree(name, look(core), sheet.looks[name])
    moves = core.legal_moves()
    agree("the list", {*map(str, moves)}, {*sheet.moves})
    _check_counts(core, sheet, agree)
    for text, expected in sheet.answers.items():
        agree(text, answer(core, text), expected)
    _check_each_move(core, sheet, agree)
    _check_decisions(core, sheet, agree)
    _check_arrays(core, sheet, agree)
    _check_drawn_moves(core, agree)
    agree("the text", (volo.Position.from_board(core.board()), volo.Position(core.fen())), (core, core))
    for symmetry in SYMMETRIES:
        image = core.transform(symmetry)
        images = [image.parse_move(move.transform(symmetry)) for move in moves]
        agree(f"the image by {symmetry.name}", sorted(map(str, image.legal_moves())), sorted(map(str, images)))


Agree = Callable[[str, object, object], None]


def _first_difference(ours: NDArray[Any], theirs: Any) -> object:
    """The index of the first element that differs from the other array."""
    return None if np.array_equal(ours, theirs) else np.argwhere(ours != theirs)[:1].tolist() or np.shape(theirs)


def _check_counts(core: volo.Position, sheet: Sheet, agree: Agree) -> None:
    agree("the count", (len(core.legal_moves()), core.perft(1)), (len(sheet.moves),) * 2)
    divided = {str(move): count for move, count in core.divide(2).items()}
    listed = {text: len(volo.Position.from_fen(after.fen).legal_moves()) for text, after in sheet.moves.items()}
    agree("divide(2)", divided, listed)
    agree("perft(2)", (core.perft(2), core.perft(2, threads=2)), (sum(listed.values()),) * 2)
    if all(after.moves is not None for after in sheet.moves.values()):
        agree("divide(2)", divided, {text: after.moves for text, after in sheet.moves.items()})


def _check_each_move(core: volo.Position, sheet: Sheet, agree: Agree) -> None:
    edge, places = core.rules.edge, core.rules.spaces
    keeping = {text for text in sheet.moves if "/" in text}
    # Any space of the region names it [R15].
    named = {f"{text.partition('/')[0]}/{space}": text for text in keeping for space in sheet.moves[text].kept}
    some = {f"{text.partition('/')[0]}/{keep}" for text in sheet.moves if "-" in text for keep in places}
    if edge < 6:  # every move, and every flight with some regions to keep, which are others in each position
        asked = [
            *_moves(edge, ""),
            *(move for keep in range(3) for move in _moves(edge, f"/{places[(core.zobrist + keep) % len(places)]}")),
        ]
    else:
        random = Random(sheet.fen)
        asked = [Move(text, edge) for _ in range(10) for text in near_legal(random, core, sheet.moves)]
        asked += [Move(text, edge) for text in sheet.moves]
    asked += [Move(text, edge) for text in some]
    found = {str(move): str(core.parse_move(move)) for move in asked if core.is_legal(move)}
    agree(
        "is_legal", {*found.items()}, {*named.items(), *((text, text) for text in sheet.moves if text not in keeping)}
    )
    for text, after in sheet.moves.items():
        move = core.parse_move(text)
        agree(f"the text and the code of {text}", (str(move), Move.from_code(move.code)), (text, Move(text, edge)))
        for name in (text, *(f"{text.partition('/')[0]}/{space}" for space in _some(after.kept))):
            here = core.play(name)
            agree(f"the position after {name}", (here.fen(), here.outcome()), after[:2])
        if here.outcome() is None:  # R16, and what R15 promises
            agree(f"the regions after {text}", [len(here.regions(color)) for color in Color], [1, 1])


def _some(kept: frozenset[str]) -> list[str]:
    return sorted(kept)[:: max(1, len(kept) // 3)]


def _check_decisions(core: volo.Position, sheet: Sheet, agree: Agree) -> None:
    space, turn, numbers = ActionSpace(core.rules.edge), Decision(core), actions(core.rules.edge)
    flights = {text.partition("/")[0] for text in sheet.moves if "/" in text}
    firsts = sorted({numbers[text.partition("/")[0]] for text in sheet.moves})
    for each, legal in [(turn, firsts)] + [
        (
            turn.step(numbers[flight]),
            sorted(numbers[text[len(flight) :]] for text in sheet.moves if text.startswith(f"{flight}/")),
        )
        for flight in flights
    ]:
        mask, bits = each.mask(), each.mask(packed=True)
        agree("the legal actions", each.legal_actions(), legal)
        agree("the mask", np.flatnonzero(mask).tolist(), legal)
        agree("the packed mask", np.unpackbits(bits, count=mask.size, bitorder="little"), mask)
    for move in core.legal_moves():
        text = str(move)
        flight, _, keep = text.partition("/")
        taken = [numbers[flight], *([numbers[f"/{keep}"]] if keep else [])]
        agree(f"the actions of {text}", list(space.of(move)), taken)
        agree(f"the name of {taken}", "".join(map(space.name, taken)), text)
        agree(f"the move of {taken}", str(space.move(taken, core)), text)
        after = Decision(sheet.moves[text].fen)
        for name in _some(sheet.moves[text].kept) or [""]:
            stepped = turn.step(taken[0]).step(numbers[f"/{name}"]) if name else turn.step(taken[0])
            agree(f"the decision after {flight}/{name}", stepped, after)


def _check_arrays(core: volo.Position, sheet: Sheet, agree: Agree) -> None:
    """Play each legal move in a batch, by codes and by actions, and as rows of an `ArrayGame`."""
    moves, numbers = core.legal_moves(), actions(core.rules.edge)
    afters = [sheet.moves[str(move)] for move in moves]
    taken = [numbers[str(move).partition("/")[0]] for move in moves]
    batch, game = Batch(positions=[core] * max(1, len(moves)), threads=2), ArrayGame(core.rules, threads=2)
    codes, offsets = batch.legal_moves()
    agree("the codes of a batch", codes.tolist(), moves.codes().tolist() * len(batch))
    agree("the offsets of a batch", np.diff(offsets).tolist(), [len(moves)] * len(batch))
    states = game.states([core] * len(batch))
    mask = Decision(core).mask()
    for what, dense, bits in (
        ("a batch", batch.legal_mask(), batch.legal_mask(packed=True)),
        ("the rows", game.legal_mask(states), game.legal_mask(states, packed=True)),
    ):
        agree(f"the mask of {what}", dense, [mask] * len(batch))
        agree(f"the packed mask of {what}", np.unpackbits(bits, axis=1, count=len(mask), bitorder="little"), dense)
    if not moves:
        agree("the decisions of the rows", game.decisions(game.step(states, np.zeros(1, int))[0]), [Decision(core)])
        return
    plays, drawn = batch.copy(), batch.random_actions().tolist()
    agree("a drawn action is illegal", set(drawn) - set(taken), set())
    plays.play(moves.codes())
    batch.step(np.array(taken))
    states, player, rewards, ended, masks = game.step(states, np.array(taken))
    divides = [row for row, move in enumerate(moves) if move.keep is not None]
    agree("the decisions of the rows", game.decisions(states), batch.decisions)
    agree("the masks of the rows", masks, batch.legal_mask())
    if divides:
        agree("the rows that choose", [row for row, turn in enumerate(batch.decisions) if turn.chosen], divides)
        keeps = np.array([numbers[f"/{moves[row].keep}"] for row in divides])
        second = np.full(len(batch), Batch.NO_ACTION)
        second[divides] = keeps
        batch.step(second)
        columns: tuple[Any, ...] = (states, player, rewards, ended, masks)
        for column, rows in zip(columns, game.step(states[divides], keeps), strict=True):
            column[divides] = rows
    agree(
        "the positions of a batch after codes", [each.fen() for each in plays.positions], [each.fen for each in afters]
    )
    agree("the decisions of a batch after actions", batch.decisions, [*map(Decision, plays.positions)])
    agree("the turns of the rows after actions", game.decisions(states), batch.decisions)
    agree("the masks of the rows after actions", masks, [turn.mask() for turn in batch.decisions])
    agree("the player of the rows", player.tolist(), [int(core.turn.other)] * len(afters))
    winners = [None if each.outcome is None else each.outcome.winner for each in afters]
    agree("rewards", rewards.tolist(), [0 if each is None else 1 if each is core.turn else -1 for each in winners])
    agree("ended", ended.tolist(), [each.outcome is not None for each in afters])
    for each in (plays, batch):
        agree("turns", each.turn.tolist(), player.tolist())
        found = list(zip(each.outcome.tolist(), each.reason.tolist(), strict=True))
        agree("outcomes", found, [_numbers(after.outcome) for after in afters])


def _numbers(outcome: Outcome | None) -> tuple[int, int]:
    if outcome is None:
        return Batch.ONGOING, -1
    return Batch.DRAW if outcome.winner is None else int(outcome.winner), REASONS.index(outcome.reason)


def _check_drawn_moves(core: volo.Position, agree: Agree) -> None:
    """A drawn move is legal. On the smallest sky, each legal move is drawn."""
    legal = set(core.legal_moves().codes().tolist())
    games = 20 * len(legal) + 20 if core.rules.edge == 4 else 20
    view: dict[str, Any] = {"position": core, "max_plies": 1, "seed": core.zobrist, "threads": 1, "record": True}
    drawn = set(volo.play_random(games, **view).moves.tolist())
    careful = set(volo.play_random(8, policy="careful", **view).moves.tolist())
    agree("a drawn move is illegal", (drawn | careful) - legal, set())
    if core.rules.edge == 4:
        agree("the drawn moves", drawn, legal)


def answer(position: Either, text: str) -> tuple[object, ...]:
    found: tuple[object, ...]
    before = position.fen()
    try:
        found = "legal", position.play(text).fen(), str(position.parse_move(text))
    except NotationError as error:
        found = "not a move", error.offset, error.text
    except IllegalMoveError as error:
        found = "illegal", error.ruling, error.move
    if found[0] == "not a move":
        with pytest.raises(NotationError):
            position.is_legal(text)
    else:
        assert position.is_legal(text) == (found[0] == "legal")
    assert position.fen() == before
    return found


def read(read_position: Callable[[str], Either], text: str) -> tuple[object, ...]:
    try:
        return "position", read_position(text).fen()
    except NotationError as error:
        return "not a position", error.offset, error.text
    except InvalidRulesError:
        return ("invalid rules",)
    except InvalidPositionError as error:
        return "invalid", len(error.reasons)


def compare_readings(text: str) -> str:
    """Compare how both read a text that may be a position. Return the kind of the result."""
    ours, theirs = read(volo.Position.from_fen, text), read(reference.Position.from_fen, text)
    if ours != theirs:
        raise AssertionError(f"{text!r} in the core: {ours}\nthe reference: {theirs}")
    return str(ours[0])
