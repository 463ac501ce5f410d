"""Compiled kernels give what pure Python gives: groups, barriers, local memory, atomics, sub-groups."""

import os
import subprocess
import sys

import dpctl.tensor as dpt
import numba_dpex as dpex
import numpy as np
import pytest
from numba_dpex import kernel_api as kapi
from reference import assert_same, results

ND = kapi.NdRange((64,), (16,))
I8 = np.arange(64)


def out(dtype, n=64):
    return np.zeros(n, dtype)


def test_every_id_and_range(device):
    def kernel(nd, a):
        g = nd.get_group()
        x, y = nd.get_global_id(0), nd.get_global_id(1)
        a[x, y, 0] = nd.get_local_id(0) * 100 + nd.get_local_id(1)
        a[x, y, 1] = nd.get_global_linear_id() * 1000 + nd.get_local_linear_id()
        a[x, y, 2] = nd.get_global_range(0) * 100 + nd.get_global_range(1)
        a[x, y, 3] = nd.get_local_range(0) * 100 + nd.get_local_range(1)
        a[x, y, 4] = nd.get_global_linear_range() * 100 + nd.get_local_linear_range()
        a[x, y, 5] = g.get_group_id(0) * 100 + g.get_group_id(1)
        a[x, y, 6] = g.get_group_linear_id() * 100 + g.get_group_linear_range()
        a[x, y, 7] = g.get_group_range(0) * 100 + g.get_group_range(1)
        a[x, y, 8] = g.get_local_range(1) * 100 + g.get_local_linear_range()
        a[x, y, 9] = nd.dimensions * 10 + g.dimensions + (1000 if g.leader else 0)

    assert_same(kernel, kapi.NdRange((6, 8), (3, 4)), np.zeros((6, 8, 10), np.int64), device=device)


def test_items_of_three_dimensions(device):
    def kernel(item, a):
        i = item.get_id(0), item.get_id(1), item.get_id(2)
        a[i] = item.get_linear_id() + 100 * item.get_linear_range() + item.get_range(2)

    assert_same(kernel, kapi.Range(2, 3, 5), np.zeros((2, 3, 5), np.int64), device=device)


def test_reversal_in_local_memory(device):
    def kernel(nd, a, slm):
        i, n = nd.get_local_id(0), nd.get_local_range(0)
        slm[i] = a[nd.get_global_id(0)]
        kapi.group_barrier(nd.get_group())
        a[nd.get_global_id(0)] = slm[n - 1 - i]

    assert_same(kernel, ND, I8, kapi.LocalAccessor(16, np.int64), device=device)


def test_tree_reduction(device):
    def kernel(nd, a, partial, slm):
        i = nd.get_local_id(0)
        group = nd.get_group()
        slm[i] = a[nd.get_global_id(0)]
        stride = nd.get_local_range(0) // 2
        while stride > 0:
            kapi.group_barrier(group)
            if i < stride:
                slm[i] += slm[i + stride]
            stride >>= 1
        if i == 0:
            partial[group.get_group_id(0)] = slm[0]

    assert_same(kernel, ND, I8, out("i8", 4), kapi.LocalAccessor(16, np.int64), device=device)


def test_scan_with_two_local_arrays(device):
    def kernel(nd, a, b, c):
        i, n, group = nd.get_local_id(0), nd.get_local_range(0), nd.get_group()
        c[i] = b[i] = a[nd.get_global_id(0)]
        kapi.group_barrier(group)
        d = 1
        while d < n:
            if i >= d:
                c[i] = b[i] + b[i - d]
            else:
                c[i] = b[i]
            kapi.group_barrier(group)
            b[i] = c[i]
            kapi.group_barrier(group)
            d *= 2
        a[nd.get_global_id(0)] = b[i]

    accessors = kapi.LocalAccessor(16, np.float32), kapi.LocalAccessor((16,), np.float32)
    assert_same(kernel, ND, I8.astype("f4"), *accessors, device=device)


def test_tiled_matrix_product(device):
    def kernel(nd, a, b, c, sa, sb):
        i, j = nd.get_global_id(0), nd.get_global_id(1)
        x, y = nd.get_local_id(0), nd.get_local_id(1)
        n = a.shape[1]
        total = 0.0
        for t in range(n // 4):
            sa[x, y] = a[i, t * 4 + y]
            sb[x, y] = b[t * 4 + x, j]
            kapi.group_barrier(nd.get_group())
            for k in range(4):
                total += sa[x, k] * sb[k, y]
            kapi.group_barrier(nd.get_group())
        c[i, j] = total

    a, b = np.arange(128.0).reshape(8, 16), np.arange(128.0).reshape(16, 8) % 7
    accessors = [kapi.LocalAccessor((4, 4), np.float64) for _ in range(2)]
    assert_same(
        kernel, kapi.NdRange((8, 8), (4, 4)), a, b, np.zeros((8, 8)), *accessors, device=device
    )


def test_early_return_before_a_barrier_of_the_others_is_uniform(device):
    def kernel(nd, a, n, slm):
        g = nd.get_group().get_group_id(0)
        if g >= n:
            return
        i = nd.get_local_id(0)
        slm[i] = i
        kapi.group_barrier(nd.get_group())
        a[nd.get_global_id(0)] = slm[15 - i]

    assert_same(kernel, ND, I8, 2, kapi.LocalAccessor(16, np.int64), device=device)


def test_work_items_that_return_out_of_loops_before_the_others_meet(device):
    def kernel(nd, a, most, sums, slm):
        i, k = nd.get_local_id(0), nd.get_global_id(0)
        slm[i] = i
        group = nd.get_group()
        kapi.group_barrier(group)
        for j in range(6):
            if a[k] + j == 9:
                return
            kapi.AtomicRef(most, 0).fetch_max(a[k] + j)
            if j > i % 4:
                break
        kapi.group_barrier(group)
        sums[k] = slm[15 - i] + 100 * kapi.all_of_group(group, a[k] < 9)
        if i == 2:
            return
        for j in range(3):
            if i == j:
                return
            sums[k] += 10000 * kapi.any_of_group(group, i == j + 1)

    a = (np.arange(64) * 5) % 11
    sums = np.zeros(64, np.int64)
    assert_same(
        kernel, ND, a, np.zeros(1, np.int64), sums, kapi.LocalAccessor(16, np.int64), device=device
    )


@pytest.mark.parametrize("dtype", ["i4", "u4", "i8", "u8", "f4", "f8"])
def test_atomic_operations(device, dtype):
    def kernel(item, a, b):
        i = item.get_id(0)
        kapi.AtomicRef(b, 0).fetch_add(a[i])
        kapi.AtomicRef(b, index=1, memory_order=kapi.MemoryOrder.ACQ_REL).fetch_sub(a[i])
        kapi.AtomicRef(b, 2, memory_scope=kapi.MemoryScope.SYSTEM).fetch_min(a[i])
        r = kapi.AtomicRef(b, 3, address_space=kapi.AddressSpace.GLOBAL)
        r.fetch_max(a[i])
        kapi.AtomicRef(b, -1 - i).store(a[i])

    assert_same(
        kernel, kapi.Range(40), np.arange(40).astype(dtype), np.full(60, 7, dtype), device=device
    )


@pytest.mark.parametrize("order", ["RELAXED", "ACQUIRE", "RELEASE", "ACQ_REL", "SEQ_CST"])
def test_loads_and_stores_of_every_order(device, order):
    order = kapi.MemoryOrder[order]

    def kernel(item, a, b, c):
        i = item.get_id(0)
        v = kapi.AtomicRef(a, i, memory_order=order)
        b[i, 0] = v.load()
        v.store(b[i, 0] + 5)
        b[i, 1] = v.exchange(3)
        b[i, 2] = v.compare_exchange(c, 9, expected_idx=i)

    arrays = np.arange(4, dtype="i4"), np.zeros((4, 3), "i4"), np.array([3, 4, 3, 3], "i4")
    assert_same(kernel, kapi.Range(4), *arrays, device=device)


def test_atomic_bits_and_results(device):
    def kernel(item, a, b, c):
        i = item.get_id(0)
        v = kapi.AtomicRef(b, index=i)
        c[i, 0] = v.fetch_and(a[i])
        c[i, 1] = v.fetch_or(3)
        c[i, 2] = v.fetch_xor(a[i])
        c[i, 3] = v.exchange(a[i] + 5)
        c[i, 4] = v.load()
        c[i, 5] = v.ref

    c = np.zeros((40, 6), np.int32)
    assert_same(
        kernel, kapi.Range(40), np.arange(40, dtype="i4"), np.full(40, 13, "i4"), c, device=device
    )


def test_compare_exchange(device):
    def kernel(b):
        ref = kapi.AtomicRef(b, index=1)
        b[0] = ref.compare_exchange(expected=b, desired=b[3], expected_idx=2)

    b = np.arange(4, dtype=np.int32)
    assert_same(kernel, kapi.Range(1), b, device=device)
    b[2] = 1
    assert_same(kernel, kapi.Range(1), b, device=device)


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_compare_exchange_compares_bits(device, dtype):
    """NaN is exchanged for a number where NaN is expected, and zeros of two signs differ."""

    def kernel(item, a, expected, done):
        i = item.get_id(0)
        done[i] = kapi.AtomicRef(a, i).compare_exchange(expected, 5, i)

    a = np.array([np.nan, 0.0, -0.0, 0.0, np.nan, 2.0], dtype)
    expected = np.array([np.nan, -0.0, 0.0, 0.0, 2.0, np.nan], dtype)
    done = np.zeros(6, "i4")
    pairs = results(kernel, kapi.Range(6), a, expected, done, device=device)
    for changed, seen, made in zip(*pairs, strict=True):
        np.testing.assert_array_equal(made, [1, 0, 0, 1, 0, 0])
        np.testing.assert_array_equal(changed, [5, 0, 0, 5, np.nan, 2])
        np.testing.assert_array_equal(seen, [np.nan, 0, 0, 0, np.nan, 2])
        np.testing.assert_array_equal(np.signbit(seen[1:4]), [False, True, False])


def test_atomics_in_local_memory_and_of_three_dimensions(device):
    def kernel(nd, a, slm):
        i = nd.get_global_id(0)
        if nd.get_local_id(0) == 0:
            slm[0, 1, 1] = 0
        kapi.group_barrier(nd.get_group())
        kapi.AtomicRef(slm, (0, 1, 1), address_space=kapi.AddressSpace.LOCAL).fetch_add(a[i])
        kapi.group_barrier(nd.get_group(), kapi.MemoryScope.DEVICE)
        a[i] = slm[0, 1, 1]

    assert_same(kernel, ND, I8, kapi.LocalAccessor((1, 2, 2), np.int64), device=device)


def test_histogram_with_atomics(device):
    @dpex.kernel
    def histogram(item, x, bins):
        i = item.get_id(0)
        kapi.AtomicRef(bins, x[i] % 10).fetch_add(1)

    x = dpt.asarray(np.arange(10000) * 7 % 1013, device=device)
    bins = dpt.zeros(10, dtype="i8", device=device)
    dpex.call_kernel(histogram, dpex.Range(10000), x, bins)
    assert (dpt.asnumpy(bins) == np.bincount(dpt.asnumpy(x) % 10, minlength=10)).all()


def test_fences(device):
    def kernel(item, a):
        i = item.get_id(0)
        a[i] += 1
        kapi.atomic_fence(kapi.MemoryOrder.ACQ_REL, kapi.MemoryScope.DEVICE)
        a[i] += 1

    assert_same(kernel, kapi.Range(40), np.arange(40), device=device)


@pytest.mark.parametrize("dtype", ["i1", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8"])
def test_reductions_over_groups(device, dtype):
    def kernel(nd, a, b):
        i, group = nd.get_global_id(0), nd.get_group()
        b[i, 0] = kapi.reduce_over_group(group, a[i])
        b[i, 1] = kapi.reduce_over_group(group, a[i], "maximum")
        b[i, 2] = kapi.reduce_over_group(group, x=a[i], op="minimum")
        b[i, 3] = kapi.group_broadcast(group, a[i], 3)
        b[i, 4] = kapi.any_of_group(group, a[i] == 5)
        b[i, 5] = kapi.all_of_group(group, a[i] >= 1)
        b[i, 6] = kapi.none_of_group(group, a[i] == 5)

    a = (np.arange(64) % 7).astype(dtype)
    assert_same(kernel, ND, a, np.zeros((64, 7), dtype), device=device)


def test_bits_over_groups(device):
    def kernel(nd, a, b):
        i, group = nd.get_global_id(0), nd.get_group()
        b[i, 0] = kapi.reduce_over_group(group, a[i], "bit_and")
        b[i, 1] = kapi.reduce_over_group(group, a[i], "bit_or")
        b[i, 2] = kapi.reduce_over_group(group, a[i], "bit_xor")

    assert_same(kernel, ND, I8 | 64, np.zeros((64, 3), np.int64), device=device)


def test_sub_groups_add_up_whatever_their_size(device):
    @dpex.kernel
    def kernel(nd, a, b):
        i, sub = nd.get_global_id(0), nd.get_sub_group()
        total = kapi.reduce_over_group(sub, a[i])
        if sub.get_local_id() == 0:
            kapi.AtomicRef(b, nd.get_group().get_group_id(0)).fetch_add(total)
        kapi.group_barrier(sub)
        last = sub.get_local_range() - 1
        a[i] = kapi.select_from_group(sub, i, last - sub.get_local_id()) + sub.get_local_id() - last
        a[i] += sub.get_group_id() * sub.get_max_local_range() * 0 + (sub.get_group_range() > 0)

    a, b = dpt.ones(64, dtype="i8", device=device), dpt.zeros(4, dtype="i8", device=device)
    dpex.call_kernel(kernel, ND, a, b)
    assert dpt.asnumpy(b).tolist() == [16] * 4
    i, found = np.arange(64), dpt.asnumpy(a) - 1
    assert (found[0::16] == i[0::16]).all()  # the first of a sub-group sees the last one's id


def test_private_arrays_in_loops(device):
    def kernel(item, a, b):
        i = item.get_id(0)
        p = kapi.PrivateArray((5, 2), a.dtype)
        for j in range(10):
            p[j % 5, j // 5] = j * j + a[i]
        s = 0.0
        for j in range(10):
            s += p[j % 5, j // 5]
        z = kapi.PrivateArray(shape=40, dtype=np.int32, fill_zeros=True)
        z[i] = 3
        for j in range(40):
            s += z[j]
        b[i] = s

    assert_same(kernel, kapi.Range(40), np.arange(40.0), out("f8", 40), device=device)


@pytest.mark.parametrize("dtype", ["i1", "i4", "u8", "f4", "f8"])
@pytest.mark.parametrize("local", [1, 7, 16, 40, 200])
def test_scans_over_groups(device, dtype, local):
    def kernel(nd, a, b):
        i, group = nd.get_global_id(0), nd.get_group()
        b[i, 0] = kapi.inclusive_scan_over_group(group, a[i])
        b[i, 1] = kapi.exclusive_scan_over_group(group, a[i], 3)
        b[i, 2] = kapi.inclusive_scan_over_group(group, a[i], "maximum")
        b[i, 3] = kapi.exclusive_scan_over_group(group, a[i], init=4, op="minimum")

    a = np.random.default_rng(local).integers(0, 4, 3 * local).astype(dtype)
    b = np.zeros((3 * local, 4), dtype)
    assert_same(kernel, kapi.NdRange((3 * local,), (local,)), a, b, device=device)


def test_scans_of_bits_and_products(device):
    def kernel(nd, a, b):
        i, group = nd.get_global_linear_id(), nd.get_group()
        b[i, 0] = kapi.inclusive_scan_over_group(group, a[i], "bit_xor")
        b[i, 1] = kapi.exclusive_scan_over_group(group, a[i], -1, "bit_and")
        b[i, 2] = kapi.inclusive_scan_over_group(group, a[i] | 1, "multiplies")
        b[i, 3] = kapi.exclusive_scan_over_group(group, a[i] * 2, 0, "bit_or")

    a = np.random.default_rng(0).integers(-9, 9, 48)
    assert_same(kernel, kapi.NdRange((6, 8), (2, 4)), a, np.zeros((48, 4), np.int64), device=device)


def test_scans_leave_local_memory_as_it_is(device):
    def kernel(nd, a, b, slm):
        i, at, group = nd.get_global_id(0), nd.get_local_id(0), nd.get_group()
        slm[at] = 1000 * at
        kapi.group_barrier(group)
        total = kapi.inclusive_scan_over_group(group, a[i])
        kapi.group_barrier(group)
        b[i] = total + slm[at]

    a, space = np.arange(800.0), kapi.NdRange((800,), (200,))
    assert_same(kernel, space, a, out("f8", 800), kapi.LocalAccessor(200, "f8"), device=device)


@pytest.mark.parametrize("setting", ["WEFT_VECTOR_WIDTH", "WEFT_CHECK"])
def test_scans_one_work_item_at_a_time_and_with_checked_indices(setting):
    scans = "scans_leave or scans_of_bits"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", __file__, "-k", scans],
        env={**os.environ, setting: "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout


def test_scans_over_sub_groups(device):
    def kernel(nd, a, b):
        i, sub = nd.get_global_id(0), nd.get_sub_group()
        lane = sub.get_local_id()
        first = i - lane
        b[i] = 1
        total = 0
        for j in range(first, i):
            total += a[j]
        if kapi.exclusive_scan_over_group(sub, a[i], 0) != total:
            b[i] = 0
        if kapi.inclusive_scan_over_group(sub, a[i]) != total + a[i]:
            b[i] = 0

    a = np.random.default_rng(1).integers(-9, 9, 80)
    space = kapi.NdRange((80,), (40,))
    assert_same(kernel, space, a, np.zeros(80, np.int32), device=device)


@pytest.mark.parametrize("dtype", ["i2", "u8", "f4"])
@pytest.mark.parametrize("local", [5, 16, 40])
def test_shuffles(device, dtype, local):
    def kernel(nd, a, b):
        i, sub = nd.get_global_id(0), nd.get_sub_group()
        lane, size = sub.get_local_id(), sub.get_local_range()
        first = i - lane
        left = kapi.shift_group_left(sub, a[i])
        right = kapi.shift_group_right(sub, a[i], 2)
        other = kapi.permute_group_by_xor(sub, a[i], 3)
        b[i, 0] = left == a[min(lane + 1, size - 1) + first]
        b[i, 1] = right == a[first + (lane - 2 if lane >= 2 else lane)]
        b[i, 2] = other == a[first + (lane ^ 3 if lane ^ 3 < size else lane)]

    a = np.random.default_rng(local).integers(0, 99, 3 * local).astype(dtype)
    b = np.zeros((3 * local, 3), np.bool_)
    ((_, _), (expected, found)) = results(
        kernel, kapi.NdRange((3 * local,), (local,)), a, b, device=device
    )
    assert expected.all() and found.all()


def test_places_in_local_memory_that_a_loop_around_barriers_moves(device):
    def kernel(nd, z, slm):
        i = nd.get_local_linear_id()
        total = np.float32(0)
        for k in range(3):
            for n in range(0, 3, 2):
                total = np.float32(((i * total) % 101) % 101)
                kapi.group_barrier(nd.get_group())
                kapi.AtomicRef(slm, (k * 3 + 1) % 12).fetch_max(np.uint32(n))
        kapi.group_barrier(nd.get_group())
        z[nd.get_global_linear_id()] = total + slm[1] + 10 * slm[4] + 100 * slm[7]

    space = kapi.NdRange((3, 4, 3), (3, 4, 1))
    local = kapi.LocalAccessor(12, np.uint32)

    def run(nd, z, slm):
        if nd.get_local_linear_id() == 0:
            for i in range(12):
                slm[i] = 0
        kapi.group_barrier(nd.get_group())
        kernel(nd, z, slm)

    assert_same(run, space, np.zeros(36, np.int64), local, device=device)
