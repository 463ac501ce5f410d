"""Default dtypes of devices, and work that is submitted and gives two events: of what lets go of the arrays, and of the work."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from . import _promotion
from ._copy_utils import astype
from ._ctors import full, linspace, tril, triu
from ._device import Device
from ._elementwise_common import _Events, _overlap, _same_view, _submitted
from ._usmarray import usm_ndarray


def _default_of(kind: str, doc: str) -> Callable[[Any], str]:
    def default(dev: Any) -> str:
        device = Device.create_device(dev).sycl_device
        return _promotion._get_device_default_dtype(kind, device).str[1:]

    default.__doc__ = doc
    return default


default_device_bool_type = _default_of("b", "Default boolean dtype of a device or of a queue's.")
default_device_complex_type = _default_of("c", "Default complex dtype of a device or of a queue's.")
default_device_fp_type = _default_of("f", "Default floating dtype of a device or of a queue's.")
default_device_index_type = _default_of(
    "i", "Default dtype of indices of a device or of a queue's."
)
default_device_int_type = _default_of("i", "Default integer dtype of a device or of a queue's.")
default_device_uint_type = _default_of("u", "Default unsigned dtype of a device or of a queue's.")

_array_overlap = _overlap
_same_logical_tensors = _same_view


def _assigning(value: Callable[[], Any], dst: usm_ndarray, queue: Any, depends: Any) -> _Events:
    """Submits ``dst[...] = value()``."""

    def work() -> None:
        dst[...] = value()

    return _submitted(work, (dst,), dst, queue, depends)


def _copy_usm_ndarray_into_usm_ndarray(
    src: usm_ndarray, dst: usm_ndarray, sycl_queue: Any, depends: Sequence[Any] = ()
) -> _Events:
    if src.shape != dst.shape:
        raise ValueError(f"copy: the source has shape {src.shape}, the target {dst.shape}")
    return _assigning(lambda: src, dst, sycl_queue, depends)


def _copy_numpy_ndarray_into_usm_ndarray(
    src: Any, dst: usm_ndarray, sycl_queue: Any, depends: Sequence[Any] = ()
) -> None:
    if src.shape != dst.shape:
        raise ValueError(f"copy: the source has shape {src.shape}, the target {dst.shape}")
    _assigning(lambda: src, dst, sycl_queue, depends)[1].wait()


def _full_usm_ndarray(
    fill_value: Any, dst: usm_ndarray, sycl_queue: Any, depends: Sequence[Any] = ()
) -> _Events:
    return _assigning(
        lambda: full((), fill_value, dtype=dst.dtype, sycl_queue=sycl_queue),
        dst,
        sycl_queue,
        depends,
    )


def _zeros_usm_ndarray(dst: usm_ndarray, sycl_queue: Any, depends: Sequence[Any] = ()) -> _Events:
    return _assigning(lambda: 0, dst, sycl_queue, depends)


def _linspace_step(
    start: Any, dt: Any, dst: usm_ndarray, sycl_queue: Any, depends: Sequence[Any] = ()
) -> _Events:
    from ._usmarray import arange_array

    return _assigning(
        lambda: arange_array(start, dt, dst.size, dst.dtype, dst.usm_type, sycl_queue),
        dst,
        sycl_queue,
        depends,
    )


def _linspace_affine(
    start: Any,
    end: Any,
    dst: usm_ndarray,
    include_endpoint: bool,
    sycl_queue: Any,
    depends: Sequence[Any] = (),
) -> _Events:
    def value() -> usm_ndarray:
        return linspace(
            start, end, dst.size, dtype=dst.dtype, sycl_queue=sycl_queue, endpoint=include_endpoint
        )

    return _assigning(value, dst, sycl_queue, depends)


def _triu(
    src: usm_ndarray, dst: usm_ndarray, k: int = 0, sycl_queue: Any = None, depends: Any = ()
) -> _Events:
    return _assigning(lambda: triu(src, k=k), dst, sycl_queue or dst.sycl_queue, depends)


def _tril(
    src: usm_ndarray, dst: usm_ndarray, k: int = 0, sycl_queue: Any = None, depends: Any = ()
) -> _Events:
    return _assigning(lambda: tril(src, k=k), dst, sycl_queue or dst.sycl_queue, depends)


def _take(
    src: usm_ndarray,
    ind: Sequence[usm_ndarray],
    dst: usm_ndarray,
    axis_start: int,
    mode: int,
    sycl_queue: Any,
    depends: Sequence[Any] = (),
) -> _Events:
    from ._names import take_multi_index

    return _assigning(
        lambda: astype(take_multi_index(src, tuple(ind), axis_start, mode), dst.dtype),
        dst,
        sycl_queue,
        depends,
    )
