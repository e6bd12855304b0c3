#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# run.sh TARGET SECONDS - one libFuzzer target, seeded with the files that the tests have.
# What it finds is left in the build folder; exit 1 if it found something.
set -eu

target=$1 seconds=$2
cd "$(dirname "$0")/../.."
name=$(basename "$target")
corpus=$(dirname "$target")/corpus-$name
mkdir -p "$corpus/seed" "$corpus/grown" "$corpus/found"
VHOSTSIM_DATA=$PWD
export VHOSTSIM_DATA

case $name in
fuzz_scenario) files=$(find scenarios tests/cases -name '*.json' 2>/dev/null) ;;
fuzz_csv) files=$(find results tests/cases -name '*.csv' 2>/dev/null) ;;
fuzz_sample) files=$(find tests/samples -type f) ;;
*) files= ;;
esac
n=0
for file in $files; do
	# Large ones are there for their size alone.
	[ "$(wc -c <"$file")" -le 65536 ] || continue
	n=$((n + 1))
	cp "$file" "$corpus/seed/$n"
done
# The dictionary: every word in quotes that the scenarios use.
dict=$corpus/dict
cat $files /dev/null | grep -ohE '"[A-Za-z_$][A-Za-z0-9_.-]*"' | sort -u >"$dict" || :
[ -s "$dict" ] || echo '","' >"$dict" # an empty one is refused
# A seed with a setting in front: fuzz_scenario.c says how.
if [ "$name" = fuzz_scenario ]; then
	{
		echo '!VHOST_NET_BATCH=16'
		cat scenarios/descriptor-batching/tx.json
	} >"$corpus/seed/setting"
fi
"$target" -max_total_time="$seconds" -max_len=8192 -timeout=10 -rss_limit_mb=2048 \
	-dict="$dict" -artifact_prefix="$corpus/found/" -print_final_stats=1 \
	-verbosity=0 "$corpus/grown" "$corpus/seed" 2>"$corpus/log" || {
	tail -n 40 "$corpus/log" >&2
	echo "$name: a finding, see $corpus/found"
	exit 1
}
runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$corpus/log")
echo "$name: ${seconds} s, ${runs:-?} inputs, nothing found"
