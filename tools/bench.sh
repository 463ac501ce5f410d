#!/usr/bin/env bash
# Runs the benchmarks and keeps their rows as JSON in build/bench.
set -euo pipefail
cd "$(dirname "$0")/.."

mkdir -p build/bench
for name in latency kde elementwise reductions sycl; do
  .venv/bin/python "bench/$name.py" --json "build/bench/$name.json" "$@"
done
