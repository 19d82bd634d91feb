"""A page that shows a recorded game, in one file."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path

from volo.render import svg
from volo.render.drawable import Recorded
from volo.render.html import escape
from volo.render.view import Data, data_of

_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
{body}<script>{script}</script>
</body>
</html>
"""

_BODY = """\
<main data-game="game"></main>
<noscript>
<h1>{title}</h1>
{picture}<p>{moves}</p>
</noscript>
<script type="application/json" id="game">{data}</script>
"""


def replay(game: Recorded) -> str:
    """A page that shows a game, as an HTML document that needs no other file.

    Buttons, keys, swipes and the list of moves step through the game, and a button shows the moves one after the other.
    The page shows the comments and the tags. It can be opened as a file, and be printed. Without JavaScript, it shows
    the final position and the moves.

    Tags and comments are shown as text, each with at most 10,000 characters: nothing in them is read as markup. The
    page loads nothing, and its Content-Security-Policy permits only its own script and style sheet.

    Args:
        game: a game, such as a :class:`volo.Game`.

    Raises:
        VoloError: a comment is on a move that the game does not have.

    >>> game = volo.Game("standard-4", ["a3", "d5"])
    >>> game.tags |= {"Orange": "Anna", "Blue": "Boris"}
    >>> page = replay(game)
    >>> page.startswith("<!doctype html>"), len(page) < 60_000
    (True, True)
    """
    if not hasattr(game, "positions") or not hasattr(game, "termination"):
        raise TypeError(f"game must be a game, not {type(game).__name__}")
    data = data_of(game)
    title = escape.text(data["title"])
    moves = escape.text(_as_text(data))
    body = _BODY.format(title=title, picture=_picture(game), moves=moves, data=escape.data(data))
    return document(title, part("replay.css"), body, part("replay.js"))


def document(title: str, style: str, body: str, script: str) -> str:
    return _PAGE.format(policy=_policy(script, style), title=title, style=style, body=body, script=script)


def _picture(game: Recorded) -> str:
    positions = game.positions
    if not game.moves:
        return svg.board(positions[-1])
    return svg.board(positions[-1], move=game.moves[-1], before=positions[-2])


def _as_text(data: Data) -> str:
    tags = [f"{name}: {tag}" for name, tag in data["tags"]]
    lines = [""]
    # The moves of both players have one number. Where Blue moves first, Orange's first move is left out.
    skipped = int(data["turn"] == "blue")
    for ply, move in enumerate(["", *data["moves"]]):
        turn, is_second = divmod(ply - 1 + skipped, 2)
        number = "" if is_second and ply > 1 else f"{turn + 1}. {'… ' * is_second}"
        if ply > 0:
            lines[-1] += f"{number}{move} "
        if ply in data["comments"]:
            lines += [data["comments"][ply], ""]
    moves = "\n".join(line.rstrip() for line in lines if line)
    return "\n\n".join(filter(None, ["\n".join(tags), moves, data["result"]]))


def _policy(script: str, style: str) -> str:
    """The Content-Security-Policy of a page that has one script and one style sheet, both inline."""
    return (
        f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; base-uri 'none'; form-action 'none'"
    )


@cache
def part(name: str) -> str:
    """A file that is part of the page. `make bundles` writes these files."""
    return (Path(__file__).parent / name).read_text(encoding="utf-8").strip()


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
