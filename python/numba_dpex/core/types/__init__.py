"""Types of kernels' parameters, as signatures and conversions name them."""

from ._types import *  # noqa: F403
from ._types import __all__ as __all__
