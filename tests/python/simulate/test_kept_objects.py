"""Kept games on object storage: the same bytes as in a local folder, whatever fails between."""

from __future__ import annotations

import os
import pickle
import re
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from itertools import islice
from pathlib import Path
from threading import Event
from time import sleep
from typing import Any
from unittest.mock import Mock, patch

import pytest

from support.command_line import called, complaint
from support.kept import contents
from support.process import running
from support.s3 import KEY, SECRET, FakeS3, Fault, fake_s3
from volo import KeptGamesError, Position, VoloError, read_games
from volo.play.kept import KeptGames
from volo.simulate import Configuration, Part, keep, merge, scan, scan_shards
from volo.simulate.config import WHOLE, Shard
from volo.simulate.manifest import Heading
from volo.simulate.ray import keep_shard
from volo.simulate.storage import lease, objects, storage_of
from volo.simulate.storage.objects import ObjectStorage
from volo.simulate.versions import writers

PLAN = Configuration(games=60, position=Position("standard-4"), seed=3, shard_size=20)
OLD = replace(PLAN, games=50)
COMMAND = ["simulate", "--games", "60", "--rules", "standard-4", "--seed", "3", "--shard-size", "20", "--quiet"]
SHARDS = ["games-000000000000.parquet", "games-000000000020.parquet", "games-000000000040.parquet"]
URL = "s3://bucket/games"

Files = dict[str, bytes]
Finish = Callable[..., int]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that only the waiting for a lease moves."""
    now = [0.0]
    monkeypatch.setattr(lease, "monotonic", lambda: now[0])
    monkeypatch.setattr(lease, "sleep", lambda seconds: now.__setitem__(0, now[0] + seconds))
    return now


@pytest.fixture
def s3(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeS3]:  # noqa: ARG001
    soon = {"init_backoff": timedelta(milliseconds=1), "max_backoff": timedelta(milliseconds=2)}
    monkeypatch.setattr(objects, "_RETRY", {"max_retries": 3, "backoff": soon})
    monkeypatch.setattr(objects, "sleep", lambda _: None)
    with fake_s3(monkeypatch) as server:
        yield server


def sometimes(fault: str, method: str, name: str, times: int = 1) -> Fault:
    left = iter([fault] * times)
    return lambda command, key: next(left, None) if command == method and key.endswith(name) else None


def kept(plan: Configuration = PLAN, part: Part = WHOLE) -> int:
    *_, summary = keep(URL, plan, part=part)
    return summary.games


@pytest.fixture
def finish(s3: FakeS3, undisturbed: Files) -> Finish:
    """A function that keeps all games, compares the objects with local files, and returns the number of its games."""

    def finish(part: Part = WHOLE) -> int:
        number = kept(part=part)
        assert s3.files("games") == undisturbed
        return number

    return finish


def test_the_objects_are_the_files_of_a_local_folder(s3: FakeS3, undisturbed: Files, tmp_path: Path) -> None:
    *_, summary = keep(URL, PLAN)
    assert s3.files("games") == undisturbed
    *_, again = keep(f"{URL}/", PLAN)
    assert again == summary
    assert s3.files("games") == undisturbed
    s3.requests.clear()
    assert sum(len(game) for game in read_games(URL)) == summary.plies
    assert [len(rows) for rows in scan_shards(URL)] == [20, 20, 20]
    assert [rows.number.tolist() for rows in scan_shards(f"{URL}/{SHARDS[1]}")] == [list(range(20, 40))]
    table = scan(URL).to_table(columns=["number", "plies"])
    assert sum(table.column("plies").to_pylist()) == summary.plies
    assert sorted(table.column("number").to_pylist()) == list(range(60))
    assert KeptGames(URL).explore(PLAN.position)["games"] == 60
    assert called("summarize", "--check", "--quiet", URL)[0] == 0
    assert "PUT" not in {method for method, _ in s3.requests}
    list(merge("s3://bucket/merged", [URL]))
    assert s3.files("merged") == undisturbed
    # Consoles make an object whose name is that of the folder with a slash.
    s3.objects["games/"] = b"", {}
    assert kept(part=Part(1, 2)) == 40
    assert sum(1 for _ in read_games(URL)) == scan(URL).count_rows() == 60
    list(merge(tmp_path / "merged", [URL]))
    assert contents(tmp_path / "merged") == undisturbed


@pytest.mark.parametrize("has_manifest", [True, False])
@pytest.mark.parametrize("change", ["gone", "cut", "changed", "renamed", "foreign"])
def test_a_damaged_shard_alone_is_replaced(s3: FakeS3, finish: Finish, change: str, has_manifest: bool) -> None:
    """Without a manifest, progress is found again from the shards."""
    kept()
    name, other = (f"games/{shard}" for shard in SHARDS[:2])
    data, metadata = s3.objects.pop(name)
    changed = {
        "cut": (data[:-1], metadata),
        "changed": (data[:100] + b"?" + data[101:], metadata),
        "renamed": s3.objects[other],
        "foreign": (b"something else", {}),
    }
    if change in changed:
        s3.objects[name] = changed[change]
    if has_manifest:
        with pytest.raises(KeptGamesError, match=f"s3://bucket/{name} is damaged or missing"):
            list(read_games(URL))
    else:
        del s3.objects["games/_manifest.jsonl"]
    s3.requests.clear()
    finish()
    assert {key for method, key in s3.requests if method == "PUT" and "parquet" in key} == {name}


@pytest.mark.parametrize("state", ["finished", "without a manifest", "begun"])
def test_the_games_of_another_run_are_refused(s3: FakeS3, state: str) -> None:
    run = keep(URL, PLAN, part=Part(1, 3) if state == "begun" else WHOLE)
    list(islice(run, 1 if state == "begun" else None))
    if state == "without a manifest":
        del s3.objects["games/_manifest.jsonl"]
    before = s3.files("games")
    for part in WHOLE, Part(2, 3):
        with pytest.raises(KeptGamesError, match="of another run: seed: 3, not 4"):
            kept(replace(PLAN, seed=4), part)
    assert s3.files("games") | {"_lock": b""} == before | {"_lock": b""}


def test_what_is_not_a_run_of_kept_games_is_refused(s3: FakeS3) -> None:
    s3.objects["games/file"] = b"", {}
    with pytest.raises(KeptGamesError, match=f"{URL} is not a folder of kept games: it has file"):
        kept(part=Part(1, 3))
    with pytest.raises(VoloError, match="at most 100,000 parts"):
        kept(part=Part(1, 100_001))
    s3.objects.clear()
    kept()
    s3.objects["games/deep/er.parquet"] = b"", {}
    with pytest.raises(KeptGamesError, match="games/deep does not belong to the games"):
        kept()


CONFLICT = "409 ConditionalRequestConflict"


@pytest.mark.parametrize("fault", ["SlowDown", "drop", "lost", "half", CONFLICT, "400 RequestTimeout"])
def test_a_fault_that_passes_is_not_noticed(s3: FakeS3, finish: Finish, fault: str) -> None:
    for method, name in (("PUT", "_lock"), ("PUT", "_manifest.jsonl"), ("PUT", SHARDS[1]), ("GET", SHARDS[1])):
        s3.objects.clear()
        s3.fault = sometimes(fault, method, name, 1 if method == "GET" else 3)
        finish()
        s3.fault = sometimes(fault, method, name)
        assert fault == CONFLICT or sum(1 for _ in read_games(URL)) == 60, (method, name)


NO_ANSWER = "object storage failed: no answer that can be used; check the URL of the server"


@pytest.mark.parametrize(
    ("method", "name", "fault", "reason"),
    [
        ("GET", SHARDS[1], "SlowDown", "object storage failed: status 503"),
        ("PUT", SHARDS[1], "drop", NO_ANSWER),
        ("PUT", SHARDS[1], "hang", NO_ANSWER),
        ("GET", SHARDS[1], "ExpiredToken", "access denied"),
        ("PUT", SHARDS[1], "NoSuchBucket", "there is no such bucket"),
        ("PUT", "_lock", CONFLICT, "object storage failed: a conflict of conditional puts"),
        ("PUT", SHARDS[1], "400 RequestTimeout", "object storage failed: the server lost a part of the request"),
        ("GET", "", "301 PermanentRedirect", NO_ANSWER),
        ("GET", "", f"403 {SECRET}", "access denied"),
        ("GET", "", f"400 {SECRET}", "object storage failed: status 400"),
    ],
)
def test_a_lasting_fault_is_an_error_without_credentials(
    s3: FakeS3, finish: Finish, monkeypatch: pytest.MonkeyPatch, method: str, name: str, fault: str, reason: str
) -> None:
    if fault == "hang":
        monkeypatch.setattr(objects, "_CLIENT", {"read_timeout": "100ms", "timeout": "100ms"})
    s3.fault = lambda command, key: fault if (command, key) == (method, f"games/{name}" if name else "") else None
    if method == "GET":
        s3.objects[f"games/{SHARDS[1]}"] = b"damaged", {}
    with pytest.raises(OSError, match=re.escape(reason)) as error:
        kept()
    place = f"{URL}/{name}".rstrip("/")
    assert error.value.filename == place
    message = complaint(2, *COMMAND, "--out", URL)
    assert f"{place}: {reason}" in message
    for text in (message, "".join(traceback.format_exception(error.value)), repr(pickle.dumps(error.value))):
        assert KEY not in text
        assert SECRET not in text
    s3.fault = None
    finish()


def test_a_conflict_with_another_run_is_that_of_another_run(s3: FakeS3) -> None:
    def overtake(method: str, key: str) -> str | None:
        if method == "PUT" and key.endswith(SHARDS[1]):
            s3.objects[key] = b"of another run", {}
            return CONFLICT
        return None

    s3.fault = overtake
    with pytest.raises(KeptGamesError, match=f"{SHARDS[1]}: another run has changed it"):
        kept()
    assert s3.objects[f"games/{SHARDS[1]}"][0] == b"of another run"


MUST = "the URL of kept games must be s3://"


@pytest.mark.parametrize(
    ("name", "value", "url", "problem"),
    [
        ("ENDPOINT_URL", f"http://{KEY}:{SECRET}@minio:99999", URL, f"{URL}: {NO_ANSWER}"),
        ("SESSION_TOKEN", f"{SECRET}\n", URL, f"{URL}: {NO_ANSWER}"),
        *(("PROFILE", "", f"{url}{SECRET}", MUST) for url in ("s3://bucket/games?key=", "gs://bucket#")),
        *(("PROFILE", "", url, MUST) for url in (f"s3://{SECRET}@bucket", f"abfs://a:{SECRET}@b/c", "s3://")),
        ("PROFILE", "", f"https://a.b/c?d={SECRET}", "'https://a.b/c...' is a URL; expected the path of a local"),
        ("PROFILE", "panic", URL, f"{URL}: {NO_ANSWER}"),
    ],
)
def test_what_cannot_be_used_is_named_without_keys(
    s3: FakeS3, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str, url: str, problem: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(f"AWS_{name}", value)
    if value == "panic":
        panic = type("PanicException", (BaseException,), {})
        monkeypatch.setattr("obstore.store.from_url", Mock(side_effect=panic(SECRET)))
    for use in (lambda: list(keep(url, PLAN)), lambda: scan(url), lambda: list(merge("all", [url]))):
        with pytest.raises((VoloError, OSError)) as error:
            use()
        assert SECRET not in str(error.value)
    message = complaint(2, *COMMAND, "--out", url)
    assert message.removeprefix("Invalid value for '--out': ").startswith(problem)
    assert SECRET not in message
    assert not s3.requests
    assert not list(tmp_path.iterdir())


def test_a_prefix_is_used_as_written_or_refused(s3: FakeS3) -> None:
    """Parsers of URLs decode, encode, strip and resolve parts of a path."""
    letters = [*map(chr, range(128)), "\N{LATIN SMALL LETTER SHARP S}", "\u3000", "\U0001f426", "\udcff"]
    used = []
    others = ["%20", "%2e%2e", ".", "..", "...", ".a", "~", "a//b", " a", "a "]
    for part in [f"a{each}b" for each in letters] + others:
        s3.objects.clear()
        with suppress(VoloError), storage_of(f"s3://bucket/{part}/games").write("file"):
            used.append(part)
        assert list(s3.objects) == [f"{part}/games/file"] * (part in used)
    assert {"a b", "a+b", "a=b", "a:b", "...", "~", "a\N{LATIN SMALL LETTER SHARP S}b"} <= set(used)
    assert not {"%20", ".", "..", "a//b", "a%b", "a\\b", "a\nb", "a\udcffb"} & set(used)


def test_a_redirect_to_another_host_gets_no_signature(s3: FakeS3, monkeypatch: pytest.MonkeyPatch) -> None:
    place = os.environ["AWS_ENDPOINT_URL"]
    with fake_s3(monkeypatch) as first:
        first.fault = lambda *_: f"307 {place}"
        storage_of(URL).sizes()
    assert first.signatures
    assert s3.requests
    assert not s3.signatures


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_a_signal_ends_a_run_while_the_server_does_not_answer(s3: FakeS3) -> None:
    s3.fault = lambda method, _: "hang" if method == "PUT" else None
    with running(sys.executable, "-m", "volo", *COMMAND, "--out", URL, stderr=subprocess.PIPE) as process:
        while ("PUT", "games/_lock") not in s3.requests:
            sleep(0.01)
        process.terminate()
        _, errors = process.communicate()
    assert not s3.ended.is_set()
    assert process.returncode == 128 + signal.SIGTERM
    assert f"volo: stopped; the same command verifies the games in {URL} and plays the others" in errors


def test_an_object_larger_than_the_limit_is_an_error(s3: FakeS3, monkeypatch: pytest.MonkeyPatch) -> None:
    kept()
    monkeypatch.setattr(objects, "MOST_BYTES", 3_000)
    with pytest.raises(OSError, match="larger than 1 GiB"):
        list(read_games(URL))
    s3.objects.clear()
    assert "choose a smaller shard size" in complaint(2, *COMMAND, "--out", URL)
    assert not [name for name in s3.files("games") if name in SHARDS]


# Two runs on one prefix are refused, and a dead run loses the prefix.


def test_a_second_run_is_refused_while_the_first_renews_its_lease(s3: FakeS3, clock: list[float]) -> None:
    def renew(method: str, key: str) -> None:
        if (method, key) == ("GET", "games/_lock") and clock[0] > lease.SECONDS / 2:
            s3.objects[key] = f"renewed at {clock[0]}".encode(), {}

    run = keep(URL, PLAN)
    next(run)
    s3.fault = renew
    with pytest.raises(KeptGamesError, match=f"{URL}: another run is writing to this folder"):
        kept()
    run.close()


@pytest.mark.parametrize("part", [WHOLE, Part(2, 3)], ids=str)
def test_a_lost_machine_is_replaced_after_a_minute(s3: FakeS3, finish: Finish, clock: list[float], part: Part) -> None:
    """It was cut off before the run has grown, and must not finish it with fewer games."""
    lost = keep(URL, OLD, part=WHOLE if part == WHOLE else Part(1, 3))
    next(lost)
    with patch.object(Event, "wait", autospec=True, side_effect=Event.wait) as wait:
        assert finish(part) == 60
    assert 60 <= clock[0] < 66
    with pytest.raises(KeptGamesError, match=r"another run has (changed it|taken over this folder)|does not shrink"):
        list(lost)
    with pytest.raises(KeptGamesError, match="is for 60 games of this run, and a folder does not shrink to 50"):
        kept(OLD, part)
    s3.objects[f"games/{SHARDS[1]}"] = b"damaged", {}
    assert finish(part) == (60 if part == WHOLE else 20)
    # A run renews its own lease every ten seconds.
    assert 10 in [seconds for call in wait.call_args_list for seconds in call.args[1:]]


def test_the_holder_notices_that_its_lease_is_lost(s3: FakeS3, monkeypatch: pytest.MonkeyPatch) -> None:
    """An outage does not end it."""
    monkeypatch.setattr(lease, "SECONDS", 0.01)
    with lease.held(ObjectStorage(URL), "_lock") as check:
        s3.fault = lambda *_: "ExpiredToken"
        number = len(s3.requests)
        while len(s3.requests) < number + 3:
            sleep(0.001)
        s3.fault = None
        held = s3.objects["games/_lock"][0]
        while s3.objects["games/_lock"][0] == held:
            sleep(0.001)
        check()
    assert s3.objects["games/_lock"][0] == b""
    with lease.held(ObjectStorage(URL), "_lock") as check:
        s3.objects["games/_lock"] = b"another run", {}
        with pytest.raises(KeptGamesError, match="another run has taken over this folder"):  # noqa: PT012
            while True:
                check()
                sleep(0.001)
    assert s3.objects["games/_lock"][0] == b"another run"


# Machines share one prefix. Each plays its part, and then the parts that no other plays.


def test_a_part_that_another_machine_plays_is_left_to_it(
    s3: FakeS3, finish: Finish, clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    other = keep(URL, PLAN, part=Part(1, 3))
    next(other)

    def go_on(seconds: float) -> None:
        clock[0] += seconds
        if clock[0] > 3 * lease.SECONDS:
            monkeypatch.setattr(lease, "sleep", lambda _: None)
            s3.objects["games/_lock.1-of-3"] = held
            list(other)
        else:
            s3.objects["games/_lock.1-of-3"] = f"renewed at {clock[0]}".encode(), {}

    held = s3.objects["games/_lock.1-of-3"]
    monkeypatch.setattr(lease, "sleep", go_on)
    assert finish(Part(2, 3)) == 40


def test_a_lease_that_vanishes_while_it_is_taken_is_taken_later(s3: FakeS3, finish: Finish) -> None:
    """The machine that joins the parts removes the leases."""
    lock = "games/_lock.2-of-3"
    puts = iter([b"another machine"])

    def vanish(method: str, key: str) -> None:
        if (method, key) == ("PUT", lock) and (taken := next(puts, None)):
            s3.objects[lock] = taken, {}
        elif (method, key) == ("HEAD", lock):
            del s3.objects[lock]

    s3.fault = vanish
    assert finish(Part(2, 3)) == 60
    assert next(puts, None) is None


def test_a_part_that_is_lost_while_it_is_played_is_an_error(s3: FakeS3) -> None:
    run = keep(URL, PLAN, part=Part(1, 1_000))
    next(run)
    assert "games/_lock.1-of-1000" in s3.objects
    s3.objects["games/_manifest.jsonl.1-of-1000"] = b"another machine", {}
    with pytest.raises(KeptGamesError, match=r"_manifest.jsonl.1-of-1000: another run has changed it"):
        list(run)


@pytest.mark.parametrize("part", [WHOLE, Part(2, 3)], ids=str)
def test_a_folder_grows_whatever_fails(s3: FakeS3, finish: Finish, part: Part) -> None:
    """All puts fail after some, as if the machine were lost, and its leases run out."""
    kept(OLD)
    before, puts, left, is_done = dict(s3.objects), 0, [0], False

    def fail(method: str, key: str) -> str | None:
        left[0] -= method == "PUT" and "_lock" not in key
        return "ExpiredToken" if method == "PUT" and left[0] < 0 else None

    while not is_done:
        s3.objects.clear()
        s3.objects.update(before)
        left[0], s3.fault = puts, fail
        try:
            kept(part=part)
            is_done = True
        except OSError:
            puts += 1 if part == WHOLE else 3
        s3.fault = None
        for key in [each for each in s3.objects if "_lock" in each]:
            s3.objects[key] = b"", {}
        assert sum(1 for _ in read_games(URL, unfinished=True)) in {40, 50, 60}
        finish(part)
    assert puts >= 3


# On a Ray cluster.


@pytest.mark.parametrize("folder", [URL, "games"])
def test_a_run_on_ray_grows(
    s3: FakeS3, undisturbed: Files, folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[object, ...]] = []

    def results(task: Any, calls: Any, *options: object) -> Iterator[object]:
        asked.append(options)
        yield from ((shard, task(*arguments)) for shard, arguments in calls)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("volo.simulate.ray.results_on_ray", results)
    for plan in OLD, PLAN:
        *_, summary = keep(folder, plan, cluster="ray", address="auto", threads=plan.games // 10)
        assert summary.games == plan.games
    assert asked == [(5, "auto"), (6, "auto")]
    assert undisturbed == (s3.files("games") if folder == URL else contents(tmp_path / folder))


def test_a_worker_writes_its_shard_itself(s3: FakeS3, undisturbed: Files) -> None:
    heading = Heading(PLAN, WHOLE, writers())
    entry, summary = keep_shard(heading, Shard(20, 20), 1, URL, None)
    assert s3.files("games") == {SHARDS[1]: undisturbed[SHARDS[1]]}
    assert entry is not None
    assert entry.size == len(undisturbed[SHARDS[1]])
    assert summary.games == 20
    s3.requests.clear()
    assert keep_shard(heading, Shard(20, 20), 1, URL, entry) == (None, summary)
    assert keep_shard(heading, Shard(20, 20), 1, URL, None) == (entry, summary)
    assert {method for method, _ in s3.requests} == {"GET"}
    with pytest.raises(KeptGamesError, match="a machine of the cluster has"):
        keep_shard(replace(heading, writers={"volo": "99"}), Shard(0, 1), 1, URL, None)
