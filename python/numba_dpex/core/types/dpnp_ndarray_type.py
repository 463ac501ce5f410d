"""The type of dpnp's arrays."""

from ._types import DpnpNdArray

__all__ = ["DpnpNdArray"]
