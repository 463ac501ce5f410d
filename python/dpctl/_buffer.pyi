"""What lends its bytes. typing has a name for it from Python 3.12 on only, and NumPy's stubs say it from there on only."""

from typing import Any, Protocol, TypeAlias

from numpy.typing import NDArray

class _LendsBytes(Protocol):
    def __buffer__(self, flags: int, /) -> memoryview: ...

Buffer: TypeAlias = _LendsBytes | NDArray[Any]
