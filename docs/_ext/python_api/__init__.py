"""The reference of the Python package: the directive ``api`` documents a public name from the sources.

griffe reads the sources without importing them, because only the stub of the compiled module has types. The build fails
if a public name is not in the reference or has no docstring.
"""

from __future__ import annotations

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from python_api.names import canonical, public_names, public_path
from python_api.objects import document

LOGGER = logging.getLogger(__name__)


class Api(SphinxDirective):
    """Documents the public name that is the argument, with all its members."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the description."""
        found = self.parse_text_to_nodes("\n".join(document(self.arguments[0])))
        return list(found)


def resolve(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, content: nodes.TextElement
) -> nodes.TextElement | None:
    """Resolve a reference that uses the name by which the sources know an object."""
    if node.get("refdomain") != "py":
        return None
    target = node["reftarget"]
    for scope in (node.get("py:module"), "volo"):
        path = public_path(canonical(f"{scope}.{target}") or canonical(target))
        if path is not None and path != target:
            python = env.domains.python_domain
            return python.resolve_xref(env, node["refdoc"], app.builder, "obj", path, node, content)
    return None


def check(_app: Sphinx, env: BuildEnvironment) -> None:
    """Warn of public names that the reference does not have."""
    for name in public_names():
        if name not in env.domains.python_domain.objects:
            LOGGER.warning("%s is public, but not in the reference", name)


def set_dashes(_app: Sphinx, doctree: nodes.document) -> None:
    """Replace the two hyphens that Sphinx writes after the name of a parameter, because smart quotes leave hyphens."""
    for text in list(doctree.findall(nodes.Text)):
        if text == " -- ":
            text.parent.replace(text, nodes.Text(" \u2013 "))


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the extension."""
    app.add_directive("api", Api)
    app.connect("missing-reference", resolve)
    app.connect("doctree-read", set_dashes)
    app.connect("env-check-consistency", check)
    return {"parallel_read_safe": True}
