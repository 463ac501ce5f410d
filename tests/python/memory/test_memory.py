"""Memory objects: allocation, copies, buffers, pickles, and memory that others describe."""

import copy
import gc
import pickle
import subprocess
import sys
import textwrap

import dpctl
import dpctl.memory as dpmem
import numpy as np
import pytest

KINDS = {
    "device": dpmem.MemoryUSMDevice,
    "shared": dpmem.MemoryUSMShared,
    "host": dpmem.MemoryUSMHost,
}


@pytest.fixture(params=KINDS)
def kind(request):
    return request.param


@pytest.fixture
def memory(kind, queue):
    made = KINDS[kind](64, queue=queue)
    made.copy_from_host(np.arange(64, dtype="u1"))
    return made


def test_memory_knows_its_size_kind_and_queue(memory, kind, queue):
    assert len(memory) == memory.nbytes == memory.size == 64
    assert memory.get_usm_type() == kind
    assert memory.get_usm_type(queue) == memory.get_usm_type(queue.sycl_context) == kind
    assert memory.get_usm_type_enum() == {"device": 1, "shared": 2, "host": 3}[kind]
    assert memory.sycl_queue == memory._queue == queue
    assert memory.sycl_context == memory._context == queue.sycl_context
    assert memory.sycl_device == queue.sycl_device
    assert memory.reference_obj is None
    assert repr(memory) == (
        f"<SYCL(TM) USM-{kind} allocation of 64 bytes at {hex(memory._pointer)}>"
    )
    with pytest.raises(TypeError, match="syclobj keyword"):
        memory.get_usm_type(1)


def test_memory_is_allocated_on_the_cached_queue_by_default(kind):
    assert KINDS[kind](16).sycl_queue == dpctl.get_device_cached_queue(dpctl.SyclDevice())


@pytest.mark.parametrize("alignment", [0, -1, 1, 64, 128, 4096, 1 << 20])
def test_alignment_is_kept(kind, queue, alignment):
    memory = KINDS[kind](100, alignment=alignment, queue=queue)
    assert memory._pointer % max(alignment, 64) == 0
    memory.memset(9)
    assert memory.tobytes() == b"\t" * 100


@pytest.mark.parametrize(
    ("arguments", "keywords", "error", "message"),
    [
        ((0,), {}, ValueError, "must be positive"),
        ((-5,), {}, ValueError, "must be positive"),
        ((1 << 70,), {}, OverflowError, "too large"),
        ((1 << 62,), {}, dpmem.USMAllocationError, str(1 << 62)),
        ((64,), {"alignment": 24}, dpmem.USMAllocationError, "24 is not a power of two"),
        ((64,), {"queue": 1}, TypeError, "SyclQueue"),
        ((), {}, TypeError, "argument"),
        (("a",), {}, ValueError, "Argument a does not expose"),
        ((None,), {}, ValueError, "Argument None does not expose"),
        ((1.5,), {}, ValueError, r"Argument 1\.5 does not expose"),
    ],
)
def test_arguments_are_checked(kind, arguments, keywords, error, message):
    with pytest.raises(error, match=message):
        KINDS[kind](*arguments, **keywords)


def test_bytes_and_host_copies(memory):
    data = np.arange(64, dtype="u1")
    assert bytes(memory) == memory.tobytes() == data.tobytes()
    np.testing.assert_array_equal(memory.copy_to_host(), data)
    target = bytearray(70)
    assert memory.copy_to_host(target) is target
    assert target == data.tobytes() + bytes(6)


def test_host_buffers_are_checked(memory):
    with pytest.raises(ValueError, match="too small to accommodate 64 bytes"):
        memory.copy_to_host(bytearray(63))
    with pytest.raises(BufferError):
        memory.copy_to_host(bytes(64))
    with pytest.raises(TypeError, match="bytes-like"):
        memory.copy_to_host(1)
    with pytest.raises(ValueError, match="too large to be accommodated in 64 bytes"):
        memory.copy_from_host(bytes(65))
    with pytest.raises(TypeError, match="bytes-like"):
        memory.copy_from_host(1)
    with pytest.raises(ValueError, match="dtype mismatch"):
        memory.copy_from_host(np.zeros(4, dtype="f4"))
    with pytest.raises(ValueError, match="not C-contiguous"):
        memory.copy_from_host(np.zeros(8, dtype="u1")[::2])
    assert memory.tobytes() == bytes(range(64))


def test_short_and_empty_host_copies_change_the_start_alone(memory):
    memory.copy_from_host(b"xyz")
    memory.copy_from_host(b"")
    assert memory.tobytes() == b"xyz" + bytes(range(3, 64))


@pytest.mark.parametrize("other", KINDS)
def test_copies_between_kinds(memory, other, queue):
    target = KINDS[other](80, queue=queue)
    target.memset(0)
    target.copy_from_device(memory)
    assert target.tobytes() == bytes(range(64)) + bytes(16)
    with pytest.raises(ValueError, match="too large to be accommondated in 64 bytes"):
        memory.copy_from_device(target)
    for bad in (1, b"abc"):
        with pytest.raises(ValueError, match="does not implement"):
            memory.copy_from_device(bad)


def test_copies_between_queues_follow_the_work_of_both(memory, kind, device):
    other = dpctl.SyclQueue(device)
    target = KINDS[kind](1 << 20, queue=other)
    source = KINDS[kind](1 << 20, queue=memory.sycl_queue)
    source.sycl_queue.memcpy_async(source, b"\7" * (1 << 20), 1 << 20)
    target.copy_from_device(source)
    assert target.tobytes() == b"\7" * (1 << 20)


def test_copies_between_contexts(memory, kind, device):
    if device.partition_max_sub_devices < 2:
        pytest.skip(f"{device.name} cannot be split")
    part = device.create_sub_devices(partition=1)[0]
    target = KINDS[kind](64, queue=dpctl.SyclQueue(dpctl.SyclContext(part), part))
    assert memory.get_usm_type(target.sycl_context) == "unknown"
    target.copy_from_device(memory)
    assert target.tobytes() == bytes(range(64))


def test_memset_takes_a_byte(memory):
    memory.memset()
    assert memory.tobytes() == bytes(64)
    memory.memset(val=255)
    assert memory.tobytes() == b"\xff" * 64
    for bad in (-1, 1 << 16):
        with pytest.raises(OverflowError):
            memory.memset(bad)
    with pytest.raises(TypeError):
        memory.memset("a")


def test_memory_of_memory_shares_it(memory, kind):
    again = KINDS[kind](memory)
    assert again._pointer == memory._pointer
    assert again.reference_obj is None
    del memory
    gc.collect()
    assert again.tobytes() == bytes(range(64))
    assert dpmem.as_usm_memory(again)._pointer == again._pointer


@pytest.mark.parametrize("other", KINDS)
def test_conversion_of_kind_needs_copy(memory, kind, other):
    if other == kind:
        return
    with pytest.raises(
        ValueError, match=f"not a USM {other} pointer.*appropriate for type '{kind}'"
    ):
        KINDS[other](memory)
    copied = KINDS[other](memory, copy=True)
    assert copied.get_usm_type() == other
    assert copied._pointer != memory._pointer
    assert copied.tobytes() == memory.tobytes()


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pickles_carry_bytes_and_kind(memory, kind, protocol):
    again = pickle.loads(pickle.dumps(memory, protocol))
    assert type(again) is type(memory)
    assert again.get_usm_type() == kind
    assert again.tobytes() == memory.tobytes()
    again.memset(0)
    assert memory.tobytes() == bytes(range(64))


def test_deep_copies_are_apart(memory):
    for again in (copy.copy(memory), copy.deepcopy(memory)):
        again.memset(1)
        assert memory.tobytes() == bytes(range(64))


@pytest.mark.parametrize("name", ["shared", "host"])
def test_host_reads_and_writes_through_the_buffer(name, queue):
    memory = KINDS[name](64, queue=queue)
    view = memoryview(memory)
    assert (view.format, view.readonly, view.shape, view.itemsize) == ("B", False, (64,), 1)
    view[:] = bytes(range(64))
    assert memory.tobytes() == bytes(range(64))
    array = np.frombuffer(memory, dtype="i4")
    array[0] = -1
    assert memory.tobytes()[:4] == b"\xff" * 4
    del memory
    gc.collect()
    assert array[1] == int.from_bytes(bytes(range(4, 8)), "little")


def test_device_memory_has_no_buffer(queue):
    with pytest.raises(TypeError, match="bytes-like"):
        memoryview(dpmem.MemoryUSMDevice(64, queue=queue))


class Described:
    """Something else's memory."""

    def __init__(self, memory, **changes):
        self.memory = memory
        self.__sycl_usm_array_interface__ = {
            **memory.__sycl_usm_array_interface__,
            "offset": 0,
            **changes,
        }


def test_interface_describes_bytes(memory, queue):
    assert memory.__sycl_usm_array_interface__ == {
        "data": (memory._pointer, True),
        "shape": (64,),
        "strides": None,
        "typestr": "|u1",
        "version": 1,
        "syclobj": queue,
    }


def test_described_memory_is_borrowed(memory, kind):
    described = Described(memory)
    borrowed = dpmem.as_usm_memory(described)
    assert type(borrowed) is KINDS[kind]
    assert borrowed._pointer == memory._pointer
    assert borrowed.reference_obj is described
    again = KINDS[kind](borrowed)
    assert again.reference_obj is described


@pytest.mark.parametrize(
    ("changes", "first", "nbytes"),
    [
        ({"shape": (32,)}, 0, 32),
        ({"shape": (4, 4), "typestr": "<f4"}, 0, 64),
        ({"shape": (4, 4), "strides": (1, 4), "typestr": "<f4"}, 0, 64),
        ({"shape": (4,), "strides": (2,), "typestr": "<f4"}, 0, 28),
        ({"shape": (4,), "strides": (-1,), "offset": 3, "typestr": "<f4"}, 0, 16),
        ({"shape": (4,), "offset": 3, "typestr": "<f4"}, 12, 16),
        ({"shape": (), "typestr": "<c16"}, 0, 16),
        ({"shape": (0,), "typestr": "<f8"}, 0, 8),
        ({"shape": (0,), "typestr": "<f8", "offset": 7}, 56, 8),
        ({"shape": (2, 0), "typestr": "|V99"}, 0, 64),
    ],
)
def test_described_layout_gives_the_bytes_it_reaches(memory, changes, first, nbytes):
    borrowed = dpmem.as_usm_memory(Described(memory, **changes))
    assert borrowed._pointer - memory._pointer == first
    assert borrowed.nbytes == nbytes


def test_syclobj_may_be_many_things(memory, queue):
    context = queue.sycl_context
    for syclobj in (queue, context, queue._get_capsule(), context._get_capsule()):
        borrowed = dpmem.as_usm_memory(Described(memory, syclobj=syclobj))
        assert borrowed.sycl_context == context
        assert borrowed.tobytes() == memory.tobytes()


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"version": 2}, ValueError, r"'version': 2\) is unexpected"),
        ({"version": 0}, ValueError, r"'version': 0\) is unexpected"),
        ({"data": (1,)}, ValueError, "'data' field is required"),
        ({"data": (12345, False)}, ValueError, "pointer 0x3039 is not bound"),
        ({"data": ("a", True)}, TypeError, "integer"),
        ({"shape": None}, ValueError, "Shape entry is a required"),
        ({"shape": (-1,)}, ValueError, "need to be positive"),
        ({"shape": ("a",)}, ValueError, "invalid literal"),
        ({"shape": (2.5,)}, ValueError, "2.5 is not an integer"),
        ({"shape": (2, 2), "strides": (2, 0.5)}, ValueError, "0.5 is not an integer"),
        ({"typestr": "|V0"}, ValueError, r"'typestr': \|V0\) has elements without bytes"),
        ({"typestr": "|O"}, ValueError, r"'typestr': \|O\) is unexpected"),
        ({"typestr": 1}, ValueError, r"'typestr': 1\) is unexpected"),
        ({"strides": 1}, ValueError, "'strides' must be a tuple or list"),
        ({"strides": (1, 2)}, ValueError, "'strides' must be a tuple or list"),
        ({"offset": "a"}, TypeError, "integer"),
        ({"syclobj": 1}, ValueError, r"'syclobj': 1\)"),
        ({"syclobj": None}, ValueError, r"'syclobj': None\)"),
        ({"syclobj": "nonsense"}, dpctl.SyclQueueCreationError, "'nonsense' is not understood"),
    ],
)
def test_wrong_descriptions_are_refused(memory, changes, error, message):
    with pytest.raises(error, match=message):
        dpmem.as_usm_memory(Described(memory, **changes))


@pytest.mark.parametrize(
    "changes",
    [
        {"shape": (65,)},
        {"shape": (64,), "offset": 1},
        {"shape": (2, 33), "strides": (32, 1)},
        {"shape": (9,), "typestr": "<f8"},
        {"shape": (1 << 62,), "typestr": "<f8"},
    ],
)
def test_more_than_the_allocation_holds_is_refused(memory, changes):
    for make in (dpmem.as_usm_memory, type(memory)):
        with pytest.raises(ValueError, match=r"describes \d+ bytes .* left of the USM allocation"):
            make(Described(memory, **changes))


def test_objects_without_description_are_refused(memory):
    described = Described(memory)
    described.__sycl_usm_array_interface__ = 1
    with pytest.raises(ValueError, match="does not correctly expose"):
        dpmem.as_usm_memory(described)
    with pytest.raises(ValueError, match="Argument 1 does not expose"):
        dpmem.as_usm_memory(1)


def test_freed_memory_is_refused(kind, queue):
    memory = KINDS[kind](1 << 24, queue=queue)
    described = Described(memory)
    described.memory = None
    del memory
    gc.collect()
    with pytest.raises(ValueError, match="is not bound to SyclContext"):
        dpmem.as_usm_memory(described)


def test_memory_may_die_before_the_copy_into_it(queue):
    data = b"\3" * (1 << 22)
    for _ in range(20):
        memory = dpmem.MemoryUSMDevice(1 << 22, queue=queue)
        queue.memcpy_async(memory, data, 1 << 22)
        del memory
    queue.wait()


def test_allocation_that_the_system_refuses_leaves_the_rest_usable():
    code = """
        import resource
        import dpctl, dpctl.memory as dpmem, dpctl.tensor as dpt
        queue = dpctl.SyclQueue("cpu")
        x = dpt.asarray([1.0] * (1 << 16), dtype="f4", sycl_queue=queue)
        assert float(dpt.sum(x + 1)) == 2 << 16
        now = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (now + (64 << 20), resource.RLIM_INFINITY))
        for kind in (dpmem.MemoryUSMDevice, dpmem.MemoryUSMShared, dpmem.MemoryUSMHost):
            try:
                kind(1 << 30, queue=queue)
            except dpmem.USMAllocationError as error:
                assert str(1 << 30) in str(error)
                print("refused")
        try:
            large = dpt.ones(1 << 30, dtype="f4", sycl_queue=queue) + x[0]
            queue.wait()
        except (MemoryError, dpmem.USMAllocationError):
            print("refused")
        print(float(dpt.sum(x + 1)), len(dpmem.MemoryUSMShared(1 << 16, queue=queue)))
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=120
    )
    assert done.stdout.split() == ["refused"] * 4 + ["131072.0", "65536"], done.stderr
