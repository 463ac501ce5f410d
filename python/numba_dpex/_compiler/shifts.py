"""Parts of arrays that are stored into other parts of the same array."""

import ast

from .array_values import is_elsewhere
from .scalars import GE
from .values import Const, View


class Shifts:
    """A mixin of Lowering."""

    def is_shift(self, place, value) -> bool:
        """Are they parts of one array, with elements as far from each other?"""
        return (
            isinstance(value, View)
            and len(place.shape) == len(value.shape) == 1
            and bool(value.arrays & place.arrays)
            and not any(map(is_elsewhere, value.arrays))
            and value.dtype == place.dtype
            and isinstance(place.strides[0], int)
            and place.strides[0] == value.strides[0]
            and value.shape[0] != 1
            and not _differ(place.shape[0], value.shape[0])
        )

    def shift(self, place, value, node):
        """Moves elements within an array, from the end on where they would be overwritten before they are read."""
        recipe = self.recipe
        pointers = (value.pointer, place.pointer)
        if place.strides[0] < 0:
            pointers = pointers[::-1]
        last = self.binary(ast.Sub, self.extent_value(place.shape[0]), Const(1), node)
        forth, back, after = (recipe.block() for _ in range(3))
        recipe.branch(recipe.give("compare", GE, *pointers), forth, back)

        def move(index):
            at = [(index, node)]
            self.store(self.selected(place, at, node), self.element_of(value, [index], node), node)

        recipe.enter(forth)
        self.over_all(place.shape, lambda at: move(at[0]))
        recipe.jump(after)
        recipe.enter(back)
        self.over_all(place.shape, lambda at: move(self.binary(ast.Sub, last, at[0], node)))
        recipe.jump(after)
        recipe.enter(after)


def _differ(one, other) -> bool:
    """Are they different extents, both of them known while compiling?"""
    return isinstance(one, int) and isinstance(other, int) and one != other


__all__ = ["Shifts"]
