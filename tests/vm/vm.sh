# SPDX-License-Identifier: GPL-2.0-or-later
# tests/vm/vm.sh: other kernels, booted in an emulator. Sourced after
# tests/lib/tap.sh.
#
#	vm_kernel VERSION	6.1, 6.12: prints the path of a kernel of this
#				series, which is fetched from Debian if needed;
#				fails, with the reason, when it can't be had
#	vm_modules VERSION	prints the path of its tree of modules
#	vm_begin		an empty guest
#	vm_add FILE [PLACE]	puts a file of the host (a program: with the
#				libraries that it needs) into the guest, as
#				/bin/NAME or at PLACE
#	vm_run KERNEL SCRIPT	boots, runs SCRIPT (sh) as root in an otherwise
#				empty system with /proc, /sys, /dev, /tmp; what it
#				leaves in /results comes to $work/vm/results,
#				what it prints to $work/vm/console. Its status.
#
# Kernels are kept in $TRACECTL_VM_CACHE (default: tests/vm/cache of the build).
# What can be emulated can be slow: vm_run gives up after $TRACECTL_VM_TIMEOUT
# seconds (900).

vm_cache=${TRACECTL_VM_CACHE:-$top_builddir/tests/vm/cache}
vm_root=$work/vm/root

vm_package() {
	apt-cache search --names-only \
		"^linux-image-$(echo "$1" | sed 's/\./\\./')\\.[0-9]+[-+][^ ]*cloud-amd64\$" |
		sed 's/ .*//' | sort -V | tail -1
}

# vm_number FILE OFFSET SIZE: little endian.
vm_number() {
	od -An -v -tu"$3" -j"$2" -N"$3" "$1" | tr -d ' '
}

# The kernel proper, out of what a boot loader would start: booting it directly
# saves the emulator half of the time. The boot protocol's header says where it
# lies; 4 bytes of its length follow the compressed data.
vm_unpack() {
	vm_start=$((($(vm_number "$1" 497 1) + 1) * 512 +
		$(vm_number "$1" 584 4)))
	vm_size=$(($(vm_number "$1" 588 4) - 4))
	case $(vm_number "$1" "$vm_start" 4) in
	407642370) set -- "$1" "$2" lz4 ;;
	4247762216) set -- "$1" "$2" zstd ;;
	1484404733) set -- "$1" "$2" xz ;;
	*) set -- "$1" "$2" gzip ;;
	esac
	tail -c "+$((vm_start + 1))" "$1" | head -c "$vm_size" |
		"$3" -dc >"$2" 2>"$work/vm.unpack"
	[ "$(head -c 4 "$2" | tail -c 3)" = ELF ]
}

vm_fetch() {
	vm_name=$(vm_package "$1")
	[ -n "$vm_name" ] || {
		echo "Debian offers no kernel $1 here"
		return 1
	}
	rm -rf "$vm_cache/$1.new"
	mkdir -p "$vm_cache/$1.new" || return 1
	(cd "$vm_cache/$1.new" && apt-get download -q "$vm_name" &&
		dpkg-deb -x ./*.deb . && rm -f ./*.deb) >"$work/vm.fetch" 2>&1 || {
		echo "package $vm_name can't be downloaded: $(tail -1 "$work/vm.fetch")"
		return 1
	}
	vm_unpack "$(echo "$vm_cache/$1.new"/boot/vmlinuz-*)" \
		"$vm_cache/$1.new/vmlinux" || {
		echo "no kernel is in package $vm_name: $(cat "$work/vm.unpack")"
		return 1
	}
	rm -rf "${vm_cache:?}/$1"
	mv "$vm_cache/$1.new" "$vm_cache/$1"
}

vm_kernel() {
	for vm_program in qemu-system-x86_64 busybox cpio lz4 zstd apt-get dpkg-deb; do
		command -v "$vm_program" >/dev/null || {
			echo "$vm_program is not installed"
			return 1
		}
	done
	[ -s "$vm_cache/$1/vmlinux" ] || vm_fetch "$1" || return 1
	echo "$vm_cache/$1/vmlinux"
}

vm_modules() {
	echo "$vm_cache/$1"/lib/modules/*
}

vm_begin() {
	rm -rf "$work/vm"
	mkdir -p "$vm_root"
}

vm_copy() {
	mkdir -p "$vm_root${2%/*}" && cp -L "$1" "$vm_root$2"
}

vm_libraries() {
	ldd "$1" 2>/dev/null | sed -n 's/.*[[:space:]]\(\/[^ ]*\) (0x.*/\1/p' |
		while read -r library; do
			[ -e "$vm_root$library" ] || vm_copy "$library" "$library"
		done
}

vm_add() {
	vm_copy "$1" "${2:-/bin/${1##*/}}" && vm_libraries "$1"
}

vm_init() {
	cat <<-'EOF'
	#!/bin/busybox sh
	/bin/busybox mkdir -p /proc /sys /dev /tmp /results /usr/bin /usr/sbin /sbin
	/bin/busybox --install -s
	mount -t proc proc /proc
	mount -t sysfs sysfs /sys
	mount -t devtmpfs dev /dev
	mkdir -p /dev/shm /dev/pts
	mount -t tmpfs shm /dev/shm
	mount -t tmpfs tmp /tmp
	mount -t tracefs tracefs /sys/kernel/tracing
	mount -t cgroup2 cgroup2 /sys/fs/cgroup
	ip link set lo up
	export HOME=/ PATH=/bin:/sbin:/usr/bin:/usr/sbin
	cd /tmp
	sh /script </dev/null
	echo "$?" >/results/.status
	stty -F /dev/ttyS1 raw 2>/dev/null
	tar -C /results -czf /dev/ttyS1 .
	poweroff -f
	EOF
}

vm_image() {
	vm_add "$(command -v busybox)" && ln -sf busybox "$vm_root/bin/sh" &&
		vm_init >"$vm_root/init" && chmod 755 "$vm_root/init" &&
		cp "$1" "$vm_root/script" &&
		(cd "$vm_root" && find . | cpio -o -H newc 2>/dev/null) |
		gzip -1 >"$work/vm/image"
}

# One thread for both CPUs: with one for each QEMU 7.2 runs stale code behind the
# kernel's back when that patches itself.
vm_run() {
	vm_image "$2" || return 99
	timeout "${TRACECTL_VM_TIMEOUT:-900}" qemu-system-x86_64 \
		-accel tcg,thread=single \
		-cpu max -smp 2 -m "${TRACECTL_VM_MEMORY:-768}" -nodefaults \
		-no-reboot -display none -kernel "$1" -initrd "$work/vm/image" \
		-append 'console=ttyS0 panic=-1 quiet' \
		-serial "file:$work/vm/console" -serial "file:$work/vm/results.tar" \
		</dev/null >"$work/vm/emulator" 2>&1
	rm -rf "$work/vm/results"
	mkdir -p "$work/vm/results"
	tar -C "$work/vm/results" -xzf "$work/vm/results.tar" 2>/dev/null || {
		echo "the guest brought no results; its last words:"
		tail -20 "$work/vm/console"
		return 99
	}
	return "$(cat "$work/vm/results/.status")"
}
