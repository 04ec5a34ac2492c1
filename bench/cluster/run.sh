#!/bin/sh
# Leiden beside igraph and leidenalg, MCL beside mcl, on the same files of edges. It needs Python 3, and apt for mcl.
#
#	bench/cluster/run.sh [FOLDER]     # SHARED is the folder that holds data/docsites and data/cnr-2000
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=${1:-$(mktemp -d)}
mkdir -p "$work"
go build -C "$here" -o "$work/cluster" .
SHARED=${SHARED:-$here/../../../shared}
export SHARED

cd "$work"
[ -d venv ] || python3 -m venv venv
venv/bin/pip install --quiet igraph==1.0.0 leidenalg==0.12.0
for package in mcl libtingea0; do
	ls $package*.deb >/dev/null 2>&1 || apt-get download $package
	dpkg -x $package*.deb .
done
LD_LIBRARY_PATH=$(dirname "$(find "$work/usr/lib" -name 'libtingea*' | head -n 1)")
export LD_LIBRARY_PATH

for graph in docsites cnr-2000 sparse web; do
	[ -s $graph.edges ] || ./cluster edges $graph $graph.edges
done

for graph in docsites cnr-2000 sparse; do
	for what in "modularity 1" "modularity 5" "cpm 0.01"; do
		echo "== $graph"
		for seed in 1 2 3; do
			# shellcheck disable=SC2086
			./cluster leiden $graph.edges $what 0 $seed ours.labels
			venv/bin/python "$here/peers.py" $graph.edges $what 2 $seed igraph.labels igraph
		done
		[ $graph = sparse ] || venv/bin/python "$here/peers.py" $graph.edges $what 2 1 leidenalg.labels leidenalg
	done
done

for graph in docsites web; do
	echo "== $graph"
	./cluster mcl $graph.edges 2.0 $graph.labels
	awk 'BEGIN { OFS = "\t" } { print $1, $2, 1 }' $graph.edges >$graph.abc
	/usr/bin/env time -f 'mcl: %U s CPU, %M KB' usr/bin/mcl $graph.abc --abc -I 2.0 -te 1 -o $graph.mcl -V all || true
	venv/bin/python "$here/labels.py" $graph.mcl $graph.labels >$graph.mcl.labels
	./cluster agree $graph.labels $graph.mcl.labels
done
