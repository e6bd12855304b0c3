#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# shards.sh VHOSTSIM - a sweep of 1,000 points in four parts, two of which are killed and
# called again, merged: the same bytes as from one process. And parts that do not fit.

vhostsim=$(realpath "${1:-build/vhostsim}")
top=$(cd "$(dirname "$0")/.." && pwd)
VHOSTSIM_DATA=${VHOSTSIM_DATA:-$top}
export VHOSTSIM_DATA
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
cd "$work" || exit 1
passed=0 failed=0

check() {
	if [ "$2" = "$3" ]; then
		passed=$((passed + 1))
	else
		echo "shards: $1: $3 instead of $2"
		failed=$((failed + 1))
	fi
}

# start FILE [OPTION...]: become a sweep of 125 batch sizes, 2 kernels, 4 repeats. With &
# behind it, $! is the sweep and no shell around it.
start() {
	out=$1
	shift
	exec "$vhostsim" sweep "$top/scenarios/descriptor-batching/tx.json" \
		--set run.duration=300us --set run.warmup=100us \
		--vary VHOST_NET_BATCH="$(seq -s, 125)" --vary kernel=base,batch \
		--repeat 4 -o "$out" "$@"
}

sweep() {
	(start "$@")
}

# refused TEXT PART...: merge exits 2 and says so
refused() {
	text=$1
	shift
	"$vhostsim" merge "$@" -o never.csv 2>err
	check "merge $*: exit" 2 $?
	grep -q "$text" err
	check "merge $*: message" 0 $?
	[ ! -e never.csv ]
	check "merge $*: no table" 0 $?
}

for format in csv jsonl; do
	sweep whole.$format --format $format
	check "$format: one process" 0 $?
	for i in 1 2 3 4; do
		if [ $i -le 2 ]; then # these are killed on their way
			start part$i.$format --format $format --shard $i/4 2>/dev/null &
			pid=$!
			while kill -0 $pid 2>/dev/null && ! [ -s part$i.$format.part ]; do
				sleep 0.01
			done
			kill -KILL $pid 2>/dev/null
			wait $pid 2>/dev/null
		fi
		sweep part$i.$format --format $format --shard $i/4 2>/dev/null
		check "$format: part $i" 0 $?
	done
	"$vhostsim" merge part3.$format part1.$format part4.$format part2.$format \
		-o merged.$format
	check "$format: merge" 0 $?
	cmp -s merged.$format whole.$format
	check "$format: the same bytes" 0 $?
done
check "1,000 rows" 1000 "$(grep -vc '^[#V]' whole.csv)"

refused "part 3 of 4 is missing" part1.csv part2.csv part4.csv
refused "part 4 of 4 is missing" part1.csv part2.csv part3.csv
refused "is part 2, as" part1.csv part2.csv part2.csv part3.csv
refused "is a whole sweep" part1.csv whole.csv
sweep other.csv --shard 2/4 --seed 7 2>/dev/null
refused "is of another sweep" part1.csv other.csv part3.csv part4.csv
head -c "$(($(wc -c <part2.csv) - 40))" part2.csv >torn.csv
refused "ends within a line" part1.csv torn.csv part3.csv part4.csv
# the part of another number is not gone on with
cp part1.csv again.csv
sweep again.csv --shard 2/4 2>err
check "another part under the same name" 2 $?
sweep x.csv --shard 1/1001 2>err
check "more parts than points" 2 $?
echo "shards: $passed passed, $failed failed, 0 skipped"
[ $failed -eq 0 ]
