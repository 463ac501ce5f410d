"""Wrong names, calls, indices and tuples."""

# ruff: noqa: F401, F821, F841

import math

import numba_dpex as dpex
import numpy as np
from bad_kernel import ND, BadKernels
from numba_dpex import kernel_api as kapi
from numba_dpex._compiler import CompilationError, TypingError, UnassignedError, UnsupportedError
from numba_dpex.core import exceptions

bad = BadKernels()


def positive(x):
    if x > 0:
        return x


TABLE = np.arange(4)
LIST = [1, 2, 3]
TABLES = {"first": 1}
TEXT = "a long text " * 40


class Settings:
    count = 3


# Names and calls.


@bad("the name nowhere is not defined")
def unknown_name(item, a):
    a[0] = nowhere


@bad("later has no value yet here: line \\d+ assigns it first", UnassignedError)
def used_before_assigned(item, a):
    a[0] = later
    later = 1


@bad("module math has no attribute sine")
def unknown_attribute_of_module(item, a):
    a[0] = math.sine(1.0)


@bad("1-d array of float32 has no attribute nonzero")
def unknown_attribute_of_array(item, a):
    a[0] = a.nonzero()


@bad("diagonals in kernels are those of two axes")
def diagonal_of_a_line(item, a):
    a[0] = a.trace()


@bad("Item has no attribute get_local_id")
def local_id_in_a_range(item, a):
    a[0] = item.get_local_id(0)


@bad("Item has no attribute get_group")
def group_in_a_range(item, a):
    kapi.group_barrier(item.get_group())


@bad("Item has no attribute get_global_id in kernels; launch the kernel over an NdRange")
def global_id_in_a_range(item, a):
    a[item.get_global_id(0)] = 1


@bad(
    "1-d array of float32 has no attribute get_id in kernels; kernels get an item where",
    arguments=("f4", "f4"),
)
def id_of_an_array(item, a):
    a[item.get_id(0)] = 1


@bad("Item cannot be indexed")
def index_of_an_item(item, a):
    a[item[0]] = 1


@bad("an index is an integer, not Item")
def item_as_index(item, a):
    a[item] = 1


@bad("get_id takes 1 argument, not 0")
def unpacked_ids(item, a):
    i, j = item.get_id()


@bad("NdItem has no attribute get_id in kernels; launch the kernel over a Range", space=ND)
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


@bad("numpy.linalg.pinv is not known to kernels", UnsupportedError)
def inverse_by_numpy(item, a):
    a[0] = np.linalg.pinv(a)


@bad("norms of vectors in kernels are of real numbers, not")
def unusual_norm(item, a):
    a[0] = np.linalg.norm(a, "nuc")


@bad("select takes as many choices as conditions, not 1 and 2")
def choices_that_lack_one(item, a):
    a[0] = np.select([a[0] > 0, a[1] > 0], [a[0]])


@bad("cannot be joined: axis 1 has 2 and 3 elements")
def rows_of_other_lengths(item, a):
    p, q = np.zeros((2, 2)), np.zeros((2, 3))
    a[0] = np.concatenate((p, q))[0, 0]


@bad("numpy.random.*rand is not known to kernels", UnsupportedError)
def random_number(item, a):
    a[0] = np.random.rand()


@bad("hasattr is not known to kernels", UnsupportedError)
def question_about_attributes(item, a):
    if hasattr(a, "shape"):
        a[0] = 1


@bad("kernels read and write arrays; do this outside", UnsupportedError)
def question_to_the_user(item, a):
    a[0] = input()


@bad("kernels have no strings but in print", UnsupportedError)
def text_of_a_number(item, a):
    x = str(a[0])


@bad("filter makes no sequences in kernels; write a loop with if", UnsupportedError)
def filtered_elements(item, a):
    a[0] = sum(filter(None, a))


@bad("Settings is not known to kernels", UnsupportedError)
def instance_of_a_class(item, a):
    a[0] = Settings().count


@bad("1-d array of float32 cannot be unpacked")
def array_as_arguments(item, a):
    a[0] = max(*a)


@bad("isinstance of 1-d array of float32 is not known in kernels")
def class_of_an_array(item, a):
    if isinstance(a, np.ndarray):
        a[0] = 1


@bad("1-d array of float32 has no attribute resize in kernels")
def resized_array(item, a):
    b = a.resize(2, 2)


@bad("sqrt takes|the function takes 1 argument, not 2")
def too_many_arguments_of_a_known_function(item, a):
    a[0] = math.sqrt(1.0, 2.0)


@bad("has no parameter out")
def keyword_of_a_known_function(item, a):
    a[0] = np.sqrt(a[0], out=a)


@bad("kernels print numbers, tuples and text, not Item")
def printing_an_item(item, a):
    print("item", item)


@bad("print has no parameter file in kernels")
def printing_into_a_file(item, a):
    print(a[0], file=None)


@bad("sep is a constant in kernels")
def printing_with_a_separator_at_run_time(item, a):
    print(1, 2, sep=a[0])


@bad("a format consists of constants in kernels")
def printing_with_a_format_at_run_time(item, a):
    print(f"{a[0]:{item.get_id(0)}}")


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


@bad("a part of 1 dimensions takes a number, or as large a part of another array", UnsupportedError)
def slice_of_the_same_array(item, a):
    a[1:3] = a[0:2] * 2


@bad("the step of a slice cannot be zero")
def slice_without_step(item, a):
    b = a[::0]


@bad("the step of a slice is a constant", UnsupportedError, arguments=("f4", 2))
def slice_with_a_step_at_run_time(item, a, n):
    b = a[::n]


@bad("2 indices for a 1-d array")
def one_index_too_many_beside_a_new_axis(item, a):
    a[0, None, 0] = 1


@bad(
    "1-d array of int64 is no place to store at in kernels; write a loop",
    UnsupportedError,
    arguments=("f4", "i8"),
)
def index_array(item, a, i):
    a[i] = 1


@bad(
    "a variable cannot hold an expression over arrays whose size is known at run", UnsupportedError
)
def arithmetic_of_an_array(item, a):
    b = a + 1


@bad("@ of 1-d array of float32")
def matrix_product(item, a):
    b = a @ a[0]


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


@bad("TABLES is a dictionary; kernels capture tuples and numbers", UnsupportedError)
def captured_dictionary(item, a):
    a[0] = TABLES["first"]


@bad("TEXT has no|'a long text a long .*[.][.][.] has no len")
def length_of_a_captured_text(item, a):
    a[0] = len(TEXT)


@bad("an element of a float32 array cannot hold 'a long text")
def stored_text(item, a):
    a[0] = TEXT


@bad("[+] of 'a' and 'b': kernels compute with numbers")
def sum_of_texts(item, a):
    x = "a" + "b"


@bad("t holds tuple of .* elsewhere and tuple of .* here; a variable has one type")
def tuple_that_grows(item, a):
    t = ()
    for k in range(3):
        t = t + (k,)


@bad("LIST is a list; kernels capture tuples and numbers", UnsupportedError)
def captured_list(item, a):
    a[0] = LIST[0]


# Tuples.


@bad("index 2 is out of bounds for a tuple of 2")
def index_beyond_a_tuple(item, a):
    a[0] = (1, 2)[2]


@bad("a tuple of other things than numbers is indexed by constants", arguments=("f4", 1))
def index_of_a_tuple_at_run_time(item, a, n):
    a[0] = (1, a)[n]


@bad("2 values for 3 targets")
def unpacking_of_too_few(item, a):
    x, y, z = 1, 2


@bad("float32 cannot be unpacked")
def unpacking_of_a_number(item, a):
    x, y = a[0]


@bad("a part of 4 elements cannot hold 3 elements")
def part_of_another_size(item, a):
    four, three = kapi.PrivateArray(4, np.float32), kapi.PrivateArray(3, np.float32)
    four[:] = three


@bad("a part of 2 elements cannot hold 3 elements")
def update_by_a_part_of_another_size(item, a):
    four, three = kapi.PrivateArray(4, np.float32), kapi.PrivateArray(3, np.float32)
    four[1:3] += three * 2


@bad("min takes at least one number")
def least_of_nothing(item, a):
    a[0] = min()


@bad("max takes at least one number")
def largest_of_an_empty_tuple(item, a):
    a[0] = max(())


@bad("the function returns float32 elsewhere and None here; all returns give one type")
def call_of_a_function_that_may_return_nothing(item, a):
    a[0] = positive(a[0])


@bad("float32: Unknown format code 'z' for object of type 'float'")
def format_of_no_type(item, a):
    print(f"{a[0]:zz}")


@bad("Python int: Unknown format code 's' for object of type 'int'")
def format_of_text_for_a_number(item, a):
    assert a[0] > 0, f"{item.get_id(0):>4s}"


@bad("tuple of .*: unsupported format string")
def format_of_a_tuple(item, a):
    print(f"{(a[0], 1):3}")


test_bad_kernel = bad.test()
