"""Which names of a package's modules are its own."""

from __future__ import annotations

from types import FunctionType, ModuleType


def public(package: str, *modules: ModuleType) -> dict[str, object]:
    """The functions and classes that modules list in ``__all__``, or else define without an underscore; they say that they are of the package."""
    found: dict[str, object] = {}
    for module in modules:
        listed = getattr(module, "__all__", None)
        for name, value in vars(module).items():
            defined = isinstance(value, FunctionType | type) and value.__module__ == module.__name__
            own = defined and not name.startswith("_")
            if name in listed if listed is not None else own:
                found[name] = value
    for value in found.values():
        value.__module__ = package
    return found
