"""bfloat16 in kernels: computed in float32 and rounded once, as ml_dtypes does in pure Python."""

import dpctl.tensor as dpt
import numba_dpex as dpex
import numpy as np
import pytest
from numba_dpex import kernel_api as kapi
from numba_dpex.kernel_api import NdRange, Range
from reference import results

bfloat16 = pytest.importorskip("ml_dtypes").bfloat16
RNG = np.random.default_rng(5)


def some(n=300, scale=8.0):
    return (RNG.standard_normal(n) * scale).astype(bfloat16)


def same_bits(function, space, *arguments, device):
    for expected, found in results(function, space, *arguments, device=device):
        assert expected.dtype == found.dtype
        if expected.dtype == bfloat16:
            expected, found = expected.view(np.uint16), found.view(np.uint16)
        np.testing.assert_array_equal(found, expected)


def test_arithmetic(device):
    def kernel(item, x, y, out):
        i = item.get_id(0)
        out[i, 0] = x[i] + y[i]
        out[i, 1] = x[i] * y[i] - x[i]
        out[i, 2] = x[i] / y[i]
        out[i, 3] = -x[i] * 3 + abs(y[i])
        out[i, 4] = x[i] if x[i] < y[i] else y[i] * y[i]
        out[i, 5] = x[i] ** 2
        out[i, 6] = 0.1
        out[i, 7] = i
        out[i, 7] += x[i]

    same_bits(
        kernel,
        Range(300),
        some(),
        some() + bfloat16(0.01),
        np.zeros((300, 8), bfloat16),
        device=device,
    )


def test_with_other_types(device):
    def kernel(item, x, i8, i16, i32, f16, f32, f64, c64, out, exact, complex):
        i = item.get_id(0)
        out[i, 0] = x[i] + i8[i]
        exact[i, 0] = x[i] + i16[i]
        exact[i, 1] = x[i] * i32[i]
        exact[i, 2] = x[i] + f16[i]
        exact[i, 3] = x[i] * f32[i]
        exact[i, 4] = x[i] * f64[i]
        exact[i, 5] = x[i] * 1.7
        exact[i, 6] = x[i] * 2
        out[i, 1] = x[i] * 1.7
        complex[i] = c64[i] * x[i]
        i32[i] = x[i]
        i32[i] += int(x[i]) + (1 if x[i] else 0)
        f32[i] = x[i]
        out[i, 2] = f64[i]

    whole = [RNG.integers(-9, 9, 300).astype(t) for t in ("i1", "i2", "i4", "f2", "f4", "f8", "c8")]
    out, exact = np.zeros((300, 3), bfloat16), np.zeros((300, 7))
    same_bits(kernel, Range(300), some(), *whole, out, exact, np.zeros(300, "c8"), device=device)


def test_arguments_memories_and_conversions(device):
    def kernel(nd, x, scale, out, slm):
        i, n = nd.get_local_id(0), nd.get_local_range(0)
        p = kapi.PrivateArray(2, bfloat16, fill_zeros=True)
        p[1] = x[nd.get_global_id(0)] * scale
        slm[i] = p[0] + p[1]
        kapi.group_barrier(nd.get_group())
        out[nd.get_global_id(0)] = slm[n - 1 - i] + bfloat16(i * 0.3)

    slm = kapi.LocalAccessor(16, bfloat16)
    same_bits(
        kernel,
        NdRange((64,), (16,)),
        some(64),
        bfloat16(1.5),
        np.zeros(64, bfloat16),
        slm,
        device=device,
    )


def test_functions(device):
    def kernel(item, x, out):
        i = item.get_id(0)
        out[i, 0] = np.sqrt(abs(x[i]))
        out[i, 1] = np.maximum(x[i], out[i, 0])
        out[i, 2] = np.floor(x[i])

    same_bits(kernel, Range(300), some(), np.zeros((300, 3), bfloat16), device=device)


def test_printed(capfd):
    @dpex.kernel
    def kernel(item, x):
        print(x[0])

    dpex.call_kernel(kernel, Range(1), dpt.asarray(np.asarray([1.25], bfloat16)))
    assert capfd.readouterr().out.strip() == "1.25"


def test_vectorized_functions():
    @dpex.vectorize
    def scaled(x, y):
        return x * y + 1

    x, y = some(), some()
    expected = (x * y + bfloat16(1)).view(np.uint16)
    found = dpt.asnumpy(scaled(dpt.asarray(x), dpt.asarray(y)))
    assert found.dtype == bfloat16
    np.testing.assert_array_equal(found.view(np.uint16), expected)
