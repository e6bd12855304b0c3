#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# kernel.sh - what the scripts of tests/kernel do when something is missing or goes wrong.
# No package is fetched and no machine is started: apt-get, make and QEMU are played by
# scripts that lie before them in PATH.

top=$(cd "$(dirname "$0")/.." && pwd)
scripts=$top/tests/kernel
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 skipped=0

pass() { passed=$((passed + 1)); }
fail() {
	failed=$((failed + 1))
	echo "kernel: $*" >&2
}

# play PROGRAM: standard input is the script that plays it in this test
play() {
	{
		echo '#!/bin/sh'
		cat
	} >"$work/bin/$1"
	chmod +x "$work/bin/$1"
}

# A new empty place: cache, output and PATH.
begin() {
	for folder in cache out bin golden b; do
		rm -rf "${work:?}/$folder"
	done
	mkdir -p "$work/cache" "$work/out" "$work/bin" "$work/golden" "$work/b"
	echo "6.1.0-99-cloud-amd64 6.1.999-1" >"$work/cache/kernel-version"
	echo "1:7.2" >"$work/cache/qemu-version"
}

# check WHAT COMMAND...: COMMAND says yes
check() {
	what=$1
	shift
	if "$@" 2>/dev/null; then
		pass
	else
		fail "$what"
	fi
}

# run SCRIPT ARGUMENT...: its exit code is in $code, what it said in $work/said
run() {
	script=$scripts/$1
	shift
	code=0
	# shellcheck disable=SC2086 # one setting, or none
	env -u QEMU -u KERNEL_RELEASE PATH="$work/bin:$PATH" B="$work/b" \
		KERNEL_CACHE="$work/cache" KERNEL_OUT="$work/out" \
		KERNEL_GOLDEN="$work/golden" KERNEL_TIMEOUT=1 ${with:-} \
		sh "$script" "$@" >"$work/said" 2>&1 </dev/null || code=$?
}

# expect WHAT CODE TEXT...: it ended with CODE, and said all TEXTs
expect() {
	what=$1 wanted=$2
	shift 2
	if [ "$code" != "$wanted" ]; then
		fail "$what: exit code $code, not $wanted:"
		tail -n 5 "$work/said" >&2
		return
	fi
	for text; do
		grep -qF -- "$text" "$work/said" || {
			fail "$what: does not say \"$text\":"
			tail -n 5 "$work/said" >&2
			return
		}
	done
	pass
}

# apt that knows all packages and can download none
play_apt() {
	play apt-cache <<-'END'
		case $1 in
		depends) echo "  Depends: linux-image-6.1.0-99-cloud-amd64" ;;
		*) echo "Version: 6.1.999-1" ;;
		esac
	END
	play apt-get <<-'END'
		echo "E: Failed to fetch http://nowhere/" >&2
		exit 100
	END
}

# QEMU that writes what stands in "say" where the serial line goes, then does "end"
play_qemu() {
	play qemu <<-END
		for argument; do
			case \$argument in file:*.log) echo "$1" >"\${argument#file:}" ;; esac
		done
		$2
	END
	with=QEMU=$work/bin/qemu
}

test_fetch() {
	begin
	play_apt
	run fetch.sh
	expect "no network" 2 "6.1.999-1 cannot be downloaded" "Failed to fetch"
	check "half a cache passes as complete" [ ! -e "$work/cache/complete" ]

	play id <<-'END'
		echo 1000
	END
	play apt-cache <<-'END'
		exit 100
	END
	run fetch.sh
	expect "apt without lists" 2 "sudo apt-get update"

	with=QEMU=/nonexistent/qemu
	begin
	play_apt
	run fetch.sh
	expect "QEMU and no network" 2 "cannot be downloaded"
	with=
}

# Everything can be downloaded but QEMU, which is not installed either.
test_missing_qemu() {
	begin
	play_apt
	play apt-get <<-'END'
		shift
		for package; do
			case $package in
			qemu*) exit 100 ;;
			*) : >"${package%%=*}_6.1.999-1_amd64.deb" ;;
			esac
		done
	END
	play dpkg-deb <<-'END'
		[ "$1" = -x ] || exit 0
		mkdir -p "$3/usr/src/linux-headers-6.1.0-99-cloud-amd64"
		: >"$3/usr/src/linux-headers-6.1.0-99-cloud-amd64/Makefile"
	END
	play tar </dev/null
	play xz </dev/null
	play id <<-'END'
		echo 1000
	END
	if command -v qemu-system-x86_64 >/dev/null; then
		echo "kernel: QEMU is installed; what happens without it left out"
		skipped=$((skipped + 1))
		return
	fi
	run fetch.sh
	expect "no QEMU anywhere" 2 "QEMU cannot be downloaded" \
		"sudo apt-get install qemu-system-x86"
}

test_modules() {
	begin
	mkdir -p "$work/cache/source/drivers/vhost"
	echo "#define VHOST_NET_BATCH 32" >"$work/cache/source/drivers/vhost/net.c"
	: >"$work/cache/source/drivers/vhost/vhost.h"
	run modules.sh
	expect "a source of vhost_net that is not known" 2 \
		"another one than modules.sh knows" "gives 0 new lines, not 1"
	check "modules pass as built" [ ! -e "$work/cache/modules/key" ]

	begin
	mkdir -p "$work/b"
	run probe.sh
	[ -e "/lib/modules/$(uname -r)/build/Makefile" ] ||
		expect "no headers of the running kernel" 2 \
			"sudo apt-get install linux-headers-$(uname -r)" "KDIR="

	mkdir "$work/headers"
	: >"$work/headers/Makefile"
	with=KDIR=$work/headers
	run probe.sh
	expect "a module that does not build" 2 "does not build against $work/headers" \
		"No rule to make target"
	with=
}

test_machine() {
	begin
	play_qemu "@done" ""
	run machine.sh fine tx /dev/null
	expect "a machine that is done" 0

	play_qemu "Kernel panic" ""
	run machine.sh early tx /dev/null
	expect "a machine that stops early" 2 "machine early: it stopped" "Kernel panic"

	play_qemu "@failed vdrv tx" ""
	run machine.sh job tx /dev/null
	expect "a job that fails" 2 "machine job: a job failed" "@failed vdrv tx"

	play_qemu "" "echo 'qemu: no plugins' >&2; exit 1"
	run machine.sh broken tx /dev/null
	expect "QEMU that does not start" 2 "QEMU ended with 1" "qemu: no plugins"
	with=
}

gone() {
	! kill -0 "$1" 2>/dev/null
}

# Only its own process is ended, and that one is.
test_hang() {
	begin
	sleep 100 &
	other=$!
	play_qemu "booting" "echo \$\$ >'$work/qemu.pid'; exec sleep 100"
	run machine.sh hangs tx /dev/null
	expect "a machine that hangs" 2 "machine hangs: not ready after 1 s" "booting"
	check "a machine that hangs is left behind" gone "$(cat "$work/qemu.pid")"
	check "another process was ended" kill -0 $other
	kill $other
	check "a pid file is left behind" [ ! -e "$work/out/hangs.pid" ]
	with=
}

test_interrupt() {
	begin
	play_qemu "booting" "echo \$\$ >'$work/qemu.pid'; exec sleep 100"
	rm -f "$work/qemu.pid"
	env PATH="$work/bin:$PATH" B="$work/b" KERNEL_CACHE="$work/cache" \
		KERNEL_OUT="$work/out" KERNEL_TIMEOUT=50 QEMU="$work/bin/qemu" \
		sh "$scripts/machine.sh" stopped tx /dev/null >"$work/said" 2>&1 &
	machine=$!
	for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
		[ ! -s "$work/qemu.pid" ] || break
		sleep 0.1
	done
	kill -TERM $machine
	code=0
	wait $machine || code=$?
	expect "a machine that is told to end" 130
	check "QEMU outlives what was told to end" gone "$(cat "$work/qemu.pid")"
	with=
}

# table FOLDER INITRAMFS VALUE...
table() {
	{
		echo "# kernel: 6.1"
		echo "# qemu: 7.2"
		echo "# initramfs: $2"
		echo "# tolerance: pps=1% kicks=10%+5"
		echo "batch,pps,kicks"
		echo "$3"
		echo "$4"
	} >"$work/$1/t.csv"
}

test_compare() {
	begin
	run compare.sh
	expect "no tables to compare with" 2 "no tables to compare with"
	table golden a 1,1000.5,30 64,2000,40
	run compare.sh
	expect "a table that is missing" 1 "t.csv: was not measured"
	table out a 1,1000.5,30 64,2000,40
	run compare.sh
	expect "the same table" 0 "1 of 1 tables agree, 1 of them"
	table out a 1,1000.6,30 64,2000,40
	run compare.sh
	expect "made alike and nearly the same" 0 "made alike, but not the same" "1000.6" \
		"1 of 1 tables agree, 0 of them"
	with=KERNEL_EXACT=1
	run compare.sh
	expect "made alike and not the same" 1 "made alike, but not the same" "1000.6"
	with=
	table out a 1,1500,30 64,2000,40
	run compare.sh
	expect "made alike and quite another" 1 "batch=1: pps is 1500, was 1000.5"
	table out b 1,1000.6,37 64,1981,40
	run compare.sh
	expect "within tolerances" 0 "1 of 1 tables agree, 0 of them"
	table out b 1,1000.5,39 64,1979,40
	run compare.sh
	expect "beyond tolerances" 1 "batch=1: kicks is 39, was 30" \
		"batch=64: pps is 1979, was 2000"
	table out b 1,1000.5,30 32,2000,40
	run compare.sh
	expect "other rows" 1 "batch=32 (new)" "batch=64 (gone)"
}

# Rows of two tables of one machine, each with its counts.
test_tables() {
	begin
	cat >"$work/log" <<-'END'
		@a key,packets,pps
		@a 1,10,100.000
		[    1.0] noise
		@b key,packets,pps
		@b 1,20,200.000
	END
	sed -i 's/$/\r/' "$work/log" # as a serial line has it
	for run in 001 002; do
		printf 'function,module,calls,instructions,vhost_instructions\nf,m,1,%s,40\n' \
			$run >"$work/count.$run"
	done
	code=0
	awk -v table=b -v columns=key,pps,run,vhost_instr_per_packet \
		-v counts="$work/count" -f "$scripts/rows.awk" "$work/log" \
		>"$work/said" 2>&1 || code=$?
	expect "the rows of a table" 0 "1,200.000,002,2.000"
	code=0
	awk -v table=b -v columns=key,colour -v counts="$work/count" \
		-f "$scripts/rows.awk" "$work/log" >"$work/said" 2>&1 || code=$?
	expect "a column that is not there" 2 "b has no column colour"
	rm "$work/count.002"
	code=0
	awk -v table=b -v columns=key -v counts="$work/count" \
		-f "$scripts/rows.awk" "$work/log" >"$work/said" 2>&1 || code=$?
	expect "counts that are not there" 2 "nothing was counted in $work/count.002"
	code=0
	printf 'a,3.0,7\na,1.0,9\na,2.0,8\nb,5.0,1\n' |
		awk -v keys=1 -f "$scripts/median.awk" >"$work/said" 2>&1 || code=$?
	expect "medians" 0 "a,2.000,8,1.000,3.000" "b,5.000,1,5.000,5.000"
}

test_driver() {
	vdrv=$(realpath "${B:-$top/build}")/vdrv
	if [ ! -x "$vdrv" ]; then
		skipped=$((skipped + 1))
		echo "kernel: vdrv is not built, its options left out"
		return
	fi
	for words in "" "tx rx" "fly" "tx --ring=100" "tx --size=20" "tx --drop=here" \
		"tx --packets=-1" "tx --colour"; do
		code=0
		# shellcheck disable=SC2086
		"$vdrv" $words >"$work/said" 2>&1 || code=$?
		expect "vdrv $words" 2 "vdrv"
	done
	code=0
	"$vdrv" --help >"$work/said" 2>&1 || code=$?
	expect "vdrv --help" 0 "zerocopy" "Exit status"
}

with=
run run.sh --wrong
expect "an option that is unknown" 2 "usage: run.sh"
test_fetch
test_missing_qemu
test_modules
test_machine
test_hang
test_interrupt
test_compare
test_tables
test_driver
echo "kernel: $passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
