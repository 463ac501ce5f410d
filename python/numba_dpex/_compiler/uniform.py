"""Whether a condition of a kernel is sure to differ between the work-items of a group.

It follows numbers of a recipe back to ids. What is read from memory, and arithmetic that may make ids equal again, as `i // 64` does, is
not sure; neither is `i < n` of a global id, which is the form that an early return has without return.
"""

from .scalars import (
    ADD,
    AND,
    EQ,
    INDEX_ADD,
    INDEX_MUL,
    INDEX_REM,
    INDEX_SUB,
    MUL,
    NE,
    OR,
    SUB,
    XOR,
)  # fmt: skip

_RANGES = ("global_range", "local_range", "group_range")
_DIFFERENT = ("local_id", "global_id", "sub_group", "address", "parameter")
_NO_NUMBERS = 1 << 30
# The first operand that is a number of a value, where that is not the first one of all.
_FIRST = {
    "field": _NO_NUMBERS, "constant": _NO_NUMBERS, "group_id": _NO_NUMBERS, "local_memory": _NO_NUMBERS,
    **dict.fromkeys(_RANGES, _NO_NUMBERS), "index": 1, "arithmetic": 1, "compare": 1, "load": 1, "call": 1,
}  # fmt: skip
_SAME, _UNSURE = "same", "unsure"
_LINEAR = {
    ("index", INDEX_ADD): "+", ("index", INDEX_SUB): "-", ("index", INDEX_MUL): "*", ("index", INDEX_REM): "%",
    ("arithmetic", ADD): "+", ("arithmetic", SUB): "-", ("arithmetic", MUL): "*",
    ("arithmetic", AND): "&", ("arithmetic", OR): "|", ("arithmetic", XOR): "|",
}  # fmt: skip


class Id:
    """A number that is another one for each work-item along some dimensions; `of_group`: made from local ids."""

    def __init__(self, dims, of_group):
        self.dims, self.of_group = frozenset(dims), of_group


class Remainder:
    """A number that is not the same for neighbouring work-items, but the same for some."""


class Varying:
    """Queries about the numbers of a recipe."""

    def __init__(self, recipe):
        self.origins, self.sets, self.under = recipe.origins, recipe.sets, recipe.under
        self.kinds, self.asking = {}, set()

    def differs(self, number) -> bool:
        """Is it a condition that is true for some work-items of a group and false for others?"""
        name, *operands = self.origins[number]
        if name == "compare":
            return self._compare_differs(*operands)
        if name in ("logical_not", "convert"):
            return self.differs(operands[0])
        if name == "arithmetic" and operands[0] in (AND, OR, XOR):
            return any(map(self.differs, operands[1:]))
        if name == "get" and number not in self.asking:
            self.asking.add(number)
            return any(map(self.differs, self.sets.get(operands[0], ())))
        return False

    def _compare_differs(self, op, left, right):
        kinds = self.kind(left), self.kind(right)
        if _SAME not in kinds:
            return False
        other, same = (kinds[0], right) if kinds[1] == _SAME else (kinds[1], left)
        if op in (EQ, NE):
            return isinstance(other, (Id, Remainder))
        of_ids = isinstance(other, Id) and (other.of_group or self._counts(left))
        return of_ids and self.origins[same][0] not in _RANGES

    def _counts(self, number) -> bool:
        """Is it a variable that goes up in steps?"""
        name, *operands = self.origins[number]
        if name != "get":
            return False
        variable = operands[0]
        return any(self._is_step(n, variable) for n in self.sets.get(variable, ()))

    def _is_step(self, number, variable) -> bool:
        name, *operands = self.origins[number]
        sign = _LINEAR.get((name, operands[0])) if name in ("index", "arithmetic") else None
        return (
            sign in ("+", "-")
            and self.origins[operands[1]] == ("get", variable)
            and self._constant(operands[2]) in (1, -1)
        )

    def _constant(self, number):
        name, *operands = self.origins[number]
        return operands[1] if name == "constant" and operands[0] == 5 else None

    def kind(self, number):
        """_SAME for all work-items, an Id, a Remainder or _UNSURE."""
        found = self.kinds.get(number)
        if found is None:
            self.kinds[number] = _UNSURE  # while it is asked for
            found = _SAME if self.is_same(number) else self._kind(*self.origins[number])
            self.kinds[number] = found
        return found

    def is_same(self, number) -> bool:
        """Is it made of what is the same for all work-items alone? What a variable holds may be made of what it held."""
        seen, left = set(), [number]
        while left:
            at = left.pop()
            if at in seen:
                continue
            seen.add(at)
            name, *operands = self.origins[at]
            if name in _DIFFERENT or (name == "call" and operands[0].startswith("__weft_")):
                return False
            left += self.operands(name, operands)
        return True

    def operands(self, name, operands):
        """Those of a code that are numbers of values."""
        if name == "get":
            return [*self.sets.get(operands[0], ()), *self.under.get(operands[0], ())]
        return operands[:1] if name == "convert" else operands[_FIRST.get(name, 0) :]

    def _kind(self, name, *operands):
        if name in ("local_id", "global_id"):
            return Id(operands, name == "local_id")
        if (name, *operands) == ("sub_group", 0):
            return Id(range(3), True)
        if name == "convert":
            return self.kind(operands[0])
        if name == "get":
            return self._kind_of_variable(operands[0])
        sign = _LINEAR.get((name, operands[0])) if name in ("index", "arithmetic") else None
        return _UNSURE if sign is None else self._combined(sign, operands[1], operands[2])

    def _kind_of_variable(self, variable):
        kinds = [
            self.kind(n) for n in self.sets.get(variable, ()) if not self._is_step(n, variable)
        ]
        return kinds[0] if len(kinds) == 1 else _UNSURE

    def _combined(self, sign, left, right):
        a, b = self.kind(left), self.kind(right)
        if a == b == _SAME:
            return _SAME
        if isinstance(a, Id) and isinstance(b, Id):
            apart = sign in ("+", "-") and not a.dims & b.dims
            return Id(a.dims | b.dims, a.of_group and b.of_group) if apart else _UNSURE
        one, same = (a, right) if isinstance(a, Id) else (b, left)
        if not isinstance(one, Id) or self.kind(same) != _SAME:
            return _UNSURE
        if sign == "%":
            size = self._constant(right) if one is a else None
            return Remainder() if size is not None and size > 1 else _UNSURE
        if sign == "&":
            mask = self._constant(same)
            return Remainder() if mask is not None and mask & 1 else _UNSURE
        return one if sign in ("+", "-", "*") else _UNSURE
