#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# run.sh [NAME...] - run the tests and add them up.
#
# "unit" is the Criterion binary, any other NAME is the script tests/NAME.sh; without
# names all of them. Each prints "NAME: N passed, N failed, N skipped" as its last line;
# one that does not has failed. B is the build folder, as in the Makefile.
set -u

cd "$(dirname "$0")/.." || exit 4
B=${B:-build}
VHOSTSIM=$(realpath "$B")/vhostsim
VHOSTSIM_DATA=$PWD
SCENARIOS=$PWD/scenarios
export B VHOSTSIM VHOSTSIM_DATA SCENARIOS
log=$(mktemp)
trap 'rm -f "$log"' EXIT
trap 'exit 130' INT TERM
passed=0 failed=0 skipped=0

all_names() {
	echo unit
	for script in tests/*.sh; do
		case $script in
		tests/run.sh | tests/packages.sh) ;;
		*) basename "$script" .sh ;;
		esac
	done
}

# Criterion has a summary of its own; it counts a crash as a failure, too.
unit() {
	"$B"/unit-tests -j2 2>&1
	code=$?
	echo "exit $code"
}

unit_sums() {
	sed 's/\x1b\[[0-9;]*m//g' "$log" |
		sed -n 's/.*Tested: *\([0-9]*\).*Passing: *\([0-9]*\).*/\1 \2/p' | {
		read -r tested passing || exit 1
		echo "unit: $passing passed, $((tested - passing)) failed, 0 skipped"
	}
}

add() {
	n='\([0-9]*\)'
	sums=$(sed -n "s/^$1: $n passed, $n failed, $n skipped\$/\1 \2 \3/p" "$log" |
		tail -n 1)
	if [ -z "$sums" ]; then
		echo "$1: ended without a summary"
		failed=$((failed + 1))
		return
	fi
	set -- "$1" $sums
	passed=$((passed + $2)) failed=$((failed + $3)) skipped=$((skipped + $4))
	# A script that fails must have a failure to show for it.
	if [ "$code" != 0 ] && [ "$3" = 0 ]; then
		echo "$1: exit code $code without a failed test"
		failed=$((failed + 1))
	fi
}

run() {
	if [ "$1" = unit ]; then
		unit >"$log"
		code=$(sed -n 's/^exit //p' "$log")
		sed '/^exit [0-9]*$/d' "$log"
		sums=$(unit_sums) && echo "$sums" | tee -a "$log"
	elif [ -e "tests/$1.sh" ]; then
		sh "tests/$1.sh" "$VHOSTSIM" >"$log" 2>&1
		code=$?
		cat "$log"
	else
		return
	fi
	add "$1"
}

[ $# -gt 0 ] || set -- $(all_names)
for name; do
	run "$name"
done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
