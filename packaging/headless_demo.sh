#!/bin/sh
# Audits the paper's example and takes a picture of every tab, without a screen.
# Usage: packaging/headless_demo.sh FOLDER "COMMAND LINE" "WINDOW"      the last two as they are started, in one word
set -eu

folder=$1 command_line=$2 window=$3
rm -rf "$folder"
mkdir -p "$folder"

$command_line demo paper --out "$folder"

# Without a screen Qt says of every window that it cannot pass on size hints, which helps nobody.
messages=$(mktemp)
status=0
QT_QPA_PLATFORM=offscreen $window --demo paper --screenshots "$folder" 2>"$messages" || status=$?
grep -v 'propagateSizeHints()$' "$messages" >&2 || true
rm -f "$messages"
[ $status -eq 0 ] || exit $status
ls "$folder"/*.png >/dev/null

$command_line demo --help | grep -q '{en,.*de' || {
    echo "The translations are not where the program looks for them." >&2
    exit 1
}
