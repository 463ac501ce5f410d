"""Times a block of code, on the host and on a device."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter

from ._sycl_event import SyclEvent
from ._sycl_queue import SyclQueue

__all__ = ["SyclTimer"]


class HostDeviceDuration:
    """A duration on the host and one on the device."""

    def __init__(self, host_dt: float, device_dt: float) -> None:
        self._host_dt = host_dt
        self._device_dt = device_dt

    def __repr__(self) -> str:
        return f"(host_dt={self._host_dt}, device_dt={self._device_dt})"

    def __str__(self) -> str:
        return repr(self)

    def __iter__(self) -> Iterator[float]:
        yield from (self._host_dt, self._device_dt)

    @property
    def host_dt(self) -> float:
        return self._host_dt

    @property
    def device_dt(self) -> float:
        return self._device_dt


class BaseDeviceTimer:
    """Marks moments of a queue with events."""

    __slots__ = ["queue"]

    def __init__(self, sycl_queue: SyclQueue) -> None:
        if not isinstance(sycl_queue, SyclQueue):
            raise TypeError(f"Expected type SyclQueue, got {type(sycl_queue)}")
        self.queue = sycl_queue


class QueueBarrierDeviceTimer(BaseDeviceTimer):
    """Marks by barriers: after all that was submitted before."""

    __slots__ = []

    def get_event(self) -> SyclEvent:
        return self.queue.submit_barrier()


class OrderManagerDeviceTimer(BaseDeviceTimer):
    """Marks by barriers after the events that the queue's order manager knows."""

    __slots__ = ["_order_manager"]

    def __init__(self, sycl_queue: SyclQueue) -> None:
        super().__init__(sycl_queue)
        from .utils import SequentialOrderManager

        self._order_manager = SequentialOrderManager[sycl_queue]

    def get_event(self) -> SyclEvent:
        event = self.queue.submit_barrier(self._order_manager.submitted_events)
        self._order_manager.add_event_pair(event, event)
        return event


_DEVICE_TIMERS = {
    None: QueueBarrierDeviceTimer,
    "queue_barrier": QueueBarrierDeviceTimer,
    "order_manager": OrderManagerDeviceTimer,
}


class SyclTimer:
    """SyclTimer(host_timer=time.perf_counter, device_timer=None, time_scale=1)

    Context manager that times what a block submits to a queue. Durations of several blocks add up.

    Args:
        host_timer: a function that gives the time in seconds
        device_timer: ``"queue_barrier"`` or ``"order_manager"``: how moments of the queue are marked
        time_scale: the number of seconds is multiplied by this

    Example:
        >>> timer = SyclTimer(time_scale=1e3)
        >>> with timer(queue):
        ...     work(queue)
        >>> host_ms, device_ms = timer.dt
    """

    def __init__(
        self,
        host_timer: Callable[[], float] = perf_counter,
        device_timer: str | None = None,
        time_scale: float = 1,
    ) -> None:
        if device_timer not in _DEVICE_TIMERS:
            raise ValueError(
                "Supported values for device_timer keyword are "
                f"'queue_barrier', 'order_manager', got '{device_timer}'"
            )
        self.timer = host_timer
        self.time_scale = time_scale
        self.queue: SyclQueue | None = None
        self.host_times: list[tuple[float, float]] = []
        self.bracketing_events: list[tuple[SyclEvent, SyclEvent]] = []
        self._timer_class = _DEVICE_TIMERS[device_timer]
        self._device_timer: BaseDeviceTimer | None = None
        self._starts: list[tuple[SyclEvent, float]] = []  # of blocks inside of each other

    def __call__(self, queue: SyclQueue | None = None) -> SyclTimer:
        if not isinstance(queue, SyclQueue):
            raise TypeError(f"The passed queue must have type dpctl.SyclQueue, got {type(queue)}")
        if not queue.has_enable_profiling:
            raise ValueError("The given queue was not created with the enable_profiling property")
        self.queue = queue
        self._device_timer = self._timer_class(queue)
        return self

    def __enter__(self) -> SyclTimer:
        if self._device_timer is None:
            raise AttributeError("SyclTimer: name the queue, as in `with timer(queue):`")
        self._starts.append((self._device_timer.get_event(), self.timer()))
        return self

    def __exit__(self, *args: object) -> None:
        event_start, host_start = self._starts.pop()
        self.host_times.append((host_start, self.timer()))
        self.bracketing_events.append((event_start, self._device_timer.get_event()))

    @property
    def dt(self) -> HostDeviceDuration:
        """The durations so far; waits for what was timed."""
        for event in (event for pair in self.bracketing_events for event in pair):
            event.wait()
        host = sum(end - start for start, end in self.host_times)
        device = sum(
            end.profiling_info_start - start.profiling_info_end
            for start, end in self.bracketing_events
        )
        return HostDeviceDuration(host * self.time_scale, device * (1e-9 * self.time_scale))
