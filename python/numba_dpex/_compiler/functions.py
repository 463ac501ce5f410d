"""Calls: functions of Python, math, NumPy and kernel_api that kernels know, and functions that are compiled into them."""

import ast
import cmath
import inspect
import math
import operator

import numpy as np

from .. import kernel_api as kapi
from .. import older
from .._launch import OPS
from .errors import TypingError, UnsupportedError
from .expressions import ATOMICS
from .source import source_of
from .types import (
    B1,
    F32,
    F64,
    I32,
    I64,
    KINDS,
    NAMES,
    STORED,
    U32,
    U64,
    WEAK_COMPLEX,
    WEAK_FLOAT,
    WEAK_INT,
    dtype_number,
    is_integer,
    is_weak,
    promote,
)
from .values import Atomic, Const, Method, Place, Scalar, Tuple, View, describe

DEEPEST = 64
_SUFFIX = {
    I32: "i32",
    U32: "u32",
    I64: "i64",
    U64: "u64",
    F32: "f32",
    F64: "f64",
    WEAK_INT: "i64",
    WEAK_FLOAT: "f64",
}
_LOADS = {0: 0, 1: 1, 3: 1, 4: 1, 5: 4}  # MemoryOrder -> order in libdevice/builtins.hpp
_ORDERS = {0: 0, 1: 1, 3: 2, 4: 3, 5: 4}
_STORES = {0: 0, 1: 0, 3: 2, 4: 2, 5: 4}

# NumPy's names, and math's, of rows of the ops table.
_ROWS = {
    "absolute": "abs", "arccos": "acos", "arccosh": "acosh", "arcsin": "asin", "arcsinh": "asinh", "arctan": "atan",
    "arctan2": "atan2", "arctanh": "atanh", "conjugate": "conj", "invert": "bitwise_invert", "left_shift": "bitwise_left_shift",
    "right_shift": "bitwise_right_shift", "mod": "remainder", "power": "pow", "true_divide": "divide", "rint": "round",
    "fabs": "abs",
}  # fmt: skip
_LIBM = ("erf", "erfc", "fmod", "lgamma", "fma", "fmax", "fmin")


class Functions:
    """What calls mean; a mixin of Lowering."""

    def of_Call(self, node):
        function = self.expression(node.func)
        arguments = []
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                arguments += self.items_of(self.expression(argument.value), argument)
            else:
                arguments.append(self.expression(argument))
        keywords = {}
        for keyword in node.keywords:
            if keyword.arg is None:
                raise self.fail(UnsupportedError, "** in calls is not supported in kernels", node)
            keywords[keyword.arg] = self.expression(keyword.value)
        return self.called(function, arguments, keywords, node)

    def called(self, function, arguments, keywords, node):
        if isinstance(function, Method):
            return self.method(function, arguments, keywords, node)
        if not isinstance(function, Const) or not callable(function.value):
            raise self.fail(TypingError, f"{describe(function)} cannot be called", node)
        value = function.value
        known = _known(value)
        if known is not None:
            return known(self, arguments, keywords, node)
        inner = getattr(value, "py_func", value)
        if inspect.isfunction(inner):
            return self.inlined(
                inner, getattr(value, "signatures", None), arguments, keywords, node
            )
        raise self.fail(
            UnsupportedError,
            f"{describe(function)} is not known to kernels; they call functions of math, NumPy's on numbers, kernel_api, and "
            "functions written in Python",
            node,
        )

    # Functions written in Python become part of the kernel.

    def inlined(self, function, signatures, arguments, keywords, node):
        from .lower import Frame

        source, outer = source_of(function), self.frame
        frame = outer
        while frame is not None:
            if frame.source is source:
                raise self.fail(
                    UnsupportedError,
                    f"{source.name} calls itself; kernels cannot recurse: write a loop",
                    node,
                )
            frame = frame.parent
        if self.depth == DEEPEST:
            raise self.fail(UnsupportedError, f"calls are nested deeper than {DEEPEST}", node)
        values = self.bound_arguments(source, arguments, keywords, node)
        result = None
        if signatures:
            values, result = self.signed(signatures, values, node)
        key = (*outer.key, (node.lineno, node.col_offset, source.name, self.copies))
        end = self.recipe.block()
        self.frame, self.depth = Frame(source, key, end, outer), self.depth + 1
        self.bind(list(values), list(values.values()))
        if isinstance(source.tree, ast.Lambda):
            value = self.expression(source.tree.body)
        else:
            value = self.returned(source, end)
        self.frame, self.depth = outer, self.depth - 1
        return value if result is None else self.cast(value, result, node)

    def returned(self, source, end):
        """Compiles the body; what it returns."""
        self.body(source.tree.body)
        falls_off = self.recipe.reachable
        if self.frame.returns and falls_off:
            self.assign("%return", Const(None), None)
        self.recipe.enter(end)
        if not self.frame.returns:
            return Const(None)
        source.assigned.setdefault("%return", 2)
        return self.read("%return", None)

    def bound_arguments(self, source, arguments, keywords, node) -> dict:
        """Parameter names and values as Python binds them."""
        names = source.parameters
        spec = source.arguments
        if spec.vararg or spec.kwarg:
            raise self.fail(
                UnsupportedError,
                f"{source.name} takes * or **; kernels call functions with named parameters",
                node,
            )
        if len(arguments) > len(names):
            raise self.fail(
                TypingError,
                f"{source.name} takes {len(names)} arguments, not {len(arguments)}",
                node,
            )
        values = dict(zip(names, arguments, strict=False))
        names = names + [a.arg for a in spec.kwonlyargs]
        for name, value in keywords.items():
            if name not in names or name in values:
                raise self.fail(TypingError, f"{source.name} has no parameter {name} left", node)
            values[name] = value
        defaults = source.function.__defaults__ or ()
        given = dict(
            zip(source.parameters[len(source.parameters) - len(defaults) :], defaults, strict=True)
        )
        given.update(source.function.__kwdefaults__ or {})
        for name in names:
            if name not in values:
                if name not in given:
                    raise self.fail(
                        TypingError, f"{source.name}: no value for parameter {name}", node
                    )
                values[name] = self.of_object(given[name], node, name)
        return values

    def signed(self, signatures, values, node):
        """Values cast to the parameters of the signature that has their types, else of the first; and the result's dtype."""
        fitting = [s for s in signatures if len(s.args) == len(values)]
        if not fitting:
            raise self.fail(TypingError, f"no signature takes {len(values)} arguments", node)
        own = [self.dtype_of(v) if self._numeric(v) else None for v in values.values()]
        exact = [s for s in fitting if [getattr(t, "dtype_number", None) for t in s.args] == own]
        chosen = (exact or fitting)[0]
        cast = {}
        for (name, value), type_ in zip(values.items(), chosen.args, strict=True):
            number = getattr(type_, "dtype_number", None)
            cast[name] = (
                value if number is None else self.cast(self.number(value, node), number, node)
            )
        return cast, getattr(chosen.result, "dtype_number", None)

    # Methods.

    def method(self, method, arguments, keywords, node):
        owner, name = method.owner, method.name
        if isinstance(owner, Place):
            self.no_keywords(keywords, name, node, ("idx", "dim"))
            return self.place_method(owner, name, arguments + list(keywords.values()), node)
        if isinstance(owner, Atomic):
            return self.atomic_method(owner, name, arguments, keywords, node)
        if name in ("conjugate", "conj"):
            return self.op("conj", [owner], node) if KINDS[self.dtype_of(owner)] == "c" else owner
        if name == "astype":
            self.expect(arguments, 1, name, node)
            return self.cast(owner, self.dtype_argument(arguments[0], node), node)
        if name == "item":
            kind = KINDS[self.dtype_of(owner)]
            weak = {"b": B1, "c": WEAK_COMPLEX, "f": WEAK_FLOAT}.get(kind, WEAK_INT)
            return self.cast(owner, weak, node)
        raise self.fail(
            UnsupportedError, f"{name} of {describe(owner)} is not supported in kernels", node
        )

    def no_keywords(self, keywords, name, node, allowed=()):
        for keyword in keywords:
            if keyword not in allowed:
                raise self.fail(TypingError, f"{name} has no parameter {keyword}", node)

    def dtype_argument(self, value, node) -> int:
        """A dtype given as an object of NumPy's, a type of numba_dpex's, a Python type or a name."""
        if isinstance(value, Const):
            found = getattr(value.value, "_numpy_dtype", value.value)
            try:
                number = dtype_number(found)
            except TypeError:
                number = None
            if number is not None and found is not None:
                return number
        raise self.fail(TypingError, f"a dtype is needed here, not {describe(value)}", node)

    def shape_argument(self, value, node) -> tuple:
        items = value.items if isinstance(value, Tuple) else (value,)
        shape = []
        for item in items:
            if not isinstance(item, Const):
                raise self.fail(
                    TypingError,
                    "the shape of a private or local array consists of constants, as literals and captured numbers are",
                    node,
                )
            extent = self.whole(item, node)
            if extent < 1:
                raise self.fail(
                    TypingError, f"a shape consists of positive integers, and has {extent}", node
                )
            shape.append(extent)
        return tuple(shape)

    # kernel_api.

    def private_array(self, shape, dtype, fill_zeros, node) -> View:
        count = math.prod(shape)
        if count * np.dtype(NAMES[dtype]).itemsize > 1 << 20:
            raise self.fail(
                TypingError,
                f"a private array of {count} elements; private memory is for small arrays: use an argument",
                node,
            )
        variable = self.recipe.variable(STORED[dtype], count)
        pointer = self.recipe.give("address", variable)
        view = View(dtype, pointer, shape, self.dense_strides(shape), True, "private")
        if fill_zeros:
            zero = self.constant(0, dtype, node).number
            for n in range(count) if count <= 16 else ():
                self.recipe.do("store", pointer, self.recipe.integer(n), zero)
            if count > 16:
                self.fill_loop(pointer, count, zero)
        return view

    def fill_loop(self, pointer, count, value):
        recipe = self.recipe
        counter = recipe.variable(STORED[WEAK_INT])
        recipe.do("set", counter, recipe.integer(0))
        head, inside, after = recipe.block(), recipe.block(), recipe.block()
        recipe.enter(head)
        at = recipe.give("get", counter)
        recipe.branch(recipe.give("compare", 2, at, recipe.integer(count)), inside, after)
        recipe.enter(inside)
        recipe.do("store", pointer, at, value)
        recipe.do("set", counter, recipe.give("index", 0, at, recipe.integer(1)))
        recipe.jump(head)
        recipe.enter(after)

    def group_of(self, value, name, node, kinds=("Group", "SubGroup")) -> str:
        if not isinstance(value, Place) or value.kind not in kinds:
            raise self.fail(
                TypingError, f"{name} takes a {' or '.join(kinds)}, not {describe(value)}", node
            )
        return value.kind

    def barrier(self, kind, node):
        if self.recipe.is_range:
            raise self.fail(
                TypingError, "a barrier needs groups: launch the kernel over an NdRange", node
            )
        self.recipe.do("barrier", 2 if kind == "Group" else 1)

    def enumerator(self, value, kind, node) -> int:
        try:
            if not isinstance(value, Const):
                raise ValueError
            return int(kind(value.value))
        except ValueError:
            raise self.fail(
                TypingError, f"a {kind.__name__} is needed here, not {describe(value)}", node
            ) from None

    def atomic(self, arguments, keywords, node) -> Atomic:
        names = ("ref", "index", "memory_order", "memory_scope", "address_space")
        if len(arguments) > len(names):
            raise self.fail(TypingError, f"AtomicRef takes at most {len(names)} arguments", node)
        values = dict(zip(names, arguments, strict=False))
        for name, value in keywords.items():
            if name not in names or name in values:
                raise self.fail(TypingError, f"AtomicRef has no parameter {name} left", node)
            values[name] = value
        view = values.get("ref")
        if not isinstance(view, View):
            raise self.fail(
                TypingError,
                f"AtomicRef takes an array and an index, not {describe(view or Const(None))}",
                node,
            )
        if "index" not in values:
            raise self.fail(TypingError, "AtomicRef takes an array and an index", node)
        index = values["index"]
        indices = [(i, node) for i in (index.items if isinstance(index, Tuple) else (index,))]
        element = self.selected(view, indices, node)
        if element.shape:
            raise self.fail(
                TypingError, f"AtomicRef: {len(indices)} indices for a {describe(view)}", node
            )
        order = self.enumerator(values.get("memory_order", Const(0)), kapi.MemoryOrder, node)
        scope = self.enumerator(values.get("memory_scope", Const(3)), kapi.MemoryScope, node)
        if order == kapi.MemoryOrder.CONSUME_UNSUPPORTED:
            raise self.fail(
                TypingError,
                "MemoryOrder.CONSUME_UNSUPPORTED cannot be used; ACQUIRE is what it stands for",
                node,
            )
        given = values.get("address_space", Const(None))
        own = {
            "global": kapi.AddressSpace.GLOBAL,
            "local": kapi.AddressSpace.LOCAL,
            "private": kapi.AddressSpace.PRIVATE,
        }[view.space]
        if isinstance(given, Const) and given.value is not None:
            space = kapi.AddressSpace(self.enumerator(given, kapi.AddressSpace, node))
            if space not in (own, kapi.AddressSpace.GENERIC):
                raise self.fail(
                    TypingError,
                    f"AddressSpace.{space.name} for a {describe(view)}, which lies in {own.name}",
                    node,
                )
        if view.dtype not in _SUFFIX:
            raise self.fail(
                TypingError,
                f"there are no atomic operations on {NAMES[view.dtype]}; use a type of 32 or 64 bits",
                node,
            )
        self.mark_written(view)
        return Atomic(
            view.dtype,
            self.element_pointer(element),
            kapi.MemoryOrder(order),
            kapi.MemoryScope(scope),
            own,
        )

    def atomic_value(self, atomic, value, name, node) -> int:
        value = self.number(value, node)
        dtype = self.dtype_of(value)
        if not is_weak(dtype) and dtype != atomic.dtype:
            raise self.fail(
                TypingError,
                f"{name}: the AtomicRef is of {NAMES[atomic.dtype]}, the value of {NAMES[dtype]}; convert it to the same type",
                node,
            )
        if promote(atomic.dtype, dtype) != atomic.dtype:
            raise self.fail(
                TypingError, f"{name}: {describe(value)} does not fit {NAMES[atomic.dtype]}", node
            )
        return self.cast(value, atomic.dtype, node).number

    def atomic_method(self, atomic, name, arguments, keywords, node):
        suffix, type_ = _SUFFIX[atomic.dtype], STORED[atomic.dtype]
        i32 = STORED[I32]
        scope = self.recipe.constant(i32, int(atomic.scope))

        def order(table):
            return self.recipe.constant(i32, table[int(atomic.order)])

        if name == "compare_exchange":
            return self.compare_exchange(atomic, arguments, keywords, node)
        arguments = arguments + [v for k, v in keywords.items() if k == "val"]
        self.no_keywords(keywords, name, node, ("val",))
        self.expect(arguments, 0 if name == "load" else 1, name, node)
        if name == "load":
            number = self.recipe.call(
                f"__weft_atomic_load_{suffix}", type_, [atomic.pointer, order(_LOADS), scope]
            )
            return Scalar(atomic.dtype, number)
        if name in ("fetch_and", "fetch_or", "fetch_xor") and not is_integer(atomic.dtype):
            raise self.fail(
                TypingError, f"{name} is for integers, not for {NAMES[atomic.dtype]}", node
            )
        value = self.atomic_value(atomic, arguments[0], name, node)
        if name == "store":
            self.recipe.call(
                f"__weft_atomic_store_{suffix}", 0, [atomic.pointer, value, order(_STORES), scope]
            )
            return Const(None)
        operands = [atomic.pointer, value, order(_ORDERS), scope]
        return Scalar(
            atomic.dtype, self.recipe.call(f"__weft_atomic_{name}_{suffix}", type_, operands)
        )

    def compare_exchange(self, atomic, arguments, keywords, node):
        names = ("expected", "desired", "expected_idx")
        values = dict(zip(names, arguments, strict=False))
        for name, value in keywords.items():
            name = "expected" if name == "expected_ref" else name
            if name not in names or name in values:
                raise self.fail(TypingError, f"compare_exchange has no parameter {name} left", node)
            values[name] = value
        view = values.get("expected")
        if not isinstance(view, View) or view.dtype != atomic.dtype or "desired" not in values:
            raise self.fail(
                TypingError,
                f"compare_exchange takes an array of {NAMES[atomic.dtype]}, the desired value and an index",
                node,
            )
        place = self.selected(view, [(values.get("expected_idx", Const(0)), node)], node)
        if place.shape:
            raise self.fail(
                TypingError, f"compare_exchange: one index for a {describe(view)}", node
            )
        expected = self.load(place)
        desired = self.atomic_value(atomic, values["desired"], "compare_exchange", node)
        recipe, i32, suffix = self.recipe, STORED[I32], _SUFFIX[atomic.dtype]
        orders = [recipe.constant(i32, table[int(atomic.order)]) for table in (_ORDERS, _LOADS)]
        scope = recipe.constant(i32, int(atomic.scope))
        old = recipe.call(
            f"__weft_atomic_compare_exchange_{suffix}",
            STORED[atomic.dtype],
            [atomic.pointer, expected.number, desired, *orders, scope],
        )
        same = Scalar(B1, recipe.give("compare", 0, old, expected.number))
        differs, end = recipe.block(), recipe.block()
        recipe.branch(same.number, end, differs)
        recipe.enter(differs)
        self.store(place, Scalar(atomic.dtype, old), node)
        recipe.enter(end)
        return same

    # Group algorithms.

    def widened(self, value, node):
        """(number, its dtype in group operations) of a number."""
        value = self.number(value, node)
        dtype = self.dtype_of(value)
        kind = KINDS[dtype]
        if kind == "c":
            raise self.fail(
                TypingError, "group operations are not defined for complex numbers", node
            )
        wide = dtype if dtype in _SUFFIX else {"b": U32, "u": U32, "i": I32, "f": F32}[kind]
        return self.cast(value, wide, node).number, wide, dtype

    def over_group(self, group, name, value, node, extra=()):
        kind = self.group_of(group, name, node)
        number, wide, dtype = self.widened(value, node)
        prefix = "__weft_group" if kind == "Group" else "__weft_sub_group"
        result = self.recipe.call(
            f"{prefix}_{name}_{_SUFFIX[wide]}", STORED[wide], [number, *extra], together=True
        )
        return self.cast(Scalar(wide, result), dtype, node)

    def vote(self, group, name, value, node):
        kind = self.group_of(group, name, node)
        truth = self.cast(self.truth(self.number(value, node), node), B1, node)
        prefix = "__weft_group" if kind == "Group" else "__weft_sub_group"
        return Scalar(
            B1, self.recipe.call(f"{prefix}_{name}", STORED[B1], [truth.number], together=True)
        )

    # Numbers.

    def libm(self, name, arguments, node):
        """A function of the C library in the arguments' floating type."""
        dtype = WEAK_INT
        for argument in arguments:
            dtype = promote(dtype, self.dtype_of(self.number(argument, node)))
        if KINDS[dtype] == "c":
            raise self.fail(TypingError, f"{name} is not defined for complex numbers", node)
        result = dtype if KINDS[dtype] == "f" else WEAK_FLOAT
        wide = F32 if SIZES_OF_FLOAT[result] <= 4 else F64
        values = [self.cast(a, wide, node).number for a in arguments]
        number = self.recipe.call(name + ("f" if wide == F32 else ""), STORED[wide], values)
        return (
            self.cast(Scalar(wide, number), result, node)
            if result not in (WEAK_FLOAT,)
            else Scalar(WEAK_FLOAT, number)
        )

    def row(self, name, arguments, node):
        """A row of the ops table, as math and NumPy call it."""
        values = [self.number(a, node) for a in arguments]
        return self.op(name, values, node)

    def float_row(self, name, arguments, node):
        """The same for functions of math, which give floats for integers."""
        values = []
        for argument in arguments:
            value = self.number(argument, node)
            if KINDS[self.dtype_of(value)] not in "fc":
                value = self.cast(value, WEAK_FLOAT, node)
            if KINDS[self.dtype_of(value)] == "c":
                raise self.fail(
                    TypingError,
                    f"math functions take real numbers, not {describe(value)}; NumPy's take complex ones",
                    node,
                )
            values.append(value)
        return self.op(name, values, node)

    def extreme(self, compare, values, node):
        """Python's min and max: the first of the best, whatever NaN does."""
        if len(values) == 1:
            values = self.items_of(values[0], node)
        best = self.number(values[0], node)
        for value in values[1:]:
            value = self.number(value, node)
            if isinstance(best, Const) and isinstance(value, Const):
                best = (
                    value
                    if compare is ast.Lt
                    and value.value < best.value
                    or compare is ast.Gt
                    and value.value > best.value
                    else best
                )
                continue
            dtype = promote(self.dtype_of(best), self.dtype_of(value))
            a, b = self.cast(best, dtype, node), self.cast(value, dtype, node)
            better = self.compare(compare, b, a, node)
            known = self.is_known(a) and self.is_known(b)
            known = known or (
                compare is ast.Gt and is_integer(dtype) and (self.is_known(a) or self.is_known(b))
            )
            best = Scalar(
                dtype, self.recipe.give("select", better.number, b.number, a.number), known
            )
        return best


SIZES_OF_FLOAT = {9: 2, F32: 4, F64: 8, WEAK_FLOAT: 8}
_table = {}


def _known(value):
    """What a known function does: (lowering, arguments, keywords, node) -> value; None for those that are not known."""
    if not _table:
        _fill()
    try:
        found = _table.get(value)
    except TypeError:
        return None
    if found is not None:
        return found
    if isinstance(value, np.ufunc):
        name = _ROWS.get(value.__name__, value.__name__)
        if name in OPS:
            return _plain(lambda low, args, node: low.row(name, args, node), value.nin)
        if name in _LIBM:
            return _plain(lambda low, args, node: low.libm(name, args, node), value.nin)
        return None
    if isinstance(value, type) and issubclass(value, np.generic):
        return _conversion(value)
    if hasattr(value, "_numpy_dtype"):
        return _conversion(value._numpy_dtype)
    name = getattr(value, "__name__", None) or getattr(value, "name_", None)
    if name in OPS and (
        getattr(value, "__module__", None) or type(value).__module__ or ""
    ).startswith("dpctl.tensor"):
        return _plain(lambda low, args, node: low.row(name, args, node), None)
    return None


def _plain(function, count):
    """A function of numbers without keywords."""

    def call(low, args, keywords, node):
        low.no_keywords(keywords, "the function", node)
        if count is not None:
            low.expect(args, count, "the function", node)
        return function(low, args, node)

    return call


def _conversion(dtype):
    number = dtype_number(dtype)
    if number is None:
        return None

    def convert(low, args, keywords, node):
        low.no_keywords(keywords, "a conversion", node)
        low.expect(args, 1, "a conversion", node)
        return low.cast(low.number(args[0], node), number, node)

    return convert


def _named(*names, required=None):
    """Decorates a handler: its arguments come by position or by these names, in this order; None for those not given."""

    def decorate(function):
        def call(low, args, keywords, node):
            if len(args) > len(names):
                raise low.fail(
                    TypingError,
                    f"{len(args)} arguments, at most {len(names)} are taken: {', '.join(names)}",
                    node,
                )
            values = dict(zip(names, args, strict=False))
            for name, value in keywords.items():
                if name not in names or name in values:
                    raise low.fail(
                        TypingError,
                        f"there is no parameter {name} left; there are {', '.join(names)}",
                        node,
                    )
                values[name] = value
            missing = [
                n for n in names[: len(names) if required is None else required] if n not in values
            ]
            if missing:
                raise low.fail(TypingError, f"no value for {missing[0]}", node)
            return function(low, node, *(values.get(n) for n in names))

        return call

    return decorate


def _fill():
    for name in OPS:
        if hasattr(math, name) and name not in ("log", "pow"):
            count = 2 if name in ("atan2", "hypot", "copysign", "nextafter") else 1
            _table[getattr(math, name)] = _plain(
                lambda low, a, n, op=name: low.float_row(op, a, n), count
            )
    for name in ("erf", "erfc", "lgamma", "fmod"):
        _table[getattr(math, name)] = _plain(
            lambda low, a, n, f=name: low.libm(f, a, n), 2 if name == "fmod" else 1
        )
    _table[math.gamma] = _plain(lambda low, a, n: low.libm("tgamma", a, n), 1)
    _table[math.remainder] = _plain(lambda low, a, n: low.libm("remainder", a, n), 2)
    _table[math.fabs] = _plain(lambda low, a, n: low.float_row("abs", a, n), 1)
    _table[math.log] = _log
    _table[math.pow] = _plain(lambda low, a, n: low.float_row("pow", a, n), 2)
    for name in ("ceil", "floor", "trunc"):
        _table[getattr(math, name)] = _plain(
            lambda low, a, n, op=name: _to_int(low, low.row(op, a, n), n), 1
        )
    _table[math.degrees] = _table[np.degrees] = _table[np.rad2deg] = _plain(
        lambda low, a, n: _scaled(low, a, 180 / math.pi, n), 1
    )
    _table[math.radians] = _table[np.radians] = _table[np.deg2rad] = _plain(
        lambda low, a, n: _scaled(low, a, math.pi / 180, n), 1
    )
    for name in ("sqrt", "exp", "log", "sin", "cos", "tan"):
        _table[getattr(cmath, name)] = _plain(
            lambda low, a, n, op=name: low.op(
                op, [low.cast(low.number(a[0], n), promote(WEAK_COMPLEX, low.dtype_of(a[0])), n)], n
            ),
            1,
        )
    _table[abs] = _plain(lambda low, a, n: _abs(low, a[0], n), 1)
    _table[np.abs] = _table[np.absolute] = _table[abs]
    _table[min] = lambda low, a, k, n: (low.no_keywords(k, "min", n), low.extreme(ast.Lt, a, n))[1]
    _table[max] = lambda low, a, k, n: (low.no_keywords(k, "max", n), low.extreme(ast.Gt, a, n))[1]
    _table[int] = _plain(
        lambda low, a, n: Const(0) if not a else _to_int(low, low.number(a[0], n), n), None
    )
    _table[float] = _plain(lambda low, a, n: _weak(low, a[0], WEAK_FLOAT, float, n), 1)
    _table[bool] = _plain(lambda low, a, n: low.truth(a[0], n), 1)
    _table[complex] = _complex
    _table[round] = _plain(lambda low, a, n: _to_int(low, low.row("round", a, n), n), 1)
    _table[pow] = _plain(lambda low, a, n: low.binary(ast.Pow, a[0], a[1], n), 2)
    _table[divmod] = _plain(
        lambda low, a, n: Tuple([low.binary(ast.FloorDiv, *a, n), low.binary(ast.Mod, *a, n)]), 2
    )
    _table[len] = _plain(lambda low, a, n: _len(low, a[0], n), 1)
    _table[sum] = _plain(lambda low, a, n: _sum(low, a[0], n), 1)
    _table[tuple] = _plain(lambda low, a, n: Tuple(low.items_of(a[0], n)), 1)
    _table[getattr] = _plain(lambda low, a, n: low.attribute(a[0], a[1].value, n), 2)
    _table[isinstance] = _plain(lambda low, a, n: _isinstance(low, a, n), 2)
    _table[range] = _plain(lambda low, a, n: _constant_range(low, a, n), None)
    _table[np.dtype] = _plain(
        lambda low, a, n: Const(np.dtype(NAMES[low.dtype_argument(a[0], n)])), 1
    )
    for python, op in (
        (operator.add, ast.Add),
        (operator.sub, ast.Sub),
        (operator.mul, ast.Mult),
        (operator.truediv, ast.Div),
    ):
        _table[python] = _plain(lambda low, a, n, op=op: low.binary(op, a[0], a[1], n), 2)
    for ufunc, op in (
        (np.add, ast.Add), (np.subtract, ast.Sub), (np.multiply, ast.Mult), (np.divide, ast.Div), (np.floor_divide, ast.FloorDiv),
        (np.remainder, ast.Mod), (np.power, ast.Pow),
    ):  # fmt: skip
        _table[ufunc] = _plain(
            lambda low, a, n, op=op: low.binary(op, low.number(a[0], n), low.number(a[1], n), n), 2
        )
    _fill_kernel_api()
    _fill_older_api()


def _fill_kernel_api():
    @_named("shape", "dtype", "fill_zeros", required=2)
    def private_array(low, node, shape, dtype, fill_zeros):
        zeros = isinstance(fill_zeros, Const) and bool(fill_zeros.value)
        return low.private_array(
            low.shape_argument(shape, node), low.dtype_argument(dtype, node), zeros, node
        )

    @_named("group", "fence_scope", required=1)
    def group_barrier(low, node, group, fence_scope):
        kind = low.group_of(group, "group_barrier", node)
        if fence_scope is not None:
            low.enumerator(fence_scope, kapi.MemoryScope, node)
        low.barrier(kind, node)
        return Const(None)

    @_named("memory_order", "memory_scope")
    def atomic_fence(low, node, order, scope):
        order = low.enumerator(order, kapi.MemoryOrder, node)
        if order not in _ORDERS:
            raise low.fail(
                TypingError,
                "MemoryOrder.CONSUME_UNSUPPORTED cannot be used; ACQUIRE is what it stands for",
                node,
            )
        low.recipe.do("fence", _ORDERS[order], low.enumerator(scope, kapi.MemoryScope, node))
        return Const(None)

    @_named("group", "x", "op", required=2)
    def reduce_over_group(low, node, group, x, op):
        names = {
            "plus": "add",
            "multiplies": "mul",
            "minimum": "min",
            "maximum": "max",
            "bit_and": "and",
            "bit_or": "or",
            "bit_xor": "xor",
        }
        name = "plus" if op is None else op.value if isinstance(op, Const) else None
        if name not in names:
            raise low.fail(TypingError, f"op is one of {', '.join(names)}", node)
        if name.startswith("bit") and KINDS[low.dtype_of(low.number(x, node))] == "f":
            raise low.fail(TypingError, f"{name} is for integers, not for {describe(x)}", node)
        return low.over_group(group, "reduce_" + names[name], x, node)

    @_named("group", "x", "local_linear_id", required=2)
    def group_broadcast(low, node, group, x, local_linear_id):
        number = low.number(Const(0) if local_linear_id is None else local_linear_id, node)
        if low.group_of(group, "group_broadcast", node) == "Group":
            return low.over_group(group, "broadcast", x, node, [low.cast(number, U64, node).number])
        return low.over_group(group, "shuffle", x, node, [low.cast(number, U32, node).number])

    @_named("sub_group", "x", "remote_local_id")
    def select_from_group(low, node, sub_group, x, remote):
        low.group_of(sub_group, "select_from_group", node, ("SubGroup",))
        remote = low.cast(low.number(remote, node), U32, node)
        return low.over_group(sub_group, "shuffle", x, node, [remote.number])

    for name in ("any", "all"):
        _table[getattr(kapi, f"{name}_of_group")] = _named("group", "pred")(
            lambda low, node, group, pred, name=name: low.vote(group, name, pred, node)
        )
    _table[kapi.none_of_group] = _named("group", "pred")(
        lambda low, node, group, pred: low.negated(low.vote(group, "any", pred, node), node)
    )
    _table[kapi.PrivateArray] = private_array
    _table[kapi.group_barrier] = group_barrier
    _table[kapi.atomic_fence] = atomic_fence
    _table[kapi.AtomicRef] = lambda low, args, keywords, node: low.atomic(args, keywords, node)
    _table[kapi.reduce_over_group] = reduce_over_group
    _table[kapi.group_broadcast] = group_broadcast
    _table[kapi.select_from_group] = select_from_group
    for function in (kapi.inclusive_scan_over_group, kapi.exclusive_scan_over_group):
        _table[function] = _refusal(
            f"{function.__name__} runs in pure Python only yet; write the scan with a LocalAccessor"
        )
    _table[kapi.LocalAccessor] = _refusal(
        "a LocalAccessor is an argument of the kernel; local.array(shape, dtype) makes local memory inside"
    )
    _table[print] = _refusal(
        "print is not supported in compiled kernels yet; kernel_api.call_kernel runs the kernel in pure Python, where it is"
    )


def _fill_older_api():
    def id_function(what):
        def handler(low, node, dim):
            if what not in ("global_id", "global_range") and low.recipe.is_range:
                raise low.fail(
                    TypingError,
                    "this function needs groups: launch the kernel with a local range",
                    node,
                )
            return low.id(what, low.dimension(dim, "the function", node))

        return _named("dim")(handler)

    def atomic_function(name):
        def handler(low, node, ary, idx, val):
            return low.atomic_method(low.atomic([ary, idx], {}, node), name, [val], {}, node)

        return _named("ary", "idx", "val")(handler)

    def barrier(kind):
        def handler(low, node, flags):
            low.barrier(kind, node)
            return Const(None)

        return _named("flags", required=0)(handler)

    @_named("shape", "dtype")
    def local_array(low, node, shape, dtype):
        if low.recipe.is_range:
            raise low.fail(
                TypingError, "local memory needs groups: launch the kernel with a local range", node
            )
        return low.local_array(low.shape_argument(shape, node), low.dtype_argument(dtype, node))

    @_named("flags", required=0)
    def mem_fence(low, node, flags):
        low.recipe.do("fence", _ORDERS[kapi.MemoryOrder.ACQ_REL], int(kapi.MemoryScope.WORK_GROUP))
        return Const(None)

    @_named("shape", "dtype")
    def private_array(low, node, shape, dtype):
        return low.private_array(
            low.shape_argument(shape, node), low.dtype_argument(dtype, node), False, node
        )

    for function, what in (
        (older.get_global_id, "global_id"),
        (older.get_local_id, "local_id"),
        (older.get_group_id, "group_id"),
        (older.get_num_groups, "group_range"),
        (older.get_global_size, "global_range"),
        (older.get_local_size, "local_range"),
    ):
        _table[function] = id_function(what)
    _table[older.get_work_dim] = _plain(lambda low, a, n: Const(low.recipe.dims), 0)
    _table[older.barrier] = barrier("Group")
    _table[older.sub_group_barrier] = barrier("SubGroup")
    _table[older.mem_fence] = mem_fence
    _table[older.local.array] = local_array
    _table[older.private.array] = private_array
    for name in ("add", "sub", "min", "max"):
        _table[getattr(older.atomic, name)] = atomic_function("fetch_" + name)


def _refusal(words):
    def refuse(low, args, keywords, node):
        raise low.fail(UnsupportedError, words, node)

    return refuse


def _log(low, args, keywords, node):
    low.no_keywords(keywords, "log", node)
    if len(args) == 2:
        parts = [low.float_row("log", [a], node) for a in args]
        return low.binary(ast.Div, *parts, node)
    low.expect(args, 1, "log", node)
    return low.float_row("log", args, node)


def _scaled(low, args, factor, node):
    value = low.number(args[0], node)
    if KINDS[low.dtype_of(value)] != "f":
        value = low.cast(value, WEAK_FLOAT, node)
    return low.binary(ast.Mult, value, Const(factor), node)


def _to_int(low, value, node):
    if isinstance(value, Const):
        try:
            return Const(int(value.value))
        except (TypeError, ValueError, OverflowError):
            raise low.fail(TypingError, f"{describe(value)} is no integer", node) from None
    if KINDS[value.dtype] == "c":
        raise low.fail(TypingError, f"int() of {describe(value)}; take .real first", node)
    return low.cast(value, WEAK_INT, node)


def _weak(low, value, dtype, python, node):
    value = low.number(value, node)
    if isinstance(value, Const):
        try:
            return Const(python(value.value))
        except TypeError:
            raise low.fail(TypingError, f"{python.__name__}() of {describe(value)}", node) from None
    if KINDS[value.dtype] == "c" and dtype != WEAK_COMPLEX:
        raise low.fail(
            TypingError, f"{python.__name__}() of {describe(value)}; take .real first", node
        )
    return low.cast(value, dtype, node)


def _complex(low, args, keywords, node):
    low.no_keywords(keywords, "complex", node)
    if len(args) == 1:
        return _weak(low, args[0], WEAK_COMPLEX, complex, node)
    low.expect(args, 2, "complex", node)
    real = low.cast(low.number(args[0], node), WEAK_COMPLEX, node)
    imag = low.binary(
        ast.Mult, low.cast(low.number(args[1], node), WEAK_COMPLEX, node), Const(1j), node
    )
    return low.binary(ast.Add, real, imag, node)


def _abs(low, value, node):
    value = low.number(value, node)
    if isinstance(value, Const):
        return Const(abs(value.value))
    if low.is_known(value):
        return value
    return low.op("abs", [value], node, known=is_integer(value.dtype))


def _len(low, value, node):
    if isinstance(value, Tuple):
        return Const(len(value.items))
    if isinstance(value, View) and value.shape:
        return low.extent_value(value.shape[0])
    raise low.fail(TypingError, f"{describe(value)} has no len()", node)


def _sum(low, value, node):
    total = Const(0)
    for item in low.items_of(value, node):
        total = low.binary(ast.Add, total, item, node)
    return total


def _isinstance(low, args, node):
    kinds = args[1].items if isinstance(args[1], Tuple) else (args[1],)
    if isinstance(args[0], Scalar) and is_weak(args[0].dtype):
        own = {WEAK_INT: int, WEAK_FLOAT: float, WEAK_COMPLEX: complex}[args[0].dtype]
    elif isinstance(args[0], Scalar):
        own = np.dtype(NAMES[args[0].dtype]).type
    elif isinstance(args[0], Const):
        own = type(args[0].value)
    else:
        raise low.fail(
            TypingError, f"isinstance of {describe(args[0])} is not known in kernels", node
        )
    return Const(
        any(
            isinstance(k, Const) and isinstance(k.value, type) and issubclass(own, k.value)
            for k in kinds
        )
    )


def _constant_range(low, args, node):
    start, stop, step = low.range_of(list(args), node)
    if all(isinstance(x, Const) for x in (start, stop, step)):
        return Const(range(int(start.value), int(stop.value), int(step.value)))
    raise low.fail(
        UnsupportedError,
        "a range with bounds that are known at run time stands after `for ... in` only",
        node,
    )


__all__ = ["ATOMICS", "Functions", "Method"]
