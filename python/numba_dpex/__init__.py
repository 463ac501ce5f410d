"""SPMD kernels written in Python, over the arrays of dpctl.tensor."""

from .core import config
from .core.decorators import device_func, kernel
from .core.dpjit import dpjit, prange
from .core.generalised import guvectorize
from .core.kernel_launcher import call_kernel, call_kernel_async
from .core.types import *  # noqa: F403
from .core.types import __all__ as _types
from .core.vectorize import vectorize
from .kernel_api import NdRange, Range
from .older import (
    DEFAULT_LOCAL_SIZE,
    GLOBAL_MEM_FENCE,
    LOCAL_MEM_FENCE,
    atomic,
    barrier,
    get_global_id,
    get_global_size,
    get_group_id,
    get_local_id,
    get_local_size,
    get_num_groups,
    get_work_dim,
    local,
    mem_fence,
    private,
    sub_group_barrier,
)

func = device_func

__version__ = "0.23.0"

__all__ = [
    *_types,
    "atomic",
    "barrier",
    "call_kernel",
    "call_kernel_async",
    "config",
    "DEFAULT_LOCAL_SIZE",
    "device_func",
    "dpjit",
    "func",
    "get_global_id",
    "get_global_size",
    "get_group_id",
    "get_local_id",
    "get_local_size",
    "get_num_groups",
    "get_work_dim",
    "GLOBAL_MEM_FENCE",
    "guvectorize",
    "kernel",
    "local",
    "LOCAL_MEM_FENCE",
    "mem_fence",
    "NdRange",
    "prange",
    "private",
    "Range",
    "sub_group_barrier",
    "vectorize",
]
