"""Keywords, empty and 0-d inputs, ties and least cases of functions whose usual cases other files test."""

import itertools
import operator

import dpctl
import dpctl.tensor as dpt
import numpy as np
import pytest
from dpctl.tensor import _type_utils
from dpctl.tensor._elementwise_common import UnaryElementwiseFunc

from support import DTYPES, assert_same, to_numpy, values

SIGNED = ["int8", "int16", "int32", "int64", "float32"]


@pytest.mark.parametrize("arguments", [*itertools.product(range(-2, 4), range(-2, 4), (1, 2, -1))])
def test_arange_of_booleans_has_two_values_at_most(device, arguments):
    try:
        expected = np.arange(*arguments, dtype=bool)
    except (TypeError, ValueError):
        expected = None
    if expected is None or expected.size > 2:
        with pytest.raises(ValueError, match="bool"):
            dpt.arange(*arguments, dtype=bool, device=device)
    else:
        assert dpt.arange(*arguments, dtype=bool, device=device).shape == expected.shape


@pytest.mark.parametrize("given", ["device", "shared", "host"])
@pytest.mark.parametrize("asked", [None, "device", "shared", "host"])
def test_arrays_made_of_arrays_lie_in_memory_of_their_kind(device, given, asked):
    x = dpt.ones(3, dtype="i4", usm_type=given, device=device)
    wanted = given if asked is None else asked
    for made in (
        dpt.full((2, 3), x, usm_type=asked),
        dpt.full_like(x, 2, usm_type=asked),
        dpt.empty_like(x, usm_type=asked),
        dpt.asarray(x, usm_type=asked),
        dpt.asarray([x, x], usm_type=asked),
        dpt.asarray([[1, 2, 3], x], usm_type=asked),
        dpt.asarray([[x, [1, 2, 3]], [[4, 5, 6], x]], usm_type=asked),
    ):
        assert (made.usm_type, made.sycl_queue) == (wanted, x.sycl_queue)


@pytest.mark.parametrize("copy", [True, False, None])
@pytest.mark.parametrize("shape", [(2, 3), (3, 2), (6,), (2, -1), (1, 2, 3)])
def test_reshape_copies_as_told(device, shape, copy):
    n = np.arange(6).reshape(2, 3)
    x = dpt.asarray(n, device=device)
    made = dpt.reshape(x, shape, copy=copy)
    made[...] = 7
    assert bool(dpt.all(x == 7)) == (copy is not True)


def test_results_of_arrays_without_dimensions_are_copies(device):
    x = dpt.asarray(3, device=device)
    for function in (dpt.sort, dpt.copy, dpt.argsort):
        made = function(x)
        assert made.shape == ()
        made[...] = 5
        assert int(x) == 3
    values, indices = dpt.top_k(x, 1)
    values[...] = 5
    assert (int(x), indices.shape) == (3, values.shape)


@pytest.mark.parametrize("invert", [False, True])
@pytest.mark.parametrize("count", [0, 1, 3])
@pytest.mark.parametrize("shape", [(), (0,), (4,), (2, 3)])
@pytest.mark.parametrize("dtype", ["bool", "int16", "float64", "complex64"])
def test_isin_of_few_or_no_elements(device, dtype, shape, count, invert):
    n = (np.arange(np.prod(shape, dtype=int)) % 3).reshape(shape).astype(dtype)
    tests = np.arange(count).astype(dtype)
    found = dpt.isin(
        dpt.asarray(n, device=device), dpt.asarray(tests, device=device), invert=invert
    )
    assert_same(found, np.isin(n, tests, invert=invert))


@pytest.mark.parametrize("dtype", ["i1", "i2", "u1", "u4", "i8"])
@pytest.mark.parametrize("negative", [False, True])
def test_sorters_of_any_integers(device, dtype, negative):
    n = np.array([5, 1, 3, 1, 9])
    order = np.argsort(n)
    if negative and np.dtype(dtype).kind == "i":
        order = order - n.size
    x, needles = dpt.asarray(n, device=device), dpt.arange(11, device=device)
    found = dpt.searchsorted(x, needles, sorter=dpt.asarray(order.astype(dtype), device=device))
    assert_same(found, np.searchsorted(np.sort(n), np.arange(11)))
    for wrong in (order[:-1], np.append(order, 0), order[None]):
        with pytest.raises(ValueError, match="sorter"):
            dpt.searchsorted(x, needles, sorter=dpt.asarray(wrong.astype(dtype), device=device))
    with pytest.raises(ValueError, match="integral"):
        dpt.searchsorted(x, needles, sorter=dpt.asarray(order.astype("f4"), device=device))


@pytest.mark.parametrize("order", "CFA")
@pytest.mark.parametrize("first, second", [*itertools.product("CF", repeat=2)])
def test_products_lie_in_the_order_asked_for(device, first, second, order):
    n = np.arange(35, dtype="f4").reshape(5, 7)
    x, y = (dpt.asarray(m, order=o, device=device) for m, o in ((n, first), (n.T, second)))
    made = dpt.matmul(x, y, order=order)
    a, b = (np.asarray(m, order=o) for m, o in ((n, first), (n.T, second)))
    expected = np.matmul(a, b, order=order)
    assert_same(made, expected)
    assert (made.flags.c_contiguous, made.flags.f_contiguous) == (
        expected.flags.c_contiguous,
        expected.flags.f_contiguous,
    )


@pytest.mark.parametrize("name", ["cumulative_sum", "cumulative_prod", "cumulative_logsumexp"])
@pytest.mark.parametrize("initial", [False, True])
def test_scans_of_one_element(device, name, initial):
    scan = getattr(dpt, name)
    x = dpt.asarray(2.5, device=device)
    for axis in (None, 0, -1):
        assert scan(x, axis=axis, include_initial=initial).shape == ((2,) if initial else ())
        assert float(scan(x, axis=axis, include_initial=initial)[(-1,) * initial]) == 2.5
    for axis in (1, -2):
        with pytest.raises(np.exceptions.AxisError):
            scan(x, axis=axis, include_initial=initial)


@pytest.mark.parametrize("dtype", SIGNED)
@pytest.mark.parametrize(
    "low, high", [(-5, -2), (-3, 0), (-1, 1), (0, 4), (3, 3), (2, -2), (None, -2), (-3, None)]
)
def test_clip_of_numbers_of_both_signs(device, dtype, low, high):
    n = np.arange(-8, 9).astype(dtype)
    x = dpt.asarray(n, device=device)
    expected = np.clip(n, low, high).astype(dtype)
    assert_same(dpt.clip(x, low, high), expected)
    bounds = (b if b is None else dpt.asarray(b, dtype=dtype, device=device) for b in (low, high))
    assert_same(dpt.clip(x, *bounds), expected)


@pytest.mark.parametrize("dtype", ["i1", "u1", "i4", "u8"])
def test_clip_by_the_limits_of_a_dtype_and_beyond(device, dtype):
    limits = np.iinfo(dtype)
    n = np.array([limits.min, limits.min + 1, 3, limits.max - 1, limits.max], dtype=dtype)
    x = dpt.asarray(n, device=device)
    for low, high in itertools.product(
        (limits.min - 1, limits.min, limits.min + 1), (limits.max - 1, limits.max, limits.max + 1)
    ):
        inside = max(low, limits.min), min(high, limits.max)
        assert_same(dpt.clip(x, low, high), np.clip(n, *(np.array(b, dtype) for b in inside)))


@pytest.mark.parametrize("shift", range(-6, 7))
@pytest.mark.parametrize("step", [1, 2, -1])
@pytest.mark.parametrize("dtype", ["i1", "f8"])
def test_own_functions_write_what_overlaps_their_input(device, shift, step, dtype):
    def submit(src, dst, sycl_queue, depends):
        dpctl.SyclEvent.wait_for(depends)
        for i in range(src.size):  # one element after the other, as an implementation may
            dst[i] = src[i] * 2
            sycl_queue.wait()
        done = sycl_queue.submit_barrier()
        return done, done

    function = UnaryElementwiseFunc("twice", lambda d: d, submit, "")
    n = np.arange(16).astype(dtype)
    x = dpt.asarray(n, device=device)
    source = slice(6, 10)
    values = 2 * n[source][::step]
    target = slice(6 + shift, 6 + shift + values.size)
    function(x[source][::step], out=x[target])
    expected = n.copy()
    expected[target] = values
    assert_same(x, expected)


@pytest.mark.parametrize("dtype", DTYPES)
def test_quotients_of_other_kinds_are_of_the_default_dtype(device, dtype):
    """What dpctl's acceptance functions say of the loops that a cast leads to."""
    from dpctl.tensor import _promotion

    def inexact(*dtypes):
        return dtypes[0] if dtypes[0].kind in "fc" and len(set(dtypes)) == 1 else None

    sycl_device = dpctl.SyclDevice(device)
    x = np.dtype(dtype)
    found = _promotion._find_buf_dtype(
        x, inexact, sycl_device, _promotion._acceptance_fn_reciprocal
    )
    twice = _promotion._find_buf_dtype2(
        x, x, inexact, sycl_device, _promotion._acceptance_fn_divide
    )
    if x.kind in "fc":
        assert (found, twice) == ((None, x), (None, None, x))
    else:
        default = dpt.arange(1.0, device=device).dtype
        assert (found, twice) == ((default, default), (default, default, default))


def test_weak_types_beside_each_dtype(device):
    """NumPy's rules, in what dpctl's own function objects ask."""
    from dpctl.tensor import _weak_types

    queue = dpctl.SyclQueue(device)
    for dtype, scalar in itertools.product(map(np.dtype, DTYPES), (True, 3, 2.5, 1j)):
        weak = _weak_types.weak_type_of(scalar)
        found = _type_utils._resolve_weak_types(dtype, weak, queue.sycl_device)
        turned = _type_utils._resolve_weak_types(weak, dtype, queue.sycl_device)
        assert found == turned[::-1]
        assert np.result_type(*found) == np.result_type(dtype, scalar)


@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"])
def test_python_integers_keep_a_dtype_that_holds_them(device, dtype):
    from dpctl.tensor import _weak_types

    limits = np.iinfo(dtype)
    queue = dpctl.SyclQueue(device)
    for number in (limits.min - 1, limits.min, 0, limits.max, limits.max + 1):
        if not -(2**63) <= number < 2**64:
            continue
        found = _weak_types._resolve_weak_types_all_py_ints(
            np.dtype(dtype), _weak_types.weak_type_of(number), queue.sycl_device
        )[1]
        assert np.iinfo(found).min <= number <= np.iinfo(found).max
        assert (found == np.dtype(dtype)) == (limits.min <= number <= limits.max)


def test_timers_nest(device):
    queue = dpctl.SyclQueue(device, property="enable_profiling")
    ticks = itertools.count()
    outer, inner = dpctl.SyclTimer(lambda: next(ticks)), dpctl.SyclTimer()
    with outer(queue), inner(queue), outer(queue):
        pass
    assert outer.host_times == [(1, 2), (0, 3)]
    starts = [start.profiling_info_end for start, _ in outer.bracketing_events]
    assert starts[0] >= starts[1]
    scaled = dpctl.SyclTimer(time_scale=1e9)
    with scaled(queue):
        queue.submit_barrier().wait()
    (start, end), host = scaled.bracketing_events[0], scaled.host_times[0]
    times = scaled.dt
    assert times.device_dt == pytest.approx(end.profiling_info_start - start.profiling_info_end)
    assert times.host_dt == pytest.approx((host[1] - host[0]) * 1e9)


@pytest.mark.parametrize("dtype", ["int8", "int16", "int32", "int64"])
def test_the_least_number_negated_is_itself_whatever_is_done_with_it(device, dtype):
    host = values(dtype)
    x = dpt.asarray(host, device=device)
    for change in (operator.neg, abs, lambda a: a * -1, lambda a: 0 - a):
        changed, expected = change(x), change(host)
        assert_same(changed * dpt.asarray(1, dtype="int64", device=device), expected.astype("i8"))
        np.testing.assert_array_equal(to_numpy(change(x) >> 3), expected >> 3)
        np.testing.assert_array_equal(to_numpy(change(x) < 5), expected < 5)
