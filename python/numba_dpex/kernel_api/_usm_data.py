"""Arrays in USM, told by their type: to ask one for its interface submits what computes it."""

_INTERFACE = "__sycl_usm_array_interface__"


def is_in_usm(value) -> bool:
    """Has the value ``__sycl_usm_array_interface__``, by its type or by itself?"""
    return hasattr(type(value), _INTERFACE) or _INTERFACE in getattr(value, "__dict__", ())
