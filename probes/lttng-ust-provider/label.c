/* SPDX-License-Identifier: MIT */
/*
 * probes/lttng-ust-provider/label.c: "LABEL=value,LABEL=first..last", in which a
 * backslash stands before a comma or backslash of a label (abi/site.h). The text
 * is one that libtracectl made or a compiler, of this process.
 */
#include <stdlib.h>
#include <string.h>
#include "probes/lttng-ust-provider/label.h"

/* Cuts the next label off *at, and takes the backslashes out. */
static char *next_label(char **at)
{
	char *label = *at, *from = label, *to = label;

	if (!label)
		return NULL;
	for (; *from && *from != ','; from++) {
		if (*from == '\\' && from[1])
			from++;
		*to++ = *from;
	}
	*at = *from ? from + 1 : NULL;
	*to = '\0';
	return label;
}

/* An upper bound. */
static size_t count_labels(const char *text)
{
	size_t n = 1;

	for (; *text; text++)
		n += *text == ',';
	return n;
}

static int parse_entry(char *label, int is_signed,
		       struct lttng_ust_enum_entry *entry)
{
	char *equals = strrchr(label, '='), *end;

	if (!equals)
		return -1;
	*equals = '\0';
	entry->struct_size = sizeof(*entry);
	entry->string = label;
	entry->start.signedness = entry->end.signedness = !!is_signed;
	entry->start.value = (unsigned long long)strtoll(equals + 1, &end, 10);
	entry->end.value = entry->start.value;
	if (!strncmp(end, "..", 2))
		entry->end.value = (unsigned long long)strtoll(end + 2, NULL,
							       10);
	return 0;
}

int tctl_label_parse(char *text, int is_signed, struct lttng_ust_enum_desc *ret)
{
	const size_t max = count_labels(text);
	struct lttng_ust_enum_entry *entries = calloc(max, sizeof(*entries));
	const struct lttng_ust_enum_entry **all = calloc(max, sizeof(*all));
	unsigned int nr = 0;
	char *label;

	while (entries && all && (label = next_label(&text)) && nr < max) {
		if (parse_entry(label, is_signed, &entries[nr]))
			continue;
		all[nr] = &entries[nr];
		nr++;
	}
	if (!nr) {
		free(entries);
		free(all);
		return -1;
	}
	ret->entries = all;
	ret->nr_entries = nr;
	return 0;
}

void tctl_label_release(struct lttng_ust_enum_desc *labels)
{
	if (labels->nr_entries)
		free((void *)labels->entries[0]);
	free((void *)labels->entries);
}
