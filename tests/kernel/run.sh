#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# run.sh [--update] - the real vhost_net in a deterministic machine: packages, modules,
# machines, tables, and the comparison with the committed tables, or --update of those.
#
# JOBS is how many machines run side by side; each takes one processor.
. "$(dirname "$0")/lib.sh"

JOBS=${JOBS:-$(nproc)}
export JOBS KERNEL_CACHE KERNEL_OUT B
initramfs=$KERNEL_OUT/measure.cpio
# Those that take longest first. NAME=JOBS
machines="zerocopy-event=zerocopy:event zerocopy-flags=zerocopy:flags
	plain-zerocopy-event=zerocopy:event plain-zerocopy-flags=zerocopy:flags pair=pair
	rx=rx tx=tx"
began=$(date +%s)

step() {
	say "$(($(date +%s) - began)) s: $*"
}

# Each machine ends its own QEMU when it is told to end; so tell them.
end_machines() {
	trap - INT TERM HUP
	[ -z "${machines_pid:-}" ] || kill "$machines_pid" 2>/dev/null || true
	for file in "$KERNEL_OUT"/*.pid; do
		[ ! -e "$file" ] || kill "$(cat "$file")" 2>/dev/null || true
	done
	exit 130
}

run_machines() {
	for machine in $machines; do
		printf '%s\n%s\n' "${machine%%=*}" "${machine#*=}"
	done >"$KERNEL_OUT/machines"
	# 255 keeps xargs from starting more
	# shellcheck disable=SC2016
	xargs -a "$KERNEL_OUT/machines" -n 2 -P "$JOBS" sh -c \
		'sh "$0/machine.sh" "$2" "$3" "$1" || exit 255' "$KERNEL" "$initramfs" &
	machines_pid=$!
	wait "$machines_pid"
}

update() {
	mkdir -p "$GOLDEN"
	cp "$KERNEL_OUT"/*.csv "$GOLDEN"
	step "tables are in $GOLDEN"
}

trap end_machines INT TERM HUP
case ${1:-} in
'' | --update) ;;
*) fail "usage: run.sh [--update]" ;;
esac
step "packages"
sh "$KERNEL/fetch.sh"
step "modules"
sh "$KERNEL/modules.sh"
step "initramfs"
sh "$KERNEL/initramfs.sh" "$initramfs"
step "machines, $JOBS side by side"
rm -f "$KERNEL_OUT"/*.csv "$KERNEL_OUT"/*.csv.part "$KERNEL_OUT"/*.pid
run_machines || fail "not all machines came to their end"
step "tables"
sh "$KERNEL/tables.sh" "$initramfs"
if [ "${1:-}" = --update ]; then
	update
else
	sh "$KERNEL/compare.sh"
fi
step "done"
