#!/usr/bin/env bash
# Shows that an archive looks like the page that it was made of, and that a WACZ is one:
#
#	bench/archives/look.sh DIR [WEFT]
#
# DIR gets a virtual environment with pywb, wacz, Pillow and NumPy, and the Debian packages of Chromium, unpacked and not installed, unless
# they are there. That takes apt-get with fresh lists, and 500 MB. Without WEFT the program is built. look.py says what is done; the pictures stay in DIR/look.
# Exit status: 0 if all is well, 1 if not, 2 for wrong usage.
set -euo pipefail

[ $# -ge 1 ] || { echo "usage: look.sh DIR [WEFT]" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/debs/partial" "$1/chromium"
dir=$(cd "$1" && pwd)
bin=$dir/venv/bin
[ -d "$dir/venv" ] || python3 -m venv "$dir/venv"
if ! [ -x "$bin/wayback" ] || ! [ -x "$bin/wacz" ] || ! "$bin/python" -c 'import numpy, PIL' 2>/dev/null; then
	"$bin/pip" install -q pywb wacz pillow numpy
fi
if [ ! -x "$dir/chromium/usr/lib/chromium/chromium" ]; then
	apt-get -qq -y --no-install-recommends --download-only --reinstall -o Debug::NoLocking=1 -o Dir::Cache::archives="$dir/debs" \
		install chromium chromium-driver fonts-dejavu-core >/dev/null
	for deb in "$dir"/debs/*.deb; do
		dpkg-deb -x "$deb" "$dir/chromium"
	done
fi
weft=${2:-$dir/weft}
[ $# -ge 2 ] || (cd "$here/../.." && go build -o "$weft" ./cmd/weft)
exec "$bin/python" "$here/look.py" "$dir" "$(realpath "$weft")"
