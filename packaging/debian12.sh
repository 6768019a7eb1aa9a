#!/bin/sh
# Starts a server on a machine that has python3 and nothing else, no make and no pip: the first time it builds .venv in this
# checkout, as `make install` does, from the versions that requirements/ pins. Options are those of `chwech serve`.
set -eu
cd "$(dirname "$0")/.."

python=${PYTHON:-python3}
if ! command -v "$python" >/dev/null; then
    echo "chwech: there is no $python; install it: sudo apt install python3" >&2
    exit 1
fi
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    echo "chwech: this is $("$python" --version), and Chwech needs Python 3.11 or newer; name one: PYTHON=python3.12 sh $0" >&2
    exit 1
fi

# The same marks as in the Makefile: what one has built the other does not build again.
if [ ! -e .venv/.made ]; then
    echo "chwech: building .venv with $("$python" --version) (once) ..." >&2
    "$python" -m venv --clear --without-pip .venv
    touch .venv/.made
fi
if [ ! -e .venv/.play ] || [ requirements/play.txt -nt .venv/.play ] || [ pyproject.toml -nt .venv/.play ]; then
    echo "chwech: installing what Chwech needs (once) ..." >&2
    pip=$(echo tools/pip-*.whl)/pip
    .venv/bin/python -I "$pip" --disable-pip-version-check --no-input install --quiet --require-hashes -r requirements/play.txt -r requirements/build.txt >&2
    .venv/bin/python -I "$pip" --disable-pip-version-check --no-input install --quiet --no-deps --no-build-isolation --editable . >&2
    touch .venv/.play
fi

exec .venv/bin/chwech serve "$@"
