"""Special functions of the ops table, with SciPy's names."""

from __future__ import annotations

from typing import Any

from dpctl.tensor._usmarray import usm_ndarray

from .._convert import array_of
from .._elementwise import table

__all__ = ["erf", "erfc", "erfcinv", "erfcx", "erfinv"]


def _special(name: str, x: Any, out: Any) -> Any:
    array_of(x)
    if isinstance(out, tuple):
        (out,) = out
    if out is not None and not isinstance(out, usm_ndarray):
        raise TypeError(f"An array must be any of supported type, but got {type(out)}")
    return table[name](x, out=out)


def erf(x, out=None):
    """The error function of real elements."""
    return _special("erf", x, out)


def erfc(x, out=None):
    """1 - erf(x) of real elements, accurate where that is small."""
    return _special("erfc", x, out)


def erfcx(x, out=None):
    """exp(x * x) * erfc(x) of real elements, accurate where either leaves the range."""
    return _special("erfcx", x, out)


def erfinv(x, out=None):
    """What the error function gives x of; infinite at -1 and 1, NaN beyond."""
    return _special("erfinv", x, out)


def erfcinv(x, out=None):
    """What erfc gives x of; infinite at 0 and 2, NaN beyond."""
    return _special("erfcinv", x, out)
