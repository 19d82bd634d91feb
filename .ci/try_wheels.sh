#!/bin/sh
# Installs the wheels in dist and runs the tests of the rules, in a container of their own architecture. The containers
# of manylinux and musllinux have all versions of Python, and PyPI has NumPy for them. Elsewhere, it is that of Debian.
set -eu

try() { # try PYTHON [OPTION...]: in a new environment
    python=$1
    shift
    rm -rf /tmp/tried
    "$python" -m venv "$@" /tmp/tried
    /tmp/tried/bin/pip install --quiet --prefer-binary numpy hypothesis pytest
    /tmp/tried/bin/pip install --quiet --no-index --no-deps --find-links dist volo
    /tmp/tried/bin/python -m pytest -p no:cacheprovider \
        tests/python/rules tests/python/games/test_signatures.py tests/python/robustness/test_threads.py
}

if [ -d /opt/python ]; then
    for version in cp310-cp310 cp314-cp314 cp314-cp314t cp315-cp315 cp315-cp315t; do
        try "/opt/python/$version/bin/python"
    done
else
    apt-get update
    apt-get install --yes --no-install-recommends python3-numpy python3-venv
    try python3 --system-site-packages
fi
