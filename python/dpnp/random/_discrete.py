"""Discrete distributions: places in tables of their sums of probabilities, which the host makes of the parameters, and rejections.

A table belongs to one set of parameters.
"""

from __future__ import annotations

import math
import operator
from typing import Any

import dpctl.tensor as dpt
import numpy as np
from dpctl.tensor._usmarray import usm_ndarray

from .._convert import cast, wrapped
from ._continuous import _until_all
from ._each import of_each
from ._global import state
from ._state import shape_of

_NEGLIGIBLE = (
    45.0  # deviations from the mean within which a table holds all that double precision tells
)


def _number(name: str, value: Any, check: Any, said: str) -> Any:
    if not np.isscalar(value):
        raise TypeError(f"{name}: a number, not {type(value)}")
    if not check(value):
        raise ValueError(f"{name}: {said}, got {value}")
    return value


def _by_table(log_probabilities: np.ndarray, first: int, size: Any) -> Any:
    """Integers from ``first`` on with these logarithms of probabilities, which need not sum to 1."""
    of = state()
    shape = shape_of(size)
    p = np.exp(log_probabilities - log_probabilities.max())
    sums = np.cumsum(p)
    table = of.operand(sums / sums[-1], of.float_dtype())
    places = dpt.searchsorted(table, dpt.reshape(of.unit(shape), -1), side="right")
    return wrapped(cast(dpt.reshape(dpt.minimum(places, p.size - 1), shape) + first, "int64"))


_lgamma = np.vectorize(math.lgamma, otypes=[float])


def _around(mean: float, deviation: float, least: int, most: float) -> np.ndarray:
    """The integers that occur around a mean."""
    reach = _NEGLIGIBLE * deviation + 64
    low = max(least, math.floor(mean - reach))
    high = min(most, math.ceil(mean + reach))
    return np.arange(low, int(high) + 1)


@of_each("int64")
def binomial(n, p, size=None):
    """How many of ``n`` trials succeed, each with probability ``p``."""
    n = operator.index(_number("binomial", n, lambda v: v >= 0, "n is not negative"))
    p = float(_number("binomial", p, lambda v: 0 <= v <= 1, "p is from 0 to 1"))
    if p in (0.0, 1.0) or n == 0:
        return _constant(n if p == 1.0 else 0, size)
    k = _around(n * p, math.sqrt(n * p * (1 - p)), 0, n)
    logs = (
        math.lgamma(n + 1)
        - _lgamma(k + 1)
        - _lgamma(n - k + 1)
        + k * math.log(p)
        + (n - k) * math.log1p(-p)
    )
    return _by_table(logs, int(k[0]), size)


def _constant(value: int, size: Any) -> Any:
    return wrapped(
        dpt.full(shape_of(size), value, dtype="int64", sycl_queue=state().get_sycl_queue())
    )


@of_each("int64")
def poisson(lam=1.0, size=None):
    """How many events occur where ``lam`` do on average."""
    lam = float(_number("poisson", lam, lambda v: v >= 0, "lam is not negative"))
    if lam == 0:
        return _constant(0, size)
    k = _around(lam, math.sqrt(lam), 0, math.inf)
    return _by_table(k * math.log(lam) - lam - _lgamma(k + 1), int(k[0]), size)


@of_each("int64")
def geometric(p, size=None):
    """How many trials it takes to succeed, each with probability ``p``."""
    p = float(_number("geometric", p, lambda v: 0 < v <= 1, "p is above 0 and 1 at most"))
    if p == 1:
        return _constant(1, size)
    of = state()
    count = dpt.ceil(dpt.log(1.0 - of.unit(shape_of(size))) / math.log1p(-p))
    return wrapped(cast(dpt.maximum(count, 1.0), "int64"))


@of_each("int64")
def negative_binomial(n, p, size=None):
    """How many trials fail before ``n`` succeed, each with probability ``p``."""
    n = float(_number("negative_binomial", n, lambda v: v > 0, "n is positive"))
    p = float(_number("negative_binomial", p, lambda v: 0 < v <= 1, "p is above 0 and 1 at most"))
    if p == 1:
        return _constant(0, size)
    mean, deviation = n * (1 - p) / p, math.sqrt(n * (1 - p)) / p
    k = _around(mean, deviation, 0, math.inf)
    logs = _lgamma(n + k) - _lgamma(k + 1) - math.lgamma(n) + n * math.log(p) + k * math.log1p(-p)
    return _by_table(logs, int(k[0]), size)


@of_each("int64")
def hypergeometric(ngood, nbad, nsample, size=None):
    """How many of ``nsample`` drawn without return are good."""
    good, bad, drawn = (
        operator.index(_number("hypergeometric", v, lambda v: v >= 0, "counts are not negative"))
        for v in (ngood, nbad, nsample)
    )
    if drawn > good + bad:
        raise ValueError("hypergeometric: ngood + nbad < nsample")
    if drawn < 1:
        raise ValueError("hypergeometric: nsample is 1 or more")
    k = np.arange(max(0, drawn - bad), min(good, drawn) + 1)
    logs = (
        -_lgamma(k + 1)
        - _lgamma(good - k + 1)
        - _lgamma(drawn - k + 1)
        - _lgamma(bad - drawn + k + 1)
    )
    return _by_table(logs, int(k[0]), size)


@of_each("int64")
def logseries(p, size=None):
    """Integers of the logarithmic series distribution, by Kemp."""
    p = float(_number("logseries", p, lambda v: 0 < v < 1, "p is between 0 and 1"))
    of, shape = state(), shape_of(size)
    v = 1.0 - of.unit(shape)
    q = -dpt.expm1(math.log1p(-p) * of.unit(shape))
    q = dpt.maximum(q, 2.0**-60)
    count = dpt.floor(dpt.log(v) / dpt.log(q) + 1.0)
    return wrapped(cast(dpt.where(v >= p, 1.0, dpt.maximum(count, 1.0)), "int64"))


@of_each("int64")
def zipf(a, size=None):
    """Integers of the Zipf distribution, by Devroye's rejection."""
    a = float(_number("zipf", a, lambda v: v > 1, "a is above 1"))
    of, shape = state(), shape_of(size)
    b = 2.0 ** (a - 1)

    def propose() -> tuple[usm_ndarray, usm_ndarray]:
        x = dpt.floor(dpt.pow(1.0 - of.unit(shape), -1.0 / (a - 1)))
        t = dpt.pow(1.0 / x + 1.0, a - 1)
        fits = dpt.logical_and(x >= 1, x < 2.0**63)
        return x, dpt.logical_and(fits, of.unit(shape) * x * (t - 1.0) / (b - 1.0) <= t / b)

    return wrapped(cast(_until_all(shape, propose), "int64"))


def multinomial(n, pvals, size=None):
    """How often each of several outcomes occurs in ``n`` trials."""
    n = operator.index(_number("multinomial", n, lambda v: v >= 0, "n is not negative"))
    p = dpt.asnumpy(pvals) if isinstance(pvals, usm_ndarray) else np.asarray(pvals, dtype=float)
    if p.ndim != 1 or p.size == 0:
        raise ValueError("multinomial: pvals is a vector")
    if (p < 0).any() or (p > 1).any() or p[:-1].sum() > 1 + 1e-12:
        raise ValueError(
            "sum(pvals[:-1].astype(np.float64)) > 1.0, or probabilities below 0 or above 1"
        )
    of, shape = state(), shape_of(size)
    sums = np.minimum(np.cumsum(p), 1.0)
    sums[-1] = 1.0
    table = of.operand(sums, of.float_dtype())
    chosen = dpt.searchsorted(table, dpt.reshape(of.unit((*shape, n)), -1), side="right")
    chosen = dpt.reshape(dpt.minimum(chosen, p.size - 1), (*shape, n))
    counts = [dpt.count_nonzero(chosen == i, axis=-1) for i in range(p.size)]
    return wrapped(cast(dpt.stack(counts, axis=-1), "int64"))
