#!/usr/bin/env bash
# docs.sh builds the documentation site from docs/.
#
#   tools/docs.sh build [FOLDER]   build the site into FOLDER (default bin/site)
#   tools/docs.sh check            build it into a scratch folder, and fail on any warning or dead link
#   tools/docs.sh serve            build it and serve it on http://127.0.0.1:8000/
#
# It needs Python 3.11 with the module venv. Sphinx and its theme are installed from tools/docs-requirements.txt, with
# pinned hashes, into a virtual environment in the user's cache. Where Python or the packages cannot be had, "check"
# prints a line that begins with "left out:" and exits with 0. In a CI (CI=true) it exits with 1, unless WEFT_DOCS=skip.
set -euo pipefail
cd "$(dirname "$0")/.."

# leave_out ends "check" where the site cannot be built on this machine.
leave_out() {
	printf 'left out: the documentation site: %s\n' "$1"
	if [ "$command" = check ] && { [ "${WEFT_DOCS:-}" = skip ] || [ "${CI:-}" != true ]; }; then exit 0; fi
	exit 1
}

# environment installs the packages once for each version of the requirements, and sets $env.
environment() {
	command -v python3 >/dev/null || leave_out 'there is no python3'
	python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || leave_out 'python3 is older than 3.11'
	local key
	key=$({ cat tools/docs-requirements.txt; python3 --version; } | cksum | cut -d ' ' -f 1)
	env="${XDG_CACHE_HOME:-$HOME/.cache}/weft-docs/$key"
	if [ -e "$env/complete" ]; then return; fi
	rm -rf "$env"
	mkdir -p "$(dirname "$env")"
	python3 -m venv "$env" || leave_out 'python3 has no module venv'
	"$env/bin/pip" install --quiet --disable-pip-version-check --require-hashes -r tools/docs-requirements.txt ||
		leave_out 'pip cannot install tools/docs-requirements.txt'
	touch "$env/complete"
}

# build builds the site into a folder; every warning is an error.
build() {
	rm -rf "$1"
	"$env/bin/sphinx-build" --builder html --fail-on-warning --keep-going --quiet --jobs auto -d "$scratch/doctrees" docs "$1"
	rm -f "$1/.buildinfo"
}

# no_foreign_requests fails if a page of a folder loads anything from another host.
no_foreign_requests() {
	if grep -rnoE --include='*.html' '<(script|img|iframe|source|video|audio)[^>]* src="(https?:)?//[^"]*"|<link[^>]* href="(https?:)?//[^"]*"' "$1" ||
		grep -rnoE --include='*.css' '(@import|url\()[ "'\'']*(https?:)?//[^)"'\'']*' "$1"; then
		printf 'FAIL\tthe site loads files from other hosts\n'
		exit 1
	fi
}

command=${1:-}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
case "$command" in
build | check | serve)
	if [ "$command" = check ] && [ "${WEFT_DOCS:-}" = skip ]; then leave_out 'WEFT_DOCS=skip'; fi
	environment
	;;
*)
	sed -n '2,/^$/s/^# \{0,1\}//p' "$0" | sed '/^set /d'
	exit 2
	;;
esac
site=${2:-bin/site}
if [ "$command" = check ]; then site="$scratch/site"; fi
build "$site"
no_foreign_requests "$site"
case "$command" in
build) printf 'open %s/index.html, or serve the folder\n' "$site" ;;
check) printf 'ok  \t%s pages, no warning, no dead link, nothing from other hosts\n' "$(find "$site" -name "*.html" | wc -l)" ;;
serve) "$env/bin/python" -m http.server --bind 127.0.0.1 --directory "$site" 8000 ;;
esac
