"""Types of objects of dpctl."""

from ._types import DpctlSyclEvent, DpctlSyclQueue

__all__ = ["DpctlSyclEvent", "DpctlSyclQueue"]
