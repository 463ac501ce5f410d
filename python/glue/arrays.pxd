"""What Cython modules call in libweft and in glue/bind.hpp."""

from cpython.object cimport PyObject
from libc.stdint cimport uint8_t, uint16_t, int64_t
from libcpp cimport bool as cbool
from libcpp.memory cimport shared_ptr
from libcpp.string cimport string
from libcpp.string_view cimport string_view
from libcpp.utility cimport pair
from libcpp.vector cimport vector


cdef extern from "glue/bind.hpp" namespace "weft::python" nogil:
    void raise_python_error()


cdef extern from "runtime/queue.hpp" namespace "weft::runtime" nogil:
    cdef cppclass Queue:
        pass

    cdef enum class AllocationKind(uint8_t):
        unknown, device, host, shared


cdef extern from "ops/ops.hpp" namespace "weft::ops" nogil:
    cdef enum class Op(uint16_t):
        abs, add, bitwise_and, bitwise_invert, bitwise_left_shift, bitwise_or, bitwise_right_shift
        bitwise_xor, divide, equal, floor_divide, greater, greater_equal, imag, less, less_equal
        multiply, negative, not_equal, positive, pow, remainder, subtract

    cdef enum class Reduction(uint16_t):
        pass


cdef extern from "array/array.hpp" namespace "weft::array" nogil:
    cdef enum class Dtype(uint8_t):
        b1, i8, u8, i16, u16, i32, u32, i64, u64, f16, f32, f64, c64, c128, bf16

    cdef cppclass Shape:
        Shape() except +raise_python_error
        Shape(const Py_ssize_t*, size_t) except +raise_python_error
        void push_back(Py_ssize_t) except +raise_python_error
        size_t size()
        const Py_ssize_t* data()
        Py_ssize_t& operator[](size_t)
        cbool operator==(const Shape&)

    cdef cppclass Scalar:
        Scalar()

    cdef cppclass Operand:
        Operand()
        Operand(const Array&)
        Operand(const Scalar&)

    cdef cppclass Array:
        Array()
        @staticmethod
        Array empty(const Shape&, Dtype, shared_ptr[Queue], AllocationKind, char) except +raise_python_error
        @staticmethod
        Array from_memory(void*, size_t, shared_ptr[void], AllocationKind, shared_ptr[Queue], const Shape&,
                          const Shape&, Py_ssize_t, Dtype) except +raise_python_error
        const Shape& shape()
        const Shape& strides()
        Py_ssize_t offset()
        Dtype dtype()
        int ndim()
        size_t size()
        cbool c_contiguous()
        cbool f_contiguous()
        cbool writable()
        void set_writable(cbool)
        const shared_ptr[Queue]& queue()
        AllocationKind usm_kind()
        Array with_layout(const Shape&, const Shape&, Py_ssize_t) except +raise_python_error
        Array broadcast_to(const Shape&) except +raise_python_error
        Array real() except +raise_python_error
        Array imag() except +raise_python_error
        void* base() except +raise_python_error
        shared_ptr[void] owner() except +raise_python_error
        void publish() except +raise_python_error
        size_t buffer_bytes() except +raise_python_error
        void evaluate() except +raise_python_error
        cbool pending()

    size_t item_size(Dtype)

    Array unary(Op, const Array&) except +raise_python_error
    Array binary(Op, const Array&, const Array&) except +raise_python_error
    Array binary(Op, const Array&, const Scalar&) except +raise_python_error
    Array binary(Op, const Scalar&, const Array&) except +raise_python_error
    void elementwise_inplace(Op, const Array&, const Operand&) except +raise_python_error
    void assign(const Array&, const Operand&) except +raise_python_error
    Array astype(const Array&, Dtype, char, cbool) except +raise_python_error
    void assign_where(const Array&, const Array&, const Operand&) except +raise_python_error
    Array where(const Array&, const Operand&, const Operand&, const Array*, char) except +raise_python_error
    Array full(const Shape&, const Scalar&, Dtype, shared_ptr[Queue], AllocationKind, char) except +raise_python_error
    Array arange(const Scalar&, const Scalar&, size_t, Dtype, shared_ptr[Queue],
                 AllocationKind) except +raise_python_error
    Array linspace(const Scalar&, const Scalar&, size_t, cbool, Dtype, shared_ptr[Queue],
                   AllocationKind) except +raise_python_error
    Array eye(size_t, size_t, Py_ssize_t, Dtype, shared_ptr[Queue], AllocationKind, char) except +raise_python_error
    Array triangle(const Array&, Py_ssize_t, cbool) except +raise_python_error
    Array to_queue(const Array&, shared_ptr[Queue], AllocationKind) except +raise_python_error


cdef extern from "glue/bind.hpp" namespace "weft::python" nogil:
    Array& unwrap_bytes "weft::python::unwrap"(long long*)
    void construct(long long*)
    void destroy(long long*)
    cbool is_complex(Dtype)
    shared_ptr[Queue] queue_of_ref(void*) except +raise_python_error
    void* new_queue_ref(const shared_ptr[Queue]&) except +raise_python_error
    Array elementwise(Op, const vector[Operand]&, const Array*, char) except +raise_python_error
    Array reduce(Reduction, const Array&, const vector[int]&, cbool, const Dtype*,
                 const Array*) except +raise_python_error
    pair[Py_ssize_t, Py_ssize_t] bounds_of(const Shape&, const Shape&, Py_ssize_t) except +raise_python_error
    Shape dense_strides(const Shape&, char) except +raise_python_error
    cbool reshaped_view(const Array&, const Shape&, Array&) except +raise_python_error


cdef extern from "glue/bind.hpp" namespace "weft::python":
    object allocate_like(object) except +raise_python_error
    cbool to_scalar(object, Dtype, Scalar&) except +raise_python_error
    cbool to_scalar(object, Dtype, Scalar&, const Op*) except +raise_python_error
    object item(const Array&) except +raise_python_error
    tuple tuple_of(const Shape&) except +raise_python_error
    void copy_to_host(const Array&, void*, const Py_ssize_t*, int) except +raise_python_error
    void copy_from_host(const Array&, const void*, const Py_ssize_t*, int) except +raise_python_error
    cbool copied_buffer(object, shared_ptr[Queue], Array&) except +raise_python_error
    cbool array_over_buffer "weft::python::array_in_place"(object, const shared_ptr[Queue]&, Array&) except +raise_python_error
    Dtype default_float_of(const shared_ptr[Queue]&)
