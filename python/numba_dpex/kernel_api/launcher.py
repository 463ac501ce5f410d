"""call_kernel in pure Python: the definition of what a kernel does."""

import ast
import inspect
import textwrap
from functools import lru_cache
from inspect import Parameter, signature
from itertools import product

import numpy as np

from ._usm_data import is_in_usm
from ._work_items import SUB_GROUP_WIDTH, GroupRun, Member, _here
from .index_space_ids import Group, Item, NdItem, SubGroup
from .local_accessor import LocalAccessor, _LocalAccessorMock
from .ranges import NdRange, Range


def call_kernel(kernel_fn, index_range, *kernel_args):
    """Runs ``kernel_fn`` in pure Python over a Range or NdRange.

    Groups run one after another; the work-items of a group take turns at barriers and group operations. Arrays are NumPy's, or
    arrays in USM, which are copied to the host before and back afterwards. Raises BarrierDivergenceError (a RuntimeError)
    where work-items of a group do not come to the same barrier.
    """
    function = getattr(kernel_fn, "py_func", kernel_fn)
    if not callable(function):
        raise ValueError(
            f"call_kernel: the first argument must be a function, not a {type(function).__name__}"
        )
    if not isinstance(index_range, (Range, NdRange)):
        raise ValueError(
            f"call_kernel: the second argument must be a Range or an NdRange, not a {type(index_range).__name__}"
        )
    takes_item = _takes_item(function, len(kernel_args))
    if isinstance(index_range, Range) and any(isinstance(a, LocalAccessor) for a in kernel_args):
        raise TypeError("a LocalAccessor needs groups: launch the kernel over an NdRange")
    arguments, copies = _host_arguments(kernel_args)
    if isinstance(index_range, Range):
        _run_range(function, index_range, arguments, takes_item)
    else:
        _run_nd_range(function, index_range, arguments, takes_item)
    for array, host in copies:
        if array.flags.writable:
            array[...] = host


def _takes_item(function, given) -> bool:
    kinds = [p.kind for p in signature(function).parameters.values()]
    parameters = len(kinds)
    if any(
        kind not in (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD) for kind in kinds
    ):
        raise ValueError(
            f"kernel {function.__name__}: parameters with * or ** and those by keyword alone have no values in a launch; "
            "name each parameter"
        )
    if parameters - given not in (0, 1):
        raise ValueError(
            f"kernel {function.__name__}: {given} arguments were given, it takes {max(parameters - 1, 0)} besides the item"
        )
    return parameters == given + 1


@lru_cache(maxsize=256)
def _returns_early(code) -> bool:
    """Has a function of this code a return before its end?"""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(code))).body[0]
    except (OSError, TypeError, SyntaxError):
        return False
    last = tree.body[-1] if isinstance(tree, ast.FunctionDef) else None
    return any(isinstance(n, ast.Return) and n is not last for n in ast.walk(tree))


def _host_arguments(kernel_args):
    """The arguments with arrays in USM replaced by NumPy arrays, and those pairs; one NumPy array for each argument that is the same."""
    arguments, copies, known = [], [], {}
    for argument in kernel_args:
        if isinstance(argument, np.ndarray) or not is_in_usm(argument):
            arguments.append(argument)
            continue
        if id(argument) not in known:
            import dpctl.tensor as dpt

            array = argument if isinstance(argument, dpt.usm_ndarray) else dpt.asarray(argument)
            known[id(argument)] = dpt.asnumpy(array).copy()
            copies.append((array, known[id(argument)]))
        arguments.append(known[id(argument)])
    return arguments, copies


def _run_range(function, extents, arguments, takes_item):
    for index in product(*map(range, extents)):
        item = Item(extents, index)
        _here.member = Member(None, item, 0)
        try:
            function(*([item] if takes_item else []), *arguments)
        finally:
            _here.member = None


def _run_nd_range(function, nd_range, arguments, takes_item):
    local, total = nd_range.local_range, nd_range.global_range
    lets_off = _returns_early(getattr(inspect.unwrap(function), "__code__", None))
    groups = Range(*(g // n for g, n in zip(total, local, strict=True)))
    for group_index in product(*map(range, groups)):
        items, members_of = _items_of_group(total, local, groups, group_index)
        shared = [_LocalAccessorMock(a) if isinstance(a, LocalAccessor) else a for a in arguments]

        def call(member, shared=shared):
            group, sub_group = member.item.get_group(), member.item.get_sub_group()
            group._member = sub_group._member = member
            function(*([member.item] if takes_item else []), *shared)

        GroupRun(call, items, members_of, lets_off).run()


def _items_of_group(total, local, groups, group_index):
    """The NdItems of one group, and which of them belong to the group and to each sub-group."""
    group_identity = object()
    size = local.size()
    identities = [object() for _ in range(0, size, SUB_GROUP_WIDTH)]
    members_of = {id(group_identity): range(size)}
    for n, identity in enumerate(identities):
        first = n * SUB_GROUP_WIDTH
        members_of[id(identity)] = range(first, min(first + SUB_GROUP_WIDTH, size))
    items = []
    for linear, local_index in enumerate(product(*map(range, local))):
        global_index = tuple(
            g * n + i for g, n, i in zip(group_index, local, local_index, strict=True)
        )
        group = Group(total, local, groups, group_index)
        group._identity = group_identity
        item = NdItem(Item(total, global_index), Item(local, local_index), group)
        number = linear // SUB_GROUP_WIDTH
        members = members_of[id(identities[number])]
        item._sub_group = SubGroup(members.start, len(members), size, SUB_GROUP_WIDTH)
        item._sub_group._local = linear - members.start
        item._sub_group._identity = identities[number]
        items.append(item)
    members_of["kept"] = (group_identity, identities)  # so that no id is used twice
    return items, members_of
