"""bfloat16, the dtype of ml_dtypes: what is computed is computed in float32 and rounded once."""

import pickle

import dpctl.tensor as dpt
import numpy as np
import pytest

bfloat16 = pytest.importorskip("ml_dtypes").bfloat16
BF16 = np.dtype(bfloat16)
EVERY = np.arange(2**16, dtype=np.uint16).view(bfloat16)
NORMAL = EVERY[
    np.abs(EVERY.astype(np.float32)) >= np.finfo(np.float32).tiny
]  # no denormals, which are flushed
RNG = np.random.default_rng(13)


def same_bits(x, expected):
    found = dpt.asnumpy(x) if isinstance(x, dpt.usm_ndarray) else x
    assert found.dtype == expected.dtype and found.shape == expected.shape
    if expected.dtype == BF16:
        numbers = ~np.isnan(expected.astype(np.float32))
        np.testing.assert_array_equal(np.isnan(found.astype(np.float32)), ~numbers)
        found, expected = found.view(np.uint16)[numbers], expected.view(np.uint16)[numbers]
    np.testing.assert_array_equal(found, expected)


def some(n=1000, scale=4.0):
    return (RNG.standard_normal(n) * scale).astype(bfloat16)


def test_arrays_come_and_go():
    x = dpt.asarray(EVERY)
    assert x.dtype == dpt.bfloat16 == BF16
    same_bits(x, EVERY)
    assert float(dpt.asarray(1.5, dtype="bfloat16")) == 1.5
    assert dpt.empty(3, dtype=bfloat16).dtype == BF16
    same_bits(dpt.arange(5, dtype=BF16), np.arange(5).astype(bfloat16))
    same_bits(dpt.full((2, 3), 1 / 3, dtype=BF16), np.full((2, 3), 1 / 3, dtype=bfloat16))


@pytest.mark.parametrize(
    "other", ["?", "b", "B", "h", "H", "i", "I", "l", "L", "e", "f", "d", "F", "D"]
)
def test_casts(other):
    whole = np.arange(100).astype(bfloat16)
    same_bits(dpt.astype(dpt.asarray(whole), other), whole.astype(other))
    if np.dtype(other).kind in "fc":
        values = NORMAL
        with np.errstate(all="ignore"):
            same_bits(
                dpt.astype(dpt.asarray(values), other), values.astype(np.float32).astype(other)
            )
            numbers = RNG.standard_normal(1000).astype(other)
            same_bits(
                dpt.astype(dpt.asarray(numbers), BF16),
                numbers.real.astype(np.float32).astype(bfloat16),
            )
    else:
        numbers = np.arange(128).astype(other)
        same_bits(dpt.astype(dpt.asarray(numbers), BF16), numbers.astype(bfloat16))


def test_rounding_is_to_the_nearest_and_to_even():
    bits = np.concatenate(
        [
            RNG.integers(0, 2**32, 100_000, dtype=np.uint32),
            np.arange(2**16, dtype=np.uint32) << 16 | 0x8000,
        ]
    )
    numbers = bits.view(np.float32)
    with np.errstate(all="ignore"):
        expected = numbers.astype(bfloat16)
    keep = (np.abs(numbers) >= np.finfo(np.float32).tiny) | (numbers == 0) | np.isnan(numbers)
    same_bits(dpt.astype(dpt.asarray(numbers[keep]), BF16), expected[keep])


def _functions(arity):
    return [
        f
        for f in (getattr(dpt, name) for name in dpt._elementwise_funcs.__all__)
        if f.nin == arity and any(t.startswith("f" * arity + "->") for t in f.types)
    ]


@pytest.mark.parametrize("function", _functions(1), ids=lambda f: f.name_)
def test_functions_of_one_array(function):
    x = some()
    in_float = function(dpt.asarray(x.astype(np.float32)))
    expected = dpt.asnumpy(in_float)
    same_bits(
        function(dpt.asarray(x)),
        expected.astype(bfloat16) if expected.dtype == np.float32 else expected,
    )


@pytest.mark.parametrize("function", _functions(2), ids=lambda f: f.name_)
def test_functions_of_two_arrays(function):
    x, y = some(), some()
    if function.name_ == "nextafter":
        return same_bits(function(dpt.asarray(x), dpt.asarray(y)), np.nextafter(x, y))
    expected = dpt.asnumpy(
        function(dpt.asarray(x.astype(np.float32)), dpt.asarray(y.astype(np.float32)))
    )
    same_bits(
        function(dpt.asarray(x), dpt.asarray(y)),
        expected.astype(bfloat16) if expected.dtype == np.float32 else expected,
    )


def test_promotion():
    x = dpt.ones(3, dtype=BF16)
    assert (x * 2.0).dtype == (1 + x).dtype == (x + dpt.ones(3, dtype="i1")).dtype == BF16
    assert (x + dpt.ones(3, dtype="f2")).dtype == (x + dpt.ones(3, dtype="i2")).dtype == np.float32
    assert (x + 1j).dtype == (x + dpt.ones(3, dtype="F")).dtype == np.complex64
    assert dpt.result_type(x, 1.0) == dpt.result_type(BF16, "u1") == BF16
    assert dpt.result_type(x, "f2") == np.float32 and dpt.result_type(x, 1j) == np.complex64
    assert (
        dpt.can_cast(BF16, "f4")
        and not dpt.can_cast(BF16, "f2")
        and dpt.can_cast(BF16, "f2", casting="same_kind")
    )
    assert dpt.isdtype(BF16, "real floating") and dpt.finfo(BF16).eps == 2**-7
    x += np.float32(1)
    same_bits(x, np.full(3, 2, dtype=bfloat16))


def test_a_chain_rounds_after_each_step():
    x, y = some(4096), some(4096)
    expected = ((x * y).astype(bfloat16) + y).astype(bfloat16)
    expected = np.exp(-np.abs(expected)).astype(bfloat16)
    a, b = dpt.asarray(x), dpt.asarray(y)
    found = dpt.asnumpy(dpt.exp(-dpt.abs(a * b + b))).astype(np.float32)
    np.testing.assert_allclose(found, expected.astype(np.float32), rtol=2**-8, atol=1e-30)


@pytest.mark.parametrize(
    "shape,axis",
    [((1000,), None), ((40, 50), 0), ((40, 50), 1), ((3, 70, 5), (0, 1)), ((300_000,), None)],
)
def test_reductions(shape, axis):
    x = some(int(np.prod(shape)), 1.0).reshape(shape)
    wide = x.astype(np.float64)
    a = dpt.asarray(x)
    for name in ("sum", "mean", "std"):
        found = dpt.asnumpy(getattr(dpt, name)(a, axis=axis))
        expected = getattr(np, name)(wide, axis=axis)
        assert found.dtype == BF16
        np.testing.assert_allclose(
            found.astype(np.float64), expected, rtol=2**-7, atol=2e-3 * np.sqrt(x.size)
        )
    for name in ("max", "min"):
        same_bits(
            getattr(dpt, name)(a, axis=axis),
            np.asarray(getattr(np, name)(wide, axis=axis)).astype(bfloat16),
        )
    if not isinstance(axis, tuple):
        same_bits(dpt.argmax(a, axis=axis), np.asarray(np.argmax(wide, axis=axis)))
    same_bits(dpt.any(a > 3, axis=axis), np.asarray(np.any(wide > 3, axis=axis)))


def test_cumulative_sums():
    x = some(5000, 1.0)
    expected = np.cumsum(x.astype(np.float64))
    found = dpt.asnumpy(dpt.cumulative_sum(dpt.asarray(x)))
    assert found.dtype == BF16
    np.testing.assert_allclose(found.astype(np.float64), expected, rtol=2**-7, atol=0.05)


@pytest.mark.parametrize("n", [1, 20, 600, 70_000])
@pytest.mark.parametrize("descending", [False, True])
def test_sorts(n, descending):
    x = RNG.choice(np.concatenate([NORMAL, EVERY[0x7F80:0x7FFF]]), n)
    a = dpt.asarray(x)
    wide = np.sort(x.astype(np.float32))  # NaN last
    found = dpt.asnumpy(dpt.sort(a, descending=descending)).astype(np.float32)
    if descending:
        nans = int(np.isnan(wide).sum())
        expected = np.concatenate([wide[n - nans :], wide[: n - nans][::-1]])
    else:
        expected = wide
    np.testing.assert_array_equal(found, expected)
    order = dpt.asnumpy(dpt.argsort(a, descending=descending))
    np.testing.assert_array_equal(x[order].astype(np.float32), expected)
    finite = x[np.isfinite(x.astype(np.float32))]
    if finite.size:
        values = dpt.unique_values(dpt.asarray(finite))
        np.testing.assert_array_equal(
            dpt.asnumpy(values).astype(np.float32), np.unique(finite.astype(np.float32))
        )


def test_products_indices_and_places():
    x, y = some(60 * 70, 1.0).reshape(60, 70), some(70 * 30, 1.0).reshape(70, 30)
    found = dpt.asnumpy(dpt.asarray(x) @ dpt.asarray(y))
    assert found.dtype == BF16
    np.testing.assert_allclose(
        found.astype(np.float32), x.astype(np.float32) @ y.astype(np.float32), rtol=2**-7, atol=0.1
    )
    a = dpt.asarray(x)
    same_bits(a[::-2, 3:9], x[::-2, 3:9])
    same_bits(a[a > 0], x[x > 0])
    same_bits(dpt.take(a, dpt.asarray([5, 0, 5]), axis=0), x[[5, 0, 5]])
    a[:, 1] = 7
    x[:, 1] = 7
    same_bits(a.T, x.T)
    same_bits(dpt.where(a > 1, a, dpt.zeros_like(a)), np.where(x > 1, x, bfloat16(0)))
    same_bits(dpt.concat([a, a], axis=1), np.concatenate([x, x], axis=1))


def test_elements_are_assigned_by_masks_and_places():
    x = dpt.astype(dpt.arange(6, dtype="f4"), bfloat16)
    x[x > 3] = -2.5
    x[x < 0] += x[:2] * 0 + 1
    x[dpt.asarray([0, 2])] = dpt.asarray([7, 8])
    assert dpt.asnumpy(x).tolist() == [7, 1, 8, 3, -1.5, -1.5]


def test_dlpack_pickle_and_text():
    x = some(12).reshape(3, 4)
    a = dpt.asarray(x)
    b = dpt.from_dlpack(a)
    same_bits(b, x)
    b[0, 0] = 9
    assert float(a[0, 0]) == 9
    same_bits(pickle.loads(pickle.dumps(a)), dpt.asnumpy(a))
    assert (
        repr(dpt.asarray(np.array([1, 2.5], dtype=bfloat16)))
        == "usm_ndarray([1, 2.5], dtype=bfloat16)"
    )
    assert format(dpt.asarray(1.5, dtype=BF16), ".2f") == "1.50"


def test_kernels_take_them():
    import numba_dpex as dpex
    from numba_dpex import kernel_api as kapi

    @dpex.kernel
    def increment(item: kapi.Item, x):
        x[item.get_id(0)] += 1

    x = dpt.ones(4, dtype=BF16)
    dpex.call_kernel(increment, kapi.Range(4), x)
    assert dpt.asnumpy(x).tolist() == [2, 2, 2, 2]
