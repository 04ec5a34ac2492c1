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
	apt-get update -q
	# The package would start a server of its own; redis-server is a link to a program of redis-tools.
	apt-get install -q -y --no-install-recommends redis-tools redis-server
	;;
check) check ;;
*)
	printf 'usage: tools/redis.sh install|check\n' >&2
	exit 2
	;;
esac
