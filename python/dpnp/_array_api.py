"""What dpnp says of itself as an implementation of the Array API."""

from __future__ import annotations

from typing import Any

import dpctl.tensor as dpt

__all__ = ["__array_namespace_info__"]


def __array_namespace_info__() -> Any:
    """Capabilities, devices and dtypes, as the Array API asks for them."""
    return dpt.__array_namespace_info__()
