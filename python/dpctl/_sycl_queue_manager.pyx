# distutils: language = c++
# cython: language_level=3
"""One queue for each context and device, so that work on the same device finds the same queue."""

from contextvars import ContextVar

from ._sycl_context cimport SyclContext
from ._sycl_device cimport SyclDevice
from ._sycl_device_factory cimport _cached_default_device
from ._sycl_queue cimport SyclQueue

__all__ = ["get_device_cached_queue"]


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


cdef class _DeviceDefaultQueueCache:
    """Queues by context and device, and by what else stood for these."""
    cdef dict queues

    def __cinit__(self):
        self.queues = {}

    def __copy__(self):
        cdef _DeviceDefaultQueueCache copied = _DeviceDefaultQueueCache()
        copied.queues.update(self.queues)
        return copied

    def get_or_create(self, key):
        """The queue, and whether it is a new one."""
        queue = self.queues.get(key)
        if queue is not None:
            return queue, False
        context_and_device = _context_and_device(key)
        queue = self.queues.get(context_and_device)
        is_new = queue is None
        if is_new:
            made = SyclQueue(*context_and_device)
            queue = self.queues.setdefault(context_and_device, made)
        self.queues[key] = queue
        return queue, is_new


cdef _DeviceDefaultQueueCache _cache = _DeviceDefaultQueueCache()
_global_device_queue_cache = ContextVar("queues of devices", default=_cache)
_default_queue = ContextVar("queue of the default device", default=None)


cpdef object get_device_cached_queue(object key):
    """get_device_cached_queue(key)

    The queue that everybody shares who asks for the same device and context.

    Args:
        key: a SyclDevice, a filter string, or a tuple (SyclContext, SyclDevice).

    Raises:
        TypeError: ``key`` is none of these.
        SyclQueueCreationError: no device fits the string, or the device is not in the context.
    """
    queue = _cache.queues.get(key)
    return _cache.get_or_create(key)[0] if queue is None else queue


cpdef object default_queue():
    """The cached queue of the default device, found once per Python context."""
    queue = _default_queue.get()
    if queue is None:
        queue = get_device_cached_queue(_cached_default_device())
        _default_queue.set(queue)
    return queue
