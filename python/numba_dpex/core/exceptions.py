"""What numba_dpex raises, under the names and with the constructors that programs know."""

from dpctl.utils import ExecutionPlacementError


class _Described(Exception):
    """An exception whose ``message`` attribute is its text."""

    def __init__(self, message: str) -> None:
        self.message = message
        super().__init__(message)


def _launched(kernel_name) -> str:
    """Who has the ranges: a kernel, or an NdRange that belongs to none yet."""
    return f'kernel "{kernel_name}"' if kernel_name else "NdRange"


class KernelHasReturnValueError(_Described):
    """A kernel returns a value."""

    def __init__(self, kernel_name, return_type, sig=None) -> None:
        self.return_type = return_type
        what = f'specialization "{sig}" of a kernel' if sig else f'kernel "{kernel_name}"'
        super().__init__(
            f"{what} returns a value of type {return_type}; a kernel returns nothing: store results into an array argument"
        )


class InvalidKernelLaunchArgsError(_Described):
    """The ranges of a launch make no sense."""

    def __init__(self, kernel_name) -> None:
        super().__init__(
            f'kernel "{kernel_name}": the ranges of the launch are not valid; give a Range or an NdRange'
        )


class UnknownGlobalRangeError(_Described):
    """A launch without a global range."""

    def __init__(self, kernel_name) -> None:
        super().__init__(
            f'kernel "{kernel_name}": no global range was given; launch it as kernel[range](...) or by call_kernel(kernel, range, ...)'
        )


class IllegalRangeValueError(_Described):
    """A range that is neither an integer nor a few of them."""

    def __init__(self, kernel_name) -> None:
        super().__init__(
            f'kernel "{kernel_name}": a range is an integer, or a tuple or list of one to three integers'
        )


class UnsupportedNumberOfRangeDimsError(_Described):
    """A range of more dimensions than there are."""

    def __init__(self, kernel_name, ndims, max_work_item_dims) -> None:
        super().__init__(
            f'kernel "{kernel_name}": a range of {ndims} dimensions was given, at most {max_work_item_dims} are supported'
        )


class UnmatchedNumberOfRangeDimsError(_Described):
    """Global and local range differ in rank."""

    def __init__(self, kernel_name, global_ndims, local_ndims) -> None:
        super().__init__(
            f"{_launched(kernel_name)}: the global range has {global_ndims} dimensions, the local range has {local_ndims}"
        )


class UnsupportedWorkItemSizeError(_Described):
    """More work-items in one dimension than the device takes."""

    def __init__(self, kernel_name, dim, requested_work_items, supported_work_items) -> None:
        super().__init__(
            f'kernel "{kernel_name}": {requested_work_items} work-items in dimension {dim}, the device takes {supported_work_items}'
        )


class UnsupportedGroupWorkItemSizeError(_Described):
    """A local range that does not divide the global one."""

    def __init__(self, kernel_name, dim, work_groups, work_items) -> None:
        super().__init__(
            f"{_launched(kernel_name)}: the local range {work_items} does not divide the global range {work_groups} in dimension {dim}"
        )


class ExecutionQueueInferenceError(_Described, ExecutionPlacementError):
    """No queue follows from the arguments: there is no array, or they lie on several queues."""

    def __init__(self, kernel_name, *, usmarray_argnum_list) -> None:
        if usmarray_argnum_list is None:
            super().__init__(
                f'kernel "{kernel_name}": no argument is an array, so there is no queue to run on; pass a dpctl.tensor array'
            )
        else:
            numbers = ", ".join(map(str, usmarray_argnum_list))
            super().__init__(
                f'kernel "{kernel_name}": the array arguments {numbers} are not on the same queue; copy them to one with to_device()'
            )


class UnsupportedBackendError(_Described):
    """The device's backend runs no kernels."""

    def __init__(self, kernel_name, backend, supported_backends) -> None:
        super().__init__(
            f'kernel "{kernel_name}": backend "{backend}" is not supported, {", ".join(supported_backends)} are'
        )


class UncompiledKernelError(_Described):
    """Something was asked of a kernel that was not compiled yet."""

    def __init__(self, kernel_name) -> None:
        super().__init__(f'kernel "{kernel_name}" was not compiled yet; launch it first')


class UnreachableError(_Described):
    """An internal error: code ran that cannot."""

    def __init__(self) -> None:
        super().__init__("unreachable code was reached; this is a bug of Weft")


class UnsupportedKernelArgumentError(_Described):
    """An argument of a type that kernels do not take."""

    def __init__(self, type, value, kernel_name="") -> None:
        super().__init__(
            f'kernel "{kernel_name}": argument {value} of type {type} is not supported; kernels take arrays in USM, numbers, '
            "LocalAccessors and tuples of these"
        )


class SUAIProtocolError(_Described):
    """An array-like argument that is not in USM."""

    def __init__(self, kernel_name, arg) -> None:
        super().__init__(
            f'kernel "{kernel_name}": array {arg} has no __sycl_usm_array_interface__; copy it with dpctl.tensor.asarray()'
        )


class UnsupportedCompilationModeError(_Described):
    """An option of Numba's that has no meaning here."""

    def __init__(self) -> None:
        super().__init__("kernels are always compiled; the option force_pyobject is not supported")


class InvalidKernelSpecializationError(_Described):
    """A signature that cannot be one of a kernel."""

    def __init__(self, kernel_name, invalid_sig, unsupported_argnum_list) -> None:
        numbers = ", ".join(map(str, unsupported_argnum_list))
        super().__init__(
            f'kernel "{kernel_name}": in the signature {invalid_sig} the parameters {numbers} are of types that kernels do not take'
        )


class MissingSpecializationError(_Described):
    """A kernel made for given signatures was launched with other types."""

    def __init__(self, kernel_name, argtypes) -> None:
        super().__init__(
            f'kernel "{kernel_name}": no signature it was made for takes ({", ".join(map(str, argtypes))})'
        )


class UnsupportedParforError(_Described):
    """A parallel loop that cannot become a kernel."""

    def __init__(self, extra_msg=None) -> None:
        super().__init__(
            "this parallel loop is not supported" + (f": {extra_msg}" if extra_msg else "")
        )


class IllegalIntEnumLiteralValueError(_Described):
    """A literal type of something that is no enumerator."""

    def __init__(self) -> None:
        super().__init__("an IntEnumLiteral takes a member of a FlagEnum")


class InternalError(_Described):
    """A bug of Weft's."""

    def __init__(self, message="") -> None:
        super().__init__(f"internal error of the kernel compiler, please report it: {message}")
