"""Values for several targets at once: items of tuples, and of arrays, whose extent may be known at run time only."""

import ast

from .array_values import is_array
from .errors import TypingError
from .values import Const, Tuple, View, describe


class Unpacking:
    """A mixin of Lowering."""

    def unpack(self, target, value):
        for element, item in zip(
            target.elts, self.unpacked(value, target.elts, target), strict=True
        ):
            self.assign_to(element.value if isinstance(element, ast.Starred) else element, item)

    def unpacked(self, value, targets, node) -> list:
        """What each of the targets gets, a starred one the items that the others leave."""
        stars = [n for n, target in enumerate(targets) if isinstance(target, ast.Starred)]
        if is_array(value) and not isinstance(value.shape[0], int):
            return self._parts_of(value, len(targets), stars[0] if stars else None, node)
        items = list(self.items_of(value, node))
        if stars and len(items) >= len(targets) - 1:
            end = len(items) - (len(targets) - stars[0] - 1)
            items[stars[0] : end] = [Tuple(items[stars[0] : end])]
        if len(items) != len(targets):
            raise self.fail(TypingError, f"{len(items)} values for {len(targets)} targets", node)
        return items

    def _parts_of(self, value, count, star, node) -> list:
        """Of an array that has as many items as there are targets; WEFT_CHECK looks whether it has."""
        if self.checks:
            self.checked_count(value.shape[0], count, star, node)
        if star is None:
            return [self._item(value, n, node) for n in range(count)]
        after = count - star - 1
        rest = ast.Slice(ast.Constant(star), ast.Constant(-after) if after else None, None)
        ast.copy_location(rest, node)
        first = [self._item(value, n, node) for n in range(star)]
        last = [self._item(value, n, node) for n in range(-after, 0)]
        return [*first, self._part(value, rest, node), *last]

    def _item(self, value, n, node):
        part = self._part(value, Const(n), node)
        return self.load(part) if isinstance(part, View) and not part.shape else part

    def _part(self, value, index, node):
        if isinstance(value, View):
            return self.selected(value, [(index, node)], node)
        if isinstance(index, Const) and len(value.shape) == 1:
            return value.element([self.from_end(index, value.shape[0], node)])
        return self.gathered(value, [(index, node)], node)

    def items_of(self, value, node):
        """The items of a tuple, or of an array whose first extent is known."""
        if isinstance(value, Tuple):
            return value.items
        if is_array(value) and isinstance(value.shape[0], int):
            return [self._item(value, n, node) for n in range(value.shape[0])]
        hint = "; how many items it has is known when the kernel runs: index it" * is_array(value)
        raise self.fail(TypingError, f"{describe(value)} cannot be unpacked{hint}", node)


__all__ = ["Unpacking"]
