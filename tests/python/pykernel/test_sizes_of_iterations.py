"""Arrays in prange loops whose sizes are other ones in each iteration: of the loop's variable, and of what the data chooses."""

import dpctl.tensor as dpt
import numpy as np
import pytest
from numba_dpex import dpjit, prange
from numba_dpex._compiler import CompilationError


def pascal(a, out):
    for i in prange(7):
        row = np.ones(i + 1, dtype=np.int64)
        for k in range(2, i + 1):
            for j in range(k - 1, 0, -1):
                row[j] += row[j - 1]
        out[i, : i + 1] = row


def triangles(a, out):
    n = a.shape[1]
    for i in prange(n - 1, -1, -1):
        left = n - i
        t = np.full((left, max(i, 1)), a[i, 0])
        t[left - 1, 0] = -1
        out[i, 0] = t.sum() + t.shape[0] * 100 + t.size
        u = np.sqrt(np.abs(t)) * 2
        out[i, 1] = u.sum() + u.shape[1]
        out[i, 2] = np.zeros_like(t[0]).size + np.sort(t[:, 0])[-1]


def rows_of_given_sizes(a, out):
    counts = np.array([3, 1, 0, 7, 2])
    begins = np.array([0, 3, 4, 4, 11, 13])
    flat = a.reshape(-1) if isinstance(a, np.ndarray) else dpt.reshape(a, -1)
    for i in prange(len(counts)):
        n = begins[i + 1] - begins[i]
        t = np.empty(n)
        for j in range(n):
            t[j] = flat[begins[i] + j]
        u = np.zeros(counts[i])
        out[i, 0] = u.size
        if n > 0:
            out[i, 1] = np.sort(t * 2)[n // 2]
            out[i, 2 : 2 + min(n, 5)] = np.cumsum(t)[:5]


def of_chosen(a, out):
    for i in prange(a.shape[0]):
        t = a[i][a[i] > 4]
        u = np.sqrt(t) + 1
        z = np.zeros_like(u)
        z[:] = u[::-1]
        out[i, : len(t)] = np.sort(z)
        out[i, 6] = len(u) * 100 + z.size


def parts_of_given_sizes(a, out):
    begins = np.array([0, 3, 4, 4, 11, 13])
    flat = a.reshape(-1) if isinstance(a, np.ndarray) else dpt.reshape(a, -1)
    for i in prange(len(begins) - 1):
        part = flat[begins[i] : begins[i + 1]]
        if len(part) > 0:
            out[i, 0] = np.median(part) + np.sort(part)[len(part) // 2]
            out[i, 1] = np.exp(part - np.max(part)).sum() + part[part > 3].sum()
            scaled = part * 2
            scaled[0] = 0
            out[i, 2] = scaled.sum() + np.cumsum(a[i, i:])[-1]
            out[i, 3] = np.argsort(flat[begins[i] + 1 : begins[i + 1] + 2])[0] + len(flat[i:])


def unique_values_of_parts(a, out):
    for i in prange(a.shape[0]):
        for j in range(a.shape[1]):
            found = np.unique(a[i, max(j - 3, 0) : j + 1])
            out[i, j] = len(found) * 100 + found[-1]
        out[i, 0] = len(np.unique(a[i, : i % 5 + 1] % 3))


def windows_of_inner_loops(a, out):
    n, m = a.shape
    for i in prange(n):
        for j in range(m):
            i0, i1 = max(i - 1, 0), min(i + 2, n)
            j0, j1 = max(j - 1, 0), min(j + 2, m)
            patch = a[i0:i1, j0:j1]
            weights = np.exp(-((patch - a[i, j]) ** 2))
            out[i, j] = (patch * weights).sum() / weights.sum()
            ordered = np.sort(a[i, j0 : max(j1, j0 + 2, 0)])
            out[i, j] += ordered[len(ordered) // 2]


def windows_of_triangles(a, out):
    for i in prange(a.shape[0]):
        rows, columns = a.shape
        last = min(i, columns)
        for j in range(last):
            out[i, j] = 0
            for k in range(j, last, 2):
                scaled = a[i, j : k + 1] * 2
                out[i, j] += scaled.max() + len(scaled)


def windows_of_the_data(a, out):
    for i in prange(a.shape[0]):
        for j in range(a.shape[1]):
            end = int(a[i, j])
            scaled = a[i, j : j + end] * 2
            out[i, j] = scaled.sum() + np.sort(a[i, : end + 1])[-1]


def tables_of_sizes_assigned_together(a, out):
    for i in prange(a.shape[0] - 1):
        one, other = a[i], a[i + 1]
        n, m = len(one), len(other)
        table = np.zeros((n + 1, m + 1), dtype=np.int64)
        for j in range(n):
            for k in range(m):
                if one[j] == other[k]:
                    table[j + 1, k + 1] = table[j, k] + 1
                else:
                    table[j + 1, k + 1] = max(table[j + 1, k], table[j, k + 1])
        out[i, 0] = table[n, m]
        before, now = np.arange(m + 1), np.zeros(m + 1, dtype=np.int64)
        for j in range(n):
            now[0] = j + 1
            for k in range(m):
                now[k + 1] = min(now[k] + 1, before[k + 1] + 1, before[k] + (one[j] != other[k]))
            before, now = now, before
        out[i, 1] = before[m]


def sums_assigned_together(a, out):
    least, most, total = a[0, 0], a[0, 0], 0.0
    for i in prange(a.shape[0]):
        least, most, total = min(least, a[i, 0]), max(most, a[i, 1]), total + a[i, 2]
    out[0, 0], out[0, 1], out[0, 2] = least, most, total


def sizes_of_rows(a, out):
    for i in prange(3):
        row = a[i]
        n = len(row)
        ones, m = np.ones(n + 1), a[i, :2].shape[0]
        ones[n] = 5
        for j in range(2):
            twos = np.full(len(a[j]) + m + i, 2.0)
            twos[n + m + i - 1] = 7
            out[i, j] = ones.sum() + twos.sum()


@pytest.mark.parametrize(
    "function",
    [
        sizes_of_rows,
        pascal,
        triangles,
        parts_of_given_sizes,
        rows_of_given_sizes,
        of_chosen,
        unique_values_of_parts,
        windows_of_inner_loops,
        windows_of_triangles,
        windows_of_the_data,
        tables_of_sizes_assigned_together,
        sums_assigned_together,
    ],
)
def test_sizes_that_differ(device, function):
    a = np.random.default_rng(4).integers(1, 9, (100, 7)).astype(np.float64)
    expected, given = np.zeros_like(a), dpt.zeros(a.shape, device=device)
    function(a, expected)
    compiled = dpjit(function)
    for _ in range(2):
        compiled(dpt.asarray(a, device=device), given)
    np.testing.assert_allclose(dpt.asnumpy(given), expected, rtol=1e-12)


def test_another_run_has_other_sizes(device):
    @dpjit
    def function(sizes, out):
        for i in prange(len(sizes)):
            out[i] = np.ones(sizes[i] + 1).sum()

    for largest in (3, 40, 9):
        sizes = np.arange(50) % largest
        out = dpt.zeros(50, device=device)
        function(dpt.asarray(sizes, device=device), out)
        np.testing.assert_array_equal(dpt.asnumpy(out), sizes + 1.0)


@pytest.mark.parametrize("function", [sizes_of_rows, tables_of_sizes_assigned_together])
def test_sizes_of_rows_are_no_counts_of_iterations(device, monkeypatch, function):
    monkeypatch.setenv("WEFT_CHECK", "1")
    a = np.random.default_rng(5).integers(1, 9, (4, 7)).astype(np.float64)
    expected, given = np.zeros_like(a), dpt.zeros(a.shape, device=device)
    function(a, expected)
    dpjit(function)(dpt.asarray(a, device=device), given)
    np.testing.assert_allclose(dpt.asnumpy(given), expected, rtol=1e-12)


def as_many_as_the_least(a, out):
    for i in prange(2):
        out[i] = np.ones(min(a[i]) + 1).sum()


def as_many_as_all_together(a, out):
    for i in prange(2):
        out[i] = np.ones(int(a[i].sum()) + 1).sum()


def as_many_as_numpys_sum(a, out):
    for i in prange(2):
        out[i] = np.ones(int(np.sum(a[i])) + 1).sum()


@pytest.mark.parametrize(
    "function", [as_many_as_the_least, as_many_as_all_together, as_many_as_numpys_sum]
)
def test_functions_of_a_row_are_not_asked_for_all_rows_at_once(device, function):
    a = dpt.asarray(np.array([[5, 5], [0, -9]]), device=device)
    with pytest.raises(CompilationError, match="shape of a private or local array"):
        dpjit(function)(a, dpt.zeros(2, device=device))


def rows_chosen_by_numbers(a, out):
    kernels = np.array([[0, 2, 5], [3, 3, 1], [4, 0, 2]])
    for i in prange(len(kernels)):
        twice = np.zeros((6, a.shape[1]))
        for k in range(6):
            twice[k] = a[k] * 2
        first, second, third = kernels[i]
        total = twice[first] + twice[second] - a[third]
        row = kernels[i, 1] + 1
        also = total * twice[row]
        out[i, : len(also)] = np.sort(also)


def sizes_cast_to_integers(a, out):
    counts = np.array([3, 1, 4, 2], dtype=np.int32)
    for i in prange(len(counts)):
        n = np.int64(counts[i])
        t = np.zeros(n + np.int32(1), dtype=np.float32)
        t[:] = a[i, 0]
        out[i, : t.size] = t


def chosen_rows_of_a_column(a, out):
    kinds = np.array([0, 1, 0, 2, 1, 0])
    for i in prange(3):
        found = a[kinds == i][:, 1]
        is_it = kinds != i
        others = a[is_it][:, -1]
        out[i, 0] = found.sum()
        out[i, 1] = others.max()
        out[i, 2] = len(found) * 10 + len(others)
        for value in found:
            if value in others:
                out[i, 3] += 1


@pytest.mark.parametrize(
    "function", [rows_chosen_by_numbers, sizes_cast_to_integers, chosen_rows_of_a_column]
)
def test_numbers_that_the_loop_computes(device, function):
    a = np.random.default_rng(3).integers(0, 9, (6, 5)).astype("f8")
    expected, found = np.zeros((6, 8)), dpt.zeros((6, 8), device=device)
    function(a, expected)
    dpjit(function)(dpt.asarray(a, device=device), found)
    np.testing.assert_array_equal(dpt.asnumpy(found), expected)


def test_rows_chosen_by_arrays_of_the_loop_are_refused(device):
    def by_places(a, out):
        for i in prange(a.shape[0]):
            places = np.flatnonzero(a[i] > 4)
            total = a[places] + 1
            out[i] = total.shape[0]

    with pytest.raises(CompilationError):
        dpjit(by_places)(dpt.ones((6, 5), device=device), dpt.zeros(6, device=device))
