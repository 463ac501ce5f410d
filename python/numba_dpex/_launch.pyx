# distutils: language = c++
# cython: language_level=3, boundscheck=False, wraparound=False, auto_pickle=False
"""Takes calls of kernels to the queue: types choose the compiled kernel, values become its arguments."""

import numpy as np

from cpython.complex cimport Py_complex, PyComplex_AsCComplex, PyComplex_CheckExact
from cpython.tuple cimport PyTuple_GET_ITEM, PyTuple_GET_SIZE
from cpython.float cimport PyFloat_AS_DOUBLE, PyFloat_CheckExact
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libcpp cimport bool as cbool
from libcpp.memory cimport shared_ptr
from libcpp.string cimport string
from libcpp.utility cimport move
from libcpp.vector cimport vector

from dpctl._backend cimport DPCTLSyclEventRef
from dpctl._sycl_event cimport SyclEvent
from dpctl.tensor._usmarray cimport usm_ndarray
from glue.arrays cimport Array, Queue
from glue.objects cimport unwrap

from .kernel_api.local_accessor import LocalAccessor
from .kernel_api.ranges import NdRange, Range

cdef type _Range = Range, _NdRange = NdRange  # the module's names are looked up by their text at each use

cdef extern from "Python.h":
    int PyLong_CheckExact(object)
    int PyBool_Check(object)
    size_t PyLong_AsSize_t(object) except? <size_t>-1
    long long PyLong_AsLongLongAndOverflow(object, int*) except? -1


cdef extern from "_launch.hpp" namespace "weft::python" nogil:
    void raise_error()

    ctypedef vector[uint64_t] Signature

    cppclass Event "weft::runtime::Event":
        pass

    cppclass Hash "weft::Hash":
        string hex()

    cppclass Recipe "weft::pykernel::Recipe":
        string name
        string place
        cbool is_range
        uint8_t dims
        uint32_t args_size
        vector[uint32_t] bakeable
        vector[string] texts
        vector[int64_t] code

    cppclass LocalRange "std::array<std::uint32_t, 3>":
        uint32_t& operator[](size_t)

    string listing_of "weft::python::listing"(const Recipe&, const string&, unsigned, const LocalRange&) except +raise_error

    Hash hash_of "weft::pykernel::hash_of"(const Recipe&)
    int function_op "weft::python::function_op"(const Recipe&, const vector[int]&, int) except +raise_error

    cppclass Entry:
        cbool reports

    cppclass Entries:
        Entry* find(const Signature&) except +raise_error
        Entry* add(const Signature&, const Recipe&, uint64_t, uint32_t, cbool) except +raise_error

    cppclass Arguments:
        Signature signature
        void start(cbool, int, const size_t*, const size_t*) except +raise_error
        void add_scalar(int, const void*, size_t) except +raise_error
        void add_array(const Array&) except +raise_error
        void add_local(int, int) except +raise_error
        void add_extent(uint64_t) except +raise_error
        void add_tuple(size_t, uint64_t) except +raise_error
        void add_buffer(uint64_t, object) except +raise_error
        void note_overlaps()
        int misplaced()
        int read_only(const Entry&)
        cbool seen_by_host()

    Event event_of_ref(void*) except +raise_error
    void* new_event_ref(const Event&) except +raise_error


cdef extern from "_launch.hpp" namespace "weft::python":
    Event launch(Arguments&, Entry&, const vector[Event]&) except +raise_error
    Event call_after(const Arguments&, const Event&, object) except +raise_error


cdef extern from *:
    """
    #include "ops/ops.hpp"
    #include "codegen/types.hpp"

    namespace weft::python {
    inline std::vector<std::string> code_names() {
      return {
    #define WEFT_CODE(name, operands) #name,
    #include "pykernel/opcodes.def"
      };
    }
    inline std::vector<std::string> op_names() {
      std::vector<std::string> names;
      for (int n = 0; n < ops::op_count; ++n)
        names.emplace_back(ops::info(static_cast<ops::Op>(n)).name);
      return names;
    }
    inline std::vector<int> op_loop(const std::string &name, const std::vector<int> &inputs, std::string &function) {
      const auto op = ops::op_named(name);
      WEFT_CHECK(op.has_value(), "no op {}", name);
      std::vector<ops::Dtype> dtypes;
      for (const int input : inputs)
        dtypes.push_back(static_cast<ops::Dtype>(input));
      const auto loop = ops::resolve(*op, dtypes);
      if (!loop)
        return {};
      function = ops::function_name(*op, loop->input_dtypes());
      std::vector<int> found{static_cast<int>(loop->result)};
      for (const ops::Dtype each : loop->input_dtypes())
        found.push_back(static_cast<int>(each));
      return found;
    }
    inline std::vector<int> storage_types() {
      std::vector<int> types;
      for (int n = 0; n < ops::dtype_count; ++n)
        types.push_back(static_cast<int>(ops::storage_type(static_cast<ops::Dtype>(n))));
      return types;
    }
    }
    """
    vector[string] code_names "weft::python::code_names"()
    vector[string] op_names "weft::python::op_names"()
    vector[int] op_loop "weft::python::op_loop"(const string&, const vector[int]&, string&) except +raise_error
    vector[int] storage_types "weft::python::storage_types"()


cdef enum:
    BFLOAT16 = 14
    WEAK_INT = 15
    WEAK_FLOAT = 16
    WEAK_COMPLEX = 17

DTYPES = ("b1", "i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "f16", "f32", "f64", "c64", "c128", "bf16")
CODES = {name.decode(): n for n, name in enumerate(code_names())}
OPS = frozenset(name.decode() for name in op_names())
STORAGE = tuple(storage_types())

cdef dict _numpy_codes = {np.dtype("?" if d == "b1" else f"{d[0]}{int(d[1:]) // 8}"): n for n, d in enumerate(DTYPES[:BFLOAT16])}


def loop_of(str name, tuple inputs):
    """(result, inputs, function) of the op's loop for inputs of these dtypes, as numbers; None where there is none."""
    cdef string function
    cdef vector[int] dtypes = inputs
    cdef vector[int] found = op_loop(name.encode(), dtypes, function)
    if found.empty():
        return None
    return found[0], tuple(found[i] for i in range(1, <int>found.size())), function.decode()


def dtype_number(dtype):
    """The number of a NumPy dtype, None for those that kernels do not know."""
    dtype = np.dtype(dtype)
    found = _numpy_codes.get(dtype)
    if found is None and dtype.kind == "V" and dtype.name == "bfloat16":  # ml_dtypes is imported by those who use it
        return BFLOAT16
    return found


cdef list _fields = [()]  # the names of fields that namedtuples had so far
cdef dict _numbers_of_fields = {(): 0}


cdef uint64_t number_of_fields(value) except? 0:
    cdef tuple names = () if type(value) is tuple else getattr(value, "_fields", ())
    number = _numbers_of_fields.get(names)
    if number is None:
        number = _numbers_of_fields[names] = len(_fields)
        _fields.append(names)
    return number


def fields_by_number(number):
    """The names that a word of a signature stands for."""
    return _fields[number]


cdef class Launcher:
    """The launches of one kernel.

    `specialise(signature)` gives what it compiles to. `refuse(position, value)` raises for what is no argument, or gives an array
    over the same memory; positions below 0 stand for the range, the placement and arrays that are read-only.
    """

    cdef Entries entries
    cdef Arguments spare  # its memory is used again
    cdef object specialise, refuse

    def __init__(self, specialise, refuse):
        self.specialise, self.refuse = specialise, refuse

    cdef int read(self, Arguments* to, object space, tuple args, list kept) except -1:
        cdef size_t[3] total
        cdef size_t[3] local
        cdef int dims
        cdef Py_ssize_t i
        if type(space) is _Range:
            dims = read_extents(space, total)
            to.start(True, dims, total, local)
        elif type(space) is _NdRange:
            dims = read_extents(space._global_range, total)
            read_extents(space._local_range, local)
            to.start(False, dims, total, local)
        else:
            self.refuse(-1, space)
        for i in range(len(args)):
            self.read_one(to, i, args[i], kept)
        to.note_overlaps()
        return 0

    cdef int read_one(self, Arguments* to, Py_ssize_t position, object value, list kept) except -1:
        cdef double real
        cdef long long integer
        cdef int overflow = 0
        cdef Py_complex both
        cdef uint8_t truth
        if isinstance(value, usm_ndarray):
            to.add_array(unwrap(<usm_ndarray>value)[0])
        elif PyFloat_CheckExact(value):
            real = PyFloat_AS_DOUBLE(value)
            to.add_scalar(WEAK_FLOAT, &real, 8)
        elif PyBool_Check(value):
            truth = value is True
            to.add_scalar(0, &truth, 1)
        elif PyLong_CheckExact(value):
            integer = PyLong_AsLongLongAndOverflow(value, &overflow)
            if overflow != 0:
                self.refuse(position, value)
            to.add_scalar(WEAK_INT, &integer, 8)
        elif PyComplex_CheckExact(value):
            both = PyComplex_AsCComplex(value)
            to.add_scalar(WEAK_COMPLEX, &both, 16)
        else:
            self.read_other(to, position, value, kept)
        return 0

    cdef int read_other(self, Arguments* to, Py_ssize_t position, object value, list kept) except -1:
        cdef bytes content
        if type(value) is LocalAccessor:
            self.read_local(to, position, value)
        elif isinstance(value, np.generic):
            code = dtype_number(value.dtype)
            if code is None:
                self.refuse(position, value)
            content = value.tobytes()
            to.add_scalar(code, <const char*>content, len(content))
        elif isinstance(value, (tuple, list)) and not isinstance(value, Range):
            to.add_tuple(len(value), number_of_fields(value))
            for element in value:
                self.read_one(to, position, element, kept)
        elif isinstance(value, int):
            self.read_one(to, position, int(value), kept)
        else:
            array = self.refuse(position, value)
            kept.append(array)
            to.add_array(unwrap(<usm_ndarray?>array)[0])
        return 0

    cdef int read_local(self, Arguments* to, Py_ssize_t position, object value) except -1:
        cdef tuple words = value._words
        cdef Py_ssize_t i
        if words is None:
            words = value._words = (dtype_number(value.dtype), *value.shape)
        if words[0] is None or to.signature[0] & 1:
            self.refuse(position, value)
        to.add_local(words[0], <int>len(words) - 1)
        for i in range(1, len(words)):
            to.add_extent(words[i])
        return 0

    cdef Entry* entry(self, const Signature& signature) except NULL:
        cdef Entry* found = self.entries.find(signature)
        cdef Recipe recipe
        if found == NULL:
            made = self.specialise(list(signature))
            fill_recipe(recipe, made)
            found = self.entries.add(signature, recipe, made.written, made.local_bytes, bool(made.sites))
        return found

    def compile(self, list signature):
        """Makes the kernel for a signature before anything is launched."""
        self.entry(signature)

    def words(self, space, tuple args):
        """The signature of a launch."""
        cdef Arguments arguments
        self.read(&arguments, space, args, [])
        return list(arguments.signature)

    cdef SyclEvent submit(self, object space, tuple args, events, cbool sync):
        cdef vector[Event] after
        cdef list kept = []
        cdef Arguments arguments = move(self.spare)
        self.read(&arguments, space, args, kept)
        cdef int wrong = arguments.misplaced()
        if wrong != 0:
            self.refuse(-2, args if wrong > 0 else None)
        cdef Entry* entry = self.entry(arguments.signature)
        wrong = arguments.read_only(entry[0])
        if wrong >= 0:
            self.refuse(-3, (wrong, args))
        for event in events:
            if not isinstance(event, SyclEvent):
                raise TypeError(f"dependent_events consists of SyclEvents, and has {event!r} of type {type(event).__name__}")
            after.push_back(event_of_ref((<SyclEvent>event)._event_ref))
        cdef object report = self.report_of(&arguments, args, kept) if entry.reports else None
        cdef Event done = launch(arguments, entry[0], after)
        cdef cbool wanted = not sync or arguments.seen_by_host()
        if report is not None and not sync:
            done = call_after(arguments, done, report.deliver)
        self.spare = move(arguments)
        cdef SyclEvent event_of_kernel = None
        if wanted or report is not None:
            event_of_kernel = SyclEvent._create(<DPCTLSyclEventRef>new_event_ref(done))
        if report is not None and sync:
            event_of_kernel.wait()
            report.deliver()
            return None
        return event_of_kernel

    cdef object report_of(self, Arguments* arguments, tuple args, list kept):
        """The buffer that the kernel writes to the host into, as its last argument."""
        from .core.reports import Report

        made = self.specialise(list(arguments.signature))
        report = Report(_first_array([*args, *kept]).sycl_queue, made.sites, made.dims)
        arguments.add_buffer(report.address, report)
        return report

    cdef int run(self, object space, tuple args) except -1:
        """Launches; waits where the host could look at an array's memory without asking."""
        cdef SyclEvent event = self.submit(space, args, (), True)
        if event is not None:
            event.wait()
        return 0

    def __call__(self, space, tuple args):
        """Launches as call_kernel does."""
        self.run(space, args)

    def launch_async(self, space, tuple args, events):
        """Launches after the events; gives the kernel's."""
        return self.submit(space, args, events, False)


def call_kernel(kernel_fn, index_space, *kernel_args):
    """Runs a kernel over a Range or NdRange, on the queue of its array arguments.

    Later work on that queue, array expressions among it, sees what the kernel did. Returns when the kernel is done where an
    argument's memory could be looked at by the host (USM of kind "shared" or "host"); else when it was submitted.
    """
    launcher = getattr(kernel_fn, "_launcher", None)
    if type(launcher) is not Launcher:
        from .core.kernel_launcher import launcher_of

        launcher = launcher_of(kernel_fn)
    (<Launcher>launcher).run(index_space, kernel_args)


def _first_array(values):
    """The first array among arguments, which may be tuples; None without one."""
    for value in values:
        found = _first_array(value) if isinstance(value, (tuple, list)) else value
        if isinstance(found, usm_ndarray):
            return found
    return None


cdef int read_extents(object extents, size_t* to) except -1:
    cdef int n = <int>PyTuple_GET_SIZE(extents), i
    for i in range(n):
        to[i] = PyLong_AsSize_t(<object>PyTuple_GET_ITEM(extents, i))
    return n


cdef int fill_recipe(Recipe& recipe, object made) except -1:
    recipe.name = made.name.encode()
    recipe.place = made.place.encode()
    recipe.is_range = made.is_range
    recipe.dims = made.dims
    recipe.args_size = made.args_size
    recipe.bakeable = made.bakeable
    recipe.texts = [text.encode() for text in made.texts]
    recipe.code = made.code
    return 0


def listing(made, str what, unsigned arch, tuple local):
    """The text of a compilation of a recipe: "llvm", "optimised", "asm" or "ptx"."""
    cdef Recipe recipe
    cdef LocalRange extents
    cdef int i
    fill_recipe(recipe, made)
    for i in range(3):
        extents[i] = 0 if made.is_range else local[len(local) - 1 - i] if i < len(local) else 1
    return listing_of(recipe, what.encode(), arch, extents).decode()


def op_of(made, inputs, int result):
    """The number of the elementwise op that a function's recipe becomes, for dtypes by number."""
    cdef Recipe recipe
    fill_recipe(recipe, made)
    return function_op(recipe, inputs, result)


def key_of(made):
    """What names a recipe in caches, in hexadecimal digits."""
    cdef Recipe recipe
    fill_recipe(recipe, made)
    return hash_of(recipe).hex().decode()
