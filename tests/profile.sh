#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The cycles of the vhost thread with the series of 2020, against the two profiles that
# its author measured. Operations cost what they cost without the series: how often each
# is executed now, and what one restart of a fetch costs, is all that is new. So the
# symbols that his profiles resolve are predictions; each must come out within 25 %.
# usage: profile.sh VHOSTSIM

vhostsim=${1:-build/vhostsim}
top=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

# compare SIMULATED MEASURED: "ok SYMBOL ..." or "bad SYMBOL ..." a line. A clone that
# the compiler made (.part.2) counts as its function; addresses are no symbols.
compare() {
	awk -F, '
	function base(s) { sub(/\.(part|isra|constprop)\.[0-9]+/, "", s); return s }
	NR == FNR { if (FNR > 1) simulated[$4] = $2; next }
	/^#/ || /^percent/ || $3 ~ /^0x/ { next }
	{
		s = base($3)
		error = s in simulated ? 100 * (simulated[s] / $1 - 1) : -100
		verdict = error < 25 && error > -25 ? "ok" : "bad"
		printf "%s %s: measured %.2f %%, simulated %.2f %%, error %+.1f %%\n",
			verdict, s, $1, simulated[s], error
	}' "$1" "$2"
}

for direction in tx rx; do
	"$vhostsim" report "$top/scenarios/descriptor-batching/$direction.json" \
		--set kernel=batch --task vhost-tap0 --format csv \
		-o "$work/$direction.csv" || failed=$((failed + 1))
	compare "$work/$direction.csv" \
		"$top/results/measured/descriptor-batching/perf-$direction-batch.csv" \
		> "$work/verdict"
	sed -n "s/^bad /$direction /p" "$work/verdict" >&2
	passed=$((passed + $(grep -c '^ok' "$work/verdict")))
	failed=$((failed + $(grep -c '^bad' "$work/verdict")))
done
# 6 symbols of TX and 8 of RX are resolved: fewer would mean that nothing was compared
if [ $((passed + failed)) -lt 14 ]; then
	echo "profile: only $((passed + failed)) symbols compared" >&2
	failed=$((failed + 1))
fi
echo "profile: $passed passed, $failed failed, 0 skipped"
[ $failed -eq 0 ]
