"""Paths and URLs that callers pass to the package."""

from __future__ import annotations

import os
import re
from pathlib import Path

from volo.errors import VoloError

SCHEMES = ("s3://", "gs://", "abfs://", "abfss://")
"""The beginnings of the URLs of object storage."""

# A Path writes `s3://bucket` as `s3:/bucket`. `ab:/c` is a path, and `c:/d` has a drive of Windows.
_ONE_SLASH = "|".join(scheme.removesuffix("/") for scheme in (*SCHEMES, "http://", "https://"))
_URL_START = re.compile(rf"\s*([a-z][a-z0-9+.-]+://|{_ONE_SLASH})", re.IGNORECASE)
# The parts of a URL that can contain a password or a key.
_SECRET = re.compile("(?<=/)[^/?#]*(?=@)|[?#].*", re.DOTALL)
# A prefix that a parser of URLs would change is refused: one with a percent sign, a backslash, a control character, an
# empty segment, "." or "..", or a blank at an end.
_BUCKET = r"[A-Za-z0-9$][\w$.-]*"
_SEGMENT = r"(?!\.{1,2}(?:/|\Z))[^/?#%\\\x00-\x1f\x7f\ud800-\udfff]+"
_URL = re.compile(
    rf"(?P<scheme>s3|gs|abfs|abfss)://{_BUCKET}(?P<account>@[A-Za-z0-9][A-Za-z0-9.-]*)?(?:/{_SEGMENT})*(?<!\s)/?",
    re.ASCII,
)


def local_path(path: str | os.PathLike[str]) -> Path:
    written = os.fspath(path)
    if not isinstance(written, str):
        raise TypeError(f"a path must be a str, not {type(written).__name__}")
    if _URL_START.match(written):
        shown = _SECRET.sub("...", written)[:80]
        raise VoloError(f"{shown!a} is a URL; expected the path of a local file or folder")
    if not written:
        raise VoloError("the path is empty")
    if "\0" in written:
        raise VoloError(f"invalid path {written[:80]!a}: it contains a null character")
    try:
        os.fsencode(written)
    except UnicodeEncodeError as error:
        raise VoloError(f"invalid path {written[:80]!a}: it cannot be encoded for the file system") from error
    return Path(written)


def check_url(url: str) -> None:
    parts = _URL.fullmatch(url)
    if parts is None or (parts["account"] and not parts["scheme"].startswith("abfs")):
        raise VoloError(
            "the URL of kept games must be s3://BUCKET/PREFIX, gs://BUCKET/PREFIX or "
            "abfs://CONTAINER@ACCOUNT.dfs.core.windows.net/PREFIX, without %, \\, a blank at the end, and //, . or .. "
            "in the prefix; keys and options come from the environment"
        )
