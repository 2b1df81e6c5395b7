/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/unit/ring_allocated.c: a kernel without MADV_POPULATE_WRITE: a region
 * that is allocated in full is used as any other, one with holes refused.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "libtrace/channel.h"
#include "libtrace/region.h"
#include "tests/lib/tap.h"
#include "tests/unit/ring_fixture.h"

#define SUBBUF	65536u
#define EVENTS	5000	/* several sub-buffers */
#define LOAD(field) \
	BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))

/* As an old kernel answers. */
static int forbid_populate(void)
{
	struct sock_filter filter[] = {
		LOAD(nr),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_madvise, 0, 3),
		LOAD(args[2]),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MADV_POPULATE_WRITE, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog program = {
		.len = sizeof(filter) / sizeof(filter[0]),
		.filter = filter,
	};

	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	       prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

static uint64_t entered(struct fixture *fixture)
{
	uint64_t sum = 0;
	unsigned int cpu;

	for (cpu = 0; cpu < fixture->region.nr_cpus; cpu++)
		sum += fixture_ring(fixture, cpu)->reserve;
	return sum;
}

int main(void)
{
	static struct tctl_event_slot slot;
	struct fixture fixture;
	uint64_t value = 1;
	const struct tctl_segment segment = { &value, sizeof(value), 0 };
	int i;

	fixture_make(&fixture, TCTL_PROTOCOL_COUNTED, TCTL_MODE_DISCARD, SUBBUF,
		     8, -1);
	if (forbid_populate()) {
		tap_skip("seccomp is not to be had");
		return tap_done();
	}
	tap_is(tctl_channel_open(0, &fixture.fd, 1), -EOPNOTSUPP,
	       "a region with holes is refused");
	if (posix_fallocate(fixture.fd, 0, (off_t)fixture.region.region_size))
		return 99;
	tap_is(tctl_channel_open(0, &fixture.fd, 1), 0,
	       "one that is allocated is used");
	fixture_event(&slot, 0, 1, 7);
	for (i = 0; i < EVENTS; i++)
		tctl_record(&slot, &segment, 1);
	tap_is(fixture_lost(&fixture), 0, "nothing is lost");
	tap_ok(entered(&fixture) >= EVENTS * 24, "all of it is in the rings");
	fixture_release(&fixture);
	return tap_done();
}
