#!/usr/bin/env bash
# versions.sh runs the tests of the Python package by other versions of Python, with the newest packages for each.
#
#   bench/python/versions.sh PYTHON...        such as python3.10 python3.14
#
# Each gets a virtual environment in a scratch folder, 700 MB. Tests of wheels are left out: they need the pinned packages.
set -euo pipefail
cd "$(dirname "$0")/../.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
go build -o "$scratch/weft" ./cmd/weft
for python in "$@"; do
	env="$scratch/env"
	rm -rf "$env"
	"$python" -m venv "$env"
	"$env/bin/pip" install --quiet --disable-pip-version-check numpy scipy polars matplotlib networkx igraph pytest hypothesis nbclient nbformat ipykernel
	printf '\n== %s\n' "$("$env/bin/python" --version)"
	(cd python && WEFT_BINARY="$scratch/weft" PYTHONPATH="$PWD/src" PYTHONDONTWRITEBYTECODE=1 "$env/bin/python" -m pytest -q -p no:cacheprovider --ignore tests/test_wheel.py)
done
