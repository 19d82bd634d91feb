"""What is counted in games, or taken from them: rows of plays and games, tallies, codes of moves, and planes."""

from __future__ import annotations

import dataclasses
import pickle
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from random import Random
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import volo
from support.pages import ROOT
from support.pictures import OVER
from support.strategies import walk
from volo import BLUE, ORANGE, Color, Game, Move, Position, RecordedPlayouts, Rules, Tally, VoloError, reference
from volo.engine import evaluate
from volo.layout import layout
from volo.typing import Policy

# Every named rule set, and the standard rules on every edge. In these positions passes are likely.
RULES = [*Rules.NAMED, *(f"standard-{edge}" for edge in range(4, 9)), "abstract-play-4", "french-4"]
PAGE = ROOT / "docs" / "KEPT_GAMES.md"


def played(games: int = 2, policy: Policy = "uniform") -> RecordedPlayouts:
    return volo.play_random(games, positions=RULES, seed=5, policy=policy, record=True)


def rows(games: list[Game], first: int = 0) -> Iterator[dict[str, object]]:
    """The plays of games, from the moves and the positions. On the smallest sky, the reference plays them."""
    for number, game in enumerate(games, start=first):
        edge = game.start.rules.edge
        outcome = game.outcome()
        won = outcome and outcome.winner
        position: Any = reference.Position.from_fen(game.start.fen()) if edge == 4 else game.start
        for ply, move in enumerate(game, start=1):
            after = position.play(str(move) if edge == 4 else move)
            flies = move.kind == "fly"
            left, here = (len(each.birds(position.turn.other)) for each in (position, after))
            yield {
                "game": number,
                "ply": ply,
                "player": str(position.turn),
                "kind": move.kind,
                "space": move.spaces[0] if move.spaces else None,
                "direction": move.direction,
                "length": len(move.spaces) if flies else 0,
                "distance": move.distance,
                "landing": move.landing,
                "keep": move.keep,
                "cleared": left - here,
                "orange_flocks": len(after.flocks(ORANGE)),
                "blue_flocks": len(after.flocks(BLUE)),
                "orange_birds": len(after.birds(ORANGE)),
                "blue_birds": len(after.birds(BLUE)),
                "won": None if won is None else won is position.turn,
                "rules": str(game.start.rules),
                "orange": None,
                "blue": None,
                "seed": 5,
            }
            position = after


def test_plays_are_those_of_the_games_by_all_rule_sets() -> None:
    games = played()
    table = games.plays()
    expected = list(rows(list(games)))
    assert table.to_pylist() == expected
    # Each kind of play is among them: R13, R15 and R18.
    assert {row["kind"] for row in expected} == {"add", "fly", "pass"}
    assert any(row["keep"] for row in expected)
    assert games.handed_over.any()
    assert len(games.starts) > len({start.rules.edge for start in games.starts}) == 5


def test_estimates_are_those_of_the_positions_after_the_plays_for_orange() -> None:
    games = played(1, policy="careful")
    found = games.plays(estimate=True, threads=3).column("estimate").to_pylist()
    after = [position for game in games for position in game.positions[1:]]
    signs = [1 if position.turn is ORANGE else -1 for position in after]
    assert found == (evaluate(after) * signs).tolist()
    ends = [found[end - 1] for end in games.offsets[1:]]
    assert ends == [{0: 1, 1: -1}.get(winner, 0) for winner in games.winner.tolist()]


def test_plays_are_a_table_with_categories_on_any_number_of_threads() -> None:
    games = volo.play_random(300, position="standard-5", record=True, seed=0)
    table = games.plays(threads=1)
    assert table == games.plays(threads=3)
    frame = table.to_pandas()
    for name in ("space", "landing", "keep"):
        assert tuple(frame[name].cat.categories) == Rules(edge=5).spaces
    assert tuple(frame["kind"].cat.categories) == Move.KINDS == ("add", "fly", "pass")
    for none in (volo.play_random(0, record=True), volo.play_random(3, positions=[], record=True)):
        empty = none.plays()
        assert (empty.num_rows, empty.schema) == (0, played(1).plays().schema)


def test_a_wrong_code_is_an_error_with_the_game_and_the_ply() -> None:
    games = volo.play_random(5, position="standard-4", record=True, seed=0)
    moves = games.moves.copy()
    moves[games.offsets[3] + 1] = Move("pass", 4).code
    wrong = dataclasses.replace(games, moves=moves)
    with pytest.raises(VoloError, match="game 3, ply 2: illegal move pass"):
        wrong.plays()


def test_without_pyarrow_the_error_recommends_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(VoloError, match=re.escape('pip install "volo[parquet]"')):
        played(1).plays()


def test_the_page_has_the_columns_of_the_table() -> None:
    """The page has a row for each column, or for several that differ in the player only."""
    page = PAGE.read_text(encoding="utf-8").partition("## A row for each play")[2].partition("\n## ")[0]
    written: dict[str, str] = {}
    for names, kind in re.findall(r"^\| (`[a-z_`, ]+`) \| ([\w ]+) \|", page, re.MULTILINE):
        written |= dict.fromkeys(re.findall(r"`([a-z_]+)`", names), kind)
    types = {
        field.name: "dictionary of strings" if pa.types.is_dictionary(field.type) else str(field.type)
        for field in played(1).plays(estimate=True).schema
    }
    assert written == {name: {"double": "float64"}.get(kind, kind) for name, kind in types.items()}
    assert list(written) == list(types)


# Codes as arrays.


def part(value: str | None, names: tuple[str, ...]) -> int:
    return -1 if value is None else names.index(value)


def test_codes_are_decoded_to_the_attributes_of_the_moves() -> None:
    moves: list[Move] = []
    for edge in Rules.EDGES:
        moves.append(Move("pass", edge))
        for _, position in walk(Random(edge), Position(f"standard-{edge}"), 60):
            moves += position.legal_moves()
    spaces = {edge: Rules(edge=edge).spaces for edge in Rules.EDGES}
    codes = np.array([move.code for move in moves], np.uint32)
    parts = volo.decode_moves(codes)
    assert {name: array.tolist() for name, array in parts.items()} == {
        "edge": [move.edge for move in moves],
        "kind": [Move.KINDS.index(move.kind) for move in moves],
        "space": [part(move.spaces[0] if move.spaces else None, spaces[move.edge]) for move in moves],
        "direction": [part(move.direction, Move.DIRECTIONS) for move in moves],
        "length": [len(move.spaces) if move.kind == "fly" else 0 for move in moves],
        "distance": [move.distance for move in moves],
        "landing": [part(move.landing, spaces[move.edge]) for move in moves],
        "keep": [part(move.keep, spaces[move.edge]) for move in moves],
    }
    backwards = volo.decode_moves(codes[::-1])  # not contiguous
    assert all(np.array_equal(backwards[name][::-1], array) for name, array in parts.items())
    assert all(len(array) == 0 for array in volo.decode_moves(codes[:0]).values())


def test_what_is_no_code_is_refused_with_its_index() -> None:
    codes = np.array([Move("c3", 4).code, 255, 254], np.uint32)
    with pytest.raises(VoloError, match="index 1: 255 is not the code of a move"):
        volo.decode_moves(codes)
    kinds = "of uint32, not list", "of uint32, not of int64", "with 1 dimension, not 2"
    for wrong, kind in zip(([5], codes.astype(np.int64), codes.reshape(1, 3)), kinds, strict=True):
        with pytest.raises(TypeError, match=f"codes must be a NumPy array {kind}"):
            volo.decode_moves(wrong)  # type: ignore[arg-type]


# Tables with a row for each game.

GAMES = volo.play_random(500, position="standard-4", seed=3, record=True, count_moves=True)
PLAIN = volo.play_random(5, position="standard-4", seed=0)


def test_tables_have_a_row_for_each_game() -> None:
    frame, table = GAMES.to_pandas(moves=True), GAMES.to_arrow(moves=True)
    assert list(frame) == table.column_names == [*GAMES.to_dict(), "moves"]
    # Libraries take the results by the Arrow interface.
    assert pa.table(GAMES) == GAMES.to_arrow()
    for name, column in GAMES.to_dict().items():
        assert frame[name].dtype == column.dtype
        assert frame[name].tolist() == table[name].to_pylist() == column.tolist()
    for index in (0, 1, 250, 499):
        codes = GAMES.moves[GAMES.offsets[index] : GAMES.offsets[index + 1]].tolist()
        assert len(codes) == GAMES.plies[index]
        assert frame["moves"][index].tolist() == table["moves"][index].as_py() == codes


@pytest.mark.parametrize(("form", "library"), [("to_dict", ""), ("to_pandas", "pandas"), ("to_arrow", "pyarrow")])
def test_tables_without_games_or_libraries(form: str, library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = getattr(volo.play_random(0, record=True), form)(moves=True)
    assert len(table["winner"]) == len(table["moves"]) == 0
    with pytest.raises(VoloError, match="record=True"):
        getattr(PLAIN, form)(moves=True)
    if library:
        monkeypatch.setitem(sys.modules, library, None)
        with pytest.raises(VoloError, match=f"needs {library}, which is not installed: pip install {library}"):
            getattr(PLAIN, form)()


# Observations of recorded games.


@pytest.mark.parametrize(
    "view",
    [{"size": 13, "player": volo.BLUE}, {"dtype": np.float32, "symmetry": volo.Symmetry("rotate-120")}],
    ids=["size", "dtype"],
)
def test_observations_are_those_of_each_position(view: dict[str, Any]) -> None:
    games = volo.play_random(9, position="abstract-play-5", seed=2, record=True)
    whole = volo.observe_games("abstract-play-5", games.moves, games.offsets, threads=3, **view)
    assert whole.dtype == view.get("dtype", np.uint8)
    assert np.array_equal(whole, [each.observe(**view) for game in games for each in game.positions[:-1]])
    part = volo.observe_games("abstract-play-5", games.moves, games.offsets[5:9], **view)
    assert np.array_equal(part, whole[games.offsets[5] : games.offsets[8]])
    out = np.empty_like(whole)
    assert volo.observe_games("abstract-play-5", games.moves, games.offsets, out=out, **view) is out
    assert np.array_equal(out, whole)
    for offsets in (games.offsets[:1], games.offsets[:0]):
        assert volo.observe_games("abstract-play-5", games.moves, offsets, **view).shape == (0, *whole.shape[1:])


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"moves": [1, 2]}, TypeError, "moves must be a NumPy array of uint32"),
        ({"offsets": np.array([0, 99], np.int64)}, VoloError, "offset 1 must not be"),
        ({"offsets": np.array([1, 0], np.int64)}, VoloError, "offset 1 must not be"),
        ({"offsets": np.array([-1, 1], np.int64)}, VoloError, "offset 0 must not be"),
        ({"moves": np.array([2**32 - 1], np.uint32)}, VoloError, "game 0, ply 1: 4294967295 is not the code"),
        ({"moves": np.array([volo.Move("a3", edge=5).code], np.uint32)}, VoloError, "game 0, ply 1: a move on a sky"),
        ({"moves": np.array([volo.Move("b1", edge=4).code], np.uint32)}, VoloError, "game 0, ply 1: illegal move b1"),
        ({"position": "standard-5", "size": 7}, VoloError, "at least 9"),
        ({"out": np.empty((1, 10, 7, 8), np.uint8)}, VoloError, "shape"),
        ({"threads": 0}, VoloError, "threads must be"),
    ],
)
def test_wrong_recorded_games_are_refused(change: dict[str, Any], error: type[Exception], message: str) -> None:
    arguments: dict[str, Any] = {
        "position": "standard-4",
        "moves": np.array([volo.Move("a3", edge=4).code], np.uint32),
        "offsets": np.array([0, 1], np.int64),
    } | change
    with pytest.raises(error, match=message):
        volo.observe_games(arguments.pop("position"), arguments.pop("moves"), arguments.pop("offsets"), **arguments)


# Tallies equal a slow count.


def slow_tally(start: reference.Position, games: Sequence[Sequence[str]]) -> Tally:
    """Return the tally of games that start at a position. The moves are texts."""
    counts: Counter[Any] = Counter()
    for moves in games:
        _count(start, moves, counts)
    edge = start.rules.edge
    spaces, counters = layout(edge).spaces, dict[str, Any](edge=edge)
    for name, default in dataclasses.asdict(Tally()).items():
        if default == 0:
            counters[name] = counts[name]
        elif default == (0, 0):
            counters[name] = tuple(counts[name, color] for color in Color)
        elif default == ((), ()):
            counters[name] = tuple(tuple(counts[name, color, space] for space in spaces) for color in Color)
        elif default == ():
            last = max((key[1] for key in counts if key[0] == name), default=-1)
            counters[name] = tuple(counts[name, index] for index in range(last + 1))
    return Tally(**counters)


def _count(start: reference.Position, moves: Sequence[str], counts: Counter[Any]) -> None:
    position = start
    clearing = None
    for ply, text in enumerate(moves):
        move = reference.Move(text, start.rules.edge)
        mover, following = position.turn, position.play(text)
        counts["legal_moves", ply] += len(position.legal_moves())
        lost = len(position.birds(mover.other)) - len(following.birds(mover.other))
        if move.kind == "add":
            counts["adds"] += 1
            counts["adds_on", mover, text] += 1
        else:
            counts["passes" if move.kind == "pass" else _kind(move)] += 1
        if lost:
            counts["clearings", lost] += 1
            clearing = (ply, mover, lost)
        position = following
    counts["lengths", len(moves)] += 1
    outcome = position.outcome()
    if outcome is None:
        counts["truncated"] += 1
        return
    winner = outcome.winner
    if winner is None:
        counts["draws"] += 1
        return
    counts["first_mover_wins"] += winner is start.turn
    if outcome.reason == "flock":
        counts["flock_wins", winner] += 1
        counts["handed_over", winner] += bool(moves) and winner is position.turn
        for space in position.birds(winner):
            counts["flocks_on", winner, space] += 1
    else:
        counts["stuck_wins", winner] += 1
    if clearing is not None:
        ply, mover, lost = clearing
        counts["won_after_clearing" if mover is winner else "lost_after_clearing"] += 1
        if ply == len(moves) - 1:
            assert winner is mover.other
            counts["deciding_clearings", lost] += 1


def _kind(move: reference.Move) -> str | tuple[str, int]:
    """Return the key of a flight's counter. A line flies in file if one of its birds steps onto a space of the line."""
    if len(move.spaces) == 1:
        return "single"
    places = [layout(move.edge).spaces[space] for space in move.spaces]
    in_file = any(one.step(move.direction or "") == other for one, other in permutations(places, 2))
    return "in_file" if in_file else "side_by_side", len(move.spaces)


# Positions with all pass rules and both end rules. In one it is Blue's turn, and in one the game is over.
STARTS = [
    "2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4",
    "2/1o1b1/6/b2o/6/1o1b1/2 o 0 french-4",
    "2/1o1b1/6/b2o/6/1o1b1/2 o 0 abstract-play-4",
    "2/1o1b1/6/b2o/6/1o1b1/o1 b 0 edge=4,supply=9,pass=own-regions,stuck=last-mover-wins",
    OVER,
]


@pytest.mark.parametrize(("start", "games", "most"), [*product(STARTS, [6], [2000, 14]), ("standard-6", 1, 2000)])
def test_the_tally_equals_a_slow_count(start: str, games: int, most: int) -> None:
    playouts = volo.play_random(games, position=start, record=True, tally=True, seed=3, max_plies=most)
    moves = [[str(move) for move in game] for game in playouts]
    assert playouts.tally == slow_tally(reference.Position(start), moves)


def tally_of(rules: str, games: int, max_plies: int = 2000) -> Tally:
    tally = volo.play_random(games, position=rules, tally=True, max_plies=max_plies, seed=0).tally
    assert tally is not None
    return tally


def test_every_counter_is_positive_in_some_games() -> None:
    counted = Tally() + tally_of("abstract-play-4", 2000, 40) + tally_of("french-4", 2000, 40)
    assert all(any(np.ravel(counter)) for counter in dataclasses.asdict(counted).values())


def test_a_tally_is_a_value_of_one_edge() -> None:
    tally = tally_of("standard-4", 20)
    assert pickle.loads(pickle.dumps(tally)) == tally
    assert hash(tally) == hash(tally_of("standard-4", 20))
    with pytest.raises(AttributeError):
        tally.draws = 0  # type: ignore[misc]
    with pytest.raises(VoloError, match="edge 4 and of edge 5"):
        tally + tally_of("standard-5", 1)
    with pytest.raises(TypeError):
        tally + 1  # type: ignore[operator]
