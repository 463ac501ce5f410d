"""SyclContext, SyclQueue and SyclEvent: construction, capsules, commands."""

import dpctl
import dpctl.memory as dpmem
import numpy as np
import pytest


def test_context_of_device(device):
    context = dpctl.SyclContext(device)
    assert context.get_devices() == [device]
    assert context.device_count == 1
    assert dpctl.SyclContext(context) == context
    assert hash(dpctl.SyclContext(context)) == hash(context)
    assert dpctl.SyclContext(device.filter_string).get_devices() == [device]
    assert repr(context).startswith("<dpctl.SyclContext at 0x")
    assert context != 1


def test_context_of_several_devices(device):
    if device.partition_max_sub_devices < 2:
        pytest.skip(f"{device.name} cannot be split")
    parts = device.create_sub_devices(partition=1)
    context = dpctl.SyclContext(parts)
    assert context.get_devices() == parts
    assert f"for {len(parts)} devices" in repr(context)
    assert dpctl.SyclContext(tuple(parts)).device_count == len(parts)


def test_lone_device_context_is_the_default_one(device):
    platform = device.sycl_platform
    if len(platform.get_devices()) > 1:
        pytest.skip("the platform has several devices")
    assert dpctl.SyclContext(device) == platform.default_context
    assert dpctl.SyclQueue(device).sycl_context == platform.default_context


@pytest.mark.parametrize(
    ("argument", "error", "message"),
    [
        ("nonsense", dpctl.SyclContextCreationError, "argument nonsense"),
        (1, TypeError, "filter selector string"),
        ([], TypeError, "must be non-empty"),
        ([1], TypeError, "another SyclDevice"),
        ({}, TypeError, "another SyclDevice"),
    ],
)
def test_context_arguments_are_checked(argument, error, message):
    with pytest.raises(error, match=message):
        dpctl.SyclContext(argument)


@pytest.mark.parametrize("kind", ["SyclContext", "SyclQueue", "SyclEvent"])
def test_capsule_carries_a_reference_once(kind):
    original = getattr(dpctl, kind)()
    capsule = original._get_capsule()
    assert f'"{kind}Ref"' in repr(capsule)
    again = getattr(dpctl, kind)(capsule)
    assert kind == "SyclEvent" or again == original
    assert f'"used_{kind}Ref"' in repr(capsule)
    with pytest.raises(TypeError):
        getattr(dpctl, kind)(capsule)


def test_unused_capsule_is_freed_alone(queue):
    for _ in range(100):
        queue._get_capsule()
        queue.sycl_context._get_capsule()
        queue.submit_barrier()._get_capsule()


@pytest.mark.parametrize(
    ("given", "in_order", "profiling"),
    [
        ("default", False, False),
        ("in_order", True, False),
        (["in_order", "enable_profiling"], True, True),
        (("enable_profiling",), False, True),
        (0, False, False),
        (3, True, True),
    ],
)
def test_queue_properties(device, given, in_order, profiling):
    queue = dpctl.SyclQueue(device, property=given)
    assert (queue.is_in_order, queue.has_enable_profiling) == (in_order, profiling)
    names = ["in_order"] * in_order + ["enable_profiling"] * profiling
    assert (f"property={names}" in repr(queue)) == bool(names)


@pytest.mark.parametrize(
    ("arguments", "keywords", "error", "message"),
    [
        ((1,), {}, TypeError, "Positional argument 1 is not"),
        (("nonsense",), {}, dpctl.SyclQueueCreationError, "'nonsense' is not understood"),
        ((1, 2), {}, TypeError, "SyclContext as its first argument, but got <class 'int'>"),
        ((dpctl.SyclContext(), 2), {}, TypeError, "SyclDevice as its second argument"),
        ((1, 2, 3), {}, TypeError, "but 3 were given"),
        ((), {"property": "fast"}, ValueError, "'fast' is not understood, expecting"),
        ((), {"property": ["in_order", None]}, ValueError, "is not understood, expecting"),
        ((), {"property": 1.5}, ValueError, "'1.5' is not understood"),
        ((), {"other": 1}, TypeError, "Unsupported keyword arguments {'other': 1}"),
    ],
)
def test_queue_arguments_are_checked(arguments, keywords, error, message):
    with pytest.raises(error, match=message):
        dpctl.SyclQueue(*arguments, **keywords)


def test_queue_knows_device_and_context(device):
    context = dpctl.SyclContext(device)
    queue = dpctl.SyclQueue(context, device)
    assert queue.sycl_context == queue.get_sycl_context() == context
    assert queue.sycl_device == queue.get_sycl_device() == device
    assert queue.backend == device.backend
    assert queue.name == device.name
    assert queue.driver_version == device.driver_version
    assert queue != dpctl.SyclQueue(context, device)


def test_queue_on_foreign_context_is_refused(device):
    if device.partition_max_sub_devices < 2:
        pytest.skip(f"{device.name} cannot be split")
    context = dpctl.SyclContext(device.create_sub_devices(partition=1)[0])
    with pytest.raises(dpctl.SyclQueueCreationError, match="failed to be created from"):
        dpctl.SyclQueue(context, device)


def test_cached_queue_is_one_per_context_and_device(device):
    queue = dpctl.get_device_cached_queue(device)
    assert dpctl.get_device_cached_queue(device.filter_string) == queue
    assert dpctl.get_device_cached_queue((queue.sycl_context, device)) == queue
    for bad in (1, (1, 2), queue):
        with pytest.raises(TypeError):
            dpctl.get_device_cached_queue(bad)


KINDS = [dpmem.MemoryUSMDevice, dpmem.MemoryUSMShared, dpmem.MemoryUSMHost]


@pytest.mark.parametrize("to", KINDS)
@pytest.mark.parametrize("source", KINDS)
def test_memcpy_between_all_kinds(queue, to, source):
    data = np.arange(1000, dtype="u1")
    from_memory = source(1000, queue=queue)
    from_memory.copy_from_host(data)
    to_memory = to(1000, queue=queue)
    queue.memcpy(to_memory, from_memory, 1000)
    np.testing.assert_array_equal(to_memory.copy_to_host(), data)


def test_memcpy_to_and_from_buffers(queue):
    memory = dpmem.MemoryUSMDevice(6, queue=queue)
    queue.memcpy(memory, b"abcdef", 6)
    target = bytearray(6)
    queue.memcpy(target, memory, 4)
    assert target == b"abcd\0\0"
    with pytest.raises(BufferError):
        queue.memcpy(b"abcdef", memory, 6)


def test_memcpy_takes_buffers_as_they_lie(queue):
    memory = dpmem.MemoryUSMShared(48, queue=queue)
    queue.memcpy(memory, np.asfortranarray(np.arange(6.0).reshape(2, 3)), 48)
    assert np.frombuffer(memory).tolist() == [0, 3, 1, 4, 2, 5]
    target = np.zeros((2, 3), order="F")
    queue.memcpy(target, memory, 48)
    assert target.tolist() == [[0, 1, 2], [3, 4, 5]]
    with pytest.raises(ValueError, match="contiguous"):
        queue.memcpy(memory, np.arange(12.0)[::2], 48)


def test_memcpy_checks_before_it_writes(queue):
    memory = dpmem.MemoryUSMShared(8, queue=queue)
    memory.memset(1)
    for to, source in ((memory, bytes(100)), (bytearray(100), memory)):
        with pytest.raises(RuntimeError, match="9 bytes asked for"):
            queue.memcpy(to, source, 9)
    assert memory.tobytes() == b"\1" * 8
    with pytest.raises(TypeError, match="`dst`"):
        queue.memcpy(1, memory, 1)
    with pytest.raises(TypeError, match="`src`"):
        queue.memcpy(memory, 1, 1)
    with pytest.raises(OverflowError):
        queue.memcpy(memory, memory, -1)


def test_memcpy_async_waits_for_events_and_keeps_buffers(queue):
    memory = dpmem.MemoryUSMDevice(1 << 20, queue=queue)
    event = queue.memcpy_async(memory, bytes(range(256)) * 4096, 1 << 20)
    back = bytearray(1 << 20)
    last = queue.memcpy_async(back, memory, 1 << 20, [event])
    last.wait()
    assert back == bytes(range(256)) * 4096
    assert last.execution_status == dpctl.event_status_type.complete
    with pytest.raises(TypeError, match=r"sequence of dpctl\.SyclEvent"):
        queue.memcpy_async(memory, back, 1, [1])


def test_in_order_queue_needs_no_events(device):
    queue = dpctl.SyclQueue(device, property="in_order")
    memory = dpmem.MemoryUSMDevice(1 << 16, queue=queue)
    target = bytearray(1 << 16)
    for value in range(20):
        queue.memcpy_async(memory, bytes([value]) * (1 << 16), 1 << 16)
    queue.memcpy_async(target, memory, 1 << 16)
    queue.wait()
    assert target == bytes([19]) * (1 << 16)


def test_prefetch_and_advice(queue):
    memory = dpmem.MemoryUSMShared(64, queue=queue)
    assert queue.prefetch(memory) is None
    assert queue.prefetch(memory, 1000) is None
    assert queue.mem_advise(memory, 64, 0) is None
    with pytest.raises(TypeError, match="`mem`"):
        queue.prefetch(1)
    with pytest.raises(TypeError, match="`mem`"):
        queue.mem_advise(1, 1, 0)


def test_barrier_follows_its_events(queue):
    memory = dpmem.MemoryUSMDevice(1 << 20, queue=queue)
    copies = [queue.memcpy_async(memory, bytes(1 << 20), 1 << 20) for _ in range(4)]
    queue.submit_barrier(copies).wait()
    complete = dpctl.event_status_type.complete
    assert all(copy.execution_status == complete for copy in copies)
    queue.submit_barrier().wait()
    for bad in (1, [1], queue):
        with pytest.raises(TypeError, match="dependent_events must"):
            queue.submit_barrier(bad)


def test_new_event_is_complete():
    event = dpctl.SyclEvent()
    assert event.execution_status == dpctl.event_status_type.complete
    assert event.get_wait_list() == []
    event.wait()
    assert (event.profiling_info_submit, event.profiling_info_start, event.profiling_info_end) == (
        0,
        0,
        0,
    )


def test_wait_for_takes_events_and_sequences(queue):
    events = [queue.submit_barrier() for _ in range(3)]
    dpctl.SyclEvent.wait_for(events[0])
    dpctl.SyclEvent.wait_for(events)
    dpctl.SyclEvent.wait_for([])
    for bad in (1, [events[0], 1]):
        with pytest.raises(TypeError, match="not a SyclEvent type"):
            dpctl.SyclEvent.wait_for(bad)
    for bad in (1, events[0], queue):
        with pytest.raises(TypeError, match="Invalid argument"):
            dpctl.SyclEvent(bad)


def test_profiling_times_are_ordered(device):
    queue = dpctl.SyclQueue(device, property="enable_profiling")
    memory = dpmem.MemoryUSMDevice(1 << 20, queue=queue)
    event = queue.memcpy_async(memory, bytes(1 << 20), 1 << 20)
    event.wait()
    submit, start, end = (
        event.profiling_info_submit,
        event.profiling_info_start,
        event.profiling_info_end,
    )
    assert 0 < submit <= start <= end


def test_keep_args_alive_lets_go_once_its_events_are_complete(queue):
    class Kept:
        deleted = 0

        def __del__(self):
            Kept.deleted += 1

    event = queue._submit_keep_args_alive((Kept(), Kept()), [queue.submit_barrier()])
    event.wait()
    assert Kept.deleted == 2


def test_addresses_and_references(queue):
    assert queue.addressof_ref() != dpctl.SyclQueue(queue.sycl_device).addressof_ref()
    assert isinstance(queue.sycl_context.addressof_ref(), int)
    assert isinstance(queue.sycl_device.addressof_ref(), int)
    assert isinstance(dpctl.SyclEvent().addressof_ref(), int)
