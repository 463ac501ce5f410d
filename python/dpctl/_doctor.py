"""``python -m dpctl --doctor``: what is here, whether it works, and what to do where it does not."""

from __future__ import annotations

import os
import stat
from importlib import metadata
from pathlib import Path


def _compiler() -> str:
    """Where libweft-codegen stands, or what is wrong."""
    library = Path(__file__).resolve().parent.parent / "weft" / "lib" / "libweft-codegen.so"
    if not library.exists():
        return f"missing: {library}; reinstall weft"
    return f"{library} ({library.stat().st_size >> 20} MiB)"


_OPENCL = "OpenCL: "  # how its remarks begin


def _remarks() -> list[str]:
    """Why something that users may expect is not among the devices."""
    from dpctl._diagnostics import _discovery_remarks

    return list(_discovery_remarks())


def _opencl() -> list[str]:
    """Lines on OpenCL implementations whose devices are not there; none where nothing is installed."""
    remarks = [r.removeprefix(_OPENCL) for r in _remarks() if r.startswith(_OPENCL)]
    nothing = ("no loader", "the loader finds no implementation")
    return [remark for remark in remarks if not remark.startswith(nothing)]


def _cuda_driver() -> tuple[str, str | None]:
    """A line on the NVIDIA driver, and what to do where there is one that can not be used."""
    import dpctl

    for device in dpctl.get_devices(backend="cuda"):
        return device.driver_version, None
    remarks = [remark for remark in _remarks() if not remark.startswith(_OPENCL)]
    if not remarks:
        return "found, but its GPUs are not let through", None
    advice = None
    if "no NVIDIA driver" not in remarks[0]:
        advice = f"to use an NVIDIA GPU, see to this: {'; '.join(remarks)}"
    return f"{'; '.join(remarks)}: needed for NVIDIA GPUs only", advice


def _others() -> list[str]:
    """Packages of Intel's beside this one, which need the dpctl that this one takes the place of."""
    found = []
    for name in ("dpnp", "numba-dpex", "dpctl"):
        try:
            package = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue
        if "weft" not in (package.metadata["Summary"] or "").lower():
            found.append(f"{name} {package.version}")
    return found


def _cplusplus() -> str:
    """Whether SYCL C++ can be compiled here."""
    import shutil

    clang = shutil.which("clang++-22") or shutil.which("/usr/lib/llvm-22/bin/clang++")
    return clang or "no clang++-22: only needed to compile SYCL C++; install LLVM 22's clang-22"


def _cache() -> tuple[str, str | None]:
    """A line on the cache of compiled kernels, and what to do about it if anything is off."""
    if os.environ.get("WEFT_CACHE") == "0":
        return "off (WEFT_CACHE=0)", None
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    folder = Path(os.environ.get("WEFT_CACHE_DIR") or os.path.join(home, "weft"))
    if not folder.exists():
        return f"{folder} (not made yet)", None
    status = folder.stat()
    files = [f for f in folder.rglob("*") if f.is_file()]
    line = f"{folder}: {len(files)} files, {sum(f.stat().st_size for f in files) / 2**20:.1f} MiB"
    if status.st_uid != os.getuid() or stat.S_IMODE(status.st_mode) & 0o077:
        return (
            line,
            f"make {folder} private to you (chmod 700), or set WEFT_CACHE_DIR; it is not used as it is",
        )
    return line, None


def _self_test(device: object) -> str | None:
    """Runs one fused expression, one reduction and copies on a device; says what went wrong, if anything."""
    import numpy as np

    import dpctl.tensor as dpt

    try:
        host = np.linspace(0, 1, 10_001, dtype="f4")
        x = dpt.asarray(host, device=device)
        fused = dpt.asnumpy(dpt.exp(-x * x) * dpt.sin(x) + 1)
        total = float(dpt.sum(x, dtype="f4"))
    except Exception as error:  # whatever it is, a doctor reports it
        return f"{type(error).__name__}: {error}"
    if not np.allclose(fused, np.exp(-host * host) * np.sin(host) + 1, rtol=1e-5):
        return "a fused expression differs from NumPy"
    if abs(total - 5000.5) > 0.01:
        return f"sum of 10,001 values is {total}, not 5000.5"
    return None


def examine() -> int:
    """Prints findings and a verdict of one line; gives the number of things that are wrong."""
    import dpctl

    todo: list[str] = []
    cache_line, cache_todo = _cache()
    if cache_todo:
        todo.append(cache_todo)
    compiler = _compiler()
    if compiler.startswith("missing"):
        todo.append(compiler)
    driver, advice = _cuda_driver()
    if others := _others():
        todo.append(
            f"uninstall {', '.join(others)} and install weft again: Intel's packages and Weft can not share an environment"
        )
    print(f"weft      dpctl {dpctl.__version__}")
    print(f"compiler  {compiler}")
    print(f"driver    {driver}")
    for remark in _opencl():
        print(f"opencl    {remark}")
    print(f"cache     {cache_line}")
    for device in dpctl.get_devices():
        wrong = _self_test(device)
        print(f"device    {device.filter_string}: {device.name}: {wrong or 'self-test passed'}")
        if wrong:
            todo.append(f"{device.filter_string} fails its self-test ({wrong}); please report it")
    if not dpctl.get_num_devices():
        todo.append("no device is let through; unset ONEAPI_DEVICE_SELECTOR")
    print(f"cplusplus {_cplusplus()}")
    verdict = "; ".join(todo) if todo else "all is well"
    print(f"verdict   {verdict}" + (f"; {advice}" if advice else ""))
    return len(todo)
