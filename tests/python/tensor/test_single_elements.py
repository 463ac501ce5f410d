"""Expressions of one or few elements, which the calling thread computes where it can: the bits that kernels give."""

import dpctl.tensor as dpt
import numpy as np
import pytest
from dpctl.tensor import _elementwise_funcs
from hypothesis import given, settings
from hypothesis import strategies as st

from support import DTYPES, values

pytestmark = pytest.mark.usefixtures("few_at_once")

FUNCTIONS = [getattr(dpt, name) for name in _elementwise_funcs.__all__]


def bits(x):
    x = np.atleast_1d(dpt.asnumpy(x))
    return np.where(np.isnan(x), np.ones_like(x), x).view(f"V{x.itemsize}"), np.isnan(x)


def assert_same_bits(ours, expected):
    assert ours.dtype == expected.dtype
    for a, b in zip(bits(ours), bits(expected), strict=True):
        np.testing.assert_array_equal(a, b)


def by_kernels(x):
    """The array, computed with all that is pending on its queue."""
    x.sycl_queue.wait()
    return x


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
        together = by_kernels(function(*arrays))
    except (TypeError, ValueError):
        return
    for i in range(arrays[0].size):
        alone = function(*(x[i] for x in arrays))
        assert_same_bits(alone, together[i])
    assert_same_bits(function(*arrays), together)
    backwards = [x[::-3] for x in arrays]
    assert_same_bits(function(*backwards), together[::-3])


def test_conversions(device):
    for of in ("bool", "int32", "int64", "float32", "float64"):
        x = dpt.asarray(np.concatenate([denormals(of), values(of)]), device=device)
        for to in DTYPES:
            if np.dtype(of).kind == "f" and np.dtype(to).kind in "iu":
                continue
            together = by_kernels(dpt.astype(x, to) + dpt.zeros(1, dtype=to, device=device))
            assert_same_bits(dpt.astype(x, to) + dpt.zeros(1, dtype=to, device=device), together)
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


FOLDS = [dpt.sum, dpt.prod, dpt.max, dpt.min, dpt.mean]
VIEWS = [
    lambda x: x,
    lambda x: x[::-1],
    lambda x: x[::2],
    lambda x: dpt.reshape(x[: x.size // 2 * 2], (-1, 2)).T[0],
]


@pytest.mark.parametrize("dtype", ["bool", "int32", "int64", "float32", "float64"])
@pytest.mark.parametrize("fold", FOLDS, ids=lambda f: f.__name__)
def test_folds(device, fold, dtype):
    rng = np.random.default_rng(3)
    special = np.concatenate([denormals(dtype), values(dtype)])
    for size in (0, 1, 2, 15, 16, 17, 31, 32, 33, 48, 49, 64, 65, 100, 200, 300, 1000, 2047, 2100):
        ordinary = rng.normal(scale=10, size=size).astype(dtype)
        for host in (ordinary, rng.choice(special, size), (-np.zeros(size)).astype(dtype)):
            x = dpt.asarray(host, device=device)
            for view in VIEWS:
                if view(x).size == 0 and fold in (dpt.max, dpt.min):
                    continue
                expected = [by_kernels(fold(view(x))), by_kernels(fold(view(x) * view(x)[::-1]))]
                assert_same_bits(fold(view(x)), expected[0])
                assert_same_bits(fold(view(x) * view(x)[::-1]), expected[1])


@pytest.mark.parametrize("dtype", ["int32", "float32", "float64"])
def test_rows_and_small_products(device, dtype):
    rng = np.random.default_rng(4)
    for shape in ((3, 5), (2, 3, 4), (7, 1), (1, 40), (4, 100), (2, 600)):
        x = dpt.asarray(rng.normal(scale=10, size=shape).astype(dtype), device=device)
        y = dpt.asarray(rng.normal(scale=10, size=shape[-1:]).astype(dtype), device=device)
        square = x[..., : x.shape[-2]]
        for program in (
            lambda: dpt.sum(x, axis=-1),  # noqa: B023
            lambda: dpt.mean(x * 2, axis=-1),  # noqa: B023
            lambda: dpt.max(x, axis=-2),  # noqa: B023
            lambda: dpt.sum(x, axis=-1, keepdims=True) - x,  # noqa: B023
            lambda: x @ y,  # noqa: B023
            lambda: y @ dpt.matrix_transpose(x),  # noqa: B023
            lambda: dpt.matrix_transpose(x)[..., ::-1, :] @ x,  # noqa: B023
            lambda: square @ x if square.shape[-1] == x.shape[-2] else x,  # noqa: B023
        ):
            assert_same_bits(program(), by_kernels(program()))


@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
@settings(max_examples=150)
def test_random_programs(device, data, seed):
    """Trees of cheap operations over operands that lie in any way, some of them folded."""
    rng = np.random.default_rng(seed)
    shape = tuple(data.draw(st.lists(st.sampled_from([0, 1, 2, 3, 7, 40]), max_size=3)))
    dtype = data.draw(st.sampled_from(["int32", "int64", "float32", "float64"]))

    def leaf():
        host = rng.integers(-9, 9, [2 * n for n in shape]).astype(dtype)
        way = tuple(
            data.draw(
                st.sampled_from([slice(None, n), slice(None, None, 2), slice(None, None, -2)])
            )
            for n in shape
        )
        turned = len(shape) == 2 and data.draw(st.booleans())
        x = (
            dpt.asarray(host.T.copy(), device=device).T
            if turned
            else dpt.asarray(host, device=device)
        )
        return lambda: x[way]

    def tree(depth):
        """Makes the same expression anew at each call."""
        kind = data.draw(
            st.sampled_from(["leaf", "number", "unary", "binary", "where", "fold", "broadcast"])
        )
        if kind == "number":
            number = data.draw(st.sampled_from([2, -3, 0.5]))
            return lambda: dpt.asarray(number, dtype=dtype, device=device)
        if depth == 0 or kind == "leaf":
            return leaf()
        x, y, z = (tree(depth - 1) for _ in range(3))
        if kind == "unary":
            op = data.draw(st.sampled_from([dpt.abs, dpt.negative, dpt.square, dpt.sign]))
            return lambda: op(x())
        if kind == "binary":
            op = data.draw(st.sampled_from([dpt.add, dpt.subtract, dpt.multiply, dpt.maximum]))
            return lambda: op(x(), y())
        if kind == "where":
            return lambda: dpt.where(x() > y(), y(), z())
        if kind == "fold":
            op = data.draw(st.sampled_from([dpt.sum, dpt.prod]))
            return lambda: dpt.astype(op(x()), dtype)
        return lambda: dpt.broadcast_to(x(), shape)[..., :1] if shape else x()

    program = tree(3)
    assert_same_bits(program(), by_kernels(program()))


def test_what_others_hold_becomes_memory(device):
    """Beside what it is computed for: nobody computes it again, and nothing that pends reads what is written next."""
    x = dpt.asarray(np.arange(6.0), device=device)
    scale = -(x[0] + dpt.sum(x[:3] * 2)) / 3
    doubled = dpt.asarray([[1.0, 2.0], [3.0, 4.0]], device=device).T * 2
    y = x[:4] + scale
    y[:4] += scale * y[::-1]
    x += 100
    np.testing.assert_array_equal(dpt.asnumpy(scale), -2)
    np.testing.assert_array_equal(dpt.asnumpy(y), [-4, -1, 2, 5])
    np.testing.assert_array_equal(dpt.asnumpy(doubled + doubled[::-1]), [[6, 14], [6, 14]])
    np.testing.assert_array_equal(dpt.asnumpy(doubled), [[2, 6], [4, 8]])
