"""kernel_api in pure Python: the definition of what kernels do."""

import dpctl.tensor as dpt
import numpy as np
import pytest
from numba_dpex import kernel_api as kapi
from numba_dpex.core import exceptions


def test_a_range_kernel_visits_every_index_once():
    def kernel(item, a):
        a[item.get_id(0), item.get_id(1), item.get_id(2)] += item.get_linear_id()

    a = np.zeros((2, 3, 4), np.int64)
    kapi.call_kernel(kernel, kapi.Range(2, 3, 4), a)
    assert (a == np.arange(24).reshape(2, 3, 4)).all()


def test_items_know_their_place():
    seen = []

    def kernel(nd, a):
        group = nd.get_group()
        seen.append(
            (
                nd.get_global_linear_id(),
                nd.get_local_linear_id(),
                group.get_group_linear_id(),
                nd.get_global_range(1),
                nd.get_local_linear_range(),
                group.get_group_linear_range(),
                group.leader,
                nd.dimensions,
            )
        )

    kapi.call_kernel(kernel, kapi.NdRange((2, 4), (1, 2)), np.zeros(1))
    assert seen[0] == (0, 0, 0, 4, 2, 4, True, 2)
    assert seen[-1] == (7, 1, 3, 4, 2, 4, False, 2)
    assert sorted(s[0] for s in seen) == list(range(8))


def test_work_items_meet_at_barriers():
    def reverse(nd, a, slm):
        i, n = nd.get_local_id(0), nd.get_local_range(0)
        slm[i] = a[nd.get_global_id(0)]
        kapi.group_barrier(nd.get_group())
        a[nd.get_global_id(0)] = slm[n - 1 - i]

    a = np.arange(12)
    kapi.call_kernel(reverse, kapi.NdRange((12,), (4,)), a, kapi.LocalAccessor(4, a.dtype))
    assert a.tolist() == [3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8]


def test_barriers_in_loops_and_called_functions():
    def meet(nd):
        kapi.group_barrier(nd.get_group())

    def tree(nd, a, slm):
        i = nd.get_local_id(0)
        slm[i] = a[i]
        stride = nd.get_local_range(0) // 2
        while stride > 0:
            meet(nd)
            if i < stride:
                slm[i] += slm[i + stride]
            stride //= 2
        meet(nd)
        a[i] = slm[0]

    a = np.arange(16)
    kapi.call_kernel(tree, kapi.NdRange((16,), (16,)), a, kapi.LocalAccessor((16,), np.int64))
    assert (a == 120).all()


def test_a_barrier_that_some_do_not_reach_is_an_error_that_names_the_line():
    def kernel(nd, a):
        if nd.get_local_id(0) < 2:
            kapi.group_barrier(nd.get_group())  # the line

    with pytest.raises(kapi.BarrierDivergenceError) as error:
        kapi.call_kernel(kernel, kapi.NdRange((4,), (4,)), np.zeros(1))
    assert "# the line" in str(error.value)
    assert "work-item 2 has ended" in str(error.value)
    assert __file__ in str(error.value)


def test_those_that_have_returned_do_not_count_at_barriers():
    def kernel(nd, a, out):
        i = nd.get_local_id(0)
        a[i] = i
        if i == 1:
            return
        group = nd.get_group()
        kapi.group_barrier(group)
        out[i] = i + 100 * kapi.all_of_group(group, i != 1)

    out = np.zeros(4)
    kapi.call_kernel(kernel, kapi.NdRange((4,), (4,)), np.zeros(4), out)
    assert out.tolist() == [100, 0, 102, 103]


@pytest.mark.parametrize("function", [kapi.inclusive_scan_over_group, kapi.reduce_over_group])
def test_reductions_and_scans_take_all_work_items(function):
    def kernel(nd, out):
        if nd.get_local_id(0) == 1:
            return
        out[0] = function(nd.get_group(), 1)

    with pytest.raises(kapi.BarrierDivergenceError, match="work-item 1 has ended without coming"):
        kapi.call_kernel(kernel, kapi.NdRange((4,), (4,)), np.zeros(4))


def test_two_different_barriers_are_an_error():
    def kernel(nd, a):
        if nd.get_local_id(0) < 2:
            kapi.group_barrier(nd.get_group())
        else:
            kapi.group_barrier(nd.get_group())

    with pytest.raises(kapi.BarrierDivergenceError, match="waits at group_barrier in line"):
        kapi.call_kernel(kernel, kapi.NdRange((4,), (4,)), np.zeros(1))


def test_an_exception_of_a_work_item_comes_out():
    def kernel(nd, a):
        if nd.get_local_id(0) == 3:
            raise KeyError("three")
        kapi.group_barrier(nd.get_group())

    with pytest.raises(KeyError, match="three"):
        kapi.call_kernel(kernel, kapi.NdRange((4,), (4,)), np.zeros(1))


def test_group_algorithms():
    def kernel(nd, a, out):
        group = nd.get_group()
        i = nd.get_global_id(0)
        x = a[i]
        out[i, 0] = kapi.reduce_over_group(group, x)
        out[i, 1] = kapi.inclusive_scan_over_group(group, x)
        out[i, 2] = kapi.exclusive_scan_over_group(group, x, 0)
        out[i, 3] = kapi.group_broadcast(group, x, 1)
        out[i, 4] = kapi.any_of_group(group, x == 2)
        out[i, 5] = kapi.all_of_group(group, x > 2)
        out[i, 6] = kapi.reduce_over_group(group, x, "maximum")

    a = np.array([1, 2, 3, 4, 5, 6, 7, 8])
    out = np.zeros((8, 7), np.int64)
    kapi.call_kernel(kernel, kapi.NdRange((8,), (4,)), a, out)
    assert out[:, 0].tolist() == [10] * 4 + [26] * 4
    assert out[:, 1].tolist() == [1, 3, 6, 10, 5, 11, 18, 26]
    assert out[:, 2].tolist() == [0, 1, 3, 6, 0, 5, 11, 18]
    assert out[:, 3].tolist() == [2] * 4 + [6] * 4
    assert out[:, 4].tolist() == [1] * 4 + [0] * 4
    assert out[:, 5].tolist() == [0] * 4 + [1] * 4
    assert out[:, 6].tolist() == [4] * 4 + [8] * 4


def test_sub_groups_meet_by_themselves():
    def kernel(nd, a, out):
        sub = nd.get_sub_group()
        if sub.get_group_id() == 0:
            kapi.group_barrier(sub)
        i = nd.get_global_id(0)
        out[i] = kapi.reduce_over_group(sub, a[i])
        last = sub.get_local_range() - 1
        a[i] = kapi.select_from_group(sub, a[i], last - sub.get_local_id())

    a = np.arange(20)
    out = np.zeros(20, np.int64)
    kapi.call_kernel(kernel, kapi.NdRange((20,), (20,)), a, out)
    assert out.sum() > 0 and out[0] == sum(range(8)) and out[-1] == sum(range(16, 20))
    assert a[:8].tolist() == list(range(7, -1, -1))


def test_atomic_references():
    a = np.array([5, 5], np.int32)
    ref = kapi.AtomicRef(a, 0)
    assert ref.fetch_add(2) == 5 and ref.fetch_sub(1) == 7 and ref.fetch_max(9) == 6
    assert ref.fetch_min(4) == 9 and ref.fetch_or(1) == 4 and ref.fetch_and(5) == 5
    assert ref.fetch_xor(1) == 5 and ref.exchange(8) == 4 and ref.load() == ref.ref == 8
    ref.store(5)
    assert ref.compare_exchange(a, 7, 1) and a[0] == 7
    assert not ref.compare_exchange(a, 1, expected_idx=1) and a[1] == 7
    assert ref.memory_order == kapi.MemoryOrder.RELAXED
    assert ref.memory_scope == kapi.MemoryScope.DEVICE and ref.address_space is None
    with pytest.raises(TypeError, match="not a int"):
        kapi.AtomicRef(1, 0)


def test_atomic_references_to_arrays_in_usm_give_values_before():
    a = dpt.asarray([5, 6], dtype="i4")
    ref = kapi.AtomicRef(a, 1)
    old = ref.fetch_add(2)
    assert int(old) == 6 and int(ref.exchange(1)) == 8 and int(a[1]) == 1


def test_arrays_in_usm_are_copied_back():
    def kernel(item, a, b):
        a[item.get_id(0)] = b[item.get_id(0)] * 2

    a, b = dpt.zeros(4, dtype="f4"), dpt.arange(4, dtype="f4")
    kapi.call_kernel(kernel, kapi.Range(4), a, b)
    assert dpt.asnumpy(a).tolist() == [0, 2, 4, 6]


def test_private_arrays():
    def kernel(item, a):
        p = kapi.PrivateArray((2, 2), np.float32, fill_zeros=True)
        p[1, 1] = item.get_id(0)
        a[item.get_id(0)] = p[1, 1] + p[0, 0] + p.size + p.ndim

    a = np.zeros(3, np.float32)
    kapi.call_kernel(kernel, kapi.Range(3), a)
    assert a.tolist() == [6, 7, 8]


def test_what_launches_refuse():
    def kernel(item, a):
        pass

    with pytest.raises(ValueError, match="3 arguments were given, it takes 1"):
        kapi.call_kernel(kernel, kapi.Range(4), 1, 2, 3)
    with pytest.raises(ValueError, match="must be a function"):
        kapi.call_kernel(3, kapi.Range(4))
    with pytest.raises(ValueError, match="must be a Range or an NdRange, not a tuple"):
        kapi.call_kernel(kernel, (4,), 1)
    with pytest.raises(TypeError, match="LocalAccessor needs groups"):
        kapi.call_kernel(kernel, kapi.Range(4), kapi.LocalAccessor(4, "f4"))


def test_ranges():
    r = kapi.Range(2, 3)
    assert r == (2, 3) and r.ndim == 2 and r.size() == 6 and r.get(1) == 3
    assert (r.dim0, r.dim1, r.dim2) == (2, 3, -1)
    nd = kapi.NdRange((8, 6), kapi.Range(4, 3))
    assert nd.global_range == nd.get_global_range() == (8, 6) and nd.get_local_range() == (4, 3)
    assert nd == kapi.NdRange((8, 6), (4, 3)) and nd != 3 and str(nd) == "((8, 6), (4, 3))"
    with pytest.raises(TypeError, match="dim0 of a Range must be an int"):
        kapi.Range((32,))
    with pytest.raises(ValueError, match="negative"):
        kapi.Range(-1)
    with pytest.raises(TypeError, match="global_size"):
        kapi.NdRange(4, (2,))
    with pytest.raises(exceptions.UnmatchedNumberOfRangeDimsError):
        kapi.NdRange((4, 4), (2,))
    with pytest.raises(exceptions.UnsupportedGroupWorkItemSizeError, match="dimension 1"):
        kapi.NdRange((4, 5), (2, 2))
    with pytest.raises(exceptions.UnsupportedGroupWorkItemSizeError):
        kapi.NdRange((4,), (0,))


def test_local_accessors_have_no_elements_outside():
    la = kapi.LocalAccessor((100,), dtype=np.float32)
    with pytest.raises(NotImplementedError):
        la[0]
    with pytest.raises(NotImplementedError):
        la[0] = 1
    for shape in [0, -1, 1.5, (1, 2, 3, 4), "a"]:
        with pytest.raises(TypeError):
            kapi.LocalAccessor(shape, np.float32)
