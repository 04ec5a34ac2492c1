#!/usr/bin/env bash
# python.sh installs what the tests of the Python package (python/) need.
#
#   tools/python.sh install    install what is missing
#   tools/python.sh check      say what is missing; exit status 1 if something is
#   tools/python.sh home       print the folder of the virtual environment
#
# It needs Python 3.11 or newer with the module venv. The packages are pinned with hashes (tools/python-requirements.txt) and
# go into the user's cache: 600 MB.
set -euo pipefail
cd "$(dirname "$0")"

home() {
	local key
	key=$({ cat python-requirements.txt; python3 --version 2>&1; } | cksum | cut -d ' ' -f 1)
	printf '%s/weft-python/%s\n' "${XDG_CACHE_HOME:-${HOME:?is not set, nor is XDG_CACHE_HOME}/.cache}" "$key"
}

python() {
	command -v python3 >/dev/null || { printf 'missing: python3\n' && return 1; }
	python3 -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { printf 'missing: Python 3.11 or newer, with the module venv\n' && return 1; }
}

case "${1:-}" in
install)
	python
	env=$(home)
	if [ -e "$env/complete" ]; then exit; fi
	rm -rf "$env"
	mkdir -p "$(dirname "$env")"
	python3 -m venv "$env"
	"$env/bin/pip" install --quiet --disable-pip-version-check --no-cache-dir --require-hashes -r python-requirements.txt
	touch "$env/complete"
	;;
check)
	python || exit 1
	if [ ! -e "$(home)/complete" ]; then
		printf 'missing: the packages of tools/python-requirements.txt: tools/python.sh install\n'
		exit 1
	fi
	;;
home) home ;;
*)
	printf 'usage: tools/python.sh install|check|home\n' >&2
	exit 2
	;;
esac
