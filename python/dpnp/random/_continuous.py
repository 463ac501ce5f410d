"""Continuous distributions: expressions of uniform and normal numbers, and rejections that repeat until every element is there.

Parameters are numbers or, where a distribution is an expression, arrays.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import dpctl.tensor as dpt
import numpy as np
from dpctl.tensor._usmarray import usm_ndarray

from .._convert import wrapped
from ._each import of_each
from ._global import state
from ._state import shape_of


class _Draw:
    """Numbers of the global state for one call: its parameters, and the shape that they and ``size`` give."""

    def __init__(
        self, name: str, size: Any, positive: tuple[Any, ...] = (), other: tuple[Any, ...] = ()
    ) -> None:
        self.state = state()
        dtype = self.state.float_dtype()
        for value in positive:
            _require_positive(name, value)
        self.parameters = [self.state.operand(v, dtype) for v in (*positive, *other)]
        self.shape = self.state._shape(size, *self.parameters)

    def unit(self) -> usm_ndarray:
        return self.state.unit(self.shape)

    def open_unit(self) -> usm_ndarray:
        """Above 0, and 1 at most."""
        return 1.0 - self.state.unit(self.shape)

    def gauss(self) -> usm_ndarray:
        return self.state.gauss(self.shape)


def _require_positive(name: str, value: Any, zero: bool = False) -> None:
    least = (
        dpt.min(value)
        if isinstance(value, usm_ndarray) and value.size
        else np.min(value)
        if np.size(value)
        else 1
    )
    if not (float(least) >= 0 if zero else float(least) > 0):
        raise ValueError(
            f"{name}: a parameter must be {'non-negative' if zero else 'positive'}, not {value}"
        )


def exponential(scale=1.0, size=None):
    """Numbers of the exponential distribution with mean ``scale``."""
    _require_positive("exponential", scale, zero=True)
    draw = _Draw("exponential", size, (), (scale,))
    return wrapped(dpt.log(draw.open_unit()) * -draw.parameters[0])


def standard_exponential(size=None):
    """Numbers of the exponential distribution with mean 1."""
    return exponential(1.0, size)


def gumbel(loc=0.0, scale=1.0, size=None):
    """Numbers of the Gumbel distribution."""
    _require_positive("gumbel", scale, zero=True)
    draw = _Draw("gumbel", size, (), (loc, scale))
    return wrapped(
        draw.parameters[0]
        - dpt.log(-dpt.log(draw.open_unit() * (1 - 2.0**-53))) * draw.parameters[1]
    )


def laplace(loc=0.0, scale=1.0, size=None):
    """Numbers of the Laplace distribution."""
    _require_positive("laplace", scale, zero=True)
    draw = _Draw("laplace", size, (), (loc, scale))
    number = draw.open_unit()
    half = dpt.where(
        number <= 0.5, dpt.log(2.0 * number), -dpt.log(dpt.maximum(2.0 * (1.0 - number), 2.0**-53))
    )
    return wrapped(half * draw.parameters[1] + draw.parameters[0])


def logistic(loc=0.0, scale=1.0, size=None):
    """Numbers of the logistic distribution."""
    _require_positive("logistic", scale, zero=True)
    draw = _Draw("logistic", size, (), (loc, scale))
    number = draw.open_unit()
    return wrapped(
        dpt.log(number / dpt.maximum(1.0 - number, 2.0**-54)) * draw.parameters[1]
        + draw.parameters[0]
    )


def lognormal(mean=0.0, sigma=1.0, size=None):
    """Numbers whose logarithms are of the normal distribution."""
    _require_positive("lognormal", sigma, zero=True)
    draw = _Draw("lognormal", size, (), (mean, sigma))
    return wrapped(dpt.exp(draw.gauss() * draw.parameters[1] + draw.parameters[0]))


def pareto(a, size=None):
    """Numbers of the Pareto II distribution."""
    draw = _Draw("pareto", size, (a,))
    return wrapped(dpt.expm1(-dpt.log(draw.open_unit()) / draw.parameters[0]))


def power(a, size=None):
    """Numbers from 0 to 1 whose density rises as a power less than 1 below ``a``."""
    draw = _Draw("power", size, (a,))
    return wrapped(dpt.pow(draw.open_unit(), 1.0 / draw.parameters[0]))


def rayleigh(scale=1.0, size=None):
    """Numbers of the Rayleigh distribution."""
    _require_positive("rayleigh", scale, zero=True)
    draw = _Draw("rayleigh", size, (), (scale,))
    return wrapped(dpt.sqrt(-2.0 * dpt.log(draw.open_unit())) * draw.parameters[0])


def standard_cauchy(size=None):
    """Numbers of the Cauchy distribution."""
    draw = _Draw("standard_cauchy", size)
    return wrapped(dpt.tan((draw.unit() - 0.5) * math.pi))


@of_each()
def triangular(left, mode, right, size=None):
    """Numbers of the triangular distribution from ``left`` to ``right`` with its peak at ``mode``."""
    if left > mode or mode > right or left == right:
        raise ValueError("triangular: left <= mode <= right and left < right is needed")
    draw = _Draw("triangular", size)
    number, base = draw.unit(), float(right - left)
    low, high = float(mode - left), float(right - mode)
    rising = float(left) + dpt.sqrt(number * (base * low))
    falling = float(right) - dpt.sqrt((1.0 - number) * (base * high))
    return wrapped(dpt.where(number <= low / base, rising, falling))


def weibull(a, size=None):
    """Numbers of the Weibull distribution."""
    _require_positive("weibull", a, zero=True)
    draw = _Draw("weibull", size, (), (a,))
    (shape,) = draw.parameters
    drawn = -dpt.log(draw.open_unit())
    if isinstance(shape, usm_ndarray):
        return wrapped(dpt.where(shape == 0, 0.0, dpt.pow(drawn, 1.0 / shape)))
    return wrapped(dpt.pow(drawn, 1.0 / shape) if shape else 0.0 * drawn)


def wald(mean, scale, size=None):
    """Numbers of the inverse Gaussian distribution, by Michael, Schucany and Haas."""
    draw = _Draw("wald", size, (mean, scale))
    mean, scale = draw.parameters
    square = dpt.square(draw.gauss()) * mean
    root = mean + (mean / (2.0 * scale)) * (
        square - dpt.sqrt(square * (4.0 * scale) + dpt.square(square))
    )
    return wrapped(dpt.where(draw.unit() <= mean / (mean + root), root, mean * mean / root))


def _until_all(
    shape: tuple[int, ...], propose: Callable[[], tuple[usm_ndarray, usm_ndarray]]
) -> usm_ndarray:
    """The first accepted proposal for each element: ``propose`` gives numbers and whether they are."""
    numbers, taken = propose()
    while not bool(dpt.all(taken)):
        more, accepted = propose()
        numbers = dpt.where(taken, numbers, more)
        taken = dpt.logical_or(taken, accepted)
    return numbers


def _gammas(of: Any, shape: tuple[int, ...], a: Any) -> usm_ndarray:
    """Numbers of the gamma distribution with scale 1, by Marsaglia and Tsang."""
    boost = dpt.where(a < 1, 1.0, 0.0) if isinstance(a, usm_ndarray) else float(a < 1)
    d = a + boost - 1.0 / 3.0
    c = 1.0 / (dpt.sqrt(d) * 3.0 if isinstance(d, usm_ndarray) else math.sqrt(d) * 3.0)

    def propose() -> tuple[usm_ndarray, usm_ndarray]:
        x = of.gauss(shape)
        root = x * c + 1.0
        v = root * root * root
        positive = v > 0
        bound = 0.5 * dpt.square(x) + d - v * d + d * dpt.log(dpt.where(positive, v, 1.0))
        return v * d, dpt.logical_and(positive, dpt.log(1.0 - of.unit(shape)) < bound)

    made = _until_all(shape, propose)
    if isinstance(a, usm_ndarray) or a < 1:
        power = dpt.pow(1.0 - of.unit(shape), 1.0 / a)
        made = dpt.where(a < 1, made * power, made) if isinstance(a, usm_ndarray) else made * power
    return made


def gamma(shape, scale=1.0, size=None):
    """Numbers of the gamma distribution."""
    _require_positive("gamma", shape, zero=True)
    _require_positive("gamma", scale, zero=True)
    draw = _Draw("gamma", size, (), (shape, scale))
    a, scale = draw.parameters
    if not isinstance(a, usm_ndarray) and a == 0:
        return wrapped(draw.unit() * 0.0)
    return wrapped(_gammas(draw.state, draw.shape, a) * scale)


def standard_gamma(shape, size=None):
    """Numbers of the gamma distribution with scale 1."""
    return gamma(shape, 1.0, size)


def chisquare(df, size=None):
    """Numbers of the chi-square distribution."""
    draw = _Draw("chisquare", size, (df,))
    return wrapped(_gammas(draw.state, draw.shape, draw.parameters[0] / 2.0) * 2.0)


def beta(a, b, size=None):
    """Numbers of the beta distribution."""
    draw = _Draw("beta", size, (a, b))
    first, second = (_gammas(draw.state, draw.shape, p) for p in draw.parameters)
    return wrapped(first / (first + second))


def f(dfnum, dfden, size=None):
    """Numbers of the F distribution."""
    draw = _Draw("f", size, (dfnum, dfden))
    first, second = (_gammas(draw.state, draw.shape, p / 2.0) / p for p in draw.parameters)
    return wrapped(first / second)


def standard_t(df, size=None):
    """Numbers of Student's t distribution."""
    draw = _Draw("standard_t", size, (df,))
    half = draw.parameters[0] / 2.0
    return wrapped(draw.gauss() * dpt.sqrt(half / _gammas(draw.state, draw.shape, half)))


@of_each()
def noncentral_chisquare(df, nonc, size=None):
    """Numbers of the noncentral chi-square distribution."""
    from ._discrete import poisson

    _require_positive("noncentral_chisquare", nonc, zero=True)
    draw = _Draw("noncentral_chisquare", size, (df,))
    degrees = draw.parameters[0]
    if nonc == 0:
        return wrapped(_gammas(draw.state, draw.shape, degrees / 2.0) * 2.0)
    if degrees > 1:
        shifted = draw.gauss() + math.sqrt(nonc)
        return wrapped(
            _gammas(draw.state, draw.shape, (degrees - 1) / 2.0) * 2.0 + dpt.square(shifted)
        )
    extra = poisson(nonc / 2.0, draw.shape)
    return wrapped(
        _gammas(draw.state, draw.shape, degrees / 2.0 + dpt.astype(extra, draw.state.float_dtype()))
        * 2.0
    )


@of_each()
def noncentral_f(dfnum, dfden, nonc, size=None):
    """Numbers of the noncentral F distribution."""
    first = noncentral_chisquare(dfnum, nonc, size)
    return wrapped(first * (float(dfden) / float(dfnum)) / chisquare(dfden, first.shape))


@of_each()
def vonmises(mu, kappa, size=None):
    """Angles of the von Mises distribution, by Best and Fisher."""
    _require_positive("vonmises", kappa, zero=True)
    draw = _Draw("vonmises", size, (), (mu,))
    mu = draw.parameters[0]
    if kappa < 1e-8:
        return wrapped((draw.unit() * 2.0 - 1.0) * math.pi)
    tau = 1 + math.sqrt(1 + 4 * kappa * kappa)
    rho = (tau - math.sqrt(2 * tau)) / (2 * kappa)
    r = (
        (1 + rho * rho) / (2 * rho) if rho > 0 else 1 + 1 / (2 * kappa)
    )  # the difference in rho may be lost

    def propose() -> tuple[usm_ndarray, usm_ndarray]:
        z = dpt.cos(draw.unit() * math.pi)
        w = (z * r + 1.0) / (z + r)
        y = kappa * (r - w)
        v = draw.open_unit()
        accepted = dpt.logical_or(y * (2.0 - y) - v >= 0, dpt.log(y / v) + 1.0 - y >= 0)
        return w, accepted

    angle = dpt.acos(dpt.clip(_until_all(draw.shape, propose), -1.0, 1.0))
    angle = dpt.where(draw.unit() < 0.5, -angle, angle) + mu
    return wrapped(dpt.remainder(angle + math.pi, 2 * math.pi) - math.pi)


def dirichlet(alpha, size=None):
    """Vectors of the Dirichlet distribution with parameters ``alpha``, one number for each element."""
    host = dpt.asnumpy(alpha) if isinstance(alpha, usm_ndarray) else np.asarray(alpha, dtype=float)
    if host.ndim != 1 or (host <= 0).any():
        raise ValueError("dirichlet: alpha is a vector of positive numbers")
    draw = _Draw("dirichlet", None)
    shape = (*shape_of(size), host.size)
    numbers = _gammas(draw.state, shape, draw.state.operand(host, draw.state.float_dtype()))
    return wrapped(numbers / dpt.sum(numbers, axis=-1, keepdims=True))


def multivariate_normal(mean, cov, size=None, check_valid="warn", tol=1e-08):
    """Vectors of the normal distribution with a mean and a matrix of covariances.

    Raises:
        ValueError: where shapes do not fit, and with ``check_valid="raise"`` for matrices that are no covariances.
    """
    mean, cov = (
        dpt.asnumpy(x) if isinstance(x, usm_ndarray) else np.asarray(x, dtype=float)
        for x in (mean, cov)
    )
    if mean.ndim != 1:
        raise ValueError("mean must be 1 dimensional")
    if cov.ndim != 2 or cov.shape[0] != cov.shape[1]:
        raise ValueError("cov must be 2 dimensional and square")
    if mean.shape[0] != cov.shape[0]:
        raise ValueError("mean and cov must have same length")
    if check_valid not in ("warn", "raise", "ignore"):
        raise ValueError("check_valid must equal 'warn', 'raise', or 'ignore'")
    u, s, vh = np.linalg.svd(cov)
    if check_valid != "ignore" and not np.allclose((vh.T * s) @ vh, cov, rtol=tol, atol=tol):
        if check_valid == "raise":
            raise ValueError("covariance is not symmetric positive-semidefinite.")
        import warnings

        warnings.warn(
            "covariance is not symmetric positive-semidefinite.", RuntimeWarning, stacklevel=2
        )
    draw = _Draw("multivariate_normal", None)
    dtype = draw.state.float_dtype()
    numbers = draw.state.gauss((*shape_of(size), mean.size))
    factor = draw.state.operand(np.sqrt(s)[:, None] * vh, dtype)
    return wrapped(dpt.matmul(numbers, factor) + draw.state.operand(mean, dtype))
