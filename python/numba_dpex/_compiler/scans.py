"""Scans over groups, in the language of kernels: sub-groups scan by shuffles, and leave their totals in the group's memory."""

from ..kernel_api import group_barrier, select_from_group

WIDEST = 64


def totals_of_sub_groups(x):
    """Memory of the group for one value like `x` of each sub-group; the compiler knows it."""
    raise NotImplementedError


def over_sub_group(sub_group, x, combine):
    """The `x` of the lanes up to this one combined."""
    lane = sub_group.get_local_id()
    by = 1
    while by < WIDEST:
        before = select_from_group(sub_group, x, lane - by)
        if lane >= by:
            x = combine(before, x)
        by *= 2
    return x


def before_sub_group(group, sub_group, x, combine):
    """What the sub-groups before this one combine to; of the first one, its own total."""
    totals = totals_of_sub_groups(x)
    group_barrier(group)
    own = sub_group.get_group_id()
    if sub_group.get_local_id() + 1 == sub_group.get_local_range():
        totals[own] = x
    group_barrier(group)
    total = totals[0]
    for i in range(1, own):
        total = combine(total, totals[i])
    return total


def inclusive(group, sub_group, whole, x, combine):
    """inclusive_scan_over_group, of a work-group where `whole`."""
    x = over_sub_group(sub_group, x, combine)
    if whole:
        total = before_sub_group(group, sub_group, x, combine)
        if sub_group.get_group_id() > 0:
            x = combine(total, x)
    return x


def exclusive(group, sub_group, whole, x, combine, init):
    """exclusive_scan_over_group, of a work-group where `whole`."""
    lane = sub_group.get_local_id()
    x = over_sub_group(sub_group, x, combine)
    before = select_from_group(sub_group, x, lane - 1)
    result = init
    if whole:
        total = before_sub_group(group, sub_group, x, combine)
        if sub_group.get_group_id() > 0:
            result = combine(result, total)
    if lane > 0:
        result = combine(result, before)
    return result
