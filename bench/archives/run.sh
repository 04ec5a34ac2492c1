#!/usr/bin/env bash
# Holds the archives that weft writes against the programs that read archives, and prints a line a check:
#
#	bench/archives/run.sh DIR [FILE…]
#
# DIR gets a virtual environment with warcio 1.8.1, FastWARC 2.0.1, cdxj-indexer 1.5.0 and pywb (Python 3.9 or later), unless
# it is there. weft writes a folder of archives; gzip -t, warcio and FastWARC must find them clean, cdxj-indexer -s must write
# the index that weft wrote, and pywb must replay every page, also the revisits. The FILEs, archives of others, must be indexed
# alike, and so must 20,000 random URLs. Exit status: 0 if all is well, 1 if not, 2 for wrong usage.
set -euo pipefail
export LC_ALL=C.UTF-8

[ $# -ge 1 ] || { echo "usage: run.sh DIR [FILE…]" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
dir=$(cd "$1" && pwd)
shift
bin=$dir/venv/bin
if [ ! -x "$bin/cdxj-indexer" ]; then
	python3 -m venv "$dir/venv"
	"$bin/pip" install -q warcio==1.8.1 FastWARC==2.0.1 cdxj-indexer==1.5.0 surt==0.3.1
fi
[ -x "$bin/wayback" ] || "$bin/pip" install -q pywb || echo "pywb does not install: no replay"

work=$(mktemp -d "$dir/run.XXXXXX")
trap 'rm -rf "$work"' EXIT
(cd "$here" && go build -o "$dir/archives" .)
failed=0

# check runs a command, and says whether it did well.
check() {
	local what=$1
	shift
	if "$@" >"$work/out" 2>&1; then
		echo "ok       $what"
	else
		echo "FAILED   $what"
		tail -n 5 "$work/out"
		failed=1
	fi
}

"$dir/archives" make "$work/made"
files=("$work"/made/*.warc.gz)
check "gzip -t of ${#files[@]} files" gzip -t "${files[@]}"
# warcio 1.8.1 takes the digest of the chunks for that of the payload (webrecorder/warcio, issues 74 and 75): of the 50 answers in chunks.
"$bin/warcio" check "${files[@]}" >"$work/warcio" || true
check "warcio check: block digests" test "$(grep -c 'block digest failed' "$work/warcio")" -eq 0
check "warcio check: payload digests, but for 50 answers in chunks" test "$(grep -c 'payload digest failed' "$work/warcio")" -eq 50
for f in "${files[@]}"; do
	check "fastwarc check $(basename "$f")" "$bin/fastwarc" check "$f"
done
"$bin/cdxj-indexer" -s "$work/made" >"$work/theirs.cdxj"
check "cdxj-indexer -s of the folder, $(wc -l <"$work/theirs.cdxj") lines" cmp "$work/theirs.cdxj" "$work/made/index.cdxj"

for f in "$@"; do
	if "$bin/cdxj-indexer" "$f" >"$work/theirs" 2>"$work/err"; then
		"$dir/archives" cdxj "$f" >"$work/ours" 2>&1 || true
		check "cdxj-indexer $(basename "$f"), $(wc -l <"$work/theirs") lines" cmp "$work/theirs" "$work/ours"
	else
		echo "left out $(basename "$f"): cdxj-indexer: $(tail -n 1 "$work/err")"
	fi
done

"$bin/python" "$here/urls.py" urls 20000 >"$work/urls"
"$bin/python" -W ignore "$here/urls.py" surt <"$work/urls" >"$work/theirs"
"$dir/archives" surt <"$work/urls" >"$work/ours"
differ=$(paste -d '\n' "$work/theirs" "$work/ours" | awk 'NR % 2 { a = $0; next } a != $0 { n++ } END { print n + 0 }')
check "surt of 20,000 random URLs, $differ differ, at most 5 may (odd hosts that are not ASCII)" test "$differ" -le 5

if [ -x "$bin/wayback" ]; then
	check "pywb replays the folder" "$bin/python" "$here/replay.py" "$bin" "$work/made" "$work/pywb"
fi
exit $failed
