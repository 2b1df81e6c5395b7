#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# report_io.sh: descriptors and files, disks and network devices, mutexes, and
# where tasks sleep, on small traces whose answers are computed by hand.
. "${top_srcdir:-.}/tests/lib/tap.sh"
. "$top_srcdir/tests/lib/report.sh"

needs_reports

# call NS DURATION NAME "ARGUMENTS" RET [MORE]
call() {
	echo "$1 0 syscall_entry_$3 $4"
	echo "$(($1 + $2)) 0 syscall_exit_$3 ret=$5 $6"
}

# --- descriptors: of the initial state, opened, duplicated, inherited, reused
{
	echo "domain kernel"
	sw 100 0 idle 0 0 app 10
	echo '200 0 lttng_statedump_process_state tid=10 pid=10 name="app" file_table_address=-4096'
	echo '300 0 lttng_statedump_file_descriptor fd=0 flags=0 file_table_address=-4096 filename="/dev/null"'
	call 1000 10 read "fd=0 count=5" 5
	call 2000 100 open 'filename="/etc/a" flags=524288' 3
	call 3000 20 read "fd=3 count=100" 100
	call 4000 30 read "fd=3 count=100" -5
	call 5000 1 dup "fildes=3" 4
	call 6000 40 pwrite64 "fd=4 count=7" 7
	call 7000 1 close "fd=3" 0
	call 8000 2 openat 'dfd=-100 filename="" flags=0' 3 'filename="/etc/late"'
	call 9000 5 write "fd=3 count=50" 50
	call 10000 5 open 'filename="/nowhere" flags=0' -2
	call 11000 1 socket "family=2 type=1 protocol=0" 5
	call 12000 7 sendto "fd=5 len=9" 9
	call 13000 11 sendfile64 "out_fd=5 in_fd=3 count=1000" 1000
	call 14000 1 pipe "flags=0" 0 "fildes=[6,7]"
	call 15000 3 write "fd=7 count=4" 4
	call 16000 3 fsync "fd=3" 0
	echo '17000 0 sched_process_fork parent_comm="app" parent_tid=10 parent_pid=10 child_comm="app" child_tid=20 child_pid=20'
	sw 18000 0 app 10 1 app 20
	call 19000 6 read "fd=6 count=4" 4
	echo '20000 0 sched_process_exec filename="/bin/x" tid=20 old_tid=20'
	call 21000 6 read "fd=3 count=1" 1
	call 22000 6 read "fd=9 count=1" 1
	echo '23000 0 lttng_statedump_block_device dev=8388608 diskname="sda"'
	echo '24000 0 block_rq_issue dev=8388608 sector=16 nr_sector=8 rwbs=1 tid=20 comm="app"'
	echo '25000 0 block_rq_issue dev=8388609 sector=16 nr_sector=2 rwbs=4 tid=20 comm="app"'
	echo '27000 0 block_rq_complete dev=8388608 sector=16 nr_sector=8 rwbs=1 error=0'
	echo '30000 0 block_rq_complete dev=8388609 sector=16 nr_sector=2 rwbs=4 error=-5'
	echo '31000 0 block_rq_issue dev=8388608 sector=99 nr_sector=8 rwbs=1 tid=20 comm="app"'
	echo '32000 0 net_dev_xmit skbaddr=1 rc=0 len=60 name="eth0"'
	echo '33000 0 net_dev_xmit skbaddr=1 rc=1 len=60 name="eth0"'
	echo '34000 0 netif_receive_skb skbaddr=1 len=1500 name="eth0"'
	echo '35000 0 net_if_receive_skb skbaddr=1 len=500 name="eth0"'
} | trace io
report io --top 0 "$work/io"
has "app (10) 0 1 5 B 0 0 B 0 0 10 ns /dev/null" "of the initial state"
has "app (10) 3 2 100 B 0 0 B 1 1 51 ns /etc/a" "opened; an error"
has "app (10) 4 0 0 B 1 7 B 0 0 40 ns /etc/a" "duplicated"
has "app (10) 3 1 1000 B 1 50 B 1 0 19 ns /etc/late" \
	"a number again, its name known at exit only"
has "app (10) 5 0 0 B 2 1009 B 0 0 7 ns [inet socket]" "a socket; sendfile"
has "app (10) 7 0 0 B 1 4 B 0 0 3 ns [pipe]" "a pipe"
has "app (20) 6 1 4 B 0 0 B 0 0 6 ns [pipe]" "inherited"
has "app (20) 3 1 1 B 0 0 B 0 0 6 ns /etc/late" "kept when executing"
has "app (20) 9 1 1 B 0 0 B 0 0 6 ns -" "not known"
has "sda 0 0 B 1 4.0 KiB 0 0 3.000 us 3.000 us 3.000 us 3.000 us 3.000 us \
3.000 us 3.000 us" "a disk"
has "8:1 1 1.0 KiB 0 0 B 0 1 5.000 us 5.000 us 5.000 us 5.000 us 5.000 us \
5.000 us 5.000 us" "a disk without a name, an error"
has "not completed 1" "a request that does not complete"
has "eth0 2 2.0 KiB 1 60 B 1" "a network device"
report files --top 0 "$work/io"
has "1 0 1 2 100 B 1 7 B 1 1 191 ns /etc/a" "a file"
has "1 0 2 2 1001 B 1 50 B 1 0 27 ns /etc/late" "a file of two processes"
has "1 1 1 0 0 B 0 0 B 0 0 5 ns /nowhere" "an open that failed"
report files --pid 20 --top 0 "$work/io"
has "0 0 1 1 1 B 0 0 B 0 0 6 ns /etc/late" "a file by one process"
first=$(tracectl report io --json --top 0 --end +0.0000085 "$work/io" |
	jq '[.descriptors[].read_bytes] | add')
last=$(tracectl report io --json --top 0 --begin +0.0000085 "$work/io" |
	jq '[.descriptors[].read_bytes] | add')
is "$first + $last" "105 + 1006" "halves add up"
{
	echo "domain kernel"
	sw 100 0 idle 0 0 app 10
	call 200 5 open 'filename="" flags=0' 3 'filename="/late"'
} | trace late
report syscalls "$work/late"
has "5 ns app (10) 00:00:00.000000200 3 open filename = /late, flags = 0" \
	"an argument that is known at exit only"

# --- mutexes: contention, an unlock that is recorded late, recursion, trylock
{
	echo "domain ust"
	lock() {
		echo "$1 0 lttng_ust_pthread:pthread_mutex_$2 @5/$3/app mutex=$4 $5"
	}
	lock 1000 lock_req 5 64
	lock 1100 lock_acq 5 64 status=0
	lock 1200 lock_req 6 64
	lock 1900 lock_acq 6 64 status=0
	lock 2000 unlock 5 64 status=0
	lock 2100 lock_req 6 64
	lock 2150 lock_acq 6 64 status=0
	lock 2200 unlock 6 64 status=0
	lock 2900 unlock 6 64 status=0
	lock 3000 trylock 5 64 status=0
	lock 3100 trylock 6 64 status=16
	lock 3300 unlock 5 64 status=0
	lock 4000 lock_req 7 128
	lock 5000 lock_req 6 128
	lock 5500 lock_acq 6 128 status=0
} | trace locks
report locks "$work/locks"
has "acquired 5" "acquisitions"
has "contended 1" "contended ones"
has "app (5) 0x40 4 1 1 850 ns 50 ns 283 ns 100 ns 700 ns 700 ns 700 ns \
700 ns 2.100 us 1.000 us" "a mutex"
has "700 ns app (6) 00:00:00.000001200 app (5) 0x40" "the longest wait, and who held"
has "1.500 us app (7) app (6) 0x80" "waiting at the end"

# --- where tasks sleep: in calls, in none; preempted ones do not
{
	echo "domain kernel"
	sw 1000 0 swapper/0 0 0 a 10
	echo '1100 0 syscall_entry_read fd=1'
	sw 1200 0 a 10 1 b 11
	sw 2000 0 b 11 256 a 10
	echo '2100 0 syscall_exit_read ret=1'
	sw 2200 0 a 10 2 b 11
	sw 5200 0 b 11 1 a 10
	echo '5300 0 other'
} | trace sleeps
report off-cpu "$work/sleeps"
has "sleeps 2" "sleeps"
has "total 3.800 us" "of all tasks"
has "a (10) 2 3.800 us 3.000 us 800 ns 1.900 us 800 ns 3.000 us 3.000 us \
3.000 us 3.000 us" "of a task, part of it uninterruptible"
has "800 ns 21.05 % 800 ns 21.05 % - read()" "in a system call"
has "3.000 us 78.95 % a;[no system call]" "in none"
has "100 ns b (11) 00:00:00.000005200" "asleep at the end"
report off-cpu --format folded "$work/sleeps"
has "a;read() 800" "folded"
{
	echo "domain kernel"
	echo '1000 0 offcpu comm="a" tid=10 pid=10 state=1 blocked_ns=700 user_stack=[] kernel_stack=[0xffffffff81000010]'
	echo '1100 0 offcpu comm="a" tid=10 pid=10 state=2 blocked_ns=300 user_stack=[] kernel_stack=[0xffffffff81000010]'
	echo '1200 0 tracectl_kernel_symbol address=0xffffffff81000000 name="schedule" module=""'
} | trace told
report off-cpu "$work/told"
has "a (10) 2 1.000 us 300 ns 300 ns 500 ns 300 ns 700 ns 700 ns 700 ns 700 ns" \
	"told with stacks"
has "1.000 us 100.00 % 1.000 us 100.00 % kernel schedule" "with names"

done_testing
