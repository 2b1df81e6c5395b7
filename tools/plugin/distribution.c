/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/distribution.c: values as they are while they are few, then
 * counted in buckets: 128 for each power of two.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "tools/plugin/distribution.h"
#include "tools/plugin/map.h"

#define BUCKET_BITS	7
#define BUCKETS		(1u << BUCKET_BITS)

/* 0 and 1 -> 0, 2 and 3 -> 1, 4 to 7 -> 2, ... */
static unsigned int power_of(uint64_t value)
{
	return value < 2 ? 0 : 63 - __builtin_clzll(value);
}

/* Octave 0 holds the values below BUCKETS themselves. */
static unsigned int octave_of(uint64_t value)
{
	unsigned int power = power_of(value);

	return power < BUCKET_BITS ? 0 : power - BUCKET_BITS + 1;
}

static void bucket_count(struct tctl_distribution *distribution, int64_t value)
{
	uint64_t positive = value < 0 ? 0 : value;
	unsigned int octave = octave_of(positive);
	uint64_t **buckets = &distribution->octaves[octave];

	if (!*buckets)
		*buckets = tctl_plugin_memory(calloc(BUCKETS,
						     sizeof(**buckets)));
	if (octave)
		positive >>= octave - 1;
	(*buckets)[positive & (BUCKETS - 1)]++;
}

/* The largest value that a bucket holds. */
static int64_t bucket_end(unsigned int octave, unsigned int bucket)
{
	if (!octave)
		return bucket;
	return (int64_t)((((uint64_t)BUCKETS + bucket + 1) << (octave - 1)) -
			 1);
}

static void value_store(struct tctl_distribution *distribution, int64_t value)
{
	size_t i, nr = distribution->count - 1;

	if (nr == TCTL_DISTRIBUTION_EXACT) {
		for (i = 0; i < nr; i++)
			bucket_count(distribution, distribution->values[i]);
		free(distribution->values);
		distribution->values = NULL;
	}
	if (nr >= TCTL_DISTRIBUTION_EXACT) {
		bucket_count(distribution, value);
		return;
	}
	if (nr == distribution->nr_space) {
		distribution->nr_space = nr ? 2 * nr : 4;
		distribution->values = tctl_plugin_memory(reallocarray(
			distribution->values, distribution->nr_space,
			sizeof(value)));
	}
	distribution->values[nr] = value;
}

void tctl_distribution_add(struct tctl_distribution *distribution,
			   int64_t value)
{
	double difference = value - distribution->mean;

	if (!distribution->count || value < distribution->min)
		distribution->min = value;
	if (!distribution->count || value > distribution->max)
		distribution->max = value;
	distribution->count++;
	distribution->sum += value;
	distribution->mean += difference / distribution->count;
	distribution->squares += difference * (value - distribution->mean);
	distribution->powers[power_of(value < 0 ? 0 : value)]++;
	value_store(distribution, value);
}

static int compare_values(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return x < y ? -1 : x > y;
}

static int64_t bucket_percentile(const struct tctl_distribution *distribution,
				 uint64_t rank)
{
	unsigned int octave, bucket;
	uint64_t seen = 0;
	int64_t end;

	for (octave = 0; octave < TCTL_DISTRIBUTION_OCTAVES; octave++) {
		if (!distribution->octaves[octave])
			continue;
		for (bucket = 0; bucket < BUCKETS; bucket++) {
			seen += distribution->octaves[octave][bucket];
			if (seen < rank)
				continue;
			end = bucket_end(octave, bucket);
			return end < distribution->max ? end :
							 distribution->max;
		}
	}
	return distribution->max;
}

int64_t tctl_distribution_percentile(struct tctl_distribution *distribution,
				     double percent)
{
	uint64_t rank;

	if (!distribution->count)
		return 0;
	/* 99.9 is a little more than 99.9 in binary: don't round that up */
	rank = ceil(percent / 100 * distribution->count - 1e-9);
	if (rank < 1)
		rank = 1;
	if (rank > distribution->count)
		rank = distribution->count;
	if (!distribution->values)
		return bucket_percentile(distribution, rank);
	qsort(distribution->values, distribution->count,
	      sizeof(*distribution->values), compare_values);
	return distribution->values[rank - 1];
}

double tctl_distribution_mean(const struct tctl_distribution *distribution)
{
	return distribution->count ? distribution->sum / distribution->count :
				     0;
}

double tctl_distribution_deviation(const struct tctl_distribution *d)
{
	return d->count < 2 ? 0 : sqrt(d->squares / (d->count - 1));
}

void tctl_distribution_release(struct tctl_distribution *distribution)
{
	size_t i;

	free(distribution->values);
	for (i = 0; i < TCTL_DISTRIBUTION_OCTAVES; i++)
		free(distribution->octaves[i]);
	memset(distribution, 0, sizeof(*distribution));
}
