#!/usr/bin/env bash
# On a machine with a GPU: installs a wheel into a folder of its own, runs the C++ and Python tests there on every device, then the
# benchmarks on the GPU against CuPy, PyTorch and JAX, and writes one report. Needs a driver and python3 with NumPy, pytest,
# pytest-xdist and pytest-timeout; tests of sharing arrays run with those of CuPy, PyTorch and JAX that are there.
# FOLDER holds what needs a compiler and was made elsewhere, as far as it is there: the C++ tests (test_devices, test_sycl_*), and for the
# benchmark the program gpu (bench/cpp/gpu.cpp by weft-clang++) and the module kde_extension (examples/kde/extension).
# Tests that compile C, C++ or OpenCL C are left out.
# Usage: tools/gpu_check.sh WHEEL REPORT_DIR [FOLDER]
set -uo pipefail
cd "$(dirname "$0")/.."

wheel=$1 out=$2 binaries=${3:-}
mkdir -p "$out"
report=$out/report.txt
: > "$report"
site=$(mktemp -d /tmp/weft-site.XXXX)
export PYTHONPATH=$site PYTHONUNBUFFERED=1 WEFT_CACHE_DIR=$site/cache
mkdir -m 700 -p "$WEFT_CACHE_DIR"

failed=0
step() { # step NAME SECONDS COMMAND...: runs a command under a limit, keeps its output, remembers whether it failed
  local name=$1 limit=$2
  shift 2
  echo "== $name" | tee -a "$report"
  if timeout "$limit" "$@" >> "$report" 2>&1; then echo "   ok" | tee -a "$report"
  else echo "   FAILED ($?)" | tee -a "$report"; failed=1; fi
}

step "install" 120 python3 -m pip install -q --no-index --no-deps --no-compile --target "$site" "$wheel"
step "devices" 60 python3 -m dpctl -f
step "doctor" 120 python3 -m dpctl --doctor
for test in ${binaries:+"$binaries"/test_*}; do
  [[ $test == */test_sycl_set_args ]] && continue # its kernels are OpenCL C
  LD_LIBRARY_PATH=$site/weft/lib step "C++: $(basename "$test")" 120 "$test" --gtest_brief=1
done
[[ -n ${GPU_CHECK_NO_PYTEST:-} ]] || step "Python tests" 400 python3 -m pytest -q --maxfail=50 -n "$(nproc)" --timeout=60 --timeout-method=thread \
  -p no:cacheprovider --ignore tests/python/extension --ignore tests/python/test_docs.py --ignore tests/python/api/test_cpp_names.py --ignore tests/python/control/test_programs.py --ignore tests/python/control/test_program_arguments.py \
  --deselect tests/python/control/test_cuda_driver.py::test_ranges_of_any_shape_are_blocks_that_gpus_launch \
  --deselect tests/python/control/test_cuda_driver.py::test_groups_that_need_more_registers_than_there_are_say_so \
  --ignore tests/python/control/test_c_api_nulls.py -rfE --tb=short tests/python
for bench in ${GPU_CHECK_BENCH-gpu}; do
  LD_LIBRARY_PATH=$site/weft/lib step "bench/$bench" 300 python3 "bench/$bench.py" --device gpu --json "$out/$bench.json" \
    $([[ -n $binaries && $bench == gpu ]] && echo --programs "$binaries")
done
tail -c 10000 "$report"
exit $failed
