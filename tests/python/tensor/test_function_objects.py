"""What elementwise function objects tell about themselves, and functions made from an implementation of one's own."""

import inspect
import pickle

import dpctl
import dpctl.tensor as dpt
import numpy as np
import pytest
from dpctl.tensor._elementwise_common import BinaryElementwiseFunc, UnaryElementwiseFunc

from support import assert_same


def events_of(queue):
    done = queue.submit_barrier()
    return done, done


def submit_half(src, dst, sycl_queue, depends):
    sycl_queue.submit_barrier(depends)
    dst[...] = src / 2
    return events_of(sycl_queue)


def submit_mean(src1, src2, dst, sycl_queue, depends):
    sycl_queue.submit_barrier(depends)
    dst[...] = (src1 + src2) / 2
    return events_of(sycl_queue)


def submit_mean_inplace(lhs, rhs, sycl_queue, depends):
    sycl_queue.submit_barrier(depends)
    lhs[...] = (lhs + rhs) / 2
    return events_of(sycl_queue)


def float_loops(*dtypes):
    return dtypes[0] if dtypes[0].kind == "f" and len(set(dtypes)) == 1 else None


@pytest.fixture
def half():
    return UnaryElementwiseFunc("half", float_loops, submit_half, "Half of x.")


@pytest.fixture
def mean():
    return BinaryElementwiseFunc("mean", float_loops, submit_mean, "", submit_mean_inplace)


def test_built_in_functions_are_of_the_public_classes():
    assert isinstance(dpt.abs, UnaryElementwiseFunc)
    assert isinstance(dpt.add, BinaryElementwiseFunc)
    assert str(dpt.abs) == repr(dpt.abs) == "<UnaryElementwiseFunc 'abs'>"
    assert repr(dpt.add) == "<BinaryElementwiseFunc 'add'>"
    assert pickle.loads(pickle.dumps(dpt.add)) is dpt.add
    assert str(inspect.signature(dpt.add)) == "(x1, x2, /, *, out=None, order='K')"


def test_resolvers_tell_the_loops():
    resolve = dpt.divide.get_type_result_resolver_function()
    assert resolve(np.dtype("f4"), np.dtype("f4")) == np.dtype("f4")
    assert resolve(np.dtype("i4"), np.dtype("i4")) is None
    assert dpt.isnan.get_type_result_resolver_function()(np.dtype("f4")) == np.dtype("?")


def test_implementations_compute_after_events(device):
    queue = dpctl.SyclQueue(device)
    x = dpt.asarray(np.arange(-5.0, 5), sycl_queue=queue)
    y = dpt.empty_like(x)
    released, done = dpt.abs.get_implementation_function()(
        src=x, dst=y, sycl_queue=queue, depends=[queue.submit_barrier()]
    )
    dpctl.SyclEvent.wait_for([released, done])
    assert_same(y, np.abs(np.arange(-5.0, 5)))
    z = dpt.empty_like(x)
    dpt.add.get_implementation_function()(src1=x, src2=y, dst=z, sycl_queue=queue)
    dpt.multiply.get_implementation_inplace_function()(lhs=z, rhs=y, sycl_queue=queue)
    n = np.arange(-5.0, 5)
    assert_same(z, (n + np.abs(n)) * np.abs(n))


def test_implementations_take_their_loops_only(device):
    queue = dpctl.SyclQueue(device)
    x = dpt.ones(3, dtype="i4", sycl_queue=queue)
    y = dpt.zeros(3, dtype="f8", sycl_queue=queue)
    with pytest.raises(ValueError, match="int32"):
        dpt.sqrt.get_implementation_function()(x, y, queue)
    with pytest.raises(dpctl.utils.ExecutionPlacementError):
        dpt.abs.get_implementation_function()(y, y, dpctl.SyclQueue(device))
    assert_same(y, np.zeros(3))


def test_in_place_operation_of_the_object(device):
    x = dpt.ones(4, device=device)
    assert dpt.add._inplace_op(x, 2) is x
    assert_same(x, np.full(4, 3.0))
    assert dpt.hypot.get_implementation_inplace_function() is None
    with pytest.raises(ValueError, match="hypot"):
        dpt.hypot._inplace_op(x, x)
    with pytest.raises(TypeError):
        dpt.add._inplace_op([1], x)


def test_own_unary_function(device, half):
    x = dpt.arange(6, dtype="f4", device=device)
    assert_same(half(x), np.arange(6, dtype="f4") / 2)
    assert_same(half(dpt.arange(6, dtype="i4", device=device)), np.arange(6) / 2)
    assert half.types == ["e->e", "f->f", "d->d"]
    assert (half.nin, half.nout, half.__doc__) == (1, 1, "Half of x.")
    assert repr(half) == "<UnaryElementwiseFunc 'half'>"


def test_own_function_writes_out(device, half):
    n = np.arange(6.0)
    x = dpt.asarray(n, device=device)
    assert half(x[::-1], out=x) is x
    assert_same(x, n[::-1] / 2)
    assert half(dpt.ones((2, 3), device=device), order="F").flags.f_contiguous


def test_own_binary_function(device, mean):
    x = dpt.ones((3, 4), dtype="f4", device=device)
    row = dpt.arange(4, dtype="f4", device=device)
    expected = (1 + np.arange(4, dtype="f4")) / 2
    assert_same(mean(x, row), np.broadcast_to(expected, (3, 4)))
    assert_same(mean(x, 3), np.full((3, 4), 2, dtype="f4"))
    assert_same(mean(3, x), np.full((3, 4), 2, dtype="f4"))
    assert mean._inplace_op(x, row) is x
    assert_same(x, np.broadcast_to(expected, (3, 4)))


def test_own_functions_refuse_what_built_in_ones_refuse(device, half, mean):
    x = dpt.zeros(4, dtype="f4", device=device)
    read_only = dpt.zeros(4, dtype="f4", device=device)
    read_only.flags["W"] = False
    with pytest.raises(TypeError, match="usm_ndarray"):
        half(np.zeros(4))
    with pytest.raises(ValueError, match="complex64"):
        half(dpt.zeros(4, dtype="c8", device=device))
    with pytest.raises(ValueError, match="read-only"):
        half(x, out=read_only)
    with pytest.raises(ValueError, match="shape"):
        half(x, out=x[:2])
    with pytest.raises(ValueError, match="float32"):
        half(x, out=dpt.zeros(4, dtype="f8", device=device))
    with pytest.raises(TypeError, match="usm_ndarray"):
        half(x, out=np.zeros(4))
    with pytest.raises(dpctl.utils.ExecutionPlacementError):
        mean(1, 2)
    with pytest.raises(dpctl.utils.ExecutionPlacementError):
        mean(x, dpt.zeros(4, dtype="f4", sycl_queue=dpctl.SyclQueue(device)))
    with pytest.raises(ValueError, match="broadcast"):
        mean(x, dpt.zeros(3, dtype="f4", device=device))
    assert_same(x, np.zeros(4, dtype="f4"))


def test_acceptance_function_is_asked(device):
    asked = []

    def accept(arg_dtype, buf_dtype, res_dtype, sycl_dev):
        asked.append((arg_dtype, buf_dtype))
        return buf_dtype == np.dtype("f8")

    function = UnaryElementwiseFunc("half", float_loops, submit_half, "", accept)
    result = function(dpt.arange(3, dtype="i1", device=device))
    assert result.dtype == np.dtype("f8")
    assert asked == [(np.dtype("i1"), np.dtype(t)) for t in ("f2", "f4", "f8")]
    assert function.get_type_promotion_path_acceptance_function() is accept
