"""Servers that speak S3: a small one in this process, with faults on demand, and versitygw, which keeps files."""

from __future__ import annotations

import hashlib
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Lock, Thread
from time import sleep
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape, unescape

import pytest

KEY, SECRET = "key-of-the-tests", "secret-of-the-tests"

Object = tuple[bytes, dict[str, str]]
# The fault of a request, by its method and key: drop, lost, half, hang, the code of an error of S3, or a status with
# the code or with the place of a redirect.
Fault = Callable[[str, str], str | None]
_STATUS = {"SlowDown": 503, "InternalError": 500, "ExpiredToken": 403, "NoSuchBucket": 404, "NoSuchKey": 404}


@dataclass
class FakeS3:
    objects: dict[str, Object] = field(default_factory=dict)  # the bytes and the metadata of each object, by its key
    fault: Fault | None = None  # gives the fault of a request, or None
    requests: list[tuple[str, str]] = field(default_factory=list)  # the method and the key of each
    signatures: list[str] = field(default_factory=list)  # of the requests that have one
    ended: Event = field(default_factory=Event)  # ends the requests that hang
    lock: Any = field(default_factory=Lock)

    def files(self, prefix: str) -> dict[str, bytes]:
        found = ((key.partition(f"{prefix}/"), data) for key, (data, _) in self.objects.items())
        return {name: data for (before, slash, name), data in found if slash and not before}


def name_server(patch: pytest.MonkeyPatch, port: int) -> None:
    patch.setenv("AWS_ACCESS_KEY_ID", KEY)
    patch.setenv("AWS_SECRET_ACCESS_KEY", SECRET)
    patch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{port}")
    patch.setenv("AWS_REGION", "us-east-1")


@contextmanager
def fake_s3(patch: pytest.MonkeyPatch) -> Iterator[FakeS3]:
    s3 = FakeS3()
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"s3": s3}))
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever, args=[0.02], daemon=True)
    thread.start()
    name_server(patch, server.server_port)
    try:
        yield s3
    finally:
        s3.ended.set()
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def real_s3(patch: pytest.MonkeyPatch, place: Path) -> Iterator[Path]:
    """Run versitygw until the end of the block. Yield the folder of the empty bucket ``bucket``, which has files."""
    program = Path(sys.executable).with_name("versitygw")
    if not program.exists():
        pytest.skip("versitygw is not in .venv/bin")
    (place / "bucket").mkdir(parents=True)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    name_server(patch, port)
    command = [str(program), "--port", f"127.0.0.1:{port}", "--quiet", "posix", str(place)]
    keys = {"ROOT_ACCESS_KEY": KEY, "ROOT_SECRET_KEY": SECRET}
    with subprocess.Popen(command, env=keys, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        is_ready = False
        while not is_ready:
            assert server.poll() is None, "the server has ended"
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
                is_ready = True
            sleep(0.02)
        try:
            yield place / "bucket"
        finally:
            server.kill()


class _Handler(BaseHTTPRequestHandler):
    s3: FakeS3
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # The head and the body of an answer are one packet.

    def log_message(self, *_: object) -> None:
        """Print nothing."""

    def _serve(self) -> None:
        url = urlsplit(self.path)
        _, _, key = unquote(url.path).removeprefix("/").partition("/")
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        with self.s3.lock:
            self.s3.requests.append((self.command, key))
            self.s3.signatures += self.headers.get_all("Authorization", [])
            fault = self.s3.fault(self.command, key) if self.s3.fault else None
        if fault == "hang":
            self.s3.ended.wait(300)
        if fault in {"drop", "hang"}:
            self.close_connection = True
        elif fault in _STATUS:
            self._error(str(fault))
        elif fault is not None and fault[:3].isdigit():
            status, _, what = fault.partition(" ")
            place = {"Location": what + self.path} if "://" in what else {}
            self._send(int(status), f"<Error><Code>{what}</Code></Error>".encode(), place)
        else:
            with self.s3.lock:
                self._answer(key, parse_qs(url.query), body, fault)

    do_GET = do_PUT = do_HEAD = do_POST = _serve  # noqa: N815

    def _answer(self, key: str, query: dict[str, list[str]], body: bytes, fault: str | None) -> None:
        found = self.s3.objects.get(key)
        if self.command == "PUT":
            expected = self.headers.get("If-Match")
            if expected and found is None:
                return self._error("NoSuchKey")
            if (self.headers.get("If-None-Match") and found) or (expected and found and expected != _tag(found[0])):
                return self._send(412, b"<Error><Code>PreconditionFailed</Code></Error>")
            metadata = {name: value for name, value in self.headers.items() if name.lower().startswith("x-amz-meta-")}
            self.s3.objects[key] = body, metadata
            if fault == "lost":
                self.close_connection = True
                return None
            return self._send(200, b"", {"ETag": _tag(body)})
        if self.command == "POST":
            keys = re.findall("<Key>(.*?)</Key>", body.decode())
            for each in keys:
                self.s3.objects.pop(unescape(each), None)
            deleted = "".join(f"<Deleted><Key>{each}</Key></Deleted>" for each in keys)
            return self._send(200, f"<DeleteResult>{deleted}</DeleteResult>".encode())
        if "list-type" in query:
            return self._send(200, self._listing(query["prefix"][0]))
        if found is None:
            return self._error("NoSuchKey")
        data, metadata = found
        headers = {"ETag": _tag(data), "Last-Modified": formatdate(usegmt=True), **metadata}
        part = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        if part is None:
            return self._send(200, data, headers, half=fault == "half")
        first, last = int(part[1]), min(int(part[2] or len(data)), len(data) - 1)
        headers["Content-Range"] = f"bytes {first}-{last}/{len(data)}"
        return self._send(206, data[first : last + 1], headers, half=fault == "half")

    def _listing(self, prefix: str) -> bytes:
        contents = "".join(
            f"<Contents><Key>{escape(key)}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified>"
            f"<ETag>{escape(_tag(data))}</ETag><Size>{len(data)}</Size></Contents>"
            for key, (data, _) in sorted(self.s3.objects.items())
            if key.startswith(prefix)
        )
        return f"<ListBucketResult><IsTruncated>false</IsTruncated>{contents}</ListBucketResult>".encode()

    def _error(self, code: str) -> None:
        # S3 itself repeats the key in some errors.
        text = f"<Error><Code>{code}</Code><AWSAccessKeyId>{KEY}</AWSAccessKeyId><Secret>{SECRET}</Secret></Error>"
        self._send(_STATUS[code], text.encode())

    def _send(self, status: int, data: bytes, headers: dict[str, str] | None = None, *, half: bool = False) -> None:
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data[: len(data) // 2] if half else data)
        self.close_connection = self.close_connection or half


def _tag(data: bytes) -> str:
    return f'"{hashlib.md5(data, usedforsecurity=False).hexdigest()}"'
