"""What no result shows on one device: orders and scopes of atomics, places of local memory, what counts as written."""

import itertools
import linecache
import re

import dpctl.tensor as dpt
import numba_dpex as dpex
import numpy as np
import pytest
from numba_dpex import kernel_api as kapi

# Of libdevice/builtins.def: relaxed, acquire, release, both, sequentially consistent.
RELAXED, ACQUIRE, RELEASE, BOTH, ALL = range(5)
ORDERS = {
    "RELAXED": (RELAXED, RELAXED, RELAXED),
    "ACQUIRE": (ACQUIRE, RELAXED, ACQUIRE),
    "RELEASE": (ACQUIRE, RELEASE, RELEASE),
    "ACQ_REL": (ACQUIRE, RELEASE, BOTH),
    "SEQ_CST": (ALL, ALL, ALL),
}
DTYPES = {"i4": "i32", "u4": "u32", "i8": "i64", "u8": "u64", "f4": "f32", "f8": "f64"}


def text_of(kernel, space, *arguments):
    dpex.call_kernel(kernel, space, *arguments)
    return "\n".join(kernel.inspect_llvm().values())


def numbers_of(text, name):
    """The constants that each call of a builtin ends with."""
    calls = re.findall(rf"call [^@]*@{name}\((.*?)\) #", text)
    return [tuple(int(n) for n in re.findall(r"i32 (\d+)(?=,|$)", call)) for call in calls]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("scope", kapi.MemoryScope.__members__)
@pytest.mark.parametrize("dtype", ["i4", "f8"])
def test_atomics_have_the_order_and_scope_of_their_reference(dtype, order, scope):
    of_order, of_scope = kapi.MemoryOrder[order], kapi.MemoryScope[scope]

    @dpex.kernel
    def kernel(item, a, b):
        ref = kapi.AtomicRef(a, 0, of_order, of_scope)
        b[0] = ref.load()
        ref.store(b[1])
        b[2] = ref.fetch_add(b[3])
        b[4] = ref.exchange(b[5])
        ref.compare_exchange(b, b[6], 7)

    a, b = (dpt.zeros(9, dtype=dtype, device="cpu") for _ in range(2))
    text = text_of(kernel, kapi.Range(1), a, b)
    loads, stores, updates = ORDERS[order]
    last, suffix = int(of_scope), DTYPES[dtype]
    for name, wanted in (
        ("load", (loads, last)),
        ("store", (stores, last)),
        ("fetch_add", (updates, last)),
        ("exchange", (updates, last)),
        ("compare_exchange", (updates, loads, last)),
    ):
        (found,) = numbers_of(text, f"__weft_atomic_{name}_{suffix}")
        assert found[-len(wanted) :] == wanted, name


def test_references_are_relaxed_and_of_the_device_if_nothing_is_said():
    @dpex.kernel
    def kernel(item, a):
        kapi.AtomicRef(a, 0).fetch_add(a[1])

    text = text_of(kernel, kapi.Range(1), dpt.ones(2, dtype="u8", device="cpu"))
    (found,) = numbers_of(text, "__weft_atomic_fetch_add_u64")
    assert found[-2:] == (RELAXED, int(kapi.MemoryScope.DEVICE))


@pytest.mark.parametrize("shapes", [(1, 1, 1), (3, 3, 5), (64, 1, 65), (7, 100, 2)])
@pytest.mark.parametrize("dtypes", [*itertools.permutations(["i1", "f8", "i2"])])
def test_local_arrays_lie_apart_and_aligned(shapes, dtypes):
    sizes = [n * np.dtype(d).itemsize for n, d in zip(shapes, dtypes, strict=True)]
    accessors = [kapi.LocalAccessor(n, d) for n, d in zip(shapes, dtypes, strict=True)]

    @dpex.kernel
    def kernel(nd, out, x, y, z):
        i = nd.get_local_id(0)
        x[0], y[0], z[0] = i, i, i
        kapi.group_barrier(nd.get_group())
        out[i] = x[0]

    out = dpt.zeros(1, dtype="i8", device="cpu")
    text = text_of(kernel, kapi.NdRange((1,), (1,)), out, *accessors)
    memory = re.findall(r"(%\d+) = call ptr @__weft_local_mem", text)
    places = [
        int(re.search(rf"getelementptr inbounds i8, ptr {m}, i64 (\d+)", text)[1]) for m in memory
    ]
    assert len(places) == 3 and all(place % 64 == 0 for place in places)
    for (first, size), (second, _) in itertools.pairwise(zip(places, sizes, strict=True)):
        assert first + size <= second


STORES = {
    "store": "a[0] = 1",
    "view": "a[2:][0] = 1",
    "fetch_add": "kapi.AtomicRef(a, 0).fetch_add(1)",
    "exchange": "kapi.AtomicRef(a, 0).exchange(1)",
    "compare_exchange": "kapi.AtomicRef(b, 0).compare_exchange(a, 2, 0)",
}


@pytest.mark.parametrize("way", STORES)
def test_arrays_that_kernels_write_to_in_any_way_must_be_writable(way):
    file = f"<stores {way}>"
    text = f"def kernel(item, a, b):\n    {STORES[way]}\n    b[1] = a[1]\n"
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
    names = {"kapi": kapi}
    exec(compile(text, file, "exec"), names)
    kernel = dpex.kernel(names["kernel"])
    a, b = (dpt.zeros(4, dtype="i4", device="cpu") for _ in range(2))
    dpex.call_kernel(kernel, kapi.Range(1), a, b)
    a.flags["W"] = False
    with pytest.raises(ValueError, match="array argument 0, which is read-only"):
        dpex.call_kernel(kernel, kapi.Range(1), a, b)


def test_an_array_given_twice_is_one_array_in_pure_python_too():
    def kernel(item, a, b):
        i = item.get_id(0)
        a[i] += 1
        b[i] *= 10

    x = dpt.arange(5, device="cpu")
    kapi.call_kernel(kernel, kapi.Range(5), x, x)
    assert dpt.asnumpy(x).tolist() == [10, 20, 30, 40, 50]


@pytest.mark.parametrize("size", [1, 31, 32, 33, 64, 100])
def test_sub_groups_of_pure_python_cover_their_group(size):
    seen = np.zeros((size, 5), dtype=int)

    def kernel(nd, out):
        sub, i = nd.get_sub_group(), nd.get_local_id(0)
        out[i, 0], out[i, 1] = sub.get_group_id(), sub.get_local_id()
        out[i, 2], out[i, 3] = sub.get_group_range(), sub.get_local_range()
        out[i, 4] = sub.get_max_local_range()

    kapi.call_kernel(kernel, kapi.NdRange((size,), (size,)), seen)
    width = seen[0, 4]
    assert (seen[:, 0] * width + seen[:, 1] == np.arange(size)).all()
    assert (seen[:, 2] == seen[:, 0].max() + 1).all()
    assert (seen[:, 3] == np.bincount(seen[:, 0])[seen[:, 0]]).all()


@pytest.mark.parametrize("local", [(0,), (0, 2), (2, 0), (3, 4)])
def test_groups_have_to_divide_their_range(local):
    from numba_dpex.core.exceptions import UnsupportedGroupWorkItemSizeError

    with pytest.raises(UnsupportedGroupWorkItemSizeError):
        kapi.NdRange((4, 4)[: len(local)], local)


@dpex.vectorize
def two(a, b):
    return a + b


@dpex.vectorize
def five(a, b, c, d, e):
    return a + b + c + d + e


@dpex.guvectorize("(n),(n)->()")
def dot(a, b, out):
    out[0] = 0
    for k in range(len(a)):
        out[0] += a[k] * b[k]


@pytest.mark.parametrize(
    "first, second", [*itertools.product(["device", "shared", "host"], repeat=2)]
)
def test_results_of_own_functions_lie_in_the_memory_that_wins(device, first, second):
    x, y = (dpt.ones((2, 3), usm_type=kind, device=device) for kind in (first, second))
    wins = dpt.add(x, y).usm_type
    for made in (two(x, y), five(x, y, x, 2, y), five(1, x, x, x, y), dot(x, y)):
        assert made.usm_type == wins
    assert two(x, 1).usm_type == five(x, 1, 2, 3, x).usm_type == dot(x, x).usm_type == first
