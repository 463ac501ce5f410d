"""NumPy's functions on arrays in unified shared memory, over the arrays of ``dpctl.tensor``.

Operations check their arguments at once and compute when a value is needed; what is waiting fuses into few kernels. Work runs on
the queue of the arrays that are given.
"""

from __future__ import annotations

import importlib as _importlib

import dpctl as _dpctl  # refuses Intel's packages in the same environment
import dpctl.tensor as _tensor
import numpy as _np

from ._array import ndarray as ndarray  # isort: skip
from . import _derived, _few, _ranges, _two_results, _types
from ._public import public as _public
from ._version import __version__ as __version__

_MODULES = (
    "array_api", "creation", "derived", "einsum", "from_data", "functional", "histograms", "indexing", "joining", "logic",
    "manipulation", "nanfunctions", "pad", "products", "ranges", "reductions", "sorting", "statistics", "types", "view", "windows",
)  # fmt: skip
_LAZY = (
    "config", "dpnp_array", "dpnp_utils", "exceptions", "fft", "linalg", "memory", "random", "scipy", "tensor",
)  # fmt: skip


def get_include() -> str:
    """The folder of C++ headers, that of :func:`dpctl.get_include`: dpnp has none of its own here."""
    return _dpctl.get_include()


globals().update(
    _public(__name__, *(_importlib.import_module(f"._{name}", __name__) for name in _MODULES))
)
globals().update(_derived._functions())
globals().update(_few.few_by_numpy(globals()))
globals().update({name: getattr(_np, name) for name in _types.SCALARS})
globals().update({name: getattr(_np, name) for name in _types.OF_NUMPY})
bool, Device, DLDeviceType = _np.bool, _tensor.Device, _tensor.DLDeviceType
__array_api_version__ = _tensor.__array_api_version__
round = _derived.round
divmod, frexp, modf = _two_results.divmod, _two_results.frexp, _two_results.modf
mgrid, ogrid = _ranges.mgrid, _ranges.ogrid
newaxis = None

__all__ = sorted(name for name in globals() if not name.startswith("_") and name != "annotations")
__all__ += ["__array_api_version__", "__array_namespace_info__", "__version__"]


def __getattr__(name: str) -> object:
    if name in _LAZY:
        return _importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module 'dpnp' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})
