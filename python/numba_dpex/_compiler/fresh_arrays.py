"""Memory for arrays that loops make anew in each turn: not where variables still hold one of a former turn."""

import itertools

from ..core.made_arrays import filled, resized
from .array_values import as_view, unread
from .errors import UnsupportedError
from .known import register
from .liveness import NOTHING, live_names
from .scalars import AND, GE, LT
from .values import Tuple, View, rebuilt


class FreshArrays:
    """A mixin of Lowering."""

    def held_of(self, arrays) -> list:
        """Where the parts of these arrays begin that variables hold and are read while the running statements run, or later."""
        outer, found, is_carried = self.frame, [], False
        for frame in self._frames():
            self.frame = frame
            held, carried = live_names(frame.source).get(id(frame.statement), NOTHING)
            for name in sorted(held | carried):
                shape = self.known.get((frame.key, name))
                if shape is not None and _is_of(shape, arrays):
                    is_carried |= name in carried
                    found += self._pointers_of(name, shape, arrays) if name in held else []
        self.frame = outer
        return found if is_carried else []

    def _pointers_of(self, name, shape, arrays) -> list:
        numbers = [self.recipe.give("get", v) for v in self.slots_of(name, shape)]
        return _pointers_to(rebuilt(shape, iter(numbers)), arrays)

    def _frames(self) -> list:
        frames = [self.frame]
        while frames[-1].parent is not None:
            frames.append(frames[-1].parent)
        return frames

    def free_place(self, begin, size, dtype, held) -> int:
        """The first of the places behind each other, one more than what is held, in which nothing begins that is held."""
        give = self.recipe.give
        begins = [self.moved(begin, self.times(size, n), dtype) for n in range(len(held) + 1)]
        place = begins[-1]
        for first, end in reversed([*itertools.pairwise(begins)]):
            free = first
            for pointer in held:
                inside = give("compare", GE, pointer, first), give("compare", LT, pointer, end)
                free = give("select", give("arithmetic", AND, *inside), place, free)
            place = free
        return place


def _is_of(shape, arrays) -> bool:
    """May a variable of this shape hold parts of the arrays?"""
    if shape[0] == "tuple":
        return any(_is_of(inner, arrays) for inner in shape[1])
    return shape[0] == "view" and bool(shape[5] & arrays)


def _pointers_to(value, arrays) -> list:
    if isinstance(value, Tuple):
        return [p for item in value.items for p in _pointers_to(item, arrays)]
    return [value.pointer] if isinstance(value, View) and value.arrays & arrays else []


@register(resized)
def _resized(low, args, keywords, node):
    memory, places, value = args
    if isinstance(value, View):
        return value
    if len(value.shape) == len(memory.shape) - (places.value > 1):
        shape = [*memory.shape[: places.value > 1], *value.shape]
        memory = View(
            memory.dtype, memory.pointer, shape, memory.strides, False, memory.space, memory.arrays
        )
    return _filled(low, [memory, places, value], keywords, node)


@register(filled)
def _filled(low, args, keywords, node):
    memory, places, value = args[0], args[1].value, next(iter(args[2:]), None)
    if isinstance(value, View):  # a part of an array in another shape
        return value
    if places > 1:
        held = low.held_of(memory.arrays)
        if len(held) >= places:
            words = "too many variables hold what the turns of this loop make; copy into arrays made before it"
            raise low.fail(UnsupportedError, words, node)
        size, *strides = memory.strides
        begin = low.free_place(memory.pointer, size, memory.dtype, held)
        _, *shape = memory.shape
        memory = View(memory.dtype, begin, shape, strides, False, memory.space, memory.arrays)
    if value is not None:
        low.store_part(unread(memory), value, node)
        low.mark_written(memory)
        memory = as_view(memory, value)
    return memory


__all__ = ["FreshArrays"]
