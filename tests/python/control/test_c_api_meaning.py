"""What functions of the C API, and order managers, do with their arguments: events, bytes, properties, objects."""

import ctypes
import itertools
from pathlib import Path

import dpctl
import dpctl.memory as dpmem
import dpctl.tensor as dpt
import dpctl.utils
import numba_dpex as dpex
import numpy as np
import pytest

LIBRARY = Path(dpctl.__file__).parent / "libDPCTLSyclInterface.so"


class Api:
    """Calls with references and addresses as integers."""

    def __init__(self):
        self.library = ctypes.CDLL(LIBRARY)

    def __getattr__(self, name):
        function = getattr(self.library, name)
        function.restype = ctypes.c_void_p

        def call(*arguments):
            wide = (
                ctypes.c_void_p(a) if isinstance(a, int) and a > 2**31 else a for a in arguments
            )
            return function(*wide)

        return call

    def number(self, name, *arguments, kind=ctypes.c_int):
        self.__getattr__(name)
        getattr(self.library, name).restype = kind
        return getattr(self.library, name)(*(ctypes.c_void_p(a) for a in arguments))


@pytest.fixture(scope="module")
def api():
    return Api()


@dpex.kernel
def slow(item, memory, rounds, never):
    i = item.get_id(0)
    value = i * 1.0
    for _ in range(rounds):
        value = value * 0.999 + 0.5
    memory[i] = 0 if value == never else 7


def references(*events):
    return (ctypes.c_void_p * len(events))(*(e.addressof_ref() for e in events))


@pytest.mark.parametrize("position", range(3))
@pytest.mark.parametrize("command", ["MemcpyWithEvents", "SubmitBarrierForEvents"])
def test_commands_wait_for_each_of_their_events(api, command, position):
    queue = dpctl.SyclQueue("cpu")
    n = 4096
    source, target = (
        dpt.zeros(n, dtype="u1", usm_type="shared", sycl_queue=queue) for _ in range(2)
    )
    addresses = [x.usm_data._pointer for x in (target, source)]
    done = queue.submit_barrier()
    done.wait()
    dpex.call_kernel(slow, dpex.Range(n), source, 1, -1.0)
    for _ in range(5):
        source[...], target[...] = 0, 0
        queue.wait()
        _, event = dpex.call_kernel_async(slow, dpex.Range(n), [], source, 20_000, -1.0)
        events = [done, done]
        events.insert(position, event)
        copies = addresses if command.startswith("Memcpy") else ()
        counts = (n,) if copies else ()
        made = getattr(api, f"DPCTLQueue_{command}")(
            queue.addressof_ref(), *copies, *counts, references(*events), 3
        )
        api.DPCTLEvent_Wait(made)
        api.DPCTLEvent_Delete(made)
        seen = target if copies else source
        assert bytes(np.asarray(seen.usm_data)) == b"\7" * n


@pytest.mark.parametrize("role", ["host task", "computation"])
def test_order_managers_wait_for_events_of_either_role(role):
    queue = dpctl.SyclQueue("cpu")
    memory = dpt.zeros(4096, dtype="u1", usm_type="shared", sycl_queue=queue)
    done = queue.submit_barrier()
    done.wait()
    manager = dpctl.utils.SequentialOrderManager[queue]
    for _ in range(5):
        memory[...] = 0
        queue.wait()
        _, event = dpex.call_kernel_async(slow, dpex.Range(4096), [], memory, 20_000, -1.0)
        manager.add_event_pair(*((event, done) if role == "host task" else (done, event)))
        manager.wait()
        assert bytes(np.asarray(memory.usm_data)) == b"\7" * 4096
        assert (manager.num_host_task_events, manager.num_submitted_events) == (0, 0)


@pytest.mark.parametrize("bits", [8, 16, 32, 64, 128])
@pytest.mark.parametrize("count", [0, 1, 5])
def test_fills_repeat_all_bytes_of_the_value(api, bits, count):
    queue = dpctl.SyclQueue("cpu")
    memory = dpmem.MemoryUSMShared(128, queue=queue)
    memory.memset(0xEE)
    pattern = bytes(range(1, bits // 8 + 1))
    value = int.from_bytes(pattern[:8], "little")
    given = (
        (ctypes.c_uint64 * 2)(value, int.from_bytes(pattern[8:], "little"))
        if bits == 128
        else getattr(ctypes, f"c_uint{bits}")(value)
    )
    fill = getattr(api.library, f"DPCTLQueue_Fill{bits}")
    fill.restype = ctypes.c_void_p
    event = fill(
        ctypes.c_void_p(queue.addressof_ref()),
        ctypes.c_void_p(memory._pointer),
        given,
        ctypes.c_size_t(count),
    )
    api.DPCTLEvent_Wait(event)
    api.DPCTLEvent_Delete(event)
    filled = pattern * count
    assert bytes(memory) == filled + b"\xee" * (128 - len(filled))


@pytest.mark.parametrize("kind", ["shared", "host", "device"])
@pytest.mark.parametrize("alignment", [1, 16, 64, 128, 1024, 4096])
def test_memory_is_aligned_and_of_its_kind(api, kind, alignment):
    queue = dpctl.SyclQueue("cpu")
    kinds = {"device": 1, "shared": 2, "host": 3}
    context = api.DPCTLQueue_GetContext(queue.addressof_ref())
    allocate = getattr(api, f"DPCTLaligned_alloc_{kind}")
    blocks = [allocate(alignment, 24, queue.addressof_ref()) for _ in range(20)]
    assert len(set(blocks)) == 20 and all(block % alignment == 0 for block in blocks)
    for block in blocks:
        assert api.number("DPCTLUSM_GetPointerType", block, context) == kinds[kind]
        api.DPCTLfree_with_queue(block, queue.addressof_ref())
        assert api.number("DPCTLUSM_GetPointerType", block, context) == 0
    api.DPCTLContext_Delete(context)


@pytest.mark.parametrize("in_order, profiling", [*itertools.product((False, True), repeat=2)])
def test_queues_have_the_properties_asked_for(api, in_order, profiling):
    device = dpctl.SyclDevice("cpu")
    queue = api.DPCTLQueue_CreateForDevice(device.addressof_ref(), None, 2 * in_order + profiling)
    for reference in (queue, api.DPCTLQueue_Copy(queue)):
        ask = {
            name: api.number(f"DPCTLQueue_{name}", reference, kind=ctypes.c_bool)
            for name in ("IsInOrder", "HasEnableProfiling")
        }
        assert ask == {"IsInOrder": in_order, "HasEnableProfiling": profiling}
        api.DPCTLQueue_Delete(reference)


def test_vectors_keep_the_order_of_their_elements(api):
    whole = dpctl.SyclDevice("cpu")
    if whole.max_compute_units < 2:
        pytest.skip("one compute unit cannot be split")
    parts = [whole, *whole.create_sub_devices(partition=1)]
    made = api.DPCTLDeviceVector_CreateFromArray(len(parts), references(*parts))
    assert api.number("DPCTLDeviceVector_Size", made, kind=ctypes.c_size_t) == len(parts)
    for i, j in itertools.product(range(len(parts)), repeat=2):
        part = api.DPCTLDeviceVector_GetAt(made, i)
        same = api.number("DPCTLDevice_AreEq", part, parts[j].addressof_ref(), kind=ctypes.c_bool)
        assert same == (i == j)
        api.DPCTLDevice_Delete(part)
    api.DPCTLDeviceVector_Clear(made)
    assert api.number("DPCTLDeviceVector_Size", made, kind=ctypes.c_size_t) == 0
    api.DPCTLDeviceVector_Delete(made)


def test_raw_arguments_are_copies_of_all_bytes(api):
    for count in (0, 1, 7, 4096):
        source = ctypes.create_string_buffer(bytes(i % 251 for i in range(count)), count or 1)
        raw = api.DPCTLRawKernelArg_Create(
            ctypes.cast(source, ctypes.c_void_p), ctypes.c_size_t(count)
        )
        first, end = (ctypes.c_size_t * 2).from_address(raw)  # of a std::vector
        wanted = source.raw[:count]
        ctypes.memset(source, 0xFF, count)
        assert end - first == count and ctypes.string_at(first, count) == wanted
        api.DPCTLRawKernelArg_Delete(raw)


def test_scores_rank_devices_that_fit_above_those_that_do_not(api):
    cpu = dpctl.SyclDevice("cpu")
    device = cpu.addressof_ref()
    selectors = {
        name: getattr(api, f"DPCTL{name}Selector_Create")()
        for name in ("CPU", "GPU", "Accelerator", "Default")
    }
    score = {n: api.number("DPCTLDeviceSelector_Score", s, device) for n, s in selectors.items()}
    assert score["CPU"] > 0 and score["Default"] > 0
    assert score["GPU"] < 0 and score["Accelerator"] < 0
    for selector in selectors.values():
        assert api.number("DPCTLDeviceSelector_Score", selector, 0) < 0
        api.DPCTLDeviceSelector_Delete(selector)


def test_ranges_have_one_to_three_dimensions(api):
    queue = dpctl.SyclQueue("cpu")
    context, device = queue.sycl_context, queue.sycl_device
    source = b"kernel void f(global int *x) { atomic_add(x, 1); }"
    bundle = api.DPCTLKernelBundle_CreateFromOCLSource(
        context.addressof_ref(), device.addressof_ref(), source, None
    )
    if not bundle:
        pytest.skip("no compiler of OpenCL C is installed")
    kernel = api.DPCTLKernelBundle_GetKernel(bundle, b"f")
    assert api.DPCTLKernelBundle_GetKernel(bundle, b"g") is None
    memory = dpmem.MemoryUSMShared(64, queue=queue)
    memory.memset(0)
    arguments, types = (ctypes.c_void_p * 1)(memory._pointer), (ctypes.c_int * 1)(10)
    extents = (ctypes.c_size_t * 8)(2, 3, 4, 5, 1, 1, 1, 1)
    total = 0
    for dims in range(6):
        event = api.DPCTLQueue_SubmitRange(
            kernel, queue.addressof_ref(), arguments, types, ctypes.c_size_t(1), extents, ctypes.c_size_t(dims),
            None, ctypes.c_size_t(0),
        )  # fmt: skip
        assert (event is not None) == (1 <= dims <= 3)
        total += int(np.prod([2, 3, 4][:dims])) if event else 0
    queue.wait()
    assert int.from_bytes(bytes(memory)[:4], "little") == total


NUMBERS = [
    "max_compute_units",
    "max_work_group_size",
    "max_num_sub_groups",
    "max_work_item_dims",
    "global_mem_size",
    "local_mem_size",
    "max_mem_alloc_size",
    "global_mem_cache_size",
    "global_mem_cache_line_size",
    "max_clock_frequency",
    "partition_max_sub_devices",
    "profiling_timer_resolution",
    "max_read_image_args",
    "max_write_image_args",
    *(f"image_{dims}_max_{side}" for dims in ("2d", "3d") for side in ("width", "height")),
    "image_3d_max_depth",
    *(
        f"{kind}_vector_width_{element}"
        for kind in ("preferred", "native")
        for element in ("char", "short", "int", "long", "float", "double", "half")
    ),
]


@pytest.mark.parametrize("name", NUMBERS)
def test_devices_say_in_python_what_they_say_in_c(api, device, name):
    function = "".join(word.capitalize() for word in name.split("_"))
    device = dpctl.SyclDevice(device)
    said = api.number(f"DPCTLDevice_Get{function}", device.addressof_ref(), kind=ctypes.c_uint64)
    wide = name.endswith("size") or name.startswith("image") or "timer" in name
    assert getattr(device, name) == (said if wide else said & 0xFFFFFFFF)


ASPECTS = [
    "cpu",
    "gpu",
    "accelerator",
    "custom",
    "fp16",
    "fp64",
    "atomic64",
    "image",
    "online_compiler",
    "online_linker",
    "queue_profiling",
    "usm_device_allocations",
    "usm_host_allocations",
    "usm_shared_allocations",
    "usm_system_allocations",
    "usm_atomic_host_allocations",
    "usm_atomic_shared_allocations",
    "host_debuggable",
    "emulated",
    "is_component",
    "is_composite",
]


@pytest.mark.parametrize("number, name", list(enumerate(ASPECTS, start=1)))
def test_devices_have_the_aspects_of_their_numbers(api, device, number, name):
    device = dpctl.SyclDevice(device)
    reference = ctypes.c_void_p(device.addressof_ref())
    has = api.library.DPCTLDevice_HasAspect
    has.restype = ctypes.c_bool
    assert getattr(device, f"has_aspect_{name}") == has(reference, ctypes.c_int(number))
