#!/usr/bin/env bash
# Checks formats (clang-format, ruff), layers, and clang-tidy on the C++ files that differ from BASE (default: origin/main).
set -euo pipefail
cd "$(dirname "$0")/.."

mapfile -t sources < <(git ls-files '*.cpp' '*.hpp' ':!tests/cpp/sycl/compile_fail')
clang-format-22 --dry-run --Werror "${sources[@]}"
.venv/bin/ruff check -q .
.venv/bin/ruff format -q --check python tests tools bench examples
.venv/bin/python tools/check_layers.py

base=${BASE:-origin/main}
git rev-parse -q --verify "$base" >/dev/null || base=HEAD~1
if [[ -f build/release/compile_commands.json ]] && git rev-parse -q --verify "$base" >/dev/null; then
  mapfile -t changed < <(git diff --name-only --diff-filter=d "$base" -- 'src/*.cpp')
  ((${#changed[@]})) && clang-tidy-22 -p build/release --quiet --warnings-as-errors='*' "${changed[@]}"
fi
echo "lint: clean"
