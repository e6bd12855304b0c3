#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# probe-check.sh - does vhostsim_probe count what vdrv sends? In the virtual machine, where
# all figures are known: 20480 packets and 4096 before, and probes cost instructions.
. "$(dirname "$0")/lib.sh"

initramfs=$KERNEL_OUT/probe.cpio
log=$KERNEL_OUT/probe.log
total=24576
failed=0

# pps STATE: what tx reached then
pps() {
	awk -F, -v state="$1" '
	/^@probe state,/ { for (i = 1; i <= NF; i++) if ($i == "pps") column = i }
	$1 == "@probe " state { print $column }' "$log"
}

# first EXPRESSION: the number that sed finds with it in the first profile
first() {
	sed -n "/^json/,/^end/s/$1/\1/p" "$log" | head -n 1 | tr -d '\r'
}

# is WHAT VALUE WANTED
is() {
	[ "$2" != "$3" ] || return 0
	say "$1 is $2, not $3"
	failed=1
}

# costs STATE PERCENT: it slows tx down by so much at most
costs() {
	awk -v a="$(pps off)" -v b="$(pps "$1")" -v most="$2" 'BEGIN {
		exit !(a > 0 && b > 0 && (a / b - 1) * 100 <= most)
	}' && return
	say "with probes \"$1\" tx has $(pps "$1") packets a second, without $(pps off)"
	failed=1
}

sh "$KERNEL/fetch.sh"
sh "$KERNEL/modules.sh"
KDIR=$(headers) sh "$KERNEL/probe.sh"
sh "$KERNEL/initramfs.sh" "$initramfs" \
	"$B/vhostsim_probe.ko=/modules/vhostsim_probe.ko" "$KERNEL/jobs/probe=/jobs/probe"
sh "$KERNEL/machine.sh" probe probe "$initramfs"
n='\([0-9]*\)'
is "calls of translate_desc()" "$(first ".*translate_desc\".*calls\": $n.*")" $total
is "buffers used" "$(first ".*vhost_add_used_n\".*\"sum\": $n.*")" $total
is "packets of tun_sendmsg()" "$(first ".*tun_sendmsg\".*\"sum\": $n.*")" $total
is "copies" "$(first ".*\"copied\": $n.*")" 0
grep -q '^message: no function of vhost_net can be traced' "$log" || {
	say "loading without vhost_net gave no message"
	failed=1
}
costs loaded 0.1
costs on 15
costs one 5
costs gone 0.1
[ "$failed" = 0 ] || fail "vhostsim_probe does not count right; see $log"
say "vhostsim_probe counts right; tx at $(pps off) packets a second without it," \
	"$(pps on) with all probes, $(pps one) with one"
