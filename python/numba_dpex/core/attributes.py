"""Arrays of modules and classes in prange loops: `tables.weights` becomes one name, as which the loop takes it."""

from __future__ import annotations

import ast

import numpy as np

from ..kernel_api._usm_data import is_in_usm


def with_dotted_names(source, loop):
    """Replaces attributes of what stands outside of the function by names with dots in them."""
    return _Dotted(source).visit(loop)


def is_data_outside(source, name) -> bool:
    """Is it an array or a list among the globals and captured names of the function, or an attribute of one of them?"""
    first, *attributes = name.split(".")
    try:
        found = source.lookup(first)
        for attribute in attributes:
            found = getattr(found, attribute)
    except (KeyError, AttributeError):
        return False
    is_array = isinstance(found, np.ndarray) or is_in_usm(found)
    return is_array or type(found) is list


class _Dotted(ast.NodeTransformer):
    def __init__(self, source):
        self.source = source

    def visit_Attribute(self, node):
        name = self._name(node)
        if (
            name is not None
            and isinstance(node.ctx, ast.Load)
            and is_data_outside(self.source, name)
        ):
            return ast.copy_location(ast.Name(name, ast.Load()), node)
        return self.generic_visit(node)

    def _name(self, node):
        """`a.b.c` as text, where nothing in the function is called a."""
        if isinstance(node, ast.Attribute):
            owner = self._name(node.value)
            return None if owner is None else f"{owner}.{node.attr}"
        if not isinstance(node, ast.Name):
            return None
        own = node.id in self.source.assigned or node.id in self.source.parameters
        return None if own else node.id


__all__ = ["is_data_outside", "with_dotted_names"]
