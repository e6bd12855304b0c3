#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# replay.sh VHOSTSIM - replay the threads again: the tables must be those in results/,
# byte for byte, and their errors within what the README promises.

top=$(cd "$(dirname "$0")/.." && pwd)
vhostsim=$(realpath "${1:-$top/build/vhostsim}")
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 skipped=0

pass() { passed=$((passed + 1)); }
fail() {
	failed=$((failed + 1))
	echo "replay: $*" >&2
}

# within GROUP COLUMN LIMIT WHAT: the last row of the group (its sum, if there is one)
within() {
	value=$(awk -F, -v g="$1" -v c="$2" '$2 == g { v = $c } END { print v }' \
		"$work/results/summary.csv")
	if awk -v v="$value" -v l="$3" 'BEGIN { exit !(v != "" && (v < 0 ? -v : v) <= l) }'
	then
		pass
	else
		fail "$4 is $value, at most $3 is promised"
	fi
}

# agree SWEEP: mean tx_pps and rx_pps of each point are within 0.1 %
agree() {
	worst=$(awk -F, '
	/^#/ { next }
	!tx {
		for (i = 1; i <= NF; i++) {
			if ($i == "tx_pps") tx = i
			if ($i == "rx_pps") rx = i
		}
		next
	}
	{ t[$1 "," $2] += $tx; r[$1 "," $2] += $rx }
	END {
		for (k in t) {
			e = 100 * (t[k] / r[k] - 1)
			if (e < 0) e = -e
			if (e > w) w = e
		}
		print w
	}' "$1")
	if awk -v w="$worst" 'BEGIN { exit !(w != "" && w <= 0.1) }'; then
		pass
	else
		fail "sender and receiver of $1 differ by up to $worst %, more than 0.1"
	fi
}

if ! command -v gnuplot >/dev/null; then
	skipped=1
	echo "replay: gnuplot is missing: skipped" >&2
elif ! sh "$top/scenarios/reproduce.sh" "$vhostsim" "$work" >"$work/log" 2>&1; then
	fail "reproduce.sh failed:"
	tail -n 5 "$work/log" >&2
else
	for table in "$work"/results/*.csv "$work"/results/*/*.csv; do
		name=${table#"$work"/}
		if cmp -s "$table" "$top/$name"; then
			pass
		else
			fail "$name is not what make reproduce gives; run it and look"
		fi
	done
	# the README's table says what was found
	awk -f "$top/scenarios/summary.awk" "$top/results/summary.csv" >"$work/rows"
	while read -r row; do
		if grep -qxF "$row" "$top/README.md"; then
			pass
		else
			fail "the README lacks: $row"
		fi
	done <"$work/rows"
	# the descriptor-batching thread: cells that were not fitted
	within VHOST_NET_BATCH 8 2.5 "MAPE over the tables of VHOST_NET_BATCH, in percent,"
	within batch_num 8 1.5 "MAPE over the tables of batch_num, in percent,"
	# what pktgen counts and what testpmd counts are the same packets
	for name in rx-vhost-net-batch rx-batch-num; do
		agree "$work/results/descriptor-batching/$name.csv"
	done
	# the head-of-line blocking thread: received packets, and netem's counters
	within received 8 3 "MAPE of received packets, in percent,"
	within received 9 10 "the worst cell of received packets, in percent,"
	within counters 9 15 "the worst cell of netem's counters, in percent,"
	# wherever measured values differ by more than 4 %, simulated ones do the same way
	if awk -F, 'NR > 1 && $12 != $13 { bad = 1 } END { exit bad }' \
		"$work/results/summary.csv"; then
		pass
	else
		fail "simulated values do not stand in the measured order"
	fi
fi
echo "replay: $passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ]
