# distutils: language = c++
# cython: language_level=3
"""DLPack: arrays given to and taken from other libraries without a copy."""

from typing import Any

import numpy as np

from cpython.pycapsule cimport PyCapsule_CheckExact, PyCapsule_GetName

from . import _usmarray
from ._usmarray import DLDeviceType

from ._usmarray cimport usm_ndarray

_VERSION = (1, 1)


cdef class DLPackCreationError(Exception):
    """What DLPack has no words for."""


_ON_GPU = (DLDeviceType.kDLCUDA, DLDeviceType.kDLCUDAManaged, DLDeviceType.kDLCUDAHost)
_CUDA_KINDS = {
    "device": DLDeviceType.kDLCUDA,
    "shared": DLDeviceType.kDLCUDAManaged,
    "host": DLDeviceType.kDLCUDAHost,
}
_HOST = (DLDeviceType.kDLCPU, 0)


def device_of(x: usm_ndarray) -> tuple[DLDeviceType, int]:
    """What ``usm_ndarray.__dlpack_device__`` gives."""
    if x.sycl_device.is_cpu:
        return _HOST
    from ._dldevice_conversions import sycl_device_to_dldevice

    kind, number = sycl_device_to_dldevice(x.sycl_device)
    return (_CUDA_KINDS[x.usm_type] if kind == DLDeviceType.kDLCUDA else kind), number


def to_capsule(
    x: usm_ndarray, stream: Any, max_version: Any, dl_device: Any, copy: bool | None
) -> Any:
    """What ``usm_ndarray.__dlpack__`` gives."""
    if copy not in (None, True, False):
        raise TypeError(f"copy must be a bool or None, not {copy!r}")
    if max_version is not None and not _is_version(max_version):
        raise TypeError(
            "`__dlpack__` expects `max_version` to be a 2-tuple of integers `(major, minor)`, "
            f"instead got {max_version!r}"
        )
    versioned = max_version is not None and max_version[0] >= 1
    if x.sycl_device.is_cpu and stream is None and not copy and (dl_device is None or dl_device == _HOST):
        return _usmarray.dlpack_capsule(x, *_HOST, versioned, False, True, False)
    own = x.__dlpack_device__()
    wanted = own if dl_device is None else _device_pair(dl_device, BufferError)
    on_gpu = own[0] in _ON_GPU
    if wanted not in _names_of(x, own):
        if wanted[0] == DLDeviceType.kDLCPU:
            return _host_capsule(x, copy, max_version)
        raise BufferError(
            f"__dlpack__: an array on DLPack device {own} is not available on {wanted}"
        )
    if copy:
        writable = x.flags.writable
        x = _usmarray.astype_array(x, x.dtype, "K", True)
        _usmarray.set_writable(x, writable)
    # Who names no stream may read with the host where the memory lets it.
    host_reads = wanted == _HOST or (stream is None and wanted[0] != DLDeviceType.kDLCUDA)
    if on_gpu:
        _order_stream_after(x, stream)
    else:
        _order_after(x, stream)
        host_reads = wanted == _HOST
    return _usmarray.dlpack_capsule(
        x, wanted[0], wanted[1], versioned, copy is True, host_reads, on_gpu
    )


def _names_of(x: usm_ndarray, own: tuple[int, int]) -> set[tuple[int, int]]:
    """Every pair by which DLPack can name what reads the array's memory in place."""
    names = {own}
    if own[0] in _ON_GPU:
        names.add((DLDeviceType.kDLCUDA, own[1]))
        if x.usm_type != "device":
            names.add(_HOST)
    else:
        names.add((DLDeviceType.kDLOneAPI, x.sycl_device.get_device_id()))
    return names


def _is_version(version: Any) -> bool:
    return (
        isinstance(version, tuple)
        and len(version) == 2
        and isinstance(version[0], int)
        and isinstance(version[1], int)
    )


def _order_stream_after(x: usm_ndarray, stream: Any) -> None:
    """What a CUDA stream, by Array API's numbers, gets later runs after the array's pending work."""
    if stream is None:
        stream = 1  # the legacy default stream
    if not isinstance(stream, int):
        return _order_after(x, stream)
    if stream == 0 or stream < -1:
        raise ValueError(
            f"__dlpack__: stream {stream} is ambiguous; 1 is the legacy default stream, 2 the thread's own, "
            "-1 asks for no order"
        )
    if stream != -1:
        _usmarray.hold_back(x.sycl_queue, stream)


def _device_pair(pair: Any, unknown: type[Exception]) -> tuple[int, int]:
    """DLPack's pair for a device; raises ``unknown`` for a kind that it has no number for."""
    if not isinstance(pair, tuple) or len(pair) != 2:
        raise TypeError(f"dl_device must be a pair of device type and number, got {pair!r}")
    kind, number = pair
    try:
        kind = DLDeviceType[kind] if isinstance(kind, str) else DLDeviceType(int(kind))
    except (KeyError, ValueError):
        raise unknown(f"{kind!r} is no device type of DLPack") from None
    return kind, int(number)


def _host_capsule(x: usm_ndarray, copy: bool | None, max_version: Any) -> Any:
    if copy is False:
        raise BufferError("__dlpack__: the host can not read this device's memory without a copy")
    host = _usmarray.numpy_of(x)
    return host.__dlpack__(max_version=max_version)


def _order_after(x: usm_ndarray, stream: Any) -> None:
    """What is submitted to the queue ``stream`` later runs after the array's pending work."""
    from dpctl import SyclQueue

    if stream is None:
        return
    if not isinstance(stream, SyclQueue):
        raise TypeError(f"stream must be None or dpctl.SyclQueue, got {type(stream)}")
    if stream != x.sycl_queue:
        stream.submit_barrier([x.sycl_queue.submit_barrier()])


def from_dlpack(
    x: Any, /, *, device: Any = None, copy: bool | None = None
) -> usm_ndarray | np.ndarray:
    """An array over the memory of another library's array.

    Memory that Weft allocated becomes a ``usm_ndarray`` that shares it. Other memory of the host, and arrays of
    NumPy, become a ``numpy.ndarray`` that shares it, or a ``usm_ndarray`` with a copy if a ``device`` is given.
    DLPack's pair of the host, ``(DLDeviceType.kDLCPU, 0)``, asks for a ``numpy.ndarray``.

    Args:
        device: where the result is to live; a device, queue, filter string, or DLPack's pair of numbers.
        copy: ``True`` always copies, ``False`` raises BufferError where a copy is needed.
    """
    if not hasattr(x, "__dlpack__") or not hasattr(x, "__dlpack_device__"):
        raise TypeError(
            f"The argument of type {type(x)} does not implement `__dlpack__` and `__dlpack_device__` methods."
        )
    source = _device_pair(x.__dlpack_device__(), ValueError)
    if device == _HOST or (device is None and isinstance(x, np.ndarray)):
        return _on_host(x, source, copy)
    target = None if device is None else _queue(device)
    made = _shared(x, source, target, copy)
    return _from_host(x, source, target, copy) if made is None else _placed(made, target, copy)


def _capsule_of(x: Any, copy: bool | None, **stream: int) -> Any:
    """The producer's capsule; producers of before DLPack 1.0 take fewer keywords.

    Copies are the consumer's, so that the producer only has to know that it must not make one.
    """
    wishes = {"copy": False} if copy is False else {}
    for keywords in ({"max_version": _VERSION, **wishes}, {"max_version": _VERSION}):
        try:
            return x.__dlpack__(**keywords, **stream)
        except TypeError:
            continue
    return x.__dlpack__(**stream)


def _shared(x: Any, source: tuple[int, int], target: Any, copy: bool | None) -> usm_ndarray | None:
    """An array over the producer's memory; None where that is no memory of Weft's."""
    if source[0] in _ON_GPU:
        return _shared_by_cuda(x, source, target, copy)
    capsule = _capsule_of(x, copy)
    if not _usmarray.capsule_holds_usm(capsule, False):
        return None
    from ._dldevice_conversions import dldevice_to_sycl_device

    is_ours = isinstance(x, usm_ndarray)  # DLPack has no numbers for sub-devices
    home = _queue(x.sycl_device if is_ours else dldevice_to_sycl_device(source))
    return _usmarray.array_from_capsule(capsule, home)


def _shared_by_cuda(x: Any, source: tuple[int, int], target: Any, copy: bool | None) -> usm_ndarray:
    from ._cuda_interface import queue_on
    from ._dldevice_conversions import dldevice_to_sycl_device

    home = queue_on(dldevice_to_sycl_device(source), target)
    capsule = _capsule_of(x, copy, stream=_usmarray.native_stream(home))
    if not _usmarray.capsule_holds_usm(capsule, True):
        raise _unreadable(source)
    home.submit_barrier()  # the producer held back one stream, this all of the queue
    return _usmarray.array_from_capsule(capsule, home)


def _placed(made: usm_ndarray, target: Any, copy: bool | None) -> usm_ndarray:
    home = made.sycl_queue
    if target is None:
        target = home
    if target.sycl_device != home.sycl_device or target.sycl_context != home.sycl_context:
        if copy is False:
            raise BufferError("from_dlpack: another device can not have the array without a copy")
        return _usmarray.moved_array(made, target, made.usm_type)
    moved = made.to_device(target) if target != home else made
    return _usmarray.copied_array(moved, made.dtype, "K", made) if copy else moved


def _from_host(
    x: Any, source: tuple[int, int], target: Any, copy: bool | None
) -> usm_ndarray | np.ndarray:
    if target is None:
        if source != _HOST:
            raise _unreadable(source)
        return _on_host(x, source, copy)
    if copy is False:
        raise BufferError("from_dlpack: host memory can not become a usm_ndarray without a copy")
    from ._ctors import asarray

    return asarray(_on_host(x, source, copy), sycl_queue=target)


def _on_host(x: Any, source: tuple[int, int], copy: bool | None) -> np.ndarray:
    """What the host reads, shared with ``x`` where it can be."""
    there = {} if source == _HOST else {"device": "cpu"}
    try:
        return np.from_dlpack(x, copy=copy, **there)
    except TypeError:
        if copy is None and not there:
            raise
    return _on_host_from_before_1_0(x, source, copy)


def _on_host_from_before_1_0(x: Any, source: tuple[int, int], copy: bool | None) -> np.ndarray:
    """The same from a producer that takes neither a device nor a wish for a copy."""
    if source == _HOST:
        shared = np.from_dlpack(x)
        return shared.copy() if copy else shared
    if copy is False:
        raise BufferError("from_dlpack: the host can not have the array without a copy")
    made = _shared(x, source, None, copy)
    if made is None:
        raise _unreadable(source)
    return _usmarray.numpy_of(made)


def _unreadable(source: tuple[int, int]) -> BufferError:
    return BufferError(f"from_dlpack: the memory of DLPack device {source} can not be read here")


def _queue(device: Any) -> Any:
    from ._device import normalize_queue_device
    from ._dldevice_conversions import dldevice_to_sycl_device

    if isinstance(device, tuple):
        device = dldevice_to_sycl_device(device)
    return normalize_queue_device(device=device)


# For Cython code written for dpctl.


def get_build_dlpack_version() -> tuple[int, int]:
    """The newest version of DLPack that capsules are made and read in."""
    return _VERSION


cpdef object to_dlpack_capsule(usm_ndarray array):
    """A capsule named ``"dltensor"`` over the array's memory."""
    return to_capsule(array, None, None, None, None)


cpdef object to_dlpack_versioned_capsule(usm_ndarray array, bint copied):
    """A capsule named ``"dltensor_versioned"``; ``copied`` tells its consumer that nobody else has the memory."""
    capsule = to_capsule(array, None, _VERSION, None, None)
    if copied:
        _usmarray.mark_capsule_copied(capsule)
    return capsule


cpdef object numpy_to_dlpack_versioned_capsule(object array, bint copied):
    """The same over the memory of a NumPy array."""
    if not isinstance(array, np.ndarray):
        raise TypeError(f"expected numpy.ndarray, got {type(array)}")
    capsule = array.__dlpack__(max_version=_VERSION)
    if copied:
        _usmarray.mark_capsule_copied(capsule)
    return capsule


class _Produced:
    """A capsule, seen as the array that made it."""

    def __init__(self, capsule: Any) -> None:
        self._capsule = capsule

    def __dlpack__(self, **wishes: Any) -> Any:
        return self._capsule

    def __dlpack_device__(self) -> tuple[int, int]:
        return _usmarray.device_in_capsule(self._capsule)


cpdef object from_dlpack_capsule(object dltensor):
    """The array over a capsule's memory; NumPy's if the host owns the memory."""
    if not PyCapsule_CheckExact(dltensor):
        raise TypeError(f"expected a DLPack capsule, got {type(dltensor)}")
    name = PyCapsule_GetName(dltensor)
    if name in (b"used_dltensor", b"used_dltensor_versioned"):
        raise ValueError("A DLPack tensor object can not be consumed multiple times")
    if name not in (b"dltensor", b"dltensor_versioned"):
        raise ValueError(f"a capsule named {name!r} is no DLPack capsule")
    return from_dlpack(_Produced(dltensor))
