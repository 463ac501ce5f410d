"""The directive `reference`: the public names of a module with the signatures and docstrings that the installed package has."""

from __future__ import annotations

import enum
import importlib
import inspect
import re
import types
from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective


def _public_names(module: types.ModuleType) -> list[str]:
    names = getattr(module, "__all__", None)
    if names is None:
        names = [name for name in vars(module) if not name.startswith("_")]
    found = (name for name in names if not inspect.ismodule(getattr(module, name)))
    return sorted(set(found), key=lambda name: (name.lower(), name))


def _signature(thing: Any) -> str:
    if inspect.isclass(thing) and issubclass(thing, enum.Enum):
        return f": {', '.join(thing.__members__)}"
    try:
        text = str(inspect.signature(thing))
    except (TypeError, ValueError):
        return "" if not callable(thing) else "(...)"
    text = re.sub(r"<(?:class|function|built-in function) '?([\w.]+)'?[^>]*>", r"\1", text)
    text = re.sub(r"<([\w.]+): [^>]*>", r"\1", text)  # members of enumerations
    return re.sub(r" at 0x[0-9a-f]+", "", text)


def _own_documentation(name: str, thing: Any) -> str:
    if not (inspect.isclass(thing) or callable(thing) or inspect.isdatadescriptor(thing)):
        return ""  # a number's docstring is its type's
    text = inspect.getdoc(thing) or ""
    text = re.sub(
        rf"^(?:\w+\.)*{re.escape(name)}\(.*\)(?: -> .*)?\n*", "", text
    )  # Cython's signature
    return re.sub(r":\w+:`~?([^`]*)`", r"\1", text)


def _body(text: str) -> Iterator[nodes.Node]:
    """Docstrings as they are read in a terminal: prose stays prose, what is laid out keeps its lines."""
    for block in re.split(r"\n\s*\n", text.strip()):
        laid_out = re.search(r"^(?:\s|>>>|-{3,}|={3,})", block, re.MULTILINE)
        yield (
            nodes.literal_block(block, block, language="none")
            if laid_out
            else nodes.paragraph("", block)
        )


def _members(cls: type) -> Iterator[tuple[str, Any]]:
    for name, member in sorted(vars(cls).items()):
        shown = callable(member) or isinstance(member, staticmethod | classmethod)
        if not name.startswith("_") and (shown or inspect.isdatadescriptor(member)):
            yield name, getattr(cls, name) if shown else member


class Reference(SphinxDirective):
    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        module = importlib.import_module(self.arguments[0])
        return [
            self._described(module.__name__, name, getattr(module, name))
            for name in _public_names(module)
        ]

    def _described(self, prefix: str, name: str, thing: Any) -> nodes.Node:
        kind = "class" if inspect.isclass(thing) else "function" if callable(thing) else "data"
        described = addnodes.desc(domain="py", objtype=kind)
        path = f"{prefix}.{name}"
        signature = addnodes.desc_signature("", "", ids=[path])
        if kind == "class":
            signature += addnodes.desc_annotation("class ", "class ")
        signature += addnodes.desc_addname(f"{prefix}.", f"{prefix}.")
        signature += addnodes.desc_name(name, name)
        arguments = _signature(thing)
        signature += nodes.Text(arguments)
        content = addnodes.desc_content("", *_body(_own_documentation(name, thing)))
        if kind == "class":
            content += [self._described(path, member, value) for member, value in _members(thing)]
        self.env.get_domain("py").note_object(path, kind, path, location=signature)
        described += [signature, content]
        return described


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("reference", Reference)
    return {"parallel_read_safe": True}
