#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# cases.sh VHOSTSIM [NAME...] - what the program says to bad input, case by case.
#
# A case is a folder tests/cases/NAME. It is copied to an empty place, where its "cmd",
# the arguments of vhostsim in shell syntax, is run. Beside it may lie input files and
#   prepare   a script that makes input; exit code 77 skips the case, stderr says why
#   cleanup   a script that undoes what would outlive the copy
# "expect" says what must come out, a line each:
#   exit N                 the exit code
#   stderr TEXT            stderr contains TEXT; the same with stdout
#   no-stdout              nothing on stdout; the same with no-stderr
#   file NAME              NAME is there and not empty
#   no-file NAME           it is not there; NAME may be a pattern
# Empty lines and lines that begin with # say nothing.

vhostsim=$(realpath "${1:-build/vhostsim}")
[ $# -eq 0 ] || shift
top=$(cd "$(dirname "$0")/.." && pwd)
VHOSTSIM=$vhostsim
VHOSTSIM_DATA=${VHOSTSIM_DATA:-$top}
SCENARIOS=$top/scenarios
TX=$SCENARIOS/descriptor-batching/tx.json
RX=$SCENARIOS/descriptor-batching/rx.json
LC_ALL=C
export VHOSTSIM VHOSTSIM_DATA SCENARIOS TX RX LC_ALL
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
passed=0 failed=0 skipped=0

# complain TEXT: the case fails; the first mistake shows what the program said
complain() {
	echo "case $name: $1"
	if [ $wrong = 0 ]; then
		echo "  exit $code"
		sed 's/^/  stdout: /' "$work/out" | head -n 5
		sed 's/^/  stderr: /' "$work/err" | head -n 5
	fi
	wrong=1
}

contains() {
	grep -qF -e "$2" "$work/$1"
}

# there PATTERN: is there such a file?
there() {
	for f in $1; do
		[ -e "$f" ] && return 0
	done
	return 1
}

verify() {
	case $1 in
	'' | '#'*) ;;
	exit) [ "$code" = "$2" ] || complain "exit code $code instead of $2" ;;
	stdout) contains out "$2" || complain "stdout lacks \"$2\"" ;;
	stderr) contains err "$2" || complain "stderr lacks \"$2\"" ;;
	no-stdout) [ ! -s "$work/out" ] || complain "something on stdout" ;;
	no-stderr) [ ! -s "$work/err" ] || complain "something on stderr" ;;
	file) [ -s "$2" ] || complain "$2 is missing or empty" ;;
	no-file) ! there "$2" || complain "$2 is there" ;;
	*) complain "\"$1\" in expect is unknown" ;;
	esac
}

# Run the case in its copy. Leaves code, $work/out and $work/err. False: skipped.
execute() {
	: >"$work/out"
	if [ -e prepare ]; then
		sh ./prepare 2>"$work/err"
		code=$?
		[ $code != 77 ] || return 1
		[ $code = 0 ] || complain "prepare fails"
	fi
	eval "\"\$VHOSTSIM\" $(cat cmd)" >"$work/out" 2>"$work/err" </dev/null
	code=$?
	return 0
}

judge() {
	grep -q '^exit ' expect || complain "expect names no exit code"
	while read -r what text; do
		verify "$what" "$text"
	done <expect
	if [ $wrong = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
}

run_case() {
	name=$(basename "$1") wrong=0
	rm -rf "$work/case"
	cp -R "$1" "$work/case"
	cd "$work/case" || exit 1
	if execute; then
		judge
	else
		echo "case $name: skipped: $(cat "$work/err")"
		skipped=$((skipped + 1))
	fi
	[ ! -e cleanup ] || sh ./cleanup
	cd "$work" || exit 1
}

[ $# -gt 0 ] || set -- "$top"/tests/cases/*/
for case; do
	[ -d "$case" ] || case=$top/tests/cases/$case
	run_case "${case%/}"
done
echo "cases: $passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ]
