"""Consequences of the rules, tested in played and in constructed positions."""

from __future__ import annotations

import pickle
from collections import Counter
from itertools import permutations
from random import Random
from types import ModuleType
from typing import Any, Final, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import volo
from support.data import read_jsonl
from support.engines import ENGINES, texts
from support.pictures import rows
from support.strategies import EDGES, made_up, named_rules, positions, randoms, rule_sets, some_rules, walk
from volo import reference
from volo.color import Color

# The sky in cube coordinates: three numbers that add up to 0. East is (1, 0, -1).


class Cube(NamedTuple):
    """The coordinates of a space, missing or not, relative to the centre."""

    x: int
    y: int
    z: int


TOWARDS: Final = {
    "E": Cube(1, 0, -1),
    "NE": Cube(0, 1, -1),
    "NW": Cube(-1, 1, 0),
    "W": Cube(-1, 0, 1),
    "SW": Cube(0, -1, 1),
    "SE": Cube(1, -1, 0),
}


def _leftmost(row: int, edge: int) -> int:
    return -(edge - 1) - min(row, 0)


def cube(name: str, edge: int) -> Cube:
    """Return the coordinates of the space of a name [R3]. The row is y."""
    row = ord(name[0]) - ord("a") - (edge - 1)
    column = int(name[1:]) - 1 + _leftmost(row, edge)
    return Cube(column, row, -column - row)


def name(space: Cube, edge: int) -> str:
    """Return the name of a space."""
    return f"{chr(ord('a') + space.y + edge - 1)}{space.x - _leftmost(space.y, edge) + 1}"


class Symmetry(NamedTuple):
    """A symmetry of the hexagon. It permutes the three coordinates and may negate all of them."""

    order: tuple[int, ...]
    sign: int

    def of(self, space: Cube) -> Cube:
        """Return the image of a space or of a direction."""
        return Cube(*(self.sign * space[index] for index in self.order))

    def of_name(self, space: str, edge: int) -> str:
        """Return the name of the image of a space."""
        return name(self.of(cube(space, edge)), edge)

    def of_color(self, color: Color) -> Color:
        """Return the colour whose nests are the images of this colour's nests."""
        orange, blue = (set(volo.Position("standard-4").birds(each)) for each in Color)
        image = {self.of_name(nest, 4) for nest in orange}
        assert image in (orange, blue)
        return color if image == orange else color.other

    def of_position(self, position: Any) -> Any:
        """Return the image of a position."""
        edge = position.rules.edge
        letters = {
            self.of(cube(space, edge)): "ob"[self.of_color(color)] for color in Color for space in position.birds(color)
        }
        picture = []
        for y in range(edge - 1, -edge, -1):
            xs = range(_leftmost(y, edge), edge - max(y, 0))
            row = [Cube(x, y, -x - y) for x in xs if not _is_missing(Cube(x, y, -x - y), edge)]
            picture.append("".join(letters.get(space, ".") for space in row))
        turn = "ob"[self.of_color(position.turn)]
        return type(position).from_fen(f"{rows(' '.join(picture))} {turn} {position.passes} {position.rules}")

    def of_move(self, move: Any, edge: int) -> str:
        """Return the image of a move as text. The image of the space that names the kept region names its image."""
        spaces = [self.of(cube(space, edge)) for space in move.spaces]
        if move.kind == "pass":
            return "pass"
        if move.kind == "add":
            return name(spaces[0], edge)
        ends = sorted({spaces[0], spaces[-1]}, key=lambda space: (space.y, space.x))
        direction = next(word for word in TOWARDS if TOWARDS[word] == self.of(TOWARDS[move.direction]))
        keep = f"/{self.of_name(move.keep, edge)}" if move.keep else ""
        return f"{':'.join(name(end, edge) for end in ends)}-{direction}{move.distance}{keep}"


SYMMETRIES: Final = [Symmetry(order, sign) for sign in (1, -1) for order in permutations(range(3))]


def _is_missing(space: Cube, edge: int) -> bool:
    return sorted(map(abs, space)) in ([0, 0, 0], [0, edge - 1, edge - 1])


symmetries: Final = st.sampled_from(SYMMETRIES)
WALLS: Final = read_jsonl("walls.jsonl")


def as_in(engine: ModuleType, position: volo.Position) -> Any:
    """Return the same position in this engine."""
    return engine.Position.from_fen(position.fen())


@pytest.mark.parametrize("edge", EDGES)
def test_names_of_spaces_match_cube_coordinates(edge: int) -> None:
    spaces = {
        cube(space, edge)
        for region in volo.Position(f"standard-{edge}").regions(Color.ORANGE)
        for space in (*region.birds, *region.vacant)
    }
    assert len(spaces) == 3 * edge * (edge - 1) + 1 - 7 - 3  # all spaces except those with Blue's birds
    assert all(sum(space) == 0 and max(map(abs, space)) < edge for space in spaces)
    assert not any(_is_missing(space, edge) for space in spaces)
    assert all(cube(name(space, edge), edge) == space for space in spaces)


def test_six_of_twelve_symmetries_exchange_the_colors() -> None:
    images = {tuple(symmetry.of_name(space, 5) for space in ("b3", "c1")) for symmetry in SYMMETRIES}
    assert len(images) == 12
    assert Counter(symmetry.of_color(Color.ORANGE) for symmetry in SYMMETRIES) == {Color.ORANGE: 6, Color.BLUE: 6}


@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)
@given(position=positions(), symmetry=symmetries)
def test_symmetries_map_legal_moves_to_legal_moves(
    engine: ModuleType, position: volo.Position, symmetry: Symmetry
) -> None:
    check_symmetry(as_in(engine, position), symmetry)


@given(position=positions())
def test_every_symmetry_maps_a_position(position: volo.Position) -> None:
    for symmetry in SYMMETRIES:
        check_symmetry(position, symmetry)


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_every_symmetry_maps_a_wall(symmetry: Symmetry) -> None:
    for entry in WALLS[SYMMETRIES.index(symmetry) % 4 :: 4]:
        check_symmetry(volo.Position.from_fen(entry["fen"]), symmetry)


def check_symmetry(position: Any, symmetry: Symmetry) -> None:
    """Check that the image of a position has the images of its moves, which lead to the images of its successors."""
    edge = position.rules.edge
    image = symmetry.of_position(position)
    moves = list(position.legal_moves())
    # parse_move reads only legal moves, and names the kept region as the moves in the list do.
    images = [image.parse_move(symmetry.of_move(move, edge)) for move in moves]
    assert texts(images) == texts(image.legal_moves())
    for move, its_image in list(zip(moves, images, strict=True))[:: 1 + len(moves) // 5]:
        assert symmetry.of_position(position.play(move)) == image.play(its_image)
    ends = [
        end and (end.winner if end.winner is None else int(end.winner), end.reason)
        for end in (position.outcome(), image.outcome())
    ]
    if ends[0] and ends[0][0] is not None:
        ends[0] = (int(symmetry.of_color(Color(ends[0][0]))), ends[0][1])
    assert ends[0] == ends[1]


# R16.


@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)
@given(position=positions())
def test_R16_an_add_never_divides_the_opponent(engine: ModuleType, position: volo.Position) -> None:
    here = as_in(engine, position)
    for move in here.legal_moves():
        if move.kind == "add":
            after = here.play(move)
            assert len(after.regions(here.turn.other)) == 1, move
            assert after.birds(here.turn.other) == here.birds(here.turn.other), move


@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)
@given(position=positions((4, 5, 6)))
def test_R16_no_turn_divides_the_movers_own_birds(engine: ModuleType, position: volo.Position) -> None:
    """After a turn that does not win, the opponent's birds are in one region, too."""
    here = as_in(engine, position)
    for move in here.legal_moves():
        after = here.play(move)
        assert len(after.regions(here.turn)) == 1, move
        assert len(after.flocks(here.turn)) == 1 or len(after.regions(here.turn.other)) == 1, move


def test_R16_holds_for_thousands_of_turns() -> None:
    random = Random(16)
    kinds: Counter[str] = Counter()
    for number in range(600):
        position = made_up(random, some_rules(random, EDGES[number % 5]))
        for move, after in walk(random, position, 25):
            kinds[f"{move.kind}{'/' if move.keep else ''}"] += 1
            assert len(after.regions(position.turn)) == 1, (position.fen(), move)
            if len(after.flocks(position.turn)) > 1:
                assert len(after.regions(after.turn)) == 1, (position.fen(), move)
            position = after
    assert min(kinds[kind] for kind in ("add", "fly", "fly/", "pass")) >= 100, kinds


# Positions as values.


@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)
@given(position=positions(), protocol=st.integers(0, pickle.HIGHEST_PROTOCOL))
def test_fen_and_pickle_restore_a_position(engine: ModuleType, position: volo.Position, protocol: int) -> None:
    here = as_in(engine, position)
    for again in (engine.Position.from_fen(here.fen()), pickle.loads(pickle.dumps(here, protocol))):
        assert again == here
        assert hash(again) == hash(here)
        assert again.fen() == here.fen()
        assert texts(again.legal_moves()) == texts(here.legal_moves())
    for move in here.legal_moves()[:3]:
        assert pickle.loads(pickle.dumps(move, protocol)) == move


@given(position=positions(), random=randoms)
def test_the_incremental_key_equals_a_fresh_key(position: volo.Position, random: Random) -> None:
    for _, after in walk(random, position, 30):
        afresh = volo.Position.from_fen(after.fen())
        assert afresh.zobrist == after.zobrist
        assert afresh == after
        assert hash(afresh) == hash(after)


@pytest.mark.parametrize("edge", EDGES)
def test_different_positions_have_different_keys(edge: int) -> None:
    random = Random(edge)
    keys: dict[int, str] = {}
    by_position: dict[volo.Position, str] = {}
    met = 0
    while len(keys) < 3_000 or met == len(keys):
        rules = some_rules(random, edge)
        position = random.choice((volo.Position(rules), made_up(random, rules)))
        for _, after in walk(random, position, 30 * edge):
            met += 1
            fen = after.fen()
            assert keys.setdefault(after.zobrist, fen) == fen
            assert by_position.setdefault(after, fen) == fen
    assert len(by_position) == len(keys) == len(set(keys.values())) < met


@pytest.mark.parametrize("change", ["turn", "passes", "supply", "pass rule", "end rule"])
def test_the_key_depends_on_every_part_of_a_position(change: str) -> None:
    """Random positions differ in their birds. These positions differ in one other part only."""
    fen = "2/1o1b1/6/b2o/6/1o1b1/2 {} {} edge=4,supply={},pass={},stuck={}"
    original: list[Any] = ["o", 0, 60, "standard", "draw"]
    others = {
        "turn": ["b", 0, 60, "standard", "draw"],
        "passes": ["o", 1, 60, "standard", "draw"],
        "supply": ["o", 0, "none", "standard", "draw"],
        "pass rule": ["o", 0, 60, "forced", "draw"],
        "end rule": ["o", 0, 60, "standard", "last-mover-wins"],
    }
    position, other = (volo.Position.from_fen(fen.format(*values)) for values in (original, others[change]))
    assert position != other
    assert position.zobrist != other.zobrist
    assert hash(position) != hash(other)


@pytest.mark.parametrize("rules", [rules for edge in (4, 5, 7) for rules in named_rules(edge)])
def test_two_orders_of_the_same_moves_reach_the_same_position(rules: str) -> None:
    """The mover makes two moves, with a reply between them. Then the mover makes the same two in the other order."""
    random = Random(rules)
    met: Counter[str] = Counter()
    while met["adds"] < 200 or met["flights"] < 20:
        position = volo.Position(rules)
        for _, after in walk(random, position, random.randint(0, 20)):
            position = after
        for _ in range(20):
            moves = position.legal_moves()
            if len(moves) < 2:
                break
            one, two = random.sample(moves, 2)
            between = position.play(one)
            if between.outcome() is not None:
                continue
            reply = random.choice(between.legal_moves())
            first, second = (_after(position, (*order,)) for order in ((one, reply, two), (two, reply, one)))
            if first is None or second is None:
                continue
            assert (first == second) == (first.fen() == second.fen()) == (first.zobrist == second.zobrist)
            if first == second:
                assert hash(first) == hash(second)
                met["adds" if {one.kind, two.kind} == {"add"} else "flights"] += 1
            else:
                assert {one.kind, two.kind} != {"add"}


def _after(position: volo.Position, moves: tuple[volo.Move, ...]) -> volo.Position | None:
    for move in moves:
        if not position.is_legal(move):
            return None
        position = position.play(move)
    return position


# Counts.


@given(position=positions())
def test_perft_and_divide_count_the_listed_moves(position: volo.Position) -> None:
    moves = position.legal_moves()
    assert position.perft(0) == 1
    assert position.perft(1) == len(moves) == len(list(moves)) == len(texts(moves))
    divided = position.divide(1)
    assert texts(divided) == texts(moves)
    assert set(divided.values()) <= {1}
    assert position.perft(2) == sum(len(position.play(move).legal_moves()) for move in moves)
    assert position.divide(2) == {move: position.play(move).perft(1) for move in moves}


@given(position=positions((4, 5)))
def test_perft_on_two_threads_gives_the_same_count(position: volo.Position) -> None:
    for depth in (1, 2, 3):
        nodes = position.perft(depth)
        assert position.perft(depth, threads=2) == nodes
        assert sum(position.divide(depth).values()) == nodes


@settings(max_examples=25)
@given(position=positions((4,)))
def test_perft_of_both_engines_is_equal(position: volo.Position) -> None:
    other = as_in(reference, position)
    assert {str(move): nodes for move, nodes in position.divide(2).items()} == {
        str(move): nodes for move, nodes in other.divide(2).items()
    }
    assert position.perft(2) == other.perft(2)


@given(rules=rule_sets())
def test_the_start_has_every_symmetry(rules: str) -> None:
    start = volo.Position(rules)
    for symmetry in SYMMETRIES:
        image = symmetry.of_position(start)
        if symmetry.of_color(Color.ORANGE) is Color.ORANGE:
            assert image == start
        else:
            assert image.turn is Color.BLUE
            assert [image.birds(color) for color in Color] == [start.birds(color) for color in Color]
