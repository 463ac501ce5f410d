"""RandomState: a stream of random numbers on a queue, and the place in it."""

from __future__ import annotations

import math
import operator
import secrets
import threading
from typing import Any

import dpctl
import dpctl.tensor as dpt
import numpy as np
from dpctl.tensor import _usmarray
from dpctl.tensor._usmarray import usm_ndarray

from .._convert import cast, queue_of, wrapped
from . import _philox

__all__ = ["RandomState"]


def shape_of(size: Any) -> tuple[int, ...]:
    """The shape that ``size`` asks for; that of one number where it is ``None``."""
    if size is None:
        return ()
    if type(size) is int:
        shape = (size,)
    else:
        shape = tuple([operator.index(n) for n in (size if np.iterable(size) else (size,))])
    if shape and min(shape) < 0:
        raise ValueError("negative dimensions are not allowed")
    return shape


def _is_array(*values: Any) -> bool:
    return any(isinstance(value, usm_ndarray) for value in values)


class RandomState:
    """Random numbers of a stream that a seed chooses: Philox2x32-10, in double precision where the device has it.

    Args:
        seed (int, sequence of up to three int, optional): below 2**32; taken from the system where ``None``.
        device, sycl_queue: where numbers are made.

    Raises:
        TypeError, ValueError: for other seeds.
    """

    def __init__(self, seed: Any = None, device: Any = None, sycl_queue: Any = None) -> None:
        self._queue = queue_of(sycl_queue, device)
        self._key = secrets.randbits(32) if seed is None else _key_of(seed)
        self._next = 0
        self._lock = threading.Lock()

    def get_sycl_queue(self) -> dpctl.SyclQueue:
        """The queue of the numbers."""
        return self._queue

    def get_sycl_device(self) -> dpctl.SyclDevice:
        """The device of that queue."""
        return self._queue.sycl_device

    # What distributions are made of.

    def words(self, shape: tuple[int, ...], usm_type: str = "device") -> usm_ndarray:
        """The next 64 bits of the stream for each element of an array of uint64."""
        if usm_type not in ("device", "shared", "host"):
            raise ValueError(f"usm_type must be 'device', 'shared' or 'host', not {usm_type!r}")
        count = math.prod(shape)
        with self._lock:
            first = self._next
            self._next += count
        made = _philox.bits(self._key, first, count, usm_type, self._queue)
        return made if len(shape) == 1 else dpt.reshape(made, shape)

    def unit(
        self, shape: tuple[int, ...], usm_type: str = "device", dtype: Any = None
    ) -> usm_ndarray:
        """Numbers from 0 on and below 1."""
        return _philox.fractions(self.words(shape, usm_type), self.float_dtype(dtype))

    def gauss(
        self, shape: tuple[int, ...], usm_type: str = "device", dtype: Any = None
    ) -> usm_ndarray:
        """Numbers of the standard normal distribution, by Box and Muller."""
        radius = dpt.sqrt(-2.0 * dpt.log1p(-self.unit(shape, usm_type, dtype)))
        return dpt.cos(self.unit(shape, usm_type, dtype) * (2 * math.pi)) * radius

    def float_dtype(self, dtype: Any = None) -> np.dtype:
        """The dtype asked for, or the device's default."""
        return _usmarray.default_float_dtype(self._queue) if dtype is None else np.dtype(dtype)

    # NumPy's methods.

    def random_sample(self, size: Any = None, usm_type: str = "device") -> Any:
        """Numbers from 0 on and below 1."""
        return self.uniform(low=0.0, high=1.0, size=size, dtype=None, usm_type=usm_type)

    def rand(self, *args: int, usm_type: str = "device") -> Any:
        """:meth:`random_sample` of a shape that is given as extents."""
        return self.random_sample(size=args or None, usm_type=usm_type)

    def standard_normal(self, size: Any = None, usm_type: str = "device") -> Any:
        """Numbers of the normal distribution around 0 with deviation 1."""
        return self.normal(loc=0.0, scale=1.0, size=size, dtype=None, usm_type=usm_type)

    def randn(self, *args: int, usm_type: str = "device") -> Any:
        """:meth:`standard_normal` of a shape that is given as extents."""
        return self.standard_normal(size=args or None, usm_type=usm_type)

    def uniform(
        self,
        low: Any = 0.0,
        high: Any = 1.0,
        size: Any = None,
        dtype: Any = None,
        usm_type: str = "device",
    ) -> Any:
        """Numbers from ``low`` on and below ``high``, which are numbers or arrays.

        Args:
            dtype (optional): float32, float64, or int32 for whole numbers.

        Raises:
            OverflowError: for bounds that are not finite.
        """
        if dtype is not None and np.dtype(dtype).char not in "fdi":
            raise TypeError(f"dtype must be float32, float64 or int32, not {np.dtype(dtype)}")
        whole = dtype is not None and np.dtype(dtype).kind == "i"
        code = self.float_dtype(None if whole else dtype)
        low, high = self.operand(low, code), self.operand(high, code)
        self._refuse_infinite("Range exceeds valid bounds", low, high, high - low)
        if not _is_array(low, high):
            low, high = min(low, high), max(low, high)
        shape = self._shape(size, low, high)
        numbers = self.unit(shape, usm_type, code)
        if _is_array(low, high) or (low, high) != (0.0, 1.0):
            numbers = numbers * (high - low) + low
        return wrapped(cast(dpt.floor(numbers), dtype) if whole else numbers)

    def normal(
        self,
        loc: Any = 0.0,
        scale: Any = 1.0,
        size: Any = None,
        dtype: Any = None,
        usm_type: str = "device",
    ) -> Any:
        """Numbers of the normal distribution around ``loc`` with deviation ``scale``, which are numbers or arrays.

        Args:
            dtype (optional): float32 or float64.

        Raises:
            ValueError: for negative deviations.
            OverflowError: for bounds at or beyond the largest number.
        """
        if dtype is not None and (np.dtype(dtype).char not in "fd" or dtype is float):
            raise TypeError(f"dtype must be float32 or float64, not {np.dtype(dtype)}")
        code = self.float_dtype(dtype)
        loc, scale = self.operand(loc, code), self.operand(scale, code)
        if not isinstance(scale, usm_ndarray):
            if scale < 0 or math.copysign(1.0, scale) < 0:
                raise ValueError(f"scale={scale}, but must be non-negative")
        elif bool(dpt.any(scale < 0)):
            raise ValueError("scale must be non-negative")
        most = float(np.finfo(code).max)
        for bound in (loc, scale):
            if not isinstance(bound, usm_ndarray) and math.isfinite(bound) and abs(bound) >= most:
                raise OverflowError(f"Range of loc={loc} and scale={scale} exceeds valid bounds")
        numbers = self.gauss(self._shape(size, loc, scale), usm_type, code)
        if _is_array(loc, scale) or (loc, scale) != (0.0, 1.0):
            numbers = numbers * scale + loc
        return wrapped(numbers)

    def randint(
        self,
        low: Any,
        high: Any = None,
        size: Any = None,
        dtype: Any = int,
        usm_type: str = "device",
    ) -> Any:
        """Integers from ``low``, 0 if alone, on and below ``high``.

        Raises:
            ValueError: where there are none.
            OverflowError: for bounds that the dtype does not hold.
        """
        code = np.dtype("int64") if dtype in (int, np.int_) else np.dtype(dtype)
        if code.kind not in "iub":
            raise TypeError(f"Unsupported dtype {code!r} for randint")
        low, high = (0, low) if high is None else (low, high)
        if any(isinstance(b, (usm_ndarray, np.ndarray, list, tuple)) for b in (low, high)):
            return wrapped(self._between(low, high, size, usm_type, code))
        for bound in (low, high):
            if isinstance(bound, float) and not math.isfinite(bound):
                raise OverflowError("Range exceeds valid bounds")
        low, high = int(low), int(high)
        _refuse_bounds(code, low, high)
        if low >= high:
            raise ValueError(f"low={low} >= high={high}")
        return wrapped(self.below(high - low, shape_of(size), usm_type, low, code))

    def _between(self, low: Any, high: Any, size: Any, usm_type: str, code: Any) -> usm_ndarray:
        """Integers from bounds on and below others, of which there are several."""
        lows, highs = (
            dpt.asnumpy(b) if isinstance(b, usm_ndarray) else np.asarray(b) for b in (low, high)
        )
        for bounds in (lows, highs):
            if bounds.dtype.kind not in "biu":
                raise TypeError(f"randint: bounds are integers, not of {bounds.dtype}")
        if np.any(np.greater_equal(lows, highs)):
            raise ValueError("low >= high")
        if lows.size and highs.size:
            _refuse_bounds(code, int(lows.min()), int(highs.max()))
        first = lows.astype("uint64")
        counts = np.broadcast_to(
            highs.astype("uint64") - first, np.broadcast_shapes(lows.shape, highs.shape)
        )
        shape = counts.shape if size is None else shape_of(size)
        if np.broadcast_shapes(shape, counts.shape) != shape:
            raise ValueError(
                f"randint: bounds of shape {counts.shape} for numbers of shape {shape}"
            )
        words = self.words(shape, usm_type)
        first, counts = (
            dpt.asarray(x, usm_type=usm_type, sycl_queue=self._queue) for x in (first, counts)
        )
        return cast(cast(dpt.add(_below(words, counts), first), "int64"), code)

    def below(
        self, count: int, shape: tuple[int, ...], usm_type: str, low: int, dtype: Any
    ) -> usm_ndarray:
        """Integers from ``low`` on, of ``count`` ones."""
        words = self.words(shape, usm_type)
        if count <= 1 << 32:
            number = _product_below(words, count)
        elif count < 1 << 64:
            number = dpt.remainder(words, count)
        else:
            number = words
        if np.dtype(dtype) == np.uint64:
            return dpt.add(number, low) if low else number
        return cast(dpt.add(cast(number, "int64"), low), dtype)

    def operand(self, value: Any, dtype: Any) -> Any:
        """A parameter as a number, or as an array on the state's queue."""
        if type(value) in (float, int):
            return float(value)
        if isinstance(value, usm_ndarray):
            return cast(dpt.asarray(value, sycl_queue=self._queue), dtype)
        if np.ndim(value):
            return dpt.asarray(np.asarray(value), dtype=dtype, sycl_queue=self._queue)
        return float(value)

    def _shape(self, size: Any, *operands: Any) -> tuple[int, ...]:
        if size is not None:
            return shape_of(size)
        return np.broadcast_shapes(*(x.shape for x in operands if isinstance(x, usm_ndarray)))

    @staticmethod
    def _refuse_infinite(message: str, *bounds: Any) -> None:
        for bound in bounds:
            if not isinstance(bound, usm_ndarray) and not math.isfinite(bound):
                raise OverflowError(message)


def _refuse_bounds(dtype: np.dtype, low: int, high: int) -> None:
    limits = (0, 1) if dtype.kind == "b" else (int(np.iinfo(dtype).min), int(np.iinfo(dtype).max))
    if low < limits[0]:
        raise OverflowError(f"low={low} is out of bounds for {dtype}")
    if high > limits[1] + 1:
        raise OverflowError(f"high={high} is out of bounds for {dtype}")


def _product_below(words: usm_ndarray, count: Any) -> usm_ndarray:
    """Numbers below ``count`` of random bits by Lemire's product; what is uneven is below 2**-32."""
    return dpt.bitwise_right_shift(dpt.multiply(dpt.bitwise_right_shift(words, 32), count), 32)


def _below(words: usm_ndarray, counts: usm_ndarray) -> usm_ndarray:
    """Numbers below ``counts``, one for each number of random bits."""
    return dpt.where(counts <= 1 << 32, _product_below(words, counts), dpt.remainder(words, counts))


def _key_of(seed: Any) -> int:
    """32 bits of a seed; the seed itself where it is one number."""
    if isinstance(seed, usm_ndarray):
        seed = dpt.asnumpy(seed)
    if isinstance(seed, range):
        seed = list(seed)
    if isinstance(seed, (str, bytes, float, complex, set, dict)) or seed is None:
        raise TypeError(
            f"RandomState: a seed is an integer or a sequence of them, not {type(seed)}"
        )
    numbers = np.asarray(seed)
    if numbers.size == 0:
        raise ValueError("RandomState: a seed of no numbers")
    if numbers.dtype.kind not in "iu":
        raise TypeError(
            f"RandomState: a seed is an integer or a sequence of them, not of {numbers.dtype}"
        )
    if numbers.ndim > 1 or numbers.size > 3:
        raise ValueError(
            f"RandomState: a seed is of up to three numbers, not of shape {numbers.shape}"
        )
    words = [int(n) for n in numbers.reshape(-1)]
    if any(not 0 <= n < 1 << 32 for n in words):
        raise ValueError("RandomState: a seed is from 0 on and below 2**32")
    key = words[0]
    for word in words[1:]:
        key = (key * 0x9E3779B1 + word + 0x7F4A7C15) & 0xFFFFFFFF
    return key
