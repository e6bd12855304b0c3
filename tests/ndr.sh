#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# ndr.sh VHOSTSIM - the highest rate without loss is what the vhost thread can do: its
# profile says how long a packet takes.

vhostsim=$(realpath "${1:-build/vhostsim}")
top=$(cd "$(dirname "$0")/.." && pwd)
VHOSTSIM_DATA=${VHOSTSIM_DATA:-$top}
export VHOSTSIM_DATA
passed=0 failed=0

# holds WHAT EXPRESSION [NAME=VALUE...]
holds() {
	what=$1 expression=$2
	shift 2
	set -- $(for v; do echo "-v $v"; done)
	if awk "$@" "BEGIN { exit !($expression) }"; then
		passed=$((passed + 1))
	else
		echo "ndr: $what: not $expression with $*"
		failed=$((failed + 1))
	fi
}

for name in tx rx; do
	scenario=$top/scenarios/descriptor-batching/$name.json
	set -- $("$vhostsim" ndr "$scenario" --set run.duration=30ms --format csv |
		awk -F, 'NR > 1 { print $3, $5 }')
	ndr=$1 ndr_loss=$2 pdr=$3 pdr_loss=$4
	# nanoseconds that the thread spends on a packet when it is never idle
	ns=$("$vhostsim" report "$scenario" --set run.duration=30ms --task vhost-tap0 \
		--format csv | awk -F, 'NR > 1 { s += $5 } END { print s }')
	holds "$name: NDR loses nothing" "l == 0" l="$ndr_loss"
	holds "$name: PDR loses at most half a percent" "l <= 0.5" l="$pdr_loss"
	holds "$name: PDR is not below NDR" "p >= n" p="$pdr" n="$ndr"
	# within the precision of 0.5 %, and what a window of 30 ms cuts off a burst of 512
	holds "$name: NDR is the thread's rate" "n * ns / 1e9 > 0.985 && n * ns / 1e9 < 1.01" \
		n="$ndr" ns="$ns"
done
echo "ndr: $passed passed, $failed failed, 0 skipped"
[ $failed -eq 0 ]
