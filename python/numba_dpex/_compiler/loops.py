"""for loops: over ranges, along arrays, and over tuples, whose items may differ in type."""

import ast
from typing import NamedTuple

import numpy as np

from ..core.dpjit import is_prange
from .array_values import is_array
from .errors import TypingError, UnsupportedError
from .scalars import EQ, GT, INDEX_ADD, INDEX_MIN, LT
from .types import KINDS, STORED, WEAK_INT, dtype_of_object, is_integer
from .values import Const, Elements, Number, Scalar, Tuple, describe


class Counted(NamedTuple):
    """A range."""

    start: object
    stop: object
    step: object


class Walk(NamedTuple):
    """Arrays whose first axes are gone along together: the items are like `pattern`, whose numbers stand for arrays."""

    views: list
    pattern: object

    start: object = None  # what enumerate counts from

    index = -1  # in a pattern: the position itself

    def filled(self, parts, index):
        return self._filled(0 if self.pattern is None else self.pattern, parts, index)

    def _filled(self, pattern, parts, index):
        if isinstance(pattern, Tuple):
            return Tuple([self._filled(p, parts, index) for p in pattern.items])
        return index if pattern == self.index else parts[pattern]


class Loops:
    """What for loops become; a mixin of Lowering."""

    def do_For(self, node):
        values = self.iterated(node.iter)
        if isinstance(values, Counted):
            self.count(node.target, values, lambda: self.body(node.body), node.orelse, node)
        elif isinstance(values, Walk):
            self.walk(node, values)
        else:
            self.unroll(node, values)

    def iterated(self, node):
        """A range, a walk along arrays, or a list of values."""
        if isinstance(node, ast.Call):
            function = self.expression(node.func)
            counts = isinstance(function, Const) and (
                function.value is range or is_prange(function.value)
            )
            if counts and node.keywords:
                raise self.fail(TypingError, "range takes its bounds by position", node)
            if counts:
                return Counted(*self.range_of([self.expression(a) for a in node.args], node))
            kind = function.value if isinstance(function, Const) else None
            if kind in (enumerate, zip, reversed):
                return self.iterated_together(kind, node)
            if kind in (np.ndindex, np.ndenumerate):
                return self.walk_of_indices(kind, node)
        value = self.not_kept(node)
        if isinstance(value, Tuple):
            return list(value.items)
        if isinstance(value, Const) and isinstance(value.value, range):
            return [Const(n) for n in value.value]
        if is_array(value):
            return Walk([value], None)
        raise self.fail(
            UnsupportedError,
            f"kernels loop over range(), tuples and arrays, and over enumerate(), zip() and reversed() of them, not over {describe(value)}",
            node,
        )

    def iterated_together(self, kind, node):
        """enumerate(), zip() and reversed()."""
        arguments, start = list(node.args), None
        for keyword in node.keywords:
            if kind is not enumerate or keyword.arg != "start" or len(arguments) != 1:
                words = f"{kind.__name__}() takes no {keyword.arg} in kernels"
                words += "; the loop ends with the shortest: compare len() before" * (kind is zip)
                raise self.fail(UnsupportedError, words, node)
            arguments.append(keyword.value)
        if kind is enumerate and len(arguments) == 2:
            start = self.number(self.expression(arguments.pop()), node)
        parts = [self.iterated(a) for a in arguments]
        if kind is not zip and len(parts) != 1:
            words = f"{kind.__name__}() takes one argument in kernels, not {len(parts)}"
            raise self.fail(UnsupportedError, words, node)
        if all(isinstance(items, list) for items in parts):
            if kind is reversed:
                return parts[0][::-1]
            if kind is enumerate:
                first = Const(0) if start is None else start
                numbers = (
                    self.binary(ast.Add, Const(n), first, node) for n in range(len(parts[0]))
                )
                return [Tuple(pair) for pair in zip(numbers, parts[0], strict=True)]
            return [Tuple(items) for items in zip(*parts, strict=False)]
        if kind is reversed and isinstance(parts[0], Counted):
            return self.turned(parts[0], node)
        parts = [self.walk_of(p, node) if isinstance(p, Counted) else p for p in parts]
        parts = [self.walk_of_items(p, node) if isinstance(p, list) else p for p in parts]
        if kind is reversed and isinstance(parts[0], Walk) and parts[0].pattern is None:
            turned = [self.called(Const(np.flip), [v, Const(0)], {}, node) for v in parts[0].views]
            return Walk(turned, None)
        if kind is enumerate and isinstance(parts[0], Walk):
            return Walk(parts[0].views, Tuple((Walk.index, parts[0].pattern or 0)), start)
        if kind is zip and all(isinstance(p, Walk) and p.pattern is None for p in parts):
            return Walk([p.views[0] for p in parts], Tuple(range(len(parts))))
        raise self.fail(
            UnsupportedError,
            f"{kind.__name__}() of these is not supported in kernels; write a loop over range()",
            node,
        )

    def walk_of_items(self, items, node):
        """A tuple's numbers as an array, to be gone along together with others; the items where that would change their types."""
        if not all(map(self._numeric, items)) or len({KINDS[self.dtype_of(i)] for i in items}) != 1:
            return items
        return Walk([self.called(Const(np.array), [Tuple(items)], {}, node)], None)

    def walk_of_indices(self, kind, node):
        """Tuples of indices in C order; ndenumerate() has elements beside them."""
        values, keywords = self.arguments_of(node, Const(kind))
        shape, views = values, []
        if kind is np.ndenumerate:
            if len(values) != 1 or keywords or not is_array(values[0]):
                raise self.fail(TypingError, "np.ndenumerate() takes an array", node)
            views = [self.called(Const(np.ravel), values, {}, node)]
            shape = [self.extent_value(x) for x in values[0].shape]
        elif len(values) == 1 and isinstance(values[0], Tuple):
            shape = values[0].items
        if keywords or not shape:
            raise self.fail(TypingError, "np.ndindex() takes the extents of some axes", node)
        extents = [self._extent_argument(x, node) for x in shape]
        turns, indices = 1, []
        for extent in reversed(extents):
            indices.insert(0, self._index_of(extent, turns, node))
            turns = self.times(turns, extent)
        walks = [Elements([turns], index, []) for index in indices]
        places = Tuple(tuple(range(len(walks))))
        pattern = Tuple((places, len(walks))) if views else places
        return Walk([*walks, *views], pattern)

    def _index_of(self, extent, turns, node):
        """The index of one axis as an expression: it moves every so many turns."""
        size, every = self.extent_value(extent), self.extent_value(turns)

        def element(at):
            return self.binary(ast.Mod, self.binary(ast.FloorDiv, at[0], every, node), size, node)

        return element

    def walk_of(self, counted, node):
        """A range as an expression over no arrays, to be gone along together with others."""
        start, stop, step = counted
        missing = self.binary(ast.FloorDiv, self.binary(ast.Sub, start, stop, node), step, node)
        turns = self.binary(ast.Sub, Const(0), missing, node)
        if isinstance(turns, Const):
            extent = max(0, turns.value)
        else:
            none = self.recipe.integer(0)
            some = self.recipe.give("compare", GT, turns.number, none)
            extent = Number(self.recipe.give("select", some, turns.number, none))

        def element(indices):
            return self.binary(ast.Add, start, self.binary(ast.Mult, indices[0], step, node), node)

        return Walk([Elements([extent], element, [])], None)

    def turned(self, counted, node):
        """A range from its end."""
        start, stop, step = counted
        if not isinstance(step, Const) or abs(step.value) != 1:
            raise self.fail(
                UnsupportedError, "reversed() takes a range with steps of 1 in kernels", node
            )
        by = Const(-step.value)
        first = self.binary(ast.Add, stop, by, node)
        return Counted(first, self.binary(ast.Add, start, by, node), by)

    def range_of(self, bounds, node):
        if not 1 <= len(bounds) <= 3:
            raise self.fail(TypingError, f"range takes 1 to 3 arguments, not {len(bounds)}", node)
        for bound in bounds:
            if not self._numeric(bound) or not is_integer(self.dtype_of(bound)):
                raise self.fail(TypingError, f"range takes integers, not {describe(bound)}", node)
        if len(bounds) == 1:
            bounds.insert(0, Const(0))
        if len(bounds) == 2:
            bounds.append(Const(1))
        if isinstance(bounds[2], Const) and bounds[2].value == 0:
            raise self.fail(TypingError, "the step of a range cannot be zero", node)
        if self.checks and isinstance(bounds[2], Scalar):
            self.check_step(bounds[2], node)
        return tuple(self.python_integer(b, node) for b in bounds)

    def check_step(self, step, node):
        """Ends the work-item where a step that is known at run time is zero."""
        recipe = self.recipe
        good, bad = recipe.block(), recipe.block()
        recipe.branch(self.truth(step, node).number, good, bad)
        recipe.enter(bad)
        self._fault("step", node, ast.unparse(node.args[2]), None, [])
        recipe.enter(good)

    def python_integer(self, value, node):
        """A range counts in Python's integers, whatever its bounds are."""
        if isinstance(value, Const):
            return value
        return Scalar(WEAK_INT, self.cast(value, WEAK_INT, node).number, self.is_known(value))

    def count(self, target, counted, body, orelse=(), node=None):
        """A loop over a range: the counter is its own, so that the body may assign the target; None for a function of it."""
        start, stop, step = counted
        recipe = self.recipe
        known = self.is_known(start) and self.is_known(step)
        limit, by = self.cast(stop, WEAK_INT, node), self.cast(step, WEAK_INT, node)
        recipe.bake(limit.number)
        first, last = self.cast(start, WEAK_INT, node).number, limit.number
        if isinstance(step, Scalar):  # a step of zero would never end
            stays = recipe.give("compare", EQ, step.number, recipe.integer(0))
            last = recipe.give("select", stays, first, last)
        counter = recipe.variable(STORED[WEAK_INT])
        recipe.do("set", counter, first)
        head, inside, again, normal, after = (recipe.block() for _ in range(5))
        if isinstance(node, ast.For):
            self.forget_conditions_of(node)
        before = recipe.sure
        recipe.enter(head)
        number = recipe.give("get", counter)
        goes_on = self.goes_on(number, last, step)
        tests = [] if node is None else [self.test(goes_on, getattr(node, "iter", node))]
        recipe.branch(goes_on, inside, normal)
        recipe.enter(inside)
        index = Scalar(WEAK_INT, number, known)
        if target is not None:
            self.assign_to(target, index)
        new = self.in_turns(node)
        with self.loop(again, after, tests):
            body() if target is not None else body(index)
        recipe.enter(again)
        at_end = recipe.sure
        if recipe.reachable:
            following = recipe.give("index", INDEX_ADD, recipe.give("get", counter), by.number)
            recipe.do("set", counter, following)
            recipe.jump(head)
        recipe.enter(normal)
        self.behind_turns(new)
        self.after_turns(before, at_end)
        self.body(orelse)
        recipe.enter(after)
        self.behind_turns(new)

    def goes_on(self, number, limit, step) -> int:
        """Whether a range's counter is before its end."""
        give = self.recipe.give
        if self.is_known(step):
            return give("compare", LT, number, limit)
        if isinstance(step, Const):
            return give("compare", GT, number, limit)
        rising = give("compare", GT, step.number, self.recipe.integer(0))
        return give(
            "select", rising, give("compare", LT, number, limit), give("compare", GT, number, limit)
        )

    def walk(self, node, walk):
        """A loop along the first axes of arrays, as far as the shortest goes."""
        end = walk.views[0].shape[0]
        for view in walk.views[1:]:
            end = self.smaller(end, view.shape[0])

        def body(index):
            parts = [self.item(view, index, node) for view in walk.views]
            if walk.start is not None:
                index = self.binary(ast.Add, index, walk.start, node)
            self.assign_to(node.target, walk.filled(parts, index))
            self.body(node.body)

        self.count(
            None, Counted(Const(0), self.extent_value(end), Const(1)), body, node.orelse, node
        )

    def item(self, view, index, node):
        if isinstance(view, Elements):
            if len(view.shape) != 1:
                raise self.fail(
                    UnsupportedError, "kernels walk along expressions over arrays of one axis", node
                )
            return view.element([index])
        part = self.selected(view, [(index, node)], node)
        return part if part.shape else self.load(part)

    def smaller(self, a, b):
        if isinstance(a, int) and isinstance(b, int):
            return min(a, b)
        pair = self.extent_number(a), self.extent_number(b)
        return Number(self.recipe.give("index", INDEX_MIN, *pair))

    def over_all(self, extents, body, indices=()):
        """Loops over all indices of a shape; `body` takes them."""
        if not extents:
            body(indices)
            return
        first, *rest = extents
        every = Counted(Const(0), self.extent_value(first), Const(1))
        self.count(None, every, lambda index: self.over_all(rest, body, (*indices, index)))

    def unroll(self, node, values):
        """A loop over values that may differ in type: its body once for each."""
        after, copies = self.recipe.block(), self.copies
        for n, value in enumerate(values):
            again = self.recipe.block()
            self.copies = (*copies, n)
            named = self.name_objects(node.target, value)
            with self.loop(again, after):
                self.body(node.body)
            for name in named:
                del self.frame.bound[name]
            self.recipe.enter(again)
            if not self.recipe.reachable:
                break
        self.copies = copies
        self.body(node.orelse)
        self.recipe.enter(after)

    def name_objects(self, target, value) -> list:
        """Assigns an item of a loop; gives names that stand for functions and the like in this copy of the body."""
        is_object = isinstance(value, Const) and dtype_of_object(value.value) is None
        if is_object and isinstance(target, ast.Name) and target.id not in self.frame.bound:
            self.frame.bound[target.id] = value
            return [target.id]
        pairs = isinstance(target, (ast.Tuple, ast.List)) and isinstance(value, Tuple)
        stars = pairs and any(isinstance(e, ast.Starred) for e in target.elts)
        if not pairs or stars or len(target.elts) != len(value.items):
            self.assign_to(target, value)
            return []
        parts = zip(target.elts, value.items, strict=True)
        return [name for part in parts for name in self.name_objects(*part)]
