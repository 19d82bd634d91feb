"""Check a built documentation site without a network: `check_site.py target/docs`.

Each link within the site leads to a file, and its fragment to an element of the page. Nothing that a page loads is on
another site. Links to other sites are not followed; they are listed with `--external`.
"""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

# The attributes with an address that a browser loads together with the page.
LOADED = {("img", "src"), ("script", "src"), ("iframe", "src"), ("source", "src"), ("link", "href")}
# Links that describe the page to other programs and load nothing.
RELATIONS = {"canonical", "next", "prev", "search", "index", "author", "copyright"}


class Page(HTMLParser):
    """The addresses in a page, and the identifiers of its elements."""

    def __init__(self) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.loaded: set[str] = set()
        self.identifiers: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the addresses and the identifier of an element."""
        values = dict(attrs)
        self.identifiers |= {value for name, value in attrs if name in {"id", "name"} and value}
        for name, value in attrs:
            if value and (tag, name) in LOADED and values.get("rel") not in RELATIONS:
                self.loaded.add(value)
            elif value and (tag, name) == ("a", "href"):
                self.links.add(value)


@cache
def page(path: Path) -> Page:
    """Read a page."""
    read = Page()
    read.feed(path.read_text(encoding="utf-8"))
    return read


def is_external(address: str) -> bool:
    """Whether an address is on another site."""
    parts = urlsplit(address)
    return bool(parts.netloc) or parts.scheme in {"http", "https", "mailto"}


def fault(site: Path, source: Path, address: str) -> str | None:
    """Return what is wrong with an address in a page, if it is within the site."""
    parts = urlsplit(address)
    if parts.scheme:
        return None
    target = source.parent.joinpath(unquote(parts.path)).resolve() if parts.path else source
    if target.is_dir():
        target /= "index.html"
    if not target.is_file():
        return f"{address} leads to no file"
    # A page of rustdoc makes the elements of some fragments with a script. rustdoc checks its links itself.
    checked = target.suffix == ".html" and not target.is_relative_to(site / "rust")
    if parts.fragment and checked and unquote(parts.fragment) not in page(target).identifiers:
        return f"{address} leads to no element of the page"
    return None


def faults(site: Path) -> Iterator[str]:
    """Yield the faults of all pages and style sheets."""
    for path in sorted(site.rglob("*.html")):
        read = page(path)
        for address in sorted(read.loaded | read.links):
            if not is_external(address):
                found = fault(site, path, address)
            else:
                found = f"{address} is loaded from another site" if address in read.loaded else None
            if found:
                yield f"{path.relative_to(site)}: {found}"
    for path in sorted(site.rglob("*.css")):
        for address in re.findall(r"""(?:url\(|@import)\s*["']?([^"')\s;]+)""", path.read_text(encoding="utf-8")):
            if is_external(address):
                yield f"{path.relative_to(site)}: {address} is loaded from another site"


def main() -> int:
    """Print the faults, and return 1 if there are any."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("site", type=Path)
    parser.add_argument("--external", action="store_true", help="list the links to other sites instead")
    arguments = parser.parse_args()
    site = arguments.site.resolve()
    if arguments.external:
        pages = [page(path) for path in site.rglob("*.html")]
        print("\n".join(sorted({link for each in pages for link in each.links if is_external(link)})))  # noqa: T201
        return 0
    found = list(faults(site))
    print("".join(f"{each}\n" for each in found), end="")  # noqa: T201
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
