"""The local server of ``volo play``: a page in the browser on which one plays, analyses and looks through games.

The server listens on 127.0.0.1 only, and every address has a secret part that changes with each start. It needs the
standard library only.

>>> import tempfile
>>> import volo.play
>>> with tempfile.TemporaryDirectory() as folder, volo.play.Server("standard-5", state=folder) as server:
...     server.address.startswith("http://127.0.0.1:")
True
"""

from __future__ import annotations

from volo.play.server import Server, serve

__all__ = ["Server", "serve"]
