#!/bin/sh
# Disjoint bipartite cliques: the whole table of cnr-2000, held to a plain program, and (4,4) on generated graphs of growing size within 256 MB.
#
#	bench/cores/run.sh [FOLDER] [PAGES...]     # SHARED is the folder that holds data/cnr-2000
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=${1:-$(mktemp -d)}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- 1000000 4000000
mkdir -p "$work"
go build -C "$here" -o "$work/weft" ../../cmd/weft
SHARED=${SHARED:-$here/../../../shared}
cnr=$SHARED/data/cnr-2000/cnr-2000
cd "$work"

echo "== the table of cnr-2000"
python3 "$here/peak.py" ./weft cores "$cnr" --top 0 --quiet
echo "== beside the definition: i, j; pages, fans, centers and links of the core; cliques"
./weft export "$cnr" --format tsv -o cnr.arcs --quiet >export.log
for shape in "2 2" "4 4" "10 10" "3 7" "6 2"; do
	i=${shape% *} j=${shape#* }
	# shellcheck disable=SC2086
	python3 "$here/greedy.py" cnr.arcs $shape 50 theirs >theirs.figures
	rm -f ours.jsonl
	./weft cores "$cnr" -i "$i" -j "$j" --quiet --json --top 0 -o ours.jsonl >ours.json
	python3 "$here/same.py" ours.json ours.jsonl theirs.figures theirs
	./weft cores "$cnr" -i "$i" -j "$j" --quiet --check ours.jsonl
done
for n in "$@"; do
	for model in copying web; do
		[ -d $model-"$n" ] || ./weft generate $model -o $model-"$n" --pages "$n" --degree 7 --quiet >made.log
		echo "== (4,4) of $model, $n pages, 256 MB"
		python3 "$here/peak.py" ./weft cores $model-"$n" -i 4 -j 4 --top 0 --quiet --memory 256MB
	done
done
