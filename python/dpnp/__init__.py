"""``dpnp.tensor``, the name that the arrays of ``dpctl.tensor`` have since dpnp 0.20; dpnp's own functions are not there yet."""

from __future__ import annotations

import dpctl as _dpctl  # refuses Intel's packages in the same environment

from . import tensor

__all__ = ["tensor"]
__version__ = _dpctl.__version__


def __getattr__(name: str) -> object:
    if hasattr(tensor, name):
        raise AttributeError(f"Weft has no dpnp.{name} yet; dpnp.tensor.{name} is there")
    raise AttributeError(f"module 'dpnp' has no attribute {name!r}: Weft has dpnp.tensor only")
