#!/usr/bin/env bash
# Installs the programs that weft's speed is compared with into a folder:
#
#	bench/engines/install.sh DIR
#
# webgraph-rs built with fat link-time optimisation, which is how its own benchmarks are built (cargo; ten minutes and
# more), WebGraph for Java, and SciPy, GraphBLAS, NetworKit and igraph in a virtual environment. What is there already is
# left alone.
set -euo pipefail

[ $# -eq 1 ] || { echo "usage: install.sh DIR" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
dir=$(cd "$1" && pwd)

"$here/../interop/install.sh" "$dir" java python
"$dir/venv/bin/python" -c 'import networkit, igraph, graphblas' 2>/dev/null ||
	"$dir/venv/bin/python" -m pip install --quiet networkit igraph python-graphblas
if [ ! -x "$dir/rustlto/bin/webgraph" ]; then
	echo "install: webgraph-rs with fat LTO, which takes a while" >&2
	export CARGO_PROFILE_RELEASE_LTO=fat CARGO_PROFILE_RELEASE_CODEGEN_UNITS=1
	nice -n 10 cargo install --quiet --root "$dir/rustlto" --target-dir "$dir/rustlto/target" webgraph-cli --version 0.5.0 --locked
fi
[ -x "$dir/rustlto/bin/lists" ] || # its profile asks for fat LTO itself
	nice -n 10 cargo install --quiet --root "$dir/rustlto" --target-dir "$dir/rustlto/target" --path "$here/../interop/lists"
echo "install: done: $dir" >&2
