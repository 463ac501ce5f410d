"""Every elementwise function, every dtype it computes on, against NumPy."""

from fractions import Fraction

import dpctl
import dpctl.tensor as dpt
import numpy as np
import pytest
from dpctl.tensor import _elementwise_funcs
from dpctl.utils import ExecutionPlacementError

from support import DTYPES, assert_same, layouts, values

FUNCTIONS = [getattr(dpt, name) for name in _elementwise_funcs.__all__]
SPECIAL = (
    "digamma",
    "erf",
    "erfc",
    "erfcinv",
    "erfcx",
    "erfinv",
    "gamma",
    "lgamma",
)  # in test_special_functions.py
UNARY = [f for f in FUNCTIONS if f.nin == 1 and f.name_ not in SPECIAL]
BINARY = [f for f in FUNCTIONS if f.nin == 2]


def proj(x):
    return np.where(np.isinf(x), np.inf + 1j * np.copysign(0.0, x.imag), x).astype(x.dtype)


def floor_divide(x1, x2):
    """NumPy's, but for infinities: there the Array API asks for the quotient."""
    if x1.dtype.kind in "iu":
        return np.floor_divide(x1, x2)
    return np.where(np.isinf(x1) | np.isinf(x2), x1 / x2, np.floor_divide(x1, x2))


REFERENCES = {
    "floor_divide": floor_divide,
    "proj": proj,
    "rsqrt": lambda x: (1 / np.sqrt(x.astype("f8"))).astype(x.dtype),
}
EXACT = {
    "abs", "add", "bitwise_and", "bitwise_invert", "bitwise_left_shift", "bitwise_or", "bitwise_right_shift",
    "bitwise_xor", "ceil", "conj", "copysign", "equal", "fabs", "floor", "fmax", "fmin", "fmod", "gcd", "greater", "greater_equal", "heaviside", "imag", "isfinite",
    "isinf", "isnan", "lcm", "less", "less_equal", "logical_and", "logical_not", "logical_or", "logical_xor", "maximum",
    "minimum", "negative", "nextafter", "not_equal", "positive", "real", "rint", "round", "signbit", "subtract", "trunc",
}  # fmt: skip


def reference(function):
    return REFERENCES.get(function.name_) or getattr(np, function.numpy_name)


def loops(function):
    return [
        tuple(np.dtype(c) for c in kind.split("->")[0]) + (np.dtype(kind[-1]),)
        for kind in function.types
    ]


def tolerance(function, dtypes):
    """Units in the last place; complex results are judged by the size of what goes in."""
    if any(dtype.kind == "c" for dtype in dtypes):
        return 64
    return 0 if function.name_ in EXACT else 4


def reference_on(function, *inputs, result):
    """In double precision where the dtype is narrower: NumPy's own single precision is not the yardstick."""
    if (
        function.name_ not in EXACT
        and result.char in "ef"
        and all(x.dtype.kind == "f" for x in inputs)
    ):
        return reference(function)(*(x.astype("f8") for x in inputs)).astype(result)
    return reference(function)(*inputs).astype(result)


@pytest.mark.parametrize("function", UNARY, ids=lambda f: f.name_)
def test_unary_equals_numpy(device, function):
    for dtype, result in loops(function):
        x = values(dtype)
        expected = reference_on(function, x, result=result)
        assert_same(
            function(dpt.asarray(x, device=device)), expected, tolerance(function, (dtype, result))
        )


def operands(function, dtypes):
    x1, x2 = (values(t) for t in dtypes)
    if "shift" in function.name_:
        bits, limits = x2.dtype.itemsize * 8, np.iinfo(x2.dtype)
        halves = [
            (1 << bits // 2) + n for n in (0, 1, 40)
        ]  # what a shift by the lower half would take
        counts = [*range(0, min(2 * bits, limits.max), 3), *halves, limits.min, limits.max]
        x2 = np.array([n for n in counts if n <= limits.max], x2.dtype)
    elif function.name_ == "pow" and x2.dtype.kind == "i":
        x2 = x2[x2 >= 0]
    return x1[:, None], x2[None, :]


@pytest.mark.parametrize("function", BINARY, ids=lambda f: f.name_)
def test_binary_equals_numpy(device, function):
    for *dtypes, result in loops(function):
        x1, x2 = operands(function, dtypes)
        expected = reference_on(function, x1, x2, result=result)
        actual = function(dpt.asarray(x1, device=device), dpt.asarray(x2, device=device))
        size = None
        if function.name_ in (
            "logaddexp",
            "logaddexp2",
        ):  # cancels where the larger is -log1p(exp(-distance))
            size = np.maximum(np.maximum(x1, x2), np.abs(expected))
            size = np.maximum(size, np.log(2).astype(size.dtype))
        assert_same(actual, expected, tolerance(function, dtypes), size)


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8"])
@pytest.mark.parametrize("function", [dpt.floor_divide, dpt.remainder], ids=lambda f: f.name_)
def test_quotients_of_infinities(device, function, dtype):
    """As in the Array API and dpctl: infinity // 2 is infinity, 1 // -infinity is -0. Signs of zeros count."""
    x = np.array([0.0, -0.0, 1, -1, 2.5, -2.5, np.inf, -np.inf, np.nan], dtype=dtype)
    x1, x2 = (m.ravel() for m in np.meshgrid(x, x, indexing="ij"))
    expected = reference(function)(x1, x2)
    for actual in (
        function(dpt.asarray(x1, device=device), dpt.asarray(x2, device=device)),
        function(dpt.asarray(x1, device=device) + 0, dpt.asarray(x2, device=device)),
    ):
        assert_same(actual, expected)
        number = ~np.isnan(expected)
        signs = np.signbit(dpt.asnumpy(actual))
        np.testing.assert_array_equal(
            signs[number & (x1 != 0)], np.signbit(expected)[number & (x1 != 0)]
        )


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_quotients_that_fill_a_mantissa_are_rounded_down(device, dtype):
    """Where x1 - remainder is rounded, NumPy's quotient is one away from these."""
    rng = np.random.default_rng(3)
    most = 2 ** np.finfo(dtype).nmant
    x2 = (rng.uniform(1, 9, 1000) * rng.choice([-1, 1], 1000)).astype(dtype)
    x1 = (rng.uniform(most / 2, most, 1000) * x2 * rng.choice([-1, 1], 1000)).astype(dtype)
    actual = dpt.floor_divide(dpt.asarray(x1, device=device), dpt.asarray(x2, device=device))
    exact = [Fraction(float(a)) // Fraction(float(b)) for a, b in zip(x1, x2, strict=True)]
    np.testing.assert_array_equal(dpt.asnumpy(actual), np.array([float(q) for q in exact], dtype))


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8"])
@pytest.mark.parametrize(
    "first",
    [
        "nextafter",
        "floor_divide",
        "remainder",
        "fmod",
        "fmax",
        "hypot",
        "pow",
        "atan2",
        "logaddexp",
    ],
)
@pytest.mark.parametrize(
    "second", ["floor_divide", "fmod", "remainder", "nextafter", "atan2", "hypot"]
)
def test_the_sign_of_nan_is_that_of_the_first(device, first, second, dtype):
    """Which of two NaNs comes out does not depend on what runs in one kernel."""
    nan = np.nan
    x = np.array([nan, -nan, nan, -nan, nan, 2.0, -nan, 0.5, np.inf], dtype=dtype)
    y = np.array([nan, nan, -nan, -nan, 3.0, nan, 0.0, -nan, -nan], dtype=dtype)
    x, y = dpt.asarray(x, device=device), dpt.asarray(y, device=device)
    lazy = getattr(dpt, first)(x, y)
    eager = dpt.copy(lazy)
    eager.sycl_queue.wait()
    for z in (y, x, -y):
        bits = f"u{dpt.asarray(lazy).itemsize}"
        a = dpt.asnumpy(getattr(dpt, second)(getattr(dpt, first)(x, y), z)).view(bits)
        b = dpt.asnumpy(getattr(dpt, second)(eager, z)).view(bits)
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize(
    "function",
    [dpt.sin, dpt.cos, dpt.tan, dpt.remainder, dpt.fmod, dpt.floor_divide],
    ids=lambda f: f.name_,
)
def test_arguments_of_rare_paths_beside_ordinary_ones(device, function, dtype):
    x = np.linspace(-50, 50, 1000).astype(dtype)
    x[::7] *= np.dtype(dtype).type(1e30)
    inputs = (x, np.linspace(0.5, 3, 1000).astype(dtype))[: function.nin]
    in_double = [i.astype("f8") for i in inputs]
    expected = reference(function)(*in_double).astype(dtype)
    actual = function(*(dpt.asarray(i, device=device) for i in inputs))
    assert_same(actual, expected, 0 if function in (dpt.remainder, dpt.fmod) else 4)


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8"])
def test_sines_beside_cosines_have_the_bits_of_each_alone(device, dtype):
    few = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1e-7, -3e-5])
    many = np.random.default_rng(5).standard_normal(5000)
    sizes = (1, 100, 3000) if dtype == "f2" else (1, 100, 3e4, 1e8, 1e20, 1e30, 1e-30)
    x = dpt.asarray(
        np.concatenate([few, *(many * size for size in sizes)]).astype(dtype), device=device
    )
    sines, cosines = dpt.asnumpy(dpt.sin(x)), dpt.asnumpy(dpt.cos(x))
    with np.errstate(all="ignore"):
        expected = sines - cosines * np.dtype(dtype).type(3)
    actual = dpt.asnumpy(dpt.sin(x) - dpt.cos(x) * 3)
    np.testing.assert_array_equal(actual, expected)


@pytest.mark.parametrize(
    "function", [dpt.exp, dpt.abs, dpt.isnan, dpt.add, dpt.divide, dpt.less], ids=lambda f: f.name_
)
def test_layouts_equal_contiguous(device, function):
    dtype = loops(function)[-1][0]
    host = values(dtype)
    x = dpt.asarray(host, device=device)
    for name, layout in layouts(host).items():
        if function.nin == 1:
            expected, actual = (
                function(dpt.asarray(layout(np, host).copy(), device=device)),
                function(layout(dpt, x)),
            )
        else:
            inside = layout(np, host).copy()
            same = dpt.asarray(inside, device=device)
            expected = function(same, same)
            actual = function(layout(dpt, x), layout(dpt, x))
        assert_same(actual, dpt.asnumpy(expected)), name


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.name_)
def test_out_is_written_and_returned(device, function):
    dtype = loops(function)[-1][0]
    x = dpt.asarray(values(dtype), device=device)
    inputs = [x] * function.nin
    expected = function(*inputs)
    out = dpt.empty_like(expected)
    assert function(*inputs, out=out) is out
    assert_same(out, dpt.asnumpy(expected))


@pytest.mark.parametrize(
    "call, first, second",
    [
        ("__iadd__", "i1", "u8"),
        ("__iand__", "i4", "u8"),
        ("__ilshift__", "i8", "u8"),
        ("__imul__", "u1", "i2"),
    ],
)
def test_in_place_operators_compute_in_the_dtype_of_the_target(device, call, first, second):
    x = dpt.asarray([3, 5], dtype=first, device=device)
    y = dpt.asarray([1, 2], dtype=second, device=device)
    if np.can_cast(second, first, casting="same_kind"):
        n = getattr(np.asarray([3, 5], dtype=first), call)(np.asarray([1, 2], dtype=first))
        assert_same(getattr(x, call)(y), n)
    else:
        with pytest.raises(TypeError):
            getattr(x, call)(y)


def test_out_may_be_an_input(device):
    host = np.arange(10.0)
    x = dpt.asarray(host, device=device)
    dpt.add(x[1:], x[:-1], out=x[1:])
    assert_same(x, np.concatenate([host[:1], host[1:] + host[:-1]]))


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.name_)
def test_table_agrees_with_the_object(function):
    assert function.nout == 1
    assert function.nin in (1, 2)
    assert function.__name__ == function.name_
    assert function.__doc__.startswith(function.name_ + "(x")
    kind = "Unary" if function.nin == 1 else "Binary"
    assert repr(function) == f"<{kind}ElementwiseFunc '{function.name_}'>"


@pytest.mark.parametrize("first", DTYPES)
def test_promotion_of_arithmetic_is_numpys(device, first):
    for second in DTYPES:
        x1, x2 = dpt.ones(3, dtype=first, device=device), dpt.ones(3, dtype=second, device=device)
        n1, n2 = np.ones(3, dtype=first), np.ones(3, dtype=second)
        assert_same(x1 + x2, n1 + n2)
        assert_same(x1 * x2, n1 * n2)
        assert_same(dpt.maximum(x1, x2), np.maximum(n1, n2))
        assert_same(x1 < x2, n1 < n2)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("scalar", [True, 2, 2.5, 1 + 2j])
def test_python_scalars_are_weak(device, dtype, scalar):
    x, n = dpt.ones(3, dtype=dtype, device=device), np.ones(3, dtype=dtype)
    assert_same(x + scalar, n + scalar)
    assert_same(scalar * x, scalar * n)
    assert_same(x == scalar, n == scalar)


@pytest.mark.parametrize(
    "dtype, value", [("int8", 300), ("uint8", -1), ("uint64", -1), ("int64", 2**63)]
)
def test_python_integer_out_of_bounds_raises(device, dtype, value):
    with pytest.raises(OverflowError, match="out of bounds"):
        dpt.ones(3, dtype=dtype, device=device) + value


@pytest.mark.parametrize(
    "dtype, value", [("int8", 300), ("uint8", -1), ("uint64", -1), ("int64", 2**63)]
)
def test_comparison_with_integer_out_of_bounds_is_exact(device, dtype, value):
    x, n = dpt.ones(3, dtype=dtype, device=device), np.ones(3, dtype=dtype)
    assert_same(x == value, n == value)
    assert_same(x < value, n < value)
    assert_same(x >= value, n >= value)


@pytest.mark.parametrize("value", [2**64, 2**70, -(2**63) - 1, -(10**400)])
@pytest.mark.parametrize("dtype", ["i1", "u1", "i4", "u4", "i8", "u8", "?"])
def test_comparison_with_integer_of_more_than_64_bits_is_exact(device, dtype, value):
    x, n = dpt.ones(3, dtype=dtype, device=device), np.ones(3, dtype=dtype)
    for name in ("equal", "not_equal", "less", "less_equal", "greater", "greater_equal"):
        expected = getattr(np, name)(n.astype("O"), value).astype("?")
        assert_same(getattr(dpt, name)(x, value), expected)
    assert_same(value < x, np.full(3, value < 1))
    with pytest.raises(OverflowError, match="out of bounds"):
        x + value


def test_large_python_integer_with_floats(device):
    x = dpt.ones(3, dtype="f8", device=device)
    assert_same(x + 10**30, np.ones(3) + 10**30)


def test_int64_and_uint64_compare_exactly(device):
    signed = np.array([-1, 0, 2**63 - 1], dtype="i8")[:, None]
    unsigned = np.array([0, 2**63 - 1, 2**63, 2**64 - 1], dtype="u8")[None, :]
    x, y = dpt.asarray(signed, device=device), dpt.asarray(unsigned, device=device)
    assert_same(x < y, np.less(signed, unsigned))
    assert_same(x == y, np.equal(signed, unsigned))
    assert_same(y <= x, np.less_equal(unsigned, signed))


@pytest.mark.parametrize("scalar", [np.float64(1.5), np.complex128(2j), np.float32(3), np.int8(4)])
@pytest.mark.parametrize("dtype", DTYPES)
def test_numpy_scalars_are_strong(device, dtype, scalar):
    host = np.ones(3, dtype=dtype)
    x = dpt.asarray(host, device=device)
    assert_same(x * scalar, host * scalar)
    assert_same(scalar * x, scalar * host)
    assert dpt.where(x, x, scalar).dtype == np.result_type(host, scalar)


def test_numpy_scalars_are_put_into_any_dtype_of_their_kind(device):
    x = dpt.ones(3, dtype="f4", device=device)
    x += np.float64(2)
    x[0] = np.float64(5)
    assert_same(x, np.array([5, 3, 3], dtype="f4"))
    y = dpt.ones(3, dtype="f8", device=device)
    y[1:] = np.complex128(2 + 3j)
    assert_same(y, np.array([1.0, 2, 2]))


def test_numpy_arrays_and_scalars_on_either_side(device):
    host = np.arange(3.0)
    x = dpt.asarray(host, device=device)
    for other in (
        np.float32(2),
        np.int64(3),
        np.arange(3),
        np.arange(3.0)[::-1],
        np.ones((2, 3), dtype="f4"),
    ):
        for result in (x + other, other + x, other * x, x - other, other - x):
            assert isinstance(result, dpt.usm_ndarray)
        assert_same(x - other, host - other)
        assert_same(other - x, other - host)
        assert_same(x < other, host < other)
        assert_same(other < x, other < host)


@pytest.mark.parametrize(
    "call, error",
    [
        (lambda x: dpt.exp(3), TypeError),
        (lambda x: dpt.exp(np.ones(3)), TypeError),
        (lambda x: dpt.add(x, "a"), (TypeError, ValueError)),
        (lambda x: dpt.add(x, [1, 2, 3]), (TypeError, ValueError)),
        (lambda x: x + "a", TypeError),
        (lambda x: x + [1, 2, 3], TypeError),
        (lambda x: dpt.add(x, x, out=np.empty(3)), TypeError),
        (lambda x: dpt.add(x, x, out=dpt.empty(4, device=x.device)), ValueError),
        (lambda x: dpt.add(x, x, out=dpt.empty(3, dtype="f4", device=x.device)), ValueError),
        (lambda x: x + dpt.ones(4, device=x.device), ValueError),
        (lambda x: ~x, ValueError),
        (lambda x: ~x, TypeError),
        (lambda x: x << 1, TypeError),
        (lambda x: -(x > 0), ValueError),
        (lambda x: (x > 0) - (x > 0), ValueError),
    ],
)
def test_wrong_arguments_raise_at_the_call(device, call, error):
    with pytest.raises(error):
        call(dpt.ones(3, device=device))


def test_read_only_output_raises(device):
    out = dpt.zeros(3, device=device)
    out.flags.writable = False
    with pytest.raises(ValueError, match="read-only"):
        dpt.add(out, 1, out=out)
    with pytest.raises(ValueError, match="read-only"):
        out += 1
    assert_same(out, np.zeros(3))


@pytest.mark.parametrize("order", "CFKA")
def test_order_of_the_result(device, order):
    for x in (dpt.ones((3, 4), device=device), dpt.ones((3, 4), order="F", device=device)):
        n = np.ones((3, 4), order="F" if x.flags.fnc else "C")
        result, expected = dpt.add(x, 1, order=order), np.add(n, 1, order=order)
        assert result.flags.c_contiguous == expected.flags.c_contiguous
        assert result.flags.f_contiguous == expected.flags.f_contiguous


@pytest.mark.parametrize("dtype", ["f4", "f8", "c8", "c16"])
@pytest.mark.parametrize(
    "function", [dpt.exp, dpt.sin, dpt.tanh, dpt.log, dpt.sqrt, dpt.square], ids=lambda f: f.name_
)
def test_bits_do_not_depend_on_the_place_in_memory(device, function, dtype):
    rng = np.random.default_rng(5)
    host = (20 * rng.standard_normal(331)).astype(dtype)
    if np.dtype(dtype).kind == "c":
        host.imag = 20 * rng.standard_normal(331)
    x = dpt.asarray(host, device=device)
    with np.errstate(invalid="ignore"):
        expected = dpt.asnumpy(function(x))
    for part in (
        slice(1, 2),
        slice(3, 20),
        slice(5, None),
        slice(None, None, 7),
        slice(None, None, -2),
    ):
        assert_same(function(x[part]), expected[part])
    assert_same(function(dpt.reshape(x[:330], (11, 30)).T), expected[:330].reshape(11, 30).T)


@pytest.mark.parametrize(
    "call", [lambda x, out: dpt.sqrt(x, out=out), lambda x, out: dpt.sum(x, out=out)]
)
def test_dtype_and_shape_of_out_are_looked_at_before_its_queue(device, call):
    x = dpt.asarray(4.0, dtype="f4", device=device)
    queue = dpctl.SyclQueue(device)
    for wrong in (
        dpt.empty((), dtype="i4", sycl_queue=queue),
        dpt.empty(1, dtype="f4", sycl_queue=queue),
    ):
        with pytest.raises(ValueError, match="shape|type float32 is needed"):
            call(x, wrong)
    with pytest.raises(
        ExecutionPlacementError, match=f"another queue of {queue.sycl_device.filter_string}"
    ):
        call(x, dpt.empty((), dtype="f4", sycl_queue=queue))


def test_an_order_that_is_none_is_that_of_the_inputs(device):
    """As in dpctl, whose own tests ask for it."""
    x = dpt.ones((3, 4), device=device).T
    assert (
        dpt.abs(x, order="invalid").strides == dpt.add(x, x, order="invalid").strides == x.strides
    )


def test_expm1_of_complex_zeros_is_plus_zero(device):
    zeros = np.array([complex(a, b) for a in (0.0, -0.0) for b in (0.0, -0.0)])
    found = dpt.asnumpy(dpt.expm1(dpt.asarray(zeros, device=device)))
    assert not np.signbit(found.real).any()
    np.testing.assert_array_equal(np.signbit(found.imag), np.signbit(zeros.imag))
