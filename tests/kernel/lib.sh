# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2034 # of variables that those who source it use
# lib.sh - what the scripts of tests/kernel have in common; sourced by each.
#
# KERNEL_CACHE    what is downloaded and unpacked, kept between runs
# KERNEL_OUT      logs and tables of a run
# KERNEL_RELEASE  the kernel, as Debian names it: 6.1.0-57-cloud-amd64
#
# All scripts end with 0 when things went well, 1 when tables differ, 2 when something
# that they need is missing or broken; what it was is on stderr.
set -eu

KERNEL=$(cd "$(dirname "$0")" && pwd)
TOP=$(cd "$KERNEL/../.." && pwd)
B=${B:-$TOP/build}
KERNEL_CACHE=${KERNEL_CACHE:-$B/kernel-cache}
KERNEL_OUT=${KERNEL_OUT:-$B/kernel}
GOLDEN=${KERNEL_GOLDEN:-$TOP/results/measured/kernel}
mkdir -p "$KERNEL_CACHE" "$KERNEL_OUT"
KERNEL_CACHE=$(cd "$KERNEL_CACHE" && pwd)
KERNEL_OUT=$(cd "$KERNEL_OUT" && pwd)
MODULES=$KERNEL_CACHE/modules
LC_ALL=C
export LC_ALL

say() {
	echo "kernel: $*" >&2
}

fail() {
	say "$@"
	exit 2
}

# note KEY FILE: the value of "# KEY: value" in a table
note() {
	sed -n "s/^# $1: //p" "$2" | head -n 1
}

# The release and its version, which fetch.sh has found out.
release() {
	cut -d' ' -f1 "$KERNEL_CACHE/kernel-version"
}
headers() {
	echo "$KERNEL_CACHE/kernel/usr/src/linux-headers-$(release)"
}
