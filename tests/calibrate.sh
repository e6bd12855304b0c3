#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# calibrate.sh VHOSTSIM - from a wrong start, the costs of a simulated host are found again
# in what it measured; and what its measurements cannot tell is said to be so.

vhostsim=$(realpath "${1:-build/vhostsim}")
top=$(cd "$(dirname "$0")/.." && pwd)
VHOSTSIM_DATA=${VHOSTSIM_DATA:-$top}
export VHOSTSIM_DATA
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
cd "$work" || exit 1
tx=$top/scenarios/descriptor-batching/tx.json
passed=0 failed=0

check() {
	if [ "$2" = "$3" ]; then
		passed=$((passed + 1))
	else
		echo "calibrate: $1: $3 instead of $2"
		failed=$((failed + 1))
	fi
}

# fit OPTION...: parameters and their fitted values, undetermined or not
fit() {
	"$vhostsim" calibrate "$tx" m.csv --set run.duration=5ms -j 2 --format json \
		"$@" >out.json || return
	awk '
	/"name"/ { gsub(/[",]/, ""); name = $2 }
	/"fitted"/ { gsub(/,/, ""); value = $2 }
	/"undetermined"/ { gsub(/,/, ""); print name, int(value + 0.5), $2 }' out.json
}

# what a host with the shipped costs measures
"$vhostsim" sweep "$tx" --set run.duration=5ms --vary VHOST_NET_BATCH=1,2,4,16,64 -o s.csv
{
	printf '# metric: tx_pps\n# columns-are: kernel\nVHOST_NET_BATCH,base\n'
	grep -v '^#' s.csv | awk -F, 'NR > 1 { print $1 "," $4 }'
} >m.csv

cost() {
	sed -n "s/.*\"$1\": {\"cycles\": \([0-9]*\),.*/\1/p" \
		"$top/models/machines/xeon-2020.json"
}

fit --fit tx.vhost_tx_batch=500 --fit tx.handle_tx_copy=200 -o fitted.json >found
batch=$(awk '$1 == "tx.vhost_tx_batch" { print $2 }' found)
copy=$(awk '$1 == "tx.handle_tx_copy" { print $2 }' found)
# a window of 5 ms cuts off up to a batch of 64 of 17,000 packets: 0.4 %, 1 ns a packet
near() {
	awk -v a="$1" -v b="$2" -v by="$3" 'BEGIN { d = a - b; exit !(d <= by && -d <= by) }'
}
near "$batch" "$(cost tx.vhost_tx_batch)" 8
check "the cost of a batch is found: $batch" 0 $?
near "$copy" "$(cost tx.handle_tx_copy)" 4
check "the cost of a packet is found: $copy" 0 $?
check "both are determined" 2 "$(grep -c 'false$' found)"

# the profile that was written simulates as it should, and says what it was fitted to
"$vhostsim" run "$tx" --set machine="$work/fitted.json" --format csv >/dev/null
check "the fitted profile is a profile" 0 $?
grep -q '"kind": "fitted"' fitted.json && grep -q '"table": "m.csv"' fitted.json
check "it names its cells" 0 $?

# all are on one socket, so no cell can tell what the way to the other one takes
fit --fit line.cross_socket=200 >found
check "what has no effect is undetermined" true "$(awk '{ print $3 }' found)"
# two costs that are always paid together cannot be told apart
"$vhostsim" calibrate "$tx" m.csv --set run.duration=5ms -j 2 --fit tx.handle_tx_copy=100 \
	--fit tx.copy_page_from_iter=100 >text
grep -q -e 'only one of them can be told' -e 'not determined' text
check "costs that are paid together are named" 0 $?

# priors hold what the cells do not
fit --fit line.cross_socket=200 --prior 5 >found
near "$(awk '{ print $2 }' found)" "$(cost cross_socket)" 5
check "a prior decides where the cells do not" 0 $?

"$vhostsim" calibrate "$tx" m.csv --fit tx.handle_tx_cop 2>err
check "an unknown name: exit" 2 $?
grep -q '"tx.handle_tx_copy" would be right' err
check "an unknown name: the nearest" 0 $?
"$vhostsim" calibrate "$tx" m.csv --fit tx.handle_tx_copy=5:10:20 2>err
check "a start outside its bounds" 2 $?
echo "calibrate: $passed passed, $failed failed, 0 skipped"
[ $failed -eq 0 ]
