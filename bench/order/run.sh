#!/usr/bin/env bash
# Orders graphs whose numbers were shuffled, with weft and with webgraph-rs, and tells the bits an arc of each and of its transpose:
#
#	bench/order/run.sh PEERS BASENAME…
#
# PEERS is the folder into which bench/interop/install.sh PEERS rust has installed webgraph-rs; its default options are taken.
set -euo pipefail
[ $# -ge 2 ] || { echo "usage: run.sh PEERS BASENAME..." >&2; exit 2; }
webgraph=$1/rust/bin/webgraph
shift
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export TMPDIR=$scratch RUST_LOG=warn

go build -C "$here" -o "$scratch/order" .
for base in "$@"; do
	echo "== $base"
	"$scratch/order" "$base"
	"$scratch/order" -write "$scratch/g" "$base" >/dev/null
	"$webgraph" build ef "$scratch/g"
	"$webgraph" transform symmetrize --no-loops "$scratch/g" "$scratch/sym"
	"$webgraph" build ef "$scratch/sym"
	"$webgraph" build dcf "$scratch/sym"
	echo "webgraph-rs:"
	time "$webgraph" run llp "$scratch/sym" "$scratch/perm"
	"$webgraph" transform perm "$scratch/g" "$scratch/ordered" "$scratch/perm"
	"$webgraph" build ef "$scratch/ordered"
	"$webgraph" transform transpose "$scratch/ordered" "$scratch/ordered-t"
	grep -H bitsperlink "$scratch/ordered.properties" "$scratch/ordered-t.properties" | sed 's/.*bitsperlink=/webgraph-rs /'
	rm -f "$scratch"/[gsop]*.*  "$scratch/perm"
done
