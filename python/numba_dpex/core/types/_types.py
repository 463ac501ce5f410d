"""Types of parameters: what signatures are made of, and conversions of numbers in kernels."""

from __future__ import annotations

import numpy as np

from ...kernel_api.flag_enum import FlagEnum
from ..exceptions import IllegalIntEnumLiteralValueError

_SCALAR, _ARRAY, _LOCAL = 0, 1, 2  # kinds in the words of a launch's signature
_DENSE = 255
_DTYPES = ("bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64")
_DTYPES += ("float16", "float32", "float64", "complex64", "complex128", "bfloat16")
_WEAK = {15: "iufc", 16: "fc", 17: "c"}  # Python's int, float and complex: the kinds that take them


class Type:
    """A type of a parameter, or of nothing."""

    is_argument = True

    def __init__(self, name: str):
        self.name = name

    def __repr__(self):
        return self.name

    def __eq__(self, other):
        return type(self) is type(other) and self.name == other.name

    def __hash__(self):
        return hash(self.name)

    def __call__(self, *args):
        """``result(parameter, ...)`` is a signature."""
        return Signature(args, self)

    def takes(self, word: int) -> bool:
        "Is it the type of an argument with this word?"
        return False


class NoType(Type):
    """What a kernel returns."""

    is_argument = False


class ScalarType(Type):
    """A number; calling it with one converts that."""

    def __init__(self, name: str):
        super().__init__(name)
        self.dtype_number = _DTYPES.index(name)

    @property
    def _numpy_dtype(self):
        from ..._compiler.types import numpy_dtype

        return numpy_dtype(self.dtype_number)

    def __call__(self, *args):
        if len(args) == 1 and not isinstance(args[0], Type):
            return self._numpy_dtype.type(args[0])
        return Signature(args, self)

    def __getitem__(self, axes):
        """``float32[:, :]`` is an array of two dimensions of any layout, as signatures of guvectorize have it."""
        axes = axes if isinstance(axes, tuple) else (axes,)
        if any(axis not in (slice(None), slice(None, None, 1)) for axis in axes):
            raise TypeError(
                f"{self.name}[...]: the type of an array is written with colons: {self.name}[:, :]"
            )
        return HostArray(len(axes), "C" if axes[-1].step == 1 else "A", self)

    def takes(self, word):
        kind, dtype = word & 255, word >> 8 & 255
        if kind != _SCALAR:
            return False
        from ..._compiler.types import KINDS

        return dtype == self.dtype_number or KINDS[self.dtype_number] in _WEAK.get(dtype, "")

    def word(self) -> int:
        """The word of an argument of this type."""
        return _SCALAR | self.dtype_number << 8


class USMNdArray(Type):
    """An array of ``ndim`` dimensions; layout "C" is dense, "A" any."""

    dtype_number = None

    def __init__(
        self, ndim, layout="C", dtype=None, usm_type="device", device=None, queue=None, **_
    ):
        if not isinstance(ndim, int) or ndim < 0:
            raise TypeError(f"usm_ndarray: ndim is a number of dimensions, not {ndim!r}")
        self.ndim, self.layout = ndim, layout
        self.dtype = float64 if dtype is None else scalar_type(dtype)
        self.usm_type, self.device, self.queue = usm_type, device, queue
        super().__init__(f"usm_ndarray(ndim={ndim}, layout={layout!r}, dtype={self.dtype})")

    def takes(self, word):
        kind, dtype, ndim, layout = (word >> shift & 255 for shift in (0, 8, 16, 24))
        if (kind, dtype, ndim) != (_ARRAY, self.dtype.dtype_number, self.ndim):
            return False
        return self.layout != "C" or layout == _DENSE

    def word(self) -> int:
        """The word of a dense array of this type."""
        return _ARRAY | self.dtype.dtype_number << 8 | self.ndim << 16 | _DENSE << 24


class HostArray(USMNdArray):
    """An array of NumPy's, which kernels do not take; where only numbers and shapes count it stands for any."""

    is_argument = False


class DpnpNdArray(USMNdArray):
    """An array of dpnp's."""


class PlaceType(Type):
    """The item that a kernel takes first."""

    dtype_number = None

    def __init__(self, ndim: int):
        super().__init__(f"{type(self).__name__}({ndim})")
        self.ndim = ndim


class ItemType(PlaceType):
    """An Item of a Range."""


class NdItemType(PlaceType):
    """An NdItem of an NdRange."""


class GroupType(PlaceType):
    """A Group."""


class RangeType(PlaceType):
    """A Range."""


class NdRangeType(PlaceType):
    """An NdRange."""


class IntEnumLiteral(Type):
    """A member of an enumeration of kernel_api."""

    def __init__(self, value):
        if not isinstance(value, FlagEnum):
            raise IllegalIntEnumLiteralValueError
        super().__init__(f"IntEnumLiteral({value!r})")
        self.literal_value = int(value)


class ObjectType(Type):
    """An object of dpctl or of ours that is no parameter."""

    is_argument = False


class Signature:
    """Types of parameters, and of the result where one was given."""

    def __init__(self, args, result=None):
        self.args = tuple(args)
        self.result = None if isinstance(result, NoType) else result

    def __repr__(self):
        return f"{self.result or 'void'}({', '.join(map(repr, self.args))})"

    def takes(self, words) -> bool:
        "Do the arguments of a launch have these types?"
        is_range, dims = bool(words[0] & 1), words[0] >> 8 & 255
        args = list(self.args)
        if args and isinstance(args[0], PlaceType):
            place = args.pop(0)
            if place.ndim != dims or isinstance(place, ItemType) != is_range:
                return False
        given = [w for w in words[1:]]
        return len(args) == len(given) and all(a.takes(w) for a, w in zip(args, given, strict=True))

    def words(self):
        """The words of a launch with these types; None where the index space is not said."""
        if not self.args or not isinstance(self.args[0], PlaceType):
            return None
        words = [a.word() for a in self.args[1:]]
        apart = sum(word & 255 == _ARRAY for word in words) > 1  # most likely no two share memory
        first = int(isinstance(self.args[0], ItemType)) | self.args[0].ndim << 8 | apart << 16
        return [first, *words]


def scalar_type(dtype) -> ScalarType:
    """The type of numbers of a dtype, which may be such a type."""
    return dtype if isinstance(dtype, ScalarType) else SCALARS[np.dtype(dtype).name]


def is_signature(given) -> bool:
    "Is it a signature, or several, rather than a function? Numba's are, too."
    return isinstance(given, (tuple, list, Signature)) or hasattr(given, "return_type")


def signatures_of(given) -> list:
    """Signatures as decorators take them: one, a tuple of types, or a list of these."""
    if isinstance(given, list):
        return [s for one in given for s in signatures_of(one)]
    if hasattr(given, "return_type"):
        return [Signature(map(_own, given.args), _own(given.return_type))]
    return [given if isinstance(given, Signature) else Signature(map(_own, given))]


def _own(type_):
    """Numba's types by name as ours; ours as they are."""
    if isinstance(type_, Type) or type_ is None:
        return type_
    if hasattr(type_, "ndim") and hasattr(type_, "dtype"):
        return HostArray(type_.ndim, type_.layout, _own(type_.dtype))
    name = str(type_)
    if name in SCALARS:
        return SCALARS[name]
    if name == "none":
        return none
    raise TypeError(f"{type_!r} is no type of a parameter; those of numba_dpex are")


def words_in_words(words) -> list:
    """The types of a launch's arguments, for messages."""
    names = (*_DTYPES, "int", "float", "complex")
    found = []
    for word in words[1:]:
        kind, dtype, ndim = word & 255, word >> 8 & 255, word >> 16 & 255
        name = names[dtype] if dtype < len(names) else "?"
        found.append(
            {
                _SCALAR: name,
                _ARRAY: f"{ndim}-d array of {name}",
                _LOCAL: f"LocalAccessor of {name}",
            }.get(kind, "tuple")
        )
    return found


SCALARS = {name: ScalarType(name) for name in _DTYPES}
boolean = bool_ = b1 = SCALARS["bool"]
int32 = i4 = SCALARS["int32"]
uint32 = u4 = SCALARS["uint32"]
int64 = i8 = SCALARS["int64"]
uint64 = u8 = SCALARS["uint64"]
float32 = f4 = float_ = SCALARS["float32"]
float64 = f8 = double = SCALARS["float64"]
none = NoType("none")
void = NoType("void")
usm_ndarray = USMNdArray
DpctlSyclQueue = ObjectType("DpctlSyclQueue")
DpctlSyclEvent = ObjectType("DpctlSyclEvent")
KernelDispatcherType = ObjectType("KernelDispatcherType")


__all__ = [
    "DpctlSyclEvent",
    "DpctlSyclQueue",
    "DpnpNdArray",
    "IntEnumLiteral",
    "KernelDispatcherType",
    "NdRangeType",
    "RangeType",
    "USMNdArray",
    "b1",
    "bool_",
    "boolean",
    "double",
    "f4",
    "f8",
    "float32",
    "float64",
    "float_",
    "i4",
    "i8",
    "int32",
    "int64",
    "none",
    "u4",
    "u8",
    "uint32",
    "uint64",
    "usm_ndarray",
    "void",
]
