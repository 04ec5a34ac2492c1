#!/usr/bin/env bash
# Lets weft say all it says of each crawl in DIR: the reports, and what the commands print: say.sh WEFT DIR
set -euo pipefail
weft=$1
cd "$2"
for dir in */; do
	name=${dir%/}
	crawl=$name/crawl
	bare=no
	[ -d "$crawl" ] || bare=yes
	mkdir -p "$name/said"
	[ -e "$name/compare.json" ] && continue
	say() { local what=$1; shift; "$weft" "$@" --quiet >"$name/said/$what.txt" 2>"$name/said/$what.err" || echo "status $?" >>"$name/said/$what.err"; }
	saved=no # with results of before: distances and fidelity
	case $name in urls | dated | hollins | live) saved=yes ;; esac
	say info info "$crawl"
	if [ $saved = yes ]; then
		say distances distances "$crawl"
		say fidelity fidelity "$crawl"
	fi
	disk=$crawl
	[ "$bare" = no ] && [ -d "$crawl/snapshot" ] && disk=$crawl/snapshot
	[ "$bare" = no ] && find "$disk" -type f -printf '%s\n' | awk '{ n += $1 } END { print n }' >"$name/said/bytes"
	(cd "$name" && "$weft" report crawl -o page.html --quiet >said/report.out 2>said/report.err || echo "status $?" >>said/report.err)
	say degrees degrees "$crawl"
	say components components "$crawl"
	for r in pagerank hits salsa indegree; do say "rank-$r" rank $r "$crawl"; done
	if [ $saved = no ]; then
		say distances distances "$crawl"
		say fidelity fidelity "$crawl"
	fi
	for f in pages anchors; do say "export-$f" export "$crawl" --format $f; done
	say export-arcs export "$crawl" --kinds-column
	for what in info degrees components rank-pagerank distances fidelity missing; do
		say "$what-json" ${what/-/ } "$crawl" --json
	done
	say calibration-json fidelity calibrate "$crawl" --json
done
for file in */compare.json; do
	[ -e "$file" ] || continue
	name=$(dirname "$file")
	read -r crawls dates < <(python3 -c 'import json, sys; c = json.load(open(sys.argv[1])); print(",".join(c["crawls"]), ",".join(c["dates"]))' "$file")
	paths=()
	for c in ${crawls//,/ }; do paths+=("$c/crawl"); done
	"$weft" report "${paths[@]}" --dates "$dates" -o "$name/page.html" --quiet >"$name/said/report.out" 2>"$name/said/report.err" || echo "status $?" >>"$name/said/report.err"
done
