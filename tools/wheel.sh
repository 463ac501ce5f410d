#!/usr/bin/env bash
# Builds the self-contained wheel for one Python into dist/ and checks that it stands alone. Usage: tools/wheel.sh [PYTHON], by default python3.
set -euo pipefail
cd "$(dirname "$0")/.."

python=${1:-python3}
tag=$("$python" -c 'import sys; print(f"cp{sys.version_info[0]}{sys.version_info[1]}")')
environment=build/wheel-$tag-env
[[ -x $environment/bin/python ]] || "$python" -m venv "$environment"
grep -E '^(cmake|cython|numpy|scikit-build-core)==' requirements.txt > "$environment/requirements.txt"
"$environment/bin/python" -m pip install -q --disable-pip-version-check -r "$environment/requirements.txt"

"$environment/bin/python" -m pip wheel -q --disable-pip-version-check --no-build-isolation --no-deps -w dist \
  -C build-dir="build/wheel-$tag" -C cmake.define.WEFT_BUNDLE=ON . ./packaging/dpctl ./packaging/dpnp ./packaging/numba-dpex
wheel=$(ls dist/weft-*"$tag"-"$tag"-*.whl)
ls -sh "$wheel"
"$environment/bin/python" tools/check_wheel.py "$wheel" "$python"
