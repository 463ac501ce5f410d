"""Scalar functions that become elementwise ops: numbers come in, one number goes out."""

import ast

from .._launch import CODES, op_of
from .errors import CompilationError, TypingError, UnsupportedError
from .lower import Lowering, settled
from .recipe import Recipe
from .types import NAMES, STORED, STRONG, is_weak, promote
from .values import Const, Scalar, describe

_RANGE = 1 | 1 << 8  # the words of a launch over one dimension

_OF_WORK_ITEMS = (
    "global_id", "local_id", "group_id", "global_range", "local_range", "group_range", "sub_group", "barrier", "fence",
    "local_memory", "field", "call_together",
)  # fmt: skip
_REFUSED = {CODES[name]: name for name in _OF_WORK_ITEMS}


class _OfWorkItems(Exception):
    """Something that only kernels have."""


class FunctionRecipe(Recipe):
    """A function under construction, which knows nothing of work-items."""

    def give(self, name, *operands):
        if CODES[name] in _REFUSED:
            raise _OfWorkItems(name)
        return super().give(name, *operands)

    def do(self, name, *operands):
        if CODES[name] in _REFUSED:
            raise _OfWorkItems(name)
        super().do(name, *operands)

    def call(self, function, type_, values, together=False):
        if together or function.startswith("__weft_atomic"):
            raise _OfWorkItems(function)
        return super().call(function, type_, values)


class FunctionLowering(Lowering):
    """One walk over a function of numbers of these types."""

    gives_value = True

    def __init__(self, function, dtypes, result, known):
        super().__init__(function, [_RANGE], known, FunctionRecipe)
        self.dtypes, self.result, self.checks = dtypes, result, False

    def run(self):
        source, recipe = self.frame.source, self.recipe
        numbers = [recipe.give("parameter", n, STORED[d]) for n, d in enumerate(self.dtypes)]
        values = [Scalar(d, number) for d, number in zip(self.dtypes, numbers, strict=True)]
        bound = self.bound_arguments(source, values, {}, source.tree)
        self.bind(list(bound), list(bound.values()))
        try:
            value = self.value_of(source)
        except _OfWorkItems as error:
            raise self.fail(
                UnsupportedError,
                f"an elementwise function has no work-items, groups or memory ({error}); write a kernel",
                source.tree,
            ) from None
        if not self._numeric(value):
            raise self.fail(
                TypingError,
                f"an elementwise function returns a number, not {describe(value)}",
                source.tree,
            )
        recipe.result = self.result_of(self.dtype_of(value))
        recipe.do("result", self.cast(value, recipe.result, source.tree).number)
        return recipe

    def value_of(self, source):
        if isinstance(source.tree, ast.Lambda):
            return self.expression(source.tree.body)
        return self.returned(source, self.frame.end)

    def result_of(self, dtype) -> int:
        """The result's dtype; weak ones take that of the inputs."""
        if self.result is not None:
            return self.result
        for strong in self.dtypes:
            if is_weak(dtype) and not is_weak(strong):
                dtype = promote(dtype, strong)
        return STRONG[dtype]

    def _report(self, *_):
        raise self.fail(
            UnsupportedError,
            "elementwise functions say nothing while they run; print and assert stand in kernels",
            self.frame.source.tree,
        )


def recipe_of(function, dtypes, result=None):
    """The recipe of a function of numbers; its `result` is a dtype's number."""
    return settled(function, lambda known: FunctionLowering(function, dtypes, result, known))


def elementwise_op(function, dtypes, result=None):
    """(number of the op, dtype of its result) of a function of numbers of these types, weak ones among them."""
    recipe = recipe_of(function, tuple(dtypes), result)
    return op_of(recipe, [STRONG[d] for d in dtypes], recipe.result), recipe.result


__all__ = ["NAMES", "CompilationError", "Const", "elementwise_op", "recipe_of"]
