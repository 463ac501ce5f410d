"""Where numba_dpex 0.22 had kernels over items, which numba_dpex itself has now."""

from .core.decorators import device_func, kernel
from .core.kernel_launcher import call_kernel, call_kernel_async

__all__ = ["call_kernel", "call_kernel_async", "device_func", "kernel"]
