"""all, any and diff."""

from __future__ import annotations

from typing import Any

from . import _usmarray
from ._elementwise_funcs import not_equal, subtract
from ._manipulation_functions import broadcast_to, concat
from ._reduction import documented
from ._usmarray import reduce_array, usm_ndarray


@documented
def all(x: usm_ndarray, /, *, axis: Any = None, keepdims: bool = False) -> usm_ndarray:
    return reduce_array("all", x, axis, None, keepdims, None)


@documented
def any(x: usm_ndarray, /, *, axis: Any = None, keepdims: bool = False) -> usm_ndarray:
    return reduce_array("any", x, axis, None, keepdims, None)


def diff(
    x: usm_ndarray, /, *, axis: int = -1, n: int = 1, prepend: Any = None, append: Any = None
) -> usm_ndarray:
    """Differences of neighbours along ``axis``, taken ``n`` times."""
    if not isinstance(x, usm_ndarray):
        raise TypeError(f"Expecting dpctl.tensor.usm_ndarray type, got {type(x)}")
    along = _usmarray.normal_axis_index(axis, x.ndim)
    if n < 0:
        raise ValueError(f"diff: order n must be positive or zero, not {n}")
    if prepend is not None or append is not None:
        x = concat(_with_ends(x, along, prepend, append), axis=along)
    step = not_equal if x.dtype.kind == "b" else subtract
    before = (slice(None),) * along
    for _ in range(n):
        x = step(x[(*before, slice(1, None))], x[(*before, slice(None, -1))])
    return x


def _with_ends(x: usm_ndarray, along: int, prepend: Any, append: Any) -> list[usm_ndarray]:
    from ._ctors import asarray
    from ._type_utils import result_type

    def made(part: Any) -> Any:
        is_there = isinstance(part, (usm_ndarray, int, float, complex))
        return part if is_there else asarray(part, sycl_queue=x.sycl_queue, usm_type=x.usm_type)

    parts = [part if part is x else made(part) for part in (prepend, x, append) if part is not None]
    dtype = result_type(*parts)
    return [part if part is x else _end(part, x, along, dtype) for part in parts]


def _end(part: Any, x: usm_ndarray, along: int, dtype: Any) -> usm_ndarray:
    from ._ctors import asarray

    if not isinstance(part, usm_ndarray):
        part = asarray(part, dtype=dtype, sycl_queue=x.sycl_queue, usm_type=x.usm_type)
    _usmarray.check_queues("diff", x, part)
    if part.ndim == 0:
        return broadcast_to(part, (*x.shape[:along], 1, *x.shape[along + 1 :]))
    if (part.shape[:along], part.shape[along + 1 :]) != (x.shape[:along], x.shape[along + 1 :]):
        raise ValueError(
            f"diff: shape {part.shape} of `prepend` or `append` is invalid beside {x.shape} along axis {along}"
        )
    return part
