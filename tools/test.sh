#!/usr/bin/env bash
# Runs all tests: C++ and IR tests through ctest, then the Python ones.
set -euo pipefail
cd "$(dirname "$0")/.."

export WEFT_CACHE_DIR=$PWD/build/test-cache PATH=$PWD/.venv/bin:$PATH
ctest --test-dir build/release --output-on-failure -j "$(nproc)"
.venv/bin/python -m pytest -q -n "$(nproc)"
