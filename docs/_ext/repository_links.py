"""Links of a page to files outside `docs` lead to the repository, because these files are not part of the site."""

from __future__ import annotations

import re
from pathlib import Path

from sphinx.application import Sphinx


def to_repository(app: Sphinx, page: str, source: list[str]) -> None:
    """Replace the target of each link that leads out of the folder of the pages."""
    pages = Path(app.srcdir)
    files = f"{app.config.html_theme_options['source_repository']}/blob/main"

    def replaced(link: re.Match[str]) -> str:
        path = (pages / page).parent.joinpath(link[1]).resolve()
        return link[0] if path.is_relative_to(pages) else f"]({files}/{path.relative_to(pages.parent)})"

    source[0] = re.sub(r"\]\((\.\./[^)\s]+)\)", replaced, source[0])


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the extension."""
    app.connect("source-read", to_repository)
    return {"parallel_read_safe": True}
