#!/bin/sh
# Installs the wheels in dist and tests them, in a container of their own architecture. The containers of manylinux and
# musllinux have all versions of Python, and PyPI has wheels of all that the tests need for two of them. Elsewhere, NumPy is
# that of Debian, and the emulated processor runs the rules, the games of a seed and what daemon threads do at the exit.
set -eu
cd "$(dirname "$0")/.."

try() { # try PYTHON TESTS PACKAGE...: in a new environment
    python=$1
    tests=$2
    shift 2
    rm -rf /tmp/tried
    "$python" -m venv --system-site-packages /tmp/tried
    /tmp/tried/bin/pip install --quiet --upgrade "pip>=25.1"
    /tmp/tried/bin/pip install --quiet --prefer-binary "$@"
    /tmp/tried/bin/pip install --quiet --no-index --no-deps --find-links dist volo
    # shellcheck disable=SC2086 # several words
    /tmp/tried/bin/python -m pytest -p no:cacheprovider $tests
}

rules="tests/python/rules tests/python/games/test_signatures.py tests/python/robustness/test_threads.py"
if [ -d /opt/python ]; then
    for version in cp310-cp310 cp314-cp314; do
        try "/opt/python/$version/bin/python" "tests/python --ignore tests/python/envs --numprocesses auto" --group suite
    done
    for version in cp314-cp314t cp315-cp315 cp315-cp315t; do
        try "/opt/python/$version/bin/python" "$rules" numpy hypothesis pytest
    done
else
    apt-get update
    apt-get install --yes --no-install-recommends python3-numpy python3-venv
    try python3 "$rules" hypothesis pytest
fi
