"""The array class: what it shares with dpctl.tensor's, and NumPy's attributes and methods."""

import copy
import os
import pickle
import subprocess
import sys
from typing import get_origin

import dpctl
import dpctl.memory
import dpctl.tensor as dpt
import dpnp
import numpy as np
import pytest
from dpnp_support import DTYPES, same, values


def test_shares_elements_and_queue_with_dpctls(device):
    x = dpnp.arange(6, dtype="f4", device=device)
    plain = x.get_array()
    assert type(plain) is dpt.usm_ndarray and isinstance(x, dpnp.ndarray)
    assert plain.sycl_queue is x.sycl_queue
    plain[0] = 7
    assert float(x[0]) == 7
    for made in (dpt.asarray(x), dpnp.as_usm_ndarray(x), x.__usm_ndarray__):
        assert type(made) is dpt.usm_ndarray
        made[1] += 1
    assert float(x[1]) == 4


def test_made_over_memory_of_others(device):
    plain = dpt.arange(12, dtype="i4", device=device)
    x = dpnp.ndarray((3, 4), dtype="i4", buffer=plain)
    plain[5] = 100
    assert int(x[1, 1]) == 100
    assert dpnp.ndarray((2, 2), dtype="i4", buffer=plain, offset=4).asnumpy().tolist() == [
        [4, 100],
        [6, 7],
    ]
    assert dpnp.ndarray((3,), buffer=plain, strides=(4,)).asnumpy().tolist() == [0, 4, 8]
    assert dpnp.ndarray((3, 8), dtype="u1", buffer=plain).dtype == np.uint8
    memory = dpctl.memory.MemoryUSMShared(64, queue=plain.sycl_queue)
    assert dpnp.ndarray(8, dtype="f8", buffer=memory).usm_type == "shared"
    assert dpnp.ndarray((2, 3), device=device, usm_type="host").usm_type == "host"


@pytest.mark.parametrize("dtype", DTYPES)
def test_attributes_are_numpys(dtype):
    host = values(dtype, (2, 3, 4))
    x = dpnp.asarray(host)
    for name in ("shape", "size", "ndim", "itemsize", "nbytes", "dtype"):
        assert getattr(x, name) == getattr(host, name), name
    same(x.T, host.T)
    same(x.mT, host.mT)
    same(x.real, host.real)
    same(x.imag, host.imag)
    assert x.item(5) == host.item(5) and x.item(1, 2, 3) == host.item(1, 2, 3)
    assert list(x.flat) == list(host.flat)
    assert len(x) == 2 and [r.shape for r in x] == [(3, 4)] * 2


def test_results_of_operators_are_of_the_class(device):
    host = np.linspace(1, 2, 6)
    x = dpnp.asarray(host, device=device)
    plain = dpt.asarray(host, sycl_queue=x.sycl_queue)
    same(x + 1, host + 1)
    same(2 / x, 2 / host)
    same(plain * x, host * host)
    same(x * plain, host * host)
    same(x[1:] - x[:-1], np.diff(host))
    same(x > 1.5, host > 1.5)
    same(-x, -host)
    same(x**2, host**2)
    same(2**x, 2**host)
    same(x @ x, host @ host)
    same(np.float64(3) * x, 3 * host)
    x += 1
    same(x, host + 1)
    square = dpnp.asarray(np.eye(3) * 2, device=device)
    square @= square
    same(square, np.eye(3) * 4)


def test_a_derived_class_computes_in_its_base():
    class Named(dpnp.ndarray):
        pass

    x = Named((3,), dtype="f4")
    x[...] = 2
    assert isinstance(x, dpnp.ndarray)
    same(x + 1, np.full(3, 3, "f4"))
    same(dpnp.sqrt(x), np.sqrt(np.full(3, 2, "f4")))


def test_a_chain_of_functions_is_one_kernel(tmp_path):
    program = """
import dpnp
x = dpnp.asarray(list(range(100)), dtype="f4")
x.sycl_queue.wait()
print(float(dpnp.sum(dpnp.exp(-x * x))))
"""
    environment = {**os.environ, "WEFT_EXPLAIN": "1", "WEFT_CACHE_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environment
    )
    assert done.returncode == 0, done.stderr
    kernels = [line for line in done.stderr.splitlines() if line.startswith("weft fuse: kernel")]
    assert len(kernels) == 1, done.stderr


def test_a_number_on_the_device_rounds_as_pythons(device):
    mean = dpnp.mean(dpnp.asarray([2.25, 2.5], device=device))
    assert round(mean) == 2 and isinstance(round(mean), int)
    assert round(mean, 1) == round(2.375, 1)
    assert round(dpnp.sum(dpnp.asarray([1, 2], device=device))) == 3
    with pytest.raises(ValueError, match="size 1"):
        round(dpnp.zeros(2, device=device))


def test_annotations_may_say_shape_and_dtype():
    assert get_origin(dpnp.ndarray[tuple[int, int], float]) is dpnp.ndarray


def test_protocols(device):
    host = np.arange(12.0).reshape(3, 4)
    x = dpnp.asarray(host, device=device)
    assert x.__array_namespace__() is dpnp
    assert x.__sycl_usm_array_interface__["shape"] == (3, 4)
    same(dpnp.from_dlpack(x), host)
    assert np.shares_memory(dpnp.from_dlpack(host), host)  # an array of NumPy's, as in dpctl.tensor
    assert pickle.loads(pickle.dumps(x)).asnumpy().tolist() == host.tolist()
    same(copy.copy(x), host)
    same(copy.deepcopy(x), host)
    with pytest.raises(TypeError, match="asnumpy"):
        np.asarray(x)
    assert repr(dpnp.asarray([1, 2])) == "array([1, 2])" and str(dpnp.asarray([1, 2])) == "[1 2]"


@pytest.mark.parametrize("usm_type", ["device", "shared", "host"])
@pytest.mark.parametrize(
    "view", [np.s_[:], np.s_[::-1, 1:], np.s_[1, 2], np.s_[:0], np.s_[:, None]]
)
def test_copies_and_pickles_of_views(view, usm_type):
    host = np.arange(12.0).reshape(3, 4)[view]
    x = dpnp.asarray(np.arange(12.0).reshape(3, 4), usm_type=usm_type)[view]
    for made in (pickle.loads(pickle.dumps(x)), copy.copy(x), copy.deepcopy(x)):
        same(made, host)
        assert made.usm_type == usm_type
        made += 1
    same(x, host)


def test_numpy_shares_elements_by_dlpack():
    x = dpnp.arange(3.0, device="cpu")
    np.from_dlpack(x)[0] = 7
    assert float(x[0]) == 7


def test_views_of_other_dtypes():
    host = np.arange(8, dtype="i4").reshape(2, 4)
    x = dpnp.asarray(host)
    for dtype in ("i2", "u1", "f4", "i8", "c8"):
        same(x.view(dtype), host.view(dtype))
    x.view("f4")[0, 0] = 1.0
    assert int(x[0, 0]) == np.float32(1).view("i4")
    with pytest.raises(ValueError):
        dpnp.asarray(host[:, :3]).view("i8")


def test_methods_in_place():
    host = values("i8", (4, 5))
    x = dpnp.asarray(host)
    x.sort(axis=0)
    host.sort(axis=0)
    same(x, host)
    x.fill(3)
    same(x, np.full((4, 5), 3))
    x.put([0, 7], [10, 11])
    host.fill(3)
    host.put([0, 7], [10, 11])
    same(x, host)
    x.shape = (5, 4)
    assert x.shape == (5, 4)


METHODS = [
    ("sum", ()), ("sum", (1,)), ("prod", (0,)), ("max", ()), ("min", (1,)), ("mean", (0,)), ("std", ()), ("var", (1,)),
    ("argmax", (0,)), ("argmin", ()), ("argsort", ()), ("cumsum", (1,)), ("cumprod", (0,)), ("all", ()), ("any", (1,)),
    ("clip", (-2, 3)), ("ravel", ()), ("flatten", ()), ("reshape", (2, 6)), ("reshape", ((-1, 2),)), ("transpose", ()),
    ("transpose", (1, 0)), ("swapaxes", (0, 1)), ("repeat", (2, 1)), ("round", (1,)), ("take", ([2, 0], 0)),
    ("diagonal", (1,)), ("trace", ()), ("squeeze", ()), ("astype", ("f4",)), ("copy", ()), ("conj", ()), ("view", ()),
]  # fmt: skip


@pytest.mark.parametrize(("name", "args"), METHODS)
@pytest.mark.parametrize("dtype", ["i4", "f8"])
def test_methods_are_numpys(name, args, dtype):
    host = values(dtype)
    same(getattr(dpnp.asarray(host), name)(*args), getattr(host, name)(*args))


def test_what_dpnp_0_20_adds():
    host = values("i4")
    x = dpnp.asarray(host)
    assert x.tolist() == host.tolist() and x.tobytes() == host.tobytes()
    for made, expected in zip(dpnp.divmod(x, 3), np.divmod(host, np.int32(3)), strict=True):
        same(made, expected)
    same(dpnp.isin(x, dpnp.asarray([1, 3])), np.isin(host, [1, 3]))


def test_arrays_apart_from_each_other_index_the_first_axes():
    host = values("i4", (2, 3, 4))
    x = dpnp.asarray(host)
    i, j = np.array([0, 1, 1]), np.array([3, 0, 2])
    key = (dpnp.asarray(i), slice(None), dpnp.asarray(j))
    same(x[key], host[i, :, j])
    x[key] = 7
    host[i, :, j] = 7
    same(x, host)
    x[key] = dpnp.asarray(np.arange(3))
    host[i, :, j] = np.arange(3)
    same(x, host)


@pytest.mark.parametrize("error", [TypeError, IndexError])
def test_indices_that_are_no_integers_are_refused(error):
    x = dpnp.arange(4)
    with pytest.raises(error, match="integers"):
        dpnp.put(x, dpnp.asarray([0.0]), 1)
    with pytest.raises(error, match="integers"):
        dpnp.take(x, dpnp.asarray([0.0]))


def test_place_casts_arrays_safely():
    host = np.arange(6, dtype="i4")
    x = dpnp.asarray(host)
    dpnp.place(x, [0, 1, 0, 1, 0, 1], [7, 8])
    np.place(host, [0, 1, 0, 1, 0, 1], [7, 8])
    same(x, host)
    dpnp.place(x, x > 3, dpnp.asarray([1], dtype="i2"))
    np.place(host, host > 3, np.array([1], dtype="i2"))
    same(x, host)
    with pytest.raises(TypeError, match="safe"):
        dpnp.place(x, x > 0, dpnp.asarray([1.5]))
