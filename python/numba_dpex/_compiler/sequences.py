"""Comprehensions whose values nobody keeps, and functions that go over sequences: map and functools.reduce."""

import ast
import functools
import math
from contextlib import contextmanager

from .array_values import is_array, read_elsewhere
from .errors import TypingError, UnsupportedError
from .known import named, register
from .loops import Counted
from .values import Const, Elements, Tuple, View, describe

# What an element that a condition leaves out adds to what a function makes of the others.
_UNITS = {sum: 0, math.prod: 1, any: False, all: True}


def reduced(function, x, total):
    for value in x:
        total = function(total, value)
    return total


class Sequences:
    """What the lowering of expressions does with comprehensions; a mixin of Lowering."""

    def comprehended(self, node, unit=None):
        """A comprehension or generator: a tuple where it goes over one, else an expression of one axis."""
        generator = node.generators[0]
        if len(node.generators) > 1 or generator.is_async:
            raise self.fail(
                UnsupportedError,
                "comprehensions over several sequences are known to sum, any, all and math.prod in kernels; write a loop",
                node,
            )
        value = self._with_condition(node, generator.ifs, unit)
        values = self.iterated(generator.iter)
        if isinstance(values, list):
            return self._each_item(value, generator.target, values)
        walk = self.walk_of(values, node) if isinstance(values, Counted) else values
        extent = functools.reduce(self.smaller, [view.shape[0] for view in walk.views])
        outside = dict(self.frame.bound)

        def element(indices):
            parts = [self.item(view, indices[0], node) for view in walk.views]
            index = indices[0]
            if walk.start is not None:
                index = self.binary(ast.Add, index, walk.start, node)
            with self._standing_for(generator.target, walk.filled(parts, index), outside):
                return self.not_kept(value)

        return self._with_rows(extent, element, self._read_in(node), node)

    def _with_rows(self, extent, element, views, node):
        """The expression whose elements these are, or whose rows, where they have axes."""
        with self.tried():
            first = element([self.some_index()])
        if not is_array(first):
            return self.elements([extent], element, views)
        if not all(isinstance(x, int) for x in first.shape):
            words = "the rows of a comprehension are of a size that is known while compiling"
            raise self.fail(UnsupportedError, words, node)

        def element_of_row(at):
            return self.element_of(element(at[:1]), at[1:], node)

        return self.elements([extent, *first.shape], element_of_row, views)

    def _with_condition(self, node, conditions, unit):
        if not conditions:
            return node.elt
        if unit is None:
            words = "conditions of comprehensions are known to sum, any, all and math.prod in kernels; write a loop with if"
            raise self.fail(UnsupportedError, words, node)
        test = ast.BoolOp(ast.And(), conditions) if len(conditions) > 1 else conditions[0]
        chosen = ast.IfExp(test, node.elt, ast.Constant(unit))
        return ast.fix_missing_locations(ast.copy_location(chosen, node))

    def _each_item(self, value, target, values) -> Tuple:
        items, copies = [], self.copies
        for n, item in enumerate(values):
            self.copies = (*copies, n)
            with self._standing_for(target, item, self.frame.bound):
                items.append(self.not_kept(value))
        self.copies = copies
        return Tuple(items)

    @contextmanager
    def _standing_for(self, target, value, outside):
        """The names of a target stand for a value, or for its items, others for what they did when the comprehension was met."""
        before, self.frame.bound = self.frame.bound, dict(outside)
        self._stand_for(target, value)
        yield
        self.frame.bound = before

    def _stand_for(self, target, value):
        if isinstance(target, ast.Name):
            self.frame.bound[target.id] = value
            return
        if not isinstance(target, (ast.Tuple, ast.List)):
            raise self.fail(TypingError, f"{describe(value)} cannot be unpacked here", target)
        for part, item in zip(target.elts, self.unpacked(value, target.elts, target), strict=True):
            self._stand_for(part.value if isinstance(part, ast.Starred) else part, item)

    def _read_in(self, node) -> list:
        """The arrays that a comprehension names, marked as read at any place."""
        own = self.frame.source
        names = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
        names &= {*own.parameters, *own.assigned}
        values = [self.read(n, node) for n in names if n in self.frame.bound or self._has(n)]
        return [v for x in values if isinstance(x, (View, Elements)) for v in read_elsewhere(x)]

    def _has(self, name) -> bool:
        return self.known.get((self.frame.key, name)) is not None


def unit_of(function):
    """What a condition of a comprehension gives the function in place of an element; None for most functions."""
    known = isinstance(function, Const) and any(function.value is f for f in _UNITS)
    return _UNITS[function.value] if known else None


def one_in_another(node, function):
    """A comprehension over several sequences for a function of which it may take parts first, as one over the first sequence."""
    if len(node.generators) == 1 or unit_of(function) is None:
        return node
    first, *others = node.generators
    inner = one_in_another(ast.copy_location(ast.GeneratorExp(node.elt, others), node), function)
    # Where the inner sequence stands: a place is what tells the variables of calls apart.
    call = ast.copy_location(ast.Call(ast.Constant(function.value), [inner], []), others[0].target)
    whole = ast.copy_location(ast.GeneratorExp(call, [first]), node)
    return ast.fix_missing_locations(whole)


def greater_by(best, value, key):
    return value if key(value) > key(best) else best


def lesser_by(best, value, key):
    return value if key(value) < key(best) else best


def greatest_by(x, key):
    best, most = x[0], key(x[0])
    for value in x:
        this = key(value)
        if this > most:
            best, most = value, this
    return best


def least_by(x, key):
    best, least = x[0], key(x[0])
    for value in x:
        this = key(value)
        if this < least:
            best, least = value, this
    return best


def _extreme(compare, of_two, of_array):
    """min or max, by a key or without."""

    def call(low, args, keywords, node):
        low.no_keywords(keywords, "the function", node, ("key",))
        key = keywords.get("key", Const(None))
        if len(args) == 1 and isinstance(args[0], Const) and isinstance(args[0].value, range):
            own = args[0].value
            counted = Counted(Const(own.start), Const(own.stop), Const(own.step))
            args = low.walk_of(counted, node).views
        if isinstance(key, Const) and key.value is None:
            return low.extreme(compare, args, node)
        if len(args) == 1 and is_array(args[0]) and len(args[0].shape) == 1:
            return low.inlined(of_array, None, [args[0], key], {}, node)
        best, *others = low.items_of(args[0], node) if len(args) == 1 else args
        copies = low.copies
        for n, other in enumerate(others):
            low.copies = (*copies, n)
            best = low.inlined(of_two, None, [best, other, key], {}, node)
        low.copies = copies
        return best

    return call


register(min)(_extreme(ast.Lt, lesser_by, least_by))
register(max)(_extreme(ast.Gt, greater_by, greatest_by))


@register(map)
@named("function", "iterable")
def _map(low, node, function, values):
    if is_array(values):
        return low.combined([values], lambda x: low.called(function, x, {}, node), node)
    items, copies = [], low.copies
    for n, item in enumerate(low.items_of(values, node)):
        low.copies = (*copies, n)
        items.append(low.called(function, [item], {}, node))
    low.copies = copies
    return Tuple(items)


@register(functools.reduce)
@named("function", "iterable", "initial", required=2)
def _reduce(low, node, function, values, total):
    if is_array(values) and len(values.shape) == 1:
        if total is None:
            raise low.fail(TypingError, "reduce of an array takes what to begin with, too", node)
        return low.inlined(reduced, None, [function, values, total], {}, node)
    copies = low.copies
    for n, item in enumerate(low.items_of(values, node)):
        low.copies = (*copies, n)
        total = item if total is None else low.called(function, [total, item], {}, node)
    low.copies = copies
    if total is None:
        raise low.fail(TypingError, "reduce of nothing takes what to begin with", node)
    return total
