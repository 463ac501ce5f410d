"""The API of numba_dpex 0.20 and 0.21, and signatures: compiled kernels give what pure Python gives."""

import dpctl.tensor as dpt
import numba_dpex as dpex
import numpy as np
import pytest
from numba_dpex import float32, int32, int64, usm_ndarray
from numba_dpex import kernel_api as kapi
from numba_dpex.core import exceptions
from numba_dpex.core.types.kernel_api.index_space_ids import ItemType, NdItemType
from numba_dpex.core.types.kernel_api.literal_intenum import IntEnumLiteral
from reference import assert_same


def test_ids_and_sizes(device):
    def kernel(a):
        i, j = dpex.get_global_id(0), dpex.get_global_id(1)
        a[i, j] = dpex.get_local_id(0) + 10 * dpex.get_group_id(1) + 100 * dpex.get_local_size(0)
        a[i, j] += (
            1000 * dpex.get_global_size(1)
            + 10000 * dpex.get_num_groups(0)
            + 100000 * dpex.get_work_dim()
        )

    assert_same(kernel, kapi.NdRange((4, 6), (2, 3)), np.zeros((4, 6), np.int64), device=device)


def test_barriers_and_local_memory(device):
    def kernel(a):
        shared = dpex.local.array(shape=8, dtype=float32)
        other = dpex.local.array((8,), np.int32)
        own = dpex.private.array(2, dtype=float32)
        i, n = dpex.get_local_id(0), dpex.get_local_size(0)
        own[0] = a[dpex.get_global_id(0)]
        shared[i] = own[0]
        other[i] = i
        dpex.barrier(dpex.LOCAL_MEM_FENCE)
        a[dpex.get_global_id(0)] = shared[n - 1 - i] + other[0]
        dpex.mem_fence(dpex.GLOBAL_MEM_FENCE)
        dpex.sub_group_barrier()
        dpex.barrier()

    assert_same(kernel, kapi.NdRange((32,), (8,)), np.arange(32, dtype="f4"), device=device)


def test_atomics(device):
    def kernel(a, b):
        i = dpex.get_global_id(0)
        dpex.atomic.add(b, 0, a[i])
        dpex.atomic.sub(b, (1,), a[i])
        dpex.atomic.min(b, 2, a[i])
        dpex.atomic.max(b, 3, a[i])

    assert_same(kernel, kapi.Range(32), np.arange(32), np.full(4, 7), device=device)


@dpex.kernel
def fill(a, value):
    a[dpex.get_global_id(0)] = value


@pytest.mark.parametrize(
    "ranges",
    [
        8,
        (8,),
        [8],
        dpex.Range(8),
        dpex.NdRange((8,), (4,)),
        (8, 4),
        ((8,), (4,)),
        (dpex.Range(8), dpex.Range(4)),
        (8, dpex.DEFAULT_LOCAL_SIZE),
        ((8,), dpex.DEFAULT_LOCAL_SIZE),
    ],
    ids=str,
)
def test_launches_by_brackets(device, ranges):
    a = dpt.zeros(8, dtype="i4", device=device)
    fill[ranges](a, 3)
    assert (dpt.asnumpy(a) == 3).all()


def test_brackets_that_are_no_ranges():
    with pytest.raises(exceptions.UnknownGlobalRangeError):
        fill[()]
    with pytest.raises(exceptions.IllegalRangeValueError):
        fill["a"]
    with pytest.raises(exceptions.UnsupportedNumberOfRangeDimsError):
        fill[[1, 2, 3, 4]]
    with pytest.raises(exceptions.UnsupportedGroupWorkItemSizeError):
        fill[8, 3]


def test_functions_of_the_older_api_exist_in_kernels_only():
    with pytest.raises(RuntimeError, match="inside of kernels only"):
        dpex.get_global_id(0)

    def kernel(a):
        dpex.barrier()

    with pytest.raises(RuntimeError, match="needs groups"):
        kapi.call_kernel(kernel, kapi.Range(1), np.zeros(1))
    with pytest.raises(Exception, match="needs groups"):
        dpex.call_kernel(dpex.kernel(kernel), kapi.Range(1), dpt.zeros(1))


def add(item, a, b, c):
    i = item.get_id(0)
    c[i] = a[i] + b[i]


I8, F4 = usm_ndarray(1, "C", int64), usm_ndarray(ndim=1, layout="C", dtype=float32)
ITEM = ItemType(ndim=1)


def test_kernels_of_given_signatures(device):
    for dtypes in ("i8",), ("i8", "f4"):
        signatures = [(ITEM, t, t, t) for t in (I8, F4)[: len(dtypes)]]
        kernel = dpex.kernel(signatures if len(dtypes) > 1 else signatures[0])(add)
        for dtype in dtypes:
            a, c = (dpt.full(10, n, dtype=dtype, device=device) for n in (1, 0))
            dpex.call_kernel(kernel, dpex.Range(10), a, a, c)
            assert (dpt.asnumpy(c) == 2).all()
        with pytest.raises(exceptions.MissingSpecializationError, match="1-d array of float64"):
            a = dpt.ones(10, dtype="f8", device=device)
            dpex.call_kernel(kernel, dpex.Range(10), a, a, a)
        with pytest.raises(exceptions.MissingSpecializationError):
            a = dpt.ones(20, dtype="i8", device=device)[::2]
            dpex.call_kernel(kernel, dpex.Range(10), a, a, a)


def test_signatures_that_kernels_cannot_have():
    with pytest.raises(exceptions.KernelHasReturnValueError):
        dpex.kernel(I8(ITEM, I8, I8, I8))(add)
    with pytest.raises(exceptions.InvalidKernelSpecializationError, match="parameters 1"):
        dpex.kernel((ITEM, dpex.void, I8, I8))(add)

    def returns(item, a):
        return a[0]

    with pytest.raises(exceptions.KernelHasReturnValueError):
        dpex.kernel((ITEM, I8))(returns)
    with pytest.raises(exceptions.IllegalIntEnumLiteralValueError):
        IntEnumLiteral(3)
    assert (
        NdItemType(2) != NdItemType(1)
        and IntEnumLiteral(kapi.MemoryScope.DEVICE).literal_value == 3
    )


def increment(a):
    return a + 1


i32 = dpex.device_func(int32(int32))(increment)
both = dpex.device_func([int32(int32), int64(int64)])(increment)


def test_device_functions_of_given_signatures(device):
    @dpex.kernel
    def kernel(item, a, b, c):
        i = item.get_id(0)
        b[i] = i32(a[i])
        c[i] = both(a[i])

    for dtype, expected in (("i4", 2), ("i8", 2), ("f4", 2)):
        a = dpt.full(4, 1.5, dtype=dtype, device=device)
        b, c = dpt.zeros(4, dtype=dtype, device=device), dpt.zeros(4, dtype=dtype, device=device)
        dpex.call_kernel(kernel, dpex.Range(4), a, b, c)
        assert (dpt.asnumpy(b) == expected).all() and (dpt.asnumpy(c) == expected).all()


def test_types_convert_numbers(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        y[i] = int32(x[i]) + float32(i) * float32(0.5)

    assert_same(kernel, kapi.Range(8), np.linspace(0, 9, 8), np.zeros(8), device=device)


def test_what_numba_casts_and_numpy_does_not_know():
    zero = np.float32(0)

    @dpex.kernel
    def kernel(a, counts, b):
        i = dpex.get_global_id(zero)
        b[i, 0] = a[i] >> counts[i]
        b[i, 1] = a[i] << counts[i]

    a, counts = np.array([2**63 + 5, 7, 1], np.uint64), np.array([1, 2, 63], np.int32)
    b = dpt.zeros((3, 2), dtype="u8")
    kernel[dpex.Range(3)](dpt.asarray(a), dpt.asarray(counts), b)
    wide = counts.astype(np.uint64)
    assert dpt.asnumpy(b).tolist() == np.stack([a >> wide, a << wide], 1).tolist()


@pytest.mark.parametrize("shape", [3, (5, 7)])
def test_private_arrays_begin_with_zeros(shape):
    @dpex.kernel
    def kernel(a):
        p = dpex.private.array(shape, np.float32)
        total = p[0] if p.ndim == 1 else p[4, 6]
        for n in range(p.shape[0]):
            total += p[n] if p.ndim == 1 else p[n, 1]
        a[dpex.get_global_id(0)] = total

    a = dpt.ones(64, dtype="f4")
    kernel[dpex.Range(64)](a)
    assert not dpt.asnumpy(a).any()


def numba_type(name):
    """What `from numba import float32` gives, as far as kernels look at it."""
    return type(
        "Float",
        (),
        {"__module__": "numba.core.types.scalars", "name": name, "__call__": lambda self, x: x},
    )()


def test_types_of_numba_name_dtypes(device):
    kind = numba_type("float32")

    def kernel(a, b):
        i = dpex.get_global_id(0)
        own = dpex.private.array(2, kind)
        shared = dpex.local.array(4, kind)
        shared[dpex.get_local_id(0)] = a[i]
        dpex.barrier()
        own[0] = shared[3 - dpex.get_local_id(0)]
        b[i] = own[0] / 3

    a = np.arange(8, dtype=np.float64)
    assert_same(kernel, kapi.NdRange((8,), (4,)), a, np.zeros(8), device=device)


def test_older_atomics_take_numbers_of_other_types(device):
    def kernel(counts, sums):
        dpex.atomic.add(counts, 0, np.int32(2))
        dpex.atomic.max(sums, 0, np.int64(dpex.get_global_id(0)))

    counts, sums = np.zeros(1, np.int64), np.zeros(1, np.float32)
    assert_same(kernel, kapi.Range(20), counts, sums, device=device)


def test_signatures_are_not_text():
    for signature in ("(int64, int64)", ["(int64)"]):
        with pytest.raises(NotImplementedError, match="written with types"):
            dpex.kernel(signature)


def test_what_was_experimental_is_the_same():
    from numba_dpex import experimental

    assert all(getattr(experimental, name) is getattr(dpex, name) for name in experimental.__all__)


def test_barriers_without_a_local_range(device):
    @dpex.kernel
    def twice(a):
        i = dpex.get_global_id(0)
        value = a[i]
        dpex.barrier()
        a[i] = value * 2 + dpex.get_local_id(0) // 1000

    for size in (1, 64, 1031, 600):
        a = dpt.ones(size, dtype="f4", device=device)
        twice[size](a)
        twice[dpex.Range(size)](a)
        assert (dpt.asnumpy(a) == 4).all()


def test_ranges_lie_where_0_21_had_them():
    from numba_dpex.core.kernel_interface.indexers import NdRange, Range

    assert Range is dpex.Range and NdRange is dpex.NdRange
