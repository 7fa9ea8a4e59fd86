#!/bin/sh
# Audits the paper's example and takes a picture of every tab, without a screen.
# Usage: packaging/headless_demo.sh FOLDER "COMMAND LINE" "WINDOW"      the last two as they are started, in one word
set -eu

folder=$1 command_line=$2 window=$3
rm -rf "$folder"
mkdir -p "$folder"

$command_line demo paper --out "$folder"
QT_QPA_PLATFORM=offscreen $window --demo paper --screenshots "$folder"
ls "$folder"/*.png >/dev/null
