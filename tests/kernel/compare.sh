#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# compare.sh - tables in KERNEL_OUT with the committed ones. The same kernel, QEMU and
# initramfs give the same bytes; otherwise each table says how far its values may be off.
# Ends with 1 if one differs.
#
# The instruction counter can disturb a machine (see machine.sh). So a table that is made
# alike and not the same, but within its tolerances, is named and no difference, unless
# KERNEL_EXACT=1.
. "$(dirname "$0")/lib.sh"

tables=0 differ=0 exact=0

# made_alike OLD NEW: everything that the values depend on is the same
made_alike() {
	for key in kernel qemu initramfs; do
		[ "$(note $key "$1")" = "$(note $key "$2")" ] || return 1
	done
}

compare() {
	if made_alike "$1" "$2"; then
		if cmp -s "$1" "$2"; then
			exact=$((exact + 1))
			return
		fi
		echo "${1##*/}: made alike, but not the same:"
		diff "$1" "$2" | head -n 6
		[ "${KERNEL_EXACT:-0}" = 0 ] || return 1
	fi
	awk -v name="${1##*/}" -f "$KERNEL/compare.awk" "$1" "$2"
}

for golden in "$GOLDEN"/*.csv; do
	[ -e "$golden" ] || fail "no tables to compare with in $GOLDEN"
	new=$KERNEL_OUT/${golden##*/}
	tables=$((tables + 1))
	if [ ! -e "$new" ]; then
		echo "${golden##*/}: was not measured"
		differ=$((differ + 1))
	elif ! compare "$golden" "$new"; then
		differ=$((differ + 1))
	fi
done
echo "kernel: $((tables - differ)) of $tables tables agree, $exact of them byte for byte"
[ "$differ" = 0 ] || exit 1
