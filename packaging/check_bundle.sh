#!/bin/sh
# Runs the paper's example from a bundle: no Python in reach, a home that cannot be written, nothing written into the
# bundle; then compares with the paper. Usage: packaging/check_bundle.sh FOLDER
set -eu
cd "$(dirname "$0")/.."

bundle=$(cd "$1" && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
before=$(find "$bundle" -type f | sort | cksum)

touch "$place/file"
clean="$(command -v env) -i PATH=/nowhere LC_ALL=C.UTF-8 TMPDIR=$place HOME=$place/file/home QT_QPA_PLATFORM=offscreen"
packaging/headless_demo.sh "$place/demo" "$clean $bundle/permdesk" "$clean $bundle/permdesk-window"

[ "$before" = "$(find "$bundle" -type f | sort | cksum)" ] || {
    echo "The bundle wrote into its own folder." >&2
    exit 1
}
.venv/bin/python packaging/compare_with_paper.py "$place/demo"
echo "The bundle works: $(du -sh "$bundle" | cut -f1) in $bundle"
