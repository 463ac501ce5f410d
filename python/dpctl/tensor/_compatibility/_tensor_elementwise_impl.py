"""What each elementwise function submits, and the dtype it gives: ``_add``, ``_add_inplace`` and ``_add_result_type``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import _elementwise_common, _elementwise_funcs
from ._elementwise_common import _Events, _submitted
from ._usmarray import usm_ndarray


def __getattr__(name: str) -> Any:
    stem, sides = name.removeprefix("_"), "implementation"
    for ending in ("_result_type", "_inplace"):
        if stem.endswith(ending):
            stem, sides = stem.removesuffix(ending), ending
    function = getattr(_elementwise_funcs, stem, None)
    found = None
    if name.startswith("_") and isinstance(function, _elementwise_common.UnaryElementwiseFunc):
        found = {
            "implementation": function.get_implementation_function,
            "_result_type": function.get_type_result_resolver_function,
        }.get(sides)
    elif name.startswith("_") and isinstance(function, _elementwise_common.BinaryElementwiseFunc):
        found = {
            "implementation": function.get_implementation_function,
            "_result_type": function.get_type_result_resolver_function,
            "_inplace": function.get_implementation_inplace_function,
        }[sides]
    value = None if found is None else found()
    if value is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return value


def __dir__() -> list[str]:
    return sorted(f"_{name}" for name in _elementwise_funcs.__all__)


def _divide_by_scalar(
    src: usm_ndarray,
    scalar: float,
    dst: usm_ndarray,
    sycl_queue: Any,
    depends: Sequence[Any] = (),
) -> _Events:
    """Divides by a number that the dtype need not hold."""

    def work() -> None:
        _elementwise_funcs.divide(src, float(scalar), out=dst)

    return _submitted(work, (src, dst), dst, sycl_queue, depends)
