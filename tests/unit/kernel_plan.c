// SPDX-License-Identifier: GPL-2.0-or-later
/* tests/unit/kernel_plan.c: plans cut down to what a channel's records hold. */
#include <errno.h>

#include "tests/lib/tap.h"
#include "tools/kernel/bpf_channel.h"

static const struct tctl_kernel_plan openat_plan = {
	.nr_ops = 4,
	.ops = {{.op = TCTL_KERNEL_OP_VALUE, .size = 4},
		{.op = TCTL_KERNEL_OP_STRING, .arg = 1, .size = 4096},
		{.op = TCTL_KERNEL_OP_BUFFER, .arg = 2, .size = 16},
		{.op = TCTL_KERNEL_OP_RESULT}},
};

int main(void)
{
	struct tctl_kernel_plan plan = openat_plan;

	tap_is(tctl_bpf_plan_fit(&plan, 65000), 0, "room enough");
	tap_is(plan.most, 4 + (1 + 4096) + (4 + 16) + 8 + TCTL_KERNEL_HOLE,
	       "all is reserved, and a hole");
	plan = openat_plan;
	tap_is(tctl_bpf_plan_fit(&plan, 1000), 0, "less room");
	tap_is(plan.most, 1000, "is used to the last byte");
	tap_is(plan.ops[2].size, 16, "what is short stays");
	tap_ok(plan.ops[1].size < 1000, "what is long is cut");
	plan = openat_plan;
	tap_is(tctl_bpf_plan_fit(&plan, 20), -EMSGSIZE, "no room at all");
	plan = (struct tctl_kernel_plan){0};
	tap_is(tctl_bpf_plan_fit(&plan, 0), 0, "nothing needs no room");
	tap_is(plan.most, 0, "and none is reserved");
	return tap_done();
}
