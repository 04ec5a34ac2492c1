#!/usr/bin/env bash
# Says where two builds of weft differ in what they print, as text and as JSON, and in the files that they write:
#
#	bench/same/run.sh OLD NEW DIR [DATA]
#
# OLD and NEW are binaries, DIR a folder for crawls and outputs, DATA the folder of research data, by default $WEFT_SHARED or ../shared/data
# beside the repository; without it crawls are made alone. What is meant to differ is told by a reader of the list: each line is a
# file, named after its command. Versions, dates and paths of the two folders are made alike first. Exit status: 0 if nothing differs, 1 if something does, 2 for wrong usage.
set -euo pipefail
export LC_ALL=C.UTF-8

[ $# -ge 3 ] && [ $# -le 4 ] || { echo "usage: run.sh OLD NEW DIR [DATA]" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
old=$(realpath "$1")
new=$(realpath "$2")
mkdir -p "$3"
dir=$(cd "$3" && pwd)
data=${4:-${WEFT_SHARED:-$here/../../../shared/data}}

# The command lines; @ stands for each crawl.
crawls=(web numbers named tree)
commands() {
	cat <<-'END'
		info @
		degrees @
		rank pagerank @
		rank hits @
		rank salsa @ --top 3
		rank indegree @
		components @
		distances @
		distances @ --from 0
		degrees @ --view symmetrised
		rank pagerank @ --method power --iterations 9
		fidelity @ --fetched linking
		fidelity @
		fidelity @ --target @
		fidelity components @ --fetched linking
		fidelity components @ --tau 0.3
		fidelity components @ --target @ --method maximum
		fidelity calibrate @ --sets 2
		reproduce fidelity @ --pages 300 --sets 2 --few 1 --draws 2
		seeds @ -k 5
		simulate @ --sets 1
		quotient @ -o part-hosts
		compare @ @
		extract @ -o part-top --top 20
		verify @
		export @ --format tsv
		degrees @ --plan
		components @ --plan
		rank pagerank @ --plan
		rank hits @ --plan --memory 64MiB
		distances @ --plan
		report @ --plan
		fidelity @ --plan
		fidelity components @ --fetched linking --members -
		fidelity components @ --fetched linking --members - --json
		fidelity components @ --plan
		fidelity calibrate @ --plan
		seeds @ -k 2 --min-core 1x1 --both --distances -o part-seeds
		seeds @ -k 2 --prune none --min-core 1x1 --plan
		seeds eval @ --seeds starts --depth 3
		seeds eval @ --seeds starts --against starts,indegree -o part-plots
		seeds carry web @ --seeds starts -o part-carried
		seeds carry named @ --all --least 0
		seeds carry web @ --all --plan
		compare web @ --rank indegree -o part-table
		compare web @ --list gone
		compare web @ --list new -o part-list
		compare web @ --list gone --plan
		compare web @ --plan
		simulate @ --sets 1 --blocks 0.2 --orders bfs,sec --results part-outcomes
		simulate @ --plan
		simulate @ --strategy bfs,opic,crawlers:4,best --sets 2 --count 3 --plots part-curves
		simulate @ --strategy all --plan
		rank pagerank @ --alpha 2
		rank pagerank nowhere --alpha 2 -o part-kept
		distances nowhere --runs -1
		distances @ --from nope -o part-kept
		report @ --kinds nope --plan
		rank nothing @
		distances @ --back
		degrees @ --samples x
		report @
	END
}

make() { # BINARY: makes the crawls
	"$1" generate web -o web --pages 1500 --quiet
	awk 'BEGIN { srand(7); for (i = 0; i < 4000; i++) print int(900 * rand()), int(900 * rand()) }' | "$1" import - -o numbers --quiet
	awk 'BEGIN { srand(8); for (i = 0; i < 3000; i++) print "http://h" int(9 * rand()) ".example/" int(60 * rand()) "\t" "http://h" int(9 * rand()) ".example/" int(60 * rand()) }' >named.tsv
	"$1" import named.tsv -o named --quiet
	printf '0\n5\n7\n11\n' >starts
	if tree=$data/warc-samples/iana.warc.gz && [ -e "$tree" ]; then
		"$1" import "$tree" -o tree --quiet --max-bad 100%
	else
		"$1" generate copying -o tree --pages 700 --quiet
	fi
}

say() { # BINARY NAME
	rm -rf "${dir:?}/$2"
	mkdir -p "$dir/$2/out"
	cd "$dir/$2"
	make "$1" >out/make 2>&1
	for c in "${crawls[@]}"; do
		commands | while read -r line; do
			line=${line//@/$c}
			name=${line// /_}
			rm -rf part-*
			"$1" $line --quiet >"out/$name.txt" 2>"out/$name.err" || echo "exit $?" >>"out/$name.txt"
			find . -path ./out -prune -o -print | sort >>"out/$name.left" # folders, too
			case $line in *part-*) rm -rf part-* ;; esac
			"$1" $line --quiet --json >"out/$name.json" 2>>"out/$name.err" || echo "exit $?" >>"out/$name.json"
			rm -rf part-*
		done
	done
	# What depends on the time of a run is no difference.
	find . -type f \( -name '*.txt' -o -name '*.err' -o -name '*.json' -o -name '*.html' \) -exec sed -i -E \
		-e 's/[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:]+( UTC|Z)/DATE/g' -e "s#$1#weft#g" -e 's/"(crc32c|result_sha256|manifest_sha256|sha256|bytes)": ?"?[0-9a-f]+"?/"\1": "SUM"/g' \
		-e 's/[0-9.]+ (s|ms|minutes?|seconds?)\b/TIME/g' -e 's/ +$//' {} +
	# The order of keys means nothing.
	find . -name '*.json' -exec sh -c 'for f; do python3 -m json.tool --sort-keys "$f" "$f.sorted" 2>/dev/null && mv "$f.sorted" "$f"; rm -f "$f.sorted"; done' sh {} +
}

say "$old" old
say "$new" new
cd "$dir"
differ=0
while read -r f; do
	cmp -s "old/$f" "new/$f" || { echo "$f"; differ=1; }
done < <( (cd old && find . -type f ! -name '.lock' ; cd ../new && find . -type f ! -name '.lock') | sort -u)
[ $differ = 0 ] && echo "nothing differs"
exit $differ
