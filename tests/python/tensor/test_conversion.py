"""asarray, astype, copy and from_numpy: values, dtypes, places in memory and queues."""

import array

import dpctl
import dpctl.tensor as dpt
import numpy as np
import pytest
from dpctl.tensor import _conversion
from dpctl.tensor._errors import UnsupportedTypeError
from dpctl.utils import ExecutionPlacementError

from support import COMPLEX, DTYPES, assert_same, values


def test_astype_none_is_the_default_floating_dtype(device):
    x = dpt.asarray([1, 2], dtype="i4", device=device)
    assert_same(dpt.astype(x, None), np.array([1.0, 2.0]))


@pytest.mark.parametrize("value", [-(2**63) - 1, [1, 2**64], 2**200])
def test_asarray_of_numbers_that_the_dtype_can_not_hold(device, value):
    with pytest.raises(OverflowError):
        dpt.asarray(value, dtype="i4", device=device)


@pytest.mark.parametrize(("value", "dtype"), [([1, 300], "u1"), (-1, "u4"), ([[2**31]], "i4")])
def test_asarray_of_numbers_beyond_a_smaller_dtype(device, value, dtype):
    with pytest.raises(OverflowError):
        dpt.asarray(value, dtype=dtype, device=device)


@pytest.mark.parametrize("dtype", [None, "f4", "f8"])
def test_asarray_of_bytes_in_the_other_order(device, dtype):
    with pytest.raises(ValueError, match="native byteorder"):
        dpt.asarray(np.arange(3, dtype=">f8"), dtype=dtype, device=device)


def test_asarray_where_float64_is_missing(device, monkeypatch):
    monkeypatch.setattr(_conversion, "default_float", lambda queue: "float32")
    for host, dtype in ((np.arange(4.0), "f4"), (np.arange(4) * 1j, "c8"), (np.arange(4), "i8")):
        assert_same(dpt.asarray(host, usm_type="shared", device=device), host.astype(dtype))


@pytest.mark.parametrize(
    "obj",
    [1, 2.5, True, 1j, [], [1, 2], [[1, 2], [3, 4.5]], (1, 2), range(3), [True, 2], np.float32(3), np.arange(6).reshape(2, 3).T,
     np.arange(6)[::-2], array.array("h", [1, -2]), 2**63],
    ids=repr,
)  # fmt: skip
def test_asarray_of_host_objects(device, obj):
    assert_same(dpt.asarray(obj, device=device), np.asarray(obj))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("usm_type", ["device", "shared", "host"])
def test_asarray_of_numpy_numbers(device, dtype, usm_type):
    number = np.dtype(dtype).type(1)
    x = dpt.asarray(number, usm_type=usm_type, device=device)
    assert_same(x, np.asarray(number))
    assert x.usm_type == usm_type
    x[...] = 0
    assert_same(x, np.zeros((), dtype=dtype))


@pytest.mark.parametrize(
    "number", [np.str_("a"), np.datetime64(1, "s"), np.void(b"ab"), np.longdouble(1)], ids=repr
)
def test_asarray_of_other_numpy_numbers(device, number):
    with pytest.raises(TypeError):
        dpt.asarray(number, device=device)


@pytest.mark.parametrize("usm_type", ["device", "shared", "host"])
def test_from_numpy_says_where(device, usm_type):
    made = dpt.from_numpy(np.arange(3), usm_type=usm_type, device=device)
    assert made.usm_type == usm_type
    assert_same(made, np.arange(3))


@pytest.mark.parametrize("dtype", DTYPES)
def test_round_trip_of_every_dtype(device, dtype):
    n = values(dtype)
    for host in (n, n[::-1], n[::3], n[: n.size // 2 * 2].reshape(2, -1).T):
        for usm_type in ("device", "shared", "host"):
            x = dpt.asarray(host, device=device, usm_type=usm_type)
            assert x.usm_type == usm_type
            assert_same(x, host)
            assert_same(dpt.to_numpy(x[::-1]), host[::-1])


def test_asarray_of_nested_arrays(device):
    x = dpt.arange(3, device=device)
    assert_same(dpt.asarray([x, x + 1]), np.array([[0, 1, 2], [1, 2, 3]]))
    assert_same(dpt.asarray([[x[0], x[1]], [x[2], x[0]]]), np.array([[0, 1], [2, 0]]))


@pytest.mark.parametrize("value", [[1], 1, 2.5, np.arange(3), np.int8(1), ("a",), [[1]]])
@pytest.mark.parametrize("copy", ["invalid", 2, 0.5])
def test_copy_is_true_false_or_none(value, copy):
    with pytest.raises(TypeError, match="copy keyword values should be True, False, or None"):
        dpt.asarray(value, copy=copy)


def test_asarray_copies_as_told(device):
    x = dpt.arange(6, device=device)
    assert dpt.asarray(x) is x
    assert dpt.asarray(x, copy=False) is x
    copied = dpt.asarray(x, copy=True)
    copied[...] = 0
    assert_same(x, np.arange(6))
    assert_same(dpt.asarray(x, dtype="f4"), np.arange(6, dtype="f4"))
    for keywords in (dict(dtype="f4"), dict(usm_type="host")):
        with pytest.raises(ValueError):
            dpt.asarray(x, copy=False, **keywords)
    with pytest.raises(ValueError):
        dpt.asarray(np.arange(3), copy=False)
    assert dpt.asarray(x, usm_type="host").usm_type == "host"
    queue = dpctl.SyclQueue(device)
    assert dpt.asarray(x, sycl_queue=queue).sycl_queue == queue


def test_a_copy_for_another_queue_of_the_context_is_one(device):
    x = dpt.arange(6, device=device)
    queue = dpctl.SyclQueue(x.sycl_context, x.sycl_device)
    shared, copied = (dpt.asarray(x, copy=copy, sycl_queue=queue) for copy in (False, True))
    assert shared.sycl_queue == copied.sycl_queue == queue != x.sycl_queue
    converted = dpt.asarray(x, copy=True, dtype="f4", sycl_queue=queue)
    x[...] = 7
    x.sycl_queue.wait()  # queues are ordered by who uses several
    assert_same(shared, np.full(6, 7))
    assert_same(copied, np.arange(6))
    assert_same(converted, np.arange(6, dtype="f4"))


@pytest.mark.parametrize("dtype", [None, "f4"])
def test_a_copy_on_a_busy_queue_is_of_what_was_there_at_the_call(device, dtype):
    x = dpt.arange(6, device=device)
    queue = dpctl.SyclQueue(x.sycl_context, x.sycl_device)
    numbers = dpt.ones(1 << 22, dtype="f4", sycl_queue=queue)
    dpt.asarray(x, copy=True, dtype=dtype, sycl_queue=queue)  # its kernel is there from now on
    queue.wait()
    for _ in range(8):
        numbers = dpt.sin(dpt.exp(dpt.cos(numbers)))
    numbers.usm_data  # noqa: B018
    copied = dpt.asarray(x, copy=True, dtype=dtype, sycl_queue=queue)
    x[...] = 7
    x.sycl_queue.wait()
    assert_same(copied, np.arange(6, dtype=dtype))


@pytest.mark.parametrize("order", "CFKA")
@pytest.mark.parametrize(
    "view",
    [
        lambda a: a,
        lambda a: a.T,
        lambda a: a[:, ::2].transpose(1, 2, 0),
        lambda a: a[::-1, ::2].transpose(2, 0, 1),
        lambda a: a[:, ::2, ::-1].transpose(0, 2, 1),
    ],
    ids=["C", "F", "turned", "turned backwards", "swapped backwards"],
)
def test_asarray_of_another_dtype_lies_as_numpys(device, view, order):
    host = view(np.arange(60.0).reshape(3, 4, 5))
    made = dpt.asarray(host, dtype="f4", order=order, device=device)
    expected = host.astype("f4", order=order)
    assert_same(made, expected)
    assert [4 * step for step in made.strides] == [*expected.strides]


def test_no_copy_for_another_device_of_the_context():
    parts = dpctl.SyclDevice("cpu").create_sub_devices(partition=1)
    if len(parts) < 2:
        pytest.skip("the CPU has one core")
    context = dpctl.SyclContext(parts)
    queues = [dpctl.SyclQueue(context, part) for part in parts[:2]]
    x = dpt.asarray([1.0, 2.0], sycl_queue=queues[0])
    with pytest.raises(ValueError, match="requires a copy"):
        dpt.asarray(x, sycl_queue=queues[1], copy=False)
    moved = dpt.asarray(x, sycl_queue=queues[1])
    assert moved.sycl_queue == queues[1]
    x[...] = 9
    assert_same(moved, np.array([1.0, 2.0]))


def test_asarray_takes_a_snapshot_of_the_host(device):
    host = np.arange(1000)
    x = dpt.asarray(host, device=device)
    host[:] = 0
    assert_same(x, np.arange(1000))


@pytest.mark.parametrize(
    "obj, error",
    [("a", TypeError), (None, TypeError), ([1, "a"], (TypeError, ValueError)), ([[1, 2], [3]], ValueError), (2**64, TypeError),
     (np.ones(3, dtype=">i4"), ValueError), (np.ones(3, dtype="M8[s]"), TypeError), (np.array(["a"]), TypeError)],
    ids=repr,
)  # fmt: skip
def test_asarray_refuses(device, obj, error):
    with pytest.raises(error):
        dpt.asarray(obj, device=device)


@pytest.mark.parametrize("source", DTYPES)
def test_astype_equals_numpy(device, source):
    n = values(source)
    if n.dtype.kind == "f":
        n = n[np.isfinite(n) & (np.abs(n) < 100)]
    n = n[n >= 0] if n.dtype.kind == "f" else n
    for target in DTYPES:
        if source in COMPLEX and target not in COMPLEX:
            continue
        assert_same(dpt.astype(dpt.asarray(n, device=device), target), n.astype(target))


def test_astype_to_what_is_no_number(device):
    with pytest.raises(UnsupportedTypeError):
        dpt.astype(dpt.ones(2, device=device), "U3")


def test_astype_keywords(device):
    x = dpt.arange(6, device=device)
    assert dpt.astype(x, x.dtype, copy=False) is x
    assert dpt.astype(x, x.dtype) is not x
    with pytest.raises(TypeError):
        dpt.astype(x, "f4", casting="safe")
    with pytest.raises((TypeError, ValueError)):
        dpt.astype(x, "U3")
    with pytest.raises(ValueError):
        dpt.astype(x, "f4", order="Z")
    assert_same(dpt.astype(x, "f4", device=dpctl.SyclQueue(device)), np.arange(6, dtype="f4"))


@pytest.mark.parametrize("order", ["C", "F", "K", "A"])
def test_copy_keeps_layout_as_numpy(device, order):
    n = np.arange(24.0).reshape(2, 3, 4)
    for view in (lambda a: a, lambda a: a[:, ::2], lambda a: a[0].T, lambda a: a[:, :, 1]):
        copied = dpt.copy(view(dpt.asarray(n, device=device)), order=order)
        expected = np.copy(view(n), order=order)
        assert_same(copied, expected)
        assert copied.strides == tuple(s // 8 for s in expected.strides)


class OnlyUsm:
    """Shows the memory of an array, and nothing else."""

    def __init__(self, array):
        self.array = array
        self.__sycl_usm_array_interface__ = array.__sycl_usm_array_interface__


def test_asarray_of_sequences_with_memory_objects(device):
    x = dpt.asarray([[1, 2], [3, 4]], dtype="i2", usm_type="shared", device=device)
    made = dpt.asarray([OnlyUsm(x), OnlyUsm(x)])
    assert made.usm_type == "shared"
    assert made.sycl_queue == x.sycl_queue
    assert_same(made, np.array([[[1, 2], [3, 4]]] * 2, dtype="i2"))


def test_asarray_of_sequences_over_several_queues(device):
    queues = [dpctl.SyclQueue(device) for _ in range(3)]
    x = dpt.asarray([[1, 2], [3, 4]], dtype="i2", sycl_queue=queues[0])
    y = dpt.asarray([5, 6], dtype="i1", sycl_queue=queues[1])
    with pytest.raises(ExecutionPlacementError):
        dpt.asarray([x, [y, y]])
    made = dpt.asarray([x, [y, [7, 8]], [range(2), np.arange(2)]], sycl_queue=queues[2])
    assert made.sycl_queue == queues[2]
    assert_same(made, np.array([[[1, 2], [3, 4]], [[5, 6], [7, 8]], [[0, 1], [0, 1]]]))


def test_device_and_queue_may_say_the_same(device):
    x = dpt.ones(3, device=device)
    made = dpt.asarray(x, usm_type="shared", sycl_queue=x.sycl_queue, device=x.sycl_device)
    assert made.usm_type == "shared"
    with pytest.raises(TypeError):
        dpt.ones(3, sycl_queue=dpctl.SyclQueue(device), device=device)


def test_asarray_refuses_other_orders(device):
    with pytest.raises(TypeError):
        dpt.asarray([1], order=1, device=device)
    with pytest.raises(ValueError):
        dpt.asarray([1], order="Z", device=device)


LAYOUTS = {
    "C": lambda x: x,
    "F": lambda x: x.T if x.ndim == 2 else x,
    "strided": lambda x: x[::2, 1:],
    "backwards": lambda x: x[:, ::-1],
    "transposed view": lambda x: x[1:].T,
}


@pytest.mark.parametrize("order", "CFKA")
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize("copy", [True, False])
def test_astype_lies_in_the_order_asked_for(device, layout, dtype, order, copy):
    base = np.arange(24, dtype="f4").reshape(4, 6)
    host = LAYOUTS[layout](base)
    x = LAYOUTS[layout](dpt.asarray(base, device=device))
    made, expected = (
        dpt.astype(x, dtype, order=order, copy=copy),
        host.astype(dtype, order=order, copy=copy),
    )
    assert_same(made, expected)
    is_backwards = (
        layout == "backwards" and order == "K"
    )  # walked backwards in dpctl, forwards in NumPy
    if not is_backwards:
        assert made.strides == tuple(s // expected.itemsize for s in expected.strides)
    shared = np.shares_memory(host, expected)
    assert (made._pointer == x._pointer) == shared
    made[...] = -1
    assert (dpt.asnumpy(x) == -1).all() == shared


@pytest.mark.parametrize("copy", [True, False])
@pytest.mark.parametrize("dtype", ["f4", "i8"])
def test_astype_on_another_queue(device, dtype, copy):
    host = np.arange(6, dtype="f4").reshape(2, 3)
    x = dpt.asarray(host, device=device)
    queue = dpctl.SyclQueue(x.sycl_device, property="in_order")
    for place in (queue, dpt.Device.create_device(queue)):
        made = dpt.astype(x, dtype, device=place, copy=copy)
        assert made.sycl_queue == queue
        assert_same(made, host.astype(dtype))
        if copy:
            made[...] = 9
            assert_same(x, host)
    assert dpt.astype(x, dtype, device=x.device).sycl_queue == x.sycl_queue


@pytest.mark.parametrize(
    "dtype", ["?", "b", "B", "h", "H", "i", "I", "l", "L", "q", "Q", "e", "f", "d", "F", "D"]
)
@pytest.mark.parametrize("shape", [(0,), (5,), (3, 4), (2, 0, 3), (40_000,)])
def test_asarray_of_dense_numpy_arrays(device, shape, dtype):
    n = np.arange(np.prod(shape)).reshape(shape).astype(dtype)
    for host in (n, n[::-1], n.T):
        x = dpt.asarray(host, device=device)
        assert x.sycl_device == dpctl.SyclDevice(device) and x.flags.writable
        assert_same(x, host)
    before = dpt.asarray(n, device=device)
    n[...] = 1
    if n.size > 2:
        assert not np.array_equal(dpt.asnumpy(before), n) or dtype == "?"


def test_asarray_of_small_arrays_behind_pending_work(device):
    """The memory of an array that is gone may still be read by work that was submitted."""
    n = np.ones(1000, dtype="f4")
    total = dpt.zeros((), dtype="f4", device=device)
    for i in range(200):
        x = dpt.asarray(n * i, device=device)
        total += dpt.sum(x * 2)
        dpt.asarray(n, device=device)
        x.sycl_queue.submit_barrier()
        del x
    assert float(total) == sum(2000 * i for i in range(200))


@pytest.mark.parametrize("dtype", [None, "f4", "c16"])
@pytest.mark.parametrize("count", [3, 100])
@pytest.mark.parametrize(
    "written",
    [
        "[x[0], x[2]]",
        "(x[0], 1, n[1], 2.5)",
        "[[x[0], x[1]], [1.5, 2], (n[0], x[2])]",
        "[x[:3], n[:3]]",
        "[x, x + 1]",
        "[[[n[0]]], [[x[1]]]]",
    ],
)
def test_asarray_of_arrays_and_numbers_in_sequences(device, written, count, dtype):
    host = {"x": np.linspace(0, 1, count, dtype="f4"), "n": np.arange(count, dtype="i2")}
    ours = {name: dpt.asarray(value, device=device) for name, value in host.items()}
    made = dpt.asarray(eval(written, dict(ours)), dtype=dtype)
    assert_same(made, np.asarray(eval(written, dict(host)), dtype=dtype))
    assert made.sycl_queue == ours["x"].sycl_queue


def test_asarray_of_arrays_of_several_shapes_is_refused(device):
    x = dpt.arange(5, device=device)
    for sequence in ([x[:2], x[:3]], [[x[0]], [x[1], x[2]]], [x[0], [1]]):
        with pytest.raises((TypeError, ValueError)):
            dpt.asarray(sequence)
