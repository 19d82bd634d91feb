"""The directive ``sky``, which replaces a fence of a page by its pictures.

The pictures are part of the page, so that the style sheet can give them the colors of the light and of the dark mode.
"""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import volo
from sky.fence import FenceError, read
from sky.picture import Picture, draw
from volo.errors import VoloError


class SkyDirective(SphinxDirective):
    """A board and what to show of it, as :mod:`sky.fence` describes."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Check the claims of the fence, and draw its pictures."""
        try:
            pictures = draw(read("\n".join(self.content)), volo)
        except (FenceError, VoloError) as error:
            raise self.error(str(error)) from error
        figures = [self._figure(picture) for picture in pictures]
        return [nodes.container("", *figures, classes=["volo-pictures", f"volo-edge-{pictures[0].edge}"])]

    def _figure(self, picture: Picture) -> nodes.figure:
        figure = nodes.figure("", nodes.raw("", picture.svg, format="html"), classes=[f"volo-{picture.kind}"])
        parts: list[nodes.Node] = []
        for text, style in ((picture.label, "volo-claim"), (picture.caption, "volo-caption-text")):
            if text:
                children, messages = self.parse_inline(text, lineno=self.lineno)
                parts += [nodes.inline("", "", *children, classes=[style]), *messages]
        if picture.message:
            parts.append(nodes.inline("", "", nodes.literal("", picture.message), classes=["volo-message"]))
        if parts:
            figure += nodes.caption("", "", *parts)
        return figure


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive and the style sheet of its pictures."""
    app.add_directive("sky", SkyDirective)
    app.add_css_file("sky.css")
    return {"parallel_read_safe": True}
