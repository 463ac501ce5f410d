"""Functions that make arrays, and copies between dtypes, devices and the host."""

import array

import dpctl
import dpctl.tensor as dpt
import numpy as np
import pytest
from dpctl.tensor import _conversion
from dpctl.tensor._errors import UnsupportedTypeError
from dpctl.utils import ExecutionPlacementError

from support import COMPLEX, DTYPES, assert_same, values

NUMBERS = [t for t in DTYPES if t != "bool"]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("shape", [(), 3, (2, 3), (0, 4), (2, 1, 3)])
def test_filled(device, dtype, order, shape):
    for name in ("zeros", "ones"):
        x = getattr(dpt, name)(shape, dtype=dtype, order=order, device=device)
        expected = getattr(np, name)(shape, dtype=dtype, order=order)
        assert_same(x, expected)
        assert x.flags.f_contiguous == expected.flags.f_contiguous
    assert_same(
        dpt.full(shape, 1, dtype=dtype, order=order, device=device), np.full(shape, 1, dtype=dtype)
    )
    assert dpt.empty(shape, dtype=dtype, order=order, device=device).shape == np.empty(shape).shape


@pytest.mark.parametrize(
    "value", [True, 3, 2.5, 1j, np.float32(1.5), np.int8(7), [1, 2, 3], np.arange(3)], ids=repr
)
def test_full_takes_the_dtype_of_the_value(device, value):
    assert_same(dpt.full((2, 3), value, device=device), np.full((2, 3), value))


@pytest.mark.parametrize("shape", [2**63, (2, 2**70), [2**64], (2**40, 2**40), np.uint64(2**63)])
@pytest.mark.parametrize("make", ["empty", "zeros", "ones"])
def test_shapes_beyond_memory(device, make, shape):
    with pytest.raises(ValueError):
        getattr(np, make)(shape)
    with pytest.raises(ValueError):
        getattr(dpt, make)(shape, device=device)


@pytest.mark.parametrize("count", [2**63, 2**70])
@pytest.mark.parametrize(
    "make",
    [
        lambda count, x: dpt.eye(count, device=x.device),
        lambda count, x: dpt.arange(count, device=x.device),
        lambda count, x: dpt.arange(float(count), device=x.device),
        lambda count, x: dpt.linspace(0, 1, count, device=x.device),
        lambda count, x: dpt.full(count, 1, device=x.device),
        lambda count, x: dpt.broadcast_to(x, count),
        lambda count, x: dpt.reshape(x, count),
    ],
)
def test_counts_beyond_memory(device, make, count):
    with pytest.raises(ValueError):
        make(count, dpt.ones(1, device=device))


def test_full_of_an_array(device):
    x = dpt.asarray(2, device=device)
    assert_same(dpt.full((2, 2), x), np.full((2, 2), 2))
    with pytest.raises(OverflowError):
        dpt.full(3, 300, dtype="i1", device=device)
    with pytest.raises(TypeError):
        dpt.full(3, "a", device=device)


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
    "arguments",
    [
        (5,),
        (5.0,),
        (1, 10, 3),
        (1, 10, -3),
        (10, 1, -3),
        (0, 1, 0.1),
        (0.5, 3),
        (2, 2),
        (-3, 3),
        (0, 2**40, 2**38),
        (0, -6, -2),
        (0.0, 4, 1),
        (0.0, -4.0, -1.0),
        (3.0, 0, -1),
    ],
)
def test_arange(device, arguments):
    actual, expected = dpt.arange(*arguments, device=device), np.arange(*arguments)
    assert_same(actual, expected, ulp=2)
    np.testing.assert_array_equal(np.signbit(dpt.asnumpy(actual)), np.signbit(expected))


@pytest.mark.parametrize("dtype", NUMBERS)
def test_arange_of_dtype(device, dtype):
    assert_same(dpt.arange(2, 60, 3, dtype=dtype, device=device), np.arange(2, 60, 3).astype(dtype))


def test_arange_refuses(device):
    with pytest.raises(ZeroDivisionError):
        dpt.arange(0, 1, 0, device=device)
    with pytest.raises(ValueError):
        dpt.arange(5, dtype=bool, device=device)
    assert_same(dpt.arange(2, dtype=bool, device=device), np.array([False, True]))


@pytest.mark.parametrize("endpoint", [True, False])
@pytest.mark.parametrize("num", [0, 1, 2, 5, 1000])
@pytest.mark.parametrize("ends", [(0, 1), (-3.5, 12.25), (5, 5), (1, 0), (1e-3, 1e3)])
def test_linspace(device, ends, num, endpoint):
    actual = dpt.asnumpy(dpt.linspace(*ends, num, endpoint=endpoint, device=device))
    expected = np.linspace(*ends, num, endpoint=endpoint)
    assert actual.dtype == expected.dtype
    np.testing.assert_allclose(actual, expected, rtol=1e-14, atol=1e-14 * max(map(abs, ends)))
    if num > 1:
        assert actual[0] == ends[0]
        assert not endpoint or actual[-1] == ends[1]


def test_linspace_of_dtypes(device):
    assert_same(
        dpt.linspace(0, 10, 5, dtype="i4", device=device), np.linspace(0, 10, 5, dtype="i4")
    )
    assert_same(
        dpt.linspace(0, 1, 5, dtype="f4", device=device), np.linspace(0, 1, 5, dtype="f4"), ulp=1
    )
    assert_same(dpt.linspace(0, 1j, 3, device=device), np.linspace(0, 1j, 3), ulp=1)
    with pytest.raises(ValueError):
        dpt.linspace(0, 1, -1, device=device)


@pytest.mark.parametrize("dtype", [None, "bool", "int32", "float64", "complex64"])
@pytest.mark.parametrize("arguments", [(3,), (2, 3), (3, 2), (0, 2)])
@pytest.mark.parametrize("k", [0, 1, -1, 5, -5])
@pytest.mark.parametrize("order", ["C", "F"])
def test_eye(device, arguments, k, dtype, order):
    actual = dpt.eye(*arguments, k=k, dtype=dtype, order=order, device=device)
    expected = np.eye(*arguments, k=k, dtype=dtype, order=order)
    assert_same(actual, expected)
    assert actual.flags.f_contiguous == expected.flags.f_contiguous


@pytest.mark.parametrize("k", [2**63, -(2**63) - 1, 10**30, -7])
def test_diagonals_beyond_the_matrix(device, k):
    far = max(-9, min(k, 9))
    assert_same(dpt.eye(3, 4, k=k, device=device), np.eye(3, 4, k=far))
    n = np.arange(12.0).reshape(3, 4)
    for name in ("tril", "triu"):
        assert_same(
            getattr(dpt, name)(dpt.asarray(n, device=device), k=k), getattr(np, name)(n, k=far)
        )


@pytest.mark.parametrize("k", [0, 1, -1, 3, -4])
@pytest.mark.parametrize("name", ["tril", "triu"])
def test_triangles(device, name, k):
    n = np.arange(24.0).reshape(2, 3, 4)
    for m in (n, n[0], n[:, ::-1, ::2], n[0].T):
        x = dpt.asarray(n, device=device)
        view = {n.shape: x, n[0].shape: x[0]}.get(m.shape)
        view = x[:, ::-1, ::2] if m.shape == (2, 3, 2) else view
        view = x[0].T if m.shape == (4, 3) else view
        assert_same(getattr(dpt, name)(view, k=k), getattr(np, name)(m, k=k))
    with pytest.raises(ValueError):
        getattr(dpt, name)(dpt.ones(3, device=device))


@pytest.mark.parametrize(
    "numbers",
    [[], (), [1.5, -2.0], (3, 4), [1, 2.5], [True, False], [1, True], [2**40, -1], [2**63, 1], [1j, 2.0], [[1, 2], [3, 4]], [np.float32(1), np.float32(2)]],
)  # fmt: skip
def test_sequences_of_numbers(device, numbers):
    assert_same(dpt.asarray(numbers, device=device), np.asarray(numbers))
    with pytest.raises(ValueError):
        dpt.asarray(numbers, device=device, copy=False)


@pytest.mark.parametrize("indexing", ["xy", "ij"])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_meshgrid(device, indexing, count):
    hosts = [np.arange(n + 2) for n in range(count)]
    grids = dpt.meshgrid(*(dpt.asarray(h, device=device) for h in hosts), indexing=indexing)
    for grid, expected in zip(grids, np.meshgrid(*hosts, indexing=indexing), strict=True):
        assert_same(grid, expected)
        grid[..., 0] = 7  # elements of its own
        expected[..., 0] = 7
        assert_same(grid, expected)


@pytest.mark.parametrize("order", ["C", "F", "K", "A"])
def test_like(device, order):
    hosts = [
        np.ones((2, 3, 4)),
        np.ones((2, 3, 4), order="F"),
        np.ones((2, 3, 4)).transpose(1, 2, 0),
    ]
    arrays = [dpt.ones((2, 3, 4), device=device), dpt.ones((2, 3, 4), order="F", device=device)]
    arrays.append(dpt.permute_dims(arrays[0], (1, 2, 0)))
    for x, n in zip(arrays, hosts, strict=True):
        expected = np.empty_like(n, order=order)
        for name in ("empty_like", "zeros_like", "ones_like"):
            made = getattr(dpt, name)(x, order=order)
            assert made.strides == tuple(s // 8 for s in expected.strides)
    x = dpt.ones(3, dtype="i4", usm_type="shared", device=device)
    assert_same(dpt.full_like(x, 2.5), np.full(3, 2, dtype="i4"))
    assert dpt.zeros_like(x, dtype="f4", usm_type="host").usm_type == "host"
    assert dpt.ones_like(x).usm_type == "shared"
    with pytest.raises(TypeError):
        dpt.ones_like([1])


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
    assert_same(shared, np.full(6, 7))
    assert_same(copied, np.arange(6))
    assert_same(converted, np.arange(6, dtype="f4"))


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


@pytest.mark.parametrize(
    "call, error",
    [
        (lambda d: dpt.empty(-1, device=d), ValueError),
        (lambda d: dpt.empty("a", device=d), TypeError),
        (lambda d: dpt.empty(3, usm_type="foo", device=d), ValueError),
        (lambda d: dpt.asarray([1], usm_type={}, device=d), TypeError),
        (lambda d: dpt.full(3, 1, usm_type={}, device=d), TypeError),
        (lambda d: dpt.empty(3, dtype=object, device=d), TypeError),
        (lambda d: dpt.empty(3, order="K", device=d), ValueError),
        (lambda d: dpt.empty(3, device="foo"), dpctl.SyclDeviceCreationError),
        (lambda d: dpt.empty(3, device=d, sycl_queue=dpctl.SyclQueue()), TypeError),
        (lambda d: dpt.eye(-1, device=d), ValueError),
        (lambda d: dpt.asnumpy(3), TypeError),
    ],
)
def test_wrong_arguments_raise_at_the_call(device, call, error):
    with pytest.raises(error):
        call(device)


def test_too_large_an_allocation_raises(device):
    from dpctl.memory import USMAllocationError

    with pytest.raises((USMAllocationError, MemoryError)):
        dpt.asnumpy(dpt.zeros(10**14, device=device))
    assert_same(dpt.ones(3, device=device), np.ones(3))


def test_devices(device):
    made = dpt.Device.create_device(device)
    assert dpt.Device.create_device(made) is made
    assert made == dpt.ones(3, device=device).device
    assert made == made.sycl_queue
    assert made == made.sycl_device
    assert dpt.Device.create_device(dpctl.SyclQueue(made.sycl_device)) != made.sycl_device
    assert made != "something"
    assert repr(made) == f"Device({device})"
    assert made.sycl_device.filter_string == device
    assert hash(made) == hash(dpt.Device.create_device(made.sycl_queue))
    made.wait()
    with pytest.raises(TypeError):
        dpt.Device()
    with pytest.raises(TypeError):
        dpt.Device.create_device(3)


def test_full_drops_what_the_dtype_has_no_room_for(device):
    assert_same(dpt.full(2, 3.5 - 2j, dtype="f4", device=device), np.full(2, 3.5, dtype="f4"))
    assert_same(dpt.full(2, 3.5 - 2j, dtype=int, device=device), np.full(2, 3))


@pytest.mark.parametrize("dtype", ["u1", "u2", "u4", "u8"])
def test_arange_downwards_in_unsigned_dtypes(device, dtype):
    assert_same(dpt.arange(127, 0, -3, dtype=dtype, device=device), np.arange(127, 0, -3, dtype))


def test_arange_takes_no_step_as_one(device):
    assert_same(dpt.arange(0, 5, None, device=device), np.arange(5))


def test_triangles_keep_order_f(device):
    x = dpt.reshape(dpt.arange(9, device=device), (3, 3), order="F")
    for made in (dpt.tril(x), dpt.triu(x)):
        assert made.flags == x.flags


def test_full_like_takes_values_of_another_queue(device):
    x = dpt.zeros((2, 3), device=device)
    value = dpt.asarray([1.0, 2, 3], sycl_queue=dpctl.SyclQueue(device))
    made = dpt.full_like(x, value)
    assert made.sycl_queue == x.sycl_queue
    assert_same(made, np.full((2, 3), [1.0, 2, 3]))


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


@pytest.mark.parametrize("order", "CF")
@pytest.mark.parametrize(
    "rows, columns, k", [(3, 5, 1), (5, 3, -1), (4, 4, 0), (0, 3, 0), (1, 6, 2)]
)
def test_eye_lies_in_the_order_asked_for(device, rows, columns, k, order):
    made = dpt.eye(rows, columns, k=k, order=order, dtype="f4", device=device)
    host = np.eye(rows, columns, k=k, order=order, dtype="f4")
    assert_same(made, host)
    assert (made.flags.c_contiguous, made.flags.f_contiguous) == (
        host.flags.c_contiguous,
        host.flags.f_contiguous,
    )
    if rows and columns:
        assert made.strides == tuple(s // 4 for s in host.strides)


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


@pytest.mark.parametrize("number", [np.int8(3), np.uint16(3), np.float16(3), np.float32(3)])
def test_arange_of_numpy_scalars_has_the_default_dtype(device, number):
    expected = np.arange(number.item())
    assert_same(dpt.arange(number, device=device), expected)


@pytest.mark.parametrize("usm_type", ["device", "shared", "host"])
def test_arange_of_booleans_has_the_usm_type_asked_for(device, usm_type):
    for stop in (0, 2):
        assert dpt.arange(stop, dtype="?", usm_type=usm_type, device=device).usm_type == usm_type
