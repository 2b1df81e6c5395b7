/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/distribution.h: count, sum, minimum, mean, deviation, maximum
 * and percentiles of numbers (mostly durations in ns), in bounded memory.
 *
 * Percentiles are by nearest rank: the smallest value that at least p percent
 * of the values don't exceed. They are exact for up to TCTL_DISTRIBUTION_EXACT
 * values and for values below 256; beyond, a value is known by its leading
 * eight bits, and what is reported is the upper end of its bucket, at most
 * 1/128 (0.8 %) above. All else is exact.
 */
#ifndef TRACECTL_PLUGIN_DISTRIBUTION_H
#define TRACECTL_PLUGIN_DISTRIBUTION_H

#include <stddef.h>
#include <stdint.h>

#define TCTL_DISTRIBUTION_EXACT		1024
#define TCTL_DISTRIBUTION_OCTAVES	64

struct tctl_distribution {
	uint64_t count;
	int64_t min, max;
	double sum;		/* exact up to 2^53 */
	double mean, squares;	/* running, for the deviation */
	int64_t *values;	/* while they are few */
	size_t nr_space;
	/* when they are many: negative ones count as 0 here */
	uint64_t *octaves[TCTL_DISTRIBUTION_OCTAVES];
	uint64_t powers[TCTL_DISTRIBUTION_OCTAVES];	/* by highest bit */
};

/* What damaged traces say adds up to no more than the largest number. */
static inline int64_t tctl_sum(int64_t a, int64_t b)
{
	int64_t sum;

	return __builtin_add_overflow(a, b, &sum) ?
		       (a > 0 ? INT64_MAX : INT64_MIN) : sum;
}

void tctl_distribution_add(struct tctl_distribution *distribution,
			   int64_t value);
/* percent: 0 to 100. 0 when there is no value. */
int64_t tctl_distribution_percentile(struct tctl_distribution *distribution,
				     double percent);
double tctl_distribution_mean(const struct tctl_distribution *distribution);
/* Of a sample (divided by count - 1); 0 below two values. */
double tctl_distribution_deviation(const struct tctl_distribution *d);
/* A zeroed one is ready for use. */
void tctl_distribution_release(struct tctl_distribution *distribution);

#endif
