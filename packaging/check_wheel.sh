#!/bin/sh
# Builds the wheel, installs it into an environment of its own, and runs the paper's example from there.
# Usage: packaging/check_wheel.sh FOLDER      FOLDER receives the wheel
set -eu
cd "$(dirname "$0")/.."

folder=$1
mkdir -p "$folder"
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

rm -rf build/lib build/bdist.* ./*.egg-info "$folder"/permdesk-*.whl
.venv/bin/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$folder" .
rm -rf build/lib build/bdist.* ./*.egg-info

.venv/bin/python -m venv "$place/venv"
"$place/venv/bin/python" -m pip install --quiet --disable-pip-version-check --only-binary :all: \
    -r packaging/requirements-window.txt "$folder"/permdesk-*.whl

# From elsewhere, so that the checkout's own package cannot be found.
repository=$(pwd)
cd "$place"
"$repository/packaging/headless_demo.sh" "$place/demo" "$place/venv/bin/permdesk" "$place/venv/bin/permdesk-window"
"$place/venv/bin/python" "$repository/packaging/compare_with_paper.py" "$place/demo"
