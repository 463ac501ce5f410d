"""Shapes, joins and choices, against NumPy."""

import itertools

import dpctl
import dpctl.tensor as dpt
import numpy as np
import pytest
from dpctl.utils import ExecutionPlacementError

from support import DTYPES, assert_same


@pytest.fixture
def n():
    return np.arange(24).reshape(2, 3, 4)


@pytest.fixture
def x(device, n):
    return dpt.asarray(n, device=device)


@pytest.mark.parametrize(
    "shape", [(24,), (4, 6), (2, 12), (-1,), (3, -1), (1, 24, 1), (2, 3, 4), 24, -1]
)
@pytest.mark.parametrize("order", ["C", "F"])
def test_reshape(x, n, shape, order):
    assert_same(dpt.reshape(x, shape, order=order), n.reshape(shape, order=order))
    turned, host = dpt.permute_dims(x, (2, 0, 1)), n.transpose(2, 0, 1)
    assert_same(dpt.reshape(turned, shape, order=order), host.reshape(shape, order=order))


def test_reshape_is_a_view_where_it_can_be(x):
    view = dpt.reshape(x, (6, 4))
    view[...] = 0
    assert_same(x, np.zeros((2, 3, 4), dtype=int))
    for shape in ((24,), x.shape):
        assert dpt.reshape(x, shape, copy=True)._pointer != x._pointer
    with pytest.raises(ValueError):
        dpt.reshape(x.mT, (24,), copy=False)
    with pytest.raises(ValueError):
        dpt.reshape(x, (24,), order="F", copy=False)


def test_reshape_of_no_elements(device):
    x = dpt.empty((0, 3), device=device)
    assert dpt.reshape(x, (3, 0)).shape == (3, 0)
    assert dpt.reshape(x, (-1,)).shape == (0,)
    with pytest.raises(ValueError):
        dpt.reshape(x, (0, -1))


def test_dimensions(x, n):
    assert_same(dpt.permute_dims(x, (2, 0, 1)), n.transpose(2, 0, 1))
    assert_same(dpt.moveaxis(x, 0, -1), np.moveaxis(n, 0, -1))
    assert_same(dpt.moveaxis(x, (0, 1), (2, 0)), np.moveaxis(n, (0, 1), (2, 0)))
    assert_same(dpt.swapaxes(x, 0, 2), np.swapaxes(n, 0, 2))
    assert_same(dpt.matrix_transpose(x), n.mT)
    for axis in (0, 1, -1, (0, 2), (-1, 0)):
        assert_same(dpt.expand_dims(x, axis=axis), np.expand_dims(n, axis))
    wide, host = x[:, None, :, None], n[:, None, :, None]
    for axis in (None, 1, 3, (1, 3), -2):
        assert_same(dpt.squeeze(wide, axis), np.squeeze(host, axis))
    for axis in (None, 0, 1, -1, (0, 2)):
        assert_same(dpt.flip(x, axis=axis), np.flip(n, axis))
    assert_same(dpt.broadcast_to(x[:, :1], (5, 2, 3, 4)), np.broadcast_to(n[:, :1], (5, 2, 3, 4)))
    for part, expected in zip(
        dpt.broadcast_arrays(x, x[0, :, :1]), np.broadcast_arrays(n, n[0, :, :1]), strict=True
    ):
        assert_same(part, expected)
    for axis in (0, 1, -1):
        for part, expected in zip(dpt.unstack(x, axis=axis), np.unstack(n, axis=axis), strict=True):
            assert_same(part, expected)


@pytest.mark.parametrize(
    "shift, axis",
    [
        (2, None),
        (-5, None),
        (1, 0),
        (7, 2),
        ((1, -2), (0, 2)),
        (3, (1, 2)),
        ((1, 1), (0, 0)),
        (0, 1),
    ],
)
def test_roll(x, n, shift, axis):
    assert_same(dpt.roll(x, shift, axis=axis), np.roll(n, shift, axis))


@pytest.mark.parametrize("axis", [0, 1, -1, None])
def test_concat(x, n, axis):
    assert_same(dpt.concat([x, x[::-1], x], axis=axis), np.concatenate([n, n[::-1], n], axis=axis))
    assert_same(
        dpt.concat([x, dpt.astype(x, "f4")], axis=axis),
        np.concatenate([n, n.astype("f4")], axis=axis),
    )


@pytest.mark.parametrize("axis", [0, 1, 3, -1])
def test_stack(x, n, axis):
    assert_same(dpt.stack([x, x + 1], axis=axis), np.stack([n, n + 1], axis=axis))


@pytest.mark.parametrize("dtypes", ["?", "b", "fe", "Fq", "ddddd", "BBBBBBBBB"])
@pytest.mark.parametrize("shape", [(40_000,), (300, 70, 2), (20_000, 1, 3)])
def test_many_elements_side_by_side(device, dtypes, shape):
    rng = np.random.default_rng(4)
    hosts = [
        (rng.integers(0, 9, shape) - 3).astype(dtype) for dtype in (dtypes[0], *dtypes, dtypes[-1])
    ]
    hosts[0] = hosts[0][::-1].swapaxes(0, -1).copy().swapaxes(0, -1)
    arrays = [dpt.asarray(n, device=device) for n in hosts]
    for axis in (-1, 0, len(shape) // 2):
        expected = np.stack(hosts, axis=axis)
        found = dpt.stack(arrays, axis=axis)
        pending = dpt.stack([x + x for x in arrays], axis=axis)
        columns = dpt.concat([dpt.expand_dims(x, axis=axis) for x in arrays], axis=axis)
        assert found.flags.c_contiguous
        assert_same(pending, np.stack([n + n for n in hosts], axis=axis))
        for x in arrays:
            x[...] = 1  # what was joined is not
        assert_same(found, expected)
        assert_same(columns, expected)
        found[..., 0] = 0  # and is a copy
        assert_same(arrays[0], np.ones(shape, arrays[0].dtype))
        arrays = [dpt.asarray(n, device=device) for n in hosts]


@pytest.mark.parametrize(
    "repeats, axis", [(2, None), (3, 1), (0, 0), ((2, 3), 0), ([1, 0, 2], 1), (1, -1)]
)
def test_repeat(x, n, repeats, axis):
    assert_same(dpt.repeat(x, repeats, axis=axis), np.repeat(n, repeats, axis))


@pytest.mark.parametrize("dtype", ["int8", "uint16", "int64"])
@pytest.mark.parametrize("axis", [None, 0, 1])
def test_repeat_by_counts_on_the_device(device, dtype, axis):
    n = np.arange(30, dtype="float32").reshape(5, 6)
    x = dpt.asarray(n, device=device)
    counts = np.arange(n.size if axis is None else n.shape[axis]).astype(dtype) % 4
    for given in (dpt.asarray(counts, device=device), counts.tolist()):
        assert_same(dpt.repeat(x, given, axis=axis), np.repeat(n, counts, axis))
    none = dpt.zeros(counts.size, dtype=dtype, device=device)
    assert_same(dpt.repeat(x, none, axis=axis), np.repeat(n, np.zeros_like(counts), axis))


@pytest.mark.parametrize("counts", [2, [0, 3, 1, 2]])
@pytest.mark.parametrize("kinds", [("host", "device"), ("device", "host"), ("host", "shared")])
def test_repeat_in_the_memory_of_both(device, counts, kinds):
    x = dpt.asarray(np.arange(4), usm_type=kinds[0], device=device)
    repeated = dpt.repeat(x, dpt.asarray(counts, usm_type=kinds[1], device=device))
    assert repeated.usm_type == (kinds[1] if kinds[0] == "host" else kinds[0])
    assert_same(repeated, np.repeat(np.arange(4), counts))


def test_roll_by_arrays_of_one_number(x, n):
    by = dpt.asarray([1, -2], device=x.sycl_device)
    assert_same(dpt.roll(x, by[0]), np.roll(n, 1))
    assert_same(dpt.roll(x, (by[0], by[1]), axis=(0, 2)), np.roll(n, (1, -2), axis=(0, 2)))
    with pytest.raises(IndexError):
        dpt.roll(x, dpt.asarray(1.5, device=x.sycl_device))


def test_broadcast_arrays_are_a_list(x):
    """As the Array API of 2024.12 says."""
    assert type(dpt.broadcast_arrays(x, x)) is type(dpt.broadcast_arrays(x, x[:1])) is list


def test_nothing_is_repeated_no_times(device):
    assert dpt.repeat(dpt.zeros((2, 0), device=device), (), axis=1).shape == (2, 0)
    assert dpt.repeat(dpt.zeros(0, device=device), []).shape == (0,)


def test_repeat_refuses_negative_counts(device):
    x = dpt.arange(3, device=device)
    many = [100_000, -2, 1]
    for counts in ([1, -2, 1], *(dpt.asarray(c, device=device) for c in ([1, -2, 1], many))):
        with pytest.raises(ValueError, match="must not be negative: -2"):
            dpt.repeat(x, counts)


@pytest.mark.parametrize("counts", [[2**62] * 3, [2**62] * 4, [1, 2**63 - 1, 1]])
def test_repeat_refuses_counts_past_all_memory(device, counts):
    x = dpt.arange(len(counts), device=device)
    for given in (
        counts,
        dpt.asarray(counts, device=device),
        dpt.asarray(counts, dtype="u8", device=device),
    ):
        with pytest.raises(ValueError, match="beyond what can be addressed"):
            dpt.repeat(x, given)


@pytest.mark.parametrize("repetitions", [2, (2,), (2, 1), (1, 2, 3), (2, 1, 1, 2), (0, 1, 1), ()])
def test_tile(x, n, repetitions):
    assert_same(dpt.tile(x, repetitions), np.tile(n, repetitions))


@pytest.mark.parametrize("dtype", DTYPES)
def test_where(device, dtype):
    host = np.arange(6).astype(dtype)
    x = dpt.asarray(host, device=device)
    mask = np.array([True, False] * 3)
    chosen = dpt.where(dpt.asarray(mask, device=device), x, x[::-1])
    assert_same(chosen, np.where(mask, host, host[::-1]))
    assert_same(
        dpt.where(dpt.asarray(mask, device=device), x, 1),
        np.where(mask, host, 1),
    )
    assert_same(dpt.where(x, x, 0), np.where(host, host, 0))


def test_where_broadcasts_promotes_and_writes(device):
    mask = dpt.asarray([[True], [False]], device=device)
    x, y = dpt.arange(3, dtype="i4", device=device), dpt.ones(3, dtype="f4", device=device)
    expected = np.where([[True], [False]], np.arange(3, dtype="i4"), np.ones(3, dtype="f4"))
    assert_same(dpt.where(mask, x, y), expected)
    out = dpt.empty((2, 3), dtype=expected.dtype, device=device)
    assert dpt.where(mask, x, y, out=out) is out
    assert_same(out, expected)
    with pytest.raises(TypeError):
        dpt.where(True, x, x)


@pytest.mark.parametrize("dtype", [t for t in DTYPES if not t.startswith("complex")])
def test_clip(device, dtype):
    host = np.arange(8).astype(dtype)
    x = dpt.asarray(host, device=device)
    low, high = (np.asarray(v).astype(dtype) for v in (2, 5))
    if dtype != "bool":
        assert_same(dpt.clip(x, 2, 5), np.clip(host, low, high))
        assert_same(dpt.clip(x, min=2), np.clip(host, low, None))
        assert_same(dpt.clip(x, max=5), np.clip(host, None, high))
        assert_same(dpt.clip(x, x[::-1], 5), np.clip(host, host[::-1], high))
    assert_same(dpt.clip(x), host)
    out = dpt.empty_like(x)
    assert dpt.clip(x, x, x, out=out) is out


@pytest.mark.parametrize("order", "CFAK")
def test_clips_and_choices_lie_in_the_order_asked_for(device, order):
    host = np.arange(24, dtype="i4").reshape(2, 3, 4).transpose(2, 0, 1)
    x = dpt.permute_dims(
        dpt.reshape(dpt.arange(24, dtype="i4", device=device), (2, 3, 4)), (2, 0, 1)
    )
    mask = dpt.asarray(True, device=device)
    for bounds in ((3, 9), (3, None), (None, 9), (None, None)):
        wanted = np.clip(host, *bounds, order=order) if any(bounds) else host.copy(order=order)
        got = dpt.clip(x, *bounds, order=order)
        assert_same(got, wanted)
        assert got.strides == tuple(step // 4 for step in wanted.strides)
    got = dpt.where(mask, x, x + 1, order=order)
    assert got.strides == tuple(step // 4 for step in host.copy(order=order).strides)


def test_clip_keeps_nan_and_refuses_other_kinds(device):
    host = np.array([np.nan, -np.inf, 0.5, np.inf])
    assert_same(dpt.clip(dpt.asarray(host, device=device), 0, 1), np.clip(host, 0, 1))
    with pytest.raises(ValueError):
        dpt.clip(dpt.arange(3, device=device), 0, 2.5)
    for call in (lambda x: dpt.clip(x, {}, x), lambda x: dpt.clip(x, {})):
        with pytest.raises(ValueError):
            call(dpt.arange(3, device=device))


def test_clip_to_more_than_the_dtype_holds(device):
    x = dpt.asarray([0, 7, 255], dtype="u1", device=device)
    assert_same(dpt.clip(x, -300, 300), np.array([0, 7, 255], dtype="u1"))
    assert_same(dpt.clip(x, -300, 100), np.array([0, 7, 100], dtype="u1"))
    assert_same(dpt.clip(x, 5, 300), np.array([5, 7, 255], dtype="u1"))


def test_diff(x, n):
    for axis in (0, 1, -1):
        for times in (0, 1, 2):
            assert_same(dpt.diff(x, axis=axis, n=times), np.diff(n, axis=axis, n=times))
    assert_same(dpt.diff(x, prepend=0, append=x[..., :2]), np.diff(n, prepend=0, append=n[..., :2]))
    assert_same(dpt.diff(x > 3), np.diff(n > 3))
    with pytest.raises(ValueError, match="shape"):
        dpt.diff(x, prepend=x[0])
    with pytest.raises(ValueError, match="must be positive"):
        dpt.diff(x, n=-1)


def test_vecdot(device):
    n = (np.arange(12) + 1j * np.arange(12)[::-1]).reshape(3, 4)
    x = dpt.asarray(n, device=device)
    assert_same(dpt.vecdot(x, x[::-1]), np.vecdot(n, n[::-1]))
    assert_same(dpt.vecdot(x, x, axis=0), np.vecdot(n, n, axis=0))
    small = np.arange(12, dtype="i1").reshape(3, 4)
    y = dpt.asarray(small, device=device)
    assert_same(dpt.vecdot(y, y[::-1]), np.vecdot(small, small[::-1]))
    with pytest.raises(ValueError):
        dpt.vecdot(x, x[:, :2])


def test_allclose(device):
    x = dpt.asarray([1.0, np.nan, np.inf], device=device)
    assert bool(dpt.allclose(x, x)) is False
    assert bool(dpt.allclose(x, x, equal_nan=True)) is True
    assert bool(dpt.allclose(x[:1], x[:1] + 1e-9)) is True
    assert bool(dpt.allclose(x[:1], x[:1] + 1e-3)) is False
    assert bool(dpt.allclose(x[2:], -x[2:])) is False
    assert bool(dpt.allclose(dpt.arange(3, device=device), dpt.arange(3, device=device))) is True
    near = x[:1] * (1 - 2.0**-17)
    for a, b in ((near, x[:1]), (x[:1], near)):
        assert bool(dpt.allclose(a, b, atol=0, rtol=2.0**-17)) is True
        assert bool(dpt.allclose(a, b, atol=0, rtol=2.0**-18)) is False
    assert bool(dpt.allclose(x[2:], dpt.asarray([1e300], device=device))) is False
    integers = dpt.asarray([10**6, 3], device=device)
    assert bool(dpt.allclose(integers, integers + 1)) is False
    with pytest.raises(TypeError):
        dpt.allclose(x, 1)


@pytest.mark.parametrize(
    "call, error",
    [
        (lambda x: dpt.reshape(x, (5, 5)), ValueError),
        (lambda x: dpt.reshape(x, (-1, -1)), ValueError),
        (lambda x: dpt.reshape(x, (2, -2)), ValueError),
        (lambda x: dpt.reshape(x, (24,), order="K"), ValueError),
        (lambda x: dpt.permute_dims(x, (0, 1)), ValueError),
        (lambda x: dpt.permute_dims(x, (0, 0, 1)), ValueError),
        (lambda x: dpt.permute_dims(x, (0, 1, 3)), np.exceptions.AxisError),
        (lambda x: dpt.expand_dims(x, axis=5), np.exceptions.AxisError),
        (lambda x: dpt.unstack(x[0, 0, 0]), np.exceptions.AxisError),
        (lambda x: dpt.squeeze(x, 0), ValueError),
        (lambda x: dpt.broadcast_to(x, (5,)), ValueError),
        (lambda x: dpt.broadcast_arrays(x, dpt.ones(5)), ValueError),
        (lambda x: dpt.concat([]), TypeError),
        (lambda x: dpt.concat([x, x[0]]), ValueError),
        (lambda x: dpt.concat([x, x[:, :1]], axis=0), ValueError),
        (lambda x: dpt.stack([x, x[:1]]), ValueError),
        (lambda x: dpt.repeat(x, -1), ValueError),
        (lambda x: dpt.repeat(x, (1, 2, 3), axis=0), ValueError),
        (lambda x: dpt.tile(x, -1), ValueError),
        (lambda x: dpt.meshgrid(x), ValueError),
        (lambda x: dpt.roll([1, 2], 1), TypeError),
        (lambda x: dpt.roll(x, 1.5), TypeError),
    ],
)
def test_wrong_arguments_raise_at_the_call(x, call, error):
    with pytest.raises(error):
        call(x)


def test_any_two_axes_move_anywhere(device):
    host = np.zeros((2, 3, 4, 5))
    x = dpt.asarray(host, device=device)
    pairs = list(itertools.permutations(range(4), 2))
    for source, destination in itertools.product(pairs, pairs):
        expected = np.moveaxis(host, source, destination)
        assert dpt.moveaxis(x, source, destination).shape == expected.shape


def test_axes_of_any_sequence_and_their_errors(device):
    x = dpt.zeros((1, 2, 3), device=device)
    assert dpt.moveaxis(x, range(3), range(3)).shape == (1, 2, 3)
    assert dpt.permute_dims(x[0, 0], 0).shape == (3,)
    assert dpt.squeeze(x[0, 0, 0], 0).shape == ()
    for source, destination, name in ((3, 0, "source"), (0, -4, "destination")):
        with pytest.raises(np.exceptions.AxisError, match=f"{name}.*out of bounds"):
            dpt.moveaxis(x, source, destination)
    for source, destination, name in (([0, 0], [0, 1], "source"), ([0, 1], [2, -1], "destination")):
        with pytest.raises(ValueError, match=f"repeated axis in `{name}`"):
            dpt.moveaxis(x, source, destination)
    elsewhere = dpt.asarray(1, sycl_queue=dpctl.SyclQueue(device))
    with pytest.raises(ExecutionPlacementError):
        dpt.repeat(x, elsewhere)
    for ends in ({"prepend": elsewhere}, {"append": elsewhere}):
        with pytest.raises(ExecutionPlacementError, match="diff"):
            dpt.diff(x, **ends)


@pytest.mark.parametrize("dtype", ["?", "i1", "u8", "f4", "f8", "c8"])
@pytest.mark.parametrize("end", [True, 3, 2.5, 1j])
def test_diff_promotes_with_numbers_at_its_ends(device, dtype, end):
    n = np.array([1, 2, 4]).astype(dtype)
    x = dpt.asarray(n, device=device)
    common = np.result_type(n.dtype, end)
    joined = np.array([end, *n, end]).astype(common)
    expected = joined[1:] != joined[:-1] if common.kind == "b" else np.diff(joined)
    assert_same(dpt.diff(x, prepend=end, append=end), expected)
