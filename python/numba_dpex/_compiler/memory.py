"""Private and local arrays that kernels make."""

import math

import numpy as np

from .. import kernel_api as kapi
from .errors import CompilationError, TypingError
from .known import named, refusal, register
from .types import F64, SIZES, STORED, WEAK_INT
from .values import Const, Tuple, View, describe, integer_of


class Memory:
    """What makes arrays inside of kernels; a mixin of Lowering."""

    def shape_argument(self, value, node) -> tuple:
        items = value.items if isinstance(value, Tuple) else (value,)
        shape = []
        for item in items:
            if not isinstance(item, Const):
                raise self.fail(
                    TypingError,
                    "the shape of a private or local array consists of constants, as literals and captured numbers are, and this "
                    f"{describe(item)} is known when the kernel runs: capture the largest size, or pass an array with a row for each work-item",
                    node,
                )
            extent = integer_of(item.value)
            if extent is None or extent < 1:
                raise self.fail(
                    TypingError,
                    f"a shape consists of positive integers, and has {describe(item)}",
                    node,
                )
            shape.append(extent)
        return tuple(shape)

    def local_array(self, shape, dtype) -> View:
        """An array in the group's local memory."""
        if self.recipe.is_range:
            raise CompilationError("local memory needs groups: launch the kernel over an NdRange")
        begin = -(-self.recipe.local_bytes // 64) * 64
        size = SIZES[dtype]
        for extent in shape:
            size *= extent
        self.recipe.local_bytes = begin + size
        pointer = self.recipe.give("local_memory", begin)
        own = frozenset([("local", begin)])
        return View(dtype, pointer, shape, self.dense_strides(shape), True, "local", own)

    def private_array(self, shape, dtype, fill_zeros, node) -> View:
        count = math.prod(shape)
        if count * SIZES[dtype] > 1 << 20:
            raise self.fail(
                TypingError,
                f"a private array of {count} elements; private memory is for small arrays: use an argument",
                node,
            )
        own = frozenset([("private", self.frame.key, id(node))])
        held = self.held_of(own)
        variable = self.recipe.variable(STORED[dtype], count * (1 + len(held)))
        pointer = self.free_place(self.recipe.give("address", variable), count, dtype, held)
        view = View(dtype, pointer, shape, self.dense_strides(shape), True, "private", own)
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


@register(kapi.PrivateArray)
@named("shape", "dtype", "fill_zeros", required=2)
def private_array(low, node, shape, dtype, fill_zeros):
    zeros = isinstance(fill_zeros, Const) and bool(fill_zeros.value)
    return low.private_array(
        low.shape_argument(shape, node), low.dtype_argument(dtype, node), zeros, node
    )


# Arrays as NumPy, dpctl.tensor and dpnp make them are private ones inside of kernels.

_FILLS = {"empty": None, "zeros": 0, "ones": 1}


def _made(name):
    @named("shape", "dtype", required=1)
    def make(low, node, shape, dtype):
        number = F64 if dtype is None else low.dtype_argument(dtype, node)
        view = low.private_array(low.shape_argument(shape, node), number, _FILLS[name] == 0, node)
        if _FILLS[name]:
            one = low.constant(_FILLS[name], number, node).number
            low.fill_loop(view.pointer, math.prod(view.shape), one)
        return view

    return make


MAKERS = {name: _made(name) for name in _FILLS}
for _name, _maker in MAKERS.items():
    register(getattr(np, _name))(_maker)


register(kapi.LocalAccessor)(
    refusal(
        "a LocalAccessor is an argument of the kernel; local.array(shape, dtype) makes local memory inside"
    )
)
