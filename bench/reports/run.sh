#!/usr/bin/env bash
# Checks every figure of the reports of crawls of every kind against a second computation:
#
#	bench/reports/run.sh DIR [DATA]
#
# DIR gets a virtual environment with NumPy, SciPy and publicsuffixlist (Python 3.9 or later), unless it is there, weft, and the crawls.
# DATA is the folder of research data, by default $WEFT_SHARED or ../shared/data beside the repository; without it the crawls of it are left
# out. SEED draws the made ones. Exit status: 0 if all figures are right and none was passed over, 1 if not, 2 for wrong usage.
set -euo pipefail
export LC_ALL=C.UTF-8

[ $# -ge 1 ] && [ $# -le 2 ] || { echo "usage: run.sh DIR [DATA]" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
dir=$(cd "$1" && pwd)
data=${2:-${WEFT_SHARED:-$here/../../../shared/data}}
[ -d "$data" ] || { echo "no research data at $data: made crawls only"; data=; }
bin=$dir/venv/bin
if [ ! -x "$bin/python" ] || ! "$bin/python" -c 'import scipy, publicsuffixlist' 2>/dev/null; then
	python3 -m venv "$dir/venv"
	"$bin/pip" install -q numpy scipy publicsuffixlist
fi
(cd "$here/../.." && go build -o "$dir/weft" ./cmd/weft)
"$bin/python" "$here/make.py" "$dir/weft" "$dir/crawls" ${data:+"$data"}
"$here/say.sh" "$dir/weft" "$dir/crawls"
"$bin/python" -W ignore "$here/check.py" "$dir/crawls"
