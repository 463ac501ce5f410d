"""Types of scalars: NumPy's dtypes by number, and Python's own numbers, which are weak: they take the other operand's type.

Numbers 0 to 13 are those of `_launch.DTYPES`; 14, 15 and 16 are Python's int, float and complex.
"""

import numpy as np

from .._launch import DTYPES, STORAGE, dtype_number

B1, I8, U8, I16, U16, I32, U32, I64, U64, F16, F32, F64, C64, C128 = range(14)
WEAK_INT, WEAK_FLOAT, WEAK_COMPLEX = 14, 15, 16
POINTER = 16  # among the builder's types, as what stands in STORED

NUMPY = tuple(np.dtype("?" if d == "b1" else f"{d[0]}{int(d[1:]) // 8}") for d in DTYPES)
STRONG = (*range(14), I64, F64, C128)  # what a dtype is computed in
STORED = tuple(STORAGE[d] for d in STRONG)
NAMES = (*(d.name for d in NUMPY), "Python int", "Python float", "Python complex")
KINDS = (*(d.kind for d in NUMPY), "i", "f", "c")
SIZES = tuple(NUMPY[d].itemsize for d in STRONG)

# Types that atomics and group operations exist for, as in the names of libdevice/builtins.hpp.
SUFFIX = {
    I32: "i32", U32: "u32", I64: "i64", U64: "u64", F32: "f32", F64: "f64", WEAK_INT: "i64", WEAK_FLOAT: "f64",
}  # fmt: skip

_promoted = {}


def is_weak(dtype: int) -> bool:
    """Is it one of Python's own numbers?"""
    return dtype >= WEAK_INT


def is_integer(dtype: int) -> bool:
    """Is it an integer (no boolean)?"""
    return KINDS[dtype] in "iu"


def promote(a: int, b: int) -> int:
    """What NumPy 2 computes in for operands of these types."""
    if a == b:
        return a
    key = (a, b) if a < b else (b, a)
    found = _promoted.get(key)
    if found is None:
        found = _promoted[key] = _promote(*key)
    return found


def _promote(a: int, b: int) -> int:
    if b < WEAK_INT:
        return dtype_number(np.promote_types(NUMPY[a], NUMPY[b]))
    if a >= WEAK_INT:
        return b
    return dtype_number(np.result_type(NUMPY[a], (1, 1.0, 1j)[b - WEAK_INT]))


def dtype_of_object(value):
    """The type of a Python or NumPy number, None for anything else."""
    if isinstance(value, np.generic):
        return dtype_number(value.dtype) if value.dtype in NUMPY else None
    if isinstance(value, bool):
        return B1
    if isinstance(value, int):
        return WEAK_INT
    if isinstance(value, float):
        return WEAK_FLOAT
    return WEAK_COMPLEX if isinstance(value, complex) else None
