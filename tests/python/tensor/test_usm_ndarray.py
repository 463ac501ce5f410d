"""The array object: construction over memory, attributes, views, conversion, placement."""

import copy
import pickle
import weakref

import dpctl
import dpctl.memory as dpm
import dpctl.tensor as dpt
import numpy as np
import pytest

from support import DTYPES, assert_same, both


def test_read_only(device):
    x, n = both((3,), device=device)
    x.flags.writable = False
    for write in (
        lambda: x.__setitem__(0, 1),
        lambda: x[1:].__setitem__(0, 1),
        lambda: x.__iadd__(1),
    ):
        with pytest.raises(ValueError, match="read-only"):
            write()
    assert_same(x, n)
    assert not x[1:].flags.writable
    assert (x + 1).flags.writable
    x.flags["W"] = True
    x[0] = 9
    assert int(x[0]) == 9


@pytest.mark.parametrize("shape", [(), (1,), (0,), (4,), (3, 4), (3, 0)])
@pytest.mark.parametrize("value", [0, 2, 2.0, 99, 2.5, np.float32(2), np.array([[0], [99], [98]])])
def test_contains(device, shape, value):
    x, n = both(shape, device=device)
    assert (value in x) is (value in n)


def test_contains_what_is_no_number(device):
    x, _ = both((3,), device=device)
    assert "a" not in x and None not in x
    assert x in x and x[:1] in x and x + 9 not in x


def test_flags(device):
    flags = dpt.ones((2, 3), device=device).flags
    assert (flags.c_contiguous, flags.f_contiguous, flags.writable) == (True, False, True)
    assert (flags.fc, flags.forc, flags.fnc, flags.contiguous) == (False, True, False, True)
    assert flags["C"] and flags["C_CONTIGUOUS"] and not flags["F"] and flags["WRITABLE"]
    assert repr(flags) == "  C_CONTIGUOUS : True\n  F_CONTIGUOUS : False\n  WRITABLE : True"
    assert flags == dpt.zeros((2, 3), device=device).flags
    assert flags == 5
    with pytest.raises(ValueError):
        flags["C"] = False
    with pytest.raises(TypeError):
        flags.writable = 1


@pytest.mark.parametrize("usm_type", ["device", "shared", "host"])
@pytest.mark.parametrize("dtype", DTYPES)
def test_attributes(device, usm_type, dtype):
    x = dpt.empty((2, 3, 4), dtype=dtype, usm_type=usm_type, device=device)
    assert x.shape == (2, 3, 4)
    assert x.strides == (12, 4, 1)
    assert (x.ndim, x.size, x.itemsize) == (3, 24, np.dtype(dtype).itemsize)
    assert x.nbytes == 24 * x.itemsize
    assert x.dtype == np.dtype(dtype)
    assert x.usm_type == usm_type
    assert x.sycl_device.filter_string == device
    assert x.sycl_queue.sycl_context == x.sycl_context
    assert len(x) == 2


def test_transposes(device):
    x, n = both((2, 3), device=device)
    assert_same(x.T, n.T)
    assert_same(x.mT, n.T)
    stack, host = both((2, 3, 4), device=device)
    assert_same(stack.mT, host.mT)
    with pytest.raises(ValueError):
        _ = stack.T
    with pytest.raises(ValueError):
        _ = x[0].mT


def test_shape_can_be_assigned_where_no_copy_is_needed(device):
    x, n = both((2, 6), device=device)
    x.shape = (3, 4)
    n.shape = (3, 4)
    assert_same(x, n)
    x.shape = (-1,)
    assert x.shape == (12,)
    with pytest.raises((TypeError, ValueError)):
        x.shape = (5, 2)
    y = dpt.ones((2, 3), device=device).T
    with pytest.raises(AttributeError):
        y.shape = (6,)


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_real_and_imag_are_views(device, dtype):
    n = (np.arange(4) + 1j * np.arange(4, 8)).astype(dtype)
    x = dpt.asarray(n, device=device)
    assert_same(x.real, n.real)
    assert_same(x[::2].imag, n[::2].imag)
    x.real, n.real = 9, 9
    x.imag[1:], n.imag[1:] = -1, -1
    assert_same(x, n)


def test_real_and_imag_of_real_arrays(device):
    x, n = both((3,), "float32", device=device)
    assert_same(x.real, n)
    assert_same(x.imag, np.zeros(3, dtype="f4"))
    with pytest.raises(TypeError):
        x.imag = 1


EXTREMES = [
    (name, f(np.iinfo(name)))
    for name in "bBhHiIlL"
    for f in (lambda i: i.min or 1, lambda i: i.max)
]
OTHERS = [("bool", True), ("float16", 0.5), ("float32", -2.5), ("float64", 1e300), ("complex64", 1 + 2j), ("complex128", 3 - 1j)]  # fmt: skip


@pytest.mark.parametrize("dtype, value", EXTREMES + OTHERS)
def test_scalars_come_back(device, dtype, value):
    x = dpt.asarray(value, dtype=dtype, device=device)
    kind = x.dtype.kind
    convert = {"c": complex, "f": float}.get(kind, int)
    assert convert(x) == value
    if kind in "bf":
        assert int(x) == int(value)
    if kind in "iu":
        assert float(x) == float(value)
    assert bool(x) is True
    assert bool(dpt.zeros((1, 1), dtype=dtype, device=device)) is False


def test_conversion_of_many_elements_raises(device):
    x, _ = both((2,), device=device)
    for convert in (bool, int, float, complex):
        with pytest.raises(ValueError):
            convert(x)
    with pytest.raises(TypeError):
        float(dpt.asarray(1j, device=device))


def test_index_conversion(device):
    x, _ = both((3,), device=device)
    assert [10, 20, 30][x[1]] == 20
    for wrong in (x[1:], dpt.asarray(1.0, device=device), dpt.asarray(True, device=device)):
        with pytest.raises((IndexError, TypeError, ValueError)):
            wrong.__index__()


def test_sequence_protocol(device):
    x, n = both((3, 2), device=device)
    for part, host in zip(x, n, strict=True):
        assert_same(part, host)
    with pytest.raises(TypeError):
        len(x[0, 0])
    with pytest.raises(TypeError):
        iter(x[0, 0])
    with pytest.raises((ValueError, NotImplementedError, TypeError)):
        del x[0]


def test_identity_protocols(device):
    x, n = both((3,), device=device)
    with pytest.raises(TypeError):
        hash(x)
    assert weakref.ref(x)() is x
    for copied in (copy.copy(x), copy.deepcopy(x)):
        copied[0] = 100
    assert_same(x, n)
    assert_same(pickle.loads(pickle.dumps(x)), n)
    with pytest.raises(TypeError, match="asnumpy"):
        np.asarray(x)


def test_constructor_over_memory(device):
    queue = dpctl.SyclQueue(device)
    memory = dpm.MemoryUSMShared(64, queue=queue)
    np.asarray(memory).view("i4")[:] = np.arange(16)
    n = np.arange(16, dtype="i4")
    x = dpt.usm_ndarray((2, 3), dtype="i4", buffer=memory, offset=4)
    assert_same(x, n[4:10].reshape(2, 3))
    assert x.usm_type == "shared"
    assert x.sycl_queue == queue
    assert x.usm_data._pointer == memory._pointer
    assert x._pointer == memory._pointer + 16
    assert x._element_offset == 4
    assert x._byte_bounds == (memory._pointer + 16, memory._pointer + 40)
    y = dpt.usm_ndarray((3,), dtype="i4", buffer=memory, strides=(-2,), offset=8)
    assert_same(y, n[8:2:-2])
    assert y._byte_bounds == (memory._pointer + 16, memory._pointer + 36)
    assert y[:0]._byte_bounds == (y._pointer, y._pointer)
    x[...] = 0
    queue.wait()
    assert np.asarray(memory).view("i4")[4:10].tolist() == [0] * 6


def test_constructor_takes_orders_in_small_letters(device):
    for order, columns in (("C", False), ("c", False), ("F", True), ("f", True)):
        assert dpt.usm_ndarray((2, 3), order=order).flags.f_contiguous == columns
        assert dpt.empty((2, 3), order=order, device=device).flags.f_contiguous == columns


def test_what_is_made_over_a_read_only_array_may_not_be_written_to(device):
    x = dpt.arange(4, dtype="f4", device=device)
    x.flags.writable = False
    for y in (dpt.usm_ndarray(4, "f4", buffer=x), dpt.usm_ndarray(4, "i4", buffer=x)):
        assert not y.flags.writable
        with pytest.raises(ValueError):
            y[0] = 1


def test_memory_object_is_one_for_all_views(device):
    x = dpt.arange(8, device=device) + 1
    assert x.usm_data is x.usm_data
    assert x[2:].usm_data is x.usm_data
    memory = dpm.MemoryUSMDevice(64, queue=dpctl.SyclQueue(device))
    assert dpt.usm_ndarray(8, buffer=memory).usm_data is memory
    assert dpt.empty(8, device=device).usm_data is not x.usm_data


def test_constructor_over_another_array_shares_its_memory(device):
    x = dpt.zeros(8, dtype="i4", device=device)
    same = dpt.usm_ndarray((2, 2), dtype="i4", buffer=x, offset=2)
    wide = dpt.usm_ndarray((4,), dtype="i8", buffer=x)
    later = x + 1
    same[...] = 1
    assert_same(x, np.array([0, 0, 1, 1, 1, 1, 0, 0], dtype="i4"))
    assert_same(wide, np.array([0, 2**32 + 1, 2**32 + 1, 0]))
    assert_same(later, np.ones(8, dtype="i4"))


def test_constructor_takes_the_default_dtype_over_memory_of_any_other(device):
    for buffer in (dpt.zeros(16, dtype="i2", device=device), dpt.zeros(8, dtype="i4").usm_data):
        x = dpt.usm_ndarray(4, buffer=buffer)
        assert x.dtype == dpt.empty(4, device=device).dtype
        assert_same(x, np.zeros(4, dtype=x.dtype))
    with pytest.raises(ValueError, match="can not accommodate"):
        dpt.usm_ndarray(4, buffer=dpt.zeros(4, dtype="i2", device=device))


def test_pending_read_is_not_disturbed_by_a_write_through_an_alias(device):
    memory = dpm.MemoryUSMDevice(32, queue=dpctl.SyclQueue(device))
    first = dpt.usm_ndarray(4, dtype="i8", buffer=memory)
    second = dpt.usm_ndarray(4, dtype="i8", buffer=memory)
    first[...] = 1
    read = first + 1
    second[...] = 50
    assert_same(read, np.full(4, 2))
    assert_same(first, np.full(4, 50))


def test_memory_object_outlives_the_array(device):
    x, n = both((4,), "int64", device=device)
    y = x + 1
    memory = y.usm_data
    del x, y
    host = np.empty(4, dtype="i8")
    memory.copy_to_host(host.view("u1"))
    np.testing.assert_array_equal(host, n + 1)


@pytest.mark.parametrize(
    "arguments, error",
    [
        (dict(shape=(-1,)), ValueError),
        (dict(shape="a"), TypeError),
        (dict(shape=2.5), TypeError),
        (dict(shape=(3,), dtype="U4"), TypeError),
        (dict(shape=(3,), dtype=">i4"), ValueError),
        (dict(shape=(3,), dtype=object), TypeError),
        (dict(shape=(3,), order="Q"), ValueError),
        (dict(shape=(3,), buffer="nowhere"), ValueError),
        (dict(shape=(3,), strides=(1, 1)), ValueError),
    ],
)
def test_constructor_refuses(device, arguments, error):
    with pytest.raises(error):
        dpt.usm_ndarray(**arguments)


def test_constructor_refuses_memory_that_is_too_small(device):
    memory = dpm.MemoryUSMShared(8, queue=dpctl.SyclQueue(device))
    for arguments in (
        dict(shape=3),
        dict(shape=2, offset=1),
        dict(shape=2, strides=(2,)),
        dict(shape=2, strides=(-1,)),
    ):
        with pytest.raises(ValueError, match="can not accommodate"):
            dpt.usm_ndarray(dtype="i4", buffer=memory, **arguments)


def test_usm_array_interface(device):
    x = dpt.ones((2, 3), dtype="f4", device=device)[:, 1:]
    shown = x.__sycl_usm_array_interface__
    assert shown["shape"] == (2, 2)
    assert shown["strides"] == (3, 1)
    assert shown["offset"] == 1
    assert np.dtype(shown["typestr"]) == np.float32
    assert shown["data"] == (x.usm_data._pointer, False)
    assert shown["syclobj"] == x.sycl_queue

    class Foreign:
        __sycl_usm_array_interface__ = shown

    y = dpt.asarray(Foreign())
    y[...] = 5
    assert_same(x, np.full((2, 2), 5, dtype="f4"))
    assert_same(x + Foreign(), np.full((2, 2), 10, dtype="f4"))


def test_different_queues_raise(device):
    from dpctl.utils import ExecutionPlacementError

    x = dpt.ones(3, device=device)
    y = dpt.ones(3, sycl_queue=dpctl.SyclQueue(device))
    for mix in (
        lambda: x + y,
        lambda: dpt.add(x, y),
        lambda: x.__iadd__(y),
    ):
        with pytest.raises(ExecutionPlacementError):
            mix()
    for join in (
        lambda: dpt.concat([x, y]),
        lambda: dpt.concat([x, y], axis=None),
        lambda: dpt.stack([x, y]),
        lambda: x.__setitem__(..., y),
    ):
        with pytest.raises(ValueError, match="different queues"):
            join()
    with pytest.raises(ExecutionPlacementError):
        dpt.add(1, 2)
    assert_same(x + y.to_device(x.device), np.full(3, 2.0))


def test_to_device(device):
    x, n = both((3, 4), device=device)
    other = dpctl.SyclQueue(device)
    moved = x[:, ::2].to_device(other)
    assert moved.sycl_queue == other
    assert_same(moved, n[:, ::2])
    assert_same((x + 1).to_device(other, stream=other), n + 1)
    with pytest.raises(TypeError):
        x.to_device(other, stream=1)
    with pytest.raises(TypeError):
        x.to_device(3)


@pytest.mark.parametrize(
    "first, second, expected",
    [
        ("device", "shared", "device"),
        ("shared", "host", "shared"),
        ("host", "host", "host"),
        ("host", "device", "device"),
    ],
)
def test_usm_type_of_results(device, first, second, expected):
    x = dpt.ones(2, usm_type=first, device=device)
    y = dpt.ones(2, usm_type=second, device=device)
    assert (x + y).usm_type == expected
    assert (x + 1).usm_type == first
    assert dpt.exp(x).usm_type == first
    assert (x + np.ones(2)).usm_type == first
    assert dpt.concat([x, y]).usm_type == expected


def test_array_namespace(device):
    x = dpt.ones(2, device=device)
    assert x.__array_namespace__() is dpt
    assert x.__array_namespace__(api_version="2024.12") is dpt
    with pytest.raises(ValueError):
        x.__array_namespace__(api_version="1999.01")
    with pytest.raises(TypeError):
        x.__array_namespace__(api_version=2024)
    x._set_namespace(np)
    assert x.__array_namespace__() is np
    assert x[1:].__array_namespace__() is np


def test_to_device_shares_memory_where_it_can(device):
    x = dpt.arange(6, device=device)
    other = dpctl.SyclQueue(x.sycl_context, x.sycl_device)
    y = (x + 1)[::2].to_device(other)
    assert y.sycl_queue == other
    assert_same(y, np.array([1, 3, 5]))
    z = x.to_device(other)
    assert z._pointer == x._pointer
    z[...] = 7
    other.wait()
    assert_same(x, np.full(6, 7))
    x.flags.writable = False
    assert not x.to_device(other).flags.writable
    copied = dpt.astype(x, x.dtype, device=other)
    assert copied._pointer != x._pointer


def test_nothing_and_many_are_no_truth_value(device):
    for shape in [(0,), (2,), (3, 0)]:
        with pytest.raises(ValueError):
            bool(dpt.zeros(shape, device=device))


def test_empty_arrays_have_memory(device):
    for x in (dpt.empty(0, dtype="f8", device=device), dpt.ones((3, 0), device=device) + 1):
        assert x.usm_data.nbytes == x.itemsize
        assert dpm.as_usm_memory(x).nbytes == x.itemsize


def test_strides_of_empty_slices_are_numpys(device):
    x, n = dpt.zeros((6, 8), device=device), np.zeros((6, 8))
    for key in (slice(None, -1, -2), slice(4, 2), slice(9, None, 3)):
        assert tuple(8 * s for s in x[:, key].strides) == n[:, key].strides


@pytest.mark.parametrize(
    "call, error",
    [
        (lambda x: setattr(x, "shape", "abc"), TypeError),
        (lambda x: dpt.usm_ndarray(4, strides={"not": "valid"}), ValueError),
        (lambda x: dpt.reshape(x, (2, 3), copy=...), ValueError),
        (lambda x: dpt.reshape(x, (2.0, 3)), TypeError),
        (lambda x: dpt.tile(x, {}), TypeError),
        (lambda x: dpt.eye(2.5), TypeError),
    ],
)
def test_wrong_layouts_raise(device, call, error):
    with pytest.raises(error):
        call(dpt.arange(6, device=device))


def test_reshape_to_the_same_shape_is_the_array(device):
    x = dpt.arange(6, device=device)
    assert dpt.reshape(x, (6,)) is x
    assert dpt.reshape(x, (6,), copy=True) is not x


@pytest.mark.parametrize("interface", [None, {}, {"shape": (3,)}])
def test_interfaces_that_are_none_raise(device, interface):
    other = type("Other", (), {"__sycl_usm_array_interface__": interface})()
    for call in (dpt.asarray, lambda other: dpt.ones(3, device=device) + other):
        with pytest.raises(ValueError):
            call(other)


@pytest.mark.parametrize("usm_type", ["device", "shared", "host"])
def test_new_memory_is_made_as_its_keywords_say(queue, usm_type):
    options = {"queue": queue, "alignment": 4096}
    x = dpt.usm_ndarray((2, 3), dtype="i4", buffer=usm_type, buffer_ctor_kwargs=options)
    assert x.usm_data._pointer % 4096 == 0
    assert x.usm_type == usm_type and x.sycl_queue == queue and x.shape == (2, 3)
    x[...] = 7
    assert dpt.asnumpy(x).tolist() == [[7] * 3] * 2
    y = dpt.usm_ndarray(3, strides=(-2,), offset=4, buffer=usm_type, buffer_ctor_kwargs=options)
    y[...] = dpt.arange(3, sycl_queue=queue)
    assert dpt.asnumpy(y).tolist() == [0, 1, 2] and y.dtype.kind == "f"
    assert dpt.usm_ndarray(0, buffer=usm_type, buffer_ctor_kwargs=options).shape == (0,)
    with pytest.raises(TypeError, match="no_such_keyword"):
        dpt.usm_ndarray(3, buffer=usm_type, buffer_ctor_kwargs={"no_such_keyword": 1})


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("order", ["C", "F"])
def test_numpy_copies_lie_as_the_array_does(device, dtype, order):
    values = np.arange(24).reshape(2, 3, 4)
    x = dpt.asarray(values, dtype=dtype, order=order, device=device)
    host = dpt.asnumpy(x)
    assert host.flags.f_contiguous == (order == "F") and host.flags.owndata and host.flags.writeable
    assert_same(x, values.astype(dtype))
    for view in (x[:, ::-1], x.mT, x[0, 0, 0], x[:0], x[..., ::2]):
        assert dpt.asnumpy(view).shape == view.shape and dpt.asnumpy(view).dtype == dtype
