/* SPDX-License-Identifier: MIT */
/*
 * probes/lttng-ust/recorder.c: see recorder.h.
 *
 * A draft lies in the thread's static TLS, above those of the events that this
 * one interrupted; it is taken off again when it is committed, so whatever a
 * signal handler does between two instructions here, it has left when they go
 * on. What does not fit there gets one of a few large places, claimed with an
 * atomic operation. An event that finds no place is counted as lost.
 */
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <lttng/ust-ringbuffer-context.h>
#include "probes/lttng-ust/recorder.h"

#define SMALL_BYTES	1024u
#define LARGE_BYTES	(65536u + 64)	/* no record is longer */
#define NR_LARGE	64u

struct draft {
	char *at, *end;
	uint32_t place;		/* of a large one, or NR_LARGE */
	uint32_t before;	/* a small one: the thread's top without it */
	char bytes[];
};

/* Written by its thread and what interrupts that, in the order of a stack. */
static __thread struct {
	uint32_t top;
	char bytes[SMALL_BYTES] __attribute__((aligned(8)));
} small __attribute__((tls_model("initial-exec")));

/* Bit n: place n is taken. */
static uint64_t large_taken;
static char (*large)[LARGE_BYTES];	/* [NR_LARGE] */

static tctl_record_fn *record;

static struct tctl_recorder *recorder_of(struct lttng_ust_ring_buffer_ctx *ctx)
{
	return (void *)((char *)ctx->client_priv -
			offsetof(struct tctl_recorder, recorder));
}

static struct draft *draft_of(struct lttng_ust_ring_buffer_ctx *ctx)
{
	return (struct draft *)ctx->priv;
}

static struct draft *large_take(void)
{
	/* (U-A) acquire and release of the bit order the uses of its place. */
	uint64_t taken = __atomic_load_n(&large_taken, __ATOMIC_RELAXED);
	struct draft *draft;
	uint32_t place;

	do {
		if (!~taken || !large)
			return NULL;
		place = (uint32_t)__builtin_ctzll(~taken);
	} while (!__atomic_compare_exchange_n(&large_taken, &taken,
					      taken | 1ull << place, 1,
					      __ATOMIC_ACQUIRE,
					      __ATOMIC_RELAXED));
	draft = (struct draft *)large[place];
	draft->place = place;
	return draft;
}

static struct draft *draft_take(size_t size)
{
	size_t whole = (sizeof(struct draft) + size + 7) & ~(size_t)7;
	uint32_t top = small.top;
	struct draft *draft;

	if (size > LARGE_BYTES - sizeof(struct draft))
		return NULL;
	if (whole > sizeof(small.bytes) - top)
		return large_take();
	draft = (struct draft *)(small.bytes + top);
	small.top = top + (uint32_t)whole;
	/* An interrupting event must find the top raised before it finds us
	   writing there. */
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	draft->place = NR_LARGE;
	draft->before = top;
	return draft;
}

static void draft_give(struct draft *draft)
{
	if (draft->place == NR_LARGE) {
		__atomic_signal_fence(__ATOMIC_SEQ_CST);
		small.top = draft->before;
		return;
	}
	/* (U-A) */
	__atomic_fetch_and(&large_taken, ~(1ull << draft->place),
			   __ATOMIC_RELEASE);
}

/* A record that fits nowhere is counted where it would have been. */
static void lose(struct tctl_event_slot *slot)
{
	const struct tctl_segment segment = { "", UINT32_MAX,
					      TCTL_SEGMENT_FIXED };

	record(slot, &segment, 1);
}

static int event_reserve(struct lttng_ust_ring_buffer_ctx *ctx)
{
	struct draft *draft = draft_take(ctx->data_size);

	if (!draft) {
		lose(recorder_of(ctx)->event.slot);
		return -1;
	}
	draft->at = draft->bytes;
	draft->end = draft->bytes + ctx->data_size;
	ctx->priv = (struct lttng_ust_ring_buffer_ctx_private *)draft;
	return 0;
}

static void event_commit(struct lttng_ust_ring_buffer_ctx *ctx)
{
	struct draft *draft = draft_of(ctx);
	const struct tctl_segment segment = {
		draft->bytes, (uint32_t)(draft->at - draft->bytes),
		TCTL_SEGMENT_FIXED,
	};

	record(recorder_of(ctx)->event.slot, &segment, 1);
	draft_give(draft);
}

/* Place for length bytes; NULL: the code writes more than it announced. */
static char *draft_grow(struct lttng_ust_ring_buffer_ctx *ctx, size_t length)
{
	struct draft *draft = draft_of(ctx);
	char *at = draft->at;

	if (length > (size_t)(draft->end - at))
		return NULL;
	draft->at = at + length;
	return at;
}

/* Our records are packed: the alignment is of no interest. Most fields are of
   two sizes, and need no call. */
static void event_write(struct lttng_ust_ring_buffer_ctx *ctx, const void *src,
			size_t length, size_t alignment)
{
	char *to = draft_grow(ctx, length);

	(void)alignment;
	if (!to)
		return;
	if (length == 8)
		memcpy(to, src, 8);
	else if (length == 4)
		memcpy(to, src, 4);
	else
		memcpy(to, src, length);
}

/* length was measured, NUL included; another thread may have changed the string
   since. What is missing then is filled with what LTTng fills it with. */
static void event_strcpy(struct lttng_ust_ring_buffer_ctx *ctx,
			 const char *src, size_t length)
{
	char *to = length ? draft_grow(ctx, length) : NULL, *end;

	if (!to)
		return;
	memcpy(to, src, length);
	to[length - 1] = 0;
	end = memchr(to, 0, length);
	if (end != to + length - 1)
		memset(end, '#', (size_t)(to + length - 1 - end));
}

/* A text of this length: the string, then NULs. src is not read behind its own
   NUL. */
static void event_pstrcpy_pad(struct lttng_ust_ring_buffer_ctx *ctx,
			      const char *src, size_t length)
{
	char *to = draft_grow(ctx, length);
	size_t n;

	if (!to)
		return;
	n = strnlen(src, length);
	memcpy(to, src, n);
	n = strnlen(to, n);
	memset(to + n, 0, length - n);
}

static struct lttng_ust_channel_buffer_ops ops = {
	.struct_size = sizeof(ops),
	.event_reserve = event_reserve,
	.event_commit = event_commit,
	.event_write = event_write,
	.event_strcpy = event_strcpy,
	.event_pstrcpy_pad = event_pstrcpy_pad,
};

static struct lttng_ust_session session = {
	.struct_size = sizeof(session),
	.active = 1,
};

static struct lttng_ust_channel_buffer channel;

static struct lttng_ust_channel_common channel_common = {
	.struct_size = sizeof(channel_common),
	.type = LTTNG_UST_CHANNEL_TYPE_BUFFER,
	.child = &channel,
	.enabled = 1,
	.session = &session,
};

static struct lttng_ust_channel_buffer channel = {
	.struct_size = sizeof(channel),
	.parent = &channel_common,
	.ops = &ops,
};

/* Of the large places' memory only what is used is ever there: pages are small
   ones even where large are the rule. */
void tctl_recorder_begin(tctl_record_fn *function)
{
	const size_t size = NR_LARGE * sizeof(*large);
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	record = function;
	if (memory == MAP_FAILED)
		return;
	madvise(memory, size, MADV_NOHUGEPAGE);
	large = memory;
}

void tctl_recorder_init(struct tctl_recorder *recorder,
			const struct lttng_ust_event_desc *desc)
{
	memset(recorder, 0, sizeof(*recorder));
	recorder->desc = desc;
	recorder->common.struct_size = sizeof(recorder->common);
	recorder->common.type = LTTNG_UST_EVENT_TYPE_RECORDER;
	recorder->common.child = &recorder->recorder;
	recorder->common.enabled = 1;
	recorder->recorder.struct_size = sizeof(recorder->recorder);
	recorder->recorder.parent = &recorder->common;
	recorder->recorder.chan = &channel;
}

void tctl_recorder_fork(void)
{
	large_taken = 0;
}
