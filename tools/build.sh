#!/usr/bin/env bash
# Builds Weft and installs it into .venv as pip would; does nothing where no source is newer than what is installed.
set -euo pipefail
cd "$(dirname "$0")/.."

export PATH=$PWD/.venv/bin:$PATH # its cmake is new enough for everything built here
python=$PWD/.venv/bin/python
stamp=.venv/.installed-weft
changed=$(find CMakeLists.txt CMakePresets.json cmake include packaging pyproject.toml python src tests tools -type f -newer "$stamp" \
          2>/dev/null | head -1 || true)
[[ -f $stamp && -z $changed ]] && exit 0

[[ -f build/release/build.ninja ]] || echo "build: first build, some minutes on two cores"
mkdir -p build
cmake --preset release -DPython_EXECUTABLE="$python" > build/configure.log 2>&1 || { cat build/configure.log; exit 1; }
cmake --build --preset release
echo "build: installing into .venv"
"$python" -m pip install -q --disable-pip-version-check --no-build-isolation --no-deps --force-reinstall \
  --config-settings=build-dir=build/release . ./packaging/dpctl ./packaging/dpnp ./packaging/numba-dpex
touch "$stamp"
