#!/usr/bin/env bash
# Puts in place what building and testing need: Debian packages (as root or with sudo) and the virtual environment .venv.
# Does nothing where all of it is there. Usage: tools/setup.sh [REQUIREMENTS...], by default requirements.txt.
set -euo pipefail
cd "$(dirname "$0")/.."

missing=()
while read -r package; do
  [[ $package == \#* || -z $package ]] && continue
  status=$(dpkg-query -W -f='${db:Status-Abbrev}' "$package" 2>/dev/null || true)
  [[ $status == ii* ]] || missing+=("$package")
done < tools/debian-packages.txt

if ((${#missing[@]})); then
  as_root=()
  if ((EUID != 0)); then
    command -v sudo >/dev/null || { echo "setup: needs root or sudo to install: ${missing[*]}" >&2; exit 1; }
    as_root=(sudo)
  fi
  echo "setup: installing Debian packages: ${missing[*]}"
  "${as_root[@]}" apt-get update -q
  DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -q --no-install-recommends "${missing[@]}"
fi

python=${PYTHON:-python3}
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
  { echo "setup: $python is older than Python 3.11; set PYTHON to a newer one" >&2; exit 1; }
[[ -x .venv/bin/python ]] || "$python" -m venv .venv

requirements=("${@:-requirements.txt}")
for file in "${requirements[@]}"; do
  stamp=.venv/.installed-$(basename "$file")
  if ! cmp -s "$file" "$stamp"; then
    echo "setup: installing Python packages of $file"
    .venv/bin/python -m pip install -q --disable-pip-version-check -r "$file"
    cp "$file" "$stamp"
  fi
done
