/* SPDX-License-Identifier: MIT */
/*
 * probes/kernel/call_names.h: what system calls are called in events: as
 * LTTng's kernel tracer does, by the kernel's function, which is not always the
 * name in headers.
 */
#ifndef TRACECTL_PROBES_KERNEL_CALL_NAMES_H
#define TRACECTL_PROBES_KERNEL_CALL_NAMES_H

/*
 * C("name", number): calls that the headers of a build may not have yet; below
 * 424 they are x86's.
 */
#define TCTL_KERNEL_NEWER_CALLS(C) \
	C("uretprobe", 335) C("uprobe", 336) \
	C("landlock_create_ruleset", 444) C("landlock_add_rule", 445) \
	C("landlock_restrict_self", 446) C("memfd_secret", 447) \
	C("process_mrelease", 448) C("futex_waitv", 449) \
	C("set_mempolicy_home_node", 450) C("cachestat", 451) \
	C("fchmodat2", 452) C("map_shadow_stack", 453) C("futex_wake", 454) \
	C("futex_wait", 455) C("futex_requeue", 456) C("statmount", 457) \
	C("listmount", 458) C("lsm_get_self_attr", 459) \
	C("lsm_set_self_attr", 460) C("lsm_list_modules", 461) \
	C("mseal", 462) C("setxattrat", 463) C("getxattrat", 464) \
	C("listxattrat", 465) C("removexattrat", 466) \
	C("open_tree_attr", 467) C("file_getattr", 468) \
	C("file_setattr", 469) C("listns", 470)

/* N(name in headers, name in events): the native table */
#define TCTL_KERNEL_CALL_NAMES(N) \
	N(stat, newstat) N(fstat, newfstat) N(lstat, newlstat) \
	N(uname, newuname) N(umount2, umount) N(sendfile, sendfile64) \
	N(_sysctl, sysctl)

/*
 * N(name in headers, name in events, the call whose arguments it has): the
 * 32-bit table of a 64-bit x86 kernel. Calls that are like none of the native
 * table have a signature in calls.h.
 */
#define TCTL_KERNEL_COMPAT_NAMES(N) \
	N(oldstat, stat, newstat) N(oldfstat, fstat, newfstat) \
	N(oldlstat, lstat, newlstat) N(stat, newstat, newstat) \
	N(fstat, newfstat, newfstat) N(lstat, newlstat, newlstat) \
	N(stat64, stat64, newstat) N(fstat64, fstat64, newfstat) \
	N(lstat64, lstat64, newlstat) N(fstatat64, fstatat64, newfstatat) \
	N(oldolduname, olduname, newuname) N(olduname, uname, newuname) \
	N(uname, newuname, newuname) N(umount, oldumount, oldumount) \
	N(umount2, umount, umount) N(sendfile, sendfile, sendfile64) \
	N(sendfile64, sendfile64, sendfile64) \
	N(_sysctl, sysctl, sysctl) N(_llseek, llseek, llseek) \
	N(_newselect, select, select) N(select, old_select, old_select) \
	N(mmap, old_mmap, old_mmap) N(mmap2, mmap2, mmap) \
	N(readdir, old_readdir, getdents) \
	N(getrlimit, old_getrlimit, getrlimit) \
	N(ugetrlimit, getrlimit, getrlimit) \
	N(chown, chown16, chown) N(lchown, lchown16, lchown) \
	N(fchown, fchown16, fchown) N(setuid, setuid16, setuid) \
	N(getuid, getuid16, getuid) N(setgid, setgid16, setgid) \
	N(getgid, getgid16, getgid) N(geteuid, geteuid16, geteuid) \
	N(getegid, getegid16, getegid) N(setreuid, setreuid16, setreuid) \
	N(setregid, setregid16, setregid) N(getgroups, getgroups16, groups16) \
	N(setgroups, setgroups16, groups16) N(setfsuid, setfsuid16, setfsuid) \
	N(setfsgid, setfsgid16, setfsgid) \
	N(setresuid, setresuid16, setresuid) \
	N(getresuid, getresuid16, ids16) \
	N(setresgid, setresgid16, setresgid) \
	N(getresgid, getresgid16, ids16) \
	N(chown32, chown, chown) N(lchown32, lchown, lchown) \
	N(fchown32, fchown, fchown) N(setuid32, setuid, setuid) \
	N(getuid32, getuid, getuid) N(setgid32, setgid, setgid) \
	N(getgid32, getgid, getgid) N(geteuid32, geteuid, geteuid) \
	N(getegid32, getegid, getegid) N(setreuid32, setreuid, setreuid) \
	N(setregid32, setregid, setregid) N(getgroups32, getgroups, getgroups) \
	N(setgroups32, setgroups, setgroups) N(setfsuid32, setfsuid, setfsuid) \
	N(setfsgid32, setfsgid, setfsgid) N(setresuid32, setresuid, setresuid) \
	N(getresuid32, getresuid, getresuid) \
	N(setresgid32, setresgid, setresgid) \
	N(getresgid32, getresgid, getresgid) N(fcntl64, fcntl64, fcntl) \
	N(statfs64, statfs64, statfs64) N(fstatfs64, fstatfs64, fstatfs64) \
	N(clock_gettime64, clock_gettime64, clock_gettime) \
	N(clock_settime64, clock_settime64, clock_settime) \
	N(clock_adjtime64, clock_adjtime64, clock_adjtime) \
	N(clock_getres_time64, clock_getres_time64, clock_getres) \
	N(clock_nanosleep_time64, clock_nanosleep_time64, clock_nanosleep) \
	N(timer_gettime64, timer_gettime64, timer_gettime) \
	N(timer_settime64, timer_settime64, timer_settime) \
	N(timerfd_gettime64, timerfd_gettime64, timerfd_gettime) \
	N(timerfd_settime64, timerfd_settime64, timerfd_settime) \
	N(utimensat_time64, utimensat_time64, utimensat) \
	N(pselect6_time64, pselect6_time64, pselect6) \
	N(ppoll_time64, ppoll_time64, ppoll) \
	N(io_pgetevents_time64, io_pgetevents_time64, io_pgetevents) \
	N(recvmmsg_time64, recvmmsg_time64, recvmmsg) \
	N(mq_timedsend_time64, mq_timedsend_time64, mq_timedsend) \
	N(mq_timedreceive_time64, mq_timedreceive_time64, mq_timedreceive) \
	N(semtimedop_time64, semtimedop_time64, semtimedop) \
	N(rt_sigtimedwait_time64, rt_sigtimedwait_time64, rt_sigtimedwait) \
	N(futex_time64, futex_time64, futex) \
	N(sched_rr_get_interval_time64, sched_rr_get_interval_time64, \
	  sched_rr_get_interval)

#endif
