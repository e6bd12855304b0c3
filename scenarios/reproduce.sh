#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# reproduce.sh VHOSTSIM [OUT] - replay every thread that has a folder here.
#
# scenarios/THREAD/reproduce.list says what to do, a line each:
#
#   sweep NAME SCENARIO OPTION...       -> OUT/results/THREAD/NAME.csv
#   compare TABLE[:COLUMN,...] GROUP BASELINE NAME...
#                                       the sweeps NAME... beside results/measured/
#                                       THREAD/TABLE.csv, summed up in GROUP; BASELINE:
#                                       rows for it, or -
#   plot PICTURE NAME OPTION...         -> OUT/plots/THREAD/PICTURE.svg and .png; a
#                                          measured table may be named by TABLE.csv
#
#   series PICTURE SCENARIO COLUMNS OPTION...   one run over time, and its picture
#
# OUT is the source tree unless another folder is given. The same bytes come out on every
# machine (tables; pictures as far as gnuplot's version is the same).
set -eu
vhostsim=$(realpath "$1")
top=$(cd "$(dirname "$0")/.." && pwd)
out=${2:-$top}
mkdir -p "$out"
out=$(cd "$out" && pwd)
export LC_ALL=C VHOSTSIM_DATA="$top"
jobs=$(nproc)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

say() { echo "  $*" >&2; }

do_sweep() {
	name=$1 scenario=$2
	shift 2
	say "SWEEP   $thread/$name"
	"$vhostsim" sweep "scenarios/$thread/$scenario.json" "$@" -j "$jobs" --force \
		-o "$out/results/$thread/$name.csv"
}

do_compare() {
	table=$1 group=$2 baseline=$3
	shift 3
	sweeps=
	for name; do
		sweeps="$sweeps $out/results/$thread/$name.csv"
	done
	set --
	[ "$baseline" = - ] || set -- --baseline "$baseline"
	case $table in
	*:*) set -- "$@" --column "${table#*:}" ;;
	esac
	# file names here have no blanks
	# shellcheck disable=SC2086
	"$vhostsim" compare $sweeps "results/measured/$thread/${table%%:*}.csv" "$@" \
		--format csv --summary "$work/row" -o "$work/cells"
	sed 1d "$work/cells" >>"$work/all-cells"
	case $table in
	*:*) note=" $(echo "${table#*:}" | tr , ' ')" ;;
	*) note= ;;
	esac
	sed "1d;s/^\([^,]*\)\.csv/$thread,$group,\1$note/" "$work/row" >>"$work/summary"
}

do_plot() {
	picture=$1 name=$2
	shift 2
	case ${1:-} in
	*.csv)
		measured="--measured results/measured/$thread/$1"
		shift
		;;
	*) measured= ;;
	esac
	say "PLOT    $thread/$picture"
	for kind in svg png; do
		# shellcheck disable=SC2086
		"$vhostsim" plot "$out/results/$thread/$name.csv" $measured "$@" \
			-o "$out/plots/$thread/$picture.$kind"
	done
}

do_series() {
	picture=$1 scenario=$2 columns=$3
	shift 3
	say "SERIES  $thread/$picture"
	"$vhostsim" run "scenarios/$thread/$scenario.json" "$@" \
		--series "$out/results/$thread/$picture.csv" -o "$work/run"
	for kind in svg png; do
		"$vhostsim" plot "$out/results/$thread/$picture.csv" --column "$columns" \
			-o "$out/plots/$thread/$picture.$kind"
	done
}

replay() {
	thread=$1
	mkdir -p "$out/results/$thread" "$out/plots/$thread"
	while read -r what rest; do
		case $what in
		'' | '#'*) continue ;;
		sweep | compare | plot | series) ;;
		*)
			echo "reproduce: $thread: what is \"$what\"?" >&2
			exit 2
			;;
		esac
		# the lists are ours: quotes in them are the shell's
		eval "do_$what $rest"
	done <"scenarios/$thread/reproduce.list"
}

# Sums over the tables of a group: errors are pooled cell by cell.
pooled() {
	awk -F, -v OFS=, '
	{
		key = $1 "," $2
		if (!(key in seen)) { seen[key] = 1; order[++n] = key }
		cells[key] += $4; fitted[key] += $5; sf[key] += $5 * $6
		pred[key] += $7; sp[key] += $7 * $8; base[key] += $10; sb[key] += $10 * $11
		if (($9 < 0 ? -$9 : $9) > (w[key] < 0 ? -w[key] : w[key])) w[key] = $9
		right[key] += $12; asked[key] += $13; tables[key]++
	}
	function mean(s, k) { return k ? sprintf("%.3f", s / k) : "" }
	END {
		for (i = 1; i <= n; i++) {
			k = order[i]
			if (tables[k] < 2) continue
			split(k, part, ",")
			print k, "all " part[2] " tables", cells[k], fitted[k], \
				mean(sf[k], fitted[k]), pred[k], mean(sp[k], pred[k]), \
				sprintf("%.2f", w[k]), base[k], mean(sb[k], base[k]), \
				right[k], asked[k]
		}
	}' "$work/summary"
}

table() {
	awk -F, '
	BEGIN { fmt = "%-22s %-38s %5s %6s %8s %9s %9s %8s %9s %8s\n" }
	NR == 1 {
		printf fmt, "thread", "table", "cells", "fitted", "MAPE", "predicted", \
			"MAPE", "worst", "baseline", "order"
		next
	}
	{
		printf fmt, $1, $3, $4, $5, $6 == "" ? "-" : $6, $7, $8, $9, \
			$11 == "" ? "-" : $11, $12 "/" $13
	}' "$out/results/summary.csv"
}

cd "$top"
: >"$work/summary"
: >"$work/all-cells"
for list in scenarios/*/reproduce.list; do
	replay "$(basename "$(dirname "$list")")"
done
{
	printf '%s,' thread group table cells fitted mape_fitted_pct predicted \
		mape_predicted_pct worst_pct baseline mape_baseline_pct order_right
	echo order_asked
	cat "$work/summary"
	pooled
} >"$out/results/summary.csv"
{
	echo "table,row,column,simulated,ci95,measured,error_pct,kind,baseline_pct"
	cat "$work/all-cells"
} >"$out/results/cells.csv"
table
