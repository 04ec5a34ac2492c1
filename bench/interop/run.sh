#!/usr/bin/env bash
# Holds weft against the programs that install.sh put into a folder, and prints a line a check, also into DIR/table.tsv:
#
#	bench/interop/run.sh DIR [DATA]
#
# Each graph becomes a crawl. The others read weft's files, weft reads theirs, and the arcs must be equal; so must the
# bytes, where the other program makes the same choices. Ranks and components are computed a second time by SciPy,
# networkx and webgraph-rs. DATA is the folder of research data ($WEFT_SHARED, or ../shared/data beside the
# repository); without it only the graphs that are made here are compared. A program that is not installed is named
# and left out. Exit status: 0 if all is equal, 1 if anything differs, 2 for wrong usage.
set -euo pipefail
export LC_ALL=C

usage() {
	echo "usage: run.sh DIR [DATA]" >&2
	exit 2
}

[ $# -eq 1 ] || [ $# -eq 2 ] || usage
here=$(cd "$(dirname "$0")" && pwd)
repo=$(cd "$here/../.." && pwd)
[ -d "$1" ] || usage
dir=$(cd "$1" && pwd)
data=${2:-${WEFT_SHARED:-$repo/../shared/data}}
if [ -d "$data" ]; then data=$(cd "$data" && pwd); fi
work=$(mktemp -d "$dir/run.XXXXXX")
trap 'rm -rf "$work"' EXIT

weft=$dir/weft
recode=$dir/recode
rust=$dir/rust/bin
python=$dir/venv/bin/python
rows=$work/rows
: >"$rows"

. "$here/checks.sh"

(cd "$repo" && go build -o "$weft" ./cmd/weft && go build -o "$recode" ./bench/interop/recode)
find_peers
if [ -z "$java$rs$py" ]; then
	echo "run: nothing to compare with in $dir: install.sh first" >&2
	exit 1
fi

# The crawl of a made Web: named pages, arcs of all kinds.
"$weft" demo -o "$work/demo" --quiet >/dev/null
compare demo "$work/demo/crawl"
if [ -n "$py" ]; then
	"$weft" export "$work/demo/crawl" --kinds measured >"$work/weft.tsv"
	python_measures "demo, links" "$work/demo/crawl" measured
fi
dialects demo "$work/demo/crawl"
our_dialects demo "$work/demo/crawl"

# Shuffled arcs, some of them repeated, some loops, pages without arcs at the end.
awk 'BEGIN { srand(1); for (i = 0; i < 300000; i++) { u = int(20000 * rand()); v = rand() < .5 ? int(20000 * rand()) : int((u + 50 * rand()) % 20000); print u "\t" v } }' >"$work/list.tsv"
import edge-list --pages 20100 "$work/list.tsv"
same sort edge-list "the list without repetitions" "$(hash_of <"$work/list-unique.tsv")" sort -u "$work/list.tsv"

if [ -d "$data" ]; then
	bvgraph harvard500 "$data/harvard500/harvard500"
	bvgraph wb-cs-stanford "$data/wb-cs-stanford/wb-cs.stanford"
	bvgraph cnr-2000 "$data/cnr-2000/cnr-2000"
	bvgraph cnr-2000-java "$data/cnr-2000/java-cnr-2000"
else
	echo "run: no research data at $data: real graphs are left out" >&2
fi

cp "$rows" "$dir/table.tsv"
print_table
