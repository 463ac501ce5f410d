"""What cuBLAS, cuSOLVER and cuFFT are asked for, by stand-ins that compute it; without a GPU.

No kernel runs here: what arrays hold comes by copies, and results are read as the libraries leave them.
"""

import fcntl
import os

import fake_cuda
import pytest

pytestmark = pytest.mark.skipif(
    fake_cuda.compiler() is None, reason="the stand-in for the driver needs a C++ compiler"
)

PRELUDE = """
import ctypes, os
import dpctl, dpctl.tensor as dpt, numpy as np
from dpctl.tensor import _usmarray

queue = dpctl.SyclQueue("cuda:gpu:0")
generator = np.random.default_rng(3)

def calls():
    library = ctypes.CDLL(os.path.join(os.environ["WEFT_CUDA_LIBRARIES"], "libcublas.so.13"))
    library.fakeLibraryCalls.restype = ctypes.c_char_p
    said = library.fakeLibraryCalls().decode().splitlines()
    assert not any("WRONG" in line for line in said), said
    return said

def values(dtype, *shape):
    made = generator.standard_normal(shape)
    if np.dtype(dtype).kind == "c":
        made = made + 1j * generator.standard_normal(shape)
    return made.astype(dtype)

def on_gpu(x):
    return dpt.asarray(np.ascontiguousarray(x), sycl_queue=queue)

def close(x, wanted):
    tolerance = {2: 2e-2, 4: 2e-4}.get(np.dtype(wanted.dtype).itemsize, 1e-9)
    tolerance = 2e-4 if wanted.dtype == np.complex64 else tolerance
    got = dpt.asnumpy(x)
    assert got.dtype == wanted.dtype and got.shape == wanted.shape, (got.dtype, got.shape)
    wide = "c16" if wanted.dtype.kind == "c" else "f8"
    np.testing.assert_allclose(got.astype(wide), wanted.astype(wide), rtol=tolerance, atol=tolerance)
"""


@pytest.fixture(scope="session")
def folders(tmp_path_factory):
    """The driver's, and the libraries'."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    driver, libraries = shared / "fake-cuda-beside", shared / "fake-libraries"
    driver.mkdir(exist_ok=True)
    libraries.mkdir(exist_ok=True)
    with open(driver / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (libraries / "built").exists():
            fake_cuda.build(driver)
            fake_cuda.build_libraries(libraries)
            (libraries / "built").touch()
    return driver, libraries


@pytest.fixture
def run(folders):
    def call(code, **environment):
        driver, libraries = folders
        done = fake_cuda.run(
            driver, PRELUDE + code, **{"WEFT_CUDA_LIBRARIES": str(libraries), **environment}
        )
        assert done.returncode == 0, done.stderr
        return done

    return call


def test_products_of_matrices(run):
    run("""
for dtype in ("f2", "f4", "f8", "c8", "c16"):
    a, b = values(dtype, 70, 65), values(dtype, 65, 81)
    x, y = on_gpu(a), on_gpu(b)
    close(x @ y, a @ b)
    close(on_gpu(a.T).T @ y, a @ b)
    close(x @ on_gpu(b.T).T, a @ b)
    close(on_gpu(a.T).mT @ on_gpu(b.T).mT, a @ b)
    wide, tall = values(dtype, 70, 90), values(dtype, 130, 81)
    close(on_gpu(wide)[:, 3:68] @ on_gpu(tall)[::2], wide[:, 3:68] @ tall[::2])
    close(dpt.tensordot(x, y, axes=1), a @ b)
made = calls()
assert made[0] == "cublasCreate" and made.count("cublasCreate") == 1
assert {line.split()[2] for line in made[1:]} == {"NN", "NT", "TN", "TT"}
assert made[1] == "gemm 2 NN m=81 n=70 k=65 lda=81 ldb=65 ldc=81 count=1 compute=68 mode=16", made[1]
assert [line for line in made if "gemm 0 " in line][0].endswith("compute=68 mode=16")
assert [line for line in made if "gemm 5 " in line][0].endswith("compute=70 mode=16")
""")


def test_products_of_bfloat16_are_rounded_once(run):
    pytest.importorskip("ml_dtypes")
    run("""
import ml_dtypes
a = values("f4", 66, 70).astype(ml_dtypes.bfloat16)
b = values("f4", 70, 65).astype(ml_dtypes.bfloat16)
got = dpt.asnumpy(on_gpu(a) @ on_gpu(b)).astype("f8")
wanted = (a.astype("f8") @ b.astype("f8")).astype("f4").astype(ml_dtypes.bfloat16).astype("f8")
np.testing.assert_allclose(got, wanted, rtol=1e-2)
assert calls()[1].startswith("gemm 14 NN")
""")


def test_stacks_at_a_regular_distance_are_one_call(run):
    run("""
a, b, one, square = (values("f4", *s) for s in [(2, 3, 40, 61), (2, 3, 61, 60), (61, 60), (40, 61)])
cases = [
    (on_gpu(a) @ on_gpu(b), a @ b, "gemm_stack 0 NN m=60 n=40 k=61 lda=60 ldb=61 ldc=60 count=6"),
    (on_gpu(a) @ on_gpu(one), a @ one, "gemm 0 NN m=60 n=240 k=61 lda=60 ldb=61 ldc=60 count=1"),
    (on_gpu(square) @ on_gpu(b), square @ b, "gemm_stack 0 NN m=60 n=40 k=61 lda=60 ldb=61 ldc=60 count=6"),
    (on_gpu(a) @ on_gpu(np.ascontiguousarray(b.mT)).mT, a @ b, "gemm_stack 0 TN m=60 n=40 k=61 lda=61 ldb=61"),
    (on_gpu(a)[:, 1] @ on_gpu(b)[:, 2], a[:, 1] @ b[:, 2], "gemm_stack 0 NN m=60 n=40 k=61 lda=60 ldb=61 ldc=60 count=2"),
]
for got, wanted, _ in cases:
    close(got, wanted)
made = calls()[1:]
for (_, _, begin), line in zip(cases, made, strict=True):
    assert line.startswith(begin), (line, begin)
""")


def test_products_follow_what_was_submitted_and_hold_back_what_comes(run):
    run("""
a, b = values("f8", 130, 130), values("f8", 130, 130)
x, y = on_gpu(a), on_gpu(b)
chain, wanted = x, a
for _ in range(4):
    chain, wanted = chain @ y, wanted @ b
np.testing.assert_allclose(dpt.asnumpy(chain), wanted, rtol=1e-9)
calls()
""")


def test_threads_and_queues_share_a_handle(run):
    run("""
import threading
wrong = []
def work(seed):
    own = dpctl.SyclQueue("cuda:gpu:0")
    local = np.random.default_rng(seed)
    for _ in range(10):
        a, b = local.standard_normal((70, 70)), local.standard_normal((70, 70))
        got = dpt.asnumpy(dpt.asarray(a, sycl_queue=own) @ dpt.asarray(b, sycl_queue=own))
        wrong.append(not np.allclose(got, a @ b))
threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
[t.start() for t in threads]
[t.join() for t in threads]
assert len(wrong) == 40 and not any(wrong)
assert calls().count("cublasCreate") == 1
""")


def test_small_products_and_integers_are_no_calls(run):
    run("""
for a, b in [
    (values("f4", 8, 8), values("f4", 8, 8)),
    (values("f4", 300, 300), values("f4", 300)),
    (np.ones((100, 100), dtype="i4"), np.ones((100, 100), dtype="i4")),
]:
    dpt.asnumpy(on_gpu(a) @ on_gpu(b))
assert not [line for line in calls() if "gemm" in line]
""")


@pytest.mark.parametrize(
    ("environment", "reason"),
    [
        ({"WEFT_CUDA_LIBRARIES": "0"}, "WEFT_CUDA_LIBRARIES=0"),
        ({"WEFT_FAKE_LIBRARIES": "cublas=1,cusolver=1,cufft=5"}, "gives"),
    ],
)
def test_without_libraries_the_host_and_own_kernels_are_told(run, environment, reason):
    code = """
x = dpt.asarray(np.eye(300), sycl_queue=queue)
dpt.asnumpy(x @ x)
np.testing.assert_allclose(dpt.asnumpy(dpt.linalg.inv(x)), np.eye(300))
np.testing.assert_allclose(dpt.asnumpy(dpt.fft.fft(x)), np.fft.fft(np.eye(300)))
"""
    done = run(code, WEFT_EXPLAIN="1", **environment)
    for name in ("cuBLAS", "cuSOLVER", "cuFFT"):
        assert f"{name} is not used" in done.stderr
    assert reason in done.stderr and "NumPy's LAPACK" in done.stderr
    assert "product_of_tiles" in done.stderr


FACTOR = """
def run(kind, option, a, **others):
    info = _usmarray.factorize_arrays(kind, option, a, **others)
    calls()
    return info

def blank(dtype, *shape):
    return dpt.empty(shape, dtype=dtype, sycl_queue=queue)

def real(dtype):
    return np.zeros(0, dtype).real.dtype

def columns(x):
    \"\"\"What the library sees, of a stack.\"\"\"
    return dpt.asnumpy(x).swapaxes(-1, -2)

def tolerance(dtype):
    return 2e-4 if dtype in ("f4", "c8") else 1e-9
"""


@pytest.mark.parametrize("dtype", ["f4", "f8", "c8", "c16"])
def test_factorizations(run, dtype):
    run(
        FACTOR
        + f"""
dtype = {dtype!r}
same = lambda x, y: np.testing.assert_allclose(x, y, rtol=tolerance(dtype), atol=tolerance(dtype))
a = values(dtype, 2, 5, 5) + 3 * np.eye(5, dtype=dtype)

lu, pivots, sides = on_gpu(a), blank("i8", 2, 5), values(dtype, 2, 3, 5)
assert run("lu", "n", lu, pivots=pivots) == [0, 0]
for option, matrix in (("n", a.mT), ("t", a)):
    b = on_gpu(sides)
    assert run("lu_solve", option, lu, b=b, pivots=pivots) == [0, 0]
    same(matrix @ columns(b), sides.mT)
assert run("lu", "n", on_gpu(np.zeros((5, 5), dtype)), pivots=blank("i8", 5)) == [1]

h = a @ a.conj().mT
factor = on_gpu(h)
assert run("cholesky", "u", factor) == [0, 0]
upper = np.triu(columns(factor))
same(upper.conj().mT @ upper, h.mT)
assert run("cholesky", "l", on_gpu(-h)) == [1, 1]

w, vectors = blank(real(dtype), 2, 5), on_gpu(h)
assert run("eigen", "u", vectors, b=w) == [0, 0]
v = columns(vectors)
same(h.mT @ v, v * dpt.asnumpy(w)[:, None, :])
only = blank(real(dtype), 2, 5)
run("eigen", "U", on_gpu(h), b=only)
same(dpt.asnumpy(only), dpt.asnumpy(w))

t = values(dtype, 2, 3, 6)  # of 6 rows and 3 columns
q, tau = on_gpu(t), blank(dtype, 2, 3)
assert run("qr", "n", q, b=tau) == [0, 0]
r = np.triu(columns(q)[:, :3])
assert run("qr_columns", "n", q, b=tau) == [0, 0]
same(columns(q) @ r, t.mT)
same(columns(q).conj().mT @ columns(q), np.broadcast_to(np.eye(3), (2, 3, 3)))

for option, wide in (("a", 6), ("s", 3)):
    s, u, vh = blank(real(dtype), 2, 3), blank(dtype, 2, wide, 6), blank(dtype, 2, 3, 3)
    assert run("singular", option, on_gpu(t), b=s, u=u, v=vh) == [0, 0]
    same(columns(u)[..., :3] * dpt.asnumpy(s)[:, None, :] @ columns(vh), t.mT)
s = blank(real(dtype), 2, 3)
run("singular", "n", on_gpu(t), b=s)
same(dpt.asnumpy(s), np.linalg.svd(t, compute_uv=False))
"""
    )


def test_transforms(run):
    run("""
for dtype, complex_dtype in (("f4", "c8"), ("f8", "c16")):
    x, z = values(dtype, 3, 4, 10), values(complex_dtype, 3, 4, 5, 9)
    close(dpt.fft.rfft(on_gpu(x)), np.fft.rfft(x))
    close(dpt.fft.rfftn(on_gpu(x), axes=(1, 2)), np.fft.rfftn(x, axes=(1, 2)))
    close(dpt.fft.fft(on_gpu(z)), np.fft.fft(z))
    close(dpt.fft.ifft(on_gpu(z), norm="forward"), np.fft.ifft(z, norm="forward"))
    for axes in ((2, 3), (1, 2, 3)):
        close(dpt.fft.fftn(on_gpu(z), axes=axes), np.fft.fftn(z, axes=axes))
    close(dpt.fft.fftn(on_gpu(z[0])), np.fft.fftn(z[0]))
    for n in (8, 9):
        half = np.fft.rfft(values(dtype, 3, n)).astype(complex_dtype)
        source, target = on_gpu(half), dpt.empty((3, n), dtype=dtype, sycl_queue=queue)
        _usmarray.transform_array(source, target, 1, True)
        close(target, np.fft.irfft(half, n, norm="forward").astype(dtype))
made = calls()
assert "R2C 10 batches=12" in made and "C2C 4 5 9 batches=3" in made and "C2R 9 batches=3" in made
assert not any("plan of" in line for line in (dpt.fft.fft(on_gpu(z)), calls())[1])
""")


def test_plans_are_bounded(run):
    run("""
for n in range(2, 150):
    x = values("c16", n)
    close(dpt.fft.fft(on_gpu(x)), np.fft.fft(x))
calls()
""")
