#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# initramfs.sh OUTPUT [FILE=PLACE...] - what the virtual machine boots into: a shell,
# busybox, ip and tc, Debian's modules, vhost_net with other constants, vdrv, and the jobs;
# with more files if any are given.
#
# The same bytes for the same contents: the kernel's own gen_init_cpio packs a list that
# has owner and mode of each entry, and files are copied, because it keeps their times. Not
# compressed, because the machine would take longer to unpack it than to read it.
. "$(dirname "$0")/lib.sh"

output=$1
shift
work=$KERNEL_OUT/initramfs
list=$work/list
guest=$KERNEL_CACHE/guest
applets="cat cut dmesg echo grep insmod mount poweroff rmmod sed tail tr"
modules="drivers/net/tun drivers/net/tap drivers/vhost/vhost_iotlb
	drivers/vhost/vhost net/llc/llc net/802/stp net/bridge/bridge
	drivers/net/ifb net/sched/sch_netem net/sched/sch_ingress
	net/sched/cls_u32 net/sched/act_mirred"
libraries="libbpf.so.1 libelf.so.1 libmnl.so.0 libbsd.so.0 libmd.so.0 libcap.so.2
	libxtables.so.12 libz.so.1 libc.so.6 libm.so.6"

# file PLACE FILE MODE
file() {
	[ -e "$2" ] || fail "$2 is missing; remove $KERNEL_CACHE and start again"
	copy=$work/files/$(echo "$1" | tr / _)
	cp "$2" "$copy"
	touch -d @0 "$copy"
	echo "file $1 $copy $3 0 0"
}

# Debian's, without debug information
module() {
	source=$KERNEL_CACHE/kernel/lib/modules/$(release)/kernel/$1.ko
	[ -e "$source" ] || fail "Linux $(release) has no module $1"
	strip --strip-debug -o "$work/${1##*/}.ko" "$source"
	file "/modules/${1##*/}.ko" "$work/${1##*/}.ko" 644
}

library() {
	for folder in lib usr/lib; do
		path=$guest/$folder/x86_64-linux-gnu/$1
		[ ! -e "$path" ] || break
	done
	file "/lib/x86_64-linux-gnu/$1" "$path" 755
}

contents() {
	for folder in bin dev jobs lib lib/x86_64-linux-gnu lib64 modules proc sys; do
		echo "dir /$folder 755 0 0"
	done
	echo "nod /dev/console 600 0 0 c 5 1"
	file /init "$KERNEL/guest/init" 755
	file /bin/busybox "$guest/bin/busybox" 755
	for applet in $applets; do
		echo "slink /bin/$applet busybox 777 0 0"
	done
	file /bin/sh "$guest/bin/dash" 755
	file /bin/ip "$guest/bin/ip" 755
	file /bin/tc "$guest/sbin/tc" 755
	file /lib64/ld-linux-x86-64.so.2 \
		"$guest/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2" 755
	for name in $libraries; do
		library "$name"
	done
	for name in $modules; do
		module "$name"
	done
	for path in "$MODULES"/vhost_net_*.ko; do
		file "/modules/${path##*/}" "$path" 644
	done
	file /bin/vdrv "$B/vdrv" 755
	file /bin/vmtool "$B/vmtool" 755
	for path in "$KERNEL"/guest/netem "$KERNEL"/guest/bridge; do
		file "/bin/${path##*/}" "$path" 755
	done
	for job in tx rx zerocopy pair; do
		file "/jobs/$job" "$KERNEL/jobs/$job" 644
	done
	for more; do
		file "${more#*=}" "${more%%=*}" 644
	done
}

rm -rf "$work"
mkdir -p "$work/files"
contents "$@" >"$list"
${CC:-gcc} -O2 -w -o "$work/gen_init_cpio" "$KERNEL_CACHE/source/usr/gen_init_cpio.c" ||
	fail "gen_init_cpio does not build"
"$work/gen_init_cpio" -t 0 "$list" >"$output.part" ||
	fail "the initramfs cannot be packed; see $list"
mv "$output.part" "$output"
