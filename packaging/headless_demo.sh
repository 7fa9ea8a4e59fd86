#!/bin/sh
# Audits the paper's example and takes a picture of every tab, without a screen.
# Usage: packaging/headless_demo.sh FOLDER "COMMAND LINE" "WINDOW"      the last two as they are started, in one word
set -eu

folder=$1 command_line=$2 window=$3
rm -rf "$folder"
mkdir -p "$folder"

# Exit status 1 says that the example is outside the policy, which it is: what counts is that the audit was written.
$command_line demo paper --out "$folder" || [ $? -eq 1 ]
[ -s "$folder/audit.json" ] || {
    echo "The audit of the paper's example was not written to $folder." >&2
    exit 1
}
QT_QPA_PLATFORM=offscreen $window --demo paper --screenshots "$folder"
ls "$folder"/*.png >/dev/null
