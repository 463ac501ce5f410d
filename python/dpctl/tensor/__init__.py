"""Arrays in unified shared memory, with the functions of the Python Array API.

Operations check their arguments at once and compute when a value is needed; what is waiting fuses into few kernels.
"""

from typing import TYPE_CHECKING

from ._usmarray import usm_ndarray  # isort: skip
from . import _elementwise_funcs, fft, linalg
from ._accumulation import cumulative_logsumexp, cumulative_prod, cumulative_sum
from ._array_api import __array_api_version__, __array_namespace_info__
from ._clip import clip
from ._constants import e, inf, nan, newaxis, pi
from ._copy_utils import asnumpy, astype, copy, from_numpy, to_numpy
from ._ctors import (
    arange,
    asarray,
    empty,
    empty_like,
    eye,
    full,
    full_like,
    linspace,
    meshgrid,
    ones,
    ones_like,
    tril,
    triu,
    zeros,
    zeros_like,
)
from ._data_types import (
    bool,
    complex64,
    complex128,
    dtype,
    float16,
    float32,
    float64,
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
)
from ._device import Device
from ._dldevice_conversions import dldevice_to_sycl_device, sycl_device_to_dldevice
from ._dlpack import DLDeviceType, from_dlpack
from ._elementwise_funcs import *  # noqa: F403
from ._indexing_functions import (
    extract,
    nonzero,
    place,
    put,
    put_along_axis,
    take,
    take_along_axis,
)
from ._linear_algebra_functions import matmul, matrix_transpose, tensordot, vecdot
from ._manipulation_functions import (
    broadcast_arrays,
    broadcast_shapes,
    broadcast_to,
    concat,
    expand_dims,
    flip,
    moveaxis,
    permute_dims,
    repeat,
    roll,
    squeeze,
    stack,
    swapaxes,
    tile,
    unstack,
)
from ._print import (
    get_print_options,
    print_options,
    set_print_options,
    usm_ndarray_repr,
    usm_ndarray_str,
)
from ._reduction import argmax, argmin, count_nonzero, logsumexp, max, min, prod, reduce_hypot, sum
from ._reshape import reshape
from ._search_functions import where
from ._searchsorted import searchsorted
from ._set_functions import isin, unique_all, unique_counts, unique_inverse, unique_values
from ._sorting import argsort, sort, top_k
from ._statistical_functions import mean, std, var
from ._testing import allclose
from ._type_utils import can_cast, finfo, iinfo, isdtype, result_type
from ._utility_functions import all, any, diff

__all__ = [
    "__array_api_version__",
    "__array_namespace_info__",
    "all",
    "allclose",
    "any",
    "arange",
    "argmax",
    "argmin",
    "argsort",
    "asarray",
    "asnumpy",
    "astype",
    "bool",
    "broadcast_arrays",
    "broadcast_shapes",
    "broadcast_to",
    "can_cast",
    "clip",
    "complex128",
    "complex64",
    "concat",
    "copy",
    "count_nonzero",
    "cumulative_logsumexp",
    "cumulative_prod",
    "cumulative_sum",
    "Device",
    "diff",
    "dldevice_to_sycl_device",
    "DLDeviceType",
    "dtype",
    "e",
    "empty",
    "empty_like",
    "expand_dims",
    "extract",
    "eye",
    "fft",
    "finfo",
    "flip",
    "float16",
    "float32",
    "float64",
    "from_dlpack",
    "from_numpy",
    "full",
    "full_like",
    "get_print_options",
    "iinfo",
    "inf",
    "int16",
    "int32",
    "int64",
    "int8",
    "isdtype",
    "isin",
    "linalg",
    "linspace",
    "logsumexp",
    "matmul",
    "matrix_transpose",
    "max",
    "mean",
    "meshgrid",
    "min",
    "moveaxis",
    "nan",
    "newaxis",
    "nonzero",
    "ones",
    "ones_like",
    "permute_dims",
    "pi",
    "place",
    "print_options",
    "prod",
    "put",
    "put_along_axis",
    "reduce_hypot",
    "repeat",
    "reshape",
    "result_type",
    "roll",
    "searchsorted",
    "set_print_options",
    "sort",
    "squeeze",
    "stack",
    "std",
    "sum",
    "swapaxes",
    "sycl_device_to_dldevice",
    "take",
    "take_along_axis",
    "tensordot",
    "tile",
    "to_numpy",
    "top_k",
    "tril",
    "triu",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
    "unique_all",
    "unique_counts",
    "unique_inverse",
    "unique_values",
    "unstack",
    "usm_ndarray",
    "usm_ndarray_repr",
    "usm_ndarray_str",
    "var",
    "vecdot",
    "where",
    "zeros",
    "zeros_like",
]
__all__ += _elementwise_funcs.__all__


bfloat16: dtype  # ml_dtypes', if that is installed

if not TYPE_CHECKING:

    def __getattr__(name):
        if name == "bfloat16":
            from ._usmarray import canonical_dtype

            return canonical_dtype(name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


# Modules of dpctl's that its dependents import.
__path__.append(f"{__path__[0]}/_compatibility")  # noqa: F405
