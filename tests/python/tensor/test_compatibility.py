"""What dependents of dpctl import from its private modules is there, and does what it does in dpctl."""

import importlib

import dpctl
import dpctl.tensor as dpt
import numpy as np
import pytest

from support import assert_same

NAMES = {
    "dpctl.tensor._tensor_impl": [
        *(f"default_device_{kind}_type" for kind in ("bool", "complex", "fp", "index", "int", "uint")),
        *("_array_overlap", "_same_logical_tensors", "_copy_usm_ndarray_into_usm_ndarray"),
        *("_full_usm_ndarray", "_zeros_usm_ndarray", "_linspace_step", "_linspace_affine", "_triu", "_tril", "_take"),
    ],
    "dpctl.tensor._tensor_elementwise_impl": [
        "_divide_by_scalar",
        *(f"_{name}{ending}" for name in ("add", "divide") for ending in ("", "_inplace", "_result_type")),
        *("_exp", "_exp_result_type", "_less"),
    ],
    "dpctl.tensor._numpy_helper": ["AxisError", "normalize_axis_index", "normalize_axis_tuple"],
    "dpctl.tensor._indexing_functions": ["_get_indexing_mode"],
    "dpctl.tensor._elementwise_common": ["_get_dtype", "BinaryElementwiseFunc", "UnaryElementwiseFunc"],
    "dpctl.tensor._search_functions": ["_where_result_type"],
    "dpctl.tensor._ctors": ["_cast_fill_val"],
    "dpctl.tensor._copy_utils": [
        *("_empty_like_orderK", "_empty_like_pair_orderK", "_from_numpy_empty_like_orderK"),
        *("_take_multi_index", "_put_multi_index", "_extract_impl", "_place_impl", "_nonzero_impl"),
    ],
    "dpctl.tensor._type_utils": ["_can_cast", "_all_data_types", "_acceptance_fn_divide", "WeakIntegralType"],
    "dpctl.tensor._dlpack": ["from_dlpack_capsule", "numpy_to_dlpack_versioned_capsule"],
    "dpctl._sycl_queue": ["kernel_arg_type"],
}  # fmt: skip


@pytest.mark.parametrize("module", NAMES)
def test_names_are_there_and_others_are_not(module):
    found = importlib.import_module(module)
    for name in NAMES[module]:
        assert getattr(found, name) is not None
    with pytest.raises(AttributeError, match="no attribute"):
        _ = found.no_such_name


def test_default_dtypes(device):
    from dpctl.tensor import _tensor_impl as impl

    has_double = dpctl.SyclDevice(device).has_aspect_fp64
    for place in (dpctl.SyclDevice(device), dpctl.SyclQueue(device)):
        assert impl.default_device_fp_type(place) == ("f8" if has_double else "f4")
        assert impl.default_device_complex_type(place) == ("c16" if has_double else "c8")
        assert impl.default_device_int_type(place) == impl.default_device_index_type(place) == "i8"
        assert (impl.default_device_uint_type(place), impl.default_device_bool_type(place)) == (
            "u8",
            "b1",
        )


def test_work_is_submitted_and_gives_events(device):
    from dpctl.tensor import _tensor_elementwise_impl as elementwise
    from dpctl.tensor import _tensor_impl as impl

    host = np.arange(12.0).reshape(3, 4)
    x = dpt.asarray(host, device=device)
    queue, out = x.sycl_queue, dpt.empty_like(x)

    def check(events, expected):
        assert all(isinstance(event, dpctl.SyclEvent) for event in events)
        events[1].wait()
        assert_same(out, expected)

    check(elementwise._add(x, x, out, queue, []), host * 2)
    check(elementwise._divide_by_scalar(x, 4, out, queue), host / 4)
    check(impl._copy_usm_ndarray_into_usm_ndarray(src=x.T.mT, dst=out, sycl_queue=queue), host)
    check(impl._triu(x, out, 1, queue), np.triu(host, 1))
    check(impl._tril(x, out, k=-1, sycl_queue=queue), np.tril(host, -1))
    check(impl._full_usm_ndarray(7, out, queue), np.full_like(host, 7))
    check(impl._zeros_usm_ndarray(out, queue), np.zeros_like(host))
    check(elementwise._add_inplace(out, x, queue), host)
    line = out = dpt.empty(5, dtype="f4", device=device)
    check(impl._linspace_step(1, 0.5, line, queue), np.arange(1, 3.5, 0.5, dtype="f4"))
    check(impl._linspace_affine(0, 2, line, True, queue), np.linspace(0, 2, 5, dtype="f4"))
    assert elementwise._add_result_type(np.dtype("f4"), np.dtype("f4")) == np.dtype("f4")
    assert impl._array_overlap(x, x[1:]) and not impl._array_overlap(x, out)
    assert impl._same_logical_tensors(x, x[...]) and not impl._same_logical_tensors(x, x.T.mT[1:])
    with pytest.raises(ValueError, match="shape"):
        impl._copy_usm_ndarray_into_usm_ndarray(x, line, queue)


def test_empty_arrays_in_the_order_of_others(device):
    from dpctl.tensor import _copy_utils as utils

    x = dpt.permute_dims(dpt.ones((2, 3, 4), dtype="f4", device=device), (2, 0, 1))
    host = np.transpose(np.ones((2, 3, 4)), (2, 0, 1))
    assert utils._empty_like_orderK(x, "i4").strides == x.strides
    made = utils._from_numpy_empty_like_orderK(host, "i4", "device", x.sycl_queue)
    assert (made.strides, made.dtype, made.shape) == (x.strides, np.dtype("i4"), x.shape)
    pair = utils._empty_like_pair_orderK(x, x[:1], "f8", x.shape, "shared", x.device)
    assert (pair.strides, pair.usm_type) == (x.strides, "shared")
    with pytest.raises(TypeError, match="usm_ndarray"):
        utils._empty_like_orderK([1, 2], "i4")


def test_indexing_by_several_arrays_wants_one_of_them(device):
    from dpctl.tensor import _copy_utils as utils

    x = dpt.ones((3, 4), dtype="i4", device=device)
    for call in (utils._take_multi_index, lambda *a: utils._put_multi_index(*a[:3], x[0], a[3])):
        with pytest.raises(TypeError, match=r"got \(1, 2\)"):
            call(x, (1, 2), 0, 0)
        with pytest.raises(np.exceptions.AxisError):
            call(x, (None,), 2, 0)


def test_choices_know_what_a_device_lacks():
    from dpctl.tensor._search_functions import _where_result_type

    class Narrow:
        has_aspect_fp16 = has_aspect_fp64 = False

    class Wide:
        has_aspect_fp16 = has_aspect_fp64 = True

    i8, u8, f4, f8 = map(np.dtype, ("i8", "u8", "f4", "f8"))
    assert _where_result_type(i8, u8, Wide) == f8
    assert _where_result_type(i8, u8, Narrow) == f4
    assert _where_result_type(f4, f8, Narrow) is None


def test_capsules_of_numpy_come_back():
    from dpctl.tensor._dlpack import from_dlpack_capsule, numpy_to_dlpack_versioned_capsule

    host = np.arange(6.0)
    back = from_dlpack_capsule(numpy_to_dlpack_versioned_capsule(host, False))
    assert isinstance(back, np.ndarray) and np.shares_memory(back, host)
    x = dpt.arange(4)
    assert from_dlpack_capsule(x.__dlpack__())._pointer == x._pointer


def test_kinds_of_kernel_arguments():
    from dpctl._sycl_queue import kernel_arg_type

    assert repr(kernel_arg_type) == "<enum 'kernel_arg_type'>"
    assert repr(kernel_arg_type.dpctl_uint8) == "<kernel_arg_type.dpctl_uint8: 1>"
    assert (
        kernel_arg_type.dpctl_raw_kernel_arg.name,
        kernel_arg_type.dpctl_raw_kernel_arg.value,
    ) == (
        "dpctl_raw_kernel_arg",
        13,
    )
