"""dtype questions, the namespace's description of itself, and printing."""

import dpctl
import dpctl.tensor as dpt
import numpy as np
import pytest

from support import DTYPES


@pytest.mark.parametrize("first", DTYPES)
def test_casting_and_promotion_are_numpys(device, first):
    for second in DTYPES:
        assert dpt.result_type(first, second) == np.result_type(first, second)
        for casting in ("no", "equiv", "safe", "same_kind", "unsafe"):
            assert dpt.can_cast(first, second, casting=casting) == np.can_cast(
                first, second, casting
            )
    x = dpt.ones(2, dtype=first, device=device)
    for scalar in (True, 1, 2.5, 1j):
        assert dpt.result_type(x, scalar) == np.result_type(np.dtype(first), scalar)
    assert dpt.can_cast(x, "complex128")


def test_result_type_of_scalars():
    assert dpt.result_type(1, 2) == np.int64
    assert dpt.result_type(1, 2.0) == np.float64
    assert dpt.result_type(True) == np.bool_
    assert dpt.result_type("i1", np.int16(3)) == np.int16
    with pytest.raises(ValueError):
        dpt.result_type()
    with pytest.raises(ValueError):
        dpt.can_cast("i4", "f8", casting="foo")


def test_isdtype():
    kinds = {
        "bool": "?",
        "signed integer": "bhil",
        "unsigned integer": "BHIL",
        "integral": "bhilBHIL",
        "real floating": "efd",
        "complex floating": "FD",
        "numeric": "bhilBHILefdFD",
    }
    for kind, chars in kinds.items():
        for dtype in map(np.dtype, DTYPES):
            assert dpt.isdtype(dtype, kind) == (dtype.char in chars)
    assert dpt.isdtype(dpt.int8, (dpt.float32, "signed integer"))
    assert dpt.isdtype(dpt.int8, dpt.int8)
    with pytest.raises(ValueError):
        dpt.isdtype(dpt.int8, "foo")
    with pytest.raises(TypeError):
        dpt.isdtype("int8", "bool")


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "complex64", "complex128"])
def test_finfo(dtype):
    ours, numpys = dpt.finfo(dtype), np.finfo(dtype)
    for name in (
        "bits",
        "eps",
        "epsneg",
        "max",
        "min",
        "precision",
        "resolution",
        "smallest_normal",
        "tiny",
    ):
        assert getattr(ours, name) == getattr(numpys, name)
        assert type(getattr(ours, name)) in (int, float)
    assert ours.dtype == numpys.dtype
    assert repr(ours) == repr(numpys)
    with pytest.raises(ValueError):
        dpt.finfo("int32")


def test_iinfo(device):
    assert dpt.iinfo(dpt.ones(2, dtype="i2", device=device)).max == 32767
    assert dpt.iinfo("u8").max == 2**64 - 1
    with pytest.raises(ValueError):
        dpt.iinfo("float32")


def test_namespace_info():
    info = dpt.__array_namespace_info__()
    assert dpt.__array_api_version__ == "2024.12"
    assert info.capabilities() == {
        "boolean indexing": True,
        "data-dependent shapes": True,
        "max dimensions": None,
    }
    assert info.default_device() in info.devices()
    assert info.devices() == dpctl.get_devices()
    assert info.default_dtypes()["integral"] == np.int64
    assert info.dtypes()["uint8"] == np.uint8
    assert list(info.dtypes(kind="signed integer")) == ["int8", "int16", "int32", "int64"]
    assert list(info.dtypes(kind=("bool", "complex floating"))) == [
        "bool",
        "complex64",
        "complex128",
    ]
    with pytest.raises(ValueError):
        info.dtypes(kind="foo")
    with pytest.raises(TypeError, match="string"):
        info.dtypes(kind={0: "bool"})


def test_names_of_the_array_api():
    for name in dpt.__all__:
        assert hasattr(dpt, name)
    assert (dpt.newaxis, dpt.e, dpt.pi, dpt.inf) == (None, np.e, np.pi, np.inf)
    assert dpt.nan != dpt.nan


HOSTS = [
    np.array(3.5),
    np.arange(6),
    np.ones((2, 3), dtype="f4"),
    np.ones((2, 2), dtype="c8"),
    np.array([True, False]),
    np.array([1e-10, 1.0, np.nan, -np.inf]),
    np.arange(24, dtype="i2").reshape(2, 3, 4)[:, ::-1],
    np.linspace(0, 1, 30),
]


@pytest.mark.parametrize("host", HOSTS, ids=lambda n: f"{n.dtype}{n.shape}")
def test_text_is_numpys(device, host):
    x = dpt.asarray(host, device=device)
    assert str(x) == str(host)
    expected = np.array2string(host, separator=", ", prefix="usm_ndarray(", suffix=")")
    assert repr(x).startswith(f"usm_ndarray({expected}")


@pytest.mark.parametrize(
    "make, expected",
    [
        (lambda d: dpt.arange(3, device=d), "usm_ndarray([0, 1, 2])"),
        (lambda d: dpt.ones(2, dtype="i4", device=d), "usm_ndarray([1, 1], dtype=int32)"),
        (lambda d: dpt.empty((0, 3), device=d), "usm_ndarray([], shape=(0, 3), dtype=float64)"),
        (lambda d: dpt.empty(0, dtype="i4", device=d), "usm_ndarray([], dtype=int32)"),
        (lambda d: dpt.asarray(3.5, device=d), "usm_ndarray(3.5)"),
        (
            lambda d: dpt.arange(2000, device=d),
            "usm_ndarray([   0,    1,    2, ..., 1997, 1998, 1999], shape=(2000,))",
        ),
    ],
)
def test_repr(device, make, expected):
    assert repr(make(device)) == expected


@pytest.mark.parametrize(
    "shape",
    [(1000,), (1001,), (40, 50), (3, 4, 200), (6, 200), (7, 200), (2000, 1), (1, 2, 3, 500)],
)
def test_long_arrays_are_shortened_as_numpys(device, shape):
    host = np.arange(np.prod(shape)).reshape(shape)
    assert str(dpt.asarray(host, device=device)) == str(host)


def test_print_options(device):
    x = dpt.asarray([1.23456789, 1e-9, np.nan, -np.inf], device=device)
    before = dpt.get_print_options()
    with dpt.print_options(precision=3, suppress=True, nanstr="N", infstr="I", sign="+") as options:
        assert options["precision"] == 3
        with np.printoptions(precision=3, suppress=True, nanstr="N", infstr="I", sign="+"):
            assert str(x) == str(dpt.asnumpy(x))
    assert dpt.get_print_options() == before
    assert dpt.usm_ndarray_str(x[:1], precision=2) == "[1.23]"
    assert dpt.usm_ndarray_repr(dpt.ones(3, device=device), prefix="array") == "array([1., 1., 1.])"
    assert (
        dpt.usm_ndarray_str(dpt.arange(10, device=device), threshold=5, edge_items=1) == "[0 ... 9]"
    )
    with pytest.raises(TypeError):
        dpt.usm_ndarray_repr(3)
    with pytest.raises(ValueError):
        dpt.set_print_options(floatmode="foo")
    with pytest.raises(ValueError):
        dpt.set_print_options(sign="foo")
    with pytest.raises(TypeError):
        dpt.set_print_options(nanstr=3)
    for name in ("linewidth", "edgeitems", "precision", "threshold"):
        with pytest.raises(TypeError, match=name):
            dpt.set_print_options(**{name: "a"})


def test_what_does_not_fit_a_line_starts_another(device):
    x = dpt.ones((3, 3), dtype="i4", device=device)
    with dpt.print_options(threshold=0, edgeitems=1, linewidth=1):
        assert repr(x).endswith("]],\n            shape=(3, 3),\n            dtype=int32)")
    y = dpt.ones(3, dtype="i4", device=device)
    line = "usm_ndarray([1, 1, 1], dtype=int32)"
    assert dpt.usm_ndarray_repr(y, line_width=len(line)) == line
    assert "\n" in dpt.usm_ndarray_repr(y, line_width=len(line) - 1)


@pytest.mark.parametrize("limits", [dpt.iinfo, dpt.finfo])
@pytest.mark.parametrize("dtype", ["O", "S3", "M8[s]"])
def test_no_limits_of_other_dtypes(limits, dtype):
    with pytest.raises(ValueError):
        limits(dtype)


@pytest.mark.parametrize("limits", [dpt.iinfo, dpt.finfo])
@pytest.mark.parametrize("no_dtype", ["x", 1, 1.5, True])
def test_limits_of_no_dtype_are_type_errors(limits, no_dtype):
    with pytest.raises(TypeError):
        limits(no_dtype)
