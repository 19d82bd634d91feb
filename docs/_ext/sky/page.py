"""The illustrated rules as one page beside that of ``volo play``, without Sphinx. ``python -m sky.page`` writes it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

import volo
from sky.fence import read
from sky.picture import Picture, draw

__all__ = ["FILE", "page"]

_ROOT: Final = Path(__file__).parents[3]
_SOURCE: Final = _ROOT / "docs" / "RULES_ILLUSTRATED.md"

FILE: Final = _ROOT / "target" / "rules.html"
"""The file with the page, which ``make page`` adds to the others."""

_SITE: Final = "https://OWNER.github.io/volo/"

# What the pictures of one edge have in common: one line for each element.
_SKY: Final = re.compile(r'(?:<(?:polygon|path|g) class="volo-(?:sky|lines|ticks|labels)"[^\n]*\n)+')

_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>The rules of Volo</title>
<link rel="icon" href="icon.svg">
<link rel="stylesheet" href="app.css">
</head>
<body class="rules-page">
<svg width="0" height="0" aria-hidden="true"><defs>
{skies}</defs></svg>
<main>
<p><a href="./">Back to the board</a></p>
{content}</main>
</body>
</html>
"""


def page() -> str:
    """The page as HTML. It has no script and no style of its own.

    Raises:
        FenceError: a claim of a picture is false.
        VoloError: a board is not a valid position.
    """
    text = _SOURCE.read_text(encoding="utf-8")
    text = re.sub(r'<div class="in-repository">.*?</div>\n', "", text, flags=re.DOTALL)
    # The other pages of the documentation are on the site only.
    text = re.sub(r"\]\((\w+)\.md(#[\w-]+)?\)", rf"]({_SITE}\1.html\2)", text)
    markdown = MarkdownIt("commonmark", {"html": False})
    markdown.add_render_rule("fence", _pictures)
    tokens = markdown.parse(text)
    contents = _contents(tokens)
    skies: dict[str, str] = {}
    rendered = markdown.renderer.render(tokens, markdown.options, {})
    content = _SKY.sub(lambda found: _use(skies, found[0]), rendered.replace("<h2", f"{contents}<h2", 1))
    parts = (f'<g id="{name}">\n{sky}</g>\n' for sky, name in skies.items())
    return _PAGE.format(skies="".join(parts), content=content)


def _contents(tokens: Sequence[Token]) -> str:
    """A list of the sections, with links to them. All headings get names: those of rulings, or their words."""
    links = []
    for heading, inline in pairwise(tokens):
        if heading.type != "heading_open":
            continue
        words = re.sub(r"\[([^]]+)\]\([^)]*\)", r"\1", inline.content)
        ruling = re.match(r"R\d+b?(?= )", words)
        name = ruling[0] if ruling else words.lower().replace(" ", "-")
        heading.attrSet("id", name)
        if heading.tag == "h2":
            links.append(f'<li><a href="#{name}">{escape(words)}</a></li>\n')
    return f'<nav aria-label="Contents">\n<ul>\n{"".join(links)}</ul>\n</nav>\n'


def _use(skies: dict[str, str], sky: str) -> str:
    """A reference to a sky, which is in the page once. So the page is a quarter smaller when compressed."""
    name = skies.setdefault(sky, f"sky-{len(skies)}")
    return f'<use href="#{name}"/>\n'


def _pictures(_self: object, tokens: Sequence[Token], index: int, _options: object, _env: object) -> str:
    """The pictures of a fence."""
    pictures = draw(read(tokens[index].content.rstrip("\n")), volo)
    figures = "".join(f"<figure class=volo-{each.kind}>{each.svg}{_caption(each)}</figure>\n" for each in pictures)
    return f'<div class="volo-pictures volo-edge-{pictures[0].edge}">\n{figures}</div>\n'


def _caption(picture: Picture) -> str:
    inline: Any = MarkdownIt("commonmark", {"html": False}).renderInline
    parts = [("claim", inline(picture.label)), ("caption-text", inline(picture.caption))]
    parts += [("message", f"<code class=literal>{escape(picture.message)}</code>")] if picture.message else []
    spans = "".join(f"<span class=volo-{name}>{text}</span>" for name, text in parts if text)
    return f"<figcaption>{spans}</figcaption>" if spans else ""


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(page(), encoding="utf-8", newline="\n")
