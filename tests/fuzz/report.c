/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/fuzz/report.c: damaged traces must neither crash nor hang a report:
 *
 *	report [SECONDS [SEED]]
 *
 * Takes two small traces with all events that reports know, changes bytes, words
 * and lengths of one of their files at random, and runs a report on the result,
 * in a process of its own as always: babeltrace2 aborts on some damage. What
 * counts is that tracectl ends in an orderly way, and that the sanitizers, in a
 * build with them, have nothing to say about our code.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <tests/fuzz/damage.h>
#include <tests/lib/tap.h>
#include <time.h>
#include <unistd.h>

#define PATH_SIZE	256
#define BOUND_S		30

static const char *const reports[] = {
	"summary", "events", "cpu", "sched", "syscalls", "io", "files", "irq",
	"memory", "locks", "profile", "off-cpu", "--format=folded profile",
	"--format=svg off-cpu", "--field=tid events", "--json io",
	"--from=sched_wakeup --to=sched_switch --key=tid events",
};
#define NR_REPORTS	(sizeof(reports) / sizeof(reports[0]))

static const char *const files[] = { "metadata", "channel0_0", "channel0_1" };

static const char kernel[] =
"domain kernel\n"
"100 0 lttng_statedump_process_state tid=10 pid=10 name=\"app\" file_table_address=-4096\n"
"110 0 lttng_statedump_file_descriptor fd=0 flags=0 file_table_address=-4096 filename=\"/dev/null\"\n"
"120 0 lttng_statedump_block_device dev=8388608 diskname=\"sda\"\n"
"130 0 tracectl_kernel_symbol address=0xffffffff81000000 name=\"work\" module=\"\"\n"
"140 0 tracectl_process_map pid=10 start=4096 end=8192 pgoff=0 inode=1 filename=\"/bin/true\"\n"
"200 0 sched_switch prev_comm=\"idle\" prev_tid=0 prev_prio=20 prev_state=0 next_comm=\"app\" next_tid=10 next_prio=20\n"
"210 1 sched_switch prev_comm=\"idle\" prev_tid=0 prev_prio=20 prev_state=0 next_comm=\"two\" next_tid=11 next_prio=20\n"
"300 0 syscall_entry_openat dfd=-100 filename=\"\" flags=0\n"
"310 0 syscall_exit_openat ret=3 filename=\"/etc/x\"\n"
"320 0 syscall_entry_read fd=3 count=10\n"
"325 1 syscall_entry_sendfile64 out_fd=5 in_fd=3 count=1000\n"
"330 0 syscall_exit_read ret=10\n"
"335 1 syscall_exit_sendfile64 ret=1000\n"
"340 0 syscall_entry_pipe flags=0\n"
"350 0 syscall_exit_pipe ret=0 fildes=[6,7]\n"
"360 0 syscall_entry_dup fildes=3\n"
"370 0 syscall_exit_dup ret=4\n"
"380 0 sys_close fd=4\n"
"390 0 exit_syscall ret=-9\n"
"400 0 sched_process_fork parent_comm=\"app\" parent_tid=10 parent_pid=10 child_comm=\"app\" child_tid=20 child_pid=20\n"
"410 0 sched_process_exec filename=\"/bin/x\" tid=20 old_tid=20\n"
"420 0 sched_process_exit comm=\"app\" tid=20 prio=20\n"
"500 0 sched_waking comm=\"two\" tid=11 prio=20 target_cpu=1\n"
"510 0 sched_wakeup comm=\"two\" tid=11 prio=20 target_cpu=1\n"
"520 0 sched_switch prev_comm=\"app\" prev_tid=10 prev_prio=20 prev_state=1 next_comm=\"two\" next_tid=11 next_prio=20\n"
"530 0 sched_switch prev_comm=\"two\" prev_tid=11 prev_prio=20 prev_state=2 next_comm=\"app\" next_tid=10 next_prio=20\n"
"600 0 irq_handler_entry irq=41 name=\"ahci\"\n"
"610 0 irq_handler_exit irq=41 ret=1\n"
"620 0 irq_softirq_raise vec=1\n"
"630 0 irq_softirq_entry vec=1\n"
"640 0 irq_softirq_exit vec=1\n"
"700 0 block_rq_issue dev=8388608 sector=16 nr_sector=8 rwbs=1 tid=10 comm=\"app\"\n"
"710 0 block_rq_complete dev=8388608 sector=16 nr_sector=8 rwbs=1 error=0\n"
"720 0 net_dev_xmit skbaddr=1 rc=0 len=60 name=\"eth0\"\n"
"730 0 netif_receive_skb skbaddr=1 len=1500 name=\"eth0\"\n"
"800 0 profile_sample comm=\"app\" tid=10 pid=10 user_stack=[4100,4200] kernel_stack=[0xffffffff81000010]\n"
"810 0 offcpu comm=\"app\" tid=10 pid=10 state=1 blocked_ns=700 user_stack=[] kernel_stack=[0xffffffff81000010]\n"
"820 0 tracectl_profile_hits profile=0 address=0xffffffff81000010 hits=3\n"
"lost 0 7\n"
"900 0 other\n";

static const char user[] =
"domain ust\n"
"100 0 lttng_ust_statedump:bin_info @5/5/app baddr=4096 memsz=8192 path=\"/bin/true\" is_pic=1\n"
"110 0 lttng_ust_statedump:build_id @5/5/app baddr=4096 build_id=[1,2,3]\n"
"200 0 lttng_ust_libc:malloc @5/5/app size=100 ptr=4096 ip=4200\n"
"210 0 lttng_ust_libc:calloc @5/6/app nmemb=10 size=100 ptr=8192 ip=4200\n"
"220 0 lttng_ust_libc:realloc @5/5/app in_ptr=4096 size=400 ptr=128 ip=4200\n"
"230 0 lttng_ust_libc:free @5/5/app ptr=8192\n"
"300 0 lttng_ust_pthread:pthread_mutex_lock_req @5/5/app mutex=64\n"
"310 0 lttng_ust_pthread:pthread_mutex_lock_acq @5/5/app mutex=64 status=0\n"
"320 1 lttng_ust_pthread:pthread_mutex_lock_req @5/6/app mutex=64\n"
"330 0 lttng_ust_pthread:pthread_mutex_unlock @5/5/app mutex=64 status=0\n"
"340 1 lttng_ust_pthread:pthread_mutex_lock_acq @5/6/app mutex=64 status=0\n"
"350 0 lttng_ust_pthread:pthread_mutex_trylock @5/5/app mutex=64 status=16\n"
"400 0 app:work @5/5/app n=1 tid=7 callstack_user=[4100,4200]\n";

static const char *top_builddir;

static int trace_make(const char *dir, const char *name, const char *text)
{
	char command[4096];
	FILE *pipe;

	snprintf(command, sizeof(command), "%s/tests/lib/ctf_text %s/%s",
		 top_builddir, dir, name);
	pipe = popen(command, "w");
	if (!pipe)
		return -1;
	fputs(text, pipe);
	return pclose(pipe);
}

static int command_run(const char *program, const char *arguments,
		       const char *trace, const char *log)
{
	char command[4096];

	snprintf(command, sizeof(command),
		 "timeout -s KILL %d %s %s %s >/dev/null 2>%s", BOUND_S,
		 program, arguments, trace, log);
	return system(command);
}

/* Lists of billions of fields: then babeltrace2 has no end, with any sink. */
static int trace_is_endless(const char *trace, const char *log)
{
	const char *program = getenv("BABELTRACE2");

	return command_run(program && *program ? program : "babeltrace2",
			   "-o dummy", trace, log) != 0;
}

/* Ends in time, with a status of its own. */
static int report_run(const char *report, const char *trace, const char *log)
{
	char program[PATH_SIZE + 64];
	int status;

	snprintf(program, sizeof(program), "%s/tracectl report", top_builddir);
	status = command_run(program, report, trace, log);
	if (WIFEXITED(status) && WEXITSTATUS(status) <= 2)
		return 0;
	if (trace_is_endless(trace, log))
		return 0;
	tap_note("status %#x: report %s", status, report);
	return -1;
}

/* babeltrace2 has faults of its own on damage; ours are in the innermost frames,
   or named by the undefined-behaviour sanitizer. */
static int line_is_ours(const char *line)
{
	if (!strstr(line, "tools/"))
		return 0;
	return strstr(line, "runtime error") || strstr(line, "    #0 ") ||
	       strstr(line, "    #1 ") || strstr(line, "    #2 ");
}

static int log_is_clean(const char *log)
{
	FILE *file = fopen(log, "r");
	char line[4096];
	int clean = 1;

	while (file && clean && fgets(line, sizeof(line), file))
		clean = !line_is_ours(line);
	if (!clean)
		do
			tap_note("%s", line);
		while (fgets(line, sizeof(line), file));
	if (file)
		fclose(file);
	return clean;
}

/* Damage one file, report, put it back. */
static int round_run(const char *trace, const char *log)
{
	const char *report = reports[random_below(NR_REPORTS)];
	const char *name = files[random_below(3)];
	static struct image whole, damaged;
	char path[PATH_SIZE + 64];
	int wrong;

	snprintf(path, sizeof(path), "%s/%s", trace, name);
	if (image_load(&whole, path))
		return -1;
	damaged = whole;
	do {
		image_change(&damaged, !strcmp(name, "metadata"));
	} while (random_below(3) == 0);
	if (image_store(&damaged, path))
		return -1;
	wrong = report_run(report, trace, log) || !log_is_clean(log);
	return image_store(&whole, path) || wrong ? -1 : 0;
}

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec + now.tv_nsec / 1e9;
}

static int rounds_run(const char *dir, double duration, unsigned int *ret_rounds)
{
	double end = seconds() + duration;
	char path[PATH_SIZE], log[PATH_SIZE];
	int wrong = 0;

	snprintf(log, sizeof(log), "%s/log", dir);
	for (*ret_rounds = 0; !wrong && seconds() < end; ++*ret_rounds) {
		snprintf(path, sizeof(path), "%s/%s", dir,
			 random_below(3) ? "kernel" : "user");
		wrong = round_run(path, log);
	}
	return wrong;
}

/* Lists of billions of fields end early in a build with the sanitizer, too. */
static void memory_bound(void)
{
	const char *set = getenv("ASAN_OPTIONS");
	char options[1024];

	snprintf(options, sizeof(options),
		 "%s:max_allocation_size_mb=512:hard_rss_limit_mb=2048",
		 set ? set : "");
	setenv("ASAN_OPTIONS", options, 1);
}

int main(int argc, char **argv)
{
	char dir[] = "/dev/shm/tracectl-fuzz.XXXXXX", command[64];
	double duration = argc > 1 ? atof(argv[1]) : 3;
	unsigned int rounds = 0;
	uint64_t seed;

	top_builddir = getenv("top_builddir") ? getenv("top_builddir") : ".";
	seed = argc > 2 ? strtoull(argv[2], NULL, 0) :
	       (uint64_t)(seconds() * 1e6) | 1;
	random_state = seed;
	memory_bound();
	tap_note("seed %llu", (unsigned long long)seed);
	if (!mkdtemp(dir)) {
		tap_ok(0, "a directory for the traces");
		return tap_done();
	}
	tap_ok(!trace_make(dir, "kernel", kernel) &&
	       !trace_make(dir, "user", user), "traces");
	tap_ok(!rounds_run(dir, duration, &rounds) && rounds > 0,
	       "damaged traces are reported on, nothing else happens");
	tap_note("%u rounds", rounds);
	snprintf(command, sizeof(command), "rm -rf %s", dir);
	if (system(command))
		tap_note("%s is left", dir);
	return tap_done();
}
