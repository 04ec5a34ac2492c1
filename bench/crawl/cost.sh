#!/bin/bash
# Crawl the mini-web below DIR with weft and with wget, in turn. usage: cost.sh DIR PORT; needs wget, curl, GNU time
set -eu
dir=$(cd "$1" && pwd); port=$2
cd "$(dirname "$0")/../.."
tmp=$(mktemp -d); trap 'rm -rf "$tmp"' EXIT
go build -o "$tmp/weft" ./cmd/weft
bench/crawl/seeds.sh "$dir" | sed 's/^https:/http:/' > "$tmp/seeds"
hosts=$(cut -d/ -f3 "$tmp/seeds" | sort -u | paste -sd,)
proxy=http://127.0.0.1:$port
asked() { curl -s --noproxy '*' "$proxy/__cost" | cut -d' ' -f1; }
run() { # NAME PAGES-COMMAND COMMAND...
  name=$1; pages=$2; shift 2
  before=$(asked)
  command time -o "$tmp/time" -f '%U %S %M' "$@" > "$tmp/$name.out" 2>&1 || true
  n=$(($(asked) - before))
  tail -1 "$tmp/time" | awk -v name="$name" -v n="$n" -v p="$(eval "$pages")" \
    '{c = $1 + $2; printf "%s: %d requests, %d pages, %.2f CPU s, %.0f requests and %.0f pages per CPU s, peak %.0f MB\n", name, n, p, c, n/c, p/c, $3/1024}'
}
for order in arrival strict; do
  run "weft-$order" "awk '\$2 == 200' '$tmp/c-$order/log/crawl.log' | wc -l" \
    "$tmp/weft" crawl --seeds "$tmp/seeds" -o "$tmp/c-$order" --order $order --delay 0 --proxy "$proxy" --exclude '^https:' --no-snapshot
done
mkdir "$tmp/wget"
run wget "grep -c URL: '$tmp/wget.out'" wget -nv -r -l inf -H -D "$hosts" --no-hsts --tries=1 --reject-regex '^https:' \
  --follow-tags=a,area,frame,iframe,link -e use_proxy=yes -e http_proxy="$proxy" --warc-file="$tmp/wget/w" -i "$tmp/seeds" -P "$tmp/wget/files"
