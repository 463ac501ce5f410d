"""Arrays and memory that move between devices, while what makes them is still under way: every ordered pair of the
devices that are there, and two parts of the CPU."""

import itertools

import dpctl
import dpctl.memory as dpmem
import dpctl.tensor as dpt
import dpnp
import numpy as np
import pytest

N = 100_003


def pairs():
    found = list(itertools.permutations(dpctl.get_devices(), 2))
    cpu = dpctl.SyclDevice("cpu")
    if cpu.max_compute_units > 1:
        found.append(tuple(cpu.create_sub_devices(partition=1)[:2]))
    return found


@pytest.fixture(params=pairs(), ids=lambda pair: " to ".join(d.name.split()[0] for d in pair))
def queues(request):
    return tuple(map(dpctl.SyclQueue, request.param))


def under_way(queue):
    """An array that takes a while, and its values."""
    values = np.random.default_rng(3).random(N)
    return dpt.sort(dpt.asarray(values, sycl_queue=queue)), np.sort(values)


def memory_of(array, queue):
    moved = dpmem.MemoryUSMDevice(8 * N, queue=queue)
    moved.copy_from_device(array)
    return np.frombuffer(moved.tobytes(), "f8")


def copied_by(of_source):
    def copied(array, queue):
        target = dpt.empty(N, sycl_queue=queue)
        ready = array.sycl_queue.submit_barrier()
        copying = array.sycl_queue if of_source else queue
        copying.memcpy_async(target.usm_data, array.usm_data, 8 * N, [ready]).wait()
        return target

    return copied


WAYS = {
    "to_device": lambda x, q: x.to_device(q),
    "asarray": lambda x, q: dpt.asarray(x, sycl_queue=q),
    "asarray of another kind": lambda x, q: dpt.asarray(x, sycl_queue=q, usm_type="host"),
    "a part of it": lambda x, q: dpt.concat(
        [x[: N // 2].to_device(q), dpt.flip(dpt.flip(x)[: N - N // 2].to_device(q))]
    ),
    "astype": lambda x, q: dpt.astype(dpt.astype(x, "c16").to_device(q).real, "f8"),
    "dlpack": lambda x, q: dpt.from_dlpack(x, device=q, copy=True),
    "memory": memory_of,
    "a queue's copy": copied_by(False),
    "a copy of the source's queue": copied_by(True),
    "dpnp": lambda x, q: dpnp.asarray(x, sycl_queue=q).get_array(),
    "there and back": lambda x, q: x.to_device(q).to_device(x.sycl_queue).to_device(q),
}


@pytest.mark.parametrize("way", WAYS)
def test_values_arrive(queues, way):
    source, target = queues
    for _ in range(5):
        x, expected = under_way(source)
        moved = WAYS[way](x, target)
        del x
        dpt.sort(dpt.asarray(np.zeros(N), sycl_queue=source))  # in the memory that was left
        if isinstance(moved, dpt.usm_ndarray):
            assert moved.sycl_queue == target
            moved = dpt.asnumpy(moved)
        np.testing.assert_array_equal(moved, expected)


def test_arrays_of_two_devices_do_not_mix(queues):
    a, b = (dpt.ones(3, sycl_queue=q) for q in queues)
    if a.sycl_device == b.sycl_device:
        pytest.skip("two queues of one device")
    with pytest.raises(dpctl.utils.ExecutionPlacementError, match="to_device"):
        a + b
    with pytest.raises(ValueError, match="to_device"):
        a[:] = b
