"""What is wrong with a kernel is said before anything runs: file, line, the expression underlined, types, what to write instead."""

# ruff: noqa: B007, F401, F821, F841, SIM105

import math
import re

import dpctl.tensor as dpt
import numba_dpex as dpex
import numpy as np
import pytest
from numba_dpex import kernel_api as kapi
from numba_dpex._compiler import CompilationError, TypingError, UnsupportedError
from numba_dpex.core import exceptions

R, ND = dpex.Range(4), dpex.NdRange((4,), (2,))
CASES = []
TABLE = np.arange(4)
LIST = [1, 2, 3]
COUNT = 3


def bad(message, kind=TypingError, space=R, arguments=("f4",)):
    def decorate(function):
        CASES.append(pytest.param(function, message, kind, space, arguments, id=function.__name__))
        return function

    return decorate


# Names and calls.


@bad("the name nowhere is not defined")
def unknown_name(item, a):
    a[0] = nowhere


@bad("later has no value yet here")
def used_before_assigned(item, a):
    a[0] = later
    later = 1


@bad("module math has no attribute sine")
def unknown_attribute_of_module(item, a):
    a[0] = math.sine(1.0)


@bad("1-d array of float32 has no attribute sum")
def unknown_attribute_of_array(item, a):
    a[0] = a.sum()


@bad("Item has no attribute get_local_id")
def local_id_in_a_range(item, a):
    a[0] = item.get_local_id(0)


@bad("Item has no attribute get_group")
def group_in_a_range(item, a):
    kapi.group_barrier(item.get_group())


@bad("NdItem has no attribute get_id", space=ND)
def id_of_an_nd_item(item, a):
    a[0] = item.get_id(0)


@bad("get_id: dimension 1, and the launch has 1")
def dimension_beyond_the_launch(item, a):
    a[0] = item.get_id(1)


@bad("get_id takes a constant dimension", arguments=("f4", 0))
def dimension_at_run_time(item, a, d):
    a[0] = item.get_id(d)


@bad("get_id takes 1 argument, not 0")
def id_without_dimension(item, a):
    a[0] = item.get_id()


@bad("Python int 3 cannot be called")
def call_of_a_number(item, a):
    n = 3
    a[0] = n(1)


@bad(
    "builtin_function_or_method sorted is not known to kernels; they call functions of math",
    UnsupportedError,
)
def unknown_function(item, a):
    sorted(a)


@bad("sqrt takes|the function takes 1 argument, not 2")
def too_many_arguments_of_a_known_function(item, a):
    a[0] = math.sqrt(1.0, 2.0)


@bad("has no parameter out")
def keyword_of_a_known_function(item, a):
    a[0] = np.sqrt(a[0], out=a)


@bad(
    "print is not supported in compiled kernels yet; kernel_api.call_kernel runs the kernel",
    UnsupportedError,
)
def printing(item, a):
    print(a[0])


def helper(x, y, scale=2):
    return x + y * scale


@bad("helper: no value for parameter y")
def missing_argument(item, a):
    a[0] = helper(a[0])


@bad("helper takes 3 arguments, not 4")
def argument_too_many(item, a):
    a[0] = helper(1, 2, 3, 4)


@bad("helper has no parameter z left")
def unknown_keyword(item, a):
    a[0] = helper(1, 2, z=3)


def starred(*values):
    return values[0]


@bad(r"starred takes \* or \*\*; kernels call functions with named parameters", UnsupportedError)
def function_with_stars(item, a):
    a[0] = starred(1)


@bad(r"\*\* in calls is not supported", UnsupportedError)
def double_star(item, a):
    a[0] = helper(**a)


def around(n):
    return around(n - 1) if n > 0 else 0


@bad("around calls itself; kernels cannot recurse: write a loop", UnsupportedError)
def recursion(item, a):
    a[0] = around(item.get_id(0))


# Arrays and indices.


@bad("2 indices for a 1-d array of float32")
def too_many_indices(item, a):
    a[0, 1] = 1


@bad("an index is an integer, not float32")
def index_that_is_a_float(item, a):
    a[a[0]] = 1


@bad("an index is an integer, not Python float 1.5")
def index_that_is_a_literal_float(item, a):
    a[1.5] = 1


@bad("a kernel stores single elements; this is a 1-d part: write a loop", UnsupportedError)
def assigned_slice(item, a):
    a[1:3] = 0


@bad("the step of a slice cannot be zero")
def slice_without_step(item, a):
    b = a[::0]


@bad("the step of a slice is a constant", UnsupportedError, arguments=("f4", 2))
def slice_with_a_step_at_run_time(item, a, n):
    b = a[::n]


@bad("kernels add no axes", UnsupportedError)
def new_axis(item, a):
    a[None, 0] = 1


@bad("1-d array of int64 is no index in kernels", UnsupportedError, arguments=("f4", "i8"))
def index_array(item, a, i):
    a[i] = 1


@bad(r"\+ of 1-d array of float32 and Python int 1: kernels compute with numbers")
def arithmetic_of_an_array(item, a):
    b = a + 1


@bad("@ of 1-d array of float32")
def matrix_product(item, a):
    b = a @ a


@bad("@ is of arrays; kernels compute with their elements")
def matrix_product_of_numbers(item, a):
    b = a[0] @ a[1]


@bad("1-d array of float32 is neither true nor false")
def truth_of_an_array(item, a):
    if a:
        a[0] = 1


@bad("float32 cannot be indexed")
def index_of_a_number(item, a):
    a[0] = a[0][0]


@bad("items of Python int cannot be assigned|items of Python int 3 cannot be assigned")
def assignment_to_an_item_of_a_number(item, a):
    n = 3
    n[0] = 1


@bad("index 3 is out of bounds for an axis of 2")
def index_beyond_a_private_array(item, a):
    p = kapi.PrivateArray(2, np.float32)
    p[3] = 1


@bad("an element of a float32 array cannot hold tuple of")
def tuple_into_an_element(item, a):
    a[0] = (1, 2)


@bad(
    "complex128 cannot be stored into an array of float32; store .real or abs()",
    arguments=("f4", "c16"),
)
def complex_into_a_real_array(item, a, z):
    a[0] = z[0]


@bad("TABLE is an array outside of the kernel; pass it as an argument", UnsupportedError)
def captured_array(item, a):
    a[0] = TABLE[0]


@bad("LIST is a list; kernels capture tuples and numbers", UnsupportedError)
def captured_list(item, a):
    a[0] = LIST[0]


# Tuples.


@bad("index 2 is out of bounds for a tuple of 2")
def index_beyond_a_tuple(item, a):
    a[0] = (1, 2)[2]


@bad("a tuple is indexed by constants", arguments=("f4", 1))
def index_of_a_tuple_at_run_time(item, a, n):
    a[0] = (1, 2.5)[n]


@bad("2 values for 3 targets")
def unpacking_of_too_few(item, a):
    x, y, z = 1, 2


@bad("float32 cannot be unpacked")
def unpacking_of_a_number(item, a):
    x, y = a[0]


# Operators.


@bad("& is not defined for float32 and Python int 1")
def bits_of_a_float(item, a):
    b = a[0] & 1


@bad("bitwise_left_shift is not defined for")
def shift_of_a_float(item, a):
    b = a[0] << a[1]


@bad("negative shift count -1", arguments=("i4",))
def negative_shift(item, a):
    a[0] = a[0] << -1


@bad("~ is not defined for float32")
def inverted_float(item, a):
    b = ~a[0]


@bad("< is not defined for complex128 and complex128", arguments=("c16",))
def order_of_complex_numbers(item, a):
    if a[0] < a[1]:
        a[0] = 1


@bad("floor_divide is not defined for", arguments=("c16",))
def floor_of_complex_numbers(item, a):
    a[0] = a[0] // a[1]


@bad(r"\+ of two booleans; write int\(\) around them")
def sum_of_booleans(item, a):
    a[0] = (a[0] > 1) + (a[1] > 1)


@bad("- and [+] are not defined for booleans")
def negated_boolean(item, a):
    a[0] = -(a[0] > 1)


@bad("division by zero")
def division_by_a_literal_zero(item, a):
    a[0] = 1 / 0


@bad("300 is out of bounds for uint8", arguments=("u1",))
def literal_beyond_a_type(item, a):
    a[0] = a[1] + 300


@bad("is out of bounds for Python int")
def literal_beyond_64_bits(item, a):
    a[0] = (
        a[0] + 1
        if item.get_id(0) < 100000000000000000000000
        else item.get_id(0) + 99999999999999999999
    )


@bad(
    "integers to negative integer powers are not allowed: int32 [*][*] -1; write -1.0",
    arguments=("i4",),
)
def negative_power_of_an_integer(item, a):
    a[0] = a[0] ** -1


@bad("is compares with None in kernels; write == for numbers")
def identity_of_numbers(item, a):
    if a[0] is a[1]:
        a[0] = 1


@bad("in looks into tuples in kernels, not into 1-d array")
def membership_of_an_array(item, a):
    if 1 in a:
        a[0] = 1


@bad(
    "math functions take real numbers, not complex128; NumPy's take complex ones",
    arguments=("c16",),
)
def math_of_a_complex_number(item, a):
    a[0] = math.sqrt(a[0])


@bad(r"int\(\) of complex128; take .real first", arguments=("c16",))
def integer_of_a_complex_number(item, a):
    a[0] = int(a[0])


@bad("a number is needed here, not 1-d array of float32")
def function_of_an_array(item, a):
    a[0] = np.sqrt(a)


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


@bad("functions cannot be defined in kernels; define it outside", UnsupportedError)
def inner_function(item, a):
    def inner(x):
        return x

    a[0] = inner(1)


@bad("functions cannot be defined in kernels; define it outside", UnsupportedError)
def inner_lambda(item, a):
    f = lambda x: x  # noqa: E731
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


@bad("match is not supported in kernels; write if and elif", UnsupportedError)
def match_statement(item, a):
    match item.get_id(0):
        case 0:
            a[0] = 1


@bad("assert is not supported in kernels", UnsupportedError)
def assertion(item, a):
    assert a[0] > 0


@bad("attributes cannot be assigned in kernels", UnsupportedError)
def assigned_attribute(item, a):
    a.flag = 1


@bad("starred targets are not supported", UnsupportedError)
def starred_target(item, a):
    x, *y = 1, 2


@bad("kernels have no lists; use a tuple", UnsupportedError)
def list_display(item, a):
    x = [1, 2]


@bad("kernels have no dictionaries", UnsupportedError)
def dictionary(item, a):
    x = {1: 2}


@bad("kernels have no sets", UnsupportedError)
def set_display(item, a):
    x = {1, 2}


@bad("kernels have no comprehensions; write a loop", UnsupportedError)
def comprehension(item, a):
    x = [k for k in range(3)]


@bad("kernels have no generators; write a loop", UnsupportedError)
def generator(item, a):
    a[0] = sum(k for k in range(3))


@bad("kernels have no strings", UnsupportedError)
def formatted_string(item, a):
    x = f"{a[0]}"


@bad("kernels have no bytes", UnsupportedError)
def bytes_literal(item, a):
    x = b"abc"


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


# kernel_api.


@bad("the shape of a private or local array consists of constants", arguments=("f4", 3))
def private_array_of_run_time_size(item, a, n):
    p = kapi.PrivateArray(n, np.float32)


@bad("a shape consists of positive integers, and has 0")
def empty_private_array(item, a):
    p = kapi.PrivateArray(0, np.float32)


@bad("a dtype is needed here, not Python int 3")
def private_array_without_dtype(item, a):
    p = kapi.PrivateArray(3, 3)


@bad("no value for dtype")
def private_array_of_shape_alone(item, a):
    p = kapi.PrivateArray(3)


@bad("private memory is for small arrays: use an argument")
def huge_private_array(item, a):
    p = kapi.PrivateArray(1 << 20, np.float32)


@bad("a LocalAccessor is an argument of the kernel", UnsupportedError, space=ND)
def local_accessor_inside(item, a):
    p = kapi.LocalAccessor(3, np.float32)


@bad("AtomicRef takes an array and an index, not float32")
def atomic_of_a_number(item, a):
    kapi.AtomicRef(a[0], 0)


@bad("AtomicRef: 0 indices|AtomicRef takes an array and an index")
def atomic_without_index(item, a):
    kapi.AtomicRef(a)


@bad("there are no atomic operations on int16; use a type of 32 or 64 bits", arguments=("i2",))
def atomic_of_16_bits(item, a):
    kapi.AtomicRef(a, 0).fetch_add(1)


@bad("fetch_add: the AtomicRef is of int32, the value of float32", arguments=("f4", "i4"))
def atomic_of_two_types(item, a, b):
    kapi.AtomicRef(b, 0).fetch_add(a[0])


@bad("fetch_add: Python float 1.5 does not fit int32", arguments=("i4",))
def atomic_sum_with_a_float(item, a):
    kapi.AtomicRef(a, 0).fetch_add(1.5)


@bad("fetch_and is for integers, not for float32")
def atomic_bits_of_a_float(item, a):
    kapi.AtomicRef(a, 0).fetch_and(a[1])


@bad("AddressSpace.LOCAL for a 1-d array of float32, which lies in GLOBAL")
def atomic_in_the_wrong_space(item, a):
    kapi.AtomicRef(a, 0, address_space=kapi.AddressSpace.LOCAL)


@bad("MemoryOrder.CONSUME_UNSUPPORTED cannot be used; ACQUIRE")
def atomic_of_unsupported_order(item, a):
    kapi.AtomicRef(a, 0, kapi.MemoryOrder.CONSUME_UNSUPPORTED)


@bad("a MemoryOrder is needed here, not Python int 17")
def fence_of_no_order(item, a):
    kapi.atomic_fence(17, kapi.MemoryScope.DEVICE)


@bad("compare_exchange takes an array of float32")
def exchange_with_a_number(item, a):
    kapi.AtomicRef(a, 0).compare_exchange(1, 2)


@bad("group_barrier takes a Group or SubGroup, not NdItem", space=ND)
def barrier_of_an_item(item, a):
    kapi.group_barrier(item)


@bad("op is one of plus, multiplies", space=ND)
def reduction_of_unknown_op(item, a):
    a[0] = kapi.reduce_over_group(item.get_group(), a[0], "minus")


@bad("bit_and is for integers, not for float32", space=ND)
def reduction_of_bits_of_floats(item, a):
    a[0] = kapi.reduce_over_group(item.get_group(), a[0], "bit_and")


@bad("group operations are not defined for complex numbers", space=ND, arguments=("c16",))
def reduction_of_complex_numbers(item, a):
    a[0] = kapi.reduce_over_group(item.get_group(), a[0])


@bad("select_from_group takes a SubGroup, not Group", space=ND)
def shuffle_of_a_group(item, a):
    a[0] = kapi.select_from_group(item.get_group(), a[0], 1)


@bad("inclusive_scan_over_group runs in pure Python only yet", UnsupportedError, space=ND)
def scan_over_a_group(item, a):
    a[0] = kapi.inclusive_scan_over_group(item.get_group(), a[0])


@bad(
    'kernel "returned_value" returns a value of type float32', exceptions.KernelHasReturnValueError
)
def returned_value(item, a):
    return a[0]


def given(argument):
    return dpt.ones(4, dtype=argument) if isinstance(argument, str) else argument


@pytest.mark.parametrize(("function", "message", "kind", "space", "arguments"), CASES)
def test_bad_kernel(function, message, kind, space, arguments):
    with pytest.raises(kind) as error:
        dpex.call_kernel(dpex.kernel(function), space, *map(given, arguments))
    text = str(error.value)
    assert re.search(message, text), text
    lines = text.split("\n")
    first, source, underline, *_ = lines[1 if kind is exceptions.KernelHasReturnValueError else 0 :]
    assert re.search(r"test_errors.py:\d+: in \w+: ", first), text
    assert "~" in underline and len(underline.rstrip()) <= len(source), text


def test_there_are_sixty_kinds_of_error():
    assert len(CASES) >= 60


def test_the_place_is_that_of_the_expression():
    with pytest.raises(TypingError) as error:
        dpex.call_kernel(dpex.kernel(bits_of_a_float), R, dpt.ones(4, dtype="f4"))
    line = bits_of_a_float.__code__.co_firstlineno + 2
    assert str(error.value) == (
        f"{__file__}:{line}: in bits_of_a_float: & is not defined for float32 and Python int 1\n"
        "        b = a[0] & 1\n"
        "            ~~~~~~~~"
    )


def test_an_error_in_a_called_function_names_its_callers():
    def inner(x):
        return x & 1

    def kernel(item, a):
        a[0] = inner(a[0])

    with pytest.raises(TypingError, match=r"in inner: & is not(.|\n)*called from .*, in kernel"):
        dpex.call_kernel(dpex.kernel(kernel), R, dpt.ones(4, dtype="f4"))


def test_a_kernel_without_source():
    space = {}
    exec("def kernel(item, a):\n    a[0] = 1\n", space)
    with pytest.raises(CompilationError, match="the source of kernel cannot be read"):
        dpex.call_kernel(dpex.kernel(space["kernel"]), R, dpt.ones(4))


def test_two_lambdas_on_one_line():
    f, g = (lambda x: x + 1), (lambda x: x + 2)

    def kernel(item, a):
        a[0] = f(a[0])

    with pytest.raises(UnsupportedError, match="2 lambdas on this line could be meant"):
        dpex.call_kernel(dpex.kernel(kernel), R, dpt.ones(4))


def test_nothing_runs_where_a_kernel_is_wrong():
    a = dpt.ones(4, dtype="f4")
    with pytest.raises(TypingError):
        dpex.call_kernel(dpex.kernel(bits_of_a_float), R, a)
    assert (dpt.asnumpy(a) == 1).all()
