"""Arrays shared without a copy with CuPy, PyTorch and JAX on a GPU, in order with their streams."""

import gc
import os

import dpctl
import dpctl.memory as dpmem
import dpctl.tensor as dpt
import numpy as np
import pytest
from dpctl.tensor import _usmarray

gpu = pytest.mark.skipif(not dpctl.get_devices(backend="cuda"), reason="no CUDA device here")


def test_queues_without_streams_say_so():
    queue = dpctl.SyclQueue("cpu")
    for ask in (
        _usmarray.native_stream,
        lambda q: _usmarray.follow(q, 1),
        lambda q: _usmarray.hold_back(q, 1),
    ):
        with pytest.raises(NotImplementedError, match="streams of other libraries"):
            ask(queue)


class FromCuPy:
    def __init__(self):
        self.cupy = pytest.importorskip("cupy")

    def make(self, n):
        return self.cupy.arange(n, dtype="f4")

    def busy(self, x):
        """Work on x that takes long enough to be still under way."""
        for _ in range(50):
            x = x * 1 + 0
        return x

    def take(self, x):
        return self.cupy.from_dlpack(x)

    def numpy(self, x):
        return self.cupy.asnumpy(x)

    def pointer(self, x):
        return x.data.ptr


class FromTorch(FromCuPy):
    def __init__(self):
        self.torch = pytest.importorskip("torch")

    def make(self, n):
        return self.torch.arange(n, dtype=self.torch.float32, device="cuda")

    def take(self, x):
        return self.torch.from_dlpack(x)

    def numpy(self, x):
        return x.cpu().numpy()

    def pointer(self, x):
        return x.data_ptr()


class FromJAX(FromCuPy):
    def __init__(self):
        # else it takes three quarters of the GPU's memory, in every worker of a test run
        os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
        self.jnp = pytest.importorskip("jax.numpy")

    def make(self, n):
        return self.jnp.arange(n, dtype="float32")

    def take(self, x):
        return self.jnp.from_dlpack(x)

    def numpy(self, x):
        return np.asarray(x)

    def pointer(self, x):
        return x.unsafe_buffer_pointer()


@pytest.fixture(params=[FromCuPy, FromTorch, FromJAX])
def peer(request):
    return request.param()


N = 1 << 24


@gpu
def test_dlpack_from_others_without_a_copy(peer):
    theirs = peer.busy(peer.make(N))
    ours = dpt.from_dlpack(theirs)
    assert ours._pointer == peer.pointer(theirs)
    np.testing.assert_array_equal(dpt.asnumpy(ours * 2)[-5:], np.arange(N, dtype="f4")[-5:] * 2)


@gpu
def test_dlpack_to_others_without_a_copy(peer):
    ours = dpt.arange(N, dtype="f4", device="cuda") * 3
    theirs = peer.take(ours)
    assert peer.pointer(theirs) == ours._pointer
    np.testing.assert_array_equal(peer.numpy(theirs)[-5:], np.arange(N, dtype="f4")[-5:] * 3)


@gpu
def test_array_interface_from_others(peer):
    theirs = peer.busy(peer.make(N))
    ours = dpt.asarray(theirs)
    assert ours._pointer == peer.pointer(theirs)
    np.testing.assert_array_equal(dpt.asnumpy(ours + 1)[:5], np.arange(5, dtype="f4") + 1)


@gpu
def test_array_interface_to_cupy_and_torch():
    cupy = pytest.importorskip("cupy")
    torch = pytest.importorskip("torch")
    ours = dpt.reshape(dpt.arange(24, dtype="f4", device="cuda"), (4, 6))[1:, ::2]
    np.testing.assert_array_equal(cupy.asnumpy(cupy.asarray(ours)), dpt.asnumpy(ours))
    whole = dpt.arange(24, dtype="f4", device="cuda")
    whole.sycl_queue.wait()  # PyTorch does not look at the interface's stream
    np.testing.assert_array_equal(
        torch.as_tensor(whole, device="cuda").cpu().numpy(), dpt.asnumpy(whole)
    )
    interface = ours.__cuda_array_interface__
    assert interface["version"] == 3
    assert interface["strides"] == (24, 8)
    assert interface["stream"] > 2


@gpu
def test_memory_objects_to_and_from_others():
    cupy = pytest.importorskip("cupy")
    torch = pytest.importorskip("torch")
    memory = dpmem.MemoryUSMDevice(4 * N, queue=dpctl.SyclQueue("cuda"))
    memory.copy_from_host(np.arange(N, dtype="f4").view("u1"))
    theirs = cupy.asarray(memory)
    assert theirs.data.ptr == memory._pointer
    np.testing.assert_array_equal(cupy.asnumpy(theirs.view("f4")), np.arange(N, dtype="f4"))
    tensor = torch.as_tensor(memory, device="cuda")
    assert tensor.data_ptr() == memory._pointer
    doubled = theirs.view("f4") * 2  # on CuPy's stream
    taken = dpmem.as_usm_memory(doubled)
    assert (taken._pointer, taken.nbytes) == (doubled.data.ptr, 4 * N)
    np.testing.assert_array_equal(
        np.frombuffer(taken.tobytes(), dtype="f4"), 2 * np.arange(N, dtype="f4")
    )


@gpu
def test_memory_lent_is_not_used_again_while_others_work(peer):
    for repeat in range(5):
        theirs = peer.take(dpt.full(N, repeat + 1.0, dtype="f4", device="cuda"))
        result = peer.busy(theirs)
        del theirs
        gc.collect()
        again = dpt.full(N, -1.0, dtype="f4", device="cuda")
        assert float(dpt.max(again)) == -1.0
        assert peer.numpy(result).min() == repeat + 1


@gpu
def test_streams_of_dlpack():
    x = dpt.arange(10, device="cuda")
    assert x.__dlpack_device__() == (2, 0)
    for stream in (None, -1, 1, 2):
        assert "dltensor" in repr(x.__dlpack__(stream=stream))
    for stream in (0, -2):
        with pytest.raises(ValueError, match="ambiguous"):
            x.__dlpack__(stream=stream)
    shared = dpt.arange(10, usm_type="shared", device="cuda")
    assert shared.__dlpack_device__() == (13, 0)
    np.testing.assert_array_equal(np.from_dlpack(shared + 0), np.arange(10))


@gpu
@pytest.mark.parametrize("count", [0, 1, 1000, 300_000, 5_000_001])
def test_copies_from_and_to_the_host(count):
    host = np.random.default_rng(1).random(count).astype("f4")
    x = dpt.asarray(host, device="cuda")
    host_before = host.copy()
    host[:] = 0  # what asarray read has been read
    np.testing.assert_array_equal(dpt.asnumpy(x), host_before)
    np.testing.assert_array_equal(dpt.asnumpy(x[::2]), host_before[::2])


def test_arrays_elsewhere_show_no_cuda_interface():
    assert not hasattr(dpt.ones(3, device="cpu"), "__cuda_array_interface__")
