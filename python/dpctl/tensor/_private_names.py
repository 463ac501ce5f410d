"""Lets a module answer for names that dpctl has in its module of the same name; they are made when somebody asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def names_of(module: str) -> Callable[[str], Any]:
    """The ``__getattr__`` of a module."""
    stem = module.rpartition(".")[2]

    def find(name: str) -> Any:
        if not name.startswith("__"):
            from ._names import NAMES

            if (stem, name) in NAMES:
                return NAMES[stem, name]
        raise AttributeError(f"module {module!r} has no attribute {name!r}")

    return find
