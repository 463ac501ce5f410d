"""Functions that make arrays, and copies between dtypes, devices and the host."""

import dpctl
import dpctl.tensor as dpt
import numpy as np
import pytest

from support import DTYPES, assert_same

NUMBERS = [t for t in DTYPES if t != "bool"]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("shape", [(), 3, (2, 3), (0, 4), (2, 1, 3)])
def test_filled(device, dtype, order, shape):
    for name in ("zeros", "ones"):
        x = getattr(dpt, name)(shape, dtype=dtype, order=order, device=device)
        expected = getattr(np, name)(shape, dtype=dtype, order=order)
        assert_same(x, expected)
        assert x.flags.f_contiguous == expected.flags.f_contiguous
    assert_same(
        dpt.full(shape, 1, dtype=dtype, order=order, device=device), np.full(shape, 1, dtype=dtype)
    )
    assert dpt.empty(shape, dtype=dtype, order=order, device=device).shape == np.empty(shape).shape


@pytest.mark.parametrize(
    "value", [True, 3, 2.5, 1j, [1, 2, 3], np.arange(3, dtype="i2"), np.array(7, "i1")], ids=repr
)
def test_full_takes_the_dtype_of_the_value(device, value):
    assert_same(dpt.full((2, 3), value, device=device), np.full((2, 3), value))


@pytest.mark.parametrize("shape", [2**63, (2, 2**70), [2**64], (2**40, 2**40), np.uint64(2**63)])
@pytest.mark.parametrize("make", ["empty", "zeros", "ones"])
def test_shapes_beyond_memory(device, make, shape):
    with pytest.raises(ValueError):
        getattr(np, make)(shape)
    with pytest.raises(ValueError):
        getattr(dpt, make)(shape, device=device)


@pytest.mark.parametrize("count", [2**63, 2**70])
@pytest.mark.parametrize(
    "make",
    [
        lambda count, x: dpt.eye(count, device=x.device),
        lambda count, x: dpt.arange(count, device=x.device),
        lambda count, x: dpt.arange(float(count), device=x.device),
        lambda count, x: dpt.linspace(0, 1, count, device=x.device),
        lambda count, x: dpt.full(count, 1, device=x.device),
        lambda count, x: dpt.broadcast_to(x, count),
        lambda count, x: dpt.reshape(x, count),
    ],
)
def test_counts_beyond_memory(device, make, count):
    with pytest.raises(ValueError):
        make(count, dpt.ones(1, device=device))


@pytest.mark.parametrize("kind", ["int16", "uint8", "float32", "float16", "complex64", "bool_"])
def test_full_of_a_numpy_number_has_the_dtype_of_pythons(device, kind):
    value = getattr(np, kind)(1)
    assert_same(dpt.full(3, value, device=device), np.full(3, value.item()))


def test_full_of_an_array(device):
    x = dpt.asarray(2, device=device)
    assert_same(dpt.full((2, 2), x), np.full((2, 2), 2))
    far = dpt.asarray(2, sycl_queue=dpctl.SyclQueue(device))
    assert dpt.full((2, 2), far).sycl_queue == far.sycl_queue
    with pytest.raises(OverflowError):
        dpt.full(3, 300, dtype="i1", device=device)
    with pytest.raises(TypeError):
        dpt.full(3, "a", device=device)


@pytest.mark.parametrize(
    "arguments",
    [
        (5,),
        (5.0,),
        (1, 10, 3),
        (1, 10, -3),
        (10, 1, -3),
        (0, 1, 0.1),
        (0.5, 3),
        (2, 2),
        (-3, 3),
        (0, 2**40, 2**38),
        (0, -6, -2),
        (0.0, 4, 1),
        (0.0, -4.0, -1.0),
        (3.0, 0, -1),
        (7,),
        (0,),
        (-2,),
        (0, 7, 7),
        (0, 8, 7),
        (7, 0, -7),
        (8, 0, -7),
        (2**62, 2**62 + 3),
        (-(2**63), 2**63 - 1, 2**62),
    ],
)
def test_arange(device, arguments):
    actual, expected = dpt.arange(*arguments, device=device), np.arange(*arguments)
    assert_same(actual, expected, ulp=2)
    np.testing.assert_array_equal(np.signbit(dpt.asnumpy(actual)), np.signbit(expected))


@pytest.mark.parametrize("dtype", NUMBERS)
def test_arange_of_dtype(device, dtype):
    assert_same(dpt.arange(2, 60, 3, dtype=dtype, device=device), np.arange(2, 60, 3).astype(dtype))


def test_arange_refuses(device):
    with pytest.raises(ZeroDivisionError):
        dpt.arange(0, 1, 0, device=device)
    for count in (3, 5):
        with pytest.raises(ValueError):
            dpt.arange(count, dtype=bool, device=device)
    assert_same(dpt.arange(2, dtype=bool, device=device), np.array([False, True]))


@pytest.mark.parametrize("endpoint", [True, False])
@pytest.mark.parametrize("num", [0, 1, 2, 5, 1000])
@pytest.mark.parametrize("ends", [(0, 1), (-3.5, 12.25), (5, 5), (1, 0), (1e-3, 1e3)])
def test_linspace(device, ends, num, endpoint):
    actual = dpt.asnumpy(dpt.linspace(*ends, num, endpoint=endpoint, device=device))
    expected = np.linspace(*ends, num, endpoint=endpoint)
    assert actual.dtype == expected.dtype
    np.testing.assert_allclose(actual, expected, rtol=1e-14, atol=1e-14 * max(map(abs, ends)))
    if num > 1:
        assert actual[0] == ends[0]
        assert not endpoint or actual[-1] == ends[1]


def test_linspace_of_dtypes(device):
    assert_same(
        dpt.linspace(0, 10, 5, dtype="i4", device=device), np.linspace(0, 10, 5, dtype="i4")
    )
    below = np.linspace(-3, 0, 5, dtype="i4")  # no whole numbers: they go to those below
    assert_same(dpt.linspace(-3, 0, 5, dtype="i4", device=device), below)
    assert_same(
        dpt.linspace(0, 1, 5, dtype="f4", device=device), np.linspace(0, 1, 5, dtype="f4"), ulp=1
    )
    assert_same(dpt.linspace(0, 1j, 3, device=device), np.linspace(0, 1j, 3), ulp=1)
    with pytest.raises(ValueError):
        dpt.linspace(0, 1, -1, device=device)


@pytest.mark.parametrize("dtype", [None, "bool", "int32", "float64", "complex64"])
@pytest.mark.parametrize("arguments", [(3,), (2, 3), (3, 2), (0, 2)])
@pytest.mark.parametrize("k", [0, 1, -1, 5, -5])
@pytest.mark.parametrize("order", ["C", "F"])
def test_eye(device, arguments, k, dtype, order):
    actual = dpt.eye(*arguments, k=k, dtype=dtype, order=order, device=device)
    expected = np.eye(*arguments, k=k, dtype=dtype, order=order)
    assert_same(actual, expected)
    assert actual.flags.f_contiguous == expected.flags.f_contiguous


@pytest.mark.parametrize("k", [2**63, -(2**63) - 1, 10**30, -7])
def test_diagonals_beyond_the_matrix(device, k):
    far = max(-9, min(k, 9))
    assert_same(dpt.eye(3, 4, k=k, device=device), np.eye(3, 4, k=far))
    n = np.arange(12.0).reshape(3, 4)
    for name in ("tril", "triu"):
        assert_same(
            getattr(dpt, name)(dpt.asarray(n, device=device), k=k), getattr(np, name)(n, k=far)
        )


@pytest.mark.parametrize("k", [0, 1, -1, 3, -4])
@pytest.mark.parametrize("name", ["tril", "triu"])
def test_triangles(device, name, k):
    n = np.arange(24.0).reshape(2, 3, 4)
    for m in (n, n[0], n[:, ::-1, ::2], n[0].T):
        x = dpt.asarray(n, device=device)
        view = {n.shape: x, n[0].shape: x[0]}.get(m.shape)
        view = x[:, ::-1, ::2] if m.shape == (2, 3, 2) else view
        view = x[0].T if m.shape == (4, 3) else view
        assert_same(getattr(dpt, name)(view, k=k), getattr(np, name)(m, k=k))
    with pytest.raises(ValueError):
        getattr(dpt, name)(dpt.ones(3, device=device))


@pytest.mark.parametrize(
    "numbers",
    [[], (), [1.5, -2.0], (3, 4), [1, 2.5], [True, False], [1, True], [2**40, -1], [2**63, 1], [1j, 2.0], [[1, 2], [3, 4]], [np.float32(1), np.float32(2)]],
)  # fmt: skip
def test_sequences_of_numbers(device, numbers):
    assert_same(dpt.asarray(numbers, device=device), np.asarray(numbers))
    with pytest.raises(ValueError):
        dpt.asarray(numbers, device=device, copy=False)


@pytest.mark.parametrize("indexing", ["xy", "ij"])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_meshgrid(device, indexing, count):
    hosts = [np.arange(n + 2) for n in range(count)]
    grids = dpt.meshgrid(*(dpt.asarray(h, device=device) for h in hosts), indexing=indexing)
    for grid, expected in zip(grids, np.meshgrid(*hosts, indexing=indexing), strict=True):
        assert_same(grid, expected)
        grid[..., 0] = 7  # elements of its own
        expected[..., 0] = 7
        assert_same(grid, expected)


@pytest.mark.parametrize("order", ["C", "F", "K", "A"])
def test_like(device, order):
    hosts = [
        np.ones((2, 3, 4)),
        np.ones((2, 3, 4), order="F"),
        np.ones((2, 3, 4)).transpose(1, 2, 0),
    ]
    arrays = [dpt.ones((2, 3, 4), device=device), dpt.ones((2, 3, 4), order="F", device=device)]
    arrays.append(dpt.permute_dims(arrays[0], (1, 2, 0)))
    for x, n in zip(arrays, hosts, strict=True):
        expected = np.empty_like(n, order=order)
        for name in ("empty_like", "zeros_like", "ones_like"):
            made = getattr(dpt, name)(x, order=order)
            assert made.strides == tuple(s // 8 for s in expected.strides)
    x = dpt.ones(3, dtype="i4", usm_type="shared", device=device)
    assert_same(dpt.full_like(x, 2.5), np.full(3, 2, dtype="i4"))
    assert dpt.zeros_like(x, dtype="f4", usm_type="host").usm_type == "host"
    assert dpt.ones_like(x).usm_type == "shared"
    with pytest.raises(TypeError):
        dpt.ones_like([1])


@pytest.mark.parametrize(
    "call, error",
    [
        (lambda d: dpt.empty(-1, device=d), ValueError),
        (lambda d: dpt.empty("a", device=d), TypeError),
        (lambda d: dpt.empty(3, usm_type="foo", device=d), ValueError),
        (lambda d: dpt.asarray([1], usm_type={}, device=d), TypeError),
        (lambda d: dpt.full(3, 1, usm_type={}, device=d), TypeError),
        (lambda d: dpt.empty(3, dtype=object, device=d), TypeError),
        (lambda d: dpt.empty(3, order="K", device=d), ValueError),
        (lambda d: dpt.empty(3, device="foo"), dpctl.SyclDeviceCreationError),
        (lambda d: dpt.empty(3, device=d, sycl_queue=dpctl.SyclQueue()), TypeError),
        (lambda d: dpt.eye(-1, device=d), ValueError),
        (lambda d: dpt.asnumpy(3), TypeError),
    ],
)
def test_wrong_arguments_raise_at_the_call(device, call, error):
    with pytest.raises(error):
        call(device)


def test_too_large_an_allocation_raises(device):
    from dpctl.memory import USMAllocationError

    row = dpt.ones(2**20, dtype="f4", device=device)
    wide = dpt.broadcast_to(row, (2**20, 2**20))
    for make in (
        lambda: dpt.zeros(10**14, device=device),
        lambda: dpt.ones((2**20, 2**21), dtype="i1", device=device),
        lambda: dpt.full(2**45, 3, device=device),
        lambda: dpt.arange(2**45, device=device),
        lambda: dpt.linspace(0, 1, 2**45, device=device),
        lambda: dpt.eye(2**22, device=device),
        lambda: dpt.sort(wide),
        lambda: dpt.cumulative_sum(wide, axis=0),
        lambda: row[:, None] @ row[None, :],
    ):
        with pytest.raises((USMAllocationError, MemoryError)):
            make()
    with pytest.raises((USMAllocationError, MemoryError)):
        dpt.asnumpy(wide + 1)
    assert_same(dpt.ones(3, device=device), np.ones(3))


def test_devices(device):
    made = dpt.Device.create_device(device)
    assert dpt.Device.create_device(made) is made
    assert made == dpt.ones(3, device=device).device
    assert made == made.sycl_queue
    assert made == made.sycl_device
    assert dpt.Device.create_device(dpctl.SyclQueue(made.sycl_device)) != made.sycl_device
    assert made != "something"
    assert repr(made) == f"Device({device})"
    assert made.sycl_device.filter_string == device
    assert hash(made) == hash(dpt.Device.create_device(made.sycl_queue))
    made.wait()
    with pytest.raises(TypeError):
        dpt.Device()
    with pytest.raises(TypeError):
        dpt.Device.create_device(3)


def test_full_drops_what_the_dtype_has_no_room_for(device):
    assert_same(dpt.full(2, 3.5 - 2j, dtype="f4", device=device), np.full(2, 3.5, dtype="f4"))
    assert_same(dpt.full(2, 3.5 - 2j, dtype=int, device=device), np.full(2, 3))


@pytest.mark.parametrize("dtype", ["u1", "u2", "u4", "u8"])
def test_arange_downwards_in_unsigned_dtypes(device, dtype):
    assert_same(dpt.arange(127, 0, -3, dtype=dtype, device=device), np.arange(127, 0, -3, dtype))


def test_arange_takes_no_step_as_one(device):
    assert_same(dpt.arange(0, 5, None, device=device), np.arange(5))


def test_triangles_keep_order_f(device):
    x = dpt.reshape(dpt.arange(9, device=device), (3, 3), order="F")
    for made in (dpt.tril(x), dpt.triu(x)):
        assert made.flags == x.flags


def test_full_like_takes_values_of_another_queue(device):
    x = dpt.zeros((2, 3), device=device)
    value = dpt.asarray([1.0, 2, 3], sycl_queue=dpctl.SyclQueue(device))
    made = dpt.full_like(x, value)
    assert made.sycl_queue == x.sycl_queue
    assert_same(made, np.full((2, 3), [1.0, 2, 3]))


@pytest.mark.parametrize("order", "CF")
@pytest.mark.parametrize(
    "rows, columns, k", [(3, 5, 1), (5, 3, -1), (4, 4, 0), (0, 3, 0), (1, 6, 2)]
)
def test_eye_lies_in_the_order_asked_for(device, rows, columns, k, order):
    made = dpt.eye(rows, columns, k=k, order=order, dtype="f4", device=device)
    host = np.eye(rows, columns, k=k, order=order, dtype="f4")
    assert_same(made, host)
    assert (made.flags.c_contiguous, made.flags.f_contiguous) == (
        host.flags.c_contiguous,
        host.flags.f_contiguous,
    )
    if rows and columns:
        assert made.strides == tuple(s // 4 for s in host.strides)


@pytest.mark.parametrize("number", [np.int8(3), np.uint16(3), np.float16(3), np.float32(3)])
def test_arange_of_numpy_scalars_has_the_default_dtype(device, number):
    expected = np.arange(number.item())
    assert_same(dpt.arange(number, device=device), expected)


@pytest.mark.parametrize("usm_type", ["device", "shared", "host"])
def test_arange_of_booleans_has_the_usm_type_asked_for(device, usm_type):
    for stop in (0, 2):
        assert dpt.arange(stop, dtype="?", usm_type=usm_type, device=device).usm_type == usm_type


@pytest.mark.parametrize(
    "dtype, arguments",
    [
        ("i1", (1000, 1003)),
        ("i1", (127, 130)),
        ("u1", (-1, 3)),
        ("u1", (1, -3, -3)),
        ("u8", (1, -3, -3)),
        ("i4", (1e10, 1e10 + 2)),
        ("i2", (0, 1e6, 500000)),
        ("i8", (2**63 - 1, 2**63 + 2)),
    ],
)
def test_arange_begins_with_two_numbers_of_the_dtype(device, dtype, arguments):
    with pytest.raises(OverflowError):
        np.arange(*arguments, dtype=dtype)
    with pytest.raises(OverflowError, match="out of bounds for"):
        dpt.arange(*arguments, dtype=dtype, device=device)


@pytest.mark.parametrize(
    "dtype, arguments",
    [("i1", (1000, 5)), ("i1", (127, 128)), ("u1", (0, 300)), ("i1", (126, 129))],
)
def test_arange_wraps_after_the_second_number(device, dtype, arguments):
    assert_same(
        dpt.arange(*arguments, dtype=dtype, device=device), np.arange(*arguments, dtype=dtype)
    )


@pytest.mark.parametrize("dtype", ["?", "i4", "u8", "f4"])
def test_arange_of_complex_numbers_in_a_real_dtype(device, dtype):
    with pytest.raises(TypeError, match="complex"):
        dpt.arange(3j, dtype=dtype, device=device)


@pytest.mark.parametrize("ends", [(0, 1), (-0.5, 0.5), (0, 0)])
def test_linspace_of_booleans_is_true_where_it_is_not_zero(device, ends):
    expected = np.linspace(*ends, 5, dtype=bool)
    assert_same(dpt.linspace(*ends, 5, dtype=bool, device=device), expected)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("dtype, value", [("u1", -1), ("u1", 300), ("i8", 2**63), ("u8", -1)])
def test_full_like_of_a_number_beyond_the_dtype(device, dtype, value, turned):
    like = dpt.zeros((2, 3, 4), dtype=dtype, device=device)
    like = dpt.permute_dims(like, (1, 0, 2)) if turned else like
    with pytest.raises(OverflowError):
        dpt.full_like(like, value)
    assert_same(dpt.full_like(like, 7.5), np.full(like.shape, 7, dtype))
