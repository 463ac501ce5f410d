"""Products of vectors, matrices and tensors."""

from __future__ import annotations

from typing import Any

import dpctl.tensor as dpt
import numpy as np
from dpctl.tensor import _usmarray
from dpctl.tensor._usmarray import usm_ndarray

from ._convert import (
    CastError,
    array_of,
    arrays_of,
    cast,
    on_one_queue,
    operands_of,
    stored,
    wrapped,
)


def _product_in_rows(name: str, x1: Any, x2: Any) -> Any:
    """The product of vectors and matrices of one dtype that lie in rows; None where there is more to look at."""
    if not isinstance(x1, usm_ndarray) or not isinstance(x2, usm_ndarray):
        return None
    if x1.sycl_queue is not x2.sycl_queue:
        on_one_queue(name, x1, x2)
    product = _usmarray.plain_product(x1, x2)
    return None if product is None else wrapped(product)


def _product_of_vectors(name: str, a: Any, b: Any) -> Any:
    if not isinstance(a, usm_ndarray) or not isinstance(b, usm_ndarray) or a.ndim + b.ndim != 2:
        return None
    return _product_in_rows(name, a, b)


def matmul(
    x1,
    x2,
    /,
    out=None,
    *,
    casting="same_kind",
    order="K",
    dtype=None,
    subok=True,
    signature=None,
    axes=None,
    axis=None,
):
    """The matrix product of the last two axes, with the others broadcast.

    Args:
        x1 (ndarray): shape (..., m, k) or (k,).
        x2 (ndarray): shape (..., k, n) or (k,).
        out (ndarray, optional): array to write to.
        casting, dtype (optional): what inputs are cast to, and by which rule.
        axes (list of tuples, optional): where the axes of matrices are in both inputs and in the result.

    Raises:
        ValueError: where extents do not fit.
        TypeError: for arrays without axes, and where dtypes do not cast.
    """
    if out is None and dtype is axes is axis is None and order == "K" and casting == "same_kind":
        product = _product_in_rows("matmul", x1, x2)
        if product is not None:
            return product
    return _generalised(
        "matmul",
        _matmul,
        (2, 2, 2),
        x1,
        x2,
        out,
        casting,
        order,
        dtype,
        subok,
        signature,
        axes,
        axis,
    )


def vecdot(
    x1,
    x2,
    /,
    out=None,
    *,
    casting="same_kind",
    order="K",
    dtype=None,
    subok=True,
    signature=None,
    axes=None,
    axis=None,
):
    """The sums of products of vectors along the last axes, the first vector conjugated; keywords as of :func:`matmul`."""
    return _generalised(
        "vecdot",
        _vecdot,
        (1, 1, 0),
        x1,
        x2,
        out,
        casting,
        order,
        dtype,
        subok,
        signature,
        axes,
        axis,
    )


def matvec(
    x1,
    x2,
    /,
    out=None,
    *,
    casting="same_kind",
    order="K",
    dtype=None,
    subok=True,
    signature=None,
    axes=None,
    axis=None,
):
    """Matrices of shape (..., m, k) times vectors of shape (..., k); keywords as of :func:`matmul`."""
    return _generalised(
        "matvec",
        _matvec,
        (2, 1, 1),
        x1,
        x2,
        out,
        casting,
        order,
        dtype,
        subok,
        signature,
        axes,
        axis,
    )


def vecmat(
    x1,
    x2,
    /,
    out=None,
    *,
    casting="same_kind",
    order="K",
    dtype=None,
    subok=True,
    signature=None,
    axes=None,
    axis=None,
):
    """Conjugated vectors of shape (..., k) times matrices of shape (..., k, n); keywords as of :func:`matmul`."""
    return _generalised(
        "vecmat",
        _vecmat,
        (1, 2, 1),
        x1,
        x2,
        out,
        casting,
        order,
        dtype,
        subok,
        signature,
        axes,
        axis,
    )


def _matmul(x1: Any, x2: Any) -> Any:
    """In rows, as NumPy's where no order is asked for."""
    return dpt.matmul(x1, x2, order="C")


def _conj(x: Any) -> Any:
    return dpt.conj(x) if x.dtype.kind == "c" else x


def _vecdot(x1: Any, x2: Any) -> Any:
    return dpt.vecdot(*_same_depth("vecdot", x1, x2, -1, -1))


def _same_depth(name: str, x1: Any, x2: Any, first: int, second: int) -> tuple[Any, Any]:
    if x1.shape[first] != x2.shape[second]:
        raise ValueError(
            f"{name}: Input operand 1 has a mismatch in its core dimension: {x1.shape} and {x2.shape}"
        )
    return x1, x2


def _matvec(x1: Any, x2: Any) -> Any:
    _same_depth("matvec", x1, x2, -1, -1)
    return dpt.matmul(x1, x2[..., None])[..., 0]


def _vecmat(x1: Any, x2: Any) -> Any:
    _same_depth("vecmat", x1, x2, -1, -2)
    return dpt.matmul(_conj(x1)[..., None, :], x2)[..., 0, :]


def _generalised(
    name: str,
    product: Any,
    cores: tuple[int, int, int],
    x1: Any,
    x2: Any,
    out: Any,
    casting: str,
    order: str,
    dtype: Any,
    subok: bool,
    signature: Any,
    axes: Any,
    axis: Any,
) -> Any:
    """A product over the last axes of arrays, or over those that ``axes`` names."""
    if subok is not True or signature is not None:
        raise NotImplementedError(
            f"{name}: `subok` and `signature` are supported only with their default values"
        )
    arrays_of(x1, x2)
    if order not in ("K", "C", "F", "A", "k", "c", "f", "a", None):
        raise ValueError(f"order must be one of 'C', 'F', 'A', or 'K' (got {order!r})")
    if axes is not None and axis is not None:
        raise TypeError("cannot specify both `axis` and `axes`")
    if axis is not None:
        if name != "vecdot":
            raise TypeError(f"{name}: axis is for products of one core axis, and there are several")
        axes = [axis, axis, ()]
    where = None
    if axes is not None:
        x1, x2, where = _moved(name, cores, axes, x1, x2, out)
    for n, x, core in ((0, x1, cores[0]), (1, x2, cores[1])):
        if x.ndim < (1 if name == "matmul" else core):
            raise ValueError(
                f"{name}: Input operand {n} does not have enough dimensions (has {x.ndim}, gufunc core needs {core})"
            )
    wanted = np.dtype(dtype) if dtype is not None else dpt.result_type(x1, x2)
    if (
        dtype is None
        and out is not None
        and np.can_cast(wanted, array_of(out).dtype, casting) is False
    ):
        raise TypeError(
            f"Cannot cast ufunc '{name}' output from {wanted} to {out.dtype} with casting rule '{casting}'"
        )
    for x in (x1, x2):
        if not np.can_cast(x.dtype, wanted, casting):
            raise TypeError(
                f"Cannot cast ufunc '{name}' input from {x.dtype} to {wanted} with casting rule '{casting}'"
            )
    result = product(cast(x1, wanted), cast(x2, wanted))
    if where is not None and where:
        result = dpt.moveaxis(result, tuple(range(-len(where), 0)), where)
    if out is None and order not in ("K", None):
        result = _usmarray.astype_array(
            result, result.dtype, _order_of(order.upper(), x1, x2), False
        )
    if out is not None and where is None:
        result = _spread_to(
            out, result, result.ndim if name == "matmul" and min(x1.ndim, x2.ndim) < 2 else cores[2]
        )
    return stored(result, out, casting)


def _spread_to(out: Any, result: Any, core: int) -> Any:
    """The result broadcast to an output array, all but its core axes."""
    loops = out.ndim - core
    same = (
        core <= result.ndim <= out.ndim and out.shape[loops:] == result.shape[result.ndim - core :]
    )
    return dpt.broadcast_to(result, out.shape) if same and out.shape != result.shape else result


def _order_of(order: str, *arrays: Any) -> str:
    if order == "A":
        return "F" if all(x.flags.fnc for x in arrays) else "C"
    return order


def _moved(
    name: str, cores: tuple[int, int, int], axes: Any, x1: Any, x2: Any, out: Any
) -> tuple[Any, Any, Any]:
    """Both inputs with their core axes last, and where those of the result go."""
    if not isinstance(axes, list):
        raise TypeError("Axes should be a list.")
    if len(axes) != 3 and (len(axes) != 2 or cores[2]):
        raise ValueError(
            f"Axes should be a list of three tuples for inputs and output, got {len(axes)}"
        )
    parts = [tuple(a) if np.iterable(a) else (a,) for a in axes]
    moved = []
    for x, core, part in zip((x1, x2), cores, parts, strict=False):
        core = min(core, x.ndim) if name == "matmul" else core
        if len(part) != core:
            raise ValueError(f"{name}: axes item {part} should have {core} elements")
        for along in part:
            if not -x.ndim <= along < x.ndim:
                raise np.exceptions.AxisError(along, x.ndim)
        moved.append(dpt.moveaxis(x, part, tuple(range(-len(part), 0))))
    left = (x1.ndim > 1) + (x2.ndim > 1) if name == "matmul" else cores[2]
    target = parts[2] if len(parts) == 3 else (tuple(range(-left, 0)) if name != "vecdot" else ())
    if len(target) != left:
        raise np.exceptions.AxisError(f"{name}: the result's axes {target} should be {left}")
    return moved[0], moved[1], target


def dot(a, b, out=None):
    """The product of two arrays: of vectors their inner product, of matrices the matrix product, else the sum over the last
    axis of ``a`` and the last but one of ``b``; numbers and arrays without axes multiply.

    Raises:
        ValueError: where extents do not fit, or ``out`` is not of the result's dtype and layout.
    """
    product = _product_in_rows("dot", a, b) if out is None else None
    if product is not None:
        return product
    a, b = operands_of("dot", a, b, weak=False)
    if out is not None:
        array_of(out)
        expected = dpt.result_type(a, b)
        if out.dtype != expected or not out.flags.c_contiguous:
            raise CastError(
                "output array is not acceptable (must have the right datatype, number of dimensions, and be a C-Array)"
            )
    if a.ndim == 0 or b.ndim == 0:
        return stored(dpt.multiply(a, b), out)
    if b.ndim <= 2:
        if a.shape[-1] != b.shape[-2 if b.ndim == 2 else 0]:
            raise ValueError(f"shapes {a.shape} and {b.shape} not aligned")
        if a.ndim <= 2:
            return stored(dpt.matmul(a, b, order="C"), out)
        return stored(dpt.tensordot(a, b, axes=((a.ndim - 1,), (max(0, b.ndim - 2),))), out)
    if a.shape[-1] != b.shape[-2]:
        raise ValueError(f"shapes {a.shape} and {b.shape} not aligned")
    return stored(dpt.tensordot(a, b, axes=((a.ndim - 1,), (b.ndim - 2,))), out)


def inner(a, b):
    """The sum of products over the last axes of both arrays; numbers and arrays without axes multiply."""
    product = _product_of_vectors("inner", a, b)
    if product is not None:
        return product
    a, b = operands_of("inner", a, b, weak=False)
    if a.ndim == 0 or b.ndim == 0:
        return wrapped(dpt.multiply(a, b))
    if a.shape[-1] != b.shape[-1]:
        raise ValueError(
            f"shape of input arrays is not similar at requested axes: {a.shape} and {b.shape}"
        )
    if a.ndim == b.ndim == 1:
        return wrapped(dpt.matmul(a, b))
    return wrapped(dpt.tensordot(a, b, axes=((a.ndim - 1,), (b.ndim - 1,))))


def outer(a, b, out=None):
    """Products of every element of one array with every element of another, both flattened."""
    first, second = operands_of("outer", a, b, weak=False)
    if first.ndim == second.ndim == 1 and out is None:
        return wrapped(dpt.multiply(first[:, None], second))
    left = dpt.reshape(first, (-1, 1)) if isinstance(a, usm_ndarray) else first
    right = dpt.reshape(second, (1, -1)) if isinstance(b, usm_ndarray) else second
    result = dpt.multiply(left, right)
    return stored(
        result if result.ndim == 2 else dpt.reshape(result, (first.size, second.size)), out
    )


def vdot(a, b):
    """The sum of products of all elements, those of ``a`` conjugated."""
    if isinstance(a, usm_ndarray) and a.dtype.kind != "c":
        product = _product_of_vectors("vdot", a, b)
        if product is not None:
            return product
    a, b = operands_of("vdot", a, b, weak=False)
    if a.size != b.size:
        raise ValueError(f"vectors have different lengths: {a.shape} and {b.shape}")
    return wrapped(dpt.vecdot(dpt.reshape(a, -1), dpt.reshape(b, -1)))


def tensordot(a, b, axes=2):
    """Sums of products over axes of both arrays.

    Args:
        axes (int, pair): how many of the last axes of ``a`` go with the first of ``b``, or which go with which.
    """
    a, b = operands_of("tensordot", a, b, weak=False)
    if not isinstance(axes, (int, np.integer)):
        try:
            ours, theirs = axes
        except (TypeError, ValueError):
            raise TypeError("Axes must be an integer or a pair of sequences.") from None
        axes = tuple(tuple(part) if np.iterable(part) else (part,) for part in (ours, theirs))
        if len(axes[0]) != len(axes[1]):
            raise ValueError("Axes length mismatch.")
    else:
        if axes < 0:
            raise ValueError("`axes` must be a non-negative integer")
        axes = int(axes)
    if axes == 0 or axes == ((), ()):
        spread = a[(..., *(None,) * b.ndim)]
        return wrapped(dpt.multiply(spread, b))
    if a.ndim == 0 or b.ndim == 0:
        raise ValueError("Input must not have dimensions of 0 with axes to sum over")
    return wrapped(dpt.tensordot(a, b, axes=axes))


def kron(a, b):
    """The Kronecker product: each element of ``a`` times the whole of ``b``."""
    a, b = operands_of("kron", a, b, weak=False)
    ndim = max(a.ndim, b.ndim)
    left = dpt.reshape(a, (1,) * (ndim - a.ndim) + a.shape)
    right = dpt.reshape(b, (1,) * (ndim - b.ndim) + b.shape)
    pairs = (
        dpt.multiply(
            dpt.expand_dims(left, axis=tuple(range(1, 2 * ndim, 2))),
            dpt.expand_dims(right, axis=tuple(range(0, 2 * ndim, 2))),
        )
        if ndim
        else dpt.multiply(left, right)
    )
    return wrapped(
        dpt.reshape(pairs, tuple(m * n for m, n in zip(left.shape, right.shape, strict=True)))
    )


def trace(a, offset=0, axis1=0, axis2=1, dtype=None, out=None):
    """The sum over a diagonal in the plane of two axes."""
    from ._indexing import diagonal

    return stored(dpt.sum(diagonal(a, offset, axis1, axis2), axis=-1, dtype=dtype), out)


def cross(a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):
    """Cross products of vectors of two or three elements along an axis.

    Raises:
        ValueError: for vectors of other lengths.
    """
    a, b = operands_of("cross", a, b)
    if a.dtype.kind == b.dtype.kind == "b":
        raise TypeError("Input arrays with boolean data type are not supported")
    if axis is not None:
        axisa = axisb = axisc = axis
    a, b = _vectors_last(a, axisa), _vectors_last(b, axisb)
    if a.shape[-1] not in (2, 3) or b.shape[-1] not in (2, 3):
        raise ValueError(
            "Incompatible vector dimensions for cross product\n(the dimension of vector used in cross product must be 2 or 3)"
        )
    if a.dtype != b.dtype:
        dtype = dpt.result_type(a, b)
        a, b = cast(a, dtype), cast(b, dtype)
    x, y = a[..., 0], a[..., 1]
    u, v = b[..., 0], b[..., 1]
    last = x * v - y * u
    if a.shape[-1] == b.shape[-1] == 2:
        return wrapped(last)
    shape = a.shape[:-1]
    if b.shape[:-1] != shape:
        shape = np.broadcast_shapes(shape, b.shape[:-1])
    axisc = _usmarray.normal_axis_index(axisc, len(shape) + 1)
    if a.shape[-1] == 2:
        z, w = None, b[..., 2]
        parts = (y * w, -(x * w), last)
    elif b.shape[-1] == 2:
        z = a[..., 2]
        parts = (-(z * v), z * u, last)
    else:
        z, w = a[..., 2], b[..., 2]
        parts = (y * w - z * v, z * u - x * w, last)
    spread = [p if p.shape == shape else dpt.broadcast_to(p, shape) for p in parts]
    return wrapped(dpt.stack(spread, axis=axisc))


def _vectors_last(x: Any, axis: int) -> Any:
    axis = _usmarray.normal_axis_index(axis, x.ndim)
    return x if axis == x.ndim - 1 else dpt.moveaxis(x, axis, -1)
