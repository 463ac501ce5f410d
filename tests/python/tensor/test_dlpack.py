"""DLPack both ways: with NumPy, and with arrays of our own."""

import ctypes

import dpctl
import dpctl.tensor as dpt
import numpy as np
import pytest
from dpctl.tensor import _dlpack

from support import DTYPES, assert_same

EXCHANGED = [t for t in DTYPES if t != "bool"] + ["bool"]


@pytest.fixture
def cpu():
    return dpt.Device.create_device("cpu")


@pytest.mark.parametrize("dtype", EXCHANGED)
def test_numpy_reads_our_memory(cpu, dtype):
    x = dpt.ones((3, 4), dtype=dtype, device=cpu)[::-1, ::2]
    n = np.from_dlpack(x)
    assert_same(x, n)
    assert n.__array_interface__["data"][0] == x._pointer
    x[...] = 0
    cpu.wait()
    assert not n.any()


def test_pending_work_is_done_when_numpy_reads(cpu):
    x = dpt.arange(1000, device=cpu)
    np.testing.assert_array_equal(np.from_dlpack(x * 2 + 1), np.arange(1000) * 2 + 1)


def test_numpy_reads_what_takes_its_time(cpu):
    x = dpt.full(1 << 22, 0.5, device=cpu)
    for _ in range(20):
        x = dpt.cos(x)
    assert (np.from_dlpack(x) == float(x[0])).all()


def test_memory_outlives_the_array(cpu):
    n = np.from_dlpack(dpt.arange(1000, device=cpu) + 1)
    filler = [dpt.zeros(1000, dtype="i8", device=cpu) + i for i in range(10)]
    cpu.wait()
    np.testing.assert_array_equal(n, np.arange(1000) + 1)
    assert len(filler) == 10


@pytest.mark.parametrize("dtype", EXCHANGED)
@pytest.mark.parametrize("shape", [(), (3,), (0, 2), (2, 3, 4)])
def test_our_own_arrays_come_back_without_a_copy(device, dtype, shape):
    x = dpt.ones(shape, dtype=dtype, device=device)
    y = dpt.from_dlpack(x)
    assert isinstance(y, dpt.usm_ndarray)
    assert y._pointer == x._pointer
    assert y.usm_type == x.usm_type
    assert_same(y, dpt.asnumpy(x))
    y[...] = 0
    assert_same(x, np.zeros(shape, dtype=dtype))


def test_views_come_back(device):
    x = dpt.reshape(dpt.arange(24, device=device), (4, 6))
    view = x[1:, ::-2].T
    back = dpt.from_dlpack(view)
    assert back.strides == view.strides
    assert_same(back, np.arange(24).reshape(4, 6)[1:, ::-2].T)


def test_copy(device):
    x = dpt.arange(3, device=device)
    copied = dpt.from_dlpack(x, copy=True)
    copied[...] = 9
    assert_same(x, np.arange(3))


def test_numpy_arrays(cpu):
    n = np.arange(3)
    same = dpt.from_dlpack(n)
    assert isinstance(same, np.ndarray)
    assert np.shares_memory(same, n)
    x = dpt.from_dlpack(n, device=cpu)
    assert isinstance(x, dpt.usm_ndarray)
    assert_same(x, n)
    with pytest.raises(BufferError):
        dpt.from_dlpack(n, device=cpu, copy=False)


def test_read_only(device):
    x = dpt.arange(3, device=device)
    x.flags.writable = False
    assert not dpt.from_dlpack(x).flags.writable
    with pytest.raises(BufferError):
        x.__dlpack__()
    copied = _dlpack.from_dlpack_capsule(x.__dlpack__(max_version=(1, 0), copy=True))
    assert not copied.flags.writable


def test_capsules(device):
    x = dpt.arange(3, device=device)
    assert '"dltensor"' in repr(x.__dlpack__())
    assert '"dltensor_versioned"' in repr(x.__dlpack__(max_version=(1, 0)))
    kind, number = x.__dlpack_device__()
    assert isinstance(kind, dpt.DLDeviceType)
    assert dpt.dldevice_to_sycl_device((kind, number)) == x.sycl_device
    assert dpt.sycl_device_to_dldevice(x.sycl_device) == (kind, number)
    host = np.from_dlpack(Producer(x.__dlpack__(dl_device=(1, 0), max_version=(1, 0)), (1, 0)))
    np.testing.assert_array_equal(host, np.arange(3))


def test_the_hosts_pair_asks_for_numpy(device, cpu):
    x = dpt.arange(12, dtype="f4", device=device)[::2]
    for host in ((1, 0), (dpt.DLDeviceType.kDLCPU, 0), np.ones(1).__dlpack_device__()):
        n = dpt.from_dlpack(x + 1, device=host)
        assert type(n) is np.ndarray
        np.testing.assert_array_equal(n, np.arange(1, 13, 2, dtype="f4"))
    copied = dpt.from_dlpack(x, device=(1, 0), copy=True)
    x[...] = 7
    np.testing.assert_array_equal(copied, np.arange(0, 12, 2, dtype="f4"))
    if x.sycl_device.is_cpu:
        shared = dpt.from_dlpack(x, device=(1, 0), copy=False)
        x[...] = 8
        dpt.asnumpy(x)
        np.testing.assert_array_equal(shared, np.full(6, 8, dtype="f4"))
        assert type(dpt.from_dlpack(shared)) is np.ndarray
        assert isinstance(dpt.from_dlpack(shared, device=cpu, copy=False), dpt.usm_ndarray)
    numbers = np.arange(3)
    assert dpt.from_dlpack(numbers, device=(1, 0)).ctypes.data == numbers.ctypes.data


class Producer:
    """An object that gives one capsule away."""

    def __init__(self, capsule, device):
        self.capsule, self.device = capsule, device

    def __dlpack__(self, **_):
        return self.capsule

    def __dlpack_device__(self):
        return self.device


class Old:
    """An array of a library of before DLPack 1.0, which knows streams only."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, stream=None):
        return self.array.__dlpack__()

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


@pytest.mark.parametrize("copy", [None, True])
def test_producers_of_before_1_0(device, copy):
    x = dpt.arange(3, device=device)
    for host in (
        dpt.from_dlpack(Old(x), device=(1, 0), copy=copy),
        dpt.from_dlpack(Old(np.arange(3)), device=(1, 0), copy=copy),
        dpt.from_dlpack(Old(np.arange(3)), copy=copy),
    ):
        assert type(host) is np.ndarray
        np.testing.assert_array_equal(host, np.arange(3))
    host = dpt.from_dlpack(Old(x), device=(1, 0), copy=copy)
    x[...] = 9
    dpt.asnumpy(x)
    shares = copy is None and x.sycl_device.is_cpu
    np.testing.assert_array_equal(host, [9, 9, 9] if shares else np.arange(3))
    assert isinstance(dpt.from_dlpack(Old(x), copy=copy), dpt.usm_ndarray)
    assert_same(dpt.from_dlpack(Old(np.arange(3)), device=device, copy=copy), np.arange(3))


class Elsewhere:
    """An array whose memory nobody else reads, and that copies to the host when asked for it."""

    def __init__(self):
        self.wishes = []

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        self.wishes.append((dl_device, copy))
        if copy is False:
            raise BufferError("not without a copy")
        return np.arange(3).__dlpack__(max_version=max_version)

    def __dlpack_device__(self):
        return dpt.DLDeviceType.kDLWebGPU, 0


def test_producers_that_have_to_copy(device):
    for x in (
        dpt.from_dlpack(Elsewhere(), device=(1, 0)),
        dpt.from_dlpack(Elsewhere(), device=device, copy=True),
    ):
        np.testing.assert_array_equal(x if type(x) is np.ndarray else dpt.asnumpy(x), np.arange(3))
    for target in ((1, 0), device):
        with pytest.raises(BufferError):
            dpt.from_dlpack(Elsewhere(), device=target, copy=False)


def test_a_cpus_array_is_oneapis_too(cpu):
    x = dpt.arange(3, device=cpu)
    number = x.sycl_device.get_device_id()
    capsule = x.__dlpack__(dl_device=(dpt.DLDeviceType.kDLOneAPI, number), max_version=(1, 0))
    back = dpt.from_dlpack(Producer(capsule, (dpt.DLDeviceType.kDLOneAPI, number)))
    assert back._pointer == x._pointer
    assert isinstance(
        dpt.from_dlpack(x, device=(dpt.DLDeviceType.kDLOneAPI, number)), dpt.usm_ndarray
    )


def test_a_capsule_is_consumed_once(device):
    x = dpt.arange(3, device=device)
    producer = Producer(x.__dlpack__(max_version=(1, 0)), x.__dlpack_device__())
    dpt.from_dlpack(producer)
    with pytest.raises(BufferError):
        dpt.from_dlpack(producer)


@pytest.mark.parametrize(
    "call, error",
    [
        (lambda x: dpt.from_dlpack(3), TypeError),
        (lambda x: x.__dlpack__(stream="a"), TypeError),
        (lambda x: x.__dlpack__(dl_device=3), TypeError),
        (lambda x: x.__dlpack__(dl_device=(1,)), TypeError),
        (lambda x: x.__dlpack__(dl_device=(8, 0)), BufferError),
        (lambda x: x.__dlpack__(dl_device=(99, 0)), BufferError),
        (lambda x: x.__dlpack__(dl_device=("kDLNobody", 0)), BufferError),
        (lambda x: x.__dlpack__(max_version=1), TypeError),
        (lambda x: dpt.dldevice_to_sycl_device((8, 0)), ValueError),
        (lambda x: dpt.dldevice_to_sycl_device((1, 0, 0)), ValueError),
        (lambda x: dpt.dldevice_to_sycl_device((1, 1)), ValueError),
        (lambda x: dpt.from_dlpack(x, device=(99, 0)), ValueError),
        (lambda x: dpt.from_dlpack(x, device=("kDLCPU", 0)), ValueError),
        (lambda x: dpt.from_dlpack(Producer(None, (1, 0))), BufferError),
        (lambda x: dpt.dldevice_to_sycl_device(1), TypeError),
        (lambda x: dpt.sycl_device_to_dldevice(3), TypeError),
    ],
)
def test_wrong_arguments_raise(device, call, error):
    with pytest.raises(error):
        call(dpt.arange(3, device=device))


@pytest.mark.parametrize("stream", [1, -1, 7])
def test_the_cpu_has_no_numbered_streams(cpu, stream):
    with pytest.raises(
        TypeError, match="stream must be None or dpctl.SyclQueue, got <class 'int'>"
    ):
        dpt.arange(3, device=cpu).__dlpack__(stream=stream)


@pytest.mark.parametrize("view", [lambda x: x, lambda x: x[::-1], lambda x: x[..., ::2]])
def test_empty_arrays(device, view):
    x = view(dpt.empty((3, 0, 4), dtype="f8", usm_type="shared", device=device))
    y = dpt.from_dlpack(x)
    assert isinstance(y, dpt.usm_ndarray)
    assert (y.shape, y.strides, y.dtype, y.usm_type) == (x.shape, x.strides, x.dtype, "shared")


def test_arrays_of_sub_devices(cpu):
    if cpu.sycl_device.max_compute_units < 2:
        pytest.skip("one compute unit can not be divided")
    parts = cpu.sycl_device.create_sub_devices(partition=[1, 1])
    x = dpt.arange(5, sycl_queue=dpctl.SyclQueue(parts[1]))
    y = dpt.from_dlpack(x)
    assert y.sycl_device == parts[1]
    assert y._pointer == x._pointer
    assert_same(y + 1, np.arange(1, 6))
    host = dpt.from_dlpack(x, device=(dpt.DLDeviceType.kDLCPU, 0))
    assert type(host) is np.ndarray
    np.testing.assert_array_equal(host, np.arange(5))


def test_capsules_for_cython_code(cpu):
    x = dpt.arange(10, device=cpu) * 2
    for capsule in (
        _dlpack.to_dlpack_capsule(x),
        x.__dlpack__(max_version=_dlpack.get_build_dlpack_version()),
        _dlpack.to_dlpack_versioned_capsule(x, False),
        _dlpack.to_dlpack_versioned_capsule(x, True),
    ):
        back = _dlpack.from_dlpack_capsule(capsule)
        assert_same(back, np.arange(10) * 2)
        assert back._pointer == x._pointer
        with pytest.raises(ValueError, match="consumed"):
            _dlpack.from_dlpack_capsule(capsule)
    with pytest.raises(TypeError):
        _dlpack.from_dlpack_capsule(x)


@pytest.mark.parametrize("copied", [False, True])
def test_capsules_of_numpy_arrays(copied):
    n = np.arange(10)
    back = _dlpack.from_dlpack_capsule(_dlpack.numpy_to_dlpack_versioned_capsule(n, copied))
    assert isinstance(back, np.ndarray)
    assert np.shares_memory(back, n)
    with pytest.raises(TypeError):
        _dlpack.numpy_to_dlpack_versioned_capsule([1], copied)


def test_what_others_hold_is_read_at_once(cpu):
    """A host write to memory that was handed out does not reach what was computed from it before."""
    x = dpt.ones(1000, device=cpu)
    host = np.from_dlpack(x)
    sums = x + 1, dpt.sum(x), x[None, :] * dpt.ones((50, 1), device=cpu)
    dpt.asnumpy(dpt.zeros(1, device=cpu))  # waits for what was submitted, and submits nothing
    host[0] = 100
    assert dpt.asnumpy(sums[0])[0] == 2
    assert float(sums[1]) == 1000
    assert dpt.asnumpy(sums[2]).max() == 1
    assert float(x[0]) == 100


def _address_in(capsule, name):
    ctypes.pythonapi.PyCapsule_GetPointer.restype = ctypes.c_void_p
    ctypes.pythonapi.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
    return ctypes.pythonapi.PyCapsule_GetPointer(capsule, name)


@pytest.mark.parametrize("copy", [None, True, False])
def test_a_capsule_says_whether_it_is_a_copy(cpu, copy):
    x = dpt.ones(4, device=cpu)
    capsule = x.__dlpack__(max_version=(1, 0), copy=copy)
    # Behind the version, the owner and the deleter; the second bit (dlpack.h, DLPACK_FLAG_BITMASK_IS_COPIED).
    flags = ctypes.c_uint64.from_address(_address_in(capsule, b"dltensor_versioned") + 24)
    assert bool(flags.value & 2) == (copy is True)


def test_elements_of_several_lanes_are_refused(cpu):
    capsule = dpt.ones(4, dtype="f4", device=cpu).__dlpack__()
    # Behind data, device and number of dimensions: code, bits and lanes of the elements.
    lanes = ctypes.c_uint16.from_address(_address_in(capsule, b"dltensor") + 22)
    assert lanes.value == 1
    lanes.value = 2
    with pytest.raises(BufferError, match="2 lanes"):
        _dlpack.from_dlpack_capsule(capsule)


@pytest.mark.parametrize("version", [None, (1, 0)])
def test_a_capsule_that_nobody_took_lets_go_of_the_memory(cpu, version):
    x = dpt.empty(3_000_001, dtype="u1", device=cpu)
    place, capsule = x._pointer, x.__dlpack__(max_version=version)
    del x
    others = [dpt.empty(3_000_001, dtype="u1", device=cpu) for _ in range(2)]
    assert place not in [other._pointer for other in others]
    del capsule
    assert dpt.empty(3_000_001, dtype="u1", device=cpu)._pointer == place
