/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/table.h: columns that line up, and numbers as people write
 * and read them.
 */
#ifndef TRACECTL_TABLE_H
#define TRACECTL_TABLE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define TCTL_TABLE_COLUMNS	8

struct tctl_table {
	unsigned int nr_columns;
	size_t nr_cells;
	char **cells;
	size_t width[TCTL_TABLE_COLUMNS];
	int right[TCTL_TABLE_COLUMNS];	/* numbers: aligned to the right */
};

/* headings: nr_columns texts; one that starts with '>' heads numbers. */
void tctl_table_init(struct tctl_table *table, unsigned int nr_columns,
		     const char *const *headings);
/* Takes a copy of nr_columns texts. */
void tctl_table_add(struct tctl_table *table, const char *const *texts);
void tctl_table_print(const struct tctl_table *table, FILE *stream);
void tctl_table_release(struct tctl_table *table);

#define TCTL_NUMBER_SIZE	32

/* 1234567 -> "1,234,567"; 1536 -> "1.5 KiB". Return buf. */
char *tctl_number_count(uint64_t number, char buf[TCTL_NUMBER_SIZE]);
char *tctl_number_bytes(uint64_t bytes, char buf[TCTL_NUMBER_SIZE]);

/* "256k", "1M", "4096": 0, or -EINVAL, -ERANGE. */
int tctl_number_parse_size(const char *text, uint64_t *ret_bytes);

#endif
