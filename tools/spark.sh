#!/usr/bin/env bash
# spark.sh installs what tests of the job file (faces/spark) need: Sail with the client of Spark Connect, and Spark where Java is.
#
#   tools/spark.sh install    install what is missing
#   tools/spark.sh check      say what is missing; exit status 1 if something is
#   tools/spark.sh sail       print the folder of the virtual environment with Sail
#   tools/spark.sh java       print the folder of the virtual environment with Spark
#
# It needs Python 3.11 or newer with the module venv. The packages are pinned with hashes (tools/spark-requirements.txt and
# tools/spark-java-requirements.txt) and go into the user's cache: 700 MB for Sail, 800 MB more for Spark. Without Java 17,
# Spark is neither installed nor missing.
set -euo pipefail
cd "$(dirname "$0")"

# environment prints the folder for a file of requirements.
environment() {
	local key
	key=$({ cat "$1"; python3 --version 2>&1; } | cksum | cut -d ' ' -f 1)
	printf '%s/weft-spark/%s\n' "${XDG_CACHE_HOME:-${HOME:?is not set, nor is XDG_CACHE_HOME}/.cache}" "$key"
}

has_java() { command -v java >/dev/null; }

python() {
	command -v python3 >/dev/null || { printf 'missing: python3\n' && return 1; }
	python3 -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { printf 'missing: Python 3.11 or newer, with the module venv\n' && return 1; }
}

# packages installs a file of requirements, unless it is installed.
packages() {
	local env
	env=$(environment "$1")
	if [ -e "$env/complete" ]; then return; fi
	rm -rf "$env"
	mkdir -p "$(dirname "$env")"
	python3 -m venv "$env"
	"$env/bin/pip" install --quiet --disable-pip-version-check --no-cache-dir --require-hashes ${2:+"$2"} -r "$1"
	touch "$env/complete"
}

case "${1:-}" in
install)
	python
	packages spark-requirements.txt
	if has_java; then packages spark-java-requirements.txt; fi
	;;
check)
	python || exit 1
	missing=0
	[ -e "$(environment spark-requirements.txt)/complete" ] || { printf 'missing: Sail and the client of Spark Connect: tools/spark.sh install\n' && missing=1; }
	if has_java && [ ! -e "$(environment spark-java-requirements.txt)/complete" ]; then
		printf 'missing: Spark: tools/spark.sh install\n'
		missing=1
	fi
	exit "$missing"
	;;
sail) environment spark-requirements.txt ;;
java) environment spark-java-requirements.txt ;;
*)
	printf 'usage: tools/spark.sh install|check|sail|java\n' >&2
	exit 2
	;;
esac
