"""Types of scalars: NumPy's dtypes by number, and Python's own numbers, which are weak: they take the other operand's type.

Numbers 0 to 14 are those of `_launch.DTYPES`; 15, 16 and 17 are Python's int, float and complex.
"""

import numpy as np

from .._launch import DTYPES, STORAGE, dtype_number

B1, I8, U8, I16, U16, I32, U32, I64, U64, F16, F32, F64, C64, C128, BF16 = range(15)
WEAK_INT, WEAK_FLOAT, WEAK_COMPLEX = 15, 16, 17
POINTER = 16  # among the builder's types, as what stands in STORED

_NUMPY = tuple(np.dtype("?" if d == "b1" else f"{d[0]}{int(d[1:]) // 8}") for d in DTYPES[:BF16])
STRONG = (*range(15), I64, F64, C128)  # what a dtype is computed in
STORED = tuple(STORAGE[d] for d in STRONG)
NAMES = (*(d.name for d in _NUMPY), "bfloat16", "Python int", "Python float", "Python complex")
KINDS = (*(d.kind for d in _NUMPY), "f", "i", "f", "c")
SIZES = tuple(2 if d == BF16 else _NUMPY[d].itemsize for d in STRONG)
HALVES = (F16, BF16)  # what is computed in float32, and rounded once

# Types that atomics and group operations exist for, as in the names of libdevice/builtins.def.
SUFFIX = {
    I32: "i32", U32: "u32", I64: "i64", U64: "u64", F32: "f32", F64: "f64", WEAK_INT: "i64", WEAK_FLOAT: "f64",
}  # fmt: skip

_promoted = {}


def numpy_dtype(dtype: int) -> np.dtype:
    """NumPy's dtype of a number that is not weak; that of ml_dtypes for bfloat16."""
    if dtype != BF16:
        return _NUMPY[dtype]
    import ml_dtypes

    return np.dtype(ml_dtypes.bfloat16)


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
    if BF16 in (a, b):
        return _with_bfloat16(b if a == BF16 else a)
    if b < WEAK_INT:
        return dtype_number(np.promote_types(_NUMPY[a], _NUMPY[b]))
    if a >= WEAK_INT:
        return b
    return dtype_number(np.result_type(_NUMPY[a], (1, 1.0, 1j)[b - WEAK_INT]))


def _with_bfloat16(other: int) -> int:
    """As numbers of ml_dtypes have it: a float of Python's is no number of so few digits."""
    if other in (B1, I8, U8, WEAK_INT):
        return BF16
    if other in (I16, U16, F16, F32, WEAK_FLOAT):
        return F32
    return {C64: C64, WEAK_COMPLEX: C64, C128: C128}.get(other, F64)


def dtype_of_object(value):
    """The type of a Python or NumPy number, None for anything else."""
    if isinstance(value, np.generic):
        return dtype_number(value.dtype)
    if isinstance(value, bool):
        return B1
    if isinstance(value, int):
        return WEAK_INT
    if isinstance(value, float):
        return WEAK_FLOAT
    return WEAK_COMPLEX if isinstance(value, complex) else None
