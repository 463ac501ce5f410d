"""Elementwise functions that are made of an implementation, and what the built-in ones tell about theirs."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dpctl.utils import ExecutionPlacementError, SequentialOrderManager, get_execution_queue

from . import _promotion, _weak_types
from ._private_names import names_of
from ._usmarray import BinaryElementwiseFunc, UnaryElementwiseFunc, submit_pending, usm_ndarray

__all__ = ["BinaryElementwiseFunc", "UnaryElementwiseFunc"]

_Events = tuple[Any, Any]
_WITH_WIDE_INTEGERS = (
    "divide",
    "equal",
    "greater",
    "greater_equal",
    "less",
    "less_equal",
    "not_equal",
)


def loops(function: Any) -> list[str]:
    """The dtypes that a function computes in and gives, asked of its resolver."""
    found = []
    for dtypes in itertools.product(_promotion._all_data_types(True, True), repeat=function.nin):
        result = function.result_type_resolver_fn_(*dtypes)
        if result:
            found.append(f"{''.join(dtype.char for dtype in dtypes)}->{result.char}")
    return found


# What the functions of the ops table show of themselves.


class Resolver:
    """The result's dtype of a built-in function's loops."""

    def __init__(self, function: Any) -> None:
        self._function = function
        self._results: dict[tuple[np.dtype, ...], np.dtype] | None = None

    def __call__(self, *dtypes: Any) -> np.dtype | None:
        if self._results is None:
            pairs = [loop.split("->") for loop in self._function.types]
            self._results = {tuple(map(np.dtype, ins)): np.dtype(out) for ins, out in pairs}
        return self._results.get(tuple(map(np.dtype, dtypes)))


def submitting_unary(function: Any) -> Callable[..., _Events]:
    """The implementation of a built-in function of one array."""

    def submit(
        src: usm_ndarray, dst: usm_ndarray, sycl_queue: Any, depends: Sequence[Any] = ()
    ) -> _Events:
        return _compute(function, (src,), dst, sycl_queue, depends)

    return submit


def submitting_binary(function: Any) -> Callable[..., _Events]:
    """The implementation of a built-in function of two arrays."""

    def submit(
        src1: usm_ndarray,
        src2: usm_ndarray,
        dst: usm_ndarray,
        sycl_queue: Any,
        depends: Sequence[Any] = (),
    ) -> _Events:
        return _compute(function, (src1, src2), dst, sycl_queue, depends)

    return submit


def submitting_inplace(function: Any) -> Callable[..., _Events] | None:
    """The implementation of a built-in function that writes to its first input, if arrays have such an operator."""
    if function.operator_ is None:
        return None

    def submit(
        lhs: usm_ndarray, rhs: usm_ndarray, sycl_queue: Any, depends: Sequence[Any] = ()
    ) -> _Events:
        _check_loop(function, (lhs, rhs), lhs)
        return _submitted(
            lambda: getattr(lhs, function.operator_)(rhs), (lhs, rhs), lhs, sycl_queue, depends
        )

    return submit


def _accepting(function: Any) -> Callable[..., bool]:
    usual = ("_acceptance_fn_default_unary", "_acceptance_fn_default_binary")[function.nin - 1]
    return getattr(_promotion, f"_acceptance_fn_{function.name_}", getattr(_promotion, usual))


def _resolving(function: Any) -> Callable[..., tuple[np.dtype, np.dtype]]:
    if function.name_ in _WITH_WIDE_INTEGERS:
        return _weak_types._resolve_weak_types_all_py_ints
    return _weak_types._resolve_weak_types


def _signature(function: Any) -> Any:
    from inspect import signature

    if function.nin == 1:
        return signature(lambda x, /, *, out=None, order="K": None)
    return signature(lambda x1, x2, /, *, out=None, order="K": None)


_TOLD = {
    "types_": lambda function: function.types,
    "__signature__": _signature,
    "result_type_resolver_fn_": Resolver,
    "acceptance_fn_": _accepting,
    "unary_fn_": submitting_unary,
    "binary_fn_": submitting_binary,
    "binary_inplace_fn_": submitting_inplace,
    "weak_type_resolver_": _resolving,
}


def told(function: Any, name: str) -> Any:
    """An attribute of a function that it does not have yet."""
    if name not in _TOLD:
        raise AttributeError(f"{function!r} has no attribute {name!r}")
    made = _TOLD[name](function)
    setattr(function, name, made)
    return made


def _compute(
    function: Any, inputs: tuple[usm_ndarray, ...], dst: usm_ndarray, queue: Any, depends: Any
) -> _Events:
    _check_loop(function, inputs, dst)
    return _submitted(lambda: function(*inputs, out=dst), (*inputs, dst), dst, queue, depends)


def _check_loop(function: Any, inputs: tuple[usm_ndarray, ...], dst: usm_ndarray) -> None:
    result = function.result_type_resolver_fn_(*(x.dtype for x in inputs))
    if result is None or result != dst.dtype:
        dtypes = ", ".join(str(x.dtype) for x in inputs)
        raise ValueError(f"{function.name_}: no implementation takes ({dtypes}) to {dst.dtype}")


def _submitted(
    work: Callable[[], Any],
    arrays: tuple[usm_ndarray, ...],
    dst: usm_ndarray,
    queue: Any,
    depends: Any,
) -> _Events:
    """Submits the work that writes ``dst`` after events; later work of the queue comes after it."""
    _common_queue([queue, *(x.sycl_queue for x in arrays)])
    if depends:
        queue.submit_barrier(depends)
    work()
    submit_pending(dst)
    done = queue.submit_barrier()
    return done, done


# Functions of an implementation of the user's.


def call_unary(function: Any, x: Any, out: Any, order: str) -> usm_ndarray:
    """What a function of one array gives."""
    if not isinstance(x, usm_ndarray):
        raise TypeError(f"{function.name_}: expected dpctl.tensor.usm_ndarray, got {type(x)}")
    buffer, dtype = _promotion._find_buf_dtype(
        x.dtype, function.result_type_resolver_fn_, x.sycl_device, function.acceptance_fn_
    )
    inputs = _cast(function, (x,), (buffer,), dtype)
    return _run(function.unary_fn_, inputs, x.sycl_queue, x.shape, dtype, out, order)


def call_binary(function: Any, o1: Any, o2: Any, out: Any, order: str) -> usm_ndarray:
    """What a function of two arrays, or of an array and a number, gives."""
    operands, queue = _placed(o1, o2)
    arrays, dtypes = _resolved(function, operands, queue)
    *buffers, dtype = _promotion._find_buf_dtype2(
        *dtypes, function.result_type_resolver_fn_, queue.sycl_device, function.acceptance_fn_
    )
    shape = np.broadcast_shapes(*(x.shape for x in arrays))
    inputs = _cast(function, arrays, buffers, dtype)
    return _run(function.binary_fn_, inputs, queue, shape, dtype, out, order)


def call_inplace(function: Any, o1: Any, o2: Any) -> usm_ndarray:
    """Writes what a function of two arrays gives to the first."""
    from ._manipulation_functions import broadcast_to

    if function.binary_inplace_fn_ is None:
        raise ValueError(f"{function.name_} has no in-place implementation; use out=")
    if not isinstance(o1, usm_ndarray):
        raise TypeError(f"{function.name_}: expected dpctl.tensor.usm_ndarray, got {type(o1)}")
    operands, queue = _placed(o1, o2)
    (lhs, rhs), dtypes = _resolved(function, operands, queue)
    buffer, dtype = _promotion._find_buf_dtype_in_place_op(
        *dtypes, function.result_type_resolver_fn_, queue.sycl_device
    )
    _check_out(lhs, lhs.shape, dtype or lhs.dtype, queue)
    _, rhs = _cast(function, (lhs, rhs), (None, buffer), dtype)
    rhs = broadcast_to(_apart(rhs, lhs), lhs.shape)
    _submit(function.binary_inplace_fn_, (lhs, rhs), queue)
    return lhs


def _placed(*operands: Any) -> tuple[list[Any], Any]:
    """The operands, what shows USM as arrays, and the queue to compute on."""
    from ._ctors import asarray

    shown = [
        asarray(o)
        if not isinstance(o, usm_ndarray) and hasattr(o, "__sycl_usm_array_interface__")
        else o
        for o in operands
    ]
    queues = [o.sycl_queue for o in shown if isinstance(o, usm_ndarray)]
    if not queues:
        raise ExecutionPlacementError(
            f"the queue can not be inferred from {' and '.join(type(o).__name__ for o in operands)}; "
            "one of them must be a usm_ndarray"
        )
    return shown, _common_queue(queues)


def _resolved(
    function: Any, operands: list[Any], queue: Any
) -> tuple[list[usm_ndarray], tuple[np.dtype, np.dtype]]:
    """The operands as arrays of one queue, and their dtypes."""
    from ._ctors import asarray

    weak = [_weak_types.weak_type_of(o) for o in operands]
    arrays = [
        o if w or isinstance(o, usm_ndarray) else asarray(o, sycl_queue=queue)
        for o, w in zip(operands, weak, strict=True)
    ]
    given = [w or o.dtype for o, w in zip(arrays, weak, strict=True)]
    dtypes = function.weak_type_resolver_(*given, queue.sycl_device)
    made = [
        asarray(o, dtype=dtype, sycl_queue=queue) if w else o
        for o, w, dtype in zip(arrays, weak, dtypes, strict=True)
    ]
    return made, dtypes


def _cast(
    function: Any, arrays: Sequence[usm_ndarray], buffers: Sequence[Any], dtype: Any
) -> list[usm_ndarray]:
    from ._copy_utils import astype

    if dtype is None:
        dtypes = ", ".join(str(x.dtype) for x in arrays)
        raise ValueError(
            f"function '{function.name_}' does not support input types ({dtypes}), "
            "and they can not be safely cast to any that it does"
        )
    pairs = zip(arrays, buffers, strict=True)
    return [x if buffer is None else astype(x, buffer) for x, buffer in pairs]


def _run(
    implementation: Callable[..., _Events],
    inputs: Sequence[usm_ndarray],
    queue: Any,
    shape: tuple[int, ...],
    dtype: np.dtype,
    out: Any,
    order: str,
) -> usm_ndarray:
    from ._manipulation_functions import broadcast_to

    if out is None:
        result = target = _new(inputs, queue, shape, dtype, order)
    else:
        result = _check_out(out, shape, dtype, queue)
        clash = any(_overlap(x, out) and not _same_view(x, out) for x in inputs)
        target = _new(inputs, queue, shape, dtype, "C") if clash else out
    spread = [x if x.shape == shape else broadcast_to(x, shape) for x in inputs]
    _submit(implementation, (*spread, target), queue)
    if target is not result:
        result[...] = target
    return result


def _new(
    inputs: Sequence[usm_ndarray], queue: Any, shape: tuple[int, ...], dtype: np.dtype, order: str
) -> usm_ndarray:
    from dpctl.utils import get_coerced_usm_type

    if order not in ("K", "A", "C", "F"):
        raise ValueError(f"order={order!r} is not one of 'K', 'A', 'C' and 'F'")
    if order in "KA":
        order = (
            "F" if all(x.flags.f_contiguous and not x.flags.c_contiguous for x in inputs) else "C"
        )
    usm_type = get_coerced_usm_type([x.usm_type for x in inputs])
    return usm_ndarray(
        shape, dtype=dtype, buffer=usm_type, order=order, buffer_ctor_kwargs={"queue": queue}
    )


def _check_out(out: Any, shape: tuple[int, ...], dtype: np.dtype, queue: Any) -> usm_ndarray:
    if not isinstance(out, usm_ndarray):
        raise TypeError(f"output array must be of usm_ndarray type, got {type(out)}")
    if not out.flags.writable:
        raise ValueError("provided output array is read-only")
    if out.shape != shape:
        raise ValueError(f"output array of shape {shape} is needed, got {out.shape}")
    if out.dtype != dtype:
        raise ValueError(f"output array of type {dtype} is needed, got {out.dtype}")
    _common_queue([queue, out.sycl_queue])
    return out


def _common_queue(queues: list[Any]) -> Any:
    queue = get_execution_queue(queues)
    if queue is None:
        devices = ", ".join(repr(q) for q in queues)
        raise ExecutionPlacementError(f"arrays and work are on different queues: {devices}")
    return queue


def _apart(x: usm_ndarray, target: usm_ndarray) -> usm_ndarray:
    """The array, or a copy if writing ``target`` element by element would change elements not read yet."""
    from ._copy_utils import copy

    return copy(x) if _overlap(x, target) and not _same_view(x, target) else x


def _overlap(x: usm_ndarray, y: usm_ndarray) -> bool:
    (low, high), (other_low, other_high) = x._byte_bounds, y._byte_bounds
    return low < other_high and other_low < high


def _same_view(x: usm_ndarray, y: usm_ndarray) -> bool:
    return (x._pointer, x.dtype, x.shape, x.strides) == (y._pointer, y.dtype, y.shape, y.strides)


def _submit(
    implementation: Callable[..., _Events], arrays: Sequence[usm_ndarray], queue: Any
) -> None:
    manager = SequentialOrderManager[queue]
    manager.add_event_pair(
        *implementation(*arrays, sycl_queue=queue, depends=manager.submitted_events)
    )


__getattr__ = names_of(__name__)
