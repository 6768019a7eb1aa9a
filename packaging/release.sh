#!/bin/sh
# Builds a release in dist: wheel, sdist, package for Debian, and what a container is built from. `make release` starts it.
set -eu
umask 022
cd "$(dirname "$0")/.."
python=$PWD/.venv/bin/python
pip() { "$python" -I "$(echo tools/pip-*.whl)/pip" --disable-pip-version-check --no-input "$@"; }

if [ -n "$(git status --porcelain)" ]; then
    echo "make release: there are changes that are not committed; commit or stash them: a version names a commit" >&2
    exit 1
fi
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
site=$(mktemp -d)
trap 'rm -rf "$site"' EXIT

rm -rf dist
"$python" -m hatchling build -t wheel -t sdist -d dist
pip install -qq --target "$site" --no-compile --no-deps --require-hashes -r requirements/play.txt -r requirements/psycopg.txt
"$python" -m zipfile -e dist/*.whl "$site"
# Their commands are left out, and begin with the path of this Python.
sed -i '/^\.\.\/\.\.\/bin\//d' "$site"/*.dist-info/RECORD
rm -rf "$site/bin" "$site"/numpy/*/tests "$site"/numpy/tests "$site"/numpy/*/include
PYTHON=$python sh packaging/deb.sh "$site" dist
if command -v lintian >/dev/null; then
    lintian --allow-root --fail-on error dist/*.deb
else
    echo "make release: lintian is not installed, so the package was not judged" >&2
fi
cp packaging/container/* requirements/play.txt requirements/psycopg.txt dist/
(cd dist && sha256sum -- * >SHA256SUMS && cat SHA256SUMS)
