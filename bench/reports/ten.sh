#!/usr/bin/env bash
# Writes ten reports of crawls of different kinds, and pictures of them on screens and on paper:
#
#	bench/reports/ten.sh DIR [DATA]
#
# DIR gets weft, the crawls, and the pages as NAME.html. With Chromium a test checks the pages and takes pictures: pictures/NAME-400.png,
# NAME-1280.png, both in dark, too, and NAME.pdf. DATA is the folder of research data, by default $WEFT_SHARED or ../shared/data beside the
# repository; without it the archive and the graph without names are left out. $WEFT names a built binary. Crawls that are there already are
# taken as they are. The reports are of a demo, a crawl with failures, 20 links, a WARC file, a graph without names, two pages, hostile
# names, a million pages, two dates, and five dates.
set -euo pipefail
export LC_ALL=C.UTF-8

[ $# -ge 1 ] && [ $# -le 2 ] || { echo "usage: ten.sh DIR [DATA]" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
dir=$(cd "$1" && pwd)
data=${2:-${WEFT_SHARED:-$here/../../../shared/data}}
[ -d "$data" ] || { echo "no research data at $data: eight reports" >&2; data=; }
weft=${WEFT:-$dir/weft}
[ -n "${WEFT:-}" ] || (cd "$here/../.." && go build -o "$weft" ./cmd/weft)
cd "$dir"

[ -d demo/crawl ] || "$weft" demo -o demo --quiet >demo.log
made="failures twenty two hostile dates"
[ -z "$data" ] || made="$made archives"
# shellcheck disable=SC2086 # groups of crawls
python3 "$here/make.py" "$weft" crawls "$data" $made
[ -d million ] || "$weft" generate web --pages 1000000 -o million --quiet

report() {
	local name=$1
	shift
	"$weft" report "$@" -o "$name.html" --quiet >/dev/null
}
report demo demo/crawl
report failures crawls/failures/crawl
report links crawls/twenty/crawl
report pages crawls/two/crawl
report hostile crawls/hostile/crawl
report million million
report two-dates crawls/dates-1/crawl crawls/dates-5/crawl --dates 2017,2025
report five-dates crawls/dates-{1,2,3,4,5}/crawl --dates 2017,2019,2021,2023,2025
if [ -n "$data" ]; then
	report warc crawls/blackbook/crawl
	report nameless "$data/cnr-2000/cnr-2000"
fi

if ! command -v chromium chromium-browser google-chrome-stable google-chrome chrome >/dev/null; then
	echo "no Chromium on the path: the pages are not checked and have no pictures; tools/browser.sh installs it" >&2
	exit 0
fi
mkdir -p pictures
cd "$here/../.."
WEFT_REPORTS=$dir WEFT_PICTURES=$dir/pictures go test ./cmd/weft -count=1 -run '^TestReportPages$' -v
