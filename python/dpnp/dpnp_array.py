"""Intel's name for the module of the array class."""

from . import ndarray as dpnp_array

__all__ = ["dpnp_array"]
