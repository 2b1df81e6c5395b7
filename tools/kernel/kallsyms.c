// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Kernel symbols. What may not be seen has address 0 (kernel.kptr_restrict, no
 * CAP_SYSLOG) and is left out.
 */
#include <stdlib.h>
#include <string.h>

#include "proc.h"
#include "state_system.h"

static int is_function(char type)
{
	return type == 't' || type == 'T' || type == 'w' || type == 'W';
}

static int write_symbol(struct tctl_state_writer *writer,
			const struct tctl_proc_symbol *symbol)
{
	tctl_state_begin(writer, "tracectl_kernel_symbol");
	tctl_state_u64(writer, symbol->address);
	tctl_state_string(writer, symbol->name);
	tctl_state_string(writer, symbol->module);
	return tctl_state_end(writer);
}

int tctl_state_symbols(struct tctl_state_writer *writer)
{
	FILE *file = tctl_proc_open(writer->root, "proc/kallsyms");
	struct tctl_proc_symbol symbol;
	char *line = NULL;
	size_t size = 0;
	int ret = 0;

	if (!file)
		return 0;
	while (!ret && getline(&line, &size, file) > 0)
		if (!tctl_proc_symbol_parse(line, &symbol) && symbol.address &&
		    is_function(symbol.type))
			ret = write_symbol(writer, &symbol);
	free(line);
	fclose(file);
	return ret;
}
