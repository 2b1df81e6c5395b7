/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/unit/report_distribution.c: sums, deviation and percentiles against
 * sorted values, few and many, small and as large as they come.
 */
#include <math.h>
#include <stdlib.h>
#include <tests/lib/tap.h>
#include <tools/plugin/distribution.h>

#define MANY	20000

static int64_t values[MANY];

static int compare(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return x < y ? -1 : x > y;
}

static void fill(struct tctl_distribution *d, size_t nr, unsigned int shift)
{
	unsigned int seed = 42;
	size_t i;

	for (i = 0; i < nr; i++) {
		values[i] = (int64_t)rand_r(&seed) << shift;
		tctl_distribution_add(d, values[i]);
	}
	qsort(values, nr, sizeof(*values), compare);
}

/* By nearest rank; above it by at most one part in 128 when inexact. */
static int percentile_fits(struct tctl_distribution *d, size_t nr,
			   double percent)
{
	int64_t got = tctl_distribution_percentile(d, percent);
	size_t rank = ceil(percent / 100 * nr - 1e-9);
	int64_t want = values[(rank ? rank : 1) - 1];

	if (nr <= TCTL_DISTRIBUTION_EXACT)
		return got == want;
	return got >= want && got <= want + want / 128;
}

static void check(const char *name, size_t nr, unsigned int shift)
{
	static const double percents[] = { 0, 1, 50, 90, 99, 99.9, 100 };
	struct tctl_distribution d = { 0 };
	double sum = 0, squares = 0;
	size_t i;
	int fits = 1;

	fill(&d, nr, shift);
	for (i = 0; i < nr; i++)
		sum += values[i];
	for (i = 0; i < nr; i++)
		squares += (values[i] - sum / nr) * (values[i] - sum / nr);
	for (i = 0; i < sizeof(percents) / sizeof(percents[0]); i++)
		fits &= percentile_fits(&d, nr, percents[i]);
	tap_ok(fits, "%s: percentiles", name);
	tap_ok(d.count == nr && d.min == values[0] && d.max == values[nr - 1],
	       "%s: count, least, most", name);
	tap_ok(fabs(tctl_distribution_mean(&d) - sum / nr) <= 1e-9 * sum / nr,
	       "%s: mean", name);
	squares = nr < 2 ? 0 : sqrt(squares / (nr - 1));
	tap_ok(fabs(tctl_distribution_deviation(&d) - squares) <=
		       1e-6 * squares, "%s: deviation", name);
	tctl_distribution_release(&d);
}

static void check_edges(void)
{
	struct tctl_distribution d = { 0 };
	int i;

	tap_ok(tctl_distribution_percentile(&d, 50) == 0 &&
	       tctl_distribution_mean(&d) == 0, "no value");
	for (i = 0; i < 2000; i++) {
		tctl_distribution_add(&d, INT64_MAX);
		tctl_distribution_add(&d, INT64_MIN);
	}
	tap_ok(d.min == INT64_MIN && d.max == INT64_MAX &&
	       tctl_distribution_percentile(&d, 99) == INT64_MAX,
	       "the largest and the smallest");
	tctl_distribution_release(&d);
	tap_ok(tctl_sum(INT64_MAX, 1) == INT64_MAX &&
	       tctl_sum(INT64_MIN, -1) == INT64_MIN && tctl_sum(2, 3) == 5,
	       "sums end at the largest number");
}

int main(void)
{
	check("one", 1, 0);
	check("few", 100, 0);
	check("as many as are exact", TCTL_DISTRIBUTION_EXACT, 0);
	check("one more", TCTL_DISTRIBUTION_EXACT + 1, 0);
	check("many", MANY, 0);
	check("many large ones", MANY, 20);
	check_edges();
	return tap_done();
}
