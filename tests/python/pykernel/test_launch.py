"""Launches: queues, order with array expressions, events, and what is refused before anything runs."""

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex
import numpy as np
import pytest
from dpctl.utils import ExecutionPlacementError
from numba_dpex import kernel_api as kapi
from numba_dpex.core import exceptions


@dpex.kernel
def add(item, a, b, c):
    i = item.get_id(0)
    c[i] = a[i] + b[i]


@dpex.kernel
def double(item, a):
    a[item.get_id(0)] *= 2


R = dpex.Range(100)


def test_kernels_and_expressions_run_in_order(device):
    a = dpt.ones(100, dtype="f4", device=device)
    b = a * 3 + 1  # not computed yet
    before = b + a
    dpex.call_kernel(add, R, a, b, b)
    dpex.call_kernel(double, R, b)
    after = b - 1
    dpex.call_kernel(double, R, b)
    assert (dpt.asnumpy(before) == 5).all()
    assert (dpt.asnumpy(after) == 9).all()
    assert (dpt.asnumpy(b) == 20).all()


def test_kernels_see_views(device):
    a = dpt.zeros(200, dtype="i4", device=device)
    b = dpt.arange(100, dtype="i4", device=device)
    dpex.call_kernel(add, R, b, b[::-1], a[1::2])
    assert (dpt.asnumpy(a)[1::2] == 99).all() and not dpt.asnumpy(a)[::2].any()


def test_one_kernel_for_many_types(device):
    for dtype in ("i4", "f8", "c8", "u1"):
        a = dpt.ones(100, dtype=dtype, device=device)
        dpex.call_kernel(add, R, a, a, a)
        dpex.call_kernel(
            add, R, a, dpt.asarray(a, dtype="f4"), dpt.zeros(100, dtype="c16", device=device)
        )
        assert (dpt.asnumpy(a) == 2).all()


def test_memory_that_the_host_sees_is_written_when_the_call_returns():
    a = dpt.usm_ndarray(100, dtype="u1", buffer="shared")
    a[...] = 21
    dpex.call_kernel(double, R, a)
    assert bytes(memoryview(a.usm_data)) == bytes([42]) * 100


def test_asynchronous_launches_follow_events(device):
    a, b, c = (dpt.full(100, n, dtype="i8", device=device) for n in (1, 2, 0))
    host, event = dpex.call_kernel_async(add, R, (), a, b, c)
    assert isinstance(host, dpctl.SyclEvent) and isinstance(event, dpctl.SyclEvent)
    _, last = dpex.call_kernel_async(add, R, (event,), a, c, b)
    last.wait()
    assert (dpt.asnumpy(b) == 4).all()
    with pytest.raises(TypeError, match="tuple of SyclEvents"):
        dpex.call_kernel_async(add, R, event, a, b, c)


def test_arguments_may_be_let_go_of_while_the_kernel_runs(device):
    out = dpt.zeros(100000, dtype="f8", device=device)

    @dpex.kernel
    def slow(item, a, out):
        i = item.get_id(0)
        s = 0.0
        for k in range(1000):
            s += a[i] * k
        out[i] = s

    for _ in range(5):
        dpex.call_kernel(slow, dpex.Range(100000), dpt.ones(100000, dtype="f8", device=device), out)
    assert (dpt.asnumpy(out) == 499500).all()


def test_an_empty_range_runs_nothing(device):
    a = dpt.ones(4, device=device)
    dpex.call_kernel(double, dpex.Range(0), a)
    assert (dpt.asnumpy(a) == 1).all()


def test_arrays_on_two_queues():
    q1, q2 = dpctl.SyclQueue("cpu"), dpctl.SyclQueue("cpu")
    a, b = dpt.ones(100, sycl_queue=q1), dpt.ones(100, sycl_queue=q2)
    with pytest.raises(
        exceptions.ExecutionQueueInferenceError, match="0, 1, 2 are not on the same"
    ):
        dpex.call_kernel(add, R, a, b, a)
    with pytest.raises(ExecutionPlacementError):
        dpex.call_kernel(add, R, a, b, a)


def test_no_array():
    with pytest.raises(exceptions.ExecutionQueueInferenceError, match="no argument is an array"):
        dpex.call_kernel(add, R, 1, 2, 3)


def test_what_is_no_argument():
    a = dpt.ones(100)
    with pytest.raises(exceptions.SUAIProtocolError, match=r"argument 1 \(b\), of NumPy"):
        dpex.call_kernel(add, R, a, np.ones(100), a)
    with pytest.raises(
        exceptions.UnsupportedKernelArgumentError, match=r"argument 2 \(c\) of type str"
    ):
        dpex.call_kernel(add, R, a, a, "x")
    with pytest.raises(exceptions.UnsupportedKernelArgumentError, match="NoneType"):
        dpex.call_kernel(add, R, a, a, None)
    with pytest.raises(OverflowError, match=r"argument 1 \(b\) is 1000000000000000000000"):
        dpex.call_kernel(add, R, a, 10**21, a)
    with pytest.raises(TypeError, match="needs groups"):
        dpex.call_kernel(add, R, a, kapi.LocalAccessor(4, np.float32), a)
    dates = kapi.LocalAccessor(4, "M8[s]")
    with pytest.raises(TypeError, match=r"LocalAccessor of datetime64\[s\], which kernels do not"):
        dpex.call_kernel(add, dpex.NdRange((100,), (10,)), a, dates, a)
    with pytest.raises(TypeError, match="consists of SyclEvents, and has 1 of type int"):
        dpex.call_kernel_async(add, R, (1,), a, a, a)
    with pytest.raises(TypeError, match="2 arguments were given, it takes 3 besides the item"):
        dpex.call_kernel(add, R, a, a)
    with pytest.raises(TypeError, match="must be a Range or an NdRange, not 100"):
        dpex.call_kernel(add, 100, a, a, a)
    with pytest.raises(TypeError, match="must be a kernel"):
        dpex.call_kernel(len, R, a)
    with pytest.raises(TypeError, match="not called"):
        add(a, a, a)


def test_what_is_no_kernel():
    def rest(item, a, *others):
        a[0] = 1

    def by_keyword(item, a, *, n=3):
        a[0] = n

    a = dpt.ones(4)
    for function in (rest, by_keyword):
        with pytest.raises(TypeError, match="have no values in a launch; name each parameter"):
            dpex.call_kernel(dpex.kernel(function), dpex.Range(4), a)
        with pytest.raises(ValueError, match="have no values in a launch; name each parameter"):
            kapi.call_kernel(function, dpex.Range(4), a)
    for decorator in (dpex.kernel, dpex.device_func):
        for value in (len, np.add, np.ones(3)):
            with pytest.raises(TypeError, match="decorates a function written in Python, not"):
                decorator(value)
        with pytest.raises(ValueError, match="a signature is a tuple of types"):
            decorator(dpex.int64)


def test_ranges_that_make_no_sense():
    with pytest.raises(ValueError, match=r"dim1 of a Range is at most 2\*\*63 - 1"):
        dpex.Range(1, 1 << 63)
    with pytest.raises(ValueError, match="dim0 of a Range must not be negative, and was -1"):
        dpex.Range(-1)
    with pytest.raises(TypeError, match="dim0 of a Range must be an int, not 4.0 of type float"):
        dpex.Range(4.0)
    with pytest.raises(
        exceptions.UnsupportedGroupWorkItemSizeError, match="NdRange: the local range 3 does not"
    ):
        dpex.NdRange((16,), (3,))
    with pytest.raises(
        exceptions.UnmatchedNumberOfRangeDimsError, match="NdRange: the global range has 1"
    ):
        dpex.NdRange((16,), (4, 4))
    with pytest.raises(TypeError, match="local_size of an NdRange must be a Range or an iterable"):
        dpex.NdRange((16,), 4)


def test_read_only_arrays():
    a = dpt.broadcast_to(dpt.ones(1), (100,))
    with pytest.raises(ValueError, match="array argument 0, which is read-only"):
        dpex.call_kernel(double, R, a)
    dpex.call_kernel(add, R, a, a, dpt.zeros(100))


def test_ranges_that_do_not_fit(device):
    @dpex.kernel
    def kernel(nd, a):
        a[nd.get_global_id(0)] = 1

    a = dpt.zeros(100, device=device)
    most = a.sycl_device.max_work_group_size
    with pytest.raises(ValueError, match="exceeds what"):
        dpex.call_kernel(kernel, dpex.NdRange((4 * most,), (2 * most,)), a)
    with pytest.raises(dpctl.memory.USMAllocationError, match="bytes of local memory"):

        @dpex.kernel
        def local(nd, a, slm):
            slm[0] = a[0]
            a[0] = slm[1]

        slm = kapi.LocalAccessor(1 << 28, np.float64)
        dpex.call_kernel(local, dpex.NdRange((4,), (2,)), a, slm)


def test_objects_with_memory_in_usm_are_accepted(device):
    class Array:
        def __init__(self, array):
            self.array = array

        @property
        def __sycl_usm_array_interface__(self):
            return self.array.__sycl_usm_array_interface__

    a = dpt.ones(100, dtype="f4", device=device)
    dpex.call_kernel(double, R, Array(a))
    assert (dpt.asnumpy(a) == 2).all()


def test_a_kernel_is_launched_by_many_threads(device):
    import threading

    @dpex.kernel
    def fresh(item, a, n):
        a[item.get_id(0)] += n

    arrays = [dpt.zeros(100, dtype="i8", device=device) for _ in range(8)]

    def work(n):
        for _ in range(20):
            dpex.call_kernel(fresh, R, arrays[n], n)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [int(a[0]) for a in arrays] == [20 * n for n in range(8)]


def _spread(item, a, b):
    for k in range(1, 8):
        b[k] = a[k - 1] + a[0]


@pytest.mark.parametrize("second", ["itself", "a part", "its memory"])
def test_arrays_that_share_memory(second, device):
    def memory():
        return dpt.arange(8, dtype="i4", device=device)

    def other(x):
        if second == "itself":
            return x
        return x[::-1] if second == "a part" else dpt.usm_ndarray(8, "i4", buffer=x.usm_data)

    kernel = dpex.kernel(_spread)
    dpex.call_kernel(kernel, dpex.Range(1), memory(), memory())  # compiled for arrays apart first
    found, expected = memory(), np.arange(8, dtype="i4")
    dpex.call_kernel(kernel, dpex.Range(1), found, other(found))
    kapi.call_kernel(
        _spread, kapi.Range(1), expected, expected[::-1] if second == "a part" else expected
    )
    np.testing.assert_array_equal(dpt.asnumpy(found), expected)


def test_only_arrays_apart_are_compiled_as_such(device):
    x, y = dpt.ones(8, device=device), dpt.ones(8, device=device)
    for arguments, apart in (((x, y), True), ((x, x), False), ((x[:4], x[4:]), False)):
        kernel = dpex.kernel(_spread)
        kernel.launcher.compile(kernel.launcher.words(dpex.Range(1), arguments))
        (text,) = kernel.inspect_llvm().values()
        assert ("!noalias" in text) == apart
