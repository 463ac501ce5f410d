"""Elements taken by indices are computed with what makes the indices and what reads them, and hold what NumPy's hold."""

import dpctl.tensor as dpt
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st


def both(host):
    return host, dpt.asarray(host)


def same(got, expected):
    np.testing.assert_array_equal(dpt.asnumpy(got), expected, strict=True)


def test_what_is_written_after_a_take_does_not_change_it():
    a, x = both(np.arange(100.0))
    i, j = both(np.arange(99, -1, -2))
    expected = a[i] + 1
    taken = x[j] + 1
    x[...] = 0
    j[...] = 3
    same(taken, expected)


def test_an_array_can_be_given_elements_of_itself():
    a, x = both(np.arange(50, dtype="i4"))
    i, j = both(np.random.default_rng(0).integers(-50, 50, 50))
    x[...] = x[j]
    same(x, a[i])
    y = dpt.asarray(a)
    y[10:20] = (y[j] * 2)[:10]
    b = a.copy()
    b[10:20] = (a[i] * 2)[:10]
    same(y, b)
    z = dpt.asarray(a)
    z += z[j]
    same(z, a + a[i])


@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"])
def test_indices_of_every_dtype(dtype):
    a, x = both(np.arange(300.0))
    host = np.array([0, 1, 100, 127], dtype)
    same(x[dpt.asarray(host)], a[host])
    if dtype == "u8":
        beyond = dpt.asarray(np.array([2**63 + 1, 5], dtype))
        same(dpt.take(x, beyond), a[[299, 5]])


@pytest.mark.parametrize("mode", ["wrap", "clip"])
def test_indices_beyond_the_axis_name_its_ends(mode):
    a, x = both(np.arange(12.0).reshape(3, 4))
    indices = np.array([-9, -4, -1, 0, 3, 4, 2**40])
    clamped = np.clip(indices, 0 if mode == "clip" else -4, 3)
    same(dpt.take(x, dpt.asarray(indices), axis=1, mode=mode), a[:, clamped])


def test_an_axis_that_repeats_one_element():
    a, x = np.broadcast_to(np.float64(7), (5,)), dpt.broadcast_to(dpt.asarray(7.0), (5,))
    same(x[dpt.asarray([0, 4, 2])], a[[0, 4, 2]])


def test_a_source_that_is_not_computed_yet():
    a, x = both(np.arange(60).reshape(5, 12))
    i, j = both(np.array([4, 0, 0, 2]))
    same((x * 3)[j, 1:] - 1, (a * 3)[i, 1:] - 1)
    same(dpt.sum((x * 3)[:, j], axis=1), (a * 3)[:, i].sum(axis=1))


@st.composite
def takes(draw):
    shape = tuple(draw(st.lists(st.integers(1, 5), min_size=1, max_size=3)))
    axis = draw(st.integers(0, len(shape) - 1))
    places = tuple(draw(st.lists(st.integers(0, 6), min_size=0, max_size=2)))
    view = tuple(
        draw(st.sampled_from([slice(None), slice(None, None, -1), slice(0, None, 2)]))
        for _ in shape
    )
    return (
        shape,
        axis,
        places,
        view,
        draw(st.sampled_from(["plain", "pending index", "pending source", "after"])),
    )


@settings(max_examples=100)
@given(takes(), st.randoms(use_true_random=False))
def test_random_takes(case, random):
    shape, axis, places, view, kind = case
    rng = np.random.default_rng(random.randrange(1 << 30))
    a, x = both(rng.standard_normal(shape))
    a, x = a[view], x[view]
    extent = a.shape[axis]
    i, j = both(rng.integers(-extent, extent, places))
    if kind == "pending index":
        i, j = (i + 3) % extent, (j + 3) % extent
    if kind == "pending source":
        a, x = a * 2 - 1, x * 2 - 1
    before = (slice(None),) * axis
    got, expected = x[(*before, j)], a[(*before, i)]
    if kind == "after":
        got, expected = (
            (got[..., ::-1] * 0.5, expected[..., ::-1] * 0.5) if got.ndim else (got, expected)
        )
    same(got, expected)
    rows = dpt.max(got, axis=0, keepdims=True) if got.ndim and got.size else got
    same(
        got - rows,
        expected - (expected.max(axis=0, keepdims=True) if got.ndim and got.size else expected),
    )


SHAPES = [(70, 3), (30000,), (1 << 19,), (3, 40000), (40000, 3), (300, 400), (200, 5, 90)]
EXPRESSIONS = {
    "a take first": lambda xp, x, y, i: xp.take(x, i) * y,
    "a take last": lambda xp, x, y, i: y * xp.take(x, i),
    "two takes and numbers": lambda xp, x, y, i: (
        (xp.take(x, i) + 2) * (xp.take(x, i[::-1]) - 3) + y
    ),
    "a take of computed places": lambda xp, x, y, i: y - xp.take(x, (i * 7 + 1) % x.shape[0]),
}


@pytest.mark.parametrize("name", EXPRESSIONS)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_folds_of_takes_of_every_length(shape, name):
    """Folds of few, of many and of side by side elements, in one kernel or in two passes."""
    random = np.random.default_rng(len(name))
    size = int(np.prod(shape))
    hosts = [random.integers(-9, 10, n).astype("f8") for n in (size, size)]
    places = random.integers(0, size, size)
    arrays = [dpt.asarray(host) for host in (*hosts, places)]
    hosts.append(places)
    for axis in (None, *range(len(shape))):
        for fold in ("sum", "max", "argmin"):
            expected = getattr(np, fold)(EXPRESSIONS[name](np, *hosts).reshape(shape), axis=axis)
            got = getattr(dpt, fold)(dpt.reshape(EXPRESSIONS[name](dpt, *arrays), shape), axis=axis)
            assert_values(got, expected)


def test_what_follows_a_long_fold_may_take():
    a, x = both(np.random.default_rng(3).integers(-9, 10, (2, 1 << 17)).astype("f8"))
    table, entries = both(np.arange(100.0) ** 2)
    i, j = both(np.array([70, 3]))
    assert_values(dpt.sum(x, axis=1) * dpt.take(entries, j) + 1, a.sum(1) * table[i] + 1)
    assert_values(dpt.sum(x, axis=1) * 2 + dpt.take(entries, j * 1), a.sum(1) * 2 + table[i])


def assert_values(got, expected):
    np.testing.assert_array_equal(dpt.asnumpy(got), expected)


VIEWS = {
    "whole": lambda x: x,
    "columns": lambda x: x[:, 2:7],
    "rows backwards": lambda x: x[::-1],
    "every other element": lambda x: x[::2, ::3],
    "transposed": lambda x: x.T,
    "a piece of a transposed one": lambda x: x.T[1:7, ::-2],
}


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("dtype", ["u1", "i2", "f4", "c16"])
def test_computed_values_are_put_at_computed_places(view, axis, dtype):
    a, x = both(np.arange(12 * 10).reshape(12, 10).astype(dtype))
    at, to = VIEWS[view](a), VIEWS[view](x)
    random = np.random.default_rng(len(view))
    extent = at.shape[axis]
    places = random.permutation(extent)[: extent // 2 + 1]
    shape = list(at.shape)
    shape[axis] = len(places)
    values = random.integers(0, 50, shape)
    key = (slice(None),) * axis
    at[(*key, (places * 3 + 1) % extent - extent)] = (values * 2 + 1).astype(dtype)
    i, v = dpt.asarray(places), dpt.asarray(values)
    to[(*key, (i * 3 + 1) % extent - extent)] = dpt.astype(v * 2 + 1, dtype)
    if len(set((places * 3 + 1) % extent)) == len(places):  # else any of several may stay
        same(x, a)


@pytest.mark.parametrize("size", [1000, (1 << 20) + 3])
def test_what_is_put_may_come_from_the_target(size):
    a, x = both(np.arange(float(size)))
    order = np.random.default_rng(1).permutation(size)
    i = dpt.asarray(order)
    x[i] = x * 2 + x[::-1]
    a[order] = a * 2 + a[::-1]
    same(x, a)
    b, y = both(order.copy())
    y[y] = y + 1  # the places, too
    b[b.copy()] = b + 1
    same(y, b)


def test_rows_are_put_in_any_order():
    a, x = both(np.zeros((300, 5), "f4"))
    rows = np.random.default_rng(2).permutation(300)
    new = np.random.default_rng(3).random((300, 5), "f4")
    a[rows] = new - new.mean(axis=0, dtype="f4")
    v = dpt.asarray(new)
    x[dpt.asarray(rows)] = v - dpt.mean(v, axis=0)
    np.testing.assert_allclose(dpt.asnumpy(x), a, rtol=1e-6, atol=1e-6)
    x[dpt.asarray(rows[:7])] = 3  # broadcast
    a[rows[:7]] = 3
    np.testing.assert_allclose(dpt.asnumpy(x), a, rtol=1e-6, atol=1e-6)
