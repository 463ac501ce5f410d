"""Two GPUs of one host: queues, copies between them with and without peer access, and arrays that stay apart."""

import dpctl
import dpctl.memory as dpmem
import dpctl.tensor as dpt
import numpy as np
import pytest

gpus = dpctl.get_devices(backend="cuda")
pytestmark = pytest.mark.skipif(len(gpus) < 2, reason="fewer than two CUDA devices here")

N = 1 << 22


def test_both_answer_their_filter_strings():
    for number, device in enumerate(gpus[:2]):
        assert dpctl.SyclDevice(f"cuda:gpu:{number}") == device
        assert dpctl.SyclQueue(f"cuda:gpu:{number}").sycl_device == device


def test_each_computes_on_its_own_queue():
    results = []
    for number in range(2):
        x = dpt.arange(N, dtype="f4", device=f"cuda:gpu:{number}")
        results.append((dpt.sin(x) * (number + 1), x))
    for number, (result, x) in enumerate(results):
        assert result.sycl_device == x.sycl_device == gpus[number]
        expected = np.sin(np.arange(1000, dtype="f4")) * (number + 1)
        np.testing.assert_allclose(dpt.asnumpy(result)[:1000], expected, atol=1e-5)


def test_arrays_of_both_do_not_mix():
    a, b = (dpt.ones(10, device=f"cuda:gpu:{n}") for n in range(2))
    with pytest.raises(dpctl.utils.ExecutionPlacementError):
        a + b


@pytest.mark.parametrize("way", [(0, 1), (1, 0)])
def test_arrays_and_memory_are_copied_across(way):
    here, there = way
    host = np.random.default_rng(here).random(N, dtype="f4")
    a = dpt.asarray(host, device=f"cuda:gpu:{here}")
    b = (a * 2).to_device(f"cuda:gpu:{there}")
    assert b.sycl_device == gpus[there]
    np.testing.assert_array_equal(dpt.asnumpy(b + 1), host * 2 + 1)
    memory = dpmem.MemoryUSMDevice(4 * N, queue=dpctl.SyclQueue(gpus[there]))
    memory.copy_from_device(dpt.asarray(host, device=f"cuda:gpu:{here}").usm_data)
    np.testing.assert_array_equal(np.frombuffer(memory.tobytes(), "f4"), host)


def test_peer_access_is_switched_and_lets_kernels_read_across():
    first, second = gpus[:2]
    if not first.can_access_peer(second):
        pytest.skip("these GPUs cannot reach each other's memory")
    assert isinstance(first.can_access_peer(second, value="atomics_supported"), bool)
    x = dpt.arange(N, dtype="f4", device=second)
    second_queue = x.sycl_queue
    second_queue.wait()
    first.enable_peer_access(second)
    first.enable_peer_access(second)  # twice is once
    queue = dpctl.get_device_cached_queue(first)
    view = dpt.usm_ndarray(N, dtype="f4", buffer=Foreign(x, queue))
    np.testing.assert_array_equal(dpt.asnumpy(view * 2)[-5:], np.arange(N, dtype="f4")[-5:] * 2)
    first.disable_peer_access(second)


class Foreign:
    """Memory of one GPU described as if it belonged to a queue of the other."""

    def __init__(self, array, queue):
        described = dict(array.usm_data.__sycl_usm_array_interface__, syclobj=queue)
        self.__sycl_usm_array_interface__ = described
        self.array = array
