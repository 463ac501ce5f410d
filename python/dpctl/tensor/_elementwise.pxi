# The function objects: dpctl.tensor.add and its kin, made from the ops table when the module is imported.

cdef extern from *:
    """
    #include "ops/ops.hpp"
    #include <string>
    namespace weft::python {
    inline std::string types_of(ops::Op op) {
      std::string all;
      for (int n = 0; auto loop = ops::loop_at(op, n); ++n) {
        for (ops::Dtype input : loop->input_dtypes())
          all += ops::char_code(input);
        all += "->";
        all += ops::char_code(loop->result);
        all += ' ';
      }
      return all;
    }
    }
    """
    string types_of "weft::python::types_of"(Op)

    cdef cppclass OpInfo "weft::ops::OpInfo":
        string_view name
        int arity
        cbool is_public
        string_view numpy_name
        string_view doc
    const OpInfo& info_of_op "weft::ops::info"(Op)
    int op_count "weft::ops::op_count"


cdef str text(string_view view):
    return view.data()[:view.size()].decode()


cdef str _call_doc = """{name}({inputs}, /, *, out=None, order="K")

{doc}

Args:
{args}
    out (usm_ndarray, optional):
        array to write to, of the result's shape and dtype.
    order ("K", "C", "F", "A"):
        memory layout of a new result.

Returns:
    usm_ndarray: the result, with the shape that the inputs broadcast to."""


cdef class _ElementwiseFunc:
    cdef Op op_
    cdef dict __dict__

    def __cinit__(self, int op):
        cdef const OpInfo* row = &info_of_op(<Op>op)
        self.op_ = <Op>op
        inputs = ["x"] if row.arity == 1 else ["x1", "x2"]
        args = "\n".join(f"    {name} (usm_ndarray{' or number' if row.arity == 2 else ''}): input." for name in inputs)
        self.name_ = self.__name__ = self.__qualname__ = text(row.name)
        self.numpy_name = text(row.numpy_name)
        self.__module__ = "dpctl.tensor"
        self.__doc__ = _call_doc.format(name=self.name_, inputs=", ".join(inputs), doc=text(row.doc), args=args)

    def __repr__(self):
        return f"<{type(self).__name__} '{self.name_}'>"

    def __reduce__(self):
        return self.name_

    @property
    def nin(self):
        """Number of inputs."""
        return info_of_op(self.op_).arity

    @property
    def nout(self):
        """Number of results."""
        return 1

    @property
    def types(self):
        """What it computes on, in NumPy's characters: "ff->f"."""
        return types_of(self.op_).decode().split()


cdef class UnaryElementwiseFunc(_ElementwiseFunc):
    """An elementwise function of one array."""

    def __call__(self, x, /, *, out=None, order="K"):
        if not isinstance(x, usm_ndarray):
            raise TypeError(f"{self.name_}: expected dpctl.tensor.usm_ndarray, got {type(x)}")
        if out is None and order == "K":
            return wrap_on(<usm_ndarray>x, unary(self.op_, unwrap(<usm_ndarray>x)))
        cdef vector[Operand] operands
        operands.push_back(Operand(unwrap(<usm_ndarray>x)))
        return call_elementwise(self.op_, operands, out, order)


cdef class BinaryElementwiseFunc(_ElementwiseFunc):
    """An elementwise function of two arrays, or of an array and a number."""

    def __call__(self, x1, x2, /, *, out=None, order="K"):
        if not isinstance(x1, usm_ndarray) and not isinstance(x2, usm_ndarray):
            x1, x2 = promoted_operands(self.name_, x1, x2)
        if out is None and order == "K":
            result = operator(self.op_, x1, x2)
            if result is NotImplemented:
                raise unsupported_operands(self.name_, x1, x2)
            return result
        cdef vector[Operand] operands
        cdef usm_ndarray like = x1 if isinstance(x1, usm_ndarray) else x2
        operands.push_back(operand_of(self.name_, x1, like))
        operands.push_back(operand_of(self.name_, x2, like))
        return call_elementwise(self.op_, operands, out, order)


cdef object call_elementwise(Op op, const vector[Operand]& operands, object out, object order):
    cdef char layout = order_char(order, "KCFA")
    if out is None:
        return wrap(elementwise(op, operands, NULL, layout))
    elementwise(op, operands, array_of(output_array(out)), layout)
    return out


cdef usm_ndarray output_array(object out):
    if not isinstance(out, usm_ndarray):
        raise TypeError(f"output array must be of usm_ndarray type, got {type(out)}")
    return <usm_ndarray>out


cdef Operand operand_of(str name, object x, usm_ndarray like) except *:
    """What `x` is when it is combined with `like`."""
    cdef Scalar scalar
    if isinstance(x, usm_ndarray):
        return Operand(unwrap(<usm_ndarray>x))
    if to_scalar(x, unwrap(like).dtype(), scalar):
        return Operand(scalar)
    made = converted(x, like)
    if made is None:
        raise unsupported_operands(name, x, like)
    return Operand(unwrap(<usm_ndarray>made))


cdef tuple promoted_operands(str name, object x1, object x2):
    """Neither is a usm_ndarray: one must at least show USM memory."""
    from dpctl.tensor._ctors import asarray
    from dpctl.utils import ExecutionPlacementError

    if hasattr(x1, "__sycl_usm_array_interface__"):
        return asarray(x1), x2
    if hasattr(x2, "__sycl_usm_array_interface__"):
        return x1, asarray(x2)
    raise ExecutionPlacementError(
        f"{name}: the queue can not be inferred from {type(x1).__name__} and {type(x2).__name__}; "
        "one of them must be a usm_ndarray"
    )


cdef object unsupported_operands(str name, object x1, object x2):
    from dpctl.tensor._errors import UnsupportedTypeError

    return UnsupportedTypeError(
        f"{name}: operands of types {type(x1).__name__} and {type(x2).__name__} are not supported"
    )


def _elementwise_functions():
    """Function objects of all public rows of the ops table, by name."""
    made = [
        UnaryElementwiseFunc(i) if info_of_op(<Op>i).arity == 1 else BinaryElementwiseFunc(i)
        for i in range(op_count)
        if info_of_op(<Op>i).is_public
    ]
    return {function.name_: function for function in made}
