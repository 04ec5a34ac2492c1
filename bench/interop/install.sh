#!/usr/bin/env bash
# Installs the programs that weft is compared with into a folder:
#
#	bench/interop/install.sh DIR [java] [python] [rust]
#
# WebGraph for Java with what it needs (Maven), SciPy, networkx, NumPy and PyArrow (a virtual environment), and
# webgraph-rs (cargo; a long build). What is there already is left alone. Without names it installs all three.
set -euo pipefail

usage() {
	echo "usage: install.sh DIR [java] [python] [rust]" >&2
	exit 2
}

[ $# -ge 1 ] || usage
here=$(cd "$(dirname "$0")" && pwd)
dir=$1
shift
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)

webgraph_cli=0.5.0 # with version 0.7.0 of the library webgraph

say() { echo "install: $*" >&2; }

# need COMMAND: fails with a word on what is missing.
need() {
	command -v "$1" >/dev/null || { say "$1 is needed and was not found"; exit 1; }
}

install_java() {
	need java
	need javac
	if ! ls "$dir"/java/lib/webgraph-*.jar >/dev/null 2>&1; then
		need mvn
		say "WebGraph for Java"
		mvn -q -B -f "$here/pom.xml" dependency:copy-dependencies -DincludeScope=runtime -DoutputDirectory="$dir/java/lib"
	fi
	mkdir -p "$dir/java/classes"
	javac -cp "$dir/java/lib/*" -d "$dir/java/classes" "$here/Arcs.java"
}

install_python() {
	need python3
	[ -x "$dir/venv/bin/python" ] || python3 -m venv "$dir/venv"
	"$dir/venv/bin/python" -c 'import numpy, scipy, networkx, pyarrow' 2>/dev/null && return
	say "SciPy, networkx, NumPy and PyArrow"
	"$dir/venv/bin/python" -m pip install --quiet numpy scipy networkx pyarrow
}

# install_rust builds with the versions that the authors locked, or else with the newest that fit. The crate brings
# webgraph, webgraph-rank, webgraph-sccs and webgraph-dist.
install_rust() {
	[ -x "$dir/rust/bin/webgraph" ] && return
	need cargo
	say "webgraph-rs, which takes a while"
	local build=(nice -n 10 cargo install --quiet --root "$dir/rust" --target-dir "$dir/rust/target" webgraph-cli --version "$webgraph_cli")
	"${build[@]}" --locked || "${build[@]}"
}

[ $# -gt 0 ] || set -- java python rust
for what; do
	case $what in
	java | python | rust) "install_$what" ;;
	*) usage ;;
	esac
done
say "done: $dir"
