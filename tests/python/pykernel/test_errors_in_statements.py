"""Wrong variables, and statements and expressions that kernels do not have."""

# ruff: noqa: B007, F401, F841, SIM105

import math

import numba_dpex as dpex
import numpy as np
from bad_kernel import ND, BadKernels
from numba_dpex import kernel_api as kapi
from numba_dpex._compiler import CompilationError, TypingError, UnsupportedError
from numba_dpex.core import exceptions

bad = BadKernels()
COUNT = 3


# Variables.


@bad("x holds float32 elsewhere and 1-d array of float32 here; a variable has one type")
def two_kinds_in_one_variable(item, a):
    x = a[0]
    if item.get_id(0) > 1:
        x = a


@bad("x holds .* elsewhere and .* here")
def none_in_a_variable(item, a):
    x = None
    for k in range(item.get_id(0)):
        x = a[k]


# Statements and expressions that kernels do not have.


@bad("functions that kernels define have no defaults; define it outside", UnsupportedError)
def inner_function_with_a_default(item, a):
    def inner(x, by=2):
        return x * by

    a[0] = inner(1)


@bad("functions that kernels define have no decorators; define it outside", UnsupportedError)
def inner_function_with_a_decorator(item, a):
    @staticmethod
    def inner(x):
        return x

    a[0] = inner(1)


@bad("a condition decides here which function f is", UnsupportedError)
def inner_function_by_a_condition(item, a):
    if a[0] > 0:

        def f(x):
            return x
    else:

        def f(x):
            return -x

    a[0] = f(1)


@bad("inner calls itself; kernels cannot recurse", UnsupportedError)
def inner_function_that_recurses(item, a):
    def inner(x):
        return inner(x - 1)

    a[0] = inner(1)


@bad("function <lambda> is called, or given to a function; variables hold none", UnsupportedError)
def variable_that_holds_a_function(item, a):
    f = (lambda x: x) if a[0] > 0 else abs
    a[0] = f(1)


@bad("classes cannot be defined in kernels", UnsupportedError)
def inner_class(item, a):
    class Inner:
        pass


@bad("with is not supported in kernels", UnsupportedError)
def context(item, a):
    with a:
        pass


@bad("exceptions cannot be caught in kernels", UnsupportedError)
def caught_exception(item, a):
    try:
        a[0] = 1
    except ValueError:
        pass


@bad("exceptions cannot be raised in kernels; store a code", UnsupportedError)
def raised_exception(item, a):
    raise ValueError


@bad("imports belong outside of kernels", UnsupportedError)
def imported_module(item, a):
    import os


@bad("imports belong outside of kernels", UnsupportedError)
def imported_name(item, a):
    from os import path


@bad("global names are constants in kernels", UnsupportedError)
def global_statement(item, a):
    global COUNT
    COUNT = 2


@bad("nothing can be deleted in kernels", UnsupportedError)
def deleted_name(item, a):
    x = 1
    del x


@bad("patterns in kernels are values, names, _, alternatives", UnsupportedError)
def pattern_of_a_class(item, a):
    match item.get_id(0):
        case int(n):
            a[0] = n


@bad("and sequences as long as the tuple", UnsupportedError)
def pattern_of_another_length(item, a):
    match item.get_id(0), 1:
        case 0, 1, *more:
            a[0] = 1


@bad("True and False as patterns are Python's own alone", UnsupportedError)
def pattern_of_a_truth_value(item, a):
    match a[0] > 1:
        case True:
            a[0] = 1


@bad("kernels print numbers, tuples and text, not 1-d array of float32")
def assertion_with_an_array(item, a):
    assert a[0] > 0, a


@bad("attributes cannot be assigned in kernels", UnsupportedError)
def assigned_attribute(item, a):
    a.flag = 1


@bad("1 values for 3 targets")
def starred_target(item, a):
    x, y, *z = (1,)


@bad("kernels have lists in variables of their own alone", UnsupportedError)
def list_among_values(item, a):
    x = (1, [2])


@bad("kernels have no dictionaries", UnsupportedError)
def dictionary(item, a):
    x = {1: 2}


@bad("kernels have no sets", UnsupportedError)
def set_display(item, a):
    x = {1, 2}


@bad("give the comprehension to np.array", UnsupportedError)
def comprehension(item, a):
    x = ([k for k in range(3)], 1)


@bad("kernels have no generators that a variable holds", UnsupportedError)
def generator(item, a):
    x = (k for k in range(3))


@bad("variables of kernels hold no strings", UnsupportedError)
def formatted_string(item, a):
    x = f"{a[0]}"


@bad("kernels have no bytes", UnsupportedError)
def bytes_literal(item, a):
    x = b"abc"


@bad("kernels cannot yield", UnsupportedError)
def yielded_value(item, a):
    yield a[0]


@bad("an array is made of numbers or of rows of the same length")
def array_of_rows_that_differ(item, a):
    x = np.array([[1.0, 2.0], [3.0]])


@bad("kernels loop over range.*, not over 'abc'", UnsupportedError)
def loop_over_text(item, a):
    for c in "abc":
        pass


@bad("kernels loop over range", UnsupportedError)
def loop_over_a_number(item, a):
    for k in a[0]:
        pass


@bad("the step of a range cannot be zero")
def range_without_step(item, a):
    for k in range(0, 4, 0):
        pass


@bad("range takes integers, not Python float 2.5")
def range_of_floats(item, a):
    for k in range(2.5):
        pass


@bad("range takes 1 to 3 arguments, not 0")
def empty_range_call(item, a):
    for k in range():
        pass


test_bad_kernel = bad.test()
