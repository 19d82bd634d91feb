"""The number of a ruling, such as [R13], is a link to the ruling on the page of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator

from docutils import nodes
from sphinx.application import Sphinx

PAGE = "RULES"
NUMBER = re.compile(r"\[(R[0-9]+b?)\]")


def mark(app: Sphinx, doctree: nodes.document) -> None:
    """Give each item of the page of the rules that begins with a number an identifier."""
    if app.env.docname != PAGE:
        return
    for item in doctree.findall(nodes.list_item):
        if number := NUMBER.match(item.astext()):
            item["ids"].append(number[1].lower())


def link(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Replace each number by a link, except in code, in titles and where the ruling itself begins."""
    rules = app.builder.get_relative_uri(page, PAGE)
    for text in list(doctree.findall(nodes.Text)):
        parent = text.parent
        if NUMBER.search(text) and not isinstance(
            parent, nodes.FixedTextElement | nodes.title | nodes.literal | nodes.reference
        ):
            parent.replace(text, list(_linked(text, rules, begins_ruling=page == PAGE and bool(NUMBER.match(text)))))


def _linked(text: str, rules: str, *, begins_ruling: bool) -> Iterator[nodes.Node]:
    end = 0
    for number in NUMBER.finditer(text):
        yield nodes.Text(text[end : number.start()])
        if begins_ruling and number.start() == 0:
            yield nodes.strong("", number[0])
        else:
            yield nodes.reference("", number[0], internal=True, refuri=f"{rules}#{number[1].lower()}")
        end = number.end()
    yield nodes.Text(text[end:])


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the extension."""
    app.connect("doctree-read", mark)
    app.connect("doctree-resolved", link)
    return {"parallel_read_safe": True}
