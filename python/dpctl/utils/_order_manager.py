"""Keeps the events of work submitted to a queue, so that later work can wait for it."""

from __future__ import annotations

import threading
from collections import defaultdict
from contextvars import ContextVar

from .._sycl_event import SyclEvent
from .._sycl_queue import SyclQueue

_COMPLETE = "complete"


def _pending(events: list[SyclEvent]) -> list[SyclEvent]:
    return [event for event in events if event.execution_status.name != _COMPLETE]


def _as_list(events: SyclEvent | list[SyclEvent] | tuple[SyclEvent, ...]) -> list[SyclEvent]:
    listed = [events] if isinstance(events, SyclEvent) else events
    if not isinstance(listed, (list, tuple)) or not all(
        isinstance(event, SyclEvent) for event in listed
    ):
        raise TypeError("Input is of unexpected type, expected dpctl.SyclEvent")
    return list(listed)


class _SequentialOrderManager:
    """Events of one queue: of its work, and of the host tasks that clean up after it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._host_task_events: list[SyclEvent] = []
        self._submitted_events: list[SyclEvent] = []

    def add_event_pair(
        self,
        host_task_ev: SyclEvent | list[SyclEvent] | tuple[SyclEvent, ...],
        comp_ev: SyclEvent | list[SyclEvent] | tuple[SyclEvent, ...],
    ) -> None:
        """Adds the events of a host task and of the computation before it."""
        host_tasks, computations = _as_list(host_task_ev), _as_list(comp_ev)
        with self._lock:
            self._host_task_events = _pending(self._host_task_events) + host_tasks
            self._submitted_events = _pending(self._submitted_events) + computations

    @property
    def num_host_task_events(self) -> int:
        return len(self.host_task_events)

    @property
    def num_submitted_events(self) -> int:
        return len(self.submitted_events)

    @property
    def host_task_events(self) -> list[SyclEvent]:
        """Host tasks that are not complete."""
        with self._lock:
            return _pending(self._host_task_events)

    @property
    def submitted_events(self) -> list[SyclEvent]:
        """Computations that are not complete: what later work has to wait for."""
        with self._lock:
            return _pending(self._submitted_events)

    def wait(self) -> None:
        """Waits for all of them."""
        with self._lock:
            events = self._submitted_events + self._host_task_events
        SyclEvent.wait_for(events)
        with self._lock:
            self._submitted_events = _pending(self._submitted_events)
            self._host_task_events = _pending(self._host_task_events)

    def __copy__(self) -> _SequentialOrderManager:
        copied = _SequentialOrderManager()
        copied._host_task_events = self.host_task_events
        copied._submitted_events = self.submitted_events
        return copied


class SyclQueueToOrderManagerMap:
    """The order manager of each queue, one set for each Python context (thread, asynchronous task)."""

    def __init__(self) -> None:
        self._map: ContextVar[defaultdict[SyclQueue, _SequentialOrderManager]] = ContextVar(
            "order managers of queues"
        )

    def _managers(self) -> defaultdict[SyclQueue, _SequentialOrderManager]:
        managers = self._map.get(None)
        if managers is None:
            managers = defaultdict(_SequentialOrderManager)
            self._map.set(managers)
        return managers

    def __getitem__(self, q: SyclQueue) -> _SequentialOrderManager:
        if not isinstance(q, SyclQueue):
            raise TypeError(f"Expected `dpctl.SyclQueue`, got {type(q)}")
        return self._managers()[q]

    def clear(self) -> None:
        """Waits for all events of this context, and forgets them."""
        managers = self._managers()
        for manager in list(managers.values()):
            manager.wait()
        managers.clear()


SequentialOrderManager = SyclQueueToOrderManagerMap()
