#!/usr/bin/env bash
# Check the types while the kernels compile, once: else each worker of the tests, and each program that they start,
# would compile them.
set -euo pipefail
cd "$(dirname "$0")/.."
.venv/bin/python -c "from permdesk.compute.warm_up import warm_up; warm_up().join()" &
.venv/bin/python -m mypy
wait
