"""Results of random games as data frames and tables, whether two are equal, and their named numbers."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import sys

import pytest

import volo
from volo import VoloError, outcome

GAMES = volo.play_random(500, position="standard-4", seed=3, record=True, count_moves=True, tally=True)
PLAIN = volo.play_random(500, position="standard-4", seed=3)


def codes_of(games: volo.Playouts, index: int) -> list[int]:
    assert games.moves is not None
    assert games.offsets is not None
    codes: list[int] = games.moves[games.offsets[index] : games.offsets[index + 1]].tolist()
    return codes


def test_columns_are_those_with_a_value_for_every_game() -> None:
    columns = GAMES.to_dict()
    assert list(columns) == [*PLAIN.to_dict(), "legal_moves"]
    assert all(len(column) == 500 for column in columns.values())
    assert columns["winner"] is GAMES.winner


def test_a_data_frame_has_a_row_for_each_game() -> None:
    frame = GAMES.to_pandas()
    assert frame.shape == (500, 11)
    for name, column in GAMES.to_dict().items():
        assert frame[name].dtype == column.dtype
        assert (frame[name].to_numpy() == column).all()


def test_moves_are_a_column_if_asked_for() -> None:
    frame, table = GAMES.to_pandas(moves=True), GAMES.to_arrow(moves=True)
    assert frame.shape == (500, 12)
    for index in (0, 1, 250, 499):
        codes = codes_of(GAMES, index)
        assert len(codes) == GAMES.plies[index]
        assert frame["moves"][index].tolist() == table["moves"][index].as_py() == codes


@pytest.mark.parametrize("form", ["to_dict", "to_pandas", "to_arrow"])
def test_moves_that_were_not_recorded_are_refused(form: str) -> None:
    with pytest.raises(VoloError, match="record=True"):
        getattr(PLAIN, form)(moves=True)


@pytest.mark.parametrize("form", ["to_dict", "to_pandas", "to_arrow"])
def test_no_games_are_a_table_without_rows(form: str) -> None:
    table = getattr(volo.play_random(0, record=True), form)(moves=True)
    assert len(table["winner"]) == len(table["moves"]) == 0


def test_libraries_take_the_results_by_the_arrow_interface() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table(GAMES)
    assert table.num_rows == 500
    assert table.column_names == list(GAMES.to_dict())
    assert table["plies"].to_numpy().tolist() == GAMES.plies.tolist()


@pytest.mark.parametrize(("form", "library"), [("to_pandas", "pandas"), ("to_arrow", "pyarrow")])
def test_what_is_not_installed_is_named(form: str, library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(VoloError, match=f"needs {library}, which is not installed: pip install {library}"):
        getattr(PLAIN, form)()


def test_results_are_equal_if_their_columns_are() -> None:
    again = volo.play_random(500, position="standard-4", seed=3, record=True, count_moves=True, tally=True, threads=1)
    assert again == GAMES
    assert hash(GAMES) == hash(again)
    assert (again == GAMES) is True
    assert pickle.loads(pickle.dumps(GAMES)) == copy.deepcopy(GAMES) == GAMES


@pytest.mark.parametrize(
    "other",
    [
        PLAIN,
        volo.play_random(499, position="standard-4", seed=3),
        volo.play_random(500, position="standard-4", seed=4),
        dataclasses.replace(GAMES, tally=None),
        dataclasses.replace(GAMES, moves=GAMES.moves[::-1]),
        None,
        5,
    ],
    ids=lambda other: type(other).__name__,
)
def test_other_results_differ(other: object) -> None:
    assert (other == GAMES) is False
    assert other != GAMES


def test_numbers_of_results_have_names() -> None:
    assert (volo.Playouts.DRAW, volo.Playouts.TRUNCATED) == (-1, -2)
    assert (volo.Batch.DRAW, volo.Batch.ONGOING) == (-1, -3)
    assert outcome.DRAW == volo.Playouts.DRAW
    cut_off = volo.play_random(10, max_plies=1)
    assert (cut_off.winner == volo.Playouts.TRUNCATED).all()
    assert (volo.Batch(3).outcome == volo.Batch.ONGOING).all()
