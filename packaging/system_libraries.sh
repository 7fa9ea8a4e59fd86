#!/bin/sh
# Sees that the system libraries for one purpose are there: installs what is missing as root on Debian and its
# relatives, else prints the command that does. Usage: packaging/system_libraries.sh headless|window|test|bundle
set -eu

[ "$(uname -s)" = Linux ] || exit 0

headless="libglib-2.0.so.0:libglib2.0-0 libGL.so.1:libgl1 libEGL.so.1:libegl1 libxkbcommon.so.0:libxkbcommon0
    libfontconfig.so.1:libfontconfig1 libdbus-1.so.3:libdbus-1-3"
window="libxcb-cursor.so.0:libxcb-cursor0 libxcb-icccm.so.4:libxcb-icccm4 libxcb-keysyms.so.1:libxcb-keysyms1
    libxcb-shape.so.0:libxcb-shape0 libxkbcommon-x11.so.0:libxkbcommon-x11-0"

case $1 in
headless) libraries=$headless programs= ;;
window) libraries="$headless $window" programs= ;;
test) libraries="$headless $window" programs="Xvfb:xvfb xvfb-run:xvfb xauth:xauth openbox:openbox chromium:chromium" ;;
bundle) libraries="$headless $window" programs="objdump:binutils" ;;
*)
    echo "usage: packaging/system_libraries.sh headless|window|test|bundle" >&2
    exit 2
    ;;
esac

# The loader is asked, not the package manager: this holds on every distribution, whatever a package is called there.
missing=$("${PYTHON:-python3}" - $libraries <<'PYTHON'
import ctypes, sys
for pair in sys.argv[1:]:
    library, package = pair.split(":")
    try:
        ctypes.CDLL(library)
    except OSError:
        print(package)
PYTHON
)
for pair in $programs; do
    command -v "${pair%%:*}" >/dev/null || missing="$missing ${pair#*:}"
done
missing=$(printf '%s\n' $missing | sort -u | tr '\n' ' ')
missing=${missing% }
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing system libraries: $missing"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    apt-get install -qq -y --no-install-recommends $missing >/dev/null
else
    echo "These system libraries are missing. Install them once, then repeat what you did:" >&2
    echo "    sudo apt-get install --no-install-recommends $missing" >&2
    command -v apt-get >/dev/null || echo "(Debian's names; your distribution has them under similar ones.)" >&2
    exit 1
fi
