#!/bin/sh
# Makes the virtual environment .venv and installs the pinned requirements for one purpose.
# Usage: packaging/environment.sh window|test|bench|bundle      PYTHON names the interpreter (default python3).
# Does nothing when the interpreter and the pins are those of the last time.
set -eu
cd "$(dirname "$0")/.."

purpose=$1
python=${PYTHON:-python3}
marker=.venv/installed-$purpose

version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])') || {
    echo "There is no $python. Install Python 3.11, 3.12 or 3.13, or name one: PYTHON=python3.12 make $purpose" >&2
    exit 1
}
case $version in
3.11 | 3.12 | 3.13) ;;
*)
    echo "$python is Python $version; PermDesk needs 3.11, 3.12 or 3.13. Name one: PYTHON=python3.12 make ..." >&2
    exit 1
    ;;
esac

wanted=$(echo "Python $version" && cat packaging/requirements*.txt)
[ -f "$marker" ] && [ "$(cat "$marker")" = "$wanted" ] && .venv/bin/python -c '' 2>/dev/null && exit 0

has=$(.venv/bin/python -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null || echo none)
if [ "$has" != "$version" ]; then
    "$python" -c 'import ensurepip, venv' 2>/dev/null || {
        echo "$python cannot make virtual environments. On Debian and Ubuntu: sudo apt-get install python3-venv" >&2
        exit 1
    }
    "$python" -m venv --clear .venv
fi
echo "Installing the pinned requirements for: $purpose (a minute or two, once)"
.venv/bin/python -m pip install --quiet --disable-pip-version-check --only-binary :all: \
    -r "packaging/requirements-$purpose.txt"
echo "$wanted" >"$marker"
