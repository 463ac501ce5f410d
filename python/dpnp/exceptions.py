"""The exceptions that dpnp's functions raise beside Python's own."""

from dpctl import SyclContextCreationError, SyclDeviceCreationError, SyclQueueCreationError
from dpctl.memory import USMAllocationError
from dpctl.utils import ExecutionPlacementError
from numpy.exceptions import AxisError
from numpy.linalg import LinAlgError

__all__ = [
    "AxisError",
    "DLPackCreationError",
    "ExecutionPlacementError",
    "LinAlgError",
    "SyclContextCreationError",
    "SyclDeviceCreationError",
    "SyclQueueCreationError",
    "USMAllocationError",
]

DLPackCreationError = BufferError
