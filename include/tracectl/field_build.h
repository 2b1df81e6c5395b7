/* SPDX-License-Identifier: MIT */
/*
 * tracectl/field_build.h: what the cold code of a probe does with its values:
 * fixed ones go one behind the other into an array on the stack, variable ones
 * stay where they are; a list of segments (abi/site.h) names both in order.
 * When optimising all of it folds into stores at constant offsets.
 *
 * Only for the macros of <tracectl/probe.h>. Async-signal-safe; the only call is
 * the one that measures strings.
 */
#ifndef TRACECTL_FIELD_BUILD_H
#define TRACECTL_FIELD_BUILD_H

#include <tracectl/arch/call.h>

/* Longer than any record, so what is cut here is flagged as cut there. */
#define TCTL_BUILD_MAX		65536u

struct tctl_build {
	unsigned char *start;		/* fixed bytes not in a segment yet */
	unsigned char *at;		/* behind them */
	struct tctl_segment *segment;	/* the next one */
};

TCTL_ALWAYS_INLINE void tctl_build_segment(struct tctl_build *build,
					   const void *base, size_t size,
					   unsigned int flags)
{
	build->segment->base = base;
	build->segment->size = TCTL_CAST(uint32_t, size);
	build->segment->flags = flags;
	build->segment++;
}

/* Makes a segment of the fixed bytes so far. */
TCTL_ALWAYS_INLINE void tctl_build_flush(struct tctl_build *build)
{
	if (build->at == build->start)
		return;
	tctl_build_segment(build, build->start,
			   TCTL_CAST(size_t, build->at - build->start),
			   TCTL_SEGMENT_FIXED);
	build->start = build->at;
}

TCTL_ALWAYS_INLINE void tctl_build_fixed(struct tctl_build *build,
					 const void *value, size_t size)
{
	__builtin_memcpy(build->at, value, size);
	build->at += size;
}

/* Bytes that are not copied: an array. */
TCTL_ALWAYS_INLINE void tctl_build_array(struct tctl_build *build,
					 const void *base, size_t size)
{
	tctl_build_flush(build);
	tctl_build_segment(build, base, size, TCTL_SEGMENT_FIXED);
}

/* A string in an array of size bytes; zeros are as many, and fill it up. Takes
   two segments. */
TCTL_ALWAYS_INLINE void tctl_build_text(struct tctl_build *build,
					const void *string, const void *zeros,
					size_t size)
{
	size_t length = 0;

	if (string)
		length = tctl_call_length(TCTL_CAST(const char *, string),
					  size);
	tctl_build_flush(build);
	if (length)
		tctl_build_segment(build, string, length, TCTL_SEGMENT_FIXED);
	if (size > length)
		tctl_build_segment(build, zeros, size - length,
				   TCTL_SEGMENT_FIXED);
}

TCTL_ALWAYS_INLINE void tctl_build_sequence(struct tctl_build *build,
					    const void *base, size_t count,
					    unsigned int log2)
{
	if (!base)
		count = 0;
	if (count > TCTL_BUILD_MAX)
		count = TCTL_BUILD_MAX;
	tctl_build_flush(build);
	tctl_build_segment(build, base, count << log2,
			   TCTL_SEGMENT_SEQUENCE | log2 << 8);
}

/* At most max bytes are looked at. */
TCTL_ALWAYS_INLINE void tctl_build_string_max(struct tctl_build *build,
					      const void *string, size_t max)
{
	const char *text = TCTL_CAST(const char *, string);

	if (!text) {
		text = "(null)";
		max = 6;
	}
	if (max > TCTL_BUILD_MAX)
		max = TCTL_BUILD_MAX;
	tctl_build_flush(build);
	tctl_build_segment(build, text, tctl_call_length(text, max),
			   TCTL_SEGMENT_STRING);
}

TCTL_ALWAYS_INLINE void tctl_build_string(struct tctl_build *build,
					  const void *string)
{
	tctl_build_string_max(build, string, TCTL_BUILD_MAX);
}

/* log2 of an element's size; 0 for what is no size of one, too. */
#define TCTL_LOG2(size) \
	((size) == 8 ? 3u : (size) == 4 ? 2u : (size) == 2 ? 1u : 0u)

#define TCTL_KIND_INTEGER(class, size)	((class) | TCTL_LOG2(size) << 4)
#define TCTL_KIND_POINTER \
	(TCTL_KIND_INTEGER(TCTL_KIND_UINT, sizeof(void *)) | \
	 TCTL_KIND_HEX << 8)
#define TCTL_KIND_IS_INTEGER(k) \
	(TCTL_KIND_CLASS(k) == TCTL_KIND_UINT || \
	 TCTL_KIND_CLASS(k) == TCTL_KIND_INT)
#define TCTL_KIND_BASE_MASK	(3u << 8)
#define TCTL_KIND_OF_SEQUENCE	(TCTL_KIND_SEQUENCE << 12)
#define TCTL_KIND_OF_ARRAY(n) \
	(TCTL_KIND_ARRAY << 12 | TCTL_CAST(uint32_t, (n) & 0xffff) << 16)
#define TCTL_KIND_OF_BYTES \
	(TCTL_KIND_UINT | TCTL_KIND_HEX << 8 | TCTL_KIND_OF_SEQUENCE)
#define TCTL_KIND_OF_TEXT	(TCTL_KIND_UINT | TCTL_KIND_TEXT)

/* What the third word of a field adds to the kind of an integer. */
#define TCTL_FLAGS_dec		0u
#define TCTL_FLAGS_hex		(TCTL_KIND_HEX << 8)
#define TCTL_FLAGS_oct		(TCTL_KIND_OCT << 8)
#define TCTL_FLAGS_bin		(TCTL_KIND_BIN << 8)
#define TCTL_FLAGS_net		TCTL_KIND_NETWORK
#define TCTL_FLAGS_net_hex	(TCTL_KIND_NETWORK | TCTL_KIND_HEX << 8)
#define TCTL_FLAGS_enum		TCTL_KIND_ENUM

#endif
