"""The reference of the Python package: the directive ``api`` documents a public name, or all of a module.

griffe reads the sources without importing them, because only the stub of the compiled module has types. The build fails
if a public name is not in the reference or has no docstring. That of a class may say what its attributes are.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from textwrap import indent

import griffe
from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

LOGGER = logging.getLogger(__name__)
KIND = griffe.DocstringSectionKind
QUALIFIERS = {"typing.ClassVar", "typing.Final"}

# The modules with public names, from the most to the least prominent. `__all__` of a module lists its names.
MODULES = (
    "volo",
    "volo.records",
    "volo.simulate",
    "volo.render",
    "volo.render.svg",
    "volo.render.text",
    "volo.render.png",
    "volo.render.html",
    "volo.render.drawable",
    "volo.reference",
    "volo.engine",
    "volo.engine.match",
    "volo.puzzles",
    "volo.widget",
    "volo.report",
    "volo.envs.gymnasium",
    "volo.envs.openspiel",
    "volo.envs.pettingzoo",
    "volo.envs.stable_baselines3",
    "volo.typing",
)

_SOURCES = Path(__file__).parents[2] / "python"


@cache
def package() -> griffe.Module:
    """Return the package, read from its sources and the stub of the compiled module."""
    loaded = griffe.load("volo", search_paths=[_SOURCES], resolve_aliases=True, allow_inspection=False)
    assert isinstance(loaded, griffe.Module)  # noqa: S101
    _add_overloaded(loaded["_volo"])
    return loaded


def _add_overloaded(owner: griffe.Module | griffe.Class) -> None:
    """Make the first overload of a function its definition. A stub has no other, and griffe would leave it out."""
    for name, overloads in owner.overloads.items():
        if overloads and name not in owner.members:
            overloads[0].overloads = overloads
            owner.set_member(name, overloads[0])
    for member in owner.members.values():
        if isinstance(member, griffe.Class):
            _add_overloaded(member)


def lookup(path: str) -> griffe.Object | None:
    """Return the object with a dotted path, where it is defined."""
    name = path.removeprefix("volo").removeprefix(".")
    try:
        found = package()[name] if name else package()
        target = found.final_target if isinstance(found, griffe.Alias) else found
    except (KeyError, griffe.AliasResolutionError):
        # There is no such name, or another package defines it.
        return None
    # A function that has the name of the module that defines it hides the module.
    if target.is_module and target.name in (target.parent.exports or () if target.parent else ()):
        return lookup(f"{target.path}.{target.name}") or target
    return target


def canonical(path: str) -> str | None:
    """Return the path at which the object with a dotted path is defined."""
    found = lookup(path) if path.startswith("volo.") else None
    return None if found is None else found.path


@cache
def _public_paths() -> dict[str, str]:
    """The public path of each object by the path at which it is defined."""
    paths: dict[str, str] = {}
    for module in MODULES:
        for name in package()[module.removeprefix("volo.")].exports if module != "volo" else package().exports or ():
            found = lookup(f"{module}.{name}")
            if found is not None and not found.is_module:
                paths.setdefault(found.path, f"{module}.{name}")
    return paths


def public_path(path: str | None) -> str | None:
    """Return the public path of the object, or of the member of a class, that is defined at a path."""
    if path is None or path in _public_paths():
        return _public_paths().get(path or "")
    owner, _, member = path.rpartition(".")
    return f"{_public_paths()[owner]}.{member}" if owner in _public_paths() else None


def public_members(of: griffe.Class) -> Iterator[griffe.Object]:
    """Yield the public members of a class, including those of its bases that are not public themselves."""
    inherited = [
        each.final_target for each in of.inherited_members.values() if public_path(each.final_target.path) is None
    ]
    for member in [*inherited, *of.members.values()]:
        assert isinstance(member, griffe.Object)  # noqa: S101
        special = member.name.startswith("__") and member.name not in {"__init__", "__new__"}
        if not member.name.startswith("_") or (special and member.has_docstring):
            yield member


def public_names() -> Iterator[str]:
    """Yield the paths of all public names, and of the modules that have them."""
    yield from MODULES
    for path, public in _public_paths().items():
        yield public
        found = lookup(path)
        if isinstance(found, griffe.Class):
            yield from (f"{public}.{member.name}" for member in public_members(found))


def annotation(of: griffe.Expr | str | None) -> str:
    """Return an annotation with the full path of each name. Sphinx shows the last part of a path with a tilde."""
    if of is None or isinstance(of, str):
        return of or ""
    if isinstance(of, griffe.ExprName | griffe.ExprAttribute):
        return _named(of)
    if isinstance(of, griffe.ExprSubscript) and of.canonical_path in QUALIFIERS:
        return annotation(of.slice)
    return "".join(annotation(part) for part in of.iterate(flat=False))


def _named(of: griffe.ExprName | griffe.ExprAttribute) -> str:
    path = of.canonical_path
    if path in QUALIFIERS:
        return ""
    found = lookup(path) if path.startswith("volo.") else None
    if found is None:
        return f"~{path}" if "." in path else path
    public = public_path(found.path)
    # The reader sees what an alias that is not public stands for.
    if public is None and isinstance(found, griffe.Attribute):
        return annotation(found.value)
    return f"~{public}" if public else found.name


def signatures(of: griffe.Class | griffe.Function, name: str) -> list[str]:
    """Return the name with each signature of a function, or of the constructor of a class."""
    if isinstance(of, griffe.Class):
        constructor = of.members.get("__new__") or of.members.get("__init__")
        return signatures(constructor, name) if isinstance(constructor, griffe.Function) else [name]
    return [_signature(each, name) for each in of.overloads or [of]]


def _signature(of: griffe.Function, name: str) -> str:
    for parameter in of.parameters:
        parameter.annotation = annotation(parameter.annotation)
    of.returns = annotation(of.returns)
    return of.signature(name=name, return_type=of.name not in {"__new__", "__init__"})


def text(of: griffe.Object) -> Iterator[str]:
    """Yield the paragraphs of a docstring, without the section on attributes."""
    for section in _sections(of):
        match section.kind:
            case KIND.text:
                yield section.value
            case KIND.parameters:
                yield "\n".join(_field(f"param {each.name}", each.description) for each in section.value)
            case KIND.raises:
                yield "\n".join(_field(f"raises {each.annotation}", each.description) for each in section.value)
            case KIND.returns | KIND.yields:
                yield "\n".join(_field(section.kind.value, each.description) for each in section.value)
            case KIND.examples:
                yield from (example for _, example in section.value)
            case KIND.attributes:
                pass
            case other:
                raise ValueError(f"{of.path}: the reference cannot show a section on {other.value}")


def attributes(of: griffe.Class) -> dict[str, str]:
    """Return the descriptions of attributes without a docstring, perhaps that of the parameter of the same name."""
    found = {
        section.kind: {each.name: each.description for each in section.value}
        for section in _sections(of)
        if section.kind in {KIND.attributes, KIND.parameters}
    }
    described = found.get(KIND.parameters, {}) | found.get(KIND.attributes, {})
    return {name: each for name, each in described.items() if name in of.members and not of.members[name].has_docstring}


def _sections(of: griffe.Object) -> list[griffe.DocstringSection]:
    # The types are in the signature. A description of a result begins without a type.
    return of.docstring.parse("google", returns_named_value=False, warnings=False) if of.docstring else []


def _field(name: str, description: str) -> str:
    return f":{name}: {indent(description, '    ').strip()}"


def document(path: str) -> Iterator[str]:
    """Yield the lines that describe the object at a public path."""
    found = lookup(path)
    if found is None or public_path(found.path) != path:
        raise ValueError(f"{path} is not the path of a public name")
    module, _, name = path.rpartition(".")
    yield f".. py:currentmodule:: {module}"
    yield ""
    described = _described_class(found, name) if isinstance(found, griffe.Class) else _described(found, name)
    yield from "\n\n".join(described).split("\n")


def _described(of: griffe.Object, name: str, description: str = "") -> Iterator[str]:
    """Yield the blocks that describe a function, an attribute or an alias of a type."""
    options = []
    if isinstance(of, griffe.Function):
        kind = "method" if isinstance(of.parent, griffe.Class) else "function"
        options = [f":{label}:" for label in ("staticmethod", "classmethod") if label in of.labels]
        heads = signatures(of, name)
    elif isinstance(of, griffe.Attribute):
        kind, heads, options = "attribute" if isinstance(of.parent, griffe.Class) else "data", [name], []
        type_ = annotation(of.annotation)
        if "property" in of.labels:
            kind = "property"
        if type_ == "~typing.TypeAlias":
            kind, options = "type", [f":canonical: {annotation(of.value)}"]
        elif type_:
            options = [f":type: {type_}"]
    else:
        raise TypeError(f"{of.path} is neither a function nor an attribute")
    yield _directive(kind, heads, options)
    blocks = [description] if description else list(text(of))
    if not any(blocks) and kind != "attribute":
        LOGGER.warning("%s is public, but has no docstring", of.path)
    yield from (indent(block, "   ") for block in blocks)


def _described_class(of: griffe.Class, name: str) -> Iterator[str]:
    """Yield the blocks that describe a class and its members."""
    # The members of a base class that is not public are documented as members of this class.
    bases = [annotation(base).partition("[")[0] for base in of.bases if not _is_internal(base)]
    is_error = name.endswith("Error")
    heads = [name] if is_error else signatures(of, name)
    yield _directive("exception" if is_error else "class", heads, [])
    blocks = list(text(of))
    if not any(blocks):
        LOGGER.warning("%s is public, but has no docstring", of.path)
    if bases:
        blocks.insert(1, f"Bases: {', '.join(f':py:class:`{base}`' for base in bases)}")
    members = {member.name: member for member in public_members(of)}
    descriptions = attributes(of)
    for each in [*descriptions, *(each for each in members if each not in descriptions)]:
        blocks += _described(members[each], each, descriptions.get(each, ""))
    yield from (indent(block, "   ") for block in blocks)


def _is_internal(base: griffe.Expr | str) -> bool:
    """Whether a base class belongs to the package without being public."""
    path = base.canonical_path if isinstance(base, griffe.Expr) else base
    return path.startswith("volo.") and public_path(canonical(path)) is None


def _directive(kind: str, heads: list[str], options: list[str]) -> str:
    head = f".. py:{kind}:: "
    return "\n".join([head + f"\n{' ' * len(head)}".join(heads), *(f"   {option}" for option in options)])


class Api(SphinxDirective):
    """Documents the public name that is the argument, with all its members, or all names of a module."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the description."""
        path = self.arguments[0]
        names = [public for public in _public_paths().values() if public.rpartition(".")[0] == path]
        lines = [line for name in names or [path] for line in (*document(name), "")]
        return list(self.parse_text_to_nodes("\n".join(lines)))


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
