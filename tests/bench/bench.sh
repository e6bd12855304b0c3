#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# bench.sh BUILD - how fast the simulator is, and how much memory it takes.
#
# Each figure is the least of a few tries, in processor time; figures that depend on the
# machine stand beside one of the same run, or are counts of instructions. A target that
# is missed is named, and is no failure: a busy machine must not break a build.
set -eu

B=$1
tries=${TRIES:-5}
tx=scenarios/descriptor-batching/tx.json
rx=scenarios/descriptor-batching/rx.json
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# field NAME: its value in what "bench" printed.
field() {
	awk -v name="$1" '$1 == name { print $2 }'
}

# least ARGUMENT...: the smallest time of "bench ARGUMENT..." in ns.
least() {
	for _ in $(seq "$tries"); do
		"$B/bench" "$@" | field ns
	done | sort -n | head -n 1
}

instructions() {
	valgrind --tool=callgrind --callgrind-out-file=/dev/null "$B/bench" "$@" 2>&1 |
		sed -n 's/.*Collected : *\([0-9]*\).*/\1/p'
}

# Instructions an event of the hold model: start-up cancels in the difference.
instructions_hold() {
	a=$(instructions "$1" "$2" 100000)
	b=$(instructions "$1" "$2" 300000)
	awk -v a="$a" -v b="$b" 'BEGIN { printf "%.1f", (b - a) / 200000 }'
}

# Instructions a packet of a scenario, as the difference of 5 ms and 25 ms.
instructions_packet() {
	for ms in 5 25; do
		instructions run "$1" $ms
		"$B/bench" run "$1" $ms | field packets
	done | awk '{ v[NR] = $1 } END { printf "%.0f", (v[3] - v[1]) / (v[4] - v[2]) }'
}

# verdict VALUE le|ge TARGET
verdict() {
	awk -v v="$1" -v op="$2" -v t="$3" 'BEGIN {
		print (op == "le" ? v <= t : v >= t) ? "met" : "not met"
	}'
}

# line WHAT VALUE UNIT [le|ge TARGET]
line() {
	if [ $# -gt 3 ]; then
		sign="at most"
		[ "$4" = le ] || sign="at least"
		printf '%-46s %10s %-14s (%s %s: %s)\n' "$1" "$2" "$3" "$sign" "$5" \
			"$(verdict "$2" "$4" "$5")"
	else
		printf '%-46s %10s %s\n' "$1" "$2" "$3"
	fi
}

ratio() {
	awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'
}

# scenario NAME FILE MOST-NS [le|ge REALTIME]
scenario() {
	name=$1 file=$2 most=$3
	shift 3
	for _ in $(seq "$tries"); do
		"$B/bench" run "$file" 500 | tr '\n' ' '
		echo
	done | sort -n -k 2 | head -n 1 | tr ' ' '\n' | paste -d ' ' - - >"$work/run"
	ns=$(field ns <"$work/run")
	line "$name: processor time" "$ns" "ns/packet" le "$most"
	line "$name: instructions" "$(instructions_packet "$file")" "/packet"
	line "$name: simulated over processor time" "$(field realtime <"$work/run")" "" \
		"$@"
	line "$name: in steps of the null model" "$(ratio "$ns" "$null")" ""
	line "$name: engine's steps" "$(field events_per_packet <"$work/run")" "/packet"
}

# Memory must not grow with simulated time.
memory() {
	short=$("$B/bench" run "$2" 100 | field kib)
	long=$("$B/bench" run "$2" 1000 | field kib)
	line "$1: peak memory, 1 s simulated" "$(ratio "$long" 1024)" "MiB" le 64
	line "$1: the same over that of 100 ms" "$(ratio "$long" "$short")" "" le 1.1
}

sweep_seconds() {
	start=$(date +%s.%N)
	"$B/vhostsim" sweep $tx --vary VHOST_NET_BATCH=64 --repeat 16 -j "$1" \
		--set run.duration=400ms -o "$work/sweep-$1.csv" 2>"$work/err" || {
		cat "$work/err" >&2
		exit 1
	}
	date +"%s.%N $start" | awk '{ printf "%.3f\n", $1 - $2 }'
}

# Time of all processors, their idle time, and what this script and its children used,
# in ticks. Time that the hypervisor stole was used by others, too.
ticks() {
	awk 'FNR == 1 && /^cpu / {
		for (i = 2; i <= 9; i++)
			all += $i
		idle = $5 + $6
		nextfile
	}
	{ print all, idle, $14 + $15 + $16 + $17 }' /proc/stat "/proc/$$/stat"
}

# taken_by_others BEFORE AFTER: the share of the machine, in percent.
taken_by_others() {
	echo "$1 $2" | awk '{
		all = $4 - $1
		printf "%.0f", 100 * (all - ($5 - $2) - ($6 - $3)) / all
	}'
}

# The two in turn, so that what disturbs the one disturbs the other.
sweeps() {
	for _ in $(seq "$tries"); do
		rm -f "$work"/sweep-*.csv
		echo "$(sweep_seconds 1) $(sweep_seconds 2)"
	done | awk '
		NR == 1 || $1 < one { one = $1 }
		NR == 1 || $2 < two { two = $2 }
		END { print one, two }'
}

echo "load of this machine before we began: $(cut -d ' ' -f 1 /proc/loadavg)"
echo "hold model: events of the queue alone, and steps of tasks that only spend"
for pending in 10 32 100 1000; do
	line "  queue, $pending pending" "$(least queue $pending 10000000)" ns/event
	line "" "$(instructions_hold queue $pending)" instructions
	line "  null model, $pending tasks" "$(least engine $pending 10000000)" ns/step
	line "" "$(instructions_hold engine $pending)" instructions
done
null=$(least engine 4 10000000)
line "  null model, 4 tasks" "$null" ns/step
echo "scenarios, a packet delivered"
scenario "  TX" $tx 80 ge 3.5
scenario "  RX" $rx 120
memory "  TX" $tx
memory "  RX" $rx
echo "sweep of 16 equal points, $(nproc) processors"
before=$(ticks)
seconds=$(sweeps)
after=$(ticks)
line "  -j 1 over -j 2, time that passed" \
	"$(ratio "${seconds% *}" "${seconds#* }")" "" ge 1.8
line "  of the machine, others took meanwhile" "$(taken_by_others "$before" "$after")" %
