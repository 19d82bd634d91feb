#!/bin/sh
# Install the wheels of a folder and run tests/smoke.py: sh smoke.sh FOLDER
#
# Runs in a container of the architecture of the wheels. The containers of manylinux and musllinux have all versions of
# Python, and PyPI has NumPy for them. For other architectures, only Debian has NumPy, so the Python of Debian is used.
# Their processors are emulated, which is slow, so fewer games are played.
set -eu

try() {
    python=$1
    shift
    "$python" -m pip install --no-index --find-links "$wheels" volo
    "$python" tests/smoke.py "$@"
}

wheels=$1
if [ -d /opt/python ]; then
    for version in cp310-cp310 cp314-cp314 cp314-cp314t; do
        "/opt/python/$version/bin/python" -m venv "/tmp/$version"
        "/tmp/$version/bin/python" -m pip install --only-binary :all: numpy
        try "/tmp/$version/bin/python"
    done
else
    apt-get update
    apt-get install --yes --no-install-recommends python3-numpy python3-venv
    python3 -m venv --system-site-packages /tmp/debian
    try /tmp/debian/bin/python --signatures 1
fi
