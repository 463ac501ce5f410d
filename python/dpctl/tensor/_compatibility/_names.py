"""Private names of dpctl's modules that are not those of ours: our modules ask here for what they do not have."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _promotion, _usmarray, _weak_types
from ._device import Device
from ._usmarray import check_queues, usm_ndarray


def _where_result_type(dt1: np.dtype, dt2: np.dtype, dev: Any) -> np.dtype | None:
    """What a choice between two dtypes gives; ``None`` if the device lacks one of them."""
    has = _promotion._all_data_types(dev.has_aspect_fp16, dev.has_aspect_fp64)
    if dt1 not in has or dt2 not in has:
        return None
    return _promotion._to_device_supported_dtype(np.promote_types(dt1, dt2), dev)


def _get_dtype(o: Any, dev: Any) -> Any:
    """The dtype of an array or of what becomes one, or the weak type of a Python number."""
    weak = _weak_types.weak_type_of(o)
    if weak is not None:
        return weak
    if isinstance(o, usm_ndarray):
        return o.dtype
    found = np.asarray(o).dtype
    if found.kind not in "biufc":
        return np.object_
    return _promotion._to_device_supported_dtype(found, dev)


def _array(x: Any) -> usm_ndarray:
    if not isinstance(x, usm_ndarray):
        raise TypeError(f"Expected dpctl.tensor.usm_ndarray, got {type(x)}")
    return x


def _empty_as(view: Any, dt: Any, usm_type: Any, dev: Any) -> usm_ndarray:
    """Uninitialised, dense, with the memory order of a strided object."""
    from ._ctors import _permuted_like

    return _permuted_like(view, dt, usm_type or "device", Device.create_device(dev).sycl_queue)


def _empty_like_orderK(x: Any, dt: Any, usm_type: Any = None, dev: Any = None) -> usm_ndarray:
    like = _array(x)
    return _empty_as(like, dt, usm_type or like.usm_type, dev or like.device)


def _empty_like_pair_orderK(
    X1: Any, X2: Any, dt: Any, res_shape: tuple[int, ...], usm_type: Any, dev: Any
) -> usm_ndarray:
    _array(X1), _array(X2)
    like = X1 if X1.shape == res_shape or X2.shape != res_shape else X2
    if like.shape != res_shape:
        return _usmarray.empty_array(
            res_shape, dt, "C", usm_type, Device.create_device(dev).sycl_queue
        )
    return _empty_as(like, dt, usm_type, dev)


def _from_numpy_empty_like_orderK(x: Any, dt: Any, usm_type: Any, dev: Any) -> usm_ndarray:
    if not isinstance(x, np.ndarray):
        raise TypeError(f"Expected numpy.ndarray, got {type(x)}")
    return _empty_as(x, dt, usm_type, dev)


def _copy_into(dst: usm_ndarray, src: Any) -> None:
    if dst.ndim != src.ndim and dst.shape != src.shape:
        raise ValueError(f"copy: the source has shape {src.shape}, the target {dst.shape}")
    dst[...] = src


def _broadcast_shapes(sh1: Any, sh2: Any) -> tuple[int, ...]:
    return np.broadcast_shapes(sh1.shape, sh2.shape)


def _positions(inds: Any, axis: int, ary: usm_ndarray, mode: int) -> tuple[Any, ...]:
    """The index that names elements of axes from one on by integer arrays; the rest is taken whole."""
    from . import _elementwise_funcs as functions
    from ._clip import clip

    inds = tuple(inds) if isinstance(inds, (tuple, list)) else (inds,)
    if mode not in (0, 1):
        raise ValueError(f"mode must be 0 (wrap) or 1 (clip), not {mode!r}")
    axis = _usmarray.normal_axis_index(axis, ary.ndim)
    if not any(isinstance(ind, usm_ndarray) for ind in inds):
        raise TypeError(f"at least one index must be a usm_ndarray, got {inds}")
    for ind in inds:
        if not isinstance(ind, (usm_ndarray, np.ndarray, int)):
            raise TypeError(f"an index must be an integer array, not {type(ind).__name__}")
        if not isinstance(ind, int) and ind.dtype.kind not in "iu":
            raise IndexError(f"an index must be an integer array, not one of {ind.dtype}")
    dtypes = [ind.dtype for ind in inds if not isinstance(ind, int)]
    if np.result_type(*dtypes).kind not in "iu":
        raise ValueError(f"index arrays of {dtypes} have no common integer dtype")
    if not 0 <= axis <= ary.ndim - len(inds):
        raise ValueError(f"{len(inds)} index arrays from axis {axis} of {ary.ndim}")
    if mode == 1:
        ends = [ary.shape[axis + k] - 1 for k in range(len(inds))]
        inds = tuple(
            clip(ind, 0, end) if isinstance(ind, usm_ndarray) else min(max(ind, 0), end)
            for ind, end in zip(inds, ends, strict=True)
        )
    else:
        inds = tuple(
            functions.remainder(ind, ary.shape[axis + k])
            if isinstance(ind, usm_ndarray)
            else ind % ary.shape[axis + k]
            for k, ind in enumerate(inds)
        )
    return (*[slice(None)] * axis, *inds)


def take_multi_index(ary: Any, inds: Any, p: int, mode: int = 0) -> usm_ndarray:
    """Elements that integer arrays name along axes from ``p`` on."""
    return _array(ary)[_positions(inds, p, ary, mode)]


def _put_multi_index(ary: Any, inds: Any, p: int, vals: Any, mode: int = 0) -> None:
    _array(ary)[_positions(inds, p, ary, mode)] = vals


def _masked(ary: Any, ary_mask: Any, axis: int) -> tuple[Any, ...]:
    check_queues("indexing", _array(ary), _array(ary_mask))
    if not 0 <= axis <= ary.ndim - ary_mask.ndim:
        raise ValueError(f"a mask of {ary_mask.ndim} dimensions at axis {axis} of {ary.ndim}")
    return (*[slice(None)] * axis, ary_mask)


def _extract_impl(ary: Any, ary_mask: Any, axis: int = 0) -> usm_ndarray:
    return _array(ary)[_masked(ary, ary_mask, axis)]


def _place_impl(ary: Any, ary_mask: Any, vals: Any, axis: int = 0) -> None:
    _array(ary)[_masked(ary, ary_mask, axis)] = vals


def _nonzero_impl(ary: Any) -> tuple[usm_ndarray, ...]:
    from dpctl import tensor

    return tensor.nonzero(_array(ary))


def _get_indexing_mode(name: str) -> int:
    """How dpctl numbers what becomes of indices beyond an axis."""
    modes = {"wrap": 0, "clip": 1}
    if name not in modes:
        raise ValueError(f"mode must be 'wrap' or 'clip', not {name!r}")
    return modes[name]


def _cast_fill_val(fill_val: Any, dt: Any) -> Any:
    """The number as the dtype's kind of Python number."""
    kinds = {"b": bool, "i": int, "u": int, "f": float, "c": complex}
    convert = kinds[np.dtype(dt).kind]
    if isinstance(fill_val, complex) and convert is not complex:
        fill_val = fill_val if convert is bool else fill_val.real
    return convert(fill_val)


NAMES = {
    ("_search_functions", "_where_result_type"): _where_result_type,
    ("_elementwise_common", "_get_dtype"): _get_dtype,
    ("_copy_utils", "_empty_like_orderK"): _empty_like_orderK,
    ("_copy_utils", "_empty_like_pair_orderK"): _empty_like_pair_orderK,
    ("_copy_utils", "_from_numpy_empty_like_orderK"): _from_numpy_empty_like_orderK,
    ("_copy_utils", "_copy_from_usm_ndarray_to_usm_ndarray"): _copy_into,
    ("_copy_utils", "_copy_same_shape"): _copy_into,
    ("_copy_utils", "_copy_from_numpy_into"): _copy_into,
    ("_copy_utils", "_broadcast_shapes"): _broadcast_shapes,
    ("_copy_utils", "_take_multi_index"): take_multi_index,
    ("_copy_utils", "_put_multi_index"): _put_multi_index,
    ("_copy_utils", "_extract_impl"): _extract_impl,
    ("_copy_utils", "_place_impl"): _place_impl,
    ("_copy_utils", "_nonzero_impl"): _nonzero_impl,
    ("_indexing_functions", "_get_indexing_mode"): _get_indexing_mode,
    ("_ctors", "_cast_fill_val"): _cast_fill_val,
}
