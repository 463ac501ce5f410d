"""Functions of math and NumPy, loops over several things, parts of arrays and tuples give compiled what Python gives."""

import cmath
import math

import numpy as np
import pytest
from numba_dpex import kernel_api as kapi
from reference import assert_same

F8 = np.linspace(-2, 2, 40)
I8 = np.arange(-20, 20)
R = kapi.Range(40)


def out(dtype="f8", shape=40):
    return np.zeros(shape, dtype)


def test_functions_of_math(device):
    def kernel(item, x, y, z):
        i = item.get_id(0)
        part, exponent = math.frexp(x[i] * 37)
        rest, whole = math.modf(x[i] * 3)
        y[i] = (
            math.ldexp(x[i], 3)
            + part
            + 10 * exponent
            + rest
            + 100 * whole
            + math.dist((x[i], 1.0), (2.0, 0.5))
        )
        z[i] = round(x[i], 1) + math.cbrt(x[i]) + math.exp2(x[i]) + math.remainder(x[i], 0.7)

    assert_same(kernel, R, F8, out(), out(), device=device, rtol=1e-12)


def test_functions_of_integers(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        y[i] = (
            math.gcd(x[i], 12)
            + math.lcm(x[i], 6)
            + math.isqrt(abs(x[i]) * 10)
            + math.factorial(abs(x[i]) % 6)
        )
        y[i] += pow(int(abs(x[i])), 3, 7)

    assert_same(kernel, R, I8, out("i8"), device=device)


def test_counting_functions(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        n = abs(x[i])
        y[i] = (
            math.comb(n, 4) + math.perm(n % 9, 3) + math.perm(n % 7) + int(np.bitwise_count(x[i]))
        )
        y[i] += math.gcd(x[i], 12, 18) + math.lcm(x[i], 6, 4) + math.gcd(x[i]) + math.lcm(x[i])

    assert_same(kernel, R, I8, out("i8"), device=device)


@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "u4", "i8"])
def test_functions_of_narrow_integers_give_pythons(device, dtype):
    def kernel(item, x, y, z):
        i = item.get_id(0)
        n, k = x[i], y[i]
        z[i] = math.comb(n, k) + math.perm(n % 7, k) + math.perm(n % 6, None)
        z[i] += math.gcd(n, k) * 1000 + math.lcm(n, k) * 1000

    n, k = np.array([12, 100, 3, 0, 1]).astype(dtype), np.array([6, 3, 5, 2, 2]).astype(dtype)
    assert_same(kernel, kapi.Range(5), n, k, out("i8", 5), device=device)


@pytest.mark.parametrize("dtype", ["i1", "u1", "i4", "i8", "f4", "f8"])
def test_numpys_functions_that_stay_integers(device, dtype):
    def kernel(item, x, y, z):
        i = item.get_id(0)
        z[i] = np.fmod(x[i], y[i]) * 8 + np.reciprocal(x[i])

    x = np.array([-7, 7, -7, 127, 1, -1, 2, 5]).astype(dtype)
    y = np.array([3, -3, -2, 5, 1, 2, 7, 0 if dtype[0] in "iu" else 3]).astype(dtype)
    assert_same(kernel, kapi.Range(8), x, y, out("f8", 8), device=device, rtol=1e-6)


def test_functions_of_several_numbers(device):
    def kernel(item, x, y, z):
        i = item.get_id(0)
        y[i] = math.hypot(x[i], 2.0, 0.5) + math.hypot(x[i]) + np.float_power(abs(x[i]), 1.5)
        y[i] += np.logaddexp2(x[i], 0.25)
        z[i, 0] = math.ulp(x[i])
        z[i, 1] = math.isclose(x[i], x[i] + 1e-12) + 2 * math.isclose(x[i], 1.0, rel_tol=0.1)

    assert_same(kernel, R, F8, out(), out("f8", (40, 2)), device=device, rtol=1e-12)


def test_numpys_functions_give_numpys_numbers(device):
    """Those of Python's numbers, too, which are not weak then: with uint32 an int64 makes an int64."""

    def kernel(item, x, h, y, z):
        i = item.get_id(0)
        y[i] = np.minimum(i, 7) + (x[i] - 40)
        y[i] += np.where(i > 3, i, 2) - x[i]
        y[i] += np.clip(i, 2, 9) - x[i]
        z[i] = np.sqrt(i) * h[i] + np.add(0.1, 0.2) * h[i]
        q, r = np.divmod(i, 3)
        z[i] += (q - 2000) * h[i] - r + np.abs(i) * h[i]

    x, h = np.arange(40, dtype="u4"), np.linspace(0, 9, 40).astype("f2")
    assert_same(kernel, R, x, h, out("i8"), out(), device=device)


def test_functions_of_numpy(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        q, r = np.divmod(x[i], 0.3)
        y[i] = (
            np.clip(x[i], -1, 1) + np.where(x[i] > 0, x[i], -x[i]) + np.heaviside(x[i], 0.5) + q + r
        )

    assert_same(kernel, R, F8, out(), device=device, rtol=1e-12)


def test_angles_of_complex_numbers(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        y[i] = cmath.phase(x[i]) + np.angle(x[i] * 2)

    assert_same(kernel, R, F8 + 1j * F8[::-1], out(), device=device, rtol=1e-12)


def test_loops_over_several_things(device):
    def kernel(item, x, m, y):
        i, total = item.get_id(0), 0.0
        for k, value in enumerate(x[: i + 1]):
            total += k * value
        for a, b in zip(x, m[i]):  # noqa: B905
            total += a * b
        for k, (a, b) in enumerate(zip(x[::2], x[1::3])):  # noqa: B905
            total += k * a - b
        for k in reversed(range(3, i + 5)):
            total = total * 0.5 + k
        for k, n in enumerate(range(i, 3, -4), 2):
            total += k * n
        for n, a, k in zip(range(i - 20), x, range(3, 40, i % 7 + 1)):  # noqa: B905
            total += n * a - k
        for k, (a, n) in enumerate(zip(x, range(9, -9, -2))):  # noqa: B905
            total += k * a - n
        for k in reversed((1, 2.5, i)):
            total += k
            if total > 100:
                break
        else:
            total -= 3
        y[i] = total

    matrix = np.arange(200.0).reshape(40, 5)
    assert_same(kernel, R, F8, matrix, out(), device=device, rtol=1e-12)


def test_numbers_and_parts_are_stored_into_parts(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        y[i] = x[i]
        y[i, 1:3] = i
        y[i, ::2] += x[i, ::2]
        y[i, -1:] -= 1

    assert_same(kernel, kapi.Range(8), F8.reshape(8, 5), out("f8", (8, 5)), device=device)


def test_tuples_of_numbers_take_any_index(device):
    factors = (1, 2.5, 7, -1)

    def kernel(item, x, y):
        i = item.get_id(0)
        first, *rest, last = (x[i], 3, 4.0, i)
        y[i] = factors[i % 4] * x[i] + factors[-1 - i % 4] + first + rest[i % 2] + last
        if any((x[i] > 1, x[i] < -1)) and all((x[i] < 1.5, i > 0)):
            y[i] = -1

    assert_same(kernel, R, F8, out(), device=device)


def test_folds_of_parts_and_arrays_that_kernels_make(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        own, ones = np.zeros(4), np.ones((2, 2), np.float32)
        for k in range(4):
            own[k] = x[i, k] * i
        y[i] = (
            np.dot(own, x[i, :4])
            + np.sum(x[i])
            + np.max(x[i, 1:])
            - np.min(x[:, 0])
            + np.mean(x[i])
        )
        y[i] += ones[1, 1]

    assert_same(kernel, kapi.Range(8), F8.reshape(8, 5), out("f8", 8), device=device, rtol=1e-12)


def test_a_lambda_is_a_kernel(device):
    launched = lambda item, x: kapi.AtomicRef(x, item.get_id(0)).store(3)  # noqa: E731
    assert_same(launched, R, out("i8"), device=device)


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_infinities_in_parts_of_numbers(device, dtype):
    def kernel(item, x, y):
        i = item.get_id(0)
        part, exponent = math.frexp(x[i])
        rest, whole = math.modf(x[i])
        y[i] = exponent
        if part == x[i]:
            y[i] = 100 + rest

    x = np.array([0, np.inf, -np.inf, 0.75, 1e-3], dtype)
    assert_same(kernel, kapi.Range(5), x, out(dtype, 5), device=device)
