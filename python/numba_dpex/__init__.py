"""SPMD kernels written in Python, over the arrays of dpctl.tensor."""

from .core.decorators import device_func, kernel
from .core.kernel_launcher import call_kernel, call_kernel_async
from .kernel_api import NdRange, Range

__all__ = ["NdRange", "Range", "call_kernel", "call_kernel_async", "device_func", "kernel"]
