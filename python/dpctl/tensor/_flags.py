"""What usm_ndarray.flags returns."""

from __future__ import annotations

from . import _usmarray

_C, _F, _W = 1, 2, 4
_NAMES = {
    "C_CONTIGUOUS": "c_contiguous",
    "C": "c_contiguous",
    "F_CONTIGUOUS": "f_contiguous",
    "F": "f_contiguous",
    "WRITABLE": "writable",
    "W": "writable",
    "FC": "fc",
    "FNC": "fnc",
    "FORC": "forc",
    "CONTIGUOUS": "contiguous",
}


class Flags:
    """Contiguity and writability of an array, as they were when asked for."""

    __slots__ = ("_array", "_flags")

    def __init__(self, arr: _usmarray.usm_ndarray, flags: int) -> None:
        self._array = arr
        self._flags = flags

    @property
    def flags(self) -> int:
        """The flags as bits: 1 C-contiguous, 2 F-contiguous, 4 writable."""
        return self._flags

    @property
    def c_contiguous(self) -> bool:
        return bool(self._flags & _C)

    @property
    def f_contiguous(self) -> bool:
        return bool(self._flags & _F)

    @property
    def writable(self) -> bool:
        return bool(self._flags & _W)

    @writable.setter
    def writable(self, value: bool) -> None:
        if not isinstance(value, bool):
            raise TypeError(f"Expecting a boolean value, got {type(value).__name__}")
        _usmarray.set_writable(self._array, value)
        self._flags = self._flags | _W if value else self._flags & ~_W

    @property
    def fc(self) -> bool:
        return self.f_contiguous and self.c_contiguous

    @property
    def forc(self) -> bool:
        return self.f_contiguous or self.c_contiguous

    @property
    def fnc(self) -> bool:
        return self.f_contiguous and not self.c_contiguous

    @property
    def contiguous(self) -> bool:
        return self.forc

    def __getitem__(self, name: str) -> bool:
        if name not in _NAMES:
            raise KeyError(f"unknown flag {name!r}; there are {', '.join(_NAMES)}")
        return getattr(self, _NAMES[name])

    def __setitem__(self, name: str, value: bool) -> None:
        if _NAMES.get(name) != "writable":
            raise ValueError(f"Only writable ('W' or 'WRITABLE') flag can be set, not {name!r}")
        self.writable = value

    def __repr__(self) -> str:
        shown = ("C_CONTIGUOUS", "F_CONTIGUOUS", "WRITABLE")
        return "\n".join(f"  {name} : {self[name]}" for name in shown)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Flags):
            return self._flags == other._flags
        if isinstance(other, int):
            return self._flags == other
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._flags)
