"""Idioms of Python and NumPy that kernels do not have, each with what to write instead."""

# ruff: noqa: B007, F841

import dpctl.tensor as dpt
import numba_dpex as dpex
import numpy as np
import pytest
from bad_kernel import BadKernels
from numba_dpex import kernel_api as kapi
from numba_dpex._compiler import UnsupportedError

bad = BadKernels()


def twice(x):
    return 2 * x


FUNCTIONS = (twice, abs)


@bad("zip\\(\\) takes no strict in kernels; the loop ends with the shortest", UnsupportedError)
def strict_zip(item, a):
    for x, y in zip(a, a, strict=True):
        pass


@bad("reversed\\(\\) takes no start in kernels", UnsupportedError)
def keyword_of_reversed(item, a):
    for x in reversed(a, start=1):
        pass


@bad("enumerate\\(\\) takes one argument in kernels, not 2|takes no step", UnsupportedError)
def step_of_enumerate(item, a):
    for k, x in enumerate(a, step=2):
        pass


@bad("range takes its bounds by position")
def range_by_keyword(item, a):
    for k in range(stop=3):
        pass


@bad("round takes a number and how many digits to keep, not 3 arguments")
def round_of_three(item, a):
    a[0] = round(a[0], 1, 2)


@bad("max of a 2-d private array of float32: kernels reduce arrays of one axis; write a loop")
def maximum_of_a_matrix(item, a):
    matrix = kapi.PrivateArray((2, 2), np.float32, True)
    a[0] = np.max(matrix)


@bad("sum has no parameter axis in kernels, which reduce arrays of one axis")
def sum_along_an_axis(item, a):
    a[0] = np.sum(a, axis=0)


@bad("f stands for .*twice in this loop; use another name here", UnsupportedError)
def another_value_for_the_function_of_a_loop(item, a):
    for f in FUNCTIONS:
        f = 1


@bad("a tuple of other things than numbers is indexed by constants")
def function_by_number(item, a):
    for k in range(2):
        a[k] = FUNCTIONS[k](a[k])


@bad("the AtomicRef is of float32, and complex128 does not fit; convert it: np.float32")
def complex_number_for_an_atomic(item, a):
    kapi.AtomicRef(a, 0).fetch_add(np.complex128(1j))


@bad("this Python int is known when the kernel runs: capture the largest size, or pass an array")
def private_array_of_any_size(item, a):
    p = kapi.PrivateArray(a.size, np.float32)


@bad("a variable cannot hold an expression over arrays whose size is known", UnsupportedError)
def expression_of_any_size(item, a):
    p = a[1:] + a[:-1]


@bad("has no attribute copy in kernels; write p\\[:\\] = a into a PrivateArray")
def copied_array(item, a):
    p = a.copy()


@bad("has no attribute fill in kernels; write a\\[:\\] = value")
def filled_array(item, a):
    a.fill(0)


@bad("has no attribute astype in kernels; convert its elements")
def array_of_another_type(item, a):
    p = a.astype(np.int32)


@bad("has no attribute reshape in kernels; pass it in the shape")
def array_of_another_shape(item, a):
    p = a.reshape(2, 2)


@bad("use a tuple, or a PrivateArray for what changes", UnsupportedError)
def list_of_an_array(item, a):
    p = list(a)


@bad("kernels read and write arrays; do this outside", UnsupportedError)
def opened_file(item, a):
    x = open("x")  # noqa: SIM115


@bad("kernels have no iterators; write a loop over range", UnsupportedError)
def next_item(item, a):
    a[0] = next(iter(a))


@bad("1-d array of float32 cannot be unpacked; .*: index it")
def array_as_arguments(item, a):
    a[0] = max(*a)


@bad("cannot be assigned; a PrivateArray has items that change")
def changed_tuple(item, a):
    t = (1, 2)
    t[0] = 3


@bad("1-d array of float32 is neither true nor false; test one of its elements")
def truth_of_an_array(item, a):
    if a:
        a[0] = 1


@bad("numpy.interp is not known to kernels; they call functions of math", UnsupportedError)
def unknown_function_of_numpy(item, a):
    a[0] = np.interp(1, 2, 3)


test_bad_kernel = bad.test()


def squared(x):
    return x * x


PAIRS = ((twice, 1), (squared, 0.5))


def along_functions(item, a):
    i = item.get_id(0)
    for f in (twice, squared):
        a[i] = f(a[i])
    for f, weight in PAIRS:
        a[i] = f(a[i]) * weight
    for n, f in enumerate((twice, squared), 3):
        if n == 4 and i == 2:
            break
        a[i] += f(n)
    for n, x in enumerate(a, start=i):
        a[i] += n


def added_numbers(item, a, b):
    i = item.get_id(0)
    sums = kapi.AtomicRef(a, i)
    sums.fetch_add(b[i])
    sums.fetch_max(np.uint8(3))


@pytest.mark.parametrize(
    ("kernel", "arrays"),
    [
        (along_functions, [np.arange(4.0)]),
        (added_numbers, [np.arange(4), np.arange(4, dtype="i4") - 2]),
        (added_numbers, [np.arange(4, dtype="f4"), np.arange(4) - 2.5]),
    ],
)
def test_idioms_that_kernels_have(device, kernel, arrays):

    given = [dpt.asarray(x, device=device) for x in arrays]
    dpex.call_kernel(dpex.kernel(kernel), dpex.Range(4), *given)
    kapi.call_kernel(kernel, kapi.Range(4), *arrays)
    assert dpt.asnumpy(given[0]).tolist() == arrays[0].tolist()
