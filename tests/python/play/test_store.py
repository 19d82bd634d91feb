"""Saved games: whole or not at all, listed, damaged on purpose, and saved by a process that is killed."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from threading import Thread
from time import time
from typing import Any
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

import volo
from support.kept import flip_a_bit
from support.page_client import Page
from support.process import running
from volo.play import Server
from volo.play.document import MOST_NODES, GameDocument, checked
from volo.play.store import MOST_GAMES, Store, default_folder

DOCUMENT: dict[str, Any] = {
    "version": 1,
    "start": volo.Position("standard-4").fen(),
    "nodes": [
        {"parent": -1, "move": "a3", "comment": "\u00e4 <script>"},
        {"parent": 0, "move": "d5"},
        {"parent": 0, "move": "g2"},
    ],
    "current": 2,
    "tags": {"Orange": "Anna", "Blue": "Boris"},
    "settings": {"level": 4, "clock": None, "flip": True},
}


def changed(**members: object) -> dict[str, object]:
    return DOCUMENT | members


def test_a_saved_game_is_loaded_again_also_by_the_next_server(tmp_path: Path) -> None:
    with Server(state=tmp_path / "a" / "b") as server:
        page = Page(server.address)
        assert page.call("games") == {"games": [], "damaged": []}
        before = time()
        saved = page.call("save", id="one", document=DOCUMENT)
        assert before - 1 <= saved["changed"] <= time() + 1
    with Server(state=tmp_path / "a" / "b") as server:
        page = Page(server.address)
        assert page.call("load", id="one") == {"document": DOCUMENT}
        (listed,) = page.call("games")["games"]
        assert listed == {"id": "one", "changed": saved["changed"], "title": "Anna \u2013 Boris", "plies": 2}
        assert page.call("delete", id="one") == {}
        assert page.call("games")["games"] == []
        assert "no saved game one" in page.refused("load", id="one")["message"]
        assert "no saved game one" in page.refused("delete", id="one")["message"]


def test_games_are_listed_from_the_newest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(tmp_path)
    for number, name in enumerate(("b", "c", "a", "c")):
        monkeypatch.setattr("volo.play.store.time", lambda number=number: 1000.0 + number)
        store.save(name, checked(changed(tags={"Event": f"{name} "})))
    assert [(each.id, each.title) for each in store.listed()[0]] == [("c", "c"), ("a", "a"), ("b", "b")]


@pytest.mark.parametrize(
    "name",
    ["", "A", "a" * 65, "../x", "a/b", "a\\b", "/etc/passwd", "..", ".", "a.b", "a\n", "\u0661", "a\0", "a%2fb", "~"],
)
@pytest.mark.parametrize("call", ["load", "save", "delete"])
def test_a_name_cannot_lead_out_of_the_folder(page: Page, call: str, name: str) -> None:
    more = {"document": DOCUMENT} if call == "save" else {}
    assert "1 to 64 characters" in page.refused(call, id=name, **more)["message"]


@pytest.mark.parametrize("name", ["con", "nul", "a" * 64, "-", "--state", "0"])
def test_any_name_of_the_permitted_characters_is_a_game(page: Page, state: Path, name: str) -> None:
    page.call("save", id=name, document=DOCUMENT)
    assert page.call("load", id=name)["document"] == DOCUMENT
    assert (state / f"game-{name}.saved").is_file()


WRONG: list[tuple[object, str]] = [
    (None, "must be an object"),
    ([], "must be an object"),
    (changed(version=2), "version"),
    (changed(version=True), "version"),
    (changed(version=1.0), "version"),
    (changed(start="x"), "x"),
    (changed(start=None), "start"),
    (changed(nodes={}), "nodes"),
    (changed(nodes=[7]), "nodes[0]"),
    (changed(nodes=[{"parent": 0, "move": "a3"}]), "nodes[0]: parent"),
    (changed(nodes=[{"parent": -2, "move": "a3"}]), "nodes[0]: parent"),
    (changed(nodes=[{"parent": True, "move": "a3"}]), "nodes[0]: parent"),
    (changed(nodes=[{"parent": -1}]), "'move'"),
    (changed(nodes=[{"parent": -1, "move": "b3"}]), "R6"),
    (changed(nodes=[{"parent": -1, "move": "a3", "comment": 3}]), "comment"),
    (changed(nodes=[{"parent": -1, "move": "a3", "wings": 3}]), "wings"),
    (changed(nodes=[{"parent": -1, "move": "a3"}] * (MOST_NODES + 1)), "10,000"),
    (changed(current=3), "current"),
    (changed(current=-2), "current"),
    (changed(current=None), "current"),
    (changed(tags=[]), "tags"),
    (changed(tags={"Orange": 1}), "Orange"),
    (changed(settings=[]), "settings"),
    (changed(settings={"a": "x" * 16_400}), "16,384"),
    (changed(more=1), "more"),
    ({"version": 1}, "start"),
]


@pytest.mark.parametrize(("document", "part"), WRONG, ids=lambda value: str(value)[:40])
def test_a_wrong_document_is_refused_and_the_game_is_kept(page: Page, document: object, part: str) -> None:
    page.call("save", id="kept", document=DOCUMENT)
    assert part in page.refused("save", id="kept", document=document)["message"]
    assert page.call("load", id="kept")["document"] == DOCUMENT


def test_a_document_of_many_moves_is_saved(page: Page) -> None:
    nodes = [{"parent": -1, "move": "a3", "comment": "x" * 300} for _ in range(MOST_NODES)]
    page.call("save", id="many", document=changed(nodes=nodes))
    assert len(page.call("load", id="many")["document"]["nodes"]) == MOST_NODES


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**60), 2**60)
    | st.floats(allow_nan=False, allow_infinity=False)
    # JSON as the page writes it cannot have lone surrogates.
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"]), max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)


@st.composite
def documents(draw: st.DrawFn) -> dict[str, object]:
    """Documents whose moves are legal."""
    start = volo.Position(draw(st.sampled_from(["standard-4", "french", "abstract-play-5"])))
    positions = [start]
    nodes: list[dict[str, object]] = []
    for _ in range(draw(st.integers(0, 12))):
        parent = draw(st.integers(-1, len(nodes) - 1))
        moves = positions[parent + 1].legal_moves()
        if moves:
            move = moves[draw(st.integers(0, len(moves) - 1))]
            nodes.append({"parent": parent, "move": str(move)})
            positions.append(positions[parent + 1].play(move))
    texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
    return {
        "version": 1,
        "start": start.fen(),
        "nodes": nodes,
        "current": draw(st.integers(-1, len(nodes) - 1)),
        "tags": draw(st.dictionaries(texts, texts, max_size=3)),
        "settings": draw(st.dictionaries(texts, json_values, max_size=3)),
    }


@given(document=documents())
def test_any_document_is_saved_and_loaded_unchanged(page: Page, document: dict[str, object]) -> None:
    page.call("save", id="any", document=document)
    assert page.call("load", id="any") == {"document": document}
    assert "any" in {each["id"] for each in page.call("games")["games"]}


@given(data=st.data(), member=st.sampled_from(sorted(DOCUMENT)), value=json_values)
def test_a_document_with_any_member_replaced_is_saved_or_refused(
    page: Page, data: st.DataObject, member: str, value: object
) -> None:
    document = changed(**{member: value})
    if member == "nodes" and isinstance(value, list):
        document["nodes"] = [*DOCUMENT["nodes"], *value, data.draw(json_values)]
    status, _ = page.post("save", json.dumps({"id": "wrong", "document": document}).encode())
    assert status == 200


def test_a_damaged_file_is_listed_as_damaged_and_not_deleted(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.save("good", checked(DOCUMENT))
    store.save("bad", checked(DOCUMENT))
    whole = (tmp_path / "game-bad.saved").read_bytes()
    chance = random.Random(1)
    for each in range(60):
        (tmp_path / "game-bad.saved").write_bytes(whole if each % 3 else whole[: chance.randrange(len(whole) - 1)])
        if each % 3:
            flip_a_bit(tmp_path / "game-bad.saved", chance)
        damaged = (tmp_path / "game-bad.saved").read_bytes()
        games, names = store.listed()
        assert ([each.id for each in games], names) == (["good"], ["bad"])
        with pytest.raises(volo.VoloError, match="bad is damaged"):
            store.load("bad")
        assert (tmp_path / "game-bad.saved").read_bytes() == damaged
    store.save("bad", checked(DOCUMENT))
    assert store.load("bad") == DOCUMENT


@pytest.mark.skipif(os.name != "posix", reason="needs symbolic links and pipes")
def test_links_pipes_and_folders_are_damaged_games(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    store = Store(tmp_path / "games")
    store.save("good", checked(DOCUMENT))
    (tmp_path / "secret").write_bytes((tmp_path / "games" / "game-good.saved").read_bytes())
    (tmp_path / "games" / "game-link.saved").symlink_to(tmp_path / "secret")
    os.mkfifo(tmp_path / "games" / "game-pipe.saved")
    (tmp_path / "games" / "game-folder.saved").mkdir()
    (tmp_path / "games" / "notes.txt").write_text("mine")
    games, damaged = store.listed()
    assert ([each.id for each in games], damaged) == (["good"], ["folder", "link", "pipe"])
    for name in damaged:
        with pytest.raises(OSError, match="not a regular file"):
            store.load(name)
        with pytest.raises(OSError, match="not a regular file"):
            store.save(name, checked(DOCUMENT))
    store.delete("link")
    assert (tmp_path / "secret").exists()


@pytest.mark.parametrize(
    "content",
    [
        b'{"changed":1,"title":"","plies":0}\n{"version": 1}\n',
        b'{"changed":1,"title":"","plies":0}\n' + b"[" * 100_000 + b"\n",
        b'{"changed":1,"title":"","plies":0}\n7\n',
        b'{"changed":"now","title":"","plies":0}\n7\n',
        b'{"changed":1,"title":7,"plies":0}\n7\n',
        b'{"changed":1,"title":"","plies":-1}\n7\n',
        b"[]\n7\n",
        b"\xff\n7\n",
        b"\n\n\n\n",
        b"",
    ],
    ids=lambda content: repr(content[:40]),
)
def test_a_hostile_file_with_a_correct_checksum_is_damaged(tmp_path: Path, content: bytes) -> None:
    first = f"volo saved game 1 {sha256(content).hexdigest()}\n"
    (tmp_path / "game-one.saved").write_bytes(first.encode() + content)
    with pytest.raises(volo.VoloError, match="one is damaged"):
        Store(tmp_path).load("one")


def test_a_title_that_is_too_long_is_not_listed(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for length in (100, 101):
        store.save(f"of-{length}", GameDocument(DOCUMENT, "x" * length, 0))
    games, damaged = store.listed()
    assert ([each.title for each in games], damaged) == (["x" * 100], ["of-101"])


@pytest.mark.skipif(os.name != "posix", reason="needs the permissions of POSIX")
def test_only_the_user_can_read_saved_games(tmp_path: Path) -> None:
    folder = tmp_path / "state" / "games"
    store = Store(folder)
    before = os.umask(0)
    try:
        store.save("one", checked(DOCUMENT))
        (folder / "game-one.saved").chmod(0o644)
        store.save("one", checked(DOCUMENT))
    finally:
        os.umask(before)
    modes = [path.stat().st_mode & 0o777 for path in (folder.parent, folder, folder / "game-one.saved")]
    assert modes == [0o700, 0o700, 0o600]


@pytest.mark.skipif(os.name != "posix", reason="needs /dev/null and symbolic links")
@pytest.mark.parametrize("is_link", [False, True])
def test_a_page_without_a_folder_for_saved_games_works(tmp_path: Path, is_link: bool) -> None:
    folder = Path("/dev/null/volo")
    if is_link:
        # A link to itself can neither be read nor written, whoever the user is.
        folder = tmp_path / "link"
        folder.symlink_to(folder)
    with Server(state=folder) as server:
        page = Page(server.address)
        assert page.call("start", rules="standard-4")["edge"] == 4
        if is_link:
            assert page.refused("games")["message"].startswith(f"{folder}: ")
        else:
            assert page.call("games") == {"games": [], "damaged": []}
        for call in ("save", "load", "delete"):
            request = {"id": "one", "document": DOCUMENT} if call == "save" else {"id": "one"}
            message = page.refused(call, **request)["message"]
            assert re.fullmatch(
                rf"({folder}.*|/dev/null): (Not a directory|Too many levels of symbolic links)", message
            )


def test_the_number_of_saved_games_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_GAMES == 1000
    monkeypatch.setattr("volo.play.store.MOST_GAMES", 3)
    store = Store(tmp_path)
    for name in "abc":
        store.save(name, checked(DOCUMENT))
    with pytest.raises(volo.VoloError, match="delete one"):
        store.save("d", checked(DOCUMENT))
    store.save("b", checked(DOCUMENT))
    store.delete("c")
    store.save("d", checked(DOCUMENT))


def test_only_old_temporary_files_are_removed(tmp_path: Path) -> None:
    old, new = tmp_path / ".game-a.saved.0123.part", tmp_path / ".game-b.saved.0123.part"
    for each in (old, new):
        each.write_text("half")
    os.utime(old, (time() - 7200, time() - 7200))
    Store(tmp_path)
    assert (old.exists(), new.exists()) == (False, True)


def test_two_pages_save_the_same_game_at_once(page: Page) -> None:
    def save(number: int) -> None:
        for _ in range(20):
            page.call("save", id="both", document=changed(tags={"Round": str(number) * 1000}))

    threads = [Thread(target=save, args=[number]) for number in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    tags = page.call("load", id="both")["document"]["tags"]
    assert tags["Round"] in {str(number) * 1000 for number in range(4)}


SAVING = """
import sys
from pathlib import Path
from volo.play.document import checked
from volo.play.store import Store
store = Store(Path(sys.argv[1]))
start = {"version": 1, "start": "standard-4", "nodes": [], "current": -1, "settings": {}}
number = 0
while True:
    number += 1
    store.save("loop", checked(start | {"tags": {"Round": str(number), "Long": "x" * 50_000}}))
    print(number, flush=True)
"""


def test_a_kill_during_a_save_loses_no_game_that_was_saved(tmp_path: Path) -> None:
    chance = random.Random(7)
    store = Store(tmp_path)
    for _ in range(8):
        command = (sys.executable, "-c", SAVING, str(tmp_path))
        with running(*command, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            acknowledged = 0
            for _ in range(chance.randrange(1, 40)):
                acknowledged = int(process.stdout.readline())
            process.kill()
            # Lines that were written before the death are acknowledged as well.
            for line in process.stdout:
                acknowledged = int(line)
        games, damaged = store.listed()
        assert ([each.id for each in games], damaged) == (["loop"], [])
        document: Any = store.load("loop")
        assert int(document["tags"]["Round"]) >= acknowledged
        assert len(document["tags"]["Long"]) == 50_000


def test_the_usual_folder_is_that_of_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    for name in ("XDG_STATE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    found = {}
    for system in ("linux", "darwin", "win32"):
        monkeypatch.setattr("volo.play.store.sys.platform", system)
        found[system] = default_folder().relative_to(tmp_path).as_posix()
    assert found == {
        "linux": ".local/state/volo/games",
        "darwin": "Library/Application Support/volo/games",
        "win32": "AppData/Local/volo/games",
    }
    monkeypatch.setattr("volo.play.store.sys.platform", "linux")
    with monkeypatch.context() as patched:
        # A user without an entry in /etc/passwd, and without HOME.
        patched.setattr(Path, "home", Mock(side_effect=RuntimeError))
        assert default_folder() == Path("/.local/state/volo/games")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert default_folder() == tmp_path / "state" / "volo" / "games"
    monkeypatch.setenv("XDG_STATE_HOME", "relative")
    assert default_folder() == tmp_path / ".local" / "state" / "volo" / "games"
