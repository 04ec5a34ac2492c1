#!/usr/bin/env bash
# Builds weft for each system that it is for, compiles the tests there, and checks that two builds are equal to the byte:
#
#	bench/builds/run.sh [DIR]
#
# The two builds start from two folders and two empty caches, with the profile bench/pgo/weft.pgo, as releases are built. DIR,
# a temporary folder by default, keeps the binaries. Exit status: 0 if all is well, 1 if not. It takes some 20 minutes on two
# cores; the gate does a part of it, without the profile, from its own cache.
set -euo pipefail
cd "$(dirname "$0")/../.."

dir=${1:-$(mktemp -d)}
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
[ $# -gt 0 ] || trap 'chmod -R u+w "$dir" && rm -rf "$dir"' EXIT

# copy copies the sources into a folder.
copy() {
	mkdir -p "$1"
	git ls-files -z --cached --others --exclude-standard | tar --null --ignore-failed-read -T - -cf - | tar -xf - -C "$1"
}

# build builds weft of a folder for a system, with an empty cache.
build() {
	local cache
	cache=$(mktemp -d "$dir/cache.XXXXXX")
	(cd "$1" && CGO_ENABLED=0 GOCACHE=$cache GOOS=${2%/*} GOARCH=${2#*/} go build -trimpath -pgo=bench/pgo/weft.pgo -buildvcs=false -o "$3" ./cmd/weft)
	rm -rf "$cache"
}

copy "$dir/a/sources"
copy "$dir/b/other/sources"
status=0
for system in linux/amd64 linux/arm64 windows/amd64 windows/arm64 darwin/amd64 darwin/arm64; do
	one=$dir/weft-${system/\//-} two=$dir/weft-${system/\//-}-again
	build "$dir/a/sources" "$system" "$one"
	build "$dir/b/other/sources" "$system" "$two"
	if cmp "$one" "$two"; then
		printf 'ok     \t%s\t%s bytes\t%s\n' "$system" "$(stat -c %s "$one")" "$(sha256sum "$one" | cut -c 1-16)"
	else
		printf 'differs\t%s\n' "$system"
		status=1
	fi
	CGO_ENABLED=0 GOOS=${system%/*} GOARCH=${system#*/} go vet ./... || status=1
done
exit $status
