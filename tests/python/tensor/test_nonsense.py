"""What others describe as arrays and is none: refused with an error, whatever is written there."""

import ctypes

import dpctl
import dpctl.memory as dpmem
import dpctl.tensor as dpt
import numpy as np
import pytest
from dpctl.tensor import _dlpack, _usmarray

FAR = 2**60
REFUSED = (ValueError, TypeError, OverflowError, BufferError)


@pytest.mark.parametrize(
    "shape, strides, offset",
    [
        ((17,), (FAR,), 0),  # 16 times the stride is 0 in 64 bits
        ((2,), (-FAR,), 0),
        ((3, 3), (2**62, 2**62), 0),
        ((2, 2), (2**63 - 1, 1), 0),
        ((5,), (1,), 2**63 - 1),
        ((5,), (1,), -(2**63)),
        ((5,), (1,), FAR),
        ((FAR, 16), None, 0),
        ((2**62, 4), (0, 0), 0),
        ((0, 2**40, 2**40), None, 0),
        ((2**63,), None, 0),
        ((1,) * 33, None, 0),
        ((-1,), None, 0),
    ],
)
@pytest.mark.parametrize("buffer", ["array", "other dtype", "memory", "device"])
def test_layouts_that_reach_beyond_memory(shape, strides, offset, buffer):
    buffers = {
        "array": dpt.ones(10),
        "other dtype": dpt.ones(10, dtype="i1"),
        "memory": dpmem.MemoryUSMShared(80),
        "device": "device",
    }
    with pytest.raises((*REFUSED, MemoryError, dpmem.USMAllocationError)):
        dpt.usm_ndarray(shape, dtype="f8", strides=strides, offset=offset, buffer=buffers[buffer])


@pytest.mark.parametrize(
    "call",
    [
        lambda x: dpt.broadcast_to(x, (FAR, 10)),
        lambda x: dpt.empty((FAR, FAR)),
        lambda x: dpt.empty((0, FAR, FAR)),
        lambda x: dpt.reshape(x, (FAR, FAR, 0)),
        lambda x: dpt.usm_ndarray(
            (2,), dtype="c16", buffer=dpt.ones(4, dtype="c16"), strides=(2**59,)
        ),
    ],
)
def test_extents_that_reach_beyond_memory(call):
    with pytest.raises((*REFUSED, MemoryError, dpmem.USMAllocationError)):
        call(dpt.ones(10))


def test_steps_that_reach_beyond_memory_select_one_element():
    x = dpt.arange(10, dtype="i4")
    for step in (2**62, -(2**62), 2**63 - 1):
        view = x[::step]
        assert view.shape == (1,)
        assert int(view[0]) == (0 if step > 0 else 9)
        assert dpt.asnumpy(view + 1).tolist() == [int(view[0]) + 1]


class Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_kind", ctypes.c_int32),
        ("device_number", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


class Managed(ctypes.Structure):
    _fields_ = [("tensor", Tensor), ("owner", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


class ManagedVersioned(ctypes.Structure):
    _fields_ = [
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("owner", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
        ("flags", ctypes.c_uint64),
        ("tensor", Tensor),
    ]


def numbers(*values):
    return (ctypes.c_int64 * len(values))(*values)


class Producer:
    """Gives a capsule with some fields of its tensor replaced."""

    def __init__(self, versioned, kind, **fields):
        self.memory = dpmem.MemoryUSMShared(80)
        self.managed = (ManagedVersioned if versioned else Managed)()
        if versioned:
            self.managed.major = fields.pop("major", 1)
            self.managed.flags = fields.pop("flags", 0)
        usual = {
            "data": self.memory._pointer,
            "device_kind": kind,
            "ndim": 1,
            "code": 2,
            "bits": 64,
            "lanes": 1,
            "shape": numbers(10),
            "strides": numbers(1),
        }
        for name, value in {**usual, **fields}.items():
            setattr(self.managed.tensor, name, value)
        self.kind = kind
        self.name = b"dltensor_versioned" if versioned else b"dltensor"

    def __dlpack_device__(self):
        return self.kind, 0

    def __dlpack__(self, **wishes):
        make = ctypes.pythonapi.PyCapsule_New
        make.restype, make.argtypes = (
            ctypes.py_object,
            [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p],
        )
        return make(ctypes.addressof(self.managed), self.name, None)


@pytest.mark.parametrize("versioned", [False, True])
@pytest.mark.parametrize("kind", [1, 14])
def test_a_capsule_without_nonsense_is_taken(versioned, kind):
    x = dpt.from_dlpack(Producer(versioned, kind))
    assert isinstance(x, dpt.usm_ndarray)
    assert x.shape == (10,)


@pytest.mark.parametrize("versioned", [False, True])
@pytest.mark.parametrize("kind", [1, 14])
@pytest.mark.parametrize(
    "fields",
    [
        {"ndim": -1},
        {"ndim": -(2**31)},
        {"ndim": 2**31 - 1},
        {"ndim": 33},
        {"ndim": 33, "shape": numbers(*[1] * 33), "strides": None},
        {"shape": None},
        {"shape": None, "strides": None},
        {"data": None},
        {"shape": numbers(-1)},
        {"shape": numbers(11)},
        {"shape": numbers(FAR)},
        {"shape": numbers(FAR, FAR), "ndim": 2, "strides": None},
        {"shape": numbers(0, FAR, FAR), "ndim": 3, "strides": None},
        {"shape": numbers(17), "strides": numbers(FAR)},
        {"strides": numbers(-1)},
        {"strides": numbers(2)},
        {"strides": numbers(2**63 - 1)},
        {"byte_offset": 8},
        {"byte_offset": 3},
        {"byte_offset": 4, "shape": numbers(9)},
        {"byte_offset": 2**63},
        {"byte_offset": 2**64 - 8},
        {"lanes": 0},
        {"lanes": 4},
        {"bits": 0},
        {"bits": 128},
        {"code": 7},
    ],
    ids=lambda fields: ", ".join(
        f"{name}={list(value) if hasattr(value, '_length_') else value}"
        for name, value in fields.items()
    ),
)
def test_capsules_of_nonsense(versioned, kind, fields):
    with pytest.raises(REFUSED):
        dpt.from_dlpack(Producer(versioned, kind, **fields))


@pytest.mark.parametrize("major", [0, 2, 7])
def test_a_capsule_of_another_version(major):
    with pytest.raises(BufferError):
        dpt.from_dlpack(Producer(True, 14, major=major))


@pytest.mark.parametrize("versioned", [False, True])
def test_a_capsule_says_where_its_elements_are(versioned):
    def taken(**fields):
        producer = Producer(versioned, 14, **fields)
        producer.memory.copy_from_host(np.arange(10.0).view("u1"))
        return dpt.asnumpy(dpt.from_dlpack(producer)).tolist()

    assert taken(byte_offset=16, shape=numbers(8)) == list(range(2, 10))
    assert taken(ndim=2, shape=numbers(2, 3), strides=None) == [[0, 1, 2], [3, 4, 5]]
    assert taken(ndim=2, shape=numbers(2, 3), strides=numbers(5, -1), byte_offset=24) == [
        [3, 2, 1],
        [8, 7, 6],
    ]


def test_what_may_not_be_written_to_stays_so():
    for flags, writable in ((0, True), (1, False), (2, True), (3, False)):
        producer = Producer(True, 14, flags=flags)
        assert dpt.from_dlpack(producer).flags.writable == writable
    x = dpt.ones(3)
    x.flags.writable = False
    capsule = _dlpack.to_dlpack_versioned_capsule(x, True)
    assert not _dlpack.from_dlpack_capsule(capsule).flags.writable


def test_who_made_a_capsule_is_told_once_when_it_is_needed_no_more():
    told = []
    deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(told.append)
    producer = Producer(False, 14)
    producer.managed.deleter = ctypes.cast(deleter, ctypes.c_void_p)
    x = dpt.from_dlpack(producer)
    view = x[2:]
    del x
    assert not told
    del view
    assert told == [ctypes.addressof(producer.managed)]


def interface(**fields):
    memory = dpmem.MemoryUSMShared(80)

    class Described:
        keep = memory
        __sycl_usm_array_interface__ = {
            "data": (memory._pointer, True),
            "shape": (10,),
            "strides": None,
            "typestr": "|f8",
            "version": 1,
            "syclobj": memory.sycl_queue,
            **fields,
        }

    return Described()


@pytest.mark.parametrize("take", [dpmem.MemoryUSMShared, dpmem.as_usm_memory, dpt.asarray])
@pytest.mark.parametrize(
    "fields",
    [
        {"data": None},
        {"data": (1,)},
        {"data": 5},
        {"data": (0, True)},
        {"data": (-8, True)},
        {"data": (2**64, True)},
        {"data": ("a", True)},
        {"shape": None},
        {"shape": 10},
        {"shape": (-1,)},
        {"shape": (11,)},
        {"shape": (FAR, FAR)},
        {"shape": (2.5,)},
        {"strides": (2,)},
        {"strides": (-1,)},
        {"strides": (1, 1)},
        {"strides": "1"},
        {"strides": (0.5,)},
        {"strides": (FAR,)},
        {"typestr": None},
        {"typestr": "|f0"},
        {"typestr": "f8 "},
        {"typestr": "|f999999999999999999999"},
        {"offset": 1},
        {"offset": -1},
        {"offset": 2**70},
        {"offset": 1.5},
        {"version": 2},
        {"version": None},
        {"syclobj": None},
        {"syclobj": 3},
    ],
    ids=str,
)
def test_interfaces_of_nonsense(take, fields):
    with pytest.raises(REFUSED):
        take(interface(**fields))


def test_an_interface_that_is_no_dictionary():
    class Described:
        __sycl_usm_array_interface__ = [1, 2]

    with pytest.raises(REFUSED):
        dpmem.as_usm_memory(Described())


def exported(module, name, result, *arguments):
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    label = ctypes.pythonapi.PyCapsule_GetName
    label.restype, label.argtypes = ctypes.c_char_p, [ctypes.py_object]
    capsule = module.__pyx_capi__[name]
    return ctypes.PYFUNCTYPE(result, *arguments)(pointer(capsule, label(capsule)))


def test_arrays_of_nonsense_from_extensions():
    void, size, obj = ctypes.c_void_p, ctypes.c_ssize_t, ctypes.py_object
    simple = exported(
        _usmarray, "UsmNDArray_MakeSimpleFromPtr", obj, size, ctypes.c_int, void, void, obj
    )
    strided = exported(
        _usmarray,
        "UsmNDArray_MakeFromPtr",
        obj,
        ctypes.c_int,
        void,
        ctypes.c_int,
        void,
        void,
        void,
        size,
        obj,
    )
    memory = dpmem.MemoryUSMShared(80)
    queue, data = memory.sycl_queue.addressof_ref(), memory._pointer
    assert simple(10, 12, data, queue, memory).shape == (10,)
    for arguments in [
        (11, 12, data, queue, memory),
        (-1, 12, data, queue, memory),
        (2**61, 12, data, queue, memory),
        (10, 99, data, queue, memory),
        (10, 12, None, queue, memory),
        (10, 12, data, None, memory),
    ]:
        with pytest.raises(REFUSED):
            simple(*arguments)
    ten, one, far = numbers(10), numbers(1), numbers(FAR)
    assert strided(1, ten, 12, one, data, queue, 0, memory).shape == (10,)
    for arguments in [
        (-1, ten, 12, one, data, queue, 0, memory),
        (1, None, 12, one, data, queue, 0, memory),
        (1, None, 12, None, data, queue, 0, memory),
        (1, numbers(-4), 12, one, data, queue, 0, memory),
        (1, ten, 12, far, data, queue, 0, memory),
        (1, far, 12, None, data, queue, 0, memory),
        (1, ten, 12, one, data, queue, 1, memory),
        (1, ten, 12, one, data, queue, -1, memory),
        (1, ten, 12, one, None, queue, 0, memory),
        (1, ten, 12, one, data, None, 0, memory),
    ]:
        with pytest.raises(REFUSED):
            strided(*arguments)


@pytest.mark.parametrize("kind", ["Context", "Device", "Event", "Queue"])
def test_null_references_from_extensions(kind):
    module = __import__(f"dpctl._sycl_{kind.lower()}", fromlist=["*"])
    make = exported(module, f"Sycl{kind}_Make", ctypes.py_object, ctypes.c_void_p)
    with pytest.raises((ValueError, dpctl.SyclQueueCreationError)):
        make(None)


def test_extensions_get_a_queue_of_their_own_and_no_dtype_of_unknown_numbers():
    x = dpt.ones(3, dtype="i2")
    queue = exported(_usmarray, "UsmNDArray_GetQueueRef", ctypes.c_void_p, ctypes.py_object)(x)
    assert queue not in (None, x.sycl_queue.addressof_ref())
    simple = exported(
        _usmarray,
        "UsmNDArray_MakeSimpleFromPtr",
        ctypes.py_object,
        ctypes.c_ssize_t,
        ctypes.c_int,
        ctypes.c_void_p,
        ctypes.c_void_p,
        ctypes.py_object,
    )
    with pytest.raises(ValueError, match="type number -1"):
        simple(3, -1, x._pointer, queue, x)
