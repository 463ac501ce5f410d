"""Lists that change: memory of a most size and a counter of what is in it. In prange loops dpjit gives the memory, elsewhere it is private."""

import ast

from .array_values import is_array
from .errors import TypingError, UnsupportedError
from .loops import Counted
from .scalars import GT, INDEX_DIV, LT
from .types import B1, SIZES, STORED, WEAK_INT
from .values import Const, List, Mismatch, Scalar, Tuple, describe, joined

MOST_ITEMS = 256  # of a list in private memory
METHODS_OF_LISTS = (
    "append", "clear", "count", "extend", "insert", "pop", "reverse",
)  # fmt: skip


# What the methods do, as part of kernels.


def extended(x, values):
    for value in values:
        x.append(value)


def gap_closed(x, k):
    for n in range(k, len(x) - 1):
        x[n] = x[n + 1]


def gap_opened(x, k):
    for n in range(len(x) - 1, k, -1):
        x[n] = x[n - 1]


def reversed_in_place(x):
    for n in range(len(x) // 2):
        x[n], x[len(x) - 1 - n] = x[len(x) - 1 - n], x[n]


def count_of(x, value):
    found = 0
    for item in x:
        found += item == value
    return found


class Growing:
    """A mixin of Lowering."""

    def is_new_list(self, node) -> bool:
        """Does an assignment make a list that changes, or one of which nobody knows yet how much will be in it?"""
        if len(node.targets) != 1 or not isinstance(node.targets[0], ast.Name):
            return False
        value, changes = node.value, node.targets[0].id in self.frame.source.changed
        if isinstance(value, ast.ListComp):
            return changes or not isinstance(self._tried(value), Tuple)
        if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mult):
            return changes and isinstance(value.left, ast.List)
        if isinstance(value, ast.List):
            return changes or not value.elts
        is_called = isinstance(value, ast.Call) and isinstance(value.func, ast.Name)
        return is_called and changes and self._is_list_type(value)

    def _is_list_type(self, call) -> bool:
        found = self.expression(call.func)
        return isinstance(found, Const) and found.value is list

    def _tried(self, comprehension):
        """What a comprehension over tuples is; None for others."""
        if len(comprehension.generators) > 1 or comprehension.generators[0].ifs:
            return None
        with self.tried():
            over_items = isinstance(self.iterated(comprehension.generators[0].iter), list)
        if not over_items:
            return None
        with self.tried():
            return self.comprehended(comprehension)

    def make_list(self, node):
        name, value = node.targets[0].id, node.value
        self._begin_list(name)
        if isinstance(value, ast.ListComp):
            self.body(node.as_loop[1:])
        elif isinstance(value, ast.List):
            for element in value.elts:
                self.append_to(self.read(name, node), self.not_kept(element), element)
        elif isinstance(value, ast.Call) and value.args:
            given = self.not_kept(value.args[0])
            self.inlined(extended, None, [self.read(name, node), given], {}, value)
        elif isinstance(value, ast.BinOp):
            self._repeat(name, value)

    def _repeat(self, name, node):
        """`[0] * n`."""
        times = self.number(self.expression(node.right), node)
        items = [self.not_kept(element) for element in node.left.elts]

        def once():
            for item in items:
                self.append_to(self.read(name, node), item, node)

        counter = ast.copy_location(ast.Name(f"%times {name}", ast.Store()), node)
        self.count(counter, Counted(Const(0), times, Const(1)), once, [], node)

    def _begin_list(self, name):
        key = (self.frame.key, name)
        shape = self.known.get(key)
        if shape is None or shape[0] != "list":
            shape = self.known[key] = ("list", None, 0)
            self.changed = True
        pointer, steps = self._memory_of(name, shape)
        zero = self.recipe.integer(0)
        for variable, number in zip(
            self.slots_of(name, shape), [pointer, zero, *steps], strict=True
        ):
            self.set_variable(variable, number)
        self.has_value(name)

    def _memory_of(self, name, shape):
        """(pointer, what lies between two items, and between the numbers of one)."""
        _, dtype, width = shape
        dtype = WEAK_INT if dtype is None else dtype
        given = self._given_memory(name)
        if given is None:
            variable = self.recipe.variable(STORED[dtype], MOST_ITEMS * max(width, 1))
            pointer, step = self.recipe.give("address", variable), 1
        else:
            pointer = given.pointer
            step = self.times(given.strides[0], SIZES[given.dtype] // SIZES[dtype])
        steps = [self.times(step, max(width, 1)), step][: 1 + bool(width)]
        return pointer, [self.extent_number(s) for s in steps]

    def _given_memory(self, name):
        """The memory that dpjit made for a list."""
        hidden = f"%list {name}"
        if self.frame.parent is not None or not self.is_variable(hidden, self.frame):
            return None
        return self.read(hidden, None)

    def _room_of(self, a_list):
        """How many items fit in; None where these are enough whatever the data is."""
        width = max(self.known[a_list.frame.key, a_list.name][2], 1)
        with self.within(a_list.frame):
            given = self._given_memory(a_list.name)
            enough = self.is_variable(f"%fits {width} {a_list.name}", self.frame)
        if given is None:
            return self.recipe.integer(MOST_ITEMS)
        if enough:
            return None
        room = self.extent_number(given.shape[0])
        if width > 1:
            room = self.recipe.give("index", INDEX_DIV, room, self.recipe.integer(width))
        return room

    def append_to(self, a_list, value, node):
        a_list = self._fitted(a_list, value, node)
        count = a_list.shape[0]
        room = self._room_of(a_list)
        if room is not None:
            inside = self.recipe.give("compare", LT, self.extent_number(count), room)
            self.checked_room(inside, a_list.name, room, node)
        self._set_count(a_list, self.plus(count, 1))
        self._store_item(a_list, count, value, node)

    def _fitted(self, a_list, value, node):
        """The list, of a type that holds the value, too."""
        if a_list.name is None:
            raise self.fail(UnsupportedError, "a part of a list can not grow; copy it", node)
        width = len(value.items) if isinstance(value, Tuple) else 0
        numbers = value.items if width else [value]
        if not all(map(self._numeric, numbers)) or (isinstance(value, Tuple) and not width):
            words = f"lists of kernels hold numbers, and tuples of numbers, not {describe(value)}"
            raise self.fail(UnsupportedError, words, node)
        key = (a_list.frame.key, a_list.name)
        shape = self.known[key]
        try:
            for number in numbers:
                new = ("list", self.dtype_of(number), width)
                shape = joined(("list", shape[1], width) if shape[1] is None else shape, new)
        except Mismatch:
            words = f"{a_list.name} holds {describe(a_list)} elsewhere and {describe(value)} here; a list holds items of one type"
            raise self.fail(TypingError, words, node) from None
        if shape != self.known[key]:
            self.known[key], self.changed = shape, True
        return self._read_again(a_list, node)

    def _read_again(self, a_list, node):
        with self.within(a_list.frame):
            return self.read(a_list.name, node)

    def _set_count(self, a_list, count):
        with self.within(a_list.frame):
            shape = self.known[self.frame.key, a_list.name]
            variable = self.slots_of(a_list.name, shape)[1]
            self.set_variable(variable, self.extent_number(count))

    def _place(self, a_list, index, node):
        """The part of the memory at an index, which may be the one behind the last."""
        at = Scalar(WEAK_INT, self.extent_number(index), True)
        checks, self.checks = self.checks, False
        part = self.selected(a_list, [(at, node)], node)
        self.checks = checks
        return part

    def _store_item(self, a_list, index, value, node):
        place = self._place(a_list, index, node)
        if not isinstance(value, Tuple):
            self.store(place, value, node)
            return
        for n, item in enumerate(value.items):
            self.store(self.selected(place, [(Const(n), node)], node), item, node)

    def _load_item(self, a_list, index, node):
        place = self._place(a_list, index, node)
        if not place.shape:
            return self.load(place)
        numbers = range(place.shape[0])
        return Tuple([self.load(self.selected(place, [(Const(n), node)], node)) for n in numbers])

    def list_method(self, a_list, name, arguments, node):
        if name in ("append", "insert"):
            self.expect(arguments, 1 + (name == "insert"), name, node)
            self._inserted(a_list, arguments, node)
            return Const(None)
        if name == "pop":
            return self._popped(a_list, arguments, node)
        if name == "clear":
            self._set_count(a_list, 0)
            return Const(None)
        helper = {"extend": extended, "reverse": reversed_in_place, "count": count_of}[name]
        return self.inlined(helper, None, [a_list, *arguments], {}, node)

    def _inserted(self, a_list, arguments, node):
        *index, value = arguments
        if not index:
            self.append_to(a_list, value, node)
            return
        at = self.position(index[0], a_list.shape[0], node)
        self.append_to(a_list, value, node)
        grown = self._read_again(a_list, node)
        self.inlined(gap_opened, None, [grown, self.extent_value(at)], {}, node)
        self._store_item(grown, at, value, node)

    def _popped(self, a_list, arguments, node):
        count = a_list.shape[0]
        if self.checks:
            self.checked(arguments[0] if arguments else Const(-1), count, 0, a_list, node)
        at = self.plus(count, -1)
        if arguments:
            at = self.position(arguments[0], count, node)
        value = self._load_item(a_list, at, node)
        if arguments:
            self.inlined(gap_closed, None, [a_list, self.extent_value(at)], {}, node)
        self._set_count(a_list, self.plus(count, -1))
        return value

    def extend_list(self, a_list, value, node):
        """`v += ...`."""
        if not is_array(value) and not isinstance(value, Tuple):
            raise self.fail(TypingError, f"a list is not extended by {describe(value)}", node)
        self.inlined(extended, None, [a_list, value], {}, node)

    def is_filled(self, a_list) -> Scalar:
        """The truth value of a list."""
        count = self.extent_number(a_list.shape[0])
        return Scalar(B1, self.recipe.give("compare", GT, count, self.recipe.integer(0)))

    def refuse_lists(self, values, node):
        """Operators mean something else for lists than for arrays."""
        if any(isinstance(v, List) for v in values):
            words = "operators of lists are not supported in kernels; write a loop, or np.array() around the list"
            raise self.fail(UnsupportedError, words, node)


__all__ = ["METHODS_OF_LISTS", "Growing"]
