#!/bin/sh
# Minimum cuts of the links of docsites, by weft and by others. See bench/README.md.
set -eu
[ $# -ge 1 ] || { echo "usage: $0 DIR [DATA]" >&2; exit 2; }
mkdir -p "$1"
dir=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."
data=${2:-${WEFT_SHARED:-../shared/data}}/docsites
[ -x "$dir/venv/bin/python" ] || python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install -q ortools scipy numpy
go build -o "$dir/flow" ./bench/flow
"$dir/flow" -data "$data" -out "$dir" -rounds "${ROUNDS:-3}"
"$dir/venv/bin/python" bench/flow/others.py "$dir" "${ROUNDS:-3}"
