#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# machine.sh NAME JOBS INITRAMFS - run JOBS in a virtual machine, NAME.log has what it
# said, NAME.count.* what the instruction counter found.
#
# The machine is deterministic: one processor that QEMU itself executes, where each
# instruction takes a nanosecond of virtual time (-icount), and a clock that begins at a
# set time. Idle time is skipped. So what it prints is the same in each run, on any host,
# whatever else runs there. qemu64 is the processor because its string instructions move 8
# bytes at a time; a processor with fast string moves would be counted byte by byte.
#
# A NAME that begins with "plain-" is for a machine without the instruction counter. Where
# a machine sleeps and wakes thousands of times, as with zerocopy, the counter's callbacks
# can disturb it: one run in two then takes another course from some point on.
#
# KERNEL_TIMEOUT is how many seconds it may take; then this machine is ended, and it alone.
. "$(dirname "$0")/lib.sh"

name=$1 jobs=$2 initramfs=$3
log=$KERNEL_OUT/$name.log
errors=$KERNEL_OUT/$name.err
symbols=$KERNEL_OUT/$name.symbols
limit=${KERNEL_TIMEOUT:-400}

# What does not belong to what is measured is off: it would only move it about.
command_line="console=ttyS0 8250.nr_uarts=1 quiet loglevel=3 panic=-1 nokaslr"
command_line="$command_line norandmaps mitigations=off tsc=reliable no_timer_check"
command_line="$command_line randomize_kstack_offset=off audit=0 ipv6.disable=1"
command_line="$command_line apparmor=0 nmi_watchdog=0 nowatchdog jobs=$jobs"

# QEMU of the cache needs its own firmware and libraries.
if [ -n "${QEMU:-}" ]; then
	qemu=$QEMU
elif [ -e "$KERNEL_CACHE/qemu/usr/bin/qemu-system-x86_64" ]; then
	root=$KERNEL_CACHE/qemu
	qemu="$root/usr/bin/qemu-system-x86_64 -L $root/usr/share/qemu \
		-L $root/usr/share/seabios"
	LD_LIBRARY_PATH=$root/usr/lib/x86_64-linux-gnu:$root/lib/x86_64-linux-gnu
	export LD_LIBRARY_PATH
else
	qemu="qemu-system-x86_64"
fi

case $name in
plain-*) plugin= ;;
*) plugin="-plugin $B/insn_count.so,symbols=$symbols,out=$KERNEL_OUT/$name.count" ;;
esac

start() {
	# shellcheck disable=SC2086
	timeout -k 5 "$limit" $qemu -M q35 -cpu qemu64 -smp 1 -m 256 \
		-accel tcg,thread=single -icount shift=0,sleep=off -seed 1 \
		-rtc base=2026-01-01T00:00:00,clock=vm \
		-nodefaults -no-user-config -display none -monitor none -no-reboot \
		-serial "file:$log" -debugcon "file:$symbols" \
		$plugin \
		-kernel "$KERNEL_CACHE/kernel/boot/vmlinuz-$(release)" \
		-initrd "$initramfs" \
		-append "$command_line" \
		</dev/null >"$errors" 2>&1 &
	pid=$!
}

give_up() {
	say "machine $name: $*"
	tail -n 3 "$log" >&2 2>/dev/null || true
	tail -n 3 "$errors" >&2
	fail "all that it said is in $log and $errors"
}

rm -f "$log" "$symbols" "$KERNEL_OUT/$name".count.*
pid=
trap 'kill "$pid" 2>/dev/null && wait "$pid" || true; exit 130' INT TERM HUP
trap 'rm -f "$KERNEL_OUT/$name.pid"' EXIT
echo $$ >"$KERNEL_OUT/$name.pid"
start
code=0
wait "$pid" || code=$?
case $code in
0) ;;
124 | 137) give_up "not ready after $limit s" ;;
*) give_up "QEMU ended with $code" ;;
esac
! grep -q '^@failed' "$log" || give_up "a job failed"
grep -q '^@done' "$log" || give_up "it stopped before it was done"
rm -f "$symbols"
