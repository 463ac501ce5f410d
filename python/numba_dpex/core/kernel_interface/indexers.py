"""Where numba_dpex 0.20 and 0.21 had ranges; programs for these import them from here."""

from ...kernel_api.ranges import NdRange, Range

__all__ = ["NdRange", "Range"]
