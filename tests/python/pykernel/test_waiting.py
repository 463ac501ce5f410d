"""Work-items that wait for each other by loading until another one has stored: each comes to an end."""

import faulthandler
import subprocess
import sys
import textwrap

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex
import numpy as np
import pytest
from numba_dpex.kernel_api import (
    AtomicRef,
    Item,
    LocalAccessor,
    MemoryOrder,
    MemoryScope,
    NdItem,
    NdRange,
    PrivateArray,
    Range,
    atomic_fence,
    call_kernel,
    group_barrier,
    reduce_over_group,
)

pytestmark = pytest.mark.skipif(
    not dpctl.has_cpu_devices(),
    reason="GPUs let the lanes of one sub-group wait for each other in their own ways",
)


@pytest.fixture(autouse=True)
def ends():
    """A kernel that waits for ever ends the tests, and says where."""
    faulthandler.dump_traceback_later(120, exit=True)
    yield
    faulthandler.cancel_dump_traceback_later()


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


def run_groups(kernel, items, local, *arguments):
    dpex.call_kernel(kernel, NdRange((items,), (local,)), *arguments)


@pytest.mark.parametrize("local", [1, 2, 16, 64])
def test_items_of_a_group_wait_for_the_next_one(local):
    @dpex.kernel
    def kernel(nd: NdItem, flags):
        i = nd.get_global_id(0)
        if i < flags.shape[0] - 1:
            while AtomicRef(flags, i + 1).load() == 0:
                pass
        AtomicRef(flags, i).store(i + 1)

    flags = zeros(192)
    run_groups(kernel, 192, local, flags)
    np.testing.assert_array_equal(dpt.asnumpy(flags), np.arange(192) + 1)


def test_items_of_one_vector_take_a_lock():
    @dpex.kernel
    def kernel(nd: NdItem, lock, count):
        held = AtomicRef(lock, 0)
        while held.exchange(1) == 1:
            pass
        count[0] += nd.get_local_id(0)
        held.store(0)

    count = zeros(1)
    run_groups(kernel, 640, 64, zeros(1), count)
    assert int(count[0]) == 10 * sum(range(64))


def test_a_flag_in_local_memory():
    @dpex.kernel
    def kernel(nd: NdItem, out, flag):
        i = nd.get_local_id(0)
        f = AtomicRef(flag, 0)
        if i == 0:
            f.store(0)
        group_barrier(nd.get_group())
        while f.load() != i:
            pass
        out[nd.get_global_id(0)] = nd.get_group().get_group_id(0) * 100 + i
        f.store(i + 1)

    out = zeros(96)
    run_groups(kernel, 96, 32, out, LocalAccessor(1, np.int32))
    expected = [100 * group + i for group in range(3) for i in range(32)]
    np.testing.assert_array_equal(dpt.asnumpy(out), expected)


@pytest.mark.parametrize("groups", [2, 16, 300])
def test_all_groups_meet(groups):
    """What the DPC++ book calls device_latch: the first item of each group counts and waits, the others wait at barriers."""

    @dpex.kernel
    def kernel(nd: NdItem, counter, parts, out, slm):
        group, n = nd.get_group(), nd.get_group().get_group_range(0)
        i, g = nd.get_local_id(0), group.get_group_id(0)
        sum = reduce_over_group(group, nd.get_global_id(0), "plus")
        if i == 0:
            parts[g] = sum
            c = AtomicRef(counter, 0)
            c.fetch_add(1)
            while c.load() < n:
                pass
        group_barrier(group)
        slm[i] = parts[(g + 1) % n]
        group_barrier(group)
        out[nd.get_global_id(0)] = slm[nd.get_local_range(0) - 1 - i] + i

    local = 16
    out, parts = zeros(groups * local), zeros(groups)
    run_groups(kernel, groups * local, local, zeros(1), parts, out, LocalAccessor(local, np.int32))
    sums = np.arange(groups * local).reshape(groups, local).sum(1)
    expected = np.roll(sums, -1)[:, None] + np.arange(local)
    np.testing.assert_array_equal(dpt.asnumpy(out).reshape(groups, local), expected)


def test_barriers_in_a_loop_that_waits():
    @dpex.kernel
    def kernel(nd: NdItem, flag, rounds):
        g = nd.get_group().get_group_id(0)
        if g == 0:
            while AtomicRef(flag, 0).load() == 0:
                group_barrier(nd.get_group())
        elif nd.get_local_id(0) == 0:
            AtomicRef(flag, 0).store(1)
        rounds[nd.get_global_id(0)] = 1

    rounds = zeros(64)
    run_groups(kernel, 64, 8, zeros(1), rounds)
    assert int(dpt.sum(rounds)) == 64


def test_those_that_left_early_do_not_wait_at_barriers():
    @dpex.kernel
    def kernel(nd: NdItem, flags, out, slm):
        i, own = nd.get_global_id(0), nd.get_local_id(0)
        if i >= 50:
            AtomicRef(flags, 0).store(1)
            return
        while AtomicRef(flags, 0).load() == 0:
            pass
        slm[own] = i
        group_barrier(nd.get_group())
        out[i] = slm[0] + own

    out = zeros(64)
    run_groups(kernel, 64, 16, zeros(1), out, LocalAccessor(16, np.int32))
    expected = [i - i % 16 + i % 16 if i < 50 else 0 for i in range(64)]
    np.testing.assert_array_equal(dpt.asnumpy(out), expected)


def test_planes_of_items():
    @dpex.kernel
    def kernel(nd: NdItem, flags):
        y, x = nd.get_global_id(0), nd.get_global_id(1)
        n = y * 12 + x
        if n > 0:
            while AtomicRef(flags, n - 1).load() == 0:
                pass
        AtomicRef(flags, n).store(n + 7)

    flags = zeros(96)
    dpex.call_kernel(kernel, NdRange((8, 12), (2, 3)), flags)
    np.testing.assert_array_equal(dpt.asnumpy(flags), np.arange(96) + 7)


def test_too_many_groups_that_wait_are_an_error():
    @dpex.kernel
    def kernel(nd: NdItem, flag):
        g = nd.get_group().get_group_id(0)
        if g < nd.get_group().get_group_range(0) - 1:
            while AtomicRef(flag, 0).load() == 0:
                pass
        AtomicRef(flag, 0).store(1)

    flag = zeros(1)
    with pytest.raises(RuntimeError, match="4096 work-items wait for others at the same time"):
        run_groups(kernel, 8 * 5000, 8, flag)
        flag.sycl_queue.wait()


def test_those_that_wait_in_vain_are_named(tmp_path):
    program = """
        import dpctl.tensor as dpt, numba_dpex as dpex
        from numba_dpex.kernel_api import AtomicRef, NdRange

        @dpex.kernel
        def forgotten(nd, flag):
            while AtomicRef(flag, 0).load() == 0:
                pass

        flag = dpt.zeros(1, dtype="i4", device="cpu")
        q = flag.sycl_queue
        dpex.call_kernel(forgotten, NdRange((64,), (16,)), flag)
        q.wait()
        """
    file = tmp_path / "forgotten.py"
    file.write_text(textwrap.dedent(program))
    with subprocess.Popen([sys.executable, file], stderr=subprocess.PIPE) as run:
        try:
            said = run.stderr.readline()
        finally:
            run.kill()
    assert b"forgotten" in said and b": 64 work-items have waited for 5 s" in said


def test_pure_python_says_who_waits(monkeypatch):
    monkeypatch.setattr("numba_dpex.kernel_api.atomic_ref._LONG", 1000)

    def kernel(nd, flag):
        while AtomicRef(flag, 0).load() == 0:
            if nd.get_global_id(0) > 0:
                break

    with pytest.warns(RuntimeWarning, match="a work-item has read 0 from one place 1,000 times"):
        call_kernel(kernel, NdRange((4,), (2,)), Flag())


class Flag:
    """Becomes 1 after many reads."""

    def __init__(self):
        self.reads = 0

    def __getitem__(self, _):
        self.reads += 1
        return int(self.reads > 1_100)

    def __setitem__(self, *_):
        pass
