#!/usr/bin/env bash
# Runs the C++ tests under AddressSanitizer + UBSan, and those of runtime and cache under ThreadSanitizer.
set -euo pipefail
cd "$(dirname "$0")/.."

for kind in asan tsan; do
  cmake --preset "$kind" >/dev/null
  cmake --build --preset "$kind"
done
ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=1 UBSAN_OPTIONS=print_stacktrace=1 \
  ctest --test-dir build/asan --output-on-failure
TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1:die_after_fork=0 \
  ctest --test-dir build/tsan --output-on-failure -R 'support|runtime|backends|cache|array'
