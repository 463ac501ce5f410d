"""Work-items of range kernels that wait for each other by loading until another one has stored: each comes to an end."""

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex
import numpy as np
import pytest
from numba_dpex.kernel_api import (
    AtomicRef,
    Item,
    MemoryOrder,
    MemoryScope,
    PrivateArray,
    Range,
    atomic_fence,
)

pytestmark = pytest.mark.skipif(
    not dpctl.has_cpu_devices(),
    reason="GPUs let the lanes of one sub-group wait for each other in their own ways",
)


def zeros(count):
    return dpt.zeros(count, dtype="i4", device="cpu")


def test_one_waits_for_its_neighbour():
    @dpex.kernel
    def kernel(item: Item, a, flag):
        i = item.get_id(0)
        f = AtomicRef(flag, index=0)
        if i == 1:
            a[i] += 1
            atomic_fence(MemoryOrder.RELEASE, MemoryScope.DEVICE)
            f.store(1)
        elif i == 0:
            while not f.load():
                continue
            atomic_fence(MemoryOrder.ACQUIRE, MemoryScope.DEVICE)
            for k in range(1, a.size):
                a[0] += a[k]

    a = dpt.ones(2, dtype="i4", device="cpu")
    dpex.call_kernel(kernel, Range(2), a, zeros(1))
    assert int(a[0]) == 3


def test_two_take_turns():
    @dpex.kernel
    def kernel(item, turn, log):
        i = item.get_id(0)
        t = AtomicRef(turn, 0)
        for round in range(5):
            while t.load() != 2 * round + i:
                pass
            log[2 * round + i] = i + 1
            t.store(2 * round + i + 1)

    log = zeros(10)
    dpex.call_kernel(kernel, Range(2), zeros(1), log)
    np.testing.assert_array_equal(dpt.asnumpy(log), [1, 2] * 5)


def test_a_lock():
    @dpex.kernel
    def kernel(item, lock, count):
        lock_ref = AtomicRef(lock, 0)
        free = PrivateArray(1, np.int32, fill_zeros=True)
        while not lock_ref.compare_exchange(free, 1, 0):
            free[0] = 0
        count[0] += 1
        lock_ref.store(0)

    count = zeros(1)
    dpex.call_kernel(kernel, Range(1000), zeros(1), count)
    assert int(count[0]) == 1000


@pytest.mark.parametrize("n", [2, 100, 500])
def test_a_chain_from_its_end(n):
    @dpex.kernel
    def kernel(item, flags):
        i = item.get_id(0)
        if i < flags.shape[0] - 1:
            while AtomicRef(flags, i + 1).load() == 0:
                pass
        AtomicRef(flags, i).store(i + 1)

    flags = zeros(n)
    dpex.call_kernel(kernel, Range(n), flags)
    np.testing.assert_array_equal(dpt.asnumpy(flags), np.arange(n) + 1)


def test_too_many_that_wait_are_an_error():
    @dpex.kernel
    def kernel(item, flags):
        i = item.get_id(0)
        if i < flags.shape[0] - 1:
            while AtomicRef(flags, i + 1).load() == 0:
                pass
        AtomicRef(flags, i).store(i + 1)

    flags = zeros(20_000)
    with pytest.raises(RuntimeError, match="4096 work-items wait for others at the same time"):
        dpex.call_kernel(kernel, Range(20_000), flags)
        flags.sycl_queue.wait()
