"""Reductions against NumPy, over all axes, dtypes and layouts."""

import inspect
import itertools

import dpctl.tensor as dpt
import numpy as np
import pytest

from support import COMPLEX, DTYPES, FLOATS, SIGNED, UNSIGNED, assert_same

SHAPE = (3, 5, 4)
AXES = [
    None,
    (),
    *itertools.chain.from_iterable(itertools.combinations(range(3), n) for n in (1, 2, 3)),
    -1,
]


def sample(dtype, shape=SHAPE):
    rng = np.random.default_rng(7)
    dtype = np.dtype(dtype)
    if dtype.kind == "c":
        return (rng.integers(-4, 5, shape) + 1j * rng.integers(-4, 5, shape)).astype(dtype)
    low = -4 if dtype.kind in "if" else 0
    return rng.integers(low, 5, shape).astype(dtype)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", ["sum", "prod", "max", "min", "any", "all", "count_nonzero"])
def test_reduction_equals_numpy(device, name, dtype):
    n = sample(dtype)
    x = dpt.asarray(n, device=device)
    for axis in (None, (), 1):
        expected = np.asarray(getattr(np, name)(n, axis=axis))
        assert_same(getattr(dpt, name)(x, axis=axis), expected)


@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("keepdims", [False, True])
def test_axes(device, axis, keepdims):
    n = sample("float32")
    x = dpt.asarray(n, device=device)
    for name in ("sum", "max"):
        expected = np.asarray(getattr(np, name)(n, axis=axis, keepdims=keepdims))
        assert_same(getattr(dpt, name)(x, axis=axis, keepdims=keepdims), expected)


@pytest.mark.parametrize("dtype", [t for t in DTYPES if t not in COMPLEX])
@pytest.mark.parametrize("name", ["argmax", "argmin"])
def test_arg_reductions_find_the_first(device, name, dtype):
    n = sample(dtype)
    x = dpt.asarray(n, device=device)
    for axis, keepdims in ((None, False), (0, True), (-1, False)):
        expected = np.asarray(getattr(np, name)(n, axis=axis, keepdims=keepdims))
        assert_same(getattr(dpt, name)(x, axis=axis, keepdims=keepdims), expected)


@pytest.mark.parametrize("name", ["max", "min", "argmax", "argmin", "sum"])
def test_nan_is_honest(device, name):
    n = np.array([[1.0, np.nan, 3.0, np.nan], [4.0, 2.0, 1.0, np.inf]], dtype="f4")
    x = dpt.asarray(n, device=device)
    for axis in (None, 0, 1):
        assert_same(getattr(dpt, name)(x, axis=axis), np.asarray(getattr(np, name)(n, axis=axis)))


@pytest.mark.parametrize("dtype", DTYPES)
def test_mean_equals_numpy(device, dtype):
    n = sample(dtype)
    x = dpt.asarray(n, device=device)
    for axis in (None, 0, (0, 2)):
        expected = np.asarray(np.mean(n.astype("f8") if n.dtype.kind in "f" else n, axis=axis))
        if n.dtype.kind == "f":
            expected = expected.astype(dtype)
        assert_same(dpt.mean(x, axis=axis), expected, ulp=2)


@pytest.mark.parametrize("dtype", COMPLEX)
def test_the_mean_of_an_infinite_part_leaves_the_other_one_alone(device, dtype):
    """As dpctl's; NumPy divides by a complex number."""
    n = np.array([[complex(np.inf, 1), 1 + 2j], [complex(1, -np.inf), 3 - 4j]], dtype)
    x = dpt.asarray(n, device=device)
    assert_same(dpt.mean(x, axis=0), np.array([complex(np.inf, -np.inf), 2 - 1j], dtype))
    assert_same(dpt.mean(x, axis=1), np.array([complex(np.inf, 1.5), complex(2, -np.inf)], dtype))
    assert_same(dpt.mean(x), np.array(complex(np.inf, -np.inf), dtype))
    assert_same(dpt.mean(x + 1j, axis=1)[0], np.array(complex(np.inf, 2.5), dtype))


@pytest.mark.parametrize("dtype", [t for t in DTYPES if t not in COMPLEX])
@pytest.mark.parametrize("correction", [0, 1.5])
def test_var_and_std_equal_numpy(device, dtype, correction):
    n = sample(dtype)
    x = dpt.asarray(n, device=device)
    for axis in (None, (0, 2)):
        expected = np.asarray(np.var(n.astype("f8"), axis=axis, ddof=correction))
        kind = dtype if dtype in FLOATS else "float64"
        assert_same(dpt.var(x, axis=axis, correction=correction), expected.astype(kind), ulp=16)
        assert_same(
            dpt.std(x, axis=axis, correction=correction), np.sqrt(expected).astype(kind), ulp=16
        )


def test_the_variance_of_halves_is_there_where_the_sum_of_squares_is_beyond_them(device):
    n = np.linspace(-100, 100, 999, dtype="f2").reshape(9, 111)
    x = dpt.asarray(n, device=device)
    for axis in (None, 0, 1):
        expected = np.asarray(np.var(n.astype("f8"), axis=axis))
        assert_same(dpt.var(x, axis=axis), expected.astype("f2"), ulp=1)
        assert_same(dpt.std(x, axis=axis), np.sqrt(expected).astype("f2"), ulp=1)


@pytest.mark.parametrize("dtype", ["int32", "float32", "float64"])
def test_logsumexp_and_hypot(device, dtype):
    n = sample(dtype)
    x = dpt.asarray(n, device=device)
    result = "f4" if dtype == "float32" else "f8"
    for axis in (None, 0, (1, 2)):
        wide = n.astype("f8")
        assert_same(
            dpt.logsumexp(x, axis=axis), np.log(np.exp(wide).sum(axis=axis)).astype(result), ulp=16
        )
        assert_same(
            dpt.reduce_hypot(x, axis=axis), np.sqrt((wide**2).sum(axis=axis)).astype(result), ulp=16
        )


@pytest.mark.parametrize("shape", [(40, 500), (500, 40), (20_000, 16), (16, 20_000)])
@pytest.mark.parametrize("dtype", ["f2", "f4", "f8"])
def test_logsumexp_of_many(device, dtype, shape):
    n = np.random.default_rng(3).uniform(-9, 9, shape).astype(dtype)
    n[:, 3], n[2, 5], n[7, 7] = -np.inf, np.inf, np.nan
    x = dpt.asarray(n, device=device)
    wide = n.astype("f8")
    for axis in (0, 1, None):
        origin = np.where(np.isfinite(wide.max(axis=axis, keepdims=True)), 9, 0)
        with np.errstate(invalid="ignore", divide="ignore"):
            total = np.exp(wide - origin).sum(axis=axis, keepdims=True)
            expected = (np.log(total) + origin).astype(dtype)
        assert_same(dpt.logsumexp(x, axis=axis, keepdims=True), expected, ulp=16)
        shape_of_one = np.squeeze(expected, axis=axis)
        out = dpt.empty(shape_of_one.shape, dtype=dtype, device=device)
        assert dpt.logsumexp(x, axis=axis, out=out) is out
        assert_same(out, shape_of_one, ulp=16)
    assert dpt.logsumexp(x, dtype="f8").dtype == dpt.float64


def ends_of(dtype):
    kind = np.dtype(dtype).kind
    if kind == "b":
        return False, True
    return (-np.inf, np.inf) if kind == "f" else (np.iinfo(dtype).min, np.iinfo(dtype).max)


@pytest.mark.parametrize("shape", [(7,), (5, 300), (3000, 16), (3000, 40), (2, 100_000)])
@pytest.mark.parametrize("dtype", ["?", "u1", "i2", "i8", "f2", "f4", "f8"])
def test_the_first_of_elements_which_none_is_beyond(device, dtype, shape):
    for name, end in zip(("argmax", "argmin"), ends_of(dtype), strict=False):
        for last in (end, 1):
            n = np.full(shape, end, dtype=dtype)
            n[..., -1] = last
            x = dpt.asarray(n, device=device)
            for axis in (0, n.ndim - 1, None):
                places = getattr(np, name)
                assert_same(getattr(dpt, name)(x, axis=axis), np.asarray(places(n, axis=axis)))
                turned = getattr(dpt, name)(dpt.flip(x), axis=axis)
                assert_same(turned, np.asarray(places(np.flip(n), axis=axis)))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("n", [1, 2, 63, 64, 65, 1000, 4097, 100_000, 1_000_003])
def test_long_sums_are_accurate(device, dtype, n):
    host = np.random.default_rng(n).random(n).astype(dtype)
    exact = np.sum(host.astype("longdouble"))
    error = abs(float(dpt.sum(dpt.asarray(host, device=device))) - float(exact)) / float(exact)
    assert error < 64 * np.finfo(dtype).eps


@pytest.mark.parametrize("shape", [(0,), (0, 3), (3, 0), (2, 0, 4)])
def test_no_elements(device, shape):
    n, x = np.empty(shape, dtype="f4"), dpt.empty(shape, dtype="f4", device=device)
    for name in ("sum", "prod", "any", "all", "count_nonzero"):
        for axis in (None, 0):
            assert_same(
                getattr(dpt, name)(x, axis=axis), np.asarray(getattr(np, name)(n, axis=axis))
            )
    for name in ("max", "min", "argmax", "argmin"):
        with pytest.raises(ValueError):
            getattr(dpt, name)(x)


@pytest.mark.parametrize("dtype", SIGNED + UNSIGNED + ["float32"])
def test_dtype_is_accumulated_in(device, dtype):
    n = np.full(1000, 100, dtype="i1")
    x = dpt.asarray(n, device=device)
    assert_same(dpt.sum(x, dtype=dtype), np.asarray(np.sum(n, dtype=dtype)))


@pytest.mark.parametrize("view", ["T", "backwards", "strided", "broadcast"])
def test_layouts(device, view):
    n = sample("float64", (6, 8))
    x = dpt.asarray(n, device=device)
    if view == "T":
        n, x = n.T, x.T
    elif view == "backwards":
        n, x = n[::-1, ::-1], x[::-1, ::-1]
    elif view == "strided":
        n, x = n[1::2, ::3], x[1::2, ::3]
    else:
        n, x = np.broadcast_to(n[:, :1], (6, 5)), dpt.broadcast_to(x[:, :1], (6, 5))
    for axis in (None, 0, 1):
        assert_same(dpt.sum(x, axis=axis), np.asarray(np.sum(n, axis=axis)))
        assert_same(dpt.argmax(x, axis=axis), np.asarray(np.argmax(n, axis=axis)))


def test_out(device):
    x = dpt.ones((2, 3), device=device)
    out = dpt.empty(3, device=device)
    assert dpt.sum(x, axis=0, out=out) is out
    assert_same(out, np.full(3, 2.0))


@pytest.mark.parametrize(
    "call, error",
    [
        (lambda x: dpt.sum(3), TypeError),
        (lambda x: dpt.sum(x, axis=2), np.exceptions.AxisError),
        (lambda x: dpt.sum(x, axis=-3), np.exceptions.AxisError),
        (lambda x: dpt.sum(x, axis=(0, 0)), ValueError),
        (lambda x: dpt.sum(x, axis=(0, -2)), ValueError),
        (lambda x: dpt.sum(x, axis=0.5), TypeError),
        (lambda x: dpt.argmax(x, axis=(0, 1)), TypeError),
        (lambda x: dpt.sum(x, axis=0, out=dpt.empty(2, device=x.device)), ValueError),
        (lambda x: dpt.sum(x, axis=0, out=dpt.empty(3, dtype="f4", device=x.device)), ValueError),
        (lambda x: dpt.var(dpt.ones(3, dtype="c8")), ValueError),
    ],
)
def test_wrong_arguments_raise_at_the_call(device, call, error):
    with pytest.raises(error):
        call(dpt.ones((2, 3), device=device))


def test_sum_is_the_same_bits_each_time(device):
    x = dpt.asarray(np.random.default_rng(1).random(100_003), device=device)
    sums = {float(dpt.sum(x)) for _ in range(20)}
    assert len(sums) == 1


@pytest.mark.parametrize("name", ["logsumexp", "reduce_hypot"])
@pytest.mark.parametrize("dtype", ["i1", "u8", "f2", "f4", "c8", "c16"])
def test_floating_folds_give_any_dtype(device, name, dtype):
    x = dpt.asarray([3, 4], dtype="i4", device=device)
    fold = getattr(dpt, name)
    expected = dpt.asnumpy(fold(x)).astype(dtype)
    made = fold(x, dtype=dtype)
    assert made.dtype == dtype
    np.testing.assert_allclose(dpt.asnumpy(made), expected, rtol=1e-3)
    out = dpt.zeros((), dtype=dtype, device=device)
    assert fold(x, dtype=dtype, out=out) is out
    assert_same(out, dpt.asnumpy(made))
    assert fold(x, dtype=dtype, keepdims=True).shape == (1,)
    other = "f8" if dtype != "c16" else "c8"
    for wrong in (
        dpt.zeros(2, dtype=dtype, device=device),
        dpt.zeros((), dtype=other, device=device),
    ):
        with pytest.raises((ValueError, TypeError)):
            fold(x, dtype=dtype, out=wrong)


@pytest.mark.parametrize(
    "name",
    ["sum", "prod", "max", "min", "argmax", "argmin", "count_nonzero", "logsumexp", "reduce_hypot"]
    + ["all", "any", "mean", "std", "var"],
)
def test_keywords_of_every_reduction(device, name):
    fold = getattr(dpt, name)
    x = dpt.asarray([[3.0, 4.0], [2.0, 0.0], [1.0, 5.0]], device=device)
    expected = dpt.asnumpy(fold(x, axis=0))
    assert_same(fold(x, axis=0, keepdims=True), expected[None])
    if "out" in inspect.signature(fold).parameters:
        out = dpt.empty((1, 2), dtype=expected.dtype, device=device)
        assert fold(x, axis=0, keepdims=True, out=out) is out
        assert_same(out, expected[None])


@pytest.mark.parametrize("name", ["sum", "max", "argmin", "prod"])
def test_out_may_overlap_the_input(device, name):
    host = np.arange(12).reshape(4, 3)[::-1].copy()
    x = dpt.asarray(host, device=device)
    made = getattr(dpt, name)(x, axis=0, out=x[1])
    expected = getattr(np, name)(host, axis=0)
    assert_same(made, expected)
    host[1] = expected
    assert_same(x, host)


@pytest.mark.parametrize("count", [1, 3, 40, 5000, 70000])
@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
@pytest.mark.parametrize("columns", [1, 40])
def test_extremes_of_infinite_complex_numbers(device, count, dtype, columns):
    """Nothing beats what a fold starts from: all parts infinite, the imaginary ones decide."""
    host = np.full((count, columns), -np.inf, dtype=dtype)
    host.imag = -np.arange(count)[::-1, None] - 5.0
    x = dpt.asarray(host, device=device)
    assert_same(dpt.max(x, axis=0), host.max(axis=0))
    assert_same(dpt.min(-x, axis=0), (-host).min(axis=0))
    assert_same(dpt.argmax(x, axis=0), host.argmax(axis=0))
    assert_same(dpt.argmin(-x, axis=0), (-host).argmin(axis=0))
    host.imag = -np.inf
    assert_same(dpt.max(dpt.asarray(host, device=device), axis=0), host.max(axis=0))


@pytest.mark.parametrize("correction", [3, 3.5, 4])
def test_no_degrees_of_freedom_give_nan(device, correction):
    x = dpt.asarray([[1.0, 2.0, 4.0], [5.0, 5.0, 5.0]], dtype="f4", device=device)
    for function in (dpt.var, dpt.std):
        assert np.isnan(dpt.asnumpy(function(x, axis=1, correction=correction))).all()
