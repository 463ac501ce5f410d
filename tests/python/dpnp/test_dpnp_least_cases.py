"""Arrays without axes and without elements, and operands that both packages refuse, against NumPy."""

import dpctl
import dpnp
import numpy as np
import pytest
from dpnp_support import same

pytestmark = pytest.mark.usefixtures("small_work")

GIVEN = """
np.cumulative_sum(np.asarray(3))
np.cumulative_prod(np.asarray(3.5))
np.cumsum(np.asarray(3), axis=0)
np.max(np.asarray([True, False]), initial=2, where=np.asarray([True, False]))
np.trim_zeros(np.zeros((1, 0)))
np.gcd(np.asarray([-128, 127, -128], dtype="i1"), np.asarray([-128, 1, 0], dtype="i1"))
np.lcm(np.asarray([100, 4], dtype="i1"), np.asarray([3, 6], dtype="i1"))
np.gcd(np.asarray([2**63, 6], dtype="u8"), np.asarray([12, 2**63], dtype="u8"))
np.trim_zeros(np.zeros((2, 3)))
np.gcd(np.asarray([4, 0, -6, 0]), 0)
np.lcm(np.asarray([4, 0, -6]), np.asarray([6, 5, 4]))
np.fft.irfftn(np.ones((2, 3, 4)) + 1j, s=(5, 4, 3, 3), axes=(1, 2, 2, 1))
np.random.weibull(0, 5)
np.ldexp(np.asarray([1.5, np.inf, -0.25]), 5)
np.ldexp(np.asarray([1.5, 2.0], dtype="f4"), -3)
np.ldexp(np.asarray([0.0, -0.0, 1.0, -2.0]), 5000)
np.ldexp(2.0, np.asarray([1, 2]))
np.where(np.asarray([True, False]), np.float64(0.25), np.asarray([1, 2], dtype="f4"))
np.where(np.asarray([True, False]), np.asarray([1, 2], dtype="i1"), np.int16(300))
np.clip(np.asarray([0, 1], dtype="f4"), np.float64(0.25), None)
np.clip(np.asarray([4, 2, 0, 5], dtype="u4"), -1, 2, out=np.zeros(4, dtype="u4"))
np.clip(np.asarray([4, 2, 0, 5], dtype="u1"), None, 300, order="C")
np.clip(np.asarray([-4, 2, 0, 5], dtype="i1"), -500, np.asarray(3.5))
np.angle(np.asarray([-0.0, 0.0, np.inf, -np.inf, np.nan, -2.0]))
np.angle(np.asarray([3, -2], dtype="i2"), deg=True)
np.angle(np.asarray([3, -2], dtype="i1"))
np.angle(np.asarray([True, False]))
np.var(np.asarray([2.0]), ddof=1)
np.nan_to_num(np.asarray([np.nan, 1.0, np.nan]), nan=[5, 6, 7])
np.asarray(np.can_cast(np.int32(3), "f4"))
np.histogram(np.asarray([-2.5, 2.5, 3.0, -1.0], dtype="f4"), 3, density=True)[0]
np.histogram(np.asarray([-2.5, 2.5, 3.0, -1.0], dtype="f4"), 3)[1]
np.histogram(np.asarray([1.5, 1.5], dtype="f4"), 3, range=(0, 2))[1]
np.histogram(np.asarray([3, 3], dtype="u1"), 3)[1]
np.histogram2d(np.asarray([0.5, 1.5], dtype="f2"), np.asarray([True, False]), [2, 3], [[-1, 3], None])[1]
np.histogram2d(np.asarray([0.5, 1.5], dtype="f2"), np.asarray([True, False]), [2, 3], [[-1, 3], None])[2]
np.histogramdd(np.zeros((0, 3), dtype="f4"), bins=2)[1][0]
np.histogramdd(np.asarray([[0.5, 1.5], [2.5, -1.5]], dtype="f4"), bins=3)[1][1]
np.linalg.cond(np.ones((0, 4, 4)))
np.var(np.arange(60, dtype="f4"), dtype="c16")
np.std(np.arange(61), dtype="c16")
np.nanvar(np.asarray([0.5, 0.75, 17.25, np.nan]), dtype="f8")
np.indices((2, 3), dtype=None, sparse=True)[1]
np.indices((2, 3), dtype=None)
np.einsum(np.arange(6).reshape(2, 3), np.asarray([0, 1]))
np.delete(np.arange(12).reshape(3, 4), slice(3, 0, -1), axis=1)
np.delete(np.arange(5), -2)
np.insert(np.arange(12).reshape(3, 4)[::-1], slice(1, 3), 7, axis=1)
np.insert(np.arange(5), [1, 1, 1], [7, 8, 9])
np.insert(np.arange(6).reshape(2, 3), 1, [7, 8], axis=1)
np.nan_to_num(np.asarray([np.nan, np.inf, -np.inf, 1.5]), nan=np.inf, posinf=np.nan)
np.nan_to_num(np.asarray([complex(np.nan, -np.inf), 1j], dtype="c8"), nan=-np.inf, neginf=np.float64(0.1))
np.convolve(np.asarray([4, 4, 1, 1]), np.asarray([-1.0, np.nan, -2.0]))
np.convolve(np.arange(40.0), np.asarray([np.inf, 1.0]))
np.convolve(np.arange(4.0)[::-1], np.asarray([np.inf, 1.0, np.nan, 2.0, 0.0]), "same")
np.convolve(np.arange(5, dtype="i4")[::-1], np.asarray([2**30, 3], dtype="i4"))
np.convolve(np.arange(200.0), np.arange(30.0), "same")
np.convolve(np.arange(5, dtype="f4"), np.asarray([1.5]), "valid")
np.correlate(np.arange(5) + 1, np.arange(3)[::-1] * 2, "same")
np.correlate(np.asarray([3.0, -2.5, 0.0]), np.asarray([0.5, np.nan]), "full")
np.geomspace(np.asarray([1.0, np.nan]), 8, 4)
np.geomspace(np.asarray([1, 2]), np.asarray([-3, 4]), 3)
np.geomspace(np.asarray([1.5, 2.5], dtype="f4"), 9, 3, axis=-1)
np.geomspace(-2, -9.0, 5)
np.geomspace(1, -9.0, 5)
np.partition(np.zeros((2, 0)), 0)
np.partition(np.zeros((0, 3)), 7, axis=None)
np.interp(np.asarray([0.5, 1.0, 1.5, np.nan]), np.asarray([0, 1, 2]), np.asarray([1.0, complex(np.inf, 2), 3j]))
np.interp(np.asarray([[0.5, 2.5]]), np.asarray([0.0, 1.0, 2.0]), np.asarray([np.nan, 1.0, np.inf]))
np.tile(np.zeros(0), -1)
np.tile(np.zeros((0, 2)), (3, -1, 2))
np.float_power(np.asarray([1, 2, 0], dtype="u1"), -3)
np.float_power(-3, np.asarray([1, 2], dtype="u2"))
np.heaviside(np.asarray([0, 2], dtype="u1"), -3)
np.heaviside(np.asarray([0, 2], dtype="u1"), np.int8(-2))
np.heaviside(np.asarray([0, 2], dtype="u2"), np.asarray([3, 4], dtype="i1"))
np.heaviside(-2, np.asarray([0, 2], dtype="u1"))
np.interp(np.asarray([np.nan, -1.0, 2.0]), np.asarray([1.0]), np.asarray([5.0]), left=7)
np.einsum("a,ad->", np.zeros(0), np.ones((1, 2)))
np.einsum("ab,bcd->acd", np.ones((2, 0)), np.ones((1, 2, 1)))
np.einsum("ab,bc,c->a", np.ones((2, 1)), np.ones((3, 2)), np.ones(1))
np.bincount(np.asarray([0, 1, 1, 3]), weights=np.asarray([1e20, 1.0, 2.0, 3.0]))
np.histogram(np.asarray([0.0, 1.0, 1.5, 2.0]), bins=3, weights=np.asarray([1e18, 3.0, 5.0, 7.0]))[0]
np.histogram(np.asarray([0.0, 1.0, 1.5, 2.0]), bins=3, weights=np.asarray([1.0, 3j, 5.0, 7.0]))[0]
"""
REFUSED = """
np.bitwise_count(np.asarray([1.0, 2.0]))
np.gcd(np.asarray([True]), np.asarray([True]))
np.gcd(np.asarray([1.0]), 2)
np.positive(np.asarray([True]))
np.ldexp(7.3, np.asarray(4, dtype="u8"))
np.ldexp(np.asarray([1.0]), 2.0)
+np.asarray([True])
-np.asarray([True])
np.fft.fftn(np.ones((4, 3)), s=5, axes=(0,))
"""


@pytest.mark.parametrize("call", GIVEN.strip().splitlines())
def test_a_call_gives_what_numpy_gives(call):
    same(eval(call, {"np": dpnp}), eval(call, {"np": np}))


@pytest.mark.parametrize("call", REFUSED.strip().splitlines())
def test_a_call_is_refused_as_by_numpy(call):
    with pytest.raises(TypeError):
        eval(call, {"np": np})
    with pytest.raises((TypeError, ValueError)):
        eval(call, {"np": dpnp})


def test_a_common_divisor_may_be_written_to():
    x = dpnp.gcd(dpnp.asarray([4, 6]), 0)
    x += 1
    same(x, [5, 7])


def test_an_output_on_another_queue_is_refused_first():
    x = dpnp.ones(3, dtype="c8", sycl_queue=dpctl.SyclQueue())
    out = dpnp.empty(4, dtype="f4", sycl_queue=dpctl.SyclQueue())
    for call in (dpnp.fft.fft, dpnp.sin, dpnp.cumsum):
        with pytest.raises(dpctl.utils.ExecutionPlacementError):
            call(x, out=out)


def test_operands_on_other_queues_are_refused_by_their_placement():
    x, y = (dpnp.ones(3, sycl_queue=dpctl.SyclQueue()) for _ in range(2))
    for call in (
        lambda: x.fill(y[0]),
        lambda: dpnp.diff(x, prepend=y),
        lambda: dpnp.diff(x, append=y),
    ):
        with pytest.raises(dpctl.utils.ExecutionPlacementError):
            call()


@pytest.mark.parametrize("count", [np.inf, np.nan, -np.inf, [3]])
def test_a_window_of_no_number_of_points_is_refused(count):
    for name in ("bartlett", "blackman", "hamming", "hanning"):
        with pytest.raises(TypeError):
            getattr(dpnp, name)(count)


def test_axes_of_a_product_name_those_of_its_result():
    a, b = np.arange(120).reshape(2, 5, 3, 4), np.arange(120).reshape(4, 2, 5, 3)
    for xp in (np, dpnp):
        with pytest.raises(ValueError):
            xp.matmul(xp.asarray(a), xp.asarray(b), axes=[(3, 1), (2, 0)])


@pytest.mark.parametrize("mode", ["constant", "edge", "mean", "reflect", "wrap", "linear_ramp"])
def test_an_array_padded_by_nothing_is_a_copy(mode):
    x = dpnp.arange(4)
    made = dpnp.pad(x, 0, mode=mode)
    x[...] = 7
    same(made, np.arange(4))


def test_nothing_is_no_value_to_place():
    for xp in (np, dpnp):
        with pytest.raises(ValueError, match="empty"):
            xp.place(xp.arange(3), xp.asarray([True, False, True]), xp.asarray([], dtype="i8"))
        xp.place(xp.arange(3), xp.zeros(3, dtype="?"), xp.asarray([], dtype="i8"))


@pytest.mark.parametrize("dtype", ["i4", "f4"])
@pytest.mark.parametrize("shape", [(0, 0), (0, 2), (2, 0, 3), (0, 2, 3)])
def test_pseudo_inverses_of_nothing(shape, dtype):
    same(dpnp.linalg.pinv(dpnp.zeros(shape, dtype=dtype)), np.linalg.pinv(np.zeros(shape, dtype)))


def test_limits_of_pseudo_inverses_are_one_for_each_matrix():
    for xp in (np, dpnp):
        with pytest.raises(ValueError):
            xp.linalg.pinv(xp.ones((2, 2)), xp.asarray([0.5]))


def test_axes_of_a_norm_are_no_list():
    for xp in (np, dpnp):
        with pytest.raises(TypeError):
            xp.linalg.norm(xp.ones((2, 2)), axis=[1])


@pytest.mark.parametrize("subscripts", ["ij->ji", "ii->i", "...ij"])
def test_sums_of_nothing_are_views(subscripts):
    host = np.arange(9, dtype="i2").reshape(3, 3)
    ours = dpnp.asarray(host)
    made, expected = (
        x.einsum(subscripts, a, dtype="f8", order="F") for x, a in ((dpnp, ours), (np, host))
    )
    same(made, expected)
    made[0] = 50
    expected[0] = 50
    same(ours, host)


def test_products_of_what_runs_backwards_run_forwards():
    x = dpnp.arange(4)[::-1]
    for made in (dpnp.outer(x, x), dpnp.kron(x, x)):
        assert made.flags.c_contiguous


@pytest.mark.parametrize("name", ["dot", "matmul", "inner", "tensordot"])
def test_products_of_transposed_matrices_lie_in_rows(name):
    a = dpnp.arange(9.0).reshape(3, 3).T
    made = getattr(dpnp, name)(a, a, *((1,) if name == "tensordot" else ()))
    assert made.flags.c_contiguous and not made.flags.f_contiguous


def test_subscripts_of_sums_are_whatever_is_an_index():
    host = np.arange(9.0).reshape(3, 3)
    places = dpnp.asarray([0, 0])
    same(dpnp.einsum(dpnp.asarray(host), list(places)), np.trace(host))
    same(dpnp.einsum(dpnp.asarray(host), [np.int8(0), True], [True]), host.sum(0))


@pytest.mark.parametrize("subscripts", ["ii", "ii->i", "ii,i->i", "jii,i"])
def test_a_diagonal_runs_through_axes_of_one_extent(subscripts):
    inputs = subscripts.split("->")[0].split(",")
    for extents in ((1, 3), (3, 1)):
        shapes = [(2, *extents)[-len(i) :] if i.count("i") > 1 else (3,) for i in inputs]
        for xp in (np, dpnp):
            with pytest.raises(ValueError):
                xp.einsum(subscripts, *map(xp.ones, shapes))


def test_frequencies_are_real_numbers():
    for dtype in ("i8", "c8"):
        with pytest.raises(ValueError):
            dpnp.fft.fftfreq(10, 2, dtype=dtype)


def test_a_list_is_shuffled_in_place():
    given = [(i, str(i)) for i in range(20)]
    shuffled = list(given)
    dpnp.random.shuffle(shuffled)
    assert sorted(shuffled) == given


def test_the_scalar_type_of_truth_values_is_numpys():
    assert dpnp.bool is np.bool
    assert dpnp.bool(True)
