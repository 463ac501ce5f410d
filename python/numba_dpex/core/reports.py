"""What kernels tell the host while they run: lines to print, failed assertions, indices out of bounds."""

import struct
from typing import NamedTuple

import numpy as np
from dpctl.memory import MemoryUSMHost

from ..kernel_api._work_items import BarrierDivergenceError

WORDS = 1 << 17  # of a buffer; the first one counts those that kernels asked for
FIRST = 1
LIMIT = WORDS - FIRST
_BFLOAT16 = 14
_NAMES = ["b1", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "c8", "c16"]
_DTYPES = (*(np.dtype(name).type for name in _NAMES), np.float32, int, float, complex)
_INT = _DTYPES.index(int)
_CONVERSIONS = {ord("s"): str, ord("r"): repr, ord("a"): ascii}


class Site(NamedTuple):
    """A place in a kernel that reports; `place` is its file, line and function."""

    kind: str  # print, assert, index, step, value, unpack, list or barrier
    place: str
    pattern: object  # what the values become
    detail: object  # options of print; the condition; the array; the condition


def zero_of(number):
    """Zero of a dtype, as the host makes it."""
    return _Values([0, 0]).next(number)


class _Values:
    """Reads the values of one record."""

    def __init__(self, words):
        self.words, self.at = words, 0

    def next(self, number):
        type_ = _DTYPES[number]
        if type_ in (complex, np.complex64, np.complex128):
            return type_(complex(self._float(), self._float()))
        if number == _BFLOAT16:
            import ml_dtypes

            return ml_dtypes.bfloat16(self._float())
        if type_ is float or issubclass(type_, np.floating):
            return type_(self._float())
        word = int(self._word())
        return type_(word % (1 << 64) if type_ is np.uint64 else word)

    def _word(self):
        self.at += 1
        return self.words[self.at - 1]

    def _float(self):
        return struct.unpack("d", struct.pack("q", int(self._word())))[0]

    def made(self, pattern):
        """The value that a pattern stands for."""
        kind, what = pattern
        if kind == "value":
            return self.next(what)
        if kind == "tuple":
            return tuple(self.made(item) for item in what)
        if kind == "text":
            return "".join(map(self._part, what))
        return what

    def _part(self, part):
        if isinstance(part, str):
            return part
        pattern, conversion, spec = part
        value = self.made(pattern)
        return format(_CONVERSIONS.get(conversion, lambda x: x)(value), spec)


def _words_of(pattern) -> int:
    kind, what = pattern
    if kind == "value":
        return 2 if issubclass(_DTYPES[what], (complex, np.complexfloating)) else 1
    if kind == "tuple":
        return sum(map(_words_of, what))
    if kind == "text":
        return sum(_words_of(part[0]) for part in what if not isinstance(part, str))
    return 0


def _count(site, dims) -> int:
    """How many values a record of this place has."""
    if site.kind == "print":
        return sum(map(_words_of, site.pattern))
    if site.kind == "barrier":
        return dims
    if site.kind == "index":
        return dims + sum(map(_words_of, site.pattern[1]))
    return dims + (0 if site.pattern is None else _words_of(site.pattern))


def _fault(site, values, dims) -> Exception:
    ids = tuple(values.next(_INT) for _ in range(dims))
    where = f"work-item {ids[0] if dims == 1 else ids}"
    if site.kind == "assert":
        message = "" if site.pattern is None else f": {values.made(site.pattern)}"
        return AssertionError(f"{site.place}, {where}: assert {site.detail} failed{message}")
    if site.kind == "barrier":
        return BarrierDivergenceError(
            f"{site.place}, {where}: {site.detail} differs between work-items of a group, and {site.pattern} stands under it; "
            "all work-items of a group have to come to the same barriers in the same order"
        )
    if site.kind == "step":
        return ValueError(f"{site.place}, {where}: the step {site.detail} of a range is zero")
    if site.kind == "value":
        return UnboundLocalError(
            f"{site.place}, {where}: {site.detail} has no value, since no turn of the loop before has given it one"
        )
    if site.kind == "unpack":
        found = values.made(site.pattern)
        return ValueError(f"{site.place}, {where}: {found} values where {site.detail} are unpacked")
    if site.kind == "list":
        room = values.made(site.pattern)
        return MemoryError(
            f"{site.place}, {where}: the list {site.detail} gets more than the {room} items that it has memory for"
        )
    axis, pattern = site.pattern
    index, *shape = (values.made(p) for p in pattern)
    return IndexError(
        f"{site.place}, {where}: index {index} is out of bounds for axis {axis} of {site.detail}, whose shape is {tuple(shape)}"
    )


class Report:
    """The buffer of one launch."""

    def __init__(self, queue, sites, dims):
        self.memory = MemoryUSMHost(8 * WORDS, queue=queue)
        self.words = np.frombuffer(self.memory, dtype=np.int64)
        self.words[:] = 0
        self.address = self.memory._pointer
        self.sites, self.dims = sites, dims

    def deliver(self):
        """Prints what the kernel printed; raises what its first fault stands for."""
        _deliver(self.words, self.sites, self.dims)


def _deliver(words, sites, dims):
    asked = int(words[0])
    at, end, fault = FIRST, min(asked + FIRST, WORDS), None
    while at < end:
        number = int(words[at]) - 1
        if number < 0:  # it did not fit any more
            break
        site = sites[number]
        count = _count(site, dims)
        if at + 1 + count > end:
            break
        values = _Values(words[at + 1 : at + 1 + count])
        at += 1 + count
        if site.kind == "print":
            print(*(values.made(p) for p in site.pattern), **site.detail)
        elif fault is None:
            fault = _fault(site, values, dims)
    if asked > LIMIT:
        print(f"(what this kernel printed beyond {8 * LIMIT} bytes is lost)")
    if fault is not None:
        raise fault
