#!/usr/bin/env bash
# Runs the C++ tests under AddressSanitizer + UBSan, and those of runtime, backends, devices, caches and arrays under
# ThreadSanitizer; says how long each part took and which tests were skipped. Arguments pick parts: asan, tsan (both, if none).
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH=$PWD/.venv/bin:$PATH
jobs=${JOBS:-$(nproc)}
threaded='support|runtime|backends|devices|array|codegen_concurrent'
export ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=1 UBSAN_OPTIONS=print_stacktrace=1
export TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1:die_after_fork=0:report_thread_leaks=0:suppressions=$PWD/tests/cpp/thread_sanitizer.txt

# The test programs whose tests run, and what they load.
targets_of() {
  if [ "$1" = tsan ]; then
    ninja -C build/tsan -t targets all | sed -nE "s/^(test_($threaded)[a-z_]*): phony\$/\1/p"
    printf '%s\n' weft-codegen fake_cuda
  else
    echo all
  fi
}

for kind in "${@:-asan tsan}"; do
  for part in $kind; do
    start=$SECONDS
    cmake --preset "$part" >/dev/null
    mapfile -t targets < <(targets_of "$part")
    cmake --build --preset "$part" -j "$jobs" --target "${targets[@]}"
    built=$SECONDS
    export WEFT_CACHE_DIR=$PWD/build/$part/cache # emptied: kernels found there would not be compiled
    rm -rf "$WEFT_CACHE_DIR"
    selection=()
    if [ "$part" = tsan ]; then selection=(-R "^($threaded)"); fi
    ctest --test-dir "build/$part" --output-on-failure "${selection[@]}"
    grep -h -A1 ': Skipped$' "build/$part/Testing/Temporary/LastTest.log" || true
    echo "$part: $((built - start)) s to build, $((SECONDS - built)) s to test"
  done
done
