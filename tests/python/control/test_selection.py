"""Enumeration and selection of devices and platforms."""

import itertools
from types import SimpleNamespace

import dpctl
import pytest
from dpctl import _device_selection


def test_counts_agree_with_lists():
    assert dpctl.get_num_devices() == len(dpctl.get_devices()) > 0
    assert dpctl.get_num_devices(device_type="cpu") == len(dpctl.get_devices(device_type="cpu"))
    assert dpctl.has_cpu_devices() == (dpctl.get_num_devices(device_type="cpu") > 0)
    assert dpctl.has_gpu_devices() == (dpctl.get_num_devices(device_type="gpu") > 0)
    assert dpctl.has_accelerator_devices() == (dpctl.get_num_devices(device_type="accelerator") > 0)


def test_names_and_enumeration_values_mean_the_same():
    named = dpctl.get_devices(backend="opencl", device_type="cpu")
    valued = dpctl.get_devices(dpctl.backend_type.opencl, dpctl.device_type.cpu)
    assert named == valued
    assert all(device.backend == dpctl.backend_type.opencl for device in named)


def test_all_selects_all():
    assert dpctl.get_devices("all", "all") == dpctl.get_devices()


@pytest.mark.parametrize("function", [dpctl.get_devices, dpctl.get_num_devices])
def test_other_types_are_refused(function):
    with pytest.raises(TypeError, match="backend should be"):
        function(backend=1)
    with pytest.raises(TypeError, match="device type should be"):
        function(device_type=1)


def test_selectors_give_the_type_asked_for_or_raise():
    for kind in ("cpu", "gpu", "accelerator"):
        select = getattr(dpctl, f"select_{kind}_device")
        if dpctl.get_num_devices(device_type=kind):
            assert select().device_type.name == kind
        else:
            with pytest.raises(dpctl.SyclDeviceCreationError, match="unavailable"):
                select()


def test_default_device_has_the_highest_score():
    scores = [device.default_selector_score for device in dpctl.get_devices()]
    assert dpctl.select_default_device().default_selector_score == max(scores)


def test_select_with_aspects(device):
    kind = device.device_type.name
    found = dpctl.select_device_with_aspects(kind)
    assert getattr(found, f"has_aspect_{kind}")
    found = dpctl.select_device_with_aspects(
        [kind, "usm_device_allocations"], excluded_aspects=["custom"]
    )
    assert found.has_aspect_usm_device_allocations
    with pytest.raises(dpctl.SyclDeviceCreationError, match=f"required_aspects=\\['{kind}'\\]"):
        dpctl.select_device_with_aspects(kind, excluded_aspects=kind)


@pytest.mark.parametrize("arguments", [("nonsense",), ("cpu", ["nonsense"])])
def test_unknown_aspects_are_refused(arguments):
    with pytest.raises(AttributeError, match="nonsense aspect is not supported"):
        dpctl.select_device_with_aspects(*arguments)


@pytest.mark.parametrize("arguments", [(1,), ("cpu", 1), ([1],)])
def test_aspects_that_are_no_strings_are_refused(arguments):
    with pytest.raises(TypeError):
        dpctl.select_device_with_aspects(*arguments)


def test_every_device_is_on_one_platform():
    on_platforms = [d for platform in dpctl.get_platforms() for d in platform.get_devices()]
    assert sorted(map(hash, on_platforms)) == sorted(map(hash, dpctl.get_devices()))
    assert dpctl.get_composite_devices() == []


def test_platform_of_device(device):
    platform = device.sycl_platform
    assert platform == dpctl.SyclPlatform(device.filter_string)
    assert hash(platform) == hash(dpctl.SyclPlatform(platform))
    assert device in platform.get_devices()
    assert device in platform.get_devices(device.device_type)
    assert device in platform.get_devices(device_type=device.device_type.name)
    assert platform.backend == device.backend
    assert platform.name and platform.vendor and platform.version
    assert repr(platform).startswith(
        f"<dpctl.SyclPlatform [{platform.name}, {platform.vendor}, {platform.version}] at 0x"
    )


def test_platform_arguments_are_checked(device):
    platform = device.sycl_platform
    assert platform.get_devices("no_such_type") == []
    with pytest.raises(TypeError, match="device type should be"):
        platform.get_devices(1)
    with pytest.raises(ValueError, match="Could not create a SyclPlatform"):
        dpctl.SyclPlatform("nonsense")
    with pytest.raises(ValueError, match="filter selector string"):
        dpctl.SyclPlatform(1)
    assert platform != 1


def test_default_context_covers_the_platform(device):
    context = device.sycl_platform.default_context
    assert context == device.sycl_platform.default_context
    assert context.get_devices() == device.sycl_platform.get_devices()


def test_lsplatform_prints_more_with_verbosity(capsys):
    platform = dpctl.get_platforms()[0]
    dpctl.lsplatform()
    assert capsys.readouterr().out.startswith(f"{platform.name} {platform.version}\n")
    dpctl.lsplatform(1)
    assert f"    Backend     {platform.backend.name}\n" in capsys.readouterr().out
    dpctl.lsplatform(verbosity=2)
    printed = capsys.readouterr().out
    assert printed.startswith("Platform  0 ::\n    Name        ")
    for device in platform.get_devices():
        assert f"        Filter string       {device.filter_string}\n" in printed


@pytest.mark.parametrize("verbosity", [3, -1, "a"])
def test_lsplatform_warns_of_other_verbosity(capsys, verbosity):
    with pytest.warns(UserWarning, match="Illegal verbosity level"):
        dpctl.SyclPlatform().print_platform_info(verbosity)
    platform = dpctl.SyclPlatform()
    assert capsys.readouterr().out == f"{platform.name} {platform.version}\n"


def test_the_best_device_with_the_aspects_is_selected(monkeypatch):
    def device(score, **aspects):
        has = {f"has_aspect_{name}": aspects.get(name, False) for name in ("cpu", "gpu", "fp64")}
        return SimpleNamespace(default_selector_score=score, **has)

    slow, fast = device(75, cpu=True, fp64=True), device(300, cpu=True)
    best = device(500, gpu=True, fp64=True)
    for order in itertools.permutations([slow, fast, best]):
        monkeypatch.setattr(_device_selection, "get_devices", lambda order=order: list(order))
        select = dpctl.select_device_with_aspects
        assert select([]) is best and select("gpu") is best and select(["fp64"]) is best
        assert select("cpu") is fast and select("cpu", "gpu") is fast
        assert select(["cpu", "fp64"]) is slow and select("fp64", excluded_aspects="gpu") is slow
        with pytest.raises(dpctl.SyclDeviceCreationError):
            select(["cpu", "gpu"])
