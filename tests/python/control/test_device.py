"""SyclDevice: construction, descriptors, sub-devices, filter strings."""

import os
import subprocess
import sys

import dpctl
import pytest

ASPECTS = [name for name in dir(dpctl.SyclDevice) if name.startswith("has_aspect_")]


def test_default_device_is_one_of_all():
    assert dpctl.SyclDevice() in dpctl.get_devices()


def test_device_of_its_own_filter_string_is_equal(device):
    again = dpctl.SyclDevice(device.filter_string)
    assert again == device
    assert hash(again) == hash(device)
    assert dpctl.SyclDevice(device) == device


def test_cpu_answers_to_the_strings_that_programs_ask_for():
    cpu = dpctl.SyclDevice("cpu")
    for name in ("opencl:cpu", "opencl:cpu:0", "cpu:0"):
        assert dpctl.SyclDevice(name) == cpu


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ("nonsense", "'nonsense' is not understood"),
        ("opencl:cpu:99", "no device"),
        ("abc:def:0", "'abc' in 'abc:def:0' is not understood"),
        ("", "not understood"),
    ],
)
def test_filter_string_without_device_is_refused(bad, why):
    with pytest.raises(dpctl.SyclDeviceCreationError, match=f"selector string '{bad}'.*{why}"):
        dpctl.SyclDevice(bad)


@pytest.mark.parametrize("bad", [1, 1.5, [], b"cpu"])
def test_other_arguments_are_refused(bad):
    with pytest.raises(TypeError, match="filter selector string or another SyclDevice"):
        dpctl.SyclDevice(bad)


def test_repr_names_backend_type_and_device(device):
    text = repr(device)
    assert text.startswith(
        f"<dpctl.SyclDevice [{device.backend}, {device.device_type},  {device.name}] at 0x"
    )
    assert device.__name__ == "SyclDevice"


def test_comparison_with_other_types_is_false(device):
    assert device != 1
    assert device != device.filter_string


def test_every_aspect_is_a_bool(device):
    assert len(ASPECTS) == 21
    assert all(isinstance(getattr(device, aspect), bool) for aspect in ASPECTS)


def test_type_predicates_agree(device):
    kind = device.device_type.name
    assert device.is_cpu == (kind == "cpu") == device.has_aspect_cpu
    assert device.is_gpu == (kind == "gpu") == device.has_aspect_gpu
    assert device.is_accelerator == (kind == "accelerator") == device.has_aspect_accelerator


@pytest.mark.parametrize(
    "name",
    [
        "max_compute_units",
        "max_work_group_size",
        "max_num_sub_groups",
        "max_work_item_dims",
        "global_mem_size",
        "local_mem_size",
        "max_mem_alloc_size",
        "global_mem_cache_size",
        "global_mem_cache_line_size",
        "profiling_timer_resolution",
    ],
)
def test_quantities_are_positive(device, name):
    assert getattr(device, name) > 0


def test_vector_widths_are_counts(device):
    for kind in ("preferred", "native"):
        for element in ("char", "short", "int", "long", "float", "double", "half"):
            assert getattr(device, f"{kind}_vector_width_{element}") >= 0
    assert device.native_vector_width_float >= 1


def test_work_item_sizes_have_as_many_entries_as_dimensions(device):
    assert len(device.max_work_item_sizes1d) == 1
    assert len(device.max_work_item_sizes2d) == 2
    assert len(device.max_work_item_sizes3d) == 3
    with pytest.deprecated_call():
        assert device.max_work_item_sizes == device.max_work_item_sizes3d


def test_sub_group_sizes_are_positive(device):
    assert device.sub_group_sizes
    assert all(size > 0 for size in device.sub_group_sizes)
    assert isinstance(device.sub_group_independent_forward_progress, bool)


def test_sub_group_sizes_of_the_cpu_begin_with_four():
    assert dpctl.SyclDevice("cpu").sub_group_sizes == [4, 8, 16, 32]


def test_image_limits_are_zero_without_images(device):
    limits = (
        device.max_read_image_args,
        device.max_write_image_args,
        device.image_2d_max_width,
        device.image_2d_max_height,
        device.image_3d_max_width,
        device.image_3d_max_height,
        device.image_3d_max_depth,
    )
    assert device.has_aspect_image or limits == (0,) * 7


def test_texts_are_not_empty(device):
    assert device.name
    assert device.vendor
    assert device.driver_version


def test_enumerations_have_their_types(device):
    assert isinstance(device.backend, dpctl.backend_type)
    assert isinstance(device.device_type, dpctl.device_type)
    assert isinstance(device.global_mem_cache_type, dpctl.global_mem_cache_type)


def test_filter_string_parts(device):
    backend, kind, number = device.filter_string.split(":")
    assert (backend, kind) == (device.backend.name, device.device_type.name)
    assert device.get_filter_string() == device.filter_string
    assert device.get_filter_string(include_backend=False) == f"{kind}:{number}"
    for parts in (
        {"include_backend": False},
        {"include_device_type": False},
        {"include_backend": False, "include_device_type": False},
    ):
        assert dpctl.SyclDevice(device.get_filter_string(**parts)) == device


def test_device_id_is_the_place_among_all(device):
    assert dpctl.get_devices()[device.get_device_id()] == device


def test_print_device_info(device, capsys):
    device.print_device_info()
    printed = capsys.readouterr().out
    assert f"    Name            {device.name}\n" in printed
    assert f"    Filter string   {device.filter_string}\n" in printed


def test_root_device_has_no_parent(device):
    assert device.parent_device is None
    assert device.get_unpartitioned_parent_device() == device
    assert device.composite_device is None
    assert device.component_devices() == []


@pytest.fixture
def partitionable(device):
    if device.partition_max_sub_devices < 2:
        pytest.skip(f"{device.name} cannot be split")
    return device


def test_equal_partition_covers_the_device(partitionable):
    parts = partitionable.create_sub_devices(partition=1)
    assert sum(part.max_compute_units for part in parts) == partitionable.max_compute_units
    for part in parts:
        assert part.parent_device == partitionable
        assert part.get_unpartitioned_parent_device() == partitionable
        assert part.get_device_id() == partitionable.get_device_id()
        with pytest.raises(ValueError, match="not a root device"):
            _ = part.filter_string
        with pytest.raises(ValueError, match="not a root device"):
            part.get_filter_string()


def test_partition_by_counts_gives_those_counts(partitionable):
    parts = partitionable.create_sub_devices(partition=[1, 1])
    assert [part.max_compute_units for part in parts] == [1, 1]


def test_partition_by_affinity_covers_the_device_or_is_refused(partitionable):
    for domain in ("numa", "L3_cache", "L1_cache", "next_partitionable"):
        try:
            parts = partitionable.create_sub_devices(partition=domain)
        except dpctl.SyclSubDeviceCreationError:
            continue
        assert sum(part.max_compute_units for part in parts) == partitionable.max_compute_units


def test_sub_device_runs_work(partitionable):
    part = partitionable.create_sub_devices(partition=1)[0]
    queue = dpctl.SyclQueue(dpctl.SyclContext(part), part)
    memory = dpctl.memory.MemoryUSMDevice(100, queue=queue)
    memory.memset(5)
    assert memory.tobytes() == b"\5" * 100


@pytest.mark.parametrize(
    ("partition", "error", "message"),
    [
        (0, dpctl.SyclSubDeviceCreationError, "partition=0 .*zero"),
        (-1, OverflowError, "partition=-1 .*negative"),
        (10**20, OverflowError, f"partition={10**20} "),
        (10**6, dpctl.SyclSubDeviceCreationError, "partitioned by 1000000"),
        ([], ValueError, "Non-empty"),
        ([0, 1], dpctl.SyclSubDeviceCreationError, r"partition=\[0, 1\] .*zero"),
        ([1, -1], OverflowError, r"partition=\[1, -1\] .*negative"),
        ((1, 10**20), OverflowError, rf"partition=\(1, {10**20}\) "),
        ([10**6], dpctl.SyclSubDeviceCreationError, r"partitioned by \[1000000\]"),
        (["a"], TypeError, "integer"),
        ("no_such_domain", ValueError, "no_such_domain is not understood"),
        (None, TypeError, "NoneType"),
    ],
)
def test_partitions_that_make_no_sense_are_refused(device, partition, error, message):
    with pytest.raises(error, match=message):
        device.create_sub_devices(partition=partition)


def test_partition_keyword_is_required(device):
    for arguments in ({}, {"other": 1}, {"partition": 1, "other": 1}):
        with pytest.raises(TypeError, match=r"create_sub_devices\(partition="):
            device.create_sub_devices(**arguments)


def test_peer_access_checks_its_arguments(device):
    assert isinstance(device.can_access_peer(device), bool)
    assert isinstance(device.can_access_peer(device, value="atomics_supported"), bool)
    with pytest.raises(ValueError, match="got wrong"):
        device.can_access_peer(device, value="wrong")
    with pytest.raises(TypeError, match="<class 'int'>"):
        device.can_access_peer(1)
    with pytest.raises(ValueError, match=r"[Pp]eer access"):
        device.enable_peer_access(device)
    with pytest.raises(ValueError, match=r"[Pp]eer access"):
        device.disable_peer_access(device)


def test_memory_and_caches_are_known_where_hwloc_sees_nothing(tmp_path):
    """A sandbox without /sys and /proc, to hwloc."""
    program = (
        "import dpctl, dpctl.tensor as dpt\n"
        "print(dpctl.SyclDevice('cpu').global_mem_size, int(dpt.sum(dpt.ones(1000))))"
    )
    environment = {**os.environ, "HWLOC_FSROOT": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert done.returncode == 0, done.stderr
    memory, total = done.stdout.split()
    assert int(memory) > 2**28
    assert total == "1000"
