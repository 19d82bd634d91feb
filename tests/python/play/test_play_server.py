"""The page of `volo play`: the server, who may ask, and what it answers about kept games."""

from __future__ import annotations

import json
import os
import socket
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from http.client import HTTPConnection, HTTPResponse
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import quote

import pytest

import volo
from volo.color import BLUE, ORANGE
from volo.play import server as served
from volo.play.kept import KeptGames
from volo.play.server import PageServer, identity, served_at
from volo.simulate import Configuration

KINDS = {
    "index.html": "text/html; charset=utf-8",
    "app-1.js": "text/javascript; charset=utf-8",
    "app-1.css": "text/css; charset=utf-8",
    "icon.svg": "image/svg+xml",
    "volo-1.wasm": "application/wasm",
}
CONTENT = {name: f"of {name}".encode() for name in KINDS}


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(served, "_state_folder", lambda: tmp_path / "state")
    return tmp_path / "state"


def running(server: HTTPServer) -> Iterator[Any]:
    thread = Thread(target=server.serve_forever, args=[0.01])
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture(scope="module")
def page() -> Iterator[PageServer]:
    yield from running(PageServer(CONTENT, identity="me"))


def get(server: HTTPServer, path: str, method: str = "GET", **headers: str) -> tuple[HTTPResponse, bytes]:
    connection = HTTPConnection("127.0.0.1", server.server_port, timeout=20)
    connection.request(method, path, headers=headers)
    response = connection.getresponse()
    content = response.read()
    connection.close()
    return response, content


def test_files_have_their_types_a_strict_policy_and_a_folder_of_their_own(page: PageServer) -> None:
    for name, kind in KINDS.items():
        response, content = get(page, f"/volo/{name}?x")
        assert (response.status, content, response.getheader("Content-Type")) == (200, CONTENT[name], kind)
        policy = response.getheader("Content-Security-Policy", "")
        assert policy.startswith("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';")
        assert "unsafe-inline" not in policy
        assert response.getheader("X-Content-Type-Options") == "nosniff"
        assert response.getheader("Access-Control-Allow-Origin") is None
    # They have a folder of their own.
    assert page.address == f"http://127.0.0.1:{page.server_port}/volo/"
    assert get(page, "/volo/")[1] == CONTENT["index.html"]
    assert get(page, "/")[0].getheader("Location") == "/volo/"
    # The saved games belong to the address.
    response, _ = get(page, "/volo/?games", Host=f"localhost:{page.server_port}")
    assert (response.status, response.getheader("Location")) == (308, f"{page.address}?games")


def test_nothing_else_is_served_and_no_path_leads_to_another_address(page: PageServer) -> None:
    for path in (
        *("/index.html", "/volo", "/volo/x", "/volo/../server.py", "/volo/%2e%2e/server.py", "/volo//etc/passwd"),
        *("/volo/service-worker.js", "/volo/kept-games?statistics", "*", "/volo/index.html/", "@other.example/"),
        *(":1@other.example/", ".other.example/", "http://other.example/"),
    ):
        for host in ["127.0.0.1"] if path.startswith("/") else ["127.0.0.1", "localhost"]:
            response, _ = get(page, path, Host=f"{host}:{page.server_port}")
            assert (response.status, response.getheader("Location")) == (404, None), path


def test_only_get_is_answered_and_only_for_this_host(page: PageServer) -> None:
    """By DNS rebinding, a page of another site could reach this server under the name of that site."""
    for method in ("POST", "HEAD", "PUT", "DELETE", "OPTIONS"):
        assert get(page, "/volo/", method)[0].status == 501
    for host in ("example.com", "example.com:{}", "127.0.0.1", "127.0.0.1:1", "127.0.0.2:{}", ""):
        response, content = get(page, "/volo/", Host=host.format(page.server_port))
        assert (response.status, content) == (403, b"403 Forbidden\n")


def is_ended(sender: socket.socket) -> bool:
    """Whether the other end closes a connection while this one sends it a byte now and then."""
    with suppress(OSError):
        for _ in range(1000):
            sender.sendall(b"G")
            sender.settimeout(0.01)
            with suppress(TimeoutError):
                if not sender.recv(1 << 16):
                    return True
        return False
    return True


def test_a_request_that_drips_is_ended_or_gives_way(page: PageServer, monkeypatch: pytest.MonkeyPatch) -> None:
    address = "127.0.0.1", page.server_port
    with ExitStack() as stack:
        clients = [socket.create_connection(address) for _ in range(served._MOST_CONNECTIONS)]
        for client in clients:
            stack.enter_context(client).sendall(b"G")
        assert get(page, "/volo/")[0].status == 200
        assert is_ended(clients[0])
    monkeypatch.setattr(served, "_PATIENCE", 0.5)
    with socket.create_connection(address) as client:
        assert is_ended(client)


def test_a_server_that_drips_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(served, "_ANSWER_SECONDS", 0.5)
    ended: list[bool] = []

    def drip() -> None:
        with server.accept()[0] as connection:
            ended.append(is_ended(connection))

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = Thread(target=drip)
        thread.start()
        with pytest.raises(volo.VoloError, match="another program"):
            served_at(server.getsockname()[1], "me", has_games=False)
        thread.join()
    assert ended == [True]


def test_requests_that_are_not_http_end_the_connection_only(page: PageServer) -> None:
    headers = b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 200 + b"\r\n"
    for request in (b"x\r\n\r\n", b"GET /volo/\r\n\r\n", b"\0" * 70_000, headers):
        with socket.create_connection(("127.0.0.1", page.server_port), timeout=20) as client:
            client.sendall(request)
            client.shutdown(socket.SHUT_WR)
            while client.recv(1 << 16):
                pass
    assert get(page, "/volo/")[0].status == 200


def test_kept_games_are_answered_as_json(kept: KeptGames) -> None:
    for server in running(PageServer(CONTENT, games=kept)):
        assert server.address.endswith("/volo/?games")
        response, content = get(server, "/volo/kept-games?statistics")
        assert response.getheader("Content-Type") == "application/json"
        assert json.loads(content) == kept.statistics()
        fen = PLAN.position.fen()
        assert json.loads(get(server, f"/volo/kept-games?fen={quote(fen)}")[1]) == kept.explore(PLAN.position)
        for query in ("", "?fen=", "?fen=x", "?fen=standard&fen=standard", "?statistics=1", "?" + "a=b&" * 10_000):
            assert list(json.loads(get(server, f"/volo/kept-games{query}")[1])) == ["error"]
        assert get(server, "/volo/kept-games?statistics", Host="example.com")[0].status == 403


def test_the_page_that_the_same_user_serves_is_found(state: Path) -> None:
    own = identity(None)
    assert own == identity(None)
    assert own not in {identity("games"), identity("s3://games"), identity("")}
    assert identity("games") == identity(Path.cwd() / "games")
    assert (state / "play.key").stat().st_mode & 0o077 == 0 or os.name == "nt"
    for server in running(PageServer(CONTENT, identity=own)):
        port = server.server_port
        assert served_at(port, own, has_games=False) == server.address
        problem = f"port {port} is used by a `volo play` of another user, another version"
        with pytest.raises(volo.VoloError, match=problem):
            served_at(port, identity("games"), has_games=True)
        (state / "play.key").unlink()
        assert identity(None) != own
    # Without a place for the secret, no server is trusted.
    state.joinpath("play.key").unlink()
    state.rmdir()
    state.touch()
    assert identity(None) != identity(None)


def test_another_program_on_the_port_is_named_as_such() -> None:
    for server in running(HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)):
        with pytest.raises(volo.VoloError, match="is used by another program: end it, or choose a port with --port"):
            served_at(server.server_port, "me", has_games=False)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        with pytest.raises(volo.VoloError, match="another program"):
            served_at(silent.getsockname()[1], "me", has_games=False)
        with pytest.raises(OSError, match="in use"):
            PageServer(CONTENT, port=silent.getsockname()[1])


def test_a_checkout_without_the_page_says_how_to_build_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(served, "files", lambda _: tmp_path)
    with pytest.raises(volo.VoloError, match="run `make page`"):
        served.page_files()
    (tmp_path / "page").mkdir()
    for name in (*CONTENT, "service-worker.js"):
        (tmp_path / "page" / name).write_bytes(CONTENT.get(name, b""))
    assert served.page_files() == CONTENT


# The moves of kept games in a position, counted again from the games themselves, and their statistics.

RULES = "standard-4"
GAMES = 300
# On the smallest sky, games share positions. Some games are truncated.
PLAN = Configuration(games=GAMES, position=volo.Position(RULES), max_plies=30, shard_size=100)


@pytest.fixture(scope="module")
def kept(finished: Path) -> KeptGames:
    return KeptGames(finished)


def counted(folder: Path, plies: int) -> dict[volo.Position, Counter[tuple[str, str]]]:
    """The slow method: for each canonical position, the moves of all games as orbits, with the results."""
    found: dict[volo.Position, Counter[tuple[str, str]]] = defaultdict(Counter)
    for game in volo.read_games(folder):
        outcome = game.outcome()
        result = "none" if outcome is None else "draws" if outcome.winner is None else str(outcome.winner)
        for position, move in list(zip(game.positions, game, strict=False))[:plies]:
            found[position.canonical()[0]][orbit(position, move), result] += 1
    return found


def orbit(position: volo.Position, move: volo.Move) -> str:
    """The first of the images of a move under the symmetries that lead to the canonical position."""
    canonical = position.canonical()[0]
    symmetries = [each for each in volo.SYMMETRIES if position.transform(each) == canonical]
    return min(str(canonical.parse_move(move.transform(each))) for each in symmetries)


def test_moves_are_counted_as_in_the_games_themselves(finished: Path, kept: KeptGames) -> None:
    slow = counted(finished, 24)
    shared = [each for each, moves in slow.items() if moves.total() > 1]
    assert len(shared) > 50
    for canonical in [*shared, *list(slow)[::500]]:
        for symmetry in (volo.SYMMETRIES[0], volo.SYMMETRIES[5], volo.SYMMETRIES[11]):
            position = canonical.transform(symmetry)
            answer: Any = kept.explore(position)
            assert answer["games"] == slow[canonical].total()
            fast: Counter[tuple[str, str]] = Counter()
            for each in answer["moves"]:
                assert position.is_legal(each["move"])
                move = orbit(position, position.parse_move(each["move"]))
                results = {name: each[name] for name in ("orange", "blue", "draws")}
                results["none"] = each["games"] - sum(results.values())
                assert not any((move, name) in fast for name in results)
                fast.update({(move, name): number for name, number in results.items() if number})
            assert fast == slow[canonical]


def test_the_most_frequent_moves_come_first_and_a_position_that_no_game_had_has_none(kept: KeptGames) -> None:
    answer: Any = kept.explore(volo.Position(RULES))
    numbers = [each["games"] for each in answer["moves"]]
    assert numbers == sorted(numbers, reverse=True)
    assert answer["games"] == sum(numbers) == GAMES
    for fen in "standard-5", "french", "2/1o1b1/6/b2o/6/1o1b1/2 o 0 edge=4,supply=9,pass=standard,stuck=draw":
        assert kept.explore(volo.Position(fen)) == {"games": 0, "moves": []}


def test_statistics_are_those_of_the_summary(kept: KeptGames) -> None:
    summary = volo.simulate.Summary.of(volo.play_random(GAMES, position=RULES, max_plies=30, tally=True, seed=0))
    answer: Any = kept.statistics()
    assert answer["summary"]["games"] == summary.games == GAMES
    assert answer["summary"] == json.loads(volo.simulate.summary_to_json(summary))
    adds = {color: summary.adds_on(color) for color in (ORANGE, BLUE)}
    assert answer["adds"] == {"orange": adds[ORANGE], "blue": adds[BLUE]}
    assert answer["spaces"] == {space: adds[ORANGE][space] + adds[BLUE][space] for space in adds[ORANGE]}
    assert answer["flocks"]["blue"] == summary.flocks_on(BLUE)
    assert (answer["rules"], answer["policy"]) == (RULES, ["uniform", "uniform"])
    assert kept.statistics() is answer


def test_of_too_many_games_the_first_ones_are_in_the_index(finished: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("volo.play.kept.MOST_ENTRIES", GAMES - 1)
    kept = KeptGames(finished)
    answer: Any = kept.explore(volo.Position(RULES))
    assert answer["games"] == GAMES - 1
    # Closing stops the index.
    kept = KeptGames(finished)
    kept.close()
    with pytest.raises(volo.VoloError, match="closed"):
        kept.explore(volo.Position(RULES))


def test_a_folder_without_games_and_a_damaged_one_are_refused(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(volo.KeptGamesError, match="not a folder of kept games"):
        KeptGames(tmp_path)
    shard = sorted(folder.glob("*.parquet"))[1]
    shard.write_bytes(shard.read_bytes()[:-1])
    damaged = KeptGames(folder)
    with pytest.raises(volo.KeptGamesError, match=shard.name):
        damaged.explore(volo.Position(RULES))
    with pytest.raises(volo.KeptGamesError, match=shard.name):
        damaged.statistics()
