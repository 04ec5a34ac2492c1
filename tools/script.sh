#!/usr/bin/env bash
# script.sh builds the scripts of `weft serve` from faces/serve/script/src with esbuild, the same to the byte everywhere.
#
#   tools/script.sh install       install the packages of package-lock.json into the user's cache, and npm as root where it is missing
#   tools/script.sh check         say what is missing; exit status 1 if something is
#   tools/script.sh build         write faces/serve/script/dist
#   tools/script.sh build DIR     write DIR instead
#
# It needs Node.js 18 or newer. npm fetches the packages, which package-lock.json pins by their checksums; their scripts do not run.
set -euo pipefail
cd "$(dirname "$0")/../faces/serve/script"

lock=$(sha256sum package-lock.json)
home="${XDG_CACHE_HOME:-${HOME:?is not set, nor is XDG_CACHE_HOME}/.cache}/weft-script/${lock:0:16}"

check() {
	local missing=0
	command -v node >/dev/null || { printf 'missing: node (Node.js)\n' && missing=1; }
	[ -e "$home/complete" ] || { printf 'missing: the packages of package-lock.json: tools/script.sh install fetches them\n' && missing=1; }
	return "$missing"
}

install() (
	if [ -e "$home/complete" ]; then exit; fi
	../../../tools/browser.sh npm
	rm -rf "$home"
	mkdir -p "$home"
	cp package.json package-lock.json .npmrc "$home/"
	cd "$home"
	npm ci --silent
	touch complete
)

# build bundles each file of src except lib.js, which the others share. The browser loads only the parts that a page names.
build() {
	local out
	out=$(mkdir -p "$1" && cd "$1" && pwd)
	rm -f "$out"/*
	NODE_PATH="$home/node_modules" node "$home/node_modules/esbuild/bin/esbuild" src/*.js --bundle --format=esm --external:./lib.js \
		--target=es2022 --charset=utf8 --legal-comments=none --minify-whitespace --minify-syntax --line-limit=120 --log-level=warning --outdir="$out"
	# What they were made from, so that a test without Node.js can see that they are fresh.
	find package.json package-lock.json src -type f | LC_ALL=C sort | xargs sha256sum >"$out/sources.txt"
	(cd "$out" && sha256sum -- *.js >results.txt)
}

case "${1:-}" in
install) install ;;
check) check ;;
build)
	check >&2
	build "${2:-dist}"
	;;
*)
	printf 'usage: tools/script.sh install|check|build [DIR]\n' >&2
	exit 2
	;;
esac
