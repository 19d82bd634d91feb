"""The configuration of the documentation site, which `make docs` builds."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from shutil import copytree

import tomllib
from sphinx.application import Sphinx

from volo.report import Results, page

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE / "_ext"), str(HERE.parent)]

# Cargo.toml is the source of the version and of the addresses.
MANIFEST = tomllib.loads((HERE.parent / "Cargo.toml").read_text(encoding="utf-8"))
PACKAGE = MANIFEST["package"] | MANIFEST["workspace"]["package"]

project = "volo"
author = "The volo authors"
project_copyright = author
version = release = PACKAGE["version"]

extensions = [
    "myst_parser",
    "sphinx_click",
    "sphinx_copybutton",
    "sphinx_design",
    # The extensions of this project, in _ext.
    "command_examples",
    "python_api",
    "repository_links",
    "rulings",
    "sky.directive",
]

nitpicky = True
# The site has no links to other projects, and does not describe private names.
OTHERS = (
    "_typeshed|abc|anywidget|collections|enum|gymnasium|numpy|os|pandas|pettingzoo|pyarrow|pyspiel|stable_baselines3|"
    "traitlets|typing|typing_extensions"
)
nitpick_ignore_regex = [("py:.*", rf"(_|({OTHERS})\.).*|Agent|Games|Terms")]
smartquotes_action = "q"  # two hyphens begin an option of a command, and are not a dash
maximum_signature_line_length = 80
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4

html_theme = "furo"
html_title = f"volo {release}"
html_baseurl = PACKAGE["homepage"]
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_logo = html_favicon = "_static/logo.svg"
html_theme_options = {
    "source_repository": PACKAGE["repository"],
    "source_branch": "main",
    "source_directory": "docs/",
    "top_of_page_buttons": ["view"],
}
html_copy_source = False
html_show_sphinx = False

# The copy button leaves out the prompts and the output of an example.
copybutton_prompt_text = r">>> |\.\.\. "
copybutton_prompt_is_regexp = True

# The page on which one plays, which `make docs` builds if it can. Only then does the site have the button to open it.
HAS_PAGE = (BUILT := HERE.parent / "python" / "volo" / "play" / "page").is_dir()


def add_pages(app: Sphinx, error: Exception | None) -> None:
    """Add the page on which one plays, and the report that the page on rule sets links to."""
    if error is None:
        if HAS_PAGE:
            copytree(BUILT, Path(app.outdir, "play"), dirs_exist_ok=True)
        results = json.loads((HERE.parent / "research/figures/rule-sets.json").read_text(encoding="utf-8"))
        Path(app.outdir, "explain", "report.html").write_text(page(Results.from_dict(results)), encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Add the report to the site."""
    if HAS_PAGE:
        app.tags.add("board")
    app.connect("build-finished", add_pages)
