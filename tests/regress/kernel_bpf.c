// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tests/regress/kernel_bpf.c: the eBPF backend on this kernel: what it records
 * is right, whole, in order and accounted for, whatever comes between.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "probes/kernel/events.h"
#include "tests/lib/kernel_channel.h"
#include "tests/lib/tap.h"

#define CALLS 200000u
#define FIELD(payload, name, field) \
	(((const struct tctl_kernel_payload_##name *)(payload))->field)

static struct kernel_channel channel;

static int open_channel(uint32_t mode, uint32_t subbuf_size, uint32_t subbufs)
{
	int err = kernel_channel_open(&channel, mode, subbuf_size, subbufs);

	if (err)
		tap_ok(0, "load: %s", channel.error);
	return err;
}

/* A process that does what it is told, when it is told. */
struct child {
	pid_t pid;
	int start;
};

static struct child child_make(void (*work)(void))
{
	struct child child = {0};
	int ends[2];
	char byte;

	if (pipe2(ends, O_CLOEXEC))
		exit(99);
	child.pid = fork();
	if (!child.pid) {
		close(ends[1]);
		if (read(ends[0], &byte, 1) == 1)
			work();
		_exit(0);
	}
	close(ends[0]);
	child.start = ends[1];
	return child;
}

static void child_start(struct child *child)
{
	if (write(child->start, "", 1) != 1)
		exit(99);
	close(child->start);
}

static int child_ended(struct child *child)
{
	if (child->pid && waitpid(child->pid, NULL, WNOHANG) == child->pid)
		child->pid = 0;
	return !child->pid;
}

static void child_end(struct child *child)
{
	if (child->pid)
		waitpid(child->pid, NULL, 0);
	child->pid = 0;
}

static void follow(struct child *child, uint32_t conditions)
{
	struct tctl_kernel_filter filter = {
		.conditions = TCTL_KERNEL_FILTER_TASKS | conditions};

	if (tctl_bpf_filter(channel.bpf, &filter) ||
	    tctl_bpf_follow(channel.bpf, child->pid))
		exit(99);
}

static void getppid_often(void)
{
	uint32_t i;

	for (i = 0; i < CALLS; i++)
		syscall(SYS_getppid);
}

static void pinned(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	sched_setaffinity(0, sizeof(set), &set);
}

static void getppid_first_cpu(void)
{
	pinned(0);
	getppid_often();
}

static void getppid_last_cpu(void)
{
	pinned(sysconf(_SC_NPROCESSORS_ONLN) - 1);
	getppid_often();
}

static void nothing_wrong(const char *name)
{
	uint32_t cpu;

	if (tap_ok(!kernel_channel_wrong(&channel),
		   "%s: nothing torn or out of order", name))
		return;
	for (cpu = 0; cpu < channel.config.nr_cpus; cpu++)
		tap_note("cpu %u: %llu torn, %llu backwards", cpu,
			 (unsigned long long)channel.walks[cpu].torn,
			 (unsigned long long)channel.walks[cpu].backwards);
}

/* Two CPUs write as fast as they can into small rings, which are flushed and
   read meanwhile. */
static void all_accounted(void)
{
	struct child a = child_make(getppid_first_cpu);
	struct child b = child_make(getppid_last_cpu);

	if (open_channel(TCTL_MODE_DISCARD, 4096, 2))
		exit(tap_done());
	follow(&a, 0);
	tctl_bpf_follow(channel.bpf, b.pid);
	tap_is(kernel_channel_enable(&channel, "syscall:getppid"), 0,
	       "a call's entry and exit can be enabled");
	child_start(&a);
	child_start(&b);
	while (!child_ended(&a) | !child_ended(&b))
		kernel_channel_drain(&channel, 1);
	kernel_channel_stop(&channel);
	nothing_wrong("flushed under fire");
	tap_is(kernel_channel_records(&channel) + kernel_channel_lost(&channel),
	       4ull * CALLS, "emitted = recorded + lost");
	kernel_channel_close(&channel);
}

/* What makes interrupts, switches, faults, processes, strings of all lengths.
 */
static void busy(void)
{
	char path[1200], byte;
	int ends[2], i, fd;
	pid_t pid;

	if (pipe(ends))
		_exit(1);
	pid = fork();
	for (i = 0; i < 3000; i++) {
		memset(path, 'a' + i % 26, i % 1100);
		path[i % 1100] = 0;
		fd = open(path, O_RDONLY);
		if (fd >= 0)
			close(fd);
		if (i % 100 == 0 && !fork())
			_exit(0);
		if (pid)
			(void)!write(ends[1], "", 1);
		else
			(void)!read(ends[0], &byte, 1);
		if (i % 64 == 0)
			usleep(1);
	}
	while (wait(NULL) > 0)
		;
}

static void everything_on(void)
{
	tap_is(kernel_channel_enable(&channel, "*"), 0,
	       "all programs and system calls can be enabled");
	if (channel.error[0])
		tap_note("%s", channel.error);
	kernel_channel_enable(&channel, "signal:*");
	kernel_channel_enable(&channel, "kmem:mm_page_*");
	tap_note("%zu events", channel.nr_events);
}

static void everything(void)
{
	struct child a, b;

	if (open_channel(TCTL_MODE_DISCARD, 32768, 8))
		exit(tap_done());
	everything_on();
	a = child_make(busy);
	b = child_make(busy);
	child_start(&a);
	child_start(&b);
	while (!child_ended(&a) | !child_ended(&b))
		kernel_channel_drain(&channel, 1);
	kernel_channel_stop(&channel);
	nothing_wrong("everything");
	tap_ok(kernel_channel_count(&channel, "sched_switch") > 0 &&
		       kernel_channel_count(&channel, "syscall_exit_openat") >
			       0,
	       "switches and calls were recorded");
	tap_note("%llu records, %llu lost",
		 (unsigned long long)kernel_channel_records(&channel),
		 (unsigned long long)kernel_channel_lost(&channel));
	kernel_channel_close(&channel);
}

/* The oldest is overwritten, and what is there while it goes on is right. */
static void overwrite(void)
{
	struct child a = child_make(getppid_first_cpu);
	uint64_t before;
	uint32_t cpu;

	if (open_channel(TCTL_MODE_OVERWRITE, 4096, 4))
		exit(tap_done());
	follow(&a, 0);
	kernel_channel_enable(&channel, "syscall:getppid");
	child_start(&a);
	while (!child_ended(&a))
		for (cpu = 0; cpu < channel.config.nr_cpus; cpu++)
			if (channel.walks[cpu].ring) {
				kernel_walk_oldest(&channel.walks[cpu]);
				kernel_walk_take(&channel.walks[cpu]);
			}
	nothing_wrong("overwrite");
	for (cpu = 0; cpu < channel.config.nr_cpus; cpu++)
		if (channel.walks[cpu].ring)
			kernel_walk_oldest(&channel.walks[cpu]);
	before = kernel_channel_records(&channel);
	kernel_channel_stop(&channel);
	tap_ok(kernel_channel_records(&channel) > before,
	       "overwrite: the last ones are kept");
	tap_is(kernel_channel_lost(&channel), 0,
	       "overwrite: nothing is counted as lost");
	kernel_channel_close(&channel);
}

/*
 * Content. Of what a child does, the events are kept, as text.
 */
#define KEPT 512
static struct kept {
	char name[64];
	uint8_t payload[512];
	uint32_t size, pid, tid;
	int cut;
	char procname[17];
} kept[KEPT];
static size_t nr_kept;

static void keep(void *arg, const struct tctl_kernel_event *event,
		 const struct kernel_record *record)
{
	struct kept *place = &kept[nr_kept];

	(void)arg;
	if (nr_kept == KEPT)
		return;
	nr_kept++;
	snprintf(place->name, sizeof(place->name), "%s", event->name);
	place->size = record->size;
	memcpy(place->payload, record->payload,
	       record->size < sizeof(place->payload) ? record->size
						     : sizeof(place->payload));
	place->pid = record->pid;
	place->tid = record->tid;
	place->cut = record->cut;
	memcpy(place->procname, record->procname, 16);
}

/* The i-th kept event of this name. */
static const struct kept *kept_find(const char *name, unsigned int i)
{
	size_t k;

	for (k = 0; k < nr_kept; k++)
		if (!strcmp(kept[k].name, name) && !i--)
			return &kept[k];
	tap_note("no event %s", name);
	return NULL;
}

/* Record one child's work. */
static void record_child(void (*work)(void), const char *const *patterns)
{
	struct child child = child_make(work);

	if (open_channel(TCTL_MODE_DISCARD, 65536, 16))
		exit(tap_done());
	channel.seen = keep;
	nr_kept = 0;
	follow(&child, 0);
	for (; *patterns; patterns++)
		if (kernel_channel_enable(&channel, *patterns))
			tap_note("%s", channel.error);
	child_start(&child);
	child_end(&child);
	kernel_channel_stop(&channel);
	nothing_wrong(kept[0].name);
}

static char *page; /* of a file; nobody has touched it */
#define PAGE_TEXT "/no such file, in a page that is not there"

static void page_make(void)
{
	FILE *file = tmpfile();

	if (!file || fputs(PAGE_TEXT, file) < 0 || fflush(file))
		exit(99);
	page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fileno(file), 0);
	if (page == MAP_FAILED)
		exit(99);
	fclose(file);
}

/* What a child has not touched since the fork is not there: the text is put on
   its stack. */
static void work_open(void)
{
	char path[] = "/no such file";

	(void)!open(path, O_RDONLY);
	(void)!open(page, O_RDONLY);
	(void)!open(path, O_RDONLY);
}

static void is_text(const void *got, const char *want, const char *name)
{
	if (!tap_ok(got && !strcmp(got, want), "%s", name))
		tap_note("got '%s'", got ? (const char *)got : "nothing");
}

/* openat: dirfd, name, flags, mode; ret, name. */
static void strings(void)
{
	static const char *const patterns[] = {"syscall:openat", NULL};
	const struct kept *entry, *leave;
	int64_t result;

	page_make();
	record_child(work_open, patterns);
	entry = kept_find("syscall_entry_openat", 0);
	leave = kept_find("syscall_exit_openat", 0);
	is_text(entry ? entry->payload + 4 : NULL, "/no such file",
		"a path at entry");
	tap_ok(entry && !entry->cut, "it is not cut");
	memcpy(&result, leave ? leave->payload : (const void *)"01234567", 8);
	tap_is(result, -ENOENT, "the result at exit");
	is_text(leave ? leave->payload + 8 : NULL, "", "no path again at exit");
	entry = kept_find("syscall_entry_openat", 1);
	leave = kept_find("syscall_exit_openat", 1);
	is_text(entry ? entry->payload + 4 : NULL, "",
		"a path that is not there is empty at entry");
	tap_ok(entry && entry->cut, "and the record says so");
	is_text(leave ? leave->payload + 8 : NULL, PAGE_TEXT,
		"the exit has it");
	leave = kept_find("syscall_exit_openat", 2);
	is_text(leave ? leave->payload + 8 : NULL, "",
		"the next call's exit does not");
	kernel_channel_close(&channel);
}

static void work_children(void)
{
	char path[] = "/bin/true", first[] = "true", second[] = "two words";
	char *args[] = {first, second, NULL}, *none[] = {NULL};
	pid_t pid = fork();

	if (!pid) {
		if (!fork()) {
			path[0] = second[0] = '/';
			second[0] = 't';
			execve(path, args, none);
		}
		wait(NULL);
		_exit(0);
	}
	waitpid(pid, NULL, 0);
}

/* Children and grandchildren from before their first instruction. */
static void children(void)
{
	static const char *const patterns[] = {
		"sched_process_fork", "sched_process_exec", "syscall:execve",
		"sched_process_exit", NULL};
	const struct kept *kept_event;

	record_child(work_children, patterns);
	tap_is(kernel_channel_count(&channel, "sched_process_fork"), 2,
	       "the forks of a child and of its child");
	tap_is(kernel_channel_count(&channel, "sched_process_exit"), 3,
	       "all three exits");
	kept_event = kept_find("sched_process_exec", 0);
	is_text(kept_event
			? kept_event->payload +
				  sizeof(struct
					 tctl_kernel_payload_sched_process_exec)
			: NULL,
		"/bin/true", "a grandchild's execution of a program");
	tap_ok(kept_event && !strcmp(kept_event->procname, "true"),
	       "under its new name");
	kept_event = kept_find("syscall_entry_execve", 0);
	is_text(kept_event ? kept_event->payload : NULL, "/bin/true",
		"the path of the call");
	is_text(kept_event ? kept_event->payload + 10 : NULL, "true two words",
		"the arguments of the call");
	kernel_channel_close(&channel);
}

static void work_nothing(void)
{
	syscall(SYS_getppid);
}

static uint64_t seen_through(const struct tctl_kernel_filter *filter,
			     void (*work)(void))
{
	struct child child = child_make(work);
	uint64_t count;

	if (open_channel(TCTL_MODE_DISCARD, 65536, 4))
		exit(tap_done());
	if (tctl_bpf_filter(channel.bpf, filter))
		exit(99);
	kernel_channel_enable(&channel, "syscall:getppid");
	child_start(&child);
	child_end(&child);
	kernel_channel_stop(&channel);
	count = kernel_channel_count(&channel, "syscall_entry_getppid");
	kernel_channel_close(&channel);
	return count;
}

static void work_named(void)
{
	prctl(PR_SET_NAME, "tctl-kernel-bpf");
	syscall(SYS_getppid);
}

static void work_user(void)
{
	(void)!setresuid(54321, 54321, 54321);
	syscall(SYS_getppid);
}

static void filters(void)
{
	struct tctl_kernel_filter filter = {
		.conditions = TCTL_KERNEL_FILTER_COMM,
		.comm = "tctl-kernel-bpf",
	};

	tap_is(seen_through(&filter, work_named), 1, "by name: seen");
	filter.comm[0] = 'T';
	tap_is(seen_through(&filter, work_named), 0, "by name: not seen");
	filter.conditions = TCTL_KERNEL_FILTER_UID;
	filter.uid = 54321;
	tap_is(seen_through(&filter, work_user), 1, "by user: seen");
	filter.uid = 54322;
	tap_is(seen_through(&filter, work_user), 0, "by user: not seen");
	filter.conditions = TCTL_KERNEL_FILTER_TASKS;
	tap_is(seen_through(&filter, work_nothing), 0,
	       "whom nobody follows is not seen");
}

/* The cgroup v2 of a process, below which a child gets one of its own. */
static int cgroup_root(char *path, size_t size)
{
	struct stat status;

	snprintf(path, size, "/sys/fs/cgroup");
	if (stat("/sys/fs/cgroup/cgroup.procs", &status))
		snprintf(path, size, "/sys/fs/cgroup/unified");
	strncat(path, "/cgroup.procs", size - strlen(path) - 1);
	if (access(path, W_OK))
		return 0;
	*strrchr(path, '/') = 0;
	return 1;
}

static char cgroup_path[256];

static void work_grouped(void)
{
	char path[300];
	int fd;

	snprintf(path, sizeof(path), "%s/below/cgroup.procs", cgroup_path);
	fd = open(path, O_WRONLY);
	if (write(fd, "0", 1) != 1)
		_exit(1);
	syscall(SYS_getppid);
}

static void cgroup(void)
{
	struct tctl_kernel_filter filter = {
		.conditions = TCTL_KERNEL_FILTER_CGROUP,
		.cgroup_level = 1,
	};
	char root[64], below[300];
	struct stat status;

	if (!cgroup_root(root, sizeof(root))) {
		tap_skip("no cgroup v2 that can be written");
		return;
	}
	snprintf(cgroup_path, sizeof(cgroup_path), "%s/tctl-%d", root,
		 getpid());
	snprintf(below, sizeof(below), "%s/below", cgroup_path);
	if (mkdir(cgroup_path, 0700) || mkdir(below, 0700) ||
	    stat(cgroup_path, &status)) {
		tap_skip("no cgroup can be made: %s", strerror(errno));
		return;
	}
	filter.cgroup = status.st_ino;
	tap_is(seen_through(&filter, work_grouped), 1,
	       "by cgroup: below it is seen");
	tap_is(seen_through(&filter, work_nothing), 0,
	       "by cgroup: outside is not");
	rmdir(below);
	rmdir(cgroup_path);
}

static void work_burn(void)
{
	struct timespec start, now;
	volatile uint32_t sum = 0;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
	do {
		for (int i = 0; i < 100000; i++)
			sum += i;
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	} while ((now.tv_sec - start.tv_sec) * 1000 +
			 (now.tv_nsec - start.tv_nsec) / 1000000 <
		 400);
}

static void work_burn_last(void)
{
	pinned(sysconf(_SC_NPROCESSORS_CONF) - 1);
	work_burn();
}

static void work_sleep(void)
{
	struct timespec pause = {.tv_nsec = 20000000};

	nanosleep(&pause, NULL);
}

static uint32_t count_at(const uint8_t *at)
{
	uint32_t count;

	memcpy(&count, at, sizeof(count));
	return count;
}

static void samples(void)
{
	static const char *const patterns[] = {"profile_sample", NULL};
	const struct kept *sample;
	unsigned int nr;

	record_child(work_burn, patterns);
	nr = kernel_channel_count(&channel, "profile_sample");
	tap_ok(nr > 20, "samples at 500 Hz of 0.4 s: %u", nr);
	sample = kept_find("profile_sample", 10);
	tap_ok(sample && count_at(sample->payload +
				  sizeof(struct
					 tctl_kernel_payload_profile_sample)),
	       "with a user stack");
	kernel_channel_close(&channel);
}

static void offcpu(void)
{
	static const char *const patterns[] = {"offcpu", NULL};
	const struct kept *slept = NULL;
	size_t i;

	record_child(work_sleep, patterns);
	for (i = 0; i < nr_kept; i++)
		/* Some of the 20 ms may go by before it leaves its CPU. */
		if (FIELD(kept[i].payload, offcpu, blocked_ns) >= 10000000 &&
		    FIELD(kept[i].payload, offcpu, state) == 1)
			slept = &kept[i];
	if (tap_ok(slept != NULL, "the sleep, with its time")) {
		tap_ok(count_at(slept->payload +
				sizeof(struct tctl_kernel_payload_offcpu)) > 0,
		       "and where it was");
		tap_is(slept->tid, FIELD(slept->payload, offcpu, tid),
		       "in its task's name");
	}
	kernel_channel_close(&channel);
}

static void work_connect(void)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX,
				      .sun_path = "/no such socket"};
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	(void)!connect(fd, (void *)&address, sizeof(address));
	memcpy(address.sun_path, "\0nobody", 7);
	(void)!connect(fd, (void *)&address, 2 + 7);
}

static void addresses(void)
{
	static const char *const patterns[] = {"syscall:connect", NULL};
	const struct kept *kept_event;

	record_child(work_connect, patterns);
	kept_event = kept_find("syscall_entry_connect", 0);
	is_text(kept_event ? memmem(kept_event->payload, kept_event->size,
				    "/no", 3)
			   : NULL,
		"/no such socket", "the path of a socket");
	kept_event = kept_find("syscall_entry_connect", 1);
	is_text(kept_event
			? memmem(kept_event->payload, kept_event->size, "@n", 2)
			: NULL,
		"@nobody", "a name that is no path");
	kernel_channel_close(&channel);
}

static void work_signal(void)
{
	signal(SIGUSR1, SIG_IGN);
	raise(SIGUSR1);
}

static void tracepoints(void)
{
	static const char *const patterns[] = {
		"signal:signal_generate", "sched:sched_process_hang", NULL};

	record_child(work_signal, patterns);
	tap_ok(kernel_channel_count(&channel, "signal_generate") >= 1,
	       "a tracepoint without a program of its own");
	kernel_channel_close(&channel);
}

struct hits {
	uint64_t sums[4], addresses[4];
};

static void hit_seen(void *arg, const struct tctl_kernel_hit *hit, uint64_t nr)
{
	struct hits *hits = arg;

	hits->sums[hit->profile] += nr;
	hits->addresses[hit->profile]++;
}

static void profiles(void)
{
	struct child child = child_make(work_burn);
	struct hits hits = {0};

	if (open_channel(TCTL_MODE_DISCARD, 65536, 4))
		exit(tap_done());
	follow(&child, 0);
	tap_is(tctl_bpf_profile(channel.bpf,
				1u << TCTL_KERNEL_PROFILE_CPU |
					1u << TCTL_KERNEL_PROFILE_SCHEDULE |
					1u << TCTL_KERNEL_PROFILE_SLEEP,
				channel.error, sizeof(channel.error)),
	       0, "the classic profiles can be counted");
	child_start(&child);
	child_end(&child);
	tctl_bpf_profile(channel.bpf, 0, channel.error, sizeof(channel.error));
	tap_is(tctl_bpf_profiles(channel.bpf, hit_seen, &hits), 0,
	       "and asked for");
	tap_ok(hits.sums[TCTL_KERNEL_PROFILE_CPU] > 20, "CPU: %llu hits",
	       (unsigned long long)hits.sums[TCTL_KERNEL_PROFILE_CPU]);
	tap_ok(hits.sums[TCTL_KERNEL_PROFILE_SCHEDULE] > 0,
	       "schedule: %llu hits",
	       (unsigned long long)hits.sums[TCTL_KERNEL_PROFILE_SCHEDULE]);
	if (tctl_bpf_profile(channel.bpf, 1u << TCTL_KERNEL_PROFILE_KVM,
			     channel.error, sizeof(channel.error)))
		tap_ok(strstr(channel.error, "kvm") != NULL, "%s",
		       channel.error);
	else
		tap_ok(1, "guests can be counted");
	kernel_channel_close(&channel);
}

/* In a child: without any capability it says what is missing. */
static void refusal(void)
{
	pid_t pid = fork();
	int status;

	if (!pid) {
		if (setresuid(65534, 65534, 65534))
			_exit(99);
		if (!kernel_channel_open(&channel, TCTL_MODE_DISCARD, 4096, 2))
			_exit(1);
		_exit(!strstr(channel.error, "CAP_BPF"));
	}
	waitpid(pid, &status, 0);
	tap_is(status, 0, "without capabilities: refused, with the remedy");
}

static int cpu_switch(int cpu, const char *on)
{
	char path[64];
	int fd, done;

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/online",
		 cpu);
	fd = open(path, O_WRONLY);
	done = fd >= 0 && write(fd, on, 1) == 1;
	close(fd);
	return done;
}

/* A CPU that comes online gets its ring, and is sampled. */
static void hotplug(void)
{
	int cpu = (int)sysconf(_SC_NPROCESSORS_CONF) - 1;
	struct child child;

	if (!cpu || !cpu_switch(cpu, "0")) {
		tap_skip("no CPU can be taken offline");
		return;
	}
	if (open_channel(TCTL_MODE_DISCARD, 65536, 4))
		exit(tap_done());
	tap_ok(!tctl_bpf_ring(channel.bpf, cpu), "no ring while offline");
	kernel_channel_enable(&channel, "profile_sample");
	tap_ok(cpu_switch(cpu, "1"), "online again");
	tap_is(tctl_bpf_update_cpus(channel.bpf), 0, "the rings are made");
	channel.walks[cpu].ring = tctl_bpf_ring(channel.bpf, cpu);
	tap_ok(channel.walks[cpu].ring != NULL, "its own, too");
	child = child_make(work_burn_last);
	child_start(&child);
	child_end(&child);
	kernel_channel_stop(&channel);
	tap_ok(channel.walks[cpu].records > 0, "and it is sampled");
	kernel_channel_close(&channel);
}

int main(int argc, char **argv)
{
	if (geteuid()) {
		tap_skip("needs root");
		return tap_done();
	}
	/* Only where nobody else needs the CPUs. */
	if (argc > 1 && !strcmp(argv[1], "hotplug")) {
		hotplug();
		return tap_done();
	}
	all_accounted();
	everything();
	overwrite();
	strings();
	children();
	filters();
	cgroup();
	samples();
	offcpu();
	addresses();
	tracepoints();
	profiles();
	refusal();
	return tap_done();
}
