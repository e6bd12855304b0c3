#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tables.sh INITRAMFS - CSV tables out of what the machines said, in KERNEL_OUT.
#
# Notes in a table say what it is, from which kernel, QEMU and initramfs, and how far a
# value may be off when one of these is another one: column=R% or column=R%+A, where A is
# in the column's own unit. Columns without a tolerance are keys.
. "$(dirname "$0")/lib.sh"

initramfs=$1
hash=$(sha256sum "$initramfs" | cut -d' ' -f1)
unit="One instruction takes one nanosecond of virtual time, and there is one processor; \
pps is what driver, vhost and sender reach together on it."
cost=pps,vhost_instr_per_packet,instr_per_packet,kicks,signals,waits,vhost_runs

# notes WHAT COLUMNS TOLERANCE
notes() {
	echo "# what: $1"
	echo "# unit: $unit"
	echo "# kernel: $(cat "$KERNEL_CACHE/kernel-version")"
	echo "# qemu: $(cat "$KERNEL_CACHE/qemu-version") -cpu qemu64 -icount shift=0"
	echo "# initramfs: $hash"
	echo "# tolerance: $3"
	echo "$2"
}

# rows MACHINE TABLE COLUMNS [WHERE]
rows() {
	case $1 in
	plain-*) counts= ;;
	*) counts=$KERNEL_OUT/$1.count ;;
	esac
	awk -v table="$2" -v columns="$3" -v where="${4:-}" \
		-v counts="$counts" -f "$KERNEL/rows.awk" "$KERNEL_OUT/$1.log"
}

# table NAME: standard input becomes it; never half of it under its name.
table() {
	cat >"$KERNEL_OUT/$1.csv.part"
	mv "$KERNEL_OUT/$1.csv.part" "$KERNEL_OUT/$1.csv"
}

# simple NAME MACHINE KEYS WHAT TOLERANCE
simple() {
	{
		notes "$4" "$3,packets,$cost" "$5"
		rows "$2" "$1" "$3,packets,$cost"
	} | table "$1"
}

zerocopy() {
	columns=copy_limit,event_idx,limit,ticks,sent_a,sent_b,received_a,received_b
	columns=$columns,eagain_a,eagain_b,mean_in_ring,queue_stops,queue_wakes
	columns=$columns,netem_sent,netem_dropped,netem_backlog
	columns=$columns,pps,kicks,signals,waits,vhost_runs
	{
		notes "Two flows of a guest, up to 100 datagrams each every 2 ms, A of 1 B, \
B of 228 B; B goes through a netem queue of so many packets at 1 Mbit/s. The guest has no \
napi_tx. copy_limit: pending buffers that vhost_net allows, old: until Linux 4.14, off: \
none, shiftN: vq->num >> N, copy: experimental_zcopytx=0" \
			"$columns" "$(zerocopy_tolerance)"
		rows plain-zerocopy-event zerocopy-hol "$columns"
		rows plain-zerocopy-flags zerocopy-hol "$columns"
	} | table zerocopy-hol
}

# The same machines again, with the counter.
zerocopy_instructions() {
	columns=copy_limit,event_idx,limit,vhost_instr_per_packet,instr_per_packet
	{
		notes "Instructions per packet of the points of zerocopy-hol.csv, counted in \
other runs of them, which may have taken another course" \
			"$columns" "vhost_instr_per_packet=20% instr_per_packet=50%"
		rows zerocopy-event zerocopy-hol "$columns"
		rows zerocopy-flags zerocopy-hol "$columns"
	} | table zerocopy-instructions
}

# A stall is chaotic: how often the ring stops depends on single packets.
zerocopy_tolerance() {
	for column in sent_a sent_b received_a received_b eagain_a eagain_b queue_stops \
		queue_wakes netem_sent netem_dropped kicks signals waits vhost_runs; do
		printf '%s=25%%+100 ' $column
	done
	echo "netem_backlog=25%+250 mean_in_ring=25%+10 pps=25%"
}

pair() {
	keys=vhost_net,size,burst,window,gap_ns
	columns=$keys,pps,packets,${cost#pps,},kicks_rx,signals_rx
	{
		notes "Guest to guest over a bridge, two vhost threads; medians of three. \
vhost_net: bN has VHOST_NET_BATCH N, rx1 takes one packet at a time from the tap's ring" \
			"$columns,pps_least,pps_most" "pps=10% pps_least=15% pps_most=15% \
vhost_instr_per_packet=10% instr_per_packet=10% kicks=30%+100 signals=30%+100 \
waits=30%+100 vhost_runs=30%+100 kicks_rx=30%+100 signals_rx=30%+100"
		rows pair pair "$columns" |
			awk -v keys=5 -f "$KERNEL/median.awk"
	} | table guest-to-guest
}

# profile NAME MACHINE TABLE WHERE WHAT
profile() {
	found=$(rows "$2" "$3" run,packets "$4")
	[ "$(echo "$found" | grep -c ,)" = 1 ] ||
		fail "the profile $1 is not in $2.log once"
	{
		notes "Instructions per packet that the vhost thread executes in each \
function, callees not included: $5. Calls are of all threads." \
			"function,module,calls_per_packet,vhost_instr_per_packet" \
			"calls_per_packet=2%+0.01 vhost_instr_per_packet=2%+1"
		awk -v packets="${found#*,}" -f "$KERNEL/profile.awk" \
			"$KERNEL_OUT/$2.count.${found%,*}" | sort -t, -k4,4gr -k1,2
	} | table "$1"
}

profiles() {
	for batch in 1 64; do
		for size in 64 1500; do
			profile profile-tx-$size-batch-$batch tx tx-size \
				batch=$batch,size=$size \
				"guest to host, $size B, VHOST_NET_BATCH $batch, XDP_DROP"
			profile profile-rx-$size-batch-$batch rx rx-size \
				batch=$batch,size=$size \
				"host to guest, $size B, VHOST_NET_BATCH $batch"
		done
	done
}

tight="pps=0.5% vhost_instr_per_packet=0.3% instr_per_packet=0.5% kicks=20%+10 \
signals=5%+10 waits=20%+10 vhost_runs=20%+20"
simple tx-batch tx batch,ring,event_idx,drop \
	"Guest to host, 64 B, closed loop: fill the ring, kick, wait until it was used" "$tight"
simple tx-size tx batch,size "Guest to host, ring of 256, EVENT_IDX, XDP_DROP" "$tight"
simple rx-batch rx batch,ring,event_idx \
	"Host to guest, 64 B, bursts of a ring, each sent when the one before has arrived" \
	"$tight"
simple rx-size rx batch,size "Host to guest, ring of 256, EVENT_IDX" "$tight"
zerocopy
zerocopy_instructions
pair
profiles
