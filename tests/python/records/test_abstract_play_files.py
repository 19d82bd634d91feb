"""Files of Abstract Play besides reports in English: other languages, several games, states and missed divisions."""

from __future__ import annotations

import copy
import io
import json
import re
from typing import Any

import pytest

import volo
from support import command_line
from support.game_reports import PLAYED, REPORT, changed, read, refused
from support.located import located
from volo import Game, Position, RecordError
from volo.records import read_records


@pytest.mark.parametrize(
    ("variant", "edge"),
    [
        ("Size-7 board", 7),
        ("Spielfeld der Größe 6", 6),
        ("Plateau de taille 7", 7),
        ("Plancia di dimensione 8", 8),
        ("Дошка-7 розміру", 7),
        ("Дошка розміру-8", 8),
        ("அளவு -6 போர்டு", 6),
        ("7路棋盘", 7),
    ],
)
def test_the_size_is_read_in_any_language(variant: str, edge: int) -> None:
    report = changed(REPORT, "header.game.variants", to=[variant])
    report = changed(report, "header.players.1.result", to=0)
    report = changed(report, "header.volo", to={"termination": "unterminated"})
    assert read(changed(report, "moves", to=[])).start == Position(f"abstract-play-{edge}")


@pytest.mark.parametrize(
    "variant",
    [
        "Größe 6 oder 7",
        "Größe 45",
        "size-9",
        "Size 6, 7",
        "edge=7",
    ],
)
def test_another_size_is_refused(variant: str) -> None:
    error = refused(changed(REPORT, "header.game.variants", to=[variant]))
    assert error.problem.startswith("unknown variant; expected Size-4 board to Size-8 board, in any language, or")


class TestOtherGames:
    OTHERS = (
        changed(REPORT, "header.game", to={"name": "Amazons", "variants": ["x"]}),
        {"header": {"game": {"name": "Hex"}}, "moves": 5},
        {"game": "hex", "numplayers": 2, "stack": []},
        {"format": "abstractplay-playground", "metaGame": "hex", "state": "{"},
    )

    def test_they_are_skipped_and_counted(self) -> None:
        data = json.dumps([self.OTHERS[0], REPORT, *self.OTHERS, REPORT]).encode()
        reader = read_records(io.BytesIO(data), skip_other_games=True)
        assert [len(game) for game in reader] == [22, 22]
        assert reader.other_games == 5

    @pytest.mark.parametrize("bad", [5, None, [], {}, {"header": 5}, {"header": {"game": 5}}, {"header": {"game": {}}}])
    def test_what_is_not_a_game_is_an_error(self, bad: object) -> None:
        reader = read_records(io.BytesIO(json.dumps([REPORT, bad]).encode()), skip_other_games=True)
        next(reader)
        with pytest.raises(RecordError):
            next(reader)

    def test_commands(self, tmp_path: Any) -> None:
        (tmp_path / "all.json").write_text(json.dumps([REPORT, *self.OTHERS]), encoding="utf-8")
        assert command_line.run("replay", "all.json", cwd=tmp_path).returncode == 1
        done = command_line.run("replay", "--skip-other-games", "all.json", cwd=tmp_path)
        assert done.returncode == 0
        assert "games skipped that are not Volo: 4" in (done.stdout + done.stderr).decode()
        done = command_line.run("convert", "--skip-other-games", "all.json", "out.volo", cwd=tmp_path)
        assert done.returncode == 0
        assert "games skipped that are not Volo: 4" in (done.stdout + done.stderr).decode()
        assert len(list(read_records(tmp_path / "out.volo"))) == 1


def state(game: Game, *, ending: str | None = None, winner: list[int] | None = None) -> dict[str, Any]:
    """The state of a game, as Abstract Play's class GameBase writes it."""
    names = [None, *map(str, game.moves)]
    stack: list[dict[str, Any]] = []
    for index, (position, move) in enumerate(zip(game.positions, names, strict=True)):
        birds = [
            [space, player] for player, color in ((1, volo.ORANGE), (2, volo.BLUE)) for space in position.birds(color)
        ]
        entry: dict[str, Any] = {
            "_version": "20240705",
            "_results": [],
            "_timestamp": f"2024-07-14T09:30:{index:02}.000Z",
            "currplayer": 1 if str(position.turn) == "orange" else 2,
            "board": {"dataType": "Map", "value": birds[::-1]},
        }
        stack.append(entry if move is None else entry | {"lastmove": move})
    outcome = game.outcome()
    if ending is not None:
        stack.append(stack[-1] | {"lastmove": ending})
    elif outcome is not None:
        winner = {"orange": [1], "blue": [2]}.get(str(outcome.winner), [1, 2])
    edge = game.start.rules.edge
    return {
        "game": "volo",
        "numplayers": 2,
        "variants": [] if edge == 7 else [f"size-{edge}"],
        "gameover": winner is not None,
        "winner": winner or [],
        "stack": stack,
    }


def playground(inner: object) -> dict[str, Any]:
    """The file of the playground with a state."""
    text = inner if isinstance(inner, str) else json.dumps(inner)
    return {"format": "abstractplay-playground", "version": 1, "metaGame": "volo", "state": text, "variants": []}


def states() -> list[Game]:
    moves = PLAYED["moves"]
    return [Game("abstract-play-4", moves), Game("abstract-play-4", moves[:5]), Game("abstract-play", ["c5"])]


def read_state(value: object, *, lenient: bool = False) -> Game:
    (game,) = read_records(io.BytesIO(json.dumps(value, indent=1).encode()), lenient=lenient)
    return game


def refused_state(value: object) -> RecordError:
    data = json.dumps(value, indent=1).encode()
    with pytest.raises(RecordError) as error:
        next(read_records(io.BytesIO(data)))
    return located(error.value, data)


class TestStates:
    @pytest.mark.parametrize("wrapped", [False, True])
    @pytest.mark.parametrize("game", states(), ids=len)
    def test_they_are_read(self, game: Game, wrapped: bool) -> None:
        value = state(game)
        read = read_state(playground(value) if wrapped else value)
        assert (read, read.result, read.termination) == (game, game.result, game.termination)
        assert read.tags["Date"] == "2024.07.14"
        assert read.tags["Site"] == "Abstract Play"

    @pytest.mark.parametrize(
        ("ending", "winner", "expected"),
        [
            ("resign", [2], ("0-1", "resignation")),
            ("timeout", [1], ("1-0", "time")),
            ("draw", [1, 2], ("1/2-1/2", "agreement")),
            ("abandoned", [], ("*", "abandoned")),
        ],
    )
    def test_other_ends(self, ending: str, winner: list[int], expected: tuple[str, str]) -> None:
        game = read_state(state(states()[1], ending=ending, winner=winner))
        assert (len(game), game.result, game.termination) == (5, *expected)

    @pytest.mark.parametrize(
        ("path", "to", "problem"),
        [
            ("game", "hex", "the game must be volo"),
            ("variants", ["size-9"], "expected at most one variant"),
            ("numplayers", 7, "expected 2 players"),
            ("winner", [1], "expected [], because the game is not over"),
            ("winner", [2, "1", True, None], "expected [], [1], [2] or [1, 2]"),
            ("winner", [1, 1], "expected [], [1], [2] or [1, 2]"),
            ("gameover", True, "the game is not over, but the record has a draw and no termination"),
            ("stack", [], "expected at least the state before the first move"),
            ("stack.1.currplayer", "2", "currplayer must be an integer"),
            ("stack.2.currplayer", 2, "the player to move is 1"),
            ("stack.2.lastmove", "b5", "illegal move b5:"),
            ("stack.2.lastmove", "resign", "the player to move is 2"),
            ("stack.2._timestamp", "today", "expected a date and time"),
            ("stack.2._timestamp", "2024-07-14T09:30:00.999Z", "expected no earlier time"),
            ("stack.2._timestamp", "2024-07-14T10:30:01.000+01:00", None),
            ("stack.2.board", [], "a board must be an object"),
            ("stack.2.board.value.0", ["b5", 2], "expected a space and the player whose bird is there"),
            ("stack.3.board.value", [], "the board lacks the bird on a3, which is there after the moves"),
            ("stack.3.elo", 5, "unknown member of an entry"),
        ],
    )
    def test_every_board_must_be_the_one_that_the_moves_give(self, path: str, to: object, problem: str | None) -> None:
        value = changed(state(states()[1]), path, to=to)
        if problem is None:
            assert read_state(value) == states()[1]
            return
        assert refused_state(value).problem.startswith(problem)
        assert refused_state(playground(value)).problem.startswith(problem)

    def test_a_fault_has_a_path(self) -> None:
        value = changed(state(states()[1]), "stack.2.board.value.0", to=["b5", 2])
        error = refused_state(value)
        assert (error.path, error.ply) == ("$.stack[2].board.value[0]", 2)
        error = refused_state(playground(value))
        assert error.path == "$.state"
        assert error.problem.endswith("at ['stack'][2]['board']['value'][0]")

    @pytest.mark.parametrize("text", ["", "{", "5", '{"game":"volo"}', "[" * 1000])
    def test_a_broken_state_of_the_playground_is_refused(self, text: str) -> None:
        assert refused_state(playground(text)).path == "$.state"


class TestMissedDivisions:
    def dividing(self) -> Game:
        """A game up to a flight that divides the opponent."""
        for game in volo.play_random(50, position="abstract-play-6", seed=1, record=True):
            for ply, move in enumerate(game, start=1):
                if move.keep is not None:
                    return Game("abstract-play-6", game.moves[:ply])
        raise AssertionError("no flight divides")

    @pytest.mark.parametrize(
        ("day", "is_explained"), [("2024-07-14", True), ("2024-09-30", True), ("2024-10-01", False), (None, False)]
    )
    def test_the_error_says_what_happened(self, day: str | None, is_explained: bool) -> None:
        game = self.dividing()
        *moves, last = map(str, game)
        moves.append(last.partition("/")[0])
        report = copy.deepcopy(REPORT)
        report["header"]["game"]["variants"] = ["Size-6 board"]
        report["header"]["date-start"] = "0001-01-01T00:00:00Z" if day is None else f"{day}T10:00:00.000Z"
        report["moves"] = [moves[at : at + 2] for at in range(0, len(moves), 2)]
        error = refused(report)
        assert error.ply == len(moves)
        assert "[R15]" in error.problem
        assert ("Abstract Play did not notice some divisions" in error.problem) is is_explained

    def test_in_a_state(self) -> None:
        game = self.dividing()
        value = state(game)
        value["stack"][-1] |= {"lastmove": str(game.peek()).partition("/")[0]}
        assert "from 2024-07-14 to 2024-09-30, Abstract Play did not notice" in refused_state(value).problem


def refusal(text: str) -> tuple[str, int] | None:
    """The problem and the place of the text that a state of the playground is, if it is not JSON."""
    file = json.dumps({"metaGame": "volo", "state": text}).encode()
    with pytest.raises(RecordError) as error:
        next(read_records(io.BytesIO(file), format="abstract-play"))
    found = re.fullmatch(r"the state is not valid: (.*), at character (\d+)", error.value.problem, re.DOTALL)
    return None if found is None else (found[1], int(found[2]))


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        ("[1e9991.]", 7, "invalid JSON: expected `,` or `]`"),
        ("[1e999, 1e5.]", 11, "invalid JSON: expected `,` or `]`"),
        ("[1, 1e999, 1]", 4, "number with more than 32 characters, or too large for a float"),
        ("[1, NaN, 1e999]", 4, "invalid JSON: expected value"),
        ('[{"a": 1, "a": 2}, 1e999]', 10, "duplicate key"),
        ('["\\ud83d\\ude00", "\\ude00"]', 17, "unpaired surrogate"),
        ('{"a": x [[[[[[', 6, "invalid JSON: expected value"),
        ("[" * 64 + "[x", 64, "nested more than 64 levels deep"),
    ],
)
def test_the_first_error_of_a_text_that_is_not_json_is_reported(text: str, place: int, problem: str) -> None:
    assert refusal(text) == (problem, place)
