"""The error function, the gamma function and their kin, against 40 digits, in chains and at their poles."""

import math

import dpctl.tensor as dpt
import mpmath
import numpy as np
import pytest

from support import assert_same

POSITIVE = np.concatenate([np.geomspace(1e-3, 30, 40), np.arange(1, 8), np.arange(1, 8) + 0.5])
BOTH = np.concatenate([POSITIVE, -POSITIVE[:40] - 1e-3])
INSIDE = np.concatenate(
    [1 - np.geomspace(1e-6, 1, 40), -(1 - np.geomspace(1e-6, 1, 40)), [1e-7, 1e-3]]
)
TAILS = np.concatenate([np.geomspace(1e-30, 1, 40), 2 - np.geomspace(1e-9, 0.999, 20)])
FUNCTIONS = {
    "erf": (mpmath.erf, BOTH),
    "erfc": (mpmath.erfc, np.clip(BOTH, -6, 8)),
    "erfcinv": (lambda x: mpmath.erfinv(1 - mpmath.mpf(x)), TAILS),
    "erfcx": (lambda x: mpmath.exp(mpmath.mpf(x) ** 2) * mpmath.erfc(x), np.clip(BOTH, -3, 200)),
    "erfinv": (mpmath.erfinv, INSIDE),
    "gamma": (mpmath.gamma, BOTH),
    "lgamma": (lambda x: mpmath.log(abs(mpmath.gamma(x))), BOTH),
    "digamma": (lambda x: mpmath.psi(0, x), BOTH),
}  # fmt: skip
LIMITS = {
    "erf": [(np.inf, 1), (-np.inf, -1), (np.nan, np.nan), (-0.0, -0.0)],
    "erfc": [(np.inf, 0), (-np.inf, 2), (np.nan, np.nan), (0.0, 1)],
    "erfcinv": [(0.0, np.inf), (-0.0, np.inf), (2, -np.inf), (1, 0.0), (-0.5, np.nan), (2.5, np.nan), (np.nan, np.nan)],
    "erfcx": [(np.inf, 0), (-np.inf, np.inf), (np.nan, np.nan), (0.0, 1), (-0.0, 1)],
    "erfinv": [(1, np.inf), (-1, -np.inf), (1.5, np.nan), (np.nan, np.nan), (-0.0, -0.0)],
    "gamma": [(np.inf, np.inf), (-np.inf, np.nan), (0.0, np.inf), (-0.0, -np.inf), (-3, np.nan)],
    "lgamma": [(np.inf, np.inf), (0.0, np.inf), (-3, np.inf), (1, 0), (2, 0), (np.nan, np.nan)],
    "digamma": [(np.inf, np.inf), (-np.inf, np.nan), (0.0, -np.inf), (-0.0, np.inf), (-3, np.nan), (np.nan, np.nan)],
}  # fmt: skip


def exact(function, x):
    with mpmath.workdps(60):
        return np.array([float(function(v)) for v in x.astype(float).tolist()]).astype(x.dtype)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_values(device, name, dtype):
    function, arguments = FUNCTIONS[name]
    x = arguments.astype(dtype)
    x = x[(x > 0) | (x != np.floor(x))]  # no poles
    if name == "erfinv":
        x = x[np.abs(x) < 1]
    if name == "erfcinv":
        x = x[(x > np.finfo(dtype).tiny) & (x < 2)]
    expected = exact(function, x)
    size = np.maximum(np.abs(expected), 1) if name in ("lgamma", "digamma") else None
    assert_same(getattr(dpt, name)(dpt.asarray(x, device=device)), expected, 4, size)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("name", LIMITS)
def test_limits(device, name, dtype):
    x, expected = (np.array(side, dtype=dtype) for side in zip(*LIMITS[name], strict=True))
    result = getattr(dpt, name)(dpt.asarray(x, device=device))
    assert_same(result, expected)
    np.testing.assert_array_equal(
        np.signbit(dpt.asnumpy(result))[expected == 0], np.signbit(expected)[expected == 0]
    )


@pytest.mark.parametrize("dtype", ["bool", "int8", "int64"])
def test_integers_compute_in_floating_point(device, dtype):
    x = dpt.ones(3, dtype=dtype, device=device)
    assert dpt.erf(x).dtype == dpt.sqrt(x).dtype
    assert float(dpt.erf(x)[0]) == pytest.approx(math.erf(1), rel=1e-3)


def test_in_a_chain(device):
    x = np.linspace(0.1, 0.9, 50)
    d = dpt.asarray(x, device=device)
    np.testing.assert_allclose(
        dpt.asnumpy(dpt.erf(dpt.erfinv(d)) - dpt.exp(dpt.lgamma(d + 1)) / dpt.gamma(d + 1)),
        x - 1,
        atol=1e-14,
    )
