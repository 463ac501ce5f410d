"""Barriers and what the work-items of a group do together."""

from .. import kernel_api as kapi
from ..kernel_api.group_algorithms import OPERATIONS
from . import scans
from .errors import NeedsGroups, TypingError
from .known import named, register
from .types import B1, F32, I32, KINDS, POINTER, SIZES, STORED, SUFFIX, U32, U64
from .values import Const, Place, Scalar, View, describe


class Groups:
    """What the lowering of calls does with groups; a mixin of Lowering."""

    def group_of(self, value, name, node, kinds=("Group", "SubGroup")) -> str:
        if not isinstance(value, Place) or value.kind not in kinds:
            raise self.fail(
                TypingError, f"{name} takes a {' or '.join(kinds)}, not {describe(value)}", node
            )
        return value.kind

    def barrier(self, kind, node):
        if self.recipe.is_range:
            raise self.fail(
                NeedsGroups, "a barrier needs groups: launch the kernel over an NdRange", node
            )
        if kind == "Group":
            self.meets("the barrier", node)
        self.recipe.do("barrier", 2 if kind == "Group" else 1)

    def widened(self, value, node):
        """(number, its dtype in group operations) of a number."""
        value = self.number(value, node)
        dtype = self.dtype_of(value)
        kind = KINDS[dtype]
        if kind == "c":
            raise self.fail(
                TypingError, "group operations are not defined for complex numbers", node
            )
        wide = dtype if dtype in SUFFIX else {"b": U32, "u": U32, "i": I32, "f": F32}[kind]
        return self.cast(value, wide, node).number, wide, dtype

    def over_group(self, group, name, value, node, extra=()):
        kind = self.group_of(group, name, node)
        number, wide, dtype = self.widened(value, node)
        if kind == "Group":
            self.meets("the group operation", node)
        prefix = "__weft_group" if kind == "Group" else "__weft_sub_group"
        result = self.recipe.call(
            f"{prefix}_{name}_{SUFFIX[wide]}", STORED[wide], [number, *extra], together=True
        )
        return self.cast(Scalar(wide, result), dtype, node)

    def vote(self, group, name, value, node):
        kind = self.group_of(group, name, node)
        truth = self.cast(self.truth(self.number(value, node), node), B1, node)
        if kind == "Group":
            self.meets("the group operation", node)
        prefix = "__weft_group" if kind == "Group" else "__weft_sub_group"
        number = self.recipe.call(f"{prefix}_{name}", STORED[B1], [truth.number], together=True)
        return Scalar(B1, number)


@register(kapi.group_barrier)
@named("group", "fence_scope", required=1)
def _group_barrier(low, node, group, fence_scope):
    kind = low.group_of(group, "group_barrier", node)
    if fence_scope is not None:
        low.enumerator(fence_scope, kapi.MemoryScope, node)
    low.barrier(kind, node)
    return Const(None)


# Reductions, scans, broadcasts, shuffles and votes.

_REDUCTIONS = {
    "plus": "add",
    "multiplies": "mul",
    "minimum": "min",
    "maximum": "max",
    "bit_and": "and",
    "bit_or": "or",
    "bit_xor": "xor",
}


def _operation(low, op, x, node) -> str:
    """The name of a group operation, one of those that `x` may be combined with."""
    name = "plus" if op is None else op.value if isinstance(op, Const) else None
    if name not in _REDUCTIONS:
        raise low.fail(TypingError, f"op is one of {', '.join(_REDUCTIONS)}", node)
    if name.startswith("bit") and KINDS[low.dtype_of(low.number(x, node))] == "f":
        raise low.fail(TypingError, f"{name} is for integers, not for {describe(x)}", node)
    return name


@register(kapi.reduce_over_group)
@named("group", "x", "op", required=2)
def _reduce_over_group(low, node, group, x, op):
    return low.over_group(group, "reduce_" + _REDUCTIONS[_operation(low, op, x, node)], x, node)


@register(kapi.inclusive_scan_over_group)
@named("group", "x", "op", required=2)
def _inclusive_scan_over_group(low, node, group, x, op):
    return _scan(low, group, x, op, scans.inclusive, [], node)


@register(kapi.exclusive_scan_over_group)
@named("group", "x", "init", "op", required=3)
def _exclusive_scan_over_group(low, node, group, x, init, op):
    return _scan(low, group, x, op, scans.exclusive, [low.number(init, node)], node)


def _scan(low, group, x, op, function, further, node):
    """A scan is a function in the language of kernels that becomes part of the kernel."""
    kind = low.group_of(group, function.__name__ + "_scan_over_group", node)
    combine = OPERATIONS[_operation(low, op, x, node)]
    value = low.scalar(low.number(x, node), node)
    low.widened(value, node)
    arguments = [group, Place("SubGroup"), Const(kind == "Group"), value, Const(combine)]
    return low.inlined(function, None, arguments + further, {}, node)


@register(scans.totals_of_sub_groups)
@named("x")
def _totals_of_sub_groups(low, node, x):
    size = low.recipe.constant(STORED[U32], SIZES[x.dtype])
    pointer = low.recipe.call("__weft_group_scratch", POINTER, [size], together=True)
    return View(x.dtype, pointer, (1024,), (1,), True, "local")


@register(kapi.group_broadcast)
@named("group", "x", "local_linear_id", required=2)
def _group_broadcast(low, node, group, x, local_linear_id):
    number = low.number(Const(0) if local_linear_id is None else local_linear_id, node)
    if low.group_of(group, "group_broadcast", node) == "Group":
        return low.over_group(group, "broadcast", x, node, [low.cast(number, U64, node).number])
    return low.over_group(group, "shuffle", x, node, [low.cast(number, U32, node).number])


@register(kapi.select_from_group)
@named("sub_group", "x", "remote_local_id")
def _select_from_group(low, node, sub_group, x, remote):
    low.group_of(sub_group, "select_from_group", node, ("SubGroup",))
    remote = low.cast(low.number(remote, node), U32, node)
    return low.over_group(sub_group, "shuffle", x, node, [remote.number])


@register(kapi.any_of_group)
@named("group", "pred")
def _any_of_group(low, node, group, pred):
    return low.vote(group, "any", pred, node)


@register(kapi.all_of_group)
@named("group", "pred")
def _all_of_group(low, node, group, pred):
    return low.vote(group, "all", pred, node)


@register(kapi.none_of_group)
@named("group", "pred")
def _none_of_group(low, node, group, pred):
    return low.negated(low.vote(group, "any", pred, node), node)
