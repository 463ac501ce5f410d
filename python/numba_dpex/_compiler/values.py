"""What an expression stands for while a kernel is compiled, and how variables hold it."""

import operator
from types import ModuleType

from .types import (
    B1,
    KINDS,
    NAMES,
    POINTER,
    SIZES,
    STORED,
    WEAK_INT,
    dtype_of_object,
    is_weak,
    promote,
)

I64_TYPE = STORED[WEAK_INT]
LONGEST_TEXT = 60


class Scalar:
    """A number computed at run time; `known` not to be negative, if so."""

    __slots__ = ("dtype", "known", "number")

    def __init__(self, dtype, number, known=False):
        self.dtype, self.number, self.known = dtype, number, known


class Const:
    """A Python object known while compiling: a number, a function, a module, a dtype, an enumerator, None."""

    __slots__ = ("value",)

    def __init__(self, value):
        self.value = value


class View:
    """An array or a part of one. `shape` and `strides` (in elements) hold ints, or numbers of i64 values."""

    __slots__ = ("arrays", "dense", "dtype", "pointer", "shape", "space", "strides")

    def __init__(self, dtype, pointer, shape, strides, dense, space, arrays=frozenset()):
        self.dtype, self.pointer, self.shape, self.strides = dtype, pointer, shape, strides
        self.dense, self.space, self.arrays = dense, space, arrays

    def of_arrays(self, arrays):
        """The same elements, as those of other arrays."""
        return View(
            self.dtype, self.pointer, self.shape, self.strides, self.dense, self.space, arrays
        )


class List(View):
    """The filled part of a list's memory; `name` is that of the list in `frame`, None for a part of one."""

    __slots__ = ("frame", "name")


class Elements:
    """An expression over arrays: element(indices) computes one. `views`: the arrays that it reads; `dtype`: None until it is asked for;
    `into`: computes all in the memory of a View, where elements are not computed one by one; `is_view`: NumPy may give a view."""

    __slots__ = ("dtype", "element", "into", "is_view", "shape", "views")

    def __init__(self, shape, element, views):
        self.shape, self.element, self.views = shape, element, views
        self.dtype, self.into, self.is_view = None, None, False


class Number:
    """An extent or stride that is known at run time only."""

    __slots__ = ("number",)

    def __init__(self, number):
        self.number = number


class Tuple:
    """A tuple of values. `names`: those of the fields of a namedtuple."""

    __slots__ = ("items", "names")

    def __init__(self, items, names=()):
        self.items, self.names = tuple(items), names


class Text:
    """An f-string: text, and (value, conversion, format)."""

    __slots__ = ("parts",)

    def __init__(self, parts):
        self.parts = parts


class Place:
    """An Item, NdItem, Group or SubGroup."""

    __slots__ = ("kind",)

    def __init__(self, kind):
        self.kind = kind


class Atomic:
    """An AtomicRef: a pointer and what its operations are told."""

    __slots__ = ("dtype", "element", "order", "pointer", "scope", "space")

    def __init__(self, dtype, pointer, order, scope, space):
        self.dtype, self.pointer, self.order, self.scope, self.space = (
            dtype,
            pointer,
            order,
            scope,
            space,
        )


class Method:
    """An attribute of a value that is to be called."""

    __slots__ = ("name", "owner")

    def __init__(self, owner, name):
        self.owner, self.name = owner, name


class Local:
    """A function that a kernel defines; `frame` is that of the function that it stands in."""

    __slots__ = ("frame", "function")

    def __init__(self, function, frame):
        self.function, self.frame = function, frame


class Mismatch(Exception):
    """Two values that one variable cannot hold."""


def describe(value) -> str:
    """A value's type in words."""
    if isinstance(value, Scalar):
        return NAMES[value.dtype]
    if isinstance(value, List):
        return f"list of {NAMES[value.dtype]}"
    if isinstance(value, View):
        where = {"global": "array", "local": "local array", "private": "private array"}[value.space]
        return f"{len(value.shape)}-d {where} of {NAMES[value.dtype]}"
    if isinstance(value, Elements):
        return f"{len(value.shape)}-d expression over arrays"
    if isinstance(value, Tuple):
        return f"tuple of ({', '.join(map(describe, value.items))})"
    if isinstance(value, Place):
        return value.kind
    if isinstance(value, Atomic):
        return f"AtomicRef of {NAMES[value.dtype]}"
    if isinstance(value, Method):
        return f"method {value.name} of {describe(value.owner)}"
    if isinstance(value, Text):
        return "f-string"
    if isinstance(value, Local):
        return f"function {value.function.__name__}"
    dtype = dtype_of_object(value.value)
    if dtype is not None:
        return f"{NAMES[dtype]} {value.value}"
    return name_of_object(value.value)


def integer_of(value):
    """What a constant is as an integer; None for anything else, truth values too."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def name_of_object(value) -> str:
    """What messages call an object of Python's: its name, with the module's where it has one, or a short text."""
    name = getattr(value, "__name__", None)
    if name is None:
        text = repr(value)
        return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 3] + "..."
    if isinstance(value, ModuleType):
        return f"module {name}"
    owner = getattr(value, "__module__", None) or type(getattr(value, "__self__", None)).__module__
    return name if owner in (None, "builtins", "__main__") else f"{owner}.{name}"


def shape_of(value, single: bool):
    """(pattern, parts): what a variable has to be to hold the value, and the numbers of values that go into it.

    `single`: the variable is assigned once, so that a constant stays one.
    """
    if isinstance(value, Scalar):
        return ("scalar", value.dtype, value.known), [(STORED[value.dtype], value.number)]
    if isinstance(value, Const):
        dtype = dtype_of_object(value.value)
        if dtype is None or single:
            return ("const", value.value), []
        return ("scalar", dtype, dtype == WEAK_INT and value.value >= 0), None
    if isinstance(value, View):
        extents = [x for x in (*value.shape, *value.strides)]
        pattern = tuple(None if isinstance(x, Number) else x for x in extents)
        parts = [(POINTER, value.pointer)]
        parts += [(I64_TYPE, x.number) for x in extents if isinstance(x, Number)]
        return ("view", value.dtype, pattern, value.dense, value.space, value.arrays), parts
    if isinstance(value, Tuple):
        inner = [shape_of(item, single) for item in value.items]
        parts = None if any(p is None for _, p in inner) else [x for _, p in inner for x in p]
        return ("tuple", tuple(s for s, _ in inner), value.names), parts
    if isinstance(value, Place):
        return ("place", value.kind), []
    if isinstance(value, Atomic):
        return ("atomic", value.dtype, value.order, value.scope, value.space), [
            (POINTER, value.pointer)
        ]
    return ("method", value), []


def joined(a, b):
    """The least shape that holds both; raises Mismatch."""
    if a is None or a == b:
        return b
    kinds = a[0], b[0]
    if kinds == ("const", "const"):
        if type(a[1]) is type(b[1]) and a[1] == b[1]:
            return a
        return joined(_weakened(a), _weakened(b))
    if "const" in kinds:
        return joined(_weakened(a), _weakened(b))
    if kinds == ("scalar", "scalar"):
        if B1 in (a[1], b[1]) and a[1] != b[1]:
            other = b[1] if a[1] == B1 else a[1]
            if not (is_weak(other) and KINDS[other] == "i"):
                return ("scalar", promote(a[1], b[1]), False)
            return ("scalar", WEAK_INT, a[2] or b[2])
        return ("scalar", promote(a[1], b[1]), a[2] and b[2])
    if kinds == ("view", "view") and (a[1], a[4]) == (b[1], b[4]) and len(a[2]) == len(b[2]):
        pattern = tuple(x if x == y else None for x, y in zip(a[2], b[2], strict=True))
        return ("view", a[1], pattern, a[3] and b[3], a[4], a[5] | b[5])
    if kinds == ("list", "list") and (a[2] == b[2] or None in (a[1], b[1])):
        if None in (a[1], b[1]):
            return a if b[1] is None else b
        return ("list", joined(("scalar", a[1], False), ("scalar", b[1], False))[1], a[2])
    if kinds == ("tuple", "tuple") and len(a[1]) == len(b[1]):
        items = tuple(joined(x, y) for x, y in zip(a[1], b[1], strict=True))
        return ("tuple", items, a[2] if a[2] == b[2] else ())
    raise Mismatch


def _weakened(shape):
    """A constant as a number that is known at run time only."""
    if shape[0] != "const":
        return shape
    dtype = dtype_of_object(shape[1])
    if dtype is None:
        raise Mismatch
    return ("scalar", dtype, dtype == WEAK_INT and shape[1] >= 0)


def part_types(shape):
    """The builder's types of what a variable of this shape holds."""
    kind = shape[0]
    if kind == "scalar":
        return [STORED[shape[1]]]
    if kind == "view":
        return [POINTER, *(I64_TYPE for x in shape[2] if x is None)]
    if kind == "list":  # where it begins, how many items, how far items and their numbers lie apart
        return [POINTER, I64_TYPE, I64_TYPE, *[I64_TYPE][: bool(shape[2])]]
    if kind == "tuple":
        return [t for inner in shape[1] for t in part_types(inner)]
    return [POINTER] if kind == "atomic" else []


def rebuilt(shape, parts):
    """The value of a variable of this shape, from an iterator over the numbers of its parts."""
    kind = shape[0]
    if kind == "scalar":
        return Scalar(shape[1], next(parts), shape[2])
    if kind == "const":
        return Const(shape[1])
    if kind == "view":
        pointer = next(parts)
        extents = [Number(next(parts)) if x is None else x for x in shape[2]]
        rank = len(extents) // 2
        return View(shape[1], pointer, extents[:rank], extents[rank:], shape[3], shape[4], shape[5])
    if kind == "list":
        return _list_of(shape, parts)
    if kind == "tuple":
        return Tuple([rebuilt(inner, parts) for inner in shape[1]], shape[2])
    if kind == "place":
        return Place(shape[1])
    if kind == "atomic":
        return Atomic(shape[1], next(parts), shape[2], shape[3], shape[4])
    return shape[1]


def _list_of(shape, parts) -> List:
    _, dtype, width = shape
    pointer, count, *steps = (next(parts) for _ in part_types(shape))
    extents, strides = [Number(count), *[width][: bool(width)]], [Number(s) for s in steps]
    found = List(WEAK_INT if dtype is None else dtype, pointer, extents, strides, False, "private")
    found.frame = found.name = None
    return found


def shape_in_words(shape) -> str:
    """What a variable of this shape holds."""
    types = part_types(shape)
    return describe(rebuilt(shape, iter([0] * len(types))))


__all__ = [
    "SIZES",
    "Atomic",
    "Const",
    "List",
    "Local",
    "Method",
    "Mismatch",
    "Number",
    "Place",
    "Scalar",
    "Text",
    "Tuple",
    "View",
    "describe",
    "joined",
    "name_of_object",
    "part_types",
    "rebuilt",
    "shape_in_words",
    "shape_of",
]
