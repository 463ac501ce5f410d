"""Loops in compiled kernels give what pure Python gives."""

import numpy as np
import pytest
from numba_dpex import kernel_api as kapi
from reference import assert_same

I8 = np.arange(-20, 20)
R = kapi.Range(40)


def out(dtype, n=40):
    return np.zeros(n, dtype)


def test_loops_with_steps_and_targets_that_change(device):
    def kernel(item, y):
        i = item.get_id(0)
        s = 0
        for k in range(i):
            s += k
            k = 100
        for k in range(i, 0, -3):
            s += k * 7
        for k in range(3, i, 4):
            s -= k
        y[i] = s

    assert_same(kernel, R, out("i8"), device=device)


def test_range_with_a_step_from_an_argument(device):
    def kernel(item, y, step):
        i = item.get_id(0)
        s = 0
        for k in range(20, 20 + i * step, step):
            s += k
        y[i] = s

    assert_same(kernel, R, out("i8"), -2, device=device)
    assert_same(kernel, R, out("i8"), 3, device=device)


@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"])
def test_range_with_bounds_and_a_step_from_an_array(device, dtype):
    def kernel(item, y, x):
        s = 0
        for k in range(x[0], x[1], x[2]):
            s = s * 3 + k
        for k in reversed(range(x[3], x[1])):
            s = s * 3 - k
        for k, n in enumerate(range(x[1], x[3], x[2])):
            s = s * 3 + k * n
        y[item.get_id(0)] = s

    falling = [(17, 3, -5, 0)] if dtype[0] == "i" else []
    for bounds in [(3, 17, 5, 9), (17, 3, 5, 9), (0, 0, 7, 0), *falling]:
        assert_same(kernel, R, out("i8"), np.array(bounds, dtype), device=device)


def test_break_continue_and_else(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        found = -1
        for k in range(40):
            if k < i:
                continue
            if x[k] % 7 == 3:
                found = k
                break
        else:
            found = -2
        n = 0
        while n < i:
            n += 3
            if n == 9:
                break
        else:
            n = -n
        y[i] = found * 100 + n

    assert_same(kernel, R, I8, out("i8"), device=device)


def test_nested_loops_with_breaks(device):
    def kernel(item, y):
        i = item.get_id(0)
        s = 0
        for a in range(10):
            for b in range(10):
                if a * b > i:
                    break
                if (a + b) % 3 == 0:
                    continue
                s += a * b
            else:
                s += 1000
            if s > 5000:
                break
        y[i] = s

    assert_same(kernel, R, out("i8"), device=device)


def test_endless_loops_end_by_break(device):
    def kernel(item, y):
        i = item.get_id(0)
        n = i
        steps = 0
        while True:
            if n <= 1:
                break
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
        y[i] = steps

    assert_same(kernel, R, out("i8"), device=device)


def test_loops_that_end_behind_a_continue_alone(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        n = i
        s = 0
        while True:
            n = (5 * n + 3) % 64
            if n % 3 == 1:
                continue
            s += x[n % 8]
            y[i] = s
            if n < 32:
                break
        y[i] -= n

    assert_same(kernel, R, I8, out("i8"), device=device)


def test_loops_over_arrays(device):
    def kernel(item, a, y):
        i = item.get_id(0)
        s = 0.0
        for v in a[i]:
            s += v
        for row in a:
            s += row[i % 4]
        y[i] = s

    assert_same(kernel, kapi.Range(5), np.arange(20.0).reshape(5, 4), out("f8", 5), device=device)


def test_loops_over_indices(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        own = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, x[0, i % 4]]])
        for j, k in np.ndindex(2, 3):
            if j == k:
                continue
            y[i, 0] = y[i, 0] * 2 + j * 3 + k
        for at in np.ndindex(own.shape):
            own[at] += at[0] * i
        for (j, k), value in np.ndenumerate(own):
            y[i, 1] += value * (j * 3 + k)
        for (k,), value in np.ndenumerate(x[0, : i % 4]):
            y[i, 2] += (k + 1) * value
        for n, (j, k) in enumerate(np.ndindex(*x.shape)):
            if n > i:
                break
            y[i, 3] += j * 10 + k
        for j, k, m in np.ndindex(i % 3, 2, 2):
            y[i, 4] += j * 4 + k * 2 + m

    assert_same(kernel, R, np.arange(12.0).reshape(3, 4), np.zeros((40, 5)), device=device)
