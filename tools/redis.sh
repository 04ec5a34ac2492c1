#!/usr/bin/env bash
# redis.sh installs Redis, which tests of the shared frontier (crawl/shared/redis) start on 127.0.0.1.
#
#   tools/redis.sh install    install what is missing, on Debian and Ubuntu, as root
#   tools/redis.sh check      say what is missing; exit status 1 if something is
set -euo pipefail

check() {
	command -v redis-server >/dev/null || { printf 'missing: redis-server (Debian: redis-server), 6.2 or newer\n' && return 1; }
}

case "${1:-}" in
install)
	if check >/dev/null; then exit; fi
	if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
		printf 'cannot install redis-server: this needs root and apt. Install it by other means\n' >&2
		exit 1
	fi
	# Where services run, the package also starts a server on port 6379. Tests start others, on free ports.
	apt-get update -qq
	DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends redis-server
	;;
check) check ;;
*)
	printf 'usage: tools/redis.sh install|check\n' >&2
	exit 2
	;;
esac
