"""A server that speaks S3 and keeps objects as files: versitygw."""

from __future__ import annotations

import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from time import sleep

import pytest

KEY, SECRET = "key-of-the-tests", "secret-of-the-tests"
_PROGRAM = Path(sys.executable).with_name("versitygw")


class Server:
    """A server with the bucket ``bucket``, and the environment in which runs find it.

    Args:
        place: an empty folder.

    Attributes:
        bucket: the folder of the bucket. The objects of ``s3://bucket/games`` are the files in ``bucket / "games"``.
    """

    def __init__(self, place: Path) -> None:
        if not _PROGRAM.exists():
            pytest.skip("versitygw is not in .venv/bin")
        self.bucket = place / "bucket"
        self.bucket.mkdir(parents=True)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._port = free.getsockname()[1]
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def environment(self) -> dict[str, str]:
        """The variables that name the server and the key."""
        return {
            "AWS_ACCESS_KEY_ID": KEY,
            "AWS_SECRET_ACCESS_KEY": SECRET,
            "AWS_ENDPOINT_URL": f"http://127.0.0.1:{self._port}",
            "AWS_REGION": "us-east-1",
        }

    def start(self) -> None:
        """Start the server, and wait until it accepts connections."""
        command = [str(_PROGRAM), "--port", f"127.0.0.1:{self._port}", "--quiet", "posix", str(self.bucket.parent)]
        environment = {"ROOT_ACCESS_KEY": KEY, "ROOT_SECRET_KEY": SECRET}
        self._process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while True:
            assert self._process.poll() is None, "the server has ended"
            with suppress(OSError), socket.create_connection(("127.0.0.1", self._port), timeout=1):
                return
            sleep(0.02)

    def stop(self) -> None:
        """Kill the server. Its objects stay."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def remove_bucket(self) -> None:
        """Remove the bucket with all objects, at one moment."""
        self.bucket.rename(self.bucket.parent.with_name("removed"))
