"""AtomicRef and fences."""

import ast

from .. import kernel_api as kapi
from .errors import TypingError
from .known import named, register
from .types import B1, I32, I64, KINDS, NAMES, SIZES, STORED, SUFFIX, is_integer, promote
from .values import Atomic, Const, Scalar, Tuple, View, describe

LOADS = {0: 0, 1: 1, 3: 1, 4: 1, 5: 4}  # MemoryOrder -> order in libdevice/builtins.def
ORDERS = {0: 0, 1: 1, 3: 2, 4: 3, 5: 4}
STORES = {0: 0, 1: 0, 3: 2, 4: 2, 5: 4}


class Atomics:
    """What the lowering of calls does with atomics; a mixin of Lowering."""

    def enumerator(self, value, kind, node) -> int:
        try:
            if not isinstance(value, Const):
                raise ValueError
            return int(kind(value.value))
        except ValueError:
            raise self.fail(
                TypingError, f"a {kind.__name__} is needed here, not {describe(value)}", node
            ) from None

    def atomic(self, arguments, keywords, node) -> Atomic:
        names = ("ref", "index", "memory_order", "memory_scope", "address_space")
        if len(arguments) > len(names):
            raise self.fail(TypingError, f"AtomicRef takes at most {len(names)} arguments", node)
        values = dict(zip(names, arguments, strict=False))
        for name, value in keywords.items():
            if name not in names or name in values:
                raise self.fail(TypingError, f"AtomicRef has no parameter {name} left", node)
            values[name] = value
        view = values.get("ref")
        if not isinstance(view, View):
            raise self.fail(
                TypingError,
                f"AtomicRef takes an array and an index, not {describe(view or Const(None))}",
                node,
            )
        if "index" not in values:
            raise self.fail(TypingError, "AtomicRef takes an array and an index", node)
        index = values["index"]
        indices = [(i, node) for i in (index.items if isinstance(index, Tuple) else (index,))]
        element = self.selected(view, indices, node)
        if element.shape:
            raise self.fail(
                TypingError, f"AtomicRef: {len(indices)} indices for a {describe(view)}", node
            )
        order = self.enumerator(values.get("memory_order", Const(0)), kapi.MemoryOrder, node)
        scope = self.enumerator(values.get("memory_scope", Const(3)), kapi.MemoryScope, node)
        if order == kapi.MemoryOrder.CONSUME_UNSUPPORTED:
            raise self.fail(
                TypingError,
                "MemoryOrder.CONSUME_UNSUPPORTED cannot be used; ACQUIRE is what it stands for",
                node,
            )
        given = values.get("address_space", Const(None))
        own = {
            "global": kapi.AddressSpace.GLOBAL,
            "local": kapi.AddressSpace.LOCAL,
            "private": kapi.AddressSpace.PRIVATE,
        }[view.space]
        if isinstance(given, Const) and given.value is not None:
            space = kapi.AddressSpace(self.enumerator(given, kapi.AddressSpace, node))
            if space not in (own, kapi.AddressSpace.GENERIC):
                raise self.fail(
                    TypingError,
                    f"AddressSpace.{space.name} for a {describe(view)}, which lies in {own.name}",
                    node,
                )
        if view.dtype not in SUFFIX:
            raise self.fail(
                TypingError,
                f"there are no atomic operations on {NAMES[view.dtype]}; use a type of 32 or 64 bits",
                node,
            )
        self.mark_written(view)
        return Atomic(
            view.dtype,
            self.element_pointer(element),
            kapi.MemoryOrder(order),
            kapi.MemoryScope(scope),
            own,
        )

    def update_together(self, place, value, node) -> bool:
        """Adds to an element that others may add to at the same time; False where there is no such operation on its type."""
        dtype = place.dtype
        fits = self._numeric(value) and promote(dtype, self.dtype_of(value)) == dtype
        if place.space != "global" or dtype not in SUFFIX or not fits:
            return False
        self.mark_written(place)
        order, scope = kapi.MemoryOrder.RELAXED, kapi.MemoryScope.DEVICE
        atomic = Atomic(dtype, self.element_pointer(place), order, scope, None)
        name = "fetch_add" if isinstance(node.op, ast.Add) else "fetch_sub"
        self.atomic_method(atomic, name, [value], {}, node)
        return True

    def atomic_value(self, atomic, value, name, node) -> int:
        value = self.number(value, node)
        dtype = self.dtype_of(value)
        integers = is_integer(atomic.dtype) and is_integer(dtype)  # cast, as by Numba
        fits = promote(atomic.dtype, dtype) == atomic.dtype
        if not (integers or fits or KINDS[dtype] == KINDS[atomic.dtype]):
            raise self.fail(
                TypingError,
                f"{name}: the AtomicRef is of {NAMES[atomic.dtype]}, and {describe(value)} does not fit; convert it: "
                f"np.{NAMES[atomic.dtype]}(...)",
                node,
            )
        return self.cast(value, atomic.dtype, node).number

    def atomic_method(self, atomic, name, arguments, keywords, node):
        suffix, type_ = SUFFIX[atomic.dtype], STORED[atomic.dtype]
        i32 = STORED[I32]
        scope = self.recipe.constant(i32, int(atomic.scope))

        def order(table):
            return self.recipe.constant(i32, table[int(atomic.order)])

        if name == "compare_exchange":
            return self.compare_exchange(atomic, arguments, keywords, node)
        arguments = arguments + [v for k, v in keywords.items() if k == "val"]
        self.no_keywords(keywords, name, node, ("val",))
        self.expect(arguments, 0 if name == "load" else 1, name, node)
        if name == "load":
            number = self.recipe.call(
                f"__weft_atomic_load_{suffix}", type_, [atomic.pointer, order(LOADS), scope]
            )
            return Scalar(atomic.dtype, number)
        if name in ("fetch_and", "fetch_or", "fetch_xor") and not is_integer(atomic.dtype):
            raise self.fail(
                TypingError, f"{name} is for integers, not for {NAMES[atomic.dtype]}", node
            )
        value = self.atomic_value(atomic, arguments[0], name, node)
        if name == "store":
            self.recipe.call(
                f"__weft_atomic_store_{suffix}", 0, [atomic.pointer, value, order(STORES), scope]
            )
            return Const(None)
        operands = [atomic.pointer, value, order(ORDERS), scope]
        return Scalar(
            atomic.dtype, self.recipe.call(f"__weft_atomic_{name}_{suffix}", type_, operands)
        )

    def compare_exchange(self, atomic, arguments, keywords, node):
        names = ("expected", "desired", "expected_idx")
        values = dict(zip(names, arguments, strict=False))
        for name, value in keywords.items():
            name = "expected" if name == "expected_ref" else name
            if name not in names or name in values:
                raise self.fail(TypingError, f"compare_exchange has no parameter {name} left", node)
            values[name] = value
        view = values.get("expected")
        if not isinstance(view, View) or view.dtype != atomic.dtype or "desired" not in values:
            raise self.fail(
                TypingError,
                f"compare_exchange takes an array of {NAMES[atomic.dtype]}, the desired value and an index",
                node,
            )
        place = self.selected(view, [(values.get("expected_idx", Const(0)), node)], node)
        if place.shape:
            raise self.fail(
                TypingError, f"compare_exchange: one index for a {describe(view)}", node
            )
        expected = self.load(place)
        desired = self.atomic_value(atomic, values["desired"], "compare_exchange", node)
        recipe, i32, suffix = self.recipe, STORED[I32], SUFFIX[atomic.dtype]
        orders = [recipe.constant(i32, table[int(atomic.order)]) for table in (ORDERS, LOADS)]
        scope = recipe.constant(i32, int(atomic.scope))
        old = recipe.call(
            f"__weft_atomic_compare_exchange_{suffix}",
            STORED[atomic.dtype],
            [atomic.pointer, expected.number, desired, *orders, scope],
        )
        numbers = [self.bits(atomic.dtype, number) for number in (old, expected.number)]
        same = Scalar(B1, recipe.give("compare", 0, *numbers))
        differs, end = recipe.block(), recipe.block()
        recipe.branch(same.number, end, differs)
        recipe.enter(differs)
        self.store(place, Scalar(atomic.dtype, old), node)
        recipe.enter(end)
        return same

    def bits(self, dtype, number) -> int:
        """A number's of 32 or 64 bits, as an integer."""
        if is_integer(dtype):
            return number
        recipe = self.recipe
        pointer, first = recipe.give("address", recipe.variable(STORED[dtype])), recipe.integer(0)
        recipe.do("store", pointer, first, number)
        return recipe.give("load", STORED[I32 if SIZES[dtype] == 4 else I64], pointer, first)


register(kapi.AtomicRef)(lambda low, args, keywords, node: low.atomic(args, keywords, node))


@register(kapi.atomic_fence)
@named("memory_order", "memory_scope")
def atomic_fence(low, node, order, scope):
    order = low.enumerator(order, kapi.MemoryOrder, node)
    if order not in ORDERS:
        raise low.fail(
            TypingError,
            "MemoryOrder.CONSUME_UNSUPPORTED cannot be used; ACQUIRE is what it stands for",
            node,
        )
    low.recipe.do("fence", ORDERS[order], low.enumerator(scope, kapi.MemoryScope, node))
    return Const(None)
