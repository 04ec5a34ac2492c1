#!/usr/bin/env bash
# Counts triangles with weft and with other programs, in turn, and prints what each found and its processor time:
#
#	bench/triangles/run.sh DIR GRAPH …
#
# igraph, NetworKit and SciPy are brought into DIR. GRAPH is a crawl, or a BVGraph without its ending.
set -euo pipefail
[ $# -ge 2 ] || { echo "usage: run.sh DIR GRAPH …" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
dir=$(cd "$1" && pwd)
shift
[ -d "$dir/venv" ] || python3 -m venv "$dir/venv"
"$dir/venv/bin/python" -c 'import igraph, networkit, scipy' 2>/dev/null || "$dir/venv/bin/python" -m pip install --quiet igraph networkit scipy
go build -C "$here" -o "$dir/triangles" .
go build -C "$here/../.." -o "$dir/weft" ./cmd/weft

for graph in "$@"; do
	echo "== $graph"
	"$dir/weft" export "$graph" >"$dir/arcs.tsv"
	pages=$("$dir/weft" info "$graph" --json | sed -n 's/^ *"pages": \([0-9]*\).*/\1/p' | head -n 1)
	for _ in 1 2; do
		"$dir/triangles" "$graph" 5
		"$dir/venv/bin/python" "$here/peers.py" "$dir/arcs.tsv" "$pages" 5
	done
done
