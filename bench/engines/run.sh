#!/usr/bin/env bash
# Times weft and the engines of install.sh on the same graphs, in turn, and writes a table:
#
#	bench/engines/run.sh DIR NAME=GRAPH.csr …
#
# DIR is the folder of install.sh. A graph is in the raw form that csr2bv describes; NAME=BASENAME takes a BVGraph.
# ROUNDS (3) is how often each program runs; the median counts. Lines go to DIR/speeds.jsonl, the table to standard
# output. Nothing else should run meanwhile.
set -euo pipefail

[ $# -ge 2 ] || { echo "usage: run.sh DIR NAME=GRAPH.csr …" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
dir=$(cd "$1" && pwd)
shift
rounds=${ROUNDS:-3}
threads=$(nproc)
work=$dir/engines
python=$dir/venv/bin/python
rust=$dir/rustlto/bin
mkdir -p "$work/scratch"

(cd "$here/../.." && go build -o "$work/weft" ./cmd/weft && go build -o "$work/csr2bv" ./bench/engines/csr2bv)

# prepare NAME GRAPH: the graph as BVGraph with its transpose, as raw lists and as text; and its PageRank to 1e-13.
prepare() {
	local base=$work/$1
	[ -f "$base-t.properties" ] || "$work/csr2bv" "$2" "$base"
	[ -f "$base.csr" ] || { case $2 in *.csr) ln -sf "$(realpath "$2")" "$base.csr" ;; *) "$work/csr2bv" -raw "$2" "$base.csr" ;; esac; }
	[ -f "$base.tsv" ] || "$work/weft" export "$base" --format tsv --quiet >"$base.tsv"
	[ -f "$base.truth/pagerank.npy" ] || "$work/weft" rank pagerank "$base" --tolerance 1e-13 --iterations 1000 -o "$base.truth" --quiet >/dev/null
	if [ -x "$rust/webgraph" ]; then
		for b in "$base" "$base-t"; do
			[ -f "$b.ef" ] || "$rust/webgraph" build ef "$b" 2>/dev/null
			[ -f "$b.dcf" ] || "$rust/webgraph" build dcf "$b" 2>/dev/null
		done
	fi
}

# ours NAME: all operations, and the import of text.
ours() {
	"$work/weft" bench "$work/$1" --json --quiet --memory "${MEMORY:-4GiB}" | "$python" "$here/table.py" lines "$1"
	rm -rf "$work/scratch/crawl"
	"$python" "$here/table.py" time "$1" weft "text arcs in" "$work/weft" import "$work/$1.tsv" -o "$work/scratch/crawl" --pages "$(pages "$1")" --quiet
}

pages() { sed -n 's/^nodes=//p' "$work/$1.properties"; }
arcs() { sed -n 's/^arcs=//p' "$work/$1.properties"; }

# theirs NAME: each program that is installed.
theirs() {
	local name=$1 library
	for library in scipy graphblas networkit igraph; do
		"$python" "$here/peers.py" "$library" "$work/$name.csr" "$threads" "$work/$name.truth/pagerank.npy" |
			"$python" "$here/table.py" tag "$name" || echo "run: $library failed on $name" >&2
	done
	[ ! -x "$rust/webgraph" ] || "$python" "$here/rust.py" "$rust" "$work/$name" "$(arcs "$name")" "$threads" "$work/scratch" "$work/$name.tsv" |
		"$python" "$here/table.py" tag "$name"
}

export GRAPH_ARCS
for pair; do
	prepare "${pair%%=*}" "${pair#*=}"
	GRAPH_ARCS=$(arcs "${pair%%=*}")
	for ((round = 1; round <= rounds; round++)); do
		echo "run: ${pair%%=*}, round $round of $rounds" >&2
		ours "${pair%%=*}" >>"$dir/speeds.jsonl"
		theirs "${pair%%=*}" >>"$dir/speeds.jsonl"
	done
done
"$python" "$here/table.py" table "$dir/speeds.jsonl"
