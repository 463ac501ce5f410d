"""Extensions: what dpctl4pybind11.hpp, the headers beside it and the .pxd files give their authors."""

import gc
import subprocess
import sys
import textwrap
import weakref

import dpctl
import dpctl.memory as dpmem
import dpctl.tensor as dpt
import numpy as np
import pytest


def test_objects_cross_the_border_both_ways(probe, queue):
    assert probe.same_queue(queue) == queue
    assert probe.same_device(queue.sycl_device) == queue.sycl_device
    assert probe.same_context(queue.sycl_context) == queue.sycl_context
    assert probe.queue_parts(queue) == (queue.sycl_context, queue.sycl_device)
    event = probe.same_event(queue.submit_barrier())
    event.wait()
    assert isinstance(event, dpctl.SyclEvent)
    assert probe.twice(1.25) == 2.5


@pytest.mark.parametrize("name", ["same_queue", "same_device", "same_context", "same_event"])
def test_other_types_are_refused(probe, name):
    for bad in (1, None, "cpu"):
        with pytest.raises(TypeError, match="incompatible function arguments"):
            getattr(probe, name)(bad)


def test_signatures_name_the_python_types(probe):
    assert "dpctl.SyclQueue" in probe.same_queue.__doc__
    assert "dpctl.SyclEvent" in probe.same_event.__doc__


def test_array_facts(probe, queue):
    base = dpt.reshape(dpt.arange(24, dtype="f8", sycl_queue=queue), (2, 3, 4))
    view = base[:, ::-1, 1::2]
    facts = probe.facts(view)
    assert facts["ndim"] == 3
    assert tuple(facts["shape"]) == (2, 3, 2)
    assert tuple(facts["strides"]) == (12, -4, 2)
    assert facts["size"] == 12
    assert facts["reach"] == (-8, 14)
    assert facts["data"] - probe.facts(base)["data"] == 9 * 8
    assert facts["queue"] == queue
    assert facts["device"] == queue.sycl_device
    assert (facts["typenum"], facts["elemsize"]) == (np.dtype("f8").num, 8)
    assert (facts["c"], facts["f"], facts["writable"]) == (False, False, True)
    assert facts["memory"]._pointer == probe.facts(base)["data"]
    assert facts["managed"]
    contiguous = probe.facts(base)
    assert (contiguous["c"], contiguous["f"]) == (True, False)


def test_other_objects_are_no_arrays(probe):
    for bad in (1, np.zeros(3), None):
        with pytest.raises(TypeError, match="incompatible function arguments"):
            probe.facts(bad)


@pytest.mark.parametrize(
    "dtype", ["?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "c8", "c16"]
)
def test_dispatch_finds_the_dtype(probe, queue, dtype):
    array = dpt.empty(3, dtype=dtype, sycl_queue=queue)
    assert probe.dispatched_size(array) == np.dtype(dtype).itemsize


def test_pending_arrays_are_ready_in_queue_order(probe, queue):
    x = dpt.arange(1000, dtype="f8", sycl_queue=queue)
    y = x * 3 + 1
    released, scaled = probe.scale(y, 10.0)
    z = y - x
    expected = (np.arange(1000.0) * 3 + 1) * 10
    np.testing.assert_array_equal(dpt.asnumpy(z), expected - np.arange(1000.0))
    np.testing.assert_array_equal(dpt.asnumpy(y), expected)
    dpctl.SyclEvent.wait_for([released, scaled])


def test_kernels_write_through_views(probe, queue):
    x = dpt.ones((6, 8), dtype="f8", sycl_queue=queue)
    released, scaled = probe.scale(x[::2, ::-3], 5.0)
    again, _ = probe.scale(x[:1, :], 2.0, [scaled])
    dpctl.SyclEvent.wait_for([released, again])
    expected = np.ones((6, 8))
    expected[::2, ::-3] *= 5
    expected[:1] *= 2
    np.testing.assert_array_equal(dpt.asnumpy(x), expected)


def test_read_only_arrays_are_refused_before_writing(probe, queue):
    x = dpt.ones(4, dtype="f8", sycl_queue=queue)
    x.flags["W"] = False
    with pytest.raises(ValueError, match="read-only"):
        probe.scale(x, 2.0)
    np.testing.assert_array_equal(dpt.asnumpy(x), np.ones(4))


def test_arguments_live_until_the_work_is_done(probe, queue):
    gate = probe.close_gate(queue)
    x = dpt.ones(1 << 20, dtype="f8", sycl_queue=queue)
    view = dpmem.as_usm_memory(x.usm_data)
    released, _ = probe.scale(x, 2.0, [gate])
    del x
    gc.collect()
    probe.open_gate()
    released.wait()
    assert np.frombuffer(view.tobytes(), dtype="f8")[-1] == 2.0


def test_python_arguments_are_let_go(probe, queue):
    class Argument:
        pass

    argument = Argument()
    reference = weakref.ref(argument)
    gate = probe.close_gate(queue)
    released = probe.keep(queue, argument, [gate])
    del argument
    gc.collect()
    assert reference() is not None
    probe.open_gate()
    released.wait()
    assert reference() is None


def test_memory_of_cpp_owners(probe, queue):
    before = probe.owners_gone()
    memory = probe.owned_memory(queue, 800)
    pointer, nbytes, of_queue, managed = probe.memory_facts(memory)
    assert (pointer, nbytes, of_queue, managed) == (memory._pointer, 800, queue, True)
    assert memory.get_usm_type() == "shared"
    array = dpt.usm_ndarray(100, dtype="f8", buffer=memory)
    array[:] = 7
    del memory
    gc.collect()
    assert probe.owners_gone() == before
    np.testing.assert_array_equal(dpt.asnumpy(array), np.full(100, 7.0))
    del array
    gc.collect()
    queue.wait()
    assert probe.owners_gone() == before + 1


def test_described_memory_converts(probe, queue):
    x = dpt.ones(10, dtype="f4", sycl_queue=queue)
    pointer, nbytes, of_queue, _ = probe.memory_facts(dpmem.as_usm_memory(x))
    assert (pointer, nbytes) == (x.usm_data._pointer, 40)
    assert of_queue == queue


def test_default_objects_are_objects(probe):
    memory, array = probe.default_objects()
    assert isinstance(memory, dpmem.MemoryUSMDevice)
    assert isinstance(array, dpt.usm_ndarray)


def test_queues_are_compared(probe, queue):
    x, y = dpt.ones(3, sycl_queue=queue), dpt.ones(3, sycl_queue=queue)
    other = dpt.ones(3, sycl_queue=dpctl.SyclQueue(queue.sycl_device))
    assert probe.compatible(queue, x, y)
    assert not probe.compatible(queue, x, other)


def test_overlap_and_ample_memory(probe, queue):
    x = dpt.arange(10, dtype="f8", sycl_queue=queue)
    assert probe.overlap(x[:5], x[4:])
    assert not probe.overlap(x[:5], x[5:])
    assert not probe.overlap(x[:0], x)
    assert probe.same_view(x[:5], x[:5])
    assert not probe.same_view(x[:5], x[::2])
    probe.check_ample(x, 10)
    with pytest.raises(ValueError, match="not ample"):
        probe.check_ample(x, 11)


def test_errors_of_host_tasks_surface_at_the_wait(probe, queue):
    event = probe.failing_task(queue)
    with pytest.raises(RuntimeError, match="the task failed"):
        event.wait()
    event.wait()
    probe.failing_task(queue)
    with pytest.raises(RuntimeError, match="the task failed"):
        queue.wait()
    queue.wait()


def test_sycl_exceptions_become_python_ones(probe):
    with pytest.raises(RuntimeError, match="from the extension"):
        probe.throw_sycl()


def test_interrupt_ends_a_wait_and_not_the_work(probe, extension_folder):
    # The thread cannot run, and so not interrupt, before the main thread gives the GIL away: when it waits.
    code = """
        import os, signal, sys, threading
        import dpctl, dpctl.memory
        sys.path.insert(0, sys.argv[1])
        import probe
        # A shell starts background jobs with the signal ignored.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        queue = dpctl.SyclQueue()
        event = probe.close_gate(queue)
        waits = {
            "event": event.wait,
            "queue": queue.wait,
            "copy": lambda: queue.memcpy_async(
                dpctl.memory.MemoryUSMDevice(8, queue=queue), bytes(8), 8, [event]
            ).wait(),
        }
        for name, wait in waits.items():
            ready = threading.Lock()
            ready.acquire()

            def interrupt():
                with ready:
                    os.kill(os.getpid(), signal.SIGINT)

            thread = threading.Thread(target=interrupt)
            thread.start()
            sys.setswitchinterval(1000)
            ready.release()
            try:
                wait()
                print(name, "was not interrupted")
            except KeyboardInterrupt:
                print(name, event.execution_status.name != "complete")
            sys.setswitchinterval(0.005)
            thread.join()
        probe.open_gate()
        queue.wait()
        print("end", event.execution_status.name)
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code), str(extension_folder)],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.stdout == "event True\nqueue True\ncopy True\nend complete\n", done.stderr


def test_cython_modules_cimport_dpctl(probe, queue):
    import probe_cython

    assert probe_cython.queue_facts(queue) == (
        queue.is_in_order,
        queue.sycl_device.max_compute_units,
    )
    assert probe_cython.same_queue(queue) == queue
    assert probe_cython.wait_in_cpp(queue)
    memory = dpmem.MemoryUSMShared(64, queue=queue)
    assert probe_cython.memory_facts(memory) == (memory._pointer, 64, True)
    assert probe_cython.default_device() == dpctl.SyclDevice()


def test_cython_modules_cimport_dlpack(probe):
    import probe_cython

    x = dpt.arange(5, device="cpu")
    kind, back = probe_cython.through_dlpack(x)
    assert (kind, back._pointer) == (dpt.DLDeviceType.kDLCPU, x._pointer)
