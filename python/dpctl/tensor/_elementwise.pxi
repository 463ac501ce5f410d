# The function objects: dpctl.tensor.add and its kin, made from the ops table when the module is imported.

cdef extern from *:
    """
    #include "ops/ops.hpp"
    #include <string>
    namespace weft::python {
    inline std::string types_of(ops::Op op) {
      std::string all;
      for (int n = 0; auto loop = ops::loop_at(op, n); ++n) {
        if (loop->inputs[0] == ops::Dtype::bf16) // no character of NumPy's stands for it
          continue;
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
        string_view dunder
        string_view doc
    const OpInfo& info_of_op "weft::ops::info"(Op)
    int op_count "weft::ops::op_count"


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
    """What functions of one and of two arrays have in common."""
    cdef dict __dict__

    cdef set_name(self, name, docs):
        self.name_ = self.__name__ = self.__qualname__ = name
        self.__doc__ = docs

    def __str__(self):
        return repr(self)

    def __getattr__(self, name):
        # What built-in functions tell about themselves is made when it is asked for.
        from dpctl.tensor._elementwise_common import told

        return told(self, name)

    @property
    def nout(self):
        """Number of results."""
        return 1

    @property
    def types(self):
        """What it computes on, in NumPy's characters: "ff->f"."""
        from dpctl.tensor._elementwise_common import loops

        return loops(self)

    def get_type_result_resolver_function(self):
        """What tells the result's dtype from those of the inputs; ``None`` where they must be cast first."""
        return self.result_type_resolver_fn_

    def get_type_promotion_path_acceptance_function(self):
        """What is asked whether inputs may be cast."""
        return self.acceptance_fn_


cdef class UnaryElementwiseFunc(_ElementwiseFunc):
    """UnaryElementwiseFunc(name, result_type_resolver_fn, unary_dp_impl_fn, docs, acceptance_fn=None)

    An elementwise function of one array.

    Args:
        name (str): its name.
        result_type_resolver_fn: the dtype of the result of an input's dtype, ``None`` for inputs that must be cast.
        unary_dp_impl_fn: ``(src, dst, sycl_queue, depends)`` submits the work and gives two events: of what lets go of
            the arrays, and of the work.
        docs (str): its docstring.
        acceptance_fn: ``(arg_dtype, buf_dtype, res_dtype, device)`` tells whether an input may be cast; always if ``None``.
    """

    def __init__(self, name, result_type_resolver_fn, unary_dp_impl_fn, docs, acceptance_fn=None):
        from dpctl.tensor._promotion import _acceptance_fn_default_unary as accept

        self.set_name(name, docs)
        self.result_type_resolver_fn_ = result_type_resolver_fn
        self.acceptance_fn_ = acceptance_fn or accept
        self.unary_fn_ = unary_dp_impl_fn

    def __repr__(self):
        return f"<UnaryElementwiseFunc '{self.name_}'>"

    @property
    def nin(self):
        """Number of inputs."""
        return 1

    def get_implementation_function(self):
        """What submits the work: ``(src, dst, sycl_queue, depends)``, giving two events."""
        return self.unary_fn_

    def __call__(self, x, /, *, out=None, order="K"):
        from dpctl.tensor._elementwise_common import call_unary

        return call_unary(self, x, out, order)


cdef class BinaryElementwiseFunc(_ElementwiseFunc):
    """BinaryElementwiseFunc(name, result_type_resolver_fn, binary_dp_impl_fn, docs, binary_inplace_fn=None,
                             acceptance_fn=None, weak_type_resolver=None)

    An elementwise function of two arrays, or of an array and a number.

    Args:
        name (str): its name.
        result_type_resolver_fn: the dtype of the result of the inputs' dtypes, ``None`` for inputs that must be cast.
        binary_dp_impl_fn: ``(src1, src2, dst, sycl_queue, depends)`` submits the work and gives two events: of what lets
            go of the arrays, and of the work.
        docs (str): its docstring.
        binary_inplace_fn: the same for ``(lhs, rhs, sycl_queue, depends)``, writing to ``lhs``.
        acceptance_fn: ``(arg1_dtype, arg2_dtype, buf1_dtype, buf2_dtype, res_dtype, device)`` tells whether both inputs
            may be cast; always if ``None``.
        weak_type_resolver: ``(dtype1, dtype2, device)`` tells the dtypes where one is that of a Python number.
    """

    def __init__(self, name, result_type_resolver_fn, binary_dp_impl_fn, docs, binary_inplace_fn=None,
                 acceptance_fn=None, weak_type_resolver=None):
        from dpctl.tensor._promotion import _acceptance_fn_default_binary as accept
        from dpctl.tensor._weak_types import _resolve_weak_types

        self.set_name(name, docs)
        self.result_type_resolver_fn_ = result_type_resolver_fn
        self.acceptance_fn_ = acceptance_fn or accept
        self.binary_fn_ = binary_dp_impl_fn
        self.binary_inplace_fn_ = binary_inplace_fn
        self.weak_type_resolver_ = weak_type_resolver or _resolve_weak_types

    def __repr__(self):
        return f"<BinaryElementwiseFunc '{self.name_}'>"

    @property
    def nin(self):
        """Number of inputs."""
        return 2

    def get_implementation_function(self):
        """What submits the work: ``(src1, src2, dst, sycl_queue, depends)``, giving two events."""
        return self.binary_fn_

    def get_implementation_inplace_function(self):
        """What submits the work that writes to the first input: ``(lhs, rhs, sycl_queue, depends)``, or ``None``."""
        return self.binary_inplace_fn_

    def get_array_dtype_scalar_type_resolver_function(self):
        """What tells the dtypes where one is that of a Python number."""
        return self.weak_type_resolver_

    def __call__(self, x1, x2, /, *, out=None, order="K"):
        from dpctl.tensor._elementwise_common import call_binary

        return call_binary(self, x1, x2, out, order)

    def _inplace_op(self, o1, o2):
        from dpctl.tensor._elementwise_common import call_inplace

        return call_inplace(self, o1, o2)


cdef class _UnaryOp(UnaryElementwiseFunc):
    """A row of the ops table with one input."""
    cdef Op op_
    cdef _Family family_

    def __init__(self, int op, _Family family=None, module="dpctl.tensor"):
        self.op_ = <Op>op
        self.family_ = family
        self.set_name(text(info_of_op(self.op_).name), doc_of(self.op_))
        self.__module__ = module
        self.numpy_name = text(info_of_op(self.op_).numpy_name)

    def __reduce__(self):
        return self.name_

    @property
    def types(self):
        """What it computes on, in NumPy's characters: "f->f"."""
        return types_of(self.op_).decode().split()

    def __call__(self, x, /, *, out=None, order="K"):
        if not isinstance(x, usm_ndarray):
            raise TypeError(f"{self.name_}: expected dpctl.tensor.usm_ndarray, got {type(x)}")
        cdef _Family family = family_of(x) if self.family_ is None else self.family_
        if family is not None and family.promotion is not None:
            (x,) = promoted_by(family, self.name_, (x,))
        cdef object result
        if out is None and order == "K":
            result = wrap_on(<usm_ndarray>x, unary(self.op_, unwrap(<usm_ndarray>x)))
        else:
            result = call_elementwise(self.op_, self.name_, (x,), <usm_ndarray>x, out, order)
        return result if family is None or out is not None else in_family(family, result)


cdef class _BinaryOp(BinaryElementwiseFunc):
    """A row of the ops table with two inputs."""
    cdef Op op_
    cdef _Family family_

    def __init__(self, int op, _Family family=None, module="dpctl.tensor"):
        self.op_ = <Op>op
        self.family_ = family
        self.set_name(text(info_of_op(self.op_).name), doc_of(self.op_))
        self.__module__ = module
        self.numpy_name = text(info_of_op(self.op_).numpy_name)

    @property
    def operator_(self):
        """The in-place method of arrays, ``None`` if they have none."""
        method = f"__i{text(info_of_op(self.op_).dunder)}__"
        return method if hasattr(usm_ndarray, method) else None

    def __reduce__(self):
        return self.name_

    @property
    def types(self):
        """What it computes on, in NumPy's characters: "ff->f"."""
        return types_of(self.op_).decode().split()

    def __call__(self, x1, x2, /, *, out=None, order="K"):
        if not isinstance(x1, usm_ndarray) and not isinstance(x2, usm_ndarray):
            x1, x2 = promoted_operands(self.name_, x1, x2)
        cdef _Family family = self.family_
        if family is None and _has_families:
            family = family_of(x1)
            if family is None:
                family = family_of(x2)
        if family is not None and family.promotion is not None:
            x1, x2 = promoted_by(family, self.name_, (x1, x2))
        if out is None and order == "K":
            result = operator_on_arrays(self.op_, x1, x2)
            if result is NotImplemented:
                raise unsupported_operands(self.name_, x1, x2)
        else:
            result = call_elementwise(self.op_, self.name_, (x1, x2), x1 if isinstance(x1, usm_ndarray) else x2, out, order)
        return result if family is None or out is not None else in_family(family, result)

    def _inplace_op(self, o1, o2):
        if self.operator_ is None:
            raise ValueError(f"{self.name_} has no in-place implementation; use out=")
        result = inplace_operator(self.op_, array_argument(o1), o2)
        if result is NotImplemented:
            raise unsupported_operands(self.name_, o1, o2)
        return result


cdef str doc_of(Op op):
    cdef const OpInfo* row = &info_of_op(op)
    inputs = ["x"] if row.arity == 1 else ["x1", "x2"]
    args = "\n".join(f"    {name} (usm_ndarray{' or number' if row.arity == 2 else ''}): input." for name in inputs)
    return _call_doc.format(name=text(row.name), inputs=", ".join(inputs), doc=text(row.doc), args=args)


cdef object call_elementwise(Op op, str name, object inputs, usm_ndarray like, object out, object order):
    # As in dpctl, an order that is none of the four is "K".
    cdef char layout = order_char(order if order in ("C", "F", "A", "c", "f", "a") else "K", "KCFA")
    cdef vector[Operand] operands
    for x in inputs:
        operands.push_back(operand_of(name, x, like, &op))
    if out is None:
        return wrap_on(like, elementwise(op, operands, NULL, layout))
    elementwise(op, operands, array_of(output_array(out)), layout)
    return out


cdef usm_ndarray output_array(object out):
    if not isinstance(out, usm_ndarray):
        raise TypeError(f"output array must be of usm_ndarray type, got {type(out)}")
    return <usm_ndarray>out


cdef Operand operand_of(str name, object x, usm_ndarray like, const Op* op=NULL) except *:
    """What `x` is when it is combined with `like`."""
    cdef Scalar scalar
    if isinstance(x, usm_ndarray):
        return Operand(unwrap(<usm_ndarray>x))
    if to_scalar(x, unwrap(like).dtype(), scalar, op):
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


def _elementwise_function(int op, str name, inputs, out=None, order="K"):
    """An op by number, which arrays and numbers are given to; one at least is a usm_ndarray."""
    like = next(x for x in inputs if isinstance(x, usm_ndarray))
    return call_elementwise(<Op>op, name, inputs, like, out, order)


def elementwise_functions(array_class=usm_ndarray, promotion=None, module="dpctl.tensor", unary=_UnaryOp, binary=_BinaryOp, also=()):
    """Function objects of all public rows of the ops table, by name.

    Args:
        array_class (type): what they give: a subclass of usm_ndarray, whose operators promote alike from then on.
        promotion: how they promote, as register_class() says.
        module (str): where they are found by their names.
        unary, binary (type): the classes of the objects.
        also (collection of str): names of rows that are not public, and wanted.
    """
    family = None
    if array_class is not usm_ndarray:
        register_class(array_class, promotion)
        family = _families[array_class]
    made = [
        (unary if info_of_op(<Op>i).arity == 1 else binary)(i, family, module)
        for i in range(op_count)
        if info_of_op(<Op>i).is_public or text(info_of_op(<Op>i).name) in also
    ]
    return {function.name_: function for function in made}
