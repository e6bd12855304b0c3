#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# probe.sh - build vhostsim_probe.ko into B, for the running kernel or the one whose
# headers KDIR names. The source tree stays as it is.
. "$(dirname "$0")/lib.sh"

running=$(uname -r)
KDIR=${KDIR:-/lib/modules/$running/build}
work=$B/vhostsim_probe
log=$B/vhostsim_probe.log

[ -e "$KDIR/Makefile" ] || {
	say "no kernel headers in $KDIR"
	say "for the running kernel: sudo apt-get install linux-headers-$running"
	fail "for another one: make module KDIR=/usr/src/linux-headers-..."
}
rm -rf "$work" "$B/vhostsim_probe.ko"
mkdir -p "$work"
cp "$KERNEL"/vhostsim_probe/* "$work"
# BTF would need pahole, and nothing reads it.
make -C "$KDIR" M="$work" KBUILD_MODPOST_WARN=1 CONFIG_DEBUG_INFO_BTF_MODULES= \
	KCFLAGS="-Werror -fmacro-prefix-map=$work/=" modules >"$log" 2>&1 || {
	grep -m 5 -iE 'error|not found' "$log" >&2 || tail -n 5 "$log" >&2
	fail "vhostsim_probe does not build against $KDIR; all of it is in $log"
}
strip --strip-debug -R .note.gnu.build-id -o "$B/vhostsim_probe.ko" \
	"$work/vhostsim_probe.ko"
say "$B/vhostsim_probe.ko, for Linux" \
	"$(sed -n 's/.*UTS_RELEASE "\(.*\)"/\1/p' "$KDIR/include/generated/utsrelease.h")"
