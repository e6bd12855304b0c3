#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fetch.sh - Debian's kernel, its headers and source, QEMU, and the few programs of the
# virtual machine, downloaded and unpacked below KERNEL_CACHE. Nothing is installed, and
# nobody has to be root.
#
#   debs/         packages
#   kernel/       vmlinuz, modules, headers
#   source/       of vhost_net, and of the program that packs an initramfs
#   guest/        what runs in the machine: a shell, busybox, ip, tc and their libraries
#   qemu/         QEMU and those of its libraries that this system lacks
#   kernel-version, qemu-version
. "$(dirname "$0")/lib.sh"

debs=$KERNEL_CACHE/debs
log=$KERNEL_CACHE/fetch.log
# dash, because the shell of busybox prefers its own ip and tc
guest_packages="busybox-static dash iproute2 libbpf1 libelf1 libmnl0 libbsd0 libmd0
	libcap2 libxtables12 zlib1g libc6"
qemu_packages="qemu-system-x86 qemu-system-common qemu-system-data seabios"

need_lists() {
	apt-cache show busybox-static >/dev/null 2>&1 && return
	[ "$(id -u)" = 0 ] || fail "apt knows no packages; run: sudo apt-get update"
	say "apt-get update"
	apt-get update -qq >"$log" 2>&1 || fail "apt-get update failed; see $log"
}

version_of() {
	apt-cache show --no-all-versions "$1" 2>/dev/null | sed -n 's/^Version: //p' |
		head -n 1
}

# The kernel of the committed tables, so that they can be compared exactly, if Debian
# still offers it; else the newest.
choose_release() {
	golden=
	for table in "$GOLDEN"/*.csv; do
		[ ! -e "$table" ] || golden=$(note kernel "$table")
	done
	golden=${golden%% *}
	if [ -n "${KERNEL_RELEASE:-}" ]; then
		echo "$KERNEL_RELEASE"
	elif [ -n "$golden" ] && [ -n "$(version_of "linux-headers-$golden")" ]; then
		echo "$golden"
	else
		apt-cache depends linux-image-cloud-amd64 2>/dev/null |
			sed -n 's/^ *Depends: linux-image-//p' | head -n 1
	fi
}

# have PACKAGE[=VERSION]
have() {
	case $1 in
	*=*) file=${1%%=*}_$(echo "${1#*=}" | sed 's/:/%3a/g')_ ;;
	*) file=${1}_ ;;
	esac
	[ -n "$(find "$debs" -name "$file*.deb" -print -quit)" ]
}

# download WHAT PACKAGE...: those that are not there yet
download() {
	what=$1 wanted=
	shift
	for package; do
		have "$package" && continue
		rm -f "$debs/${package%%=*}"_*.deb
		wanted="$wanted $package"
	done
	[ -n "$wanted" ] || return 0
	say "downloading $what"
	# shellcheck disable=SC2086
	(cd "$debs" && apt-get download $wanted) >"$log" 2>&1 && return
	tail -n 3 "$log" >&2
	return 1
}

# unpack FOLDER PACKAGE...
unpack() {
	folder=$KERNEL_CACHE/$1
	shift
	mkdir -p "$folder"
	for package; do
		dpkg-deb -x "$debs/${package%%=*}"_*.deb "$folder" ||
			fail "a broken package; remove $debs/${package%%=*}_*"
	done
}

# Depends of packages that are libraries and not installed. Programs are not needed: no
# package's scripts are run.
missing_libraries() {
	for package; do
		dpkg-deb -f "$debs/$package"_*.deb Depends Pre-Depends
	done | sed 's/^[A-Z][a-zA-Z-]*: //' | tr ',' '\n' |
		sed 's/|.*//; s/(.*//; s/:any//; s/ //g' | grep '^lib' | sort -u |
		while read -r library; do
			status=$(dpkg-query -W -f '${db:Status-Status}' "$library" \
				2>/dev/null) || status=
			[ "$status" = installed ] || echo "$library"
		done
}

fetch_kernel() {
	release=$(choose_release)
	[ -n "$release" ] || fail "apt offers no linux-image-cloud-amd64"
	version=$(version_of "linux-headers-$release")
	[ -n "$version" ] || fail "apt offers no linux-headers-$release"
	major=$(echo "$release" | sed 's/^\([0-9]*\.[0-9]*\).*/\1/')
	set -- "linux-image-$release=$version" "linux-headers-$release=$version" \
		"linux-headers-${release%-cloud-amd64}-common=$version" \
		"linux-kbuild-$major=$version" "linux-compiler-gcc-12-x86=$version"
	download "kernel $release $version" "$@" "linux-source-$major=$version" ||
		fail "kernel $release $version cannot be downloaded; see $log"
	unpack kernel "$@"
	# The headers are said to lie in /usr/src, and here they do not.
	sed -i "s|[^ ]*/usr/src/|$KERNEL_CACHE/kernel/usr/src/|" \
		"$KERNEL_CACHE/kernel/usr/src/linux-headers-$release/Makefile"
	unpack_source "$major"
	echo "$release $version" >"$KERNEL_CACHE/kernel-version"
}

unpack_source() {
	mkdir -p "$KERNEL_CACHE/source"
	say "unpacking the source of vhost_net"
	dpkg-deb --fsys-tarfile "$debs/linux-source-$1"_*.deb |
		tar -xO "./usr/src/linux-source-$1.tar.xz" | xz -dc |
		tar -x -C "$KERNEL_CACHE/source" --strip-components=1 \
			"linux-source-$1/drivers/vhost/net.c" \
			"linux-source-$1/drivers/vhost/vhost.h" \
			"linux-source-$1/usr/gen_init_cpio.c" ||
		fail "the source of Linux $1 cannot be unpacked; remove $debs/linux-source*"
}

fetch_guest() {
	# shellcheck disable=SC2086
	{
		download "what runs in the machine" $guest_packages ||
			fail "packages cannot be downloaded; see $log"
		unpack guest $guest_packages
	}
}

# QEMU of the user's, if QEMU says which; else Debian's, unpacked; else an installed one.
fetch_qemu() {
	if [ -n "${QEMU:-}" ]; then
		command -v "$QEMU" >/dev/null || fail "QEMU=$QEMU: no such program"
		"$QEMU" --version | sed -n '1s/.*version //p' >"$KERNEL_CACHE/qemu-version"
		return
	fi
	# shellcheck disable=SC2086
	if download QEMU $qemu_packages; then
		unpack qemu $qemu_packages
		unpack_libraries $qemu_packages
		dpkg-deb -f "$debs"/qemu-system-x86_*.deb Version \
			>"$KERNEL_CACHE/qemu-version"
	else
		say "QEMU cannot be downloaded; looking for an installed one"
		sh "$TOP/tests/packages.sh" qemu || exit 2
		rm -rf "$KERNEL_CACHE/qemu"
		dpkg-query -W -f '${Version}\n' qemu-system-x86 \
			>"$KERNEL_CACHE/qemu-version"
	fi
}

# Libraries need libraries: until no new one is missing.
unpack_libraries() {
	known=" $* "
	while [ $# -gt 0 ]; do
		new=
		for library in $(missing_libraries "$@"); do
			case $known in
			*" $library "*) continue ;;
			esac
			new="$new $library"
			known="$known$library "
		done
		# shellcheck disable=SC2086
		{
			download "libraries of QEMU" $new ||
				fail "libraries of QEMU cannot be downloaded; see $log"
			set -- $new
		}
		unpack qemu "$@"
	done
}

# What is complete says for which place and release it is, and which script made it.
stamp=$KERNEL_CACHE/complete
state="$KERNEL_CACHE ${KERNEL_RELEASE:-} ${QEMU:-} $(cksum <"$0")"
if [ "$(cat "$stamp" 2>/dev/null)" != "$state" ]; then
	for program in apt-get dpkg-deb; do
		command -v $program >/dev/null || fail "this needs Debian's $program"
	done
	rm -rf "$stamp" "$KERNEL_CACHE/kernel" "$KERNEL_CACHE/guest" \
		"$KERNEL_CACHE/qemu" "$KERNEL_CACHE/source"
	mkdir -p "$debs"
	need_lists
	fetch_kernel
	fetch_guest
	fetch_qemu
	echo "$state" >"$stamp"
fi
