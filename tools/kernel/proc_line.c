// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Lines of /proc taken apart. Names in them are any bytes that users liked: a
 * thread may be called ") R 1", a file may have blanks.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "proc.h"

#define STAT_PPID  1u /* counted from the state */
#define STAT_FLAGS 6u
#define STAT_CPU   36u

int tctl_proc_stat_parse(char *text, struct tctl_proc_stat *ret_stat)
{
	char *open = strchr(text, '('), *close = strrchr(text, ')');
	struct tctl_proc_stat stat = {.comm = ""};
	unsigned long long value;
	char *at, *end;

	if (!open || !close || close < open || close[1] != ' ' || !close[2])
		return -EINVAL;
	*close = '\0';
	strncpy(stat.comm, open + 1, sizeof(stat.comm) - 1);
	stat.state = close[2];
	at = close + 3;
	for (unsigned int i = 1; i <= STAT_CPU; i++, at = end) {
		value = strtoull(at, &end, 10);
		if (end == at)
			return -EINVAL;
		if (i == STAT_PPID)
			stat.ppid = (int32_t)value;
		else if (i == STAT_FLAGS)
			stat.flags = (uint32_t)value;
		else if (i == STAT_CPU)
			stat.cpu = (int32_t)value;
	}
	*ret_stat = stat;
	return 0;
}

/* The numbers of a line "KEY:\t1\t2"; how many there are, at most. */
static int read_numbers(const char *text, const char *key, int32_t *numbers,
			int max)
{
	const char *at = strstr(text, key);
	char *end;
	int nr = 0;

	/* A name may contain the key; it can't begin a line, since the kernel
	   escapes newlines. */
	while (at && at != text && at[-1] != '\n')
		at = strstr(at + 1, key);
	if (!at)
		return 0;
	for (at += strlen(key); nr < max && (*at == '\t' || *at == ' ');
	     at = end) {
		numbers[nr] = (int32_t)strtol(at, &end, 10);
		if (end == at)
			break;
		nr++;
	}
	return nr;
}

int tctl_proc_ids_parse(const char *text, struct tctl_proc_ids *ret_ids)
{
	int nr;

	nr = read_numbers(text, "NStgid:", ret_ids->tgid, TCTL_PROC_MAX_NS);
	ret_ids->nr =
		read_numbers(text, "NSpid:", ret_ids->tid, TCTL_PROC_MAX_NS);
	return nr && nr == ret_ids->nr ? 0 : -EINVAL;
}

static int hex(char **at, char behind, uint64_t *ret_value)
{
	char *end;

	*ret_value = strtoull(*at, &end, 16);
	if (end == *at || *end != behind)
		return -EINVAL;
	*at = end + 1;
	return 0;
}

/* "START-END PERM OFFSET DEV:DEV INODE    NAME" */
int tctl_proc_map_parse(char *line, struct tctl_proc_map *ret_map)
{
	struct tctl_proc_map map;
	uint64_t device;
	char *at = line;

	line[strcspn(line, "\n")] = '\0';
	if (hex(&at, '-', &map.start) || hex(&at, ' ', &map.end) ||
	    strnlen(at, 5) < 5 || at[4] != ' ')
		return -EINVAL;
	map.is_executable = at[2] == 'x';
	at += 5;
	if (hex(&at, ' ', &map.pgoff) || hex(&at, ':', &device) ||
	    hex(&at, ' ', &device))
		return -EINVAL;
	map.inode = strtoull(at, &at, 10);
	at += strspn(at, " ");
	map.name = at;
	*ret_map = map;
	return 0;
}

/* "ADDRESS TYPE NAME" or "ADDRESS TYPE NAME\t[MODULE]" */
int tctl_proc_symbol_parse(char *line, struct tctl_proc_symbol *ret_symbol)
{
	struct tctl_proc_symbol symbol = {.module = ""};
	char *at = line, *module;

	line[strcspn(line, "\n")] = '\0';
	if (hex(&at, ' ', &symbol.address) || !at[0] || at[1] != ' ' ||
	    !at[2] || at[2] == '\t')
		return -EINVAL;
	symbol.type = at[0];
	symbol.name = at + 2;
	module = strchr(at, '\t');
	if (module) {
		*module++ = '\0';
		module += *module == '[';
		module[strcspn(module, "]")] = '\0';
		symbol.module = module;
	}
	*ret_symbol = symbol;
	return 0;
}
