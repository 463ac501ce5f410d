# distutils: language = c++
# cython: language_level=3
"""One queue for each context and device, so that work on the same device finds the same queue."""

from ._sycl_context cimport SyclContext
from ._sycl_device cimport SyclDevice
from ._sycl_queue cimport SyclQueue

__all__ = ["get_device_cached_queue"]


cdef dict _queues = {}


cdef tuple _context_and_device(object key):
    if isinstance(key, SyclDevice):
        return key.sycl_platform.default_context, key
    if isinstance(key, str):
        return _context_and_device(SyclQueue(key).sycl_device)
    if (
        isinstance(key, tuple)
        and len(key) == 2
        and isinstance(key[0], SyclContext)
        and isinstance(key[1], SyclDevice)
    ):
        return key
    raise TypeError(
        "get_device_cached_queue takes a SyclDevice, a filter string, or a tuple "
        f"(SyclContext, SyclDevice); got {key!r}"
    )


cpdef object get_device_cached_queue(object key):
    """get_device_cached_queue(key)

    The queue that everybody shares who asks for the same device and context.

    Args:
        key: a SyclDevice, a filter string, or a tuple (SyclContext, SyclDevice).

    Raises:
        TypeError: ``key`` is none of these.
        SyclQueueCreationError: no device fits the string, or the device is not in the context.
    """
    queue = _queues.get(key)
    if queue is None:
        context_and_device = _context_and_device(key)
        made = SyclQueue(*context_and_device)
        queue = _queues.setdefault(context_and_device, made)
        _queues[key] = queue
    return queue
