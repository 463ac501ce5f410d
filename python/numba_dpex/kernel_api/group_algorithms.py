"""Reductions, scans, broadcasts, votes and shuffles over the work-items of a Group or SubGroup, with SYCL's names.

Each work-item of the group calls them together. ``op`` is one of ``"plus"``, ``"multiplies"``, ``"minimum"``, ``"maximum"``,
``"bit_and"``, ``"bit_or"`` and ``"bit_xor"``.
"""

import operator

OPERATIONS = {
    "plus": operator.add,
    "multiplies": operator.mul,
    "minimum": min,
    "maximum": max,
    "bit_and": operator.and_,
    "bit_or": operator.or_,
    "bit_xor": operator.xor,
}


def _op(name):
    if name not in OPERATIONS:
        raise ValueError(f"no group operation {name!r}; there are {', '.join(OPERATIONS)}")
    return OPERATIONS[name]


def _meet(group, name, value, combine):
    member = getattr(group, "_member", None)
    if member is None:
        raise RuntimeError(f"{name} takes a group of a running kernel, as NdItem.get_group() gives")
    return member.meet(group, name, value, combine)


def reduce_over_group(group, x, op="plus"):
    """All work-items' ``x`` combined."""
    function = _op(op)

    def combine(values):
        result = values[0]
        for value in values[1:]:
            result = function(result, value)
        return [result] * len(values)

    return _meet(group, "reduce_over_group", x, combine)


def inclusive_scan_over_group(group, x, op="plus"):
    """The ``x`` of the work-items up to this one combined."""
    function = _op(op)

    def combine(values):
        results = [values[0]]
        for value in values[1:]:
            results.append(function(results[-1], value))
        return results

    return _meet(group, "inclusive_scan_over_group", x, combine)


def exclusive_scan_over_group(group, x, init, op="plus"):
    """``init`` and the ``x`` of the work-items before this one combined."""
    function = _op(op)

    def combine(values):
        results = [init]
        for value in values[:-1]:
            results.append(function(results[-1], value))
        return results

    return _meet(group, "exclusive_scan_over_group", x, combine)


def group_broadcast(group, x, local_linear_id=0):
    """The ``x`` of one work-item."""
    return _meet(
        group, "group_broadcast", x, lambda values: [values[local_linear_id]] * len(values)
    )


def any_of_group(group, pred):
    """Whether ``pred`` holds for one work-item at least."""
    return _meet(group, "any_of_group", pred, lambda values: [any(values)] * len(values))


def all_of_group(group, pred):
    """Whether ``pred`` holds for all work-items."""
    return _meet(group, "all_of_group", pred, lambda values: [all(values)] * len(values))


def none_of_group(group, pred):
    """Whether ``pred`` holds for no work-item."""
    return _meet(group, "none_of_group", pred, lambda values: [not any(values)] * len(values))


def select_from_group(sub_group, x, remote_local_id):
    """The ``x`` of the sub-group's work-item ``remote_local_id``, which each may choose for itself."""
    return _meet(
        sub_group,
        "select_from_group",
        (x, remote_local_id),
        lambda values: [values[remote][0] for _, remote in values],
    )


def shift_group_left(sub_group, x, delta=1):
    """The ``x`` of the sub-group's work-item ``delta`` further on; where there is none, its own."""
    own = sub_group.get_local_id()
    other = own + delta
    return select_from_group(sub_group, x, other if other < sub_group.get_local_range() else own)


def shift_group_right(sub_group, x, delta=1):
    """The ``x`` of the sub-group's work-item ``delta`` before; where there is none, its own."""
    own = sub_group.get_local_id()
    return select_from_group(sub_group, x, own - delta if own >= delta else own)


def permute_group_by_xor(sub_group, x, mask):
    """The ``x`` of the sub-group's work-item whose number is this one's with the bits of ``mask`` flipped; where there is none, its own."""
    own = sub_group.get_local_id()
    other = own ^ mask
    return select_from_group(sub_group, x, other if other < sub_group.get_local_range() else own)
