"""Launches of kernels over the queue of their array arguments."""

from typing import NamedTuple

from .._launch import call_kernel
from .decorators import KernelDispatcher


class _LLRange(NamedTuple):
    """Global and local extents of a launch."""

    global_range_extents: list
    local_range_extents: list


def launcher_of(kernel_fn):
    """What takes a kernel's calls to queues; raises TypeError for what is no kernel."""
    if type(kernel_fn) is not KernelDispatcher:
        raise TypeError(
            f"call_kernel: the first argument must be a kernel, a function decorated with numba_dpex.kernel, not {kernel_fn!r}"
        )
    return kernel_fn.launcher


def call_kernel_async(kernel_fn, index_space, dependent_events, *kernel_args):
    """Submits a kernel that runs after the events, and gives two events: arguments are let go of, and the kernel is done."""
    if not isinstance(dependent_events, (tuple, list)):
        raise TypeError(
            f"call_kernel_async: dependent_events is a tuple of SyclEvents, not a {type(dependent_events).__name__}"
        )
    event = launcher_of(kernel_fn).launch_async(index_space, kernel_args, dependent_events)
    return event, event


__all__ = ["call_kernel", "call_kernel_async"]
