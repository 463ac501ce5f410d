"""Nodes that differ from ones before in addresses, and those that differ in more, give their own results."""

from __future__ import annotations

import dpctl.tensor as dpt
import numpy as np
import pytest


@pytest.fixture
def on(device):
    return lambda values: dpt.asarray(values, device=device)


def check(got: dpt.usm_ndarray, expected: np.ndarray) -> None:
    np.testing.assert_array_equal(dpt.asnumpy(got), expected, strict=True)


def numbers(seed: int, count: int = 1000) -> np.ndarray:
    return np.random.default_rng(seed).integers(1, 99, count).astype(np.float32)


def test_other_arrays(on):
    hosts = [numbers(seed) for seed in range(6)]
    arrays = [on(host) for host in hosts]
    for i in range(5):
        check(arrays[i] + arrays[i + 1], hosts[i] + hosts[i + 1])


def test_results_of_results(on):
    host, other = numbers(0), numbers(1)
    x, y = on(host), on(other)
    for _ in range(5):
        x = x - y
        x.sycl_queue.wait()
        host = host - other
    check(x, host)


def test_one_array_twice(on):
    host, other = numbers(0), numbers(1)
    x, y = on(host), on(other)
    check(x * y, host * other)
    check(x * x, host * host)
    check(y * x, other * host)


def test_one_array_twice_in_other_places(on):
    hosts = [numbers(seed) for seed in range(3)]
    arrays = [on(host) for host in hosts]
    for a, b, c in ((0, 1, 0), (0, 0, 1), (0, 1, 1), (0, 1, 2), (2, 2, 2), (1, 2, 1)):
        check(arrays[a] * arrays[b] - arrays[c], hosts[a] * hosts[b] - hosts[c])
        check(arrays[a] * arrays[b][::-1], hosts[a] * hosts[b][::-1])


def test_elements_by_indices(on):
    for seed in range(3):
        host, places = numbers(seed), np.random.default_rng(seed).integers(-500, 500, 40)
        x, i = on(host), on(places)
        for step in (1, 2, 1, -1):
            check(x[::step][i], host[::step][places])
        check(x[i] + x[:40], host[places] + host[:40])
        check((x + 1)[i], (host + 1)[places])
        check(i[i % 40], places[places % 40])
        m, n, j = on(matrices(seed)), matrices(seed), places[:8] % 8
        check(m[on(j), on(j)], n[j, j])
        check(m.T[on(j), on(j[::-1].copy())], n.T[j, j[::-1]])


def test_other_numbers(on):
    host = numbers(0)
    x = on(host)
    for number in (1, 2, 2, 3.5, 1):
        check(x + number, host + np.float32(number))
    check(1 - x, 1 - host)
    check(x - 1, host - 1)


@pytest.mark.parametrize("first", [slice(1, None), slice(None, None, 2), slice(None, None, -1)])
def test_other_elements(on, first):
    host, other = numbers(0), numbers(1)
    x, y = on(host), on(other)
    for part in (slice(None), first, slice(None), first):
        check(x[part] + y[part], host[part] + other[part])


def test_other_shapes(on):
    host, other = numbers(0), numbers(1)
    x, y = on(host), on(other)
    for shape in ((1000,), (10, 100), (100, 10), (1000,)):
        check(
            dpt.reshape(x, shape) + dpt.reshape(y, shape),
            host.reshape(shape) + other.reshape(shape),
        )
    check(dpt.reshape(x, (10, 100)).T + y[:10], host.reshape(10, 100).T + other[:10])


def test_other_dtypes(on):
    for a, b in (("f4", "f4"), ("i4", "f4"), ("f4", "i4"), ("i4", "i4"), ("f4", "f4")):
        host, other = numbers(0).astype(a), numbers(1).astype(b)
        dtype = np.float32 if "f4" in (a, b) else np.int32
        got = dpt.astype(on(host) + on(other), dtype)
        check(got, (host + other).astype(dtype))


def test_several_at_once(on):
    host, other = numbers(0), numbers(1)
    x, y = on(host), on(other)
    for _ in range(3):
        check(x + y, host + other)
        sums = [x + y, y + x, x + x]
        x.sycl_queue.wait()
        for got, expected in zip(sums, (host + other, other + host, host + host), strict=True):
            check(got, expected)


def matrices(seed: int) -> np.ndarray:
    return numbers(seed, 64).reshape(8, 8)


@pytest.mark.parametrize("axis", [None, 0, 1, 0])
def test_sums_over_other_axes(on, axis):
    for keepdims in (False, True, False):
        for seed in range(3):
            host = matrices(seed)
            expected = np.asarray(host.sum(axis=axis, keepdims=keepdims))
            check(dpt.sum(on(host), axis=axis, keepdims=keepdims), expected)


def test_other_reductions(on):
    for seed in range(3):
        host = matrices(seed)
        x = on(host)
        for name in ("sum", "max", "min", "sum"):
            check(getattr(dpt, name)(x), np.asarray(getattr(host, name)()))
        check(dpt.argmax(x, axis=1), host.argmax(axis=1))
        check(dpt.all(x > 2, axis=0), (host > 2).all(axis=0))


def test_products(on):
    for seed in range(3):
        host, other = matrices(seed), matrices(seed + 1)
        x, y = on(host), on(other)
        check(x @ y, host @ other)
        check(x @ x, host @ host)
        check(x.T @ y, host.T @ other)
        check(x @ y[0], host @ other[0])


def test_nodes_below_that_others_hold(on):
    for seed in range(3):
        host, other = numbers(seed), numbers(seed + 1)
        x, y = on(host), on(other)
        check((x + y) * 2, (host + other) * 2)
        between = x + y
        check(between * 2, (host + other) * 2)
        check(between, host + other)
        check(dpt.negative(x + y) * 2, -(host + other) * 2)


def test_positions(on):
    for start in (0, 3, 0):
        for count in (10, 20, 10):
            check(dpt.arange(start, start + count, dtype="i8"), np.arange(start, start + count))
    for shift in (0, 1, 0):
        check(dpt.eye(5, k=shift, dtype="f4"), np.eye(5, k=shift, dtype=np.float32))
