"""The Array API's fft extension against NumPy's."""

import os
import subprocess
import sys

import dpctl.tensor as dpt
import numpy as np
import pytest


def signal(dtype, *shape):
    generator = np.random.default_rng(0)
    values = generator.standard_normal(shape)
    if np.dtype(dtype).kind == "c":
        values = values + 1j * generator.standard_normal(shape)
    return values.astype(dtype)


def close(x, reference):
    assert x.dtype == reference.dtype and x.shape == reference.shape
    np.testing.assert_allclose(dpt.asnumpy(x), reference, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("norm", ["backward", "ortho", "forward"])
@pytest.mark.parametrize("options", [{}, {"n": 5}, {"n": 12, "axis": 0}, {"axis": 1}])
@pytest.mark.parametrize(
    ("name", "dtypes"),
    [
        ("fft", ("float32", "complex64")),
        ("ifft", ("complex64",)),
        ("rfft", ("float32",)),
        ("irfft", ("complex64",)),
        ("hfft", ("complex64",)),
        ("ihfft", ("float32",)),
    ],
)
def test_transforms_along_one_axis(queue, name, dtypes, options, norm):
    for dtype in dtypes:
        values = signal(dtype, 4, 6)
        got = getattr(dpt.fft, name)(dpt.asarray(values, sycl_queue=queue), **options, norm=norm)
        assert got.sycl_queue == queue
        close(got, getattr(np.fft, name)(values, **options, norm=norm))


@pytest.mark.parametrize(
    "options", [{}, {"s": (3, 8)}, {"axes": (0, 2)}, {"s": (2, 3), "axes": (1, 0)}]
)
@pytest.mark.parametrize("name", ["fftn", "ifftn", "rfftn", "irfftn"])
def test_transforms_along_several_axes(queue, name, options):
    values = signal("float32" if name == "rfftn" else "complex64", 3, 4, 6)
    reference = dict(options)
    if "s" in options and "axes" not in options:
        reference["axes"] = (1, 2)
    close(
        getattr(dpt.fft, name)(dpt.asarray(values, sycl_queue=queue), **options),
        getattr(np.fft, name)(values, **reference),
    )


LARGE = [
    *((name, options) for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft") for options in ({}, {"n": 100}, {"axis": 0}, {"n": 33, "axis": -2})),
    *((name, options) for name in ("fftn", "ifftn", "rfftn", "irfftn") for options in ({}, {"s": (60, 90), "axes": (0, 1)}, {"axes": (1,)}, {"axes": (-1, 0)})),
]  # fmt: skip


@pytest.mark.parametrize(("name", "options"), LARGE)
def test_large_results(queue, name, options):
    real = name in ("rfft", "rfftn", "ihfft")
    for dtype in ("float32", "float64") if real else ("float32", "complex64", "complex128"):
        if dtype in ("float64", "complex128") and not queue.sycl_device.has_aspect_fp64:
            continue
        values = signal(dtype, 70, 80)
        for host in (values, values[::-1, 1:]):
            got = getattr(dpt.fft, name)(dpt.asarray(host, sycl_queue=queue), **options)
            assert got.sycl_queue == queue
            close(got, getattr(np.fft, name)(host, **options))
            got[...] = 0  # is the caller's alone
            assert not dpt.asnumpy(got).any()


def test_large_transforms_refuse_what_small_ones_do(queue):
    x = dpt.ones((70, 80), dtype="c8", sycl_queue=queue)
    for call in (
        lambda: dpt.fft.fft(x, axis=2),
        lambda: dpt.fft.fft(x, n=0),
        lambda: dpt.fft.fftn(x, axes=(0, 2)),
    ):
        with pytest.raises((ValueError, IndexError)):
            call()


def test_inverse_undoes(queue):
    x = dpt.asarray(signal("complex64", 5, 7), sycl_queue=queue)
    for there, back in ((dpt.fft.fft, dpt.fft.ifft), (dpt.fft.fftn, dpt.fft.ifftn)):
        close(back(there(x)), dpt.asnumpy(x))


@pytest.mark.parametrize("n", [1, 4, 7])
def test_frequencies_and_shifts(queue, n):
    device = queue.sycl_device
    for name in ("fftfreq", "rfftfreq"):
        reference = getattr(np.fft, name)(n, 0.5).astype("float32")
        close(getattr(dpt.fft, name)(n, d=0.5, dtype=dpt.float32, device=device), reference)
    values = np.arange(3 * n, dtype="int32").reshape(3, n)
    x = dpt.asarray(values, sycl_queue=queue)
    for axes in (None, 0, (1,), (0, 1)):
        for name in ("fftshift", "ifftshift"):
            close(getattr(dpt.fft, name)(x, axes=axes), getattr(np.fft, name)(values, axes=axes))


def test_says_where_it_computes(device):
    code = (
        f"import dpctl.tensor as dpt; dpt.fft.fft(dpt.ones(4, dtype='float32', device={device!r}))"
    )
    said = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "WEFT_EXPLAIN": "1"},
        check=True,
        capture_output=True,
        text=True,
    ).stderr
    on_the_host = "weft array: fft.fft: by NumPy's pocketfft in the host's memory" in said
    by_cufft = "libcufft.so" in said
    assert on_the_host != by_cufft
    assert on_the_host or device.startswith("cuda")


def test_bad_input(queue):
    x = dpt.ones(4, dtype="int32", sycl_queue=queue)
    for call, error, message in (
        (lambda: dpt.fft.fft(x), TypeError, "got dtype int32"),
        (lambda: dpt.fft.rfft(dpt.astype(x, "complex64")), TypeError, "real floating-point"),
        (lambda: dpt.fft.fft(dpt.astype(x, "float32"), norm="x"), ValueError, "got 'x'"),
        (lambda: dpt.fft.fft(np.ones(4)), TypeError, "expected dpctl.tensor.usm_ndarray"),
        (lambda: dpt.fft.fftfreq(4, dtype=dpt.int32), TypeError, "got dtype int32"),
        (lambda: dpt.fft.fftfreq(x), TypeError, "fft.fftfreq: n is an integer, got usm_ndarray"),
        (lambda: dpt.fft.rfftfreq(0), ValueError, "fft.rfftfreq: n is 1 or more, got 0"),
        (lambda: dpt.fft.fftfreq(3, d=0), ValueError, "fft.fftfreq: d is .* got 0"),
        (lambda: dpt.fft.fftshift(x, axes=1), IndexError, "fft.fftshift: axis 1 is out of bounds"),
    ):
        with pytest.raises(error, match=message):
            call()


@pytest.mark.parametrize("size", [(3, 4), (70, 80)])
@pytest.mark.parametrize(
    ("name", "options", "error", "message"),
    [
        (
            "fft",
            {"axis": 2},
            IndexError,
            "fft.fft: axis 2 is out of bounds for array of dimension 2",
        ),
        ("rfft", {"axis": 1.5}, TypeError, "fft.rfft: an axis is an integer, got 1.5"),
        ("ifft", {"n": 0}, ValueError, "fft.ifft: the extent of an axis is 1 or more, got 0"),
        ("irfft", {"n": 1.5}, TypeError, "fft.irfft: the extent of an axis is an integer, got 1.5"),
        ("fftn", {"axes": (0, 2)}, IndexError, "fft.fftn: axis 2 is out of bounds"),
        ("ifftn", {"s": (1, 2, 3)}, IndexError, "fft.ifftn: axis -3 is out of bounds"),
        ("rfftn", {"axes": ()}, ValueError, "fft.rfftn: "),
        (
            "irfftn",
            {"s": (-1, -2)},
            ValueError,
            "fft.irfftn: the extent of an axis is 1 or more, got -2",
        ),
        ("fftn", {"s": (2,), "axes": (0, 1)}, ValueError, r"fft.fftn: extents \(2,\) for 2 axes"),
        ("hfft", {"norm": "x"}, ValueError, "fft.hfft: norm is .* got 'x'"),
    ],
)
def test_errors_name_the_transform_and_the_argument(queue, size, name, options, error, message):
    x = dpt.ones(size, dtype="f4", sycl_queue=queue)
    with pytest.raises(error, match=message):
        getattr(dpt.fft, name)(x, **options)


def test_nothing_to_transform(queue):
    with pytest.raises(ValueError, match=r"fft.fft: no elements along axis 1 of shape \(2, 0\)"):
        dpt.fft.fft(dpt.zeros((2, 0), sycl_queue=queue))
    with pytest.raises(ValueError, match="fft.irfft: Invalid number of FFT data points"):
        dpt.fft.irfft(dpt.ones((2, 1), sycl_queue=queue))
