#!/usr/bin/env bash
# Makes the small graphs of graph/bv/testdata again, with the programs that install.sh put into a folder:
#
#	bench/interop/testdata.sh DIR
#
# WebGraph for Java and webgraph-rs rewrite testdata/plain with the parameters and codes of a line below each. Java adds the
# date to its properties, which is cut.
set -euo pipefail

[ $# -eq 1 ] && [ -d "$1" ] || { echo "usage: testdata.sh DIR" >&2; exit 2; }
dir=$(cd "$1" && pwd)
cd "$(dirname "$0")/../../graph/bv/testdata"

find . -type f ! -name 'plain.*' ! -path './fuzz/*' -delete
java_writes() { # NAME ARGUMENTS...
	java -cp "$dir/java/classes:$dir/java/lib/*" Arcs store plain "$@" >/dev/null 2>&1
	sed -i '/^#/d' "$1.properties"
}
rust_writes() { # NAME ARGUMENTS...
	local name=$1
	shift
	"$dir/rust/bin/webgraph" to bvgraph -t 1 --sequential "$@" plain "$name" 2>/dev/null
}

java_writes java-default
java_writes java-delta -1 -1 3 4 RESIDUALS_DELTA OFFSETS_DELTA
java_writes java-nibble 0 0 0 -1 RESIDUALS_NIBBLE
java_writes java-golomb 16 -1 10 -1 RESIDUALS_GOLOMB
java_writes java-blocks 3 2 2 1 BLOCKS_DELTA OUTDEGREES_DELTA REFERENCES_GAMMA
java_writes java-count -1 0 -1 20 BLOCK_COUNT_UNARY REFERENCES_DELTA
rust_writes rust-default
rust_writes rust-blocks --blocks delta --references gamma -w 16 -i 1
rust_writes rust-unlimited -r -1 --residuals zeta5 --outdegrees delta
rust_writes rust-omega --residuals omega --blocks unary
rust_writes rust-pi --residuals pi2 --blocks omega --references pi3 --outdegrees pi4
rust_writes rust-little -E little
rust_writes rust-little-zeta -E little --residuals zeta1 --blocks zeta2 --references zeta6 --outdegrees unary -r 0
rust_writes rust-little-delta -E little --residuals delta --blocks delta -w 0 -i 0
rust_writes rust-little-omega -E little --residuals omega --outdegrees omega --blocks omega --references omega
rust_writes rust-little-pi -E little --residuals pi1 --outdegrees pi2 --blocks pi3 --references pi4
ls
