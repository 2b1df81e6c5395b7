# SPDX-License-Identifier: GPL-2.0-or-later
# What quickstart and check share: telling each step, and the packages.
# Sourced from the root of the tree with the script's arguments.
#
#	step TEXT...		says what comes next
#	die TEXT...		one line, exit status 2
#	install_packages ROLE...	from debian-packages, what is missing only
#	configure_in DIR ARG...	bootstrap where needed, configure out of tree
#
# $jobs: how many make may run. $install: yes or no (--no-install).

install=yes
jobs=$(nproc 2>/dev/null || echo 1)
exec </dev/null

step() {
	printf '\n==> %s\n' "$*"
}

die() {
	printf '%s: %s\n' "${0##*/}" "$*" >&2
	exit 2
}

parse_arguments() {
	for argument; do
		case $argument in
		--no-install)
			install=no ;;
		-h|--help)
			sed -n '3,/^$/s/^# \{0,1\}//p' "$0"
			exit 0 ;;
		*)
			die "unknown argument '$argument'" \
				"(only --no-install and --help are known)" ;;
		esac
	done
}

packages_of() {
	for role; do
		sed -n "s/^$role //p" debian-packages
	done
}

packages_missing() {
	for package in $(packages_of "$@"); do
		dpkg-query -W -f '${Status}\n' "$package" 2>/dev/null |
			grep -q '^install ok installed' || printf '%s ' "$package"
	done
}

install_packages() {
	if [ "$install" = no ]; then
		step "Packages: left as they are (--no-install)"
		return
	fi
	command -v dpkg-query >/dev/null ||
		die "cannot install packages: this is no Debian" \
			"(install what debian-packages lists, use --no-install)"
	missing=$(packages_missing "$@")
	if [ -z "$missing" ]; then
		step "Packages: all of them are installed"
		return
	fi
	step "Packages: installing $missing"
	[ "$(id -u)" = 0 ] ||
		die "cannot install packages: not root" \
			"(run it as root, or with --no-install)"
	DEBIAN_FRONTEND=noninteractive
	export DEBIAN_FRONTEND
	apt-get -qq -o Acquire::Retries=3 update
	# shellcheck disable=SC2086 # a list of words
	apt-get -qq -o Acquire::Retries=3 -o Dpkg::Use-Pty=0 \
		install -y --no-install-recommends $missing >"$log_packages" 2>&1 || {
		tail -30 "$log_packages"
		die "cannot install packages: apt-get failed (see above)"
	}
}

bootstrap() {
	step "Build system: ./bootstrap"
	if [ -f configure ] && [ -z "$(find configure.ac Makefile.am bootstrap \
		-newer configure)" ]; then
		echo "configure is up to date"
	else
		./bootstrap
	fi
}

# Configured again each time: packages may have come since the last time.
configure_in() {
	directory=$1
	shift
	mkdir -p "$directory"
	(cd "$directory" && ../configure -q "$@")
}
