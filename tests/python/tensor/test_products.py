"""Products of matrices and tensors against NumPy."""

import os
from concurrent.futures import ThreadPoolExecutor

import dpctl.tensor as dpt
import numpy as np
import pytest

from support import DTYPES, to_numpy

SHAPES = [
    ((3,), (3,)),
    ((5,), (5, 7)),
    ((4, 5), (5,)),
    ((1, 1), (1, 1)),
    ((67, 130), (130, 71)),
    ((2, 3, 4), (4, 5)),
    ((3, 4), (6, 2, 4, 5)),
    ((6, 1, 9, 4), (3, 4, 65)),
    ((3, 0), (0, 4)),
    ((0, 3), (3, 4)),
]


def sample(dtype, shape):
    rng = np.random.default_rng(len(shape))
    dtype = np.dtype(dtype)
    n = rng.integers(0 if dtype.kind in "ub" else -3, 4, shape)
    return (n + 1j * rng.integers(-3, 4, shape) if dtype.kind == "c" else n).astype(dtype)


@pytest.mark.parametrize("shapes", SHAPES, ids=str)
@pytest.mark.parametrize("dtype", DTYPES)
def test_matmul_equals_numpy(device, dtype, shapes):
    n1, n2 = (sample(dtype, shape) for shape in shapes)
    x1, x2 = (dpt.asarray(n, device=device) for n in (n1, n2))
    result = x1 @ x2
    assert result.dtype == n1.dtype
    np.testing.assert_array_equal(to_numpy(result), n1 @ n2)


def test_matmul_of_views_and_orders(device):
    n = sample("float32", (70, 90))
    x = dpt.asarray(n, device=device)
    np.testing.assert_array_equal(to_numpy(x @ x.T), n @ n.T)
    np.testing.assert_array_equal(to_numpy(x[::-2, 1:] @ x[1:3, 1:].T), n[::-2, 1:] @ n[1:3, 1:].T)
    assert dpt.matmul(x, x.T, order="F").flags.f_contiguous
    assert dpt.matmul(x.T, x, dtype="f8").dtype == np.float64
    square = dpt.asarray(n[:40, :40], device=device)
    square @= dpt.eye(40, dtype="f4", device=device) * 2
    np.testing.assert_array_equal(to_numpy(square), 2 * n[:40, :40])
    out = dpt.empty((70, 70), dtype="f4", device=device)
    assert dpt.matmul(x, x.T, out=out) is out
    np.testing.assert_array_equal(to_numpy(out), n @ n.T)


@pytest.mark.parametrize(
    "orders, shapes, kept, asked",
    [
        ("CC", [(2, 3), (3, 4)], "C", "C"),
        ("FF", [(2, 3), (3, 4)], "F", "F"),
        ("CF", [(2, 3), (3, 4)], "C", "C"),
        ("FF", [(5, 2, 3), (5, 3, 4)], "F", "F"),
        ("CF", [(3, 1), (1, 4)], "C", "F"),
    ],
)
@pytest.mark.parametrize("dtypes", ["f4f4", "i2f4"])
def test_matmul_keeps_a_memory_order_that_both_have(device, orders, shapes, kept, asked, dtypes):
    """As dpctl: "A" asks whether columns of both lie together, "K" first whether rows of one do."""
    dtypes = dtypes[:2], dtypes[2:]
    ns = [sample("int16", shape) for shape in shapes]
    xs = [dpt.asarray(n, dtype=t, order=o, device=device) for n, t, o in zip(ns, dtypes, orders, strict=True)]  # fmt: skip
    for order, expected in (("K", kept), ("A", asked), ("C", "C"), ("F", "F")):
        result = dpt.matmul(*xs, order=order)
        assert result.flags.fnc if expected == "F" else result.flags.c_contiguous
        np.testing.assert_array_equal(to_numpy(result), np.matmul(*ns).astype("f4"))
    assert (xs[0] @ xs[1]).flags.f_contiguous == (kept == "F")


def test_matmul_promotes(device):
    n1, n2 = sample("int16", (4, 3)), sample("float32", (3, 5))
    result = dpt.asarray(n1, device=device) @ dpt.asarray(n2, device=device)
    assert result.dtype == np.result_type(n1, n2)
    np.testing.assert_array_equal(to_numpy(result), n1 @ n2)


@pytest.mark.parametrize("axes", [0, 1, 2, ((0, 2), (1, 0)), ((), ()), ((-1,), (0,))], ids=str)
def test_tensordot_equals_numpy(device, axes):
    n1, n2 = sample("float64", (4, 3, 4)), sample("float64", (4, 4, 3))
    if axes == 2:
        n1 = sample("float64", (2, 4, 4))
    result = dpt.tensordot(dpt.asarray(n1, device=device), dpt.asarray(n2, device=device), axes)
    np.testing.assert_array_equal(to_numpy(result), np.tensordot(n1, n2, axes))


def test_errors(device):
    x = dpt.ones((2, 3), device=device)
    for other in (
        x,
        dpt.ones((2, 3, 2), device=device)[None, ...][:, :, :2],
        dpt.asarray(1.0, device=device),
    ):
        with pytest.raises(ValueError):
            dpt.matmul(x, other)
    with pytest.raises(TypeError):
        dpt.matmul(x, np.ones((3, 2)))
    with pytest.raises(ValueError):
        dpt.matmul(x, x.T, out=dpt.ones((2, 3), device=device))
    with pytest.raises(ValueError, match="cannot be cast from float"):
        dpt.matmul(x, x.T, dtype="i4")
    with pytest.raises(ValueError, match="number of axes contracted must be the same"):
        dpt.tensordot(x, x, axes=([0], [0, 1]))
    with pytest.raises(ValueError):
        dpt.tensordot(x, x, axes=1)
    with pytest.raises(
        np.exceptions.AxisError, match="axis -3 is out of bounds for array of dimension 2"
    ):
        dpt.tensordot(x, x, axes=3)


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "complex128"])
@pytest.mark.parametrize("first", ["plain", "turned", "strided"])
@pytest.mark.parametrize("second", ["plain", "turned"])
def test_large_products_of_any_layout(queue, dtype, first, second):
    """Those that a library of the host computes on a CPU."""
    if dtype in ("float64", "complex128") and not queue.sycl_device.has_aspect_fp64:
        pytest.skip("the device has no float64")
    generator = np.random.default_rng(0)
    a, b = (generator.standard_normal((160, 160)).astype(dtype) for _ in range(2))
    layouts = {
        "plain": lambda x: x[:, :150],
        "turned": lambda x: x.T[:150, :],
        "strided": lambda x: x[::-1, 5:155],
    }
    left, right = (
        layouts[first],
        {"plain": lambda x: x[:150], "turned": lambda x: x.T[5:155]}[second],
    )
    x, y = (dpt.asarray(v, sycl_queue=queue) for v in (a, b))
    if first == "turned":
        wanted = left(a) @ b
        got = dpt.matmul(left(x), y)
    else:
        wanted = left(a) @ right(b)
        got = dpt.matmul(left(x), right(y))
    np.testing.assert_allclose(dpt.asnumpy(got), wanted, rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize(
    "shapes",
    [((3, 150, 140), (140, 130)), ((150, 140), (3, 140, 130)), ((2, 1, 150, 140), (3, 140, 130))],
)
def test_large_products_of_stacks(queue, shapes):
    a, b = (
        np.random.default_rng(i).standard_normal(s).astype("float32") for i, s in enumerate(shapes)
    )
    x, y = (dpt.asarray(v, sycl_queue=queue) for v in (a, b))
    np.testing.assert_allclose(dpt.asnumpy(dpt.matmul(x, y)), a @ b, rtol=1e-3, atol=1e-3)


def test_large_products_keep_their_place_among_other_work(queue):
    a = np.random.default_rng(0).standard_normal((200, 200)).astype("float32")
    x = dpt.asarray(a, sycl_queue=queue)
    product = dpt.matmul(x + 1, x)
    x[...] = 0  # after the product has read it
    follows = product * 2 + 1
    product[...] = 7
    np.testing.assert_allclose(dpt.asnumpy(follows), ((a + 1) @ a) * 2 + 1, rtol=1e-3, atol=1e-2)
    assert bool(dpt.all(product == 7)) and not bool(dpt.any(x))


def test_large_products_in_threads_and_after_a_fork():
    a = np.random.default_rng(0).standard_normal((200, 200)).astype("float32")
    x = dpt.asarray(a, device="cpu")
    wanted = dpt.asnumpy(dpt.matmul(x, x))

    def products():
        return all(np.array_equal(dpt.asnumpy(dpt.matmul(x, x)), wanted) for _ in range(5))

    with ThreadPoolExecutor(3) as pool:
        assert all(pool.map(lambda _: products(), range(3)))
    child = os.fork()
    if child == 0:
        os._exit(0 if products() else 1)
    assert os.waitpid(child, 0)[1] == 0
