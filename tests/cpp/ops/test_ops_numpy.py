"""Every op function, for every dtype of its row, against NumPy on special and random values."""

from __future__ import annotations

import ctypes
import itertools
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

np.seterr(all="ignore")

LIBRARY = ctypes.CDLL(os.environ["WEFT_NATIVE_LOOPS"])
TABLE = Path(os.environ["WEFT_OPS_TABLE"])

DTYPES = {
    "b1": "bool", "i8": "int8", "u8": "uint8", "i16": "int16", "u16": "uint16", "i32": "int32", "u32": "uint32",
    "i64": "int64", "u64": "uint64", "f16": "float16", "f32": "float32", "f64": "float64", "c64": "complex64",
    "c128": "complex128",
}  # fmt: skip
INTEGRAL = ["i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64"]
REAL_FLOAT = ["f16", "f32", "f64"]
COMPLEX = ["c64", "c128"]
LOOPS = {
    "all": ["b1", *INTEGRAL, *REAL_FLOAT, *COMPLEX],
    "ordered": ["b1", *INTEGRAL, *REAL_FLOAT, *COMPLEX],
    "number": [*INTEGRAL, *REAL_FLOAT, *COMPLEX],
    "real": ["b1", *INTEGRAL, *REAL_FLOAT],
    "real_number": [*INTEGRAL, *REAL_FLOAT],
    "integral": INTEGRAL,
    "bits": ["b1", *INTEGRAL],
    "real_float": REAL_FLOAT,
    "floating": [*REAL_FLOAT, *COMPLEX],
    "complex": COMPLEX,
}


@dataclass(frozen=True)
class Row:
    name: str
    arity: int
    loops: str
    result: str
    numpy_name: str


def rows() -> list[Row]:
    pattern = re.compile(
        r"^WEFT_(?:INTERNAL_)?OP\((\w+), (\d), (\w+), (\w+), \w+, (\S+),", re.MULTILINE
    )
    return [
        Row(n, int(a), loops, r, numpy)
        for n, a, loops, r, numpy in pattern.findall(TABLE.read_text())
    ]


def ours(row: Row, suffix: str, *inputs: np.ndarray) -> np.ndarray:
    dtype = inputs[0].dtype
    if row.result == "boolean":
        dtype = np.dtype(bool)
    elif row.result == "part":
        dtype = inputs[0].real.dtype
    result = np.empty(inputs[0].shape, dtype)
    function = getattr(LIBRARY, f"loop_{row.name}_{suffix}")
    pointers = [ctypes.c_void_p(array.ctypes.data) for array in (result, *inputs)]
    function(ctypes.c_long(result.size), *pointers)
    return result


# What NumPy lacks, and where dpctl differs from it.
def integer_pow(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """dpctl gives 0 for negative exponents, where NumPy raises."""
    if x.dtype.kind not in "iu":
        return np.power(x, y)
    negative = y < 0
    return np.where(negative, x.dtype.type(0), np.power(x, np.where(negative, y.dtype.type(0), y)))


def proj(z: np.ndarray) -> np.ndarray:
    infinite = np.isinf(z)
    result = z.copy()
    result.real[infinite] = np.inf
    result.imag[infinite] = np.copysign(0.0, z.imag[infinite])
    return result


def real_valued(function):
    """NumPy's rounding functions of bool and integers, where NumPy would go through float."""

    def call(x):
        return x if x.dtype.kind in "biu" else function(x)

    return call


def complex_pow(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Powers of infinities and NaN are left to each library; complex64 is computed in complex128."""
    if x.dtype.kind != "c":
        return integer_pow(x, y)
    return np.power(x.astype(np.complex128), y.astype(np.complex128)).astype(x.dtype)


def complex_exp2(z: np.ndarray) -> np.ndarray:
    if z.dtype.kind != "c":
        return np.exp2(z)
    scaled = np.empty_like(z)
    scaled.real, scaled.imag = (
        z.real * np.log(2).astype(z.real.dtype),
        z.imag * np.log(2).astype(z.real.dtype),
    )
    return np.exp(scaled)


def real_on_the_axis(z: np.ndarray) -> np.ndarray:
    """NumPy's expm1(inf + 0j) has a NaN part; C99's exp has none."""
    result = np.expm1(z)
    if z.dtype.kind == "c":
        result.imag = np.where(z.imag == 0, z.imag, result.imag)
        without_angle = ~np.isfinite(z.imag)
        result.real = np.where(np.isposinf(z.real) & without_angle, np.inf, result.real)
        result = np.where(np.isneginf(z.real) & without_angle, z.dtype.type(-1), result)
    return result


def wide_log1p(z: np.ndarray) -> np.ndarray:
    """NumPy's own loses the digits of the real part near 0."""
    return (
        np.log1p(z.astype(np.clongdouble)).astype(z.dtype) if z.dtype.kind == "c" else np.log1p(z)
    )


def floor_divide(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Of infinities the quotient, as the Array API has it."""
    if x.dtype.kind != "f":
        return np.floor_divide(x, y)
    return np.where(np.isinf(x) | np.isinf(y), x / y, np.floor_divide(x, y))


def by_mpmath(function: Callable[[Any], Any]) -> Callable[[np.ndarray], np.ndarray]:
    """Of real numbers, in 40 digits; the limits at poles and infinities are SciPy's."""

    def one(x: float) -> float:
        name = function.__name__
        if np.isnan(x) or (name != "erf" and "erf" not in name and x == -np.inf):
            return np.inf if name == "loggamma" and x == -np.inf else np.nan
        if name == "erfinv":
            return np.nan if abs(x) > 1 else x if x == 0 else float(function(x))
        if name == "erfcinv" and not 2.0**-1022 <= x < 2:
            return np.inf if abs(x) < 2.0**-1022 else -np.inf if x == 2 else np.nan
        if name == "gamma" and x == 0:
            return np.copysign(np.inf, x)
        if name == "psi0" and x == 0:
            return np.copysign(np.inf, -x)
        if "erf" not in name and x <= 0 and x == np.floor(x):
            return np.inf if name == "loggamma" else np.nan
        if np.isinf(x):
            return float(function(x)) if "erf" in name else x
        if name == "erfc" and abs(x) > 40:
            return 0.0 if x > 0 else 2.0
        if name == "loggamma":
            return float(mpmath.log(abs(mpmath.gamma(x)))) if x < 1e5 else float(function(x))
        return (
            float(function(x)) if name != "gamma" or abs(x) < 200 else np.inf if x > 0 else x * 0.0
        )

    def call(x: np.ndarray) -> np.ndarray:
        with mpmath.workdps(40):
            return np.array([one(v) for v in x.astype(float).tolist()]).astype(x.dtype)

    return call


def psi0(x: Any) -> Any:
    return mpmath.psi(0, x)


def erfcx(x: Any) -> Any:
    far = x > 1e8
    return (
        1 / (x * mpmath.sqrt(mpmath.pi)) if far else mpmath.exp(mpmath.mpf(x) ** 2) * mpmath.erfc(x)
    )


def erfcinv(x: Any) -> Any:
    if x > 1e-9:
        return mpmath.erfinv(1 - mpmath.mpf(x))
    start = mpmath.sqrt(-mpmath.log(x))
    return mpmath.findroot(lambda y: mpmath.log(mpmath.erfc(y)) - mpmath.log(x), start)


def philox(place: np.ndarray, key: np.ndarray) -> np.ndarray:
    """Philox2x32-10 (Salmon et al., SC 2011)."""
    low = np.uint64(0xFFFFFFFF)
    wide, round_key = place.astype(np.int64).view(np.uint64), key.astype(np.uint64) & low
    left, right = wide & low, wide >> np.uint64(32)
    for _ in range(10):
        product = left * np.uint64(0xD256D193)
        left, right = product >> np.uint64(32) ^ round_key ^ right, product & low
        round_key = round_key + np.uint64(0x9E3779B9) & low
    return (left << np.uint64(32) | right).astype(place.dtype)


SPECIAL = {
    "erf": by_mpmath(mpmath.erf),
    "erfc": by_mpmath(mpmath.erfc),
    "erfcinv": by_mpmath(erfcinv),
    "erfcx": by_mpmath(erfcx),
    "erfinv": by_mpmath(mpmath.erfinv),
    "exponent": lambda x: np.frexp(x)[1].astype(x.dtype),
    "significand": lambda x: np.frexp(x)[0],
    "gamma": by_mpmath(mpmath.gamma),
    "lgamma": by_mpmath(mpmath.loggamma),
    "digamma": by_mpmath(psi0),
    "cube": lambda x: x * x * x if x.dtype.kind in "iuc" else (x.astype(np.longdouble) ** 3).astype(x.dtype),
    "fifth_power": lambda x: x * (x * x) ** 2 if x.dtype.kind in "iuc" else (x.astype(np.longdouble) ** 5).astype(x.dtype),
    "divide_parts": lambda x, y: (x.view(x.real.dtype).reshape(*x.shape, 2) / y.real[..., None]).view(x.dtype)[..., 0],
    "root_cubed": lambda x: np.power(x, x.dtype.type(1.5)),
    "inverse_root": lambda x: np.power(x, x.dtype.type(-0.5)),
    "inverse_root_cubed": lambda x: np.power(x.astype(np.longdouble), np.longdouble(-1.5)).astype(x.dtype),
    "pow": complex_pow,
    "floor_divide": floor_divide,
    "expm1": real_on_the_axis,
    "log1p": wide_log1p,
    "exp2": complex_exp2,
    "philox": philox,
    "proj": proj,
    "rsqrt": lambda x: (1 / np.sqrt(x.astype(np.longdouble))).astype(x.dtype),
    "ceil": real_valued(np.ceil),
    "floor": real_valued(np.floor),
    "trunc": real_valued(np.trunc),
    "round": real_valued(np.round),
    "clip": lambda x, low, high: np.minimum(np.maximum(x, low), high),
    "wrap_index": lambda i, n: np.where(i < 0, np.maximum(i, -n) + n, np.minimum(i, n - 1)),
    "argmax_replaces": lambda x, best: (x > best) | (np.isnan(x) & ~np.isnan(best)),
    "argmin_replaces": lambda x, best: (x < best) | (np.isnan(x) & ~np.isnan(best)),
}  # fmt: skip


def reference(row: Row, *inputs: np.ndarray) -> np.ndarray:
    function = SPECIAL.get(row.name) or getattr(np, row.numpy_name)
    return function(*inputs)


def special_values(dtype: np.dtype) -> np.ndarray:
    if dtype.kind == "b":
        return np.array([False, True])
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        near = [
            0,
            1,
            2,
            3,
            5,
            7,
            8,
            15,
            16,
            31,
            33,
            63,
            64,
            100,
            info.max,
            info.max - 1,
            info.max // 2,
        ]
        if info.min < 0:
            near += [-1, -2, -3, -7, -8, -100, info.min, info.min + 1]
        return np.array([v for v in near if info.min <= v <= info.max], dtype)
    if dtype.kind == "c":
        part = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.5,
            -0.5,
            2.0,
            -3.0,
            1e-3,
            10.0,
            -25.0,
            np.inf,
            -np.inf,
            np.nan,
        ]
        values = [complex(a, b) for a, b in itertools.product(part, part)]
        return np.array(values, dtype)
    info = np.finfo(dtype)
    part = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        -0.5,
        1.5,
        2.5,
        -2.5,
        3.0,
        -3.0,
        7.0,
        100.0,
        -100.0,
        1e-3,
        np.inf,
        -np.inf,
        np.nan,
    ]
    return np.array(
        [*part, info.max, info.min, info.tiny, -info.tiny, info.smallest_subnormal, 1 + info.eps],
        dtype,
    )


def inputs_for(row: Row, dtype: np.dtype) -> list[np.ndarray]:
    values = special_values(dtype)
    if row.arity == 3:
        values = values[:12]
    if row.arity > 1 and dtype.kind == "c":
        values = values[::3]
    if row.name == "pow" and dtype.kind == "c":
        values = values[np.isfinite(values)]
    grids = np.meshgrid(*[values] * row.arity)
    return [np.ascontiguousarray(grid.ravel()) for grid in grids]


def in_ulps(got: np.ndarray, want: np.ndarray) -> np.ndarray:
    """Error of each real number in ULP of the wanted one; infinite where NaN or infinities differ."""
    both_nan = np.isnan(got) & np.isnan(want)
    equal = (got == want) | both_nan
    wide, exact = got.astype(np.longdouble), want.astype(np.longdouble)
    unit = np.spacing(np.maximum(np.abs(want), np.finfo(want.dtype).tiny)).astype(np.longdouble)
    error = np.abs(wide - exact) / unit
    return np.where(equal, 0, np.where(np.isfinite(error), error, np.inf))


def assert_close(row: Row, got: np.ndarray, want: np.ndarray, *inputs: np.ndarray) -> None:
    assert got.dtype == want.dtype, f"{row.name}: {got.dtype} instead of {want.dtype}"
    if got.dtype.kind in "biu":
        wrong = got != want
    elif got.dtype.kind == "f":
        error = in_ulps(got, want)
        if row.name in ("digamma", "lgamma"):  # near their roots as exact as near 1
            near = np.abs(got - want) <= 8 * np.finfo(want.dtype).eps * np.maximum(np.abs(want), 1)
            error = np.where(near, 0, error)
        wrong = error > (8 if row.name == "gamma" else 4)  # glibc's tgammaf
    else:
        size = np.maximum(np.abs(want.real), np.abs(want.imag))
        wrong = np.zeros(got.shape, bool)
        # C99 leaves open the sign of an infinite part beside a NaN.
        signless = np.isnan(want.real) | np.isnan(want.imag)
        for mine, theirs in ((got.real, want.real), (got.imag, want.imag)):
            near = np.abs(mine - theirs) <= 64 * np.spacing(np.where(np.isfinite(size), size, 0))
            same = (mine == theirs) | (np.isnan(mine) & np.isnan(theirs))
            same |= signless & np.isinf(mine) & np.isinf(theirs)
            wrong |= ~(near | same)
    if wrong.any():
        i = int(np.flatnonzero(wrong)[0])
        shown = ", ".join(repr(x[i]) for x in inputs)
        pytest.fail(
            f"{row.name}({shown}) gives {got[i]!r}, NumPy {want[i]!r}; {int(wrong.sum())} of {wrong.size} differ"
        )


CASES = [(row, suffix) for row in rows() for suffix in LOOPS[row.loops]]


@pytest.mark.parametrize(
    ("row", "suffix"), CASES, ids=lambda v: v if isinstance(v, str) else v.name
)
def test_special_values_give_what_numpy_gives(row: Row, suffix: str) -> None:
    inputs = inputs_for(row, np.dtype(DTYPES[suffix]))
    assert_close(row, ours(row, suffix, *inputs), reference(row, *inputs), *inputs)


@pytest.mark.parametrize(
    ("row", "suffix"), CASES, ids=lambda v: v if isinstance(v, str) else v.name
)
def test_random_values_give_what_numpy_gives(row: Row, suffix: str) -> None:
    dtype = np.dtype(DTYPES[suffix])
    random = np.random.default_rng(20240229)

    def draw() -> np.ndarray:
        if dtype.kind in "biu":
            return (
                random.integers(0, 256, (4000, dtype.itemsize), np.uint8).view(dtype).ravel()
                if dtype.kind != "b"
                else (random.integers(0, 2, 4000).astype(bool))
            )
        if dtype.kind == "c":
            return (random.normal(0, 3, 4000) + 1j * random.normal(0, 3, 4000)).astype(dtype)
        return random.normal(0, 3, 4000).astype(dtype)

    inputs = [draw() for _ in range(row.arity)]
    assert_close(row, ours(row, suffix, *inputs), reference(row, *inputs), *inputs)


@pytest.mark.parametrize(
    "row", [row for row in rows() if row.loops == "ordered"], ids=lambda row: row.name
)
@given(
    hnp.arrays(np.int64, 16, elements=st.integers(-(2**63), 2**63 - 1)),
    hnp.arrays(np.uint64, 16, elements=st.integers(0, 2**64 - 1)),
)
@settings(max_examples=50, deadline=None)
def test_signed_and_unsigned_compare_exactly(row: Row, x: np.ndarray, y: np.ndarray) -> None:
    x[:4], y[:4] = (y[:4] & np.uint64(2**63 - 1)).astype(np.int64), y[:4] & np.uint64(2**63 - 1)
    exact = [getattr(np, row.numpy_name)(int(a), int(b)) for a, b in zip(x, y, strict=True)]
    assert ours(row, "i64_u64", x, y).tolist() == exact
    exact = [getattr(np, row.numpy_name)(int(b), int(a)) for a, b in zip(x, y, strict=True)]
    assert ours(row, "u64_i64", y, x).tolist() == exact
