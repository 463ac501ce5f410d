"""The arrays of ``dpctl.tensor`` and what dpnp 0.20 has beside them: the same objects, and the same modules below."""

from __future__ import annotations

from dpctl import tensor as _tensor
from dpctl.tensor import *  # noqa: F403
from dpctl.utils import (
    ExecutionPlacementError,
    get_coerced_usm_type,
    get_execution_queue,
    validate_usm_type,
)

from . import _modules

__all__ = [
    "ExecutionPlacementError",
    "get_coerced_usm_type",
    "get_execution_queue",
    "validate_usm_type",
    *_tensor.__all__,
]


def __getattr__(name: str) -> object:
    return getattr(_tensor, name)


_modules.answer_for(__name__, _tensor.__name__)
