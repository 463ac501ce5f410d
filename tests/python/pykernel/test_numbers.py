"""NumPy's and cmath's functions of numbers, and reductions of arrays, give compiled what Python gives."""

import cmath
import math

import dpctl.tensor as dpt
import numba_dpex as dpex
import numpy as np
import pytest
from numba_dpex import kernel_api as kapi
from reference import assert_same

ODD = np.array([0.0, -0.0, 0.25, -2.5, 3.0, 1e4, np.inf, -np.inf, np.nan])
R = kapi.Range(len(ODD))


def out(dtype="f8", *shape):
    return np.zeros(shape or len(ODD), dtype)


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", "i1", "i8"])
def test_numpys_functions_of_real_numbers(device, dtype):
    def kernel(item, x, y):
        i = item.get_id(0)
        y[i, 0] = np.fix(x[i])
        y[i, 1] = np.sinc(x[i])
        y[i, 2] = np.real(x[i] * 2)
        y[i, 3] = np.isposinf(x[i]) + 2 * np.isneginf(x[i]) + 4 * np.isreal(x[i])
        y[i, 4] = np.real(x[i]) + np.imag(x[i]) + np.iscomplex(x[i])
        y[i, 5] = np.isclose(x[i], 3.00001) + 2 * np.isclose(x[i], x[i], 0.1, 0.1, True)
        y[i, 6] = np.angle(x[i], True) + np.angle(x[i], deg=False)
        y[i, 7] = np.isscalar(x[i]) + 2 * np.isscalar(x) + 4 * np.iscomplexobj(x[i])
        y[i, 8] = np.isrealobj(x) + np.sign(x[i])

    x = np.where(np.isfinite(ODD), np.clip(ODD, -100, 100), 7) if dtype[0] == "i" else ODD
    rtol = {"f2": 1e-3, "f4": 1e-6}.get(dtype, 1e-12)
    assert_same(
        kernel,
        R,
        x.astype(dtype),
        out(dtype.replace("i1", "f4"), len(x), 9),
        device=device,
        rtol=rtol,
    )


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", "i4", "c8", "c16"])
def test_numbers_in_place_of_those_that_are_none(device, dtype):
    def kernel(item, x, y):
        i = item.get_id(0)
        y[i, 0] = np.nan_to_num(x[i])
        y[i, 1] = np.nan_to_num(x[i], nan=2.0, posinf=5.0)
        y[i, 2] = np.nan_to_num(x[i], True, 1, None, -7)

    x = np.where(np.isfinite(ODD), ODD, 7) if dtype[0] == "i" else ODD
    if dtype[0] == "c":
        x = np.stack([x, x[::-1]], 1).view("c16")[:, 0]
    assert_same(kernel, R, x.astype(dtype), out(dtype, len(x), 3), device=device)


@pytest.mark.parametrize("dtype", ["f4", "f8", "c16", "u1", "i1", "i8"])
def test_rounding_to_digits(device, dtype):
    def kernel(item, x, y):
        i = item.get_id(0)
        y[i, 0] = np.round(x[i])
        y[i, 1] = np.around(x[i], 2) + np.round(x[i], decimals=1)
        y[i, 2] = np.round(x[i], -1)

    x = np.array([0.125, 1.005, 27.5, 126.44, 255, 15, 25, 3.05, 0])
    x = x - 1j * x[::-1] if dtype[0] == "c" else x % 128 if dtype == "i1" else x
    assert_same(kernel, R, x.astype(dtype), out(dtype, len(x), 3), device=device, rtol=1e-6)


@pytest.mark.parametrize("dtype", ["f4", "f8", "i8"])
def test_spacing_of_numbers(device, dtype):
    def kernel(item, x, y):
        y[item.get_id(0)] = np.spacing(x[item.get_id(0)])

    x = np.where(np.isfinite(ODD), ODD, 7) if dtype[0] == "i" else ODD
    x = x.astype(dtype)
    x[x == 0] = 1  # kernels take denormals for zero
    assert_same(kernel, R, x, out(), device=device)


def test_digits_to_keep_are_constant(device):
    def kernel(item, x):
        x[0] = np.round(x[0], int(x[1]))

    with pytest.raises(Exception, match="is a constant in kernels"):
        dpex.call_kernel(dpex.kernel(kernel), R, dpt.ones(4, device=device))


@pytest.mark.parametrize("dtype", ["f4", "i4", "u1"])
def test_bounds_and_shapes(device, dtype):
    def kernel(item, x, y):
        i = item.get_id(0)
        y[i, 0] = np.clip(x[i], None, 2) + np.clip(x[i], 1, None) + np.clip(x[i], a_min=1, a_max=2)
        y[i, 1] = np.clip(x, min=1, max=3)[i] + np.clip(x[i], min=2)
        y[i, 2] = max(x) + min(x[i:]) + max(x * 2)
        y[i, 3] = np.size(x) + np.ndim(y) + np.shape(y)[1]
        y[i, 4] = np.finfo(np.float32).eps + np.iinfo(np.int16).max
        y[i, 5] = round(x[i] / 8, ndigits=1) + round(number=x[i] * 0.4)

    x = np.array([3, 1, 2, 0, 5]).astype(dtype)
    assert_same(kernel, kapi.Range(5), x, out("f8", 5, 6), device=device, rtol=1e-6)


def test_functions_of_cmath(device):
    def kernel(item, x, y, z):
        i = item.get_id(0)
        r, phi = cmath.polar(x[i])
        y[i, 0] = cmath.rect(r, phi) + cmath.rect(2, x[i].real) + cmath.rect(r, 0.0)
        y[i, 1] = cmath.log10(x[i]) + cmath.log(x[i], 3) + cmath.log(x[i])
        y[i, 2] = cmath.sinh(x[i]) + cmath.cosh(x[i]) + cmath.tanh(x[i]) + cmath.log(2)
        y[i, 3] = cmath.asin(x[i]) + cmath.acos(x[i]) + cmath.atan(x[i])
        y[i, 4] = cmath.asinh(x[i]) + cmath.acosh(x[i]) + cmath.atanh(x[i])
        z[i, 0] = cmath.isfinite(x[i]) + 2 * cmath.isnan(x[i]) + 4 * cmath.isinf(x[i])
        z[i, 1] = cmath.isclose(x[i], 0.5 + 0.5j, rel_tol=0.1) + cmath.phase(x[i].real)

    x = np.array([0.5 + 0.51j, -0.25 + 2j, 3 - 1j, -2 - 0.5j])
    assert_same(
        kernel, kapi.Range(4), x, out("c16", 4, 5), out("f8", 4, 2), device=device, rtol=1e-12
    )


def test_complex_numbers_have_the_parts_that_they_are_made_of(device):
    def kernel(item, x, z, s):
        i, j = item.get_id(0), item.get_id(1)
        z[i, j] = complex(x[i], x[j])
        s[i, j] = np.signbit(complex(x[i], x[j]).imag)

    count = len(ODD)
    assert_same(
        kernel,
        kapi.Range(count, count),
        ODD,
        out("c16", count, count),
        out("i4", count, count),
        device=device,
    )


def test_sums_and_products_from_a_start(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        y[i, 0] = sum((x[i, 0], 2, 0.5), 10) + sum((), 3) + sum((1, 2), start=x[i, 1])
        y[i, 1] = sum(x[i]) + sum(x[i], 1.5) + sum(x[i] * 2, start=1)
        y[i, 2] = math.prod((x[i, 0], 2, 0.5)) + math.prod(x[i], start=3) + math.prod(())

    assert_same(
        kernel,
        kapi.Range(4),
        np.linspace(-2, 2, 20).reshape(4, 5),
        out("f8", 4, 3),
        device=device,
        rtol=1e-12,
    )


@pytest.mark.parametrize("dtype", ["f4", "f8", "i4", "u1"])
def test_reductions_of_one_axis(device, dtype):
    def kernel(item, x, y):
        i = item.get_id(0)
        y[i, 0] = np.argmax(x[i]) + 10 * np.argmin(x[i]) + 100 * x[i].argmax()
        y[i, 1] = np.var(x[i]) + np.std(x[i] * 2) + x.std()
        y[i, 2] = np.ptp(x[i]) + np.count_nonzero(x[i] > 2) + np.argmax(x)
        y[i, 3] = np.nansum(x[i]) + np.nanmean(x) + np.nanstd(x[i]) + np.nanvar(x)
        y[i, 4] = np.nanmax(x[i]) + np.nanmin(x) + np.nanprod(x[i])
        y[i, 5] = np.argmin(x, axis=0)[i]

    x = np.array([[3, 1, 2, 3, 1], [0, 0, 0, 7, 7], [1, 2, 3, 4, 5], [9, 8, 0, 0, 1]]).astype(dtype)
    assert_same(kernel, kapi.Range(4), x, out("f8", 4, 6), device=device, rtol=1e-5)


def test_reductions_meet_what_is_no_number(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        y[i, 0] = np.argmax(x[i]) + 10 * np.argmin(x[i])
        y[i, 1] = np.nansum(x[i]) + np.nanmean(x[i]) + np.nanmax(x[i]) + np.nanmin(x[i])
        y[i, 2] = np.var(x[i]) + np.ptp(x[i])
        y[i, 3] = np.nanvar(x[i])

    x = np.array([[np.nan, 1, 2], [0, np.nan, 3], [5, 4, np.nan], [1, 2, 3]])
    assert_same(kernel, kapi.Range(4), x, out("f8", 4, 4), device=device, rtol=1e-12)


@pytest.mark.parametrize("function", [math.ldexp, np.ldexp])
def test_exponents_of_ldexp_are_integers(device, function):
    def kernel(item, x):
        x[0] = function(x[0], 2.5)

    with pytest.raises(
        Exception, match="ldexp takes an integer for the exponent, not Python float 2.5"
    ):
        dpex.call_kernel(dpex.kernel(kernel), R, dpt.ones(4, device=device))


@pytest.mark.parametrize("dtype", ["f8", "f4", "f2", "i2", "u1"])
def test_angles_have_numpys_types(device, dtype):
    def kernel(item, x, y, z):
        i = item.get_id(0)
        y[i, 0], y[i, 1] = np.deg2rad(x[i]), np.degrees(x[i])
        z[i] = np.heaviside(x[i] / np.float32(0), 0.5)

    x = np.array([250, 3]).astype(dtype)
    assert_same(kernel, kapi.Range(2), x, np.zeros((2, 2)), np.zeros(2), device=device, rtol=1e-7)


def test_distances_of_unsigned_numbers_and_infinities(device):
    def kernel(item, x, f, y):
        y[0] = math.dist((x[0], x[1]), (x[1], x[0]))
        y[1] = math.dist((f[0], f[1]), (0.0, 1.0))

    x, f = np.array([3, 250], "u1"), np.array([np.nan, -np.inf])
    assert_same(kernel, kapi.Range(1), x, f, np.zeros(2), device=device)
