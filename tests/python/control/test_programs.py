"""Programs in OpenCL C: what their built-in functions mean, what programs follow, and what wrong sources get."""

import ctypes
import shutil
import signal
import subprocess
import time

import dpctl
import dpctl.program as dpprog
import numpy as np
import pytest
from opencl_c import build, read, shared

CLANG = shutil.which("clang-22")


def evaluate(queue, body, inputs, result, options="-cl-std=CL3.0"):
    """Runs `body`, which stores into `r[i]` what it makes of `a[i]`, `b[i]`, `c[i]`, for each i."""
    names = {"f4": "float", "f8": "double", "i1": "char", "u1": "uchar", "i2": "short", "u2": "ushort",
             "i4": "int", "u4": "uint", "i8": "long", "u8": "ulong"}  # fmt: skip
    arrays = [np.asarray(x) for x in inputs]
    parameters = [
        f"global const {names[x.dtype.str[1:]]} *{n}" for n, x in zip("abc", arrays, strict=False)
    ]
    source = f"kernel void f({', '.join(parameters)}, global {names[result]} *r) {{ size_t i = get_global_id(0); {body} }}"
    kernel = build(queue, source, options).get_sycl_kernel("f")
    count = len(arrays[0])
    out = shared(queue, np.zeros(count * 16, dtype=result))
    queue.submit(kernel, [*(shared(queue, x) for x in arrays), out], [count])
    return read(out, result)


FLOATS = np.array([-3.75, -1.5, -0.5, -0.0, 0.0, 0.25, 1.0, 2.5, 7.0, 100.5], dtype="f4")
MORE = np.array([1.5, -2.0, 0.5, 1.0, -1.0, 4.0, 0.125, -2.5, 3.0, 0.75], dtype="f4")


@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize(
    ("expression", "reference"),
    [
        ("sin(a[i]) + cos(a[i])", lambda a, b: np.sin(a) + np.cos(a)),
        ("exp(b[i])", lambda a, b: np.exp(b)),
        ("exp2(b[i])", lambda a, b: np.exp2(b)),
        ("log1p(fabs(a[i]))", lambda a, b: np.log1p(np.abs(a))),
        ("pow(fabs(a[i]), b[i])", lambda a, b: np.abs(a) ** b),
        ("pown(b[i], 3)", lambda a, b: b**3),
        ("fmin(a[i], b[i]) - fmax(a[i], b[i])", lambda a, b: np.minimum(a, b) - np.maximum(a, b)),
        ("hypot(a[i], b[i])", lambda a, b: np.hypot(a, b)),
        ("atan2(a[i], b[i])", lambda a, b: np.arctan2(a, b)),
        ("rint(a[i]) + 10 * floor(a[i]) + 100 * ceil(a[i]) + 1000 * trunc(a[i])",
         lambda a, b: np.rint(a) + 10 * np.floor(a) + 100 * np.ceil(a) + 1000 * np.trunc(a)),
        ("copysign(a[i], b[i])", lambda a, b: np.copysign(a, b)),
        ("fma(a[i], b[i], a[i])", lambda a, b: a * b + a),
        ("clamp(a[i], (T)-1, (T)1)", lambda a, b: np.clip(a, -1, 1)),
        ("mix(a[i], b[i], (T)0.25)", lambda a, b: a + (b - a) * 0.25),
        ("step(a[i], b[i])", lambda a, b: (b >= a) * 1.0),
        ("sign(a[i])", lambda a, b: np.sign(a)),
        ("degrees(radians(a[i]))", lambda a, b: a),
        ("ldexp(a[i], 3)", lambda a, b: a * 8),
        ("isless(a[i], b[i]) + 2 * isnan(a[i] / a[i]) + 4 * signbit(b[i])",
         lambda a, b: (a < b) + 2 * (a == 0) + 4 * np.signbit(b)),
        ("select(a[i], b[i], (L)(a[i] > 0))", lambda a, b: np.where(a > 0, b, a)),
    ],
)  # fmt: skip
def test_math_means_what_numpy_computes(queue, dtype, expression, reference):
    if dtype == "f8" and not queue.sycl_device.has_aspect_fp64:
        pytest.skip("the device has no float64")
    names = "-D T=float -D L=int" if dtype == "f4" else "-D T=double -D L=long"
    a, b = FLOATS.astype(dtype), MORE.astype(dtype)
    result = evaluate(queue, f"r[i] = {expression};", [a, b], dtype, f"-cl-std=CL3.0 {names}")
    with np.errstate(all="ignore"):
        wanted = reference(a, b)
    np.testing.assert_allclose(
        result[: len(a)], wanted, rtol=4e-6 if dtype == "f4" else 1e-14, atol=1e-30
    )


def test_results_in_memory(queue):
    body = """int e; float whole; float c; float s = sincos(a[i], &c);
              r[8*i] = frexp(a[i], &e); r[8*i+1] = e; r[8*i+2] = modf(a[i], &whole); r[8*i+3] = whole;
              r[8*i+4] = s; r[8*i+5] = c; r[8*i+6] = fract(a[i], &whole); r[8*i+7] = whole;"""
    got = evaluate(queue, body, [FLOATS], "f4").reshape(-1, 8)[: len(FLOATS)]
    fraction, exponent = np.frexp(FLOATS)
    parts, whole = np.modf(FLOATS)
    wanted = [
        fraction,
        exponent,
        parts,
        whole,
        np.sin(FLOATS),
        np.cos(FLOATS),
        FLOATS - np.floor(FLOATS),
        np.floor(FLOATS),
    ]
    np.testing.assert_allclose(got, np.stack(wanted, 1), rtol=1e-6, atol=1e-30)


@pytest.mark.parametrize("lanes", [2, 3, 4, 8, 16])
def test_vectors_are_lanes_of_scalars(queue, lanes):
    values = np.linspace(-2, 2, lanes * 16, dtype="f4")
    body = f"""float{lanes} v = vload{lanes}(i, a); int{lanes} e;
               float{lanes} w = fmin(sin(v), 0.5f) + frexp(v, &e) + convert_float{lanes}(e);
               int{lanes} positive = isgreater(v, (float{lanes})(0));
               vstore{lanes}(select(w, -w, positive), i, r);"""
    got = evaluate(queue, body, [values], "f4")
    got = got[: 16 * lanes]
    fraction, exponent = np.frexp(values)
    w = np.minimum(np.sin(values), np.float32(0.5)) + fraction + exponent
    np.testing.assert_allclose(got, np.where(values > 0, -w, w), rtol=1e-5, atol=1e-6)


def test_geometry_and_lanes(queue):
    values = np.arange(8, dtype="f4") + 1
    body = """float4 v = vload4(0, a), w = vload4(1, a);
              r[0] = dot(v, w); r[1] = length(v); r[2] = distance(v, w); float4 n = normalize(v);
              vstore4(n, 1, r); vstore4(cross(v, w), 2, r); vstore4(shuffle(v, (uint4)(3, 2, 1, 0)), 3, r);
              vstore4(shuffle2(v, w, (uint4)(7, 0, 4, 3)), 4, r);
              r[20] = any((int2)(0, -1)); r[21] = all((int2)(0, -1)); r[22] = v.wzyx.s0;"""
    got = evaluate(queue, "if (i == 0) {" + body + "}", [values], "f4")
    v, w = values[:4], values[4:]
    np.testing.assert_allclose(
        got[:3], [v @ w, np.linalg.norm(v), np.linalg.norm(v - w)], rtol=1e-6
    )
    np.testing.assert_allclose(got[4:8], v / np.linalg.norm(v), rtol=1e-6)
    np.testing.assert_allclose(got[8:12], [*np.cross(v[:3], w[:3]), 0])
    assert got[12:16].tolist() == [4, 3, 2, 1]
    assert got[16:23].tolist() == [8, 1, 5, 4, 1, 0, 4]


@pytest.mark.parametrize("lanes", [2, 4, 8, 16])
@pytest.mark.parametrize("of_two", [False, True])
def test_shuffles_take_the_lowest_bits_of_their_masks(queue, lanes, of_two):
    elements = np.arange(2 * lanes, dtype="f4") * 1.5 - 4
    mask = np.random.default_rng(lanes).integers(0, 2**32, lanes, dtype="u4")
    call = (
        f"shuffle2(vload{lanes}(0, a), vload{lanes}(1, a), m)"
        if of_two
        else f"shuffle(vload{lanes}(0, a), m)"
    )
    body = f"uint{lanes} m = vload{lanes}(0, b); vstore{lanes}({call}, 0, r);"
    source = (
        f"kernel void f(global const float *a, global const uint *b, global float *r) {{ {body} }}"
    )
    out = shared(queue, np.zeros(lanes, dtype="f4"))
    kernel = build(queue, source, "-cl-std=CL3.0").get_sycl_kernel("f")
    queue.submit(kernel, [shared(queue, elements), shared(queue, mask), out], [1])
    expected = elements[mask % (2 * lanes if of_two else lanes)]
    assert read(out, "f4").tolist() == expected.tolist()


def test_built_in_functions_of_half(queue):
    if not queue.sycl_device.has_aspect_fp16:
        pytest.skip("no half")
    values = np.array([-2.5, -0.0, 0.125, 3.0, 1000.0, np.inf], dtype="f2")
    body = """half h = as_half(a[i]);
              r[i] = convert_float(fma(fabs(h), (half)2, h)) + convert_float(clamp(h, (half)-1, (half)1));"""
    enabled = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
    source = f"{enabled}kernel void f(global const ushort *a, global float *r) {{ size_t i = get_global_id(0); {body} }}"
    out = shared(queue, np.zeros(len(values), dtype="f4"))
    kernel = build(queue, source, "-cl-std=CL3.0").get_sycl_kernel("f")
    queue.submit(kernel, [shared(queue, values.view("u2")), out], [len(values)])
    expected = (np.abs(values) * 2 + values).astype("f4") + np.clip(values, -1, 1).astype("f4")
    assert read(out, "f4").tolist() == expected.tolist()


@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"])
def test_integers(queue, dtype):
    info = np.iinfo(dtype)
    a = np.array([info.min, info.max, 0, 1, 5, info.max // 3], dtype=dtype)
    b = np.array([info.max, info.max, info.min, 3, 2, 7], dtype=dtype)
    body = """r[8*i] = add_sat(a[i], b[i]); r[8*i+1] = sub_sat(a[i], b[i]); r[8*i+2] = hadd(a[i], b[i]);
              r[8*i+3] = rhadd(a[i], b[i]); r[8*i+4] = mul_hi(a[i], b[i]); r[8*i+5] = max(a[i], b[i]);
              r[8*i+6] = popcount(a[i]); r[8*i+7] = clz(a[i]);"""
    got = evaluate(queue, body, [a, b], dtype).reshape(-1, 8)[: len(a)]
    bits = info.bits
    for x, y, row in zip(map(int, a), map(int, b), got.tolist(), strict=True):
        image = x & (2**bits - 1)
        assert row == [
            min(max(x + y, info.min), info.max),
            min(max(x - y, info.min), info.max),
            (x + y) >> 1,
            (x + y + 1) >> 1,
            (x * y) >> bits,
            max(x, y),
            bin(image).count("1"),
            bits - image.bit_length(),
        ]


def test_conversions_saturate_and_round(queue):
    values = np.array([-1e10, -300.5, -2.5, -0.5, 0.5, 1.5, 2.5, 254.7, 300.0, 1e10], dtype="f4")
    got = evaluate(
        queue,
        "r[2*i] = convert_uchar_sat(a[i]); r[2*i+1] = convert_int_sat_rte(a[i]);",
        [values],
        "i4",
    )
    assert got[:20:2].tolist() == np.clip(np.trunc(values), 0, 255).astype(int).tolist()
    assert (
        got[1:20:2].tolist()
        == np.clip(np.rint(values.astype("f8")), -(2**31), 2**31 - 1).astype(int).tolist()
    )
    whole = np.array([2**24 + 1, -(2**24) - 1, 2**62 + 3, 7], dtype="i8")
    got = evaluate(queue, "r[3*i] = convert_float_rtz(a[i]); r[3*i+1] = convert_float_rtp(a[i]); "
                          "r[3*i+2] = convert_float_rtn(a[i]);", [whole], "f4")[:12].reshape(-1, 3)  # fmt: skip
    for x, (zero, up, down) in zip(whole.tolist(), got.tolist(), strict=False):
        assert abs(zero) <= abs(x) and up >= x and down <= x
        assert (
            up == down == x if x == 7 else np.nextafter(np.float32(down), np.float32(np.inf)) == up
        )


def test_atomics_count_every_item(queue):
    source = """kernel void f(global int *n, global uint *most, global long *sum) {
        int i = get_global_id(0);
        atomic_add(n, 2); atomic_inc(n); atomic_max(most, (uint)i);
        atomic_fetch_add_explicit((global atomic_long *)sum, (long)i, memory_order_relaxed, memory_scope_device);
        int expected = -1; atomic_compare_exchange_strong((global atomic_int *)(n + 1), &expected, i);
    }"""
    kernel = build(queue, source, "-cl-std=CL3.0").get_sycl_kernel("f")
    n, most = shared(queue, np.array([0, -1], "i4")), shared(queue, np.zeros(1, "u4"))
    total = shared(queue, np.zeros(1, "i8"))
    queue.submit(kernel, [n, most, total], [1000])
    assert read(n, "i4")[0] == 3000 and 0 <= read(n, "i4")[1] < 1000
    assert read(most, "u4")[0] == 999 and read(total, "i8")[0] == 999 * 500


@pytest.mark.parametrize("groups", [None, [64]])
def test_groups_share_local_memory(queue, groups):
    source = """kernel void f(global int *x, local int *given) {
        local int own[256];
        int l = get_local_id(0), n = get_local_size(0), i = get_global_id(0);
        own[l] = x[i]; given[l] = 2 * x[i];
        barrier(CLK_LOCAL_MEM_FENCE);
        x[i] = own[n - 1 - l] + given[(l + 1) % n] + 100000 * work_group_reduce_add(1);
    }"""
    kernel = build(queue, source, "-cl-std=CL3.0").get_sycl_kernel("f")
    values = np.arange(512, dtype="i4")
    for given in (
        dpctl.LocalAccessor("i4", (256,)),
        dpctl.WorkGroupMemory("i4", 256),
        dpctl.WorkGroupMemory(1024),
    ):
        x = shared(queue, values)
        queue.submit(kernel, [x, given], [512], groups)
        got = read(x, "i4")
        n = got[0] // 100000
        assert n == (64 if groups else n) and 512 % n == 0
        rows = values.reshape(-1, n)
        wanted = rows[:, ::-1] + 2 * np.roll(rows, -1, 1) + 100000 * n
        assert np.array_equal(got, wanted.reshape(-1))


def test_a_kernel_may_require_its_groups(queue):
    source = """kernel __attribute__((reqd_work_group_size(16, 1, 1))) void f(global int *x) {
        x[get_global_id(0)] = get_local_size(0); }"""
    kernel = build(queue, source).get_sycl_kernel("f")
    x = shared(queue, np.zeros(64, "i4"))
    queue.submit(kernel, [x], [64])
    assert set(read(x, "i4").tolist()) == {16}
    with pytest.raises(dpctl.SyclKernelSubmitError, match="16"):
        queue.submit(kernel, [x], [64], [32])


@pytest.mark.parametrize("items", [7, 257, 300, 1024])
def test_groups_that_meet_divide_any_range(queue, items):
    source = """kernel void f(global int *x) {
        local int own[256];
        own[get_local_id(0)] = x[get_global_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
        x[get_global_id(0)] = own[get_local_size(0) - 1 - get_local_id(0)] * 1000 + get_local_size(0);
    }"""
    values = np.arange(items, dtype="i4")
    x = shared(queue, values)
    queue.submit(build(queue, source).get_sycl_kernel("f"), [x], [items])
    got = read(x, "i4")
    size = got[0] % 1000
    assert 0 < size <= 256 and items % size == 0
    assert np.array_equal(got // 1000, values.reshape(-1, size)[:, ::-1].reshape(-1))


def test_the_last_extent_of_a_group_is_the_fastest_too(queue):
    source = """kernel void f(global int *x) {
        int k = get_global_id(0) + get_global_size(0) * (get_global_id(1) + get_global_size(1) * get_global_id(2));
        x[k] = 100 * get_local_size(2) + 10 * get_local_size(1) + get_local_size(0);
    }"""
    kernel = build(queue, source).get_sycl_kernel("f")
    for extents, groups in (([4, 6], [2, 3]), ([2, 6, 4], [1, 3, 2]), ([6, 4, 5], [3, 2, 5])):
        x = shared(queue, np.zeros(120, "i4"))
        queue.submit(kernel, [x], extents, groups)
        padded = [1] * (3 - len(groups)) + groups
        wanted = 100 * padded[0] + 10 * padded[1] + padded[2]
        assert set(read(x, "i4")[: np.prod(extents)].tolist()) == {wanted}


def test_copies_by_a_group(queue):
    source = """kernel void f(global const float *x, global float *y) {
        local float tile[32];
        event_t e = async_work_group_strided_copy(tile, x + 64 * get_group_id(0), 32, 2, 0);
        wait_group_events(1, &e);
        y[get_global_id(0)] = tile[31 - get_local_id(0)];
        e = async_work_group_copy(y + get_global_size(0) + 32 * get_group_id(0), tile, 32, 0);
        wait_group_events(1, &e);
    }"""
    kernel = build(queue, source).get_sycl_kernel("f")
    x = np.arange(256, dtype="f4")
    y = shared(queue, np.zeros(256, "f4"))
    queue.submit(kernel, [shared(queue, x), y], [128], [32])
    picked = x[::2].reshape(-1, 32)
    assert np.array_equal(
        read(y, "f4"), np.concatenate([picked[:, ::-1].reshape(-1), picked.reshape(-1)])
    )


def test_the_last_dimension_is_the_fastest(queue):
    source = """kernel void f(global int *x) {
        int k = get_global_id(0) + get_global_size(0) * (get_global_id(1) + get_global_size(1) * get_global_id(2));
        x[k] = 1000 * get_global_size(2) + 100 * get_global_size(1) + get_global_size(0) + 10000 * get_work_dim();
    }"""
    kernel = build(queue, source).get_sycl_kernel("f")
    for extents in ([7], [2, 7], [3, 2, 7]):
        for groups in (None, [1] * len(extents)):
            x = shared(queue, np.zeros(42, "i4"))
            queue.submit(kernel, [x], extents, groups)
            padded = [1] * (3 - len(extents)) + extents
            wanted = 1000 * padded[0] + 100 * padded[1] + padded[2] + 10000 * len(extents)
            assert set(read(x, "i4")[: np.prod(extents)].tolist()) == {wanted}


def test_events_order_launches(queue):
    kernel = build(
        queue, "kernel void f(global int *x, int a) { x[0] = 3 * x[0] + a; }"
    ).get_sycl_kernel("f")
    x = shared(queue, np.zeros(1, "i4"))
    event = None
    for a in range(5):
        event = queue.submit_async(
            kernel, [x, ctypes.c_int(a)], [1], None, [event] if event else None
        )
    event.wait()
    assert read(x, "i4")[0] == ((((0 * 3 + 1) * 3) + 2) * 3 + 3) * 3 + 4


def test_what_a_kernel_tells(queue):
    program = build(queue, "kernel void f(global int *x, int a) {} kernel void g() {}")
    assert (
        program.has_sycl_kernel("f")
        and program.has_sycl_kernel("g")
        and not program.has_sycl_kernel("h")
    )
    kernel = program.get_sycl_kernel("f")
    assert kernel.get_function_name() == "f"
    assert (
        kernel.num_args == kernel.get_num_args() == 2 and program.get_sycl_kernel("g").num_args == 0
    )
    assert kernel.work_group_size == queue.sycl_device.max_work_group_size
    assert kernel.preferred_work_group_size_multiple > 0 and kernel.max_sub_group_size > 0
    assert kernel.max_num_sub_groups > 0 and kernel.private_mem_size == 0
    assert kernel.compile_num_sub_groups == kernel.compile_sub_group_size == 0
    with pytest.raises(ValueError, match="no kernel 'h'"):
        program.get_sycl_kernel("h")


@pytest.mark.parametrize(
    ("source", "options", "message"),
    [
        ("kernel void f(global int *x) {\n x[0] = y; }", "", r"<source>:2:9: error: use of undeclared identifier 'y'"),
        ("kernel void f(", "", "error: expected parameter declarator"),
        ("int g(int x) { return x; }", "", "it has no kernel"),
        ("void g(int); kernel void f() { g(1); }", "-cl-std=CL1.2", "no function g"),
        ("kernel void f(read_only image2d_t x) {}", "", "no images"),
        ("kernel void f() {}", "-fplugin=x", "unknown option -fplugin=x"),
        ("kernel void f() {}", "-D", "option -D wants a word"),
        ('kernel void f() {}', '-D X="1', "a quote is open"),
        ("kernel void f() { abc }", "-D abc=nonsense", "nonsense"),
    ],
)  # fmt: skip
def test_a_source_that_does_not_compile(queue, source, options, message):
    with pytest.raises(dpprog.SyclProgramCompilationError, match=message):
        build(queue, source, options)


@pytest.mark.parametrize(
    "directive", ["#include", "# include", "#\tinclude", "#import", "#/**/include"]
)
def test_a_program_follows_its_headers(queue, tmp_path, directive):
    header = tmp_path / "value.h"
    source = f'{directive} "{header}"\nkernel void f(global int *r) {{ *r = VALUE; }}'
    for value in (1, 2):
        header.write_text(f"#define VALUE {value}\n")
        out = shared(queue, np.zeros(1, dtype="i4"))
        queue.submit(build(queue, source).get_sycl_kernel("f"), [out], [1])
        assert read(out, "i4") == [value]


@pytest.mark.parametrize(
    ("options", "expected"),
    [("-DA=1 -DB=2", 102), ("-DA=2 -DB=2", 202), ('-DA=1 -DB="2 + 2"', 104)],
)
def test_a_program_follows_its_options(queue, options, expected):
    source = """
        #define JOIN(a, b) a ## b
        #ifdef A
        kernel void f(global int *r) { *r = JOIN(10, 0) * A + B; }
        #endif
    """
    for _ in range(2):  # the second time it is kept
        out = shared(queue, np.zeros(1, dtype="i4"))
        queue.submit(build(queue, source, options).get_sycl_kernel("f"), [out], [1])
        assert read(out, "i4") == [expected]


def test_a_program_follows_its_compiler(queue, tmp_path, monkeypatch):
    compiler = tmp_path / "compiler"
    monkeypatch.setenv("WEFT_CLANG", str(compiler))
    for value in (1, 2):
        compiler.write_text(f'#!/bin/sh\nexec {CLANG} -DVALUE={value} "$@"\n')
        compiler.chmod(0o700)
        out = shared(queue, np.zeros(1, dtype="i4"))
        source = "kernel void f(global int *r) { *r = VALUE; }"
        queue.submit(build(queue, source).get_sycl_kernel("f"), [out], [1])
        assert read(out, "i4") == [value]


def test_signals_do_not_lose_the_compiler(queue):
    heard = []
    before = signal.signal(signal.SIGALRM, lambda *_: heard.append(1))
    signal.setitimer(signal.ITIMER_REAL, 0.002, 0.002)
    try:
        build(queue, f"kernel void f(global long *r) {{ *r = {time.time_ns()}; }}")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert heard


def test_spirv_that_is_none(queue):
    for spirv in (b"", b"abc", bytes(64)):
        with pytest.raises(dpprog.SyclProgramCompilationError, match="no SPIR-V"):
            dpprog.create_program_from_spirv(queue, spirv)


MAGIC = (0x07230203).to_bytes(4, "little")


def test_spirv_needs_a_translator(queue, monkeypatch):
    monkeypatch.setenv("PATH", "/nonexistent")
    monkeypatch.setenv("WEFT_LLVM_SPIRV", "")
    with pytest.raises(
        dpprog.SyclProgramCompilationError, match="llvm-spirv of LLVM 22.*not installed"
    ):
        dpprog.create_program_from_spirv(queue, MAGIC)


@pytest.mark.parametrize("found", ["by name", "in PATH"])
def test_what_a_translator_gives_is_a_program(queue, monkeypatch, tmp_path, found):
    """The translator is stood in for by one that knows a single program, in the bitcode that it would give."""
    source = tmp_path / "f.cl"
    source.write_text(
        "kernel void f(global int *x, local int *t) { t[0] = 4; x[get_global_id(0)] = t[0]; }"
    )
    subprocess.run(
        [
            CLANG,
            "-x",
            "cl",
            "--target=spir64",
            "-c",
            "-emit-llvm",
            "-O1",
            source,
            "-o",
            tmp_path / "f.bc",
        ],
        check=True,
    )
    translator = tmp_path / "llvm-spirv"
    translator.write_text(f'#!/bin/sh\n[ "$1" = -r ] || exit 1\ncp {tmp_path}/f.bc "$5"\n')
    translator.chmod(0o755)
    if found == "by name":
        monkeypatch.setenv("WEFT_LLVM_SPIRV", str(translator))
    else:
        monkeypatch.delenv("WEFT_LLVM_SPIRV", raising=False)
        monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    kernel = dpprog.create_program_from_spirv(queue, MAGIC).get_sycl_kernel("f")
    x = shared(queue, np.zeros(8, "i4"))
    queue.submit(kernel, [x, dpctl.LocalAccessor("i4", (1,))], [8])
    assert set(read(x, "i4").tolist()) == {4}
