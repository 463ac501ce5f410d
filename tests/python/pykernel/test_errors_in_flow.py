"""Variables that may have no value, and barriers that not all work-items of a group come to."""

# ruff: noqa: B007, F821, F841

import re

import dpctl.tensor as dpt
import numba_dpex as dpex
import numpy as np
import pytest
from bad_kernel import ND, BadKernels
from numba_dpex import kernel_api as kapi
from numba_dpex._compiler import UnassignedError

bad = BadKernels()


# Variables.


@bad(
    "x may have no value here: .* the first is in line \\d+; give x a value before", UnassignedError
)
def assigned_in_one_branch(item, a):
    if item.get_id(0) > 99:
        x = 1.0
    a[item.get_id(0)] = x


@bad("x may have no value here", UnassignedError)
def assigned_in_all_but_the_last_branch(item, a):
    if item.get_id(0) == 0:
        x = 1
    elif item.get_id(0) == 1:
        x = 2
    a[0] = x


@bad("found may have no value here", UnassignedError)
def assigned_before_a_break(item, a):
    for k in range(4):
        if a[k] == 2:
            found = k
            break
    a[0] = found


@bad("last has no value yet here: line \\d+ assigns it first", UnassignedError)
def read_in_a_turn_before_it_is_assigned(item, a):
    for k in range(4):
        if k > 0:
            a[k] = last
        last = k


@bad("x may have no value here", UnassignedError)
def assigned_under_a_condition_that_has_changed(item, a):
    n = 3
    if item.get_id(0) < n:
        x = 1
    n -= 1
    if item.get_id(0) < n:
        a[0] = x


@bad("y may have no value here", UnassignedError)
def assigned_in_a_condition_that_may_not_be_looked_at(item, a):
    i = item.get_id(0)
    if i > 3 and (y := i) > 4:
        a[0] = 1
    a[1] = y


@bad("part has no value here if the loop around line \\d+ makes no turn", UnassignedError)
def view_of_a_loop_that_may_make_no_turn(item, a):
    for k in range(item.get_id(0)):
        part = a[k:]
    a[0] = part[0]


# Barriers.

UNDER = "stands under a condition that depends on the work-item's id: .* write it after the if or the loop"


@bad("the barrier " + UNDER, space=ND)
def barrier_of_one_work_item(nd, a):
    if nd.get_local_id(0) == 0:
        kapi.group_barrier(nd.get_group())


@bad("the barrier " + UNDER, space=ND)
def barrier_in_else(nd, a):
    if nd.get_global_id(0) % 3 == 1:
        a[0] = 1
    else:
        kapi.group_barrier(nd.get_group())


@bad("the barrier " + UNDER, space=ND)
def barrier_in_as_many_turns_as_the_id(nd, a):
    for k in range(nd.get_local_id(0)):
        kapi.group_barrier(nd.get_group())


@bad("the barrier " + UNDER, space=ND)
def barrier_in_turns_from_the_id_on(nd, a):
    i = nd.get_global_id(0)
    while i < a.size:
        kapi.group_barrier(nd.get_group())
        i += 1


@bad("the barrier " + UNDER, space=ND)
def barrier_after_a_break(nd, a):
    for k in range(4):
        if k > nd.get_local_id(0):
            break
        kapi.group_barrier(nd.get_group())


@bad("the barrier " + UNDER, space=ND)
def barrier_in_the_half_that_adds(nd, a):
    half = nd.get_local_range(0) // 2
    while half > 0:
        if nd.get_local_id(0) < half:
            a[0] += 1
            kapi.group_barrier(nd.get_group())
        half //= 2


def returns_early(nd):
    if nd.get_local_id(0) > 1:
        return 1
    kapi.group_barrier(nd.get_group())
    return 2


@bad("in returns_early: the barrier " + UNDER, space=ND)
def barrier_after_return_from_a_function(nd, a):
    a[0] = returns_early(nd)


@bad("the group operation " + UNDER, space=ND)
def reduction_of_odd_work_items(nd, a):
    odd = nd.get_local_id(0) % 2 == 1
    if odd and a[0] == 0:
        a[0] = kapi.reduce_over_group(nd.get_group(), 1)


test_bad_kernel = bad.test()


# What is right.


def compiled(function, *arguments, space=ND):
    """What the first array holds after the kernel."""
    arrays = [dpt.asarray(x) if isinstance(x, np.ndarray) else x for x in arguments]
    dpex.call_kernel(dpex.kernel(function), space, *arrays)
    return dpt.asnumpy(arrays[0]).tolist()


def test_a_condition_that_is_asked_twice():
    def kernel(nd, a, n):
        i = nd.get_global_id(0)
        if i < n:
            x = a[nd.get_global_range(0) - 1 - i]
        kapi.group_barrier(nd.get_group())
        if i < n:
            a[i] = x

    assert compiled(kernel, np.arange(4), 2, space=dpex.NdRange((4,), (4,))) == [3, 2, 2, 3]


def test_all_ways_assign():
    def kernel(nd, a):
        i = nd.get_global_id(0)
        if i > 2:
            x = 1
        if not i > 2:
            x = 2
        for k in range(4):
            if k == i:
                y = k
                break
        else:
            y = -1
        while True:
            z = i
            if z >= 0:
                break
        if i == 9:
            return
        else:
            v = 1
        a[i] = x + 10 * y + 100 * z + 1000 * v

    assert compiled(kernel, np.zeros(4, "i8")) == [1002, 1112, 1222, 1331]


def test_numbers_are_zero_after_a_loop_that_made_no_turn():
    def kernel(item, a):
        i = item.get_id(0)
        for k in range(i):
            last, pair = k, (k, 1.5)
        while i > 2:
            other = i
            i -= 1
        a[item.get_id(0)] = last * 100 + pair[0] * 10 + other

    assert compiled(kernel, np.ones(5, "i8"), space=dpex.Range(5)) == [0, 0, 110, 223, 333]


def test_barriers_after_return_and_under_what_is_the_same_for_a_group():
    def kernel(nd, a, n):
        i, group = nd.get_global_id(0), nd.get_group()
        if i >= n:
            return
        for k in range(group.get_group_id(0) + 1):
            kapi.group_barrier(group)
            if nd.get_local_id(0) == k:
                continue
            a[i] += 1
        if n > 2 and nd.get_local_id(0) // 64 == 0:
            kapi.group_barrier(group)
        if i < n:
            kapi.group_barrier(group)
            a[i] += 10

    assert compiled(kernel, np.zeros(4, "i8"), 3) == [10, 11, 11, 0]


def test_conditions_over_ids_that_may_be_the_same_for_a_group():
    def kernel(nd, a):
        i, local, group = nd.get_global_id(0), nd.get_local_id(0), nd.get_group()
        if local & 64 == 0:
            kapi.group_barrier(group)
            a[i] += 1
        if local % 1 == 0:
            kapi.group_barrier(group)
            a[i] += 10
        if local < nd.get_local_range(0):
            kapi.group_barrier(group)
            a[i] += 100

    assert compiled(kernel, np.zeros(4, "i8")) == [111] * 4


def in_branches(nd, a):
    if a[nd.get_global_id(0)] > 0:
        kapi.group_barrier(nd.get_group())
    else:
        kapi.group_barrier(nd.get_group())


def in_turns(nd, a):
    for k in range(a[nd.get_global_id(0)]):
        kapi.group_barrier(nd.get_group())


def in_while(nd, a):
    k = 0
    while k < a[nd.get_global_id(0)] and k < 10:
        a[k] += kapi.reduce_over_group(nd.get_group(), 0)
        k += 1


@pytest.mark.parametrize("function", [in_branches, in_turns, in_while])
def test_checks_find_barriers_that_some_come_to(device, monkeypatch, function):
    monkeypatch.setenv("WEFT_CHECK", "1")
    kernel = dpex.kernel(function)
    dpex.call_kernel(kernel, ND, dpt.ones(4, dtype="i4", device=device))
    with pytest.raises(kapi.BarrierDivergenceError) as error:
        dpex.call_kernel(kernel, ND, dpt.asarray([1, 1, 1, 0], dtype="i4", device=device))
    what = r":\d+: in \w+, work-item 3: .*a\[nd.get_global_id\(0\)\].* differs between work-items of a group, and the (barrier|group op\w+) in"
    assert re.search(what, str(error.value)), str(error.value)
