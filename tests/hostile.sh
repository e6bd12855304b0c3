#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The hostile build, whose clock wraps within the first 100,000 cycles, on tiny rings:
# it ends well, its sheet adds up, and its result is the ordinary build's to the byte.
# usage: hostile.sh VHOSTSIM

top=$(cd "$(dirname "$0")/.." && pwd)
cd "$top" || exit 4
B=${B:-build}
MAKE=${MAKE:-make}
vhostsim=${1:-$B/vhostsim}
VHOSTSIM_DATA=${VHOSTSIM_DATA:-$top}
export VHOSTSIM_DATA
work=$(mktemp -d) || exit 4
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

bad() {
	echo "hostile: $*" >&2
	failed=$((failed + 1))
}

# one SCENARIO SETTING...
one() {
	what=$* scenario=$1
	shift
	for setting; do
		set -- "$@" --set "$setting"
		shift
	done
	for program in "$B/hostile/vhostsim" "$vhostsim"; do
		"$program" run "$scenario" --set run.duration=5ms "$@" --format json \
			>"$work/$(basename "$(dirname "$program")")" 2>"$work/err" || {
			bad "$what: exit code $?: $(head -n 1 "$work/err")"
			return
		}
	done
	hostile=$work/hostile ordinary=$work/$(basename "$(dirname "$vhostsim")")
	if ! grep -q '"conserved": true' "$hostile"; then
		bad "$what: the sheet does not add up"
	elif ! cmp -s "$hostile" "$ordinary"; then
		bad "$what: another result than from the ordinary build"
	else
		passed=$((passed + 1))
	fi
}

env -u MAKEFLAGS -u MFLAGS "$MAKE" "B=$B" hostile >"$work/log" 2>&1 || {
	tail "$work/log" >&2
	echo "hostile: 0 passed, 1 failed, 0 skipped"
	exit 1
}
for scenario in scenarios/*/*.json; do
	one "$scenario"
done
for kernel in base batch batch_bufapi; do
	for ring in 2 4; do
		for event_idx in false true; do
			common="kernel=$kernel event_idx=$event_idx"
			# shellcheck disable=SC2086
			one scenarios/descriptor-batching/tx.json $common \
				tx_queue_size=$ring flows[0].rate=200kpps
			# shellcheck disable=SC2086
			one scenarios/descriptor-batching/rx.json $common \
				rx_queue_size=$ring tx_queue_len=1
		done
	done
done
# Zerocopy guests, whose every queue and pool has room for one.
for kernel in 4.12 4.12-limit 4.12-any-order 5.8; do
	for ring in 4 32; do
		for event_idx in false true; do
			one scenarios/zerocopy-hol/two-flows.json kernel=$kernel \
				tx_queue_size=$ring rx_queue_size=$ring \
				event_idx=$event_idx VHOST_MAX_PEND=1 tx_queue_len=1 \
				txqueuelen=1 netem.limit=1
		done
	done
done
echo "hostile: $passed passed, $failed failed, 0 skipped"
[ "$failed" = 0 ]
