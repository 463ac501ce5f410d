"""``dpnp.tensor``, dpnp 0.20's name for the arrays of ``dpctl.tensor``: the same objects, in the same modules."""

import importlib
import sys

import dpctl.tensor
import dpctl.utils
import dpnp
import dpnp.tensor
import numpy as np
import pytest


def test_its_names_are_dpctls_objects():
    assert set(dpctl.tensor.__all__) < set(dpnp.tensor.__all__)
    for name in dpctl.tensor.__all__:
        assert getattr(dpnp.tensor, name) is getattr(dpctl.tensor, name), name
    for name in (
        "ExecutionPlacementError",
        "get_coerced_usm_type",
        "get_execution_queue",
        "validate_usm_type",
    ):
        assert getattr(dpnp.tensor, name) is getattr(dpctl.utils, name)
        assert name in dpnp.tensor.__all__


@pytest.mark.parametrize(
    "module", ["_usmarray", "_type_utils", "_ctors", "_numpy_helper", "_tensor_impl", "linalg"]
)
def test_its_modules_are_dpctls_modules(module):
    ours = importlib.import_module(f"dpctl.tensor.{module}")
    assert importlib.import_module(f"dpnp.tensor.{module}") is ours
    assert getattr(dpnp.tensor, module) is ours
    assert ours.__name__ == f"dpctl.tensor.{module}" == ours.__spec__.name
    assert importlib.import_module(f"dpctl.tensor.{module}") is ours


def test_what_dpctl_does_not_list_is_there_too():
    for name in vars(dpctl.tensor):
        if not name.startswith("__"):
            assert getattr(dpnp.tensor, name) is getattr(dpctl.tensor, name), name


def test_modules_of_other_packages_are_not_its_own():
    (finder,) = [f for f in sys.meta_path if type(f).__module__ == "dpnp.tensor._modules"]
    assert finder.find_spec("dpnp.tensor._ctors", None).loader is finder
    for name in ("theirs.dpnp.tensor._ctors", "dpnp.tensors.x", "dpnp.tensor_x"):
        assert finder.find_spec(name, None) is None, name


def test_a_module_that_neither_has_is_not_found():
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("dpnp.tensor._no_such_module")


def test_arrays_of_both_mix():
    x = dpnp.tensor.arange(6, dtype="f4")
    assert type(x) is dpctl.tensor.usm_ndarray
    assert np.array_equal(dpctl.tensor.asnumpy(x + dpctl.tensor.ones(6)), np.arange(6) + 1.0)


@pytest.mark.parametrize(
    "shapes", [(), ((),), (3,), ((2, 1), 3), ((6, 7), (5, 6, 1), (7,), (5, 1, 7)), ((0, 1), (1, 4))]
)
def test_broadcast_shapes_gives_numpys(shapes):
    assert dpnp.tensor.broadcast_shapes(*shapes) == np.broadcast_shapes(*shapes)


def test_broadcast_shapes_refuses_what_does_not_broadcast():
    with pytest.raises(ValueError, match="shape mismatch"):
        dpnp.tensor.broadcast_shapes((2, 3), (4,))
    with pytest.raises(ValueError):
        dpnp.tensor.broadcast_shapes((-1,))
    with pytest.raises(TypeError):
        dpnp.tensor.broadcast_shapes(1.5)
