#!/usr/bin/env bash
# Makes a graph of the Copying model with random links, larger than memory if told so, and measures it within a budget:
#
#	bench/large/run.sh DIR [PAGES] [MEMORY]
#
# PAGES are 200,000,000 unless said, with 7 links each and half a random one, and MEMORY that of the paper for each measure, and 2 GiB to make the graph. It takes
# 13 GB of disk for 200 million pages and 10 GB more for scratch files. Each command is told with the seconds that it took, those of the processors, and the most
# anonymous memory that was seen.
set -euo pipefail
[ $# -ge 1 ] || { echo "usage: run.sh DIR [PAGES] [MEMORY]" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
pages=${2:-200000000} memory=${3:-}
mkdir -p "$1"
cd "$1"
go build -C "$here/../.." -o "$PWD/weft" ./cmd/weft

run() {
	echo "== $(date +%T) weft $*"
	python3 "$here/../cores/peak.py" ./weft "$@" --quiet
}

[ -d graph ] || run generate copying -o graph --pages "$pages" --degree 7 --plus-random 50% --memory "${memory:-2GiB}"
run rank pagerank graph --top 3 --memory "${memory:-256MiB}"
run components graph --memory "${memory:-1GiB}"
run cores graph -i 4 -j 4 --top 0 --memory "${memory:-256MiB}"
