// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tests/unit/kernel_ring.c: leaving a sub-buffer of a kernel ring, and closing
 * the holes of one, whatever their order, number and place.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/lib/tap.h"
#include "tools/kernel/ring.h"

#define SUBBUF 4096u
#define NR     4u

static char ring[TCTL_KERNEL_RING_DATA(NR) + SUBBUF * NR]
	__attribute__((aligned(4096)));

static struct tctl_subbuf *entry(unsigned int number)
{
	return (struct tctl_subbuf *)(ring + TCTL_KERNEL_RING_TABLE) + number;
}

static void flush(void)
{
	struct tctl_ring *control = (void *)ring;

	tctl_kernel_ring_flush(ring, SUBBUF, NR);
	tap_is(control->reserve, 0, "an empty ring stays as it is");
	control->reserve = SUBBUF + 100;
	control->last_ns = 77;
	control->lost = 5;
	entry(1)->commit = 100;
	tctl_kernel_ring_flush(ring, SUBBUF, NR);
	tap_is(control->reserve, 2 * SUBBUF, "what is next begins behind");
	tap_is(entry(1)->commit, SUBBUF, "all of it is committed");
	tap_is(entry(1)->end, SUBBUF + 100, "its end");
	tap_is(entry(1)->end_ns, 77, "its last time");
	tap_is(entry(1)->lost, 5, "what was lost");
	tctl_kernel_ring_flush(ring, SUBBUF, NR);
	tap_is(control->reserve, 2 * SUBBUF, "and again: nothing happens");
}

/* Records of these lengths, each filled with its number; every hole as a
   writer leaves it, in the order of `order`. */
struct piece {
	uint32_t length;
	uint32_t hole; /* bytes reserved behind it, 0: none */
};

static uint64_t pieces_lay(const struct piece *pieces, unsigned int nr,
			   const unsigned int *order, char *bytes,
			   struct tctl_subbuf *table)
{
	uint32_t starts[16], at = 0, end = 0, p;
	uint64_t word;
	unsigned int i;

	for (i = 0; i < nr; i++) {
		starts[i] = at;
		memset(bytes + at, (int)i + 1, pieces[i].length);
		end = at + pieces[i].length + pieces[i].hole;
		at = (end + 7) & ~7u;
	}
	table->lap = 9;
	for (i = 0; i < nr; i++) {
		const struct piece *piece = &pieces[order[i]];

		if (!piece->hole)
			continue;
		p = starts[order[i]] + piece->length;
		word = (uint64_t)(p + piece->hole) << 32;
		if (table->holes)
			word |= (uint32_t)table->holes;
		memcpy(bytes + ((p + 7) & ~7u), &word, sizeof(word));
		table->holes = TCTL_KERNEL_HOLES(table->lap, p);
	}
	return end;
}

static int pieces_right(const struct piece *pieces, unsigned int nr,
			const char *bytes, uint64_t content)
{
	uint32_t at = 0, k;
	unsigned int i;

	for (i = 0; i < nr; i++) {
		for (k = 0; k < pieces[i].length; k++)
			if (bytes[at + k] != (char)(i + 1))
				return 0;
		if (i == nr - 1)
			return at + pieces[i].length == content;
		at = (at + pieces[i].length + 7) & ~7u;
	}
	return 0;
}

static void holes(void)
{
	static char bytes[SUBBUF] __attribute__((aligned(8)));
	unsigned int round, i, k, order[16], wrong = 0;
	struct tctl_subbuf table;
	struct piece pieces[16];
	uint64_t content;

	srandom(1);
	for (round = 0; round < 20000; round++) {
		unsigned int nr = 1 + random() % 16;

		memset(&table, 0, sizeof(table));
		for (i = 0; i < nr; i++) {
			pieces[i].length = 8 + random() % 60;
			pieces[i].hole =
				random() % 2 ? TCTL_KERNEL_HOLE + random() % 100
					     : 0;
			k = random() % (i + 1);
			order[i] = order[k];
			order[k] = i;
		}
		content = pieces_lay(pieces, nr, order, bytes, &table);
		content = tctl_kernel_ring_close_holes(&table, bytes, content);
		wrong += !pieces_right(pieces, nr, bytes, content);
	}
	tap_is(wrong, 0, "20,000 times up to 16 records with holes");
	table.lap++;
	tap_is(tctl_kernel_ring_close_holes(&table, bytes, 100), 100,
	       "the holes of another lap are none");
	memset(bytes, 0xff, sizeof(bytes));
	table.holes = TCTL_KERNEL_HOLES(table.lap, 40);
	tap_ok(tctl_kernel_ring_close_holes(&table, bytes, 100) <= 100,
	       "senseless holes do no harm");
}

int main(void)
{
	flush();
	holes();
	return tap_done();
}
