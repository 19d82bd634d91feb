"""The board of notebooks: its messages, its options, and boards that share a game."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
import traitlets
from comm.base_comm import BaseComm
from hypothesis import given
from hypothesis import strategies as st

import volo
from support.engines import refused
from support.web_data import recorded_game
from volo.render import svg
from volo.widget import Board
from volo.widget.board import request_from


class Channel:
    """The channel to the script of a board, with the messages that were sent over it."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.sent: list[dict[str, Any]] = []

    def receive(self, content: object) -> None:
        """Deliver a message from the script."""
        self._deliver({"method": "custom", "content": content})

    def set_state(self, state: dict[str, Any]) -> None:
        """Deliver values of traits from the script."""
        self._deliver({"method": "update", "state": state})

    def _deliver(self, data: dict[str, Any]) -> None:
        # The comm of a notebook calls this method of the widget.
        self.board._handle_msg({"content": {"data": data}, "buffers": []})

    def move(self, move: object, ply: object | None = None) -> None:
        self.receive({"type": "move", "move": move, "ply": len(self.board.game) if ply is None else ply})

    @property
    def refusals(self) -> list[str]:
        """The reasons of the moves that were refused."""
        contents = [each["content"] for each in self.sent if each["method"] == "custom"]
        assert all(each["type"] == "refused" for each in contents)
        return [each["reason"] for each in contents]

    @property
    def shown(self) -> list[dict[str, Any]]:
        """The states that were shown, in order."""
        updates = [each["state"] for each in self.sent if each["method"] == "update"]
        return [json.loads(json.dumps(each["_shown"])) for each in updates if "_shown" in each]


@pytest.fixture
def channels(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Channel]]:
    """The channels of all boards whose messages are recorded."""
    made: list[Channel] = []

    def publish(comm: BaseComm, _type: str, data: dict[str, Any] | None = None, **_more: object) -> None:
        for channel in made:
            if channel.board.comm is comm and data is not None and "method" in data:
                channel.sent.append(data)

    monkeypatch.setattr(type(Board().comm), "publish_msg", publish)
    yield made
    for channel in made:
        channel.board.close()


def opened(channels: list[Channel], *given: Any, **options: Any) -> Channel:
    channel = Channel(Board(*given, **options))
    channels.append(channel)
    return channel


def test_a_move_of_a_person_is_pushed_to_the_game_and_shown(channels: list[Channel]) -> None:
    channel = opened(channels, "standard-4")
    channel.move("a3")
    assert [str(move) for move in channel.board.game] == ["a3"]
    assert channel.refusals == []
    (shown,) = channel.shown
    assert shown["ply"] == 1
    assert shown["last"]["move"] == "a3"
    assert shown["view"]["fen"] == channel.board.position.fen()
    assert shown["last"]["before"]["moves"] == []


def test_a_whole_game_is_played_by_messages(channels: list[Channel]) -> None:
    game = recorded_game()
    channel = opened(channels, game.start)
    for move in game:
        channel.move(str(move))
    assert channel.board.game == game
    assert channel.refusals == []
    assert [each["isOver"] for each in channel.shown] == [False] * (len(game) - 1) + [True]
    assert channel.shown[-1]["result"] == "Orange wins: all birds in one flock."
    channel.move("a3")
    assert channel.board.game == game
    assert len(channel.refusals) == 1


def test_an_illegal_move_is_refused_with_its_reason(channels: list[Channel]) -> None:
    channel = opened(channels)
    channel.move("b3")
    assert len(channel.board.game) == 0
    assert channel.refusals == [str(refused(volo.IllegalMoveError, channel.board.game.position.play, "b3"))]
    assert channel.shown == []


def texts(moves: tuple[volo.Move, ...]) -> tuple[str, ...]:
    return tuple(map(str, moves))


HOSTILE_MESSAGES: list[object] = [
    None,
    7,
    [],
    {},
    {"type": ["move"]},
    {"type": "__class__", "move": "a3", "ply": 0},
    {"type": "move"},
    {"type": "move", "move": "a3"},
    {"type": "move", "move": None, "ply": 0},
    {"type": "move", "move": {"a3": 1}, "ply": 0},
    {"type": "move", "move": "a3", "ply": "0"},
    {"type": "move", "move": "a3", "ply": False},
    {"type": "move", "move": "a3", "ply": 10**400},
    {"type": "move", "move": "a3\0", "ply": 0},
    {"type": "move", "move": "\ud800", "ply": 0},
    {"type": "move", "move": "<img src=x onerror=alert(1)>", "ply": 0},
    {"type": "move", "move": "a3" * 5_000_000, "ply": 0},
]


@pytest.mark.parametrize("content", HOSTILE_MESSAGES, ids=lambda content: repr(content)[:50])
def test_a_hostile_message_changes_nothing_and_is_answered_in_a_line(content: object, channels: list[Channel]) -> None:
    channel = opened(channels, "standard-4")
    channel.receive(content)
    assert len(channel.board.game) == 0
    (reason,) = channel.refusals
    assert len(reason) < 400
    # The board can still be played on.
    channel.move("a3")
    assert len(channel.board.game) == 1


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["type", "move", "ply"]) | st.text(), inner),
)


@given(ANYTHING)
def test_every_message_is_a_request_or_a_volo_error(content: object) -> None:
    try:
        request = request_from(content)
    except volo.VoloError:
        return
    assert isinstance(content, dict)
    assert request == (content["move"], content["ply"])


def test_a_move_in_a_position_that_is_not_shown_any_more_is_refused(channels: list[Channel]) -> None:
    channel = opened(channels, "standard-4")
    channel.board.push("a3")
    channel.move("d5", ply=0)
    assert len(channel.board.game) == 1
    assert channel.refusals == ["the game has changed; choose a move in the position that is shown now"]


def test_a_board_that_is_not_live_refuses_moves_of_people_only(channels: list[Channel]) -> None:
    channel = opened(channels, "standard-4", live=False)
    channel.move("a3")
    assert channel.refusals == ["no move can be made on this board"]
    channel.board.push("a3")
    assert len(channel.board.game) == 1


def test_two_boards_of_a_game_show_the_same_position(channels: list[Channel]) -> None:
    game = volo.Game("standard-4")
    first, second, other = opened(channels, game), opened(channels, game), opened(channels, "standard-4")
    first.move("a3")
    second.move("d5")
    assert [str(move) for move in game] == ["a3", "d5"]
    for channel in (first, second):
        assert [each["ply"] for each in channel.shown] == [1, 2]
        assert texts(channel.board.moves) == ("a3", "d5")
    assert other.shown == []
    second.board.close()
    first.board.pop()
    assert first.shown[-1]["ply"] == 1


def test_moves_are_observed_whoever_makes_them(channels: list[Channel]) -> None:
    channel = opened(channels, "standard-4")
    seen: list[tuple[str, ...]] = []
    channel.board.observe(lambda change: seen.append(texts(change.new)), "moves")
    channel.move("a3")
    channel.move("a3")
    channel.board.push("d5")
    channel.board.pop()
    assert seen == [("a3",), ("a3", "d5"), ("a3",)]


def test_an_observer_may_answer_a_move(channels: list[Channel]) -> None:
    channel = opened(channels, "standard-4")

    def answer(_change: object) -> None:
        if len(channel.board.game) == 1:
            channel.board.push("d5")

    channel.board.observe(answer, "moves")
    channel.move("a3")
    assert texts(channel.board.moves) == ("a3", "d5")
    assert channel.shown[-1]["ply"] == 2


def test_push_and_pop_are_those_of_the_game() -> None:
    board = Board("standard-4")
    assert board.push(volo.Move("a3", edge=4)) == volo.Move("a3", edge=4)
    assert board.position == board.game.position
    with pytest.raises(volo.IllegalMoveError):
        board.push("a3")
    assert board.pop() == volo.Move("a3", edge=4)
    with pytest.raises(IndexError):
        board.pop()


def test_a_change_of_the_game_alone_is_shown_by_refresh(channels: list[Channel]) -> None:
    channel = opened(channels, "standard-4")
    channel.board.game.push("a3")
    assert channel.shown == []
    channel.board.refresh()
    assert [each["ply"] for each in channel.shown] == [1]
    assert texts(channel.board.moves) == ("a3",)


def test_another_game_replaces_the_game_its_arrows_and_its_highlights(channels: list[Channel]) -> None:
    channel = opened(channels, "standard", arrows=[("m2", "c5")], highlights=["m2"])
    channel.board.game = volo.Game("standard-4", ["a3"])
    assert channel.board.arrows == []
    assert channel.board.highlights == []
    assert channel.shown[-1]["view"]["edge"] == 4
    with pytest.raises(TypeError, match="game must be a Game, not str"):
        channel.board.game = "standard"  # type: ignore[assignment]


@pytest.mark.parametrize("given_game", [None, "standard-5", volo.Rules.parse("french"), volo.Position(), volo.Game()])
def test_a_board_begins_with_a_game_a_position_or_a_rule_set(given_game: Any) -> None:
    board = Board(given_game)
    expected = given_game if isinstance(given_game, volo.Game) else volo.Game(given_game)
    assert board.game == expected
    assert (board.game is given_game) == isinstance(given_game, volo.Game)


@pytest.mark.parametrize(
    ("option", "value", "kept"),
    [
        ("flocks", True, True),
        ("regions", volo.BLUE, "blue"),
        ("regions", "orange", "orange"),
        ("regions", None, None),
        ("orientation", volo.BLUE, 180),
        ("arrows", [("b2", "c3")], [("b2", "c3")]),
        ("highlights", ["b2"], ["b2"]),
        ("width", 300, 300),
    ],
)
def test_options_are_set_at_once_or_later_and_sent(
    option: str, value: object, kept: object, channels: list[Channel]
) -> None:
    assert getattr(Board("standard-4", **{option: value}), option) == kept
    channel = opened(channels, "standard-4")
    before = getattr(channel.board, option)
    setattr(channel.board, option, value)
    assert getattr(channel.board, option) == kept
    sent = [each["state"][option] for each in channel.sent if option in each.get("state", {})]
    expected = [list(each) if isinstance(each, tuple) else each for each in kept] if isinstance(kept, list) else kept
    assert json.loads(json.dumps(sent)) == ([] if before == kept else [expected])


@pytest.mark.parametrize(
    ("option", "value", "error"),
    [
        ("regions", "green", traitlets.TraitError),
        ("orientation", 61, traitlets.TraitError),
        ("arrows", [("b2", "z9")], traitlets.TraitError),
        ("arrows", "b2", traitlets.TraitError),
        ("highlights", ["d4"], traitlets.TraitError),
        ("width", 0, traitlets.TraitError),
        ("live", "yes", traitlets.TraitError),
        ("moves", ("a3",), TypeError),
        ("color", "red", TypeError),
    ],
)
def test_a_wrong_option_is_refused(option: str, value: object, error: type[Exception]) -> None:
    with pytest.raises(error):
        Board("standard-4", **{option: value})
    board = Board("standard-4")
    if option in {"moves", "color"}:
        return
    before = getattr(board, option)
    with pytest.raises(error):
        setattr(board, option, value)
    assert getattr(board, option) == before


def test_a_script_cannot_change_the_game_by_setting_traits(
    channels: list[Channel], caplog: pytest.LogCaptureFixture
) -> None:
    channel = opened(channels, "standard-4")
    channel.set_state({"moves": ["a3"], "game": None, "_game": None, "unknown": 1, "_shown": {}})
    assert channel.board._shown["ply"] == 0
    # A widget logs the errors of its messages.
    channel.set_state({"highlights": ["z9"]})
    assert "'z9' is not a space of the sky of edge 4" in caplog.text
    assert channel.board.highlights == []
    assert len(channel.board.game) == 0
    assert channel.board.moves == ()
    channel.move("a3")
    assert channel.shown[-1]["ply"] == 1


def test_where_widgets_are_not_supported_the_board_is_a_picture() -> None:
    game = recorded_game()
    board = Board(game, orientation=volo.BLUE, flocks=True, regions=volo.BLUE, highlights=["b2"], width=300)
    bundle = board._repr_mimebundle_()
    assert bundle is not None
    data, _ = bundle
    assert data["image/svg+xml"] == svg.board(
        game.position,
        move=game.moves[-1],
        before=game.positions[-2],
        orientation=volo.BLUE,
        flocks=True,
        regions=volo.BLUE,
        highlights=["b2"],
        size=300,
    )
    assert "application/vnd.jupyter.widget-view+json" in data
    assert data["text/plain"].startswith("Board(Game(")
    assert Board("standard-4")._repr_svg_() == svg.board(volo.Position("standard-4"))


def test_without_anywidget_the_error_names_the_extra() -> None:
    program = (
        "import sys; sys.modules['anywidget'] = None\n"
        "import volo\n"
        "try:\n    import volo.widget\nexcept volo.VoloError as error:\n    print(error)"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout == 'volo.widget needs anywidget, which is not installed: pip install "volo[widget]"\n'


def test_the_module_of_the_board_is_part_of_the_package() -> None:
    assert "export{" in Board._esm
    assert len(Board._esm) > 10_000
