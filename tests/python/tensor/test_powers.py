"""Powers by numbers are roots, products and quotients: NumPy's bits where it has such paths, however they are written."""

import dpctl
import dpctl.tensor as dpt
import numpy as np
import pytest

from support import COMPLEX, DTYPES, FLOATS, SIGNED, UNSIGNED, assert_same, to_numpy, values

SPELLINGS = {
    "operator": lambda x, e: x**e,
    "function": lambda x, e: dpt.pow(x, e),
    "out": lambda x, e: dpt.pow(x, e, out=dpt.empty_like(x)),
    "order": lambda x, e: dpt.pow(x, e, order="F"),
    "0-d array": lambda x, e: x ** dpt.asarray(e, dtype=x.dtype, device=x.device),
    "0-d array that was read": lambda x, e: x ** read(dpt.asarray(e, dtype=x.dtype, device=x.device)),
    "0-d full": lambda x, e: x ** dpt.full((), e, dtype=x.dtype, device=x.device),
    "array of a NumPy number": lambda x, e: x ** dpt.asarray(x.dtype.type(e), device=x.device),
    "NumPy scalar": lambda x, e: x ** x.dtype.type(e),
    "NumPy 0-d array": lambda x, e: x ** np.asarray(e, dtype=x.dtype),
    "in place": lambda x, e: x.__ipow__(e),
    "in place by a 0-d array": lambda x, e: x.__ipow__(dpt.asarray(e, dtype=x.dtype, device=x.device)),
    "in place, pending": lambda x, e: (x * 1).__ipow__(e),
    "view": lambda x, e: dpt.flip(dpt.flip(x)[...] ** e),
}  # fmt: skip


def read(x):
    dpt.asnumpy(x)
    return x


def same_bits(actual, expected):
    actual, expected = to_numpy(actual), np.asarray(expected)
    np.testing.assert_array_equal(actual, expected)
    assert actual.dtype == expected.dtype
    if expected.dtype.kind == "f":
        number = ~np.isnan(expected)
        np.testing.assert_array_equal(np.signbit(actual)[number], np.signbit(expected)[number])


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("dtype", FLOATS + COMPLEX)
@pytest.mark.parametrize("exponent", [2, 0.5, -1, 0, 1])
def test_bits_are_those_of_numpys_paths(device, spelling, dtype, exponent):
    host = values(dtype)
    if dtype in COMPLEX and exponent in (0.5, -1):  # roots and quotients are each library's own
        host = host[host != 0]
        expected = np.sqrt(host) if exponent == 0.5 else np.reciprocal(host)
        assert_same(SPELLINGS[spelling](dpt.asarray(host, device=device), exponent), expected, 4)
        return
    with np.errstate(all="ignore"):
        expected = np.reciprocal(host) if exponent == -1 else host**exponent
    tiny = host.dtype.kind == "f" and (np.abs(expected) < np.finfo(dtype).tiny)
    expected = np.where(tiny, expected * 0, expected).astype(dtype)  # denormals are flushed
    actual = to_numpy(SPELLINGS[spelling](dpt.asarray(host, device=device), exponent))
    same_bits(np.where(tiny, expected, actual).astype(dtype), expected)


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("exponent", [3, 4, 5, 6, 8, -2, -3, -4, 1.5, 2.5, -0.5, -1.5])
def test_products_and_roots_are_as_exact_as_powers(device, spelling, dtype, exponent):
    host = values(dtype)
    wide = host.astype("f8" if dtype != "float64" else np.longdouble)
    expected = np.power(wide, wide.dtype.type(exponent)).astype(dtype)
    assert_same(SPELLINGS[spelling](dpt.asarray(host, device=device), exponent), expected, 4)


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("dtype", SIGNED + UNSIGNED)
@pytest.mark.parametrize("exponent", [0, 1, 2, 3, 4, 5, 6, 7, 8])
def test_powers_of_integers_wrap(device, spelling, dtype, exponent):
    host = values(dtype)
    expected = host ** np.array(exponent, dtype=dtype)
    assert_same(SPELLINGS[spelling](dpt.asarray(host, device=device), exponent), expected)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(
    "exponent", [2, 3, True, 2.0, 0.5, np.float32(2), np.int8(3), np.float64(-1), 2j]
)
def test_dtypes_are_those_of_other_operators(device, dtype, exponent):
    x = dpt.ones(3, dtype=dtype, device=device)
    try:
        expected = (np.ones(3, dtype=dtype) * exponent).dtype
    except TypeError:
        return
    if expected.kind == "b":
        return
    result = x**exponent
    assert (result.dtype, result.shape) == (expected, (3,))
    np.testing.assert_array_equal(to_numpy(result), np.ones(3, dtype=expected))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_cubes_are_rounded_well(device, dtype):
    """Closer than two rounded products: within 0.51 units in the last place."""
    host = np.random.default_rng(5).uniform(0.5, 2, 20000).astype(dtype)
    exact = host.astype(np.longdouble) ** 3
    got = dpt.asnumpy(dpt.asarray(host, device=device) ** 3)
    assert (np.abs(got - exact) / np.spacing(np.abs(exact).astype(dtype))).max() < 0.51


@pytest.mark.parametrize("dtype", FLOATS)
def test_powers_of_two_are_exact(device, dtype):
    exponents = np.arange(-10, 15).astype(dtype)
    x = dpt.asarray(exponents, device=device)
    for result in (2**x, 2.0**x, dpt.pow(2, x)):
        same_bits(result, np.ldexp(np.ones(25, dtype=dtype), np.arange(-10, 15)))
    special = dpt.asarray([np.inf, -np.inf, np.nan, 0.5], dtype=dtype, device=device)
    assert_same(2.0**special, np.exp2(np.array([np.inf, -np.inf, np.nan, 0.5], dtype=dtype)), 1)


@pytest.mark.parametrize("dtype", ["uint8", "int16", "int32", "uint64", "int64", "complex64"])
def test_powers_of_two_of_other_kinds(device, dtype):
    exponents = np.arange(7).astype(dtype)
    x = dpt.asarray(exponents, device=device)
    for result in (2**x, dpt.pow(2, x)):
        assert result.dtype == exponents.dtype
        np.testing.assert_allclose(
            to_numpy(result), 2**exponents, rtol=1e-6 if exponents.dtype.kind == "c" else 0
        )


@pytest.mark.parametrize("dtype", COMPLEX)
@pytest.mark.parametrize(
    "exponent", [2 + 3j, 3 - 0.5j, -1 + 1j, 1j, 0.5, 99, -99, 100, -100, 101, 1000, 2.5 + 2j]
)
def test_complex_exponents(device, dtype, exponent):
    """Those that are integers are products up to 99; around them nothing else changes."""
    angles = np.linspace(-3, 3, 7)
    wide = (np.linspace(0.97, 1.02, 7) * np.exp(1j * angles)).astype(dtype).astype("complex128")
    x = dpt.asarray(wide.astype(dtype), device=device)
    exponents = dpt.asarray(np.full(7, exponent, dtype=dtype), device=device)
    expected = np.exp(exponent * np.log(wide))
    rtol = 1e-5 if dtype == "complex64" else 1e-12
    for result in (x**exponents, x**exponent):
        np.testing.assert_allclose(to_numpy(result), expected, rtol=rtol)


@pytest.mark.parametrize("number", [float, np.float64, np.asarray])
def test_an_exponent_that_was_written_to_is_not_known(device, number):
    ulp = 0 if dpctl.SyclDevice(device).is_cpu else 2  # NVIDIA's general power
    x, exponent = dpt.asarray([3.0, -2.0], device=device), dpt.asarray(number(2.0), device=device)
    assert_same(x**exponent, np.array([9.0, 4.0]))
    exponent[...] = 3
    assert_same(x**exponent, np.array([27.0, -8.0]), ulp)
    exponent += 1
    assert_same(x**exponent, np.array([81.0, 16.0]), ulp)
    exponent.usm_data.copy_from_host(np.array([1.0]).view("u1"))
    assert_same(x**exponent, np.array([3.0, -2.0]), ulp)
    grown = dpt.asarray([2.0, 3.0], device=device)
    assert_same(x**grown, np.array([9.0, -8.0]), ulp)


@pytest.mark.parametrize("number", [complex, np.complex64, np.complex128])
def test_parts_of_complex_numbers_are_exponents(device, number):
    parts = dpt.asarray(number(2 + 3j), device=device)
    x = dpt.asarray([3.0, -2.0], dtype=dpt.real(parts).dtype, device=device)
    assert_same(x ** dpt.real(parts), np.array([9.0, 4.0], dtype=x.dtype))
    assert_same(x ** dpt.imag(parts), np.array([27.0, -8.0], dtype=x.dtype), 2)


def test_a_power_in_a_chain_is_one_kernel(device):
    points, samples = (dpt.asarray(np.random.rand(n, 3), device=device) for n in (40, 30))
    squared = dpt.sum(dpt.square(points[:, None] - samples[None]), axis=-1)
    same_bits(dpt.sum((points[:, None] - samples[None]) ** 2, axis=-1), dpt.asnumpy(squared))
