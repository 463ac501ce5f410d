"""How arguments reach kernels of programs in OpenCL C, and what wrong ones get."""

import ctypes

import dpctl
import numpy as np
import pytest
from dpctl._sycl_queue import kernel_arg_type
from opencl_c import build, read, shared


class Pair(ctypes.Structure):
    _fields_ = [("a", ctypes.c_int), ("b", ctypes.c_double)]


def test_arguments_of_every_kind(queue):
    source = """typedef struct { int a; double b; } Pair;
    kernel void f(global double *r, char c, ushort s, long l, float4 v, Pair p, float f) {
        r[0] = c; r[1] = s; r[2] = l; r[3] = v.x; r[4] = v.w; r[5] = p.a; r[6] = p.b; r[7] = f;
    }"""
    kernel = build(queue, source).get_sycl_kernel("f")
    r = shared(queue, np.zeros(8))
    vector = dpctl.RawKernelArg(np.array([1.5, 2, 3, -4], "f4"))
    pair = Pair(7, 0.25)
    given = dpctl.RawKernelArg(ctypes.sizeof(pair), ctypes.addressof(pair))
    arguments = [
        ctypes.c_byte(-5),
        ctypes.c_ushort(60000),
        ctypes.c_long(2**40),
        vector,
        given,
        ctypes.c_float(0.5),
    ]
    queue.submit(kernel, [r, *arguments], [1])
    assert read(r, "f8").tolist() == [-5, 60000, 2**40, 1.5, -4, 7, 0.25, 0.5]


def test_local_arguments_are_aligned_for_every_type(queue):
    source = """kernel void f(local char *a, local char *b, local char16 *c, global ulong *r) {
        r[0] = (ulong)a % 64; r[1] = (ulong)b % 64; r[2] = (ulong)c % 64;
        r[3] = b - a >= 3 && (local char *)c - b >= 5;
    }"""
    out = shared(queue, np.full(4, 99, "u8"))
    parts = [dpctl.WorkGroupMemory(3), dpctl.WorkGroupMemory(5), dpctl.WorkGroupMemory(128)]
    queue.submit(build(queue, source).get_sycl_kernel("f"), [*parts, out], [1], [1])
    assert read(out, "u8").tolist() == [0, 0, 0, 1]


def test_wrong_arguments_are_named(queue):
    kernel = build(
        queue, "kernel void f(global int *x, float a, local int *t) { x[0] = a + t[0]; }"
    ).get_sycl_kernel("f")
    x, local = shared(queue, np.zeros(4, "i4")), dpctl.LocalAccessor("i4", (4,))
    for arguments, message in (
        ([x, ctypes.c_float(1)], "kernel f: takes 3 arguments, 2 were given"),
        ([x, ctypes.c_int(1), local], "argument 1 a: is of type float, int32 was given"),
        ([x, ctypes.c_double(1), local], "argument 1 a: is of type float, float64 was given"),
        (
            [ctypes.c_float(1), ctypes.c_float(1), local],
            "argument 0 x: is of type int\\*, float32 was given",
        ),
        ([x, ctypes.c_float(1), x], "argument 2 t: is of type local int\\*, a pointer was given"),
    ):
        with pytest.raises(dpctl.SyclKernelSubmitError, match=message):
            queue.submit(kernel, arguments, [1])
    for none in (1.0, ctypes.c_bool(True), ctypes.c_wchar("a"), ctypes.c_void_p(0)):
        with pytest.raises(TypeError, match=f"argument 1 is of type {type(none)}"):
            queue.submit(kernel, [x, none, local], [1])
    for extents, groups, error in (
        ([], None, dpctl.SyclKernelInvalidRangeError),
        ([1] * 4, None, dpctl.SyclKernelInvalidRangeError),
        ([-1], None, OverflowError),
        ([4], [-1], OverflowError),
        ([4], [2, 2], ValueError),
        ([4], [0], dpctl.SyclKernelSubmitError),
        ([4], [3], dpctl.SyclKernelSubmitError),
        ([4], [2**20], dpctl.SyclKernelSubmitError),
    ):
        with pytest.raises(error):
            queue.submit(kernel, [x, ctypes.c_float(1), local], extents, groups)


@pytest.mark.parametrize("axis", range(3))
def test_local_memory_is_asked_for_along_all_dimensions(queue, axis):
    kernel = build(queue, "kernel void f(global int *x, local int *t) { x[0] = t[0]; }")
    x, extents = shared(queue, np.zeros(1, "i4")), [1, 1, 1]
    extents[axis] = queue.sycl_device.local_mem_size // 4 + 1
    local = dpctl.LocalAccessor("i4", extents[: axis + 1])
    with pytest.raises(dpctl.SyclKernelSubmitError, match="bytes of local memory asked for"):
        queue.submit(kernel.get_sycl_kernel("f"), [x, local], [1], [1])


def test_wrong_makers_of_arguments():
    with pytest.raises(ValueError, match="unrecognized type 'f2'"):
        dpctl.LocalAccessor("f2", (1,))
    with pytest.raises(ValueError, match="1 to 3 dimensions"):
        dpctl.LocalAccessor("f4", (1, 2, 3, 4))
    with pytest.raises(ValueError, match="extents are not negative"):
        dpctl.LocalAccessor("f4", (4, -2))
    assert repr(dpctl.LocalAccessor("f4", (1, 2))) == "LocalAccessor(2)"
    for arguments in ((), ("i4",), (1.5,), ("x4", 3), ("i4", 3, 3)):
        with pytest.raises(TypeError):
            dpctl.WorkGroupMemory(*arguments)
    with pytest.raises(OverflowError, match="negative, got -1"):
        dpctl.WorkGroupMemory(-1)
    with pytest.raises(TypeError, match="has no buffer"):
        dpctl.RawKernelArg(1)
    with pytest.raises(ValueError, match="null was given for 4"):
        dpctl.RawKernelArg(4, 0)
    with pytest.raises(ValueError, match="not negative, got -1"):
        dpctl.RawKernelArg(-1, 0)
    assert dpctl.WorkGroupMemory.is_available() and dpctl.RawKernelArg.is_available()
    assert dpctl.WorkGroupMemory(4)._ref != 0 and dpctl.RawKernelArg(b"abc")._ref != 0


def test_kinds_of_arguments_have_dpctls_numbers():
    assert kernel_arg_type.__name__ == "kernel_arg_type"
    assert (
        kernel_arg_type.dpctl_int8.value == 0 and kernel_arg_type.dpctl_raw_kernel_arg.value == 13
    )


def test_a_kernel_waits_for_events_of_another_queue(queue):
    """The first one takes a while, and the second one has nothing but the event to wait for."""
    source = """kernel void slow(global uint *x, uint n) {
        uint s = 1;
        for (uint i = 0; i < n; ++i) s = s * 1664525u + x[1];
        x[0] = s | 1u;
    }
    kernel void copied(global uint *x, global uint *y) { y[0] = x[0]; }"""
    other = dpctl.SyclQueue(queue.sycl_context, queue.sycl_device)
    program = build(queue, source)
    slow, copied = (program.get_sycl_kernel(name) for name in ("slow", "copied"))
    x, y = shared(queue, np.array([0, 3], "u4")), shared(queue, np.zeros(1, "u4"))
    other.submit(copied, [x, y], [1])  # compiles it
    first = queue.submit_async(slow, [x, ctypes.c_uint(3_000_000)], [1])
    other.submit(copied, [x, y], [1], dEvents=[first])
    assert read(y, "u4")[0] == read(x, "u4")[0] != 0
