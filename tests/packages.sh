#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# packages.sh GROUP - see that what GROUP needs is installed.
#
# Missing packages are installed when we are root, so that a fresh machine needs no other
# command than make; otherwise the line that installs them is printed and we end with 2.
set -eu

CC=${CC:-gcc}
CXX=${CXX:-g++}
missing=

# need_program PROGRAM PACKAGE...
need_program() {
	command -v "$1" >/dev/null 2>&1 && return
	shift
	missing="$missing $*"
}

# need_header HEADER PACKAGE
need_header() {
	for dir in /usr/include /usr/local/include; do
		[ -e "$dir/$1" ] && return
	done
	# An unusual place: let the compiler look.
	echo "#include <$1>" | ${CC} -E - >/dev/null 2>&1 && return
	missing="$missing $2"
}

need_fuzzer() {
	need_program clang clang
	echo 'int main(void) { return 0; }' |
		clang -fsanitize=address,fuzzer-no-link -x c - -o /dev/null 2>/dev/null ||
		missing="$missing libclang-rt-14-dev"
}

need_build() {
	case ${CC##*/} in
	clang*) need_program "${CC%% *}" clang ;;
	*) need_program "${CC%% *}" gcc ;;
	esac
	need_program ar binutils
	need_header stdio.h libc6-dev
	need_header gsl/gsl_rng.h libgsl-dev
	need_header jansson.h libjansson-dev
}

need() {
	case $1 in
	build) need_build ;;
	plot) need_program gnuplot gnuplot-nox ;;
	test)
		need_header criterion/criterion.h libcriterion-dev
		need_program pgrep procps
		;;
	ci) # what tests skip if it is not there
		need_program clang clang
		need_program clang-format clang-format
		python3 -c 'import jsonschema' 2>/dev/null ||
			missing="$missing python3-jsonschema"
		;;
	bench) need_program valgrind valgrind ;;
	peers)
		need_program "${CXX%% *}" g++
		need_program pkg-config pkg-config
		pkg-config --exists ns3-internet 2>/dev/null ||
			missing="$missing libns3-dev"
		;;
	kernel) # what kernel modules are built with; Debian's headers say gcc-12
		need_program make make
		need_program gcc-12 gcc-12
		need_program xz xz-utils
		need_program cmp diffutils
		[ -e /usr/lib/x86_64-linux-gnu/libelf.so.1 ] || missing="$missing libelf1"
		;;
	qemu) need_program qemu-system-x86_64 qemu-system-x86 ;;
	fuzz) need_fuzzer ;;
	tidy)
		need_program clang-tidy clang-tidy
		need_program clang-format clang-format
		;;
	*)
		echo "packages.sh: no group \"$1\"" >&2
		exit 2
		;;
	esac
}

need "$1"
[ -n "$missing" ] || exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null 2>&1; then
	echo "vhostsim needs packages that are not here (names as in Debian 12):" >&2
	echo "  sudo apt-get install$missing" >&2
	exit 2
fi
echo "installing:$missing" >&2
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq >&2
apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=300 \
	-o Dpkg::Use-Pty=0 $missing >/dev/null
missing=
need "$1"
[ -z "$missing" ] || {
	echo "packages.sh: still missing after the installation:$missing" >&2
	exit 2
}
