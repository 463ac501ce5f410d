"""Idioms of Python and NumPy that kernels do not have, each with what to write instead."""

# ruff: noqa: B007, F841

import random

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


@bad("3 arguments, at most 2 are taken: number, ndigits")
def round_of_three(item, a):
    a[0] = round(a[0], 1, 2)


@bad("mean has no parameter where in kernels; convert elements before")
def mean_of_some_elements(item, a):
    a[0] = np.mean(a, where=a > 0)


@bad("axis 1 of an array of 1 axes")
def sum_along_an_axis_that_is_not_there(item, a):
    a[0] = np.sum(a, axis=1)


@bad("an axis is a constant in kernels, not Python int")
def sum_along_some_axis(item, a):
    a[0] = np.sum(a, axis=item.get_id(0))


@bad("max takes an array, not Python int 3")
def maximum_of_a_number(item, a):
    a[0] = np.max(3)


@bad("@ of 2-d private array of float32 and 1-d private array of float32: 2 columns and 3 rows")
def product_of_arrays_that_do_not_fit(item, a):
    a[0] = (kapi.PrivateArray((2, 2), np.float32) @ kapi.PrivateArray(3, np.float32))[0]


@bad("@ of Python int 2 and 1-d array of float32: kernels multiply arrays of one or two axes")
def product_of_a_number(item, a):
    a[0] = 2 @ a


@bad("4 elements do not fit into the shape \\(3, 2\\)")
def array_of_a_shape_that_does_not_fit(item, a):
    a[0] = kapi.PrivateArray(4, np.float32).reshape(3, 2)[0, 0]


@bad("a shape consists of integers, and has float32")
def array_of_a_shape_of_floats(item, a):
    a[0] = a.reshape(a[0], 2)[0, 0]


@bad("\\(0, 0\\) are not the axes of a 2-d private array of float32")
def axes_that_come_twice(item, a):
    a[0] = np.transpose(kapi.PrivateArray((2, 2), np.float32), (0, 0))[0, 0]


@bad("a mask selects as many elements as it has, .*: write a loop with if", UnsupportedError)
def chosen_elements(item, a):
    a[0] = np.sum(a[a > 0])


@bad("an index is an integer, not 1-d array of float32")
def index_of_floats(item, a):
    a[0] = np.sum(a[a])


@bad("a is read by the expression that is stored into several places", UnsupportedError)
def several_places(item, a):
    a[1:] = a[:2] = a[2:] + 1


@bad("fill of 1-d array of float32 with 1-d array of float32")
def filled_with_an_array(item, a):
    a.fill(a)


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


@bad("a variable cannot hold an expression over arrays whose size is known", UnsupportedError)
def copied_array(item, a):
    p = a.copy()


@bad("sort of 1-d expression over arrays: an array is sorted in place")
def sorted_expression(item, a):
    (a + 1).sort()


@bad("index is an integer, not Item; write get_id\\(0\\) of it")
def index_by_the_item(item, a):
    a[item] = 1


@bad("not float32; write // for a quotient, or int\\(\\) around it")
def index_by_a_quotient(item, a):
    a[0] = a[a[1] / 2]


@bad("strings stand in print and assert alone")
def sum_of_a_string(item, a):
    a[0] += "1"


@bad("load\\(\\) gives that of an AtomicRef")
def sum_of_an_atomic(item, a):
    a[0] = kapi.AtomicRef(a, 0) + 1


@bad("& is not defined for float32 and Python int 1; convert with int")
def bits_of_a_float(item, a):
    a[0] = a[1] & 1


@bad("< is not defined for complex64 and complex64; take .real", arguments=("c8",))
def order_of_complex_numbers(item, a):
    a[0] = a[1] < a[2]


@bad("random is not known to kernels; pass an array of random numbers", UnsupportedError)
def random_number(item, a):
    a[0] = random.random()


@bad("rand is not known to kernels; pass an array of random numbers", UnsupportedError)
def random_number_of_numpy(item, a):
    a[0] = np.random.rand()


@bad("det is not known to kernels; write loops, or call it outside", UnsupportedError)
def linear_algebra(item, a):
    a[0] = np.linalg.slogdet(a)


@bad("vander is not known to kernels; of functions of arrays they have sums", UnsupportedError)
def powers_of_elements(item, a):
    a[0] = np.vander(a)[0, 0]


@bad("kernels have no sets; use a tuple", UnsupportedError)
def loop_over_a_set(item, a):
    for v in {1, 2}:
        a[0] = v


@bad("attributes cannot be assigned in kernels; store into an array", UnsupportedError)
def kept_in_an_object(item, a):
    FUNCTIONS.count = 3


@bad("the function has no parameter out")
def result_by_keyword(item, a):
    dpt.add(a, a, out=a)


@bad("this expression over arrays is computed nowhere; store it", UnsupportedError)
def expression_that_is_not_stored(item, a):
    np.sqrt(a)


@bad("the kernel comes to no end: no break or return leaves this loop", UnsupportedError)
def loop_without_an_end(item, a):
    while True:
        a[0] += 1


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


@bad("mode of convolve is 'full', 'same' or 'valid'")
def mode_of_a_convolution(item, a):
    a[0] = np.convolve(a, a, "half")[0]


@bad("correlate takes two arrays of one axis and at least one element, not 2-d")
def correlation_of_rows(item, a):
    a[0] = np.correlate(a, a[None])[0]


@bad("gradient in kernels is that of an array along one axis", UnsupportedError)
def gradient_along_all_axes(item, a):
    a[0] = np.gradient(a[:, None])[0]


@bad("with differences at its ends", UnsupportedError)
def gradient_of_another_edge_order(item, a):
    a[0] = np.gradient(a, edge_order=2)[0]


@bad("how many elements it gives is known from the data alone", UnsupportedError)
def places_of_elements(item, a):
    a[0] = len(np.nonzero(a)[0])


@bad("bincount counts integers, not 1-d array of float32")
def counts_of_numbers(item, a):
    a[:3] = np.bincount(a)


@bad("where work-items share h", UnsupportedError)
def unbuffered_sums(item, a):
    np.add.at(a, 2, 1.0)


@bad("write a loop that keeps the last value", UnsupportedError)
def running_maximum(item, a):
    a[:] = np.maximum.accumulate(a)


@bad("interp takes an array of one axis, not Python int 2")
def line_through_numbers(item, a):
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
