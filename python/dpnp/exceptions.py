"""The exceptions that dpnp's functions raise beside Python's own."""

from dpctl.utils import ExecutionPlacementError
from numpy.exceptions import AxisError
from numpy.linalg import LinAlgError

__all__ = ["AxisError", "DLPackCreationError", "ExecutionPlacementError", "LinAlgError"]

DLPackCreationError = BufferError
