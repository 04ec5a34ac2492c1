#!/bin/sh
# How well weft site finds the sites of docsites, from three pages, from one, and from their front pages; with their URLs, and with URLs that say nothing, in
# other orders of the pages, as these are numbered by their URLs. See bench/README.md.
#
#	bench/site/run.sh DIR [DATA]
set -eu
[ $# -ge 1 ] || { echo "usage: $0 DIR [DATA]" >&2; exit 2; }
mkdir -p "$1"
dir=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."
data=${2:-${WEFT_SHARED:-../shared/data}}/docsites
go build -o "$dir/" ./bench/site ./cmd/weft
"$dir/site" -data "$data" -out "$dir"
weft=$dir/weft

# figures prints F1, precision and recall of all sites and of those on several hosts, of ours, or, with the name of another method, of that.
figures() {
	python3 - "$1" "${2:-}" <<'PYTHON'
import json, sys
r = json.load(open(sys.argv[1]))
if sys.argv[2]:
    m = [x for x in r["others"] if x["name"] == sys.argv[2]][0]
    all, spanning = m["all"] if "all" in m else m, m.get("spanning")
else:
    all, spanning = r, r.get("spanning")
text = "F1 %.3f, precision %.3f, recall %.3f, %d sites" % (all["f1"], all["precision"], all["recall"], all["sites"])
if spanning:
    text += "; on several hosts F1 %.3f, %d sites" % (spanning["f1"], spanning["sites"])
if not sys.argv[2] and r["refused"]:
    text += "; %d refused" % r["refused"]
print(text)
PYTHON
}

for urls in urls hashes numbers hosts; do
	rm -rf "$dir/$urls.crawl"
	"$weft" import "$dir/$urls.tsv" -o "$dir/$urls.crawl" --quiet >/dev/null
	for how in "--pages 3 --draws 10" "--pages 1 --draws 10" "--home"; do
		# shellcheck disable=SC2086
		"$weft" site eval "$dir/$urls.crawl" --truth "$dir/$urls.truth" $how --json --quiet >"$dir/eval.json" 2>>"$dir/log"
		printf '%s, %s: ' "$urls" "$how"
		figures "$dir/eval.json"
		[ $urls = urls ] && [ "$how" = "--pages 3 --draws 10" ] || continue
		for other in host domain prefix; do
			printf '  %s: ' $other
			figures "$dir/eval.json" $other
		done
	done
done

# The same pages under other names, in another order: the boundary must be the same, page for page.
for names in hashes numbers hosts; do
	paste "$dir/urls.truth" "$dir/$names.truth" | cut -f 1,3 >"$dir/names"
	same=0
	for line in 100 2000 4500 7000 9000 12000 15000 18000 22000 28000; do
		page=$(sed -n ${line}p "$dir/names")
		"$weft" site "$dir/urls.crawl" "$(echo "$page" | cut -f 1)" --list --anyway --quiet 2>>"$dir/log" | awk -F '\t' 'NR == FNR { to[$1] = $2; next } { print to[$1] }' "$dir/names" - | sort >"$dir/a"
		"$weft" site "$dir/$names.crawl" "$(echo "$page" | cut -f 2)" --list --anyway --quiet 2>>"$dir/log" | sort >"$dir/b"
		[ -s "$dir/a" ] || echo "no boundary from $page" >&2
		! cmp -s "$dir/a" "$dir/b" || same=$((same + 1))
	done
	echo "$names: $same of 10 boundaries are those of urls, page for page"
done

for seed in 2 3; do
	"$weft" site eval "$dir/urls.crawl" --truth "$dir/urls.truth" --json --quiet --random-seed $seed >"$dir/eval.json" 2>>"$dir/log"
	printf 'urls, other draws, seed %s: ' $seed
	figures "$dir/eval.json"
done

page=$(head -n 5000 "$dir/urls.tsv" | tail -n 1 | cut -f 1)
"$weft" site all "$dir/urls.crawl" --quiet >"$dir/said" 2>>"$dir/log" # explain looks its sites up
for what in "site" "site explain"; do
	# shellcheck disable=SC2086
	"$weft" $what "$dir/urls.crawl" "$page" --quiet >"$dir/said" 2>>"$dir/log" # once, so that files are in memory
	for _ in 1 2 3; do
		start=$(date +%s%N)
		# shellcheck disable=SC2086
		"$weft" $what "$dir/urls.crawl" "$page" --quiet >"$dir/said" 2>>"$dir/log"
		echo "$what: $((($(date +%s%N) - start) / 1000000)) ms, the whole process"
	done
done
