#!/usr/bin/env bash
# Checks formats (clang-format, ruff), types of the examples, layers, and clang-tidy on the C++ files that differ from BASE
# (default: origin/main, or the last commit where that is the same).
set -euo pipefail
cd "$(dirname "$0")/.."

mapfile -t sources < <(git ls-files '*.cpp' '*.hpp' ':!tests/cpp/sycl/compile_fail')
clang-format-22 --dry-run --Werror "${sources[@]}"
.venv/bin/ruff check -q .
.venv/bin/ruff format -q --check python tests tools bench examples
.venv/bin/mypy --no-error-summary
.venv/bin/python tools/check_layers.py
.venv/bin/python tools/check_locks.py

# Where this is what has landed already, the last commit is what changed.
base=${BASE:-origin/main}
if ! git rev-parse -q --verify "$base" >/dev/null || git diff --quiet "$base" HEAD; then base=HEAD~1; fi
mapfile -t changed < <(git diff --name-only --diff-filter=d "$base" -- 'src/*.cpp' ':!src/libdevice' ':!src/array/algorithms/kernels')
if [[ -f build/release/compile_commands.json ]] && ((${#changed[@]})); then
  printf '%s\n' "${changed[@]}" | xargs -P "$(nproc)" -n 4 clang-tidy-22 -p build/release --quiet --warnings-as-errors='*'
fi
echo "lint: clean"
