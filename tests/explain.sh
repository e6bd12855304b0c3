#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# explain.sh VHOSTSIM - the bottlenecks of the shipped scenarios are those that can be told
# from outside: who is the only one that never waits, and what its work is.

vhostsim=$(realpath "${1:-build/vhostsim}")
top=$(cd "$(dirname "$0")/.." && pwd)
VHOSTSIM_DATA=${VHOSTSIM_DATA:-$top}
export VHOSTSIM_DATA
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

check() {
	if [ "$2" = "$3" ]; then
		passed=$((passed + 1))
	else
		echo "explain: $1: $3 instead of $2"
		failed=$((failed + 1))
	fi
}

# bottlenecks SCENARIO OPTION...: the first and the next
bottlenecks() {
	scenario=$top/scenarios/$1.json
	shift
	"$vhostsim" explain "$scenario" "$@" >"$work/text"
	sed -n 's/^The.* bottleneck is \([^:]*\):.*/\1/p' "$work/text" | tr '\n' ' '
}

# the vhost thread works on packets all the time, testpmd offers 15 times what it takes
check tx "tx.* testpmd.* " "$(bottlenecks descriptor-batching/tx --set run.duration=30ms)"
# a tenth less of 97 % of a packet's time (the rest are lines of the rings): 9 to 11 % more
effect=$(awk '$1 == "tx.*" { print $2; exit }' "$work/text")
awk -v e="$effect" 'BEGIN { exit !(e > 9 && e < 11.2) }'
check "tx: a tenth less cost brings $effect %" 0 $?
# pktgen offers twice what comes through
check rx "rx.* pktgen.* " "$(bottlenecks descriptor-batching/rx --set run.duration=30ms)"
# at half of what it can take, the vhost thread limits nothing: the offered rate does
check "rx at 0.5 Mpps" "offered load" "$(bottlenecks descriptor-batching/rx \
	--set run.duration=30ms --set 'flows[0].rate=500kpps' | cut -c1-12)"
# A's packets wait for B's to leave netem
check "head-of-line blocking" "netem.rate" "$(bottlenecks zerocopy-hol/two-flows \
	--set netem.limit=1000 --metric A.rx_pps --set run.duration=5s | cut -d' ' -f1)"
"$vhostsim" explain "$top/scenarios/descriptor-batching/tx.json" --metric rx_pp \
	--set run.duration=1ms 2>"$work/err"
check "an unknown metric" 2 $?
grep -q '"rx_pps" would be right' "$work/err"
check "an unknown metric: the nearest" 0 $?
echo "explain: $passed passed, $failed failed, 0 skipped"
[ $failed -eq 0 ]
