"""Collection by Intel's onetrace, for the length of a block."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

_VARIABLE = "PTI_ENABLE_COLLECTION"


@contextmanager
def onetrace_enabled() -> Iterator[None]:
    """Sets the environment variable that onetrace watches to start its collection, and restores it."""
    before = os.environ.get(_VARIABLE)
    os.environ[_VARIABLE] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[_VARIABLE]
        else:
            os.environ[_VARIABLE] = before
