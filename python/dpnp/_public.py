"""Which names of a package's modules are its own."""

from __future__ import annotations

from types import ModuleType


def public(package: str, *modules: ModuleType) -> dict[str, object]:
    """The functions and classes that modules list in ``__all__``, or else define without an underscore; they say that they are of the package."""
    found: dict[str, object] = {}
    for module in modules:
        listed = getattr(module, "__all__", None)
        for name, value in vars(module).items():
            own = getattr(value, "__module__", None) == module.__name__ and not name.startswith("_")
            if name in listed if listed is not None else own:
                found[name] = value
    for value in found.values():
        value.__module__ = package
    return found
