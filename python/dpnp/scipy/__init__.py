"""Functions of SciPy's that dpnp has."""

from . import linalg, special

__all__ = ["linalg", "special"]
