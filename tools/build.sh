#!/usr/bin/env bash
# Builds Weft and installs it into .venv, the way `pip install .` does it; quiet and quick where nothing changed.
set -euo pipefail
cd "$(dirname "$0")/.."

python=$PWD/.venv/bin/python
site=$("$python" -c 'import sysconfig; print(sysconfig.get_path("platlib"))')
[[ -f build/release/build.ninja ]] || echo "build: first build, some minutes on two cores"
cmake --preset release -DPython_EXECUTABLE="$python" > build.log 2>&1 || { cat build.log; exit 1; }
rm -f build.log
cmake --build --preset release
cmake --install build/release --prefix "$site" | { grep -v -e '^-- Up-to-date' -e '^-- Install' || true; }
