#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# sweep.sh VHOSTSIM - the same bytes for any number of workers, and for a sweep that was
# interrupted, killed, or lost a worker, and then was called again.

vhostsim=$(realpath "${1:-build/vhostsim}")
top=$(cd "$(dirname "$0")/.." && pwd)
VHOSTSIM_DATA=${VHOSTSIM_DATA:-$top}
export VHOSTSIM_DATA
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
cd "$work" || exit 1
passed=0 failed=0 skipped=0

check() {
	if [ "$2" = "$3" ]; then
		passed=$((passed + 1))
	else
		echo "sweep: $1: $3 instead of $2"
		failed=$((failed + 1))
	fi
}

# same NAME FILE: is it the table that one process wrote at one go?
same() {
	if cmp -s "$2" whole.csv; then
		passed=$((passed + 1))
	else
		echo "sweep: $1: other bytes"
		diff "$2" whole.csv | head -n 4
		failed=$((failed + 1))
	fi
}

# start FILE [OPTION...]: become a sweep of 24 points, long enough for a signal to fall
# among them. With & behind it, $! is the sweep and no shell around it.
start() {
	out=$1
	shift
	exec "$vhostsim" sweep "$top/scenarios/descriptor-batching/tx.json" \
		--set run.duration=50ms --vary VHOST_NET_BATCH=1,16,64,256 \
		--vary kernel=base,batch --repeat 3 -o "$out" "$@"
}

sweep() {
	(start "$@")
}

rows() {
	[ ! -e "$1" ] || grep -vc -e '^#' -e '^kernel,' -e '^VHOST_NET_BATCH,' "$1"
}

# wait_rows FILE N PID: until there are N rows, or the process is gone
wait_rows() {
	for i in $(seq 600); do
		n=$(rows "$1")
		[ "${n:-0}" -lt "$2" ] && kill -0 "$3" 2>/dev/null || break
		sleep 0.02
	done
}

sweep whole.csv
check "one process" 0 $?
check "rows" 24 "$(rows whole.csv)"

for jobs in 2 3 32; do
	sweep j$jobs.csv -j $jobs
	same "-j $jobs" j$jobs.csv
done

# a signal to the sweep; what is done is kept beside the final name, which nothing has
for signal in INT TERM KILL; do
	for jobs in 1 2; do
		file=$signal$jobs.csv
		start $file -j $jobs 2>/dev/null &
		pid=$!
		wait_rows $file.part 5 $pid
		kill -$signal $pid 2>/dev/null
		wait $pid 2>/dev/null
		case $? in
		130 | 143 | 137) passed=$((passed + 1)) ;;
		*) echo "sweep: $signal came too late" && failed=$((failed + 1)) ;;
		esac
		[ ! -e $file ]
		check "$signal: nothing has the final name" 0 $?
		[ "$(rows $file.part)" -ge 5 ]
		check "$signal: what was done is kept" 0 $?
		sweep $file -j $jobs 2>/dev/null
		check "$signal: goes on" 0 $?
		same "$signal, -j $jobs" $file
	done
done

# half a row at the end, as a crash of the machine would leave it
head -c "$(($(wc -c <whole.csv) - 40))" whole.csv >cut.csv.part
sweep cut.csv 2>/dev/null
check "a row that was cut" 0 $?
same "a row that was cut" cut.csv

# a worker that dies once: its point is tried again
if command -v pgrep >/dev/null; then
	start worker.csv -j 2 2>worker.err &
	pid=$!
	wait_rows worker.csv.part 3 $pid
	kill -KILL $(pgrep -P $pid | head -n 1)
	wait $pid
	check "a worker was killed" 0 $?
	grep -q "is tried once more" worker.err
	check "a worker was killed: said so" 0 $?
	same "a worker was killed" worker.csv
else
	echo "sweep: no pgrep, the killed worker is skipped"
	skipped=$((skipped + 1))
fi

# a disk that fills up, and then has room again
mkdir disk
if mount -t tmpfs -o size=4k tmpfs disk 2>/dev/null; then
	sweep disk/x.csv >/dev/null 2>disk.err
	code=$?
	if [ $code = 0 ]; then
		echo "sweep: the small disk holds the table"
	fi
	check "full disk" 2 $code
	grep -q "No space left on device" disk.err
	check "full disk: said so" 0 $?
	[ ! -e disk/x.csv ]
	check "full disk: nothing has the final name" 0 $?
	mount -o remount,size=1m disk
	sweep disk/x.csv 2>/dev/null
	same "room again" disk/x.csv
	umount disk
else
	echo "sweep: not allowed to mount a small disk, skipped"
	skipped=$((skipped + 1))
fi

# another sweep's table is not touched
sweep whole.csv --set burst=256 2>/dev/null
check "another sweep's table" 2 $?
sweep whole.csv 2>/dev/null
check "the same sweep once more" 0 $?

echo "sweep: $passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ]
