"""Selection of a device by what it can do."""

from __future__ import annotations

from collections.abc import Sequence

from ._sycl_device import SyclDevice, SyclDeviceCreationError
from ._sycl_device_factory import get_devices


def _aspect_names(aspects: str | Sequence[str]) -> list[str]:
    if isinstance(aspects, str):
        return [aspects]
    if not isinstance(aspects, Sequence):
        raise TypeError("Aspects are expected to be Python sequences, e.g. lists, of strings")
    return list(aspects)


def select_device_with_aspects(
    required_aspects: str | Sequence[str],
    excluded_aspects: str | Sequence[str] | None = None,
) -> SyclDevice:
    """The root device with the highest default score that has all required aspects and no excluded one.

    Raises:
        AttributeError: an aspect is unknown.
        SyclDeviceCreationError: no device fits.
    """
    required = _aspect_names(required_aspects)
    excluded = _aspect_names(() if excluded_aspects is None else excluded_aspects)
    for aspect in (*required, *excluded):
        if not isinstance(aspect, str):
            raise TypeError("The list objects must be of a string type")
        if not hasattr(SyclDevice, f"has_aspect_{aspect}"):
            raise AttributeError(f"The {aspect} aspect is not supported in dpctl")
    fitting = [
        device
        for device in get_devices()
        if all(getattr(device, f"has_aspect_{aspect}") for aspect in required)
        and not any(getattr(device, f"has_aspect_{aspect}") for aspect in excluded)
    ]
    if not fitting:
        raise SyclDeviceCreationError(
            f"Requested device is unavailable: required_aspects={required}, "
            f"excluded_aspects={excluded}"
        )
    return max(fitting, key=lambda device: device.default_selector_score)
