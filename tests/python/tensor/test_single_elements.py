"""Expressions of one element, which the calling thread computes where it can: the bits that kernels give arrays."""

import dpctl.tensor as dpt
import numpy as np
import pytest
from dpctl.tensor import _elementwise_funcs

from support import DTYPES, values

FUNCTIONS = [getattr(dpt, name) for name in _elementwise_funcs.__all__]


def bits(x):
    x = np.atleast_1d(dpt.asnumpy(x))
    return np.where(np.isnan(x), np.ones_like(x), x).view(f"V{x.itemsize}"), np.isnan(x)


def assert_same_bits(ours, expected):
    assert ours.dtype == expected.dtype
    for a, b in zip(bits(ours), bits(expected), strict=True):
        np.testing.assert_array_equal(a, b)


def denormals(dtype):
    if np.dtype(dtype).kind != "f":
        return np.array([], dtype)
    return np.array([0.25, -0.5, 1.5], dtype) * np.finfo(dtype).tiny


@pytest.mark.parametrize("dtype", [*DTYPES, "int32 float64", "int64 float32", "bool int64"])
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.name_)
def test_each_element_alone(device, function, dtype):
    dtypes = (dtype.split() * 3)[: function.nin]
    some = [
        np.concatenate([denormals(d), values(d)])[:: 1 + (function.nin > 1)][:12] for d in dtypes
    ]
    arrays = [dpt.asarray(n.ravel(), device=device) for n in np.meshgrid(*some)]
    try:
        together = function(*arrays)
    except (TypeError, ValueError):
        return
    for i in range(arrays[0].size):
        alone = function(*(x[i] for x in arrays))
        assert_same_bits(alone, together[i])


def test_conversions(device):
    for of in ("bool", "int32", "int64", "float32", "float64"):
        x = dpt.asarray(np.concatenate([denormals(of), values(of)]), device=device)
        for to in DTYPES:
            if np.dtype(of).kind == "f" and np.dtype(to).kind in "iu":
                continue
            together = dpt.astype(x, to) + dpt.zeros(1, dtype=to, device=device)
            for i in range(x.size):
                assert_same_bits(
                    dpt.astype(x[i], to) + dpt.zeros(1, dtype=to, device=device),
                    together[i : i + 1],
                )


@pytest.mark.parametrize("dtype", ["int32", "int64", "float32", "float64"])
def test_programs_of_elements(device, dtype):
    rng = np.random.default_rng(8)
    host = rng.integers(-50, 50, (30, 12)).astype(dtype)
    x = dpt.asarray(host, device=device)
    other = dpt.asarray(host, device=device)

    def step(a, i, j):
        above, left = a[i - 1, j], a[i, j - 1]
        difference = above * 2 - left
        chosen = dpt.where(difference > left, difference - 1, above)
        a[i, j] = chosen * a[i, j] + 3
        if bool(a[i, j] > 1000) or bool(a[i, j] < -1000):
            a[i, j] = left - above
        a[i, j] += above
        return difference  # held, and pending still

    held = [step(x, i, j) for i in range(1, 30) for j in range(1, 12)]
    expected, differences = host.copy(), []
    for i in range(1, 30):
        for j in range(1, 12):
            above, left = expected[i - 1, j], expected[i, j - 1]
            difference = above * 2 - left
            value = np.where(difference > left, difference - 1, above) * expected[i, j] + 3
            expected[i, j] = value
            if expected[i, j] > 1000 or expected[i, j] < -1000:
                expected[i, j] = left - above
            expected[i, j] += above
            differences.append(difference)
    np.testing.assert_array_equal(dpt.asnumpy(x), expected)
    np.testing.assert_array_equal([dpt.asnumpy(d) for d in held], differences)
    np.testing.assert_array_equal(dpt.asnumpy(other), host)


def test_what_is_pending_stays_what_it_was(device):
    x = dpt.asarray([1.0, 2.0, 3.0], device=device)
    doubled = x[1] * 2
    shared = doubled + 1
    assert float(shared) == 5
    x[1] = 10.0
    assert float(doubled) == 4
    x[1] += doubled
    assert float(x[1]) == 14
    one = dpt.ones((), device=device)
    chain = one
    for _ in range(40):  # more nodes than are computed at once
        chain = chain + one
    assert float(chain) == 41
    assert float(dpt.sum(x) + one) == 19
    assert float(dpt.exp(one - 1) * 2) == 2
