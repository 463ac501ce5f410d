"""Compiled kernels give what pure Python gives: control flow, numbers, indices, calls."""

import math
from collections import namedtuple
from fractions import Fraction

import dpctl.tensor as dpt
import numba_dpex as dpex
import numpy as np
import pytest
from numba_dpex import kernel_api as kapi
from reference import assert_same

MATCHED = (3, 4)

F4 = np.linspace(-2, 2, 40, dtype=np.float32)

I4 = np.arange(-20, 20, dtype=np.int32)

I8 = np.arange(-20, 20)

R = kapi.Range(40)


def out(dtype, n=40):
    return np.zeros(n, dtype)


Limits = namedtuple("Limits", "low high")

LIMITS = Limits(3, 5.5)


def test_fields_of_captured_tuples(device):
    def kernel(item, a):
        i = item.get_id(0)
        a[i] = LIMITS.high if i < LIMITS.low else LIMITS[0]

    assert_same(kernel, kapi.Range(8), np.zeros(8), device=device)


def test_arithmetic_of_float32_with_python_numbers(device):
    def kernel(item, a, x, y):
        i = item.get_id(0)
        y[i] = a * x[i] + 2 * y[i] - x[i] / 3 + 0.1

    assert_same(kernel, R, 2.5, F4, out("f4"), device=device, rtol=1e-6)


@pytest.mark.parametrize(
    "dtype", ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "c8", "c16"]
)
def test_plain_arithmetic_of_every_type(device, dtype):
    def kernel(item, x, y, z):
        i = item.get_id(0)
        z[i] = x[i] * y[i] + x[i] - y[i] * 3

    x = (np.arange(40) % 13).astype(dtype)
    y = (np.arange(40) % 7 + 1).astype(dtype)
    assert_same(kernel, R, x, y, out(dtype), device=device, rtol=2e-3 if dtype == "f2" else 1e-6)


@pytest.mark.parametrize("sign", [1, -1])
def test_a_product_within_a_sum_is_not_rounded(device, sign):
    """As clang's -ffp-contract=on has it: the first product of a sum of two, although the second is its like."""

    @dpex.kernel
    def kernel(item, x, y):
        i = item.get_id(0)
        if sign == 1:
            y[i] = x[i] * x[i] + x[i] * -x[i]
        else:
            y[i] = x[i] * x[i] - x[i] * x[i]

    x = np.linspace(0.1, 2, 40)
    y = dpt.zeros(40, device=device)
    dpex.call_kernel(kernel, R, dpt.asarray(x, device=device), y)
    expected = [float(Fraction(v) * Fraction(v) - Fraction(v * v)) for v in x.tolist()]
    np.testing.assert_array_equal(dpt.asnumpy(y), expected)


@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "i4", "u4", "i8", "u8", "f4", "f8"])
def test_quotients_and_remainders_have_pythons_signs(device, dtype):
    def kernel(item, x, y, q, r, s):
        i = item.get_id(0)
        q[i] = x[i] // y[i]
        r[i] = x[i] % y[i]
        d, m = divmod(x[i], y[i])
        s[i] = d + m

    x = (np.arange(40) - 20).astype(dtype)
    y = np.where(np.arange(40) % 2, 3, -3).astype(dtype)
    assert_same(kernel, R, x, y, out(dtype), out(dtype), out(dtype), device=device)


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8"])
def test_quotients_of_infinities_are_pythons(device, dtype):
    def kernel(item, a, out):
        i = item.get_id(0)
        for k in range(a.shape[0]):
            out[0, i, k] = a[i] // a[k]
            out[1, i, k] = a[i] % a[k]
        out[0, i, 0] = a[i] // 2.0

    a = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 0.5, -1.5, 2, -7], dtype)
    assert_same(kernel, kapi.Range(a.size), a, np.zeros((2, a.size, a.size), dtype), device=device)


def test_quotients_of_python_integers(device):
    def kernel(item, a, b):
        i = item.get_id(0) - 20
        a[i] = i // 7 + i // -7 + i % 7 + i % -7 + (i >> 1) + (i << 2)
        b[i] = i / 7

    assert_same(kernel, R, out("i8"), out("f8"), device=device)


@pytest.mark.parametrize("dtype", ["i4", "i8"])
def test_integers_of_numpy_wrap_around(device, dtype):
    kind, least = np.dtype(dtype).type, np.iinfo(dtype).min

    def kernel(item, out):
        i = item.get_id(0)
        s = kind(i)
        for k in range(4):
            s = s * 1103515245 + 12345
            s = s * (kind(i) & 63) + s * (s & 1023)
            out[i, 2 * k] = s % 10 + (s >> 5) // 3
            out[i, 2 * k + 1] = abs(s) % 7 - s // 3
        out[i, 7] = abs(kind(least) + kind(i % 2)) // 10

    assert_same(kernel, R, np.zeros((40, 8), dtype), device=device)


def test_integer_powers(device):
    def kernel(item, x, y, z):
        i = item.get_id(0)
        y[i] = x[i] ** 3 + x[i] ** 0 + x[i] ** 1
        z[i] = x[i] ** (i % 5)

    assert_same(kernel, R, I8, out("i8"), out("i8"), device=device)


def test_powers_of_floats(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        y[i] = x[i] ** 2 + abs(x[i]) ** 0.5 + abs(x[i]) ** 1.7 + x[i] ** 3

    assert_same(kernel, R, F4, out("f4"), device=device, rtol=1e-5)


def test_bit_operations(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        y[i] = (x[i] & 12) | (x[i] ^ 5) | ~x[i] << 3 | x[i] >> 2

    assert_same(kernel, R, I4, out("i4"), device=device)


def test_comparisons_and_short_circuits(device):
    def kernel(item, x, y, n):
        i = item.get_id(0)
        if i > 0 and x[i - 1] < x[i] or i == 0:
            y[i] = 1
        if not (-5 <= x[i] < 5):
            y[i] += 10
        if i + 1 < n and 0 < x[i + 1] != 3:
            y[i] += 100
        flag = x[i] > 2
        y[i] += 1000 * int(flag) + (2000 if flag and i % 2 else 0)

    assert_same(kernel, R, I8, out("i8"), 40, device=device)


def test_conditions_that_a_literal_decides(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        if ((x[i] > 1 and 2.0 > 3) and i < x[i - 1]) or -3 < x[i] <= 4:
            y[i] = 1
        if (x[i] > 5 or 1 < 2) and not (x[i] > 7 and 1 > 2):
            y[i] += 10
        y[i] += 100 * ((x[i] < 3 and 1 > 2) or x[i] > 8)
        y[i] += 1000 if (1 < 2 or x[i] > 0) else 2000

    assert_same(kernel, R, I8, out("i8"), device=device)


def forever(n):
    while True:
        n += 1


def test_code_after_a_call_that_never_returns(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        if x[i] > 1000:
            t = (forever(1), x[i] + 1 if x[i] > i else y[i])
            y[i] = t[1]
        y[i] += 1

    assert_same(kernel, R, I8, out("i8"), device=device)


def test_and_or_give_values(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        y[i] = x[i] and 7
        y[i] += x[i] or 5

    assert_same(kernel, R, I8 % 3, out("i8"), device=device)


def test_conditional_expressions(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        y[i] = x[i] if x[i] > 0 else -x[i] * 0.5

    assert_same(kernel, R, F4, out("f4"), device=device)


def test_match_statements(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        match i % 7:
            case 0:
                y[i, 0] = 1
            case 1 | 2:
                y[i, 0] = 2
            case kapi.MemoryScope.DEVICE:
                y[i, 0] = 50
            case rest if rest > 4 and x[i] > 0.5:
                y[i, 0] = 10 * rest
            case rest:
                y[i, 0] = -rest
        a, b = i, i % 2
        match (a, b):
            case (0, n):
                y[i, 1] = n + 100
            case (b, a) if a + 20 > b:
                y[i, 1] = a + 7 * b
            case (_, 1 | 3) as pair if x[i] > 0.3:
                y[i, 1] = pair[0]
        y[i, 2] = a + 100 * b
        match len(MATCHED):
            case 2:
                y[i, 3] = 44
            case _:
                y[i, 3] = x.unknown
        match i // 4, 2 * i:
            case 3 | 4, twice:
                y[i, 4] = twice
            case _, 2:
                y[i, 4] = 6
        for turn in range(3):
            match turn:
                case 1:
                    continue
                case 2:
                    break
            y[i, 5] += 1

    assert_same(kernel, R, F4, np.zeros((40, 6)), device=device)


def test_early_returns(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        if i % 3 == 0:
            return
        for k in range(i):
            if k * k > i:
                y[i] = k
                return
        y[i] = -1

    assert_same(kernel, R, I8, out("i8"), device=device)


def test_variables_take_the_type_that_all_their_values_have(device):
    def kernel(item, x, y, z):
        i = item.get_id(0)
        s = 0
        t = 0.0
        for k in range(i):
            s += x[k]
            t += x[k] * 0.5
        y[i] = s
        z[i] = t + s

    assert_same(kernel, R, F4, out("f4"), out("f4"), device=device, rtol=1e-6)


def test_negative_indices(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        y[-1 - i] = x[i] + x[-1] + x[i - 40]

    assert_same(kernel, R, I8, out("i8"), device=device)


def test_two_and_three_dimensions(device):
    def kernel(item, a, b):
        i, j, k = item.get_id(0), item.get_id(1), item.get_id(2)
        b[k, i, j] = a[i, j, k] + item.get_linear_id() + a.shape[2] * a.ndim + len(a)

    a = np.arange(24.0).reshape(2, 3, 4)
    assert_same(kernel, kapi.Range(2, 3, 4), a, np.zeros((4, 2, 3)), device=device)


def test_strided_and_transposed_arrays(device):
    import dpctl.tensor as dpt

    @dpex.kernel
    def kernel(item, a, b):
        i, j = item.get_id(0), item.get_id(1)
        b[i, j] = a[j, i] * 2

    a = dpt.reshape(dpt.arange(24, dtype="f4", device=device), (4, 6))[:, ::2]
    for source in (a, a.T[::-1].T):
        b = dpt.zeros((3, 4), dtype="f4", device=device)
        dpex.call_kernel(kernel, kapi.Range(3, 4), source, b)
        assert (dpt.asnumpy(b) == 2 * dpt.asnumpy(source).T).all()
    dpex.call_kernel(kernel, kapi.Range(3, 3), dpt.ones((3, 3), dtype="f4", device=device), a.T)


def test_slices_are_views(device):
    def kernel(item, a, b, lo):
        i = item.get_id(0)
        row = a[i]
        tail = row[2:]
        back = row[::-1]
        part = row[lo : lo + 3]
        every = a[:, 1]
        b[i, 0] = tail[0] + tail[-1] + len(tail)
        b[i, 1] = back[0] + back[1] * 10
        b[i, 2] = part[0] + part[2] + part.size
        b[i, 3] = every[i] + every.shape[0]
        row[0] = 99

    a = np.arange(30.0).reshape(5, 6)
    assert_same(kernel, kapi.Range(5), a, np.zeros((5, 4)), 1, device=device)


def test_tuples(device):
    def kernel(item, x, y, pair):
        i = item.get_id(0)
        t = (x[i], i, 2.5)
        a, b, c = t
        a, b = b, a
        s = 0.0
        for v in (1, 2.5, x[i]):
            s += v
        y[i] = a + b * c + t[-1] + pair[0] * pair[1] + len(t) + s

    assert_same(kernel, R, F4, out("f8"), (3, 0.5), device=device, rtol=1e-6)


def scaled(x, by=2, *, plus=1):
    if x < 0:
        return -x * by
    return x * by + plus


@dpex.device_func
def fold(a, i):
    s = 0.0
    for k in range(i):
        if k > 20:
            break
        s += scaled(a[k], plus=3)
    return s


def test_functions_are_compiled_into_kernels(device):
    twice = lambda v: v * 2  # noqa: E731

    def kernel(item, a, y):
        i = item.get_id(0)
        y[i] = fold(a, i) + twice(a[i]) + scaled(i, 3)

    assert_same(kernel, R, F4, out("f4"), device=device, rtol=1e-5)


def test_captured_numbers_are_constants(device):
    n, factor, sizes = 3, np.float32(0.5), (2, 4)

    def kernel(item, a, y):
        i = item.get_id(0)
        p = kapi.PrivateArray((n, sizes[1]), np.float32, fill_zeros=True)
        for k in range(n):
            p[k, -1] = a[i] * factor + k
        y[i] = p[0, 3] + p[2, 3] + p[1, 0]

    assert_same(kernel, R, F4, out("f4"), device=device, rtol=1e-6)


MATH1 = "acos acosh asin asinh atan atanh cos cosh erf erfc exp expm1 fabs gamma lgamma log log10 log1p log2 sin sinh sqrt tan tanh"


@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize("name", MATH1.split())
def test_functions_of_math(device, name, dtype):
    function = getattr(math, name)

    def kernel(item, x, y):
        i = item.get_id(0)
        y[i] = function(x[i])

    low, high = {"acosh": (1.1, 4), "acos": (-1, 1), "asin": (-1, 1), "atanh": (-0.9, 0.9)}.get(
        name, (0.1, 4)
    )
    x = np.linspace(low, high, 40).astype(dtype)
    assert_same(kernel, R, x, out(dtype), device=device, rtol=4e-6 if dtype == "f4" else 1e-13)


def test_functions_of_math_that_give_other_types(device):
    def kernel(item, x, y, z):
        i = item.get_id(0)
        y[i] = math.floor(x[i]) + 10 * math.ceil(x[i]) + 100 * int(x[i]) + 1000 * round(x[i])
        if math.isnan(x[i]) or math.isinf(x[i]):
            y[i] = 5
        z[i] = math.degrees(x[i]) + math.radians(x[i]) + math.atan2(x[i], 2.0) + math.hypot(x[i], 3)
        z[i] += math.copysign(2.0, x[i]) + math.fmod(x[i], 0.7) + math.pow(abs(x[i]), 1.5) + math.pi

    assert_same(kernel, R, F4, out("i8"), out("f4"), device=device, rtol=3e-6)


def test_numpy_functions_on_numbers(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        y[i] = np.sqrt(np.abs(x[i])) + np.maximum(x[i], 0) + np.float32(i) * np.exp(x[i])
        y[i] += (
            np.arctan2(x[i], np.float32(2)) + np.power(x[i], 2) + np.sign(x[i]) + np.add(x[i], 1)
        )

    assert_same(kernel, R, F4, out("f4"), device=device, rtol=3e-6)


def test_python_functions(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        y[i] = min(x[i], 1.0) + max(x[i], -1.0, 0.5) + abs(x[i]) + float(i) + int(x[i]) + bool(x[i])
        y[i] += sum((i, 2, x[i])) + pow(x[i], 2)

    assert_same(kernel, R, F4, out("f4"), device=device, rtol=1e-6)


def test_complex_numbers(device):
    def kernel(item, z, y):
        i = item.get_id(0)
        w = z[i] * (1 + 2j) + complex(i, 1) / z[i]
        y[i] = w.conjugate() * w.real + abs(w) - w.imag * 1j
        if w == z[i]:
            y[i] = 0

    z = (np.arange(1, 41) + 1j * np.arange(40)).astype("c16")
    assert_same(kernel, R, z, out("c16"), device=device, rtol=1e-12)


def test_dtypes_are_values(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        dtype = x.dtype
        zero = dtype.type(0)
        p = kapi.PrivateArray(2, dtype)
        p[0] = x[i]
        y[i] = max(zero, p[0]) + dtype.type(2.5) + x.dtype.itemsize

    assert_same(kernel, R, F4, out("f4"), device=device)


def test_an_index_space_without_an_item(device):
    def kernel(a, b):
        b[0] = a[0] + 1

    assert_same(kernel, kapi.Range(1), I8, out("i8"), device=device)


def test_numpy_scalars_and_booleans_as_arguments(device):
    def kernel(item, y, a, b, c, d):
        i = item.get_id(0)
        y[i] = a * 2 + b + (1 if c else 0) + d.real

    arguments = np.float32(1.5), np.int8(3), True, 2 + 1j
    assert_same(kernel, R, out("f8"), *arguments, device=device)


def test_comparisons_with_literals_beyond_a_type(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        y[i] = (1 if x[i] < 1000 else 0) + (2 if x[i] > -1 else 0) + (4 if x[i] == 300 else 0)

    assert_same(kernel, R, np.arange(40).astype("u1"), out("i4"), device=device)


def test_values_of_different_kinds_are_unequal(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        other = None
        y[i] = (x[i] == other) * 1 + (other != x[i]) * 2 if x.shape != other else -1
        if x[i] == "left" or (x[i], None) == (x[i], i) or x[i] in (None, "right"):
            y[i] = -2

    assert_same(kernel, R, I4, out("i4"), device=device)
