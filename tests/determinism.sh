#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The same bytes from every compiler: each run below gives the same JSON document from
# the ordinary build and from gcc -O0, gcc -O3 and clang -O2; and its fingerprint is the
# one in tests/golden, so that a change of behaviour is a visible difference.
# usage: determinism.sh [VHOSTSIM | --update]

top=$(cd "$(dirname "$0")/.." && pwd)
cd "$top" || exit 4
B=${B:-build}
MAKE=${MAKE:-make}
vhostsim=${VHOSTSIM:-$B/vhostsim}
VHOSTSIM_DATA=${VHOSTSIM_DATA:-$top}
export VHOSTSIM_DATA
golden=tests/golden/fingerprints.txt
work=$(mktemp -d) || exit 4
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 skipped=0

# What is run: a scenario and its settings a line. Short, but past every start-up.
runs() {
	for kernel in base batch batch_bufapi; do
		echo "scenarios/descriptor-batching/tx.json kernel=$kernel"
		echo "scenarios/descriptor-batching/rx.json kernel=$kernel"
	done
	echo "scenarios/descriptor-batching/tx.json VHOST_NET_BATCH=1 event_idx=true"
	echo "scenarios/descriptor-batching/rx.json rx_queue_size=4 tx_queue_len=1 seed=2"
	for scenario in scenarios/*/*.json; do
		case $scenario in
		scenarios/descriptor-batching/*) ;;
		*) echo "$scenario" ;;
		esac
	done
}

# document PROGRAM SCENARIO SETTING...
document() {
	program=$1 scenario=$2
	shift 2
	for setting; do
		set -- "$@" --set "$setting"
		shift
	done
	"$program" run "$scenario" --set run.duration=20ms "$@" --format json
}

fingerprint_of() {
	sed -n 's/.*"fingerprint": "\(0x[0-9a-f]*\)".*/\1/p' "$1" | head -n 1
}

# documents PROGRAM FOLDER: all runs into FOLDER/1, FOLDER/2, ... One that fails leaves
# none, so that two builds that fail alike are not taken for two that agree.
documents() {
	mkdir -p "$2"
	n=0
	runs | while read -r line; do
		n=$((n + 1))
		# shellcheck disable=SC2086
		document "$1" $line >"$2/$n" 2>"$2/err" || {
			echo "determinism: $line: $(head -n 1 "$2/err")" >&2
			rm "$2/$n"
		}
	done
}

fingerprints() {
	n=0
	runs | while read -r line; do
		n=$((n + 1))
		print=$(fingerprint_of "$work/ordinary/$n" 2>/dev/null)
		echo "$line ${print:-failed}"
	done
}

# same NAME: the documents of build NAME against the ordinary ones.
same() {
	for n in $(seq "$(runs | wc -l)"); do
		if cmp -s "$work/ordinary/$n" "$work/$1/$n"; then
			passed=$((passed + 1))
		else
			failed=$((failed + 1))
			echo "$1: another result for: $(runs | sed -n "${n}p")" >&2
		fi
	done
}

# other_build NAME CC OPT
other_build() {
	if ! command -v "$2" >/dev/null 2>&1; then
		echo "determinism: no $2 here, $1 left out"
		skipped=$((skipped + 1))
		return
	fi
	if ! env -u MAKEFLAGS -u MFLAGS "$MAKE" -j2 "B=$B/$1" "CC=$2" CFLAGS="$3" all \
		>"$work/log" 2>&1; then
		tail "$work/log" >&2
		failed=$((failed + 1))
		return
	fi
	documents "$B/$1/vhostsim" "$work/$1"
	same "$1"
}

documents "$vhostsim" "$work/ordinary"
fingerprints >"$work/fingerprints"
if [ "$1" = --update ]; then
	if grep ' failed$' "$work/fingerprints" >&2; then
		echo "determinism: $golden left as it was" >&2
		exit 1
	fi
	cp "$work/fingerprints" $golden
	echo "$golden written"
	exit 0
fi
if diff -u $golden "$work/fingerprints" >&2; then
	passed=$((passed + 1))
else
	echo "determinism: if the change is meant, \"make golden\" and commit" >&2
	failed=$((failed + 1))
fi
other_build gcc-O0 gcc -O0
other_build gcc-O3 gcc -O3
other_build clang-O2 clang -O2
echo "determinism: $passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
