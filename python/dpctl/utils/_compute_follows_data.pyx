# distutils: language = c++
# cython: language_level=3
"""Compute follows data: the queue and the kind of memory of inputs decide those of the work and its results."""

from .._sycl_queue cimport SyclQueue

__all__ = [
    "ExecutionPlacementError",
    "get_coerced_usm_type",
    "get_execution_queue",
    "validate_usm_type",
]


class ExecutionPlacementError(Exception):
    """The inputs live on different queues, so that none follows for the work."""


cdef tuple _usm_types = ("device", "shared", "host")


def get_execution_queue(qs, /):
    """get_execution_queue(qs)

    The queue that all of ``qs`` are; ``None`` if they differ, or are not all queues.
    """
    if not isinstance(qs, (list, tuple)):
        raise TypeError(f"Expected a list or a tuple, got {type(qs)}")
    if not qs:
        return None
    first = qs[0]
    for queue in qs:
        if not isinstance(queue, SyclQueue) or queue != first:
            return None
    return first


def get_coerced_usm_type(usm_types, /):
    """get_coerced_usm_type(usm_types)

    The kind of memory for results of inputs of these kinds: ``"device"`` wins over ``"shared"`` over ``"host"``;
    ``None`` if any is none of these.
    """
    if not isinstance(usm_types, (list, tuple)):
        raise TypeError(f"Expected a list or a tuple, got {type(usm_types)}")
    for usm_type in usm_types:
        if not isinstance(usm_type, str) or usm_type not in _usm_types:
            return None
    return next((kind for kind in _usm_types if kind in usm_types), None)


def validate_usm_type(usm_type, /, *, allow_none=True):
    """validate_usm_type(usm_type, allow_none=True)

    Raises TypeError or ValueError unless ``usm_type`` is ``"device"``, ``"shared"``, ``"host"``, or an allowed ``None``.
    """
    if usm_type is None and allow_none:
        return
    if not isinstance(usm_type, str):
        expected = "a str or None" if allow_none else "a str"
        raise TypeError(f"Expected usm_type to be {expected}, got {type(usm_type)}")
    if usm_type not in _usm_types:
        expected = "'device', 'shared', 'host', or None." if allow_none else "'device', 'shared', or 'host'."
        raise ValueError(f"Unrecognized value of usm_type={usm_type}, expected {expected}")
