"""The board of notebooks: its messages, its options, and boards that share a game."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Iterator
from typing import Any

import pytest
import traitlets
from comm.base_comm import BaseComm

import volo
import volo.widget
from support.engines import refused
from support.pictures import DIVIDES
from support.web_data import recorded_game
from volo.render import svg
from volo.widget import Board


class Channel:
    """The channel to the script of a board, with the messages that were sent over it."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.sent: list[dict[str, Any]] = []

    def receive(self, **data: object) -> None:
        """Deliver a message from the script, as the comm of a notebook does."""
        self.board._handle_msg({"content": {"data": data}, "buffers": []})

    def move(self, move: object, ply: object | None = None) -> None:
        content = {"type": "move", "move": move, "ply": len(self.board.game) if ply is None else ply}
        self.receive(method="custom", content=content)

    @property
    def refusals(self) -> list[str]:
        contents = [each["content"] for each in self.sent if each["method"] == "custom"]
        assert all(each["type"] == "refused" for each in contents)
        return [each["reason"] for each in contents]

    @property
    def shown(self) -> list[dict[str, Any]]:
        updates = [each["state"] for each in self.sent if each["method"] == "update"]
        return [json.loads(json.dumps(each["_shown"])) for each in updates if "_shown" in each]


@pytest.fixture
def channels(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Channel]]:
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


@pytest.fixture
def channel(channels: list[Channel]) -> Channel:
    return opened(channels, "standard-4")


def texts(channel: Channel) -> str:
    return " ".join(map(str, channel.board.moves))


def test_a_whole_game_is_played_by_messages(channels: list[Channel]) -> None:
    game = recorded_game()
    channel = opened(channels, game.start)
    for move in game:
        channel.move(str(move))
    board, shown = channel.board, channel.shown
    assert (board.game, board.moves, board.position) == (game, game.moves, game.position)
    assert channel.refusals == []
    assert [each["ply"] for each in shown] == list(range(1, len(game) + 1))
    assert [each["isOver"] for each in shown] == [False] * (len(game) - 1) + [True]
    assert [each["view"]["fen"] for each in shown] == [each.fen() for each in game.positions[1:]]
    for each, move, position in zip(shown, game, game.positions[:-1], strict=True):
        before = each["last"]["before"]
        assert (each["last"]["move"], before["fen"]) == (str(move), position.fen())
        assert (before["moves"], before["keeps"]) == ([], {})
    assert shown[-1]["result"] == "Orange wins: all birds in one flock."
    channel.move("a3")
    assert board.game == game
    assert len(channel.refusals) == 1


def test_a_move_is_refused_with_its_reason(channels: list[Channel]) -> None:
    channel, other = opened(channels, "standard-4", live=False), opened(channels, "standard-4")
    channel.move("a3")
    channel.board.push("a3")
    channel.board.live = True
    channel.move("d5", ply=0)
    channel.move("a3")
    assert channel.refusals == [
        "no move can be made on this board",
        "the game has changed; choose a move in the position that is shown now",
        str(refused(volo.IllegalMoveError, channel.board.position.play, "a3")),
    ]
    assert (texts(channel), len(channel.shown)) == ("a3", 1)
    assert (other.sent, len(other.board.game)) == ([], 0)


MOVE = {"type": "move", "move": "a3", "ply": 0}
HOSTILE_MESSAGES: list[object] = [
    *(None, 7, [], {}),
    *(MOVE | {"type": each} for each in (["move"], "__class__")),
    *(MOVE | {"ply": each} for each in (None, "0", False, 10**400)),
    *(MOVE | {"move": each} for each in (None, {"a3": 1}, "a3\0", "\ud800", "<img src=x onerror=alert(1)>")),
    MOVE | {"move": "a3" * 5_000_000},
]


def test_a_hostile_message_changes_nothing_and_is_answered_in_a_line(channel: Channel) -> None:
    for number, content in enumerate(HOSTILE_MESSAGES):
        channel.receive(method="custom", content=content)
        assert len(channel.refusals) == number + 1, repr(content)[:50]
    assert len(channel.board.game) == 0
    assert max(map(len, channel.refusals)) < 400
    # The board can still be played on.
    channel.move("a3")
    assert len(channel.board.game) == 1


def test_two_boards_of_a_game_show_the_same_position(channels: list[Channel]) -> None:
    game = volo.Game("standard-4")
    first, second, other = opened(channels, game), opened(channels, game), opened(channels, "standard-4")
    first.move("a3")
    second.move("d5")
    for channel in (first, second):
        assert [each["ply"] for each in channel.shown] == [1, 2]
        assert texts(channel) == " ".join(map(str, game.moves)) == "a3 d5"
    assert other.shown == []
    second.board.close()
    first.board.pop()
    assert first.shown[-1]["ply"] == 1


def test_moves_are_observed_whoever_makes_them_and_an_observer_may_answer(channel: Channel) -> None:
    board, seen = channel.board, []

    def answer(change: Any) -> None:
        seen.append(" ".join(map(str, change.new)))
        if seen == ["a3"]:
            board.push("d5")

    board.observe(answer, "moves")
    channel.move("a3")
    channel.move("a3")
    assert texts(channel) == "a3 d5"
    board.pop()
    board.push("g2")
    assert seen == ["a3", "a3 d5", "a3", "a3 g2"]
    assert [each["ply"] for each in channel.shown] == [1, 2, 1, 2]


def test_push_pop_and_refresh(channel: Channel) -> None:
    board = channel.board
    assert board.push(volo.Move("a3", edge=4)) == volo.Move("a3", edge=4)
    with pytest.raises(volo.IllegalMoveError):
        board.push("a3")
    assert board.pop() == volo.Move("a3", edge=4)
    with pytest.raises(IndexError):
        board.pop()
    board.game.push("a3")
    assert [each["ply"] for each in channel.shown] == [1, 0]
    board.refresh()
    assert [each["ply"] for each in channel.shown] == [1, 0, 1]
    assert texts(channel) == "a3"


def test_another_game_replaces_the_game_its_arrows_and_its_highlights(channels: list[Channel]) -> None:
    channel = opened(channels, "standard", arrows=[("m2", "c5")], highlights=["m2"])
    channel.board.game = volo.Game("standard-4", ["a3"])
    assert (channel.board.arrows, channel.board.highlights) == ([], [])
    assert channel.shown[-1]["view"]["edge"] == 4
    assert texts(channel) == "a3"
    with pytest.raises(TypeError, match="game must be a Game, not str"):
        channel.board.game = "standard"  # type: ignore[assignment]


def test_a_board_begins_with_a_game_a_position_or_a_rule_set() -> None:
    for given in (None, "standard-5", volo.Rules.parse("french"), volo.Position()):
        assert Board(given).game == volo.Game(given)
    game = volo.Game()
    assert Board(game).game is game


# Values of each option: its default, then others, each with what it means if that is another value.
OPTIONS: dict[str, list[Any]] = {
    "live": [True, False],
    "flocks": [False, True],
    "hints": [True, False],
    "regions": [None, (volo.BLUE, "blue"), ("orange", "orange")],
    "orientation": [0, (volo.BLUE, 180)],
    "arrows": [[], [("b2", "c3")]],
    "highlights": [[], ["b2"]],
    "width": [None, 1, 10_000],
}


@pytest.mark.parametrize("option", OPTIONS)
def test_options_are_set_at_once_or_later_and_sent(option: str, channel: Channel) -> None:
    default, *values = OPTIONS[option]
    assert getattr(channel.board, option) == default
    meanings = []
    for each in values:
        value, meaning = each if isinstance(each, tuple) else (each, each)
        assert getattr(Board("standard-4", **{option: value}), option) == meaning
        setattr(channel.board, option, value)
        assert getattr(channel.board, option) == meaning
        meanings.append(meaning)
    sent = [each["state"][option] for each in channel.sent if option in each.get("state", {})]
    assert json.dumps(sent) == json.dumps(meanings)


def test_a_wrong_option_is_refused(channel: Channel) -> None:
    wrong: dict[str, list[Any]] = {"regions": ["green"], "orientation": [61], "arrows": [[("b2", "z9")], "b2"]}
    wrong |= {"highlights": [["d4"]], "width": [0, 10_001], "live": ["yes"]}
    for option, values in wrong.items():
        before = getattr(channel.board, option)
        for value in values:
            with pytest.raises(traitlets.TraitError):
                Board("standard-4", **{option: value})
            with pytest.raises(traitlets.TraitError):
                setattr(channel.board, option, value)
            assert getattr(channel.board, option) == before
    for option in "moves", "color":
        with pytest.raises(TypeError):
            Board("standard-4", **{option: "red"})


def test_a_script_cannot_change_the_game_by_setting_traits(channel: Channel, caplog: pytest.LogCaptureFixture) -> None:
    state: dict[str, Any] = {"moves": ["a3"], "game": None, "_game": None, "unknown": 1, "_shown": {}}
    channel.receive(method="update", state=state)
    assert channel.board._shown["ply"] == 0
    # A widget logs the errors of its messages.
    channel.receive(method="update", state={"highlights": ["z9"]})
    assert "'z9' is not a space of the sky of edge 4" in caplog.text
    assert channel.board.highlights == []
    assert (len(channel.board.game), channel.board.moves) == (0, ())
    channel.move("a3")
    assert channel.shown[-1]["ply"] == 1


def test_where_widgets_are_not_supported_the_board_is_a_picture() -> None:
    game = volo.Game(DIVIDES, ["c2-E3/a2"])
    options: dict[str, Any] = {"orientation": volo.BLUE, "flocks": True, "regions": volo.BLUE}
    options |= {"arrows": [("b2", "c3")], "highlights": ["b2"]}
    bundle = Board(game, **options, width=300)._repr_mimebundle_()
    assert bundle is not None
    data, _ = bundle
    before, after = game.positions[-2:]
    assert data["image/svg+xml"] == svg.board(after, move=game.moves[-1], before=before, **options, size=300)
    assert "application/vnd.jupyter.widget-view+json" in data
    assert data["text/plain"].startswith("Board(Game(")
    assert "export{" in Board._esm
    assert Board("standard-4")._repr_svg_() == svg.board(volo.Position("standard-4"))


def test_without_anywidget_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anywidget", None)
    monkeypatch.delitem(sys.modules, "volo.widget.board")
    with pytest.raises(volo.VoloError, match=r'^volo.widget needs anywidget, .*: pip install "volo\[widget\]"$'):
        importlib.reload(volo.widget)
