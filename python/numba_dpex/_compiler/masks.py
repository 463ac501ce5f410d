"""What arrays of truth values choose: elements that are stored to, and those that are left, which need memory."""

import ast
import math

import numpy as np

from ..core.made_arrays import keep_chosen
from .array_values import is_array
from .errors import TypingError, UnsupportedError
from .rearranged import flattened
from .types import B1, WEAK_INT
from .values import Elements, Number, View, describe


def put_where(line, mask, values):
    for k in range(line.shape[0]):
        if mask[k]:
            line[k] = values[k]


def put_in_turn(line, mask, values):
    count = 0
    for k in range(line.shape[0]):
        if mask[k]:
            line[k] = values[count]
            count += 1


class Masks:
    """Masks as indices; a mixin of Lowering."""

    def is_mask(self, indices) -> bool:
        """Is it one array of truth values?"""
        return (
            len(indices) == 1
            and is_array(indices[0][0])
            and self.dtype_of_elements(indices[0][0]) == B1
        )

    def chosen_by(self, owner, mask, node) -> View:
        """In private memory, which has to be of a constant size."""
        if not all(isinstance(x, int) for x in owner.shape):
            words = "a mask selects as many elements as it has, which nobody knows before: write a loop with if, or np.where"
            raise self.fail(UnsupportedError, words, node)
        self._check_mask(owner, mask, node)
        kept = self.private_array(
            [math.prod(owner.shape)], self.dtype_of_elements(owner), False, node
        )
        lines = [flattened(self, value, node) for value in (owner, mask)]
        count = self.cast(self.inlined(keep_chosen, None, [*lines, kept], {}, node), WEAK_INT, node)
        shape = [Number(count.number)]
        return View(kept.dtype, kept.pointer, shape, kept.strides, True, "private", kept.arrays)

    def _check_mask(self, owner, mask, node):
        sizes = zip(owner.shape, mask.shape, strict=False)
        differ = any(isinstance(x, int) and isinstance(y, int) and x != y for x, y in sizes)
        if len(owner.shape) != len(mask.shape) or differ:
            words = f"{describe(mask)} is no mask of {describe(owner)}: it has a truth value for each element in kernels"
            raise self.fail(TypingError, words, node)

    def store_chosen(self, target, place, mask, value):
        """place[mask] = value: a number, or as many as are chosen."""
        mask = self._mask_for(target, place, mask)
        if not is_array(value):
            number = self.number(value, target)
            values = self.elements(place.shape, lambda at: number, [])
            self._store_lines(place, mask, values, target)
            return
        if len(place.shape) != 1 or len(value.shape) != 1:
            words = f"what a mask chooses of {len(place.shape)} dimensions takes a number in kernels, not {describe(value)}"
            raise self.fail(UnsupportedError, words, target)
        views = value.views if isinstance(value, Elements) else [value]
        if any(view.arrays & place.arrays for view in views):
            value = self.kept(value, target)
        self.inlined(put_in_turn, None, [place, mask, value], {}, target)

    def update_chosen(self, op, target, place, mask, value):
        """place[mask] += number, and the like."""
        mask, number = self._mask_for(target, place, mask), self.number(value, target)
        values = self.combined([place], lambda x: self.binary(op, x[0], number, target), target)
        self._store_lines(place, mask, values, target)

    def _store_lines(self, place, mask, values, node):
        last = len(place.shape) - 1

        def store(indices):
            line = self.selected(place, [(index, node) for index in indices], node)
            others = [self.line_of(value, indices, last, node) for value in (mask, values)]
            self.inlined(put_where, None, [line, *others], {}, node)

        self.over_all(place.shape[:last], store)

    def _mask_for(self, target, place, mask):
        """The mask as it was before anything is stored."""
        self._check_mask(place, mask, target)
        views = mask.views if isinstance(mask, Elements) else [mask]
        shared = [v for v in views if v.arrays & place.arrays]
        if not shared:
            return mask
        if all(isinstance(x, int) for x in place.shape):
            return self.kept(mask, target)
        elsewhere = any(("elsewhere", n) in v.arrays for v in shared for n in place.arrays)
        if elsewhere or len(shared) != self._times_read(target.slice, target.value):
            words = "the mask reads other elements of the array; write a loop over its elements"
            raise self.fail(UnsupportedError, words, target)
        return mask  # each of its elements is computed before the same one is stored to

    def _times_read(self, node, place) -> int:
        """How often an expression reads the elements of a place one by one."""
        if ast.dump(node) == ast.dump(place):
            return 1
        parts = []
        if isinstance(node, (ast.Compare, ast.BinOp, ast.UnaryOp)):
            parts = [p for p in ast.iter_child_nodes(node) if isinstance(p, ast.expr)]
        elif isinstance(node, ast.Call) and self._is_ufunc(node.func):
            parts = node.args
        return sum(self._times_read(part, place) for part in parts)

    def _is_ufunc(self, node) -> bool:
        function = self.expression(node) if isinstance(node, (ast.Name, ast.Attribute)) else None
        return isinstance(getattr(function, "value", None), np.ufunc)


__all__ = ["Masks"]
