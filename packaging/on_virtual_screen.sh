#!/bin/sh
# Runs a command on a virtual screen with a window manager, which windows need to gain the keyboard focus.
# Usage: packaging/on_virtual_screen.sh COMMAND [ARGUMENTS]
set -eu

if [ "${1:-}" = --inside ]; then
    shift
    ready=$(mktemp -u)
    openbox --sm-disable --startup "touch $ready" >/dev/null 2>&1 &
    manager=$!
    tries=0
    while [ ! -e "$ready" ]; do
        tries=$((tries + 1))
        [ $tries -le 100 ] && kill -0 $manager 2>/dev/null || {
            echo "The window manager openbox did not start." >&2
            exit 1
        }
        sleep 0.1
    done
    rm -f "$ready"
    status=0
    QT_QPA_PLATFORM=xcb "$@" || status=$?
    kill $manager
    exit $status
fi
exec xvfb-run --auto-servernum --server-args="-screen 0 1600x1000x24 -nolisten tcp" "$0" --inside "$@"
