#!/bin/sh
# Opens the window on the paper's example; without a screen does the same job headless and says what it wrote.
set -eu
cd "$(dirname "$0")/.."

# Qt insists on UTF-8 and complains where no language is set at all.
[ -n "${LC_ALL:-}${LC_CTYPE:-}${LANG:-}" ] || export LANG=C.UTF-8

if [ "$(uname -s)" != Linux ] || [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    packaging/system_libraries.sh window
    packaging/environment.sh window
    exec .venv/bin/python main.py --demo paper
fi

packaging/system_libraries.sh headless
packaging/environment.sh window
echo "No screen was found (neither DISPLAY nor WAYLAND_DISPLAY is set), so the paper's example runs without a window."
packaging/headless_demo.sh build/demo ".venv/bin/python -m permdesk.cli" ".venv/bin/python main.py"
echo "Written to build/demo:"
(cd build/demo && find . -type f | sed 's|^\./|    |' | sort)
echo "On a machine with a screen, make run opens the window."
