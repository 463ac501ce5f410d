"""The state that the module's functions draw from: one for each queue."""

from __future__ import annotations

import threading
from typing import Any

from .._convert import queue_of
from ._state import RandomState

__all__ = ["seed"]

_states: dict[Any, RandomState] = {}
_lock = threading.Lock()


def state(device: Any = None, sycl_queue: Any = None) -> RandomState:
    """The state of a queue, seeded by the system where :func:`seed` has not been called."""
    queue = queue_of(sycl_queue, device)
    with _lock:
        if queue not in _states:
            _states[queue] = RandomState(sycl_queue=queue)
        return _states[queue]


def seed(seed=None, device=None, sycl_queue=None) -> None:
    """Lets the functions of the module draw from the stream of a seed on a queue, from its start."""
    queue = queue_of(sycl_queue, device)
    made = RandomState(seed, sycl_queue=queue)
    with _lock:
        _states[queue] = made
