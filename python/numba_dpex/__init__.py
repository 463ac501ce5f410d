"""SPMD kernels written in Python, over the arrays of dpctl.tensor."""

from .kernel_api import NdRange, Range

__all__ = ["NdRange", "Range"]
