#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# peers.sh BUILD - the simulator beside ns-3 on this machine, in this run: the two in
# turn, the least processor time of each. Targets missed are named, and are no failure.
set -eu

B=$1
tries=${TRIES:-5}
tx=scenarios/descriptor-batching/tx.json

ns() {
	"$@" | awk '$1 == "ns" { print $2 }'
}

# beside WHAT TARGET OURS... -- THEIRS...
beside() {
	what=$1 target=$2 ours=
	shift 2
	while [ "$1" != -- ]; do
		ours="$ours $1"
		shift
	done
	shift
	for _ in $(seq "$tries"); do
		# shellcheck disable=SC2086
		echo "$(ns "$B/bench" $ours) $(ns "$B/peer_ns3" "$@")"
	done | awk -v what="$what" -v target="$target" '
		NR == 1 || $1 < ours { ours = $1 }
		NR == 1 || $2 < theirs { theirs = $2 }
		END {
			verdict = target == "-" ? "" : sprintf("(at least %s: %s)", \
				target, theirs / ours >= target ? "met" : "not met")
			printf "%-44s %9.1f %9.1f %8.1f %s\n", what, ours, theirs, \
				theirs / ours, verdict
		}'
}

printf '%-44s %9s %9s %8s\n' "processor time in ns" vhostsim ns-3 ratio
beside "an event through the engine, 10 pending" 4.3 \
	engine 10 5000000 -- engine 10 2000000
beside "an event of the queue alone, 10 pending" - \
	queue 10 10000000 -- queue 10 5000000
beside "the same, 100 pending" - \
	queue 100 10000000 -- queue 100 5000000
beside "a packet: TX; UDP over point-to-point" 50 \
	run $tx 500 -- udp 200000
