"""What is asked of a device's library of Fourier transforms, by a stand-in that computes it with NumPy."""

import dpctl.tensor as dpt
import numpy as np
import pytest
from dpctl.tensor import _usmarray


def transform(x, made, rank, inverse):
    """Unscaled, along the last axes, between dense arrays; as cuFFT, it leaves nothing of what becomes real."""
    assert x.flags.c_contiguous and made.flags.c_contiguous and x.size and made.size
    host, axes = dpt.asnumpy(x), tuple(range(-rank, 0))
    count = np.prod(made.shape[-rank:])
    if host.dtype.kind == "f":
        assert not inverse
        result = np.fft.rfftn(host, axes=axes)
    elif np.dtype(made.dtype).kind == "f":
        assert inverse and rank == 1 and x.shape[-1] == made.shape[-1] // 2 + 1
        assert not host[..., 0].imag.any()
        assert made.shape[-1] % 2 or not host[..., -1].imag.any()
        result = np.fft.irfft(host, made.shape[-1]) * count
        x[...] = np.nan
    else:
        result = np.fft.ifftn(host, axes=axes) * count if inverse else np.fft.fftn(host, axes=axes)
    assert result.shape == made.shape
    made[...] = dpt.asarray(result.astype(made.dtype), sycl_queue=made.sycl_queue)


@pytest.fixture(autouse=True)
def with_library(monkeypatch):
    monkeypatch.setattr(_usmarray, "has_transforms", lambda x: True)
    monkeypatch.setattr(_usmarray, "transform_array", transform)
    monkeypatch.setattr(dpt.fft, "few_transformed", lambda *_: None)


@pytest.fixture
def alone(monkeypatch):
    """Nothing may be left to the host."""

    def refused(*arguments):
        raise AssertionError("by the host")

    monkeypatch.setattr(dpt.fft, "explain", refused)


def signal(dtype, *shape):
    generator = np.random.default_rng(len(shape))
    values = generator.standard_normal(shape)
    if np.dtype(dtype).kind == "c":
        values = values + 1j * generator.standard_normal(shape)
    return values.astype(dtype)


def check(queue, name, values, options, usm_type="device"):
    x = dpt.asarray(values, sycl_queue=queue, usm_type=usm_type)
    got = getattr(dpt.fft, name)(x, **options)
    if "s" in options and "axes" not in options:
        options = {**options, "axes": tuple(range(-len(options["s"]), 0))}
    wanted = getattr(np.fft, name)(values, **options)
    assert (got.dtype, got.shape) == (wanted.dtype, wanted.shape)
    assert (got.sycl_queue, got.usm_type) == (queue, usm_type)
    tolerance = 1e-10 if wanted.dtype.itemsize == (16 if wanted.dtype.kind == "c" else 8) else 1e-3
    np.testing.assert_allclose(dpt.asnumpy(got), wanted, rtol=tolerance, atol=tolerance)
    np.testing.assert_array_equal(dpt.asnumpy(x), values)


ONE_AXIS = ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")
SEVERAL_AXES = ("fftn", "ifftn", "rfftn", "irfftn")


def kinds(name):
    real, complex_ = ("f4", "f8"), ("c8", "c16")
    return real if name in ("rfft", "rfftn", "ihfft") else (*real, *complex_)


@pytest.mark.parametrize("norm", ["backward", "ortho", "forward"])
@pytest.mark.parametrize("options", [{}, {"n": 5}, {"n": 12, "axis": 0}, {"n": 1}, {"axis": -2}])
@pytest.mark.parametrize("name", ONE_AXIS)
def test_one_axis(queue, alone, name, options, norm):
    for dtype in kinds(name):
        check(queue, name, signal(dtype, 4, 3, 6), {**options, "norm": norm})


@pytest.mark.parametrize("norm", ["backward", "ortho", "forward"])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"s": (3, 8)},
        {"axes": (0, 2)},
        {"s": (2, 3), "axes": (1, 0)},
        {"s": (-1, 3), "axes": (-1, 1)},
        {"s": (5, -1)},
        {"axes": (1, 3, 0, 4)},
        {"s": (2, 6, 3, 4), "axes": (4, 2, 0, 3)},
        {"s": (7,), "axes": (0,)},
    ],
)
@pytest.mark.parametrize("name", SEVERAL_AXES)
def test_several_axes(queue, alone, name, options, norm):
    for dtype in kinds(name):
        check(queue, name, signal(dtype, 4, 3, 6, 5, 2), {**options, "norm": norm})


def test_memory_of_any_kind(queue, alone):
    for name in (*ONE_AXIS, *SEVERAL_AXES):
        check(queue, name, signal(kinds(name)[-1], 4, 6), {}, usm_type="shared")


@pytest.mark.parametrize(
    ("name", "options", "error"),
    [
        *((name, {"n": n}, ValueError) for name in ONE_AXIS for n in (0, -1)),
        *((name, {"axis": axis}, IndexError) for name in ONE_AXIS for axis in (2, -3)),
        *((name, {"s": (3, 0)}, ValueError) for name in SEVERAL_AXES),
        *((name, {"s": (3, 2), "axes": (0,)}, ValueError) for name in SEVERAL_AXES),
        *((name, {"axes": (0, 2)}, IndexError) for name in SEVERAL_AXES),
    ],
)
def test_what_numpy_refuses_is_refused_by_the_same_class_and_by_name(queue, name, options, error):
    values = signal(kinds(name)[0], 4, 6)
    with pytest.raises(error):
        getattr(np.fft, name)(values, **{"axes": (0, 1), **options} if "s" in options else options)
    with pytest.raises(error, match=rf"fft\.{name}: "):
        getattr(dpt.fft, name)(dpt.asarray(values, sycl_queue=queue), **options)


@pytest.mark.parametrize("name", ["irfft", "hfft", "irfftn"])
def test_a_half_of_one_element_gives_none(queue, name):
    x = dpt.ones((4, 1), dtype="c8", sycl_queue=queue)
    with pytest.raises(ValueError):
        getattr(dpt.fft, name)(x)


@pytest.mark.parametrize("name", ONE_AXIS)
def test_no_lines(queue, name):
    check(queue, name, signal(kinds(name)[0], 0, 4), {})


@pytest.mark.parametrize("name", ["fftn", "ifftn"])
def test_axes_that_repeat(queue, name):
    check(queue, name, signal("c16", 4, 6), {"axes": (0, 0)})
    check(queue, name, signal("c16", 4, 6), {"axes": ()})
