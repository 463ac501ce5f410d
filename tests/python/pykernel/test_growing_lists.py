"""Lists that kernels and prange loops make and change give compiled what Python gives."""

import dpctl.tensor as dpt
import numba_dpex as dpex
import numpy as np
import pytest
from numba_dpex import dpjit, prange
from numba_dpex import kernel_api as kapi
from numba_dpex._compiler import TypingError, UnsupportedError
from reference import assert_same

RANDOM = np.random.default_rng(7)
X = RANDOM.random(24)
N = RANDOM.integers(2, 40, 24)
GRID = RANDOM.integers(0, 2, (6, 6))


def chosen_elements(x, n, out):
    for i in prange(x.shape[0]):
        v = []
        for j in range(i):
            if x[j] > 0.3:
                v.append(x[j])
        out[i, 0] = len(v)
        if v:
            out[i, 1] = v[-1] - v[0] + sum(v) + np.mean(v)
            out[i, 2] = max(v) + min(v)
            v.sort()
            out[i, 3] = v[0]


def stack_of_pairs(x, n, out):
    for i in prange(x.shape[0]):
        stack, total = [(0, i)], 0
        while stack:
            low, high = stack.pop()
            if high - low < 2:
                total += low * 10 + high
            else:
                stack.append((low, (low + high) // 2))
                stack.append(((low + high) // 2, high))
        out[i, 0] = total


def queue(x, n, out):
    for i in prange(x.shape[0]):
        waiting, total = [i], 0
        while len(waiting) > 0:
            k = waiting.pop(0)
            total = (total * 3 + k) % 1000003
            if k > 1:
                waiting.append(k // 2)
                waiting.append(k // 3)
        out[i, 0] = total


def comprehensions(x, n, out):
    size = x.size
    for i in prange(size):
        distances = [abs(x[j] - x[i]) for j in range(size)]
        near = [j for j in range(size) if distances[j] < 0.3 and j != i]
        pairs = [u * v for u in distances for v in (1.0, 2.0) if u > 0.2]
        out[i, 0] = sum([x[j] for j in near]) + len(near)
        out[i, 1] = len(pairs)
        distances[0] = 5.0
        out[i, 2] = max(distances) + distances[i - 1]


def repeated_items(x, n, out):
    for i in prange(x.size):
        counts = [0] * 5
        for j in range(x.size):
            counts[int(x[j] * 5)] += 1
        flags = [False] * (n[i] + 1)
        for j in range(0, n[i] + 1, 3):
            flags[j] = True
        out[i, 0], out[i, 1] = counts[i % 5], sum(flags)


def methods(x, n, out):
    for i in prange(x.size):
        v = [i, 2]
        v += [3, 4]
        v.extend([5, i])
        v.insert(1, 99)
        v.insert(-1, 7)
        v.reverse()
        last = v.pop() + v.pop(1)
        total = 0
        for k, item in enumerate(v):
            total += k * item
        out[i, 0] = total * 100 + last
        out[i, 1] = v.count(i) + (99 in v) * 10 + (1000 not in v) * 100
        v.clear()
        out[i, 2] = len(v) + (not v)


def primes(x, n, out):
    for i in prange(n.size):
        found = [2]
        for m in range(3, n[i] + 1):
            is_prime = True
            for p in found:
                if p * p > m:
                    break
                if m % p == 0:
                    is_prime = False
                    break
            if is_prime:
                found.append(m)
        out[i, 0] = len(found) * 1000 + found[-1]


def lists_that_begin_again(x, n, out):
    for i in prange(x.size):
        v, total = [], 0
        for j in range(x.size):
            v.append(j)
            if j % 7 != 6:
                continue
            total += len(v) + v[-1] * i
            v = []
        for j in range(i):
            v = [j, i]
            for k in range(j):
                v += [k]
            total += sum(v)
        out[i, 0] = total


def what_a_function_returns(x, n, out):
    def divisors(m):
        found = []
        for k in range(1, m + 1):
            if m % k == 0:
                found.append(k)
        return found

    def add_twice(items, value):
        items.append(value)
        items.append(value + 1)

    for i in prange(n.size):
        own = divisors(n[i])
        mine = []
        add_twice(mine, i)
        out[i, 0] = len(own) * 1000 + own[-1] + sum(own)
        out[i, 1] = mine[0] * mine[1]


def mixed_numbers(x, n, out):
    for i in prange(x.size):
        v = []
        v.append(1)
        v.append(x[i])
        out[i, 0] = v[0] + v[1]
        z = [1j]
        z.append(x[i])
        out[i, 1] = abs(z[0] * z[1])


def insertion_sort(x, n, out):
    for i in prange(x.size):
        ordered = []
        for j in range(i + 1):
            k = 0
            while k < len(ordered) and ordered[k] < x[j]:
                k += 1
            ordered.insert(k, x[j])
        out[i, 0], out[i, 1] = ordered[len(ordered) // 2], ordered[-1]


@pytest.mark.parametrize(
    "function",
    [
        chosen_elements,
        stack_of_pairs,
        queue,
        comprehensions,
        repeated_items,
        methods,
        primes,
        lists_that_begin_again,
        what_a_function_returns,
        mixed_numbers,
        insertion_sort,
    ],
)
def test_lists_in_parallel_loops(device, function):
    expected, given = np.zeros((24, 4)), dpt.zeros((24, 4), device=device)
    function(X, N, expected)
    compiled = dpjit(function)
    for _ in range(2):
        compiled(dpt.asarray(X, device=device), dpt.asarray(N, device=device), given)
    np.testing.assert_allclose(dpt.asnumpy(given), expected, rtol=1e-12)


def test_a_flood_that_fills_an_area(device):
    def areas(grid, out):
        height, width = grid.shape
        for i in prange(height):
            for j in range(width):
                if grid[i, j]:
                    seen = np.zeros((6, 6), dtype=np.bool_)
                    todo = [(i, j)]
                    seen[i, j] = True
                    count = 0
                    while todo:
                        y, x = todo.pop()
                        count += 1
                        for dy, dx in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                            u, v = y + dy, x + dx
                            inside = 0 <= u < height and 0 <= v < width
                            if inside and grid[u, v] and not seen[u, v]:
                                seen[u, v] = True
                                todo.append((u, v))
                    out[i, j] = count

    expected, given = np.zeros_like(GRID), dpt.zeros(GRID.shape, dtype=GRID.dtype, device=device)
    areas(GRID, expected)
    dpjit(areas)(dpt.asarray(GRID, device=device), given)
    np.testing.assert_array_equal(dpt.asnumpy(given), expected)


def test_lists_in_kernels(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        v = [x[k] for k in range(len(x)) if x[k] > x[i]]
        w = []
        while len(w) < i:
            w.append(i * len(w))
        y[i] = sum(v) + len(v) * 100 + sum(w)

    assert_same(kernel, kapi.Range(24), np.arange(24.0) % 7, np.zeros(24), device=device)


def test_lists_longer_than_a_kernels_memory(device):
    def kernel(item, n, y):
        v = []
        for k in range(n):
            v.append(k)
        y[0] = sum(v)

    y = dpt.zeros(1, device=device)
    dpex.call_kernel(dpex.kernel(kernel), kapi.Range(1), 256, y)
    assert float(y[0]) == 255 * 128
    with pytest.raises(MemoryError, match="the list v gets more than the 256 items"):
        dpex.call_kernel(dpex.kernel(kernel), kapi.Range(1), 257, y)


def test_long_lists_in_parallel_loops(device):
    """How many items there may be follows from the loops around append, also where the list is made anew in some turns alone."""

    @dpjit
    def function(x, out):
        n = x.size
        for i in prange(n):
            v, w = [], []
            for j in range(n):
                if j % 100 == 0:
                    w = []
                w.append(j)
                if j != i:
                    v.append((j, x[i]))
            out[i] = len(v) * 1000 + v[-1][0] + len(w)

    out = dpt.zeros(1000, device=device)
    function(dpt.ones(1000, device=device), out)
    assert dpt.asnumpy(out).tolist() == [999 * 1000 + 999 + 100] * 999 + [999 * 1000 + 998 + 100]


def two_names(item, y):
    v = [1]
    v.append(2)
    w = v
    y[0] = w[0]


def sum_of_lists(item, y):
    v = [1]
    v.append(2)
    for k in v + v:
        y[0] += k


def text_in_a_list(item, y):
    v = []
    v.append("a")
    y[0] = len(v)


def items_of_two_kinds(item, y):
    v = [1]
    v.append((1, 2))
    y[0] = len(v)


def equal_lists(item, y):
    v = [1]
    v.append(2)
    y[0] = v == [1, 2]


@pytest.mark.parametrize(
    "kernel, error, words",
    [
        (two_names, UnsupportedError, "v would get a second name, w; lists of kernels have one"),
        (sum_of_lists, UnsupportedError, "operators of lists are not supported"),
        (equal_lists, UnsupportedError, "operators of lists are not supported"),
        (text_in_a_list, UnsupportedError, "hold numbers, and tuples of numbers, not 'a'"),
        (items_of_two_kinds, TypingError, "a list holds items of one type"),
    ],
)
def test_what_lists_of_kernels_do_not_do(device, kernel, error, words):
    with pytest.raises(error, match=words):
        dpex.call_kernel(dpex.kernel(kernel), kapi.Range(1), dpt.zeros(3, device=device))
