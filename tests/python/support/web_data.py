"""Pages and views of recorded games for the tests in the browser. `python -m support.web_data` writes tests/data/web.

The pages are without their script and style sheet, so that they do not change with these.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.resources import files

import volo
from support.data import DATA
from volo.render.html import replay
from volo.widget.board import shown

HOSTILE = (
    "</script><script>hacked=1</script>",
    "<!--<script>",
    "--></noscript><img src=x onerror=hacked=1>",
    "]]></title></style><svg onload=hacked=1>",
    "\"'><b>bold</b>&lt;i&gt;&#60;u&#62;",
    "\u2028\u2029\u202e\u0085\ufeff",
    "{{constructor}} ${hacked=1} __proto__ javascript:hacked=1",
)


def recorded_game() -> volo.Game:
    game = list(volo.read_records(DATA / "abstract-play.jsonl"))[10]
    game.tags |= {"Orange": "Anna", "Blue": "Boris", "Event": "Autumn cup", "Site": "?"}
    game.comments |= {0: "The first comment.", 3: "A comment\non two lines.", len(game): "The last comment."}
    return game


def hostile_game() -> volo.Game:
    game = volo.Game("standard-4", ["a3", "d5", "b5"])
    game.tags |= {text: f"{text} {number}" for number, text in enumerate(HOSTILE)}
    game.tags |= {"Orange": HOSTILE[0], "Blue": HOSTILE[2], "__proto__": "x"}
    game.tags |= {"Result": "1-0", "Termination": HOSTILE[3]}
    game.comments |= {0: "\n".join(HOSTILE), 2: HOSTILE[1], 3: HOSTILE[0]}
    return game


def without_parts(page: str) -> str:
    """A page without its script and style sheet, and without their hashes."""
    for name in ("replay.js", "replay.css"):
        page = page.replace((files("volo.render.html") / name).read_text(encoding="utf-8").strip(), "")
    return re.sub(r"(script|style)-src 'sha256-[^']*'", r"\1-src 'sha256-\1'", page)


def web_files() -> Iterator[tuple[str, str]]:
    game = recorded_game()
    yield "game.html", without_parts(replay(game))
    yield "hostile.html", without_parts(replay(hostile_game()))
    views = [shown(volo.Game(game.start, game.moves[:ply])) for ply in range(len(game) + 1)]
    yield "views.json", "".join([f"{'[,'[ply > 0]}{json.dumps(each)}\n" for ply, each in enumerate(views)]) + "]\n"


def main() -> None:
    (DATA / "web").mkdir(exist_ok=True)
    for name, content in web_files():
        (DATA / "web" / name).write_text(content, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
