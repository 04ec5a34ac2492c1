#!/usr/bin/env bash
# browser.sh installs what tests of pages need: Chromium and axe-core, and Poppler, which reads PDF.
#
#   tools/browser.sh install    install what is missing
#   tools/browser.sh check      say what is missing; exit status 1 if something is
#   tools/browser.sh npm        install npm where it is missing
#
# Chromium comes from the system's packages (apt, as root), in the version that they have: only that gets security fixes. axe-core comes
# from npm, pinned by its checksum, into the user's cache.
set -euo pipefail

version=4.14.1 # as in internal/browsertest
sum=e6b0ce02b84d892e2e33e403485e7f3d6c29e2be6df65daf44d89ba564139745
home="${XDG_CACHE_HOME:-${HOME:?is not set, nor is XDG_CACHE_HOME}/.cache}/weft-browser/axe-core-$version"

has_chromium() {
	local name
	for name in chromium chromium-browser google-chrome-stable google-chrome chrome; do
		if command -v "$name"; then return; fi
	done
	return 1
}

has_poppler() { command -v pdftotext >/dev/null && command -v pdftoppm >/dev/null; }

# packages installs Debian packages.
packages() {
	if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
		printf 'cannot install %s: this needs root and apt. Install it by other means\n' "$*" >&2
		return 1
	fi
	apt-get update -qq
	DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
}

install_npm() { command -v npm >/dev/null || packages npm; }

axe() (
	set -euo pipefail # a subshell: the folder and the trap end with it
	scratch=$(mktemp -d)
	trap 'rm -rf "$scratch"' EXIT
	cd "$scratch"
	npm pack --silent "axe-core@$version"
	printf '%s  %s\n' "$sum" "axe-core-$version.tgz" | sha256sum --check --quiet
	tar -xzf "axe-core-$version.tgz" package/axe.min.js package/LICENSE
	mkdir -p "$home"
	mv package/LICENSE "$home/"
	mv package/axe.min.js "$home/" # last: it says that the folder is complete
)

case "${1:-}" in
install)
	has_chromium >/dev/null || packages chromium fonts-dejavu-core
	has_poppler || packages poppler-utils
	if [ ! -e "$home/axe.min.js" ]; then
		install_npm
		axe
	fi
	;;
check)
	missing=0
	has_chromium >/dev/null || { printf 'missing: Chromium\n' && missing=1; }
	has_poppler || { printf 'missing: Poppler\n' && missing=1; }
	[ -e "$home/axe.min.js" ] || { printf 'missing: axe-core %s\n' "$version" && missing=1; }
	exit "$missing"
	;;
npm) install_npm ;;
*)
	printf 'usage: tools/browser.sh install|check|npm\n' >&2
	exit 2
	;;
esac
