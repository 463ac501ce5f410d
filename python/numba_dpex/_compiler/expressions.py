"""Expressions other than operators and indices."""

import ast

import numpy as np

from ..kernel_api._usm_data import is_in_usm
from .array_functions import METHODS
from .array_values import is_array
from .errors import TypingError, UnsupportedError
from .growing import METHODS_OF_LISTS
from .recipe import I64
from .scalars import INDEX_ADD, INDEX_MUL
from .types import B1, KINDS, SIZES, STORED, STRONG, WEAK_INT, dtype_of_object, is_weak, numpy_dtype
from .values import (
    Atomic,
    Const,
    Elements,
    List,
    Method,
    Number,
    Place,
    Scalar,
    Tuple,
    View,
    describe,
)

_ID_METHODS = {
    "Item": {"get_id", "get_linear_id", "get_range", "get_linear_range"},
    "NdItem": {
        "get_global_id",
        "get_global_linear_id",
        "get_local_id",
        "get_local_linear_id",
        "get_global_range",
        "get_local_range",
        "get_global_linear_range",
        "get_local_linear_range",
        "get_group",
        "get_sub_group",
    },
    "Group": {
        "get_group_id",
        "get_group_linear_id",
        "get_group_range",
        "get_group_linear_range",
        "get_local_range",
        "get_local_linear_range",
    },
    "SubGroup": {
        "get_local_id",
        "get_local_range",
        "get_max_local_range",
        "get_group_id",
        "get_group_range",
    },
}
ATOMICS = ("fetch_add", "fetch_sub", "fetch_min", "fetch_max", "fetch_and", "fetch_or", "fetch_xor")


class Expressions:
    """What expressions stand for; a mixin of Lowering."""

    def expression(self, node):
        method = getattr(self, "of_" + type(node).__name__, None)
        if method is None:
            words = _REFUSED.get(
                type(node).__name__,
                f"{type(node).__name__} expressions are not supported in kernels",
            )
            raise self.fail(UnsupportedError, words, node)
        return method(node)

    def of_Constant(self, node):
        if isinstance(node.value, bytes):
            raise self.fail(UnsupportedError, "kernels have no bytes", node)
        return Const(node.value)

    def of_Name(self, node):
        return self.read(node.id, node)

    def of_object(self, value, node, name):
        """A captured or global object."""
        words = _CONTAINERS.get(type(value))
        if words is not None:
            raise self.fail(
                UnsupportedError, f"{name} is a {words}; kernels capture tuples and numbers", node
            )
        if isinstance(value, tuple):
            items = [self.of_object(v, node, name) for v in value]
            return Tuple(items, getattr(value, "_fields", ()))
        if is_in_usm(value) or type(value).__name__ == "ndarray":
            raise self.fail(
                UnsupportedError,
                f"{name} is an array outside of the kernel; pass it as an argument",
                node,
            )
        return Const(value)

    def of_Tuple(self, node):
        return self.tuple_of(node, self.expression)

    def tuple_of(self, node, expression):
        items = []
        for element in node.elts:
            if isinstance(element, ast.Starred):
                items += self.items_of(self.expression(element.value), element)
            else:
                items.append(expression(element))
        return Tuple(items)

    def not_kept(self, node):
        """The value of an expression that no variable gets; a list that is written there is a tuple, since nobody can change it."""
        if isinstance(node, (ast.List, ast.Tuple)):
            return self.tuple_of(node, self.not_kept)
        if isinstance(node, (ast.ListComp, ast.GeneratorExp)):
            return self.comprehended(node)
        return self.expression(node)

    def of_BinOp(self, node):
        return self.binary(
            type(node.op), self.expression(node.left), self.expression(node.right), node
        )

    def of_UnaryOp(self, node):
        return self.unary(type(node.op), self.expression(node.operand), node)

    def of_NamedExpr(self, node):
        value = self.expression(node.value)
        self.assign_to(node.target, value)
        return value

    def of_Subscript(self, node):
        return self.subscript(self.not_kept(node.value), node)

    # Conditions.

    def of_Compare(self, node):
        if len(node.ops) == 1:
            return self.one_comparison(
                node.ops[0], self.expression(node.left), self.not_kept(node.comparators[0]), node
            )
        return self.through_jumps(node)

    def of_BoolOp(self, node):
        if self.is_plain(node):
            return self.through_jumps(node)
        return self.chosen(node)

    def is_plain(self, node) -> bool:
        """Is it made of comparisons, so that and/or give booleans?"""
        if isinstance(node, ast.BoolOp):
            return all(map(self.is_plain, node.values))
        if isinstance(node, ast.UnaryOp):
            return isinstance(node.op, ast.Not)
        return isinstance(node, ast.Compare)

    def one_comparison(self, op, left, right, node):
        if isinstance(op, (ast.Is, ast.IsNot)):
            if isinstance(left, Const) and isinstance(right, Const):
                return Const((left.value is right.value) == isinstance(op, ast.Is))
            if any(isinstance(x, Const) and x.value is None for x in (left, right)):
                return Const(isinstance(op, ast.IsNot))
            raise self.fail(
                TypingError, "is compares with None in kernels; write == for numbers", node
            )
        if isinstance(op, (ast.In, ast.NotIn)):
            if is_array(right) and self._numeric(left):
                equal = self.compare(ast.Eq, right, left, node)
                found = self.called(Const(np.any), [equal], {}, node)
                return self.negated(found, node) if isinstance(op, ast.NotIn) else found
            if not isinstance(right, Tuple):
                words = f"in looks for numbers in arrays, and into tuples in kernels, not into {describe(right)}; write a loop"
                raise self.fail(TypingError, words, node)
            none = Const(True)
            for item in right.items:
                differ = self.truth(self.compare(ast.NotEq, left, item, node), node)
                none = self.both(none, differ, node)
            return none if isinstance(op, ast.NotIn) else self.negated(none, node)
        self.refuse_lists([left, right], node)
        return self.compare(type(op), left, right, node)

    def jump_if(self, node, if_true, if_false):
        """Jumps by a condition, evaluating no more of it than Python does; gives a decided one, and has jumped nowhere then."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            decided = self.jump_if(node.operand, if_false, if_true)
            return None if decided is None else not decided
        if isinstance(node, ast.BoolOp):
            stop = isinstance(node.op, ast.Or)
            tests = [lambda t, f, value=value: self.jump_if(value, t, f) for value in node.values]
            return self.jump_by_all(tests, stop, if_true, if_false)
        if isinstance(node, ast.Compare) and len(node.ops) > 1:
            left = [self.expression(node.left)]

            def test(op, right, t, f):
                right = self.expression(right)
                truth = self.truth(self.one_comparison(op, left[0], right, node), node)
                left[0] = right
                return self.jump_by(truth, t, f)

            pairs = zip(node.ops, node.comparators, strict=True)
            tests = [lambda t, f, op=op, right=right: test(op, right, t, f) for op, right in pairs]
            return self.jump_by_all(tests, False, if_true, if_false)
        return self.jump_by(self.truth(self.expression(node), node), if_true, if_false)

    def jump_by(self, truth, if_true, if_false):
        if isinstance(truth, Const):
            return truth.value
        self.note_test(truth.number)
        self.recipe.branch(truth.number, if_true, if_false)
        return None

    def jump_by_all(self, tests, stop, if_true, if_false):
        """The same for several tests, the first of which that is `stop` decides."""
        jumped = False
        for n, test in enumerate(tests):
            last = n == len(tests) - 1
            following = None if last else self.recipe.block()
            pair = (if_true, following or if_false) if stop else (following or if_true, if_false)
            decided = test(*pair)
            if decided is None:
                jumped = True
                if not last:
                    self.recipe.enter(following)
                    if not self.recipe.reachable:
                        return None
            elif last or decided is stop:
                if not jumped:
                    return decided
                self.recipe.jump(if_true if decided else if_false)
                return None
        return None

    def through_jumps(self, node):
        """A condition of several tests as a boolean, evaluating no more of it than Python does.

        Its last test is a value, not a jump: a loop with such a condition has one place where it ends, as in C.
        """
        if isinstance(node, ast.BoolOp):
            tests = [
                lambda part=part: self.truth(self.expression(part), part) for part in node.values
            ]
            return self.of_tests(tests, isinstance(node.op, ast.Or))
        left = [self.expression(node.left)]

        def test(op, right):
            right = self.expression(right)
            truth = self.truth(self.one_comparison(op, left[0], right, node), node)
            left[0] = right
            return truth

        pairs = zip(node.ops, node.comparators, strict=True)
        return self.of_tests([lambda op=op, r=right: test(op, r) for op, right in pairs], False)

    def of_tests(self, tests, stop):
        """The first of the tests that is `stop`, or the last one."""
        recipe, end, result = self.recipe, None, None
        for n, test in enumerate(tests):
            truth, last = test(), n == len(tests) - 1
            if isinstance(truth, Const) and truth.value is not stop and not last:
                continue
            if isinstance(truth, Const) or last:
                if end is None:
                    return truth
                recipe.do("set", result, self.cast(truth, B1, None).number)
                break
            if end is None:
                end, result = recipe.block(), recipe.variable(STORED[B1])
                recipe.do("set", result, recipe.constant(STORED[B1], stop))
            recipe.sets[result].append(truth.number)  # it decides whether it stays what it is
            following = recipe.block()
            recipe.branch(truth.number, *((end, following) if stop else (following, end)))
            recipe.enter(following)
        recipe.enter(end)
        return Scalar(B1, recipe.give("get", result))

    def chosen(self, node):
        """`a and b` and `a or b` of values: the last one that was looked at."""
        recipe, name = self.recipe, f"%{node.lineno}:{node.col_offset}"
        end = recipe.block()
        for n, part in enumerate(node.values):
            value = self.expression(part)
            if n == len(node.values) - 1:
                self.assign(name, value, part)
                break
            truth = self.truth(value, part)
            if isinstance(truth, Const):
                if truth.value == isinstance(node.op, ast.Or):
                    if not end.used:
                        return value
                    self.assign(name, value, part)
                    break
                continue
            self.assign(name, value, part)
            following = recipe.block()
            pair = (end, following) if isinstance(node.op, ast.Or) else (following, end)
            recipe.branch(truth.number, *pair)
            recipe.enter(following)
        recipe.enter(end)
        return self.read_hidden(name)

    def of_IfExp(self, node):
        recipe, name = self.recipe, f"%{node.lineno}:{node.col_offset}"
        then, otherwise, end = recipe.block(), recipe.block(), recipe.block()
        decided, tests = self.tested_jump(node.test, then, otherwise)
        if decided is not None:
            return self.expression(node.body if decided else node.orelse)
        for target, part, truth in ((then, node.body, True), (otherwise, node.orelse, False)):
            recipe.enter(target)
            self.given_by(node.test, truth)
            if recipe.reachable:
                with self.region(tests):
                    self.assign(name, self.expression(part), part)
                recipe.jump(end)
        recipe.enter(end)
        return self.read_hidden(name)

    def read_hidden(self, name):
        self.frame.source.assigned.setdefault(name, 2)
        return self.read(name, None)

    # Attributes.

    def of_Attribute(self, node):
        return self.attribute(self.expression(node.value), node.attr, node)

    def attribute(self, owner, name, node):
        if isinstance(owner, Const):
            return self.attribute_of_object(owner.value, name, node)
        found = None
        if isinstance(owner, List) and name in METHODS_OF_LISTS:
            return Method(owner, name)
        if isinstance(owner, View):
            found = self.attribute_of_view(owner, name)
        elif isinstance(owner, Elements):
            found = self.attribute_of_elements(owner, name, node)
        elif isinstance(owner, Scalar):
            found = self.attribute_of_scalar(owner, name, node)
        elif isinstance(owner, Place):
            found = self.attribute_of_place(owner, name)
        elif isinstance(owner, Atomic):
            found = self.attribute_of_atomic(owner, name)
        elif isinstance(owner, Tuple) and name in owner.names:
            found = owner.items[owner.names.index(name)]
        if found is None and is_array(owner) and name in METHODS:
            return Method(owner, name)
        if found is None:
            raise self.fail(
                TypingError,
                f"{describe(owner)} has no attribute {name} in kernels{self.hint(owner, name)}",
                node,
            )
        return found

    @staticmethod
    def hint(owner, name) -> str:
        """What to do where a method of items is missing."""
        kind = owner.kind if isinstance(owner, Place) else None
        if isinstance(owner, (View, Elements)) and name in _INSTEAD:
            return "; " + _INSTEAD[name]
        if kind == "Item" and name in _ID_METHODS["NdItem"]:
            return "; launch the kernel over an NdRange"
        if kind == "NdItem" and name in _ID_METHODS["Item"]:
            return "; launch the kernel over a Range"
        if kind is None and any(name in methods for methods in _ID_METHODS.values()):
            return (
                "; kernels get an item where they have a parameter more than arguments were given"
            )
        return ""

    def attribute_of_object(self, value, name, node):
        if name.startswith("__") or not hasattr(value, name):
            raise self.fail(TypingError, f"{describe(Const(value))} has no attribute {name}", node)
        found = getattr(value, name)
        if dtype_of_object(value) is not None and callable(found):
            return Method(Const(value), name)
        return self.of_object(found, node, name)

    def attribute_of_view(self, view, name):
        if name == "shape":
            for extent in view.shape:
                if isinstance(extent, Number):
                    self.recipe.bake(extent.number)
            return Tuple([self.extent_value(x) for x in view.shape])
        if name == "strides":
            return Tuple(
                [self.extent_value(self.times(x, SIZES[view.dtype])) for x in view.strides]
            )
        if name == "size":
            return self.extent_value(self.size_of_view(view))
        if name == "ndim":
            return Const(len(view.shape))
        if name == "dtype":
            return Const(numpy_dtype(STRONG[view.dtype]))
        if name == "itemsize":
            return Const(SIZES[view.dtype])
        if name == "T":
            return self.permuted(view, None, None)
        return None

    def attribute_of_scalar(self, value, name, node):
        if name in ("real", "imag"):
            if KINDS[value.dtype] == "c":
                return self.op(name, [value], node)
            return value if name == "real" else self.constant(0, value.dtype, node)
        if name == "dtype" and not is_weak(value.dtype):
            return Const(numpy_dtype(value.dtype))
        of_kind = {"i": ("bit_length", "bit_count"), "u": ("bit_count",), "f": ("is_integer",)}
        more = of_kind.get(KINDS[value.dtype], ())
        if name in ("conjugate", "conj", "astype", "item", *more):
            return Method(value, name)
        return None

    def attribute_of_place(self, place, name):
        if name == "dimensions":
            return Const(self.recipe.dims)
        if name == "leader" and place.kind == "Group":
            return self.compare_id_zero()
        return Method(place, name) if name in _ID_METHODS[place.kind] else None

    def attribute_of_atomic(self, atomic, name):
        if name in (*ATOMICS, "load", "store", "exchange", "compare_exchange"):
            return Method(atomic, name)
        if name == "ref":
            return self.atomic_method(atomic, "load", [], {}, None)
        if name in ("memory_order", "memory_scope", "address_space"):
            return Const(
                {"memory_order": atomic.order, "memory_scope": atomic.scope}.get(name, atomic.space)
            )
        return None

    # Ids. Python's first dimension varies slowest, the builder's fastest.

    def id(self, what, dim) -> Scalar:
        return Scalar(WEAK_INT, self.recipe.give(what, self.recipe.dims - 1 - dim), True)

    def linear_id(self, what, extent) -> Scalar:
        give, dims = self.recipe.give, self.recipe.dims
        position = self.id(what, 0).number
        for dim in range(1, dims):
            scaled = give("index", INDEX_MUL, position, self.id(extent, dim).number)
            position = give("index", INDEX_ADD, scaled, self.id(what, dim).number)
        return Scalar(WEAK_INT, position, True)

    def linear_range(self, extent) -> Scalar:
        size = self.id(extent, 0).number
        for dim in range(1, self.recipe.dims):
            size = self.recipe.give("index", INDEX_MUL, size, self.id(extent, dim).number)
        return Scalar(WEAK_INT, size, True)

    def compare_id_zero(self):
        linear = self.linear_id("local_id", "local_range")
        return Scalar(B1, self.recipe.give("compare", 0, linear.number, self.recipe.integer(0)))

    def place_method(self, place, name, arguments, node):
        """The methods of items and groups."""
        if name in ("get_group", "get_sub_group"):
            self.expect(arguments, 0, name, node)
            return Place("Group" if name == "get_group" else "SubGroup")
        if place.kind == "SubGroup":
            self.expect(arguments, 0, name, node)
            query = {
                "get_local_id": 0,
                "get_group_id": 1,
                "get_local_range": 2,
                "get_max_local_range": 3,
                "get_group_range": 4,
            }[name]
            number = self.recipe.give("sub_group", query)
            return Scalar(WEAK_INT, self.recipe.give("convert", number, I64), True)
        what = name.removeprefix("get_")
        what = {"id": "global_id", "range": "global_range"}.get(what, what)
        what = {"linear_id": "global_linear_id", "linear_range": "global_linear_range"}.get(
            what, what
        )
        if what.endswith("_linear_id"):
            self.expect(arguments, 0, name, node)
            base = what.removesuffix("_linear_id")
            return self.linear_id(base + "_id", base + "_range")
        if what.endswith("_linear_range"):
            self.expect(arguments, 0, name, node)
            return self.linear_range(what.removesuffix("_linear_range") + "_range")
        self.expect(arguments, 1, name, node)
        return self.id(what, self.dimension(arguments[0], name, node))

    def dimension(self, value, name, node) -> int:
        if not isinstance(value, Const):
            raise self.fail(TypingError, f"{name} takes a constant dimension", node)
        if isinstance(value.value, (float, np.floating)) and value.value.is_integer():
            value = Const(int(value.value))  # Numba casts dimensions
        dim = self.whole(value, node)
        if not 0 <= dim < self.recipe.dims:
            raise self.fail(
                TypingError, f"{name}: dimension {dim}, and the launch has {self.recipe.dims}", node
            )
        return dim

    def expect(self, arguments, count, name, node):
        if len(arguments) != count:
            raise self.fail(
                TypingError,
                f"{name} takes {count} argument{'s' * (count != 1)}, not {len(arguments)}",
                node,
            )


_INSTEAD = {
    "append": "arrays have the size they were made with; keep a counter and store at it",
    "tolist": "index it",
    "flat": "write a loop for each axis",
}
_CONTAINERS = {list: "list", dict: "dictionary", set: "set", frozenset: "set"}
_REFUSED = {
    "List": "kernels have lists in variables of their own alone; write name = [...], or a tuple",
    "Dict": "kernels have no dictionaries; use tuples, or arrays that integers index",
    "Set": "kernels have no sets; use a tuple",
    "ListComp": "kernels have lists in variables of their own alone; write name = [...], or give the comprehension to np.array",
    "SetComp": "kernels have no comprehensions; write a loop",
    "DictComp": "kernels have no comprehensions; write a loop",
    "GeneratorExp": "kernels have no generators that a variable holds; give it to a function, as sum",
    "Await": "kernels cannot await",
    "Yield": "kernels cannot yield",
    "YieldFrom": "kernels cannot yield",
    "Starred": "starred expressions are supported in tuples only",
    "Slice": "a slice stands in an index only",
}

__all__ = ["ATOMICS", "Expressions", "Number"]
