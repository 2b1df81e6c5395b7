/* SPDX-License-Identifier: MIT */
/*
 * probes/kernel/calls.h: what no format file says of system calls: which
 * arguments are strings, structures, flags, and what the kernel writes. Read by
 * the daemon when it declares events; an argument that is not here is recorded
 * as the number that it is, one of type "const char *" as a string.
 *
 * C(call, arguments): "call" as in event names; an argument is one of
 *	STRING(arg)		a path or other text, NUL-terminated
 *	PROGRAM(arg)		a path that can't be read again at exit: the
 *				program that it belongs to is gone
 *	STRINGS(arg)		an array of texts, ended by NULL
 *	NUMBER(arg)		a number although it looks like a string
 *	SIGNED(arg)		an int although the kernel says unsigned long
 *	HEX(arg) OCT(arg)	a number, in this base
 *	LABELS(arg, set)	a number with names: labels.h
 *	IN(arg, members)	a structure that the caller wrote
 *	OUT(arg, members)	one that the kernel wrote, recorded at exit
 *	IN_ADDRESS(arg, length) a socket address; argument with its length
 *	OUT_ADDRESS(arg, length) the same at exit; length is a pointer
 *	IN_ARRAY(arg, kind, count) OUT_ARRAY(arg, kind, count) elements of a kind
 *				(U8, X8, U32, S32, TEXT), the argument that
 *				tells how many
 *	INOUT_LIST(arg, members, count) structures of 8 bytes, at entry and exit
 *	OUT_RESULT(arg, kind)	elements, as many as the call returned
 *	OUT_STRING(arg)		text, NUL-terminated
 * S(call, "type name,type name"): arguments of calls that have no format file.
 */
#ifndef TRACECTL_PROBES_KERNEL_CALLS_H
#define TRACECTL_PROBES_KERNEL_CALLS_H

/*
 * Structures: TCTL_MEMBERS_name(M), M(kind, member) in order, without gaps.
 * LONG, ULONG and
 * HANDLER are as wide as a long, TIME as a time_t. A member's field is called
 * ARGUMENT_MEMBER.
 */
#define TCTL_MEMBERS_timespec(M)	M(TIME, sec) M(TIME, nsec)
#define TCTL_MEMBERS_timespecs(M) \
	M(TIME, atime_sec) M(TIME, atime_nsec) M(TIME, mtime_sec) \
	M(TIME, mtime_nsec)
#define TCTL_MEMBERS_timeval(M)		M(LONG, sec) M(LONG, usec)
#define TCTL_MEMBERS_timevals(M) \
	M(LONG, atime_sec) M(LONG, atime_usec) M(LONG, mtime_sec) \
	M(LONG, mtime_usec)
#define TCTL_MEMBERS_utimbuf(M)		M(LONG, atime) M(LONG, mtime)
#define TCTL_MEMBERS_itimerspec(M) \
	M(TIME, interval_sec) M(TIME, interval_nsec) M(TIME, value_sec) \
	M(TIME, value_nsec)
#define TCTL_MEMBERS_itimerval(M) \
	M(LONG, interval_sec) M(LONG, interval_usec) M(LONG, value_sec) \
	M(LONG, value_usec)
#define TCTL_MEMBERS_rlimit(M)		M(ULONG, cur) M(ULONG, max)
#define TCTL_MEMBERS_rlimit64(M)	M(U64, cur) M(U64, max)
#define TCTL_MEMBERS_rusage(M) \
	M(LONG, utime_sec) M(LONG, utime_usec) M(LONG, stime_sec) \
	M(LONG, stime_usec) M(LONG, maxrss)
#define TCTL_MEMBERS_value(M)		M(S32, value)
#define TCTL_MEMBERS_id(M)		M(U32, value)
#define TCTL_MEMBERS_id16(M)		M(U16, value)
#define TCTL_MEMBERS_offset(M)		M(S64, value)
#define TCTL_MEMBERS_fds(M)		M(S32, 0) M(S32, 1)
#define TCTL_MEMBERS_sigset(M)		M(X64, mask)
#define TCTL_MEMBERS_param(M)		M(S32, priority)
#define TCTL_MEMBERS_attr(M) \
	M(U32, size) M(U32, policy) M(X64, flags) M(S32, nice) \
	M(U32, priority) M(U64, runtime) M(U64, deadline) M(U64, period)
#define TCTL_MEMBERS_how(M)	M(X64, flags) M(O64, mode) M(X64, resolve)
#define TCTL_MEMBERS_clone_args(M) \
	M(X64, flags) M(X64, pidfd) M(X64, child_tid) M(X64, parent_tid) \
	M(U64, exit_signal) M(X64, stack) M(U64, stack_size) M(X64, tls)
#define TCTL_MEMBERS_events(M)		M(X32, events)
#define TCTL_MEMBERS_words(M) \
	M(ULONG, 0) M(ULONG, 1) M(ULONG, 2) M(ULONG, 3) M(ULONG, 4) \
	M(ULONG, 5)
#define TCTL_MEMBERS_pollfd(M)	M(S32, fd) M(X16, events) M(X16, revents)
#define TCTL_MEMBERS_handler(M)		M(HANDLER, handler)

/* The sets above. */
#define TCTL_MEMBER_SETS(S) \
	S(timespec) S(timespecs) S(timeval) S(timevals) S(utimbuf) \
	S(itimerspec) S(itimerval) S(rlimit) S(rlimit64) S(rusage) S(value) \
	S(id) S(id16) S(offset) S(fds) S(sigset) S(param) S(attr) S(how) \
	S(clone_args) S(events) S(words) S(pollfd) \
	S(handler)

#define TCTL_KERNEL_CALL_TABLE(C) \
	C(open, LABELS(flags, open)) \
	C(openat, LABELS(flags, open)) \
	C(openat2, IN(how, how)) \
	C(mq_open, LABELS(oflag, open)) \
	C(access, LABELS(mode, access)) \
	C(faccessat, LABELS(mode, access)) \
	C(faccessat2, LABELS(mode, access) LABELS(flags, at)) \
	C(fchmodat2, LABELS(flags, at)) \
	C(fchownat, LABELS(flag, at)) \
	C(linkat, LABELS(flags, at)) \
	C(unlinkat, LABELS(flag, unlink)) \
	C(renameat2, LABELS(flags, rename)) \
	C(newfstatat, LABELS(flag, at)) \
	C(statx, LABELS(flags, at) HEX(mask)) \
	C(name_to_handle_at, LABELS(flag, at)) \
	C(open_by_handle_at, LABELS(flags, open)) \
	C(utime, STRING(filename) IN(times, utimbuf)) \
	C(utimes, STRING(filename) IN(utimes, timevals)) \
	C(futimesat, IN(utimes, timevals)) \
	C(utimensat, IN(utimes, timespecs) LABELS(flags, at)) \
	C(umask, OCT(mask)) \
	C(mount, STRING(dev_name) STRING(dir_name) STRING(type) \
	  LABELS(flags, mount)) \
	C(umount, STRING(name) LABELS(flags, umount)) \
	C(oldumount, STRING(name)) \
	C(write, NUMBER(buf)) \
	C(pwrite64, NUMBER(buf)) \
	C(mq_timedsend, NUMBER(u_msg_ptr) IN(u_abs_timeout, timespec)) \
	C(mq_timedreceive, IN(u_abs_timeout, timespec) \
	  OUT(u_msg_prio, id)) \
	C(readlink, OUT_RESULT(buf, TEXT)) \
	C(readlinkat, OUT_RESULT(buf, TEXT)) \
	C(getcwd, OUT_STRING(buf)) \
	C(lseek, LABELS(whence, whence)) \
	C(llseek, LABELS(whence, whence) OUT(result, offset)) \
	C(sendfile64, IN(offset, offset)) \
	C(copy_file_range, IN(off_in, offset) IN(off_out, offset)) \
	C(splice, IN(off_in, offset) IN(off_out, offset) \
	  LABELS(flags, splice)) \
	C(tee, LABELS(flags, splice)) \
	C(vmsplice, LABELS(flags, splice)) \
	C(fadvise64, LABELS(advice, fadvise)) \
	C(fallocate, LABELS(mode, fallocate)) \
	C(fcntl, LABELS(cmd, fcntl) HEX(arg)) \
	C(flock, LABELS(cmd, flock)) \
	C(ioctl, LABELS(cmd, ioctl) HEX(arg)) \
	C(dup3, LABELS(flags, cloexec)) \
	C(pipe, OUT(fildes, fds)) \
	C(pipe2, LABELS(flags, pipe) OUT(fildes, fds)) \
	C(eventfd2, LABELS(flags, eventfd)) \
	C(signalfd, IN(user_mask, sigset)) \
	C(signalfd4, IN(user_mask, sigset) LABELS(flags, fdflags)) \
	C(inotify_init1, LABELS(flags, fdflags)) \
	C(inotify_add_watch, HEX(mask)) \
	C(userfaultfd, LABELS(flags, fdflags)) \
	C(memfd_create, LABELS(flags, memfd)) \
	C(epoll_create1, LABELS(flags, cloexec)) \
	C(epoll_ctl, LABELS(op, epoll) IN(event, events)) \
	C(epoll_pwait, IN(sigmask, sigset)) \
	C(epoll_pwait2, IN(timeout, timespec) IN(sigmask, sigset)) \
	C(poll, INOUT_LIST(ufds, pollfd, nfds)) \
	C(ppoll, INOUT_LIST(ufds, pollfd, nfds) IN(tsp, timespec) \
	  IN(sigmask, sigset)) \
	C(select, IN(tvp, timeval)) \
	C(pselect6, IN(tsp, timespec)) \
	C(mmap, HEX(addr) LABELS(prot, prot) LABELS(flags, mmap) \
	  SIGNED(fd)) \
	C(mprotect, HEX(start) LABELS(prot, prot)) \
	C(pkey_mprotect, HEX(start) LABELS(prot, prot)) \
	C(munmap, HEX(addr)) \
	C(mremap, HEX(addr) LABELS(flags, mremap) HEX(new_addr)) \
	C(msync, HEX(start) LABELS(flags, msync)) \
	C(madvise, HEX(start) LABELS(behavior, madvise)) \
	C(process_madvise, LABELS(behavior, madvise)) \
	C(mlock, HEX(start)) C(mlock2, HEX(start)) C(munlock, HEX(start)) \
	C(mincore, HEX(start)) C(mbind, HEX(start)) C(mseal, HEX(start)) \
	C(remap_file_pages, HEX(start) LABELS(prot, prot)) \
	C(brk, HEX(brk)) \
	C(clone, LABELS(clone_flags, clone) HEX(newsp) HEX(tls)) \
	C(clone_32, LABELS(clone_flags, clone) HEX(newsp) HEX(tls)) \
	C(clone3, IN(uargs, clone_args)) \
	C(unshare, LABELS(unshare_flags, clone)) \
	C(setns, LABELS(flags, clone)) \
	C(execve, PROGRAM(filename) STRINGS(argv)) \
	C(execveat, PROGRAM(filename) STRINGS(argv) LABELS(flags, at)) \
	C(wait4, LABELS(options, wait) OUT(stat_addr, value) \
	  OUT(ru, rusage)) \
	C(waitpid, LABELS(options, wait) OUT(stat_addr, value)) \
	C(waitid, LABELS(which, waitid) LABELS(options, wait)) \
	C(arch_prctl, HEX(option) HEX(arg2)) \
	C(prctl, LABELS(option, prctl) HEX(arg2) HEX(arg3) HEX(arg4) \
	  HEX(arg5)) \
	C(ptrace, HEX(addr) HEX(data)) \
	C(seccomp, LABELS(op, seccomp)) \
	C(bpf, LABELS(cmd, bpf)) \
	C(perf_event_open, HEX(flags)) \
	C(membarrier, LABELS(cmd, membarrier)) \
	C(rseq, HEX(sig)) \
	C(getrandom, LABELS(flags, random)) \
	C(futex, LABELS(op, futex)) \
	C(nanosleep, IN(rqtp, timespec)) \
	C(clock_nanosleep, LABELS(flags, abstime) IN(rqtp, timespec)) \
	C(clock_gettime, OUT(tp, timespec)) \
	C(clock_getres, OUT(tp, timespec)) \
	C(clock_settime, IN(tp, timespec)) \
	C(gettimeofday, OUT(tv, timeval)) \
	C(settimeofday, IN(tv, timeval)) \
	C(getitimer, LABELS(which, itimer) OUT(value, itimerval)) \
	C(setitimer, LABELS(which, itimer) IN(value, itimerval) \
	  OUT(ovalue, itimerval)) \
	C(timer_create, OUT(created_timer_id, value)) \
	C(timer_settime, LABELS(flags, abstime) \
	  IN(new_setting, itimerspec) OUT(old_setting, itimerspec)) \
	C(timer_gettime, OUT(setting, itimerspec)) \
	C(timerfd_create, LABELS(clockid, clock) LABELS(flags, fdflags)) \
	C(timerfd_settime, LABELS(flags, abstime) IN(utmr, itimerspec) \
	  OUT(otmr, itimerspec)) \
	C(timerfd_gettime, OUT(otmr, itimerspec)) \
	C(semtimedop, IN(timeout, timespec)) \
	C(io_getevents, IN(timeout, timespec)) \
	C(io_pgetevents, IN(timeout, timespec)) \
	C(sched_rr_get_interval, OUT(interval, timespec)) \
	C(sched_setscheduler, LABELS(policy, policy) IN(param, param)) \
	C(sched_setparam, IN(param, param)) \
	C(sched_getparam, OUT(param, param)) \
	C(sched_setattr, IN(uattr, attr)) \
	C(sched_getattr, OUT(uattr, attr)) \
	C(sched_get_priority_max, LABELS(policy, policy)) \
	C(sched_get_priority_min, LABELS(policy, policy)) \
	C(sched_setaffinity, IN_ARRAY(user_mask_ptr, X8, len)) \
	C(sched_getaffinity, OUT_RESULT(user_mask_ptr, X8)) \
	C(getrlimit, LABELS(resource, rlimit) OUT(rlim, rlimit)) \
	C(setrlimit, LABELS(resource, rlimit) IN(rlim, rlimit)) \
	C(prlimit64, LABELS(resource, rlimit) IN(new_rlim, rlimit64) \
	  OUT(old_rlim, rlimit64)) \
	C(getrusage, LABELS(who, rusage) OUT(ru, rusage)) \
	C(getpriority, LABELS(which, prio)) \
	C(setpriority, LABELS(which, prio)) \
	C(getresuid, OUT(ruidp, id) OUT(euidp, id) OUT(suidp, id)) \
	C(getresgid, OUT(rgidp, id) OUT(egidp, id) OUT(sgidp, id)) \
	C(ids16, OUT(rp, id16) OUT(ep, id16) OUT(sp, id16)) \
	C(getgroups, OUT_RESULT(grouplist, U32)) \
	C(setgroups, IN_ARRAY(grouplist, U32, gidsetsize)) \
	C(sethostname, IN_ARRAY(name, TEXT, len)) \
	C(setdomainname, IN_ARRAY(name, TEXT, len)) \
	C(rt_sigaction, IN(act, handler) OUT(oact, handler)) \
	C(rt_sigprocmask, LABELS(how, sigmask) IN(nset, sigset) \
	  OUT(oset, sigset)) \
	C(rt_sigpending, OUT(uset, sigset)) \
	C(rt_sigsuspend, IN(unewset, sigset)) \
	C(rt_sigtimedwait, IN(uthese, sigset) IN(uts, timespec)) \
	C(socket, LABELS(family, family) LABELS(type, socket)) \
	C(socketpair, LABELS(family, family) LABELS(type, socket) \
	  OUT(usockvec, fds)) \
	C(socketcall, LABELS(call, socketcall) IN(args, words)) \
	C(ipc, LABELS(call, ipccall)) \
	C(connect, IN_ADDRESS(uservaddr, addrlen)) \
	C(bind, IN_ADDRESS(umyaddr, addrlen)) \
	C(accept, OUT_ADDRESS(upeer_sockaddr, upeer_addrlen)) \
	C(accept4, LABELS(flags, sockflags) \
	  OUT_ADDRESS(upeer_sockaddr, upeer_addrlen)) \
	C(getsockname, OUT_ADDRESS(usockaddr, usockaddr_len)) \
	C(getpeername, OUT_ADDRESS(usockaddr, usockaddr_len)) \
	C(sendto, LABELS(flags, msg) IN_ADDRESS(addr, addr_len)) \
	C(recvfrom, LABELS(flags, msg) OUT_ADDRESS(addr, addr_len)) \
	C(sendmsg, LABELS(flags, msg)) \
	C(recvmsg, LABELS(flags, msg)) \
	C(sendmmsg, LABELS(flags, msg)) \
	C(recvmmsg, LABELS(flags, msg) IN(timeout, timespec)) \
	C(shutdown, LABELS(how, shutdown)) \
	C(setsockopt, LABELS(level, level) IN_ARRAY(optval, X8, optlen)) \
	C(getsockopt, LABELS(level, level) OUT_ARRAY(optval, X8, optlen)) \
	C(msgget, LABELS(msgflg, ipc)) C(semget, LABELS(semflg, ipc)) \
	C(shmget, LABELS(shmflg, ipc)) C(msgctl, LABELS(cmd, ipcctl)) \
	C(semctl, LABELS(cmd, ipcctl) HEX(arg)) \
	C(shmctl, LABELS(cmd, ipcctl)) C(shmat, HEX(shmaddr)) \
	C(keyctl, HEX(arg2) HEX(arg3) HEX(arg4) HEX(arg5))

/* Whatever call an argument of this name and type belongs to. */
#define TCTL_KERNEL_CALL_DEFAULTS(C) \
	C("int", LABELS(sig, signal)) \
	C("umode_t", OCT(mode)) \
	C("const clockid_t", LABELS(which_clock, clock)) \
	C("clockid_t", LABELS(clockid, clock))

#define TCTL_KERNEL_CALL_SIGNATURES(S) \
	S(init_module, "void * umod,unsigned long len,const char * uargs") \
	S(finit_module, "int fd,const char * uargs,int flags") \
	S(delete_module, "const char * name_user,unsigned int flags") \
	S(kexec_load, "unsigned long entry,unsigned long nr_segments," \
		      "struct kexec_segment * segments,unsigned long flags") \
	S(kexec_file_load, "int kernel_fd,int initrd_fd," \
			   "unsigned long cmdline_len," \
			   "const char * cmdline_ptr,unsigned long flags") \
	S(map_shadow_stack, "unsigned long addr,unsigned long size," \
			    "unsigned int flags") \
	S(uselib, "const char * library") \
	S(set_thread_area, "struct user_desc * u_info") \
	S(get_thread_area, "struct user_desc * u_info") \
	S(modify_ldt, "int func,void * ptr,unsigned long bytecount") \
	S(arch_prctl, "int option,unsigned long arg2") \
	S(ioperm, "unsigned long from,unsigned long num,int turn_on") \
	S(iopl, "unsigned int level") \
	S(rt_sigreturn, "") \
	S(mmap, "unsigned long addr,unsigned long len,unsigned long prot," \
		"unsigned long flags,unsigned long fd,unsigned long off") \
	S(old_mmap, "struct mmap_arg_struct * arg") \
	S(old_select, "struct sel_arg_struct * arg") \
	S(oldumount, "char * name") \
	S(llseek, "unsigned int fd,unsigned long offset_high," \
		  "unsigned long offset_low,loff_t * result," \
		  "unsigned int whence") \
	S(statfs64, "const char * pathname,size_t sz,struct statfs64 * buf") \
	S(fstatfs64, "unsigned int fd,size_t sz,struct statfs64 * buf") \
	S(truncate64, "const char * path,loff_t length") \
	S(ftruncate64, "unsigned int fd,loff_t length") \
	S(fadvise64_64, "int fd,loff_t offset,loff_t len,int advice") \
	S(waitpid, "pid_t pid,int * stat_addr,int options") \
	S(ids16, "u16 * rp,u16 * ep,u16 * sp") \
	S(groups16, "int gidsetsize,u16 * grouplist") \
	S(nice, "int increment") \
	S(stime, "old_time32_t * tptr") \
	S(signal, "int sig,void * handler") \
	S(sigaction, "int sig,const struct sigaction * act," \
		     "struct sigaction * oact") \
	S(sigpending, "unsigned int * uset") \
	S(sigprocmask, "int how,unsigned int * nset,unsigned int * oset") \
	S(sigsuspend, "int unused1,int unused2,unsigned int mask") \
	S(sigreturn, "") S(sgetmask, "") S(ssetmask, "int newmask") \
	S(socketcall, "int call,unsigned long * args") \
	S(ipc, "unsigned int call,int first,unsigned long second," \
	       "unsigned long third,void * ptr,long fifth") \
	S(clone_32, "unsigned long clone_flags,unsigned long newsp," \
		 "int * parent_tidptr,unsigned long tls,int * child_tidptr") \
	S(vm86old, "struct vm86_struct * user_vm86") \
	S(vm86, "unsigned long cmd,unsigned long arg")

#endif
