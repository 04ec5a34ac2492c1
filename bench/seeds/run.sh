#!/usr/bin/env bash
# run.sh runs all tests that draw their cases (internal/drawn) with many seeds, and prints each test that fails with the seed.
#
#   bench/seeds/run.sh SEEDS [PACKAGE...]    such as: bench/seeds/run.sh 30 ./algo/... ./store
#
# Each test binary is built once. Its first run shows which tests draw; the other seeds run only these tests. The seeds are
# 1, 2, 3, ... after WEFT_FIRST_SEED (default 0). A run of one package with one seed ends after half an hour at the latest; with
# WEFT_SECONDS=S no run of a package begins S seconds after its first. Exit status 1: a test failed.
set -euo pipefail
cd "$(dirname "$0")/../.."
seeds=${1:?usage: bench/seeds/run.sh SEEDS [PACKAGE...]}
shift
first=${WEFT_FIRST_SEED:-0}
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
export bin seeds first

# one runs the tests of a package: all of them with the first seed, then those that draw with the others.
one() {
	local dir=$1 name=${1//\//-} seed drawing='' began failed=0 runs=0
	cd "$dir"
	go test -c -vet=off -o "$bin/$name.test" .
	began=$SECONDS
	for seed in $(seq $((first + 1)) $((first + seeds))); do
		[ "$runs" = 0 ] || [ $((SECONDS - began)) -lt "${WEFT_SECONDS:-1000000}" ] || break
		runs=$((runs + 1))
		WEFT_SEED=$seed timeout 1800 go tool test2json "$bin/$name.test" -test.v=test2json ${drawing:+-test.run "^($drawing)\$"} >"$bin/$name.json" 2>&1 || {
			failed=$((failed + 1))
			sed -nE 's/.*"Action":"fail","Test":"([^"]*)".*/\1/p' "$bin/$name.json" | sed "s|^|FAIL\t$dir WEFT_SEED=$seed |"
			sed -nE 's/.*"Output":"(.*)"\}$/\1/p' "$bin/$name.json" | grep -E '_test\.go:|panic|timed out' | grep -v 'draw it again' | head -n 12 || true
			printf 'FAIL\t%s WEFT_SEED=%d\n' "$dir" "$seed"
		}
		if [ -z "$drawing" ]; then
			drawing=$(sed -nE 's/.*"Test":"([^"\/]*)[^"]*","Output":".*draw it again with WEFT_SEED.*/\1/p' "$bin/$name.json" | sort -u | paste -sd '|')
			[ -n "$drawing" ] || break
		fi
	done
	rm -f "$bin/$name.test" "$bin/$name.json"
	printf '%s\t%s: %d of %d seeds failed, %d s\n' "$([ "$failed" = 0 ] && echo ok || echo FAIL)" "$dir" "$failed" "$runs" $((SECONDS - began))
	[ "$failed" = 0 ]
}
export -f one
# Packages whose test binary contains internal/drawn: a test may draw through a helper of another package.
go list -test -f '{{if eq .Name "main"}}{{.ImportPath}} {{.Dir}} {{join .Deps " "}}{{end}}' "${@:-./...}" |
	awk '$1 ~ /\.test$/ && / weft\/internal\/drawn( |$)/ { print $2 }' | xargs -r -P "$(nproc)" -n 1 bash -c 'one "$1"' seeds
