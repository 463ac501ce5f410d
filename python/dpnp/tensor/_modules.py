"""Lets one package answer for the modules of another: an import of either name gives the same module object."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType


class _Same(MetaPathFinder, Loader):
    def __init__(self, package: str, other: str) -> None:
        self._prefix, self._other = f"{package}.", f"{other}."

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return ModuleSpec(fullname, self) if fullname.startswith(self._prefix) else None

    def exec_module(self, module: ModuleType) -> None:
        """Puts the other package's module where the import system looks for what it has loaded."""
        name = module.__name__
        sys.modules[name] = importlib.import_module(self._other + name[len(self._prefix) :])


def answer_for(package: str, other: str) -> None:
    """From now on ``package.x`` is ``other.x``."""
    sys.meta_path.append(_Same(package, other))
