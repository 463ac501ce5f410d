"""Elementwise functions of NumPy's that are expressions of those of the ops table: they fuse like any other."""

from __future__ import annotations

import math
from typing import Any

import dpctl.tensor as dpt
import numpy as np

from ._convert import array_of, beside, cast, stored, wrapped
from ._elementwise import Composed, table

_REAL = "?bBhHiIlLefd"
_FLOATING = "efd"
_INTEGERS = "bBhHiIlL"


def _bit_count(x: Any) -> Any:
    if x.dtype.kind == "b":
        return cast(x, "uint8")
    bits = 8 * x.dtype.itemsize
    word = cast(dpt.abs(x), f"uint{bits}")
    ones = 2**bits - 1
    m1, m2, m4 = ones // 3, ones // 5, ones // 17
    word = word - ((word >> 1) & m1)
    word = (word & m2) + ((word >> 2) & m2)
    word = (word + (word >> 4)) & m4
    for shift in (8, 16, 32):
        if shift < bits:
            word = word + (word >> shift)
    return cast(word & 0x7F, "uint8")


def _ldexp(x1: Any, x2: Any) -> Any:
    """Two factors, either of which is representable where the result is."""
    if x2.dtype.kind not in "biu" or x2.dtype == np.uint64:
        raise ValueError(f"ldexp: exponents must be integers, not {x2.dtype}")
    if x1.dtype.kind == "c":
        raise ValueError("ldexp: complex numbers are not supported")
    dtype = x1.dtype if x1.dtype.kind == "f" else _float_for(x1.dtype)
    wide = np.dtype("f4") if dtype.itemsize == 2 else dtype
    most = 2 * (np.finfo(wide).maxexp + np.finfo(wide).nmant)
    power = dpt.clip(cast(x2, "int32" if x2.dtype.itemsize < 8 else "int64"), -most, most)
    part = cast(power >> 1, wide)
    scaled = cast(x1, wide) * dpt.exp2(part) * dpt.exp2(cast(power, wide) - part)
    return cast(dpt.where(x1 == 0, cast(x1, wide), scaled), dtype)


def _float_for(dtype: np.dtype) -> np.dtype:
    """NumPy's floating-point dtype for functions of integers."""
    return np.dtype({1: "f2", 2: "f4"}.get(dtype.itemsize, "f8"))


def _spacing(x: Any) -> Any:
    """To the next number away from zero; of float16, as in NumPy, to the next larger one."""
    if x.dtype.itemsize == 2:
        return dpt.nextafter(x, dpt.full_like(x, np.inf)) - x
    return dpt.nextafter(x, dpt.copysign(np.inf, x)) - x


def _floating(x: Any) -> Any:
    """The array, in double precision where it is of integers."""
    return x if x.dtype.kind in "fc" else cast(x, dpt.result_type(x, 1.0))


def _sinc(x: Any) -> Any:
    x = _floating(x)
    y = dpt.where(x == 0, 1.0, x * math.pi)
    return dpt.where(x == 0, 1.0, dpt.sin(y) / y)


def _fix(x: Any) -> Any:
    return dpt.trunc(x)


def _float_power(x1: Any, x2: Any) -> Any:
    return dpt.pow(x1, x2)


# Chebyshev series of exp(-x) I0(x) on [0, 8] and of exp(-x) sqrt(x) I0(x) beyond, as of Cephes.
_I0_NEAR = (
    -4.41534164647933937950e-18, 3.33079451882223809783e-17, -2.43127984654795469359e-16,
    1.71539128555513303061e-15, -1.16853328779934516808e-14, 7.67618549860493561688e-14,
    -4.85644678311192946090e-13, 2.95505266312963983461e-12, -1.72682629144155570723e-11,
    9.67580903537323691224e-11, -5.18979560163526290666e-10, 2.65982372468238665035e-9,
    -1.30002500998624804212e-8, 6.04699502254191894932e-8, -2.67079385394061173391e-7,
    1.11738753912010371815e-6, -4.41673835845875056359e-6, 1.64484480707288970893e-5,
    -5.75419501008210370398e-5, 1.88502885095841655729e-4, -5.76375574538582365885e-4,
    1.63947561694133579842e-3, -4.32430999505057594430e-3, 1.05464603945949983183e-2,
    -2.37374148058994688156e-2, 4.93052842396707084878e-2, -9.49010970480476444210e-2,
    1.71620901522208775349e-1, -3.04682672343198398683e-1, 6.76795274409476084995e-1,
)  # fmt: skip
_I0_FAR = (
    -7.23318048787475395456e-18, -4.83050448594418207126e-18, 4.46562142029675999901e-17,
    3.46122286769746109310e-17, -2.82762398051658348494e-16, -3.42548561967721913462e-16,
    1.77256013305652638360e-15, 3.81168066935262242075e-15, -9.55484669882830764870e-15,
    -4.15056934728722208663e-14, 1.54008621752140982691e-14, 3.85277838274214270114e-13,
    7.18012445138366623367e-13, -1.79417853150680611778e-12, -1.32158118404477131188e-11,
    -3.14991652796324136454e-11, 1.18891471078464383424e-11, 4.94060238822496958910e-10,
    3.39623202570838634515e-9, 2.26666899049817806459e-8, 2.04891858946906374183e-7,
    2.89137052083475648297e-6, 6.88975834691682398426e-5, 3.36911647825569408990e-3,
    8.04490411014108831608e-1,
)  # fmt: skip


def _chebyshev(x: Any, series: tuple[float, ...]) -> Any:
    """Clenshaw's recurrence."""
    b0, b1, b2 = x * 0 + series[0], 0.0, 0.0
    for coefficient in series[1:]:
        b0, b1, b2 = x * b0 - b1 + coefficient, b0, b1
    return (b0 - b2) * 0.5


def _i0(x: Any) -> Any:
    x = _floating(x)
    if x.dtype.kind == "c":
        raise TypeError("i0: complex numbers are not supported")
    wide = np.dtype("f4") if x.dtype.itemsize == 2 else x.dtype
    size = dpt.abs(cast(x, wide))
    near = _chebyshev(dpt.minimum(size, 8) * 0.5 - 2, _I0_NEAR)
    above = dpt.maximum(size, 8)
    far = _chebyshev(32 / above - 2, _I0_FAR) / dpt.sqrt(above)
    finite = dpt.exp(size) * dpt.where(size <= 8, near, far)
    return cast(dpt.where(dpt.isinf(size), size, finite), x.dtype)


_ROWS = (
    ("bitwise_count", _bit_count, 1, "Number of bits set in the absolute value.", "?" + _INTEGERS),
    ("fix", _fix, 1, "Nearest integer towards zero.", _REAL),
    ("float_power", _float_power, 2, "x1 raised to the power x2 in double precision.", "dD"),
    ("i0", _i0, 1, "Modified Bessel function of the first kind, order 0.", ""),
    ("ldexp", _ldexp, 2, "x1 times 2 raised to the integer x2.", "", False),
    ("sinc", _sinc, 1, "sin(pi x) / (pi x), 1 at 0.", ""),
    ("spacing", _spacing, 1, "Distance to the next number away from zero.", _FLOATING),
)  # fmt: skip

_RENAMED = {
    "absolute": "abs", "bitwise_not": "bitwise_invert", "conjugate": "conj", "degrees": "rad2deg", "invert": "bitwise_invert",
    "left_shift": "bitwise_left_shift", "mod": "remainder", "power": "pow", "radians": "deg2rad", "right_shift": "bitwise_right_shift",
    "true_divide": "divide",
}  # fmt: skip

composed = {row[0]: Composed(*row) for row in _ROWS}


def angle(x, deg=False, out=None, order="K"):
    """Phases of numbers, in radians, or in degrees where ``deg``."""
    x = array_of(x)
    if x.dtype.kind == "c":
        phase = dpt.angle(x)
    else:
        dtype = np.result_type(np.int64 if x.dtype.kind == "b" else x.dtype, np.float16)
        phase = dpt.atan2(0.0, cast(x, dtype))
    return stored(phase * (180 / math.pi) if deg else phase, out)


def real(x, out=None, order="K"):
    """Real parts: a view of a complex array, the array itself if it is real."""
    part = array_of(x) if x.dtype.kind != "c" else x.real
    return wrapped(part) if out is None else stored(part, out)


def imag(x, out=None, order="K"):
    """Imaginary parts: a view of a complex array, zeros for a real one."""
    part = array_of(x).imag
    return wrapped(part) if out is None else stored(part, out)


def round(x, decimals=0, out=None, dtype=None):
    """The nearest numbers with so many decimals; of two equally near the even one. Negative ``decimals`` round before the point."""
    x = array_of(x)
    if dtype is not None:
        x = cast(x, dtype)
    if x.dtype.kind == "b":
        x = cast(x, "float16" if decimals == 0 else "float64")
    if decimals == 0:
        return stored(dpt.round(x), out)
    scale = 10.0 ** abs(decimals)
    if x.dtype.kind in "iu":
        if decimals > 0:
            return stored(dpt.copy(x), out)
        return stored(cast(dpt.round(cast(x, "float64") / scale) * scale, x.dtype), out)
    rounded = dpt.round(x * scale) / scale if decimals > 0 else dpt.round(x / scale) * scale
    if x.dtype.kind == "f":
        rounded = dpt.where(dpt.isfinite(x * scale), rounded, x)
    return stored(rounded, out)


def around(x, /, decimals=0, out=None):
    """:func:`round`."""
    return round(x, decimals, out)


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    """Numbers in place of NaN and infinities: by default 0 and the largest and smallest finite ones.

    Args:
        x (ndarray, number): input.
        copy (bool): whether to leave ``x`` as it is.
        nan, posinf, neginf (number, array, sequence of numbers): what replaces each kind.

    Raises:
        ValueError: for arrays that do not broadcast to the shape of ``x``.
    """
    if not isinstance(x, dpt.usm_ndarray):
        import dpnp

        x = dpnp.asarray(x)
    nan, posinf, neginf = (
        beside(v, x) if isinstance(v, (list, tuple, np.ndarray)) else v
        for v in (nan, posinf, neginf)
    )
    for value in (nan, posinf, neginf):
        if value is not None and not np.isscalar(value) and not isinstance(value, dpt.usm_ndarray):
            raise TypeError(f"nan_to_num: a number or an array, got {type(value)}")
        if isinstance(value, (bool, np.bool_, complex)) and not isinstance(value, np.number):
            raise TypeError(f"nan_to_num: a real number, got {value!r}")
        if isinstance(value, dpt.usm_ndarray):
            _check_fills(value, x)
    if x.dtype.kind not in "fc":
        return wrapped(dpt.copy(x)) if copy else x
    limits = np.finfo(x.dtype)
    posinf = float(limits.max) if posinf is None else posinf
    neginf = float(limits.min) if neginf is None else neginf
    if x.dtype.kind == "c":
        result = dpt.empty_like(x) if copy else x
        for part in ("real", "imag"):
            setattr(result, part, _finite(getattr(x, part), nan, posinf, neginf))
        return wrapped(result)
    result = _finite(x, nan, posinf, neginf)
    return wrapped(result) if copy else stored(result, x)


def _check_fills(value: Any, x: Any) -> None:
    if np.broadcast_shapes(value.shape, x.shape) != x.shape:
        raise ValueError(
            f"nan_to_num: an array of shape {value.shape} does not broadcast to {x.shape}"
        )


def _finite(x: Any, nan: Any, posinf: Any, neginf: Any) -> Any:
    nan, posinf, neginf = (
        cast(v, x.dtype) if isinstance(v, dpt.usm_ndarray) else float(v)
        for v in (nan, posinf, neginf)
    )
    signed = dpt.where(x == math.inf, posinf, dpt.where(x == -math.inf, neginf, x))
    return dpt.where(x != x, nan, signed)


def clip(a, /, min=None, max=None, *, out=None, order="K", **kwargs):
    """Elements kept within bounds, which are numbers or arrays; the dtype is promoted as NumPy does.

    Raises:
        ValueError: where ``a`` is clipped at neither side.
    """
    import dpnp

    if kwargs:
        raise NotImplementedError(f"clip: keywords {sorted(kwargs)} are not supported")
    a = array_of(a)
    if min is None and max is None:
        return stored(dpt.copy(a), out)
    for bound in (min, max):
        if type(bound) in (int, float) or bound is None:
            continue
        if isinstance(bound, np.ndarray) or not (
            np.isscalar(bound) or isinstance(bound, dpt.usm_ndarray)
        ):
            raise TypeError(f"An array must be any of supported type, but got {type(bound)}")
    operands = [b for b in (min, max) if b is not None]
    result = dpt.clip(cast(a, dpnp.result_type(a, *operands)), min, max, order=order or "K")
    return stored(result, out)


def isneginf(x, out=None):
    """Whether elements are negative infinity. Raises TypeError for complex numbers."""
    return _infinite_with("isneginf", x, out, dpt.less)


def isposinf(x, out=None):
    """Whether elements are positive infinity. Raises TypeError for complex numbers."""
    return _infinite_with("isposinf", x, out, dpt.greater)


def _infinite_with(name: str, x: Any, out: Any, compare: Any) -> Any:
    x = array_of(x)
    if x.dtype.kind == "c":
        raise TypeError(f"{name}: this operation is not supported for {x.dtype} values")
    if out is not None and array_of(out).dtype.kind != "b":
        raise TypeError(f"{name}: out must be an array of bool, not {out.dtype}")
    return stored(
        dpt.logical_and(dpt.isinf(x), compare(cast(x, "float32") if x.dtype.kind == "b" else x, 0)),
        out,
    )


_NOT_DPNPS = (
    "angle",
    "digamma",
    "erf",
    "erfc",
    "erfcinv",
    "erfcx",
    "erfinv",
    "exponent",
    "gamma",
    "imag",
    "lgamma",
    "real",
    "round",
    "significand",
)


def _functions() -> dict[str, Any]:
    """All elementwise functions by name."""
    ours = {k: v for k, v in table.items() if k not in _NOT_DPNPS}
    return {**ours, **{k: table[v] for k, v in _RENAMED.items()}, **composed}
