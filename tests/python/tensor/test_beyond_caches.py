"""Results too large for any cache, which are stored around them: every element arrives, wherever the result begins."""

import dpctl.tensor as dpt
import numpy as np
import pytest

BYTES = 33 << 20  # more than what is still stored through the caches


def numbers(dtype, shape):
    count = int(np.prod(shape))
    return (np.arange(count, dtype=np.uint32) % 119).astype(dtype).reshape(shape)


@pytest.mark.parametrize(
    "dtype", ["bool", "int8", "uint16", "float16", "int32", "float64", "complex64"]
)
@pytest.mark.parametrize("odd", [0, 7])
def test_every_dtype(device, dtype, odd):
    host = numbers(dtype, BYTES // np.dtype(dtype).itemsize + odd)
    x = dpt.asarray(host, device=device)
    assert np.array_equal(dpt.asnumpy(dpt.where(x == 3, x, x)), host)


@pytest.mark.parametrize("begin", [0, 1, 8, 16])
@pytest.mark.parametrize("step", [1, -1, 2])
def test_parts_of_a_result(device, begin, step):
    count = BYTES // 4
    host = numbers("float32", count)
    out = dpt.full(2 * count + 64, 5, dtype="float32", device=device)
    expected = np.full(2 * count + 64, 5, "float32")
    end = begin + count * abs(step)
    part = slice(begin, end, step) if step > 0 else slice(end - 1, begin - 1 if begin else None, -1)
    dpt.add(dpt.asarray(host, device=device), 1, out=out[part])
    np.add(host, 1, out=expected[part])
    assert np.array_equal(dpt.asnumpy(out), expected)


@pytest.mark.parametrize("columns", [4096, 4095, 4112])
@pytest.mark.parametrize("pitch", [4112, 4113])
def test_rows_apart(device, columns, pitch):
    host = numbers("float32", (2200, min(columns, pitch)))
    out = dpt.zeros((2200, pitch), dtype="float32", device=device)
    x = dpt.asarray(host, device=device)
    dpt.multiply(x, 3, out=out[:, : host.shape[1]])
    expected = np.zeros((2200, pitch), "float32")
    expected[:, : host.shape[1]] = host * 3
    assert np.array_equal(dpt.asnumpy(out), expected)


@pytest.mark.parametrize("shape", [(3000, 3001), (2944, 4096)])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_transposed(device, shape, dtype):
    host = numbers(dtype, shape)
    x = dpt.asarray(host, device=device)
    assert np.array_equal(dpt.asnumpy(dpt.copy(x.T, order="C")), host.T)
    assert np.array_equal(
        dpt.asnumpy(dpt.asarray(x.T, order="C", dtype="int32", copy=True)), host.T
    )


def test_read_at_once(device):
    x = dpt.asarray(numbers("float32", BYTES // 4), device=device)
    y = x
    for _ in range(4):
        y = y + 1
        y.sycl_queue.wait()
        assert float(dpt.sum(dpt.astype(y - x, "float64"))) == x.size * float((y - x)[-1])


def test_in_place(device):
    host = numbers("float32", BYTES // 4 + 3)
    x = dpt.asarray(host, device=device)
    x += 1
    x *= x
    assert np.array_equal(dpt.asnumpy(x), (host + 1) * (host + 1))
