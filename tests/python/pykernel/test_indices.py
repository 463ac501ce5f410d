"""Indices whose sign is known to the compiler or not, and slices, give what Python gives."""

import linecache

import dpctl.tensor as dpt
import numba_dpex as dpex
import numpy as np
import pytest
from numba_dpex import kernel_api as kapi
from reference import assert_same

N = 40

# `i` counts work-items from 0 and is known not to be negative; `n` is -7 and `j` from -20 on, which nobody knows.
INDICES = [
    "i - 3", "i - N", "-i", "~i", "i + n", "i * n % N", "i | n", "i ^ n", "i & n", "n & i", "i % n", "j % n", "j % 9",
    "i // n", "j // 5", "i // -3", "i >> 1", "n >> 1", "j >> 2", "min(i, n)", "min(i, j)", "max(i, n)", "max(j, n)",
    "abs(j)", "abs(j) - 9", "i if i > 9 else n", "j if j > 3 else i", "(i, n)[i % 2]", "(i, 3)[i % 2] - 5",
    "int(n)", "np.int64(i) + n", "np.int8(n) + i % 5", "x[i]", "x[i] % 7", "x[i] & 15", "-x[i]", "i - x[i] % 5",
]  # fmt: skip


def written(name, text):
    """The function that a text defines, which kernels are compiled from as from a file."""
    file = f"<{name}>"
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
    names = {"np": np, "N": N}
    exec(compile(text, file, "exec"), names)
    return names["kernel"]


@pytest.mark.parametrize("index", INDICES)
def test_negative_indices_count_from_the_end_whatever_makes_them(device, index):
    text = (
        "def kernel(item, a, x, n, y):\n"
        "    i = item.get_id(0)\n"
        "    j = i + x[0]\n"
        f"    y[i] = a[{index}]\n"
    )
    kernel = written(f"index {index}", text)
    x = np.arange(N) // 2 - 20
    assert_same(kernel, kapi.Range(N), np.arange(N) * 3, x, -7, np.zeros(N, "i8"), device=device)


# What NumPy makes of the integers: conversions wrap, and the least of a type is its own absolute value.
CONVERSIONS = {
    "np.int8(x[i])": lambda x: x.astype("i1"),
    "np.int64(np.int16(x[i]))": lambda x: x.astype("i2").astype("i8"),
    "np.int64(np.uint64(x[i]))": lambda x: x,
    "int(np.uint8(x[i]))": lambda x: x.astype("u1"),
    "np.int8(np.uint8(x[i]))": lambda x: x.astype("i1"),
    "np.int8(200 + i)": lambda x: np.arange(200, 200 + N).astype("i1"),
    "abs(np.int8(x[i]))": lambda x: np.abs(x.astype("i1")),
    "np.abs(np.int16(x[i] << 8))": lambda x: np.abs((x << 8).astype("i2")) // 256 * 256,
}


@pytest.mark.parametrize("index", CONVERSIONS)
def test_converted_indices_count_from_the_end_where_they_are_negative(device, index):
    text = "def kernel(item, a, x, y):\n    i = item.get_id(0)\n    y[i] = a[" + index + "]\n"
    kernel = dpex.kernel(written(f"conversion {index}", text))
    n = np.array([-128, -1, 127, 200, 255, -200, 3, -77] * (N // 8))
    whole = np.arange(1 << 17)
    a = dpt.asarray(whole, device=device)[1 << 15 : -(1 << 15)]  # what a wrong sign reads is there
    x, y = dpt.asarray(n, device=device), dpt.zeros(N, dtype="i8", device=device)
    dpex.call_kernel(kernel, kapi.Range(N), a, x, y)
    wanted = whole[1 << 15 : -(1 << 15)][CONVERSIONS[index](n)]
    np.testing.assert_array_equal(dpt.asnumpy(y), wanted)


LOOPS = [
    "range(3, -4, -1)",
    "range(i, n, -1)",
    "range(n, i % 5)",
    "range(n, 7, 3)",
    "range(6, n, n)",
    "reversed(range(-5, i % 4))",
]


@pytest.mark.parametrize("loop", LOOPS)
def test_counters_below_zero_count_from_the_end(device, loop):
    text = (
        "def kernel(item, a, n, y):\n"
        "    i = item.get_id(0)\n"
        f"    for k in {loop}:\n"
        "        y[i] = y[i] * 3 + a[k]\n"
    )
    kernel = written(f"loop {loop}", text)
    a = np.arange(N) % 11
    assert_same(kernel, kapi.Range(N), a, -6, np.zeros(N, "i8"), device=device)


def test_variables_that_are_negative_on_some_ways_count_from_the_end(device):
    def kernel(item, a, x, y):
        i = item.get_id(0)
        k = i
        if x[i] < 0:
            k = x[i]
        m = 0
        for _ in range(i % 4):
            m -= 3
        y[i] = a[k] * 100 + a[m]

    x = np.where(np.arange(N) % 3, -1 - np.arange(N), 5)
    assert_same(kernel, kapi.Range(N), np.arange(N), x, np.zeros(N, "i8"), device=device)


@pytest.mark.parametrize("step", [1, 2, 3, 7, -1, -2, -3, -7])
def test_slices_between_any_bounds(device, step):
    """Sizes and elements, with bounds beyond both ends."""

    @dpex.kernel
    def kernel(item, a, low, high, size, found):
        part = a[low:high:step]
        size[0] = len(part)
        for k in range(len(part)):
            found[k] = part[k]

    n = np.arange(5) + 10
    a = dpt.asarray(n, device=device)
    for low in range(-7, 8):
        for high in range(-7, 8):
            size, found = (dpt.full(m, -1, dtype="i8", device=device) for m in (1, 8))
            dpex.call_kernel(kernel, kapi.Range(1), a, low, high, size, found)
            wanted = n[low:high:step].tolist()
            assert int(size[0]) == len(wanted), (low, high)
            assert dpt.asnumpy(found)[: len(wanted)].tolist() == wanted, (low, high)


CONSTANT_SLICES = [
    (low, high, step)
    for low in ("", -7, -2, 0, 3, 9)
    for high in ("", -9, -1, 0, 2, 8)
    for step in ("", 2, -1, -3)
]


def test_slices_between_constant_bounds(device):
    lines = ["def kernel(item, a, size, found):"]
    for number, (low, high, step) in enumerate(CONSTANT_SLICES):
        lines += [
            f"    part = a[{low}:{high}:{step}]" if step else f"    part = a[{low}:{high}]",
            f"    size[{number}] = part.size",
            "    for k in range(len(part)):",
            f"        found[{number}, k] = part[k]",
        ]
    kernel = written("constant slices", "\n".join(lines) + "\n")
    count = len(CONSTANT_SLICES)
    size, found = np.zeros(count, "i8"), np.full((count, 6), -1)
    assert_same(kernel, kapi.Range(1), np.arange(6) + 10, size, found, device=device)


@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"])
def test_shifts_by_any_constant(device, dtype):
    bits = 8 * np.dtype(dtype).itemsize
    counts = sorted({0, 1, 7, 8, 15, 16, bits - 1, bits, bits + 1, 63, 64, 70})
    lines = ["def kernel(item, x, y):", "    i = item.get_id(0)"]
    for number, count in enumerate(counts):
        lines += [
            f"    y[i, {2 * number}] = x[i] << {count}",
            f"    y[i, {2 * number + 1}] = x[i] >> {count}",
        ]
    kernel = written(f"shifts of {dtype}", "\n".join(lines) + "\n")
    x = (np.arange(N) * 37 - 300).astype(dtype)
    assert_same(kernel, kapi.Range(N), x, np.zeros((N, 2 * len(counts)), dtype), device=device)


@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"])
def test_quotients_by_zero_are_zero(device, dtype):
    def kernel(item, x, n, y):
        i = item.get_id(0)
        y[i, 0] = x[i] // 0
        y[i, 1] = x[i] % 0
        y[i, 2] = x[i] // x.dtype.type(n)
        y[i, 3] = x[i] % x.dtype.type(n)

    x = (np.arange(N) - 20).astype(dtype)
    assert_same(kernel, kapi.Range(N), x, 0, np.ones((N, 4), dtype), device=device)


@pytest.mark.parametrize("dtype", ["i1", "u2", "i4", "f4", "f8"])
def test_powers_by_constants_have_the_type_of_their_base(device, dtype):
    """A shift, a quotient or a sum shows the type."""

    def kernel(item, x, y, z):
        i = item.get_id(0)
        z[i] = (x[i] ** 0) / 3 + x[i] ** 1 / 3 + x[i] ** 2 / 3

    def integers(item, x, y, z):
        i = item.get_id(0)
        y[i] = ((x[i] ** 0) << 9) + ~(x[i] ** 0) + (x[i] ** 0)
        z[i] = (x[i] ** 0 + x[i] ** 0) / 3

    x = np.arange(1, N + 1).astype(dtype) % 9
    functions = [kernel] + ([integers] if x.dtype.kind in "iu" else [])
    for function in functions:
        arguments = x, np.zeros(N, "i8"), np.zeros(N, "f8")
        assert_same(function, kapi.Range(N), *arguments, device=device)


def test_groups_of_many_sub_groups_meet(device):
    def kernel(nd, a, slm):
        i, n = nd.get_local_id(0), nd.get_local_range(0)
        slm[i] = a[nd.get_global_id(0)]
        kapi.group_barrier(nd.get_group())
        a[nd.get_global_id(0)] = slm[n - 1 - i]

    local = kapi.LocalAccessor(256, np.int64)
    assert_same(kernel, kapi.NdRange((512,), (256,)), np.arange(512), local, device=device)


@pytest.mark.parametrize("index", range(-6, 6))
@pytest.mark.parametrize("kind", ["private", "tuple"])
def test_constant_indices_lie_within_what_has_a_known_extent(device, kind, index):
    from numba_dpex._compiler import TypingError

    def private(item, y):
        p = kapi.PrivateArray(3, np.int64)
        for k in range(3):
            p[k] = k + 5
        y[0] = p[index]

    def of_tuple(item, y):
        y[0] = (5, 6, 7)[index]

    function = private if kind == "private" else of_tuple
    y = np.zeros(1, "i8")
    if -3 <= index < 3:
        assert_same(function, kapi.Range(1), y, device=device)
    else:
        with pytest.raises(TypingError, match=f"index {index} is out of bounds"):
            dpex.call_kernel(dpex.kernel(function), kapi.Range(1), dpt.asarray(y, device=device))
