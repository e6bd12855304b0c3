#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# modules.sh - vhost_net built again with other constants, from Debian's source, against
# Debian's headers: KERNEL_CACHE/modules/vhost_net_KIND.ko.
#
#   b1 ... b512   VHOST_NET_BATCH
#   rx1           one packet at a time from the tap's ring (until 4.12)
#   off           no limit of pending zerocopy buffers but UIO_MAXIOV
#   old           the same, and handle_tx_zerocopy() stops at VHOST_MAX_PEND (until 4.14)
#   shift1, 3     the limit is vq->num >> 1, >> 3; Debian's own, and b64's, is >> 2
#
# Each edit says how many lines it must change; a source in which it changes others is
# not built. Paths of this machine do not get into the modules, so that they are the same
# bytes elsewhere.
. "$(dirname "$0")/lib.sh"

work=$KERNEL_CACHE/build/vhost_net
log=$KERNEL_CACHE/modules.log
kinds="b1 b16 b32 b64 b128 b256 b512 rx1 off old shift1 shift3"

# edit FILE LINES PATTERN COMMANDS: sed COMMANDS for the line that has PATTERN; so many
# LINES of the file are new afterwards
edit() {
	cp "$1" "$1.before"
	sed -i "/$3/{
$4
}" "$1"
	changed=$(diff "$1.before" "$1" | grep -c '^>' || true)
	rm "$1.before"
	[ "$changed" = "$2" ] ||
		fail "the source of vhost_net is another one than modules.sh knows:" \
			"\"$3\" gives $changed new lines, not $2"
}

limit='min_t(unsigned int, VHOST_MAX_PEND, vq->num >> 2)'

# What handle_tx_zerocopy() did until Linux 4.14: it went no further while VHOST_MAX_PEND
# buffers were pending, whatever the packets were.
old_break='n
a\
		if ((nvq->upend_idx + UIO_MAXIOV - nvq->done_idx) % UIO_MAXIOV >=\
		    VHOST_MAX_PEND)\
			break;'

make_kind() {
	case $2 in
	rx1) edit "$1" 1 'ptr_ring_consume_batched(nvq->rx_ring' 'n
		s/VHOST_NET_BATCH/1/' ;;
	off) edit "$1" 1 "$limit" "s/$limit/UIO_MAXIOV/" ;;
	old)
		edit "$1" 1 "$limit" "s/$limit/UIO_MAXIOV/"
		edit "$1" 3 'Release DMAs done buffers first' "$old_break"
		;;
	shift*) edit "$1" 1 "$limit" "s/>> 2/>> ${2#shift}/" ;;
	esac
}

write_sources() {
	rm -rf "$work"
	mkdir -p "$work"
	cp "$KERNEL_CACHE/source/drivers/vhost/vhost.h" "$work"
	for kind in $kinds; do
		file=$work/net_$kind.c
		cp "$KERNEL_CACHE/source/drivers/vhost/net.c" "$file"
		case $kind in
		b64) ;;
		b*) edit "$file" 1 '^#define VHOST_NET_BATCH 64$' "s/64/${kind#b}/" ;;
		*) make_kind "$file" "$kind" ;;
		esac
		echo "obj-m += vhost_net_$kind.o"
		echo "vhost_net_$kind-y := net_$kind.o"
	done >"$work/Kbuild"
}

build() {
	make -C "$(headers)" M="$work" KBUILD_MODPOST_WARN=1 \
		KCFLAGS="-fmacro-prefix-map=$work/=" -j"${JOBS:-$(nproc)}" modules \
		>"$log" 2>&1 || {
		grep -m 5 -iE 'error|stop' "$log" >&2 || tail -n 5 "$log" >&2
		fail "vhost_net does not build; all of it is in $log"
	}
}

# Without debug information and without a build id, which depends on it.
collect() {
	mkdir -p "$MODULES"
	for module in "$work"/vhost_net_*.ko; do
		strip --strip-debug -R .note.gnu.build-id \
			-o "$MODULES/$(basename "$module")" "$module"
	done
}

key=$(cat "$KERNEL/modules.sh" "$KERNEL_CACHE/kernel-version" \
	"$KERNEL_CACHE/source/drivers/vhost/net.c" | sha256sum)
if [ "$(cat "$MODULES/key" 2>/dev/null)" != "$key" ]; then
	say "building vhost_net with other constants"
	rm -rf "$MODULES"
	write_sources
	build
	collect
	echo "$key" >"$MODULES/key"
fi
