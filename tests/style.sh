#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The house's rules that a machine can check. usage: style.sh

cd "$(dirname "$0")/.." || exit 4
B=${B:-build}
work=$(mktemp) || exit 4
trap 'rm -f "$work"' EXIT
passed=0 failed=0 skipped=0

sources=$(ls sim/*/*.[ch] sim/cli/*/*.[ch] models/*.[ch] tests/*/*.[ch] tests/kernel/*/*.[ch])
headers=$(ls sim/*/*.h sim/cli/*/*.h models/*.h tests/*/*.h tests/kernel/*/*.h)
scripts=$(ls tests/*.sh tests/*/*.sh tests/kernel/*/*.sh scenarios/*.sh .ci/run 2>/dev/null)

# rule WHAT COMMAND...: fails if COMMAND has anything to say.
rule() {
	what=$1
	shift
	"$@" >"$work"
	if [ -s "$work" ]; then
		sed "s/^/style: $what: /" "$work" >&2
		failed=$((failed + 1))
	else
		passed=$((passed + 1))
	fi
}

# The formatter aims at 90 columns and keeps a few lines longer where breaking them would
# be uglier. Tabs are 8 wide.
too_long() {
	for file; do
		expand -t 8 "$file" | LC_ALL=C.UTF-8 awk -v f="$file" \
			'length($0) > 96 { print f ":" NR ": " length($0) }'
	done
}

# Bodies of functions begin and end in the first column. A step function is a state
# machine with one case a state, and may be longer.
too_long_functions() {
	awk '
	FNR == 1 { start = 0 }
	/^[a-zA-Z_].*\(/ && !/;$/ { name = $0 }
	/^\{/ { start = FNR; head = name }
	/^\}/ && start {
		if (FNR - start - 1 > 60 && head !~ /_step\(/)
			print FILENAME ":" start ": " FNR - start - 1 " lines: " head
		start = 0
	}' "$@"
}

# A kernel module has the kernel's licence.
no_licence() {
	for file; do
		case $file in
		tests/kernel/vhostsim_probe/*) licence=GPL-2.0-only ;;
		*) licence=GPL-3.0-or-later ;;
		esac
		grep -q "SPDX-License-Identifier: $licence\$" "$file" ||
			grep -q "SPDX-License-Identifier: $licence \*/" "$file" || echo "$file"
	done
}

# sim/engine/sim.h has the guard VHOSTSIM_SIM_H.
wrong_guards() {
	for file; do
		name=$(basename "$file" .h | tr '[:lower:]' '[:upper:]')
		grep -qE "^#ifndef VHOSTSIM_([A-Z0-9]+_)?${name}_H\$" "$file" ||
			echo "$file"
	done
}

# Variables that can be written, as the compiler saw them: state belongs into a struct.
# What a signal handler tells its program has no other place.
globals() {
	objdump -t "$@" | awk '
	/file format/ { file = $1 }
	/ \.t?(data|bss)(\.[^r][^ \t]*)?[ \t]/ && !/ d  \./ && $NF != "signal_seen" {
		print file " " $NF
	}'
}

unformatted() {
	clang-format --dry-run "$@" 2>&1 | grep 'warning:'
}

# What "make" compiles must not know the floors above it.
looks_up() {
	grep -nE '#include "(\.\./)+(sim/cli|cli|models)/' sim/engine/*.[ch]
	grep -nE '#include "(\.\./)+(sim/cli|cli)/' models/*.[ch]
}

# shellcheck disable=SC2086
{
	if command -v clang-format >/dev/null 2>&1; then
		rule "clang-format" unformatted $sources
	else
		echo "style: no clang-format here, that rule left out"
		skipped=$((skipped + 1))
	fi
	rule "a line too long" too_long $sources $scripts Makefile
	rule "a function over 60 lines" too_long_functions $sources
	rule "no SPDX line" no_licence $sources
	rule "left for later" grep -nwE '[T]ODO|[F]IXME|[X]XX' $sources $scripts Makefile
	rule "blanks at the end" grep -nE '[[:blank:]]+$' $sources $scripts Makefile
	rule "header guard" wrong_guards $headers
	if [ -e "$B/models.a" ] && [ -e "$B/cli.a" ]; then
		rule "state outside of a struct" globals "$B/models.a" "$B/cli.a"
	else
		echo "style: nothing is built in $B, its variables left out"
		skipped=$((skipped + 1))
	fi
	rule "looks up" looks_up
}
echo "style: $passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
