"""Launches of kernels over the queue of their array arguments."""

from typing import NamedTuple

from .decorators import KernelDispatcher


class _LLRange(NamedTuple):
    """Global and local extents of a launch."""

    global_range_extents: list
    local_range_extents: list


def _launcher_of(kernel_fn):
    if type(kernel_fn) is not KernelDispatcher:
        raise TypeError(
            f"call_kernel: the first argument must be a kernel, a function decorated with numba_dpex.kernel, not {kernel_fn!r}"
        )
    return kernel_fn.launcher


def call_kernel(kernel_fn, index_space, *kernel_args):
    """Runs a kernel over a Range or NdRange, on the queue of its array arguments.

    Later work on that queue, array expressions among it, sees what the kernel did. Returns when the kernel is done where an
    argument's memory could be looked at by the host (USM of kind "shared" or "host"); else when it was submitted.
    """
    try:
        launcher = kernel_fn._launcher
    except AttributeError:
        launcher = None
    if launcher is None:
        launcher = _launcher_of(kernel_fn)
    launcher(index_space, kernel_args)


def call_kernel_async(kernel_fn, index_space, dependent_events, *kernel_args):
    """Submits a kernel that runs after the events, and gives two events: arguments are let go of, and the kernel is done."""
    if not isinstance(dependent_events, (tuple, list)):
        raise TypeError(
            f"call_kernel_async: dependent_events is a tuple of SyclEvents, not a {type(dependent_events).__name__}"
        )
    event = _launcher_of(kernel_fn).launch_async(index_space, kernel_args, dependent_events)
    return event, event


__all__ = ["call_kernel", "call_kernel_async"]
