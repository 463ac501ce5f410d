"""What becomes of Python numbers at the edges of dtypes, and of memory kinds, read-only flags and layouts in results."""

import itertools

import dpctl
import dpctl.memory as dpm
import dpctl.tensor as dpt
import numpy as np
import pytest

from support import DTYPES, assert_same, to_numpy

INTEGERS = ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"]
KINDS = ["device", "shared", "host"]  # the first of several wins


@pytest.mark.parametrize("dtype", INTEGERS)
def test_floats_fill_integers_up_to_their_limits(device, dtype):
    limits = np.iinfo(dtype)
    beyond = float(2 ** (limits.bits - (limits.min < 0)))
    largest = np.nextafter(beyond, 0) if limits.bits == 64 else float(limits.max) + 0.5
    for value in (0.0, -0.9, 3.99, float(limits.min), largest):
        made = dpt.full(2, value, dtype=dtype, device=device)
        assert to_numpy(made).tolist() == [int(value)] * 2
    for value in (beyond, float(limits.min) - 1 - 2**11 * (limits.bits == 64), np.inf, np.nan):
        with pytest.raises((OverflowError, ValueError)):
            dpt.full(2, float(value), dtype=dtype, device=device)


@pytest.mark.parametrize("dtype", INTEGERS)
def test_comparisons_with_integers_of_any_size(device, dtype):
    limits = np.iinfo(dtype)
    n = np.array([limits.min, limits.min + 1, 0, 1, limits.max - 1, limits.max], dtype=dtype)
    x = dpt.asarray(n, device=device)
    numbers = {0, -1, 1, 300, -(2**31), 2**32, -(2**63), 2**63 - 1, 2**63, 2**64 - 1}
    numbers |= {int(limits.min) + d for d in (-1, 0, 1)} | {int(limits.max) + d for d in (-1, 0, 1)}
    for number in numbers:
        if not -(2**63) <= number < 2**64:
            continue
        exact = n.astype(object)
        for name, op in (
            ("<", np.less),
            ("<=", np.less_equal),
            ("==", np.equal),
            ("!=", np.not_equal),
        ):
            expected = op(exact, number).astype(bool)
            found = eval(f"x {name} number", {"x": x, "number": number})
            assert_same(found, expected)
            turned = eval(f"number {name} x", {"x": x, "number": number})
            assert_same(turned, op(number, exact).astype(bool))


@pytest.mark.parametrize("dtype", [t for t in DTYPES if t not in ("bool",)])
def test_numbers_of_a_higher_kind_promote_as_in_numpy(device, dtype):
    n = np.arange(1, 5).astype(dtype)
    x = dpt.asarray(n, device=device)
    for number in (True, 2, 2.5, 1 + 2j):
        assert (x * number).dtype == (n * number).dtype
        assert dpt.multiply(number, x).dtype == np.multiply(number, n).dtype
        assert dpt.where(x > 2, x, number).dtype == np.result_type(n, number)


@pytest.mark.parametrize("dtype", DTYPES)
def test_types_of_arrays_dtypes_and_numbers_promote_as_in_numpy(device, dtype):
    n = np.ones(2, dtype)
    x = dpt.asarray(n, device=device)
    for beside in ((), (np.dtype("i2"),), (np.dtype("f2"), 1)):
        for number in (True, 300, -1, 2**70, 2.5, 1e300, 2j, np.float32(2), np.int8(1)):
            parts = (number, *beside)
            assert dpt.result_type(x, *parts) == np.result_type(n, *parts)
            assert dpt.result_type(*parts, x.dtype) == np.result_type(*parts, n.dtype)


@pytest.mark.parametrize("target", DTYPES)
@pytest.mark.parametrize("number", [0j, 2j, 1 + 0j, -1 - 3j])
def test_complex_numbers_in_elements_of_other_dtypes(device, target, number):
    x = dpt.ones(3, dtype=target, device=device)
    kind = np.dtype(target).kind
    if kind == "u" and number.real < 0:
        return
    x[1:] = number
    wanted = bool(number) if kind == "b" else number if kind == "c" else number.real
    assert to_numpy(x).tolist() == [1, wanted, wanted]


@pytest.mark.parametrize("start", [0, 5, 2**62, 2**63 - 2, 2**63, 2**63 + 3, 2**64 - 9])
@pytest.mark.parametrize("step", [1, 3])
def test_arange_of_large_unsigned_numbers(device, start, step):
    made = dpt.arange(start, start + 2 * step + 1, step, dtype="u8", device=device)
    assert to_numpy(made).tolist() == [start, start + step, start + 2 * step]


@pytest.mark.parametrize("dtype", INTEGERS)
@pytest.mark.parametrize("by", [1, 2, 4, 64, 3, 7, -1, -2, -4, -64, -3])
def test_quotients_by_constants(device, dtype, by):
    if by < 0 and np.dtype(dtype).kind == "u":
        return
    limits = np.iinfo(dtype)
    n = np.array([limits.min, limits.min + 1, -5, -1, 0, 1, 63, 64, limits.max], dtype="O")
    n = n[(n >= limits.min) & (n != (limits.min if by == -1 else limits.min - 1))].astype(dtype)
    for make in (lambda a: a, lambda a: a + 0):  # in memory, and not computed yet
        x = make(dpt.asarray(n, device=device))
        assert_same(x // by, n // by)
        assert_same(x % by, n % by)
        x //= by
        assert_same(x, n // by)


@pytest.mark.parametrize("first, second", [*itertools.product(KINDS, repeat=2)])
def test_results_lie_in_the_memory_that_wins(device, first, second):
    x = dpt.ones((2, 3), usm_type=first, device=device)
    y = dpt.ones((2, 3), usm_type=second, device=device)
    wins = KINDS[min(KINDS.index(first), KINDS.index(second))]
    flags, index = y > 0, dpt.zeros(2, dtype="i8", usm_type=second, device=device)
    for made in (
        x + y, dpt.add(x, y, order="F"), dpt.hypot(y, x), dpt.where(flags, x, y), dpt.where(flags, x, 1), dpt.clip(x, y, 3),
        dpt.concat([x, y]), dpt.stack([y, x]), dpt.matmul(x, y.T), dpt.tensordot(x, y), dpt.vecdot(x, y), x[flags],
        dpt.take(x, index, axis=1), dpt.searchsorted(x[0], y), dpt.isin(x, y), dpt.linalg.cross(x, y),
    ):  # fmt: skip
        assert made.usm_type == wins
    for made in (
        -x,
        x * 2,
        dpt.sum(x),
        dpt.sort(x),
        dpt.cumulative_sum(x, axis=0),
        dpt.repeat(x, 2),
    ):
        assert made.usm_type == first


def test_views_and_what_shares_memory_keep_read_only_flags(device):
    x = dpt.zeros((2, 3), device=device)
    other = dpctl.SyclQueue(x.sycl_context, x.sycl_device)
    for writable in (True, False):
        x.flags["W"] = writable
        for view in (
            x.T, x[0], x[:, ::-1], dpt.reshape(x, 6), dpt.permute_dims(x, (1, 0)), dpt.expand_dims(x), dpt.squeeze(x[:1]),
            dpt.flip(x), dpt.moveaxis(x, 0, 1), x.to_device(other), dpt.asarray(x, sycl_queue=other, copy=False),
        ):  # fmt: skip
            assert view.flags.writable == writable
        assert (x + 1).flags.writable and dpt.copy(x).flags.writable
    assert not dpt.broadcast_to(x, (4, 2, 3)).flags.writable


@pytest.mark.parametrize("dtype", ["u1", "i2", "f4", "f8", "c16"])
def test_arrays_do_not_reach_beyond_memory_that_no_element_fills(dtype):
    size = np.dtype(dtype).itemsize
    for nbytes in range(1, 4 * size + 2):
        memory = dpm.MemoryUSMShared(nbytes)
        fits = memory.nbytes // size
        for count in range(1, 6):
            if count <= fits:
                assert dpt.usm_ndarray(count, dtype=dtype, buffer=memory).size == count
            else:
                with pytest.raises(ValueError):
                    dpt.usm_ndarray(count, dtype=dtype, buffer=memory)


def test_moves_to_another_queue_come_after_what_was_submitted(device):
    first = dpctl.SyclQueue(device)
    second = dpctl.SyclQueue(first.sycl_context, first.sycl_device)
    for n in range(30):
        x = dpt.full(200_000, n, dtype="f8", sycl_queue=first)
        y = dpt.sqrt(dpt.square(x) + 1)
        y.sycl_queue.submit_barrier()
        moved = y.to_device(second)
        total = dpt.sum(moved * 2)
        assert total.sycl_queue == second
        assert float(total) == pytest.approx(400_000 * np.sqrt(n * n + 1.0), rel=1e-12)


@pytest.mark.parametrize("way", ["reversed", "shifted", "itself"])
def test_placed_values_may_lie_in_the_target(device, way):
    for share in (2, 3, 1):
        n = np.arange(100_000.0)
        x = dpt.asarray(n, device=device)
        mask = n % share == 0
        part = {"reversed": np.s_[::-1], "shifted": np.s_[1:], "itself": np.s_[:]}[way]
        expected = n.copy()
        np.place(expected, mask, n[part].copy())
        dpt.place(x, dpt.asarray(mask, device=device), x[part])
        assert_same(x, expected)


LAYOUTS = {
    "the same row": lambda xp, x: xp.broadcast_to(x[0], (150, 150)),
    "the same column": lambda xp, x: xp.broadcast_to(x[:, :1], (150, 150)),
    "one number": lambda xp, x: xp.broadcast_to(x[0, 0], (150, 150)),
    "rows apart": lambda xp, x: x[::-1],
    "columns apart": lambda xp, x: x[:, ::-1],
    "turned": lambda xp, x: x.T,
}


@pytest.mark.parametrize("first, second", [*itertools.product(LAYOUTS, repeat=2)])
def test_large_products_of_repeated_and_turned_arrays(device, first, second):
    n = np.random.default_rng(1).integers(-3, 4, (150, 150)).astype("f4")
    x = dpt.asarray(n, device=device)
    made = dpt.matmul(LAYOUTS[first](dpt, x), LAYOUTS[second](dpt, x))
    np.testing.assert_array_equal(to_numpy(made), LAYOUTS[first](np, n) @ LAYOUTS[second](np, n))
