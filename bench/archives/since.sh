#!/usr/bin/env bash
# Holds crawls with --since against pywb, which must replay every page that did not change, from the folders and from the
# exported package alone:
#
#	bench/archives/since.sh DIR
#
# DIR gets a virtual environment with pywb 2.8.3 (Python 3.9 to 3.11), unless it is there. Only loopback is contacted. Exit
# status: 0 if all pages are replayed, 1 if not, 2 for wrong usage.
set -euo pipefail
export LC_ALL=C.UTF-8

[ $# -eq 1 ] || { echo "usage: since.sh DIR" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
dir=$(cd "$1" && pwd)
bin=$dir/pywb-venv/bin
if [ ! -x "$bin/wayback" ]; then
	python3 -m venv "$dir/pywb-venv"
	# newer releases of these are not found under the names that pywb's programs ask for
	"$bin/pip" install -q pywb==2.8.3 'setuptools<81' zope.interface==6.3 zope.event==5.0
fi
work=$(mktemp -d "$dir/since.XXXXXX")
trap 'rm -rf "$work"' EXIT
(cd "$here/../../cmd/weft" && go build -o "$work/weft" .)
"$bin/python" "$here/since.py" "$work/weft" "$bin" "$work/run"
