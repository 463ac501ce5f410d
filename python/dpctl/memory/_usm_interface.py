"""Reads ``__sycl_usm_array_interface__``, or what CUDA libraries have for it: what memory it describes, and whose."""

from __future__ import annotations

import math
import operator
import re

_TYPESTR = re.compile(r"[<>|=]?[biufcV](\d+)")


def _malformed(what: str) -> ValueError:
    return ValueError(f"__sycl_usm_array_interface__ is malformed: {what}")


def _integer(number: object) -> int:
    value = int(number)
    if value != number:
        raise _malformed(f"{number!r} is not an integer")
    return value


def _item_size(typestr: object) -> int:
    match = _TYPESTR.fullmatch(typestr) if isinstance(typestr, str) else None
    if match is None:
        raise _malformed(f"dict('typestr': {typestr}) is unexpected. ")
    size = int(match.group(1))
    if size == 0:
        raise _malformed(f"dict('typestr': {typestr}) has elements without bytes. ")
    return size


def _shape(described: dict) -> list[int]:
    shape = described.get("shape")
    if shape is None or not hasattr(shape, "__iter__"):
        raise ValueError(
            "Shape entry is a required element of `__sycl_usm_array_interface__` dictionary"
        )
    shape = [_integer(extent) for extent in shape]
    if any(extent < 0 for extent in shape):
        raise ValueError("Array shape elements need to be positive")
    return shape


def _extent(shape: list[int], strides: object) -> tuple[int, int]:
    """The lowest and the highest element that an array with this shape and these strides touches."""
    if 0 in shape:
        return 0, 0
    if strides is None:
        return 0, math.prod(shape) - 1
    if not isinstance(strides, (tuple, list)) or len(strides) != len(shape):
        raise _malformed("'strides' must be a tuple or list of the same length as shape")
    steps = [_integer(stride) * (extent - 1) for stride, extent in zip(strides, shape, strict=True)]
    return sum(min(step, 0) for step in steps), sum(max(step, 0) for step in steps)


def parse(obj: object) -> tuple[int, int, bool, object]:
    """Address, number of bytes, whether any are used, and ``syclobj`` of the memory that ``obj`` describes.

    Without elements the bytes are those that one would take.

    Raises:
        ValueError: ``obj`` does not describe any, or not rightly.
    """
    if not hasattr(obj, "__sycl_usm_array_interface__"):
        if hasattr(obj, "__cuda_array_interface__"):
            from dpctl.tensor._cuda_interface import array_of

            return parse(array_of(obj, None))
        raise ValueError(f"Argument {obj} does not expose `__sycl_usm_array_interface__`.")
    described = obj.__sycl_usm_array_interface__
    if not isinstance(described, dict):
        raise ValueError(f"Argument {obj} does not correctly expose`__sycl_usm_array_interface__`.")
    version = operator.index(described.get("version", 0))
    if version != 1:
        raise _malformed(
            f"dict('version': {version}) is unexpected. The only recognized version is 1."
        )
    data = described.get("data")
    if not data or len(data) != 2:
        raise _malformed(
            "'data' field is required, and must be a tuple (usm_pointer, is_writable_boolean)."
        )
    address = operator.index(data[0])
    shape = _shape(described)
    item_size = _item_size(described.get("typestr", "|f8"))
    lowest, highest = _extent(shape, described.get("strides"))
    offset = operator.index(described.get("offset", 0))
    start = address + (offset + lowest) * item_size
    nbytes = (highest - lowest + 1) * item_size
    return start, nbytes, 0 not in shape, described.get("syclobj")
