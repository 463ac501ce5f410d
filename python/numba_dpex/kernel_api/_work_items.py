"""Runs the work-items of a group in turn, one at a time, each until it ends or meets others; that is what barriers mean.

Each work-item that meets others keeps its place on a thread of its own. Which one runs is handed over, so that kernels see no
concurrency, and the order is always the same.
"""

import linecache
import sys
import threading
from collections import namedtuple

SUB_GROUP_WIDTH = 8
# Work-items that have returned do not count where all of a group meet in one of these; what else they meet in takes all of them.
OF_THOSE_THAT_ARE_THERE = ("group_barrier", "any_of_group", "all_of_group", "none_of_group")
_here = threading.local()

Meeting = namedtuple("Meeting", "key name place value combine")


class BarrierDivergenceError(RuntimeError):
    """Work-items of a group do not come to the same barrier or group operation."""


class _Abandoned(BaseException):
    """Unwinds work-items that wait while another one has failed."""


def running_member():
    """The work-item that runs on this thread, None outside of kernels."""
    return getattr(_here, "member", None)


def running_item():
    """Its NdItem or Item."""
    member = running_member()
    return None if member is None else member.item


class Member:
    """One work-item on its way through a kernel."""

    __slots__ = (
        "ended", "item", "linear", "local_arrays", "meeting", "result", "run", "waits", "wake",
    )  # fmt: skip

    def __init__(self, run, item, linear):
        self.run, self.item, self.linear = run, item, linear
        self.wake = None
        self.meeting = self.result = None
        self.waits = self.ended = False
        self.local_arrays = 0  # how many it has come by

    def meet(self, group, name, value, combine=None):
        """Waits for the other work-items of `group`, then gives this one's share of what combine(values) gives."""
        frame = sys._getframe(2)
        while frame.f_back is not None and frame.f_globals.get("__package__") == __package__:
            frame = frame.f_back
        place = (frame.f_code.co_filename, frame.f_lineno)
        self.meeting = Meeting(id(getattr(group, "_identity", group)), name, place, value, combine)
        self.run.pause(self)
        return self.result


class GroupRun:
    """The work-items of one group; `lets_off`: they may return before they come to where others meet."""

    def __init__(self, call, items, members_of, lets_off=False):
        self.call, self.lets_off = call, lets_off
        self.members = [Member(self, item, n) for n, item in enumerate(items)]
        self.members_of = members_of  # sub-group or group identity -> its members' numbers
        self.unstarted = list(reversed(self.members))
        self.turn = threading.Semaphore(0)
        self.failed = None
        self.local_arrays = []

    def run(self):
        """Runs all to their ends; raises what the first one that failed raised."""
        self.spawn()
        while True:
            waiting = [m for m in self.members if m.meeting is not None]
            if self.failed is not None:
                self.abandon(waiting)
                raise self.failed
            if not waiting:
                return
            for member in self.released(waiting):
                member.wake.release()
                self.turn.acquire()
                if self.failed is not None:
                    break

    def spawn(self):
        """Goes on with unstarted work-items on another thread until none is left or one failed."""
        threading.Thread(target=self.work, daemon=True).start()
        self.turn.acquire()

    def work(self):
        while self.unstarted and self.failed is None:
            member = self.unstarted.pop()
            _here.member = member
            try:
                self.call(member)
            except _Abandoned:
                break
            except BaseException as error:
                self.failed = error
            finally:
                _here.member, member.ended = None, True
            if member.waits:  # it met others: those that were unstarted then run elsewhere
                break
        self.turn.release()

    def pause(self, member):
        """Called by the work-item: lets others run until it is its turn again."""
        if member.wake is None:
            member.wake = threading.Semaphore(0)
        first, member.waits = not member.waits, True
        if first and self.unstarted and self.failed is None:
            threading.Thread(target=self.work, daemon=True).start()
        else:
            self.turn.release()
        member.wake.acquire()
        if self.failed is not None:
            raise _Abandoned

    def released(self, waiting):
        """Those that may go on, in order: members of groups that have met completely. Raises where nobody may."""
        ready = []
        for key in dict.fromkeys(m.meeting.key for m in waiting):
            members = self.awaited(key)
            if self.met(members):
                self.exchange(members)
                ready += members
        if not ready:
            error = self.divergence(waiting)
            self.failed = error
            self.abandon(waiting)
            raise error
        return sorted(ready, key=lambda m: m.linear)

    def awaited(self, key):
        """The members of a group that have to meet: all, or those that have not returned."""
        members = [self.members[n] for n in self.members_of[key]]
        left = [m for m in members if not m.ended]
        names = {m.meeting.name for m in left if m.meeting is not None}
        if (
            self.lets_off
            and len(members) == len(self.members)
            and names <= set(OF_THOSE_THAT_ARE_THERE)
        ):
            return left
        return members

    @staticmethod
    def met(members):
        first = members[0].meeting
        return first is not None and all(
            m.meeting is not None and m.meeting[:3] == first[:3] for m in members
        )

    @staticmethod
    def exchange(members):
        combine = members[0].meeting.combine
        results = [None] * len(members)
        if combine is not None:
            results = combine([m.meeting.value for m in members])
        for member, result in zip(members, results, strict=True):
            member.result, member.meeting = result, None

    def divergence(self, waiting):
        first = waiting[0].meeting
        other = next(
            (m for m in self.members if m.meeting is None or m.meeting[:3] != first[:3]), None
        )
        file, line = first.place
        text = f"{first.name} in {file}, line {line}"
        source = linecache.getline(file, line).strip()
        if source:
            text += f" ({source})"
        what = f"{text}: work-item {waiting[0].linear} of the group waits here, "
        if other is None or other.meeting is None:
            number = "another one" if other is None else f"work-item {other.linear}"
            what += f"{number} has ended without coming here"
        else:
            what += f"work-item {other.linear} waits at {other.meeting.name} in line {other.meeting.place[1]}"
        return BarrierDivergenceError(
            what + "; all work-items of a group have to come to the same barriers in the same order"
        )

    def abandon(self, waiting):
        for member in waiting:
            if member.meeting is not None:
                member.meeting = None
                member.wake.release()
