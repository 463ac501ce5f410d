"""What functions of the older API mean in kernels."""

from .. import kernel_api as kapi
from .. import older
from .atomics import ORDERS
from .errors import NeedsGroups
from .known import named, plain, register
from .values import Const


def _of_ids(what):
    @named("dim")
    def handler(low, node, dim):
        if what not in ("global_id", "global_range") and low.recipe.is_range:
            raise low.fail(
                NeedsGroups,
                "this function needs groups: launch the kernel with a local range",
                node,
            )
        return low.id(what, low.dimension(dim, "the function", node))

    return handler


for _function, _what in (
    (older.get_global_id, "global_id"),
    (older.get_local_id, "local_id"),
    (older.get_group_id, "group_id"),
    (older.get_num_groups, "group_range"),
    (older.get_global_size, "global_range"),
    (older.get_local_size, "local_range"),
):
    register(_function)(_of_ids(_what))
register(older.get_work_dim)(plain(lambda low, a, n: Const(low.recipe.dims), 0))


def _atomic_function(name):
    @named("ary", "idx", "val")
    def handler(low, node, ary, idx, val):
        atomic = low.atomic([ary, idx], {}, node)
        value = low.cast(
            low.number(val, node), atomic.dtype, node
        )  # whatever its type, as Numba does
        return low.atomic_method(atomic, name, [value], {}, node)

    return handler


for _name in ("add", "sub", "min", "max"):
    register(getattr(older.atomic, _name))(_atomic_function("fetch_" + _name))


def _barrier(kind):
    @named("flags", required=0)
    def handler(low, node, flags):
        low.barrier(kind, node)
        return Const(None)

    return handler


register(older.barrier)(_barrier("Group"))
register(older.sub_group_barrier)(_barrier("SubGroup"))


@register(older.mem_fence)
@named("flags", required=0)
def _mem_fence(low, node, flags):
    low.recipe.do("fence", ORDERS[kapi.MemoryOrder.ACQ_REL], int(kapi.MemoryScope.WORK_GROUP))
    return Const(None)


@register(older.local.array)
@named("shape", "dtype")
def _local_array(low, node, shape, dtype):
    if low.recipe.is_range:
        raise low.fail(
            NeedsGroups, "local memory needs groups: launch the kernel with a local range", node
        )
    return low.local_array(low.shape_argument(shape, node), low.dtype_argument(dtype, node))


@register(older.private.array)
@named("shape", "dtype")
def _private_array(low, node, shape, dtype):
    return low.private_array(
        low.shape_argument(shape, node), low.dtype_argument(dtype, node), True, node
    )
