#!/bin/bash
# Crawl the mini-web below DIR over https, and compare pages and arcs with miniweb.py's. usage: links.sh DIR PORT
set -eu
dir=$(cd "$1" && pwd); port=$2
cd "$(dirname "$0")/../.."
tmp=$(mktemp -d); trap 'rm -rf "$tmp"' EXIT
go build -o "$tmp/weft" ./cmd/weft
bench/crawl/seeds.sh "$dir" > "$tmp/seeds"
"$tmp/weft" crawl --seeds "$tmp/seeds" -o "$tmp/c" --delay 0 --proxy "http://127.0.0.1:$port" --insecure --nofollow ignore --quiet
echo "URLs asked for twice: $(awk '{print $4}' "$tmp/c/log/crawl.log" | sort | uniq -d | wc -l)"
go run ./bench/crawl/arcs -out "$dir/out" -seeds "$tmp/seeds" "$tmp/c"
