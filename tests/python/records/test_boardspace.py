"""SGF of Boardspace: the examples and random games go both ways, and errors name the node, its index and the ruling."""

from __future__ import annotations

import gzip
import io
import re
from contextlib import suppress
from pathlib import Path
from typing import Final
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_STORED, ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

import volo
from support import engines
from support.data import DATA
from support.located import located, outcomes
from support.recorded_games import annotated
from support.strategies import randoms, walk
from volo import Game, Position, RecordError, VoloError
from volo.records import Disagreement, RecordReader, read_records, write_records

EXAMPLES: Final = {path.name: path for path in sorted((DATA / "boardspace").glob("*.sgf"))}
"""Records made by hand after Boardspace's source. `examples.volo` has the same games as native records."""

_NAME = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=12)
_COMMENT = st.text(st.one_of(st.just("\n"), st.characters(exclude_categories=["Cs", "Cc"])), min_size=1, max_size=30)


@st.composite
def boardspace_games(draw: st.DrawFn) -> Game:
    """Games with names and comments: finished by one flock, resigned, won on time, or unfinished."""
    game = Game(draw(st.sampled_from(["boardspace", "boardspace-6"])))
    for move, _ in walk(draw(randoms), game.start, draw(st.sampled_from([0, 3, 20, 400]))):
        game.push(move)
    for color in ("Orange", "Blue"):
        name = draw(st.one_of(_NAME, st.just("Dumbot")))
        if name.strip() not in ("", "?"):
            game.tags[color] = name
    game.tags |= draw(st.fixed_dictionaries({}, optional={"Date": st.just("2026.11.19"), "Speed": st.just("slow")}))
    game.comments = draw(st.dictionaries(st.integers(0, len(game)), _COMMENT, max_size=3))
    end = draw(st.sampled_from([None, "resignation", "time"]))
    if game.outcome() is None and end is not None:
        wins = str(game.position.turn if end == "time" else game.position.turn.other)
        game.tags |= {"Result": "1-0" if wins == "orange" else "0-1", "Termination": end}
    return game


def written(*games: Game) -> str:
    file = io.StringIO()
    write_records(file, games, format="boardspace")
    return file.getvalue()


def read(text: str | bytes, *, lenient: bool = False) -> Game:
    """Read the only game of a file."""
    data = text.encode() if isinstance(text, str) else text
    (game,) = read_records(io.BytesIO(data), lenient=lenient, format="boardspace")
    return game


def refused(text: str | bytes, *, lenient: bool = False) -> RecordError:
    data = text.encode() if isinstance(text, str) else text
    try:
        for _ in read_records(io.BytesIO(data), lenient=lenient, format="boardspace"):
            pass
    except RecordError as error:
        return located(error, data)
    raise AssertionError(f"not refused: {text!r}")


def node(seat: int, text: str) -> str:
    return f"; P{seat}[{text}]\n"


def sgf(*actions: str, size: str = "Volo", head: str = "", end: str = "") -> str:
    """A game with these actions, such as `0 Dropb H 7`: the player and the action."""
    nodes = "".join(node(int(action[0]), action[2:]) for action in ("0 Start P0", *actions))
    return f"(;\nGM[volo]VV[1]\nSU[{size}]\n{head}\n{nodes}{end})\n"


def record(*moves: str, size: int = 7) -> Game:
    return Game(Position("boardspace" if size == 7 else "boardspace-6"), moves)


FIRST, SECOND, THIRD = (path.read_text(encoding="utf-8") for path in EXAMPLES.values())

# Orange adds at h7, Blue at b4, and each player has one further bird near an own one.
OPENING = ("0 Dropb H 7", "0 Done", "1 Dropb B 4", "1 Done", "0 Dropb F 7", "0 Done")

BESIDE_B2 = engines.refused(volo.IllegalMoveError, volo.Position("boardspace").play, "b3")


def content(game: Game) -> tuple[object, ...]:
    return game, {name: text for name, text in game.tags.items() if name != "Site"}, game.comments


class TestExamples:
    def test_they_are_the_games_of_the_native_records(self) -> None:
        native = list(read_records(DATA / "boardspace" / "examples.volo"))
        for expected, text in zip(native, (FIRST, SECOND, THIRD), strict=True):
            game = read(text)
            assert [str(move) for move in game] == [str(move) for move in expected]
            assert (game.result, game.termination) == (expected.result, expected.termination)
            assert [game.tags[name] for name in ("Orange", "Blue")] == [
                expected.tags[name] for name in ("Orange", "Blue")
            ]
            assert str(game.start.rules).startswith("boardspace")

    def test_the_first_one_is_written_as_the_same_bytes(self) -> None:
        assert written(read(FIRST)) == FIRST

    @pytest.mark.parametrize("text", [SECOND, THIRD])
    def test_the_old_ones_become_the_current_form(self, text: str) -> None:
        again = written(read(text))
        assert content(read(again)) == content(read(text))
        assert written(read(again)) == again

    def test_tags(self) -> None:
        tags = read(FIRST).tags
        assert tags["Date"] == "2026.11.19"
        assert (tags["OrangeRanking"], tags["OrangeCountry"], tags["OrangeTime"]) == ("1523", "Austria", "0:00:59")
        assert tags["Clocks"].startswith('{"0":[0],"1":[14250,15022],')
        assert "ResultText" not in tags
        assert read(THIRD).tags["ResultText"] == "Spiel gewonnen von oto"

    def test_a_missing_last_done_is_normal(self) -> None:
        last = "; P0[Done]TM[59650]\n"
        assert read(FIRST.replace(last, "")) == read(FIRST)

    def test_several_games_are_read(self) -> None:
        games = list(read_records(io.StringIO("\ufeff" + FIRST + SECOND + "\r\n \n" + THIRD)))
        assert [len(game) for game in games] == [9, 5, 4]
        assert written(*games) == "".join(written(game) for game in games)

    def test_the_client_form_is_read(self) -> None:
        """Root properties in reverse order, a leading blank, one property a line, and the time in the last node."""
        text = (
            '(;\nGM[Volo]\nSU[volo]\nGC[a game]\nFF[4]\nP1[ id "b"]\nP0[ id "a"]\n'
            "; P0[0 Start P0]\n; C[early] P0[1 Dropb H 7]\nC[late]; P0[2 Done]P0[time 0:00:10 ]\nP1[time 0:00:00 ])"
        )
        game = read(text)
        assert [str(move) for move in game] == ["h7"]
        assert game.comments == {1: "early late"}
        assert game.tags == {"Site": "Boardspace.net", "Orange": "a", "Blue": "b", "OrangeTime": "0:00:10"}

    @pytest.mark.parametrize(
        ("name", "date"),
        [
            ("U!VL-anna-lena-2011-03-06-0212.sgf", "2011.03.06"),
            ("anna-lena-2011-03-06-0212.sgf", None),
            ("u!VL-a-b-2011-03-06-0212.sgf", None),
            ("VL-a-b-2011-13-06-0212.sgf", None),
            ("VL-a-b-2011-03-06-02l2.sgf", None),
        ],
    )
    def test_the_date_of_a_game_without_a_name_is_that_of_its_file(
        self, name: str, date: str | None, tmp_path: Path
    ) -> None:
        path = tmp_path / name
        path.write_text(sgf(*OPENING), encoding="utf-8")
        (game,) = read_records(path)
        assert game.tags.get("Date") == date


class TestRoundTrips:
    @given(boardspace_games())
    def test_written_games_are_read(self, game: Game) -> None:
        text = written(game)
        again = read(text)
        assert content(again) == content(game)
        assert again.result == game.result
        assert written(again) == text

    @given(annotated())
    def test_any_other_game_is_refused_or_written(self, game: Game) -> None:
        with pytest.raises(VoloError, match="Boardspace has skies of edge 7 and 6"):
            written(game)


class TestTurns:
    def test_a_line_flies_in_any_direction(self) -> None:
        """The line may be given from either end, and the directions of Boardspace are mirrored."""
        text = FIRST.replace("Slide B 4 N 1 C 5", "Slide B 5 S 1 C 6")
        assert read(text) == read(FIRST)

    def test_the_last_of_several_adds_counts(self) -> None:
        game = read(sgf("0 Pick O", "0 Dropb H 7", "0 Pick O", "0 Dropb F 7", "0 Done"))
        assert game == record("f7")

    def test_a_win_on_time_drops_the_turn(self) -> None:
        game = read(sgf(*OPENING, "1 Dropb D 6", "1 WinOnTime"))
        assert (len(game), game.result, game.termination) == (3, "0-1", "time")

    def test_a_resignation_drops_the_turn(self) -> None:
        game = read(sgf(*OPENING, "1 Dropb D 6", "1 Resign", "1 Done"))
        assert (len(game), game.result, game.termination) == (3, "1-0", "resignation")

    def test_a_pass_is_legal_without_flights(self) -> None:
        assert read(sgf("0 Pass", "0 Done", "1 Dropb B 4", "1 Done")) == record("pass", "b4")
        error = refused(sgf(*OPENING, "1 Pass", "1 Done"))
        assert error.problem == f"node 8, index 7: {error.__cause__}"
        assert isinstance(error.__cause__, volo.IllegalMoveError)
        assert (error.__cause__.move, error.__cause__.ruling) == ("pass", "R13")

    def test_a_region_is_cleared(self) -> None:
        error = refused(SECOND.replace("; P0[12 select A 2]\n", "").replace("[14 drop", "[13 drop"))
        assert error.problem == "node 13, index 12: a region must be cleared: a2 or a4 [R15]"
        error = refused(SECOND.replace("select A 2", "select B 3"))
        assert "node 13, index 12: illegal move b5-W2/b3" in error.problem
        assert error.problem.endswith("[R15]")

    def test_two_passes_at_the_end_are_a_draw(self) -> None:
        game = read(sgf("0 Pass", "0 Done", "1 Pass", "1 Done"))
        assert (game.result, game.termination, len(game)) == ("1/2-1/2", "passes", 2)
        assert read(written(game)) == game

    def test_a_game_that_goes_on_after_two_passes_is_not_a_draw(self) -> None:
        """The moves end before the second pass, and a tag has the others."""
        game = read(sgf("0 Pass", "0 Done", "1 Pass", "1 Done", "0 Dropb H 7", "0 Done", "1 Resign", "1 Done"))
        assert (len(game), game.result, game.termination) == (1, "1-0", "resignation")
        assert game.tags["Continuation"] == "pass h7"
        assert content(read(written(game))) == content(game)

    def test_a_repetition_is_a_draw(self) -> None:
        passes = [f"{ply % 2} {word}" for ply in range(5) for word in ("Pass", "Done")][:-1]
        game = read(sgf(*passes))
        assert (game.result, game.termination, game.tags["Continuation"]) == (
            "1/2-1/2",
            "adjudication",
            "pass pass pass pass",
        )
        assert content(read(written(game))) == content(game)


class TestErrors:
    def test_a_wrong_move_names_the_node_its_index_and_the_ruling(self) -> None:
        error = refused(FIRST.replace("Slide B 7 SW 0 B 5", "Slide B 7 SW 0 B 4"))
        assert error.problem == f"node 8, index 7: {error.__cause__}"
        assert (error.line, error.ply, error.game) == (20, 4, 1)
        assert error.fen is not None
        assert error.fen.endswith(" b 0 boardspace")
        assert isinstance(error.__cause__, volo.IllegalMoveError)
        assert (error.__cause__.move, error.__cause__.ruling) == ("b7-W3", "R10")
        assert re.search(r"\bb4\b.*\b3\b", error.__cause__.reason)

    @pytest.mark.parametrize(
        ("actions", "problem"),
        [
            (("1 Dropb H 7",), "node 2, index 1: P0 is to move"),
            (("0 Dropb A 1",), "node 2, index 1: the sky has no space 'A' '1' [R3]"),
            (("0 Dropb B 3",), f"node 2, index 1: {BESIDE_B2}"),
            (("0 Done",), "node 2, index 1: there is no move to confirm"),
            (("0 Dropb H 7", "0 Pass"), "node 3, index 2: expected Done after a move"),
            (("0 Dropb H 7", "1 Dropb B 4"), "node 3, index 2: P0 is to move"),
            (("0 Jump H 7",), "node 2, index 1: unknown verb 'jump'; expected one of start, dropb,"),
            (("0 Dropb H",), "node 2, index 1: dropb must be followed by 2 words, not 1"),
            (("0 5 Dropb H 7",), "node 2: the index is 5, but 1 actions precede it"),
            (("0 Start P0",), "node 2, index 1: 'Start P0' is not accepted here"),
            (("0 Select B 2", "0 Dropb H 7"), "node 3, index 2: expected Slide after Select"),
            (("0 Select B 2",) * 3, "node 4, index 3: a third Select before Slide"),
            (("0 Select B 2",), "node 2, index 1: the record ends within a turn"),
            (("0 Slide B 2 SW 0 C 4",), "node 2, index 1: the bird does not fly straight ahead [R9]"),
            (("0 Slide B 2 N 99 B 4",), "node 2, index 1: the line is not within the sky [R9]"),
            (("0 Slide B 2 N -1 B 4",), "node 2, index 1: expected Slide, column, row, direction,"),
            (("0 Resign", "0 Dropb H 7"), "node 3, index 2: expected Done, because the player has resigned"),
            ((*OPENING, "1 Select L 7", "1 Slide B 7 SW 0 B 5", "1 Done"), "node 8, index 7: the flight begins at b7"),
            (
                (*OPENING, "1 Select B 7", "1 Slide B 7 SW 0 B 5", "1 Select A 2"),
                "node 10, index 9: no region is to be cleared [R15]",
            ),
        ],
    )
    def test_actions(self, actions: tuple[str, ...], problem: str) -> None:
        assert refused(sgf(*actions)).problem.startswith(problem)

    @pytest.mark.parametrize(
        ("old", "new", "problem"),
        [
            ("GM[volo]", "GM[hive]", "expected volo or 11"),
            ("SU[Volo]", "", "the game must have the property SU"),
            ("SU[Volo]", "SU[Volo-50]", "unknown size; expected volo or volo-84"),
            ("VV[1]", "VV[3]", "expected 1 or 2"),
            ("CM[0,1]", "CM[0,1]CM[0,1]", "the property occurs twice"),
            ("CM[0,1]", "XY[0,1]", "unknown property; expected one of AN, C, CM"),
            ("P0[ranking 1523]", "P0[rank 1523]", 'expected id "NAME", ranking N or country TEXT'),
            ('id "anna"', 'id "an%7%na"', "tag Orange: no value has the control character"),
            ("0 Start P0", "0 Start P2", "node 1, index 0: the first action must be Start P0 or Start P1"),
            ("; P0[0 Start P0]TM[0]\n", "", "node 1: the index is 1, but 0 actions precede it"),
            ("TM[14250]", "TM[soon]", "node 2: expected a time in milliseconds"),
            ("; P0[0 Start P0]", "; P0[0 Start P0]P0[1 Dropb H 7]", "node 1, index 1: a second action in a node"),
            ("P1[time 0:01:02 ]", "P1[time 0:01:02 ];P1[Done]", "node 24, index 22: an action after the time"),
            ("; P0[20 Slide L 2 SW 0 H 6]TM[59021]\n; P0[Done]TM[59650]\n", "", "node 20, index 19: the record ends"),
        ],
    )
    def test_properties(self, old: str, new: str, problem: str) -> None:
        assert old in FIRST
        assert refused(FIRST.replace(old, new)).problem.startswith(problem)

    def test_a_game_that_is_over_only_by_its_header_is_refused(self) -> None:
        text = sgf(*OPENING, head="RE[Game won by anna]")
        assert "RE says that the game is over" in refused(text).problem
        assert read(text, lenient=True).termination == "unterminated"

    @pytest.mark.parametrize(("ply", "text"), [(1, "[1 Dropb H 7]"), (8, "[17 Slide B 4 N 1 C 5]"), (None, "")])
    def test_a_check_refuses_a_game_at_the_place_of_its_move(self, ply: int | None, text: str) -> None:
        data = (FIRST + FIRST).encode()
        reader = RecordReader(io.BytesIO(data), check=lambda _: Disagreement("wrong", ply, "?"))
        for number in (1, 2):
            with pytest.raises(volo.RecordError, match="wrong") as error:
                next(reader)
            assert (error.value.game, error.value.ply) == (number, ply)
            assert located(error.value, data).text == text

    def test_reading_resumes_with_the_next_game(self) -> None:
        for bad, expected in (
            (FIRST.replace("Dropb H 7", "Dropb H 99"), [5, None, 4]),
            (FIRST.replace("DT[Thu", "DT Thu"), [5, None, 4]),
            (FIRST.rstrip("\n)"), [5, None, 4]),  # the file was cut off
            (FIRST.replace("(;", "(;(;"), [5, None, 9, 4]),
            ("?" + FIRST, [5, None, 9, 4]),
        ):
            reader = read_records(io.StringIO(SECOND + bad + THIRD), format="boardspace")
            assert [len(each) if isinstance(each, Game) else None for each in outcomes(reader)] == expected


class TestLenient:
    def test_a_done_may_be_missing(self) -> None:
        text = sgf("0 Dropb H 7", "1 Dropb B 4", "0 Dropb F 7")
        assert read(text, lenient=True) == record("h7", "b4", "f7")

    def test_a_lower_index_takes_actions_back(self) -> None:
        text = sgf("0 Dropb H 7", "0 Done", "1 3 Dropb B 4", "1 Done", "1 3 Dropb D 6", "1 Done", "0 99 Dropb F 7")
        assert read(text, lenient=True) == record("h7", "d6", "f7")

    def test_birds_may_be_taken_back(self) -> None:
        text = sgf("0 Dropb H 7", "0 Pickb H 7", "0 Drop O", "0 Dropb F 7", "0 Done")
        assert read(text, lenient=True) == record("f7")

    def test_variations_are_left_out(self) -> None:
        text = sgf("0 Dropb H 7", "0 Done", end="(; P1[3 Dropb B 4]; P1[Done])(; P1[3 Dropb D 6]; P1[Done])")
        assert refused(text).problem == "variations are not accepted"
        assert read(text, lenient=True) == record("h7", "b4")

    def test_other_bytes_are_latin_1(self) -> None:
        text = FIRST.replace("anna", "änna").encode("latin-1")
        assert refused(text).problem == "invalid UTF-8"
        assert read(text, lenient=True).tags["Orange"] == "änna"

    @pytest.mark.parametrize("field", [b"GN[", b"RE[", b'P0[id "', b"P0[ranking ", b"P0[country "])
    @pytest.mark.parametrize("bad", [b"\x01", b"\xc2\x8a", b"\xe4\xe2\x8a"])
    def test_control_characters_in_tags_are_refused(self, field: bytes, bad: bytes) -> None:
        data = FIRST.encode().replace(field, field + bad, 1)
        error = refused(data, lenient=True)
        assert "control character" in error.problem or error.offset == data.index(b"\x8a")

    def test_unknown_properties_are_left_out(self) -> None:
        text = FIRST.replace("CM[0,1]", "CM[0,1]XY[1]").replace("TM[14250]", "XY[\t]TM[soon]")
        assert read(text, lenient=True) == read(FIRST)


class TestText:
    @pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
    def test_line_ends_and_escapes(self, end: str) -> None:
        text = sgf("0 Dropb H 7", "0 Done").replace("; P0[Done]", "; P0[Done]C[a\\]\\\\[b\nc\\\nd]").replace("\n", end)
        assert read(text).comments == {1: "a]\\[b\ncd"}

    def test_names(self) -> None:
        game = record("h7")
        game.tags |= {"Orange": ' a  "b" [%c%\\] ', "Blue": "Ann\u00a0Ä \U0001f426"}
        text = written(game)
        assert 'P0[id "%32%a %32%%34%b%34% %91%%37%c%37%%92%%93%%32%"]' in text
        assert content(read(text)) == content(game)
        text = text.replace('P1[id "Ann', 'P1[id "50%, 7%% %1114112% %55296% %x%65%')
        assert read(text).tags["Blue"].startswith("50%, 7%% %1114112% %55296% %xA")


class TestWriting:
    @pytest.mark.parametrize(
        ("game", "problem"),
        [
            (Game("standard-5"), "skies of edge 7 and 6, not 5"),
            (Game(volo.Position("boardspace").play("h7")), "every game begins at the start"),
            (Game("french", ["h7"]), None),
            (record("h7"), None),
        ],
    )
    def test_games_that_boardspace_cannot_have_are_refused(self, game: Game, problem: str | None) -> None:
        if problem is None:
            assert [str(move) for move in read(written(game))] == [str(move) for move in game]
        else:
            with pytest.raises(VoloError, match=problem):
                written(game)

    @pytest.mark.parametrize(
        ("result", "termination", "problem"),
        [
            ("1/2-1/2", "agreement", "cannot end by agreement with the result 1/2-1/2"),
            ("1-0", "forfeit", "cannot end by forfeit"),
            ("1-0", "time", "Orange cannot win by time here"),
        ],
    )
    def test_other_ends_are_refused(self, result: str, termination: str, problem: str) -> None:
        game = record("h7")
        game.tags |= {"Result": result, "Termination": termination}
        with pytest.raises(VoloError, match=problem):
            written(game)

    def test_a_pass_while_a_flight_is_possible_is_refused(self) -> None:
        game = next(
            game
            for seed in range(100)
            for game in volo.play_random(20, position="abstract-play-6", seed=seed, record=True)
            if any(move.kind == "pass" for move in game) and not _is_legal(game)
        )
        with pytest.raises(VoloError, match=r"ply \d+: Boardspace does not allow this move: .*\[R13\]"):
            written(game)


def _is_legal(game: Game) -> bool:
    try:
        Game("boardspace-6", [str(move) for move in game])
    except VoloError:
        return False
    return True


ACTIONS = st.sampled_from(
    [
        *("Start P0", "Start P1", "Done", "Pass", "Resign", "WinOnTime", "Pick O", "Pickb H 7", "Drop B", "Edit"),
        *("Dropb H 7", "Dropb B 4", "Dropb F 7", "Select B 7", "Select B 2", "Slide B 7 SW 0 B 5"),
        *("Slide B 2 SW 0 F 6", "Slide B 2 N 3 F 6", "0 Done", "3 Dropb D 6", "time 0:00:10 ", "slide", "", "-1"),
    ]
)


class TestHostile:
    @given(st.lists(st.tuples(st.integers(0, 1), ACTIONS), max_size=20), st.booleans())
    def test_actions_in_any_order_are_read_or_refused(self, actions: list[tuple[int, str]], lenient: bool) -> None:
        text = sgf(*(f"{seat} {action}" for seat, action in actions))
        try:
            game = read(text, lenient=lenient)
        except volo.RecordError as error:
            located(error, text.encode())
        else:
            assert content(read(written(game))) == content(game)

    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            (FIRST[:-2] + "\\", "expected ';', a property or ')'"),
            (FIRST[:-4] + "\\", "the value of a property is not closed by ']'"),
            ("(;C[" + "\\]" * 100_000, "the value of a property is not closed by ']'"),
            ("(;GM[volo]" + "(" * 100_000, "variations are not accepted"),
            ("(;GM[volo]" + "(;" * 200_001, "variations are not accepted"),
            ("(;" + ";" * 200_001 + ")", "the game has more than 200,000 nodes and properties"),
            ("(;C" + "[a]" * 200_001 + ")", "the game has more than 200,000 nodes and properties"),
            ("()", "the game has no nodes"),
            (")", "expected a game, which begins with '('"),
        ],
        ids=range(9),
    )
    def test_broken_texts_are_refused(self, text: str, problem: str) -> None:
        assert refused(text).problem == problem

    def test_a_long_game_is_refused(self) -> None:
        assert refused("(;" + " " * (16 << 20) + ")").problem == "the game is longer than 16 MiB"

    def test_variations_may_be_nested_to_any_depth(self) -> None:
        """A lenient reader takes the first variation of each node, so the moves may be in a variation of their own."""
        depth = 50_000
        text = sgf("0 Dropb H 7", end="(" * depth + "; P0[Done]" + ")" * depth)
        assert read(text, lenient=True) == record("h7")


class TestArchives:
    def test_all_entries_are_read(self, tmp_path: Path) -> None:
        path = tmp_path / "archive.zip"
        with ZipFile(path, "w", ZIP_DEFLATED) as archive:
            archive.writestr("volo/", b"")
            archive.writestr("volo/1.sgf", FIRST + SECOND)
            archive.writestr("__MACOSX/volo/._1.sgf", b"\0")
            archive.writestr("2.volo", Game("standard-4").record())
            archive.writestr("3.txt", "hello")
            archive.writestr("4.sgf.gz", gzip.compress(THIRD.encode()), ZIP_STORED)
        with read_records(path) as reader:
            assert reader.format == "boardspace"
            assert [len(next(reader)) for _ in range(3)] == [9, 5, 0]
            with pytest.raises(volo.RecordError, match="unknown format") as error:
                next(reader)
            assert error.value.source == f"{path}/3.txt"
            assert [len(game) for game in reader] == [4]
            assert reader.position == sum(info.compress_size for info in ZipFile(path).infolist()[1:]) - 3
        with path.open("rb") as file:
            assert len(next(read_records(file))) == 9

    def test_the_format_of_the_first_entry_may_be_unknown(self) -> None:
        reader = read_records(zipped(("a", "hello"), ("b", FIRST)))
        with pytest.raises(volo.RecordError, match="unknown format"):
            next(reader)
        assert [len(game) for game in reader] == [9]

    def test_damaged_archives_are_refused(self) -> None:
        data = zipped(("a.sgf", FIRST), ("b.sgf", SECOND)).getvalue()
        for at in range(0, len(data), 3):
            changed = bytearray(data)
            changed[at] ^= 0x55
            for damaged in (data[:at], bytes(changed)):
                with suppress(VoloError):
                    list(read_records(io.BytesIO(damaged)))
        with pytest.raises(VoloError, match="the zip archive is damaged: it has no directory"):
            read_records(io.BytesIO(data[:100]))

    def test_a_large_directory_is_refused(self) -> None:
        data = bytearray(zipped(("a.sgf", FIRST)).getvalue())
        data[-10:-6] = (5 << 20).to_bytes(4, "little")
        with pytest.raises(VoloError, match="the directory of the zip archive is longer than 4 MiB"):
            read_records(io.BytesIO(data))

    def test_other_compression_is_refused(self) -> None:
        with pytest.raises(VoloError, match=r"the file/a.sgf: .* cannot be read: compression method 12"):
            read_records(zipped(("a.sgf", FIRST), method=ZIP_BZIP2))

    def test_a_pipe_is_refused(self) -> None:
        class Pipe(io.BytesIO):
            def seekable(self) -> bool:
                return False

        with pytest.raises(VoloError, match="a zip archive cannot be read from a pipe"):
            read_records(Pipe(zipped(("a.sgf", FIRST)).getvalue()))


def zipped(*entries: tuple[str, str], method: int = ZIP_DEFLATED) -> io.BytesIO:
    file = io.BytesIO()
    with ZipFile(file, "w", method) as archive:
        for name, text in entries:
            archive.writestr(name, text)
    file.seek(0)
    return file
