"""Work on few elements, which the calling thread does itself where everything is there, against NumPy: the same values over dtypes and layouts, in the order of what was asked."""

import operator

import dpctl.tensor as dpt
import numpy as np
import pytest

from support import DTYPES, values

pytestmark = pytest.mark.usefixtures("few_at_once")

LAYOUTS = {
    "dense": lambda x: x,
    "every second": lambda x: x[::2],
    "backwards": lambda x: x[::-1],
    "one": lambda x: x[:1],
    "none": lambda x: x[:0],
    "rows": lambda x: x[:6].reshape(2, 3) if isinstance(x, np.ndarray) else dpt.reshape(x[:6], (2, 3)),
    "turned": lambda x: (x[:6].reshape(2, 3) if isinstance(x, np.ndarray) else dpt.reshape(x[:6], (2, 3))).T,
}  # fmt: skip


def numbers(dtype, count=24):
    some = values(dtype)
    return np.resize(some, count)


@pytest.fixture(params=DTYPES)
def dtype(request):
    return request.param


@pytest.fixture(params=["there", "pending"])
def pair(request, device, dtype):
    """An array and NumPy's, and whether it is computed yet."""
    host = numbers(dtype)
    x = dpt.asarray(host, device=device)
    if request.param == "pending":
        x = dpt.where(dpt.ones(x.shape, dtype="bool", device=device), x, x)
    return x, host


def assert_same(ours, expected):
    ours = dpt.asnumpy(ours)
    assert ours.dtype == expected.dtype and ours.shape == expected.shape
    np.testing.assert_array_equal(ours, expected)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_repeated_by_counts(pair, layout):
    x, n = (LAYOUTS[layout](each) for each in pair)
    for axis, extent in enumerate(n.shape):
        counts = np.arange(extent) % 3
        for each in (counts, counts[::-1].astype("u1"), counts * 300):
            ours = dpt.asarray(each, sycl_queue=x.sycl_queue)
            assert_same(dpt.repeat(x, ours, axis=axis), np.repeat(n, each, axis=axis))
        with pytest.raises(ValueError):
            dpt.repeat(x, dpt.asarray([-1] * max(extent, 2), sycl_queue=x.sycl_queue), axis=axis)
    with pytest.raises(TypeError):
        dpt.repeat(x, dpt.ones(n.shape[:1], dtype="f4", sycl_queue=x.sycl_queue), axis=0)


@pytest.mark.parametrize("first, other", [("f4", "f8"), ("i4", "f4"), ("u1", "i8"), ("bool", "c8")])
@pytest.mark.parametrize("there", [True, False])
def test_joined_with_other_dtypes(device, first, other, there):
    n = [np.arange(6).reshape(2, 3).astype(dtype) for dtype in (first, other, first, other)]
    ours = [dpt.asarray(each, device=device) for each in n]
    if not there:
        ours = [dpt.where(dpt.ones(x.shape, dtype="bool", device=device), x, x) for x in ours]
    for some in ((0, 1), (1, 0), (0, 1, 2, 3), (3, 2, 1)):
        for axis in (0, 1):
            joined = dpt.concat([ours[i] for i in some], axis=axis)
            assert_same(joined, np.concatenate([n[i] for i in some], axis=axis))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_joined_repeated_and_turned(pair, layout):
    x, n = (LAYOUTS[layout](each) for each in pair)
    for axis in range(n.ndim):
        assert_same(dpt.concat((x, x, x), axis=axis), np.concatenate((n, n, n), axis=axis))
        assert_same(dpt.repeat(x, 3, axis=axis), np.repeat(n, 3, axis=axis))
        assert_same(dpt.roll(x, 2, axis=axis), np.roll(n, 2, axis=axis))
    for axis in range(-n.ndim - 1, n.ndim + 1):
        assert_same(dpt.stack((x, x), axis=axis), np.stack((n, n), axis=axis))
    for counts in (2, 0, (2, 1, 3), (1, 2)):
        assert_same(dpt.tile(x, counts), np.tile(n, counts))
    assert_same(dpt.roll(x, -5), np.roll(n, -5))
    assert_same(dpt.repeat(x, 0), np.repeat(n, 0))


def test_joined_of_two_dtypes(device, dtype):
    n, other = numbers(dtype), numbers("int16")
    x, y = dpt.asarray(n, device=device), dpt.asarray(other, device=device)
    assert_same(dpt.concat((x, y)), np.concatenate((n, other)))
    assert_same(dpt.stack((y, x)), np.stack((other, n)))


@pytest.mark.parametrize("to", ["f8", "f4", "i8"])
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.filterwarnings("ignore:invalid value", "ignore:overflow")
def test_stored_in_another_dtype(pair, layout, to):
    x, n = (LAYOUTS[layout](each) for each in pair)
    if n.dtype.kind not in "bui" and (n.dtype.kind == "c" or to == "i8" or to == "f4"):
        return
    host = np.zeros((2, *n.shape), to)
    made = dpt.zeros(host.shape, dtype=to, sycl_queue=x.sycl_queue)
    made[...], host[...] = x, n
    assert_same(made, host)
    made[:, ::-1], host[:, ::-1] = x, n
    assert_same(made, host)


def test_the_least_numbers_are_stored_as_devices_have_them(device):
    x = dpt.asarray(np.array([1e-40, -1e-40, 1e-37], "f4"), device=device)
    small, large = dpt.zeros(3, device=device), dpt.zeros(5000, device=device)
    small[...] = x
    large[:3] = x
    assert_same(small, dpt.asnumpy(large[:3]))
    few, many = dpt.asarray([2, 0, 1], device=device), dpt.arange(3000, device=device)
    small[few] = x
    large[many] = dpt.asarray(
        np.resize(np.array([1e-40, -1e-40, 1e-37], "f4"), 3000), device=device
    )
    assert_same(small, dpt.asnumpy(large[dpt.asarray([1, 2, 0], device=device)]))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_masks(pair, layout):
    x, n = (LAYOUTS[layout](each) for each in pair)
    rng = np.random.default_rng(1)
    for share in (0.0, 0.5, 1.0):
        mask = rng.random(n.shape) < share
        m = dpt.asarray(mask, device=x.device)
        assert_same(x[m], n[mask])
        assert_same(dpt.extract(m, x), np.extract(mask, n))
        for ours, expected in zip(dpt.nonzero(m), np.nonzero(mask), strict=True):
            assert_same(ours, expected)
    for ours, expected in zip(dpt.nonzero(x), np.nonzero(n), strict=True):
        assert_same(ours, expected)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_assignments(pair, layout):
    x, n = pair
    n = n.copy()
    into, host = LAYOUTS[layout](x), LAYOUTS[layout](n)
    later, kept = x + x, n + n
    new = np.resize(values(n.dtype)[::-1], host.shape)
    into[...] = dpt.asarray(new, device=x.device)
    host[...] = new
    assert_same(x, n)
    assert_same(later, kept)  # what was pending has read what stood there
    mask = (np.arange(host.size) % 3 == 0).reshape(host.shape)
    m = dpt.asarray(mask, device=x.device)
    later, kept = x + x, n + n
    dpt.place(into, m, dpt.asarray(new.ravel()[:2], device=x.device))
    np.place(host, mask, new.ravel()[:2])
    assert_same(x, n)
    into[m] = 1
    host[mask] = 1
    into[...] = 0 if host.size == 1 else into
    host[...] = 0 if host.size == 1 else host
    assert_same(x, n)
    assert_same(later, kept)


@pytest.mark.parametrize("index", ["int8", "uint16", "int32", "int64", "uint64"])
@pytest.mark.parametrize("layout", ["dense", "every second", "backwards"])
def test_stored_by_indices(pair, layout, index):
    x, n = pair
    n = n.copy()
    into, host = LAYOUTS[layout](x), LAYOUTS[layout](n)
    later, kept = x + x, n + n
    places = np.random.default_rng(5).permutation(host.size)[:7].astype(index)
    if places.dtype.kind == "i":
        places[::2] -= host.size  # they count from the end
    i = dpt.asarray(places, device=x.device)
    new = np.resize(values(n.dtype)[::-1], places.size)
    into[i], host[places] = dpt.asarray(new, device=x.device), new
    assert_same(x, n)
    assert_same(later, kept)  # what was pending has read what stood there
    into[i[:3]], host[places[:3]] = 1, 1
    into[i[3:]], host[places[3:]] = into[5], host[5]
    dpt.put(into, i, into[:7])
    host[places] = host[:7].copy()
    assert_same(x, n)
    with pytest.raises(ValueError):
        into[i] = into[:3]


def test_stored_by_indices_beyond_the_ends(device):
    i = dpt.asarray([-9, -1, 1, 9], device=device)
    for mode, expected in (("wrap", [7, 8, 0, 9]), ("clip", [7, 8, 0, 9])):
        x = dpt.zeros(4, dtype="i4", device=device)
        y = dpt.asarray([7, 7, 8, 9] if mode == "clip" else [7, 9, 8, 9], dtype="i4", device=device)
        dpt.put(x, i, y, mode=mode)
        assert dpt.asnumpy(x).tolist() == expected, mode


def test_values_from_the_same_memory(device, dtype):
    n = numbers(dtype)
    x = dpt.asarray(n, device=device)
    x[3:] = x[:-3]
    n[3:] = n[:-3].copy()
    assert_same(x, n)
    x[::-1] = x
    n[::-1] = n.copy()
    assert_same(x, n)
    mask = np.arange(n.size) % 2 == 0
    dpt.place(x, dpt.asarray(mask, device=device), x[1:4])
    np.place(n, mask, n[1:4].copy())
    assert_same(x, n)


@pytest.mark.parametrize("axis", (0, 1, 2, -1))
def test_along_axis(device, dtype, axis):
    n = numbers(dtype).reshape(2, 3, 4)
    x = dpt.asarray(n, device=device)
    rng = np.random.default_rng(2)
    for shape in (
        (2, 3, 4),
        tuple(5 if i == axis % 3 else e for i, e in enumerate(n.shape)),
        (1, 1, 1),
    ):
        at = rng.integers(-n.shape[axis], n.shape[axis], shape)
        index = dpt.asarray(at, device=device)
        if shape != (1, 1, 1):
            assert_same(dpt.take_along_axis(x, index, axis=axis), np.take_along_axis(n, at, axis))
            turned = dpt.permute_dims(dpt.copy(dpt.permute_dims(x, (2, 0, 1))), (1, 2, 0))
            assert_same(
                dpt.take_along_axis(turned, index, axis=axis), np.take_along_axis(n, at, axis)
            )
        ours, host = dpt.copy(x), n.copy()
        dpt.put_along_axis(ours, index, dpt.asarray(n.ravel()[0], device=device), axis=axis)
        np.put_along_axis(host, at, n.ravel()[0], axis)
        assert_same(ours, host)


@pytest.mark.parametrize("layout", ["every second", "one", "none", "turned"])
@pytest.mark.parametrize("op", ["iadd", "isub", "imul", "itruediv"])
def test_arithmetic_in_place(pair, layout, op):
    """As in an array of so many elements that a kernel computes."""
    x, host = pair
    if host.dtype.kind in "biu" and op == "itruediv" or host.dtype.kind == "b":
        return
    view = LAYOUTS[layout]
    change = getattr(operator, op)
    other = host[::-1].copy()
    many = dpt.asarray(np.concatenate([host, np.zeros(5000, host.dtype)]), device=x.device)
    for value in (3, other, other[:1]):
        few, wanted, expected = dpt.copy(x), dpt.copy(many), host.copy()
        if isinstance(value, int):
            part = operand = value
        else:
            operand = dpt.asarray(value, device=x.device)
            part = operand if operand.size == 1 else view(operand)
        change(wanted[: host.size], operand)
        change(view(few), part)
        np.copyto(view(expected), view(dpt.asnumpy(wanted)[: host.size]))
        assert_same(few, expected)


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_denormals_in_place_are_flushed_as_in_kernels(device, dtype):
    least = np.finfo(dtype).tiny
    host = np.array([least / 4, -least / 8, least, -least * 1.5, 1, np.nan], dtype)
    for op, value in (
        ("imul", 0.5),
        ("iadd", 0.0),
        ("isub", float(least)),
        ("itruediv", 3.0),
        ("imul", 1e30),
    ):
        few, many = (dpt.asarray(np.resize(host, n), device=device) for n in (6, 6000))
        getattr(operator, op)(few, value)
        getattr(operator, op)(many, value)
        assert_same(few, dpt.asnumpy(many)[:6])


def test_few_elements_in_place_from_the_same_memory(device):
    host = np.arange(10.0)
    x = dpt.asarray(host, device=device)
    before = x * 2  # pending: it is of the old values
    x[1:4] += x[0:3]
    host[1:4] += host[0:3].copy()
    x[::-1][:4] -= x[:4]
    host[::-1][:4] -= host[:4].copy()
    x[0] *= x[5]
    host[0] *= host[5]
    assert_same(x, host)
    assert_same(before, np.arange(10.0) * 2)
    with pytest.raises(ValueError):
        x[:1] += x[:3]
    with pytest.raises(ValueError):
        dpt.broadcast_to(x[:1], (3,)).__iadd__(1)
    assert_same(x, host)
    n = dpt.asarray([2**31 - 1, -5], dtype="i4", device=device)
    n += 1
    n[1] *= n[0]
    assert_same(n, np.array([-(2**31), 0], "i4"))


def test_along_axis_of_shapes_that_do_not_go_together(device):
    x = dpt.zeros((3, 4), device=device)
    index = dpt.zeros((2, 4), dtype="int64", device=device)
    with pytest.raises(IndexError, match=r"\(2, 4\).*\(3, 4\)"):
        dpt.take_along_axis(x, index, axis=1)
    with pytest.raises(ValueError, match=r"\(2, 4\).*\(3, 4\)"):
        dpt.put_along_axis(x, index, x, axis=1)
    with pytest.raises(IndexError, match="no"):
        dpt.take_along_axis(x[:, :0], index[:1], axis=1)


def test_what_others_wait_for_is_kept_in_order(device):
    """A queue that has work of a user's in it is waited for."""
    x = dpt.zeros(8, dtype="int32", device=device)
    host = np.arange(8, dtype="int32")
    queue = x.sycl_queue
    event = queue.memcpy_async(x.usm_data, host.tobytes(), host.nbytes)
    x[0] = 7
    y = dpt.concat((x, x[4:]))
    assert dpt.asnumpy(y).tolist() == [7, 1, 2, 3, 4, 5, 6, 7, 4, 5, 6, 7]
    event.wait()


@pytest.mark.parametrize(
    ("call", "error"),
    (
        (lambda x: dpt.concat((x, x[:, 0])), ValueError),
        (lambda x: dpt.concat((x, x[:, :1])), ValueError),
        (lambda x: dpt.concat((x, x), axis=2), np.exceptions.AxisError),
        (lambda x: dpt.concat(x), TypeError),
        (lambda x: dpt.concat(()), TypeError),
        (lambda x: dpt.concat((x, 1)), TypeError),
        (lambda x: dpt.stack((x, x[:1])), ValueError),
        (lambda x: dpt.stack((x, x), axis=3), np.exceptions.AxisError),
        (lambda x: dpt.repeat(x, -1), ValueError),
        (lambda x: dpt.repeat(x, 1 << 62, axis=0), ValueError),
        (lambda x: dpt.tile(x, (-1, 1)), ValueError),
        (lambda x: dpt.tile(x, (1 << 61, 1 << 61)), ValueError),
        (lambda x: dpt.tile(x, 1.5), TypeError),
        (lambda x: x[dpt.ones((2, 2), dtype="bool", device=x.device)], IndexError),
    ),
)
def test_errors(device, call, error):
    with pytest.raises(error):
        call(dpt.zeros((2, 3), device=device))


@pytest.mark.parametrize("dtype", ["uint8", "float32", "complex128"])
@pytest.mark.parametrize("count", [700, 5000, 70000])
def test_copies_to_places_a_little_further_in_a_page(device, dtype, count):
    n = np.arange(count).astype(dtype)
    x, y = dpt.asarray(n, device=device), dpt.zeros(count, dtype=dtype, device=device)
    for shift in (1, 2, 3, 15, 16, 40):
        y[shift:] = x[:-shift]
        assert_same(y[shift:], n[:-shift])
        y[:-shift] = x[shift:]
        assert_same(y[:-shift], n[shift:])
        assert_same(dpt.roll(x, shift), np.roll(n, shift))


def bits(x):
    """Each number of an array as bytes: zeros with their sign, what is not a number with its own."""
    return dpt.asnumpy(x).tobytes()


@pytest.mark.parametrize("layout", LAYOUTS)
def test_distinct_and_first_elements(pair, layout):
    """As kernels find them in as many elements with others between them."""
    x, n = (LAYOUTS[layout](each) for each in pair)
    if n.size == 0:
        return
    few = dpt.unique_all(x)
    flat = dpt.reshape(x, -1)
    order = np.argsort(n.ravel(), kind="stable")
    assert np.array_equal(dpt.asnumpy(dpt.argsort(flat)), order)
    ordered = n.ravel()[order]
    is_first = np.append(True, ordered[1:] != ordered[:-1])
    begins = np.flatnonzero(is_first)
    assert bits(few.values) == ordered[begins].tobytes()
    assert_same(few.indices, order[begins])
    assert_same(few.counts, np.diff(np.append(begins, n.size)))
    inverse = np.empty(n.size, "i8")
    inverse[order] = np.cumsum(is_first) - 1
    assert_same(few.inverse_indices, inverse.reshape(n.shape))
    assert_same(dpt.unique_inverse(x).inverse_indices, inverse.reshape(n.shape))
    assert_same(dpt.unique_counts(x).counts, dpt.asnumpy(few.counts))
    for k in {1, n.size // 2, n.size}:
        for mode, wanted in (("smallest", order), ("largest", descending(n.ravel()))):
            values, places = dpt.top_k(x, k, mode=mode)
            assert_same(places, wanted[:k])
            assert bits(values) == n.ravel()[wanted[:k]].tobytes()


def descending(n):
    """Equal elements keep their order."""
    return n.size - 1 - np.argsort(n[::-1], kind="stable")[::-1]


@pytest.mark.parametrize("count", [40, 1025, 32768])
@pytest.mark.parametrize("k", [0, 1, 2, 16, 17])
def test_first_elements_of_a_line(device, dtype, count, k):
    for n in (np.resize(values(dtype), count), np.sort(np.resize(values(dtype), count))):
        x = dpt.asarray(n, device=device)
        for mode, order in (
            ("smallest", np.argsort(n, kind="stable")),
            ("largest", descending(n)),
        ):
            found, places = dpt.top_k(x, k, mode=mode)
            assert_same(places, order[:k])
            assert bits(found) == n[order[:k]].tobytes()
            assert_same(dpt.top_k(x[::-1], k, mode=mode).values, n[order[:k]])


@pytest.mark.parametrize("count", [3, 500, 1024, 1025])
def test_distinct_values_have_the_bits_of_sorted_ones(device, dtype, count):
    n = np.resize(values(dtype)[::-1], count)
    x = dpt.asarray(n, device=device)
    ordered = dpt.asnumpy(dpt.sort(x))
    expected = ordered[np.append(True, ordered[1:] != ordered[:-1])]
    assert bits(dpt.unique_values(x)) == expected.tobytes()
    assert bits(dpt.unique_counts(x).values) == expected.tobytes()
