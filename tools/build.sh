#!/usr/bin/env bash
# Builds Weft and installs it into .venv as pip would; with `all` builds the C++ tests and benchmarks, too. Does nothing
# where no source is newer than what is there.
set -euo pipefail
cd "$(dirname "$0")/.."

export PATH=$PWD/.venv/bin:$PATH # its cmake is new enough for everything built here
python=$PWD/.venv/bin/python
installed=.venv/.installed-weft all=build/release/.all
sources=(CMakeLists.txt CMakePresets.json bench/cpp cmake include packaging pyproject.toml python src tests tools)
targets=(src/all tools/all python/all)

is_old() {
  [[ ! -f $1 || -n $(find "${sources[@]}" -type f -newer "$1" -print -quit) ]]
}

if is_old $installed; then
  [[ -f build/release/build.ninja ]] || echo "build: first build, some minutes on two cores"
  mkdir -p build
  cmake --preset release -DPython_EXECUTABLE="$python" > build/configure.log 2>&1 || { cat build/configure.log; exit 1; }
  cmake --build --preset release --target "${targets[@]}"
  echo "build: installing into .venv"
  "$python" -m pip install -q --disable-pip-version-check --no-build-isolation --no-deps --force-reinstall \
    --config-settings=build-dir=build/release --config-settings=build.targets="$(IFS=';' && echo "${targets[*]}")" \
    . ./packaging/dpctl ./packaging/dpnp ./packaging/numba-dpex
  touch $installed
fi
if [[ ${1-} == all ]] && is_old $all; then
  cmake --build --preset release
  touch $all
fi
