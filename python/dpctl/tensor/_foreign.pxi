# Memory and streams of other libraries for _cuda_interface.py and _dlpack.py.

cdef extern from "glue/foreign.hpp" namespace "weft::python":
    int foreign_number "weft::python::native_number"(void*) except +raise_python_error
    int foreign_number_of_memory "weft::python::number_of_memory"(size_t) except +raise_python_error
    size_t stream_of "weft::python::native_stream"(const shared_ptr[Queue]&) except +raise_python_error
    void hold_back_stream "weft::python::hold_back"(const shared_ptr[Queue]&, size_t) except +raise_python_error
    void follow_stream "weft::python::follow"(const shared_ptr[Queue]&, size_t) except +raise_python_error
    Array array_over(size_t, const Shape&, const Shape&, Dtype, object, const shared_ptr[Queue]&) except +raise_python_error
    size_t lent_address "weft::python::lend"(const Array&) except +raise_python_error


def native_number(SyclDevice device):
    """CUDA's number of a device for programs that use CUDA directly; -1 for devices of other kinds."""
    return foreign_number(<void*>device.get_device_ref())


def number_of_memory(size_t address):
    """The native number of the device that an address of whatever origin lives on, or -1."""
    return foreign_number_of_memory(address)


def native_stream(SyclQueue queue):
    """The stream that a queue's array work runs on, and before which all its work so far comes."""
    return stream_of(queue_of(queue))


def hold_back(SyclQueue queue, size_t stream):
    """What the stream gets from now on runs after all that the queue got."""
    hold_back_stream(queue_of(queue), stream)


def follow(SyclQueue queue, size_t stream):
    """What the queue gets from now on runs after all that the stream got."""
    follow_stream(queue_of(queue), stream)


def lend(usm_ndarray x):
    """The address of the first element, for others who use it on streams of their own."""
    return lent_address(unwrap(x))


def array_over_memory(size_t address, shape, strides, dtype, owner, SyclQueue queue, bint writable):
    """An array over memory of whatever origin, which ``owner`` keeps alive; ``strides`` in elements or None."""
    cdef Shape extents = shape_of(shape)
    cdef Shape steps = dense_strides(extents, b"C") if strides is None else strides_of(strides, extents)
    cdef Array made = array_over(address, extents, steps, <Dtype>dtype_code(dtype), owner, queue_of(queue))
    made.set_writable(writable)
    return wrap_made(queue, move(made))
