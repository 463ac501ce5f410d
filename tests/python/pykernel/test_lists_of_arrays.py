"""Lists of arrays of one shape, of which prange loops choose items by numbers that they compute."""

import collections

import dpctl
import dpctl.tensor as dpt
import numpy as np
import pytest
from numba_dpex import dpjit, prange
from numba_dpex._compiler import CompilationError
from numba_dpex.core.stacked_lists import StackedLists


class OwnList(collections.UserList):
    """A sequence like numba.typed.List."""


def distance(x, y):
    total = 0.0
    for k in range(x.shape[0]):
        total += (x[k] - y[k]) ** 2
    return total**0.5


@dpjit
def pairwise(items):
    n = len(items)
    out = np.zeros((n, n))
    for i in prange(n):
        for j in range(i + 1, n):
            out[i, j] = distance(items[i], items[j])
            out[j, i] = out[i, j]
    return out


def expected_of(items):
    return np.array([[np.linalg.norm(a - b) for b in items] for a in items])


@pytest.mark.parametrize("kind", [list, tuple, OwnList])
def test_lists_of_numpy_arrays(kind):
    items = list(np.random.default_rng(1).standard_normal((6, 5)))
    np.testing.assert_allclose(pairwise(kind(items)), expected_of(items), rtol=1e-12)
    np.testing.assert_allclose(pairwise(kind(items[:3])), expected_of(items[:3]), rtol=1e-12)


def test_lists_of_arrays_of_the_device(device):
    items = list(np.random.default_rng(1).standard_normal((6, 5)))

    @dpjit
    def sums(items, others, out):
        for i in prange(len(items)):
            out[i] = distance(items[i], others[len(others) - 1 - i])
            for k, item in enumerate(others):
                out[i] += k * item[i % 5]

    there = [dpt.asarray(x, device=device) for x in items]
    out, expected = dpt.zeros(6, device=device), np.zeros(6)
    sums(there, there, out)
    for i in range(6):
        expected[i] = np.linalg.norm(items[i] - items[5 - i])
        expected[i] += sum(k * x[i % 5] for k, x in enumerate(items))
    np.testing.assert_allclose(dpt.asnumpy(out), expected, rtol=1e-12)


@pytest.mark.parametrize("on_device", [False, True])
def test_items_that_change(on_device, device):
    @dpjit
    def changed(items, by):
        for i in prange(len(items)):
            for k in range(items[i].shape[0]):
                items[i][k] = items[i][k] * by[i] + k

    host = list(np.random.default_rng(4).standard_normal((4, 3)))
    items = [dpt.asarray(x, device=device) if on_device else x.copy() for x in host]
    changed(items, dpt.asarray([1.0, 2, 3, 4], device=device))
    for n, (before, item) in enumerate(zip(host, items, strict=True)):
        found = dpt.asnumpy(item) if on_device else item
        np.testing.assert_allclose(found, before * (n + 1) + np.arange(3), rtol=1e-12)


def test_items_in_the_memory_of_what_changes_are_refused():
    @dpjit
    def moved(items, out):
        for i in prange(len(items)):
            out[i, 0] = items[i][1]

    whole = np.arange(12.0).reshape(4, 3)
    with pytest.raises(
        (CompilationError, ValueError), match=r"indexed by constants|in the same memory"
    ):
        moved(list(whole), whole)


def test_items_of_several_sizes_are_refused():
    with pytest.raises(CompilationError, match="indexed by constants"):
        pairwise([np.ones(3), np.ones(4)])


@pytest.mark.parametrize("on_device", [False, True])
def test_items_that_may_not_change(on_device, device):
    items = [np.broadcast_to(np.arange(n + 1.0)[-1:], 5) for n in range(4)]
    if on_device:
        items = [dpt.broadcast_to(dpt.asarray(x[:1], device=device), 5) for x in items]
    expected = expected_of([np.full(5, n) for n in range(4)])
    np.testing.assert_allclose(pairwise(items), expected, rtol=1e-12)


@pytest.mark.skipif(
    not dpctl.SyclDevice().is_cpu, reason="NumPy's arrays are copied to the default device"
)
def test_loops_over_arrays_alone_are_known_by_their_types(monkeypatch):
    @dpjit
    def doubled(x, y):
        total = 0.0
        for i in prange(len(x)):
            y[i] = x[i] * 2
        for i in prange(len(x)):
            total += y[i]
        return total

    def looked_at(*_):
        raise AssertionError("lists are looked for again")

    x, y = np.arange(4.0), np.zeros(4)
    assert doubled(x, y) == 12
    monkeypatch.setattr(StackedLists, "in_place_of_lists", looked_at)
    assert doubled(x * 2, y) == 24
